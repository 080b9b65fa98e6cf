// The odds page of a table: fetches the exact figures, draws them, and asks again when a meter of the table has moved.

import { draw, h, table } from './dom.js';
import { calmly, live } from './live.js';
import { why } from './why.js';

const page = document.getElementById('odds-page');
const place = document.getElementById('odds');
const state = document.getElementById('odds-state');
const AGAIN = 5000;
const PANELS = 4;

const { now, soon } = calmly(load, AGAIN); // meters move with every wager
let shown = '';

async function load() {
  try {
    const answer = await fetch(`/api/odds/${encodeURIComponent(page.dataset.slug)}`);
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.error?.message);
    draw(place, tree(found));
    place.setAttribute('aria-busy', 'false');
    state.textContent = {
      none: 'Counted.',
      seeds: 'Counted. A jackpot of this table is not in play yet: its meters are taken at their seeds.',
      now: `Counted. Meters as of entry ${found.seq.toLocaleString('en-US')} of the journal.`,
    }[found.meters];
  } catch (error) {
    state.textContent = `${error.message || 'The house did not answer.'} It is tried again in a moment.`;
    soon();
  }
}

function news(document) {
  const amounts = JSON.stringify(document.meters.map((meter) => meter.amount));
  if (shown && amounts !== shown) soon();
  shown = amounts;
}

function tree(found) {
  return [...found.sections.map(section), found.chart && chart(found.chart)];
}

function section(part) {
  return h('section', { class: 'panel odds-part', key: part.key, 'aria-labelledby': `odds-${part.key}` },
    h('h2', { id: `odds-${part.key}` }, part.title),
    h('p', { class: 'quiet' }, part.said),
    h('dl', { class: 'facts' }, part.facts.map(fact)),
    part.tables.map(figures));
}

function fact(one) {
  return h('div', { class: 'fact', key: one.key },
    h('dt', null, one.label, ' ', why(one.why)),
    h('dd', null, h('span', { class: 'fact-value' }, one.value), one.exact && h('span', { class: 'fact-exact' }, exactly(one.exact))));
}

/** A fraction that may break at its stroke; a whole number without one. */
function exactly(text) {
  const [over, under] = text.replace('-', '−').split('/');
  return under === '1' ? `= ${grouped(over)}` : [`= ${grouped(over)}/`, h('wbr'), grouped(under)];
}

function grouped(digits) {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

function figures(found) {
  const numbers = found.columns.map((_, at) => at).slice(1);
  return h('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': found.caption },
    table(found.columns, found.rows.map((row) => h('tr', null, row.map(cell))), { class: 'figures', caption: found.caption, numbers }));
}

function cell(value, at) {
  if (value && typeof value === 'object') return h('td', { class: 'number' }, why(value));
  if (!at) return h('th', { scope: 'row' }, value);
  const fraction = /^-?\d+\/\d+$/.test(value || '');
  return h('td', { class: fraction ? 'number exact' : 'number' }, fraction ? exactly(value) : value);
}

// ---- the strategy chart ----

const PLAYS = { b: 'bet', f: 'fold', s: 'suits decide' };

/** The best play as tables side by side: a row for each hand, a column for each up-card. */
function chart(found) {
  const each = Math.ceil(found.rows.length / PANELS);
  const panels = [...Array(PANELS).keys()].map((at) => found.rows.slice(at * each, (at + 1) * each));
  return h('section', { class: 'panel odds-part', key: 'chart', 'aria-labelledby': 'odds-chart' },
    h('h2', { id: 'odds-chart' }, 'Best play'),
    h('p', null, found.words),
    h('p', { class: 'chart-key' }, Object.entries(PLAYS).map(([play, words]) => h('span', null, mark(play), words))),
    h('div', { class: 'chart' }, panels.map((rows) => table(['Hand', ...found.ups], rows.map(([ranks, plays]) => h('tr', null,
      h('th', { scope: 'row' }, [...ranks].join(' ')), [...plays].map((play) => h('td', null, mark(play))))), { class: 'chart-panel' }))));
}

function mark(play) {
  return h('span', { class: `chart-mark chart-${play}`, role: 'img', 'aria-label': PLAYS[play] });
}

now();
live(`table:${page.dataset.slug}:sign`, news, { always: false });

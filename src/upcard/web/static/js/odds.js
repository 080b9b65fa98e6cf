// The odds page of a table: fetches the exact figures, draws them, and asks again when a meter of the table has moved.

import { draw, h } from './dom.js';
import { live } from './live.js';
import { why } from './why.js';

const page = document.getElementById('odds-page');
const place = document.getElementById('odds');
const state = document.getElementById('odds-state');
const AGAIN = 5000;
const PANELS = 4;
const CELL = 10;
const LEFT = 46;
const TOP = 16;

let shown = '';
let asked = 0;
let waiting = 0;

async function load() {
  asked = Date.now();
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

/** Meters move with every wager: they are read again, but not more often than every few seconds. */
function soon() {
  if (waiting) return;
  waiting = setTimeout(() => { waiting = 0; load(); }, Math.max(0, asked + AGAIN - Date.now()));
}

function news(document) {
  const now = JSON.stringify((document.meters || []).map((meter) => meter.amount));
  if (shown && now !== shown) soon();
  shown = now;
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

function figures(table) {
  return h('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': table.caption },
    h('table', { class: 'figures' },
      h('caption', null, table.caption),
      h('thead', null, h('tr', null, table.columns.map((name, at) => h('th', { scope: 'col', class: at ? 'number' : null }, name)))),
      h('tbody', null, table.rows.map((row) => h('tr', null, row.map(cell))))));
}

function cell(value, at) {
  if (value && typeof value === 'object') return h('td', { class: 'number' }, why(value));
  if (!at) return h('th', { scope: 'row' }, value);
  const fraction = /^-?\d+\/\d+$/.test(value || '');
  return h('td', { class: fraction ? 'number exact' : 'number' }, fraction ? exactly(value) : value);
}

// ---- the strategy chart ----

function chart(found) {
  const each = Math.ceil(found.rows.length / PANELS);
  const panels = [...Array(PANELS).keys()].map((at) => found.rows.slice(at * each, (at + 1) * each));
  return h('section', { class: 'panel odds-part', key: 'chart', 'aria-labelledby': 'odds-chart' },
    h('h2', { id: 'odds-chart' }, 'Best play of ace-king hands'),
    h('p', null, found.words),
    h('p', { class: 'chart-key' }, [['b', 'bet'], ['f', 'fold'], ['s', 'suits decide']].map(([play, words]) => h('span', null, mark(play), words))),
    h('div', { class: 'chart' }, panels.map((rows, at) => panel(rows, found.ups, at))),
    h('details', { class: 'chart-words' }, h('summary', null, 'The chart in words'),
      h('ul', null, found.rows.map(([ranks, plays]) => h('li', null, inWords(ranks, plays, found.ups))))));
}

function mark(play) {
  return h('svg', { class: 'chart-mark', viewBox: `0 0 ${CELL} ${CELL}`, 'aria-hidden': 'true' }, square(play, 0, 0));
}

function panel(rows, ups, at) {
  const wide = LEFT + ups.length * CELL;
  const tall = TOP + rows.length * CELL;
  const first = [...rows[0][0]].join(' ');
  const last = [...rows[rows.length - 1][0]].join(' ');
  return h('svg', { class: 'chart-panel', viewBox: `0 0 ${wide} ${tall}`, role: 'img', 'aria-label': `Part ${at + 1} of ${PANELS}: hands from ${first} to ${last}. The words below say the same.` },
    [...ups].map((up, column) => h('text', { class: 'chart-up', x: LEFT + column * CELL + CELL / 2, y: TOP - 5 }, up)),
    rows.map(([ranks, plays], row) => line(ranks, plays, TOP + row * CELL, row && rows[row - 1][0][2] !== ranks[2], wide)));
}

function line(ranks, plays, y, ruled, wide) {
  return h('g', null,
    ruled && h('path', { class: 'chart-rule', d: `M4 ${y}H${wide}` }),
    h('text', { class: 'chart-hand', x: LEFT - 5, y: y + CELL - 2.4 }, [...ranks.slice(2)].join(' ')),
    [...plays].map((play, column) => square(play, LEFT + column * CELL, y)));
}

function square(play, x, y) {
  if (play === 'f') return h('circle', { class: 'chart-fold', cx: x + CELL / 2, cy: y + CELL / 2, r: 1 });
  const side = CELL - 2;
  const box = h('rect', { class: `chart-${play === 'b' ? 'bet' : 'suits'}`, x: x + 1, y: y + 1, width: side, height: side });
  return play === 'b' ? box : [box, h('path', { class: 'chart-bet', d: `M${x + 1} ${y + 1}v${side}h${side}z` })];
}

function inWords(ranks, plays, ups) {
  const against = (play) => [...ups].filter((_, at) => plays[at] === play).join(' ');
  const parts = [['b', 'bet against'], ['s', 'by suits against'], ['f', 'fold against']]
    .map(([play, words]) => against(play) && `${words} ${against(play) === [...ups].join(' ') ? 'any card' : against(play)}`);
  return `${[...ranks].join(' ')}: ${parts.filter(Boolean).join('; ')}.`;
}

load();
live(`table:${page.dataset.slug}:sign`, news, { always: false });

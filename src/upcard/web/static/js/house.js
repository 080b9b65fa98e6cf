// The licensee's page: draws tables and jackpots, keeps them up to date, and leads to what may be done.

import { draw, h } from './dom.js';
import { ask } from './house-acts.js';
import { elections } from './house-elections.js';
import { people } from './house-people.js';
import { live } from './live.js';
import { brief, dollars } from './money.js';
import { act } from './send.js';
import { say, why } from './why.js';

const AGAIN = 2000;
const done = document.getElementById('done');
let waiting = 0;
let asked = 0;

function show(view) {
  draw(document.getElementById('house-slips'), [alerts(view.alerts), slips(view.slips || []), levers('the house', view.shift, view.cage)].filter(Boolean));
  draw(document.getElementById('house-tables'), view.tables.map(table));
  draw(document.getElementById('house-jackpots'), view.jackpots.length ? view.jackpots.map(jackpot) : h('p', { class: 'quiet' }, 'No jackpot is elected.'));
}

async function refresh() {
  asked = Date.now();
  try {
    const answer = await fetch('/api/house');
    if (answer.ok) show(await answer.json());
  } catch {
    soon();
  }
}

/** The floor moves with every wager; this page reads it again, but not more often than every two seconds. */
function soon() {
  if (waiting) return;
  waiting = setTimeout(() => { waiting = 0; refresh(); }, Math.max(0, asked + AGAIN - Date.now()));
}

// ---- what somebody should look at ----

function alerts(found) {
  const fresh = found.filter((one) => !one.acknowledged);
  if (!fresh.length) return null;
  return h('section', { class: 'panel', 'aria-labelledby': 'alerts-title' }, h('h2', { id: 'alerts-title' }, 'Alerts'),
    h('ul', { id: 'alerts', class: 'plain' }, fresh.map((one) => h('li', { key: one.key },
      h('p', null, h('strong', null, one.text), ' ',
        h('button', { type: 'button', class: 'button', 'data-act': 'AcknowledgeAlert', on: { click: (event) => acknowledge(event.currentTarget, one) } }, 'Acknowledge'))))));
}

async function acknowledge(button, one) {
  button.disabled = true;
  const answer = await act(null, one.act, {});
  button.disabled = false;
  if (answer.ok) refresh();
  else say(button, answer.document);
}

// ---- slips that miss the signature of whoever looks ----

function slips(found) {
  if (!found.length) return null;
  return h('section', { class: 'panel', 'aria-labelledby': 'slips-title' }, h('h2', { id: 'slips-title' }, 'Slips to sign'),
    h('ul', { id: 'slips', class: 'plain' }, found.map((one) => h('li', { key: one.key },
      h('p', null, h('strong', null, `${one.number}. ${one.text}`), `, ${one.hand}. Missing: ${one.missing.join(', ')}. `,
        h('button', { type: 'button', class: 'button', 'data-act': 'SignSlip', on: { click: (event) => signSlip(event.currentTarget, one) } }, `Sign slip ${one.number}`), ' ',
        h('a', { href: one.href, target: '_blank' }, 'Look at it'))))));
}

async function signSlip(button, one) {
  button.disabled = true;
  const answer = await act(null, one.sign.act, {});
  button.disabled = false;
  if (answer.ok) {
    done.textContent = `Slip ${one.number} is signed.`;
    refresh();
  } else {
    say(button, answer.document);
  }
}

// ---- tables ----

function table(one) {
  return h('article', { class: 'panel', key: `table ${one.name}` },
    h('h3', null, one.name, ' ', h('span', { class: one.open ? 'tag good' : 'tag' }, one.open ? 'open' : 'closed')),
    h('p', null, h('a', { href: `/law/${one.edition}` }, one.title), ', ', one.mode === 'keyed' ? 'real cards' : 'virtual cards', '. ',
      h('a', { href: `/odds/${one.slug}` }, 'Odds'), ' ', h('a', { href: `/sign/${one.slug}` }, 'Sign')),
    h('p', { class: 'quiet' }, one.limits),
    one.liability.words && h('p', { class: 'liability' }, one.liability.words),
    h('dl', { class: 'pairs' },
      pair('Round', one.round || 'none yet'), pair('Seats taken', `${one.taken} of ${one.seats}`), pair('Dealer', one.dealer || 'nobody')),
    one.act && h('p', null, h('button', { type: 'button', class: 'button', on: { click: (event) => turn(event.currentTarget, one) } }, one.open ? 'Close the table' : 'Open the table')),
    one.waits && h('p', { class: 'quiet' }, one.waits),
    h('details', { key: 'accounts' }, h('summary', null, 'Accounts'),
      h('dl', { class: 'pairs' }, one.accounts.map((each) => pair(each.label, exact(each.amount), each.amount.startsWith('-')))),
      levers(one.name, one.acts)),
    h('details', { key: 'signs' }, h('summary', null, `Signs that belong there (${one.signs.length})`), one.signs.map(sign)));
}

/** Acts that a dialog asks about: at a tray, or for the whole house. */
function levers(name, acts, version = null) {
  if (!acts.length) return null;
  return h('div', { class: 'row' }, acts.map((each) => h('button', {
    type: 'button', class: 'button small', key: each.key, 'data-act': each.act.act, on: { click: () => ask(name, version, each, after) },
  }, each.label, h('span', { class: 'visually-hidden' }, `, ${name}`))));
}

function pair(label, value, below = false) {
  return h('div', null, h('dt', null, label), h('dd', { class: below ? 'loss' : null }, String(value)));
}

/** An account is kept to millionths of a cent: what is behind the cents is shown too, where there is any. */
function exact(amount) {
  const [, sign, whole, part] = /^(-?)(\d+)\.(\d+)$/.exec(amount);
  return `${sign}${dollars(`${whole}.00`).slice(0, -3)}.${part}`;
}

function sign(one) {
  return h('div', { class: 'posted' }, h('h4', null, one.title, ' ', why(one.why)),
    one.lines.every(([name]) => !name) ? one.lines.map(([, text]) => h('p', null, text))
      : h('dl', { class: 'pairs' }, one.lines.map(([name, text]) => pair(name, text))));
}

async function turn(button, one) {
  say(button, '');
  button.disabled = true;
  const answer = await act(one.slug, one.act, { version: one.version });
  button.disabled = false;
  if (!answer.ok) say(button, answer.document);
  else done.textContent = `${one.name} is ${one.open ? 'closed' : 'open'}.`;
  refresh();
}

// ---- jackpots ----

function jackpot(one) {
  const state = one.operating ? 'tag good' : 'tag warn';
  return h('article', { class: 'panel', key: `jackpot ${one.name}` },
    h('h3', null, one.name, ' ', h('span', { class: state }, one.operating || !one.in_play ? one.state : `stands still: ${one.state}`)),
    h('p', null, `${one.schedule}${one.wager ? ` for a wager of $${one.wager}` : ''}, played for at ${one.members.join(', ') || 'no table'}. `,
      one.pending ? `${one.pending} award${one.pending > 1 ? 's' : ''} waiting. ` : '',
      one.ends_after_top ? 'Its end is announced: it stands still once its top award is won. ' : '',
      one.eased ? `A ${one.eased} or better wins all of it. ` : '',
      one.approval ? `Approved: ${one.approval}. ` : '', why(one.why)),
    h('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': `Meters of ${one.name}` }, meters(one)),
    one.petitions.length > 0 && h('ul', { class: 'petitions' }, one.petitions.map((each) => h('li', null, `Petition ${each.number}, ${each.text} (${each.grounds}): `, h('strong', null, each.state)))),
    one.acts.length > 0 && h('div', { class: 'row' }, one.acts.map((each) => h('button', {
      type: 'button', class: 'button small', key: each.key, on: { click: () => ask(one.name, one.version, each, after) },
    }, each.label, ' ', each.second && h('span', { class: 'two' }, 'two people'), h('span', { class: 'visually-hidden' }, `, ${one.name}`)))));
}

function meters(one) {
  const head = ['Meter', 'Now', 'Seed', 'To the meter', 'To the reserve', 'Limit', 'Wagered', 'Won', 'Hits'];
  return h('table', { class: 'meters' },
    h('thead', null, h('tr', null, head.map((name, at) => h('th', { scope: 'col', class: at ? 'number' : null }, name)))),
    h('tbody', null, one.levels.map((level) => h('tr', { key: level.level }, h('th', { scope: 'row' }, level.label),
      [level.amount ? dollars(level.amount) : 'not in play', brief(level.seed), level.rate, level.reserve,
        level.limit ? `${brief(level.limit)}, then to ${level.overflow}` : 'none', level.wagered ? brief(level.wagered) : '', level.won ? brief(level.won) : '', String(level.hits)]
        .map((text, at) => h('td', { class: at ? 'number' : 'number money' }, text))))));
}

function after(words) {
  done.textContent = words;
  refresh();
}

const view = JSON.parse(document.getElementById('view').textContent);
show(view);
elections();
if (view.people) people(view, (words) => { done.textContent = words; });
live('lobby', soon);

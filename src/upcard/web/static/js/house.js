// The licensee's page: draws tables and jackpots, keeps them up to date, and leads to what may be done.

import { deskFor } from './desk.js';
import { draw, h, table as grid } from './dom.js';
import { elections } from './house-elections.js';
import { people } from './house-people.js';
import { askFor, leversFor } from './levers.js';
import { calmly, live } from './live.js';
import { brief, dollars } from './money.js';
import { fetched } from './send.js';
import { alerts, slips } from './supervisor-pit.js';
import { why } from './why.js';

const AGAIN = 2000;
const place = (id) => document.getElementById(id);
const read = () => fetched('/api/house');
const done = (item, action) => tell(action.done || `Done. ${item.title || item.text}: ${action.label.toLowerCase()}.`);
const desk = deskFor(JSON.parse(place('view').textContent), { draw: show, read, done });
const levers = leversFor(desk);
const { soon } = calmly(again, AGAIN); // the floor moves with every wager

async function again() {
  const fresh = await read();
  if (fresh) desk.take(fresh);
  else soon();
}

function tell(words) {
  place('done').textContent = words;
}

function show() {
  const { doc } = desk;
  draw(place('house-checklist'), doc.checklist?.length > 0 && checklist(doc.checklist));
  draw(place('house-slips'), [
    doc.alerts.some((one) => !one.acknowledged) && alerts(desk), doc.slips.length > 0 && slips(desk),
  ]);
  draw(place('house-shift'), [
    doc.open.length ? h('ul', { class: 'plain open-items' }, doc.open.map(openItem)) : h('p', null, '✓ Nothing is open.'),
    levers('the house', doc.shift, doc.cage),
  ]);
  draw(place('house-owed'), doc.liability);
  draw(place('house-tables'), doc.tables.map(table));
  draw(place('house-jackpots'), doc.jackpots.length ? doc.jackpots.map(jackpot) : h('p', { class: 'quiet' }, 'No jackpot is elected.'));
}

/** What a new house still needs; it goes once all is done. */
function checklist(tasks) {
  return h('section', { class: 'panel', 'aria-labelledby': 'checklist' },
    h('h2', { id: 'checklist' }, `Before you play: ${tasks.filter((one) => one.done).length} of ${tasks.length} done`),
    h('ol', { class: 'plain open-items' }, tasks.map((one) => h('li', { key: one.text, class: one.done ? 'quiet' : 'stands' },
      h('span', { 'aria-hidden': 'true' }, one.done ? '✓ ' : '○ '), h('a', { href: one.href }, one.text),
      h('span', { class: 'visually-hidden' }, one.done ? ', done' : ', missing'), ' ', h('span', { class: 'detail' }, one.detail)))));
}

function openItem(one) {
  return h('li', { key: one.text, class: one.weight === 'owed' ? 'quiet' : 'stands' },
    one.href ? h('a', { href: one.href }, one.text) : one.text, ' ', h('span', { class: `tag ${one.weight === 'first' ? 'bad' : one.weight === 'owed' ? '' : 'warn'}` }, one.words));
}

// ---- tables ----

function table(one) {
  const tray = one.accounts[0];
  const empty = !one.open && /^-?0\.0*$/.test(tray.amount);
  return h('article', { class: 'panel', key: `table ${one.name}`, id: `table-${one.slug}` },
    h('h3', null, one.name, ' ', h('span', { class: one.open ? 'tag good' : 'tag' }, one.open ? 'open' : 'closed')),
    h('p', null, h('a', { href: `/law/${one.edition}` }, one.title), ', ', one.mode === 'keyed' ? 'real cards' : 'virtual cards', '. ',
      h('a', { href: `/odds/${one.slug}` }, 'Odds'), ' ', h('a', { href: `/sign/${one.slug}` }, 'Pay table')),
    h('p', { class: 'quiet' }, one.limits),
    one.liability.words && h('p', { class: 'liability' }, one.liability.words),
    h('dl', { class: 'pairs' },
      pair('Round', one.round || 'none yet'), pair('Seats taken', `${one.taken} of ${one.seats}`), pair('Dealer', one.dealer || 'nobody'),
      pair(tray.label, exact(tray.amount), tray.amount.startsWith('-'))),
    levers(one.name, one.acts),
    empty && h('p', { class: 'short' }, 'The tray is empty. Fill it before the table opens.'),
    one.act && h('p', null, h('button', { type: 'button', class: 'button', on: { click: () => turn(one) } }, one.open ? 'Close the table' : 'Open the table')),
    desk.refusals[one.slug] && h('p', { class: 'error', role: 'alert' }, desk.refusals[one.slug]),
    one.waits && h('p', { class: 'quiet' }, one.waits),
    h('details', { key: 'accounts' }, h('summary', null, 'Other accounts'),
      h('dl', { class: 'pairs' }, one.accounts.slice(1).map((each) => pair(each.label, exact(each.amount), each.amount.startsWith('-'))))),
    h('details', { key: 'signs' }, h('summary', null, `What must be posted (${one.signs.length})`), one.signs.map(sign)));
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

function turn(one) {
  const item = { ...one, key: one.slug, title: one.name };
  const action = { act: one.act, label: one.open ? 'Close the table' : 'Open the table', done: `${one.name} is ${one.open ? 'closed' : 'open'}.` };
  return one.confirm ? askFor(desk, item, { ...action, statement: one.confirm }) : desk.perform(item, action);
}

// ---- jackpots ----

function jackpot(one) {
  const state = one.operating ? 'tag good' : 'tag warn';
  return h('article', { class: 'panel', key: `jackpot ${one.name}` },
    h('h3', null, one.name, ' ', h('span', { class: state }, one.operating || !one.in_play ? one.state : `suspended: ${one.state}`)),
    h('p', null, `${one.schedule}${one.wager ? ` for a wager of $${one.wager}` : ''}, played for at ${one.members.join(', ') || 'no table'}. `,
      one.pending ? `${one.pending} award${one.pending > 1 ? 's' : ''} waiting. ` : '',
      one.ends_after_top ? 'Its end is announced: it is suspended once its top award is won. ' : '',
      one.eased ? `A ${one.eased} or better wins all of it. ` : '',
      one.approval ? `Approved: ${one.approval}. ` : '', why(one.why)),
    h('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': `Meters of ${one.name}` }, meters(one)),
    one.petitions.length > 0 && h('ul', { class: 'petitions' }, one.petitions.map((each) => h('li', null, `Petition ${each.number}, ${each.text} (${each.grounds}): `, h('strong', null, each.state)))),
    levers(one.name, one.acts, one.version));
}

function meters(one) {
  const names = ['Meter', 'Now', 'Seed', 'To the meter', 'To the reserve', 'Limit', 'Wagered', 'Won', 'Hits'];
  const rows = one.levels.map((level) => h('tr', { key: level.level }, h('th', { scope: 'row' }, level.label),
    [level.amount ? dollars(level.amount) : 'not in play', brief(level.seed), level.rate, level.reserve,
      level.limit ? `${brief(level.limit)}, then to ${level.overflow}` : 'none', level.wagered ? brief(level.wagered) : '', level.won ? brief(level.won) : '', String(level.hits)]
      .map((text, at) => h('td', { class: at ? 'number' : 'number money' }, text))));
  return grid(names, rows, { class: 'meters', numbers: [1, 2, 3, 4, 5, 6, 7, 8] });
}

show();
elections();
if (desk.doc.people) people(desk.doc, (words) => { tell(words); soon(); });
live('lobby', soon);

// The regulator's page: petitions that wait for a decision and those that were decided, kept up to date.
import { deskFor } from './desk.js';
import { draw, h } from './dom.js';
import { leversFor } from './levers.js';
import { calmly, live } from './live.js';
import { dollars } from './money.js';
import { fetched } from './send.js';
import { why } from './why.js';

const AGAIN = 2000;
const read = () => fetched('/api/petitions');
const place = (id) => document.getElementById(id);
const done = (item, action) => tell(`${item.title} is decided: ${action.label.toLowerCase()}.`);
const desk = deskFor(JSON.parse(place('view').textContent), { draw: show, read, done });
const levers = leversFor(desk);
const { soon } = calmly(again, AGAIN);

function tell(words) {
  place('done').textContent = words;
}

async function again() {
  const fresh = await read();
  if (!fresh) { soon(); return; }
  const more = fresh.waiting - desk.doc.waiting;
  desk.take(fresh);
  if (more > 0) tell(`${more} new petition${more > 1 ? 's' : ''}.`);
}

function made(words, one) {
  return one && h('div', null, h('dt', null, words),
    h('dd', null, `${one.at.slice(0, 10)} ${one.at.slice(11, 19)}, ${one.by}, `, h('a', { href: `/surveillance?before=${one.seq + 1}` }, `entry ${one.seq}`)));
}

function petition(one) {
  const waits = one.state === 'waits';
  return h('li', { class: 'panel', key: one.key },
    h('h3', null, one.title, ' ', h('span', { class: `tag ${waits ? 'warn' : one.state === 'refused' ? 'bad' : 'good'}` }, waits ? 'waits for you' : one.state)),
    h('p', { class: 'asks-for' }, one.asks, ' ', why(one.why)),
    h('dl', { class: 'pairs' }, h('div', null, h('dt', null, 'Grounds'), h('dd', null, one.grounds)),
      one.statement && h('div', null, h('dt', null, 'Statement'), h('dd', null, one.statement)),
      made('Recorded', one.recorded), made('Decided', one.decided),
      one.reference && h('div', null, h('dt', null, 'Reference'), h('dd', null, one.reference)),
      one.jackpot.levels.map((level) => h('div', { key: level.level }, h('dt', null, `${one.jackpot.name}, ${level.label.toLowerCase()}`), h('dd', { class: 'money' }, dollars(level.amount)))),
      h('div', null, h('dt', null, 'Played for at'), h('dd', null, one.jackpot.tables.join(', ') || 'no table'))),
    levers(one.title, one.acts));
}

function show() {
  const { petitions, waiting } = desk.doc;
  const link = document.querySelector('.nav [href="/petitions"]');
  if (link) link.textContent = waiting ? `Petitions (${waiting})` : 'Petitions';
  draw(place('petitions'), petitions.length ? h('ol', { class: 'plain stack-of-panels' }, petitions.map(petition))
    : h('p', { class: 'panel quiet' }, 'No licensee has recorded a petition.'));
}

show();
live('lobby', soon);

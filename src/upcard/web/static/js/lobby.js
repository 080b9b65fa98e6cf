// The lobby, live: the same markup as the server's first page, drawn again with each reading.

import { draw, h } from './dom.js';
import { live } from './live.js';
import { dollars } from './money.js';
import { act } from './send.js';
import { say } from './why.js';

const { who, role, demo } = document.body.dataset;
const token = document.querySelector('meta[name="token"]')?.content || '';

function jackpot(found) {
  return h('article', { class: 'jackpot felt', key: found.name },
    h('h3', null, found.name),
    h('dl', { class: found.levels.length === 1 ? 'one' : null }, found.levels.map((level) =>
      h('div', { key: level.level }, h('dt', null, level.label), h('dd', { class: 'money' }, dollars(level.amount))))),
    h('p', { class: found.suspended || found.pending.length ? 'quiet' : 'quiet usual' }, note(found)));
}

function note(found) {
  if (found.suspended) return `Suspended: ${found.suspended}`;
  const [hit] = found.pending;
  if (hit) return `Award pending: ${hit.hand} at ${hit.table}: ${dollars(hit.amount)} is being validated`;
  return found.tables.length ? `At ${found.tables.join(', ')}` : 'At no table now';
}

function place(table) {
  const mine = table.seats.find((seat) => seat.player && seat.player === who);
  return h('article', { class: 'place panel', key: table.slug, id: `table-${table.slug}` },
    h('div', { class: 'place-head' },
      h('h3', null, table.name, ' ', h('span', { class: table.open ? 'tag good' : 'tag' }, table.open ? 'open' : 'closed')),
      h('p', { class: 'quiet' }, table.title)),
    h('div', { class: 'round felt' },
      h('p', { class: 'meter' }, table.meters.map(reading)),
      h('p', { class: 'status' }, status(table)),
      h('ul', { class: 'arc', 'aria-label': `Seats: ${table.taken} of ${table.seats.length} taken` },
        table.seats.map((seat, at) => chair(seat, at, table.seats.length)))),
    h('div', { class: 'place-foot' },
      h('p', { class: 'quiet' }, table.limits),
      door(table, mine),
      h('p', { class: 'place-links' },
        h('a', { href: `/sign/${table.slug}` }, 'Pay table'),
        h('a', { href: `/odds/${table.slug}` }, 'Odds'),
        h('a', { href: `/law/${table.edition}` }, 'The law'))));
}

function reading(meter) {
  return h('span', { key: meter.jackpot + meter.level }, meter.label, ' ', h('b', { class: 'money' }, dollars(meter.amount)), ' ');
}

function status(table) {
  if (!table.open) return 'The table is closed';
  const words = table.words.charAt(0).toUpperCase() + table.words.slice(1);
  return `${words}${table.dealer ? ` · ${table.dealer} deals` : ''}`;
}

function chair(seat, at, count) {
  const mine = seat.player && seat.player === who;
  const bend = Math.min(3, Math.floor(Math.abs(at - (count - 1) / 2)));
  return h('li', { key: seat.seat, class: `arc-${bend}${seat.player ? ' taken' : ''}${mine ? ' you' : ''}` },
    h('b', null, seat.seat), h('span', null, mine ? 'you' : seat.player || 'free'));
}

function door(table, mine) {
  const to = `/table/${table.slug}`;
  const free = table.seats.find((seat) => !seat.player);
  if (role === 'dealer') return h('a', { class: 'button primary big', href: `/dealer/${table.slug}` }, 'Deal here');
  if (role !== 'player' && role !== 'none') return h('a', { class: 'button big', href: to }, 'Watch');
  if (mine) return h('a', { class: 'button primary big', href: to }, `Back to seat ${mine.seat}`);
  if (!table.open || !free) return h('a', { class: 'button big', href: to }, table.open ? 'Full: watch' : 'View');
  if (role === 'player') {
    const click = (event) => sit(event, table, free.seat);
    return h('a', { class: 'button primary big', href: to, on: { click } }, 'Sit down');
  }
  if (demo === undefined) {
    return h('a', { class: 'button primary big', href: `/sign-in?next=${encodeURIComponent(to)}` }, 'Sign in and sit down');
  }
  return h('form', { method: 'post', action: '/demo/player' },
    h('input', { type: 'hidden', name: 'token', value: token }), h('input', { type: 'hidden', name: 'next', value: to }),
    h('button', { class: 'button primary big' }, 'Sit down'));
}

async function sit(event, table, seat) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const link = event.currentTarget || event.target;
  const answer = await act(table.slug, { act: 'TakeSeat', seat, player: who });
  if (answer.ok) location.href = `/table/${table.slug}`;
  else say(link, answer.document);
}

function show(view) {
  const root = document.getElementById('lobby');
  draw(root, [
    view.jackpots.length > 0 && h('section', { class: 'jackpots', 'aria-label': 'Jackpots', key: 'jackpots' }, view.jackpots.map(jackpot)),
    h('section', { 'aria-label': 'Tables', key: 'tables' }, h('div', { class: 'tables' }, view.tables.map(place))),
  ]);
}

show(JSON.parse(document.getElementById('view').textContent));
live('lobby', show);

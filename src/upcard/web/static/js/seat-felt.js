// The felt as a player sees it: the other seats small above, the dealer's hand, the own hand large.

import { card } from './cards.js';
import { h } from './dom.js';
import { brief, cents, amount as asText, dollars, signed } from './money.js';

const PLACES = { 'caribbean-stud': 5, 'bonus-six': 4 };

export function head(view, on) {
  const { table } = view;
  return h('header', { class: 'seat-head', key: 'head' },
    h('h1', null, table.name), h('p', { class: 'quiet seat-title' }, table.title, table.round ? ` · round ${table.round}` : ''),
    h('div', { class: 'seat-meters' }, view.meters.map((meter) =>
      h('p', { key: meter.jackpot + meter.level }, h('span', { class: 'quiet' }, meter.label), ' ',
        h('b', { class: 'money' }, dollars(meter.amount)), meter.suspended && h('span', { class: 'tag warn' }, meter.suspended)))),
    view.you !== null && h('button', { type: 'button', class: 'button small', on: { click: on.leave } }, 'Leave'));
}

export function others(view, may, on) {
  return h('ol', { class: 'others plain', 'aria-label': 'Seats', key: 'others' },
    view.seats.filter((seat) => !seat.you).map((seat) => pod(view, seat, may, on)));
}

function pod(view, seat, may, on) {
  const total = seat.wagers.reduce((sum, wager) => sum + cents(wager.amount), 0);
  const free = !seat.player;
  const sit = { type: 'button', class: 'button small', 'aria-label': `Sit down in seat ${seat.seat}`, on: { click: () => on.sit(seat.seat) } };
  const cards = () => seat.cards.map((code, at) => card(code, { size: 's', back: view.back, key: `${at}${code || ''}` }));
  const standing = seat.words || (total ? 'plays' : free ? 'free' : '');
  return h('li', { class: `pod ${seat.state}${seat.winner ? ' winner' : ''}`, key: seat.seat },
    h('span', { class: 'pod-name' }, h('b', null, seat.seat), ' ', seat.player || ''),
    free && may ? h('button', sit, 'Sit') : h('span', { class: 'fan' }, cards()),
    h('span', { class: 'pod-words' }, seat.net !== null ? signed(seat.net).replace(/\.00$/, '') : standing),
    h('span', { class: 'pod-words quiet' }, seat.hand || (total ? brief(asText(total)) : '')));
}

export function house(view) {
  const { dealer } = view;
  if (view.table.game === 'bonus-six') return community(view);
  return h('section', { class: 'dealers', 'aria-label': "The dealer's hand", key: 'house' },
    h('div', { class: 'hand hand-m' }, row(dealer.cards, 5, 'm', view.back)),
    h('p', { class: 'hand-name' }, h('span', { class: 'quiet' }, view.table.dealer ? `Dealer ${view.table.dealer}` : 'Dealer'),
      dealer.hand && h('b', null, dealer.hand), verdict(dealer.qualifies), extras(view),
      view.called && h('span', { class: 'tag warn' }, 'supervisor called')));
}

function verdict(qualifies) {
  if (qualifies === null || qualifies === undefined) return null;
  return h('span', { class: 'tag' }, qualifies ? 'the hand plays' : 'no hand');
}

function extras(view) {
  return [
    view.magic_card && h('span', { class: 'tag gold' }, 'magic card'),
    view.magic_card && card(view.magic_card, { size: 's' }),
    view.lucky && h('span', { class: 'tag gold' }, `lucky: ${view.lucky === 'dealer' ? "the dealer's hand" : `seat ${view.lucky}`}`),
  ];
}

function community(view) {
  const there = view.community || view.community_dealt;
  return h('section', { class: 'dealers', 'aria-label': 'The community card', key: 'house' },
    h('div', { class: 'hand hand-m' }, row(there ? [view.community ?? null] : [], 1, 'm', view.back)),
    h('p', { class: 'hand-name' }, h('span', { class: 'quiet' }, 'Community card')));
}

export function ownHand(view, own) {
  const places = Math.max(PLACES[view.table.game] ?? 5, own.cards.length);
  const over = own.net !== null;
  return h('section', { class: 'own', 'aria-label': 'Your hand', key: 'own' },
    h('div', { class: 'hand hand-l' }, row(own.cards, places, 'l', view.back, own.state === 'fold' || own.state === 'discard')),
    h('p', { class: 'hand-name' },
      h('span', { class: 'quiet' }, `Your hand, seat ${own.seat}`), own.hand && h('b', null, own.hand),
      own.words && own.state !== 'deciding' && h('span', { class: 'tag' }, own.words),
      view.hits.filter((hit) => hit.seat === own.seat).map(award),
      over && h('b', { class: `net ${cents(own.net) < 0 ? 'loss' : 'gain'}` }, signed(own.net))));
}

function award(hit) {
  const stands = hit.state === 'pending' ? 'is being validated' : hit.state;
  return h('span', { class: 'tag gold', key: `hit${hit.number}` }, `★ ${hit.hand}: ${dollars(hit.amount)} ${stands}`);
}

/** Cards, or the places where they will lie, so that nothing moves when they come. */
function row(cards, places, size, back, dim = false) {
  const empty = Math.max(0, places - cards.length);
  return [
    cards.map((code, at) => card(code, { size, back, dim, key: `${at}${code || ''}` })),
    Array.from({ length: empty }, (_, at) => h('span', { class: `slot slot-${size}`, key: `empty${at + cards.length}` })),
  ];
}

// The table as a player sees it: the other seats small above, what lies before the dealer, the own hand large.

import { card, hand } from './cards.js';
import { h } from './dom.js';
import { house as before, meter } from './felt.js';
import { brief, cents, amount as asText, dollars, signed } from './money.js';
import { standing } from './seat-stay.js';

export function head(state, on) {
  const { document: view } = state;
  const { table } = view;
  return h('header', { class: 'seat-head', key: 'head' },
    h('h1', null, table.name), h('p', { class: 'quiet seat-title' }, table.title, table.round ? ` · round ${table.round}` : ''),
    standing(state), h('p', { class: 'seat-meters' }, view.meters.map(meter)),
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
  const standing = seat.words || (total ? 'plays' : free ? 'free' : '');
  return h('li', { class: `pod ${seat.state}${seat.winner ? ' winner' : ''}`, key: seat.seat },
    h('span', { class: 'pod-name' }, h('b', null, seat.seat), ' ', seat.player || ''),
    free && may ? h('button', sit, 'Sit') : h('span', { class: 'fan' }, hand(seat.cards, { size: 's', back: view.back })),
    h('span', { class: 'pod-words' }, seat.net !== null ? signed(seat.net).replace(/\.00$/, '') : standing),
    h('span', { class: 'pod-words quiet' }, seat.hand || (total ? brief(asText(total)) : '')));
}

export function house(view) {
  const found = before(view);
  const dealer = found.name === 'Dealer' && view.table.dealer;
  return h('section', { class: 'dealers', 'aria-label': found.name, key: 'house' },
    hand(found.cards, { back: view.back, places: found.places }),
    h('p', { class: 'hand-name' }, h('span', { class: 'quiet' }, dealer ? `Dealer ${dealer}` : found.name),
      found.hand && h('b', null, found.hand), found.plays && h('span', { class: 'tag' }, found.plays), drawn(view),
      view.called && h('span', { class: 'tag warn' }, 'supervisor called')));
}

/** What was drawn beside the cards. */
function drawn(view) {
  return [
    view.magic_card && h('span', { class: 'tag gold' }, 'magic card'),
    view.magic_card && card(view.magic_card, { size: 's' }),
    view.lucky && h('span', { class: 'tag gold' }, `lucky: ${view.lucky === 'dealer' ? "the dealer's hand" : `seat ${view.lucky}`}`),
  ];
}

export function ownHand(view, own) {
  const won = own.net !== null && cents(own.net) > 0;
  return h('section', { class: `own is-${own.state}${won ? ' won' : ''}`, 'aria-label': 'Your hand', key: 'own' },
    hand(own.cards, { size: 'l', back: view.back, places: before(view).own }),
    h('p', { class: 'hand-name' },
      h('span', { class: 'quiet' }, `Your hand, seat ${own.seat}`), own.hand && h('b', null, own.hand),
      own.words && !['deciding', 'bet'].includes(own.state) && h('span', { class: 'tag' }, own.words),
      view.hits.filter((hit) => hit.seat === own.seat).map(award),
      own.net !== null && h('b', { class: `net ${cents(own.net) < 0 ? 'loss' : 'gain'}`, key: 'net' }, won && '★ ', signed(own.net))));
}

/** How the last own round went, while the next one is bet on. */
export function lastRound({ receipt: last, table }) {
  if (!last) return null;
  const title = last.round === table.round - 1 ? 'Last round' : `Round ${last.round}`;
  const none = last.dealer.qualifies === false ? ', which did not qualify' : '';
  const folded = last.lines.some((line) => line.result === 'forfeit');
  const against = folded ? ', folded' : last.dealer.hand ? ` against the dealer’s ${last.dealer.hand}${none}` : '';
  return h('p', { class: 'last-round', key: 'last-round' }, `${title} `,
    h('b', { class: `money ${cents(last.net) < 0 ? 'loss' : 'gain'}` }, signed(last.net)),
    last.hand ? `: ${last.hand}${against}. ` : '. ', h('a', { href: '#receipt' }, 'Receipt'));
}

function award(hit) {
  const stands = hit.state === 'pending' ? 'is being validated' : hit.state;
  return h('span', { class: 'tag gold', key: `hit${hit.number}` }, `★ ${hit.hand}: ${dollars(hit.amount)} ${stands}`);
}

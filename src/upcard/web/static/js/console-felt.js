// The felt from above: the dealer's hand at the top, the seats from the highest on the left to 1 on the right.
import { h } from './dom.js';
import { hand } from './cards.js';
import { brief, dollars, signed } from './money.js';

function qualifies(dealer) {
  if (dealer.qualifies === null || dealer.qualifies === undefined) return null;
  return h('span', { class: 'tag' }, dealer.qualifies ? 'plays' : 'no hand');
}

/** A hand, or the places where it will lie. */
function laid(cards, back, places) {
  if (cards.length) return hand(cards, { back, size: 's' });
  return h('span', { class: 'hand' }, Array.from({ length: places }, (_, at) => h('span', { class: 'slot slot-s', key: `slot ${at}` })));
}

function houseCards(doc) {
  if (doc.table.game === 'bonus-six') {
    return h('div', { class: 'dealer', id: 'dealer-hand', key: 'dealer' },
      h('span', { class: 'quiet' }, 'Community'),
      laid(doc.community_dealt || doc.community ? [doc.community] : [], doc.back, 1), h('span'));
  }
  const dealer = doc.dealer;
  return h('div', { class: 'dealer', id: 'dealer-hand', key: 'dealer' },
    h('span', { class: 'quiet' }, 'Dealer'),
    laid(dealer.cards, doc.back, 5),
    h('span', { class: 'hand-name' }, dealer.hand || '', ' ', qualifies(dealer)));
}

function wager(seat, item) {
  const lamp = item.wager === 'progressive' && seat.lamp ? seat.lamp_words || seat.lamp : null;
  return h('span', { class: `wager wager-${item.wager}`, key: item.wager, title: item.label },
    h('span', {}, item.label), h('span', { class: 'money' }, brief(item.amount)),
    lamp ? h('span', { class: `lamp lamp-${seat.lamp}`, title: `lamp: ${lamp}` }, h('span', { class: 'visually-hidden' }, lamp)) : null);
}

function net(seat) {
  if (seat.net === null || seat.net === undefined) return null;
  const kind = seat.net.startsWith('-') ? 'lost' : 'won';
  return h('span', { class: `net money ${kind}` }, signed(seat.net));
}

function keyed(doc, seat) {
  const hit = (doc.hits || []).find((item) => item.seat === seat.seat && (!item.table || item.table === doc.table.name));
  if (!hit && !seat.winner) return null;
  return h('span', { class: 'tag keyed' }, hit ? `★ ${dollars(hit.amount)}` : '★ winner keyed');
}

function place(doc, seat, around, at) {
  const asked = doc.next && doc.next.seat === seat.seat;
  const bend = Math.round(Math.min(at, around.count - 1 - at) * 6 / Math.max(1, around.count - 1));
  const won = keyed(doc, seat);
  const state = seat.player === null ? 'empty' : seat.state;
  return h('button', {
    type: 'button', key: `seat-${seat.seat}`, 'data-seat': `${seat.seat}`,
    class: `seat bend-${bend} is-${state}${asked ? ' asked' : ''}`,
    'aria-pressed': around.selected === seat.seat ? 'true' : 'false',
    on: { click: () => around.select(seat.seat) },
  },
  h('span', { class: 'seat-head' }, h('span', { class: 'number' }, `${seat.seat}`),
    h('span', { class: won ? 'player visually-hidden' : 'player' }, seat.player || 'empty'), won),
  h('span', { class: 'seat-cards' }, hand(seat.cards, { back: doc.back, size: 's' })),
  h('span', { class: 'seat-hand' }, seat.hand || ''),
  h('span', { class: seat.wagers.length > 3 ? 'wagers many' : 'wagers' }, ...seat.wagers.map((item) => wager(seat, item))),
  h('span', { class: 'seat-words' }, h('span', {}, seat.words || ''), net(seat)));
}

/** The felt; `select` is told the number of a seat that is pressed. */
export function felt(doc, selected, select) {
  const seats = [...doc.seats].sort((a, b) => b.seat - a.seat);
  const around = { count: seats.length, selected, select };
  return h('section', { class: 'felt', key: 'felt', 'aria-label': 'The table', 'data-back': doc.back },
    houseCards(doc),
    h('div', { class: `seats of-${seats.length}`, role: 'group', 'aria-label': 'Seats' },
      ...seats.map((seat, at) => place(doc, seat, around, at))));
}

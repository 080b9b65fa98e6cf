// The table of an exercise, drawn as the console draws a live one: the dealer above, the seats from the right of the dealer.

import { h } from './dom.js';
import { hand } from './cards.js';
import { brief, dollars } from './money.js';

function house(doc) {
  if (doc.table.game === 'bonus-six') {
    return h('div', { class: 'dealer' }, h('span', { class: 'quiet' }, 'Community'),
      hand(doc.community_dealt ? [doc.community] : [], { back: doc.back, size: 's' }), h('span', {}));
  }
  const dealer = doc.dealer || { cards: [], hand: null };
  return h('div', { class: 'dealer' }, h('span', { class: 'quiet' }, 'Dealer'),
    hand(dealer.cards, { back: doc.back, size: 's' }), h('span', { class: 'hand-name' }, dealer.hand || ''));
}

function seat(doc, one) {
  return h('li', { class: `place is-${one.state}`, key: `seat-${one.seat}` },
    h('p', { class: 'place-head' }, h('span', { class: 'visually-hidden' }, 'Seat '), h('span', { class: 'number' }, `${one.seat}`),
      h('span', { class: 'place-words' }, one.words)),
    h('div', { class: 'place-cards' }, hand(one.cards, { back: doc.back, size: 's' })),
    h('p', { class: 'place-hand' }, one.hand || ''),
    h('ul', { class: 'place-wagers' }, ...one.wagers.map((item, at) => h('li', { key: `${item.wager}-${at}` },
      h('span', {}, item.label), h('span', { class: 'money' }, brief(item.amount))))));
}

function meters(doc) {
  return h('span', { class: 'meters' }, ...doc.meters.map((one) => h('span', { class: 'meter', key: one.level }, `${one.label} `,
    h('strong', { class: 'money' }, dollars(one.amount)))));
}

function decks(doc) {
  return doc.decks.map((deck) => `${deck.back} deck ${deck.stage}`).join(', ');
}

/** The table of an exercise. */
export function felt(doc) {
  const seats = [...doc.seats].sort((a, b) => b.seat - a.seat);
  return h('div', { class: 'felt training-felt', key: 'felt', 'data-back': doc.back },
    h('p', { class: 'felt-head' }, h('strong', {}, doc.table.name), h('span', { class: 'quiet' }, doc.table.title), meters(doc)),
    house(doc),
    seats.length
      ? h('ol', { class: 'places', 'aria-label': 'Seats, from the dealer\'s right' }, ...seats.map((one) => seat(doc, one)))
      : h('p', { class: 'no-seats quiet' }, 'No wager is down.'),
    h('p', { class: 'felt-foot quiet' }, doc.words, doc.decks.length ? ` · ${decks(doc)}` : '',
      doc.devices.length ? ` · ${doc.devices.join(', ')}` : ''));
}

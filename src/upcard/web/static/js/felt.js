// The felt from above, wherever it is drawn: at the console, in a film, in an exercise. What lies before the dealer is at
// the top, the seats go from the highest on the left to 1 on the right. All of it is in the document.
import { hand } from './cards.js';
import { h } from './dom.js';
import { brief, dollars, signed } from './money.js';
import { short } from './why.js';

const PLAYS = { true: 'dealer qualifies', false: 'dealer doesn’t qualify' };
const LIT = ['placed', 'accepted'];

/** What lies before the dealer: the card that all hands share where there is one, else the dealer's own hand. */
export function house(doc) {
  if (doc.community_dealt !== undefined) {
    return { name: 'Community card', cards: doc.community_dealt ? [doc.community ?? null] : [], places: 1, own: 4 };
  }
  return { name: 'Dealer', ...doc.dealer, plays: PLAYS[doc.dealer.qualifies], places: 5, own: 5 };
}

/** A meter with its name, and why it is suspended if it is. */
export function meter(one) {
  return h('span', { class: 'meter', id: `meter-${one.level}`, key: `${one.jackpot} ${one.level}` },
    h('span', { class: 'quiet' }, one.label || `${one.level.replaceAll('_', ' ')} meter`), ' ',
    h('strong', { class: 'money' }, dollars(one.amount)),
    one.suspended && h('span', { class: 'tag warn' }, ` suspended: ${one.suspended}`));
}

/** The decks, what is left of the one in play, and the devices, in words. */
export function decks(doc, shown = doc.decks) {
  const stub = doc.stub?.state ?? doc.stub;
  const words = shown.map((deck) => `${deck.words.split(' (')[0]} ${deck.stage}${deck.current && shown.length > 1 ? ' (current)' : ''}`);
  return [...words, stub && `stub ${stub}`, ...doc.devices].filter(Boolean);
}

/** The light of a wager that a device takes, once the wager lies there. */
export function lamp(seat, words = '') {
  if (!LIT.includes(seat.lamp)) return null;
  const said = seat.lamp_words || seat.lamp;
  return h('span', { class: `lamp lamp-${seat.lamp}`, title: `light: ${said}` },
    h('span', { class: words ? null : 'visually-hidden' }, `${words}${said}`));
}

function middle(doc) {
  const found = house(doc);
  return h('div', { class: 'dealer', id: 'dealer-hand', key: 'dealer' },
    h('span', { class: 'quiet' }, found.name),
    hand(found.cards, { back: doc.back, size: 's', places: found.places }),
    h('span', { class: 'hand-name' }, found.hand || '', ' ', found.plays && h('span', { class: 'tag' }, found.plays)));
}

function keyed(doc, seat) {
  const hit = doc.hits?.find((item) => item.seat === seat.seat && (!item.table || item.table === doc.table.name));
  if (!hit && !seat.winner) return null;
  return h('span', { class: 'tag keyed' }, hit ? `★ ${dollars(hit.amount)}` : '★ winner keyed');
}

function wager(item, at) {
  return h('span', { class: 'wager', key: `${item.wager} ${at}`, title: item.label },
    h('span', {}, item.short), h('span', { class: 'money' }, brief(item.amount)));
}

/** A seat in its box; one that can be chosen is a button. */
function place(doc, seat, around, at) {
  const bend = Math.round(Math.min(at, around.count - 1 - at) * 6 / Math.max(1, around.count - 1));
  const won = keyed(doc, seat);
  const asked = doc.next && doc.next.seat === seat.seat;
  const chosen = around.select && {
    type: 'button', 'aria-pressed': around.selected === seat.seat ? 'true' : 'false', on: { click: () => around.select(seat.seat) },
  };
  return h(around.select ? 'button' : 'li', {
    key: `seat-${seat.seat}`, 'data-seat': `${seat.seat}`, class: `seat bend-${bend} is-${seat.state}${asked ? ' asked' : ''}`, ...chosen,
  },
  h('span', { class: 'seat-head' }, h('span', { class: 'visually-hidden' }, 'Seat '), h('span', { class: 'number' }, `${seat.seat}`),
    h('span', { class: won ? 'player visually-hidden' : 'player' }, seat.player ?? 'empty'), won, lamp(seat)),
  h('span', { class: 'seat-cards' }, hand(seat.cards, { back: doc.back, size: 's', dim: seat.racked })),
  h('span', { class: 'seat-hand' }, [seat.hand, seat.racked && 'racked'].filter(Boolean).join(', ')),
  h('span', { class: seat.wagers.length > 3 ? 'wagers many' : 'wagers' }, seat.wagers.map(wager)),
  h('span', { class: 'seat-words' }, h('span', {}, seat.state === 'empty' ? '' : seat.words),
    seat.net && h('span', { class: `net money ${seat.net.startsWith('-') ? 'loss' : 'gain'}` }, signed(seat.net))));
}

/** What happened last, the newest first. */
export function log(doc) {
  const { edition } = doc.table;
  const newest = [...doc.log].sort((a, b) => b.seq - a.seq);
  return h('ol', { class: 'plain' }, newest.map((item) => h('li', { key: `${item.seq} ${item.text}` }, h('time', { class: 'quiet' }, item.at), ' ', item.text, ' ',
    item.clause && h('a', { class: 'quiet', href: `/law/${edition}#${encodeURIComponent(item.clause)}`, tabindex: '-1' }, short(item.clause, edition)))));
}

/** The felt. `select` is told the number of a seat that is pressed; `head` and `foot` stand above and below. */
export function felt(doc, { selected, select, head, foot, look = '' } = {}) {
  const seats = [...doc.seats].sort((a, b) => b.seat - a.seat);
  const around = { count: seats.length, selected, select };
  return h('section', { class: `felt ${look}`, key: 'felt', 'aria-label': 'The table', 'data-back': doc.back },
    head, middle(doc),
    h(select ? 'div' : 'ol', { class: `plain seats of-${seats.length}`, role: select ? 'group' : null, 'aria-label': "Seats, from the dealer's right" },
      seats.map((seat, at) => place(doc, seat, around, at))),
    foot);
}

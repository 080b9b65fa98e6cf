// A pad of fifty-two cards: one press for each, by finger, pointer or arrow keys. A card that lies elsewhere already is grey.
import { h } from './dom.js';
import { cardName } from './cards.js';
import { house } from './felt.js';

const RANKS = [...'AKQJT98765432'];
const SUITS = [['s', '♠'], ['h', '♥'], ['d', '♦'], ['c', '♣']];
const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -RANKS.length, ArrowDown: RANKS.length };

/** The cards that this document shows elsewhere than where the next step asks for cards, each with where it lies. */
export function lying(doc) {
  const { seat, asks } = doc.next;
  const own = asks.some((ask) => ask.name === 'dealer');
  const places = [
    ...doc.seats.filter((other) => other.seat !== seat).map((other) => [other.cards, `seat ${other.seat}`]),
    ...(own ? [] : [[house(doc).cards, 'the dealer']]),
  ];
  return Object.fromEntries(places.flatMap(([cards, where]) => cards.filter(Boolean).map((code) => [code, where])));
}

function pressed(cards, code, count) {
  const without = cards.filter((other) => other !== code);
  if (without.length < cards.length) return without.join(' ');
  return (count === 1 ? [code] : [...cards, code].slice(0, count || 52)).join(' ');
}

/** A card as it is read, with its rank and its suit. */
export function tile(code, at) {
  const [rank, suit] = code;
  return h('span', { class: `tile suit-${suit}`, key: `${at}${code}`, role: 'img', 'aria-label': cardName(code) },
    rank === 'T' ? '10' : rank, Object.fromEntries(SUITS)[suit]);
}

function cell(rank, [suit, symbol], field, cards) {
  const code = rank + suit;
  const taken = !cards.includes(code) && field.taken?.[code];
  const text = `${rank === 'T' ? '10' : rank}${symbol}`;
  const name = `${text}, ${cardName(code)}`;
  return h('button', {
    type: 'button', class: `cell suit-${suit}`, key: code, tabindex: code === 'As' ? '0' : '-1', 'data-card': code,
    'aria-pressed': cards.includes(code) ? 'true' : 'false', 'aria-disabled': taken ? 'true' : null,
    'aria-label': taken ? `${name}, lies with ${taken}` : name, title: taken ? `Lies with ${taken}` : null,
    on: { click: () => taken || field.change(pressed(cards, code, field.count)) },
  }, text);
}

/** From a field to its pad, with the arrow that points there. */
export function toPad(event) {
  if (event.key !== 'ArrowDown') return;
  const first = event.target.closest('.cards-field').querySelector('.cell');
  if (!first) return;
  event.preventDefault();
  first.focus();
}

/** Arrows go from card to card, Enter and space press one; Escape and what is typed go to the field. */
function walk(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.key === 'Tab' || event.key === 'Shift') return;
  const cells = [...event.currentTarget.querySelectorAll('.cell')];
  const step = ARROWS[event.key];
  event.stopPropagation();
  if (step) {
    event.preventDefault();
    cells.at((cells.indexOf(event.target) + step) % cells.length).focus();
  } else if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    if (!event.repeat) event.target.click();
  } else event.currentTarget.closest('.cards-field').querySelector('input').focus();
}

/** The pad of a field with these cards; the writer stays in the field while a pointer presses here. */
export function pad(field, cards) {
  return h('div', {
    class: 'card-grid', role: 'group', 'aria-label': `${field.label}, on a pad`,
    on: { keydown: walk, mousedown: (event) => event.preventDefault() },
  }, ...SUITS.flatMap((suit) => RANKS.map((rank) => cell(rank, suit, field, cards))));
}

// Cards keyed by two characters each, by typing ("As Kd 10h") or on a grid of fifty-two small buttons; and amounts keyed
// by the chips that lie there.
import { h } from './dom.js';
import { card, cardName } from './cards.js';
import { chip } from './chips.js';
import { amount as asText, brief, cents } from './money.js';

const RANKS = [...'AKQJT98765432'];
const SUITS = [['s', '♠'], ['h', '♥'], ['d', '♦'], ['c', '♣']];
const SYMBOLS = Object.fromEntries(SUITS.map(([letter, symbol]) => [symbol, letter]));

/** The cards in a text, as written so far: "as 10H q♦" is As, Th, Qd. */
export function readCards(text) {
  const found = text.replaceAll('10', 'T').matchAll(/([2-9tjqka])\s*([shdc♠♥♦♣])/gi);
  return [...found].map(([, rank, suit]) => rank.toUpperCase() + (SYMBOLS[suit] || suit.toLowerCase()));
}

/** What is left of a text when its cards are taken out: something that was not understood, or nothing. */
export function unread(text) {
  return text.replaceAll('10', 'T').replace(/([2-9tjqka])\s*([shdc♠♥♦♣])/gi, '').replace(/[\s,]+/g, '');
}

function press(text, code, count) {
  const cards = readCards(text);
  const without = cards.filter((other) => other !== code);
  if (without.length < cards.length) return without.join(' ');
  return (count === 1 ? [code] : [...cards, code].slice(0, count || 52)).join(' ');
}

function cell(rank, [suit, symbol], field) {
  const code = rank + suit;
  const on = readCards(field.text).includes(code);
  return h('button', {
    type: 'button', class: `cell suit-${suit}`, key: code, tabindex: '-1', 'data-card': code,
    'aria-pressed': on ? 'true' : 'false', 'aria-label': cardName(code),
    on: { click: () => field.change(press(field.text, code, field.count)) },
  }, rank === 'T' ? '10' : rank, symbol);
}

function shown(field) {
  const cards = readCards(field.text);
  const empty = Math.max(0, (field.count || 0) - cards.length);
  return h('span', { class: 'keyed-cards' }, ...cards.map((code, at) => h('span', { key: `${at}` }, card(code, { size: 's' }))),
    ...Array.from({ length: empty }, (_, at) => h('span', { class: 'gap', key: `gap ${at}`, 'aria-hidden': 'true' })));
}

/** A field for cards: `field` has id, label, text, count, whether it has the grid, `change(text)` and `enter()`. */
export function cardsField(field) {
  return h('div', { class: `cards-field${field.count === 1 ? ' one' : ''}`, key: field.id },
    h('div', { class: 'cards-typed' },
      h('label', { for: field.id }, field.label),
      h('input', {
        id: field.id, props: { value: field.text }, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', 'data-kind': 'cards',
        placeholder: field.count === 1 ? 'As' : 'As Kd …',
        on: { input: (event) => field.change(event.target.value), focus: field.enter },
      }),
      shown(field)),
    field.grid ? h('div', { class: 'card-grid', role: 'group', 'aria-label': `${field.label}, on a grid` },
      ...SUITS.flatMap((suit) => RANKS.map((rank) => cell(rank, suit, field)))) : null);
}

const CHIPS = /(\d*)\s*([a-z])/gi;

/** What was keyed by chips as an amount ("2g r" is $55.00); anything else as it was written. */
export function readChips(text, chips = []) {
  const worth = Object.fromEntries(chips.map((one) => [one.key, cents(one.worth)]));
  const found = [...text.matchAll(CHIPS)].map(([, count, letter]) => Number(count || 1) * worth[letter.toLowerCase()]);
  const sum = found.reduce((all, one) => all + one, 0);
  return !found.length || Number.isNaN(sum) || text.replace(CHIPS, '').trim() ? text : asText(sum);
}

/** A button for each denomination, which says its key, and what they come to. */
export function chipButtons(ask, text, change) {
  const sum = readChips(text, ask.chips);
  return h('div', { class: 'chip-keys', role: 'group', 'aria-label': `${ask.label}, by chips` },
    ask.chips.map(({ key, worth }) => h('button', {
      type: 'button', class: 'button chip-key', key, tabindex: '-1', 'aria-label': `${brief(worth)} chip`,
      on: { click: () => change(sum === text ? key : text + key) },
    }, chip(worth.replace(/\.00$/, '')), h('kbd', {}, key.toUpperCase()))),
    h('output', { class: 'money' }, sum === text ? '' : `= ${brief(sum)}`));
}

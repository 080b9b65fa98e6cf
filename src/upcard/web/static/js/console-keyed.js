// Cards keyed by typing ("As Kd 10h", or a suit once behind its ranks: "AKs9h94d") or on a pad; and amounts keyed by the
// chips that lie there.
import { h } from './dom.js';
import { pad, tile, toPad } from './console-pad.js';
import { chip } from './chips.js';
import { amount as asText, brief, cents } from './money.js';

const SYMBOLS = { '♠': 's', '♥': 'h', '♦': 'd', '♣': 'c' };
const RUN = /((?:[2-9tjqka]\s*)+)([shdc♠♥♦♣])/gi;

function ranksOf(text) {
  return [...text.replace(/\s/g, '').toUpperCase()];
}

/** The cards in a text, as written so far: "as 10H q♦" is As, Th, Qd, and "AKs9d" is As, Ks, 9d. */
export function readCards(text) {
  const found = text.replaceAll('10', 'T').matchAll(RUN);
  return [...found].flatMap(([, ranks, suit]) => ranksOf(ranks).map((rank) => rank + (SYMBOLS[suit] || suit.toLowerCase())));
}

/** What is left of a text when its cards are taken out: ranks that wait for their suit, something that was not understood, or nothing. */
export function unread(text) {
  return text.replaceAll('10', 'T').replace(RUN, '').replace(/[\s,]+/g, '');
}

function waiting(text) {
  return ranksOf(/^[2-9tjqka]*$/i.test(unread(text)) ? unread(text) : '');
}

function shown(field) {
  const cards = readCards(field.text);
  const ranks = waiting(field.text);
  const empty = Math.max(ranks.length, (field.count || 0) - cards.length);
  return h('span', { class: 'keyed-cards' }, cards.map((code, at) => tile(code, at)),
    Array.from({ length: empty }, (_, at) => h('span', { class: 'tile gap', key: `gap ${at}`, 'aria-hidden': 'true' }, ranks[at]?.replace('T', '10'))));
}

/** Where the pad is at hand a screen brings no keyboard of its own up. */
function byFinger() {
  return globalThis.matchMedia?.('(pointer: coarse)').matches;
}

/** A field for cards: `field` has id, label, text, count, whether it has the pad, `change(text)` and `enter()`. */
export function cardsField(field) {
  return h('div', { class: `cards-field${field.count === 1 ? ' one' : ''}`, key: field.id },
    h('div', { class: 'cards-typed' },
      h('label', { for: field.id }, field.label),
      h('input', {
        id: field.id, props: { value: field.text }, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', 'data-kind': 'cards',
        placeholder: field.count === 1 ? 'As' : 'As Kd …', inputmode: field.grid && byFinger() ? 'none' : null,
        on: { input: (event) => field.change(event.target.value), focus: field.enter, keydown: toPad },
      }),
      shown(field)),
    field.grid ? pad(field, readCards(field.text)) : null);
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

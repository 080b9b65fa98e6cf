// An amount as an odometer: each digit is a wheel that rolls to its place, and stays in its column when the amount grows.
import { h } from './dom.js';
import { dollars } from './money.js';

const DIGITS = [...'0123456789'];

function wheel(digit, place) {
  return h('span', { class: 'wheel', key: `${place}` },
    h('span', { class: `reel at-${digit}` }, ...DIGITS.map((other) => h('span', { key: other }, other))));
}

function part(character, place) {
  if (DIGITS.includes(character)) return wheel(character, place);
  return h('span', { class: 'mark', key: `${place} ${character}` }, character);
}

/** The tree of an odometer; places are counted from the right. */
export function odometer(id, amount) {
  const shown = dollars(amount);
  return h('span', { class: `odometer of-${shown.length}`, id, key: id, 'data-amount': amount },
    h('span', { class: 'visually-hidden' }, shown),
    h('span', { class: 'wheels', 'aria-hidden': 'true' },
      ...[...shown].map((character, at) => part(character, shown.length - at))));
}

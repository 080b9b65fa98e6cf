// Playing cards, drawn here: an index in two corners, one large pip where the card is small and the full layout where it
// is large; courts as a letter in a framed panel, and as figures where the card is large. Colours come from the style sheet, so that the deck of four colours is
// a class there.

import { h } from './dom.js';

const PIPS = {
  s: 'M0-15C5-8 14-3 14 4C14 9 10.5 11.5 7.5 11.5C5 11.5 3 10.5 1.5 8.5C2 11.5 3 13.5 5 15H-5'
    + 'C-3 13.5-2 11.5-1.5 8.5C-3 10.5-5 11.5-7.5 11.5C-10.5 11.5-14 9-14 4C-14-3-5-8 0-15Z',
  h: 'M0 15C-6 8-15 2-15-6C-15-12-10.5-15-7-15C-3.5-15-1-13 0-9.5C1-13 3.5-15 7-15C10.5-15 15-12 15-6C15 2 6 8 0 15Z',
  d: 'M0-16C3.5-9 7.5-4 12 0C7.5 4 3.5 9 0 16C-3.5 9-7.5 4-12 0C-7.5-4-3.5-9 0-16Z',
  c: 'M7-7.5A7 7 0 1 1-7-7.5A7 7 0 1 1 7-7.5ZM-1 3.5A7 7 0 1 1-15 3.5A7 7 0 1 1-1 3.5ZM15 3.5'
    + 'A7 7 0 1 1 1 3.5A7 7 0 1 1 15 3.5ZM-2.5-2H2.5L1.5 6C2 11 3 13.5 5 15H-5C-3 13.5-2 11-1.5 6Z',
};
// Half a court figure: what is gold, what has the colour of the suit, and what lines are drawn over it.
const FIGURES = {
  K: ['M41 39L39 28 45 33 50 26 55 33 61 28 59 39Z', 'M42.5 46Q43 59 50 60 57 59 57.5 46 54.5 52 50 52 45.5 52 42.5 46Z', 'M40 36H60'],
  Q: ['M42 40L40.5 32 46 35.5 50 29 54 35.5 59.5 32 58 40Z', 'M42.5 40Q38 50 40.5 59L45.5 57Q43 49 44.5 40ZM57.5 40Q62 50 59.5 59L54.5 57Q57 49 55.5 40Z', 'M48 50.5Q50 52 52 50.5'],
  J: ['M57 33Q68 25 66 41 61 40 57 37Z', 'M41 40Q40 30 51 30 60 30 59.5 40ZM42.5 40Q40.5 49 43 54L45.5 50V40ZM57.5 40Q59.5 49 57 54L54.5 50V40Z', 'M48 51H52'],
};
const SUITS = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' };
const RANKS = {
  A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: 'ten', 9: 'nine', 8: 'eight', 7: 'seven', 6: 'six', 5: 'five', 4: 'four',
  3: 'three', 2: 'two',
};
const SIDES = [[0, 0], [2, 0], [0, 6], [2, 6]];
const THIRDS = [...SIDES, [0, 2], [2, 2], [0, 4], [2, 4]];
// Columns 0 to 2 and rows 0 to 6 of the place for the pips.
const LAYOUT = {
  2: [[1, 0], [1, 6]],
  3: [[1, 0], [1, 3], [1, 6]],
  4: SIDES,
  5: [...SIDES, [1, 3]],
  6: [...SIDES, [0, 3], [2, 3]],
  7: [...SIDES, [0, 3], [2, 3], [1, 1.5]],
  8: [...SIDES, [0, 3], [2, 3], [1, 1.5], [1, 4.5]],
  9: [...THIRDS, [1, 3]],
  T: [...THIRDS, [1, 1], [1, 5]],
};

/** "As" -> "ace of spades" */
export function cardName(code) {
  return code ? `${RANKS[code[0]]} of ${SUITS[code[1]]}` : 'a card, face down';
}

/** "Ts" -> "10♠" */
export function cardText(code) {
  return code.replace('T', '10').replace(/[shdc]$/, (suit) => ({ s: '♠', h: '♥', d: '♦', c: '♣' })[suit]);
}

/**
 * A card from its two characters, or face down for null. `back` is the colour of its back, `size` s, m or l, `label` its
 * name for those who do not see it (made from the card unless given), `key` and `dim` are for the hand it lies in.
 */
export function card(code, { back = 'red', size = 'm', label, key, dim = false } = {}) {
  const classes = ['card', `card-${size}`, code ? `suit-${code[1]}` : `back-${back}`, dim ? 'dim' : ''];
  return h(
    'svg',
    { key, class: classes.join(' ').trim(), viewBox: '0 0 100 140', role: 'img', 'aria-label': label || cardName(code) },
    code ? face(code, size) : reverse(back),
  );
}

/**
 * Cards in a row, each keyed by its place and face, so that a card that is turned is a new one and moves in. Where some of
 * so many `places` have no card yet they are kept free, so that nothing moves when it comes.
 */
export function hand(codes, { size = 'm', places = 0, ...options } = {}) {
  return h('span', { class: `hand hand-${size}` },
    codes.map((code, at) => card(code, { size, ...options, key: `${at}${code || ''}` })),
    Array.from({ length: Math.max(0, places - codes.length) }, (_, at) => h('span', { class: `slot slot-${size}`, key: `slot${at}` })));
}

function face(code, size) {
  const [rank, suit] = code;
  const middle = 'KQJ'.includes(rank) ? court(rank, suit, size) : number(rank, suit, size);
  return [paper(), middle, index(rank, suit, false), index(rank, suit, true)];
}

function paper() {
  return h('rect', { class: 'card-paper', x: 1, y: 1, width: 98, height: 138, rx: 7 });
}

function index(rank, suit, turned) {
  const ten = rank === 'T';
  return h('g', { class: 'card-index', transform: turned ? 'rotate(180 50 70)' : null },
    h('text', { x: ten ? 17.5 : 16, y: 31, 'text-anchor': 'middle', class: ten ? 'ten' : null }, ten ? '10' : rank),
    pip(suit, 16, 45, 0.56));
}

function pip(suit, x, y, scale, turned = false) {
  return h('path', { class: 'pip', d: PIPS[suit], transform: `translate(${x} ${y}) scale(${turned ? -scale : scale})` });
}

function number(rank, suit, size) {
  const one = pip(suit, 50, 70, rank === 'A' ? 1.55 : 1.4);
  if (rank === 'A' || size !== 'l') return one;
  const places = LAYOUT[rank].map(([column, row]) => pip(suit, 38 + column * 12, 26 + row * 14.67, 0.47, row > 3));
  return [h('g', { class: 'pips' }, places), h('g', { class: 'one' }, one)]; // a narrow screen shows the one
}

function court(rank, suit, size) {
  return h('g', { class: 'court' },
    h('rect', { x: 31, y: 27, width: 38, height: 86, rx: 4 }),
    size === 'l' ? [figure(rank, suit, false), figure(rank, suit, true)] : [
      h('text', { x: 50, y: 74, 'text-anchor': 'middle' }, rank), pip(suit, 50, 96, 0.62),
    ]);
}

function figure(rank, suit, turned) {
  const [gold, ink, lines] = FIGURES[rank];
  return h('g', { class: 'figure', transform: turned ? 'rotate(180 50 70)' : null },
    h('path', { class: 'pip', d: 'M31 70V65Q36 58 44 56H56Q64 58 69 65V70Z' }), h('path', { class: 'card-paper', d: 'M44 56L50 65 56 56Z' }),
    h('ellipse', { class: 'card-paper', cx: 50, cy: 46, rx: 7.5, ry: 9 }),
    h('path', { class: 'pip', d: ink }), h('path', { class: 'gold', d: gold }), h('path', { class: 'lines', d: `${lines}M47 45.5v.1M53 45.5v.1` }),
    pip(suit, 37, 36, 0.24));
}

/** Red backs carry a lattice, green ones bars and others waves: two decks differ by more than their colour. */
function reverse(back) {
  const red = back === 'red';
  const marks = [];
  for (let step = 0; step < 10; step += 1) {
    marks.push(red ? lattice(step * 21 - 56) : back === 'green' ? bar(15 + step * 12.5) : wave(20 + step * 12.5));
  }
  return [
    paper(),
    h('rect', { class: 'card-back', x: 8, y: 8, width: 84, height: 124, rx: 4 }),
    h('svg', { x: 8, y: 8, width: 84, height: 124, viewBox: '8 8 84 124', overflow: 'hidden' },
      h('path', { class: 'card-lines', d: marks.join('') })),
    red
      ? h('path', { class: 'card-seal', d: 'M50 50L66 70L50 90L34 70Z' })
      : h('circle', { class: 'card-seal', cx: 50, cy: 70, r: 17 }),
  ];
}

function lattice(y) {
  return `M8 ${y}l84 84M92 ${y}l-84 84`;
}

function bar(y) {
  return `M8 ${y}h84`;
}

function wave(y) {
  return `M8 ${y}q10.5-12 21 0t21 0t21 0t21 0`;
}

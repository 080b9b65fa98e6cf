// Chips by denomination: each has a colour and an edge pattern of its own, so that neither is needed alone. A stack is
// drawn from an amount.

import { h } from './dom.js';
import { amount as asText, brief, cents } from './money.js';

const DENOMINATIONS = ['5000', '1000', '500', '100', '25', '5', '1'];
// How many marks the edge has, and how much of the edge each takes.
const EDGES = {
  5000: [12, 0.35], 1000: [3, 0.5], 500: [10, 0.5], 100: [8, 0.4], 25: [6, 0.5], 5: [4, 0.4], 1: [2, 0.3], coin: [24, 0.5],
};
const TALL = 6;

/** An amount in chips, the largest first: [["25", 1], ["5", 2]]. What no chip fits is one entry of coins, "0.40". */
export function cut(amount) {
  let rest = Math.abs(cents(amount)) || 0;
  const out = [];
  for (const denomination of DENOMINATIONS) {
    const count = Math.floor(rest / (Number(denomination) * 100));
    if (count) out.push([denomination, count]);
    rest -= count * Number(denomination) * 100;
  }
  if (rest) out.push([asText(rest), 1]);
  return out;
}

function kind(denomination) {
  return denomination in EDGES ? denomination : 'coin';
}

/** What is printed on a chip: "5", "1K", "40c". */
function print(denomination) {
  if (kind(denomination) === 'coin') {
    const whole = cents(denomination);
    return whole < 100 ? `${whole}¢` : brief(denomination);
  }
  return denomination.length > 3 ? `${denomination.slice(0, -3)}K` : denomination;
}

/** One chip from above. */
export function chip(denomination, { label } = {}) {
  const [marks, share] = EDGES[kind(denomination)];
  const round = 2 * Math.PI * 42;
  const mark = (round / marks) * share;
  const dashes = `${mark.toFixed(2)} ${(round / marks - mark).toFixed(2)}`;
  const name = label || `${brief(denomination)} chip`;
  return h('svg', { class: `chip chip-${kind(denomination)}`, viewBox: '0 0 100 100', role: 'img', 'aria-label': name },
    h('circle', { class: 'chip-body', cx: 50, cy: 50, r: 48 }),
    h('circle', { class: 'chip-edge', cx: 50, cy: 50, r: 42, 'stroke-dasharray': dashes }),
    h('circle', { class: 'chip-face', cx: 50, cy: 50, r: 31 }),
    h('text', { x: 50, y: 50, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, print(denomination)));
}

/** The chips of an amount from the side, one column to a denomination. `chips` may be given as the server cut them. */
export function stack(amount, { chips = cut(amount), label } = {}) {
  if (!chips.length) return null;
  const wide = 44;
  const tall = 30 + (Math.min(TALL, Math.max(...chips.map(([, count]) => count))) - 1) * 8;
  return h('svg', {
    class: 'stack', width: `${chips.length * 2}em`, height: `${(tall / 22).toFixed(2)}em`, viewBox: `0 0 ${chips.length * wide} ${tall}`,
    role: 'img', 'aria-label': label || `${brief(amount)} in chips`,
  }, chips.map(([denomination, count], at) => column(denomination, count, at * wide, tall)));
}

function column(denomination, count, x, tall) {
  const shown = Math.min(count, TALL);
  const parts = [];
  for (let level = 0; level < shown; level += 1) parts.push(disc(denomination, tall - 17 - level * 8));
  const top = tall - 17 - (shown - 1) * 8;
  const words = count > TALL ? `×${count}` : print(denomination);
  return h('g', { class: `chip-${kind(denomination)}`, transform: `translate(${x} 0)` }, parts,
    h('ellipse', { class: 'chip-face', cx: 22, cy: top, rx: 15, ry: 8 }),
    h('text', { x: 22, y: top + 0.5, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, words));
}

function disc(denomination, y) {
  const [marks] = EDGES[kind(denomination)];
  const visible = Math.max(1, Math.round(marks / 2));
  const step = 40 / visible;
  let edge = '';
  for (let at = 0; at < visible; at += 1) edge += `M${(2 + step * (at + 0.5)).toFixed(1)} ${y + 3}v11`;
  return [
    h('path', { class: 'chip-body', d: `M2 ${y}v4a20 11 0 0 0 40 0v-4a20 11 0 0 0-40 0z` }),
    h('path', { class: 'chip-edge side', d: edge, 'stroke-width': Math.min(6, step * 0.45).toFixed(1) }),
    h('ellipse', { class: 'chip-body', cx: 22, cy: y, rx: 20, ry: 11 }),
  ];
}

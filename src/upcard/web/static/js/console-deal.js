// A wrong number of cards keyed at the deal: what it does by which clause, and whether it is so, before it is sent.
import { ask } from './dialog.js';
import { h } from './dom.js';
import { why } from './why.js';

function line(wanted, count, seat) {
  const known = wanted.wrong.find((other) => other.count === count) || wanted.wrong.find((other) => other.count === null);
  return { ...known, where: seat ? `Seat ${seat}` : 'The dealer', count };
}

/** What of an act is another number than the right one, each with what it does. */
export function wrongCounts(act, asks) {
  return asks.filter((wanted) => wanted.wrong).flatMap((wanted) => (wanted.kind === 'counts'
    ? Object.entries(act[wanted.name]).filter(([, count]) => count !== wanted.right).map(([seat, count]) => line(wanted, count, seat))
    : [act[wanted.name]].filter((count) => count !== wanted.right).map((count) => line(wanted, count))));
}

/** Shows what wrong numbers do and asks whether they are so. */
export function sure(lines) {
  return ask('wrong-deal', (close) => [
    h('h2', { id: 'wrong-deal-title' }, 'A wrong number of cards'),
    lines.map((found) => h('p', { key: found.where }, `${found.where}: ${found.count} ${found.count === 1 ? 'card' : 'cards'}. ${found.effect} `, why(found.why))),
    h('p', { class: 'quiet' }, 'Count the cards that lie there. Nothing is recorded yet.'),
    h('div', { class: 'row' },
      h('button', { class: 'button', type: 'button', id: 'wrong-deal-back', on: { click: close } }, 'Go back'),
      h('button', { class: 'button primary', id: 'wrong-deal-record' }, 'Record it')),
  ], () => true, '#wrong-deal-back');
}

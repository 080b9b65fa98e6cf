// What is asked before an act is sent: a wrong number of cards with what it does by which clause, or the end of a table.
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

function asked(id, title, words, yes) {
  return ask(id, (close) => [
    h('h2', { id: `${id}-title` }, title), words,
    h('div', { class: 'row' },
      h('button', { class: 'button', type: 'button', id: `${id}-back`, on: { click: close } }, 'Go back'),
      h('button', { class: 'button primary', id: `${id}-record` }, yes)),
  ], () => true, `#${id}-back`);
}

/** Shows what wrong numbers do and asks whether they are so. */
export function sure(lines) {
  return asked('wrong-deal', 'A wrong number of cards', [
    lines.map((found) => h('p', { key: found.where }, `${found.where}: ${found.count} ${found.count === 1 ? 'card' : 'cards'}. ${found.effect} `, why(found.why))),
    h('p', { class: 'quiet' }, 'Count the cards that lie there. Nothing is recorded yet.'),
  ], 'Record it');
}

/** Asks what the document has asked before an act is sent. */
export function agreed({ label, confirm }) {
  return asked('confirm', label, h('p', {}, confirm), label);
}

// A wrong number of cards keyed at the deal: what it does by which clause, and whether it is so, before it is sent.
import { draw, h } from './dom.js';
import { why } from './why.js';

function dialog() {
  const found = document.querySelector('#wrong-deal');
  if (found) return found;
  const made = document.createElement('dialog');
  made.id = 'wrong-deal';
  made.setAttribute('aria-labelledby', 'wrong-deal-title');
  document.body.append(made);
  return made;
}

function line(ask, count, seat) {
  const known = ask.wrong.find((other) => other.count === count) || ask.wrong.find((other) => other.count === null);
  return { ...known, where: seat ? `Seat ${seat}` : 'The dealer', count };
}

/** What of an act is another number than the right one, each with what it does. */
export function wrongCounts(act, asks) {
  return asks.filter((ask) => ask.wrong).flatMap((ask) => (ask.kind === 'counts'
    ? Object.entries(act[ask.name]).filter(([, count]) => count !== ask.right).map(([seat, count]) => line(ask, count, seat))
    : [act[ask.name]].filter((count) => count !== ask.right).map((count) => line(ask, count))));
}

function form(lines, close) {
  const submit = (event) => {
    event.preventDefault();
    close(true);
  };
  return h('form', { class: 'panel', method: 'dialog', on: { submit } },
    h('h2', { id: 'wrong-deal-title' }, 'A wrong number of cards'),
    ...lines.map((found) => h('p', { key: found.where }, `${found.where}: ${found.count} ${found.count === 1 ? 'card' : 'cards'}. ${found.effect} `,
      found.why ? why(found.why) : null)),
    h('p', { class: 'quiet' }, 'Count the cards that lie there. Nothing is recorded yet.'),
    h('div', { class: 'row' },
      h('button', { class: 'button', type: 'button', id: 'wrong-deal-back', on: { click: () => close(false) } }, 'Go back'),
      h('button', { class: 'button primary', id: 'wrong-deal-record' }, 'Record it')));
}

/** Shows what wrong numbers do and asks whether they are so. */
export function sure(lines) {
  const box = dialog();
  return new Promise((resolve) => {
    const close = (said) => {
      box.removeEventListener('close', cancelled);
      box.close();
      box.replaceChildren();
      resolve(said);
    };
    const cancelled = () => close(false);
    box.replaceChildren();
    draw(box, form(lines, close));
    box.addEventListener('close', cancelled);
    box.showModal();
    box.querySelector('#wrong-deal-back').focus();
  });
}

// What the dealer keys for guests with real chips: the wagers of the chosen seat, each under its letter, and all of the
// last round under one.
import { h } from './dom.js';
import { choiceButton } from './console-side.js';

/** The buttons that key wagers, in their place: those for all seats, and those of the seat that is chosen. */
export function keying(desk) {
  const keyed = desk.doc.choices.filter((choice) => choice.wager);
  if (!keyed.length) return null;
  const here = keyed.filter((choice) => choice.seat && choice.seat === desk.selected);
  const player = desk.doc.seats.find((seat) => seat.seat === desk.selected)?.player;
  const title = player ? `Seat ${desk.selected}: ${player}` : `Wagers: choose a guest with 1 to ${desk.doc.seats.length}`;
  return h('section', { id: 'keying', key: 'keying', 'aria-label': 'Wagers' },
    keyed.filter((choice) => !choice.seat).map((choice) => h('div', { class: 'for-all', key: choice.label },
      choiceButton(desk, choice), choice.note && h('span', { class: 'quiet' }, choice.note))),
    h('h2', {}, title),
    h('div', { class: 'wager-keys' }, here.map((choice) => choiceButton(desk, choice))));
}

// Something went wrong at the table: what happened, at which seat, and what follows from it by which clause.
import { ask } from './dialog.js';
import { h } from './dom.js';
import { why } from './why.js';

const HINT = 'Choose what happened; what follows from it appears here before anything is recorded.';
let followed = () => {};

function name(item) {
  return JSON.stringify(item.act);
}

/** What is chosen and may still be reported; a seat that it no longer concerns is chosen no more. */
function chosen(list, told) {
  const item = list.find((other) => name(other) === told.what) || null;
  if (item?.seats && !item.seats.includes(told.seat)) told.seat = null;
  return item;
}

/** The seat that it most likely concerns: the one that is chosen on the felt, or the only one. */
function likely(item, selected) {
  const seats = item.seats || [];
  if (seats.includes(selected)) return selected;
  return seats.length === 1 ? seats[0] : null;
}

function option(group, value, label, checked, change) {
  return h('label', { class: 'option', key: value },
    h('input', { type: 'radio', name: group, value, props: { checked }, on: { change } }), ' ', label);
}

function where(item, told, set) {
  return item.seats && h('fieldset', { class: 'where', key: 'where' }, h('legend', {}, '2. At which seat?'),
    item.seats.map((seat) => option('irregularity-seat', `${seat}`, `${seat}`, told.seat === seat, () => set({ seat }))));
}

function follows(item) {
  return h('div', { class: 'follows', key: 'follows' },
    h('h3', {}, `${item.seats ? '3' : '2'}. What follows`),
    h('p', {}, item.effect, ' ', why(item.why)),
    item.why?.summary && h('p', { class: 'quiet' }, item.why.summary),
    item.second && h('p', {}, 'A second person signs for it in the next step.'));
}

function columns(list, item, told, set, selected) {
  if (!list.length) return h('p', {}, 'Nothing that the law knows can go wrong at this moment.');
  return h('div', { class: 'irregular-columns' },
    h('fieldset', { class: 'what' }, h('legend', {}, '1. What happened?'), list.map((other) => option(
      'irregularity', name(other), other.label, told.what === name(other), () => set({ what: name(other), seat: likely(other, selected) })))),
    h('div', { class: 'then' }, item ? [where(item, told, set), follows(item)] : h('p', { class: 'quiet' }, HINT)));
}

/** Asks what happened; `read` gives what may be reported now, `send` is given the chosen irregularity as a choice. */
export async function irregular(read, selected, send) {
  const ready = (told) => { const item = chosen(read(), told); return item && (!item.seats || told.seat) ? item : null; };
  const found = await ask('irregularity', (close, redraw, told) => {
    followed = redraw;
    const set = (said) => { Object.assign(told, said); redraw(); };
    return [
      h('h2', { id: 'irregularity-title' }, 'Irregularity'),
      columns(read(), chosen(read(), told), told, set, selected),
      h('div', { class: 'row' },
        h('button', { class: 'button primary', id: 'irregularity-record', disabled: !ready(told) }, 'Record it'),
        h('button', { class: 'button', type: 'button', on: { click: close } }, 'Cancel')),
    ];
  }, (form, redraw, told) => { const item = ready(told); return item && { item, seat: told.seat }; }, 'input, button[type=button]');
  followed = () => {};
  if (!found) return;
  const { item, seat } = found;
  send({
    act: item.seats ? { ...item.act, seat } : item.act, asks: [], second: item.second, why: item.why,
    label: 'Irregularity', statement: `${item.label}${item.seats ? `, seat ${seat}` : ''}: ${item.effect}`,
  });
}

/** While the dialog is open, what may be chosen follows the table. */
export function follow() {
  followed();
}

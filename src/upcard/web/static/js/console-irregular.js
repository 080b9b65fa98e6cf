// Something went wrong at the table: what happened, at which seat, and what follows from it by which clause.
import { dialog } from './dialog.js';
import { draw, h, submits } from './dom.js';
import { why } from './why.js';

const HINT = 'Choose what happened; what follows from it appears here before anything is recorded.';

let box = null;
const told = { doc: null, what: null, seat: null, chosen: null, send: null };

function name(item) {
  return JSON.stringify(item.act);
}

function chosen() {
  return told.doc.irregularities.find((item) => name(item) === told.what) || null;
}

function set(what, seat) {
  told.what = what;
  told.seat = seat;
  redraw();
}

/** The seat that it most likely concerns: the one that is chosen on the felt, or the only one. */
function likely(item) {
  const seats = item.seats || [];
  if (seats.includes(told.chosen)) return told.chosen;
  return seats.length === 1 ? seats[0] : null;
}

function option(group, value, label, checked, change) {
  return h('label', { class: 'option', key: value },
    h('input', { type: 'radio', name: group, value, props: { checked }, on: { change } }), ' ', label);
}

function happened(item) {
  return option('irregularity', name(item), item.label, told.what === name(item), () => set(name(item), likely(item)));
}

function where(item) {
  return item.seats && h('fieldset', { class: 'where', key: 'where' }, h('legend', {}, '2. At which seat?'),
    item.seats.map((seat) => option('irregularity-seat', `${seat}`, `${seat}`, told.seat === seat, () => set(told.what, seat))));
}

function follows(item) {
  return h('div', { class: 'follows', key: 'follows' },
    h('h3', {}, `${item.seats ? '3' : '2'}. What follows`),
    h('p', {}, item.effect, ' ', why(item.why)),
    item.why?.summary && h('p', { class: 'quiet' }, item.why.summary),
    item.second && h('p', {}, 'A second person signs for it in the next step.'));
}

function submit() {
  const item = chosen();
  if (!item || (item.seats && told.seat === null)) return;
  box.close();
  told.send({
    act: item.seats ? { ...item.act, seat: told.seat } : item.act, asks: [], second: item.second, why: item.why,
    label: 'Irregularity', statement: `${item.label}${item.seats ? `, seat ${told.seat}` : ''}: ${item.effect}`,
  });
}

function content() {
  const item = chosen();
  const ready = item && (!item.seats || told.seat !== null);
  const none = !told.doc.irregularities.length;
  return h('form', { class: 'panel', on: submits(submit) },
    h('h2', { id: 'irregularity-title' }, 'Irregularity'),
    none ? h('p', {}, 'Nothing that the law knows can go wrong at this moment.') : h('div', { class: 'irregular-columns' },
      h('fieldset', { class: 'what' }, h('legend', {}, '1. What happened?'), ...told.doc.irregularities.map(happened)),
      h('div', { class: 'then' }, item ? where(item) : h('p', { class: 'quiet' }, HINT),
        item ? follows(item) : null)),
    h('div', { class: 'row' },
      h('button', { class: 'button primary', id: 'irregularity-record', disabled: !ready }, 'Record it'),
      h('button', { class: 'button', type: 'button', on: { click: () => box.close() } }, 'Nothing happened')));
}

function redraw() {
  draw(box, content());
}

/** Opens the dialog; `send` is given the chosen irregularity as a choice. */
export function irregular(doc, seat, send) {
  box = dialog('irregularity');
  Object.assign(told, { doc, what: null, seat: null, chosen: seat, send });
  redraw();
  if (!box.open) box.showModal();
}

/** While the dialog is open, what may be chosen follows the table. */
export function follow(doc) {
  if (!box || !box.open) return;
  told.doc = doc;
  const item = chosen();
  if (!item || (item.seats && !item.seats.includes(told.seat))) told.seat = null;
  redraw();
}

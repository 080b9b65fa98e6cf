// An act at a jackpot, a tray or for the house: a dialog says exactly what is done and asks for what the act needs; then a
// second person signs where two are needed.

import { answered, fields } from './console-asks.js';
import { ask } from './dialog.js';
import { h } from './dom.js';

/** Asks and does; the desk says what was refused beside the item. */
export async function pull(desk, item, lever) {
  const asks = lever.fields.map((field) => ({ ...field, name: field.into, empty: field.kind === 'text' ? '' : null }));
  const filled = await ask('lever', (close, redraw, written) => [
    h('h2', { id: 'lever-title' }, `${lever.label}: ${item.title}`),
    h('p', null, lever.statement),
    fields(asks, written, (name, text) => { Object.assign(written, { [name]: text }); redraw(); }),
    written.trouble && h('p', { class: 'error', role: 'alert' }, written.trouble),
    h('div', { class: 'row' },
      h('button', { class: 'button primary', id: 'lever-do' }, lever.label),
      h('button', { type: 'button', class: 'button', on: { click: close } }, 'Cancel')),
  ], (form, redraw, written) => {
    const found = answered(lever.act, asks, written);
    Object.assign(written, { trouble: found.trouble });
    redraw();
    return found.act;
  }, 'input, #lever-do');
  if (filled) await desk.send({ ...item, version: lever.second ? item.version : null }, { ...lever, named: true }, filled);
}

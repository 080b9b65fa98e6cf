// Acts that a dialog asks about: at a jackpot, at a tray, for the whole house, or about a petition.
import { answered, fields } from './console-asks.js';
import { ask } from './dialog.js';
import { h } from './dom.js';

/** Buttons for a desk, each of which opens its dialog: `levers(title, acts, version)` draws those of one thing. */
export function leversFor(desk) {
  return (title, acts, version = null) => buttons(desk, { key: `levers ${title}`, title, version }, acts);
}

function buttons(desk, item, acts) {
  return acts.length > 0 && h('div', { class: 'row' }, acts.map((each) => h('button', {
    type: 'button', class: 'button small', key: each.key, 'data-act': each.act.act, on: { click: () => pull(desk, item, each) },
  }, each.label, ' ', each.second && h('span', { class: 'two' }, 'two people'), h('span', { class: 'visually-hidden' }, `, ${item.title}`))),
  desk.refusals[item.key] && h('p', { class: 'error', role: 'alert' }, desk.refusals[item.key]));
}

/** A dialog says exactly what an act does and asks for what it needs; a second person signs where two are needed. */
async function pull(desk, item, lever) {
  const asks = lever.fields.map((field) => ({ ...field, name: field.into, empty: field.kind === 'text' ? '' : null }));
  const filled = await ask('lever', (close, redraw, written) => [
    h('h2', { id: 'lever-title' }, `${lever.label}: ${item.title}`),
    h('p', null, lever.statement),
    lever.lists?.length > 0 && h('ul', { class: 'lists', tabindex: 0 }, lever.lists.map((line) => h('li', null, line))),
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

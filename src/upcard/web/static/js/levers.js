// Acts that a dialog asks about: at a jackpot, at a tray, for the whole house, about a petition or what a table may do.
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

function pull(desk, item, lever) {
  const asks = lever.fields.map((field) => ({ ...field, name: field.into, empty: field.kind === 'text' || field.kind === 'day' ? '' : null }));
  return askFor(desk, { ...item, version: lever.second ? item.version : null }, { ...lever, asks, named: true });
}

/** The fields that the way which is chosen asks for. */
function wanted(asks, written) {
  const way = written.way ?? asks.find((one) => one.name === 'way')?.value;
  return asks.filter((one) => !one.ways || one.ways.includes(way));
}

/** What only some ways ask for begins anew when another one is chosen. */
function write(asks, written, name, text) {
  if (name === 'way') for (const one of asks) if (one.ways) delete written[one.name];
  written[name] = text;
}

/**
 * A dialog says exactly what an act does and asks for what it needs; a second person signs where two are needed. It stays
 * open until the act was done, and says beside its button why it was not.
 */
export async function askFor(desk, item, action) {
  const all = (action.asks || []).map((one) => (one.value === 'today' ? { ...one, value: today() } : one));
  await ask('lever', (close, redraw, written) => [
    h('h2', { id: 'lever-title' }, `${action.label}: ${item.title || item.table}`),
    action.statement && h('p', null, action.statement),
    action.note && h('p', null, action.note),
    action.lists?.length > 0 && h('ul', { class: 'lists', tabindex: 0 }, action.lists.map((line) => h('li', null, line))),
    h('div', { class: 'asks' }, fields(wanted(all, written), written, (name, text) => { write(all, written, name, text); redraw(); },
      (name) => { written.at = name; redraw(); }, written.at)),
    written.trouble && h('p', { class: 'error', role: 'alert' }, written.trouble),
    h('div', { class: 'row' },
      h('button', { class: 'button primary', id: 'lever-do' }, action.label),
      h('button', { type: 'button', class: 'button', on: { click: close } }, 'Cancel')),
  ], async (form, redraw, written) => {
    const found = answered(action.act, wanted(all, written), written);
    const trouble = found.trouble || await desk.decide(item, action, found.act);
    Object.assign(written, { trouble });
    redraw();
    return trouble === '';
  }, 'input, #lever-do');
}

/** The date on the wall here, as a field for dates has it. */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

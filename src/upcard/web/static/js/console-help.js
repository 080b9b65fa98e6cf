// The keys of the console, on a sheet that opens over it.
import { dialog } from './dialog.js';
import { draw, h } from './dom.js';

const KEYS = [
  ['space', 'the next step, on the large button'],
  ['1 … 9', 'choose a seat'],
  ['W', 'winner key of the chosen seat; once more takes it back'],
  ['U', 'take the winner key back'],
  ['H', 'how the next step is done by hand: shown, or folded away'],
  ['I', 'an irregularity'],
  ['S', 'call a supervisor'],
  ['Enter', 'send what is written in a form'],
  ['Esc', 'close what is open'],
  ['?', 'this sheet'],
];

function row([key, meaning]) {
  return h('tr', { key }, h('th', { scope: 'row' }, h('kbd', {}, key)), h('td', {}, meaning));
}

function rows(doc) {
  const known = KEYS.map(([key]) => key.toLowerCase());
  const own = doc.choices.filter((choice) => choice.key && !known.includes(choice.key));
  const once = new Map(own.map((choice) => [choice.key, choice.label]));
  return [...KEYS, ...[...once].map(([key, label]) => [key.toUpperCase(), label])].map(row);
}

export function help(doc) {
  const box = dialog('help');
  draw(box, h('div', { class: 'panel' },
    h('h2', { id: 'help-title' }, 'Keys'),
    h('table', { class: 'keys' }, h('tbody', {}, rows(doc))),
    h('p', {}, h('button', { class: 'button primary', type: 'button', on: { click: () => box.close() } }, 'Close'))));
  if (!box.open) box.showModal();
}

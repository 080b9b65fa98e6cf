// An act at a jackpot, a tray or for the house: a dialog says exactly what is done, asks for what the act needs, and takes the second person's sign-in.

import { draw, h } from './dom.js';
import { cents } from './money.js';
import { act } from './send.js';
import { say } from './why.js';

const SIX = 6;

/** How what was typed stands in an act; NaN for what cannot be read. Whole numbers only, so that nothing is rounded. */
const WRITTEN = {
  text: (text) => text,
  choice: (text) => text,
  cents: (text) => cents(text),
  micros: (text) => cents(text) * 10 ** SIX,
  millionths: (text) => percent(text),
};

const NOT_READ = {
  cents: 'This is no amount of dollars, such as 10000.00.',
  micros: 'This is no amount of dollars, such as 1.25 or -1.25.',
  millionths: 'This is no percentage, such as 25 or 2.5.',
};

function percent(text) {
  const found = /^\s*(\d{1,3})(?:\.(\d{1,4}))?\s*%?\s*$/.exec(text);
  return found ? Number(found[1] + (found[2] || '').padEnd(4, '0')) : NaN;
}

function dialog() {
  const found = document.getElementById('lever');
  if (found) return found;
  const made = Object.assign(document.createElement('dialog'), { id: 'lever' });
  made.setAttribute('aria-labelledby', 'lever-title');
  document.body.append(made);
  return made;
}

/** Asks and does; `after` hears what was done. */
export function ask(jackpot, version, lever, after) {
  const box = dialog();
  box.replaceChildren();
  const close = () => box.close();
  const submit = async (event) => {
    event.preventDefault();
    const button = box.querySelector('#lever-do');
    const made = written(box, lever);
    if (!made) return;
    button.disabled = true;
    const answer = await act(null, made.act, { version: lever.second ? version : null, second: made.second });
    button.disabled = false;
    if (!answer.ok) {
      say(box.querySelector('#lever-row'), answer.document);
      return;
    }
    close();
    after(`${jackpot}: ${lever.label.toLowerCase()}, done.`);
  };
  draw(box, h('form', { class: 'lever', autocomplete: 'off', novalidate: true, on: { submit } },
    h('h2', { id: 'lever-title' }, `${lever.label}: ${jackpot}`),
    h('p', null, lever.statement),
    lever.fields.map(field),
    lever.second && second(),
    h('div', { class: 'row', id: 'lever-row' },
      h('button', { class: 'button primary', id: 'lever-do' }, lever.label),
      h('button', { type: 'button', class: 'button', on: { click: close } }, 'Cancel'))));
  box.showModal();
}

function field(one, at) {
  const id = `lever-${at}`;
  return h('div', { class: 'field' }, h('label', { for: id }, one.label),
    one.kind === 'choice'
      ? h('select', { id }, one.of.map((each) => h('option', { value: each, selected: each === one.value }, each)))
      : h('input', { id, value: one.value, inputmode: one.kind === 'text' || one.kind === 'micros' ? null : 'decimal', required: !one.optional }));
}

function second() {
  return h('fieldset', { class: 'second' }, h('legend', null, 'The second person signs with their own id and password'),
    h('div', { class: 'field' }, h('label', { for: 'lever-second' }, 'Id'), h('input', { id: 'lever-second', required: true, autocapitalize: 'none' })),
    h('div', { class: 'field' }, h('label', { for: 'lever-password' }, 'Password'), h('input', { id: 'lever-password', type: 'password', required: true, autocomplete: 'off' })));
}

/** The act with what was typed put into it, or null where something is missing: then it is said beside the field. */
function written(box, lever) {
  const made = structuredClone(lever.act);
  let whole = true;
  lever.fields.forEach((one, at) => {
    const input = box.querySelector(`#lever-${at}`);
    const text = input.value.trim();
    const value = !text && one.optional && one.kind !== 'text' ? null : WRITTEN[one.kind](text);
    const wrong = !text && !one.optional ? 'Please fill this in.' : Number.isNaN(value) ? NOT_READ[one.kind] : '';
    say(input, wrong);
    whole = whole && !wrong;
    put(made, one.into.split('.'), value);
  });
  if (!lever.second) return whole ? { act: made } : null;
  const [id, password] = ['#lever-second', '#lever-password'].map((name) => box.querySelector(name));
  say(password, id.value.trim() && password.value ? '' : 'This act takes a second person.');
  made.second = id.value.trim();
  return whole && made.second && password.value ? { act: made, second: { id: made.second, password: password.value } } : null;
}

function put(made, [name, ...rest], value) {
  if (!rest.length) made[name] = value;
  else put(made[name] ||= {}, rest, value);
}

// What an act still needs to be told: the asks of the document as fields, and their answers put into the act.
import { h, submits } from './dom.js';
import { cardName } from './cards.js';
import { cardsField, chipButtons, readCards, readChips, unread } from './console-keyed.js';
import { amount, cents } from './money.js';

function fieldId(ask) {
  return `ask-${ask.name.replaceAll('.', '-')}`;
}

function standard(ask, seat) {
  const value = ask.value ?? ask.lie?.join('');
  if (value === null || value === undefined) return '';
  if (typeof value === 'object' && !Array.isArray(value)) return `${value[seat] ?? ''}`;
  return Array.isArray(value) ? value.join(' ') : `${value}`;
}

function answer(ask, answers, seat) {
  const name = seat === undefined ? ask.name : `${ask.name} ${seat}`;
  return answers[name] ?? standard(ask, seat);
}

function labelled(ask, ...input) {
  return h('div', { class: 'field', key: ask.name }, h('label', { for: fieldId(ask) }, ask.label), input);
}

function typed(ask, answers, change, attributes) {
  return labelled(ask, h('input', {
    id: fieldId(ask), props: { value: answer(ask, answers) }, autocomplete: 'off', 'data-kind': ask.kind, ...attributes,
    on: { input: (event) => change(ask.name, event.target.value) },
  }), ask.chips ? chipButtons(ask, answer(ask, answers), (text) => change(ask.name, text)) : null);
}

function counts(ask, answers, change) {
  return h('fieldset', { class: 'field counts', key: ask.name, id: fieldId(ask) }, h('legend', {}, ask.label),
    ...(ask.seats || []).map((seat) => h('label', { key: `${seat}` }, h('span', { class: 'visually-hidden' }, 'Seat '), `${seat}`,
      h('input', {
        inputmode: 'numeric', size: '2', autocomplete: 'off', 'data-kind': ask.kind, id: `${fieldId(ask)}-${seat}`,
        props: { value: answer(ask, answers, seat) },
        on: { input: (event) => change(`${ask.name} ${seat}`, event.target.value) },
      }))));
}

function choice(ask, answers, change) {
  return h('fieldset', { class: 'field choice', key: ask.name, id: fieldId(ask) }, h('legend', {}, ask.label),
    ...(ask.of || []).map((option) => h('label', { key: option },
      h('input', {
        type: 'radio', name: fieldId(ask), value: option, props: { checked: answer(ask, answers) === option },
        on: { change: () => change(ask.name, option) },
      }), ` ${option.replaceAll('_', ' ')}`)));
}

function isCards(ask) {
  return ask.kind === 'cards' || ask.kind === 'card';
}

/** The one field for cards that the grid is for: where the writer is, else the first that wants cards. */
function onGrid(asks, answers, at) {
  const keyed = asks.filter(isCards);
  return keyed.find((ask) => ask.name === at) || keyed.find((ask) => !ask.optional && valueOf(ask, answers).trouble) || keyed[0];
}

function field(ask, answers, change, grid, enter, taken) {
  switch (ask.kind) {
    case 'cards':
    case 'card':
      return cardsField({ id: fieldId(ask), label: ask.label, text: answer(ask, answers), grid: ask === grid, taken,
        count: ask.kind === 'card' ? 1 : ask.count, change: (text) => change(ask.name, text), enter: () => enter(ask.name) });
    case 'counts':
      return counts(ask, answers, change);
    case 'choice':
      return choice(ask, answers, change);
    case 'count':
      return typed(ask, answers, change, { inputmode: 'numeric', size: '4' });
    case 'day':
      return typed(ask, answers, change, { type: 'date' });
    case 'amount':
    case 'dollars':
    case 'cents':
    case 'millionths':
      return typed(ask, answers, change, { inputmode: 'decimal', size: '8' });
    default:
      return typed(ask, answers, change, { size: '28' });
  }
}

/**
 * The asks as fields. `change(name, text)` is told what is written, `enter(name)` where; `at` is where the writer is, and
 * `taken` has the cards that lie elsewhere.
 */
export function fields(asks, answers, change, enter = () => {}, at = null, taken = {}) {
  const grid = onGrid(asks, answers, at);
  return asks.map((ask) => field(ask, answers, change, grid, enter, taken));
}

/** A form for what an action still needs: the button does it, or the desk is left as it was. */
export function asksForm(desk, item, action, label, size = '') {
  return h('form', { class: 'asks', key: `asks ${label}`, autocomplete: 'off', 'data-act': action.act.act, on: submits(() => desk.perform(item, action)) },
    fields(action.asks || [], desk.answers, desk.write),
    h('div', { class: 'row' }, h('button', { class: `button ${size}` }, label),
      h('button', { class: `button ${size}`, type: 'button', on: { click: () => desk.open(null) } }, 'Cancel')));
}

function number(text) {
  return /^\d+$/.test(text.trim()) ? Number(text) : null;
}

function percent(text) {
  const found = /^(\d{1,3})(?:\.(\d{1,4}))?\s*%?$/.exec(text);
  return found ? Number(found[1] + (found[2] || '').padEnd(4, '0')) : null;
}

/** How what was typed stands in an act, and what it should have been. Whole numbers only, so that nothing is rounded. */
const READ = {
  count: [number, 'a number'],
  cents: [cents, 'an amount in dollars, such as 10,000'],
  dollars: [(text) => (Number.isNaN(cents(text)) ? null : amount(cents(text))), 'an amount in dollars, such as 5,000'],
  micros: [(text) => cents(text) * 10 ** 6, 'an amount in dollars, such as 1.25 or -1.25'],
  millionths: [percent, 'a percentage, such as 25 or 2.5'],
};

function cardsOf(ask, text) {
  const cards = readCards(text);
  const wanted = ask.kind === 'card' ? 1 : ask.count;
  if (unread(text)) return { trouble: `${ask.label}: “${unread(text)}” is no card. Write a rank and a suit, as in As Kd, or a suit behind its ranks, as in AKs.` };
  const twice = cards.find((code, at) => cards.indexOf(code) < at);
  if (twice) return { trouble: `${ask.label}: the ${cardName(twice)} stands twice.` };
  if (wanted && cards.length !== wanted) return { trouble: `${ask.label}: ${cards.length} of ${wanted} keyed.` };
  return { value: ask.kind === 'card' ? cards[0] : cards };
}

function countsOf(ask, answers) {
  const found = (ask.seats || []).map((seat) => [`${seat}`, number(answer(ask, answers, seat))]);
  const missing = found.find(([, count]) => count === null);
  return missing ? { trouble: `${ask.label}: how many at seat ${missing[0]}?` } : { value: Object.fromEntries(found) };
}

function valueOf(ask, answers) {
  if (ask.kind === 'counts') return countsOf(ask, answers);
  const text = readChips(answer(ask, answers).trim(), ask.chips);
  if (!text) return ask.optional ? { value: ask.empty } : { trouble: `Enter ${isCards(ask) ? 'the card' : 'a value'}: ${ask.label}.` };
  if (isCards(ask)) return cardsOf(ask, text);
  const [read, what] = READ[ask.kind] || [(words) => words];
  const value = read(text);
  return value === null || Number.isNaN(value) ? { trouble: `${ask.label}: “${text}” is not ${what}.` } : { value };
}

function put(act, [name, ...rest], value) {
  return { ...act, [name]: rest.length ? put(act[name] || {}, rest, value) : value };
}

/** Whether what was written last are all the cards of its field, and nothing else is missing: then it is sent at once. */
export function allKeyed(asks, answers, name) {
  const ask = asks.find((other) => other.name === name);
  const { trouble } = answered({}, asks, answers);
  return Boolean(ask) && isCards(ask) && !trouble && readCards(answer(ask, answers)).length === (ask.count || 1);
}

/** Whether a count was written that can have no further digit and is no wrong one; it is the only thing that is asked. */
export function allCounted(asks, answers) {
  const [ask, ...others] = asks;
  const count = number(answer(ask, answers));
  const whole = !others.length && ask.most && count !== null && count <= ask.most && count * 10 > ask.most;
  return Boolean(whole) && (ask.right ?? count) === count;
}

/** The act with the answers in it, or `trouble` in a sentence and the id of the field that it concerns. */
export function answered(act, asks, answers) {
  let whole = { ...act };
  for (const ask of asks) {
    const { value, trouble } = valueOf(ask, answers);
    if (trouble) return { trouble, field: fieldId(ask) };
    if (value !== undefined) whole = put(whole, ask.name.split('.'), value);
  }
  return { act: whole };
}

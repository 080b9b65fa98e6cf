// The tutor's margin: the situation, your step, and afterwards what the law says.

import { h } from './dom.js';
import { stack } from './chips.js';
import { cents } from './money.js';
import { why } from './why.js';

function choices(state, on) {
  return h('div', { class: 'answers', id: 'answer', role: 'group', 'aria-label': 'Your answer' },
    ...state.exercise.choices.map((text, at) => choice(state, on, text, `${at + 1}`)));
}

function choice(state, on, text, number) {
  const chosen = state.given === number;
  const right = state.mark?.answer === number;
  const word = !state.mark ? null : right ? '✓ right' : chosen ? '✗ yours' : null;
  return h('button', {
    type: 'button', key: number, class: `button answer${state.mark && right ? ' is-right' : ''}${state.mark && chosen && !right ? ' is-wrong' : ''}`,
    'aria-disabled': state.mark ? 'true' : false, on: { click: () => on.answer(number) },
  }, h('kbd', {}, number), h('span', {}, text), word ? h('span', { class: 'tag' }, word) : null);
}

function amount(state, on) {
  const send = (event) => {
    event.preventDefault();
    on.answer(event.target.elements.amount.value);
  };
  return h('form', { class: 'amount-form', id: 'answer', key: state.exercise.exercise, on: { submit: send } },
    h('label', { for: 'amount' }, 'Dollars'),
    h('span', { class: 'amount-line' }, h('span', { 'aria-hidden': 'true' }, '$'),
      h('input', { id: 'amount', name: 'amount', inputmode: 'decimal', autocomplete: 'off', maxlength: '14', required: true, readonly: Boolean(state.mark) }),
      state.mark ? null : h('button', { class: 'button primary' }, 'Pay ', h('kbd', {}, 'Enter'))));
}

function law(found) {
  if (!found) return null;
  return h('div', { class: 'law-says' },
    h('h3', {}, 'What the law says ', why(found, { label: found.clause })),
    h('p', {}, found.summary),
    found.reading ? h('p', { class: 'why-reading' }, h('span', { class: 'tag' }, 'Our reading'), ' ', found.reading) : null);
}

function told(lines) {
  if (!lines.length) return null;
  return h('ul', { class: 'told' }, ...lines.map((line, at) => h('li', { key: `${at}` }, line.text, ' ', why(line.why, { label: line.why?.clause }))));
}

function marked(state, on) {
  const { mark, exercise } = state;
  const paid = exercise.kind === 'amount' && cents(mark.answer) ? mark.answer : null;
  return h('div', { class: `mark ${mark.right ? 'good' : 'bad'}`, key: 'mark' },
    h('p', { class: 'verdict' }, h('span', { 'aria-hidden': 'true' }, mark.right ? '✓ ' : '✗ '), mark.right ? 'Right' : 'Not so', ': ', h('strong', {}, mark.correct)),
    mark.note ? h('p', { class: 'note' }, mark.note) : null,
    told(mark.told),
    paid ? h('div', { class: 'paid-chips' }, stack(paid)) : null,
    law(mark.why),
    h('button', { type: 'button', id: 'again', class: 'button primary big', on: { click: () => on.again() } }, 'Next exercise ', h('kbd', {}, 'space')));
}

/** The margin for what is going on. */
export function tutor(state, on) {
  const { exercise } = state;
  if (state.trouble || !exercise) {
    return [h('h2', { id: 'tutor-title' }, 'The situation'), h('p', { class: state.trouble ? 'error' : 'quiet', role: 'status' }, state.trouble || 'Dealing…')];
  }
  return [
    h('h2', { id: 'tutor-title', key: 'title' }, 'The situation'),
    h('div', { class: 'situation', key: 'situation', 'aria-live': 'polite' },
      ...exercise.situation.map((line, at) => h('p', { key: `${at}` }, line)),
      h('p', { class: 'question' }, exercise.question)),
    exercise.kind === 'choice' ? choices(state, on) : amount(state, on),
    h('div', { class: 'marking', key: 'marking', 'aria-live': 'polite' }, state.mark ? marked(state, on) : null),
  ];
}

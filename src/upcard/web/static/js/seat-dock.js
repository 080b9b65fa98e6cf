// The one thing to do next, always in the same place: sit down, place the wagers, decide, or wait and be told for what.

import { h } from './dom.js';
import { amount as asText, brief, signed } from './money.js';
import { buying } from './seat-stay.js';
import { quick } from './seat-wagers.js';
import { why } from './why.js';

export function dock(state, on) {
  const { document: view } = state;
  const kind = view.locked ? 'wait' : view.next?.kind || 'wait';
  const body = state.ask ? asked : { sit, wager, decide, wait }[kind] || wait;
  return h('section', { class: `dock dock-${kind}`, 'aria-label': 'What to do now', key: 'dock' },
    errors(state).map((words) => h('p', { class: 'error', role: 'alert', key: words }, words)),
    body(state, on));
}

/** What was pressed is asked once more; the same key again is the answer. */
function asked({ ask, busy }, on) {
  return [
    h('p', { class: 'asked', role: 'alert', key: 'asked' }, ask.words),
    h('div', { class: 'dock-row', key: 'choices' },
      h('button', { type: 'button', class: 'button big', key: 'no', on: { click: on.back } }, 'Go back ', h('kbd', null, 'Esc')),
      h('button', { type: 'button', class: `button big ${ask.look}`, key: 'yes', disabled: busy, on: { click: on.answer } },
        ask.label, ' ', h('kbd', null, ask.key))),
  ];
}

/** How long this waits for the player; the time itself is written by the clock of the page. */
function left({ document: view }) {
  return view.countdown && h('p', { class: 'countdown', key: 'left' },
    view.countdown.words, ' ', h('b', { class: 'money', 'data-clock': '' }));
}

/** What was refused; a wager's refusal stands beside its circle as long as there are circles. */
function errors({ document: view, errors: found }) {
  if (view.phase === 'betting') return found.dock ? [found.dock] : [];
  return Object.entries(found).filter(([place]) => place !== 'fair').map(([, words]) => words);
}

function sit(state, on) {
  const { document: view, role, demo, token } = state;
  const free = view.seats.find((seat) => !seat.player);
  const to = `/table/${view.table.slug}`;
  if (role === 'player') {
    if (!free) return waiting('Every seat is taken.', 'You may watch until one is free.');
    const click = () => on.sit(free.seat);
    return h('button', { type: 'button', class: 'button primary big', disabled: state.busy, on: { click } },
      `Sit down in seat ${free.seat} `, h('kbd', null, 'Enter'));
  }
  if (role !== 'none') return waiting('You are watching.', view.words);
  if (!demo) return h('a', { class: 'button primary big', href: `/sign-in?next=${encodeURIComponent(to)}` }, 'Sign in to play');
  return h('form', { method: 'post', action: '/demo/player' },
    h('input', { type: 'hidden', name: 'token', value: token }), h('input', { type: 'hidden', name: 'next', value: to }),
    h('button', { class: 'button primary big' }, 'Be a player and sit down'));
}

function wager(state, on) {
  const total = on.total();
  const [last, differs] = on.last();
  const stop = on.stopped();
  if (stop) return h('div', { class: 'dock-row' }, waiting(null, stop), h('button', { type: 'button', class: 'button', on: { click: on.leave } }, 'Leave'));
  const name = last > 0 && !differs ? 'Repeat last' : 'Place wagers';
  return [
    buying(state, on), quick(state, on),
    h('div', { class: 'dock-row', key: 'place' },
      last > 0 && differs && h('button', { type: 'button', class: 'button big', key: 'last', disabled: state.busy, on: { click: on.repeat } },
        `Repeat last · ${brief(asText(last))} `, h('kbd', null, 'R')),
      h('button', { type: 'button', class: 'button primary big', key: 'now', disabled: state.busy || !total, on: { click: on.place } },
        total ? `${name} · ${brief(asText(total))} ` : 'Choose an amount', total > 0 && h('kbd', null, 'Enter'))),
    left(state),
  ];
}

function decide(state, on) {
  const { choices } = state.document;
  const lacks = choices.find((choice) => choice.lacks);
  return [
    state.advice && advice(state.advice),
    choices.length === 1 && choices[0].why && h('p', { class: 'quiet only', key: 'only' }, `There is nothing else to do: ${choices[0].why.summary}`),
    lacks && [h('p', { class: 'error', key: 'lacks' }, lacks.lacks), buying(state, on)],
    h('div', { class: 'dock-row', key: 'choices' }, choices.map((choice) =>
      h('button', {
        type: 'button', class: `button big ${look(choice, adviceIs(state.advice, choices))}`, key: choice.label, disabled: state.busy || Boolean(choice.lacks), on: { click: () => on.decide(choice) },
      }, choice.gives_up && '✕ ', choice.label, ' ', choice.key && h('kbd', null, choice.key.toUpperCase())))),
    h('p', { class: 'dock-foot', key: 'foot' },
      !state.advice && choices.length > 1 && h('button', { type: 'button', class: 'button small', on: { click: on.advise } }, 'Advice ', h('kbd', null, 'A')),
      choices.map((choice) => why(choice.why, { label: choice.label }))),
    left(state),
  ];
}

/** The choice that the advice is for, once it was asked. */
function adviceIs(advice, choices) {
  return advice?.best && choices.find((choice) => choice.act.act.toLowerCase() === advice.best);
}

/** To give the hand up never looks like going on with it, which stands out unless the advice is to give up. */
export function look(choice, best = null) {
  if (choice.gives_up) return 'gives-up';
  return best?.gives_up ? '' : 'primary';
}

function advice(found) {
  if (found.error) return h('p', { class: 'error', key: 'advice' }, found.error);
  const worth = Object.entries(found).filter(([, value]) => /^-?\d+\.\d+$/.test(value));
  return h('div', { class: 'advice', role: 'status', key: 'advice' },
    h('p', null, worth.map(([name, value]) => h('span', { key: name, class: name === found.best ? 'best' : null },
      `${name.charAt(0).toUpperCase()}${name.slice(1)} `, h('b', { class: 'money' }, signed(value)), name === found.best ? ' ← better' : ''))),
    h('p', { class: 'quiet' }, found.sentence));
}

function wait(state, on) {
  const { document: view } = state;
  if (view.locked) return waiting('Play has stopped:', `${view.locked}. It goes on by itself.`);
  const more = view.phase === 'betting' && on.total() > 0;
  return [view.phase === 'betting' && quick(state, on), h('div', { class: 'dock-row', key: 'wait' },
    waiting(view.next?.label === 'Wait' ? null : view.next?.label, view.next?.waits || view.words),
    more && h('button', { type: 'button', class: 'button', disabled: state.busy, on: { click: on.place } },
      `Place ${brief(asText(on.total()))} more`))];
}

function waiting(label, words) {
  return h('p', { class: 'waiting' }, label && h('b', null, label), label && ' ', h('span', null, words));
}

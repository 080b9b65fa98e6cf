// The wagers of the own seat: circles with steppers that keep to the limits the server gave with each wager.

import { chip, stack } from './chips.js';
import { h } from './dom.js';
import { lamp } from './felt.js';
import { amount as asText, brief, cents } from './money.js';
import { why } from './why.js';

const QUICK = ['1', '5', '25', '100'];
const FIRST = 3;

/** The nearest amount that the limits allow, 0 for no wager. */
export function fit(wager, count) {
  if (!(count > 0)) return 0;
  if (wager.amounts) {
    const known = wager.amounts.map(cents);
    return known.filter((one) => one <= count).pop() ?? known[0] ?? 0;
  }
  const low = wager.low === null ? 1 : cents(wager.low);
  const high = wager.high === null ? Infinity : cents(wager.high);
  return high < low ? 0 : Math.max(low, Math.min(high, count));
}

/** A wager within the one that bounds it, whose amount lies there or is set with it. */
function bounded(wager, lies) {
  const { of } = wager;
  if (!of || wager.placed) return wager;
  const most = Math.floor((lies[of.wager] || 0) / of.divisor);
  if (of.exact) return { ...wager, amounts: most ? [asText(most)] : [] };
  return { ...wager, high: asText(wager.high === null ? most : Math.min(most, cents(wager.high))) };
}

/** The wagers as they may be set beside each other, each with what is `set` of it: that, and no other amount, is placed. */
export function together(wagers, amounts) {
  const lies = {};
  return wagers.map((one) => {
    const wager = bounded(one, lies);
    const set = one.placed ? 0 : fit(wager, amounts[one.wager] || 0);
    lies[one.wager] = one.placed ? cents(one.placed) : set;
    return { ...wager, set };
  });
}

/** One step up or down: through the amounts where there are some, else by a dollar, or by five from five on. */
export function step(wager, count, up) {
  if (wager.amounts) {
    const known = [0, ...wager.amounts.map(cents)];
    const at = known.indexOf(fit(wager, count));
    return known[Math.max(0, Math.min(known.length - 1, at + (up ? 1 : -1)))];
  }
  if (up && !count) return fit(wager, Math.max(100, cents(wager.low ?? '1.00')));
  const size = count > 500 || (up && count === 500) ? 500 : 100;
  const next = up ? (Math.floor(count / size) + 1) * size : (Math.ceil(count / size) - 1) * size;
  if (!up && next < cents(wager.low ?? '0.01')) return 0;
  return fit(wager, next);
}

/** What the player set for the coming round, wager by wager: last time's amounts, and at first the least of the first. */
export function opening(wagers, last) {
  const found = {};
  wagers.forEach((wager, at) => {
    const known = last?.[wager.wager];
    const least = wager.amounts ? cents(wager.amounts[0]) : Math.max(100, cents(wager.low ?? '1.00'));
    found[wager.wager] = fit(wager, known ?? (at === 0 && !last ? least : 0));
  });
  return found;
}

/** All circles of the betting; after the first few the others wait behind one line. */
export function circles(state, on) {
  const wagers = together(state.document.wagers, state.amounts);
  const shown = wagers.filter((wager, at) => at < FIRST || wagers.length <= FIRST + 1 || wager.placed || wager.set);
  const others = wagers.filter((wager) => !shown.includes(wager));
  return h('section', { class: 'wagers', 'aria-label': 'Your wagers', key: 'wagers' },
    h('div', { class: 'circles' }, shown.map((wager) => circle(wager, state, on))),
    others.length > 0 && h('details', { class: 'more', key: 'more' }, h('summary', null, `${others.length} more wagers`),
      h('div', { class: 'circles' }, others.map((wager) => circle(wager, state, on)))),
    wagers.filter((wager) => state.errors[wager.wager]).map((wager) =>
      h('p', { class: 'error', role: 'alert', id: `error-${wager.wager}`, key: `error-${wager.wager}` },
        `${wager.label}: ${state.errors[wager.wager]}`)),
    light(state.own));
}

function circle(wager, state, on) {
  const { set } = wager;
  const lies = wager.placed ?? (set ? asText(set) : null);
  const chosen = state.chosen === wager.wager && !wager.placed;
  const classes = ['circle', wager.placed ? 'placed' : '', chosen ? 'chosen' : '', state.errors[wager.wager] ? 'refused' : ''].filter(Boolean).join(' ');
  const choose = () => !wager.placed && state.chosen !== wager.wager && on.choose(wager.wager);
  return h('div', { class: classes, key: wager.wager, on: { focusin: choose } },
    h('p', { class: 'circle-label' }, wager.label),
    h('div', { class: 'spot', on: { click: choose } },
      lies ? stack(lies) : null,
      h('span', { class: 'money' }, lies ? brief(lies) : 'none')),
    wager.placed ? down(wager, state, on) : stepper(wager, set, on, state.errors[wager.wager]),
    h('p', { class: 'limit quiet' }, wager.limit, ' ', why(wager.why)));
}

function down(wager, state, on) {
  const others = !wager.back && state.document.wagers.some((one) => one.back);
  return h('p', { class: 'stepper' }, h('span', { class: 'tag good' }, '✓ placed'), others && h('span', { class: 'quiet' }, 'take the others back first'),
    wager.back && h('button', { type: 'button', class: 'button small', on: { click: () => on.takeBack(wager) } }, 'Take back'));
}

function stepper(wager, set, on, error) {
  if (wager.of && (wager.amounts?.length === 0 || wager.high === '0.00')) return h('p', { class: 'stepper quiet' }, `set the ${wager.of.wager} first`);
  const move = (up) => ({ click: () => on.set(wager, step(wager, set, up)) });
  const name = `wager-${wager.wager}`;
  return h('div', { class: 'stepper' },
    h('button', { type: 'button', class: 'button', 'aria-label': `Less on ${wager.label}`, disabled: set === 0, on: move(false) }, '−'),
    h('label', { class: 'visually-hidden', for: name }, `${wager.label}, dollars`),
    h('input', {
      id: name, inputmode: 'decimal', autocomplete: 'off', value: set ? brief(asText(set)) : '', placeholder: '0',
      'aria-describedby': error ? `error-${wager.wager}` : null, 'aria-invalid': error ? 'true' : null,
      props: document.activeElement?.id === name ? {} : { value: set ? brief(asText(set)) : '' },
      on: {
        input: (event) => on.set(wager, fit(wager, cents(event.target.value) || 0)),
        change: (event) => { event.target.value = set ? brief(asText(set)) : ''; },
        keydown: (event) => event.key === 'Enter' && on.place(),
        focus: (event) => event.target.select(),
      },
    }),
    h('button', { type: 'button', class: 'button', 'aria-label': `More on ${wager.label}`, disabled: step(wager, set, true) === set, on: move(true) }, '+'));
}

/** Chips for the chosen wager, where the thumb is. */
export function quick(state, on) {
  const wager = together(state.document.wagers, state.amounts).find((one) => one.wager === state.chosen && !one.placed);
  if (!wager) return null;
  const { set } = wager;
  return h('div', { class: 'quick', role: 'group', 'aria-label': `Add chips to ${wager.label}`, key: 'quick' },
    h('span', { class: 'quiet' }, wager.label),
    QUICK.map((worth) => h('button', {
      type: 'button', class: 'quick-chip', key: worth, 'aria-label': `Add $${worth} to ${wager.label}`,
      on: { click: () => on.set(wager, fit(wager, set + Number(worth) * 100)) },
    }, chip(worth, { label: `$${worth}` }))),
    h('button', { type: 'button', class: 'button small', key: 'clear', 'aria-label': `Clear ${wager.label}`, on: { click: () => on.set(wager, 0) } }, 'Clear'));
}

function light(own) {
  const found = own && lamp(own, 'Progressive wager: ');
  return found && h('p', { class: 'light quiet', key: 'light' }, found);
}

/** What lies before the own seat once bets are closed. */
export function laid(own) {
  return h('section', { class: 'wagers', 'aria-label': 'Your wagers', key: 'laid' },
    h('div', { class: 'circles still' }, own.wagers.map((wager) =>
      h('div', { class: 'circle placed', key: wager.wager },
        h('p', { class: 'circle-label' }, wager.label),
        h('div', { class: 'spot' }, stack(wager.amount), h('span', { class: 'money' }, brief(wager.amount)))))), light(own));
}

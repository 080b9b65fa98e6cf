// The lower left of the console: what the next step needs or pays, and below it the one large button.
import { h } from './dom.js';
import { why } from './why.js';
import { fields } from './console-asks.js';
import { pay } from './console-pay.js';
import { stopped } from './console-send.js';

/** What a form is for, and at which seat. */
function titled(choice) {
  return choice.seat && !/seat \d/i.test(choice.label) ? `Seat ${choice.seat}: ${choice.label.toLowerCase()}` : choice.label;
}

function form(desk, choice, isNext) {
  const submit = (event) => {
    event.preventDefault();
    desk.perform(choice);
  };
  return h('form', {
    class: choice.asks.length > 1 ? 'asks several' : 'asks', key: `asks ${desk.identity()}`, autocomplete: 'off',
    'aria-label': choice.label, on: { submit },
  },
    isNext ? null : h('h2', {}, titled(choice), ' ', choice.why ? why(choice.why) : null),
    ...fields(choice.asks, desk.answers, desk.write, desk.writing, desk.at),
    isNext ? h('button', { class: 'visually-hidden', tabindex: '-1' }, choice.label) : h('div', { class: 'row' },
      h('button', { class: 'button primary' }, choice.label),
      h('button', { class: 'button', type: 'button', on: { click: desk.cancel } }, 'Cancel')));
}

function quietly(doc) {
  return h('div', { class: 'calm', key: 'calm' },
    h('p', { class: 'phase' }, doc.words || doc.phase),
    doc.table.limits && doc.phase === 'betting' ? h('p', { class: 'quiet' }, doc.table.limits) : null,
    doc.liability && doc.liability.words && doc.phase === 'betting' ? h('p', { class: 'quiet liability' }, doc.liability.words) : null);
}

function stage(desk) {
  const { doc } = desk;
  const asks = doc.next && doc.next.act && doc.next.yours && doc.next.asks && doc.next.asks.length;
  if (desk.chosen) return [form(desk, desk.chosen, false)];
  const shown = [pay(doc), asks ? form(desk, doc.next, true) : null].filter(Boolean);
  return shown.length ? shown : [quietly(doc)];
}

function refused(desk) {
  const { refusal } = desk;
  return h('p', { id: 'refusal', class: 'error', role: 'alert', key: 'refusal' },
    refusal ? refusal.message : '',
    refusal && refusal.href && !refusal.message.includes(refusal.clause)
      ? h('a', { class: 'clause', href: refusal.href, target: '_blank' }, refusal.clause) : null);
}

function waits(next) {
  if (next.waits) return next.waits;
  return next.act && !next.yours ? `This is for the ${next.by.join(' or ')}.` : '';
}

function button(desk, next) {
  const able = next.act && next.yours && !stopped(desk);
  const long = next.label.length > 26 ? ' long' : '';
  return h('button', {
    id: 'next', type: 'button', key: 'next', class: `button primary big${long}${desk.sending ? ' sending' : ''}`,
    'aria-disabled': able && !desk.sending ? 'false' : 'true', 'aria-busy': desk.sending ? 'true' : 'false',
    on: { click: desk.next },
  },
  h('span', { class: 'next-label' }, next.label),
  h('kbd', { 'aria-hidden': 'true' }, 'space'),
  h('span', { class: 'progress', 'aria-hidden': 'true' }));
}

export function nextPanel(desk) {
  const next = desk.doc.next || { label: desk.doc.words, act: null, by: [], waits: '' };
  return h('section', { class: 'next-panel', key: 'next-panel', 'aria-label': 'Next step' },
    h('div', { class: 'stage', id: 'stage' }, ...stage(desk)),
    refused(desk),
    h('div', { class: 'next-line' },
      button(desk, next),
      h('div', { class: 'next-why' }, next.why ? why(next.why) : null,
        h('span', { class: 'waits', 'aria-live': 'polite' }, waits(next)))));
}

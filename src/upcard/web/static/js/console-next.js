// The lower left of the console: what the next step needs or pays, and below it the one large button.
import { h, submits } from './dom.js';
import { short, why } from './why.js';
import { fields } from './console-asks.js';
import { pay } from './console-pay.js';
import { keying } from './console-wagers.js';
import { lying } from './console-pad.js';
import { runs, stopped } from './console-send.js';

/** What a form is for, and at which seat. */
function titled(choice) {
  return choice.seat && !/seat \d/i.test(choice.label) ? `Seat ${choice.seat}: ${choice.label.toLowerCase()}` : choice.label;
}

function form(desk, choice, isNext) {
  return h('form', {
    class: `asks${choice.asks.length > 1 ? ' several' : ''}${isNext ? ' next-asks' : ''}`, key: `asks ${desk.identity()}`, autocomplete: 'off',
    'aria-label': choice.label, on: submits(() => desk.perform(choice)),
  },
    isNext ? null : h('h2', {}, titled(choice), ' ', choice.why ? why(choice.why) : null),
    ...fields(choice.asks, desk.answers, desk.write, desk.writing, desk.at, isNext ? lying(desk.doc) : {}),
    isNext ? h('button', { class: 'visually-hidden', tabindex: '-1' }, choice.label) : h('div', { class: 'row' },
      h('button', { class: 'button primary' }, choice.label),
      h('button', { class: 'button', type: 'button', on: { click: desk.cancel } }, 'Cancel')));
}

/** What is done by hand at the next step, each line with its clause; folded away by those who know it. */
function byHand(desk, busy) {
  const { next, table } = desk.doc;
  if (!desk.how || !next || !next.lines || !next.lines.length) return null;
  const shape = busy ? ' run' : next.lines.length > 3 ? ' many' : '';
  return h('ol', { id: 'how', class: `how${shape}`, key: 'how', 'aria-label': 'How it is done' },
    ...next.lines.map((line) => h('li', { key: line.id }, line.do, ' ',
      h('a', { class: 'how-clause', href: line.href, target: '_blank', 'aria-label': `Clause ${line.clause}` }, short(line.clause, table.edition)))));
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
  const keyed = asks && doc.next.asks.some((ask) => ask.kind === 'cards');
  const shown = [keyed && doc.pay?.done ? null : pay(doc), asks ? form(desk, doc.next, true) : null, keying(desk)].filter(Boolean);
  const how = byHand(desk, shown.length > 0);
  if (how && !shown.length && doc.next.lines.length > 3) return [how];
  return [...(shown.length ? shown : [quietly(doc)]), how].filter(Boolean);
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
  h('span', { class: 'next-words' }, h('span', { class: 'next-label' }, next.label),
    runs(desk, next) && h('span', { class: 'next-then' }, `then ${next.then.label}`)),
  h('kbd', { 'aria-hidden': 'true' }, 'space'),
  h('span', { class: 'progress', 'aria-hidden': 'true' }));
}

function toggle(desk, next) {
  const lines = (next.lines || []).length;
  return h('button', {
    type: 'button', id: 'how-toggle', key: 'how-toggle', class: 'button tool', 'aria-expanded': desk.how ? 'true' : 'false',
    'aria-controls': 'how', 'aria-disabled': lines ? 'false' : 'true', on: { click: desk.unfold },
  }, h('span', {}, desk.how ? 'Fold how' : 'How'), h('kbd', { 'aria-hidden': 'true' }, 'H'));
}

export function nextPanel(desk) {
  const next = desk.doc.next || { label: desk.doc.words, act: null, by: [], waits: '' };
  return h('section', { class: `next-panel${desk.how ? ' learning' : ''}`, key: 'next-panel', 'aria-label': 'Next step' },
    h('div', { class: 'stage', id: 'stage' }, ...stage(desk)),
    refused(desk),
    h('div', { class: 'next-line' },
      button(desk, next),
      h('div', { class: 'next-why' }, h('div', { class: 'next-marks' }, next.why ? why(next.why) : null, toggle(desk, next)),
        h('span', { class: 'waits', 'aria-live': 'polite' }, waits(next)))));
}

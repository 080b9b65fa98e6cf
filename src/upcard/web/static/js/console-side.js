// The lower right of the console: what else may be done now, the awards that wait, and the log.
import { h } from './dom.js';
import { log } from './felt.js';
import { why } from './why.js';
import { hits } from './console-pay.js';
import { runs } from './console-send.js';

const TOOLS = ['s', 'u'];

/** A choice as a button, with its key. */
export function choiceButton(desk, choice) {
  return h('button', {
    type: 'button', class: 'button choice', key: `${JSON.stringify(choice.act)} ${choice.label}`,
    'data-act': choice.act ? choice.act.act : null, 'data-key': choice.key || null,
    'aria-disabled': desk.sending ? 'true' : 'false',
    on: { click: () => desk.choose(choice) },
  }, h('span', {}, choice.label, runs(desk, choice) && h('span', { class: 'choice-then' }, `then ${choice.then.label}`)), choice.key ? h('kbd', {}, choice.key.toUpperCase()) : null);
}

function withWhy(desk, choice) {
  return h('span', { class: 'choice-pair', key: `${choice.label} ${choice.seat ?? ''}` },
    choiceButton(desk, choice), choice.why ? why(choice.why) : null);
}

function ofSeat(desk) {
  const here = desk.doc.choices.filter((choice) => choice.seat && choice.seat === desk.selected && !choice.wager);
  const title = desk.selected === null ? `Choose a seat with 1 to ${desk.doc.seats.length}` : `Seat ${desk.selected}`;
  return h('div', { class: 'of-seat', id: 'seat-choices' }, h('h2', {}, title),
    ...(here.length ? here.map((choice) => withWhy(desk, choice))
      : [h('span', { class: 'quiet' }, desk.selected === null ? '' : 'nothing to decide now')]));
}

function ofTable(desk) {
  const here = desk.doc.choices.filter((choice) => !choice.seat && !choice.wager && !TOOLS.includes(choice.key));
  return h('div', { class: 'of-table', id: 'table-choices' }, ...here.map((choice) => withWhy(desk, choice)));
}

function tool(label, key, able, click, id, pressed = null) {
  return h('button', { type: 'button', class: 'button tool', id, key, 'aria-disabled': able ? 'false' : 'true', 'aria-pressed': pressed, on: { click } },
    h('span', {}, label), h('kbd', {}, key.toUpperCase()));
}

function tools(desk) {
  const offers = (key) => desk.doc.choices.some((choice) => choice.key === key);
  const back = desk.undoable();
  return h('div', { class: 'tools' },
    tool('Irregularity…', 'i', Boolean(desk.doc.irregularities.length), desk.irregular, 'irregular'),
    tool('Supervisor', 's', offers('s'), () => desk.press('s'), 'call'),
    tool(back?.key === 'u' ? back.label : 'Undo winner key', 'u', Boolean(back), desk.undo, 'undo'),
    desk.doc.table.mode === 'keyed' && tool(`In one go: ${desk.inOneGo ? 'on' : 'off'}`, '.', true, desk.toggleRuns, 'in-one-go', `${desk.inOneGo}`),
    tool('Keys', '?', true, desk.help, 'keys'));
}

function logged(doc) {
  return h('div', { id: 'log', class: 'log', role: 'log', 'aria-label': 'Log', tabindex: '0' }, log(doc));
}

export function side(desk) {
  return h('section', { class: 'side', key: 'side', 'aria-label': 'What else may be done' },
    ofSeat(desk), ofTable(desk), tools(desk), hits(desk.doc, desk.calledFor()), logged(desk.doc));
}

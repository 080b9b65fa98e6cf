// The dealer's console: draws the table's document, and sends what the dealer presses. It knows no rule of the game.
import { draw, h } from './dom.js';
import { ago, live } from './live.js';
import { keep, kept } from './kept.js';
import { keys } from './keys.js';
import { head, strip } from './console-head.js';
import { felt } from './felt.js';
import { follow, irregular } from './console-irregular.js';
import { nextPanel } from './console-next.js';
import { allCounted, allKeyed } from './console-asks.js';
import { begin, inField, within } from './console-focus.js';
import { perform, stopped } from './console-send.js';
import { side } from './console-side.js';

const root = document.querySelector('#console');

const desk = {
  slug: root.dataset.slug,
  doc: JSON.parse(document.querySelector('#view').textContent),
  selected: null,
  chosen: null,
  answers: {},
  at: null,
  sending: null,
  refusal: null,
  locked: '',
  newest: 0,
  waiting: [],
  calledSince: null,
  keyedAt: -Infinity,
  how: true,
  inOneGo: false,
};

/** Each dealer has the lines of a step shown or folded, as they were left on this screen. */
function howOf(dealer) {
  return `upcard-how ${dealer}`;
}

desk.unfold = () => {
  desk.how = !desk.how;
  keep(howOf(desk.doc.table.dealer), desk.how ? 'shown' : 'folded');
  desk.draw();
};

/** So has each dealer whether one press records all that the hands do in one go: nobody's does who has not chosen it. */
function runsOf(dealer) {
  return `upcard-in-one-go ${dealer}`;
}

desk.toggleRuns = () => {
  if (desk.doc.table.mode !== 'keyed') return;
  desk.inOneGo = !desk.inOneGo;
  keep(runsOf(desk.doc.table.dealer), desk.inOneGo ? 'on' : 'off');
  desk.draw();
};

function formOf(choice) {
  return choice && choice.asks && choice.asks.length ? JSON.stringify([choice.act, choice.asks.map((ask) => ask.name)]) : '';
}

desk.identity = () => formOf(desk.chosen || desk.doc.next);

function keepAnswers(before) {
  if (desk.identity() === before) return;
  desk.answers = {};
  desk.at = null;
}

function focusNext() {
  document.querySelector('#next').focus({ preventScroll: true });
}

/** What the next step asks for is written at once; the space bar is for that step there, too. */
function begun(before) {
  const free = [null, document.body, document.querySelector('#next')].includes(document.activeElement);
  if (free && !desk.chosen && desk.identity() !== before) begin();
}

desk.take = (doc, fetched) => {
  if (!fetched && doc.seq < desk.newest) return;
  if (fetched) desk.newest = doc.seq;
  const before = desk.identity();
  const asked = desk.doc.next && desk.doc.next.seat;
  const asks = doc.next && doc.next.seat;
  desk.doc = { choices: [], irregularities: [], ...doc };
  desk.locked = doc.locked || '';
  desk.how = kept(howOf(doc.table.dealer)) !== 'folded';
  desk.inOneGo = kept(runsOf(doc.table.dealer)) === 'on';
  if (asks && (asks !== asked || desk.selected === null)) desk.selected = asks;
  desk.calledSince = doc.called ? desk.calledSince || Date.now() : null;
  if (desk.refusal && desk.refusal.whileStopped && !stopped(desk)) desk.refusal = null;
  keepAnswers(before);
  desk.waiting = desk.waiting.filter(({ seq, resolve }) => doc.seq < seq || resolve());
  follow();
  desk.draw();
  begun(before);
};

desk.arrival = (seq) => new Promise((resolve) => { desk.waiting.push({ seq, resolve }); });

desk.say = (refusal, field) => {
  desk.refusal = refusal;
  desk.draw();
  const at = field && document.querySelector(`#${CSS.escape(field)}`);
  if (at) (at.matches('fieldset') ? at.querySelector('input') : at).focus();
};

desk.done = (choice) => {
  if (choice === desk.chosen) desk.chosen = null;
  desk.answers = {};
  desk.refusal = null;
  if (!within()) focusNext();
};

desk.write = (name, text) => {
  desk.answers = { ...desk.answers, [name]: text };
  desk.refusal = null;
  desk.draw();
  const { next } = desk.doc;
  if (desk.chosen || !next?.yours) return;
  if (!allKeyed(next.asks, desk.answers, name) && !(desk.inOneGo && allCounted(next.asks, desk.answers))) return;
  desk.keyedAt = performance.now();
  desk.perform(next);
};

desk.writing = (name) => {
  if (desk.at === name) return;
  desk.at = name;
  desk.draw();
};

desk.perform = (choice) => perform(desk, choice, formOf(choice) === desk.identity() ? desk.answers : {});

desk.next = () => {
  const next = desk.doc.next;
  if (desk.sending) return;
  if (stopped(desk)) desk.say({ message: stopped(desk), whileStopped: true });
  else if (next && next.act && next.yours) desk.perform(next);
  else if (next) desk.say({ message: next.waits || `Not yet: ${next.label}.` });
};

desk.choose = (choice) => {
  if (desk.sending) return;
  if (!choice.asks || !choice.asks.length) { desk.perform(choice); return; }
  desk.chosen = choice;
  desk.answers = {};
  desk.say(null);
  const first = document.querySelector('.asks input');
  if (!first) return;
  first.focus();
  if (first.type !== 'radio') first.select();
};

desk.cancel = () => {
  desk.chosen = null;
  desk.answers = {};
  desk.say(null);
  focusNext();
};

desk.select = (seat) => {
  if (!desk.doc.seats.some((other) => other.seat === seat)) return;
  desk.selected = seat;
  desk.draw();
};

desk.press = (key) => {
  const fits = desk.doc.choices.filter((choice) => choice.key === key);
  const choice = fits.find((other) => other.seat && other.seat === desk.selected) || fits.find((other) => !other.seat);
  const others = fits.map((other) => other.seat).join(' or ');
  if (choice) desk.choose(choice);
  else if (fits.length) desk.say({ message: `This is for seat ${others}: choose that seat with its number first.` });
};

desk.undoable = () => {
  const keyed = desk.doc.seats.filter((seat) => seat.winner).map((seat) => seat.seat);
  const fits = desk.doc.choices.filter((choice) => choice.key === 'w' && keyed.includes(choice.seat));
  const last = desk.doc.choices.find((choice) => choice.key === 'u');
  return last || fits.find((choice) => choice.seat === desk.selected) || fits.at(-1) || null;
};

desk.undo = () => {
  const choice = desk.undoable();
  if (choice) desk.choose(choice);
};

desk.irregular = () => irregular(() => desk.doc.irregularities, desk.selected, desk.perform);
desk.help = () => document.querySelector('#help').showModal();

desk.calledFor = () => (desk.calledSince ? ago(desk.calledSince) : '');

function halt() {
  const words = stopped(desk);
  return words ? h('div', { class: 'halt', id: 'halt', role: 'alert', key: 'halt' }, h('strong', {}, 'STOP'), h('span', {}, words)) : null;
}

desk.draw = () => {
  draw(root, h('div', { class: `desk${stopped(desk) ? ' stopped' : ''}` },
    head(desk.doc), strip(desk.doc), felt(desk.doc, { selected: desk.selected, select: desk.select }),
    h('div', { class: 'lower', key: 'lower' }, nextPanel(desk), side(desk)), halt()));
};

function bindings() {
  const bound = { '?': desk.help, h: desk.unfold, i: desk.irregular, u: desk.undo, '.': desk.toggleRuns };
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') bound[letter] ??= () => desk.press(letter);
  for (let seat = 1; seat <= 9; seat += 1) bound[seat] = () => desk.select(seat);
  const unlessWriting = (run) => () => (desk.chosen ? false : run());
  return [bound, { ' ': desk.next, ...Object.fromEntries(Object.entries(bound).map(([key, run]) => [key, unlessWriting(run)])) }];
}

/** After a press with the pointer the space bar is for the next step again, unless a form was opened by it. */
function backToNext(event) {
  const pressed = event.detail > 0 && !desk.chosen && event.target.closest('button');
  if (pressed && !pressed.closest('.asks') && !pressed.matches('.clause, [popovertarget]') && !document.querySelector('dialog[open]')) focusNext();
}

const CALM = 500;

/** A key that is held down presses a button once; Enter behind cards that were sent by themselves presses none. */
function onceOnly(event) {
  const behind = event.key === 'Enter' && performance.now() - desk.keyedAt < CALM;
  if ((event.repeat || behind) && event.target.matches('button')) event.preventDefault();
}

const [bound, everywhere] = bindings();
keys(everywhere);
root.addEventListener('keydown', onceOnly);
root.addEventListener('keydown', (event) => inField(event, bound, () => (desk.chosen ? desk.perform(desk.chosen) : desk.next())));
root.addEventListener('keydown', (event) => { if (event.key === 'Escape' && desk.chosen) desk.cancel(); });
root.addEventListener('click', backToNext);
new MutationObserver(() => { desk.newest = 0; desk.draw(); })
  .observe(document.documentElement, { attributes: true, attributeFilter: ['data-link'] });
setInterval(() => { if (desk.calledSince) desk.draw(); }, 1000);
desk.take(desk.doc, false);
begin();
live(`table:${desk.slug}:dealer`, (doc) => desk.take(doc, false));

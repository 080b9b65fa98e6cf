// A seat at a table: follows the table's document, keeps what the player has set but not yet sent, and sends acts.
// What may be done, and how much may be wagered, is in the document; nothing of the game is known here.

import { draw, h } from './dom.js';
import { keep, kept } from './kept.js';
import { keys } from './keys.js';
import { live, now } from './live.js';
import { brief, cents, amount as asText, signed } from './money.js';
import { call, heard, play, ticks } from './seat-calls.js';
import { dock, look } from './seat-dock.js';
import { head, house, lastRound, others, ownHand } from './seat-felt.js';
import { pays } from './seat-pays.js';
import { fairness, happened, receipt } from './seat-side.js';
import { stay, stopped } from './seat-stay.js';
import { circles, laid, opening, step, together } from './seat-wagers.js';
import { act, fetched, fresh as freshId, post } from './send.js';
import { sentence } from './why.js';

const root = document.getElementById('seat');
const { slug } = root.dataset;
const { who, role, demo } = document.body.dataset;
const state = {
  document: null, own: null, role, demo: demo !== undefined, token: document.querySelector('meta[name="token"]')?.content || '',
  amounts: {}, drafted: false, chosen: '', errors: {}, busy: false, advice: null, round: '', phase: '', proof: null,
  ask: null, receipts: null, pays: null, sound: kept('upcard-sound') === 'on', asked: 0,
  noted: new Map(), // commitments by their number, as this page saw them before the deal
};

// ---- drawing

function page() {
  const { document: view, own } = state;
  const may = role === 'player' && view.you === null && view.table.open && !state.busy;
  const betting = own && view.phase === 'betting' && view.wagers.length > 0;
  return [
    head(state, on),
    h('div', { class: 'seat-body', key: 'body' },
      h('div', { class: `seat-table felt${betting ? ' betting' : ''}`, key: 'felt' },
        others(view, may, on),
        house(view),
        own && h('div', { class: 'mine', key: 'mine' },
          betting ? [circles(state, on), lastRound(view)] : [ownHand(view, own), own.wagers.length > 0 && laid(own)]),
        dock(state, on)),
      h('aside', { class: 'seat-side', key: 'side', 'aria-label': 'Receipt and log' },
        receipt(view), stay(state, on), pays(state, on), fairness(state, on), happened(view))),
  ];
}

function redraw() {
  draw(root, page());
  document.documentElement.classList.add('live-drawn');
  tick();
}

const tick = () => ticks(state.document, now());
setInterval(tick, 500);

function show(view) {
  const before = state.document;
  if (before && view.seq < before.seq) return;
  state.document = view;
  state.own = view.seats.find((seat) => seat.you) || null;
  prepare(view);
  note(view.fair);
  if (before) announce(before, view);
  if (view.stay?.rounds !== before?.stay?.rounds) received();
  call(view);
  redraw();
}

const LATE = 'The bets closed before your wagers were placed. They are kept for the next round.';

/** Advice is for one decision; and with a new round the wagers start from what was set too late, or from the last time. */
function prepare(view) {
  if (view.phase !== state.phase) {
    if (state.phase === 'betting' && state.drafted && open(view).length) state.errors.late = LATE;
    Object.assign(state, { advice: null, ask: null });
  }
  if (state.own?.wagers.length) state.drafted = false;
  state.phase = view.phase;
  const round = `${view.table.round} ${view.you}`;
  if (!view.wagers?.length || view.phase !== 'betting' || state.round === round) return;
  state.round = round;
  state.errors = {};
  state.amounts = opening(view.wagers, state.drafted ? state.amounts : lastTime(view));
  state.chosen = view.wagers[0].wager;
}

/** Remembers what the house committed itself to while nothing of it was dealt, to be held against what it reveals. */
function note(fair) {
  if (!fair?.commitment || state.noted.has(fair.number)) return;
  state.noted.set(fair.number, fair.commitment);
}

function lastTime(view) {
  if (!view.receipt) return null;
  const found = {};
  for (const line of view.receipt.lines) found[line.wager] = cents(line.staked);
  return Object.fromEntries(view.wagers.map((wager) => [wager.wager, found[wager.wager] || 0]));
}

function usual() {
  return lastTime(state.document) || {};
}

function announce(old, view) {
  const sound = state.sound && heard(old, view);
  if (sound) play(sound);
  const news = document.getElementById('news');
  if (view.receipt && view.receipt.round !== old.receipt?.round) {
    news.textContent = `Round ${view.receipt.round} is over: ${signed(view.receipt.net)}.`;
  } else if (view.next?.kind === 'decide' && old.next?.kind !== 'decide') {
    const labels = view.choices.map((choice) => choice.label).join(' or ');
    news.textContent = `Your turn: ${labels}. ${state.own?.hand || ''}`;
  } else if (view.phase !== old.phase) news.textContent = `${view.words}.`;
}

/** Why the chips do not reach for what is set, with the bets that may follow; empty where they do. */
function beyond() {
  const { chips } = state.document.stay || {};
  const lies = state.document.wagers.reduce((sum, wager) => sum + (wager.placed ? cents(wager.placed) : 0), 0);
  const needs = risked() - lies;
  if (chips === undefined || chips === null || needs <= cents(chips)) return '';
  return `With the bets that may follow this takes ${brief(asText(needs))}, and you hold ${brief(chips)}: set less, or buy chips.`;
}

// ---- doing

/** One thing at a time: a second press waits for the answer to the first. */
async function doing(run) {
  if (state.busy) return;
  state.busy = true;
  state.errors = {};
  state.ask = null;
  redraw();
  try {
    await run();
  } finally {
    state.busy = false;
    redraw();
  }
}

async function send(what, place, options = {}) {
  const answer = await act(slug, what, options);
  if (!answer.ok) state.errors[place] = sentence(answer.document);
  return answer;
}

function open(view = state.document) {
  return together(view.wagers || [], state.amounts).filter((wager) => wager.set > 0);
}

/** What could be lost of what lies there and is set, with the bets that may follow. */
function risked() {
  return together(state.document.wagers, state.amounts)
    .reduce((sum, wager) => sum + wager.times * (wager.placed ? cents(wager.placed) : wager.set), 0);
}

/** What is asked once more before it is done. */
function asks(words, label, key, look, run) {
  Object.assign(state, { ask: { words, label, key, look, run }, asked: Date.now() });
  redraw();
}

/** A key that was pressed twice by mistake is no answer. */
function answer() {
  const { ask, asked } = state;
  return Boolean(ask) && Date.now() - asked > 400 && ask.run();
}

/** Amounts that are far from the usual ones are asked about, and nothing is placed beyond the player's own limits. */
function place() {
  if (state.ask) return answer();
  const total = on.total();
  const stop = stopped(state, risked()) || beyond();
  if (stop) {
    state.errors.dock = stop;
    return redraw();
  }
  const high = open().find((wager) => wager.set > cents(wager.unusual));
  if (!high) return doing(placeAll);
  const sum = brief(asText(high.set));
  return asks(`${high.label} ${sum} is much more than usual here.`, `Place ${brief(asText(total))}`, 'Enter', 'primary', () => doing(placeAll));
}

function decide(choice) {
  if (choice.lacks) return false;
  if (!choice.confirm) return doing(() => decideOn(choice));
  return asks(choice.confirm, choice.label, choice.key.toUpperCase(), look(choice), () => doing(() => decideOn(choice)));
}

async function received() {
  if (!document.getElementById('stay')?.open) return;
  const found = await fetched(`/api/tables/${slug}/receipts`);
  if (found) state.receipts = found.receipts;
  redraw();
}

/** Places what the button said, and no other amount: what is refused is said. */
async function placeAll() {
  for (const { wager, set } of open()) {
    const answer = await send({ act: 'PlaceWager', seat: state.document.you, wager, amount: asText(set) }, wager);
    if (!answer.ok) return;
    state.amounts[wager] = 0;
  }
}

/** The same choice once more where only the count of entries moved on, but never in another phase. */
async function decideOn(choice) {
  const { phase } = state.document;
  const wanted = JSON.stringify(choice.act);
  for (let tries = 0; tries < 3; tries += 1) {
    const { version } = state.document;
    const answer = await act(slug, choice.act, { version });
    if (answer.status !== 409) {
      if (!answer.ok) state.errors.dock = sentence(answer.document);
      return;
    }
    await fresh();
    const there = state.document.phase === phase && state.document.choices.some((one) => JSON.stringify(one.act) === wanted);
    if (!there) {
      state.errors.dock = 'The table has moved on; please look again.';
      return;
    }
  }
  state.errors.dock = 'The table is busy; please press again.';
}

async function fresh() {
  const view = await fetched(`/api/tables/${slug}?as=seat`);
  if (view) show(view);
}

async function askAdvice() {
  const answer = await fetch(`/api/tables/${slug}/advice`).catch(() => null);
  const found = answer ? await answer.json().catch(() => null) : null;
  state.advice = answer?.ok ? found : { error: sentence(found) || 'No advice can be had just now.' };
}

const on = {
  sit: (seat) => doing(() => send({ act: 'TakeSeat', seat, player: who }, 'dock')),
  leave: () => doing(async () => {
    const answer = await send({ act: 'LeaveSeat', seat: state.document.you }, 'dock');
    if (answer.ok) location.href = '/';
  }),
  choose: (wager) => {
    state.chosen = wager;
    redraw();
  },
  set: (wager, count) => {
    state.amounts[wager.wager] = count;
    state.drafted = true;
    state.chosen = wager.wager;
    delete state.errors[wager.wager];
    redraw();
  },
  takeBack: (wager) => doing(() => send(wager.back, wager.wager)),
  place,
  decide,
  answer,
  back: () => {
    state.ask = null;
    redraw();
  },
  redraw,
  stopped: () => stopped(state),
  opened: (is) => is && received(),
  sound: () => {
    state.sound = !state.sound;
    keep('upcard-sound', state.sound ? 'on' : 'off');
    if (state.sound) play('turn');
    redraw();
  },
  buy: (amount) => doing(async () => {
    const answer = await post(`/api/tables/${slug}/chips`, { id: freshId(), amount });
    if (!answer.ok) state.errors.dock = sentence(answer.document);
  }),
  pays: async () => {
    state.pays ||= await fetched(`/api/tables/${slug}/pays`);
    redraw();
  },
  advise: () => doing(askAdvice),
  total: () => open().reduce((sum, wager) => sum + wager.set, 0),
  /** What lay there last, as far as it may lie there now, and whether something else is set. */
  last: () => {
    const [last, now] = [usual(), state.amounts].map((amounts) => together(state.document.wagers, amounts).map((wager) => wager.set));
    return [last.reduce((sum, one) => sum + one, 0), last.some((one, at) => one !== now[at])];
  },
  repeat: () => {
    state.amounts = opening(state.document.wagers, usual());
    return place();
  },
  check: (revealed) => doing(async () => {
    const { check } = await import('./fair.js');
    state.proof = await check(slug, revealed.round, state.noted.get(revealed.number), who);
  }),
  contribute: (event) => {
    event.preventDefault();
    const field = event.target.elements.value;
    return doing(async () => {
      const answer = await post(`/api/tables/${slug}/contribution`, { id: freshId(), value: field.value });
      if (answer.ok) field.value = '';
      else state.errors.fair = sentence(answer.document);
    });
  },
};

/** Keys of the choices are the server's; Enter does the one next thing. */
function enter() {
  if (state.ask) return state.ask.key === 'Enter' && answer();
  const kind = state.document.next?.kind;
  const free = state.document.seats.find((seat) => !seat.player);
  if (kind === 'sit' && role === 'player' && free) return on.sit(free.seat);
  return kind === 'wager' && on.total() ? on.place() : false;
}

function chosenBy(key) {
  if (state.ask) return state.ask.key.toLowerCase() === key && answer();
  const choice = state.document.next?.kind === 'decide' && state.document.choices.find((one) => one.key === key);
  return choice ? on.decide(choice) : false;
}

/** 1 to 9 choose a circle, + and - change what is set there. */
function pick(number) {
  const wager = state.document.phase === 'betting' && state.document.wagers?.[number - 1];
  return wager && !wager.placed ? on.choose(wager.wager) : false;
}

function nudge(up) {
  const wager = state.document.phase === 'betting'
    && together(state.document.wagers, state.amounts).find((one) => one.wager === state.chosen && !one.placed);
  return wager ? on.set(wager, step(wager, wager.set, up)) : false;
}

const digits = Object.fromEntries([...'123456789'].map((key) => [key, () => pick(Number(key))]));
const letters = Object.fromEntries([...'bcdefghijklmnopqrstuvwxyz'].map((key) => [key, () => chosenBy(key)]));
keys({
  ...letters, ...digits, Enter: enter, '+': () => nudge(true), '=': () => nudge(true), '-': () => nudge(false),
  Escape: () => (state.ask ? on.back() : false),
  r: () => (state.document.next?.kind === 'wager' && !state.ask && on.last()[0] ? on.repeat() : chosenBy('r')),
  a: () => (state.document.next?.kind === 'decide' ? on.advise() : false),
});

show(JSON.parse(document.getElementById('view').textContent));
live(`table:${slug}:seat`, show, { always: role === 'player' }); // a player is called also from another tab

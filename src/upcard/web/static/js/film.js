// A round as a film: played or stepped through by keys, buttons or the slider, seen with the eyes of whom one likes, with
// the journal's entry beside it. Everything shown comes in one document; this file only draws it.

import { draw, h, table } from './dom.js';
import { keys } from './keys.js';
import { decks, felt, meter } from './felt.js';
import { dollars } from './money.js';
import { fetched } from './send.js';
import { why } from './why.js';

const root = document.getElementById('film');
let film = JSON.parse(document.getElementById('document').textContent);
let at = stepOfAddress();
let eye = film.viewers[0].key;

const STEP = 1500;
const SPEEDS = ['0.5', '1', '2', '4'];
let speed = '1';
let playing = 0;

function stepOfAddress() {
  const asked = Number(/^#e(\d+)$/.exec(location.hash)?.[1] ?? 0);
  return Math.max(0, film.steps.findLastIndex((step) => step.seq <= asked));
}

function go(to) {
  clearTimeout(playing);
  playing = 0;
  move(to);
}

function move(to) {
  at = Math.max(0, Math.min(film.steps.length - 1, to));
  history.replaceState(null, '', `#e${film.steps[at].seq}`);
  show();
}

/** Plays from here, or from the beginning where the film is at its end; a step by hand stops it. */
function play() {
  if (playing) go(at);
  else roll(at === film.steps.length - 1 ? 0 : at + 1);
}

function roll(to) {
  playing = to < film.steps.length - 1 ? setTimeout(() => roll(at + 1), STEP / Number(speed)) : 0;
  move(to);
}

function show() {
  const step = film.steps[at];
  draw(root, [
    controls(step),
    h('div', { class: 'film-main', key: 'main' },
      picture(step),
      entryPanel(step, at)),
    timeline(),
    film.payments.length ? settlement() : null,
    afterwards(),
  ]);
  keepInSight(root.querySelector('.timeline ol'));
}

/** The table as it looked after an entry, with the cards that the chosen viewer could see. */
function picture(step) {
  const board = film.boards[step.board];
  const { seats, ...cards } = film.hands[step.hands[eye]];
  const doc = {
    ...board, ...cards, back: board.back === 'blue' ? 'blue' : 'red',
    seats: board.seats.map((seat) => ({ cards: [], hand: null, ...seat, ...seats[seat.seat] })),
  };
  return felt(doc, {
    look: 'picture',
    head: [
      h('p', { class: 'phase' }, h('b', null, board.words), board.dealer ? `, ${board.dealer} deals` : '', board.called ? ' · supervisor called' : ''),
      h('p', { class: 'meters' }, step.meters.map(meter)),
    ],
    foot: h('p', { class: 'decks' }, decks(board).join(' · ')),
  });
}

/** The present step stays in sight within its list; the page itself does not move. */
function keepInSight(list) {
  const current = list.querySelector('[aria-current]').parentElement;
  const top = current.offsetTop - list.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top;
  const over = top + current.offsetHeight - list.clientHeight;
  if (over > list.scrollTop) list.scrollTop = over;
}

/** A role and a name; a name that says the role stands alone. */
function who(by) {
  const [role, ...name] = by.split(' ');
  return name.length > 1 && name.at(-1) === role ? name.join(' ') : by;
}

function controls(step) {
  const last = film.steps.length - 1;
  const button = (label, to, text, off) => h('button', {
    key: label, type: 'button', class: 'button', 'aria-label': label, disabled: off, on: { click: () => go(to) },
  }, text);
  return h('div', { class: 'controls panel', key: 'controls', role: 'group', 'aria-label': 'The film' },
    h('div', { class: 'buttons' },
      button('First step', 0, 'First', at === 0),
      h('button', { key: 'play', type: 'button', class: 'button primary play', on: { click: play } }, playing ? 'Pause' : 'Play'),
      button('One step back', at - 1, '◀ Back', at === 0),
      button('One step forward', at + 1, 'Forward ▶', at === last),
      button('Last step', last, 'Last', at === last)),
    h('label', { class: 'slide' },
      h('span', { class: 'count' }, `Step ${at + 1} of ${film.steps.length}`),
      h('input', {
        type: 'range', min: 0, max: last, step: 1, props: { value: String(at) },
        'aria-valuetext': `Step ${at + 1}, entry ${step.seq}`, on: { input: (event) => go(Number(event.target.value)) },
      })),
    choice('Speed', SPEEDS.map((each) => [each, `${each} ×`]), speed, (value) => { speed = value; }),
    choice('As seen by', film.viewers.map((viewer) => [viewer.key, viewer.label]), eye, (value) => { eye = value; show(); }),
    film.over ? null : h('button', { type: 'button', class: 'button', key: 'again', on: { click: lookAgain } }, 'Look again'),
    h('p', { class: 'visually-hidden', 'aria-live': 'polite', key: 'news' },
      `Step ${at + 1}. ${step.said.map((said) => said.text).join(' ') || step.label}`));
}

function choice(label, offered, chosen, take) {
  return h('label', { class: 'eye', key: label },
    h('span', null, label),
    h('select', { on: { change: (event) => take(event.target.value) } },
      offered.map(([value, words]) => h('option', { value, selected: value === chosen }, words))));
}

/** A round in play has gone on: the film is asked for again, and its end stays the end. */
async function lookAgain() {
  const wasLast = at === film.steps.length - 1;
  film = await fetched(`/api/rounds/${film.table.slug}/${film.number}`) || film;
  if (!film.viewers.some((viewer) => viewer.key === eye)) eye = film.viewers[0].key;
  go(wasLast ? film.steps.length - 1 : at);
}

/** The journal's entry beside the picture: in words, who and when, the money that it moved, its hash, and as it was recorded. */
function entryPanel(step, at) {
  return h('section', { class: 'panel journal', key: 'entry', 'aria-labelledby': 'entry-title' },
    h('h2', { id: 'entry-title' }, `Entry ${step.seq.toLocaleString('en')}`),
    h('p', { class: 'quiet' }, `${step.at.slice(0, 10)} ${step.at.slice(11, 23).replace('Z', '')} UTC, `, h('span', { class: 'name' }, who(step.by))),
    step.said.length ? null : h('p', null, `${step.label}.`),
    step.said.map((said, n) => h('p', { class: said.payment ? 'said payment' : 'said', key: `said${n}` }, said.text, ' ', why(said.why))),
    step.hidden ? h('p', { key: 'hidden' }, h('span', { class: 'tag warn' }, 'in part face down')) : null,
    moneyTable(step),
    h('p', { class: 'hash', key: 'hash' }, step.hash
      ? ['Hash ', h('code', null, step.hash)]
      : 'Its hash is told when the cards on the tables are turned up.'),
    h('details', { key: 'raw' },
      h('summary', null, `As it was recorded: ${step.label.toLowerCase()}`),
      h('p', { class: 'quiet' }, `${step.stream}, version ${step.version}; command ${step.command}`),
      h('pre', { key: at }, pretty(step.raw))));
}

/** The entry as it was recorded, on lines of its own where it is long. */
function pretty(raw) {
  return raw.length < 120 ? raw : JSON.stringify(JSON.parse(raw), null, 1).replace(/\[\s+([\d,\s]+?)\s+\]/g, (_, list) => `[${list.replace(/\s+/g, ' ')}]`);
}

function moneyTable(step) {
  if (!step.moved.length) return null;
  return h('table', { class: 'moved', key: 'moved' },
    h('caption', null, 'Money moved'),
    h('tbody', null, step.moved.map((one) => h('tr', { key: one.account },
      h('th', { scope: 'row' }, one.account),
      h('td', { class: 'number' }, one.amount.startsWith('-') ? `−$${one.amount.slice(1)}` : `+$${one.amount}`)))));
}

function timeline() {
  return h('section', { class: 'panel timeline', key: 'timeline', 'aria-label': 'Every step' },
    h('h2', null, 'Every step'),
    film.shortened ? h('p', { class: 'error' }, 'The round has more entries than a film shows.') : null,
    h('ol', { class: 'plain' }, film.steps.map((step, place) => h('li', { key: step.seq },
      h('button', {
        type: 'button', class: 'step', 'aria-current': place === at ? 'step' : null, on: { click: () => go(place) },
      },
      h('span', { class: 'when' }, h('b', null, String(step.seq)), ' ', step.at.slice(11, 19)),
      h('span', { class: 'what' }, step.said.find((said) => !said.payment)?.text || step.label,
        step.said.filter((said) => said.payment).map((said, n) => h('small', { key: n }, said.text))),
      h('span', { class: 'who' }, who(step.by)))))));
}

const RESULTS = { win: 'wins', lose: 'loses', forfeit: 'forfeited', push: 'returned', void: 'void', fee: 'fee' };

function settlement() {
  const names = ['Seat', 'Wager', 'Result', 'Odds', 'Staked', 'Returned', 'Paid', 'From', 'Under'];
  const number = { class: 'number' };
  return h('section', { class: 'panel', key: 'settlement', 'aria-labelledby': 'settlement' },
    h('h2', { id: 'settlement' }, 'The settlement'),
    h('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-labelledby': 'settlement' }, table(names, film.payments.map((paid, n) => h('tr', { key: n },
      h('th', { scope: 'row' }, String(paid.seat)), h('td', null, paid.label), h('td', null, RESULTS[paid.result]),
      h('td', null, paid.odds || ''), h('td', number, dollars(paid.staked)), h('td', number, dollars(paid.returned)),
      h('td', number, dollars(paid.paid)), h('td', null, paid.source || ''), h('td', null, why(paid.why)))), { class: 'payments', numbers: [4, 5, 6] })));
}

function afterwards() {
  if (!film.afterwards.length) return null;
  return h('section', { class: 'panel', key: 'later', 'aria-labelledby': 'later' },
    h('h2', { id: 'later' }, 'Afterwards'),
    h('ul', { class: 'plain' }, film.afterwards.map((step) => h('li', { key: step.seq },
      h('b', null, String(step.seq)), ` ${step.at.slice(0, 10)} ${step.at.slice(11, 19)} `,
      step.said.map((said) => said.text).join(' ')))));
}

keys({
  ' ': play,
  ArrowLeft: () => go(at - 1),
  ArrowRight: () => go(at + 1),
  Home: () => go(0),
  End: () => go(film.steps.length - 1),
});
document.getElementById('check-shuffle')?.addEventListener('click', async () => {
  const { check } = await import('./fair.js');
  draw(document.getElementById('shuffle-checked'), await check(film.table.slug, film.number, '', ''));
});
addEventListener('hashchange', () => { if (location.hash.startsWith('#e')) { at = stepOfAddress(); show(); } });
show();


// The sign on the wall: meters as odometers, what the law wants posted, the last hits. Nobody touches it.
import { draw, h } from './dom.js';
import { live } from './live.js';
import { dollars } from './money.js';

const root = document.querySelector('#sign');
const LONG = 34;
const SHOWN = 4;
const SIZES = ['few', 'some', 'many', 'most', 'all'];
const LINES_OF = { few: 1, some: 1.25, many: 1.55, most: 1.95, all: 1.95 };
const state = { doc: JSON.parse(document.querySelector('#view').textContent), read: new Date(), size: SIZES[0], amount: '' };

function clock(at) {
  return at.toTimeString().slice(0, 5);
}

function when(at) {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? '' : clock(time);
}

const DIGITS = [...'0123456789'];

function wheel(digit, place) {
  return h('span', { class: 'wheel', key: `${place}` },
    h('span', { class: `reel at-${digit}` }, ...DIGITS.map((other) => h('span', { key: other }, other))));
}

function part(character, place) {
  if (DIGITS.includes(character)) return wheel(character, place);
  return h('span', { class: 'mark', key: `${place} ${character}` }, character);
}

/** An amount whose digits are wheels that roll to their place, and stay in their column when it grows; places are counted from the right. */
function odometer(id, amount) {
  const shown = dollars(amount);
  return h('span', { class: `odometer of-${shown.length}`, id, key: id, 'data-amount': amount },
    h('span', { class: 'visually-hidden' }, shown),
    h('span', { class: 'wheels', 'aria-hidden': 'true' },
      ...[...shown].map((character, at) => part(character, shown.length - at))));
}

function level(jackpot, item, first) {
  const id = first ? `meter-${item.level}` : `meter-${jackpot.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${item.level}`;
  return h('div', { class: 'level', key: item.level },
    jackpot.levels.length > 1 ? h('span', { class: 'level-name' }, item.label.replace(`${jackpot.name}, `, '')) : null,
    odometer(id, item.amount));
}

function waiting(hit) {
  return h('p', { class: 'pending', key: `${hit.jackpot} ${hit.number}` },
    h('strong', {}, dollars(hit.amount)), ` ${hit.hand}`, h('span', {}, ` ${hit.table}${hit.seat ? `, seat ${hit.seat}` : ''}`),
    h('em', {}, hit.state === 'pending' ? ' being verified' : ' being paid'));
}

function paid(hit) {
  return h('li', { key: `${hit.jackpot} ${hit.number}` }, h('time', {}, when(hit.paid_at || hit.at)), h('span', {}, hit.hand),
    h('span', { class: 'quiet' }, hit.table || ''), h('strong', { class: 'money' }, dollars(hit.amount)));
}

function last(hits) {
  return hits.length > 0 && h('section', { class: 'last', key: 'last' }, h('h2', {}, 'Last paid'), h('ol', {}, ...hits.slice(0, SHOWN).map(paid)));
}

function jackpot(item, at) {
  return h('section', { class: `jackpot${at ? '' : ' first'}`, key: item.name, 'data-jackpot': item.name },
    h('h1', {}, item.name, item.suspended ? h('span', { class: 'tag' }, `suspended: ${item.suspended}`) : null),
    ...item.levels.map((found) => level(item, found, at === 0)),
    item.tables.length > 0 && h('p', { class: 'quiet at-tables' }, item.tables.join(' · ')),
    item.pending.map(waiting), last(item.last));
}

function isNotice(sign) {
  return sign.lines.every(([name]) => !name) || sign.lines.some(([name, text]) => name.length + text.length > LONG * 2);
}

function schedule(sign) {
  return h('section', { class: 'schedule', key: `sign ${sign.title}` },
    h('h2', {}, sign.title, h('span', { class: 'quiet' }, ` ${sign.clause || ''}`)),
    h('table', {}, h('tbody', {}, ...sign.lines.map(([name, pays]) =>
      h('tr', { key: name }, h('th', { scope: 'row', colspan: name ? null : '2' }, name || pays), name ? h('td', {}, pays) : null)))));
}

function notice(sign, at) {
  return h('p', { class: 'notice', key: `${at}` }, h('strong', {}, `${sign.title}: `),
    sign.lines.map(([name, text]) => (name ? `${name}: ${text}` : text)).join(' · '),
    h('span', { class: 'quiet' }, ` ${sign.clause || ''}`));
}

/** How high the meters stand, in lines, which are smaller where more has to be shown. */
function metersHeight(jackpots) {
  return LINES_OF[state.size] * jackpots.reduce((sum, item) => sum + 2 + item.levels.length * 2 + item.pending.length * 2
    + Math.min(SHOWN, item.last.length), jackpots.length ? 2 : 0);
}

/** The schedules in two columns, each on the shorter side; the meters stand in the left one, alone where there is most to show. */
function columns(schedules, jackpots) {
  const sides = { left: [], right: [] };
  const height = { left: state.size === 'all' ? Infinity : metersHeight(jackpots), right: 0 };
  for (const sign of schedules) {
    const side = height.left < height.right ? 'left' : 'right';
    sides[side].push(sign);
    height[side] += sign.lines.length + 2;
  }
  return sides;
}

function reading() {
  const { link } = document.documentElement.dataset;
  const stopped = link === 'locked' || state.doc.locked;
  const lost = link === 'lost' || link === 'refused';
  if (!stopped && !lost) return null;
  return h('p', { class: 'reading', id: 'reading', role: 'status', key: 'reading' },
    `${lost ? 'No connection' : 'Play has stopped'}: last reading ${clock(state.read)}`);
}

function halves(jackpots, signs) {
  const { left, right } = columns(signs.filter((sign) => !isNotice(sign)), jackpots);
  const nothing = !jackpots.length && !signs.length ? h('p', { class: 'level-name' }, 'No jackpot is in play.') : null;
  return h('div', { class: `halves ${state.size}`, key: 'halves' },
    jackpots.length || left.length || nothing
      ? h('div', { class: 'meters', key: 'meters' }, ...jackpots.map(jackpot), nothing, ...left.map(schedule)) : null,
    right.length ? h('div', { class: 'posted', key: 'posted', id: 'posted' }, ...right.map(schedule)) : null);
}

function drawAll() {
  const { doc } = state;
  const { jackpots } = doc;
  const signs = doc.signs || [];
  const notices = signs.filter(isNotice);
  draw(root, h('div', { class: `wall${signs.length ? '' : ' whole'} jackpots-${Math.min(jackpots.length, 5)}` },
    h('header', { key: 'top' }, h('span', {}, doc.table ? doc.table.name : doc.house),
      h('span', { class: 'quiet' }, doc.table ? `${doc.table.title} · ${doc.table.limits}` : 'Progressive jackpots'),
      h('a', { class: 'to-tables', href: '/' }, 'All tables')),
    halves(jackpots, signs),
    notices.length ? h('footer', { class: 'notices', key: 'notices' }, ...notices.map(notice)) : null,
    reading()));
}

/** What the size of the letters depends on: how much there is to show, and on what. */
function amountOf(doc) {
  const counts = doc.jackpots.map((item) => [item.levels.length, item.pending.length, item.last.length]);
  return JSON.stringify([doc.signs, counts, innerWidth, innerHeight]);
}

function overflows() {
  return [...root.querySelectorAll('.meters, .posted')].some((part) => part.scrollHeight > part.clientHeight + 2);
}

/** Draws with the largest letters that fit. */
function fit() {
  const amount = amountOf(state.doc);
  if (amount === state.amount) { drawAll(); return; }
  state.amount = amount;
  for (const size of SIZES) {
    state.size = size;
    drawAll();
    if (!overflows()) return;
  }
}

function take(doc) {
  state.doc = doc;
  state.read = new Date();
  fit();
}

let linked = 'live';

/** A reading is as old as the last moment at which the line was there, not as the last change. */
function linkChanged() {
  const { link } = document.documentElement.dataset;
  if (linked === 'live' && link !== 'live') state.read = new Date();
  linked = link;
  drawAll();
}

fit();
addEventListener('resize', fit);
new MutationObserver(linkChanged).observe(document.documentElement, { attributes: true, attributeFilter: ['data-link'] });
live(root.dataset.view, take, { always: true });

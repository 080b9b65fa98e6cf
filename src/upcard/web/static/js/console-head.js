// The top of the console: which table this is, what its meters show, its cards, its dealer; and the procedure as a strip.
import { h } from './dom.js';
import { dollars } from './money.js';
import { why } from './why.js';

const MARKS = { done: '●', now: '◐', todo: '○' };
const STATES = { done: 'done', now: 'now', todo: 'to come' };

function meter(m) {
  return h('span', { class: 'meter', id: `meter-${m.level}`, key: `${m.jackpot} ${m.level}` },
    h('span', { class: 'quiet' }, `${m.label} `),
    h('strong', { class: 'money' }, dollars(m.amount)),
    m.suspended ? h('span', { class: 'tag' }, ` stands still: ${m.suspended}`) : null);
}

function rounds(number) {
  return number === 1 ? '1 round' : `${number} rounds`;
}

function countIn(number) {
  return number === 0 ? 'count due now' : `count in ${rounds(number)}`;
}

function cardsWords(doc) {
  const decks = doc.decks.filter((deck) => deck.current || doc.decks.length === 1)
    .map((deck) => `${deck.words.split(' (')[0]} ${deck.stage}`);
  const stub = doc.stub && doc.stub.state ? [`stub ${doc.stub.state}`] : [];
  const count = doc.stub && doc.stub.count_in !== null && doc.stub.count_in !== undefined
    ? [countIn(doc.stub.count_in)] : [];
  return [...decks, ...stub, ...count, ...(doc.devices || [])].join(' · ');
}

export function head(doc) {
  const table = doc.table;
  return h('header', { class: 'head', key: 'head' },
    h('h1', {}, table.name),
    h('span', { class: 'tag', title: table.title }, table.edition),
    h('span', { class: 'quiet limits' }, table.open ? `Round ${table.round}` : 'Closed'),
    h('span', { class: 'meters' }, ...doc.meters.map(meter)),
    h('span', { class: 'decks' }, cardsWords(doc)),
    h('span', { class: 'who' }, h('span', { class: 'quiet' }, 'Dealer '), h('strong', {}, table.dealer || 'nobody')));
}

function step(item) {
  return h('li', { class: `step ${item.state}`, key: item.key, 'aria-current': item.state === 'now' ? 'step' : null },
    h('span', { class: 'mark', 'aria-hidden': 'true' }, MARKS[item.state]),
    h('span', {}, item.label),
    h('span', { class: 'visually-hidden' }, ` ${STATES[item.state]}`));
}

export function strip(doc) {
  const now = doc.strip.find((item) => item.state === 'now');
  return h('nav', { class: 'strip', key: 'strip', 'aria-label': 'Procedure' },
    h('ol', {}, ...doc.strip.map(step)),
    h('span', { class: 'strip-why' }, now && now.why ? why(now.why) : null));
}

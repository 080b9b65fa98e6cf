// The top of the console: which table this is, what its meters show, its cards, its dealer; and the procedure as a strip.
import { h } from './dom.js';
import { decks, meter } from './felt.js';
import { why } from './why.js';

const MARKS = { done: '●', now: '◐', todo: '○' };
const STATES = { done: 'done', now: 'now', todo: 'to come' };

function countIn(number) {
  if (number === null) return [];
  return [number === 0 ? 'count due now' : `count in ${number === 1 ? '1 round' : `${number} rounds`}`];
}

export function head(doc) {
  const { table } = doc;
  const current = doc.decks.filter((deck) => deck.current || doc.decks.length === 1);
  return h('header', { class: 'head', key: 'head' },
    h('h1', {}, table.name),
    h('span', { class: 'tag', title: table.title }, table.edition),
    h('span', { class: 'quiet limits' }, table.open ? `Round ${table.round}` : 'Closed'),
    h('span', { class: 'meters' }, doc.meters.map(meter)),
    h('span', { class: 'decks' }, [...decks(doc, current), ...countIn(doc.stub.count_in)].join(' · ')),
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

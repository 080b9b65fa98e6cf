// What to pay: the amount that the tray pays in the largest type on the screen with the chips to cut for it, seat by seat;
// beside it what comes off a meter, goes to an account or is the dealer's.
import { h } from './dom.js';
import { chip } from './chips.js';
import { amount as asText, cents, dollars } from './money.js';
import { why } from './why.js';

const RESULTS = { lose: 'loses', forfeit: 'forfeited', push: 'pushes', void: 'void', fee: 'fee' };

const isSome = (amount) => cents(amount) > 0;

/** Where money goes that does not come out of the tray into the player's hands: its kind, its word, what is meant. */
const BESIDE = {
  'meter, documented': ['meter', 'Meter', 'Meter: by slip, not from the tray.'],
  account: ['account', 'Account', "Account: credited to the player's game account."],
  "dealer's tips": ['tips', 'Tips', 'Tips: stake and winnings are the dealer’s.'],
};

/** What is done with a line: paid from somewhere, stake and winnings of a tip together, or the stake left or taken. */
function done(item) {
  if (item.to === "dealer's tips") return `tips ${dollars(asText(cents(item.returned) + cents(item.paid)))}`;
  if (isSome(item.paid)) return `${BESIDE[item.to]?.[0] || 'pay'} ${dollars(item.paid)}`;
  if (!isSome(item.staked)) return '';
  return isSome(item.returned) ? `return ${dollars(item.returned)}` : `take ${dollars(item.staked)}`;
}

function line(item, at, several) {
  const odds = item.result === 'win' ? (item.odds || '').split(' of ')[0] : RESULTS[item.result] || item.result;
  return h('tr', { key: `${at} ${item.seat} ${item.wager}`, class: item.result },
    h('th', { scope: 'row', title: item.label }, several ? `${item.seat}. ${item.label}` : item.label),
    h('td', {}, odds),
    h('td', { class: 'money' }, done(item)),
    h('td', {}, item.why ? why(item.why) : null));
}

function cut(found, several) {
  return h('ul', { class: 'chips', key: `cut ${found.seat}`, 'aria-label': several ? `Chips to cut for seat ${found.seat}` : 'Chips to cut' },
    several ? h('li', { class: 'cut-seat', key: 'seat' }, h('strong', { class: 'money' }, `Seat ${found.seat}: ${dollars(found.amount)}`)) : null,
    ...found.chips.map(([denomination, count]) =>
      h('li', { key: denomination }, chip(denomination), h('span', { class: 'money' }, `${count} × $${denomination}`))));
}

/** The chips of each seat that the tray pays, each cut by itself; without any, what becomes of the rest. */
function cuts(due) {
  const found = due.cuts;
  if (!found.length) {
    const meant = [...new Set(due.sums.map((item) => BESIDE[item.to]?.[2]))];
    return h('p', { class: 'chips quiet', key: 'meant' }, meant.join(' '));
  }
  return h('div', { class: found.length > 1 ? 'cuts several' : 'cuts' }, ...found.map((one) => cut(one, found.length > 1)));
}

function sum(kind, verb, amount) {
  const size = dollars(amount).length;
  const length = size > 9 ? 'longest' : size > 7 ? 'long' : 'short';
  return h('p', { class: `sum ${kind} ${length}`, key: verb }, h('span', { class: 'verb' }, verb),
    h('strong', { class: 'money' }, dollars(amount)));
}

/** What does not come out of the tray, each destination with its own sum. */
function beside(due) {
  return Object.entries(BESIDE).map(([to, [kind, verb]]) => {
    const found = due.sums.filter((item) => item.to === to);
    return found.length ? sum(kind, verb, asText(found.reduce((all, item) => all + cents(item.amount), 0))) : null;
  });
}

function sums(due) {
  const found = [
    isSome(due.pay) ? sum(due.done ? 'paid' : 'pay', due.done ? 'Paid' : 'Pay', due.pay) : null,
    ...beside(due),
    isSome(due.collect) ? sum(due.done ? 'collected' : 'collect', due.done ? 'Collected' : 'Collect', due.collect) : null,
  ].filter(Boolean);
  return found.length ? found : [h('p', { class: 'sum long', key: 'nothing' }, h('strong', {}, 'Nothing to pay'))];
}

export function pay(doc) {
  const due = doc.pay;
  if (!due) return null;
  const several = new Set(due.lines.map((item) => item.seat)).size > 1;
  return h('section', { id: 'pay', class: due.lines.length > 3 ? 'many' : due.lines.length > 1 ? 'few' : 'one', key: 'pay', 'aria-live': 'polite', 'aria-label': 'What to pay' },
    h('h2', {}, due.title, due.hand ? h('span', { class: 'quiet' }, ` ${due.hand}`) : null),
    h('div', { class: 'pay-sum' }, ...sums(due)),
    h('div', { class: 'pay-scroll' }, h('table', { class: 'pay-lines' },
      h('caption', { class: 'visually-hidden' }, 'Wagers of this step'),
      h('tbody', {}, ...due.lines.map((item, at) => line(item, at, several))))),
    cuts(due));
}

const MISSING = { pending: 'waits for validation', validated: 'validated: pay it' };

/** The awards that were keyed here and are not paid yet. */
export function hits(doc, calledFor) {
  const here = (doc.hits || []).filter((hit) => !hit.table || hit.table === doc.table.name);
  if (!here.length && !doc.called) return null;
  return h('section', { id: 'hits', class: 'hits', key: 'hits', 'aria-label': 'Jackpots at this table' },
    doc.called ? h('p', { class: 'called' }, 'Supervisor called ', h('span', { class: 'money' }, calledFor)) : null,
    ...here.map((hit) => h('p', { class: 'hit', key: `${hit.jackpot} ${hit.number}` },
      h('strong', {}, `Seat ${hit.seat}: ${hit.hand}`), ' ',
      h('strong', { class: 'money' }, dollars(hit.amount)),
      h('span', { class: 'quiet' }, ` ${hit.jackpot}, ${MISSING[hit.state] || hit.state}`))));
}

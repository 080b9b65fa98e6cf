// What to pay: one seat at a time, the amount in the largest type on the screen and the chips to cut for it.
import { h } from './dom.js';
import { chip } from './chips.js';
import { dollars } from './money.js';
import { why } from './why.js';

const RESULTS = { win: 'wins', lose: 'loses', forfeit: 'given up', push: 'pushes', void: 'void', fee: 'fee' };

function isSome(amount) {
  return amount !== null && amount !== undefined && !/^0*(\.0*)?$/.test(amount);
}

function line(item, at) {
  const paid = isSome(item.paid) ? `pay ${dollars(item.paid)}` : '';
  const back = isSome(item.returned) ? `${dollars(item.returned)} stays` : `take ${dollars(item.staked)}`;
  return h('tr', { key: `${at} ${item.wager}`, class: item.result },
    h('th', { scope: 'row', title: item.label }, item.label),
    h('td', {}, item.result === 'win' && item.odds ? item.odds : RESULTS[item.result] || item.result),
    h('td', { class: 'money' }, paid || (isSome(item.staked) ? back : '')),
    item.source === 'meter' ? h('td', { class: 'quiet' }, 'meter') : null,
    h('td', {}, item.why ? why(item.why) : null));
}

function chips(cut) {
  return h('ul', { class: 'chips', 'aria-label': 'Chips to cut' }, ...cut.map(([denomination, count]) =>
    h('li', { key: denomination }, chip(denomination), h('span', { class: 'money' }, `${count} × $${denomination}`))));
}

function sum(verb, amount) {
  const size = dollars(amount).length;
  const kind = `sum ${verb.toLowerCase()} ${size > 9 ? 'longest' : size > 7 ? 'long' : 'short'}`;
  return h('p', { class: kind }, h('span', { class: 'verb' }, verb),
    h('strong', { class: 'money' }, dollars(amount)));
}

export function pay(doc) {
  const due = doc.pay;
  if (!due) return null;
  const pays = isSome(due.pay);
  const takes = isSome(due.collect);
  return h('section', { id: 'pay', class: due.lines.length > 3 ? 'many' : 'few', key: 'pay', 'aria-live': 'polite', 'aria-label': 'What to pay' },
    h('h2', {}, due.title, due.hand ? h('span', { class: 'quiet' }, ` ${due.hand}`) : null),
    h('div', { class: 'pay-sum' },
      pays ? sum(due.done ? 'Paid' : 'Pay', due.pay) : null,
      takes ? sum(due.done ? 'Collected' : 'Collect', due.collect) : null,
      !pays && !takes ? h('p', { class: 'sum long' }, h('strong', {}, 'Nothing to pay')) : null),
    h('div', { class: 'pay-scroll' }, h('table', { class: 'pay-lines' },
      h('caption', { class: 'visually-hidden' }, 'Wagers of this step'),
      h('tbody', {}, ...due.lines.map(line)))),
    chips(pays ? due.chips || [] : []));
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

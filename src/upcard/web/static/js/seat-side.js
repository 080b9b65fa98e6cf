// Beside the felt: the receipt that adds up, the fairness of the shuffle, and what happened.

import { hand } from './cards.js';
import { h } from './dom.js';
import { log } from './felt.js';
import { amount as asText, cents, dollars, signed } from './money.js';
import { why } from './why.js';

const RESULTS = { win: 'wins', lose: 'loses', forfeit: 'forfeited', push: 'returned', void: 'void', fee: 'fee' };

export function receipt(view) {
  const own = view.you === null ? [] : view.payments.filter((payment) => payment.seat === view.you);
  if (own.length) return sheet(`Round ${view.table.round}, so far`, own, sums(own));
  const last = view.receipt;
  if (!last) return empty(view);
  return sheet(`Receipt of round ${last.round}`, last.lines, last, h('div', { class: 'receipt-hands', key: 'hands' },
    h('p', null, h('span', { class: 'quiet' }, 'You '), last.hand), hand(last.cards, { size: 's' }), last.community && shared(last.community),
    last.dealer.cards.length > 0 && dealers(last.dealer)));
}

function shared(card) {
  return [h('p', null, h('span', { class: 'quiet' }, 'Community card')), hand([card], { size: 's' })];
}

function dealers(dealer) {
  const none = dealer.qualifies === false && ' (doesn’t qualify)';
  return [h('p', null, h('span', { class: 'quiet' }, 'Dealer '), dealer.hand, none), hand(dealer.cards, { size: 's' })];
}

function empty(view) {
  const sits = 'When a round is over its receipt is here.';
  const stands = 'Sit down to play; each round ends with a receipt that adds up.';
  return h('section', { class: 'panel receipt', id: 'receipt', key: 'receipt' },
    h('h2', null, 'Receipt'), h('p', { class: 'quiet' }, view.you === null ? stands : sits));
}

/** A tip that wins is the dealer's; the server's own sums say what came back, and these only add up a round under way. */
function sums(lines) {
  const staked = lines.reduce((sum, line) => sum + cents(line.staked), 0);
  const back = lines.reduce((sum, line) => sum + cameBack(line), 0);
  return { staked: asText(staked), back: asText(back), net: asText(back - staked) };
}

function isDealers(line) {
  return line.to === "dealer's tips";
}

function cameBack(line) {
  return isDealers(line) ? 0 : cents(line.returned) + cents(line.paid);
}

function sheet(title, lines, total, hands) {
  return h('section', { class: 'panel receipt', id: 'receipt', key: 'receipt' },
    h('h2', null, title, ' ', h('b', { class: `money ${cents(total.net) < 0 ? 'loss' : 'gain'}` }, signed(total.net))),
    hands, account(lines, total));
}

/** Every wager of a round with what was staked and what came back, and the sums. */
export function account(lines, total) {
  return h('table', { class: 'account' },
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'Wager'),
      h('th', { scope: 'col', class: 'number' }, 'Staked'), h('th', { scope: 'col', class: 'number' }, 'Returned'))),
    h('tbody', null, lines.map(line)),
    h('tfoot', null, h('tr', null, h('th', { scope: 'row' }, 'Total'),
      h('td', { class: 'number money' }, dollars(total.staked)), h('td', { class: 'number money' }, dollars(total.back)))));
}

function line(found) {
  const result = isDealers(found) ? "dealer's" : RESULTS[found.result] || found.result;
  return h('tr', null,
    h('th', { scope: 'row' }, h('span', { class: 'label' }, found.label),
      h('span', { class: 'quiet result' }, [result, found.odds].filter(Boolean).join(', ')), why(found.why)),
    h('td', { class: 'number' }, dollars(found.staked)),
    h('td', { class: 'number' }, dollars(asText(cameBack(found)))));
}

const PROMISE = 'The house commits itself to its part of the next shuffle before it knows yours. Afterwards both are shown, '
  + 'and anybody can make the same order of cards from them.';

export function fairness(state, on) {
  const { fair, you } = state.document;
  if (!fair) return null;
  return h('details', { class: 'panel fair', key: 'fair' }, h('summary', null, 'Is the shuffle fair?'),
    h('p', { class: 'quiet' }, PROMISE),
    fair.commitment && [h('p', { class: 'quiet' }, 'Commitment to the next shuffle'), h('p', { class: 'hex' }, fair.commitment)],
    you !== null && fair.commitment && contribution(state, fair, on),
    fair.revealed?.round && revealed(state, fair.revealed, on),
    state.proof);
}

function contribution(state, fair, on) {
  const given = fair.contributions?.[document.body.dataset.who];
  return h('form', { class: 'contribute', on: { submit: (event) => on.contribute(event) } },
    h('label', { for: 'contribution' }, 'Your part of the next shuffle'),
    h('div', null,
      h('input', { id: 'contribution', name: 'value', autocomplete: 'off', maxlength: 64, placeholder: 'anything you like' }),
      h('button', { class: 'button' }, 'Add')),
    given && h('p', null, h('span', { class: 'tag good' }, '✓ added'), ' ', h('span', { class: 'hex' }, String(given))),
    state.errors.fair && h('p', { class: 'error', role: 'alert' }, state.errors.fair));
}

function revealed(state, found, on) {
  return h('p', null, `The shuffle of round ${found.round} is revealed. `,
    h('button', { type: 'button', class: 'button small', disabled: state.busy, on: { click: () => on.check(found) } }, 'Check this shuffle'));
}

export function happened(view) {
  const wide = matchMedia('(min-width: 1000px)').matches;
  return h('details', { class: 'panel log', key: 'log', open: wide }, h('summary', null, 'What happened'), log(view));
}

// The supervisor's queue: each card says enough to decide on, and has the buttons to decide with.
import { h } from './dom.js';
import { hand } from './cards.js';
import { ago } from './live.js';
import { dollars } from './money.js';
import { why } from './why.js';
import { asksForm } from './console-asks.js';

const KINDS = { hit: 'Award', paid: 'Award, paid', call: 'Call', step: 'Verify', document: 'Document', recut: 'Recut', decision: 'Decision',
  petition: 'Petition', alert: 'Alert' };

function fact(name, value) {
  return value ? h('div', { key: name }, h('dt', {}, name), h('dd', {}, value)) : null;
}

function facts(item) {
  return h('dl', { class: 'facts' },
    fact('Table', item.table), fact('Seat', item.seat ? `${item.seat}` : null), fact('Hand', item.hand),
    fact('Lamp', item.lamp),
    fact('Wager', item.wager ? `${dollars(item.wager)} ${item.wager_label || ''}` : null),
    fact('Schedule', item.line ? [item.line, ' ', item.why ? why(item.why) : null] : null),
    fact('Frozen at', item.frozen_at ? `entry ${item.frozen_at}, version ${item.frozen_version} of the jackpot` : null),
    fact('Keyed by', item.by),
    fact('Asked', (item.asked || []).join(', ')),
    ...(item.meter || []).map((row) => fact(row.text, h('span', { class: 'money' }, dollars(row.amount)))));
}

function share(item) {
  const whose = item.whose === 'dealer' ? "the dealer's hand" : `seat ${item.seat}'s hand`;
  return h('li', { class: 'share', key: `${item.seat} ${item.wager}` },
    h('span', {}, h('strong', {}, `Seat ${item.seat}`), ` ${item.label}, ${dollars(item.staked)}: ${whose}, ${item.hand}`),
    hand(item.cards, { size: 's' }), h('strong', { class: 'money' }, dollars(item.amount)));
}

/** Every share of an award that is divided, or that is on two hands. */
function shares(item) {
  const found = item.shares || [];
  if (found.length + (item.hidden || 0) < 2) return null;
  return h('ol', { class: 'plain shares', key: 'shares', 'aria-label': 'Shares of this award' }, ...found.map(share),
    item.hidden ? h('li', { key: 'hidden' }, `${item.hidden} more on hands that are not turned up yet`) : null);
}

const STATES = { done: ['✓', 'done'], now: ['●', 'missing'], later: ['○', 'later'] };

/** What an award takes, in order: what is done, what is missing, and who can give it. */
function steps(desk, item) {
  return h('ol', { class: 'plain way', key: 'steps', 'aria-label': 'What this award takes' }, item.steps.map((step, at) => {
    const [mark, said] = STATES[step.state];
    return h('li', { class: step.state, key: `${at} ${step.step}` },
      h('span', { class: 'mark', 'aria-hidden': 'true' }, mark), h('span', {}, step.text),
      h('span', { class: 'who' }, [said, step.who].filter(Boolean).join(': ')),
      step.act ? button(desk, { ...item, version: step.version }, { act: step.act, says: step.text }, step.step === 'SignSlip' ? 'Sign' : 'Done', 'small primary') : null);
  }));
}

function button(desk, item, action, label, kind) {
  const busy = desk.sending === item.key;
  return h('button', {
    type: 'button', key: label, class: `button ${kind}`, 'data-act': action.act.act, 'aria-label': action.says, 'aria-disabled': desk.sending ? 'true' : 'false',
    'aria-busy': busy ? 'true' : 'false', on: { click: () => desk.perform(item, action) },
  }, label);
}

function buttons(desk, item) {
  if (desk.rejecting === item.key) return asksForm(desk, item, item.reject, 'Reject it');
  const own = item.act ? { act: item.act, asks: item.asks, second: item.second, statement: item.statement } : null;
  return h('div', { class: 'row', key: 'buttons' },
    item.approve ? button(desk, item, item.approve, `Approve ${item.amount ? dollars(item.amount) : ''}`.trim(), 'primary approve') : null,
    own ? button(desk, item, own, item.label || 'Done', 'primary') : null,
    item.reject ? h('button', { type: 'button', class: 'button reject', key: 'reject', on: { click: () => desk.open(item.key) } }, 'Reject…') : null,
    item.slug ? h('a', { class: 'button', key: 'table', href: `/dealer/${item.slug}` }, 'Look at the table') : null);
}

function entry(desk, item) {
  return h('li', { class: `panel item ${item.kind}${item.act?.act === 'EndCall' ? ' answered' : ''}`, key: item.key, 'data-key': item.key },
    h('header', {}, h('span', { class: 'tag' }, KINDS[item.kind] || item.kind), h('h3', {}, item.title),
      h('span', { class: 'since money' }, ago(item.since))),
    item.steps ? h('div', { class: 'award' },
      hand(item.cards || [], { size: 'm' }), h('strong', { class: 'amount money' }, dollars(item.amount))) : null,
    shares(item),
    item.waits ? h('p', { class: 'waits' }, item.waits) : null,
    item.steps ? steps(desk, item) : null,
    item.steps ? facts(item) : item.why ? h('p', {}, item.why.summary, ' ', why(item.why)) : null,
    h('p', { class: 'error', role: 'alert' }, desk.refusals[item.key] || ''),
    buttons(desk, item));
}

export function queue(desk) {
  const waiting = desk.doc.queue;
  const words = waiting.length === 1 ? '1 waits' : `${waiting.length} wait`;
  return h('section', { class: 'queue-part', key: 'queue', 'aria-labelledby': 'queue-title' },
    h('h2', { id: 'queue-title' }, 'Queue ', h('span', { class: 'quiet', 'aria-live': 'polite' }, waiting.length ? `${words}, oldest first` : '')),
    waiting.length ? null : h('p', { class: 'panel nothing' }, 'Nothing waits for you.'),
    h('ol', { id: 'queue', class: 'plain' }, ...waiting.map((item) => entry(desk, item))), validated(desk));
}

/** Awards that two people have signed: the dealer pays them, and until then they can still be rejected. */
function validated(desk) {
  const found = desk.doc.validated;
  return found.length ? h('section', { key: 'validated', 'aria-labelledby': 'validated-title' },
    h('h2', { id: 'validated-title' }, 'Validated, not yet paid'),
    h('ol', { id: 'validated', class: 'plain' }, ...found.map((item) => entry(desk, item)))) : null;
}

// The pit at a glance: alerts, what may be done at each table at any time, pace, slips with their signatures, last awards.
import { asksForm } from './console-asks.js';
import { h } from './dom.js';
import { askFor } from './levers.js';
import { dollars } from './money.js';
import { why } from './why.js';

function alert(desk, item) {
  const seen = item.acknowledged || desk.seen.has(item.key);
  return h('li', { key: item.key, class: seen ? 'seen' : 'fresh' },
    h('span', {}, item.text, item.at ? h('span', { class: 'quiet' }, ` ${item.at.slice(11, 19)}`) : null),
    seen ? h('span', { class: 'quiet' }, item.acknowledged ? `acknowledged by ${item.acknowledged}` : 'acknowledged')
      : h('button', { type: 'button', class: 'button small', on: { click: () => desk.acknowledge(item) } }, 'Acknowledge'),
    desk.refusals[item.key] ? h('p', { class: 'error', role: 'alert' }, desk.refusals[item.key]) : null);
}

/** A panel with a heading and a list. */
function panel(id, title, items, none) {
  return h('section', { class: 'panel', key: id, 'aria-labelledby': `${id}-title` },
    h('h2', { id: `${id}-title` }, title), h('ul', { id, class: 'plain', 'aria-live': 'polite' }, items),
    none && !items.length && h('p', { class: 'quiet' }, none));
}

export function alerts(desk) {
  return panel('alerts', 'Alerts', desk.doc.alerts.map((item) => alert(desk, item)), 'None.');
}

function choice(desk, table, item) {
  const asks = item.asks?.length || item.confirm;
  const click = () => (asks ? askFor(desk, table, { ...item, note: item.confirm || item.note }) : desk.perform(table, item));
  return h('span', { class: 'choice-pair', key: item.label },
    h('button', { type: 'button', class: 'button small', 'data-act': item.act.act, on: { click } }, item.label),
    item.why ? why(item.why) : null);
}

function pace(desk, slug) {
  const found = desk.doc.pace.find((item) => item.slug === slug || item.table === slug);
  return found && found.rounds_hour ? `${found.rounds_hour} rounds an hour` : '';
}

function table(desk, item) {
  return h('li', { class: 'pit-table', key: item.slug, 'data-table': item.slug },
    h('p', {}, h('a', { href: `/dealer/${item.slug}` }, h('strong', {}, item.table)), ' ',
      h('span', { class: 'quiet' }, item.open ? item.dealer || 'no dealer signed in' : 'closed'), ' ',
      h('span', { class: 'pace' }, pace(desk, item.slug)), ' ',
      desk.doc.role === 'supervisor' && h('a', { href: `/house#table-${item.slug}` }, 'Tray and counts')),
    item.liability.words ? h('p', { class: 'quiet liability' }, item.liability.words) : null,
    h('div', { class: 'row' }, ...item.choices.map((offered) => choice(desk, item, offered)),
      item.irregularities.length ? h('button', {
        type: 'button', class: 'button small', key: 'irregular', on: { click: () => desk.irregular(item) },
      }, 'Irregularity…') : null),
    h('p', { class: 'error', role: 'alert' }, desk.refusals[item.key] || ''));
}

function tables(desk) {
  return panel('tables', 'Tables', desk.doc.tables.map((item) => table(desk, { ...item, key: `table ${item.slug}` })));
}

function signatures(slip) {
  const signed = slip.signed.map((one) => `${one.role}: ${one.by}, ${one.at.slice(11, 19)}`);
  const there = signed.length ? `Signed by ${signed.join('; ')}.` : 'Nobody has signed.';
  if (slip.voided) return `Void: ${slip.voided}.`;
  return slip.missing.length ? `${there} Missing: ${slip.missing.join(', ')}.` : there;
}

function slipButtons(desk, slip) {
  if (desk.rejecting === slip.key && slip.void) return asksForm(desk, slip, slip.void, 'Void it', 'small');
  return h('div', { class: 'row', key: 'buttons' },
    slip.sign ? h('button', { type: 'button', class: 'button small primary', key: 'sign', 'data-act': 'SignSlip',
      on: { click: () => desk.perform(slip, slip.sign) } }, `Sign slip ${slip.number}`) : null,
    slip.void ? h('button', { type: 'button', class: 'button small', key: 'void', on: { click: () => desk.open(slip.key) } }, 'Void…') : null,
    h('a', { class: 'button small', key: 'print', href: slip.href, target: '_blank' }, 'Print'));
}

function slip(desk, item) {
  return h('li', { class: `slip ${item.complete ? 'signed' : ''}`, key: item.key, 'data-slip': `${item.number}` },
    h('p', {}, h('strong', {}, `${item.number}. ${item.text}`), item.hand ? `, ${item.hand}` : '',
      item.voided ? h('span', { class: 'tag' }, 'void') : null),
    h('p', { class: item.missing.length ? 'missing' : 'quiet' }, signatures(item)),
    desk.refusals[item.key] ? h('p', { class: 'error', role: 'alert' }, desk.refusals[item.key]) : null,
    slipButtons(desk, item));
}

export function slips(desk) {
  return panel('slips', 'Slips', desk.doc.slips.map((item) => slip(desk, item)), 'None yet.');
}

function closed(item) {
  const seat = item.seat ? `, seat ${item.seat}` : '';
  return h('li', { key: `${item.jackpot} ${item.number}` },
    h('span', {}, `${item.jackpot} ${item.number}: ${dollars(item.amount)}, ${item.hand}, ${item.table}${seat}`,
      item.reason ? h('span', { class: 'quiet' }, ` ${item.reason}`) : null),
    h('span', { class: `tag ${item.state}` }, item.state));
}

/** Awards that are closed, those that were rejected among them. */
function awards(doc) {
  return doc.hits.length > 0 && panel('awards', 'Last awards', doc.hits.map(closed));
}

export function pit(desk) {
  return h('div', { class: 'pit', key: 'pit' }, alerts(desk), tables(desk), slips(desk), awards(desk.doc));
}

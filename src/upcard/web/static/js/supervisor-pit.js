// The pit at a glance: alerts, what may be done at each table at any time, pace, slips.
import { h } from './dom.js';
import { why } from './why.js';

function alert(desk, item) {
  const seen = item.acknowledged || desk.seen.has(item.key);
  return h('li', { key: item.key, class: seen ? 'seen' : 'fresh' },
    h('span', {}, item.text, item.at ? h('span', { class: 'quiet' }, ` ${item.at.slice(11, 19)}`) : null),
    seen ? h('span', { class: 'quiet' }, item.acknowledged ? `acknowledged by ${item.acknowledged}` : 'acknowledged')
      : h('button', { type: 'button', class: 'button small', on: { click: () => desk.acknowledge(item) } }, 'Acknowledge'),
    desk.refusals[item.key] ? h('p', { class: 'error', role: 'alert' }, desk.refusals[item.key]) : null);
}

function alerts(desk) {
  return h('section', { class: 'panel', key: 'alerts', 'aria-labelledby': 'alerts-title' },
    h('h2', { id: 'alerts-title' }, 'Alerts'),
    h('ul', { id: 'alerts', class: 'plain', 'aria-live': 'polite' }, ...desk.doc.alerts.map((item) => alert(desk, item))),
    desk.doc.alerts.length ? null : h('p', { class: 'quiet' }, 'None.'));
}

function choice(desk, table, item) {
  return h('span', { class: 'choice-pair', key: item.label },
    h('button', { type: 'button', class: 'button small', 'data-act': item.act.act, on: { click: () => desk.perform(table, item) } }, item.label),
    item.why ? why(item.why) : null);
}

function pace(desk, slug) {
  const found = desk.doc.pace.find((item) => item.slug === slug || item.table === slug);
  return found && found.rounds_hour ? `${found.rounds_hour} rounds an hour` : '';
}

function table(desk, item) {
  return h('li', { class: 'pit-table', key: item.slug, 'data-table': item.slug },
    h('p', {}, h('a', { href: `/dealer/${item.slug}` }, h('strong', {}, item.table)), ' ',
      h('span', { class: 'quiet' }, item.open ? item.dealer || 'no dealer' : 'closed'), ' ',
      h('span', { class: 'pace' }, pace(desk, item.slug))),
    h('div', { class: 'row' }, ...item.choices.map((offered) => choice(desk, item, offered)),
      item.irregularities.length ? h('button', {
        type: 'button', class: 'button small', key: 'irregular', on: { click: () => desk.irregular(item) },
      }, 'Irregularity…') : null),
    h('p', { class: 'error', role: 'alert' }, desk.refusals[item.key] || ''));
}

function tables(desk) {
  const found = desk.doc.tables || desk.doc.pace.map((item) => ({ ...item, open: true, choices: [], irregularities: [] }));
  return h('section', { class: 'panel', key: 'tables', 'aria-labelledby': 'tables-title' },
    h('h2', { id: 'tables-title' }, 'Tables'),
    h('ul', { id: 'tables', class: 'plain' }, ...found.map((item) => table(desk, { ...item, key: `table ${item.slug}` }))));
}

function slips(doc) {
  return h('section', { class: 'panel', key: 'slips', 'aria-labelledby': 'slips-title' },
    h('h2', { id: 'slips-title' }, 'Slips'),
    h('ul', { id: 'slips', class: 'plain' }, ...doc.slips.map((slip) => h('li', { key: `${slip.number}` },
      h('span', {}, `${slip.number}. ${slip.text}`, slip.voided ? h('span', { class: 'tag' }, 'void') : null),
      h('a', { class: 'button small', href: slip.href, target: '_blank' }, 'Print')))),
    doc.slips.length ? null : h('p', { class: 'quiet' }, 'None yet.'));
}

export function pit(desk) {
  return h('div', { class: 'pit', key: 'pit' }, alerts(desk), tables(desk), slips(desk.doc));
}

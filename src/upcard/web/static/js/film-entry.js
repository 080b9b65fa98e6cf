// The journal's entry beside the picture: in words, who and when, the money that it moved, its hash, and as it was recorded.

import { h } from './dom.js';
import { why } from './why.js';

export function entryPanel(step, at) {
  return h('section', { class: 'panel journal', key: 'entry', 'aria-labelledby': 'entry-title' },
    h('h2', { id: 'entry-title' }, `Entry ${step.seq.toLocaleString('en')}`),
    h('p', { class: 'quiet' }, `${step.at.slice(0, 10)} ${step.at.slice(11, 23).replace('Z', '')} UTC, `, h('span', { class: 'name' }, step.by)),
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

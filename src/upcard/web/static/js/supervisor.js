// The supervisor's page: draws the queue and the pit.
import { irregular } from './console-irregular.js';
import { deskFor } from './desk.js';
import { draw, h } from './dom.js';
import { ago, live } from './live.js';
import { fetched } from './send.js';
import { pit } from './supervisor-pit.js';
import { queue } from './supervisor-queue.js';

const root = document.querySelector('#supervisor');
const desk = deskFor(JSON.parse(document.querySelector('#view').textContent), { draw: show, read: () => fetched('/api/supervisor') });

function show() {
  const { locked, role } = desk.doc;
  draw(root, h('div', { class: 'supervisor-desk' },
    h('h1', { key: 'title' }, role === 'floorperson' ? 'Floor' : 'Supervisor'),
    locked && h('p', { class: 'halted', id: 'halt', role: 'alert', key: 'halt' }, `Play has stopped: ${locked}. Nothing is recorded. It goes on by itself.`),
    h('div', { class: 'supervisor-columns', key: 'columns' }, queue(desk), pit(desk))));
}

desk.irregular = (table) => irregular(() => table.irregularities, null, (choice) => desk.perform(table, choice));

/** Times tick without drawing everything again. */
function tick() {
  for (const item of [...desk.doc.queue, ...desk.doc.validated]) {
    const place = root.querySelector(`[data-key="${CSS.escape(item.key)}"] .since`);
    if (place?.firstChild) place.firstChild.data = ago(item.since);
  }
}

setInterval(tick, 1000);
show();
live('supervisor', desk.take);

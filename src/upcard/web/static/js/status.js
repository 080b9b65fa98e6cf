// The page Status: health, figures, slow acts and the log, read again every two seconds.

import { draw, h } from './dom.js';

const AGAIN = 2000;
const MEGABYTE = 1048576;
const place = (id) => document.getElementById(id);
const clock = (at) => (at ? at.slice(0, 19).replace('T', ' ') : 'never');
const whole = (number) => number.toLocaleString('en-US');

function reason(one, kind) {
  return h('li', { key: one.reason }, h('span', { class: `tag ${kind}` }, one.reason), ` ${one.text}, since ${clock(one.since)}`);
}

function health(found) {
  const words = found.ok ? 'Acts are taken.' : 'Acts are not taken, or not safely.';
  const reasons = [...found.reasons.map((one) => reason(one, 'bad')), ...found.warnings.map((one) => reason(one, 'warn'))];
  return [
    h('p', { class: 'status-health', key: 'words' }, h('span', { class: `tag ${found.ok ? 'good' : 'bad'}` }, found.ok ? 'well' : 'stopped'), ` ${words}`),
    reasons.length ? h('ul', { class: 'status-reasons', key: 'reasons' }, reasons) : null,
  ].filter(Boolean);
}

function facts(view) {
  const rows = [
    ['Running since', clock(view.health.since)],
    ['Version', view.health.version],
    ['House file (SHA-256)', view.digest ? view.digest.slice(0, 16) : 'not known'],
    ['Store', view.store],
    ['Left on its disk', view.disk_free === null ? 'not known here' : `${whole(Math.floor(view.disk_free / MEGABYTE))} MB`],
    ['Entries', whole(view.health.entry)],
    ['Last signed head', view.signed === null ? 'none' : `entry ${whole(view.signed)}, ${clock(view.signed_at)}`],
    ['Key', view.key || 'none: no head is signed'],
    ['Connections', whole(view.connections)],
    ['Live views', whole(view.streams)],
    ['Acts', Object.entries(view.acts).map(([name, count]) => `${whole(count)} ${name}`).join(', ')],
    ['Passwords given', Object.entries(view.sign_ins).map(([name, count]) => `${whole(count)} ${name}`).join(', ')],
  ];
  return rows.map(([name, value]) => h('div', { key: name }, h('dt', null, name), h('dd', null, value)));
}

function table(heads, rows) {
  return h('table', { key: 'table' }, h('thead', null, h('tr', null, heads.map((head) => h('th', { scope: 'col' }, head)))), h('tbody', null, rows));
}

function slow(view) {
  if (!view.slow.length) return h('p', { class: 'quiet', key: 'none' }, `None took ${view.slow_from} or longer.`);
  return table(['Time', 'Seconds', 'Act'], view.slow.map((one) => h('tr', null, h('td', null, clock(one.at)), h('td', null, one.seconds), h('td', null, one.act))));
}

function log(view) {
  const kinds = { alarm: 'bad', warning: 'warn', info: '' };
  if (!view.log.length) return h('p', { class: 'quiet', key: 'none' }, 'Nothing yet.');
  return table(['Time', 'Event', 'What happened'], view.log.map((one) => h('tr', null,
    h('td', null, clock(one.at)), h('td', null, h('span', { class: `tag ${kinds[one.level]}` }, one.event)), h('td', null, one.text))));
}

function show(view) {
  draw(place('health'), health(view.health));
  draw(place('facts'), facts(view));
  draw(place('slow'), [slow(view)]);
  draw(place('log'), [log(view)]);
}

function lost(words) {
  draw(place('health'), [h('p', { class: 'status-health', key: 'words' }, h('span', { class: 'tag bad' }, 'no answer'), ` ${words}`)]);
}

async function refresh() {
  try {
    const answer = await fetch('/api/status');
    if (answer.ok) show(await answer.json());
    else lost(`The server answers ${answer.status}. What is below is as it last was.`);
  } catch {
    lost('The server does not answer. What is below is as it last was.');
  }
  setTimeout(refresh, AGAIN);
}

show(JSON.parse(place('view').textContent));
setTimeout(refresh, AGAIN);

// The supervisor's page: draws the queue and the pit, and sends what is decided, signed by a second person where it must be.
import { draw, h } from './dom.js';
import { live } from './live.js';
import { act as post } from './send.js';
import { sentence } from './why.js';
import { answered } from './console-asks.js';
import { irregular } from './console-irregular.js';
import { second } from './console-second.js';
import { pit } from './supervisor-pit.js';
import { ago, queue } from './supervisor-queue.js';

const root = document.querySelector('#supervisor');
const PATIENCE = 700;

const desk = {
  doc: JSON.parse(document.querySelector('#view').textContent),
  sending: null, rejecting: null, answers: {}, refusals: {}, seen: new Set(),
};

desk.draw = () => {
  const { locked } = desk.doc;
  draw(root, h('div', { class: 'supervisor-desk' },
    h('h1', { key: 'title' }, desk.doc.role === 'floorperson' ? 'Floor' : 'Supervisor'),
    locked ? h('p', { class: 'halted', id: 'halt', role: 'alert', key: 'halt' }, `Play has stopped: ${locked}. Nothing is recorded. It goes on by itself.`) : null,
    h('div', { class: 'supervisor-columns', key: 'columns' }, queue(desk), pit(desk))));
};

desk.take = (doc) => {
  desk.doc = doc;
  const stays = (desk.rejecting || '').startsWith('choice ');
  if (!stays && ![...doc.queue, ...doc.validated, ...doc.slips].some((item) => item.key === desk.rejecting)) desk.rejecting = null;
  desk.draw();
};

desk.write = (name, text) => {
  desk.answers = { ...desk.answers, [name]: text };
  desk.draw();
};

desk.open = (key) => {
  desk.rejecting = key;
  desk.answers = {};
  desk.draw();
  const field = key && root.querySelector('.asks input');
  if (field) field.focus();
};

desk.acknowledge = async (item) => {
  desk.seen.add(item.key);
  desk.draw();
  const reply = await post(null, item.act, {});
  if (reply.ok) return;
  desk.seen.delete(item.key);
  refuse(item.key, reply.document.error.message);
};

function refuse(key, words) {
  desk.refusals = { ...desk.refusals, [key]: words };
  desk.draw();
}

async function refresh(seq) {
  await new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  if (desk.doc.seq >= seq) return;
  const reply = await fetch('/api/supervisor').catch(() => null);
  if (reply && reply.ok) desk.take(await reply.json());
}

function statement(item, action, act) {
  const cards = (act.cards || act.dealer || []).join(' ');
  return action.statement || [item.title || item.table, action.label, cards].filter(Boolean).join(': ');
}

/** What is signed is what the dialog said: the version is that of the card when the dialog opened. */
async function signedAndSent(item, action, act) {
  const label = item.amount && action === item.approve ? `Approve ${item.title}` : action.label || item.title;
  const signed = action.second
    ? await second({ title: label, statement: statement(item, action, act), why: action.why || item.why, label: 'Sign' }) : null;
  if (action.second && !signed) return;
  const slug = 'jackpot' in act ? null : item.slug || null;
  const reply = await post(slug, act, { version: item.version ?? null, second: signed, expects: action.expects });
  if (reply.ok) {
    desk.open(null);
    refuse(item.key, '');
    refresh(reply.document.seq);
  } else {
    refuse(item.key, reply.status === 409 ? 'This moved on before your decision arrived. Nothing was done; look again.' : sentence(reply.document));
  }
}

desk.perform = async (item, action) => {
  if (desk.sending) return;
  const filled = answered(action.act, action.asks || [], desk.answers);
  if (filled.trouble) { refuse(item.key, filled.trouble); return; }
  desk.sending = item.key;
  refuse(item.key, '');
  try {
    await signedAndSent(item, action, filled.act);
  } finally {
    desk.sending = null;
    desk.draw();
  }
};

desk.irregular = (table) => irregular(table, null, (choice) => desk.perform(table, choice));

/** Times tick without drawing everything again. */
function tick() {
  for (const item of [...desk.doc.queue, ...desk.doc.validated]) {
    const place = root.querySelector(`[data-key="${CSS.escape(item.key)}"] .since`);
    if (place && place.firstChild) place.firstChild.data = ago(item.since);
  }
}

setInterval(tick, 1000);
desk.draw();
live('supervisor', desk.take);

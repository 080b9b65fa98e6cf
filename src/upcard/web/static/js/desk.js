// A desk at which people decide on what a document lists: what is asked, who signs, what was refused, each beside its item.
import { answered } from './console-asks.js';
import { cardText } from './cards.js';
import { second } from './console-second.js';
import { act as post, pause } from './send.js';
import { sentence } from './why.js';

const PATIENCE = 700;

/** A desk for a document; `draw` shows it, `read` gives it anew, `done(item, action)` hears what was done. */
export function deskFor(doc, { draw, read, done = () => {} }) {
  const desk = { doc, draw, sending: null, rejecting: null, answers: {}, refusals: {}, seen: new Set() };

  desk.take = (fresh) => {
    desk.doc = fresh;
    const items = [fresh.queue, fresh.validated, fresh.slips].flatMap((list) => list || []);
    if (!items.some((item) => item.key === desk.rejecting)) desk.rejecting = null;
    draw();
  };

  desk.write = (name, text) => {
    desk.answers = { ...desk.answers, [name]: text };
    draw();
  };

  desk.open = (key) => {
    desk.rejecting = key;
    desk.answers = {};
    draw();
    if (key) document.querySelector('.asks input')?.focus();
  };

  desk.refuse = (key, words) => {
    desk.refusals = { ...desk.refusals, [key]: words };
    draw();
  };

  desk.acknowledge = async (item) => {
    desk.seen.add(item.key);
    draw();
    const reply = await post(null, item.act, {});
    if (reply.ok) return;
    desk.seen.delete(item.key);
    desk.refuse(item.key, sentence(reply.document));
  };

  async function refresh(seq) {
    await pause(PATIENCE);
    const fresh = desk.doc.seq < seq && await read();
    if (fresh) desk.take(fresh);
  }

  /** What is signed is what the dialog said: the version is that of the item when the dialog opened. */
  desk.send = async (item, action, act) => {
    const refused = await desk.decide(item, action, act);
    if (refused) desk.refuse(item.key, refused);
  };

  /** The same, and gives why it was refused: '' where it was done, null where nobody signed. */
  desk.decide = async (item, action, act) => {
    const title = item.amount && action === item.approve ? `Approve ${item.title}` : action.label || item.title;
    const cards = (act.cards || act.dealer || []).map(cardText).join(' ');
    const statement = action.statement || [item.title || item.table, action.label, cards].filter(Boolean).join(': ');
    const slug = ['jackpot', 'table', 'number'].some((name) => name in act) ? null : item.slug || null;
    const submit = (signed) => {
      const whole = signed && action.named ? { ...act, second: signed.id } : act; // some acts name who signed
      return post(slug, whole, { version: item.version ?? null, second: signed, expects: action.expects });
    };
    const reply = action.second ? await second({ title, statement, why: action.why || item.why }, submit) : await submit(null);
    if (!reply) return null;
    if (!reply.ok) return reply.status === 409 ? 'This changed before your decision arrived. Nothing was done; look again.' : sentence(reply.document);
    desk.open(null);
    desk.refuse(item.key, '');
    done(item, action);
    refresh(reply.document.seq);
    return '';
  };

  desk.perform = async (item, action) => {
    if (desk.sending) return;
    const filled = answered(action.act, action.asks || [], desk.answers);
    if (filled.trouble) { desk.refuse(item.key, filled.trouble); return; }
    desk.sending = item.key;
    desk.refuse(item.key, '');
    try {
      await desk.send(item, action, filled.act);
    } finally {
      desk.sending = null;
      draw();
    }
  };

  return desk;
}

// Sends what the dealer presses, one thing at a time: until the table is seen as it is afterwards, nothing else is sent.
import { act as post, fetched, pause, several } from './send.js';
import { answered } from './console-asks.js';
import { agreed, sure, wrongCounts } from './console-deal.js';
import { second } from './console-second.js';

const AGAIN = 3;
const PATIENCE = 700;

/** Why nothing can be done now: play has stopped or the floor is out of reach; empty when all is well. */
export function stopped(desk) {
  if (desk.locked) return `Play has stopped: ${desk.locked}. It goes on by itself; tell a supervisor.`;
  const { link } = document.documentElement.dataset;
  if (link === 'refused') return 'You are not signed in any more. Play stops; sign in again.';
  if (link === 'lost') {
    return 'No connection to the floor. Play stops until it is back; nothing that was recorded is lost.';
  }
  return '';
}

/** Reads the table anew. */
export async function refresh(desk) {
  const doc = await fetched(`/api/tables/${desk.slug}?as=dealer`); // out of reach the stream brings it, once it is back
  if (doc) desk.take(doc, true);
}

async function caughtUp(desk, seq) {
  if (desk.doc.seq < seq) await Promise.race([desk.arrival(seq), pause(PATIENCE)]);
  if (desk.doc.seq < seq) await refresh(desk);
}

function same(one, other) {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/** Whether what was pressed is still what the table shows, to the amount and to the steps behind it; then it may be sent again. */
function stands(before, after, choice) {
  const offered = [after.next, ...after.choices, ...after.irregularities];
  return same(before.pay, after.pay) && offered.some((other) => other && same(other.act, choice.act) && same(other.then, choice.then));
}

/** Whether one press of this records more than one step, where the dealer wants that. */
export function runs(desk, choice) {
  return Boolean(desk.inOneGo && choice.then);
}

/** What is sent together: all of a choice, or an act with those that one press records behind it. */
function together(desk, choice, act, alone) {
  if (choice.acts) return { acts: choice.acts, inOrder: false };
  return runs(desk, choice) && !alone ? { acts: [act, ...choice.then.acts], inOrder: true } : null;
}

/** Sends an act for the state that was shown; what a second person signed is never sent for another one. */
async function sent(desk, choice, act, { signed, shown, alone }) {
  for (let again = 1; ; again += 1) {
    const before = signed ? shown : desk.doc;
    const [slug, version] = choice.house ? [null, choice.version ?? null] : [desk.slug, before.version];
    const many = together(desk, choice, act, alone || signed);
    const reply = many ? await several(desk.slug, many.acts, before.version, many.inOrder) : await post(slug, act, { version, second: signed, expects: choice.expects });
    if (reply.status !== 409) return reply;
    await refresh(desk);
    if (signed || again === AGAIN || !stands(before, desk.doc, choice)) return reply;
  }
}

function refusal(desk, reply) {
  const error = (reply.document && reply.document.error) || {};
  const clause = error.clause || null;
  const message = reply.status === 409
    ? 'The table moved on before this arrived. Nothing was done; look, and press again.'
    : error.message || 'The floor did not answer. Nothing is known to be done; look at the log before you press again.';
  return { message, clause, href: clause ? `/law/${desk.doc.table.edition}#${clause}` : null };
}

/** Whether the floor wants a second person, which only what was written could tell: a count that voids the round. */
function wantsSecond(reply) {
  return reply.status === 403 && reply.document && reply.document.error && reply.document.error.rule === 'two_people';
}

/** What of several acts was not done, and why; null where all were. */
function leftOut({ refused = [], done }, choice) {
  const [first, ...more] = refused;
  if (!first) return null;
  if (choice.then) {
    return { message: `Recorded: ${choice.label}${done > 1 ? ` and ${done - 1} more` : ''}. What comes next is not: ${first.error.message}.` };
  }
  const rest = more.length ? ` So were ${more.length} more.` : '';
  return { message: `Seat ${first.act.seat}, ${first.act.wager}: refused. ${first.error.message}.${rest}` };
}

function statement(choice, desk) {
  return choice.statement || `${choice.label}${choice.seat ? `, seat ${choice.seat}` : ''}, ${desk.doc.table.name}.`;
}

/** Does what `choice` says, with the answers that were written; tells the desk what came of it. */
export async function perform(desk, choice, answers) {
  if (desk.sending || !choice.act) return;
  const trouble = stopped(desk);
  if (trouble) { desk.say({ message: trouble, whileStopped: true }); return; }
  const filled = answered(choice.act, choice.asks || [], answers);
  if (filled.trouble) { desk.say({ message: filled.trouble }, filled.field); return; }
  const wrong = wrongCounts(filled.act, choice.asks || []);
  const shown = desk.doc;
  desk.sending = choice;
  desk.say(null);
  try {
    if (wrong.length && !(await sure(wrong))) return;
    if (choice.confirm && !(await agreed(choice))) return;
    const send = (signed, state) => sent(desk, choice, filled.act, { signed, shown: state, alone: wrong.length > 0 });
    const sign = (state) => second(
      { title: choice.label, statement: statement(choice, desk), why: choice.why }, (signed) => send(signed, state));
    let reply = await (choice.second ? sign(shown) : send(null, shown));
    if (!reply) return;
    if (!choice.second && wantsSecond(reply)) reply = await sign(desk.doc) || reply;
    if (reply.ok) {
      await caughtUp(desk, reply.document.seq);
      desk.done(choice);
      desk.refusal = leftOut(reply.document, choice);
    } else {
      desk.refusal = refusal(desk, reply);
    }
  } finally {
    desk.sending = null;
    desk.draw();
  }
}

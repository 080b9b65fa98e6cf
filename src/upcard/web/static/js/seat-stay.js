// How the stay in a seat goes: chips, what was won or lost since sitting down, the receipts, and the player's own limits.
// The limits are kept in this browser alone; one that is tightened holds at once, one that is loosened from the next stay on.

import { h, submits } from './dom.js';
import { keep, kept } from './kept.js';
import { amount as asText, brief, cents, dollars, signed } from './money.js';
import { account } from './seat-side.js';

const MINUTE = 60_000;
const PAUSES = [10, 60];
const NAMES = ['loss', 'minutes'];

/** The line above the felt: what the player holds, and how it goes. */
export function standing({ document: view }) {
  const { stay: purse } = view;
  if (!purse) return null;
  const attrs = { class: 'purse', href: '#stay', key: 'purse', on: { click: () => { document.getElementById('stay').open = true; } } };
  if (purse.chips === null && !purse.rounds) return h('a', attrs, purse.sells.length ? 'No chips bought' : 'Your stay');
  return h('a', attrs,
    purse.chips !== null && ['Chips ', h('b', { class: 'money' }, brief(purse.chips)), ' · '],
    h('b', { class: `money ${tone(purse.net)}` }, signed(purse.net)), ` in ${rounds(purse)}`);
}

function rounds(purse) {
  return `${purse.rounds} ${purse.rounds === 1 ? 'round' : 'rounds'}`;
}

function tone(net) {
  return ['loss', '', 'gain'][Math.sign(cents(net)) + 1];
}

/** Chips with one press, where the table sells them and the player has bought none, or has too few. */
export function buying({ document: view, demo, busy }, on, always = false) {
  const { stay: purse } = view;
  const least = cents(view.wagers[0]?.low ?? '1.00');
  const short = purse && (purse.chips === null || cents(purse.chips) < least || view.choices.some((choice) => choice.lacks));
  if (!demo || !purse?.sells.length || !(short || always)) return null;
  return h('div', { class: 'buying', role: 'group', 'aria-label': 'Buy chips', key: 'buying' }, h('span', { class: 'quiet' }, 'Buy chips', purse.chips === null && h('span', { class: 'or' }, ', or bet what you brought')),
    purse.sells.map((sum) => h('button', { type: 'button', class: 'button small', key: sum, disabled: busy, on: { click: () => on.buy(sum) } }, brief(sum))));
}

// ---- the player's own limits

function limits(purse) {
  let found = {};
  try {
    found = JSON.parse(kept('upcard-limits', '{}'));
  } catch { /* as if there were none */ }
  return found.stay === purse?.since ? found : { stay: purse?.since, now: found.wish || {}, wish: found.wish || {}, pause: found.pause };
}

export function wish(purse, asked) {
  const found = limits(purse);
  for (const name of NAMES) if (asked[name] && !(found.now[name] && found.now[name] < asked[name])) found.now[name] = asked[name];
  keep('upcard-limits', JSON.stringify({ ...found, wish: asked }));
}

/** Why this page takes no wagers of so many cents now; empty where it does. */
export function stopped({ document: view }, staked = 0) {
  const { stay: purse } = view;
  const { now, pause } = limits(purse);
  if (pause > Date.now()) return `You take a pause until ${clock(pause)}. The table goes on without you.`;
  if (!purse) return '';
  const lost = -cents(purse.net);
  if (now.loss && (lost >= now.loss || lost + staked > now.loss)) {
    const past = lost >= now.loss ? `, and you have lost ${sum(lost)}.`
      : `, and you can still lose ${sum(now.loss - lost)}. With the bets that may follow this could lose ${sum(staked)}.`;
    return `Your own limit is a loss of ${sum(now.loss)}${past}`;
  }
  return now.minutes && Date.now() >= end(purse, now) ? `Your own limit of ${minutes(now)} at this table is over.` : '';
}

const sum = (count) => brief(asText(count));
const minutes = (now) => `${now.minutes} ${now.minutes === 1 ? 'minute' : 'minutes'}`;
const end = (purse, now) => new Date(purse.since).getTime() + now.minutes * MINUTE;

/** What holds now, and how much of it is left, in sentences. */
export function held(purse) {
  const { now, wish: asked } = limits(purse);
  const left = now.loss && Math.max(0, now.loss + cents(purse.net));
  return [
    now.loss && `Your limit is a loss of ${sum(now.loss)} in this stay. You can still lose ${sum(left)}.`,
    now.minutes && `Your limit is ${minutes(now)}, until ${clock(end(purse, now))}.`,
    NAMES.some((name) => now[name] && now[name] !== asked[name]) && 'What you set is looser. It holds from your next stay on, and this until then.',
  ].filter(Boolean);
}

function clock(time) {
  return new Date(time).toTimeString().slice(0, 5);
}

function own(purse, on) {
  const found = limits(purse);
  const value = { loss: found.wish.loss ? brief(asText(found.wish.loss)).slice(1) : '', minutes: found.wish.minutes || '' };
  const set = (form) => {
    wish(purse, { loss: cents(form.elements.loss.value) || 0, minutes: Math.round(Number(form.elements.minutes.value)) || 0 });
    on.redraw();
  };
  const pause = (minutes) => {
    keep('upcard-limits', JSON.stringify({ ...limits(purse), pause: Date.now() + minutes * MINUTE }));
    on.redraw();
  };
  const field = (name, label, attrs) => h('label', { key: name }, label,
    h('input', { name, autocomplete: 'off', inputmode: 'decimal', value: value[name], placeholder: 'none', ...attrs }));
  return h('div', { class: 'limits', key: 'limits' }, h('h3', null, 'Your own limits'),
    h('form', { on: submits(set) }, field('loss', 'Most to lose, $'), field('minutes', 'Minutes'), h('button', { class: 'button' }, 'Set')),
    held(purse).map((words) => h('p', { role: 'status', key: words }, words)),
    h('p', { class: 'quiet' }, `At a limit this page takes no more wagers. Minutes count from ${clock(purse.since)}, when you sat down. `
      + 'A tighter limit holds at once, a looser one from your next stay on.'),
    h('p', { class: 'pauses' }, 'Pause, which cannot be cut short ', PAUSES.map((minutes) =>
      h('button', { type: 'button', class: 'button small', key: minutes, on: { click: () => pause(minutes) } }, `${minutes} minutes`))));
}

// ---- the panel

export function stay(state, on) {
  const { document: view, receipts, sound } = state;
  const { stay: purse } = view;
  if (!purse) return null;
  const had = purse.chips === null ? 'You play with chips that you brought.' : `Bought ${brief(purse.bought)}, you hold ${dollars(purse.chips)}.`;
  return h('details', { class: 'panel stay', id: 'stay', key: 'stay', on: { toggle: (event) => on.opened(event.target.open) } },
    h('summary', null, 'Your stay ', h('b', { class: `money ${tone(purse.net)}` }, signed(purse.net))),
    h('div', null, h('p', null, `Since ${clock(purse.since)}, ${rounds(purse)}. ${had}`),
      buying(state, on, true) || (!purse.sells.length && h('p', { class: 'quiet' }, 'The dealer sells chips, for cash.')),
      h('p', null, h('button', { type: 'button', class: 'button small', 'aria-pressed': String(sound), on: { click: on.sound } }, `Sound: ${sound ? 'on' : 'off'}`)),
      own(purse, on),
      h('h3', null, 'Receipts'),
      receipts?.length ? receipts.map(past) : h('p', { class: 'quiet' }, 'None yet.')));
}

function past(found) {
  return h('details', { class: 'past', key: `round${found.round}` },
    h('summary', null, `Round ${found.round}, ${found.hand || 'no hand'} `, h('b', { class: `money ${tone(found.net)}` }, signed(found.net))),
    account(found.lines, found));
}

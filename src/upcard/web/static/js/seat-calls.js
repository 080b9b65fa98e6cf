// Calls the player: the title of the tab, a clock that counts down, and tones for those who have switched them on.

import { cents } from './money.js';

const CALLS = { decide: 'Your turn', wager: 'Bets are open' };
const TONES = { // hertz, begins, lasts
  deal: [[520, 0, 0.05]], turn: [[660, 0, 0.12], [880, 0.14, 0.16]], win: [[523, 0, 0.14], [659, 0.12, 0.14], [784, 0.24, 0.3]],
};
const title = document.title;
let audio = null;

/** The tones of a call; a browser without them stays silent. */
export function play(name) {
  try {
    audio ||= new AudioContext();
    for (const [hertz, begins, lasts] of TONES[name]) tone(hertz, audio.currentTime + begins, lasts);
  } catch {
    audio = null;
  }
}

function tone(hertz, at, lasts) {
  const [source, gain] = [audio.createOscillator(), audio.createGain()];
  source.frequency.value = hertz;
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(0.12, at + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + lasts);
}

/** What has happened since the last document, for the ear. */
export function heard(old, view) {
  if (view.next?.kind === 'decide' && old.next?.kind !== 'decide') return 'turn';
  if (view.receipt && view.receipt.round !== old.receipt?.round && cents(view.receipt.net) > 0) return 'win';
  const dealt = (doc) => doc.seats.reduce((sum, seat) => sum + seat.cards.length, 0);
  return dealt(view) > dealt(old) ? 'deal' : '';
}

/** The tab says whose turn it is, also while another one is looked at. */
export function call(view) {
  const said = view.you === null || view.locked ? '' : CALLS[view.next?.kind];
  document.title = said ? `${said} · ${title}` : title;
}

/** Writes how long is left where a clock is drawn; `now` is the server's time. */
export function ticks(view, now) {
  const place = document.querySelector('[data-clock]');
  if (!place || !view.countdown) return;
  const since = (now - new Date(view.countdown.since).getTime()) / 1000;
  const left = Math.max(0, Math.min(view.countdown.seconds, Math.ceil(view.countdown.seconds - since)));
  const said = left ? `in ${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` : 'at any moment';
  if (place.textContent !== said) place.textContent = said;
  place.classList.toggle('loss', left <= 10);
}

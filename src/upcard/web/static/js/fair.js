// Checks a shuffle in the player's own browser: from the secret that the house had committed itself to, and from what the
// players contributed, the same order of the cards is made again. Loaded only when somebody asks.

import { h } from './dom.js';
import { sentence } from './why.js';

const KIND = 'upcard shuffle 1';
const FOR_CARDS = 0;
const FOR_CUTS = 2;
const DECK = [...'cdhs'].flatMap((suit) => [...'23456789TJQKA'].map((rank) => rank + suit));
const text = new TextEncoder();

function fromHex(hex) {
  return Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
}

function toHex(bytes) {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function sha256(bytes) {
  return crypto.subtle.digest('SHA-256', bytes);
}

// ---- ChaCha20, as RFC 8439 has it

function quarter(x, a, b, c, d) {
  for (const [one, two, three, turn] of [[a, b, d, 16], [c, d, b, 12], [a, b, d, 8], [c, d, b, 7]]) {
    x[one] += x[two];
    const mixed = x[three] ^ x[one];
    x[three] = (mixed << turn) | (mixed >>> (32 - turn));
  }
}

function block(key, counter, purpose) {
  const start = new Uint8Array(64);
  start.set(text.encode('expand 32-byte k'));
  start.set(key, 16);
  new DataView(start.buffer).setUint32(48, counter, true);
  start[63] = purpose;
  const words = new DataView(start.buffer);
  const first = Uint32Array.from({ length: 16 }, (_, at) => words.getUint32(at * 4, true));
  const x = first.slice();
  for (let round = 0; round < 10; round += 1) {
    for (let at = 0; at < 4; at += 1) quarter(x, at, at + 4, at + 8, at + 12);
    for (let at = 0; at < 4; at += 1) quarter(x, at, ((at + 1) % 4) + 4, ((at + 2) % 4) + 8, ((at + 3) % 4) + 12);
  }
  const out = new DataView(new ArrayBuffer(64));
  for (let at = 0; at < 16; at += 1) out.setUint32(at * 4, x[at] + first[at], true);
  return new Uint8Array(out.buffer);
}

function* keyStream(key, purpose) {
  for (let counter = 0; ; counter += 1) yield* block(key, counter, purpose);
}

// ---- from the secret to the cards

/** A number from 0 to n - 1, each equally likely; n is at most 256 here, so a byte is enough. */
function below(n, stream) {
  for (;;) {
    const number = stream.next().value;
    if (number < 256 - (256 % n)) return number % n;
  }
}

function shuffled(key) {
  const stream = keyStream(key, FOR_CARDS);
  const order = [...DECK];
  for (let place = order.length - 1; place > 0; place -= 1) {
    const drawn = below(place + 1, stream);
    [order[place], order[drawn]] = [order[drawn], order[place]];
  }
  return order;
}

async function keyOf(proof) {
  const { secret, number, contributions } = proof.shuffle;
  const given = contributions.flatMap((each) => [each.seat, each.player, each.value]);
  const fields = [text.encode(KIND), fromHex(secret), ...[proof.table, number, ...given].map((field) => text.encode(String(field)))];
  const bytes = fields.flatMap((field) => [...fromHex(field.length.toString(16).padStart(8, '0')), ...field]);
  return new Uint8Array(await sha256(Uint8Array.from(bytes)));
}

/** Whether the entries stand in the order that was promised: nothing that people choose after the end of the bets. */
function inTurn({ committed, drawn, shuffled: laid, cuts, bets_closed: closed, dealt }, chosen) {
  if (!laid || (dealt.length && !closed)) return false;
  const bets = closed ? [closed] : [];
  const turn = [committed, drawn, laid, ...cuts.slice(0, chosen), ...bets, ...cuts.slice(chosen), ...dealt].map((entry) => entry.seq);
  return turn.every((seq, at) => !at || turn[at - 1] < seq);
}

/** Whether the cuts after the end of the bets are those that follow from the key, one after the other. */
function drawnCuts(own, key) {
  const stream = keyStream(key, FOR_CUTS);
  return own.every(({ cards, drawn }, at) => drawn && drawn.turn === at + 1 && drawn.least > 0 && drawn.least < DECK.length
    && cards === drawn.least + below(DECK.length - drawn.least, stream));
}

/** What is said of the player's own word: one from before the commitment was known to the house. */
function ownPart(proof, who) {
  const own = proof.shuffle.contributions.find((each) => each.player === who);
  if (!own) return [];
  if (own.entry > proof.entries.committed.seq) return [[true, 'Your own part is in it, given after the commitment.']];
  return [[null, 'Your own part is in it, but older than the commitment: the house knew it.']];
}

/** Shuffles of the same deck from which no card was dealt: no fault, and something to think about. */
function givenUp(numbers) {
  if (!numbers.length) return [];
  const were = numbers.length > 1 ? `shuffles ${numbers.join(', ')} were` : `shuffle ${numbers[0]} was`;
  return [[null, `Before it, ${were} drawn for the same deck and given up without a card dealt.`]];
}

/** Rounds that paid nothing, this one or those just before it. */
function voided({ void: rule, voided: numbers }) {
  const found = rule ? [[null, 'Every hand of this round was void.']] : [];
  if (!numbers.length) return found;
  const were = numbers.length > 1 ? `rounds ${numbers.join(', ')} were` : `round ${numbers[0]} was`;
  return [...found, [null, `Just before it, ${were} void.`]];
}

/**
 * Every check as [holds, words], with null for what is no fault and should be known; `noted` is the commitment that this
 * page saw before the deal, `who` the player.
 */
export async function verify(proof, noted, who) {
  const { shuffle } = proof;
  if (!shuffle) return [[false, 'Nobody had committed himself to the cards of this round.']];
  const hash = toHex(await sha256(fromHex(shuffle.secret)));
  const found = [[hash === shuffle.commitment, 'The commitment is the SHA-256 of the secret.']];
  if (noted) found.push([hash === noted, 'It is the commitment that this page saw before the deal.']);
  const chosen = proof.cuts.filter((cut) => !cut.drawn).length;
  found.push([inTurn(proof.entries, chosen), 'It was there before the shuffle, and shuffle and chosen cut before the end of the bets.']);
  found.push(...givenUp(proof.given_up), ...voided(proof), ...ownPart(proof, who));
  const key = await keyOf(proof);
  let order = shuffled(key);
  const { length } = shuffle.contributions;
  const words = length === 1 ? '1 contribution' : `${length} contributions`;
  found.push([same(order, proof.order), `The order of the deck follows from the secret and ${words}.`]);
  const own = proof.cuts.slice(chosen);
  if (own.length) found.push([drawnCuts(own, key), 'The cut after the end of the bets follows from the same key: nobody chose it.']);
  for (const cut of proof.cuts) order = [...order.slice(cut.cards), ...order.slice(0, cut.cards)];
  const dealt = proof.dealt.map((each) => each.card);
  if (!dealt.length) found.push([proof.void !== null, 'No card was dealt from it, and the round was void.']);
  if (proof.entries.told.length) found.push([false, 'No card was told by hand.']);
  const onTop = proof.skipped === 0 && same(order.slice(0, dealt.length), dealt);
  found.push([onTop, `The ${dealt.length} cards that were dealt lay on top of it, in that order, and none was taken off.`]);
  return found;
}

function same(one, other) {
  return one.length === other.length && one.every((card, at) => card === other[at]);
}

function line(holds, words) {
  if (holds === null) return h('li', { class: 'warn' }, h('strong', null, '! ', words));
  return h('li', { class: holds ? 'good' : 'bad' }, holds ? '✓ ' : '✗ ', words);
}

/** Fetches the proof of a round and gives what to show: a list of checks. */
export async function check(slug, round, noted, who) {
  const address = `/api/rounds/${slug}/${round}/shuffle`;
  const answer = await fetch(address).catch(() => null);
  const proof = answer ? await answer.json().catch(() => null) : null;
  if (!answer?.ok) return h('p', { class: 'error' }, sentence(proof) || 'The proof cannot be had just now.');
  const paper = h('a', { href: address }, 'The proof as a document');
  if (!crypto.subtle) return h('p', null, 'This browser checks only on a secure connection. ', paper);
  const found = await verify(proof, noted, who).catch(() => [[false, 'The proof is not whole.']]);
  const held = found.every(([holds]) => holds !== false);
  const loud = found.some(([holds]) => holds === null) ? ' Read what is marked with an exclamation mark.' : '';
  return h('div', { role: 'status' },
    h('p', null, h('strong', null, held ? `Round ${round}: checked in this browser, all in order.${loud}` : `Round ${round}: NOT in order.`)),
    h('ul', { class: 'checks plain' }, found.map(([holds, words]) => line(holds, words))),
    h('p', null, paper));
}

// Checks a shuffle in the player's own browser: from the secret that the house had committed itself to, and from what the
// players contributed, the same order of the cards is made again. Loaded only when somebody asks.

import { h } from './dom.js';
import { sentence } from './why.js';

const KIND = 'upcard shuffle 1';
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

function block(key, counter) {
  const start = new Uint8Array(64);
  start.set(text.encode('expand 32-byte k'));
  start.set(key, 16);
  new DataView(start.buffer).setUint32(48, counter, true);
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

function* keyStream(key) {
  for (let counter = 0; ; counter += 1) yield* block(key, counter);
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
  const stream = keyStream(key);
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

/** Every check as [holds, words]; `noted` is the commitment that this page saw before the deal, `who` the player. */
export async function verify(proof, noted, who) {
  const { shuffle } = proof;
  if (!shuffle) return [[false, 'Nobody had committed himself to the cards of this round.']];
  const hash = toHex(await sha256(fromHex(shuffle.secret)));
  const found = [[hash === shuffle.commitment, 'The commitment is the SHA-256 of the secret.']];
  if (noted) found.push([hash === noted, 'It is the commitment that this page saw before the deal.']);
  if (shuffle.contributions.some((each) => each.player === who)) found.push([true, 'Your own part is in it.']);
  let order = shuffled(await keyOf(proof));
  const { length } = shuffle.contributions;
  const words = length === 1 ? '1 contribution' : `${length} contributions`;
  found.push([same(order, proof.order), `The order of the deck follows from the secret and ${words}.`]);
  for (const cut of proof.cuts) order = [...order.slice(cut.cards), ...order.slice(0, cut.cards)];
  const dealt = proof.dealt.map((each) => each.card);
  const top = order.slice(proof.skipped, proof.skipped + dealt.length);
  found.push([same(top, dealt), `The ${dealt.length} cards that were dealt lay on top of it, in that order.`]);
  return found;
}

function same(one, other) {
  return one.length === other.length && one.every((card, at) => card === other[at]);
}

/** Fetches the proof of a round and gives what to show: a list of checks. */
export async function check(slug, round, noted, who) {
  const address = `/api/rounds/${slug}/${round}/shuffle`;
  const answer = await fetch(address).catch(() => null);
  const proof = answer ? await answer.json().catch(() => null) : null;
  if (!answer?.ok) return h('p', { class: 'error' }, sentence(proof) || 'The proof cannot be had just now.');
  const paper = h('a', { href: address }, 'The proof as a document');
  if (!crypto.subtle) return h('p', null, 'This browser checks only on a secure connection. ', paper);
  const found = await verify(proof, noted, who);
  const held = found.every(([holds]) => holds);
  return h('div', { role: 'status' },
    h('p', null, h('strong', null, held ? `Round ${round}: checked in this browser, all in order.` : `Round ${round}: NOT in order.`)),
    h('ul', { class: 'checks plain' }, found.map(([holds, words]) => h('li', { class: holds ? 'good' : 'bad' }, holds ? '✓ ' : '✗ ', words))),
    h('p', null, paper));
}

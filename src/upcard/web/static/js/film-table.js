// The table as it looked after an entry: dealer, community card and seats, with the cards that the chosen viewer could see.

import { hand } from './cards.js';
import { h } from './dom.js';
import { brief, dollars, signed } from './money.js';

const EMPTY = { cards: [], hand: null };

export function felt(film, step, eye) {
  const board = film.boards[step.board];
  const cards = film.hands[step.hands[eye]];
  const back = board.back === 'blue' ? 'blue' : 'red';
  return h('section', { class: 'felt picture', key: 'felt', 'aria-label': 'The table' },
    h('p', { class: 'phase' }, h('b', null, board.words), board.dealer ? `, ${board.dealer} deals` : '', board.called ? ' · supervisor called' : ''),
    h('p', { class: 'meters' }, step.meters.map((meter) => h('span', { key: meter.level },
      `${meter.level.replaceAll('_', ' ')} meter `, h('b', { class: 'money' }, dollars(meter.amount))))),
    middle(board, cards, back),
    h('ol', { class: 'plain seats' }, [...board.seats].reverse().map((seat) => place(seat, cards.seats[seat.seat] || EMPTY, back))),
    h('p', { class: 'decks' }, decks(board)));
}

function middle(board, cards, back) {
  if (board.game === 'bonus-six') {
    const lies = cards.community_dealt ? [cards.community] : [];
    return h('div', { class: 'dealer' }, h('span', null, 'Community card'), lies.length ? hand(lies, { size: 's', back }) : h('span', { class: 'slot slot-s' }));
  }
  const { cards: codes, hand: name, qualifies } = cards.dealer;
  const plays = { true: ', the hand plays', false: ', no hand' }[qualifies] || '';
  return h('div', { class: 'dealer' }, h('span', null, 'Dealer'),
    codes.length ? hand(codes, { size: 's', back }) : h('span', { class: 'slot slot-s' }),
    h('span', { class: 'named' }, name ? `${name}${plays}` : ''));
}

function place(seat, { cards, hand: name }, back) {
  return h('li', { class: `seat is-${seat.state}`, key: seat.seat },
    h('p', { class: 'who' }, h('b', null, `${seat.seat}`), ' ', seat.player || h('span', { class: 'quiet' }, 'empty')),
    h('div', { class: 'own' }, cards.length ? hand(cards, { size: 's', back, dim: seat.racked }) : null),
    h('p', { class: 'named' }, name || '', seat.racked ? h('span', { class: 'quiet' }, name ? ', racked' : 'racked') : ''),
    h('ul', { class: 'plain wagers' }, seat.wagers.map((wager) => h('li', { key: wager.wager },
      `${wager.label} `, h('b', { class: 'money' }, brief(wager.amount)),
      wager.wager.startsWith('progressive') && seat.lamp ? ` (${seat.lamp})` : ''))),
    h('p', { class: 'stand' }, seat.state === 'empty' ? '' : seat.words, seat.winner ? ' · winner key lit' : '',
      seat.net === null ? '' : h('b', { class: `money ${seat.net.startsWith('-') ? 'loss' : 'gain'}` }, ` ${signed(seat.net)}`)));
}

function decks(board) {
  const all = board.decks.map((deck) => `${deck.back} deck ${deck.stage}${deck.current && board.decks.length > 1 ? ' (current)' : ''}`);
  if (board.stub) all.push(`stub ${board.stub}`);
  return [...all, ...board.devices].join(' · ');
}

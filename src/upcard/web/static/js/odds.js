// The odds page of a table: its figures are counted by the server and come as the same page, again when a meter has moved.

import { draw, treeOf } from './dom.js';
import { calmly, live, reread } from './live.js';
import './why.js';

const AGAIN = 5000;
const { slug } = document.getElementById('odds-page').dataset;
const { now, soon } = calmly(load, AGAIN); // meters move with every wager
let shown = '';

async function load() {
  const page = await reread(`/odds/${encodeURIComponent(slug)}?figures`);
  const found = page?.getElementById('odds');
  const state = document.getElementById('odds-state');
  if (found) {
    const place = document.getElementById('odds');
    draw(place, [...found.childNodes].map(treeOf));
    place.setAttribute('aria-busy', 'false');
    state.textContent = page.getElementById('odds-state').textContent;
  } else {
    state.textContent = 'The house did not answer. It is tried again in a moment.';
    soon();
  }
}

function news(document) {
  const amounts = JSON.stringify(document.meters.map((meter) => meter.amount));
  if (shown && amounts !== shown) soon();
  shown = amounts;
}

now();
live(`table:${slug}:sign`, news, { always: false });

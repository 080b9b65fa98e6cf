// The page Status, which the server writes: read again every two seconds, and changed where it differs.

import { draw, h, treeOf } from './dom.js';
import { reread } from './live.js';

const AGAIN = 2000;
const PARTS = ['health', 'facts', 'log', 'slow'];
const LOST = h('p', { class: 'status-health' }, h('span', { class: 'tag bad' }, 'no answer'), ' The server does not answer. What is below is as it last was.');

async function refresh() {
  const page = await reread('/status');
  for (const id of PARTS) {
    const now = page?.getElementById(id);
    if (now) draw(document.getElementById(id), [...now.childNodes].map(treeOf));
    else if (id === 'health') draw(document.getElementById(id), LOST);
  }
  setTimeout(refresh, AGAIN);
}

setTimeout(refresh, AGAIN);

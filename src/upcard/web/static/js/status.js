// The page Status, which the server writes: read again every two seconds, and changed where it differs.

import { reread } from './live.js';

const AGAIN = 2000;
const PARTS = ['health', 'facts', 'log', 'slow'];
const LOST = '<p class="status-health"><span class="tag bad">no answer</span> The server does not answer. What is below is as it last was.</p>';

async function refresh() {
  const page = await reread('/status');
  for (const id of PARTS) {
    const now = page?.getElementById(id)?.innerHTML ?? (id === 'health' ? LOST : null);
    const place = document.getElementById(id);
    if (now !== null && place.innerHTML !== now) place.innerHTML = now;
  }
  setTimeout(refresh, AGAIN);
}

setTimeout(refresh, AGAIN);

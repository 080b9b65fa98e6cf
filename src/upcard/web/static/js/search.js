// The journal searched: older entries come without leaving the page, and a proof that is under way tells how it stands.

import { reread } from './live.js';

const older = document.getElementById('older');
const entries = document.getElementById('entries');
const looked = document.getElementById('looked');

/** Takes the next page as the server writes it and puts its entries after those that are there. */
async function goOn(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || !entries) return;
  event.preventDefault();
  older.setAttribute('aria-busy', 'true');
  const page = await reread(older.href);
  older.removeAttribute('aria-busy');
  if (!page) {
    location.assign(older.href);
    return;
  }
  const found = [...page.querySelectorAll('#entries > .entry')];
  entries.append(...found);
  looked.textContent = page.getElementById('looked').textContent;
  const next = page.getElementById('older');
  if (next) {
    older.href = next.href;
    older.textContent = next.textContent;
  } else {
    older.remove();
  }
  found[0]?.querySelector('a, summary')?.focus();
}

/** While a proof is under way, its part of the page is asked for again every other second. */
async function watchProof() {
  const proof = document.getElementById('proof');
  if (!proof?.dataset.running) return;
  const page = document.hidden ? null : await reread('/surveillance');
  const now = page?.getElementById('proof');
  if (now) {
    document.getElementById('verdict').innerText = now.querySelector('#verdict').textContent.trim();
    if (!now.dataset.running) proof.replaceWith(now);
  }
  setTimeout(watchProof, 2000);
}

older?.addEventListener('click', goOn);
setTimeout(watchProof, 2000);

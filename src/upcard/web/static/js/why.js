// Why: the small clause mark beside an amount or a step opens the rule in our words, the arithmetic and our reading.
// `say` puts an error beside the thing it concerns.

import { draw, h } from './dom.js';

/** The mark of a clause; nothing where there is none. Written by the server it is <button class="clause" data-why="…">. */
export function why(w, { label } = {}) {
  if (!w || !w.clause) return null;
  const words = label || short(w.clause, editionOf(w));
  return h('button', {
    type: 'button', class: 'clause', 'data-why': JSON.stringify(w), 'aria-label': `Why ${words}? ${w.clause}`, 'aria-haspopup': 'dialog',
  }, words);
}

/** "sd-2015(17)(c)" -> "(17)(c)" and "ma-11(b)" -> "11(b)": the edition is known from the page, or given. */
export function short(clause, edition = '') {
  if (edition && clause.startsWith(edition)) return clause.slice(edition.length).replace(/^-/, '') || clause;
  return clause.includes('(') ? clause.slice(clause.indexOf('(')) : clause;
}

function editionOf(w) {
  return /^\/law\/([^#/]+)/.exec(w.href || '')?.[1] || '';
}

function box() {
  const found = document.getElementById('why');
  if (found) return found;
  const made = Object.assign(document.createElement('div'), { id: 'why', className: 'why', popover: 'auto', tabIndex: -1 });
  made.setAttribute('role', 'dialog');
  made.setAttribute('aria-labelledby', 'why-clause');
  document.body.append(made);
  return made;
}

function content(w, close) {
  return [
    h('p', { class: 'why-head' }, h('strong', { id: 'why-clause' }, w.clause),
      h('button', { type: 'button', class: 'button small', on: { click: close } }, 'Close')),
    w.arithmetic && h('p', { class: 'why-sum' }, w.arithmetic),
    h('p', null, w.summary),
    w.reading && h('p', { class: 'why-reading' }, h('span', { class: 'tag' }, 'Our reading'), ' ', w.reading),
    h('p', { class: 'quiet' }, 'A summary in our words; the official text decides. ',
      w.href && h('a', { href: w.href }, 'Open the clause')),
  ];
}

function open(button) {
  const place = box();
  const close = () => { place.hidePopover(); button.focus(); };
  draw(place, content(JSON.parse(button.dataset.why), close));
  place.showPopover();
  beside(place, button);
  place.focus();
}

/** Below the mark where there is room, above it otherwise; a narrow screen has it at the bottom, by style sheet. */
function beside(place, button) {
  if (matchMedia('(max-width: 600px)').matches) {
    place.removeAttribute('style');
    return;
  }
  const at = button.getBoundingClientRect();
  const { offsetWidth: wide, offsetHeight: tall } = place;
  const below = at.bottom + 8 + tall < innerHeight;
  place.style.left = `${Math.max(8, Math.min(at.left, document.body.getBoundingClientRect().right - wide - 8))}px`;
  place.style.top = `${Math.max(8, below ? at.bottom + 8 : at.top - tall - 8)}px`;
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element && event.target.closest('[data-why]');
  if (button) open(button);
});

/** The sentence for people in a refusal, from the server's document, its error or a plain string. */
export function sentence(message) {
  const error = message?.error ?? message;
  if (!error) return '';
  if (typeof error === 'string') return error;
  const clause = error.clause && !error.message.includes(error.clause) ? ` (${error.clause})` : '';
  return `${error.message}${clause}`;
}

/** Says an error beside an element, or takes it back with ''. What `draw` draws there leaves it in its place. */
export function say(element, message) {
  const words = sentence(message);
  let place = element.nextElementSibling;
  if (place?.keptFor !== element) place = null;
  if (!words) {
    place?.remove();
    return;
  }
  if (!place) {
    place = Object.assign(document.createElement('p'), { className: 'error', keptFor: element });
    place.setAttribute('role', 'alert');
    place.setAttribute('data-kept', '');
    element.after(place);
  }
  place.textContent = words;
}

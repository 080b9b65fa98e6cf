// Where the keys go while the next step asks for something: its field is written in at once, without a click. What a
// field does not take still does what it does everywhere, and the space bar is for the next step there, too.

const WRITES = { cards: /^[2-9tjqka10]$/i, count: /^\d$/, counts: /^\d$/ };
const SUIT = /^[shdc♠♥♦♣]$/i;
const RANKED = /[2-9tjqka0]\s*$/i;
const OURS = 'form.next-asks';

/** Whether the writer is in what the next step asks for. */
export function within() {
  return Boolean(document.activeElement?.closest(OURS));
}

/** To the first field of the next step that is not written yet, behind what stands there. */
export function begin() {
  if (document.querySelector('dialog[open]')) return;
  const fields = [...document.querySelectorAll(`${OURS} input[data-kind]`)];
  const first = fields.find((field) => !field.value || field.dataset.kind === 'cards');
  if (!first) return;
  first.focus({ preventScroll: true });
  first.setSelectionRange(first.value.length, first.value.length);
}

/** Whether a field takes a key: a suit only behind its rank. */
function writes({ dataset, value }, key) {
  const known = WRITES[dataset.kind];
  return !known || known.test(key) || (dataset.kind === 'cards' && SUIT.test(key) && RANKED.test(value));
}

/** A key in a field. `bound` are the keys of the console, `send` does what is asked here. */
export function inField(event, bound, send) {
  const field = event.target.closest('form.asks input[data-kind]');
  if (!field || event.ctrlKey || event.altKey || event.metaKey) return;
  const { kind } = field.dataset;
  let run = null;
  if (event.key === ' ' && kind !== 'text' && !(kind === 'cards' && field.value)) run = send;
  else if (field.closest(OURS) && event.key === 'Escape') run = () => document.querySelector('#next').focus();
  else if (field.closest(OURS) && !writes(field, event.key)) run = bound[event.key.toLowerCase()];
  if (!run) return;
  event.preventDefault();
  if (!event.repeat) run();
}

// Single keys for people who do the same thing all day. Typing in a field, a key with Ctrl, Alt or Meta, and an open
// dialog are left alone, and so is a button that was reached by Tab: there Space and Enter press that button.

let tabbed = false;
addEventListener('keydown', (event) => { if (event.key === 'Tab') tabbed = true; }, true);
addEventListener('pointerdown', () => { tabbed = false; }, true);

/** `keys({' ': next, f: fold, Enter: place})`. A function that gives false lets the key do what it would. Returns the undoing. */
export function keys(map) {
  const found = new Map(Object.entries(map).map(([key, run]) => [key.toLowerCase(), run]));
  const listener = (event) => press(event, found);
  document.addEventListener('keydown', listener);
  return () => document.removeEventListener('keydown', listener);
}

function press(event, found) {
  const run = found.get(event.key.toLowerCase());
  if (!run || event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest('input:not([type=radio],[type=checkbox]), textarea, select, [contenteditable]')) return;
  if (document.querySelector('dialog[open], [popover]:popover-open')) return;
  const presses = event.key === ' ' || event.key === 'Enter';
  const button = target.closest('button, a, summary, input');
  if (presses && button && tabbed) return;
  if (run(event) === false) return;
  event.preventDefault();
  if (presses && button) button.blur();
}

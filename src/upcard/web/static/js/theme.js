// The menu of themes and decks: keeps the choice in this browser and has it painted at once.

import { keep, kept } from './kept.js';

const USUAL = { theme: 'auto', deck: 'two' };

/** Keeps a choice: `choose('theme', 'pit')`, `choose('deck', 'four')`. */
export function choose(name, value) {
  keep(`upcard-${name}`, value);
  dispatchEvent(new Event('upcard-paint'));
}

// Below the button that opens it, wherever the header put that.
document.getElementById('look')?.addEventListener('beforetoggle', (event) => {
  const button = document.querySelector('[popovertarget="look"]');
  if (event.newState === 'open' && button) event.target.style.top = `${button.getBoundingClientRect().bottom + 8}px`;
});

for (const input of document.querySelectorAll('#look input[type=radio]')) {
  input.checked = input.value === kept(`upcard-${input.name}`, USUAL[input.name]);
  input.addEventListener('change', () => choose(input.name, input.value));
}

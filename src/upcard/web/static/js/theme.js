// The menu of themes and decks: keeps the choice in this browser and has it painted at once.

const KEPT = { theme: 'upcard-theme', deck: 'upcard-deck' };
const FIRST = { theme: 'auto', deck: 'two' };

function kept(name) {
  try {
    return localStorage.getItem(KEPT[name]) || FIRST[name];
  } catch {
    return FIRST[name];
  }
}

/** Keeps a choice: `choose('theme', 'pit')`, `choose('deck', 'four')`. */
export function choose(name, value) {
  try {
    localStorage.setItem(KEPT[name], value);
  } catch {
    // A browser that keeps nothing shows its own preference.
  }
  dispatchEvent(new Event('upcard-paint'));
}

// Below the button that opens it, wherever the header put that.
document.getElementById('look')?.addEventListener('beforetoggle', (event) => {
  const button = document.querySelector('[popovertarget="look"]');
  if (event.newState === 'open' && button) event.target.style.top = `${button.getBoundingClientRect().bottom + 8}px`;
});

for (const input of document.querySelectorAll('#look input[type=radio]')) {
  input.checked = input.value === kept(input.name);
  input.addEventListener('change', () => choose(input.name, input.value));
}

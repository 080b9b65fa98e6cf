// Runs before the first paint, so that no page flashes in the wrong colours: sets the theme and the deck kept here.
(() => {
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const read = (name) => {
    try { return localStorage.getItem(name) || ''; } catch { return ''; }
  };
  const paint = () => {
    const kept = read('upcard-theme');
    root.dataset.theme = ['light', 'dark', 'pit'].includes(kept) ? kept : dark.matches ? 'dark' : 'light';
    root.classList.toggle('four-colour', read('upcard-deck') === 'four');
  };
  paint();
  dark.addEventListener('change', paint);
  addEventListener('storage', paint);
  addEventListener('upcard-paint', paint);
})();

// The search box of an edition: leaves the clauses (or sentences) in which every word stands, as one types, and says how
// many there are.

const box = document.getElementById('q');
const clauses = [...document.querySelectorAll('#clauses > li')];
const found = document.getElementById('found');
const nothing = document.getElementById('nothing');
const whole = !box.defaultValue;

function filter() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  let left = 0;
  for (const clause of clauses) {
    const fits = words.every((word) => clause.dataset.text.includes(word));
    clause.hidden = !fits;
    left += fits ? 1 : 0;
  }
  nothing.hidden = left > 0;
  const all = `${clauses.length} ${found.dataset.what}`;
  found.textContent = words.length ? `${left} of ${all}` : all;
}

/** A clause that was searched away comes back when it is asked for by its address. */
function show() {
  const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!wanted?.hidden) return;
  box.value = '';
  filter();
  wanted.scrollIntoView();
}

// A page that was searched by the server has only what was found; the next search asks the server again.
if (whole) {
  box.addEventListener('input', filter);
  box.form.addEventListener('submit', (event) => { event.preventDefault(); filter(); });
  window.addEventListener('hashchange', show);
  if (box.value) filter();
}

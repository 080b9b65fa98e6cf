// What this browser keeps by itself; one that keeps nothing has what is usual.

export function kept(name, usual = '') {
  try {
    return localStorage.getItem(name) ?? usual;
  } catch {
    return usual;
  }
}

export function keep(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Next time everything is as usual again.
  }
}

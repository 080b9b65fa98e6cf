// The manual: a search over all its passages, which are fetched when somebody begins to type, and a button that copies
// an example. In the site of plain files it is no module, since a browser loads none from a disk.
(() => {
  const manual = document.querySelector('.help');
  const box = document.getElementById('help-q');
  const found = document.getElementById('help-found');
  const MOST = 12;
  const AROUND = 70;
  let loading;

  /** All passages, once. Their addresses are those from the first page of the manual. */
  function index() {
    loading ??= new Promise((done, failed) => {
      const script = document.createElement('script');
      script.src = manual.dataset.index;
      script.onload = () => done(globalThis.manualIndex.map((each) => ({
        ...each, inHeading: each.heading.toLowerCase(), inPage: each.page.toLowerCase(), inText: each.text.toLowerCase(),
      })));
      script.onerror = failed;
      document.head.append(script);
    });
    return loading;
  }

  /** How well a passage answers: every word must stand in it; a heading counts most. */
  function score(passage, words) {
    let sum = 0;
    for (const word of words) {
      const points = (passage.inHeading.includes(word) ? 20 : 0) + (passage.inPage.includes(word) ? 5 : 0)
        + Math.min(5, passage.inText.split(word).length - 1);
      if (!points) return 0;
      sum += points;
    }
    return sum + (passage.inHeading === words.join(' ') ? 50 : 0);
  }

  function element(name, content, className = '') {
    const made = document.createElement(name);
    made.className = className;
    made.append(content);
    return made;
  }

  /** Some words around the first that was asked for. */
  function excerpt(passage, words) {
    const at = Math.max(0, ...words.map((word) => passage.inText.indexOf(word)));
    const start = at > AROUND ? passage.text.indexOf(' ', at - AROUND) + 1 : 0;
    return `${start ? '… ' : ''}${passage.text.slice(start, at + AROUND * 2)}${passage.text.length > at + AROUND * 2 ? ' …' : ''}`;
  }

  /** An address of the index, from this page. */
  function here(href) {
    return href.startsWith('/') ? href : new URL(href, new URL(`${manual.dataset.index}/../../`, location.href)).href;
  }

  async function search() {
    const asked = box.value;
    const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) { found.replaceChildren(); return; }
    let passages;
    try { passages = await index(); } catch { found.textContent = 'The search cannot be loaded.'; return; }
    if (asked !== box.value) return;
    const best = passages.map((passage) => [score(passage, words), passage]).filter(([points]) => points)
      .sort(([a], [b]) => b - a).slice(0, MOST).map(([, passage]) => passage);
    if (!best.length) { found.textContent = 'Nothing has all of these words.'; return; }
    found.replaceChildren(element('ul', ''));
    for (const passage of best) {
      const link = element('a', element('b', passage.heading));
      link.href = here(passage.href);
      if (passage.page !== passage.heading) link.append(element('span', passage.page, 'help-of'));
      link.append(element('span', excerpt(passage, words), 'help-excerpt'));
      found.firstChild.append(element('li', link));
    }
  }

  box.addEventListener('input', search);
  box.addEventListener('focus', () => index().catch(() => {}), { once: true });
  addEventListener('keydown', (event) => {
    if (event.key === '/' && !event.target.closest('input, textarea, select')) { event.preventDefault(); box.focus(); }
    if (event.key === 'Escape' && event.target === box) { box.value = ''; search(); }
  });

  /** What somebody would type: of a session at a prompt the commands alone. */
  function typed(block) {
    const text = block.textContent;
    const prompt = { console: '$ ', pycon: '>>> ' }[block.parentElement.dataset.language];
    if (!prompt) return text;
    const starts = prompt === '$ ' ? [prompt] : [prompt, '... '];
    return text.split('\n').filter((line) => starts.some((each) => line.startsWith(each)))
      .map((line) => line.slice(prompt.length)).join('\n');
  }

  for (const block of navigator.clipboard ? document.querySelectorAll('.help-text pre > code') : []) {
    const button = element('button', 'Copy', 'button small help-copy');
    button.type = 'button';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(typed(block));
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    });
    const frame = element('div', '', 'help-code');
    block.parentElement.replaceWith(frame);
    frame.append(block.parentElement, button);
  }

  // On a phone the contents are folded away, so that the page comes first.
  const narrow = matchMedia('(max-width: 900px)');
  const fold = () => { document.querySelector('.help-contents details').open = !narrow.matches; };
  narrow.addEventListener('change', fold);
  fold();
})();

// Draws trees of plain objects into the page. `h` makes a tree, `draw` changes what is there into it and leaves alone
// what is the same: focus, typed text, scroll and running animations survive a new document from the server.

const SVG = 'http://www.w3.org/2000/svg';
const KEPT = new Set(['key', 'on', 'props']);
const drawn = new WeakMap(); // element -> {key, attrs, on}, as last drawn

/**
 * A tree: `h('p', {class: 'quiet'}, 'words', h('b', null, 'more'))`. Children that are null, false or '' are left out,
 * arrays are laid flat. Attributes that are null, undefined or false are left out and true is written as empty.
 * `key` keeps an element itself through a new order, `on` holds listeners, `props` properties set at each drawing.
 */
export function h(tag, attrs, ...children) {
  return { tag, attrs: attrs || {}, children: flat(children) };
}

/** A tree from what the server wrote, to be drawn over what is there. */
export function treeOf(node) {
  if (node.nodeType !== 1) return node.nodeType === 3 ? node.data : null;
  const attrs = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
  return h(node.localName, { ...attrs, key: node.dataset.key }, [...node.childNodes].map(treeOf));
}

/** Listeners for a form that a script sends: `run(form)` instead of another page. */
export function submits(run) {
  return { submit: (event) => { event.preventDefault(); return run(event.target); } };
}

/** A table with a head; `numbers` are the columns that hold numbers. */
export function table(names, rows, { numbers = [], ...attrs } = {}) {
  const head = names.map((name, at) => h('th', { scope: 'col', class: numbers.includes(at) ? 'number' : null }, name));
  return h('table', attrs, h('thead', null, h('tr', null, head)), h('tbody', null, rows));
}

/** Makes the children of `root` those of the tree (one, a list, or null for none). */
export function draw(root, tree) {
  morph(root, flat([tree]));
}

/** A new element from a tree, for the rare place that is not drawn again. */
export function make(tree, svg = false) {
  if (typeof tree === 'string') return document.createTextNode(tree);
  const inside = svg || tree.tag === 'svg';
  const element = inside ? document.createElementNS(SVG, tree.tag) : document.createElement(tree.tag);
  drawn.set(element, { key: tree.attrs.key, attrs: {}, on: {} });
  update(element, tree);
  return element;
}

function flat(children) {
  const out = [];
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === true || child === '') continue;
    if (typeof child !== 'object') {
      const last = out.length - 1;
      if (typeof out[last] === 'string') out[last] += String(child);
      else out.push(String(child));
    } else out.push(child);
  }
  return out;
}

function morph(root, trees) {
  const old = [...root.childNodes].filter((node) => !isKept(node));
  const byKey = new Map();
  for (const node of old) {
    const key = drawn.get(node)?.key ?? node.dataset?.key;
    if (key !== undefined) byKey.set(String(key), node);
  }
  const free = old.filter((node) => (drawn.get(node)?.key ?? node.dataset?.key) === undefined);
  const used = new Set();
  let place = skipKept(root.firstChild);
  for (const tree of trees) {
    const node = match(tree, byKey, free, used) || make(tree, root.namespaceURI === SVG);
    used.add(node);
    if (node === place) place = skipKept(place.nextSibling);
    else if (gone(place, trees, used, byKey)) {
      // What stood here is not wanted any more: taking it out is better than moving everything after it.
      const next = skipKept(place.nextSibling);
      root.removeChild(place);
      if (node === next) place = skipKept(next.nextSibling);
      else {
        root.insertBefore(node, next);
        place = next;
      }
    } else root.insertBefore(node, place);
    if (drawn.has(node) || node.nodeType === 1) update(node, tree);
    else if (node.data !== tree) node.data = tree;
  }
  for (const node of old) if (!used.has(node) && node.parentNode === root) root.removeChild(node);
  for (const node of root.children) if (node.keptFor && !node.keptFor.isConnected) node.remove();
}

/** Whether nothing in the new order asks for this node by its key, so that it may go at once. */
function gone(node, trees, used, byKey) {
  if (!node || used.has(node)) return false;
  const key = drawn.get(node)?.key ?? node.dataset?.key;
  if (key === undefined || byKey.get(String(key)) !== node) return false;
  return !trees.some((tree) => tree.attrs?.key !== undefined && String(tree.attrs.key) === String(key));
}

function match(tree, byKey, free, used) {
  if (typeof tree !== 'string' && tree.attrs.key !== undefined) {
    const node = byKey.get(String(tree.attrs.key));
    return node && !used.has(node) && node.localName === tree.tag ? node : null;
  }
  const at = free.findIndex((node) => {
    if (typeof tree === 'string') return node.nodeType === 3;
    return node.nodeType === 1 && node.localName === tree.tag;
  });
  return at < 0 ? null : free.splice(0, at + 1)[at];
}

function isKept(node) {
  return node.nodeType === 1 && node.hasAttribute('data-kept');
}

function skipKept(node) {
  let at = node;
  while (at && isKept(at)) at = at.nextSibling;
  return at;
}

function update(element, tree) {
  if (element.nodeType !== 1) return;
  let was = drawn.get(element);
  if (!was) {
    // Written by the server: its attributes are taken as drawn.
    was = { key: element.dataset?.key, attrs: {}, on: {} };
    for (const { name, value } of element.attributes) was.attrs[name] = value;
    drawn.set(element, was);
  }
  was.key = tree.attrs.key;
  attributes(element, was, tree.attrs);
  listen(element, was, tree.attrs.on || {});
  if (tree.tag !== 'textarea' || !element.firstChild) morph(element, tree.children);
  for (const [name, value] of Object.entries(tree.attrs.props || {})) {
    if (element[name] !== value) element[name] = value;
  }
}

function attributes(element, was, attrs) {
  const now = {};
  for (const [name, value] of Object.entries(attrs)) {
    if (KEPT.has(name) || value === null || value === undefined || value === false) continue;
    now[name] = value === true ? '' : String(value);
  }
  for (const name of Object.keys(was.attrs)) if (!(name in now)) element.removeAttribute(name);
  for (const [name, value] of Object.entries(now)) {
    if (was.attrs[name] !== value) element.setAttribute(name, value);
  }
  was.attrs = now;
}

function listen(element, was, on) {
  for (const type of Object.keys(on)) {
    if (!(type in was.on)) element.addEventListener(type, (event) => was.on[type]?.call(element, event));
  }
  for (const type of Object.keys(was.on)) if (!(type in on)) was.on[type] = undefined;
  Object.assign(was.on, on);
}

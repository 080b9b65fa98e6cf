// What every wager of the table pays, at the seat itself: asked for once, when it is opened.

import { h } from './dom.js';
import { short } from './why.js';

export function pays({ document: view, pays: found }, on) {
  return h('details', { class: 'panel pays', id: 'pays', key: 'pays', on: { toggle: (event) => event.target.open && on.pays() } },
    h('summary', null, 'What wagers pay'),
    found ? found.tables.map((table) => sheet(table, found.edition)) : h('p', { class: 'quiet' }, 'A moment…'),
    h('p', null, h('a', { href: `/odds/${view.table.slug}` }, 'The exact odds of every wager')));
}

function sheet({ title, clause, lines }, edition) {
  const wide = lines[0].length > 2;
  const [head, rows] = wide ? [['', ...lines[0].slice(1)], lines.slice(1).map((cells) => cells.map((cell) => cell.replace(/ to 1$/, '')))] : [null, lines];
  return h('section', { key: title },
    h('h3', null, title, ' ', clause && h('a', { class: 'quiet', href: `/law/${edition}#${encodeURIComponent(clause)}` }, short(clause, edition))),
    wide && h('p', { class: 'quiet' }, `How much to 1, by how many ${lines[0][0]} are in the round.`),
    h('div', { class: 'scrolls', tabindex: wide ? '0' : null }, h('table', { class: wide ? 'wide' : null },
      head && h('thead', null, h('tr', null, head.map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', null, rows.map(([name, ...cells]) => h('tr', null,
        h('th', { scope: 'row', colspan: name ? null : '2' }, name || cells[0]),
        name && cells.map((cell) => h('td', { class: 'number' }, cell))))))));
}

// A second person signs an act with their own id and password. Says exactly what is signed; nothing is kept.
import { ask, field } from './dialog.js';
import { h } from './dom.js';
import { why } from './why.js';

const WHO = 'A second person signs this with their own id and password: supervision, surveillance or the licensee, and not of the department that asks.';

function signature(form) {
  const id = form.querySelector('#second-id').value.trim();
  const password = form.querySelector('#second-password').value;
  return id && password ? { id, password } : null;
}

/** Asks the second person; gives {id, password}, or null where the dialog was closed. */
export function second(wanted) {
  return ask('second', (close) => [
    h('h2', { id: 'second-title' }, wanted.title),
    h('p', { class: 'statement' }, wanted.statement),
    wanted.why && h('p', {}, why(wanted.why)),
    h('p', { class: 'quiet' }, WHO),
    field('second-id', 'Second person’s ID'),
    field('second-password', 'Your password', { type: 'password' }),
    h('div', { class: 'row' },
      h('button', { class: 'button primary', id: 'second-sign' }, 'Sign'),
      h('button', { class: 'button', type: 'button', on: { click: close } }, 'Cancel')),
  ], signature, '#second-id');
}

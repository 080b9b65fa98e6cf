// A second person signs an act with their own id and password. Says exactly what is signed; nothing is kept.
import { draw, h } from './dom.js';
import { why } from './why.js';

function dialog() {
  const found = document.querySelector('#second');
  if (found) return found;
  const made = document.createElement('dialog');
  made.id = 'second';
  made.setAttribute('aria-labelledby', 'second-title');
  document.body.append(made);
  return made;
}

function form(wanted, close) {
  const submit = (event) => {
    event.preventDefault();
    const id = event.target.querySelector('#second-id').value.trim();
    const password = event.target.querySelector('#second-password').value;
    if (id && password) close({ id, password });
  };
  return h('form', { class: 'panel', method: 'dialog', autocomplete: 'off', on: { submit } },
    h('h2', { id: 'second-title' }, wanted.title),
    h('p', { class: 'statement' }, wanted.statement),
    wanted.why ? h('p', {}, why(wanted.why)) : null,
    h('p', { class: 'quiet' }, 'A second person signs this with their own id and password: supervision, surveillance or the licensee, and not of the department that asks.'),
    h('div', { class: 'field' }, h('label', { for: 'second-id' }, 'Your id'),
      h('input', { id: 'second-id', autocomplete: 'off', required: true })),
    h('div', { class: 'field' }, h('label', { for: 'second-password' }, 'Your password'),
      h('input', { id: 'second-password', type: 'password', autocomplete: 'off', required: true })),
    h('div', { class: 'row' },
      h('button', { class: 'button primary', id: 'second-sign' }, wanted.label || 'Sign'),
      h('button', { class: 'button', type: 'button', on: { click: () => close(null) } }, 'Cancel')));
}

/** Asks the second person; gives {id, password}, or null where the dialog was closed. */
export function second(wanted) {
  const box = dialog();
  return new Promise((resolve) => {
    const close = (signed) => {
      box.removeEventListener('close', cancelled);
      box.close();
      box.replaceChildren();
      resolve(signed);
    };
    const cancelled = () => close(null);
    box.replaceChildren();
    draw(box, form(wanted, close));
    box.addEventListener('close', cancelled);
    box.showModal();
    box.querySelector('#second-id').focus();
  });
}

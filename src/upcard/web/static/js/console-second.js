// A second person signs an act with their own id and password. Says exactly what is signed; nothing is kept.
import { ask, field } from './dialog.js';
import { h } from './dom.js';
import { sentence, why } from './why.js';

const WHO = 'A second person signs this with their own id and password: supervision, surveillance or the licensee, and not of the department that asks.';

/**
 * Has a second person sign, and gives the reply to what is sent with the signature, null where the dialog was closed.
 * A signature that does not count leaves the dialog open and says why.
 */
export function second(wanted, send) {
  return ask('second', (close, redraw, written) => [
    h('h2', { id: 'second-title' }, wanted.title),
    h('p', { class: 'statement' }, wanted.statement),
    wanted.why && h('p', {}, why(wanted.why)),
    h('p', { class: 'quiet' }, WHO),
    field('second-id', 'Second person’s ID'),
    field('second-password', 'Your password', { type: 'password' }),
    h('div', { class: 'row' },
      h('button', { class: 'button primary', id: 'second-sign' }, 'Sign'),
      h('button', { class: 'button', type: 'button', on: { click: close } }, 'Cancel')),
    written.trouble && h('p', { class: 'error', role: 'alert' }, written.trouble),
  ], async (form, redraw, written) => {
    const [id, password] = form.querySelectorAll('#second-id, #second-password');
    if (!id.value.trim() || !password.value) return null;
    const reply = await send({ id: id.value.trim(), password: password.value });
    if (reply.document?.error?.rule !== 'second_person') return reply;
    Object.assign(written, { trouble: sentence(reply.document) });
    redraw();
    password.value = '';
    password.focus();
    return null;
  }, '#second-id');
}

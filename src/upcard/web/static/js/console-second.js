// A second person signs an act with their own id and password. Says exactly what is signed; nothing is kept.
import { ask, field } from './dialog.js';
import { h } from './dom.js';
import { sentence, why } from './why.js';

/** Whose signature counts beside that of whoever is signed in: nobody's of the same department. */
const SIGNERS = { dealer: ['supervisor', 'surveillance', 'licensee'], licensee: ['supervisor', 'surveillance'] };

function who() {
  const { role, demo } = document.body.dataset;
  const roles = SIGNERS[role] || ['surveillance', 'licensee'];
  const words = roles.map((one) => (one === 'surveillance' ? 'surveillance' : `${one === 'licensee' ? 'the' : 'a'} ${one}`));
  const said = `A second person signs with their own ID and password: ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`;
  if (!demo) return said;
  const { password, people } = JSON.parse(demo);
  return `${said} In this demonstration ${roles.map((one) => people[one]).join(' or ')} signs with the password ${password}.`;
}

/**
 * Has a second person sign, and gives the reply to what is sent with the signature, null where the dialog was closed.
 * A signature that does not count leaves the dialog open and says why.
 */
export function second(wanted, send) {
  return ask('second', (close, redraw, written) => [
    h('h2', { id: 'second-title' }, wanted.title),
    h('p', { class: 'statement' }, wanted.statement),
    wanted.why && h('p', {}, why(wanted.why)),
    h('p', { class: 'quiet' }, who()),
    field('second-id', 'ID of the second person'),
    field('second-password', 'Password of the second person', { type: 'password' }),
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

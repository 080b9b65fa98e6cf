// Dialogs over the page: one element for each id, drawn anew whenever it opens.
import { draw, h, submits } from './dom.js';

/** The dialog of an id; its heading has the id with `-title` behind it. */
export function dialog(id) {
  const found = document.getElementById(id);
  if (found) return found;
  const made = Object.assign(document.createElement('dialog'), { id });
  made.setAttribute('aria-labelledby', `${id}-title`);
  document.body.append(made);
  return made;
}

/**
 * Asks in a dialog and gives the answer, null where it was closed. `content(close, redraw, written)` are the parts of its
 * form, `answer(form, redraw, written)` what it says, at once or in a while; `first` is where the writer begins.
 */
export function ask(id, content, answer, first) {
  const box = dialog(id);
  return new Promise((resolve) => {
    const written = {};
    const close = (said) => {
      box.removeEventListener('close', cancelled);
      box.close();
      box.replaceChildren();
      resolve(said);
    };
    let sent = null; // what is on its way is still answered after the dialog was closed
    const cancelled = async () => close(await sent);
    const on = submits(async (form) => {
      sent ||= Promise.resolve(answer(form, redraw, written));
      const said = await sent;
      sent = null;
      if (said) close(said);
    });
    const redraw = () => draw(box, h('form', { class: 'panel', method: 'dialog', autocomplete: 'off', on }, content(cancelled, redraw, written)));
    box.replaceChildren();
    redraw();
    box.addEventListener('close', cancelled);
    box.showModal();
    box.querySelector(first).focus();
  });
}

/** A field with its label above it. */
export function field(id, label, more = {}) {
  return h('div', { class: 'field' }, h('label', { for: id }, label),
    h('input', { id, name: id, required: true, autocomplete: 'off', ...more }));
}

// The people of the house: who there is, their one role, first passwords, locks, and new people.

import { field } from './dialog.js';
import { draw, h, submits, table } from './dom.js';
import { post } from './send.js';
import { say } from './why.js';

export function people(view, tell) {
  const place = document.getElementById('house-people');
  let listed = view.people;

  async function change(button, path, body, words) {
    say(button, '');
    button.disabled = true;
    const answer = await post(`/api/house/people${path}`, body);
    button.disabled = false;
    if (!answer.ok) {
      say(button, answer.document);
      return false;
    }
    listed = answer.document.people;
    tell(words);
    show();
    return true;
  }

  function show() {
    draw(place, [everybody(listed, view.roles, change), newcomer(view.roles, change)]);
  }

  show();
}

function everybody(listed, roles, change) {
  return h('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'Everybody' },
    table(['Id', 'Name', 'Role', 'Password', 'Id in use'], listed.map((one) => person(one, roles, change)), { class: 'everybody' }));
}

function person(one, roles, change) {
  const path = `/${encodeURIComponent(one.id)}`;
  return h('tr', { key: one.id },
    h('th', { scope: 'row' }, one.id, one.you && ' (you)'),
    h('td', null, one.name),
    h('td', null, one.you || one.role === 'regulator' ? one.role : role(one, roles, change, path), waits(one, change, path)),
    h('td', null, one.you ? h('a', { href: '/password' }, 'Change your own') : one.role !== 'regulator' && password(one, change, path)),
    h('td', null, one.locked && h('span', { class: 'tag bad' }, 'locked'), ' ', !one.you && one.role !== 'regulator' && h('button', {
      type: 'button', class: 'button small', 'aria-label': `${one.locked ? 'Unlock' : 'Lock'} ${one.id}`,
      on: { click: (event) => change(event.currentTarget, `${path}/${one.locked ? 'unlock' : 'lock'}`, {}, `${one.id} is ${one.locked ? 'unlocked' : 'locked'}.`) },
    }, one.locked ? 'Unlock' : 'Lock')));
}

function waits(one, change, path) {
  return one.waits && h('p', { class: 'quiet' }, h('span', { class: 'tag bad' }, 'does not sign yet'), ` ${one.waits}. `,
    one.confirm && h('button', {
      type: 'button', class: 'button small', 'aria-label': `Confirm ${one.id}`,
      on: { click: (event) => change(event.currentTarget, `${path}/confirm`, {}, `${one.id} is confirmed, and signs.`) },
    }, 'Confirm'));
}

function role(one, roles, change, path) {
  return h('form', { class: 'row', on: submits((form) => {
    const wanted = form.querySelector('select').value;
    change(form.querySelector('button'), `${path}/role`, { role: wanted }, `${one.id} is now ${wanted}, and signed out.`);
  }) },
  h('select', { 'aria-label': `Role of ${one.id}`, props: { value: one.role } }, roles.map((each) => h('option', { value: each }, each))),
  h('button', { class: 'button small' }, 'Change'));
}

function password(one, change, path) {
  return h('form', { class: 'row', autocomplete: 'off', on: submits(async (form) => {
    const given = form.querySelector('input[type=password]');
    if (await change(form.querySelector('button'), `${path}/password`, { password: given.value }, `${one.id} has a first password, is signed out, and chooses another on signing in.`)) given.value = '';
  }) },
  h('input', { type: 'text', autocomplete: 'username', value: one.id, readonly: true, hidden: true }),
  h('input', { type: 'password', autocomplete: 'new-password', required: true, maxlength: 200, 'aria-label': `Temporary password of ${one.id}`, placeholder: 'first password' }),
  h('button', { class: 'button small' }, 'Set'),
  one.first_password && h('span', { class: 'tag' }, 'Password change pending'));
}

function newcomer(roles, change) {
  return h('form', { class: 'newcomer', autocomplete: 'off', on: submits(async (form) => {
    const body = Object.fromEntries(['id', 'name', 'role', 'password'].map((name) => [name, form.elements[`new-${name}`].value.trim()]));
    body.password = form.elements['new-password'].value;
    if (await change(form.querySelector('button'), '', body, `${body.id} is one of the house now, as ${body.role}.`)) form.reset();
  }) },
  h('h3', null, 'Add person'),
  h('div', { class: 'row' },
    field('new-id', 'Id', { autocapitalize: 'none', maxlength: 40, autocomplete: 'username' }), field('new-name', 'Name', { maxlength: 60 }),
    h('div', { class: 'field' }, h('label', { for: 'new-role' }, 'Role'), h('select', { id: 'new-role', name: 'new-role' }, roles.map((each) => h('option', { value: each }, each)))),
    field('new-password', 'Temporary password', { type: 'password', autocomplete: 'new-password', maxlength: 200 }),
    h('button', { class: 'button primary' }, 'Add')));
}

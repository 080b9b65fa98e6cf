// The elections of a house as text: checked against the law as one types, opened from a file, and offered for download.

import { draw, h } from './dom.js';
import { post } from './send.js';
import { sentence } from './why.js';

const PAUSE = 500;

export function elections() {
  const text = document.getElementById('toml');
  const verdict = document.getElementById('verdict');
  let timer = 0;
  let turn = 0;

  async function check() {
    clearTimeout(timer);
    turn += 1;
    const mine = turn;
    const answer = await post('/api/house/check', { toml: text.value });
    if (mine === turn) draw(verdict, answer.ok ? said(answer.document) : h('p', { class: 'error' }, sentence(answer.document)));
  }

  text.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(check, PAUSE); });
  document.getElementById('check').addEventListener('click', check);
  document.getElementById('download').addEventListener('click', () => save(text.value));
  document.getElementById('open-file').addEventListener('change', async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    text.value = await file.text();
    check();
  });
  if (text.value) check();
}

function save(text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/toml' }));
  link.download = 'house.toml';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function said(found) {
  if (!found.ok) {
    return [h('p', { class: 'error' }, 'The law does not permit this, or it cannot be read.'),
      h('p', null, h('code', null, found.error.field), ': ', found.error.message, ' ', clause(found.error.clause))];
  }
  return [
    h('p', { class: 'in-order' }, `${found.house} is in order`, found.same ? ', and is the house that is running.' : '. It differs from the house that is running.'),
    found.warnings.length > 0 && h('h3', null, 'What a licensee should know'),
    found.warnings.length > 0 && h('ul', null, found.warnings.map((one) => h('li', null, h('code', null, one.field), ': ', one.message, ' ', clause(one.clause)))),
    h('h3', null, 'Tables'),
    h('ul', null, found.tables.map((one) => h('li', null, `${one.name}: ${one.edition}, ${one.seats} seats, ${one.mode}`))),
    found.jackpots.length > 0 && h('h3', null, 'What jackpots pay back in the long run'),
    found.jackpots.map(payback),
  ];
}

function payback(one) {
  const bound = one.long_run_bound === 'exactly' ? '' : `${one.long_run_bound} `;
  return h('details', { key: one.name }, h('summary', null, `${one.name}: ${bound}${percent(one.long_run_return)} of each dollar`),
    h('table', null, h('tbody', null, one.payback.map((step) => h('tr', null, h('td', { class: 'number' }, percent(step.share)), h('td', null, step.because))))));
}

/** "2/3" -> "66.667%": whole numbers all the way, since the parts are larger than a decimal holds exactly. */
function percent(share) {
  const [over, under] = share.split('/').map(BigInt);
  const thousandths = (over * 100000n * 2n + under) / (2n * under);
  return `${thousandths / 1000n}.${String(thousandths % 1000n).padStart(3, '0')}%`;
}

function clause(id) {
  if (!id) return null;
  const edition = /^(sd-\w+|ma)/.exec(id)?.[0];
  return h('a', { href: `/law/${edition}#${encodeURIComponent(id)}` }, id);
}

// The elections of a house: a form for each table and the text itself, checked against the law as one writes, with what
// would change, and offered for download once all is in order.

import { draw, h } from './dom.js';
import { post } from './send.js';
import { say, sentence, why } from './why.js';

const PAUSE = 500;

export function elections() {
  const text = document.getElementById('toml');
  const verdict = document.getElementById('verdict');
  const download = document.getElementById('download');
  const form = document.getElementById('elect');
  let found = { tables: [] };
  let table = 0;
  let timer = 0;
  let turn = 0;

  async function check(change = {}) {
    clearTimeout(timer);
    turn += 1;
    const mine = turn;
    const answer = await post('/api/house/elections', { toml: text.value, ...change });
    if (mine !== turn) return null;
    if (answer.ok || !change.field) download.disabled = !(answer.ok && answer.document.checked.ok);
    if (answer.ok) {
      found = answer.document;
      if (text.value !== found.toml) text.value = found.toml;
      show();
    }
    if (answer.ok || !change.field) draw(verdict, answer.ok ? said(found) : h('p', { class: 'error' }, sentence(answer.document)));
    return answer;
  }

  /** One election, written into the text by the server; what it does not take is said beside the field. */
  async function elect(control, field) {
    const answer = await check({ table, field, value: control.value });
    say(control, answer && !answer.ok ? answer.document : '');
  }

  function show() {
    table = Math.min(table, Math.max(0, found.tables.length - 1));
    draw(form, found.tables.length > 0 && [
      h('div', { class: 'field', key: 'table' }, h('label', { for: 'elect-table' }, 'Table'),
        h('select', { id: 'elect-table', props: { value: String(table) }, on: { change: (event) => { table = Number(event.target.value); show(); } } },
          found.tables.map((one, at) => h('option', { value: String(at) }, one.name)))),
      h('div', { class: 'fields', key: `fields ${table}` }, found.tables[table].fields.map((one) => field(one, elect))),
    ]);
  }

  text.addEventListener('input', () => { download.disabled = true; clearTimeout(timer); timer = setTimeout(check, PAUSE); });
  document.getElementById('check').addEventListener('click', () => check());
  download.addEventListener('click', () => save(text.value));
  document.getElementById('open-file').addEventListener('change', async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    text.value = await file.text();
    check();
  });
  if (text.value) check();
}

const WORDS = { true: 'yes', false: 'no', virtual: 'virtual cards', keyed: 'real cards' };

/** What is chosen in words: "each-wager" is "each wager". */
function words(value) {
  return WORDS[value] || value.replaceAll('-', ' ').replaceAll('_', ' ');
}

/** What holds where nothing is elected. */
function standard(one) {
  if (one.standard) return `${words(one.standard)} (default)`;
  return one.kind === 'flag' ? 'no' : 'none';
}

/** An election as a field: a choice, yes or no, an amount, names, or the value as TOML. */
function field(one, elect) {
  const id = `elect-${one.field}`;
  const on = { change: (event) => elect(event.target, one.field) };
  const wrong = one.fault ? 'true' : null;
  const of = one.kind === 'flag' ? ['true', 'false'] : one.of;
  return h('div', { class: one.kind === 'list' ? 'field broad' : 'field', key: one.field },
    h('span', null, h('label', { for: id }, one.label), ' ', why(one.why)),
    one.kind === 'choice' || one.kind === 'flag'
      ? h('select', { id, 'aria-invalid': wrong, props: { value: one.value }, on }, h('option', { value: '' }, standard(one)), of.map((each) => h('option', { value: each }, one.field.endsWith('jackpot') ? each : words(each))))
      : h('input', { id, 'aria-invalid': wrong, props: { value: one.value }, autocomplete: 'off', inputmode: one.kind === 'amount' ? 'decimal' : null,
        placeholder: one.standard || of.join(' or '), title: one.value, on }),
    one.fault && h('p', { class: 'error' }, one.fault));
}

function save(text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/toml' }));
  link.download = 'house.toml';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function said({ checked: found, changes }) {
  if (!found.ok) {
    return [h('p', { class: 'error' }, 'The law does not permit this, or it cannot be read.'),
      h('p', null, h('code', null, found.error.field), ': ', found.error.message, ' ', clause(found.error.clause))];
  }
  return [
    h('p', { class: 'in-order' }, `${found.house} is in order`, found.same ? ', and is the house that is running.' : '. It differs from the house that is running.'),
    changes.length > 0 && h('h3', null, 'What would change'),
    changes.length > 0 && h('ul', { class: 'changes' }, changes.map((one) => h('li', null, `${one.of}, ${one.what}: `, h('del', null, one.was || 'nothing'), ' → ', h('ins', null, one.will_be || 'nothing')))),
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

// Training: asks the server for one exercise after the other, draws it, sends the answer and shows what the law says.
// What is right is known to the server alone; here are only the choice of the next exercise and the scores.

import { draw, h } from './dom.js';
import { keep, kept } from './kept.js';
import { keys } from './keys.js';
import { post } from './send.js';
import { say } from './why.js';
import { decks, felt, meter } from './felt.js';
import { count, next as weakest, scores } from './training-scores.js';
import { tutor } from './training-tutor.js';

const course = JSON.parse(document.getElementById('course').textContent);
const place = (id) => document.getElementById(id);
const KEPT = 'upcard.training.choice';
const ANY = 'any';

const state = { chosen: remembered(), exercise: null, mark: null, given: null, sending: false, trouble: '' };

function remembered() {
  const usual = { school: course.schools[0].school, topic: ANY, subject: '', level: '1' };
  const last = { ...usual, ...JSON.parse(kept(KEPT, '{}')) };
  return course.schools.some((one) => one.school === last.school) ? last : usual;
}

function school() {
  return course.schools.find((one) => one.school === state.chosen.school);
}

function subjects() {
  return state.chosen.topic === ANY ? [] : school().subjects[state.chosen.topic];
}

function seed() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

// ---- what to train ----

function listed(name, options) {
  return options.map(([value, text]) => h('option', { value, key: value, selected: state.chosen[name] === value }, text));
}

function select(name, label, ...inside) {
  return h('label', { class: 'field', key: name }, h('span', {}, label),
    h('select', { name, on: { change: (event) => choose(name, event.target.value) } }, ...inside));
}

function schools() {
  const group = (label, found) => h('optgroup', { label, key: label }, ...listed('school', found.map((one) => [one.school, one.title])));
  return [
    group('Everything of an edition', course.schools.filter((one) => !one.school.startsWith('at-'))),
    group('Tables of this house', course.schools.filter((one) => one.school.startsWith('at-'))),
  ];
}

function chooser() {
  return [
    select('school', 'Table', ...schools()),
    select('topic', 'Topic', ...listed('topic', [[ANY, 'Shuffled, weak clauses more often'], ...course.topics.map((one) => [one.topic, one.label])])),
    state.chosen.topic === ANY ? null
      : select('subject', 'About', ...listed('subject', [['', 'Anything'], ...subjects().map((one) => [one.subject, one.label])])),
    select('level', 'Level', ...listed('level', course.levels.map((one) => [`${one.level}`, one.label]))),
  ];
}

function choose(name, value) {
  state.chosen[name] = value;
  if (name === 'topic' || (name === 'school' && !subjects().some((one) => one.subject === state.chosen.subject))) state.chosen.subject = '';
  keep(KEPT, JSON.stringify(state.chosen));
  draw(place('choose'), chooser());
  deal();
}

// ---- one exercise ----

function wanted() {
  const { school: at, topic, subject, level } = state.chosen;
  const weak = topic === ANY ? weakest(at) : null;
  const topics = course.topics.map((one) => one.topic);
  const asked = { topic: topic === ANY ? topics[Math.floor(Math.random() * topics.length)] : topic, subject, level, ...weak, seed: seed() };
  return { ...asked, ...(at.startsWith('at-') ? { table: at.slice(3) } : { edition: at }) };
}

async function deal() {
  state.sending = true;
  state.trouble = '';
  try {
    const answer = await fetch(`/api/training/exercise?${new URLSearchParams(wanted())}`);
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.error.message);
    Object.assign(state, { exercise: found, mark: null, given: null });
  } catch (error) {
    state.trouble = `No exercise came: ${error.message}`;
  }
  state.sending = false;
  show();
  focusAnswer();
}

function focusAnswer() {
  if (state.mark || !state.exercise) return;
  place('amount')?.focus({ preventScroll: true });
}

async function answer(given) {
  if (state.mark || state.sending || !state.exercise) return;
  state.sending = true;
  const found = await post('/api/training/answer', { exercise: state.exercise.exercise, answer: `${given}` });
  state.sending = false;
  if (!found.ok) {
    say(place('answer'), found.document);
    return;
  }
  say(place('answer'), '');
  Object.assign(state, { mark: found.document, given: `${given}` });
  count(state.exercise, found.document);
  show();
  place('again').focus({ preventScroll: true });
}

function picture(doc) {
  return felt(doc, {
    look: 'training-felt',
    head: h('p', { class: 'felt-head' }, h('strong', {}, doc.table.name), h('span', { class: 'quiet' }, doc.table.title),
      h('span', { class: 'meters' }, doc.meters.map(meter))),
    foot: h('p', { class: 'felt-foot quiet' }, [doc.seats.length ? null : 'no wager is down', doc.words, ...decks(doc)].filter(Boolean).join(' · ')),
  });
}

function show() {
  draw(place('felt'), state.exercise ? picture(state.exercise.picture) : []);
  draw(place('tutor'), tutor(state, { answer, again: deal }));
  draw(place('scores'), scores(state.chosen.school, () => show()));
}

const digits = Object.fromEntries(['1', '2', '3', '4', '5'].map((key) => [key, () => {
  if (state.mark || state.exercise?.kind !== 'choice' || Number(key) > state.exercise.choices.length) return false;
  return answer(key) && undefined;
}]));

keys({ ...digits, ' ': () => (state.mark ? deal() && undefined : false) });
place('choose').addEventListener('submit', (event) => event.preventDefault());
draw(place('choose'), chooser());
deal();

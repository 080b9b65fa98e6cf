// Scores by clause, kept in this browser alone. A clause that is often missed is asked for again more often.

import { h, table } from './dom.js';
import { keep, kept } from './kept.js';
import { why } from './why.js';

const KEPT = 'upcard.training.scores';

function all() {
  return JSON.parse(kept(KEPT, '{}'));
}

/** Counts an answer under its clause, with what it takes to ask for the clause again. */
export function count(exercise, mark) {
  if (!mark.why) return;
  const before = all();
  const key = `${exercise.school} ${mark.why.clause}`;
  const was = before[key] || { right: 0, wrong: 0, lately: 0 };
  before[key] = {
    right: was.right + (mark.right ? 1 : 0),
    wrong: was.wrong + (mark.right ? 0 : 1),
    lately: mark.right ? Math.max(0, was.lately - 1) : Math.min(4, was.lately + 2),
    school: exercise.school, topic: exercise.topic, subject: exercise.subject, why: { ...mark.why, arithmetic: null },
  };
  keep(KEPT, JSON.stringify(before));
}

function of(school) {
  return Object.values(all()).filter((one) => one.school === school);
}

/** What to ask next because it went wrong lately, or null: half of the time something else comes. */
export function next(school) {
  const weak = of(school).filter((one) => one.lately > 0);
  if (!weak.length || Math.random() < 0.5) return null;
  let left = Math.random() * weak.reduce((sum, one) => sum + one.lately, 0);
  const found = weak.find((one) => (left -= one.lately) < 0) || weak[0];
  return { topic: found.topic, subject: found.subject };
}

function row(one) {
  const asked = one.right + one.wrong;
  return h('tr', { key: one.why.clause }, h('th', { scope: 'row' }, why(one.why, { label: one.why.clause })),
    h('td', { class: 'money' }, `${asked}`), h('td', { class: 'money' }, `${one.right}`),
    h('td', {}, h('progress', { max: `${asked}`, value: `${one.right}`, 'aria-label': `${one.right} of ${asked} right` })),
    h('td', {}, one.lately ? 'comes again' : ''));
}

/** The table of scores, weakest first. */
export function scores(school, changed) {
  const found = of(school).sort((a, b) => a.right / (a.right + a.wrong) - b.right / (b.right + b.wrong) || b.wrong - a.wrong);
  const title = h('h2', { id: 'scores-title', key: 'title' }, 'Your score by clause');
  if (!found.length) return [title, h('p', { class: 'quiet', key: 'none' }, 'Nothing has been answered here yet.')];
  const forget = () => {
    const rest = Object.entries(all()).filter(([, one]) => one.school !== school);
    keep(KEPT, JSON.stringify(Object.fromEntries(rest)));
    changed();
  };
  return [title,
    table(['Clause', 'Asked', 'Right', 'Share', 'Lately'], found.map(row), { class: 'score-table', key: 'table' }),
    h('button', { type: 'button', class: 'button small', key: 'forget', on: { click: forget } }, 'Forget these scores')];
}

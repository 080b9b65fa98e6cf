// Keeps a view of the floor up to date: reads /api/stream, gives each document to the page, and says honestly when the
// line is lost. The server writes a comment every 15 seconds, so silence is a lost line too.

const SILENCE = 40000;
const AGAIN = 1000;
let behind = 0; // milliseconds

/** The time as the server has it, which says it to the second. */
export function now() {
  return Date.now() - behind;
}

/**
 * Opens the stream of a view and calls `onDocument(document, seq)` for each reading. It opens again by itself, at once and
 * then every second. A hidden page is not kept up to date, unless `always` (signs and meters on a wall).
 * Returns {close}. `<html data-link>` is live, lost, refused or locked: a document says when play has stopped.
 */
export function live(view, onDocument, { always = /:sign$|^jackpots$/.test(view) } = {}) {
  const line = { view, onDocument, always, stop: null, tries: 0, timer: 0, closed: false };
  if (!always) document.addEventListener('visibilitychange', () => (document.hidden ? hush(line) : connect(line)));
  window.addEventListener('pagehide', () => hush(line));
  window.addEventListener('pageshow', (event) => event.persisted && connect(line));
  window.addEventListener('online', () => connect(line));
  window.addEventListener('offline', () => line.stop && again(line));
  if (always || !document.hidden) connect(line);
  return { close: () => { line.closed = true; hush(line); } };
}

/** `now` runs something, `soon` too, but no more often than every so many milliseconds. */
export function calmly(run, every) {
  let waiting = 0;
  let last = 0;
  const now = () => {
    waiting = 0;
    last = Date.now();
    return run();
  };
  return { now, soon: () => { waiting ||= setTimeout(now, Math.max(0, last + every - Date.now())); } };
}

/** How long ago a time was, in minutes and seconds. */
export function ago(at) {
  const since = new Date(at).getTime();
  if (Number.isNaN(since)) return '';
  const seconds = Math.max(0, Math.floor((Date.now() - since) / 1000));
  const minutes = Math.floor(seconds / 60);
  const two = (number) => String(number).padStart(2, '0');
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
}

/** A page as the server writes it now, or null where it cannot be had. */
export async function reread(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: 'text/html' } });
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
  } catch {
    return null;
  }
}

function hush(line) {
  clearTimeout(line.timer);
  line.stop?.abort();
  line.stop = null;
}

/** The network changed: what was open may be dead without a word, and a floor on this machine may still be there. */
function again(line) {
  hush(line);
  connect(line);
}

async function connect(line) {
  if (line.stop || line.closed) return;
  clearTimeout(line.timer);
  const stop = new AbortController();
  line.stop = stop;
  const refused = await listen(line, stop).catch(() => 0);
  if (line.stop !== stop) return;
  line.stop = null;
  state(refused ? 'refused' : 'lost');
  line.timer = setTimeout(() => connect(line), line.tries ? AGAIN : 0);
  line.tries += 1;
}

/** Reads until the line ends; gives the status of an answer that is no stream. */
async function listen(line, stop) {
  let watch = 0;
  const heard = () => {
    clearTimeout(watch);
    watch = setTimeout(() => stop.abort(), SILENCE);
  };
  try {
    heard();
    const answer = await fetch(`/api/stream?view=${encodeURIComponent(line.view)}`, {
      signal: stop.signal, headers: { Accept: 'text/event-stream' }, cache: 'no-store',
    });
    const date = Date.parse(answer.headers?.get('date'));
    if (date) behind = Date.now() - date - 500;
    if (!answer.ok) return answer.status === 401 || answer.status === 403 ? answer.status : 0;
    await parts(answer.body, heard, (event) => take(line, event));
    return 0;
  } finally {
    clearTimeout(watch);
    stop.abort();
  }
}

async function parts(body, heard, onEvent) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    heard();
    text += value.replaceAll('\r', '');
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      onEvent(parse(text.slice(0, end)));
      text = text.slice(end + 2);
    }
  }
}

function parse(block) {
  const event = { id: '', event: 'message', data: '' };
  for (const row of block.split('\n')) {
    const found = /^(id|event|data): ?(.*)$/.exec(row);
    if (!found) continue;
    event[found[1]] = found[1] === 'data' && event.data ? `${event.data}\n${found[2]}` : found[2];
  }
  return event;
}

function take(line, event) {
  line.tries = 0;
  if (!event.data) {
    if (document.documentElement.dataset.link !== 'locked') state('live');
    return;
  }
  const found = JSON.parse(event.data);
  state(found.locked ? 'locked' : 'live', found.locked);
  line.onDocument(found, event.id);
}

let last = '';

function state(link, why = '') {
  document.documentElement.dataset.link = link;
  if (link === 'live') last = new Date().toTimeString().slice(0, 8);
  const place = document.getElementById('link-state');
  if (!place) return;
  const reading = last ? `last reading ${last}` : 'no reading yet';
  const said = {
    live: 'Live', lost: `Connection lost, ${reading}`, refused: `Please sign in again, ${reading}`,
    locked: `Play has stopped: ${why}`,
  }[link];
  if (place.textContent !== said) place.textContent = said;
}

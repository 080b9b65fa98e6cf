// Sends what people do. Each act has an id made here, and is sent again with the same id while the network fails, so that
// an act that did arrive is not done twice.

const PATIENCE = 20000;

/** An id that no other act has. */
export function fresh() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A while. */
export function pause(time) {
  return new Promise((done) => { setTimeout(done, time); });
}

/** POSTs a document; {ok, status, document}. Status 0 when nobody answered. */
export async function post(path, body) {
  const until = Date.now() + PATIENCE;
  const token = document.querySelector('meta[name="token"]')?.content || '';
  for (let wait = 250; ; wait = Math.min(1000, wait * 2)) {
    try {
      const answer = await fetch(path, {
        method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Upcard-Token': token }, body: JSON.stringify(body),
      });
      return { ok: answer.ok, status: answer.status, document: await read(answer) };
    } catch {
      if (Date.now() + wait > until) return { ok: false, status: 0, document: unheard() };
      await pause(wait);
    }
  }
}

/** A document asked for anew, or null. */
export async function fetched(address) {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/** An act at a table (by its slug), or with null one at a jackpot, the cage or a slip. */
export function act(slug, act, { version = null, second, expects } = {}) {
  const body = { id: fresh(), version, act };
  if (second) body.second = second;
  if (expects) body.expects = expects;
  return post(slug ? `/api/tables/${encodeURIComponent(slug)}/acts` : '/api/acts', body);
}

/** Several acts at a table, one after the other; in order each only where those before it were done. */
export function several(slug, acts, version, inOrder) {
  return post(`/api/tables/${encodeURIComponent(slug)}/several`, { id: fresh(), version, acts, in_order: inOrder });
}

async function read(answer) {
  try {
    return await answer.json();
  } catch (broken) {
    if (answer.ok) throw broken;
    return { error: { message: `The server answered ${answer.status}. Please try again.`, rule: null, clause: null } };
  }
}

function unheard() {
  const message = 'The house did not answer. Nothing is known to have been done; please try again.';
  return { error: { message, rule: null, clause: null } };
}

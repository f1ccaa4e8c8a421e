// Sends questions to the backend (backend.js): a server, or workers of this page.

/** @import { Answers, Parts } from "./wire.d.ts" */

import { backend } from "./backend.js";
import { isUnanswered, Refusal } from "./request.js";

export { isAborted, isUnanswered, Refusal } from "./request.js";

/**
 * Without an answer nobody knows whether such a change was made; and a table that waits for news has to say at once
 * that the connection is lost.
 * @type {Set<keyof Answers>}
 */
const ASKED_ONCE = new Set(["table-act", "table-step", "table-back", "table-agree", "table-next", "table-claim",
  "table-change", "table-seats", "table-news", "session-new", "session-open",
  "hand-table", "review-again", "call-table", "day-table"]);

/** The pauses before a question is asked again silently, in milliseconds. */
const SHORT_PAUSES = [300, 1000];

/** @param {number} time in milliseconds */
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Try again silently if nobody answers: the network may be changing, or the server starting again behind its proxy.
 * @template T
 * @param {() => Promise<T>} get
 */
async function getPatiently(get) {
  for (const time of SHORT_PAUSES) {
    try {
      return await get();
    } catch (fault) {
      if (!isUnanswered(fault)) throw fault;
      await pause(time);
    }
  }
  return get();
}

/**
 * Ask the backend a question, and again if nobody answers and it changes nothing. Rejects with a Refusal, or with an
 * AbortError after an abort.
 * @template {keyof Answers} K
 * @param {K} kind
 * @param {import("./request.js").RequestData} question
 * @param {{signal?: AbortSignal, progress?: (part: K extends keyof Parts ? Parts[K] : never) => void}} [options]
 *   signal: aborts the question; progress: receives partial answers
 * @returns {Promise<Answers[K]>}
 */
export function ask(kind, question, options = {}) {
  const get = () => backend.ask(kind, question, options);
  return ASKED_ONCE.has(kind) ? get() : getPatiently(get);
}

/** The text of a file of the page. Rejects with a Refusal. @param {string} name */
export const textOf = (name) => getPatiently(async () => {
  const response = await fetch(name).catch(() => null);
  const text = response?.ok ? await response.text().catch(() => null) : null;
  if (text === null) throw new Refusal(`The file ${name} does not come.`, 0);
  return text;
});

/** The pause before a question that nobody answered is asked again, in milliseconds. */
export const RETRY = 1500;

/**
 * Ask again and again until somebody answers; `onFault` gets each fault until then. Rejects with an AbortError once the
 * answer is no longer wanted, and as `ask` does for all other faults.
 * @template {keyof Answers} K
 * @param {K} kind
 * @param {import("./request.js").RequestData} question
 * @param {(fault: unknown) => void} onFault
 * @param {() => boolean} isWanted
 * @param {Parameters<typeof ask<K>>[2]} [options]
 * @returns {Promise<Answers[K]>}
 */
export const askUntilAnswered = (kind, question, onFault, isWanted, options = {}) =>
  getUntilAnswered(() => ask(kind, question, options), onFault, isWanted);

/**
 * As `askUntilAnswered`, for anything that somebody may not send.
 * @template T
 * @param {() => Promise<T>} get
 * @param {(fault: unknown) => void} onFault
 * @param {() => boolean} isWanted
 */
export async function getUntilAnswered(get, onFault, isWanted) {
  for (;;) {
    try {
      return await get();
    } catch (fault) {
      if (!isUnanswered(fault)) throw fault;
      onFault(fault);
      await pause(RETRY);
      if (!isWanted()) throw new DOMException("The answer is no longer wanted.", "AbortError");
    }
  }
}

/** Whether this page is a report, which answers nothing but questions about the play as it was. */
export const isReport = backend.isReport ?? false;

/** Whether a server is behind this page, at which friends reach its tables. */
export const hasServer = !isReport && !backend.hasNoServer;

/** How friends reach its tables without one; null if they do not. */
export const invitations = backend.invitations ?? null;

/** Whether friends reach the tables of this page. */
export const canInvite = hasServer || invitations !== null;

/** How this page reaches a friend's table without a server; null if it has tables of its own. */
export const guest = backend.guest ?? null;

/** @type {import("./request.js").Backend["onPreparing"]} */
export const onPreparing = (listener) => backend.onPreparing(listener);

/** A random seed for a question. */
export const anySeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

// Sends questions to the backend (backend.js): a server, or workers of this page.

/** @import { Answers, Parts } from "./wire.d.ts" */

import { backend } from "./backend.js";
import { isUnanswered } from "./request.js";

export { isAborted, isUnanswered, Refusal } from "./request.js";

/**
 * Ask the backend a question. Rejects with a Refusal, or with an AbortError after an abort.
 * @template {keyof Answers} K
 * @param {K} kind
 * @param {import("./request.js").RequestData} question
 * @param {{signal?: AbortSignal, progress?: (part: K extends keyof Parts ? Parts[K] : never) => void}} [options]
 *   signal: aborts the question; progress: receives partial answers
 * @returns {Promise<Answers[K]>}
 */
export const ask = (kind, question, options = {}) => backend.ask(kind, question, options);

/** The pause before a question that nobody answered is asked again, in milliseconds. */
export const RETRY = 1500;

/**
 * Ask again and again until somebody answers, or the answer is no longer wanted. Each time that nobody does, `onFault`
 * is told; all other faults reject, as in `ask`.
 * @template {keyof Answers} K
 * @param {K} kind
 * @param {import("./request.js").RequestData} question
 * @param {(fault: unknown) => void} onFault
 * @param {() => boolean} isWanted
 * @param {Parameters<typeof ask<K>>[2]} [options]
 * @returns {Promise<Answers[K]>}
 */
export async function askUntilAnswered(kind, question, onFault, isWanted, options = {}) {
  for (;;) {
    try {
      return await ask(kind, question, options);
    } catch (fault) {
      if (!isUnanswered(fault)) throw fault;
      onFault(fault);
      await new Promise((resolve) => setTimeout(resolve, RETRY));
      if (!isWanted()) throw fault;
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

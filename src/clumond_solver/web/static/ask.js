// Sends questions to the backend (backend.js): a server, or workers of this page.

/** @import { Answers, Parts } from "./wire.d.ts" */

import { backend } from "./backend.js";

export { isAborted, Refusal } from "./request.js";

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

/** Whether this page is a report, which answers nothing but questions about the play as it was. */
export const isReport = backend.isReport ?? false;

/** Whether friends can reach the tables of this page. */
export const hasServer = !isReport && !backend.hasNoServer;

/** @type {import("./request.js").Backend["onPreparing"]} */
export const onPreparing = (listener) => backend.onPreparing(listener);

/** A random seed for a question. */
export const anySeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

// Questions to the engines. Who answers them, a server or a worker of this page, only edition.js knows.

import { answerer } from "./edition.js";

export { isTakenBack, Refusal } from "./asking.js";

/** @typedef {import("./asking.js").Question} Question */
/** @typedef {import("./asking.js").Answer} Answer */

/**
 * The answer to a question of a kind. Rejects with a Refusal, or with an AbortError if the question
 * was taken back.
 * @template {string} K
 * @param {K} kind
 * @param {Question} question
 * @param {import("./asking.js").Asking} [asking]
 * @returns {Promise<import("./wire.d.ts").AnswerOf<K>>}
 */
export const ask = (kind, question, asking = {}) => /** @type {Promise<any>} */ (answerer.ask(kind, question, asking));

/** @type {import("./asking.js").Answerer["onPreparing"]} */
export const onPreparing = (listener) => answerer.onPreparing(listener);

// Questions to the engines, whatever the backend: a server or a worker of this page (backend.js).

import { backend } from "./backend.js";

export { isAborted, Refusal } from "./request.js";

/** @typedef {import("./request.js").Question} Question */
/** @typedef {import("./request.js").Answer} Answer */

/**
 * Answer a question of a kind. Rejects with a Refusal, or with an AbortError after an abort.
 * @template {string} K
 * @param {K} kind
 * @param {Question} question
 * @param {import("./request.js").RequestOptions} [options]
 * @returns {Promise<import("./wire.d.ts").AnswerOf<K>>}
 */
export const ask = (kind, question, options = {}) => /** @type {Promise<any>} */ (backend.ask(kind, question, options));

/** @type {import("./request.js").Backend["onPreparing"]} */
export const onPreparing = (listener) => backend.onPreparing(listener);

// Types and errors of questions, for every backend.

/** @typedef {Record<string, any>} Question */
/** @typedef {Record<string, any>} Answer */

/**
 * Options of a question.
 * @typedef {object} RequestOptions
 * @property {AbortSignal} [signal] aborts the question
 * @property {(part: Answer) => void} [progress] takes the answer so far, as it sharpens
 */

/**
 * A backend, which may have to load first.
 * @typedef {object} Backend
 * @property {(kind: string, question: Question, options: RequestOptions) => Promise<Answer>} ask
 * @property {(listener: (news: Preparing | null) => void) => () => void} onPreparing reports progress
 *   now and at every change, until the function that it returns is called; null: ready
 */

/**
 * The progress of a backend that loads; with `fault` it never will be ready.
 * @typedef {object} Preparing
 * @property {string} text
 * @property {number} [done] how much is loaded
 * @property {number} [total] of how much
 * @property {boolean} [fault]
 * @property {() => void} [reload] switch to a new version of the page
 */

/** Why a question has no answer, in words for the person. */
export class Refusal extends Error {}

/**
 * Whether an error is the abort of a question.
 * @param {unknown} error
 */
export const isAborted = (error) => error instanceof DOMException && error.name === "AbortError";

// Types and errors of questions, for every backend.

/** @typedef {Record<string, unknown>} RequestData */
/** @typedef {{signal?: AbortSignal, progress?: (part: any) => void}} RequestOptions as `ask` describes them */

/**
 * A backend, which may have to load first.
 * @typedef {object} Backend
 * @property {(kind: string, question: RequestData, options: RequestOptions) => Promise<any>} ask  answers as `ask` types them
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

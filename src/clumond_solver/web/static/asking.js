// What every question has in common, whoever answers.

/** @typedef {Record<string, any>} Question */
/** @typedef {Record<string, any>} Answer */

/**
 * What may go with a question.
 * @typedef {object} Asking
 * @property {AbortSignal} [signal] the question is taken back when it is aborted
 * @property {(part: Answer) => void} [progress] is given the answer so far, as it sharpens
 */

/**
 * What answers, and how far it is before it can.
 * @typedef {object} Answerer
 * @property {(kind: string, question: Question, asking: Asking) => Promise<Answer>} ask
 * @property {(listener: (news: Preparing | null) => void) => () => void} onPreparing tells how far it
 *   is now, and each time that changes, until what it answers is called; null: nothing to wait for
 */

/**
 * How far what answers is before it can; with `fault` it never will.
 * @typedef {object} Preparing
 * @property {string} text
 * @property {number} [done] how much is there
 * @property {number} [total] of how much
 * @property {boolean} [fault]
 * @property {() => void} [reload] take a new version of the page, which is there
 */

/** A question that was not answered, and why, in words for the person who asked. */
export class Refusal extends Error {}

/**
 * Whether an error says only that a question was taken back.
 * @param {unknown} error
 */
export const isAborted = (error) => error instanceof DOMException && error.name === "AbortError";

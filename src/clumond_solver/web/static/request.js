// Types and errors of questions, for every backend.

/** @typedef {Record<string, unknown>} RequestData */
/** @typedef {{signal?: AbortSignal, progress?: (part: any) => void}} RequestOptions as `ask` describes them */

/**
 * A backend, which may have to load first.
 * @typedef {object} Backend
 * @property {true} [isReport] it only has the answers of a report
 * @property {true} [hasNoServer] it runs in this browser, which nobody else reaches
 * @property {(kind: string, question: RequestData, options: RequestOptions) => Promise<any>} ask  answers as `ask` types them
 * @property {(listener: (news: Preparing | null) => void) => () => void} onPreparing reports progress now
 *   and at every change (null once it is ready); returns a function that ends this
 */

/**
 * The progress of a backend that loads.
 * @typedef {object} Preparing
 * @property {string} text
 * @property {number} [done] the bytes loaded
 * @property {number} [total] the bytes to load in all
 * @property {boolean} [fault] whether loading failed for good
 * @property {boolean} [refused] whether the page's key opens nothing
 * @property {() => void} [reload] switch to a new version of the page
 */

/** An error with a message for the person: why a question has no answer. */
export class Refusal extends Error {
  /** @param {string} message @param {number} [status] as in HTTP, 0 if it is not known */
  constructor(message, status = 0) {
    super(message);
    this.status = status;
  }
}

/** Whether an error is the abort of a question. @param {unknown} error */
export const isAborted = (error) => error instanceof DOMException && error.name === "AbortError";

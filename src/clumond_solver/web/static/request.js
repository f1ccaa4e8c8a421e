// Types and errors of questions, for every backend.

/** @typedef {Record<string, unknown>} RequestData */
/**
 * @typedef {{signal?: AbortSignal, progress?: (part: any) => void, key?: string}}
 *   RequestOptions as `ask` describes them; key: that of the friend who asks
 */

/**
 * A backend, which may have to load first.
 * @typedef {object} Backend
 * @property {true} [isReport] it only has the answers of a report
 * @property {true} [hasNoServer] no server is behind it
 * @property {Invitations | null} [invitations] without a server: how friends come to this browser
 * @property {Guest} [guest] without a server: how this browser comes to a friend's
 * @property {(kind: string, question: RequestData, options: RequestOptions) => Promise<any>} ask  answers as `ask`
 * types them @property {(listener: (news: Preparing | null) => void) => () => void} onPreparing reports progress now
 *   and at every change (null once it is ready); returns a function that ends this
 */

/**
 * How far a channel to another browser is: the other side has not come, is here, is away, or nothing comes any more.
 * @typedef {"waiting" | "here" | "away" | "closed"} ChannelState
 */

/**
 * The ways to the tables of this browser.
 * @typedef {object} Invitations
 * @property {boolean} isUsed whether anybody is invited or here
 * @property {(session: string, player: number, key: string, isSeated: boolean) => Promise<string>} invite
 *   the text of an invitation to the seat with that key, the same until it is used
 * @property {(answer: string) => Promise<void>} accept lets somebody in by his answer; a Refusal if it opens nothing
 * @property {(session: string, player: number) => "" | "coming" | "late" | ChannelState} stateOf
 * @property {(listener: () => void) => () => void} onChange
 */

/**
 * The way to a table in another browser.
 * @typedef {object} Guest
 * @property {(offer: string) => {isSeated: boolean}} read what an invitation says; throws a Refusal for any other text
 * @property {(offer: string) => Promise<string>} answer makes the answer to it, and waits until the host lets one in
 * @property {string} offer the invitation that is answered
 * @property {ChannelState} state
 * @property {boolean} isReached whether the host's browser was found; it may not have let this one in yet
 * @property {(answer: string) => Promise<void>} handOn gives a friend's answer to the table, in this browser, that
 * waits for it @property {(listener: () => void) => () => void} onChange
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
  /** @param {string} message @param {number} [status] as in HTTP, 0 if nobody answered */
  constructor(message, status = 400) {
    super(message);
    this.status = status;
  }
}

/**
 * Whether an error says that nobody answered, or had no time to; a proxy says it with 502 or 504.
 * @param {unknown} error
 */
export const isUnanswered = (error) => error instanceof Refusal && [0, 429, 502, 503, 504].includes(error.status);

/** Where a key opens nothing, the page shows why, and nothing else. @param {string} why @returns {Preparing} */
export const opensNothing = (why) => ({ text: `${why.charAt(0).toUpperCase()}${why.slice(1)}.`, refused: true });

/** A function that adds a listener to a set, and returns one that removes it. @template T @param {Set<T>} listeners */
export const adderTo = (listeners) => (/** @type {T} */ listener) => {
  listeners.add(listener);
  return () => { listeners.delete(listener); };
};

/** Whether an error is the abort of a question. @param {unknown} error */
export const isAborted = (error) => error instanceof DOMException && error.name === "AbortError";

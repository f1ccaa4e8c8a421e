// One worker with the library, which answers one question at a time.

import { Refusal } from "../request.js";

/** How long an aborted question may go on before its worker is ended, in milliseconds. */
const PATIENCE = 1500;

/**
 * A question that waits for its answer.
 * @typedef {object} PendingRequest
 * @property {string} kind
 * @property {import("../request.js").RequestData} question
 * @property {import("../request.js").RequestOptions} options
 * @property {(answer: unknown) => void} resolve
 * @property {(reason: unknown) => void} reject
 */

/**
 * The outcome of a change: whether a change elsewhere came first, so that it was not made, and why it
 * could not be stored.
 * @typedef {{isLate: boolean, fault: string}} Outcome
 */

/**
 * The page's services for its engine.
 * @typedef {object} Page
 * @property {() => Promise<Record<string, import("./sessions.js").StoredSession>>} sessions all stored sessions
 * @property {(name: string) => Promise<import("./sessions.js").StoredSession | null>} session one of them
 * @property {(change: import("./sessions.js").Change) => Promise<Outcome>} keep
 * @property {() => void} ready
 * @property {(done: number) => void} loaded the bytes loaded so far
 * @property {(message: string) => void} failed the engine cannot be loaded
 */

export class Engine {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {PendingRequest | null} */
    this.answering = null;
    this.number = 0;
    /** Names of sessions that were changed elsewhere. @type {Set<string>} */
    this.stale = new Set();
    this.isReady = false;
    this.cancel = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.ending = undefined;
    this.start();
  }

  get isIdle() {
    return this.isReady && !this.answering;
  }

  async start() {
    this.isReady = false;
    /** The changes that the question under way has made. @type {Promise<Outcome>[]} */
    this.changes = [];
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker = worker;
    worker.onmessage = ({ data }) => this.worker === worker && this.take(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.worker === worker) this.broken(event.message || "its worker does not start");
    };
    worker.postMessage({ sessions: JSON.stringify(await this.page.sessions()) });
  }

  /** End the worker and start another. */
  restart() {
    this.worker?.terminate();
    this.release();
    this.start();
  }

  /**
   * Send a question to the idle worker, after the sessions changed elsewhere.
   * @param {PendingRequest} waiting
   */
  async answer(waiting) {
    const { kind, question, options: { signal } } = waiting;
    this.answering = waiting;
    this.number += 1;
    // The worker looks this address up now and then: once it is revoked, the question is aborted.
    this.cancel = signal ? URL.createObjectURL(new Blob([])) : "";
    const request = { number: this.number, kind, question: JSON.stringify(question), cancel: this.cancel };
    const { worker } = this;
    for (const name of this.stale) {
      this.stale.delete(name);
      const kept = await this.page.session(name).catch(() => undefined);
      if (kept !== undefined) worker?.postMessage({ change: JSON.stringify({ name, kept }) });
    }
    worker?.postMessage(request);
  }

  /** Abort the question under way. */
  abort() {
    URL.revokeObjectURL(this.cancel);
    this.ending = setTimeout(() => this.restart(), PATIENCE);
  }

  /**
   * Note that a session was changed elsewhere.
   * @param {string} name
   */
  markStale(name) {
    this.stale.add(name);
  }

  /** @param {Record<string, any>} message */
  take(message) {
    if (message.loaded !== undefined) this.page.loaded(message.loaded);
    else if (message.kept !== undefined) this.changes.push(this.keep(JSON.parse(message.kept)));
    else if (message.failed !== undefined) this.broken(message.failed);
    else if (message.ready) {
      this.isReady = true;
      this.page.ready();
    } else if (message.number === this.number) this.event(message.event && JSON.parse(message.event));
  }

  /** @param {import("./sessions.js").Change} change */
  async keep(change) {
    const outcome = await this.page.keep(change);
    if (outcome.isLate) this.markStale(change.name);
    return outcome;
  }

  /** @param {Record<string, any> | undefined} event */
  async event(event) {
    const waiting = this.answering;
    if (event?.part !== undefined) {
      waiting?.options.progress?.(event.part);
      return;
    }
    // Store before showing, so that closing the page loses nothing.
    const { number } = this;
    const outcomes = await Promise.all(this.changes.splice(0));
    if (this.number !== number || this.answering !== waiting) return;
    this.release();
    if (waiting && outcomes.some(({ isLate }) => isLate) && !waiting.options.signal?.aborted) {
      // Ask again about the current session; the answer will say that the question came too late.
      this.answer(waiting);
      return;
    }
    const unsaved = outcomes.find(({ fault }) => fault)?.fault;
    if (event?.answer !== undefined) waiting?.resolve(unsaved ? { ...event.answer, unsaved } : event.answer);
    else waiting?.reject(new Refusal(event?.error ?? "The request was interrupted."));
    this.page.ready();
  }

  release() {
    clearTimeout(this.ending);
    URL.revokeObjectURL(this.cancel);
    this.answering = null;
  }

  /** @param {string} message */
  broken(message) {
    const waiting = this.answering;
    const wasReady = this.isReady;
    this.worker?.terminate();
    this.release();
    waiting?.reject(new Refusal(`The engine stopped: ${message}`));
    if (wasReady) this.start();
    else this.page.failed(message);
  }
}


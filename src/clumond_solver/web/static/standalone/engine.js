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
 * @typedef {object} PageServices
 * @property {() => Promise<Record<string, import("./stored_sessions.js").StoredSession>>} sessions all stored sessions
 * @property {(name: string) => Promise<import("./stored_sessions.js").StoredSession | null>} session one of them
 * @property {(change: import("./stored_sessions.js").Change) => Promise<Outcome>} store
 * @property {() => void} ready reports that the engine can answer a question
 * @property {() => void} news reports that something is new at a table
 * @property {(done: number) => void} loaded reports the bytes loaded so far
 * @property {(message: string) => void} failed reports that the engine cannot be loaded
 */

export class Engine {
  /** @param {PageServices} page */
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
    /** The changes that the question under way has made. @type {Promise<Outcome>[]} */
    this.changes = [];
  }

  get isIdle() {
    return this.isReady && !this.answering;
  }

  async start() {
    this.isReady = false;
    this.changes = [];
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker = worker;
    worker.onmessage = ({ data }) => this.worker === worker && this.receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.worker === worker) this.fail(event.message || "its worker does not start");
    };
    try {
      worker.postMessage({ sessions: JSON.stringify(await this.page.sessions()) });
    } catch (error) {
      if (this.worker === worker) this.fail(`the sessions cannot be read: ${error}`);
    }
  }

  /** End the worker and start another. */
  restart() {
    this.worker?.terminate();
    this.release();
    this.start();
  }

  /**
   * Send a question to the idle worker, after the sessions that were changed elsewhere.
   * @param {PendingRequest} pending
   */
  async answer(pending) {
    const { kind, question, options: { signal, key = "" } } = pending;
    this.answering = pending;
    this.number += 1;
    // The worker loads this URL now and then: once it is revoked, the question is aborted.
    this.cancel = signal ? URL.createObjectURL(new Blob([])) : "";
    const request = { number: this.number, kind, question: JSON.stringify(question), key, cancel: this.cancel };
    const { worker } = this;
    for (const name of this.stale) {
      this.stale.delete(name);
      const after = await this.page.session(name).catch(() => undefined);
      if (after !== undefined) worker?.postMessage({ change: JSON.stringify({ name, after }) });
    }
    worker?.postMessage(request);
  }

  /** Abort the question under way. */
  abort() {
    URL.revokeObjectURL(this.cancel);
    this.ending = setTimeout(() => this.restart(), PATIENCE);
  }

  /** Note that a session was changed elsewhere. @param {string} name */
  markStale(name) {
    this.stale.add(name);
  }

  /** @param {Record<string, any>} message */
  receive(message) {
    if (message.loaded !== undefined) this.page.loaded(message.loaded);
    else if (message.change !== undefined) this.changes.push(this.store(JSON.parse(message.change)));
    else if (message.failed !== undefined) this.fail(message.failed);
    else if (message.news !== undefined) this.page.news();
    else if (message.ready) {
      this.isReady = true;
      // A new worker does not know who is at its tables.
      this.page.news();
      this.page.ready();
    } else if (message.number === this.number) this.handle(message.event && JSON.parse(message.event));
  }

  /** @param {import("./stored_sessions.js").Change} change */
  async store(change) {
    const outcome = await this.page.store(change);
    if (outcome.isLate) this.markStale(change.name);
    return outcome;
  }

  /** Pass an event on to whoever asked. @param {Record<string, any> | undefined} event */
  async handle(event) {
    const pending = this.answering;
    if (event?.part !== undefined) {
      pending?.options.progress?.(event.part);
      return;
    }
    // Store before showing, so that closing the page loses nothing.
    const { number } = this;
    const outcomes = await Promise.all(this.changes.splice(0));
    if (this.number !== number || this.answering !== pending) return;
    this.release();
    if (pending && outcomes.some(({ isLate }) => isLate) && !pending.options.signal?.aborted) {
      // Ask again about the current session; the answer will say that the question came too late.
      this.answer(pending);
      return;
    }
    const unsaved = outcomes.find(({ fault }) => fault)?.fault;
    if (event?.answer !== undefined) pending?.resolve(unsaved ? { ...event.answer, unsaved } : event.answer);
    else pending?.reject(event ? new Refusal(event.message, event.error === "KeyRefusedError" ? 401 : 400)
      : new Refusal("The request was interrupted.", 0));
    this.page.ready();
  }

  /** Become idle: forget the question under way. */
  release() {
    clearTimeout(this.ending);
    URL.revokeObjectURL(this.cancel);
    this.answering = null;
  }

  /** Replace a broken worker; if it never became ready, report that to the page. @param {string} message */
  fail(message) {
    const pending = this.answering;
    const wasReady = this.isReady;
    this.worker?.terminate();
    this.release();
    pending?.reject(new Refusal(`The engine stopped: ${message}`, 500));
    if (wasReady) this.start();
    else this.page.failed(message);
  }
}


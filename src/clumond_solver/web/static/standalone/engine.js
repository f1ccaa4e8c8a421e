// One worker with the library in it, which answers one question at a time.

import { Refusal } from "../asking.js";

/** How long a question that was taken back may go on before its worker is ended, in milliseconds. */
const PATIENCE = 1500;

/**
 * A question, and who waits for its answer.
 * @typedef {object} Waiting
 * @property {string} kind
 * @property {import("../asking.js").Question} question
 * @property {import("../asking.js").Asking} asking
 * @property {(answer: import("../asking.js").Answer) => void} resolve
 * @property {(reason: unknown) => void} reject
 */

/**
 * What became of a change: whether the session had been changed elsewhere, so that it was not made;
 * and why it could not be kept.
 * @typedef {{isLate: boolean, fault: string}} Outcome
 */

/**
 * What a page does for its engine.
 * @typedef {object} Page
 * @property {() => Promise<Record<string, import("./sessions.js").Kept>>} sessions those kept now
 * @property {(name: string) => Promise<import("./sessions.js").Kept | null>} session one of them
 * @property {(change: import("./sessions.js").Change) => Promise<Outcome>} keep
 * @property {() => void} ready
 * @property {(done: number) => void} loaded so many bytes are there
 * @property {(message: string) => void} failed it cannot be had
 */

export class Engine {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Waiting | null} */
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

  /** End the worker, and whatever it does, and start another. */
  restart() {
    this.worker?.terminate();
    this.release();
    this.start();
  }

  /**
   * The answer to a question, as soon as it is idle; by the sessions as they are then.
   * @param {Waiting} waiting
   */
  async answer(waiting) {
    const { kind, question, asking: { signal } } = waiting;
    this.answering = waiting;
    this.number += 1;
    // An address that the worker looks up now and then: once it leads nowhere, nobody waits.
    this.cancel = signal ? URL.createObjectURL(new Blob([])) : "";
    const asked = { number: this.number, kind, question: JSON.stringify(question), cancel: this.cancel };
    const { worker } = this;
    for (const name of this.stale) {
      this.stale.delete(name);
      const kept = await this.page.session(name).catch(() => undefined);
      if (kept !== undefined) worker?.postMessage({ change: JSON.stringify({ name, kept }) });
    }
    worker?.postMessage(asked);
  }

  /** The question under way is taken back. */
  takeBack() {
    URL.revokeObjectURL(this.cancel);
    this.ending = setTimeout(() => this.restart(), PATIENCE);
  }

  /**
   * A session was changed elsewhere.
   * @param {string} name
   */
  hear(name) {
    this.stale.add(name);
  }

  /** @param {Record<string, any>} told */
  take(told) {
    if (told.loaded !== undefined) this.page.loaded(told.loaded);
    else if (told.kept !== undefined) this.changes.push(this.keep(JSON.parse(told.kept)));
    else if (told.failed !== undefined) this.broken(told.failed);
    else if (told.ready) {
      this.isReady = true;
      this.page.ready();
    } else if (told.number === this.number) this.event(told.event && JSON.parse(told.event));
  }

  /** @param {import("./sessions.js").Change} change */
  async keep(change) {
    const outcome = await this.page.keep(change);
    if (outcome.isLate) this.hear(change.name);
    return outcome;
  }

  /** @param {Record<string, any> | undefined} event */
  async event(event) {
    const waiting = this.answering;
    if (event?.part !== undefined) {
      waiting?.asking.progress?.(event.part);
      return;
    }
    // What is shown is kept: who closes the page now loses nothing.
    const { number } = this;
    const outcomes = await Promise.all(this.changes.splice(0));
    if (this.number !== number || this.answering !== waiting) return;
    this.release();
    if (waiting && outcomes.some(({ isLate }) => isLate) && !waiting.asking.signal?.aborted) {
      // Asked again of the session as it is now, whose answer says that the question came too late.
      this.answer(waiting);
      return;
    }
    const unsaved = outcomes.find(({ fault }) => fault)?.fault;
    if (event?.answer !== undefined) waiting?.resolve(unsaved ? { ...event.answer, unsaved } : event.answer);
    else waiting?.reject(new Refusal(event?.error ?? "The question was broken off."));
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
    waiting?.reject(new Refusal(`The engine broke off: ${message}`));
    if (wasReady) this.start();
    else this.page.failed(message);
  }
}


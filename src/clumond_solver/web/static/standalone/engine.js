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
 * What a page does for its engine.
 * @typedef {object} Page
 * @property {() => Promise<Record<string, import("./sessions.js").Kept>>} sessions those kept now
 * @property {(change: import("./sessions.js").Change) => void} keep
 * @property {() => Promise<void>} kept all changes are kept
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
   * The answer to a question, as soon as it is idle.
   * @param {Waiting} waiting
   */
  answer(waiting) {
    const { kind, question, asking: { signal } } = waiting;
    this.answering = waiting;
    this.number += 1;
    // An address that the worker looks up now and then: once it leads nowhere, nobody waits.
    this.cancel = signal ? URL.createObjectURL(new Blob([])) : "";
    this.worker?.postMessage({
      number: this.number, kind, question: JSON.stringify(question), cancel: this.cancel,
    });
  }

  /** The question under way is taken back. */
  takeBack() {
    URL.revokeObjectURL(this.cancel);
    this.ending = setTimeout(() => this.restart(), PATIENCE);
  }

  /**
   * A change of the sessions that was made elsewhere.
   * @param {import("./sessions.js").Change} change
   */
  hear(change) {
    if (this.isReady) this.worker?.postMessage({ heard: JSON.stringify(change) });
  }

  /** @param {Record<string, any>} told */
  take(told) {
    if (told.loaded !== undefined) this.page.loaded(told.loaded);
    else if (told.kept !== undefined) this.page.keep(JSON.parse(told.kept));
    else if (told.failed !== undefined) this.broken(told.failed);
    else if (told.ready) {
      this.isReady = true;
      this.page.ready();
    } else if (told.number === this.number) this.event(told.event && JSON.parse(told.event));
  }

  /** @param {Record<string, any> | undefined} event */
  async event(event) {
    const waiting = this.answering;
    if (event?.part !== undefined) {
      waiting?.asking.progress?.(event.part);
      return;
    }
    this.release();
    try {
      // What is shown is kept: who closes the page now loses nothing.
      await this.page.kept();
      if (event?.answer !== undefined) waiting?.resolve(event.answer);
      else waiting?.reject(new Refusal(event?.error ?? "The question was broken off."));
    } catch (error) {
      waiting?.reject(new Refusal(`The browser has not kept the session; save it as a file (${error})`));
    }
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


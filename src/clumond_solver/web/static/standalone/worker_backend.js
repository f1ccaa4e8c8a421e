// The backend of the page without a server: the library, in workers of the page.

import { Refusal } from "../request.js";
import { BUILT } from "./built.js";
import { Engine } from "./engine.js";
import { install } from "./offline.js";
import { Sessions } from "./sessions.js";

const TOTAL = Object.values(BUILT.loaded).reduce((sum, size) => sum + size, 0);
const THINKING = new Set(BUILT.thinking);
const HERE = new URL("..", import.meta.url).href;

// Progress.

/** @type {import("../request.js").Preparing | null} */
let preparing = { text: "Loading …", done: 0, total: TOTAL };
/** @type {Set<(news: import("../request.js").Preparing | null) => void>} */
const listeners = new Set();

/** @param {import("../request.js").Preparing | null} news */
function tell(news) {
  preparing = news;
  for (const listener of listeners) listener(news);
}

// Sessions.

const sessions = Sessions.at(HERE).catch(() => null);
const elsewhere = new BroadcastChannel(`clumond ${HERE}`);
/** Changes that could not be stored, by session, from the text on the disk. @type {Map<string, import("./sessions.js").Change>} */
const unkept = new Map();
/** @type {Promise<unknown>} */
let keeping = Promise.resolve();

/**
 * Store a change of a session. The engine goes on even if that fails.
 * @param {import("./sessions.js").Change} change
 */
function keep({ name, before, kept }) {
  askToStay();
  const earlier = unkept.get(name);
  const making = made({ name, before: earlier ? earlier.before : before, kept });
  keeping = making;
  return making;
}

/**
 * @param {import("./sessions.js").Change} change
 * @returns {Promise<import("./engine.js").Outcome>}
 */
async function made(change) {
  const disk = await sessions;
  if (!disk) return { isLate: false, fault: "" };
  try {
    const isMade = await disk.make(change);
    unkept.delete(change.name);
    if (isMade) elsewhere.postMessage(change.name);
    return { isLate: !isMade, fault: "" };
  } catch (error) {
    unkept.set(change.name, change);
    return { isLate: false, fault: String(error) };
  }
}

/** All sessions, with the changes that could not be stored. */
async function allSessions() {
  await keeping;
  const all = (await (await sessions)?.all()) ?? {};
  for (const { name, kept } of unkept.values()) {
    if (kept) all[name] = kept;
    else delete all[name];
  }
  return all;
}

let hasAsked = false;

/** Ask the browser, once, not to clear the sessions when it is short of space. */
function askToStay() {
  if (!hasAsked) navigator.storage?.persist?.().catch(() => {});
  hasAsked = true;
}

elsewhere.onmessage = ({ data }) => main.markStale(data);

// Questions, which go to the next engine that may answer them.

let begun = false;

/** The page can be used. */
async function begin() {
  begun = true;
  const keepsNothing = { text: "This browser stores nothing: save what you want to keep as files.", fault: true };
  tell(await sessions ? null : keepsNothing);
  install(HERE, (reload) => tell({ text: "There is a new version of this page.", reload }));
}

/** @type {import("./engine.js").PendingRequest[]} */
const waiting = [];
let fault = "";

/** @param {boolean} first */
const page = (first) => ({
  sessions: async () => (first ? allSessions() : {}),
  session: async (/** @type {string} */ name) => {
    unkept.delete(name);
    return (await (await sessions)?.read(name)) ?? null;
  },
  keep,
  ready: () => {
    if (first && !begun) begin();
    hand();
  },
  loaded: (/** @type {number} */ done) => {
    if (first) tell({ text: "Loading …", ...(done < TOTAL ? { done, total: TOTAL } : {}) });
  },
  failed: (/** @type {string} */ message) => {
    if (!first) return;
    fault = `The engines cannot be loaded: ${message}`;
    tell({ text: fault, fault: true });
    for (const request of waiting.splice(0)) request.reject(new Refusal(fault));
  },
});

const main = new Engine(page(true));
/** For questions that think and need no sessions; the first of them starts it. @type {Engine | null} */
let second = null;

/** Hand waiting questions to idle engines. */
function hand() {
  if (main.isReady && !second && waiting.some(({ kind }) => THINKING.has(kind))) second = new Engine(page(false));
  for (const [engine, mayTake] of /** @type {[Engine | null, (kind: string) => boolean][]} */ ([
    [second, (kind) => THINKING.has(kind)],
    [main, (kind) => !second?.isReady || !THINKING.has(kind)],
  ])) {
    const place = engine?.isIdle ? waiting.findIndex(({ kind }) => mayTake(kind)) : -1;
    if (place >= 0) engine?.answer(waiting.splice(place, 1)[0]);
  }
}

/** @type {import("../request.js").Backend} */
export const backend = {
  ask(kind, question, options) {
    return new Promise((resolve, reject) => {
      if (fault) throw new Refusal(fault);
      options.signal?.throwIfAborted();
      const request = { kind, question, options, resolve, reject };
      waiting.push(request);
      options.signal?.addEventListener("abort", () => {
        reject(options.signal?.reason);
        if (waiting.includes(request)) waiting.splice(waiting.indexOf(request), 1);
        for (const engine of [main, second]) if (engine?.answering === request) engine.abort();
      });
      hand();
    });
  },
  onPreparing(listener) {
    listeners.add(listener);
    listener(preparing);
    return () => { listeners.delete(listener); };
  },
};

// The page without a server: its questions are answered by the library, in workers of the page.

import { Refusal } from "../asking.js";
import { BUILT } from "./built.js";
import { Engine } from "./engine.js";
import { install } from "./offline.js";
import { Sessions } from "./sessions.js";

const TOTAL = Object.values(BUILT.loaded).reduce((sum, size) => sum + size, 0);
const APART = new Set(BUILT.apart);
const HERE = new URL("..", import.meta.url).href;

// How far it is.

/** @type {import("../asking.js").Preparing | null} */
let preparing = { text: "Loading the engines …", done: 0, total: TOTAL };
/** @type {Set<(news: import("../asking.js").Preparing | null) => void>} */
const listeners = new Set();

/** @param {import("../asking.js").Preparing | null} news */
function tell(news) {
  preparing = news;
  for (const listener of listeners) listener(news);
}

// Sessions.

const sessions = Sessions.at(HERE).catch(() => null);
const elsewhere = new BroadcastChannel(`clumond ${HERE}`);
/** @type {Promise<unknown>} */
let keeping = Promise.resolve();

/** @param {import("./sessions.js").Change} change */
function keep(change) {
  keeping = keeping.then(async () => {
    await (await sessions)?.make(change);
    elsewhere.postMessage(change);
  });
  keeping.catch(() => {}); // told to whoever asks `kept`
  askToStay();
}

let asked = false;

/** Ask the browser, once, not to clear what is kept when it is short of room. */
function askToStay() {
  if (!asked) navigator.storage?.persist?.().catch(() => {});
  asked = true;
}

/** All changes so far are on the disk. Rejects once, if one of them cannot be kept. */
function kept() {
  const all = keeping;
  keeping = all.catch(() => {});
  return /** @type {Promise<void>} */ (all);
}

elsewhere.onmessage = ({ data }) => main.hear(data);

// Questions, each to the next engine that may answer it.

let begun = false;

/** The page can be used. */
async function begin() {
  begun = true;
  const keepsNothing = { text: "This browser keeps nothing: save as files what you want to keep.", fault: true };
  tell(await sessions ? null : keepsNothing);
  install(HERE, (reload) => tell({ text: "There is a new version of this page.", reload }));
}

/** @type {import("./engine.js").Waiting[]} */
const waiting = [];
let fault = "";

/** @param {boolean} first */
const page = (first) => ({
  sessions: async () => {
    await keeping.catch(() => {});
    return (first ? await (await sessions)?.all() : undefined) ?? {};
  },
  keep,
  kept,
  ready: () => {
    if (first && !begun) begin();
    hand();
  },
  loaded: (/** @type {number} */ done) => {
    if (first) tell(done < TOTAL ? { text: "Loading the engines …", done, total: TOTAL } : { text: "Starting the engines: some seconds …" });
  },
  failed: (/** @type {string} */ message) => {
    if (!first) return;
    fault = `The engines cannot be loaded: ${message}`;
    tell({ text: fault, fault: true });
    for (const each of waiting.splice(0)) each.reject(new Refusal(fault));
  },
});

const main = new Engine(page(true));
/** For questions that think and need no sessions, from the first of them on. @type {Engine | null} */
let second = null;

/** Hand on the questions that wait. */
function hand() {
  if (main.isReady && !second && waiting.some(({ kind }) => APART.has(kind))) second = new Engine(page(false));
  for (const [engine, mayTake] of /** @type {[Engine | null, (kind: string) => boolean][]} */ ([
    [second, (kind) => APART.has(kind)],
    [main, (kind) => !second?.isReady || !APART.has(kind)],
  ])) {
    const place = engine?.isIdle ? waiting.findIndex(({ kind }) => mayTake(kind)) : -1;
    if (place >= 0) engine?.answer(waiting.splice(place, 1)[0]);
  }
}

/** @type {import("../asking.js").Answerer} */
export const answerer = {
  ask(kind, question, asking) {
    return new Promise((resolve, reject) => {
      if (fault) throw new Refusal(fault);
      asking.signal?.throwIfAborted();
      const each = { kind, question, asking, resolve, reject };
      waiting.push(each);
      asking.signal?.addEventListener("abort", () => {
        reject(asking.signal?.reason);
        if (waiting.includes(each)) waiting.splice(waiting.indexOf(each), 1);
        for (const engine of [main, second]) if (engine?.answering === each) engine.takeBack();
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

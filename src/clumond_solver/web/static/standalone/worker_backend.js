// The backend of the page without a server: the library, in workers of the page; and its service worker.

import { isFriends } from "../keys.js";
import { Refusal } from "../request.js";
import { BUILT } from "./built.js";
import { Engine } from "./engine.js";
import { Invitations } from "./invitations.js";
import { Sessions } from "./stored_sessions.js";

const TOTAL = Object.values(BUILT.sizes).reduce((sum, size) => sum + size, 0);
const SLOW = new Set(BUILT.slow);
const WAITING = new Set(BUILT.waiting);
/** A friend's page asks another browser: it needs no library. */
const isHost = !isFriends();
/** How long a question may wait for news, in milliseconds. */
const NEWS = 25_000;
const HERE = new URL("..", import.meta.url).href;

// Progress.

/** @type {import("../request.js").Preparing | null} */
let preparing = { text: "Loading …", done: 0, total: TOTAL };
/** @type {Set<(news: import("../request.js").Preparing | null) => void>} */
const listeners = new Set();

/** @param {import("../request.js").Preparing | null} news */
function report(news) {
  preparing = news;
  for (const listener of listeners) listener(news);
}

// Sessions.

const sessions = isHost ? Sessions.at(HERE).catch(() => null) : null;
/** Carries the names of changed sessions to other tabs of the browser. */
const otherTabs = new BroadcastChannel(`clumond ${HERE}`);
/**
 * Changes that could not be stored, by session, from the text on the disk.
 * @type {Map<string, import("./stored_sessions.js").Change>}
 */
const unstored = new Map();
/** @type {Promise<unknown>} */
let storing = Promise.resolve();

/**
 * Store a change of a session, after those that came before. The engine works on even if that fails.
 * @param {import("./stored_sessions.js").Change} change
 */
function store(change) {
  requestPersistence();
  const outcome = storing.then(() => tryToStore(change));
  storing = outcome;
  return outcome;
}

/**
 * @param {import("./stored_sessions.js").Change} change
 * @returns {Promise<import("./engine.js").Outcome>}
 */
async function tryToStore({ name, before, after }) {
  const last = unstored.get(name);
  // Made from what another engine has changed since.
  if (last && (last.after?.text ?? null) !== before) return { isLate: true, fault: "" };
  const change = { name, before: last ? last.before : before, after };
  const disk = await sessions;
  if (!disk) {
    unstored.set(name, change);
    return { isLate: false, fault: "" };
  }
  try {
    const isMade = await disk.make(change);
    unstored.delete(name);
    if (isMade) otherTabs.postMessage(name);
    return { isLate: !isMade, fault: "" };
  } catch (error) {
    unstored.set(name, change);
    return { isLate: false, fault: String(error) };
  }
}

/** All sessions, with the changes that could not be stored. */
async function allSessions() {
  await storing;
  const all = (await (await sessions)?.all()) ?? {};
  for (const { name, after } of unstored.values()) {
    if (after) all[name] = after;
    else delete all[name];
  }
  return all;
}

let isPersistenceRequested = false;

/** Ask the browser, once, not to clear the sessions when it is short of space. */
function requestPersistence() {
  if (!isPersistenceRequested) navigator.storage?.persist?.().catch(() => {});
  isPersistenceRequested = true;
}

otherTabs.onmessage = ({ data }) => {
  unstored.delete(data);
  for (const engine of [main, second]) engine?.markStale(data);
  wake();
};

// Questions that wait for news at a table.

let newsCount = 0;
/** @type {Set<() => void>} */
const wakers = new Set();

/** Let all look for news. */
function wake() {
  newsCount += 1;
  for (const waker of wakers) waker();
}

/** The answer once it has other news than the question, or after a while. @type {import("./invitations.js").Ask} */
async function news(kind, question, { signal, key }) {
  const end = performance.now() + NEWS;
  for (;;) {
    const seen = newsCount;
    const answer = await put(kind, question, { key });
    const left = end - performance.now();
    if (answer.news !== question.news || left < 0) return answer;
    if (seen === newsCount) await sleep(left, signal);
    signal?.throwIfAborted();
  }
}

/** Sleep until there may be news. @param {number} most @param {AbortSignal | undefined} signal */
const sleep = (most, signal) => new Promise((resolve) => {
  const awake = () => {
    clearTimeout(timer);
    wakers.delete(awake);
    signal?.removeEventListener("abort", awake);
    resolve(null);
  };
  const timer = setTimeout(awake, most);
  wakers.add(awake);
  signal?.addEventListener("abort", awake);
});

/**
 * The news for the person at this browser, who leaves the table when he asks no more.
 * @type {import("./invitations.js").Ask}
 */
function ownNews(kind, question, options) {
  const leave = () => { put(kind, { ...question, leaves: true }, {}).catch(() => {}); };
  options.signal?.addEventListener("abort", leave);
  return news(kind, question, options).finally(() => options.signal?.removeEventListener("abort", leave));
}

// Questions, which go to the next engine that may answer them.

let isUsable = false;

/** Report that the page can be used, and install the service worker. */
async function becomeUsable() {
  isUsable = true;
  const storesNothing = { text: "This browser stores nothing: save what you want to keep as files.", fault: true };
  report(await sessions ? null : storesNothing);
  install(HERE, (reload) => report({ text: "There is a new version of this page.", reload }));
}

/** @type {import("./engine.js").PendingRequest[]} */
const waiting = [];
let fault = "";

/** The page's services for the main engine, or for the second. @param {boolean} isMain */
const servicesFor = (isMain) => ({
  sessions: allSessions,
  session: async (/** @type {string} */ name) => {
    await storing;
    const change = unstored.get(name);
    return change ? change.after : (await (await sessions)?.read(name)) ?? null;
  },
  store: async (/** @type {import("./stored_sessions.js").Change} */ change) => {
    const outcome = await store(change);
    (isMain ? second : main)?.markStale(change.name);
    return outcome;
  },
  ready: () => {
    if (isMain && !isUsable) becomeUsable();
    assignQuestions();
  },
  news: wake,
  loaded: (/** @type {number} */ done) => {
    if (isMain) report({ text: "Loading …", ...(done < TOTAL ? { done, total: TOTAL } : {}) });
  },
  failed: (/** @type {string} */ message) => {
    if (!isMain) {
      isSecondBroken = true;
      assignQuestions();
      return;
    }
    fault = `The engines cannot be loaded: ${message}`;
    report({ text: fault, fault: true });
    for (const request of waiting.splice(0)) request.reject(new Refusal(fault));
  },
});

const main = new Engine(servicesFor(true));
if (isHost) main.start();
/** For slow questions but those at a table, where play goes on; the first starts it. @type {Engine | null} */
let second = null;
let isSecondBroken = false;

/** Give waiting questions to idle engines. */
function assignQuestions() {
  if (main.isReady && !second && waiting.some(({ kind }) => SLOW.has(kind))) {
    second = new Engine(servicesFor(false));
    second.start();
  }
  for (const [engine, mayAnswer] of /** @type {[Engine | null, (kind: string) => boolean][]} */ ([
    [second, (kind) => SLOW.has(kind)],
    // While the second loads, the main one helps out, unless friends would wait for it.
    [main, (kind) => !SLOW.has(kind) || isSecondBroken || (!second?.isReady && !backend.invitations?.isUsed)],
  ])) {
    const index = engine?.isIdle ? waiting.findIndex(({ kind }) => mayAnswer(kind)) : -1;
    if (index >= 0) engine?.answer(waiting.splice(index, 1)[0]);
  }
}

/** Put a question to the engines, as soon as one is idle. @type {import("./invitations.js").Ask} */
const put = (kind, question, options) => new Promise((resolve, reject) => {
  if (fault) throw new Refusal(fault);
  options.signal?.throwIfAborted();
  const request = { kind, question, options, resolve, reject };
  waiting.push(request);
  options.signal?.addEventListener("abort", () => {
    reject(options.signal?.reason);
    if (waiting.includes(request)) waiting.splice(waiting.indexOf(request), 1);
    for (const engine of [main, second]) if (engine?.answering === request) engine.abort();
  });
  assignQuestions();
});

/** @type {import("../request.js").Backend} */
export const backend = {
  hasNoServer: true,
  invitations: "RTCPeerConnection" in window
    ? new Invitations((kind, question, options) => (WAITING.has(kind) ? news : put)(kind, question, options)) : null,
  ask: (kind, question, options) => (WAITING.has(kind) ? ownNews : put)(kind, question, options),
  onPreparing(listener) {
    listeners.add(listener);
    listener(preparing);
    return () => { listeners.delete(listener); };
  },
};

/**
 * Install the service worker of the page at an address, once the page itself works.
 * @param {string} address
 * @param {(reload: () => void) => void} onNew takes a function that switches to a new version
 */
async function install(address, onNew) {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(new URL("service-worker.js", address),
      { scope: address });
    const check = () => {
      const { waiting: newVersion } = registration;
      // The very first one replaces nothing.
      if (newVersion && navigator.serviceWorker.controller) onNew(() => switchTo(newVersion));
    };
    check();
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", check);
    });
  } catch (error) {
    // Only offline use is lost.
    console.info(`no service worker: ${error}`);
  }
}

/** @param {ServiceWorker} newVersion */
function switchTo(newVersion) {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  newVersion.postMessage("take over");
}

// Runs the library in this worker with Pyodide: questions in, events out, one at a time. The first
// message brings the stored sessions; `engine.js` is the other end.

import { BUILT } from "./built.js";

const RUNTIME = new URL("../runtime/", import.meta.url).href;
const HERE = new URL("..", import.meta.url).href;
const MEMORY = `${RUNTIME}memory`;
const MODULES = "collections.abc, contextlib, csv, dataclasses, datetime, decimal, enum, functools, hashlib,"
  + " importlib.metadata, inspect, itertools, json, math, pathlib, random, re, secrets, textwrap, threading, typing";
/** How often a running question checks for an abort, in milliseconds. */
const CHECK_EVERY = 40;
const SIGINT = 2;

/** @type {Promise<any> | undefined} */
let backend;

onmessage = ({ data }) => {
  backend ??= prepare(data.sessions).catch(fail);
  if (data.number !== undefined) answer(data);
  if (data.change !== undefined) backend.then((python) => python.apply_change(data.change));
};

/** @param {unknown} error */
function fail(error) {
  console.error(error);
  postMessage({ failed: lastLine(error) });
}

/** @param {string} sessions */
async function prepare(sessions) {
  reportLoading();
  const library = fetch(RUNTIME + BUILT.library).then((response) => response.arrayBuffer());
  const python = await startPython();
  python.unpackArchive(await library, "wheel");
  python.setInterruptBuffer(interrupts);
  const { Worker } = python.pyimport("clumond_solver.web.worker");
  const worker = Worker(sessions, (/** @type {string} */ change) => postMessage({ change }),
    (/** @type {string} */ news) => postMessage({ news }));
  postMessage({ ready: true });
  return worker;
}

/**
 * Python with the modules that the library needs. The first start of a version stores a snapshot of its
 * memory beside the page; later starts load it in a third of the time.
 */
async function startPython() {
  const { loadPyodide } = await import(`${RUNTIME}pyodide.mjs`);
  const options = { indexURL: RUNTIME, env: { PYTHONDONTWRITEBYTECODE: "1" } };
  // The same cache as the service worker's, so that the page works offline.
  const cache = await self.caches?.open(`clumond ${HERE} ${BUILT.version}`).catch(() => undefined);
  const snapshot = await cache?.match(MEMORY);
  if (snapshot) {
    try {
      return await loadPyodide({ ...options, _loadSnapshot: snapshot.arrayBuffer() });
    } catch (error) {
      console.info(`Python starts without its snapshot: ${error}`);
      await cache?.delete(MEMORY);
    }
  }
  const python = await loadPyodide({ ...options, _makeSnapshot: cache !== undefined });
  python.runPython(`import ${MODULES}`);
  const storeSnapshot = async () => cache?.put(MEMORY, new Response(python.makeMemorySnapshot()));
  storeSnapshot().catch((error) => console.info(`Python's snapshot is not stored: ${error}`));
  return python;
}

/** Make `fetch` report the bytes fetched so far. */
function reportLoading() {
  const originalFetch = self.fetch;
  let loaded = 0;
  self.fetch = async (...request) => {
    const response = await fetchOrThrow(...request).catch((error) => {
      // Report it here, since the runtime would wait for ever.
      fail(error);
      throw error;
    });
    count(response.clone()).catch(() => {});
    // The original response, with which the browser caches compiled code.
    return response;
  };
  /** @param {Parameters<typeof fetch>} request */
  const fetchOrThrow = async (...request) => {
    const response = await originalFetch(...request);
    if (!response.ok) throw new Error(`${response.url}: the server answers ${response.status}`);
    return response;
  };
  /** @param {Response} response */
  const count = async ({ body }) => {
    const reader = body?.getReader();
    for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
      loaded += chunk.value.byteLength;
      postMessage({ loaded });
    }
  };
}

/**
 * The interrupt buffer: Python reads its element 0 between its steps, searches do so every 20 ms. Shared
 * memory works on few servers only, so the page aborts a question by revoking a URL that this tries to load.
 */
const interrupts = {
  cancel: "",
  next: 0,
  get 0() {
    if (!this.cancel || performance.now() < this.next) return 0;
    this.next = performance.now() + CHECK_EVERY;
    const request = new XMLHttpRequest();
    try {
      request.open("GET", this.cancel, false);
      request.send();
      return 0;
    } catch {
      this.cancel = "";
      return SIGINT;
    }
  },
  set 0(_) { /* Python acknowledges the signal. */ },
};

/** @param {{number: number, kind: string, question: string, key: string, cancel: string}} request */
async function answer({ number, kind, question, key, cancel }) {
  const python = await backend;
  const send = (/** @type {string | undefined} */ event) => postMessage({ number, event });
  interrupts.cancel = cancel;
  interrupts.next = performance.now() + CHECK_EVERY;
  let isAnswered = false;
  try {
    python.answer(kind, question, (/** @type {string} */ event) => {
      isAnswered ||= !event.startsWith('{"part"');
      send(event);
    }, key);
  } catch (error) {
    const type = /** @type {any} */ (error)?.type;
    if (type === undefined) {
      fail(error);
      return;
    }
    // An interrupt may come after Python has finished the question.
    if (type !== "KeyboardInterrupt") {
      console.error(error);
      send(JSON.stringify({ error: "Fault", message: `There is a fault in the program: ${lastLine(error)}` }));
      isAnswered = true;
    }
  } finally {
    interrupts.cancel = "";
  }
  if (!isAnswered) send(undefined);
}

/** @param {unknown} error */
const lastLine = (error) => String(error).trim().split("\n").at(-1) ?? "";

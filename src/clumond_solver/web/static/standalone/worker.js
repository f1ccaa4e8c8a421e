// The library in this worker, by Pyodide: questions in, events out, one at a time. The first message
// brings the stored sessions; `engine.js` is the other end.

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
  countLoaded();
  const library = fetch(RUNTIME + BUILT.library).then((response) => response.arrayBuffer());
  const python = await started();
  python.unpackArchive(await library, "wheel");
  python.setInterruptBuffer(interrupts);
  const { Worker } = python.pyimport("clumond_solver.web.worker");
  const worker = Worker(sessions, (/** @type {string} */ change) => postMessage({ kept: change }));
  postMessage({ ready: true });
  return worker;
}

/**
 * Python with the modules that the library needs. The first start of a version stores a snapshot of its
 * memory beside the page; later starts load it in a third of the time.
 */
async function started() {
  const { loadPyodide } = await import(`${RUNTIME}pyodide.mjs`);
  const options = { indexURL: RUNTIME, env: { PYTHONDONTWRITEBYTECODE: "1" } };
  // The same cache as the service worker's, so that the page works offline.
  const cache = await self.caches?.open(`clumond ${HERE} ${BUILT.version}`).catch(() => undefined);
  const kept = await cache?.match(MEMORY);
  if (kept) {
    try {
      return await loadPyodide({ ...options, _loadSnapshot: kept.arrayBuffer() });
    } catch (error) {
      console.info(`Python starts anew: ${error}`);
      await cache?.delete(MEMORY);
    }
  }
  const python = await loadPyodide({ ...options, _makeSnapshot: cache !== undefined });
  python.runPython(`import ${MODULES}`);
  const keep = async () => cache?.put(MEMORY, new Response(python.makeMemorySnapshot()));
  keep().catch((error) => console.info(`Python's memory is not kept: ${error}`));
  return python;
}

/** Report the bytes fetched so far. */
function countLoaded() {
  const plain = self.fetch;
  let loaded = 0;
  self.fetch = async (...asked) => {
    const response = await fetched(...asked).catch((error) => {
      // Report it here, since the runtime would wait for ever.
      fail(error);
      throw error;
    });
    count(response.clone()).catch(() => {});
    // The original response, with which the browser caches compiled code.
    return response;
  };
  /** @param {Parameters<typeof fetch>} asked */
  const fetched = async (...asked) => {
    const response = await plain(...asked);
    if (!response.ok) throw new Error(`${response.url}: the server answers ${response.status}`);
    return response;
  };
  /** @param {Response} response */
  const count = async ({ body }) => {
    const reader = body?.getReader();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      loaded += part.value.byteLength;
      postMessage({ loaded });
    }
  };
}

/**
 * Where Python looks for signals between its steps, and searches every 20 ms. Shared memory works on few
 * servers only, so the page aborts a question by revoking an address that this looks up.
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

/** @param {{number: number, kind: string, question: string, cancel: string}} asked */
async function answer({ number, kind, question, cancel }) {
  const library = await backend;
  const put = (/** @type {string | undefined} */ event) => postMessage({ number, event });
  interrupts.cancel = cancel;
  interrupts.next = performance.now() + CHECK_EVERY;
  let isAnswered = false;
  try {
    library.answer(kind, question, (/** @type {string} */ event) => {
      isAnswered ||= !event.startsWith('{"part"');
      put(event);
    });
  } catch (error) {
    const type = /** @type {any} */ (error)?.type;
    if (type === undefined) {
      fail(error);
      return;
    }
    // An interrupt may come after Python has finished the question.
    if (type !== "KeyboardInterrupt") {
      console.error(error);
      put(JSON.stringify({ error: `There is a fault in the program: ${lastLine(error)}` }));
      isAnswered = true;
    }
  } finally {
    interrupts.cancel = "";
  }
  if (!isAnswered) put(undefined);
}

/** @param {unknown} error */
const lastLine = (error) => String(error).trim().split("\n").at(-1) ?? "";

// The backend of a page with a server: questions and answers as JSON over HTTP.

import { currentKey } from "./keys.js";
import { adderTo, isAborted, opensNothing, Refusal } from "./request.js";

/** @type {Set<(news: import("./request.js").Preparing | null) => void>} */
const listeners = new Set();

/** @type {import("./request.js").Backend} */
export const backend = {
  async ask(kind, question, { signal, progress }) {
    const response = await post(kind, question, signal, progress ? "text/event-stream" : "application/json");
    return progress ? readEvents(response, progress) : response.json().catch((error) => { throw unanswered(error); });
  },
  onPreparing: adderTo(listeners),
};

/**
 * @param {string} kind
 * @param {import("./request.js").RequestData} question
 * @param {AbortSignal | undefined} signal
 * @param {string} accept
 */
async function post(kind, question, signal, accept) {
  const key = currentKey();
  let response;
  try {
    response = await fetch(new URL(`api/${kind}`, document.baseURI), {
      method: "POST",
      headers: { "content-type": "application/json", accept, ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify(question),
      signal,
    });
  } catch (error) {
    throw unanswered(error);
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  const text = answer.message ?? `The server answers ${response.status}`;
  if (response.status === 401) for (const listener of listeners) listener(opensNothing(text));
  throw new Refusal(text, response.status);
}

/** Why nobody answered, or that nobody waits for it. @param {unknown} error */
const unanswered = (error) =>
  (isAborted(error) ? error : new Refusal("The server does not answer: is it still running?", 0));

/**
 * Read server-sent events: report the parts, return the answer or throw the error.
 * @param {Response} response
 * @param {(part: unknown) => void} progress
 */
async function readEvents(response, progress) {
  if (!response.body) throw new Refusal("The server's answer is empty", 0);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read().catch((error) => { throw unanswered(error); });
    if (done) throw new Refusal("The server ended before it answered", 0);
    const events = (rest + value).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const message = messageIn(event);
      if (message.error !== undefined) throw new Refusal(message.message);
      if (message.answer !== undefined) return message.answer;
      progress(message.part);
    }
  }
}

/** The message of an event; what others send in a server's place is none. @param {string} event */
function messageIn(event) {
  try {
    return JSON.parse(event.slice("data: ".length));
  } catch (error) {
    throw unanswered(error);
  }
}

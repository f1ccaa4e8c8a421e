// Questions to the engines: JSON there and back. What answers (a server now) is known here only.

/** @typedef {Record<string, any>} Question */
/** @typedef {Record<string, any>} Answer */

/**
 * What may go with a question.
 * @typedef {object} Asking
 * @property {AbortSignal} [signal] the question is taken back when it is aborted
 * @property {(part: Answer) => void} [progress] is given the answer so far, as it sharpens
 */

/** A question that was not answered, and why, in words for the person who asked. */
export class Refusal extends Error {}

/**
 * The answer to a question of a kind. Rejects with a Refusal, or with an AbortError if the question
 * was taken back.
 * @param {string} kind
 * @param {Question} question
 * @param {Asking} [asking]
 * @returns {Promise<Answer>}
 */
export async function ask(kind, question, { signal, progress } = {}) {
  const response = await post(kind, question, signal, progress ? "text/event-stream" : "application/json");
  return progress ? follow(response, progress) : response.json();
}

/**
 * Whether an error says only that a question was taken back.
 * @param {unknown} error
 */
export const isTakenBack = (error) => error instanceof DOMException && error.name === "AbortError";

/**
 * @param {string} kind
 * @param {Question} question
 * @param {AbortSignal | undefined} signal
 * @param {string} accept
 */
async function post(kind, question, signal, accept) {
  let response;
  try {
    response = await fetch(new URL(`api/${kind}`, document.baseURI), {
      method: "POST",
      headers: { "content-type": "application/json", accept },
      body: JSON.stringify(question),
      signal,
    });
  } catch (error) {
    if (isTakenBack(error)) throw error;
    throw new Refusal("The server does not answer. Is it still running?");
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new Refusal(answer.error ?? `The server answers ${response.status}.`);
}

/**
 * Server-sent events: parts, then the answer or an error.
 * @param {Response} response
 * @param {(part: Answer) => void} progress
 * @returns {Promise<Answer>}
 */
async function follow(response, progress) {
  if (!response.body) throw new Refusal("The server's answer is empty.");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Refusal("The server ended before it answered.");
    const events = (rest + value).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const told = JSON.parse(event.slice("data: ".length));
      if (told.error !== undefined) throw new Refusal(told.error);
      if (told.answer !== undefined) return told.answer;
      progress(told.part);
    }
  }
}

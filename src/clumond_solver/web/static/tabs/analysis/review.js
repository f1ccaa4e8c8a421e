// The review of a played hand: a deal of a stored session (`?table=…&deal=…`, with the session's id), or of the text
// of a record or a session (`?text=yes`). The browser keeps the text as long as its own tab is open. A report holds its reviews.

/** @import { ReviewShown } from "../../wire.d.ts" */

import { isReport } from "../../ask.js";
import { useAnswer } from "../../parts/answers.js";
import { useState } from "../../parts/view.js";

const KEY = "clumond.review";
/** The text if the browser does not store it. @type {string | null} */
let textInMemory = null;

function storedText() {
  try {
    return sessionStorage.getItem(KEY) ?? textInMemory;
  } catch {
    return textInMemory;
  }
}

/** Store a text for links with `?text=yes`. @param {string} text */
export function storeText(text) {
  textInMemory = text;
  try {
    sessionStorage.setItem(KEY, text);
  } catch { /* a reload will lose the text */ }
}

/** Reviews by question, so that going back to one shows it at once. @type {Map<string, ReviewShown>} */
const cache = new Map();
const MOST_CACHED = 20;

/** @typedef {{session?: string, text?: string, deal: number | null}} ReviewQuestion */

/**
 * The question for the review that a URL names; null if it names none.
 * @param {URLSearchParams} params
 * @returns {ReviewQuestion | null}
 */
export function reviewQuestion(params) {
  const deal = Number(params.get("deal") ?? 0) || null;
  if (isReport) return { deal: deal ?? 1 };
  const session = params.get("table");
  const text = params.has("text") ? storedText() : null;
  return session ? { session, deal } : text ? { text, deal } : null;
}

/** The review of a question, or what is reviewed so far, with its progress. @param {ReviewQuestion | null} question */
export function useReview(question) {
  const key = JSON.stringify(question);
  const [soFar, setSoFar] = useState(/** @type {{key: string, review: ReviewShown} | null} */ (null));
  const { answer, part, error } = useAnswer("review", question && !cache.has(key) ? question : null,
    { onPart: ({ shown }) => shown && setSoFar({ key, review: shown }) });
  if (answer) {
    cache.set(key, answer);
    if (cache.size > MOST_CACHED) cache.delete(cache.keys().next().value ?? "");
  }
  const whole = answer ?? cache.get(key) ?? null;
  return { review: whole ?? (soFar?.key === key ? soFar.review : null), isComplete: whole !== null, progress: part, error };
}

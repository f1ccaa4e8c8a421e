// Answers that belong to what is shown now: older ones are taken back.

import { ask, isAborted } from "../../ask.js";
import { messageOf } from "../../parts/controls.js";
import { useEffect, useState } from "../../parts/view.js";

/**
 * @typedef {object} Told
 * @property {Record<string, any> | null} answer the answer so far, or nothing yet
 * @property {boolean} done whether it is the last word
 * @property {string} error what went wrong instead
 */

/** @type {Told} */
const NOTHING = { answer: null, done: false, error: "" };

/**
 * The answer to a question, asked anew when the question changes; a question that is null waits.
 * @param {string} kind
 * @param {Record<string, any> | null} question
 * @param {{parts?: boolean, delay?: number}} [how] parts: show the answer as it grows;
 *   delay: milliseconds that the question must have stood before it is asked
 * @returns {Told}
 */
export function useAnswer(kind, question, { parts = false, delay = 0 } = {}) {
  const key = question === null ? "" : JSON.stringify([kind, question]);
  const [told, setTold] = useState({ key: "", ...NOTHING });
  useEffect(() => {
    if (question === null) return undefined;
    const asking = new AbortController();
    const { signal } = asking;
    /** @param {Partial<Told>} news */
    const tell = (news) => signal.aborted || setTold({ key, ...NOTHING, ...news });
    const progress = parts ? (/** @type {Record<string, any>} */ answer) => tell({ answer }) : undefined;
    const timer = setTimeout(() => {
      ask(kind, question, { signal, progress }).then(
        (answer) => tell({ answer, done: true }),
        (error) => isAborted(error) || tell({ error: messageOf(error) }),
      );
    }, delay);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [key]);
  return told.key === key ? told : NOTHING;
}

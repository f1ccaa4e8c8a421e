// Answers to the current question of a component: older questions are aborted.

/** @import { Answers, Parts } from "../wire.d.ts" */

import { askUntilAnswered } from "../ask.js";
import { messageOf } from "./controls.js";
import { useEffect, useState } from "./view.js";

/**
 * @template A, P
 * @typedef {object} Answered
 * @property {A | null} answer
 * @property {P | null} part the answer so far, or its progress
 * @property {string} error the message while there is no answer
 * @property {boolean} isAsked whether an answer may come
 */

/**
 * The answer to a question, asked anew when the question changes and while nobody answers; null asks nothing.
 * @template {keyof Answers} K
 * @param {K} kind
 * @param {import("../request.js").RequestData | null} question
 * @param {{parts?: boolean, delay?: number, onAnswer?: (answer: Answers[K]) => void,
 *   onPart?: (part: K extends keyof Parts ? Parts[K] : never) => void}} [how]
 *   parts: ask for parts too; delay: milliseconds for which a question must stay the same before it is sent
 * @returns {Answered<Answers[K], K extends keyof Parts ? Parts[K] : never>}
 */
export function useAnswer(kind, question, { parts = false, delay = 0, onAnswer, onPart } = {}) {
  const key = question === null ? "" : JSON.stringify([kind, question]);
  const nothing = { key, answer: null, part: null, error: "", isAsked: question !== null };
  const [known, setKnown] = useState(/** @type {Answered<any, any> & {key: string}} */ (nothing));
  useEffect(() => {
    if (question === null) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const progress = (/** @type {any} */ part) => {
      if (signal.aborted) return;
      setKnown({ ...nothing, part });
      onPart?.(part);
    };
    const showFault = (/** @type {unknown} */ fault, isAsked = true) => {
      if (signal.aborted) return;
      const error = messageOf(fault);
      setKnown((before) => ({ ...nothing, part: before.key === key ? before.part : null, error, isAsked }));
    };
    const isWanted = () => !signal.aborted;
    const options = { signal, progress: parts || onPart ? progress : undefined };
    const timer = setTimeout(() => {
      askUntilAnswered(kind, question, showFault, isWanted, options).then((answer) => {
        if (signal.aborted) return;
        setKnown({ ...nothing, answer, isAsked: false });
        onAnswer?.(answer);
      }, (fault) => showFault(fault, false));
    }, delay);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key]);
  return known.key === key ? known : nothing;
}

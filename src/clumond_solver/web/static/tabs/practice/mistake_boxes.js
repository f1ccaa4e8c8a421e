// The person's mistakes, stored in the browser until he has found what was better, in boxes as Sebastian Leitner's
// cards (So lernt man lernen, 1972): found at the first try, a mistake moves on to the next box, which comes later;
// missed, it returns to the first.

/** @import { MistakeShown } from "../../wire.d.ts" */

import { dayAfter, today } from "../../parts/days.js";
import { useStoredData } from "../../parts/storage.js";

/** In how many days the mistakes of each box come again; found in the last one, a mistake is learned. */
const WAITS = [1, 3, 7];
const MOST = 300;

/**
 * @typedef {MistakeShown & {session: string, deal: number, when: number, box: number, due: string}} Mistake
 *   when: when it was added, in milliseconds; due: the day from which on it is asked, "" at once
 */

/** @returns {[Mistake[], (mistakes: Mistake[]) => void]} the latest first */
export function useMistakes() {
  const [{ mistakes }, store] = useStoredData("mistakes", { mistakes: /** @type {Mistake[]} */ ([]) });
  return [mistakes, (next) => store({ mistakes: next })];
}

/** @param {Mistake} mistake */
export const keyOf = ({ session, deal, at }) => `${session} ${deal} ${at}`;

/** @param {Mistake} mistake */
const isLearned = ({ box }) => box >= WAITS.length;
/** @param {Mistake} mistake */
const isDue = (mistake) => !isLearned(mistake) && mistake.due <= today();

/**
 * The mistakes to ask: those due, or of one hand all that are not learned.
 * @param {Mistake[]} mistakes
 * @param {{session: string, deal: number} | null} hand
 */
export const toAsk = (mistakes, hand) => mistakes.filter((one) =>
  (hand ? one.session === hand.session && one.deal === hand.deal && !isLearned(one) : isDue(one)));

/** @param {Mistake[]} mistakes */
export function counts(mistakes) {
  const [due, learned] = [mistakes.filter(isDue).length, mistakes.filter(isLearned).length];
  return { due, later: mistakes.length - due - learned, learned };
}

/**
 * The mistakes with those of a hand; the same list if they are there already.
 * @param {Mistake[]} mistakes
 * @param {{session: string, deal: number}} hand
 * @param {MistakeShown[]} found
 * @param {number} when
 */
export function withHand(mistakes, { session, deal }, found, when = Date.now()) {
  const known = new Set(mistakes.map(keyOf));
  const more = found.map((one) => ({ ...one, session, deal, when, box: 0, due: "" }))
    .filter((one) => !known.has(keyOf(one)));
  if (!more.length) return mistakes;
  const all = [...mistakes, ...more].sort((one, other) => other.when - one.when || one.at - other.at);
  // Beyond the most, the oldest of those learned go first; without any, -1 is the oldest of all.
  while (all.length > MOST) all.splice(all.findLastIndex(isLearned), 1);
  return all;
}

/**
 * A mistake after a try; one that is solved before its day stays where it is.
 * @param {Mistake} mistake
 * @param {boolean} isFound at the first try
 */
export function afterTry(mistake, isFound) {
  if (isFound && !isDue(mistake)) return mistake;
  const box = isFound ? mistake.box + 1 : 0;
  return { ...mistake, box, due: box < WAITS.length ? dayAfter(WAITS[box]) : "" };
}

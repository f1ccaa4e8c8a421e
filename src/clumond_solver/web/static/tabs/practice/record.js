// The practice record, stored in the browser: streaks, days, puzzles to retry, ratings.

/** @import { Rating } from "../../wire.d.ts" */

import { anySeed, askUntilAnswered } from "../../ask.js";
import { storedData, useStoredData } from "../../parts/storage.js";
import { today } from "../../parts/days.js";
import { useEffect } from "../../parts/view.js";

const MOST_MISSED = 50;
const MOST_DAYS = 400;

/**
 * @typedef {object} PracticeRecord
 * @property {number} streak the number of puzzles in a row that were solved at the first try
 * @property {number} best the longest streak
 * @property {number} tried the number of puzzles tried
 * @property {number} solved the number of these that were solved at the first try
 * @property {string[]} missed the codes of puzzles to try again, the latest last
 * @property {string[]} days the days whose puzzle was solved
 * @property {string[]} punctual those of them whose puzzle was solved on the day itself
 */

/** @type {PracticeRecord} */
const EMPTY = { streak: 0, best: 0, tried: 0, solved: 0, missed: [], days: [], punctual: [] };

export const useRecord = () => useStoredData("puzzles", EMPTY);

/**
 * The outcome of a puzzle: "at once"; or "helped" at the first help (after a wrong card, a hint, or the solution) and
 * then, once it is solved, "in the end". The first outcome counts the puzzle as tried, unless it was missed before.
 * @typedef {"at once" | "in the end" | "helped"} Outcome
 */

/**
 * The record after a puzzle's outcome.
 * @param {PracticeRecord} record
 * @param {{code: string, outcome: Outcome, day: string}} puzzle
 * @returns {PracticeRecord}
 */
export function afterPuzzle(record, { code, outcome, day }) {
  const isRight = outcome === "at once";
  const days = outcome !== "helped" && day && !record.days.includes(day) ? [...record.days, day].slice(-MOST_DAYS)
    : record.days;
  const punctual = days !== record.days && day === today() ? [...record.punctual, day].slice(-MOST_DAYS)
    : record.punctual;
  if (outcome === "in the end") return { ...record, days, punctual };
  const streak = isRight ? record.streak + 1 : 0;
  const others = record.missed.filter((other) => other !== code);
  const missed = isRight ? others : [...others, code].slice(-MOST_MISSED);
  if (others.length < record.missed.length) return { ...record, missed, days, punctual };
  return {
    streak,
    best: Math.max(record.best, streak),
    tried: record.tried + 1,
    solved: record.solved + (isRight ? 1 : 0),
    missed, days, punctual,
  };
}

// Python knows where a rating starts.
/** @type {Rating} */
const UNRATED = { value: 0, deviation: 0 };

/**
 * Positions that are still to be rated, the oldest first.
 * @typedef {{waiting: {id: string, against: number, right: boolean}[]}} Unrated
 */

/** @type {Unrated} */
const NONE = { waiting: [] };

/** Ratings wait for one another, since each begins where the last one ended. @type {Promise<void>} */
let rated = Promise.resolve();

/**
 * The person's rating for what has that name, stored in the browser, and a function that rates one more position, once
 * somebody answers.
 * @param {string} name
 * @returns {[string, (against: number, right: boolean) => void]} the rating as a text
 */
export function useRating(name) {
  const [rating, store] = useStoredData(`rating-${name}`, UNRATED);
  const [, storeUnrated] = useStoredData(`unrated-${name}`, NONE);
  const waiting = () => storedData(`unrated-${name}`, NONE).waiting;
  const rateFirst = async () => {
    const [first] = waiting();
    if (!first) return;
    const before = storedData(`rating-${name}`, UNRATED), { against, right } = first;
    const question = { rating: before === UNRATED ? null : before, against, right };
    const after = await askUntilAnswered("rated", question, () => {}, () => true).catch(() => null);
    // Another tab may have rated it meanwhile, and leave the next one to this tab.
    if (waiting()[0]?.id !== first.id) {
      await rateFirst();
      return;
    }
    if (after) store(after);
    storeUnrated({ waiting: waiting().slice(1) });
  };
  useEffect(() => waiting().forEach(() => { rated = rated.then(rateFirst); }), []);
  const shown = rating !== UNRATED ? `rating ${Math.round(rating.value)} ± ${Math.round(2 * rating.deviation)}` : "";
  return [shown, (against, right) => {
    storeUnrated({ waiting: [...waiting(), { id: String(anySeed()), against, right }] });
    rated = rated.then(rateFirst);
  }];
}

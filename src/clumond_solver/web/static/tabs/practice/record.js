// The practice record, stored in the browser: streaks, days, puzzles to retry, ratings.

/** @import { Rating } from "../../wire.d.ts" */

import { askUntilAnswered } from "../../ask.js";
import { storedData, useStoredData } from "../../parts/storage.js";
import { today } from "../../parts/days.js";

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
 * then, once it is solved, "in the end". The first outcome counts the puzzle as tried.
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
  return {
    streak,
    best: Math.max(record.best, streak),
    tried: record.tried + 1,
    solved: record.solved + (isRight ? 1 : 0),
    missed: isRight ? others : [...others, code].slice(-MOST_MISSED),
    days, punctual,
  };
}

// Python knows where a rating starts.
/** @type {Rating} */
const UNRATED = { value: 0, deviation: 0 };

/** Ratings wait for one another, since each begins where the last one ended. @type {Promise<void>} */
let rated = Promise.resolve();

/**
 * The person's rating for what has that name, stored in the browser, and a function that rates one more position.
 * @param {string} name
 * @returns {[string, (against: number, right: boolean) => void]} the rating as a text
 */
export function useRating(name) {
  const [rating, store] = useStoredData(`rating-${name}`, UNRATED);
  const shown = rating !== UNRATED ? `rating ${Math.round(rating.value)} ± ${Math.round(2 * rating.deviation)}` : "";
  return [shown, (against, right) => {
    rated = rated.then(async () => {
      const before = storedData(`rating-${name}`, UNRATED);
      const question = { rating: before === UNRATED ? null : before, against, right };
      store(await askUntilAnswered("rated", question, () => {}, () => true));
    }).catch(() => {});
  }];
}

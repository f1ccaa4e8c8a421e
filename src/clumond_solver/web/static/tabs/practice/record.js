// The practice record, stored in the browser: streaks, days, puzzles to retry.

import { useStored } from "../../parts/stored.js";

const MOST_MISSED = 50;
const MOST_DAYS = 400;

/**
 * @typedef {object} Record
 * @property {number} streak puzzles in a row that were solved at the first try
 * @property {number} best the longest such row
 * @property {number} tried
 * @property {number} solved of these, at the first try
 * @property {string[]} missed codes of puzzles to try again, the latest last
 * @property {string[]} days whose puzzle was solved
 */

/** @type {Record} */
const NOTHING = { streak: 0, best: 0, tried: 0, solved: 0, missed: [], days: [] };

/** @returns {[Record, (next: Record) => void]} */
export function useRecord() {
  const [text, keep] = useStored("puzzles", "");
  return [parsed(text, NOTHING), (next) => keep(JSON.stringify(next))];
}

/**
 * What happened to a puzzle: solved without help, solved with help, or first helped (a wrong card, a hint, the solution).
 * @typedef {"at once" | "in the end" | "helped"} Done
 */

/**
 * The record updated by a puzzle.
 * @param {Record} record
 * @param {{code: string, how: Done, day: string}} answered
 * @returns {Record}
 */
export function after(record, { code, how, day }) {
  const right = how === "at once";
  const days = how !== "helped" && day && !record.days.includes(day) ? [...record.days, day].slice(-MOST_DAYS) : record.days;
  if (how === "in the end") return { ...record, days };
  const streak = right ? record.streak + 1 : 0;
  const others = record.missed.filter((other) => other !== code);
  return {
    streak,
    best: Math.max(record.best, streak),
    tried: record.tried + 1,
    solved: record.solved + (right ? 1 : 0),
    missed: right ? others : [...others, code].slice(-MOST_MISSED),
    days,
  };
}

/**
 * Parse stored JSON; `first` if the text is not of its shape.
 * @template {object} T
 * @param {string} text
 * @param {T} first
 * @returns {T}
 */
export function parsed(text, first) {
  try {
    const kept = JSON.parse(text);
    const fits = Object.entries(first).every(([name, value]) =>
      typeof kept[name] === typeof value && Array.isArray(kept[name]) === Array.isArray(value));
    return fits ? kept : first;
  } catch {
    return first;
  }
}

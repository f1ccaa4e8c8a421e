// What day it is for the deal and the puzzle of the day: one day for everybody, the date in UTC, as in coach/days.py.

/** The date in UTC, the same all over the world: 2026-11-22. */
export const today = () => new Date().toISOString().slice(0, 10);

/** The date in UTC in so many days. @param {number} days */
export const dayAfter = (days) => new Date(Date.now() + days * 86400000).toISOString().slice(0, 10);

/**
 * How many of these days follow one another up to today, or up to yesterday if today is not among them yet.
 * @param {string[]} days
 */
export function daysInARow(days) {
  const first = days.includes(today()) ? 0 : 1;
  let count = 0;
  while (days.includes(dayAfter(-first - count))) count += 1;
  return count;
}

// The state of Explore, all of which is in the URL: a link shows the same to everybody.

/** @import { Opened } from "../../wire.d.ts" */

import { LETTERS } from "../../parts/cards.js";

/**
 * @typedef {object} State
 * @property {string} start where the play began, as the library writes a play
 * @property {string[]} cards all cards played since
 * @property {number} at how many of them have been played at the point that is shown
 * @property {string} goal whose success is analysed, as a letter; empty for the declarer's
 * @property {string} view whose hand alone is seen, as a letter; empty for all hands
 * @property {string} title
 * @property {string[]} players three names, empty where there is none
 * @property {string | null} tens where the tens lie, as the library writes it; null in the base game
 */

/**
 * The state in an address; null if there is none.
 * @param {URLSearchParams} words
 * @returns {State | null}
 */
export function stateOf(words) {
  const start = words.get("start");
  if (!start) return null;
  const cards = (words.get("cards") ?? "").split(".").filter(Boolean);
  const at = Number(words.get("at") ?? cards.length);
  return {
    start,
    cards,
    at: Number.isInteger(at) && at >= 0 && at <= cards.length ? at : cards.length,
    goal: letter(words.get("goal")),
    view: letter(words.get("view")),
    title: words.get("title") ?? "",
    players: LETTERS.map((place) => words.get(place) ?? ""),
    tens: words.get("tens"),
  };
}

/** @param {string | null} word */
const letter = (word) => (word !== null && LETTERS.includes(word) ? word : "");

/**
 * The URL parameters of a state.
 * @param {State} state
 * @returns {Record<string, string | number | null>}
 */
export function wordsOf({ start, cards, at, goal, view, title, players, tens }) {
  const names = Object.fromEntries(LETTERS.map((place, seat) => [place, players[seat]]));
  const moment = at === cards.length ? null : at;
  return { start, cards: cards.join("."), at: moment, goal, view, title, tens, ...names };
}

/**
 * The state at the last card of an opened play.
 * @param {Opened} opened
 * @param {Partial<State>} [change]
 * @returns {State}
 */
export function stateAt({ start, cards, title, players, tens }, change = {}) {
  return { start, cards, at: cards.length, goal: "", view: "", title, players, tens, ...change };
}

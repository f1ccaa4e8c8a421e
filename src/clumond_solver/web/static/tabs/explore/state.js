// The state of Explore, all of which is in the URL: a link shows the same to everybody.

/** @import { OpenedPlay } from "../../wire.d.ts" */

import { LETTERS } from "../../parts/cards.js";

/**
 * @typedef {object} State
 * @property {string} start the position where the play starts, as the library writes a play
 * @property {string[]} cards all cards played since
 * @property {number} at the number of these that are played in the position shown
 * @property {string} goal the letter of the seat whose success is analysed; empty for declarer
 * @property {string} view the letter of the only seat whose hand is shown; empty for all hands
 * @property {string} title
 * @property {string[]} players three names, empty where there is none
 * @property {string | null} tens where the tens lie, as the library writes it; null in the base game
 */

/**
 * The state of URL parameters; null if they hold none.
 * @param {URLSearchParams} params
 * @returns {State | null}
 */
export function stateOf(params) {
  const start = params.get("start");
  if (!start) return null;
  const cards = (params.get("cards") ?? "").split(".").filter(Boolean);
  const at = Number(params.get("at") ?? cards.length);
  return {
    start,
    cards,
    at: Number.isInteger(at) && at >= 0 && at <= cards.length ? at : cards.length,
    goal: letterOf(params.get("goal")),
    view: letterOf(params.get("view")),
    title: params.get("title") ?? "",
    players: LETTERS.map((letter) => params.get(letter) ?? ""),
    tens: params.get("tens"),
  };
}

/** @param {string | null} value */
const letterOf = (value) => (value !== null && LETTERS.includes(value) ? value : "");

/**
 * The URL parameters of a state.
 * @param {State} state
 * @returns {Record<string, string | number | null>}
 */
export function paramsOf({ start, cards, at, goal, view, title, players, tens }) {
  const names = Object.fromEntries(LETTERS.map((letter, seat) => [letter, players[seat]]));
  return { start, cards: cards.join("."), at: at === cards.length ? null : at, goal, view, title, tens, ...names };
}

/**
 * The state after the last card of an opened play.
 * @param {OpenedPlay} opened
 * @param {Partial<State>} [change]
 * @returns {State}
 */
export function stateAt({ start, cards, title, players, tens }, change = {}) {
  return { start, cards, at: cards.length, goal: "", view: "", title, players, tens, ...change };
}

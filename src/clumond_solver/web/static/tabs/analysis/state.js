// The state of the board, all of which is in the URL: a link to a position shows the same to everybody.

/** @import { BoardTrick, OpenedPlay, Position, ReviewShown } from "../../wire.d.ts" */

import { LETTERS } from "../../parts/cards.js";

/**
 * A played hand under review.
 * @typedef {object} Played
 * @property {Record<string, string | null>} source the URL parameters that name it
 * @property {string} start empty if the game is not Clumond: no other cards can be tried then
 * @property {string[]} cards
 * @property {number} calls the reviewed calls before the first card
 * @property {number} at the point shown first
 * @property {number} last the last point that can be shown
 * @property {string} title
 * @property {string[]} players
 * @property {string | null} tens
 */

/**
 * @typedef {object} State
 * @property {Played | null} played the hand under review, if the cards start from it
 * @property {string} start the position where the play starts, as the library writes a play
 * @property {string[]} cards all cards played since; those of `played`, or others that are tried
 * @property {number} at the number of these that are played in the position shown; negative before reviewed calls
 * @property {string} goal the letter of the seat whose success is analysed; empty for declarer
 * @property {string} view the letter of the only seat whose hand is shown; empty for all hands
 * @property {string} title
 * @property {string[]} players three names, empty where there is none
 * @property {string | null} tens where the tens lie, as the library writes it; null in the base game
 */

/**
 * @param {ReviewShown} review
 * @param {Record<string, string | null>} source
 * @param {boolean} isComplete
 * @returns {Played}
 */
export function playedOf({ plays, hand, costliest, person, title }, source, isComplete) {
  const cards = plays.flatMap(({ card }) => card ?? []);
  const calls = plays.length - cards.length;
  const costly = costliest.find((number) => person === null || plays[number - 1].seat === person) ?? costliest[0];
  return {
    source, cards, calls, title, start: hand?.start ?? "", players: hand?.players ?? [], tens: hand?.tens ?? null,
    at: (isComplete && costly ? costly - 1 : 0) - calls, last: isComplete ? cards.length : cards.length - 1,
  };
}

/**
 * The state of URL parameters; null if they hold none.
 * @param {URLSearchParams} params
 * @param {Played | null} played
 * @returns {State | null}
 */
export function stateOf(params, played) {
  const start = played?.start ?? params.get("start");
  if (!start && !played) return null;
  const isTried = !played || (played.start && params.has("cards"));
  const cards = isTried ? (params.get("cards") ?? "").split(".").filter(Boolean) : played.cards;
  const [first, last] = played ? [-played.calls, isTried ? cards.length : played.last] : [0, cards.length];
  const given = params.get("at");
  const at = given === null ? played?.at ?? last : Number(given) + (played ? first - 1 : 0);
  return {
    played, cards, start: start ?? "",
    at: Number.isInteger(at) && at >= first && at <= last ? at : last,
    goal: letterOf(params.get("goal")),
    view: letterOf(params.get("view")),
    title: played?.title ?? params.get("title") ?? "",
    players: LETTERS.map((letter, seat) => played?.players[seat] ?? params.get(letter) ?? ""),
    tens: played ? played.tens : params.get("tens"),
  };
}

/** @param {string | null} value */
const letterOf = (value) => (value !== null && LETTERS.includes(value) ? value : "");

/**
 * The URL parameters of a state.
 * @param {State} state
 * @returns {Record<string, string | number | null>}
 */
export function paramsOf({ played, start, cards, at, goal, view, title, players, tens }) {
  if (played) return { ...played.source, cards: isPlayed({ played, cards }) ? null : cards.join("."), at: at + played.calls + 1, goal, view };
  const names = Object.fromEntries(LETTERS.map((letter, seat) => [letter, players[seat]]));
  return { start, cards: cards.join("."), at: at === cards.length ? null : Math.max(at, 0), goal, view, title, tens, ...names };
}

/** Whether the cards are those of the hand under review. @param {Pick<State, "played" | "cards">} state */
export const isPlayed = ({ played, cards }) => played !== null && sharedCards({ played, cards }) === Math.max(cards.length, played.cards.length);

/** The number of first cards that are those of the hand under review. @param {Pick<State, "played" | "cards">} state */
export function sharedCards({ played, cards }) {
  if (!played) return 0;
  const parted = cards.findIndex((card, index) => card !== played.cards[index]);
  return parted < 0 ? cards.length : parted;
}

/**
 * The state after the last card of an opened play.
 * @param {OpenedPlay} opened
 * @param {Partial<State>} [change]
 * @returns {State}
 */
export function stateAt({ start, cards, title, players, tens }, change = {}) {
  return { played: null, start, cards, at: cards.length, goal: "", view: "", title, players, tens, ...change };
}

/**
 * The position after some cards; nothing in it can be played.
 * @param {ReviewShown} review
 * @param {number} at the number of cards played; negative before reviewed calls
 * @returns {Position}
 */
export function playedPosition({ plays, hands, names, declarer, hand, finished }, at) {
  const cards = plays.filter(({ card }) => card);
  const past = cards.slice(0, Math.max(at, 0));
  const gone = past.map(({ card }) => card);
  const ended = finished && at === cards.length;
  return {
    start: hand?.start ?? "", play: "", deal: null, legal: [], may_play: [], over: finished, declarer,
    hands: hands.map((hand) => [hand.filter((card) => !gone.includes(card))]),
    turn: plays[plays.length - cards.length + at]?.seat ?? null,
    taken: names.map((_, seat) => past.filter(({ won }) => won === seat).length),
    supplementary: hand?.supplementary ?? names.map(() => 0),
    strain: hand?.strain ?? "",
    tricks: tricksOf(cards),
    outcome: ended ? hand?.outcome ?? null : null,
  };
}

/** @param {ReviewShown["plays"]} cards */
function tricksOf(cards) {
  /** @type {BoardTrick[]} */
  const tricks = [];
  cards.forEach(({ seat, card, trick, leads, won }, index) => {
    if (leads || !tricks.length) tricks.push({ number: trick, cards: [], winner: null });
    const last = tricks[tricks.length - 1];
    last.cards.push({ card: card ?? "", seat, index });
    last.winner = won;
  });
  return tricks;
}

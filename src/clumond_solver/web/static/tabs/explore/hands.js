// The hands, with what the engines say of the cards.

/** @import { Position } from "../../wire.d.ts" */

import { Held, PositionBoard, SuitRow } from "../../parts/board.js";
import { LETTERS, SEATS, SUITS } from "../../parts/cards.js";
import { html } from "../../parts/view.js";
import { counted, percent, signed } from "../../parts/wording.js";

/** @typedef {import("./state.js").State} State */

/**
 * What the engines say about the position that is shown.
 * @typedef {object} Known
 * @property {Record<string, boolean | null>} [plays] whether success can still be forced after a card
 * @property {boolean} own whether the seat is to play whose success that is
 * @property {number} hero that seat
 * @property {Record<string, number[]>} [misses] how far off the best finish after it is
 * @property {Record<string, number>} [chances] what its player thinks of it, from his own hand
 * @property {string} [what] "chance" or "points": what those are
 * @property {string} [best] the card that he should play
 */

/**
 * The colour of a card: green if it is good for who plays it.
 * @param {boolean | null | undefined} makes whether success can still be forced after it
 * @param {boolean} own whether the seat plays it whose success that is
 */
export const verdictClass = (makes, own) => (makes === undefined ? "" : makes === null ? "unknown" : makes === own ? "makes" : "fails");

/**
 * The same in words.
 * @param {boolean | null | undefined} makes
 * @param {boolean} own
 * @param {number} hero whose success it is
 */
export function verdictWords(makes, own, hero) {
  if (makes === undefined) return "";
  if (makes === null) return "not known";
  if (own) return makes ? "success can still be forced" : "success cannot be forced";
  return makes ? `${SEATS[hero]} can still force success` : `${SEATS[hero]} can be stopped`;
}

/** @param {number[]} bounds */
const bracket = ([low, high]) => (low === high ? `${low}` : `${low}–${high}`);

/**
 * @param {{state: State, position: Position, known: Known, onPlay: (card: string) => void,
 *   onEngine: () => void}} props onEngine: the engine is to play for a hidden hand
 */
export function Hands({ state, position, known, onPlay, onEngine }) {
  /** @param {number} seat */
  const instead = (seat) => {
    if (state.view === "" || LETTERS[seat] === state.view) return undefined;
    return position.turn === seat ? html`<${HiddenTurn} position=${position} view=${state.view} onPlay=${onPlay} onEngine=${onEngine} />`
      : html`<${Unseen} count=${position.hands[seat].flat().length} />`;
  };
  /** @param {string} card @param {number} seat */
  const held = (card, seat) => (position.turn !== seat ? html`<${Held} key=${card} card=${card} />`
    : position.legal.includes(card) ? legalCard(card, known, onPlay) : html`<${Held} key=${card} card=${card} looks="barred" />`);
  return html`<${PositionBoard} position=${position} at=${state.at} players=${state.players} held=${held} instead=${instead} />`;
}

/** @param {{count: number}} props */
function Unseen({ count }) {
  return html`<p class="unseen-hand"><span class="backs" aria-hidden="true">${Array.from({ length: count }, () => html`<i class="tiny"></i>`)}</span>
    ${counted(count, "card")}, not seen</p>`;
}

/**
 * @param {string} card
 * @param {Known} known
 * @param {(card: string) => void} onPlay
 */
function legalCard(card, known, onPlay) {
  const makes = known.plays?.[card];
  const miss = missOf(known, card);
  const chance = known.chances?.[card];
  const words = [verdictWords(makes, known.own, known.hero)];
  if (miss) words.push(`best finish ${bracket(miss)} off`);
  if (chance !== undefined) words.push(chanceText(chance, known.what));
  if (known.best === card) words.push("the best from what this seat can see");
  const looks = [verdictClass(makes, known.own), chance === undefined ? "" : "rated", known.best === card ? "best" : ""];
  const note = chance !== undefined ? chanceText(chance, known.what, true) : miss ? bracket(miss) : "";
  return html`<${Held} key=${card} card=${card} looks=${looks.join(" ")} words=${words.filter(Boolean)} note=${note} onPlay=${onPlay} />`;
}

/**
 * @param {number} value
 * @param {string} [what]
 * @param {boolean} [short]
 */
export function chanceText(value, what, short = false) {
  if (what === "points") return `${signed(value)}${short ? "" : " points expected"}`;
  return short ? `${Math.round(100 * value)}` : `declarer's chance ${percent(value)}`;
}

/**
 * A card that fails is at least one trick off, also where the search for how many had no time.
 * @param {Known} known
 * @param {string} card
 * @returns {number[] | undefined}
 */
function missOf(known, card) {
  const bounds = known.misses?.[card];
  return bounds && known.plays?.[card] === false ? [Math.max(1, bounds[0]), bounds[1]] : bounds;
}

/**
 * A hidden hand that is to play: any card that the seat whose view this is has not seen.
 * @param {{position: Position, view: string, onPlay: (card: string) => void, onEngine: () => void}} props
 */
function HiddenTurn({ position, view, onPlay, onEngine }) {
  const seat = SEATS[position.turn ?? 0];
  return html`<div class="hidden-turn">
    <p class="small-text">What does ${seat} play? He may hold any of these cards, from what ${SEATS[LETTERS.indexOf(view)]} knows. Or
      ${" "}<button type="button" class="button" id="engine-plays" onClick=${onEngine}>let the engine play</button></p>
    ${SUITS.map((suit) => {
      const cards = position.may_play.filter((card) => card[0] === suit).reverse();
      return cards.length === 0 ? null : html`<${SuitRow} key=${suit} suit=${suit} cards=${cards}
        held=${(/** @type {string} */ card) => html`<${Held} key=${card} card=${card} words=${[`played by ${seat}`]} onPlay=${onPlay} />`} />`;
    })}
  </div>`;
}

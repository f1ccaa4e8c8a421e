// The hands with the engines' evaluation of the cards, the play so far (a row for each trick), and the steps through
// it.

/** @import { BoardTrick, PlayReviewed, Position, ReviewShown } from "../../wire.d.ts" */

import { HandCard, PositionBoard, SuitRow } from "../../parts/board.js";
import { cardName, CardText, LETTERS, ReadAs, SEATS, SUITS } from "../../parts/cards.js";
import { useKeys } from "../../parts/controls.js";
import { html } from "../../parts/view.js";
import { capital, counted, percent, signed, wholePercent, Words } from "../../parts/wording.js";
import { sharedCards } from "./board_state.js";
import { GRADES, markOf, spokenMark } from "./review.js";

/** @typedef {import("./board_state.js").State} State */

/**
 * The engines' evaluation of the cards of the seat to play.
 * @typedef {object} Evaluation
 * @property {number} hero the seat whose success the verdicts and misses are about
 * @property {boolean} heroToPlay
 * @property {Record<string, boolean | null>} [plays] whether the hero can still force success after a card
 * @property {Record<string, number[]>} [misses] bounds of the tricks off after a card, in the best finish
 * @property {Record<string, number>} [chances] the value of a card from what its player can see
 * @property {string} [unit] the unit of these values: "chance" or "points"
 * @property {string} [best] the card that he should play
 */

/**
 * The colour of a card: green if it is good for the seat that plays it.
 * @param {boolean | null | undefined} verdict whether the hero can still force success after it
 * @param {boolean} byHero whether the hero plays it
 */
const verdictClass = (verdict, byHero) =>
  (verdict === undefined ? "" : verdict === null ? "unknown" : verdict === byHero ? "makes" : "fails");

/**
 * The verdict after a card in words.
 * @param {boolean | null | undefined} verdict
 * @param {boolean} byHero
 * @param {number} hero
 */
function verdictText(verdict, byHero, hero) {
  if (verdict === undefined) return "";
  if (verdict === null) return "not known";
  if (byHero) return verdict ? "success can still be forced" : "success cannot be forced";
  return verdict ? `${SEATS[hero]} can still force success` : `${SEATS[hero]} can be stopped`;
}

/** @param {number[]} bounds */
const boundsText = ([low, high]) => (low === high ? `${low}` : `${low}–${high}`);

/**
 * @param {{state: State, position: Position, evaluation: Evaluation, marks: Record<string, string>,
 *   review: ReviewShown | null, onPlay: (card: string) => void, onEngine: () => void}} props marks: by card,
 *   a word for the card played, a better one,
 *   or the next of a line; onEngine: lets the engine play for a hidden hand
 */
export function Hands({ state, position, evaluation, marks, review, onPlay, onEngine }) {
  /** @param {number} seat */
  const instead = (seat) => {
    if (state.view === "" || LETTERS[seat] === state.view) return undefined;
    return position.turn === seat
      ? html`<${HiddenTurn} position=${position} view=${state.view} onPlay=${onPlay} onEngine=${onEngine} />`
      : html`<${Unseen} count=${position.hands[seat].flat().length} />`;
  };
  /** @param {string} card @param {number} seat */
  const cardInHand = (card, seat) => {
    const mark = position.turn === seat ? marks[card] : undefined;
    if (position.turn === seat && position.legal.includes(card)) return legalCard(card, evaluation, onPlay, mark);
    return html`<${HandCard} key=${card} card=${card} note=${mark}
        looks=${mark ?? (position.turn === seat && position.legal.length ? "barred" : "")} />`;
  };
  return html`<${PositionBoard} position=${position} at=${state.at} names=${state.start ? SEATS : review?.names}
      players=${state.players} below=${review?.person}
    cardInHand=${cardInHand} instead=${instead} />`;
}

/** @param {{count: number}} props */
function Unseen({ count }) {
  return html`<p class="unseen-hand">
    <span class="backs" aria-hidden="true">${Array.from({ length: count }, () => html`<i class="tiny"></i>`)}</span>
    ${counted(count, "card")}, not seen</p>`;
}

/**
 * @param {string} card
 * @param {Evaluation} evaluation
 * @param {(card: string) => void} onPlay
 * @param {string} [mark]
 */
function legalCard(card, evaluation, onPlay, mark = "") {
  const { hero, heroToPlay, plays, chances, unit, best } = evaluation;
  const verdict = plays?.[card];
  const miss = missOf(evaluation, card);
  const chance = chances?.[card];
  const remarks = [mark, verdictText(verdict, heroToPlay, hero)];
  if (miss) remarks.push(`ends ${boundsText(miss)} off with best play`);
  if (chance !== undefined) remarks.push(chanceText(chance, unit));
  if (best === card) remarks.push("the best from what this seat can see");
  const looks = [mark, verdictClass(verdict, heroToPlay), chance === undefined ? "" : "rated",
    best === card ? "best" : ""];
  const note = mark || (chance !== undefined ? chanceText(chance, unit, true) : miss ? boundsText(miss) : "");
  return html`<${HandCard} key=${card} card=${card} looks=${looks.join(" ")} remarks=${remarks.filter(Boolean)}
      note=${note} onPlay=${onPlay} />`;
}

/**
 * @param {number} value
 * @param {string} [unit]
 * @param {boolean} [short]
 */
export function chanceText(value, unit, short = false) {
  if (unit === "points") return `${signed(value)}${short ? "" : " points expected"}`;
  return short ? String(wholePercent(value)) : `declarer's chance ${percent(value)}`;
}

/**
 * Bounds of the tricks off after a card: at least one if the verdict is "fails", even if the search for
 * the bounds ran out of time.
 * @param {Evaluation} evaluation
 * @param {string} card
 * @returns {number[] | undefined}
 */
function missOf({ misses, plays }, card) {
  const bounds = misses?.[card];
  return bounds && plays?.[card] === false ? [Math.max(1, bounds[0]), bounds[1]] : bounds;
}

/**
 * The choice of a card for a hidden hand that is to play, among all that the viewing seat has not seen.
 * @param {{position: Position, view: string, onPlay: (card: string) => void, onEngine: () => void}} props
 */
function HiddenTurn({ position, view, onPlay, onEngine }) {
  const seat = SEATS[position.turn ?? 0];
  return html`<div class="hidden-turn">
    <p class="small-text">What does ${seat} play? He may hold any of these cards, from
      what ${SEATS[LETTERS.indexOf(view)]} knows. Or
      ${" "}<button type="button" class="button" id="engine-plays" onClick=${onEngine}>let the program play</button></p>
    ${SUITS.map((suit) => {
      const cards = position.may_play.filter((card) => card[0] === suit).reverse();
      return cards.length === 0 ? null : html`<${SuitRow} key=${suit} suit=${suit} cards=${cards}
        cardInHand=${(/** @type {string} */ card) =>
          html`<${HandCard} key=${card} card=${card} remarks=${[`played by ${seat}`]} onPlay=${onPlay} />`} />`;
    })}
  </div>`;
}

/**
 * @typedef {(boolean | null | undefined)[]} Verdicts by the number of cards played, whether the hero can force success
 */

/**
 * @param {{tricks: BoardTrick[], isOver: boolean, state: State, review: ReviewShown | null, verdicts: Verdicts,
 *   onJump: (at: number) => void, isComputing: boolean, hero: number}} props
 *   isOver: whether no card is left to play after all the cards
 */
export function PlayList({ tricks, isOver, state, review, verdicts, onJump, isComputing, hero }) {
  const { at, goal, played } = state;
  const calls = review?.plays.filter(({ card }) => !card) ?? [];
  if (tricks.length === 0 && !calls.length) {
    return html`<p class="soft">${isOver ? "No card is left to play." : "No card is played yet."}</p>`;
  }
  const names = review?.names ?? SEATS;
  const shared = sharedCards(state);
  /** The review of a card that was played. @param {number} index */
  const reviewOf = (index) => (index < shared && !goal ? review?.plays[calls.length + index] : undefined);
  /** The verdict after a card. @param {number} index */
  const verdictOf = (index) => {
    const reviewed = reviewOf(index);
    return reviewed ? reviewed.verdict ?? undefined : verdicts[index + 1];
  };
  /** A reviewed card is on view before it is played, one that is tried after it. */
  const here = (/** @type {number} */ index) => (played && at <= shared ? index === at : index === at - 1);
  const isTurning = (/** @type {number} */ index) => {
    const [before, after] = [verdicts[index], verdicts[index + 1]];
    return reviewOf(index)?.turned ?? (typeof before === "boolean" && typeof after === "boolean" && before !== after);
  };
  /** @param {BoardTrick} trick @param {number} seat */
  const cell = ({ cards, winner }, seat) => {
    const { card, index } = cards.find((played) => played.seat === seat) ?? {};
    if (!card || index === undefined) return null;
    // A card that lay on the table at the start: no position to jump to.
    if (index === null) return html`<${CardText} card=${card} />`;
    const reviewed = reviewOf(index), verdict = verdictOf(index), won = seat === winner;
    const byHero = reviewed && review?.declarer === null ? true : seat === hero;
    const remarks = [cardName(card), won ? "which won the trick" : "",
      reviewed && review ? spokenMark(reviewed, review.declarer) : "",
      state.start ? verdictText(verdict, byHero, hero) : "",
      isTurning(index) && !reviewed ? "the verdict changed here" : ""];
    const looks = [verdictClass(verdict, byHero), isTurning(index) ? "turned" : "", won ? "won" : "",
      index >= at ? "later" : ""];
    return html`<${Jump} card=${card} looks=${looks.filter(Boolean).join(" ")} here=${here(index)}
        name=${remarks.filter(Boolean).join(", ")}
      onJump=${() => onJump(index < shared ? index : index + 1)}><${Mark} play=${reviewed} /><//>`;
  };
  return html`${calls.length ? html`<ul class="calls">${calls.map((call, index) => html`<li key=${index}>
      <${Jump} here=${at === index - calls.length}
        onJump=${() => onJump(index - calls.length)}>${capital(names[call.seat])}: <${Words} text=${call.text} />
        <${Mark} play=${call} /><//></li>`)}</ul>` : null}
    ${tricks.length ? html`<div class="scroller" tabindex="0" role="region"
        aria-label="The tricks played"><table class="tricks-table">
      <thead><tr><th scope="col" class="number">Trick</th>
        ${names.map((name, seat) => html`<th scope="col" key=${seat}>${capital(name)}</th>`)}</tr></thead>
      <tbody>${tricks.map((trick) =>
        html`<tr key=${trick.number}><th scope="row" class="number">${trick.number}</th>
          ${names.map((_, seat) => html`<td key=${seat}>${
        trick.cards[0]?.seat === seat ? html`<span class="soft" role="img" aria-label="leads">▸</span>` : null}
        ${cell(trick, seat)}</td>`)}</tr>`)}</tbody></table></div>` : null}
    ${state.start ? html`<p class="soft small-text"
        id="turning-points">${isComputing ? "Checking every card …"
          : turningPoints(tricks, isTurning, verdictOf, names)}</p>` : null}
    ${review ? html`<p class="soft small-text key">
      ${GRADES.map(({ word, sign }) => html`<b key=${word}>${sign}</b> ${word}, `)}
      <b>⇄</b> changed what could be forced with all hands open, <b>▸</b> led.</p>` : null}`;
}

/**
 * A button for a card or call of a play, which jumps to it.
 * @param {{looks?: string, here: boolean, name?: string, card?: string | null, onJump: () => void, children?: any}}
 *   props name: for screen readers, instead of the card
 */
function Jump({ looks = "", here, name, card, onJump, children }) {
  const shown = html`${card ? html`<${CardText} card=${card} />` : null}${children}`;
  return html`<button type="button" class=${`jump ${looks}`} data-card=${card} title=${name}
      aria-current=${here ? "step" : undefined}
    onClick=${onJump}>${name ? html`<${ReadAs} name=${name}>${shown}<//>` : shown}</button>`;
}

/** @param {{play: PlayReviewed | undefined}} props */
function Mark({ play }) {
  return play && markOf(play) ? html`<span class="mark">${markOf(play)}</span>` : null;
}

/**
 * A sentence that names the cards at which the verdict changed; "" if no verdict is known.
 * @param {BoardTrick[]} tricks
 * @param {(index: number) => boolean} isTurning
 * @param {(index: number) => boolean | null | undefined} verdictOf
 * @param {string[]} names
 */
function turningPoints(tricks, isTurning, verdictOf, names) {
  const cards = tricks.flatMap((trick) =>
    trick.cards.flatMap(({ card, seat, index }) =>
      (index === null ? [] : { card, seat, index, number: trick.number })));
  const known = cards.filter(({ index }) => typeof verdictOf(index) === "boolean").length;
  const turning = cards.filter(({ index }) => isTurning(index))
    .map(({ card, seat, number }, n) =>
      html`<span key=${card}>${n ? ";" : ""} <${CardText} card=${card} /> by ${names[seat]} in trick ${number}</span>`);
  if (turning.length) return html`The verdict changed at${turning}.`;
  return known === cards.length ? "With all hands open the verdict never changed."
    : known ? "Where it is known, the verdict with all hands open never changed." : "";
}

/**
 * Buttons and keys that step through a play.
 * @param {{at: number, first?: number, last: number, onStep: (at: number) => void, children?: any}} props
 */
export function Steps({ at, first = 0, last, onStep, children }) {
  const step = (/** @type {number} */ to) => to >= first && to <= last && to !== at && onStep(to);
  useKeys({ ArrowLeft: () => step(at - 1), ArrowRight: () => step(at + 1), Home: () => step(first),
    End: () => step(last) });
  return html`<nav id="steps" class="bar" aria-label="Steps">
    <${Step} id="first" label="To the start" keys="Home" off=${at === first} onStep=${() => step(first)}>«<//>
    <${Step} id="back" label="One card back" keys="ArrowLeft" off=${at === first} onStep=${() => step(at - 1)}>‹<//>
    <${Step} id="forward" label="One card forward" keys="ArrowRight" off=${at === last}
      onStep=${() => step(at + 1)}>›<//>
    <${Step} id="last" label="To the end" keys="End" off=${at === last} onStep=${() => step(last)}>»<//>
    ${children}
  </nav>`;
}

/**
 * A button for a step; unlike a disabled one it keeps the focus while it is off.
 * @param {{id: string, label: string, keys: string, off: boolean, onStep: () => void, children?: any}} props
 */
export function Step({ id, label, keys, off, onStep, children }) {
  return html`<button type="button" id=${id} class="button" aria-label=${label} title=${`${label} (${keys})`}
      aria-keyshortcuts=${keys}
    aria-disabled=${off ? "true" : undefined} onClick=${() => off || onStep()}>${children}</button>`;
}

// The play so far: a row for each trick; a click on a card or call shows the position.

/** @import { BoardTrick, PlayReviewed, ReviewShown } from "../../wire.d.ts" */

import { Jump, TrickTable } from "../../parts/board.js";
import { cardName, CardText, SEATS } from "../../parts/cards.js";
import { html } from "../../parts/view.js";
import { capital, Words } from "../../parts/wording.js";
import { verdictClass, verdictText } from "./hands.js";
import { GRADES, markOf, spokenMark } from "./reviewed.js";
import { sharedCards } from "./state.js";

/** @typedef {(boolean | null | undefined)[]} Verdicts by the number of cards played, whether the hero can force success */

/**
 * @param {{tricks: BoardTrick[], state: import("./state.js").State, review: ReviewShown | null, verdicts: Verdicts,
 *   onJump: (at: number) => void, isComputing: boolean, hero: number}} props
 */
export function PlayList({ tricks, state, review, verdicts, onJump, isComputing, hero }) {
  const { at, goal, played } = state;
  const calls = review?.plays.filter(({ card }) => !card) ?? [];
  if (tricks.length === 0 && !calls.length) return html`<p class="soft">No card is played yet.</p>`;
  const names = review?.names ?? SEATS;
  const shared = sharedCards(state);
  /** The review of a card that was played. @param {number} index */
  const reviewOf = (index) => (index < shared && !goal ? review?.plays[calls.length + index] : undefined);
  /** The verdict after a card. @param {number} index */
  const verdictOf = (index) => { const reviewed = reviewOf(index); return reviewed ? reviewed.verdict ?? undefined : verdicts[index + 1]; };
  /** A reviewed card is on view before it is played, one that is tried after it. */
  const here = (/** @type {number} */ index) => (played && at <= shared ? index === at : index === at - 1);
  const isTurning = (/** @type {number} */ index) => reviewOf(index)?.turned ?? isTurningPoint(verdicts, index);
  /** @param {import("../../wire.d.ts").TrickCard & {won: boolean}} played */
  const cell = ({ seat, card, index, won }) => {
    // A card that lay on the table at the start: no position to jump to.
    if (index === null) return html`<${CardText} card=${card} />`;
    const reviewed = reviewOf(index), verdict = verdictOf(index);
    const byHero = reviewed && review?.declarer === null ? true : seat === hero;
    const remarks = [cardName(card), won ? "which won the trick" : "", reviewed && review ? spokenMark(reviewed, review.declarer) : "",
      state.start ? verdictText(verdict, byHero, hero) : "", isTurning(index) && !reviewed ? "the verdict changed here" : ""];
    const looks = [verdictClass(verdict, byHero), isTurning(index) ? "turned" : "", won ? "won" : "", index >= at ? "later" : ""];
    return html`<${Jump} card=${card} looks=${looks.filter(Boolean).join(" ")} here=${here(index)} name=${remarks.filter(Boolean).join(", ")}
      onJump=${() => onJump(index < shared ? index : index + 1)}><${Mark} play=${reviewed} /><//>`;
  };
  const rows = tricks.map(({ number, cards, winner }) => ({ number, cards: cards.map((one) => ({ ...one, won: one.seat === winner })) }));
  return html`${calls.length ? html`<ul class="calls">${calls.map((call, index) => html`<li key=${index}>
      <${Jump} here=${at === index - calls.length} onJump=${() => onJump(index - calls.length)}>${capital(names[call.seat])}: <${Words} text=${call.text} /><${Mark} play=${call} /><//></li>`)}</ul>` : null}
    ${rows.length ? html`<${TrickTable} names=${names} tricks=${rows} cell=${cell} />` : null}
    ${state.start ? html`<p class="soft small-text" id="turning-points">${isComputing ? "Checking every card …" : turningPoints(tricks, isTurning, verdictOf, names)}</p>` : null}
    ${review ? html`<p class="soft small-text key">${GRADES.map(({ word, sign }) => html`<b key=${word}>${sign}</b> ${word}, `)}<b>⇄</b> changed what could be forced with all hands open, <b>▸</b> led.</p>` : null}`;
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
  const cards = tricks.flatMap((trick) => trick.cards.flatMap(({ card, seat, index }) => (index === null ? [] : { card, seat, index, number: trick.number })));
  const known = cards.filter(({ index }) => typeof verdictOf(index) === "boolean").length;
  const turning = cards.filter(({ index }) => isTurning(index)).map(({ card, seat, number }) => html`<span key=${card}> <${CardText} card=${card} /> by ${names[seat]} in trick ${number}.</span>`);
  if (turning.length) return html`The verdict changed at${turning}`;
  return known === cards.length ? "With all hands open the verdict never changed." : known ? "Where it is known, the verdict with all hands open never changed." : "";
}

/**
 * Whether the verdict changed with a card.
 * @param {Verdicts} verdicts
 * @param {number} index
 */
function isTurningPoint(verdicts, index) {
  const [before, after] = [verdicts[index], verdicts[index + 1]];
  return typeof before === "boolean" && typeof after === "boolean" && before !== after;
}

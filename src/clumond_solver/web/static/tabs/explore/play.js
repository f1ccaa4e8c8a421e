// The play so far: a row for each trick; a click on a card shows the position after it.

/** @import { Trick } from "../../wire.d.ts" */

import { Jump, TrickTable } from "../../parts/board.js";
import { cardName, CardText, SEATS } from "../../parts/cards.js";
import { html } from "../../parts/view.js";
import { verdictClass, verdictText } from "./hands.js";

/**
 * @param {{tricks: Trick[], at: number, verdicts: (boolean | null | undefined)[], onJump: (at: number) => void,
 *   isComputing: boolean, hero: number}} props at: the number of cards played at the position
 *   shown; verdicts: by that number, whether the hero can force success
 */
export function PlayList({ tricks, at, verdicts, onJump, isComputing, hero }) {
  if (tricks.length === 0) return html`<p class="soft">No card is played yet.</p>`;
  /** @param {import("../../wire.d.ts").TrickCard & {won: boolean}} played */
  const cell = ({ seat, card, index, won }) => {
    // A card that lay on the table at the start: no position to jump to.
    if (index === null) return html`<${CardText} card=${card} />`;
    const isTurning = isTurningPoint(verdicts, index), verdict = verdicts[index + 1], byHero = seat === hero;
    const remarks = [`after the ${cardName(card)}`, won ? "which won the trick" : "", verdictText(verdict, byHero, hero), isTurning ? "the verdict changed here" : ""];
    const looks = [verdictClass(verdict, byHero), isTurning ? "turned" : "", won ? "won" : "", index >= at ? "later" : ""];
    return html`<${Jump} card=${card} looks=${looks.filter(Boolean).join(" ")} here=${index === at - 1} name=${remarks.filter(Boolean).join(", ")} onJump=${() => onJump(index + 1)} />`;
  };
  const rows = tricks.map(({ number, cards, winner }) => ({ number, cards: cards.map((played) => ({ ...played, won: played.seat === winner })) }));
  return html`<${TrickTable} names=${SEATS} tricks=${rows} cell=${cell} />
    <p class="soft small-text" id="turning-points">${turningPoints(tricks, verdicts, isComputing)}</p>`;
}

/**
 * A sentence that names the cards at which the verdict changed.
 * @param {Trick[]} tricks
 * @param {(boolean | null | undefined)[]} verdicts
 * @param {boolean} isComputing
 */
function turningPoints(tricks, verdicts, isComputing) {
  if (isComputing) return "Checking every card …";
  if (verdicts.length === 0) return "";
  const cards = tricks.flatMap((trick) => trick.cards.filter(({ index }) => index !== null && isTurningPoint(verdicts, index))
    .map(({ card, seat }) => html`<span key=${card}> <${CardText} card=${card} /> by ${SEATS[seat]} in trick ${trick.number}.</span>`));
  return cards.length === 0 ? "With all hands open the verdict never changed." : html`The verdict changed at${cards}`;
}

/**
 * Whether the verdict changed with a card.
 * @param {(boolean | null | undefined)[]} verdicts
 * @param {number} index
 */
function isTurningPoint(verdicts, index) {
  const [before, after] = [verdicts[index], verdicts[index + 1]];
  return typeof before === "boolean" && typeof after === "boolean" && before !== after;
}

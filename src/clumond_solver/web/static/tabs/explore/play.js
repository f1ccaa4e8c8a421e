// The play so far: a row a trick, every card a way to jump to the moment after it.

/** @import { Trick } from "../../wire.d.ts" */

import { Jump, TrickTable } from "../../parts/board.js";
import { cardName, CardText, SEATS } from "../../parts/cards.js";
import { html } from "../../parts/view.js";
import { verdictClass, verdictWords } from "./hands.js";

/**
 * @param {{tricks: Trick[], at: number, verdicts: (boolean | null | undefined)[], onJump: (at: number) => void,
 *   looking: boolean, hero: number}} props verdicts: after so many cards, whether the hero could still force success
 */
export function PlayList({ tricks, at, verdicts, onJump, looking, hero }) {
  if (tricks.length === 0) return html`<p class="soft">No card is played yet.</p>`;
  /** @param {import("../../wire.d.ts").TrickCard & {won: boolean}} played */
  const cell = ({ seat, card, place, won }) => {
    if (place === null) return html`<${CardText} card=${card} />`;
    const turned = isTurn(verdicts, place), makes = verdicts[place + 1], own = seat === hero;
    const words = [`after the ${cardName(card)}`, won ? "which won the trick" : "", verdictWords(makes, own, hero), turned ? "the verdict changed here" : ""];
    const looks = [verdictClass(makes, own), turned ? "turned" : "", won ? "won" : "", place >= at ? "later" : ""];
    return html`<${Jump} card=${card} looks=${looks.filter(Boolean).join(" ")} here=${place === at - 1} name=${words.filter(Boolean).join(", ")} onJump=${() => onJump(place + 1)} />`;
  };
  const rows = tricks.map(({ number, cards, winner }) => ({ number, cards: cards.map((played) => ({ ...played, won: played.seat === winner })) }));
  return html`<${TrickTable} names=${SEATS} tricks=${rows} cell=${cell} />
    <p class="soft small-text" id="course">${turns(tricks, verdicts, looking)}</p>`;
}

/**
 * Where the verdict changed, in a sentence.
 * @param {Trick[]} tricks
 * @param {(boolean | null | undefined)[]} verdicts
 * @param {boolean} looking
 */
function turns(tricks, verdicts, looking) {
  if (verdicts.length === 0) return looking ? "Looking at every card …" : "";
  const turned = tricks.flatMap((trick) => trick.cards.filter(({ place }) => place !== null && isTurn(verdicts, place))
    .map(({ card, seat }) => html`<span key=${card}> <${CardText} card=${card} /> by ${SEATS[seat]} in trick ${trick.number}.</span>`));
  if (looking) return "Looking at every card …";
  return turned.length === 0 ? "With all hands open the verdict never changed." : html`The verdict changed at${turned}`;
}

/**
 * @param {(boolean | null | undefined)[]} verdicts
 * @param {number} place
 */
function isTurn(verdicts, place) {
  const [before, after] = [verdicts[place], verdicts[place + 1]];
  return typeof before === "boolean" && typeof after === "boolean" && before !== after;
}

// The play so far: a row a trick, every card a way to jump to the moment after it.

/** @import { Trick } from "../../wire.d.ts" */

import { cardName, CardText, ReadAs, SEATS } from "../../parts/cards.js";
import { html } from "../../parts/view.js";
import { capital } from "../../parts/wording.js";
import { verdictClass, verdictWords } from "./hands.js";

/**
 * @param {{tricks: Trick[], at: number, verdicts: (boolean | null | undefined)[], onJump: (at: number) => void,
 *   looking: boolean, hero: number}} props verdicts: after so many cards, whether the hero could still force success
 */
export function PlayList({ tricks, at, verdicts, onJump, looking, hero }) {
  if (tricks.length === 0) return html`<p class="soft">No card is played yet.</p>`;
  return html`<div class="scroller" tabindex="0" role="region" aria-label="The tricks played"><table id="tricks">
      <thead><tr><th scope="col">Trick</th>${SEATS.map((seat) => html`<th key=${seat} scope="col">${capital(seat)}</th>`)}</tr></thead>
      <tbody>${tricks.map((trick) => html`<${Row} key=${trick.number} trick=${trick} at=${at} verdicts=${verdicts}
        onJump=${onJump} hero=${hero} />`)}</tbody>
    </table></div>
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

/**
 * @param {{trick: Trick, at: number, verdicts: (boolean | null | undefined)[], onJump: (at: number) => void,
 *   hero: number}} props
 */
function Row({ trick, at, verdicts, onJump, hero }) {
  return html`<tr><th scope="row">${trick.number}</th>${SEATS.map((_, seat) => {
    const turn = trick.cards.findIndex((played) => played.seat === seat);
    if (turn < 0) return html`<td key=${seat}></td>`;
    const { card, place } = trick.cards[turn];
    const classes = [turn === 0 ? "led" : "", trick.winner === seat ? "won" : "",
      place !== null && place === at - 1 ? "here" : "", place !== null && place >= at ? "later" : ""];
    return html`<td key=${seat} class=${classes.join(" ")}>${place === null ? html`<${CardText} card=${card} />`
      : html`<${Jump} card=${card} place=${place} won=${trick.winner === seat} here=${place === at - 1}
          verdicts=${verdicts} onJump=${onJump} own=${seat === hero} hero=${hero} />`}</td>`;
  })}</tr>`;
}

/**
 * @param {{card: string, place: number, won: boolean, here: boolean, verdicts: (boolean | null | undefined)[],
 *   onJump: (at: number) => void, own: boolean, hero: number}} props
 */
function Jump({ card, place, won, here, verdicts, onJump, own, hero }) {
  const makes = verdicts[place + 1];
  const turned = isTurn(verdicts, place);
  const words = [`after the ${cardName(card)}`, won ? "which won the trick" : "",
    verdictWords(makes, own, hero), turned ? "the verdict changed here" : ""];
  const label = words.filter(Boolean).join(", ");
  const classes = ["jump", verdictClass(makes, own), turned ? "turned" : ""];
  return html`<button type="button" class=${classes.filter(Boolean).join(" ")} data-card=${card} aria-current=${here ? "step" : undefined}
    title=${label} onClick=${() => onJump(place + 1)}><${ReadAs} name=${label}><${CardText} card=${card} /><//></button>`;
}

// The cards at the moment that is looked at, all hands open.

/** @import { CardPlayed, PlayReviewed, ReviewShown } from "../../wire.d.ts" */

import { CardText, rankOf, SUITS, Strain, suitClass } from "../../parts/cards.js";
import { html } from "../../parts/view.js";
import { capital, counted } from "../../parts/wording.js";

/**
 * @param {{review: ReviewShown, place: import("./positions.js").Place, play: CardPlayed | PlayReviewed | undefined}} props
 */
export function Board({ review, place, play }) {
  const reviewed = play && "grade" in play ? play : null;
  const best = reviewed && !reviewed.isBest ? reviewed.choices[0]?.card : null;
  return html`<section class="board" aria-label="The cards">
    <div class="seats">${place.hands.map((hand, seat) => html`<div key=${seat} class=${`seat ${play?.seat === seat ? "turn" : ""}`}>
      <h2>${capital(review.names[seat])}${seat === review.declarer ? html` <span class="pill">declarer</span>` : null}
        <small>${counted(place.taken[seat], "trick")}${play?.seat === seat ? ", to play" : ""}</small></h2>
      ${SUITS.map((suit) => {
        const held = hand.filter((card) => card[0] === suit);
        return html`<p key=${suit} class="suit"><${Strain} strain=${suit} /> ${held.length ? held.map((card) => html`<${Held} key=${card} card=${card}
          word=${seat !== play?.seat ? "" : card === play.card ? (reviewed ? "played" : "plays") : card === best ? "better" : ""} />`) : html`<span class="soft">–</span>`}</p>`;
      })}</div>`)}</div>
    <p class="on-table"><b>On the table:</b> ${place.trick.length ? place.trick.map(({ seat, card }) => html`<span key=${card}>${review.names[seat]} <${CardText} card=${card} /> </span>`) : "nothing yet"}</p>
  </section>`;
}

/** @param {{card: string, word: string}} props word  what is said of the card */
function Held({ card, word }) {
  const mark = word === "better" ? "better" : word ? "played" : "";
  return html`<span class=${`rank ${mark} ${suitClass(card[0])}`}>${rankOf(card)}${word ? html`<small> ${word}</small>` : null}</span> `;
}

// The cards at the moment that is looked at, all hands open.

import { CardText, rankOf, SUITS, Strain } from "../../parts/cards.js";
import { html } from "../../parts/view.js";
import { capital, counted } from "../../parts/wording.js";

/** @typedef {import("../../ask.js").Answer} Answer */

/**
 * @param {{found: Answer, place: import("./positions.js").Place, play: Answer | undefined, engine: boolean}} props
 */
export function Board({ found, place, play, engine }) {
  const best = play && !engine && !play.isBest ? play.choices[0]?.card : null;
  return html`<section class="board" aria-label="The cards">
    <div class="seats">${place.hands.map((hand, seat) => html`<div key=${seat} class=${`seat ${play?.seat === seat ? "turn" : ""}`}>
      <h2>${capital(found.names[seat])}${seat === found.declarer ? html` <span class="pill">declarer</span>` : null}
        <small>${counted(place.taken[seat], "trick")}${play?.seat === seat ? ", to play" : ""}</small></h2>
      ${SUITS.map((suit) => {
        const held = hand.filter((card) => card[0] === suit);
        return html`<p key=${suit} class="suit"><${Strain} strain=${suit} /> ${held.length ? held.map((card) => html`<${Held} key=${card} card=${card}
          played=${card === play?.card && seat === play?.seat} best=${card === best && seat === play?.seat} />`) : html`<span class="soft">–</span>`}</p>`;
      })}</div>`)}</div>
    <p class="on-table"><b>On the table:</b> ${place.trick.length ? place.trick.map(({ seat, card }) => html`<span key=${card}>${found.names[seat]} <${CardText} card=${card} /> </span>`) : "nothing yet"}</p>
  </section>`;
}

/** @param {{card: string, played: boolean, best: boolean}} props */
function Held({ card, played, best }) {
  const red = card[0] === "H" || card[0] === "D";
  if (!played && !best) return html`<span class=${`rank ${red ? "red" : ""}`}>${rankOf(card)} </span>`;
  const word = played ? "played" : "better";
  return html`<span class=${`rank ${word} ${red ? "red" : ""}`}>${rankOf(card)}<small> ${word}</small> </span>`;
}

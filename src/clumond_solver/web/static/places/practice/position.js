// A point of the play with all hands open: three hands round the trick on the table.

import { CardFace, SEATS, Strain, strainName, SUITS, symbolOf } from "../../parts/cards.js";
import { html } from "../../parts/view.js";
import { capital, counted } from "../../parts/wording.js";

/**
 * @param {{position: import("../../wire.d.ts").Position, marks: Record<string, "right" | "wrong">, onPlay?: (card: string) => void}} props
 */
export function Position({ position, marks, onPlay }) {
  const seats = SEATS.map((_, seat) => html`<${Hand} key=${seat} seat=${seat} position=${position} marks=${marks} onPlay=${onPlay} />`);
  return html`<section class="practice-table" aria-label="The position">
    ${seats[0]}${seats[1]}<${Trick} position=${position} />${seats[2]}
  </section>`;
}

/**
 * @param {{seat: number, position: import("../../wire.d.ts").Position, marks: Record<string, "right" | "wrong">,
 *   onPlay?: (card: string) => void}} props
 */
function Hand({ seat, position, marks, onPlay }) {
  const turn = position.turn === seat;
  return html`<section class=${`practice-seat ${turn ? "turn" : ""}`} data-seat=${seat} aria-label=${capital(SEATS[seat])}>
    <h2>${capital(SEATS[seat])}
      ${position.declarer === seat ? html` <span class="pill">declarer ${symbolOf(position.strain)}</span>` : null}
      ${turn ? html` <span class="pill to-play">to play</span>` : null}
      <small class="soft"> ${counted(position.taken[seat], "trick")}</small></h2>
    ${SUITS.map((suit, row) => html`<div key=${suit} class="practice-suit">
      <${Strain} strain=${suit} />
      <span class="cards">${position.hands[seat][row].map((card) => html`<${Card} key=${card}
        card=${card} legal=${turn && position.legal.includes(card)} mark=${marks[card]} onPlay=${onPlay} />`)}
        ${position.hands[seat][row].length ? null : html`<span class="soft">–</span>`}</span>
    </div>`)}
  </section>`;
}

/**
 * @param {{card: string, legal: boolean, mark?: "right" | "wrong", onPlay?: (card: string) => void}} props
 */
function Card({ card, legal, mark, onPlay }) {
  const note = mark === "right" ? "✓" : mark === "wrong" ? "✗" : undefined;
  return html`<${CardFace} card=${card} small=${true} marked=${mark ?? ""} label=${mark} note=${note}
    onPlay=${legal && onPlay ? onPlay : undefined} />`;
}

/**
 * The trick on the table; between two tricks, the last one.
 * @param {{position: import("../../wire.d.ts").Position}} props
 */
function Trick({ position }) {
  const last = position.tricks[position.tricks.length - 1];
  const number = position.taken.reduce((sum, count) => sum + count, 1);
  return html`<section class="practice-trick" aria-label="The trick">
    <p>${position.over ? "The hand is over" : `Trick ${number}`}, ${position.strain === "NT" ? "no trumps" : `${strainName(position.strain)} are trumps`}</p>
    ${last && last.winner !== null ? html`<p class="soft">The last trick, won by ${SEATS[last.winner]}:</p>` : null}
    ${last ? html`<ul>${last.cards.map((laid) => html`<li key=${laid.card}><small>${SEATS[laid.seat]}</small>
          <${CardFace} card=${laid.card} small=${true} /></li>`)}</ul>`
      : html`<p class="soft">Nothing is on the table yet.</p>`}
  </section>`;
}

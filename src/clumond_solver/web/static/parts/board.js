// Open hands round a trick: Analysis and Practice.

/** @import { Position } from "../wire.d.ts" */

import { CardFace, cardName, rankOf, ReadAs, SEATS, Strain, strainName, suitClass, SUITS } from "./cards.js";
import { useKeys } from "./controls.js";
import { html, useLayoutEffect, useRef } from "./view.js";
import { capital, counted } from "./wording.js";

/**
 * Cards of a trick, and who won it once it is complete.
 * @typedef {{cards: {seat: number, card: string}[], winner: number | null}} TrickOnBoard
 */

/**
 * A position of a play: open hands round the trick. The keys Up and Down move among the legal cards; after a card is
 * played by the keyboard, the focus moves to the next player's cards.
 * @param {{position: Position, at?: number, names?: string[], players?: string[], below?: number | null,
 *   cardInHand: (card: string, seat: number) => any, instead?: (seat: number) => any}} props
 *   at: the number of cards played, all if not given; names: of the seats, by default Clumond's; below: the seat shown
 *   below the trick, by default the last; cardInHand: draws a card in a hand, as a `HandCard`; instead: shown instead
 *   of the cards
 */
export function PositionBoard({ position, at = Infinity, names = SEATS, players = [], below, cardInHand, instead }) {
  useKeys({ ArrowUp: () => moveFocus(-1), ArrowDown: () => moveFocus(1) });
  useFocusOnNext(position);
  const { declarer, strain, taken, supplementary, outcome, hands, turn } = position;
  const trick = trickAt(position, at);
  const contract = names !== SEATS ? ""
    : declarer === null ? "nobody declares" : strain === "NT" ? "no trumps" : `${strainName(strain)} are trumps`;
  const stage = trick.winner !== null ? `trick ${trick.number}: ${names[trick.winner]} won`
    : outcome ? "the hand is over" : `trick ${taken.reduce((sum, count) => sum + count, 1)}`;
  const last = names.length - 1;
  const placeOf = (/** @type {number} */ seat) => (seat + last - (below ?? last)) % names.length;
  return html`<section class=${`board of-${names.length}`} aria-label="The table">
    ${names.map((name, seat) =>
      html`<section key=${seat} class=${`seat ${turn === seat ? "turn" : ""}`} data-seat=${seat}
          data-place=${placeOf(seat)} aria-label=${capital(name)}>
      <h2>${capital(name)}${players[seat] ? html` <small>${players[seat]}</small>` : null}
        ${declarer === seat ? html` <span class="pill">declarer <${Strain} strain=${strain} /></span>` : null}
        ${turn === seat ? html` <small>to play</small>`
          : null} <small class="taken">${counted(taken[seat], "trick")}
            ${supplementary[seat] ? ` + ${supplementary[seat]}` : ""}${outcome
          ? html`, code ${outcome[seat].code}: <b>${outcome[seat].success ? "success" : `${outcome[seat].off} off`}</b>`
          : null}</small></h2>
      ${instead?.(seat) ?? SUITS.map((suit) =>
        html`<${SuitRow} key=${suit} suit=${suit} cards=${hands[seat].flat().filter((card) => card[0] === suit)}
        cardInHand=${(/** @type {string} */ card) => cardInHand(card, seat)} />`)}
    </section>`)}
    <div class="centre" role="group" aria-label=${trick.winner === null ? "Trick" : "The last trick"}>
      <div class="status">${contract ? html`${contract}<br />${stage}` : stage}</div>
      ${names.map((name, seat) =>
        html`<${Spot} key=${seat} seat=${seat} place=${placeOf(seat)} name=${name} trick=${trick}
            next=${turn === seat} />`)}
    </div>
  </section>`;
}

/** @param {{suit: string, cards: string[], cardInHand: (card: string) => any}} props */
export function SuitRow({ suit, cards, cardInHand }) {
  return html`<div class="suit"><${Strain} strain=${suit} /><span class="cards">${
    cards.length ? cards.map(cardInHand) : html`<span class="soft">–</span>`}</span></div>`;
}

/**
 * The spot in the centre for a seat's card of the trick.
 * @param {{seat: number, place: number, name: string, trick: TrickOnBoard, next: boolean}} props
 */
function Spot({ seat, place, name, trick, next }) {
  const card = trick.cards.find((played) => played.seat === seat)?.card;
  const won = trick.winner === seat;
  const looks = !card ? (next ? "next" : "") : `played ${trick.winner === null ? "" : "past"} ${won ? "won" : ""}`;
  return html`<div class=${`spot ${looks}`} data-seat=${seat} data-place=${place}>${
    card ? html`<${CardFace} card=${card} small label=${`played by ${name}${won ? ", who won" : ""}`} />`
      : next ? "?" : ""}
    <small class="by">${capital(name)}</small></div>`;
}

/**
 * A card in a hand; with `onPlay` a button.
 * @param {{card: string, looks?: string, remarks?: string[], note?: string, onPlay?: (card: string) => void}} props
 *   looks: CSS classes; remarks: for screen readers and the tooltip, after its name; note: shown below its rank
 */
export function HandCard({ card, looks = "", remarks = [], note = "", onPlay }) {
  const classes = `held ${suitClass(card[0])} ${looks}`;
  const shown = html`${rankOf(card)}<small>${note}</small>`;
  if (!onPlay) return html`<span class=${classes} data-card=${card}>${shown}</span>`;
  const name = [cardName(card), ...remarks].join(", ");
  return html`<button type="button" class=${`${classes} legal`} data-card=${card} title=${name}
      onClick=${() => onPlay(card)}><${ReadAs} name=${name}>${shown}<//></button>`;
}

/**
 * The trick on the table; between two tricks, the last one.
 * @param {Position} position
 * @param {number} at
 */
function trickAt({ tricks }, at) {
  const played = tricks.map((trick) =>
    ({ ...trick, size: trick.cards.length, cards: trick.cards.filter(({ index }) => index === null || index < at) }));
  const { number, cards, size, winner } = played.findLast((trick) => trick.cards.length)
    ?? { number: 1, cards: [], size: 0, winner: null };
  return { number, cards, winner: cards.length === size ? winner : null };
}

const legalCards = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".board .held.legal")]);

/** @param {number} step */
function moveFocus(step) {
  const legal = legalCards();
  if (!legal.length) return;
  const here = legal.findIndex((card) => card === document.activeElement);
  legal[here < 0 ? 0 : (here + step + legal.length) % legal.length].focus();
}

/** When the focused card has been played, focuses the next player's cards. @param {Position} position */
function useFocusOnNext(position) {
  const focusedCard = useRef("");
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused.matches(".held.legal"))
    focusedCard.current = focused.dataset.card ?? "";
  else if (focused !== document.body) focusedCard.current = "";
  useLayoutEffect(() => {
    if (!focusedCard.current || (document.activeElement !== document.body && document.activeElement !== null)) return;
    const legal = legalCards();
    (legal.find((card) => card.dataset.card === focusedCard.current) ?? legal[0]
      ?? document.getElementById("undo"))?.focus();
  }, [position]);
}

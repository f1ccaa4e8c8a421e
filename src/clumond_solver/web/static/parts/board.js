// Open hands round a trick, the steps through a play and the list of its tricks: Analysis and Practice.

/** @import { Position } from "../wire.d.ts" */

import { CardFace, cardName, CardText, rankOf, ReadAs, SEATS, Strain, strainName, suitClass, SUITS, symbolOf } from "./cards.js";
import { useKeys } from "./controls.js";
import { html, useLayoutEffect, useRef } from "./view.js";
import { capital, counted } from "./wording.js";

/**
 * A seat with its hand.
 * @typedef {object} Seat
 * @property {string} name
 * @property {string} [player]
 * @property {string} [declares] the strain that it declared
 * @property {any} standing its tricks
 * @property {string[]} cards
 * @property {any} [instead] shown instead of the cards
 */

/** Cards of a trick, and who won it once it is complete. @typedef {{cards: {seat: number, card: string}[], winner: number | null}} TrickOnBoard */

/**
 * @param {{label: string, seats: Seat[], turn: number | null | undefined, trick: TrickOnBoard, status: any,
 *   cardInHand: (card: string, seat: number) => any, below?: number | null}} props cardInHand: draws a card in a hand,
 *   as a `HandCard`; below: the seat shown below the trick, by default the last
 */
function Board({ label, seats, turn, trick, status, cardInHand, below }) {
  const placeOf = (/** @type {number} */ seat) => (seat + seats.length - 1 - (below ?? seats.length - 1)) % seats.length;
  return html`<section class=${`board of-${seats.length}`} aria-label=${label}>
    ${seats.map((seat, n) => html`<section key=${n} class=${`seat ${turn === n ? "turn" : ""}`} data-seat=${n} data-place=${placeOf(n)} aria-label=${capital(seat.name)}>
      <h2>${capital(seat.name)}${seat.player ? html` <small>${seat.player}</small>` : null}
        ${seat.declares === undefined ? null : html` <span class="pill">declarer ${symbolOf(seat.declares)}</span>`}
        ${turn === n ? html` <small>to play</small>` : null} <small class="taken">${seat.standing}</small></h2>
      ${seat.instead ?? SUITS.map((suit) => html`<${SuitRow} key=${suit} suit=${suit} cards=${seat.cards.filter((card) => card[0] === suit)}
        cardInHand=${(/** @type {string} */ card) => cardInHand(card, n)} />`)}
    </section>`)}
    <div class="centre" role="group" aria-label=${trick.winner === null ? "Trick" : "The last trick"}>
      <div class="status">${status}</div>
      ${seats.map((seat, n) => html`<${Spot} key=${n} seat=${n} place=${placeOf(n)} name=${seat.name} trick=${trick} next=${turn === n} />`)}
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
    card ? html`<${CardFace} card=${card} small label=${`played by ${name}${won ? ", who won" : ""}`} />` : next ? "?" : ""}
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
  return html`<button type="button" class=${`${classes} legal`} data-card=${card} title=${name} onClick=${() => onPlay(card)}><${ReadAs} name=${name}>${shown}<//></button>`;
}

/**
 * A position of a play. The keys Up and Down move among the legal cards; after a card is
 * played by the keyboard, the focus moves to the next player's cards.
 * @param {{position: Position, at?: number, names?: string[], players?: string[], below?: number | null,
 *   cardInHand: (card: string, seat: number) => any, instead?: (seat: number) => any}} props
 *   at: the number of cards played, all if not given; names: of the seats, by default Clumond's; below: as in `Board`
 */
export function PositionBoard({ position, at = Infinity, names = SEATS, players = [], below, cardInHand, instead }) {
  useKeys({ ArrowUp: () => moveFocus(-1), ArrowDown: () => moveFocus(1) });
  useFocusOnNext(position);
  const { declarer, strain, taken, supplementary, outcome } = position;
  const trick = trickAt(position, at, names.length);
  const contract = names !== SEATS ? "" : declarer === null ? "nobody declares" : strain === "NT" ? "no trumps" : `${strainName(strain)} are trumps`;
  const stage = trick.winner !== null ? `trick ${trick.number}: ${names[trick.winner]} won`
    : outcome ? "the hand is over" : `trick ${taken.reduce((sum, count) => sum + count, 1)}`;
  const seats = names.map((name, seat) => ({
    name, player: players[seat], declares: declarer === seat ? strain : undefined, cards: position.hands[seat].flat(), instead: instead?.(seat),
    standing: html`${counted(taken[seat], "trick")}${supplementary[seat] ? ` + ${supplementary[seat]}` : ""}${outcome
      ? html`, code ${outcome[seat].code}: <b>${outcome[seat].success ? "success" : `${outcome[seat].off} off`}</b>` : null}`,
  }));
  return html`<${Board} label="The table" seats=${seats} turn=${position.turn} trick=${trick} cardInHand=${cardInHand} below=${below}
    status=${contract ? html`${contract}<br />${stage}` : stage} />`;
}

/**
 * The trick on the table; between two tricks, the last one.
 * @param {Position} position
 * @param {number} at
 * @param {number} seats
 */
function trickAt({ tricks }, at, seats) {
  const played = tricks.map((trick) => ({ ...trick, cards: trick.cards.filter(({ index }) => index === null || index < at) }));
  const { number, cards, winner } = played.findLast((trick) => trick.cards.length) ?? { number: 1, cards: [], winner: null };
  return { number, cards, winner: cards.length === seats ? winner : null };
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
  if (focused instanceof HTMLElement && focused.matches(".held.legal")) focusedCard.current = focused.dataset.card ?? "";
  else if (focused !== document.body) focusedCard.current = "";
  useLayoutEffect(() => {
    if (!focusedCard.current || (document.activeElement !== document.body && document.activeElement !== null)) return;
    const legal = legalCards();
    (legal.find((card) => card.dataset.card === focusedCard.current) ?? legal[0] ?? document.getElementById("undo"))?.focus();
  }, [position]);
}

/**
 * Buttons and keys that step through a play.
 * @param {{at: number, first?: number, last: number, onStep: (at: number) => void, children?: any}} props
 */
export function Steps({ at, first = 0, last, onStep, children }) {
  const step = (/** @type {number} */ to) => to >= first && to <= last && to !== at && onStep(to);
  useKeys({ ArrowLeft: () => step(at - 1), ArrowRight: () => step(at + 1), Home: () => step(first), End: () => step(last) });
  return html`<nav id="steps" class="bar" aria-label="Steps">
    <${Step} id="first" label="To the start" keys="Home" off=${at === first} onStep=${() => step(first)}>«<//>
    <${Step} id="back" label="One card back" keys="ArrowLeft" off=${at === first} onStep=${() => step(at - 1)}>‹<//>
    <${Step} id="forward" label="One card forward" keys="ArrowRight" off=${at === last} onStep=${() => step(at + 1)}>›<//>
    <${Step} id="last" label="To the end" keys="End" off=${at === last} onStep=${() => step(last)}>»<//>
    ${children}
  </nav>`;
}

/**
 * A button for a step; unlike a disabled one it keeps the focus while it is off.
 * @param {{id: string, label: string, keys: string, off: boolean, onStep: () => void, children?: any}} props
 */
export function Step({ id, label, keys, off, onStep, children }) {
  return html`<button type="button" id=${id} class="button" aria-label=${label} title=${`${label} (${keys})`} aria-keyshortcuts=${keys}
    aria-disabled=${off ? "true" : undefined} onClick=${() => off || onStep()}>${children}</button>`;
}

/**
 * A table with a row for each trick and a column for each seat; ▸ marks the card that was led.
 * @template {{seat: number}} P
 * @param {{names: string[], tricks: {number: number, cards: P[]}[], cell: (played: P) => any}} props
 */
export function TrickTable({ names, tricks, cell }) {
  return html`<div class="scroller" tabindex="0" role="region" aria-label="The tricks played"><table class="tricks-table">
    <thead><tr><th scope="col" class="number">Trick</th>${names.map((name, seat) => html`<th scope="col" key=${seat}>${capital(name)}</th>`)}</tr></thead>
    <tbody>${tricks.map(({ number, cards }) => html`<tr key=${number}><th scope="row" class="number">${number}</th>${names.map((_, seat) => {
      const played = cards.find((other) => other.seat === seat);
      return html`<td key=${seat}>${played ? html`${played === cards[0] ? html`<span class="soft" role="img" aria-label="leads">▸</span>` : null}${cell(played)}` : null}</td>`;
    })}</tr>`)}</tbody></table></div>`;
}

/**
 * A button for a card or call of a play, which jumps to it.
 * @param {{looks?: string, here: boolean, name?: string, card?: string | null, onJump: () => void, children?: any}} props name: for screen readers, instead of the card
 */
export function Jump({ looks = "", here, name, card, onJump, children }) {
  const shown = html`${card ? html`<${CardText} card=${card} />` : null}${children}`;
  return html`<button type="button" class=${`jump ${looks}`} data-card=${card} title=${name} aria-current=${here ? "step" : undefined}
    onClick=${onJump}>${name ? html`<${ReadAs} name=${name}>${shown}<//>` : shown}</button>`;
}

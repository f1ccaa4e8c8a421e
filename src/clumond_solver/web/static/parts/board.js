// Open hands round a trick, the steps through a play and the list of its tricks: Explore, Review and Practice.

/** @import { Position } from "../wire.d.ts" */

import { CardFace, cardName, CardText, rankOf, ReadAs, SEATS, Strain, strainName, suitClass, SUITS, symbolOf } from "./cards.js";
import { useKeys } from "./keys.js";
import { html, useLayoutEffect, useRef } from "./view.js";
import { capital, counted } from "./wording.js";

/**
 * A hand and what is said of it.
 * @typedef {object} Seat
 * @property {string} name
 * @property {string} [player]
 * @property {string} [declares] the strain that it declared
 * @property {any} standing its tricks
 * @property {string[]} cards
 * @property {any} [instead] shown instead of the cards
 */

/** Cards of a trick, and who won it once it is complete. @typedef {{cards: {seat: number, card: string}[], winner: number | null}} Laid */

/**
 * @param {{label: string, seats: Seat[], turn: number | null | undefined, trick: Laid, status: any,
 *   held: (card: string, seat: number) => any}} props held: a card in a hand, as `Held` draws it
 */
export function Board({ label, seats, turn, trick, status, held }) {
  return html`<section class=${`board of-${seats.length}`} aria-label=${label}>
    ${seats.map((seat, place) => html`<section key=${place} class=${`seat ${turn === place ? "turn" : ""}`} data-seat=${place} aria-label=${capital(seat.name)}>
      <h2>${capital(seat.name)}${seat.player ? html` <small>${seat.player}</small>` : null}
        ${seat.declares === undefined ? null : html` <span class="pill">declarer ${symbolOf(seat.declares)}</span>`}
        ${turn === place ? html` <small>to play</small>` : null} <small class="taken">${seat.standing}</small></h2>
      ${seat.instead ?? SUITS.map((suit) => html`<${SuitRow} key=${suit} suit=${suit} cards=${seat.cards.filter((card) => card[0] === suit)}
        held=${(/** @type {string} */ card) => held(card, place)} />`)}
    </section>`)}
    <div class="centre" role="group" aria-label=${trick.winner === null ? "Trick" : "The last trick"}>
      <div class="status">${status}</div>
      ${seats.map((seat, place) => html`<${Spot} key=${place} seat=${place} name=${seat.name} trick=${trick} next=${turn === place} />`)}
    </div>
  </section>`;
}

/** @param {{suit: string, cards: string[], held: (card: string) => any}} props */
export function SuitRow({ suit, cards, held }) {
  return html`<div class="suit"><${Strain} strain=${suit} /><span class="cards">${
    cards.length ? cards.map(held) : html`<span class="soft">–</span>`}</span></div>`;
}

/**
 * Where a seat's card of the trick lies.
 * @param {{seat: number, name: string, trick: Laid, next: boolean}} props
 */
function Spot({ seat, name, trick, next }) {
  const card = trick.cards.find((laid) => laid.seat === seat)?.card;
  const won = trick.winner === seat;
  const looks = !card ? (next ? "next" : "") : `played ${trick.winner === null ? "" : "past"} ${won ? "won" : ""}`;
  return html`<div class=${`spot ${looks}`} data-seat=${seat}>${
    card ? html`<${CardFace} card=${card} small label=${`played by ${name}${won ? ", who won" : ""}`} />` : next ? "?" : ""}
    <small class="by">${capital(name)}</small></div>`;
}

/**
 * A card in a hand; with `onPlay` a button.
 * @param {{card: string, looks?: string, words?: string[], note?: string, onPlay?: (card: string) => void}} props
 *   looks: classes; words: what is said of it besides its name; note: what is written below its rank
 */
export function Held({ card, looks = "", words = [], note = "", onPlay }) {
  const classes = `held ${suitClass(card[0])} ${looks}`;
  const shown = html`${rankOf(card)}<small>${note}</small>`;
  if (!onPlay) return html`<span class=${classes} data-card=${card}>${shown}</span>`;
  const name = [cardName(card), ...words].join(", ");
  return html`<button type="button" class=${`${classes} legal`} data-card=${card} title=${name} onClick=${() => onPlay(card)}><${ReadAs} name=${name}>${shown}<//></button>`;
}

/**
 * A point of a play of Clumond. Up and down move among the legal cards, and whoever played a card by
 * the keyboard goes on with the next player's.
 * @param {{position: Position, at?: number, players?: string[], held: (card: string, seat: number) => any,
 *   instead?: (seat: number) => any}} props at: how many cards of the play have been played, all if not given
 */
export function PositionBoard({ position, at = Infinity, players = [], held, instead }) {
  useKeys({ ArrowUp: () => moveFocus(-1), ArrowDown: () => moveFocus(1) });
  useFocusOnNext(position);
  const { declarer, strain, taken, supplementary, outcome } = position;
  const trick = trickAt(position, at);
  const contract = declarer === null ? "nobody declares" : strain === "NT" ? "no trumps" : `${strainName(strain)} are trumps`;
  const moment = trick.winner !== null ? `trick ${trick.number}: ${SEATS[trick.winner]} won`
    : outcome ? "the hand is over" : `trick ${taken.reduce((sum, count) => sum + count, 1)}`;
  const seats = SEATS.map((name, seat) => ({
    name, player: players[seat], declares: declarer === seat ? strain : undefined, cards: position.hands[seat].flat(), instead: instead?.(seat),
    standing: html`${counted(taken[seat], "trick")}${supplementary[seat] ? ` + ${supplementary[seat]}` : ""}${outcome
      ? html`, code ${outcome[seat].code}: <b>${outcome[seat].success ? "success" : `${outcome[seat].off} off`}</b>` : null}`,
  }));
  return html`<${Board} label="The table" seats=${seats} turn=${position.turn} trick=${trick} held=${held} status=${html`${contract}<br />${moment}`} />`;
}

/**
 * The trick on the table; between two tricks, the last one.
 * @param {Position} position
 * @param {number} at
 */
function trickAt({ tricks }, at) {
  const laid = tricks.map((trick) => ({ ...trick, cards: trick.cards.filter(({ place }) => place === null || place < at) }));
  const { number, cards, winner } = laid.findLast((trick) => trick.cards.length) ?? { number: 1, cards: [], winner: null };
  return { number, cards, winner: cards.length === SEATS.length ? winner : null };
}

const legalCards = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".board .held.legal")]);

/** @param {number} step */
function moveFocus(step) {
  const legal = legalCards();
  if (!legal.length) return;
  const here = legal.findIndex((card) => card === document.activeElement);
  legal[here < 0 ? 0 : (here + step + legal.length) % legal.length].focus();
}

/** @param {Position} position */
function useFocusOnNext(position) {
  const held = useRef("");
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused.matches(".held.legal")) held.current = focused.dataset.card ?? "";
  else if (focused !== document.body) held.current = "";
  useLayoutEffect(() => {
    if (!held.current || (document.activeElement !== document.body && document.activeElement !== null)) return;
    const legal = legalCards();
    (legal.find((card) => card.dataset.card === held.current) ?? legal[0] ?? document.getElementById("undo"))?.focus();
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
 * A button that stays where it is, and keeps the focus, while there is nothing for it to do.
 * @param {{id: string, label: string, keys: string, off: boolean, onStep: () => void, children?: any}} props
 */
export function Step({ id, label, keys, off, onStep, children }) {
  return html`<button type="button" id=${id} class="button" aria-label=${label} title=${`${label} (${keys})`} aria-keyshortcuts=${keys}
    aria-disabled=${off ? "true" : undefined} onClick=${() => off || onStep()}>${children}</button>`;
}

/**
 * A row a trick, a column a seat; ▸ marks the card that was led.
 * @template {{seat: number}} P
 * @param {{names: string[], tricks: {number: number, cards: P[]}[], cell: (played: P) => any}} props
 */
export function TrickTable({ names, tricks, cell }) {
  return html`<div class="scroller" tabindex="0" role="region" aria-label="The tricks played"><table class="tricks-table">
    <thead><tr><th scope="col" class="number">Trick</th>${names.map((name, seat) => html`<th scope="col" key=${seat}>${capital(name)}</th>`)}</tr></thead>
    <tbody>${tricks.map(({ number, cards }) => html`<tr key=${number}><th scope="row" class="number">${number}</th>${names.map((_, seat) => {
      const played = cards.find((laid) => laid.seat === seat);
      return html`<td key=${seat}>${played ? html`${played === cards[0] ? html`<span class="soft" role="img" aria-label="leads">▸</span>` : null}${cell(played)}` : null}</td>`;
    })}</tr>`)}</tbody></table></div>`;
}

/**
 * A card or call of a play, as a button that goes to it.
 * @param {{looks?: string, here: boolean, name?: string, card?: string | null, onJump: () => void, children?: any}} props name: what is read out in its place
 */
export function Jump({ looks = "", here, name, card, onJump, children }) {
  const shown = html`${card ? html`<${CardText} card=${card} />` : null}${children}`;
  return html`<button type="button" class=${`jump ${looks}`} data-card=${card} title=${name} aria-current=${here ? "step" : undefined}
    onClick=${onJump}>${name ? html`<${ReadAs} name=${name}>${shown}<//>` : shown}</button>`;
}

// Suits and cards as the page shows them, and as screen readers read them. Cards are strings as the
// library writes them, suit first: "HT" is the ten of hearts.

import { Face } from "./faces.js";
import { html } from "./view.js";

/** In the order of diagrams: `DIAGRAM_ORDER` of the library. */
export const SUITS = ["C", "H", "S", "D"];
export const STRAINS = [...SUITS, "NT"];
/** The seats of Clumond, and the letters that stand for them in links and questions. */
export const SEATS = ["forehand", "middlehand", "rearhand"];
export const LETTERS = ["F", "M", "R"];
export const SEAT_OPTIONS = SEATS.map((text, seat) => ({ value: LETTERS[seat], text }));

const AS_TEXT = "\ufe0e"; // keeps suit symbols from turning into coloured emoji
/** @type {Record<string, string>} */
const SYMBOLS = { C: "♣", H: "♥", S: "♠", D: "♦" };
/** @type {Record<string, string>} */
const STRAIN_NAMES = { C: "clubs", H: "hearts", S: "spades", D: "diamonds", NT: "no trumps" };
/** @type {Record<string, string>} */
const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };

/** A suit's symbol, or "no trumps". @param {string} strain */
export const symbolOf = (strain) =>
  strain in SYMBOLS ? SYMBOLS[strain] + AS_TEXT : (STRAIN_NAMES[strain] ?? strain);

/** @param {string} strain */
export const strainName = (strain) => STRAIN_NAMES[strain] ?? strain;

/** @param {string} suit */
const isRed = (suit) => suit === "H" || suit === "D";

/** The CSS class that gives a suit its colour, also in a deck of four colours. @param {string} suit */
export const suitClass = (suit) => (suit in SYMBOLS ? `${isRed(suit) ? "red " : ""}suit-${suit}` : "");

/** The rank as it is shown: 10 for a ten. @param {string} card */
export const rankOf = (card) => (card[1] === "T" ? "10" : card[1]);

/** "ten of hearts" @param {string} card */
export const cardName = (card) => `${RANK_NAMES[card[1]] ?? card[1]} of ${STRAIN_NAMES[card[0]]}`;

/** "♥♥♠" as text. @param {string} suits */
export const suitsText = (suits) => [...suits].map(symbolOf).join("");

/** "♥10" as text. @param {string} card */
export const cardText = (card) => symbolOf(card[0]) + rankOf(card);

/** A suit or strain in its colour. @param {{strain: string}} props */
export function Strain({ strain }) {
  return html`<span class=${suitClass(strain)} role="img" aria-label=${strainName(strain)}>${symbolOf(strain)}</span>`;
}

/** A card in running text: "♥10". @param {{card: string}} props */
export function CardText({ card }) {
  return html`<span class=${`in-text ${suitClass(card[0])}`} role="img" aria-label=${cardName(card)}>${cardText(card)}</span>`;
}

/**
 * A name that screen readers read instead of the visible content; inside a control it names the control.
 * @param {{name: string, children?: any}} props
 */
export function ReadAs({ name, children }) {
  return html`<span class="unseen">${name}</span><span class="seen" aria-hidden="true">${children}</span>`;
}

/**
 * A card, face up. With `onPlay` it is a button; `label` adds to its name for screen readers.
 * @param {{card: string, onPlay?: (card: string) => void, disabled?: boolean, marked?: string,
 *   label?: string, note?: any, pressed?: boolean, tabIndex?: number, small?: boolean,
 *   onBarred?: (card: string) => void}} props onBarred: handles a click on a disabled card
 */
export function CardFace({ card, onPlay, disabled, marked = "", label, note, pressed, tabIndex, small, onBarred }) {
  const shown = html`<${Face} card=${card} />
    ${note === undefined ? null : html`<span class="note">${note}</span>`}`;
  const classes = `card ${suitClass(card[0])} ${small ? "small" : ""} ${marked}`;
  const name = label ? `${cardName(card)}, ${label}` : cardName(card);
  if (!onPlay) {
    return html`<span class=${classes} role="img" aria-label=${name} data-card=${card}>${shown}</span>`;
  }
  return html`<button type="button" class=${classes} title=${name} data-card=${card}
    aria-disabled=${disabled ? "true" : undefined} aria-pressed=${pressed} tabIndex=${tabIndex}
    onClick=${() => (disabled ? onBarred?.(card) : onPlay(card))}><${ReadAs} name=${name}>${shown}<//></button>`;
}

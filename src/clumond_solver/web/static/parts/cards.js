// Suits and cards: one notation for the eye, one for the ear. Cards are written as the library
// writes them, suit first: "HT" is the ten of hearts.

import { html } from "./view.js";

/** Diagrams show clubs first. */
export const SUITS = ["C", "H", "S", "D"];

const AS_TEXT = "\ufe0e"; // keeps suit symbols from turning into coloured emoji
/** @type {Record<string, string>} */
const SYMBOLS = { C: "♣", H: "♥", S: "♠", D: "♦" };
/** @type {Record<string, string>} */
const STRAIN_NAMES = { C: "clubs", H: "hearts", S: "spades", D: "diamonds", NT: "no trumps" };
/** @type {Record<string, string>} */
const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };

/**
 * A suit's symbol, or "no trumps".
 * @param {string} strain
 */
export const symbolOf = (strain) =>
  strain in SYMBOLS ? SYMBOLS[strain] + AS_TEXT : (STRAIN_NAMES[strain] ?? strain);

/** @param {string} strain */
export const strainName = (strain) => STRAIN_NAMES[strain] ?? strain;

/** @param {string} suit */
export const isRed = (suit) => suit === "H" || suit === "D";

/**
 * The rank as it is shown: 10 for a ten.
 * @param {string} card
 */
export const rankOf = (card) => (card[1] === "T" ? "10" : card[1]);

/**
 * "ten of hearts"
 * @param {string} card
 */
export const cardName = (card) => `${RANK_NAMES[card[1]] ?? card[1]} of ${STRAIN_NAMES[card[0]]}`;

/**
 * "♥10" as text.
 * @param {string} card
 */
export const cardText = (card) => symbolOf(card[0]) + rankOf(card);

/**
 * A suit or strain in its colour.
 * @param {{strain: string}} props
 */
export function Strain({ strain }) {
  return html`<span class=${isRed(strain) ? "red" : ""} role="img" aria-label=${strainName(strain)}>${symbolOf(strain)}</span>`;
}

/**
 * A card in running text: "♥10".
 * @param {{card: string}} props
 */
export function CardText({ card }) {
  return html`<span class=${`in-text ${isRed(card[0]) ? "red" : ""}`} role="img" aria-label=${cardName(card)}>${cardText(card)}</span>`;
}

/**
 * What is read out in place of what is seen. As the content of a control it is its name.
 * @param {{name: string, children?: any}} props
 */
export function ReadAs({ name, children }) {
  return html`<span class="unseen">${name}</span><span class="seen" aria-hidden="true">${children}</span>`;
}

/**
 * A card, face up. With `onPlay` it is a button; `label` adds to its name for the ear.
 * @param {{card: string, onPlay?: (card: string) => void, disabled?: boolean, marked?: string,
 *   label?: string, note?: any, pressed?: boolean, tabIndex?: number, small?: boolean}} props
 */
export function CardFace({ card, onPlay, disabled, marked = "", label, note, pressed, tabIndex, small }) {
  const shown = html`<span class="rank">${rankOf(card)}</span><span class="pip">${symbolOf(card[0])}</span>
    ${note === undefined ? null : html`<span class="note">${note}</span>`}`;
  const classes = `card ${isRed(card[0]) ? "red" : ""} ${small ? "small" : ""} ${marked}`;
  const name = label ? `${cardName(card)}, ${label}` : cardName(card);
  if (!onPlay) {
    return html`<span class=${classes} role="img" aria-label=${name} data-card=${card}>${shown}</span>`;
  }
  return html`<button type="button" class=${classes} title=${name} data-card=${card}
    aria-disabled=${disabled ? "true" : undefined} aria-pressed=${pressed} tabIndex=${tabIndex}
    onClick=${() => !disabled && onPlay(card)}><${ReadAs} name=${name}>${shown}<//></button>`;
}

/** The back of a card. */
export function CardBack() {
  return html`<span class="card back" aria-hidden="true"></span>`;
}

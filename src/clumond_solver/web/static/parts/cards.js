// Suits and cards as the page shows them, with our own drawings, and as screen readers read them. Cards are strings
// as the library writes them, suit first: "HT" is the ten of hearts.

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

/** The suit of a symbol. @param {string} symbol */
export const suitOf = (symbol) => SUITS.find((suit) => SYMBOLS[suit] === symbol) ?? "";

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
  return html`<span class=${`in-text ${suitClass(card[0])}`} role="img"
      aria-label=${cardName(card)}>${cardText(card)}</span>`;
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

/** A suit's sign, about 20 units high round the middle. @type {Record<string, string>} */
const SIGNS = {
  D: "M0,-10 Q3,-4 7.5,0 Q3,4 0,10 Q-3,4 -7.5,0 Q-3,-4 0,-10Z",
  H: "M0,10 C-5,4 -10,0 -10,-4.5 A5,5 0 0 1 0,-5 A5,5 0 0 1 10,-4.5 C10,0 5,4 0,10Z",
  S: "M0,-10 C4,-4 10,-1 10,4 A4.6,4.6 0 0 1 1.2,5 L3,10 H-3 L-1.2,5 A4.6,4.6 0 0 1 -10,4 C-10,-1 -4,-4 0,-10Z",
  C: "M-1.5,0 H1.5 L3,10 H-3Z M0,-10 a4.6,4.6 0 1 1 0,9.2 a4.6,4.6 0 1 1 0,-9.2Z"
    + "M-5.2,-1.5 a4.6,4.6 0 1 1 0,9.2 a4.6,4.6 0 1 1 0,-9.2Z M5.2,-1.5 a4.6,4.6 0 1 1 0,9.2 a4.6,4.6 0 1 1 0,-9.2Z",
};

const [LEFT, MIDDLE, RIGHT] = [38, 54, 70];
/** The heights of pips on a card of 100 by 140: of pairs left and right, and of single pips in the middle. */
const PIPS = /** @type {Record<string, {pairs: number[], middle: number[]}>} */ ({
  2: { pairs: [], middle: [28, 112] }, 3: { pairs: [], middle: [28, 70, 112] },
  4: { pairs: [28, 112], middle: [] }, 5: { pairs: [28, 112], middle: [70] },
  6: { pairs: [28, 70, 112], middle: [] }, 7: { pairs: [28, 70, 112], middle: [49] },
  8: { pairs: [28, 70, 112], middle: [49, 91] }, 9: { pairs: [26, 55, 85, 114], middle: [70] },
  T: { pairs: [26, 55, 85, 114], middle: [40, 100] },
});

/** The hats and hair of the courts. @type {Record<string, {hat: string, hair: string}>} */
const COURTS = {
  K: { hat: "M43,30 L41,15 L48,23 L54,12 L60,23 L67,15 L65,30Z",
    hair: "M45,39 C44,54 50,58 54,58 C58,58 64,54 63,39 L60,45 H48Z" },
  Q: { hat: "M44,30 C40,19 46,18 48,23 C49,14 59,14 60,23 C62,18 68,19 64,30Z",
    hair: "M46,30 C38,36 42,50 39,55 L47,54 V34 H61 V54 L69,55 C66,50 70,36 62,30Z" },
  J: { hat: "M42,30 C42,16 64,14 66,26 L72,14 L69,30Z",
    hair: "M46,30 C42,36 43,44 45,47 L48,34 H60 L63,47 C65,44 66,36 62,30Z" },
};

/** @param {string} suit @param {number} x @param {number} y @param {number} scale */
const sign = (suit, x, y, scale) => html`<path d=${SIGNS[suit]} fill="currentColor"
  transform=${`translate(${x},${y}) scale(${y > 70 ? -scale : scale})`} />`;

/** @param {{rank: string, suit: string}} props */
function Court({ rank, suit }) {
  const { hat, hair } = COURTS[rank];
  const half = html`<path class="robe" d="M31,70 V64 C36,53 44,54 54,54 C64,54 72,53 77,64 V70Z" />
    <path class="trim" d="M46,54 L54,70 L62,54Z M33,70 L40,57 H43 L37,70Z M75,70 L68,57 H65 L71,70Z" />
    <ellipse class="skin" cx="54" cy="40" rx="9.5" ry="12" />
    <path class=${rank === "K" ? "beard" : "hair"} d=${hair} /><path class="gold" d=${hat} />
    <path class="line" d="M49,38 h2.5 M56.5,38 h2.5 M52,46.5 q2,1.5 4,0" />
    ${sign(suit, 38, 28, 0.62)}`;
  return html`<rect class="frame" x="30" y="12" width="48" height="116" rx="3" />
    <g>${half}</g><g transform="rotate(180 54 70)">${half}</g>`;
}

/** The drawing on a card. @param {{card: string}} props */
function Face({ card }) {
  const [suit, rank] = card;
  const pips = PIPS[rank];
  return html`<svg class="face" viewBox="0 0 100 140" aria-hidden="true" focusable="false">
    <text class=${`index ${rank === "T" ? "ten" : ""}`} x="16" y="31" text-anchor="middle">${rankOf(card)}</text>
    ${sign(suit, 16, 48, 1)}
    <g class="picture" transform="translate(5)">${rank === "A" ? sign(suit, MIDDLE, 70, 2.4)
      : pips ? [...pips.pairs.flatMap((y) => [sign(suit, LEFT, y, 0.95), sign(suit, RIGHT, y, 0.95)]),
        ...pips.middle.map((y) => sign(suit, MIDDLE, y, 0.95))]
      : html`<${Court} rank=${rank} suit=${suit} />`}</g>
    <g class="plain">${sign(suit, 58, 68 + 27, -3)}</g>
  </svg>`;
}

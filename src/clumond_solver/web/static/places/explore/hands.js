// The hands round the table, and the trick between them.

/** @import { Position, Trick } from "../../wire.d.ts" */

import { cardName, cardText, LETTERS, rankOf, ReadAs, SEATS, Strain, strainName, suitClass, SUITS, symbolOf } from "../../parts/cards.js";
import { html } from "../../parts/view.js";
import { capital, counted, percent, signed } from "../../parts/wording.js";
import { trickJustEnded } from "./state.js";

/** @typedef {import("./state.js").State} State */

/**
 * What the engines say about the position that is shown.
 * @typedef {object} Known
 * @property {Record<string, boolean | null>} [plays] whether success can still be forced after a card
 * @property {boolean} own whether the seat is to play whose success that is
 * @property {number} hero that seat
 * @property {Record<string, number[]>} [misses] how far off the best finish after it is
 * @property {Record<string, number>} [chances] what its player thinks of it, from his own hand
 * @property {string} [what] "chance" or "points": what those are
 * @property {string} [best] the card that he should play
 */

/**
 * The colour of a card: green if it is good for who plays it.
 * @param {boolean | null | undefined} makes whether success can still be forced after it
 * @param {boolean} own whether the seat plays it whose success that is
 */
export const verdictClass = (makes, own) => (makes === undefined ? "" : makes === null ? "unknown" : makes === own ? "makes" : "fails");

/**
 * The same in words.
 * @param {boolean | null | undefined} makes
 * @param {boolean} own
 * @param {number} hero whose success it is
 */
export function verdictWords(makes, own, hero) {
  if (makes === undefined) return "";
  if (makes === null) return "not known";
  if (own) return makes ? "success can still be forced" : "success cannot be forced";
  return makes ? `${SEATS[hero]} can still force success` : `${SEATS[hero]} can be stopped`;
}

/** @param {number[]} bounds */
const bracket = ([low, high]) => (low === high ? `${low}` : `${low}–${high}`);

/**
 * @param {{state: State, position: Position, known: Known, onPlay: (card: string) => void,
 *   onEngine: () => void}} props onEngine: the engine is to play for a hidden hand
 */
export function Hands({ state, position, known, onPlay, onEngine }) {
  const panels = SEATS.map((_, seat) => html`<${Seat} key=${seat} seat=${seat} state=${state} position=${position}
    known=${known} onPlay=${onPlay} onEngine=${onEngine} />`);
  return html`<section id="table" class="hands" aria-label="The table">
    ${panels[0]}${panels[1]}<${Cloth} position=${position} at=${state.at} />${panels[2]}
  </section>`;
}

/**
 * @param {{seat: number, state: State, position: Position, known: Known, onPlay: (card: string) => void,
 *   onEngine: () => void}} props
 */
function Seat({ seat, state, position, known, onPlay, onEngine }) {
  const turn = position.turn === seat;
  const hidden = state.view !== "" && LETTERS[seat] !== state.view;
  return html`<section class=${`seat ${turn ? "turn" : ""}`} data-seat=${seat} aria-label=${capital(SEATS[seat])}>
    <h2>${capital(SEATS[seat])}
      ${state.players[seat] ? html` <small>${state.players[seat]}</small>` : null}
      ${position.declarer === seat ? html` <span class="pill">declarer ${symbolOf(position.strain)}</span>` : null}
      ${turn ? html` <small>to play</small>` : null}</h2>
    ${hidden && turn ? html`<${HiddenTurn} position=${position} view=${state.view} onPlay=${onPlay} onEngine=${onEngine} />`
      : hidden ? html`<${Unseen} count=${position.hands[seat].flat().length} />`
      : position.hands[seat].map((cards, row) => html`<${SuitRow} key=${row} suit=${SUITS[row]} cards=${cards}
          turn=${turn} position=${position} known=${known} onPlay=${onPlay} />`)}
    <${Standing} position=${position} seat=${seat} />
  </section>`;
}

/** @param {{count: number}} props */
function Unseen({ count }) {
  return html`<p class="backs"><span aria-hidden="true">${Array.from({ length: count }, () => html`<i></i>`)}</span>
    ${counted(count, "card")}, not seen</p>`;
}

/**
 * @param {{suit: string, cards: string[], turn: boolean, position: Position, known: Known,
 *   onPlay: (card: string) => void}} props
 */
function SuitRow({ suit, cards, turn, position, known, onPlay }) {
  return html`<div class="suit"><${Strain} strain=${suit} />
    <span class="cards">${cards.length === 0 ? html`<span class="void">–</span>` : cards.map((card) =>
      turn && position.legal.includes(card)
        ? html`<${LegalCard} key=${card} card=${card} known=${known} onPlay=${onPlay} />`
        : html`<span key=${card} class=${`held ${suitClass(card[0])} ${turn ? "barred" : ""}`}
            data-card=${card}>${rankOf(card)}</span>`)}</span></div>`;
}

/** @param {{card: string, known: Known, onPlay: (card: string) => void}} props */
function LegalCard({ card, known, onPlay }) {
  const makes = known.plays?.[card];
  const miss = missOf(known, card);
  const chance = known.chances?.[card];
  const words = [cardName(card)];
  if (makes !== undefined) words.push(verdictWords(makes, known.own, known.hero));
  if (miss) words.push(`best finish ${bracket(miss)} off`);
  if (chance !== undefined) words.push(chanceText(chance, known.what));
  if (known.best === card) words.push("the best from what this seat can see");
  const label = words.join(", ");
  const classes = ["held legal", suitClass(card[0]), verdictClass(makes, known.own),
    chance === undefined ? "" : "rated", known.best === card ? "best" : ""];
  return html`<button type="button" class=${classes.join(" ")} data-card=${card} title=${label}
    onClick=${() => onPlay(card)}><${ReadAs} name=${label}>${rankOf(card)}<small>${
      chance === undefined ? (miss ? bracket(miss) : "") : chanceText(chance, known.what, true)}</small><//></button>`;
}

/**
 * @param {number} value
 * @param {string} [what]
 * @param {boolean} [short]
 */
export function chanceText(value, what, short = false) {
  if (what === "points") return `${signed(value)}${short ? "" : " points expected"}`;
  return short ? `${Math.round(100 * value)}` : `declarer's chance ${percent(value)}`;
}

/**
 * A card that fails is at least one trick off, also where the search for how many had no time.
 * @param {Known} known
 * @param {string} card
 * @returns {number[] | undefined}
 */
function missOf(known, card) {
  const bounds = known.misses?.[card];
  return bounds && known.plays?.[card] === false ? [Math.max(1, bounds[0]), bounds[1]] : bounds;
}

/** @param {{position: Position, seat: number}} props */
function Standing({ position, seat }) {
  const extra = position.supplementary[seat];
  const taken = `${counted(position.taken[seat], "trick")}${extra ? ` + ${extra}` : ""}`;
  const ended = position.outcome?.[seat];
  return html`<p class="taken">${taken}${ended
    ? html`, code ${ended.code}: <b>${ended.success ? "success" : `${ended.off} off`}</b>` : null}</p>`;
}

/** @param {{position: Position, at: number}} props */
function Cloth({ position, at }) {
  const ended = position.trick.length === 0 ? trickJustEnded(position, at) : null;
  const number = position.taken.reduce((sum, count) => sum + count, 0) + 1;
  const strain = position.declarer === null ? "nobody declares"
    : position.strain === "NT" ? "no trumps" : `${strainName(position.strain)} trumps`;
  const state = ended ? `trick ${ended.number}: ${SEATS[ended.winner ?? 0]} won`
    : position.outcome ? "the hand is over" : `trick ${number}`;
  return html`<div id="cloth" role="group" aria-label=${ended ? "The last trick" : "Trick"}>
    <div class="status">${strain}<br />${state}</div>
    ${SEATS.map((_, seat) => html`<${Slot} key=${seat} seat=${seat} position=${position} ended=${ended} />`)}
  </div>`;
}

/** @param {{seat: number, position: Position, ended: Trick | null}} props */
function Slot({ seat, position, ended }) {
  const card = ended ? ended.cards.find((played) => played.seat === seat)?.card
    : position.trick[(seat - position.leader + 3) % 3];
  const next = position.turn === seat;
  if (!card) return html`<div class=${`slot ${next ? "next" : ""}`} data-seat=${seat}>${next ? "?" : ""}</div>`;
  const classes = ["slot played", suitClass(card[0]), ended ? "past" : "", ended?.winner === seat ? "won" : ""];
  return html`<div class=${classes.join(" ")} data-seat=${seat} role="img"
    aria-label=${`${SEATS[seat]} played the ${cardName(card)}${ended?.winner === seat ? " and won" : ""}`}>${
      cardText(card)}</div>`;
}

/**
 * A hidden hand that is to play: any card that the seat whose view this is has not seen.
 * @param {{position: Position, view: string, onPlay: (card: string) => void, onEngine: () => void}} props
 */
function HiddenTurn({ position, view, onPlay, onEngine }) {
  const seat = SEATS[position.turn ?? 0];
  return html`<div class="hidden-turn">
    <p class="small-text">What does ${seat} play? He may hold any of these cards, from what ${SEATS[LETTERS.indexOf(view)]} knows. Or
      ${" "}<button type="button" class="button" id="engine-plays" onClick=${onEngine}>let the engine play</button></p>
    ${SUITS.map((suit) => {
      const cards = position.may_play.filter((card) => card[0] === suit).reverse();
      return cards.length === 0 ? null : html`<div class="suit" key=${suit}><${Strain} strain=${suit} />
        <span class="cards">${cards.map((card) => html`<button key=${card} type="button" class=${`held legal ${suitClass(suit)}`}
          data-card=${card} onClick=${() => onPlay(card)}><${ReadAs} name=${`${seat} plays the ${cardName(card)}`}>${rankOf(card)}<//></button>`)}</span></div>`;
    })}
  </div>`;
}

/** What the colours and small numbers of the cards mean. @param {{view: string}} props */
export function Legend({ view }) {
  if (view) {
    return html`<p class="legend" id="legend">On the cards: declarer's chance in per cent, from what
      ${` ${SEATS[LETTERS.indexOf(view)]} `} can see (undeclared: expected points).
      Framed: the card to play.</p>`;
  }
  return html`<p class="legend" id="legend">
    <span class="held makes">K</span> good for the player to move: declarer can still force success, or a defender can stop him;
    <span class="held fails">K</span> bad;
    <span class="held unknown">K</span> not known.
    The small number: how many tricks off the nearest finish that can be forced is (1–4: between one and four).</p>`;
}

// The dialog in which one enters a hand, deal, play or record as text, or clicks the cards of a hand.

import { cardName, cardText, ReadAs, SEAT_OPTIONS, suitClass, SUITS, symbolOf } from "../../parts/cards.js";
import { Button, Check, Choice, Dialog } from "../../parts/controls.js";
import { html, useEffect, useRef, useState } from "../../parts/view.js";

const DOTTED_ORDER = "SHDC"; // the order of the suits in a dotted hand
const RANKS = "AKQJ98765432";
const FULL_HAND = 16;
/** @type {Record<string, number>} */
const ACROSS = { ArrowLeft: -1, ArrowRight: 1 };
/** @type {Record<string, number>} */
const DOWN = { ArrowUp: -1, ArrowDown: 1 };

/** The cards of a dotted hand; none if the text is something else. @param {string} text */
function parseDottedHand(text) {
  const suits = text.trim().toUpperCase().split(".");
  if (suits.length !== DOTTED_ORDER.length || !suits.every((ranks) => /^[AKQJ2-9]*$/.test(ranks))) return [];
  return suits.flatMap((ranks, suit) => [...ranks].map((rank) => DOTTED_ORDER[suit] + rank));
}

/** @param {Set<string>} cards */
const dottedHand = (cards) => [...DOTTED_ORDER].map((suit) =>
  [...RANKS].filter((rank) => cards.has(suit + rank)).join("")).join(".");

/**
 * @param {{seat: string, onEnter: (text: string, seat: string, oneHandOnly: boolean) => Promise<string>,
 *   onClose: () => void}} props onEnter: resolves to the error, or to ""
 */
export function EnterDialog({ seat, onEnter, onClose }) {
  const [text, setText] = useState("");
  const [holder, setHolder] = useState(seat);
  const [oneHandOnly, setOneHandOnly] = useState(true);
  const [error, setError] = useState("");
  const textArea = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useEffect(() => textArea.current?.focus(), []);
  const cardList = parseDottedHand(text);
  const picked = new Set(cardList);

  /** @param {Event} event */
  const enter = async (event) => {
    event.preventDefault();
    setError("");
    setError(await onEnter(text, holder, oneHandOnly));
  };

  /** @param {string} card */
  const toggle = (card) => {
    const cards = new Set(picked);
    if (!cards.delete(card) && cards.size < FULL_HAND) cards.add(card);
    setText(dottedHand(cards));
  };

  const actions = html`${error ? html`<p id="entering-error" class="notice error" role="alert">${error}</p>` : null}
    <${Button} id="entered" kind="main" type="submit" form="entering">Show<//>`;
  return html`<${Dialog} title="Enter or paste" onClose=${onClose} closeLabel="Cancel"
      actions=${actions}><form id="entering" onSubmit=${enter}>
    <p>A hand <code>AK8732.AK974.KJ4.Q3</code> (spades, hearts, diamonds, clubs; or click its cards),
      a deal <code>F:hand hand hand</code>, a play, or records.</p>
    <textarea id="text" ref=${textArea} rows="3" spellcheck=${false} autocomplete="off"
      aria-label="Hand, deal, play or records"
      value=${text} onInput=${(event) => setText(event.currentTarget.value)}></textarea>
    <${Picker} picked=${picked} onToggle=${toggle} />
    <p id="picked" role="status" class="soft">${countText(cardList)}</p>
    <div class="bar"><${Choice} id="holder" label="A single hand belongs to" value=${holder} onChange=${setHolder}
      options=${SEAT_OPTIONS} />
      <${Check} id="alone" label="Show only that hand" checked=${oneHandOnly} onChange=${setOneHandOnly} /></div>
  </form><//>`;
}

/** @param {string[]} cards the cards of a hand, perhaps some of them twice */
function countText(cards) {
  const duplicate = cards.find((card, index) => cards.indexOf(card) !== index);
  const missing = FULL_HAND - cards.length;
  if (cards.length === 0) return "";
  if (duplicate) return `${cardText(duplicate)} is there twice`;
  if (missing < 0) return `${cards.length} cards: ${-missing} too many`;
  return `${cards.length} of ${FULL_HAND} cards${missing ? `: ${missing} missing, to be dealt at random` : ""}`;
}

/** @param {{picked: Set<string>, onToggle: (card: string) => void}} props */
function Picker({ picked, onToggle }) {
  // Tab reaches only this card; the arrow keys move on from it.
  const [tabStop, setTabStop] = useState(SUITS[0] + RANKS[0]);
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));

  /** @param {KeyboardEvent} event @param {string} card */
  const move = (event, card) => {
    if (!(event.key in ACROSS || event.key in DOWN)) return;
    event.preventDefault();
    const suit = (SUITS.indexOf(card[0]) + (DOWN[event.key] ?? 0) + SUITS.length) % SUITS.length;
    const rank = (RANKS.indexOf(card[1]) + (ACROSS[event.key] ?? 0) + RANKS.length) % RANKS.length;
    const next = SUITS[suit] + RANKS[rank];
    setTabStop(next);
    const button = box.current?.querySelector(`[data-card="${next}"]`);
    if (button instanceof HTMLElement) button.focus();
  };

  return html`<div id="picker" ref=${box} role="group" aria-label="Cards of a hand">${SUITS.map((suit) => html`
    <div key=${suit} class=${`picks ${suitClass(suit)}`}>${[...RANKS].map((rank) => {
      const card = suit + rank;
      return html`<button key=${card} type="button" class="pick" data-card=${card}
        aria-pressed=${picked.has(card) ? "true" : "false"} tabindex=${card === tabStop ? 0 : -1}
        onClick=${() => { setTabStop(card); onToggle(card); }}
        onKeyDown=${(event) => move(event, card)}><${ReadAs} name=${cardName(card)}>${rank}${symbolOf(suit)}<//>
        </button>`;
    })}</div>`)}</div>`;
}

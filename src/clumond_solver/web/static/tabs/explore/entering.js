// Entering a hand, deal, play or record: as text, or a hand card by card.

import { cardName, cardText, ReadAs, SEAT_OPTIONS, suitClass, SUITS, symbolOf } from "../../parts/cards.js";
import { Button, Check, Choice } from "../../parts/controls.js";
import { Dialog } from "../../parts/dialog.js";
import { html, useEffect, useRef, useState } from "../../parts/view.js";

const WRITTEN = "SHDC"; // the order of a hand in dots
const RANKS = "AKQJ98765432";
const WHOLE = 16;
/** @type {Record<string, number>} */
const ACROSS = { ArrowLeft: -1, ArrowRight: 1 };
/** @type {Record<string, number>} */
const DOWN = { ArrowUp: -1, ArrowDown: 1 };

/**
 * The cards that a dotted hand names, or none if the text is something else.
 * @param {string} text
 */
function read(text) {
  const suits = text.trim().toUpperCase().split(".");
  if (suits.length !== WRITTEN.length || !suits.every((ranks) => /^[AKQJ2-9]*$/.test(ranks))) return [];
  return suits.flatMap((ranks, suit) => [...ranks].map((rank) => WRITTEN[suit] + rank));
}

/** @param {Set<string>} cards */
const written = (cards) => [...WRITTEN].map((suit) => [...RANKS].filter((rank) => cards.has(suit + rank)).join("")).join(".");

/**
 * @param {{seat: string, onEnter: (text: string, seat: string, alone: boolean) => Promise<string>, onClose: () => void}} props
 *   onEnter tells what is wrong, nothing if all is well
 */
export function Entering({ seat, onEnter, onClose }) {
  const [text, setText] = useState("");
  const [holder, setHolder] = useState(seat);
  const [alone, setAlone] = useState(true);
  const [wrong, setWrong] = useState("");
  const area = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useEffect(() => area.current?.focus(), []);
  const named = read(text);
  const held = new Set(named);

  /** @param {Event} event */
  const enter = async (event) => {
    event.preventDefault();
    setWrong("");
    setWrong(await onEnter(text, holder, alone));
  };

  /** @param {string} card */
  const toggle = (card) => {
    const cards = new Set(held);
    if (!cards.delete(card) && cards.size < WHOLE) cards.add(card);
    setText(written(cards));
  };

  const doing = html`${wrong ? html`<p id="entering-error" class="notice error" role="alert">${wrong}</p>` : null}
    <${Button} id="entered" kind="main" type="submit" form="entering">Show<//>`;
  return html`<${Dialog} title="Enter or paste" onClose=${onClose} closing="Cancel" doing=${doing}><form id="entering" onSubmit=${enter}>
    <p>A hand <code>AK8732.AK974.KJ4.Q3</code> (spades, hearts, diamonds, clubs; or click its cards),
      a deal <code>F:hand hand hand</code>, a play, or records.</p>
    <textarea id="text" ref=${area} rows="3" spellcheck=${false} autocomplete="off" aria-label="Hand, deal, play or records"
      value=${text} onInput=${(event) => setText(event.currentTarget.value)}></textarea>
    <${Picker} held=${held} onToggle=${toggle} />
    <p id="picked" role="status" class="soft">${countText(named)}</p>
    <div class="bar"><${Choice} id="holder" label="A single hand belongs to" value=${holder} onChange=${setHolder} options=${SEAT_OPTIONS} />
      <${Check} id="alone" label="Show only that hand" checked=${alone} onChange=${setAlone} /></div>
  </form><//>`;
}

/** @param {string[]} named the cards of a hand, as they are written */
function countText(named) {
  const twice = named.find((card, place) => named.indexOf(card) !== place);
  const missing = WHOLE - named.length;
  if (named.length === 0) return "";
  if (twice) return `${cardText(twice)} is there twice`;
  if (missing < 0) return `${named.length} cards: ${-missing} too many`;
  return `${named.length} of ${WHOLE} cards${missing ? `: ${missing} missing, to be dealt at random` : ""}`;
}

/** @param {{held: Set<string>, onToggle: (card: string) => void}} props */
function Picker({ held, onToggle }) {
  // One card at a time can be reached by Tab; the arrows go on from there.
  const [reached, setReached] = useState(SUITS[0] + RANKS[0]);
  const box = useRef(/** @type {HTMLElement | null} */ (null));

  /** @param {KeyboardEvent} event @param {string} card */
  const move = (event, card) => {
    if (!(event.key in ACROSS || event.key in DOWN)) return;
    event.preventDefault();
    const suit = (SUITS.indexOf(card[0]) + (DOWN[event.key] ?? 0) + SUITS.length) % SUITS.length;
    const rank = (RANKS.indexOf(card[1]) + (ACROSS[event.key] ?? 0) + RANKS.length) % RANKS.length;
    const next = SUITS[suit] + RANKS[rank];
    setReached(next);
    const button = box.current?.querySelector(`[data-card="${next}"]`);
    if (button instanceof HTMLElement) button.focus();
  };

  return html`<div id="picker" ref=${box} role="group" aria-label="Cards of a hand">${SUITS.map((suit) => html`
    <div key=${suit} class=${`picks ${suitClass(suit)}`}>${[...RANKS].map((rank) => {
      const card = suit + rank;
      return html`<button key=${card} type="button" class="pick" data-card=${card}
        aria-pressed=${held.has(card) ? "true" : "false"} tabindex=${card === reached ? 0 : -1}
        onClick=${() => { setReached(card); onToggle(card); }}
        onKeyDown=${(event) => move(event, card)}><${ReadAs} name=${cardName(card)}>${rank}${symbolOf(suit)}<//></button>`;
    })}</div>`)}</div>`;
}

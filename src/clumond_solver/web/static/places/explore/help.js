// What the colours and small numbers of the cards in Explore mean, and its keys.

import { SEATS, LETTERS } from "../../parts/cards.js";
import { Dialog } from "../../parts/dialog.js";
import { html } from "../../parts/view.js";

/** What the colours and numbers mean. @param {{view: string}} props */
export function Legend({ view }) {
  if (view) {
    return html`<p class="legend" id="legend">On the cards: declarer's chance in per cent, as
      ${` ${SEATS[LETTERS.indexOf(view)]} `} sees it, who knows his own hand only (expected points where nobody declared).
      Framed: the card to play.</p>`;
  }
  return html`<p class="legend" id="legend">
    <span class="held makes">K</span> good for the hand to play: declarer can still force success, a defender stops him;
    <span class="held fails">K</span> bad;
    <span class="held unknown">K</span> not known.
    The small number: tricks off target at the best finish that can be forced (1–4: from one to four).</p>`;
}

const KEYS = [
  ["Tab, ↑ ↓, Enter", "choose and play a card"],
  ["← →", "one card back or on"],
  ["Home End", "to the start or the end"],
  ["Backspace", "take back the last card"],
  ["← ↑ ↓ →, Space", "among the cards of a hand that is entered"],
  ["d e o s l t a", "deal, enter, open, save, copy link, copy text, advice"],
];

/** @param {{view: string, onClose: () => void}} props */
export function Help({ view, onClose }) {
  return html`<${Dialog} title="Keys and colours" onClose=${onClose}><div id="helping">
    <${Legend} view=${view} />
    <dl>${KEYS.map(([keys, what]) => html`<dt key=${keys}>${keys}</dt><dd>${what}</dd>`)}</dl></div><//>`;
}

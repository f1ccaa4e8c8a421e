// The keys of a table, and the list of them that a person can open.

import { Dialog } from "../../parts/dialog.js";
import { useKeys } from "../../parts/keys.js";
import { html } from "../../parts/view.js";

/** Keys as people read them, the name of what they do ("" if the browser does it), the help. @type {[string, string, string][]} */
const KEYS = [
  ["← → ↑ ↓", "move", "move among the cards you may play"], ["Enter", "", "play the card, press the button"],
  ["n or Space", "proceed", "continue after a trick or a deal"], ["h", "hint", "hint"], ["u", "takeBack", "take back"],
  ["k", "keep", "mark cards to keep"], ["l", "tricks", "the last trick, and those before"], ["s", "score", "score"],
  ["r", "rules", "rules"], ["p", "helper", "helper"], ["?", "keys", "these keys"],
];
/** @type {Record<string, string>} */
const IN_EVENTS = { "←": "ArrowLeft", "→": "ArrowRight", "↑": "ArrowUp", "↓": "ArrowDown", Space: " " };

/** @param {Parameters<typeof useKeys>[0]} acts by the names in the list */
export function useTableKeys(acts) {
  useKeys(Object.fromEntries(KEYS.flatMap(([keys, name]) => keys.split(/ or | /).map((key) => [IN_EVENTS[key] ?? key, acts[name]]))));
}

/** @param {{onClose: () => void}} props */
export function KeysDialog({ onClose }) {
  return html`<${Dialog} title="Keys" onClose=${onClose}><dl class="keys">${KEYS.map(([keys, , help]) => html`<div key=${keys}><dt><kbd>${keys}</kbd></dt><dd>${help}</dd></div>`)}</dl><//>`;
}

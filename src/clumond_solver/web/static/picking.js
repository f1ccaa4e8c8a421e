// A hand put together by clicking cards, beside the text that says the same.

import { cardName, element, pip } from "./drawing.js";

const SUITS = "CHSD";
const WRITTEN = "SHDC"; // the order of a hand in dots
const RANKS = "AKQJ98765432";
const WHOLE = 16;
const ACROSS = { ArrowLeft: -1, ArrowRight: 1 };

// The cards that a dotted hand names, or none if the text is something else.
function read(text) {
  const suits = text.trim().toUpperCase().split(".");
  if (suits.length !== WRITTEN.length || !suits.every((ranks) => /^[AKQJ2-9]*$/.test(ranks))) return [];
  return suits.flatMap((ranks, suit) => [...ranks].map((rank) => WRITTEN[suit] + rank));
}

function written(cards) {
  return [...WRITTEN]
    .map((suit) => [...RANKS].filter((rank) => cards.has(suit + rank)).join(""))
    .join(".");
}

// Fills `box` with cards to click; `area` is the text, `count` says how many there are.
export function picker(box, area, count) {
  const buttons = new Map();

  function show() {
    const held = new Set(read(area.value));
    for (const [card, button] of buttons) button.setAttribute("aria-pressed", String(held.has(card)));
    count.textContent = held.size < WHOLE
      ? `${held.size} of ${WHOLE} cards; the rest is dealt at random` : `${held.size} of ${WHOLE} cards`;
  }

  function toggle(card) {
    const held = new Set(read(area.value));
    if (!held.delete(card) && held.size < WHOLE) held.add(card);
    area.value = written(held);
    show();
  }

  // One card at a time can be reached by Tab; the arrows go on from there.
  function reach(card) {
    for (const [each, button] of buttons) button.tabIndex = each === card ? 0 : -1;
  }

  function move(card, key) {
    const suit = SUITS.indexOf(card[0]);
    const rank = RANKS.indexOf(card[1]);
    const down = { ArrowUp: -1, ArrowDown: 1 }[key] ?? 0;
    const next = SUITS[(suit + down + SUITS.length) % SUITS.length]
      + RANKS[(rank + (ACROSS[key] ?? 0) + RANKS.length) % RANKS.length];
    reach(next);
    buttons.get(next).focus();
  }

  for (const suit of SUITS) {
    const row = element("div", { className: `picks ${suit === "H" || suit === "D" ? "red" : ""}` });
    for (const rank of RANKS) {
      const card = suit + rank;
      const button = element("button", { type: "button", className: "pick", data: { card } }, rank, pip(suit));
      button.setAttribute("aria-label", cardName(card));
      button.addEventListener("click", () => {
        reach(card);
        toggle(card);
      });
      button.addEventListener("keydown", (event) => {
        if (!event.key.startsWith("Arrow")) return;
        event.preventDefault();
        move(card, event.key);
      });
      buttons.set(card, button);
      row.append(button);
    }
    box.append(row);
  }
  reach(SUITS[0] + RANKS[0]);
  area.addEventListener("input", show);
  return { show };
}

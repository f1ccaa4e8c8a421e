// The choices of declarer, trumps, game and tens; whose success is analysed, whose hands are shown.

/** @import { ContractChange, OpenedPlay, Position } from "../../wire.d.ts" */

import { LETTERS, SEAT_OPTIONS, SEATS, strainName, STRAINS, SUITS, symbolOf } from "../../parts/cards.js";
import { Button, Choice, Dialog } from "../../parts/controls.js";
import { html, useLayoutEffect, useState } from "../../parts/view.js";
import { counted } from "../../parts/wording.js";

/** @typedef {import("./board_state.js").State} State */

const HOLDERS = [...SEAT_OPTIONS, { value: "common", text: "common" }];
// Until the person says where the tens lie, all are common.
const INITIAL_TENS = "F=- M=- R=- common=CHSD";

/**
 * Changes of a contract.
 * @typedef {{declarer?: string, strain?: string, tens?: string | null, supplementary?: number[]}} Terms
 */

/**
 * @param {{state: State, position: Position, chosenTens: string | null, onTerms: (terms: Terms) => void,
 *   onChange: (change: Partial<State>) => void}} props
 */
export function Contract({ state, position, chosenTens, onTerms, onChange }) {
  const withoutTens = state.tens === null && position.supplementary.some(Boolean);
  const games = [{ value: "base", text: "base game" }, { value: "tens", text: "Four Tens" },
    ...(withoutTens ? [{ value: "counted", text: "supplementary tricks" }] : [])];
  const game = state.tens !== null ? "tens" : withoutTens ? "counted" : "base";
  const views = [{ value: "", text: "all hands" },
    ...SEATS.map((name, seat) => ({ value: LETTERS[seat], text: `${name}'s only` }))];
  return html`<section id="contract" class="bar fields" aria-label="What is played">
    <${Choice} id="declarer" label="Declarer" value=${position.declarer === null ? "none" : LETTERS[position.declarer]}
      options=${[{ value: "none", text: "nobody" }, ...SEAT_OPTIONS]} onChange=${(declarer) => onTerms({ declarer })} />
    <${Choice} id="strain" label="Trumps" value=${position.strain} disabled=${position.declarer === null}
      options=${STRAINS.map((strain) =>
        ({ value: strain, text: strain === "NT" ? "no trumps" : `${symbolOf(strain)} ${strainName(strain)}` }))}
      onChange=${(strain) => onTerms({ strain })} />
    <${Choice} id="goal" label="Success of" value=${state.goal || (position.declarer === null ? "F" : "")}
      options=${position.declarer === null ? SEAT_OPTIONS : [{ value: "", text: "declarer" }, ...SEAT_OPTIONS]}
      onChange=${(goal) => onChange({ goal })} />
    <${Choice} id="view" label="Hands shown" value=${state.view} options=${views}
      onChange=${(view) => onChange({ view })} />
    <${Choice} id="game" label="Game" value=${game} options=${games}
      onChange=${(chosen) => onTerms({ tens: chosen === "tens" ? INITIAL_TENS : null, supplementary: [0, 0, 0] })} />
    ${state.tens === null ? null
      : html`<${Tens} tens=${chosenTens ?? state.tens} onTens=${(tens) => onTerms({ tens })} />`}
  </section>`;
}

/** @param {{tens: string, onTens: (tens: string) => void}} props */
function Tens({ tens, onTens }) {
  // Show a choice at once, before the answer to it has come.
  const [chosen, setChosen] = useState(tens);
  // In a layout effect, before the next click: an ordinary effect could undo a later choice.
  useLayoutEffect(() => setChosen(tens), [tens]);
  const holdings = chosen.split(" ").map((holding) => holding.split("="));
  const holders = Object.fromEntries(SUITS.map((suit) =>
    [suit, holdings.find(([, suits]) => suits?.includes(suit))?.[0] ?? "common"]));
  /** @param {string} suit @param {string} holder */
  const put = (suit, holder) => {
    const changed = { ...holders, [suit]: holder };
    const text = [...LETTERS, "common"].map((name) =>
      `${name}=${SUITS.filter((other) => changed[other] === name).join("") || "-"}`).join(" ");
    setChosen(text);
    onTens(text);
  };
  return html`<fieldset id="tens" class="bar fields"><legend>Who exposed the ten of</legend>
    ${SUITS.map((suit) => html`<${Choice} key=${suit} id=${`ten-${suit}`}
        label=${`${symbolOf(suit)} ${strainName(suit)}`} value=${holders[suit]} options=${HOLDERS}
      onChange=${(holder) => put(suit, holder)} />`)}
  </fieldset>`;
}

/**
 * Asks how to continue if a change of contract makes cards of the play illegal.
 * @param {{change: ContractChange, played: number, onChoose: (opened: OpenedPlay) => void,
 *   onClose: () => void}} props
 */
export function ConfirmChange({ change: { from_start, from_here, legal_part }, played, onChoose, onClose }) {
  const legal = legal_part.cards.length;
  return html`<${Dialog} title="Some cards played would be illegal" onClose=${onClose} closeLabel="Change nothing">
    <p id="losing">${counted(played, "card")} ${played === 1 ? "has" : "have"} been played; after this change
      ${legal === 0 ? " none of them would be legal."
        : ` only the first ${legal === 1 ? "one" : legal} would be legal.`}</p>
    <div class="bar choices">
      ${from_here ? html`<${Button} id="from-here"
          onClick=${() => onChoose(from_here)}>Continue from here, keeping the tricks taken<//>` : null}
      ${legal ? html`<${Button} id="keep-legal"
          onClick=${() => onChoose(legal_part)}>Keep the first ${counted(legal, "card")}<//>` : null}
      <${Button} id="begin-again" onClick=${() => onChoose(from_start)}>Start the play again<//>
    </div>
  <//>`;
}

// What is played: declarer, trumps, game and tens; whose success, whose view.

/** @import { Opened, Position, Recontracted } from "../../wire.d.ts" */

import { Button, Choice } from "../../parts/controls.js";
import { LETTERS, SEAT_OPTIONS, SEATS, STRAINS, strainName, SUITS, symbolOf } from "../../parts/cards.js";
import { Dialog } from "../../parts/dialog.js";
import { html, useLayoutEffect, useState } from "../../parts/view.js";
import { counted } from "../../parts/wording.js";

/** @typedef {import("./state.js").State} State */

const IN_COMMON = [...SEAT_OPTIONS, { value: "common", text: "common" }];
// What nobody has said yet: all lie in common.
const UNKNOWN_TENS = "F=- M=- R=- common=CHSD";

/**
 * What a contract is changed to.
 * @typedef {{declarer?: string, strain?: string, tens?: string | null, supplementary?: number[]}} Terms
 */

/**
 * @param {{state: State, position: Position, records: Opened[], record: number,
 *   chosenTens: string | null, onTerms: (terms: Terms) => void, onChange: (change: Partial<State>) => void,
 *   onRecord: (record: number) => void}} props
 */
export function Contract({ state, position, records, record, chosenTens, onTerms, onChange, onRecord }) {
  const withoutTens = state.tens === null && position.supplementary.some(Boolean);
  const games = [{ value: "base", text: "base game" }, { value: "tens", text: "Four Tens" },
    ...(withoutTens ? [{ value: "counted", text: "supplementary tricks" }] : [])];
  const game = state.tens !== null ? "tens" : withoutTens ? "counted" : "base";
  const view = [{ value: "", text: "all hands" }, ...SEATS.map((seat, place) => ({ value: LETTERS[place], text: `${seat}'s only` }))];
  return html`<section id="contract" class="bar fields" aria-label="What is played">
    <${Choice} id="declarer" label="Declarer" value=${position.declarer === null ? "none" : LETTERS[position.declarer]}
      options=${[{ value: "none", text: "nobody" }, ...SEAT_OPTIONS]} onChange=${(declarer) => onTerms({ declarer })} />
    <${Choice} id="strain" label="Trumps" value=${position.strain} disabled=${position.declarer === null}
      options=${STRAINS.map((strain) => ({ value: strain, text: strain === "NT" ? "no trumps" : `${symbolOf(strain)} ${strainName(strain)}` }))}
      onChange=${(strain) => onTerms({ strain })} />
    <${Choice} id="goal" label="Success for" value=${state.goal} options=${[{ value: "", text: "declarer" }, ...SEAT_OPTIONS]}
      onChange=${(goal) => onChange({ goal })} />
    <${Choice} id="view" label="Hands shown" value=${state.view} options=${view}
      onChange=${(seen) => onChange({ view: seen })} />
    <${Choice} id="game" label="Game" value=${game} options=${games}
      onChange=${(chosen) => onTerms({ tens: chosen === "tens" ? UNKNOWN_TENS : null, supplementary: [0, 0, 0] })} />
    ${records.length > 1 ? html`<${Choice} id="which" label="Record" value=${String(record)}
      options=${records.map((opened, place) => ({ value: String(place), text: opened.title || `record ${place + 1}` }))}
      onChange=${(place) => onRecord(Number(place))} />` : null}
    ${state.tens === null ? null : html`<${Tens} tens=${chosenTens ?? state.tens} onTens=${(tens) => onTerms({ tens })} />`}
  </section>`;
}

/** @param {{tens: string, onTens: (tens: string) => void}} props */
function Tens({ tens, onTens }) {
  // What was chosen already counts, even where the answer to it has not come yet.
  const [chosen, setChosen] = useState(tens);
  // Before the next click: later, it would undo a choice made since.
  useLayoutEffect(() => setChosen(tens), [tens]);
  const places = chosen.split(" ").map((place) => place.split("="));
  const by = Object.fromEntries(SUITS.map((suit) => [suit, places.find(([, suits]) => suits?.includes(suit))?.[0] ?? "common"]));
  /** @param {string} suit @param {string} place */
  const put = (suit, place) => {
    const now = { ...by, [suit]: place };
    const text = [...LETTERS, "common"].map((holder) => `${holder}=${SUITS.filter((one) => now[one] === holder).join("") || "-"}`).join(" ");
    setChosen(text);
    onTens(text);
  };
  return html`<fieldset id="tens" class="bar fields"><legend>Who exposed the ten of</legend>
    ${SUITS.map((suit) => html`<${Choice} key=${suit} id=${`ten-${suit}`} label=${`${symbolOf(suit)} ${strainName(suit)}`} value=${by[suit]} options=${IN_COMMON}
      onChange=${(place) => put(suit, place)} />`)}
  </fieldset>`;
}

/**
 * Before cards are thrown away: what shall become of the play?
 * @param {{change: Recontracted, played: number, onChoose: (opened: Opened) => void,
 *   onClose: () => void}} props
 */
export function AskBeforeLosing({ change: { again, here, kept }, played, onChoose, onClose }) {
  const left = kept.cards.length;
  return html`<${Dialog} title="Some cards played would be illegal" onClose=${onClose} closing="Change nothing">
    <p id="losing">${counted(played, "card")} ${played === 1 ? "has" : "have"} been played; after this change
      ${left === 0 ? " none of them would be legal." : ` only the first ${left === 1 ? "one" : left} would be legal.`}</p>
    <div class="bar choices">
      ${here ? html`<${Button} id="from-here" onClick=${() => onChoose(here)}>Continue from here, keeping the tricks taken<//>` : null}
      ${left ? html`<${Button} id="keep-legal" onClick=${() => onChoose(kept)}>Keep the first ${counted(left, "card")}<//>` : null}
      <${Button} id="begin-again" onClick=${() => onChoose(again)}>Start the play again<//>
    </div>
  <//>`;
}

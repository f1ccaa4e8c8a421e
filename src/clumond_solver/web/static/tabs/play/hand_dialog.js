// Asks what to call or to play with a hand of any game but Clumond, from what has been said so far.

/** @import { GameListed, HandAdvised } from "../../wire.d.ts" */

import { useAnswer } from "../../parts/answers.js";
import { Button, Dialog, Field, Notice } from "../../parts/controls.js";
import { valueText } from "../../parts/deal.js";
import { html, useState } from "../../parts/view.js";
import { capital, Words } from "../../parts/wording.js";
import { counts, OptionField } from "./table_dialogs.js";

/**
 * The fields of a question besides the hand, with their labels and what helps to fill them in.
 * @param {GameListed["start"]} start
 */
const fieldsOf = ({ turned, calls }) => [
  ...(turned ? [{ name: "turned", label: "Card turned up", help: "Such as S9." }] : []),
  ...(calls.length
    ? [{ name: "said", label: "Said before you", help: `Calls in order, with commas: ${calls.join(", ")}.` }] : []),
  { name: "deal", label: "Number of the deal", help: "Empty: the first that fits the hand." },
];

/** @param {{game: GameListed, onClose: () => void}} props */
export function HandDialog({ game, onClose }) {
  const [options, setOptions] = useState(/** @type {Record<string, string>} */ ({}));
  const [hand, setHand] = useState("");
  const [said, setSaid] = useState(/** @type {Record<string, string>} */ ({}));
  const [question, setQuestion] = useState(/** @type {Record<string, any> | null} */ (null));
  const { answer, part, error } = useAnswer("hand-advice", question, { parts: true });
  const values = Object.fromEntries(game.options.map((option) =>
    [option.name, options[option.name] ?? option.default_text]));
  const counting = game.options.filter((option) => counts(game.words.counts_with[option.name], values));
  /** @param {Event} event */
  const begin = (event) => {
    event.preventDefault();
    setQuestion({
      game: game.key,
      options: Object.fromEntries(counting.map(({ name }) => [name, values[name]])),
      hand, turned: said.turned || null, said: said.said || null,
      deal: said.deal ? Number(said.deal) : null,
    });
  };
  return html`<${Dialog} title=${`A hand of ${game.title}`} onClose=${onClose} wide closeLabel="Close">
    <form onSubmit=${begin} class="agreement">
      <${Field} id="asked-hand" label="Your cards" value=${hand} onInput=${setHand}
        help=${`Spades, hearts, diamonds, clubs, with dots between: ${game.start.hand || "AJ9.T..K7"}`} />
      <div class="fields wide">
        ${fieldsOf(game.start).map(({ name, label, help }) =>
          html`<${Field} key=${name} id=${`asked-${name}`} label=${label} help=${help}
          type=${name === "deal" ? "number" : "text"} min=${name === "deal" ? 1 : undefined}
          value=${said[name] ?? ""} onInput=${(value) => setSaid({ ...said, [name]: value })} />`)}
        ${counting.map((option) => html`<${OptionField} key=${option.name} option=${option} words=${game.words}
          value=${values[option.name]} onChange=${(value) => setOptions({ ...options, [option.name]: value })} />`)}
      </div>
      <div class="bar end"><${Button} id="ask-hand" kind="main" type="submit" disabled=${!hand.trim()}>Ask<//></div>
    </form>
    ${error ? html`<${Notice} kind="error">${error}<//>` : null}
    <div id="hand-advised" class="hint"
      role="status">${question && !error ? html`<${Advised} shown=${answer ?? part} isFinal=${Boolean(answer)} />`
        : null}</div>
  <//>`;
}

/**
 * The choices with their figures, the best first, and why.
 * @param {{shown: HandAdvised | null, isFinal: boolean}} props
 */
function Advised({ shown, isFinal }) {
  if (!shown) return html`<p class="soft">Thinking …</p>`;
  const { seat, hint } = shown;
  return html`<p>${capital(seat)}:</p><p class="figures of-calls">${hint.rows.map((row, n) => html`
      <span key=${n} class=${n ? "" : "best"}><${Words} text=${capital(row.text)} /> ${valueText(row)}</span> `)}</p>
    ${isFinal ? html`<p><${Words} text=${hint.reason} /></p><p class="soft small-text">Figures: ${hint.unit}.</p>`
      : html`<p class="soft">Simulating games …</p>`}`;
}

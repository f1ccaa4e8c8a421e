// The options that a person sets at tables.

/** @import { TableShown, TableWords } from "../../wire.d.ts" */

import { Button, Check, Choice } from "../../parts/controls.js";
import { Dialog } from "../../parts/dialog.js";
import { useStored } from "../../parts/local_storage.js";
import { html } from "../../parts/view.js";
import { capital } from "../../parts/wording.js";
import { linkTo } from "../../route.js";

/** The least time between two cards of the other players, by speed, in milliseconds. @type {Record<string, number>} */
const PAUSES = { calm: 1000, usual: 350, quick: 20 };

/** The pause after the person has conceded. */
export const QUICK_PAUSE = PAUSES.quick;

/** The options, stored in the browser. Where motion is reduced, tricks wait for a click unless the person chose otherwise. */
export function useOptions() {
  const [helping, setHelping] = useStored("helper", true);
  const [clearsTricks, setClearsTricks] = useStored("collecting", !matchMedia("(prefers-reduced-motion: reduce)").matches);
  const [playsForced, setPlaysForced] = useStored("forced", false);
  const [speed, setSpeed] = useStored("pace", "usual");
  return { helping, setHelping, clearsTricks, setClearsTricks, playsForced, setPlaysForced, speed, setSpeed, pause: PAUSES[speed] ?? PAUSES.usual };
}

/**
 * Whether an option counts beside others, by the option and value that it needs, such as "scoring=chips".
 * @param {string | undefined} needed
 * @param {Record<string, string>} values the values of all options
 */
export function counts(needed, values) {
  const [name, value] = needed?.split("=") ?? [];
  return name === undefined || values[name] === value;
}

/** An option in the words of players. @param {TableWords} words @param {string} name */
export const optionTitle = ({ options }, name) => capital(options[name] ?? name.replaceAll("_", " "));

/** A value of an option in the words of players. @param {TableWords} words @param {string} name @param {string} value */
export const optionValue = ({ options }, name, value) => options[`${name}=${value}`] ?? value;

/**
 * @param {{table: TableShown, options: ReturnType<typeof useOptions>, onOpen: (name: string) => void,
 *   onSave: () => void, onConcede: () => void, onClose: () => void}} props
 */
export function OptionsDialog({ table, options, onOpen, onSave, onConcede, onClose }) {
  const all = table.game.text.split(" ").slice(1).map((option) => option.split("="));
  const { words } = table.game;
  const gameOptions = all.filter(([name]) => counts(words.needs[name], Object.fromEntries(all)));
  return html`<${Dialog} title="Options" onClose=${onClose}>
    <dl class="facts small-text">${gameOptions.map((/** @type {string[]} */ [name, value]) => html`<div key=${name}>
      <dt>${optionTitle(words, name)}</dt><dd>${optionValue(words, name, value)}</dd></div>`)}</dl>
    <${Check} label="Clear tricks automatically" checked=${options.clearsTricks} onChange=${options.setClearsTricks}
      help="A click on the table, n or Space clears a trick at once." />
    <${Check} label="Play forced cards automatically" checked=${options.playsForced} onChange=${options.setPlaysForced} />
    <${Choice} label="Speed of the others" value=${options.speed} onChange=${options.setSpeed} id="pace"
      options=${Object.keys(PAUSES)} />
    <div class="bar column">
      <${Button} onClick=${() => onOpen("seating")}>Names and levels …<//>
      <${Button} onClick=${onSave}>Save the session as a file<//>
      <${Button} onClick=${() => onOpen("keys")}>Keys …<//>
      ${table.deal.phase === "play" ? html`<${Button} onClick=${onConcede}
        title="The program plays your cards to the end of this deal">Concede this ${table.game.words.deal}<//>` : null}
      <a class="button" href=${linkTo("play")}>Leave</a>
      <p class="soft small-text">The session is saved: you can continue it at any time.</p>
    </div><//>`;
}

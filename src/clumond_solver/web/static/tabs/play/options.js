// What a person sets at a table, and what its keys are.

/** @import { TableShown } from "../../wire.d.ts" */

import { Button, Check, Choice } from "../../parts/controls.js";
import { Dialog } from "../../parts/dialog.js";
import { useStored } from "../../parts/stored.js";
import { html } from "../../parts/view.js";
import { capital } from "../../parts/wording.js";
import { linkTo } from "../../route.js";

/** The least time between two cards that the others play, in milliseconds. @type {Record<string, number>} */
const PACES = { calm: 1000, usual: 350, quick: 20 };

/** Where somebody has conceded, nobody waits for cards. */
export const QUICKLY = PACES.quick;

/** What is kept of how a person likes to play. */
export function useOptions() {
  const [helping, setHelping] = useStored("helper", true);
  const [collecting, setCollecting] = useStored("collecting", false);
  const [forced, setForced] = useStored("forced", false);
  const [pace, setPace] = useStored("pace", "usual");
  return { helping, setHelping, collecting, setCollecting, forced, setForced, pace, setPace, pause: PACES[pace] ?? PACES.usual };
}

/**
 * @param {{table: TableShown, options: ReturnType<typeof useOptions>, onOpen: (name: string) => void,
 *   onSave: () => void, onConcede: () => void, onClose: () => void}} props
 */
export function OptionsDialog({ table, options, onOpen, onSave, onConcede, onClose }) {
  const agreed = table.game.text.split(" ").slice(1).map((option) => option.split("="));
  const said = table.game.words.options;
  return html`<${Dialog} title="Options" onClose=${onClose}>
    <dl class="facts small-text">${agreed.map((/** @type {string[]} */ [name, value]) => html`<div key=${name}>
      <dt>${capital(said[name] ?? name.replaceAll("_", " "))}</dt><dd>${said[`${name}=${value}`] ?? value}</dd></div>`)}</dl>
    <${Check} label="Collect full tricks automatically" checked=${options.collecting} onChange=${options.setCollecting} />
    <${Check} label="Play forced cards automatically" checked=${options.forced} onChange=${options.setForced} />
    <${Choice} label="Speed of the others" value=${options.pace} onChange=${options.setPace} id="pace"
      options=${Object.keys(PACES)} />
    <div class="bar column">
      <${Button} onClick=${() => onOpen("seating")}>Names and levels …<//>
      <${Button} onClick=${onSave}>Save the session as a file<//>
      <${Button} onClick=${() => onOpen("keys")}>Keys …<//>
      ${table.deal.phase === "play" ? html`<${Button} onClick=${onConcede}
        title="The program plays your cards to the end of this deal">Concede this ${table.game.words.deal}<//>` : null}
      <a class="button" href=${linkTo("play")}>Leave</a>
      <p class="soft small-text">The session is saved: you can continue at any time.</p>
    </div><//>`;
}

/** @param {{onClose: () => void}} props */
export function Keys({ onClose }) {
  const keys = [["← → ↑ ↓", "move among the cards you may play"], ["Enter", "play the card, press the button"],
    ["n or Space", "continue after a trick or a deal"], ["h", "hint"], ["u", "take back"], ["k", "mark cards to keep"],
    ["l", "the last trick, and those before"], ["s", "score"], ["r", "rules"], ["p", "helper"], ["?", "these keys"]];
  return html`<${Dialog} title="Keys" onClose=${onClose}><dl class="keys">${keys.map(([key, what]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl><//>`;
}

// The options that a person sets at tables, and the dialogs of a table: options, keys, score, tricks, names and levels.

/** @import { Option, TableShown, TableWords } from "../../wire.d.ts" */

import { ask, hasServer } from "../../ask.js";
import { isFriends } from "../../keys.js";
import { useAnswer } from "../../parts/answers.js";
import { Button, Check, Choice, Dialog, Field, messageOf, Notice, useKeys } from "../../parts/controls.js";
import { completeTricks } from "../../parts/deal.js";
import { saveFile, useStored } from "../../parts/storage.js";
import { html, useState } from "../../parts/view.js";
import { capital, minus, Words } from "../../parts/wording.js";
import { linkTo } from "../../route.js";
import { DeviceDialog, FriendsDialog } from "./friends.js";
import { RulesDialog } from "./learn.js";
import { Auction, hasAuction, Trick } from "./panels.js";

/** The least time between two cards of the other players, by speed, in milliseconds. @type {Record<string, number>} */
const PAUSES = { calm: 1000, usual: 350, quick: 20 };

/** The pause after the person has conceded. */
export const QUICK_PAUSE = PAUSES.quick;

/**
 * The options, stored in the browser. Where motion is reduced, tricks wait for a click unless the person chose
 * otherwise.
 */
export function useOptions() {
  const [helping, setHelping] = useStored("helper", true);
  const [clearsTricks, setClearsTricks] = useStored("collecting",
    !matchMedia("(prefers-reduced-motion: reduce)").matches);
  const [playsForced, setPlaysForced] = useStored("forced", false);
  const [speed, setSpeed] = useStored("pace", "usual");
  return { helping, setHelping, clearsTricks, setClearsTricks, playsForced, setPlaysForced, speed, setSpeed,
    pause: PAUSES[speed] ?? PAUSES.usual };
}

/** @typedef {ReturnType<typeof useOptions>} Options */

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

/**
 * A value of an option in the words of players.
 * @param {TableWords} words
 * @param {string} name
 * @param {string} value
 */
export const optionValue = ({ options }, name, value) => options[`${name}=${value}`] ?? value;

/**
 * The control of an option of the game, by its kind.
 * @param {{option: Option, words: TableWords, value: string, onChange: (value: string) => void}} props
 */
export function OptionField({ option, words, value, onChange }) {
  const label = optionTitle(words, option.name);
  const help = capital(option.help);
  if (option.kind === "yes or no") {
    return html`<${Choice} label=${label} help=${help} value=${value} onChange=${onChange}
      options=${["yes", "no"]} />`;
  }
  if (option.choices.length) {
    return html`<${Choice} label=${label} help=${help} value=${value} onChange=${onChange}
      options=${option.choices.map((choice) => ({ value: choice, text: optionValue(words, option.name, choice) }))} />`;
  }
  return html`<${Field} label=${label} help=${help} value=${value} onInput=${onChange} />`;
}

/**
 * @param {{table: TableShown, options: Options, onOpen: (name: string) => void,
 *   onSave: () => void, onConcede: () => void, onClose: () => void}} props
 */
function OptionsDialog({ table, options, onOpen, onSave, onConcede, onClose }) {
  const all = table.game.text.split(" ").slice(1).map((option) => option.split("="));
  const { words } = table.game;
  const gameOptions = all.filter(([name]) => counts(words.counts_with[name], Object.fromEntries(all)));
  return html`<${Dialog} title="Options" onClose=${onClose}>
    <dl class="facts small-text">${gameOptions.map((/** @type {string[]} */ [name, value]) => html`<div key=${name}>
      <dt>${optionTitle(words, name)}</dt><dd>${optionValue(words, name, value)}</dd></div>`)}</dl>
    <${Check} label="Clear tricks automatically" checked=${options.clearsTricks} onChange=${options.setClearsTricks}
      help="A click on the table, n or Space clears a trick at once." />
    <${Check} label="Play forced cards automatically" checked=${options.playsForced}
      onChange=${options.setPlaysForced} />
    <${Choice} label="Speed of the others" value=${options.speed} onChange=${options.setSpeed} id="pace"
      options=${Object.keys(PAUSES)} />
    <div class="bar column">
      ${isFriends() ? hasServer
        ? html`<${Button} id="other-device" onClick=${() => onOpen("device")}>Continue on another device …<//>` : null
        : html`<${Button} id="friends" onClick=${() => onOpen("friends")}>Friends at the table …<//>
          <${Button} onClick=${() => onOpen("seating")}>Names and levels …<//>
          <${Button} onClick=${onSave}>Save the session as a file<//>`}
      <${Button} onClick=${() => onOpen("keys")}>Keys …<//>
      ${table.deal.phase === "play" && table.friends?.hints !== false ? html`<${Button} onClick=${onConcede}
        title="The program plays your cards to the end of this deal">Concede this ${table.game.words.deal}<//>` : null}
      ${isFriends() ? null : html`<a class="button" href=${linkTo("play")}>Leave</a>`}
      <p class="soft small-text">From your first card or call on the session is saved: you can continue it at any
        time.</p>
    </div><//>`;
}

/**
 * Keys as people read them, the name of what they do ("" if the browser does it), the help.
 * @type {[string, string, string][]}
 */
const KEYS = [
  ["← → ↑ ↓", "move", "move among the cards you may play"], ["Enter", "", "play the card, press the button"],
  ["n or Space", "proceed", "continue after a trick or a deal"], ["h", "hint", "hint"], ["u", "takeBack", "take back"],
  ["k", "keep", "mark cards to keep"], ["l", "tricks", "the last trick, those before, and the calls"],
  ["s", "score", "score"], ["r", "rules", "rules"], ["p", "helper", "helper"], ["?", "keys", "these keys"],
];
/** @type {Record<string, string>} */
const IN_EVENTS = { "←": "ArrowLeft", "→": "ArrowRight", "↑": "ArrowUp", "↓": "ArrowDown", Space: " " };

/** @param {Parameters<typeof useKeys>[0]} acts by the names in the list */
export function useTableKeys(acts) {
  useKeys(Object.fromEntries(KEYS.flatMap(([keys, name]) =>
    keys.split(/ or | /).map((key) => [IN_EVENTS[key] ?? key, acts[name]]))));
}

/** @param {{onClose: () => void}} props */
function KeysDialog({ onClose }) {
  return html`<${Dialog} title="Keys"
      onClose=${onClose}><dl class="keys">
        ${KEYS.map(([keys, , help]) =>
          html`<div key=${keys}><dt><kbd>${keys}</kbd></dt><dd>${help}</dd></div>`)}</dl><//>`;
}

/** @param {{table: TableShown}} props */
function Tricks({ table }) {
  const { deal } = table;
  const tricks = deal.tricks.filter((trick) => trick.winner !== null);
  return html`<ol class="tricks" reversed>${tricks.toReversed().map((trick, n) => html`<li key=${tricks.length - n}>
    <${Trick} table=${table} trick=${trick} /></li>`)}</ol>
    ${hasAuction(deal) ? html`<h3>Calls</h3><${Auction} table=${table} />` : null}`;
}

/** @param {{table: TableShown}} props */
function ScoreSheet({ table }) {
  const { rows, totals } = table.standing;
  const [running, setRunning] = useStored("running-totals", false);
  const start = totals.map((total, n) =>
    total - rows.reduce((sum, row) => sum + row.gains[n], 0));
  /** @type {(at: number, n: number) => number} */
  const totalAfter = (at, n) => rows.slice(0, at + 1).reduce((sum, row) => sum + row.gains[n], start[n]);
  return html`<${Check} label="Running totals" checked=${running} onChange=${setRunning} />
  <div class="scroller" tabindex="0" role="region" aria-label="Score sheet"><table class="sheet">
    <thead><tr><th scope="col" class="number">${capital(table.game.words.deal)}</th><th scope="col">Dealer</th>
      <th scope="col">${capital(table.game.words.label)}</th>
      ${table.players.map((name, n) => html`<th scope="col" class="number" key=${n}>${name}</th>`)}</tr></thead>
    <tbody>${rows.map((row, at) =>
      html`<tr key=${row.deal}><td class="number">${row.deal}</td><td>${table.players[row.dealer]}</td>
      <td><${Words} text=${row.label} /></td>
      ${row.gains.map((gain, n) =>
        html`<td class="number"
            key=${n}>${minus(running ? totalAfter(at, n) : gain)}
            ${row.notes.length ? html` <span class="soft">(${row.notes[n]})</span>` : null}</td>`)}</tr>`)}
    </tbody>
    <tfoot><tr><td></td><td></td><th scope="row">Total</th>
      ${totals.map((total, n) => html`<td class="number" key=${n}><b>${minus(total)}</b></td>`)}</tr></tfoot>
  </table></div>`;
}

/**
 * Changes names and levels at a table under way.
 * @param {{table: TableShown, fault: unknown, onClose: () => void,
 *   onChange: (seating: {names: string[], levels: string[]}) => void}} props fault: why it was refused
 */
function SeatingDialog({ table, fault, onClose, onChange }) {
  const [names, setNames] = useState(/** @type {string[]} */ (table.players));
  const [levels, setLevels] = useState(/** @type {string[]} */ (table.levels));
  const { answer: games } = useAnswer("games", {});
  const choosesOwn = (/** @type {number} */ n) => n !== table.person && table.friends?.people.includes(n)
    && !table.friends.free.includes(n);
  const change = html`<${Button} kind="main" onClick=${() => onChange({ names, levels })}>Change<//>`;
  return html`<${Dialog} title="Names and levels" onClose=${onClose} closeLabel="Cancel" actions=${change} wide>
    ${fault ? html`<${Notice} kind="error">${messageOf(fault)}<//>` : null}
    <div class="fields">${names.map((name, n) => html`<div class="pair" key=${n}>
      ${choosesOwn(n) ? html`<p class="field"><span class="soft small-text">Friend</span> <span>${name}</span></p>`
        : html`<${Field} label=${n === table.person ? "Your name" : "Opponent"} value=${name} maxLength=${30}
        onInput=${(value) => setNames(names.map((old, m) => (m === n ? value : old)))} />`}
      ${n === table.person ? null
        : html`<${Choice} label=${choosesOwn(n) ? "plays if away" : "plays"} value=${levels[n]}
        options=${games?.levels ?? [levels[n]]}
        onChange=${(value) => setLevels(levels.map((old, m) => (m === n ? value : old)))} />`}
    </div>`)}</div>
  <//>`;
}

/**
 * The open dialog of the table, by its name; "" for none.
 * @param {{name: string, tableState: import("./table_state.js").TableState, table: TableShown, options: Options,
 *   onOpen: (name: string) => void, onConcede: () => void}} props
 */
export function OpenDialog({ name, tableState, table, options, onOpen, onConcede }) {
  const close = () => onOpen("");
  const save = () => ask("session-save", { id: table.id }).then((file) => saveFile(file.name, file.text))
    .catch(tableState.setError);
  switch (name) {
    case "tricks": return completeTricks(table.deal) || hasAuction(table.deal)
      ? html`<${Dialog} title="Tricks, the last one first" onClose=${close}><${Tricks} table=${table} /><//>` : null;
    case "score": return html`<${Dialog} title="Score" onClose=${close} wide><${ScoreSheet} table=${table} /><//>`;
    case "rules": return html`<${RulesDialog} game=${table.game.key} onClose=${close} />`;
    case "keys": return html`<${KeysDialog} onClose=${close} />`;
    case "seating": return html`<${SeatingDialog} table=${table} fault=${tableState.error} onClose=${close}
        onChange=${(seating) => tableState.change("table-change", seating).then((answer) => answer && close())} />`;
    case "friends": return html`<${FriendsDialog} table=${table} onClose=${close} onChange=${tableState.reload} />`;
    case "device": return html`<${DeviceDialog} onClose=${close} />`;
    case "options": return html`<${OptionsDialog} table=${table} options=${options} onOpen=${onOpen} onSave=${save}
        onClose=${close} onConcede=${onConcede} />`;
    default: return null;
  }
}

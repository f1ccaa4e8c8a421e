// A table: what the person's seat sees, what he may do, and what the others do in their turn.

import { ask } from "../../ask.js";
import { Button, messageOf, Notice } from "../../parts/controls.js";
import { Dialog } from "../../parts/dialog.js";
import { saveFile } from "../../parts/files.js";
import { announce } from "../../parts/live.js";
import { html, useEffect, useRef, useState } from "../../parts/view.js";
import { capital } from "../../parts/wording.js";
import { linkTo } from "../../route.js";
import { Ways } from "./calls.js";
import { complete, spoken } from "./deal.js";
import { Ended } from "./ended.js";
import { Keys, OptionsDialog, useOptions } from "./options.js";
import { Helper, Hint, ScoreSheet, SeatingDialog, Tricks } from "./panels.js";
import { Facts, Room } from "./room.js";
import { RulesDialog } from "./rules.js";
import { sitDown, useForced, useHint, useTable } from "./wire.js";

/** @typedef {import("../../ask.js").Answer} Answer */

const CLAIM_TRICKS = 5;

/** @param {{id: string}} props */
export function Table({ id }) {
  const wire = useTable(id);
  const { table, error, setError, missed, change, changeOnce, known } = wire;
  const options = useOptions();
  const { hint, askHint } = useHint(id, wire.now, setError);
  const [open, setOpen] = useState("");
  const [ways, setWays] = useState(/** @type {Answer[] | null} */ (null));
  // Cards chosen at one state of the table, why a card may not be played, the deal that is given up.
  const [picked, setPicked] = useState(/** @type {{at: string, cards: string[]}} */ ({ at: "", cards: [] }));
  const [barred, setBarred] = useState({ at: "", text: "" });
  const [conceded, setConceded] = useState(0);
  const [keeping, setKeeping] = useState(/** @type {{deal: number, cards: string[], marking: boolean}} */ ({ deal: 0, cards: [], marking: false }));

  const deal = table?.deal;
  const full = deal ? complete(deal) : 0;
  const held = full > known;
  const over = !held && deal?.phase === "over";
  const goesOn = Boolean(deal && !held && deal.phase !== "over" && deal.turn !== null);
  const givenUp = Boolean(table && conceded === table.number && deal?.phase === "play");
  const mine = goesOn && !givenUp && deal?.turn === deal?.seat;
  const theirs = goesOn && !mine;
  const forced = useForced(id, table?.at ?? "", mine && deal?.phase === "play" && deal.left <= CLAIM_TRICKS);
  const marked = table && keeping.deal === table.number ? keeping.cards.filter((card) => deal?.hand?.includes(card)) : [];
  const marking = keeping.marking && Boolean(deal?.keeping) && !over;

  const collect = () => table && wire.see(table, full);
  const act = async (/** @type {string} */ action) => {
    setWays(null);
    collect();
    await changeOnce("table-act", { action });
  };
  const play = (/** @type {string} */ card) => {
    const choices = mine ? deal?.legal.cards.filter((/** @type {Answer} */ way) => way.card === card) ?? [] : [];
    if (choices.length === 1) act(choices[0].action);
    else if (choices.length > 1) setWays(choices);
  };
  const explain = (/** @type {string} */ card) => {
    const why = capital(deal?.barred[card] ?? "this card may not be played now").replace(/^Holds (.*), must/, "You hold $1: you must");
    setBarred({ at: table?.at ?? "", text: `${why}.` });
    announce(why);
  };
  const pick = (/** @type {string} */ card) => {
    const now = marking ? marked : picked.at === table?.at ? picked.cards : [];
    const cards = now.includes(card) ? now.filter((each) => each !== card) : [...now, card];
    if (marking) setKeeping({ deal: table?.number ?? 0, cards: cards.slice(-deal?.keeping.cards), marking });
    else setPicked({ at: table?.at ?? "", cards });
  };
  const mark = () => setKeeping({ deal: table?.number ?? 0, cards: marked, marking: !keeping.marking });
  const showHint = () => mine && askHint().then((answer) => {
    if (answer) announce(`Hint: ${spoken(answer.rows[0]?.text ?? "")}. ${answer.reason}`);
  });
  const takeBack = () => table?.canTakeBack && wire.waiting.current < 2 && change("table-back").then((answer) => {
    if (!answer || answer.late) return;
    wire.see(answer, complete(answer.deal));
    announce("Taken back.");
  });
  const next = () => changeOnce("table-next", {}).then((answer) => answer && !answer.late && wire.see(answer, 0));
  const again = () => table && ask("table-new", { game: table.game.key, names: table.players }).then(sitDown, setError);
  const save = () => ask("table-save", { id }).then(({ name, text }) => saveFile(name, text)).catch(setError);

  useEffect(() => {
    // Nobody need wait for a call: it stays in sight.
    if (table && theirs) change("table-step", { conceded: givenUp }, deal.phase === "play" ? options.pause : 0);
  }, [table?.at, theirs]);
  useEffect(() => {
    if (!held || !(options.collecting || givenUp) || deal?.phase === "over") return undefined;
    const timer = setTimeout(collect, 4 * options.pause);
    return () => clearTimeout(timer);
  }, [table, held, options.collecting, givenUp]);
  useEffect(() => {
    const only = options.forced && mine && deal?.phase === "play" && deal.legal.cards?.length === 1 ? deal.legal.cards[0] : null;
    if (!only || deal?.legal.calls?.length) return undefined;
    const timer = setTimeout(() => act(only.action), 2 * options.pause);
    return () => clearTimeout(timer);
  }, [table?.at, mine, options.forced]);
  useEffect(() => {
    if (table?.guided && mine) showHint();
  }, [table?.at, mine]);
  const enter = useFocusOnTurn(table?.at, mine);
  useKeys({
    h: showHint, u: takeBack, k: () => deal?.keeping && deal.phase === "play" && mark(), l: () => setOpen("last"), s: () => setOpen("score"),
    r: () => setOpen("rules"), p: () => options.setHelping(!options.helping), "?": () => setOpen("keys"),
  }, held ? collect : deal?.phase === "over" && !table?.finished ? next : null);

  if (error && !table) {
    return html`<${Notice} kind="error">${messageOf(error)}<//><p><a href=${linkTo("play")}>To the sessions</a></p>`;
  }
  if (!table || !deal) return html`<p class="loading">Laying the table …</p>`;
  const close = () => setOpen("");
  return html`<div class=${`at-table ${table.guided ? "guided" : ""}`} onFocusCapture=${enter}>
    <h1 class="unseen">${table.game.name}, ${table.game.words.deal} ${table.number}</h1>
    <${Facts} table=${table} over=${over} />
    ${error ? html`<${Notice} kind="error">${messageOf(error)}<//>` : null}
    ${missed ? html`<${Notice} kind="error">${missed}<//>` : null}
    ${table.unsaved ? html`<${Notice} kind="error">This session is not being saved (${table.unsaved}). You can play on, and save it as a file.<//>` : null}
    <section class="round" aria-label="The table">
      ${over ? html`<${Ended} table=${table} onNext=${next} onAgain=${again} />`
        : html`<${Room} table=${table} trick=${deal.tricks[held ? known : full] ?? null} held=${held} mine=${mine}
          barred=${barred.at === table.at ? barred.text : ""} hint=${hint} picking=${mine && Boolean(deal.legal.aside)}
          picked=${picked.at === table.at ? picked.cards : []} marked=${marked} marking=${marking}
          onPick=${pick} onCollect=${collect} onAct=${act} onPlay=${play} onBarred=${explain} />`}
      <div class="bar tools">
        <${Button} onClick=${showHint} disabled=${!mine} keys="h">Hint<//>
        <${Button} onClick=${takeBack} disabled=${!table.canTakeBack} keys="u">Take back<//>
        ${deal.keeping && deal.phase === "play" && !over ? html`<${Button} onClick=${mark} pressed=${marking} keys="k">Keep<//>` : null}
        <${Button} onClick=${() => setOpen("last")} disabled=${!full} keys="l">Tricks<//>
        <${Button} onClick=${() => setOpen("score")} keys="s">Score<//>
        <${Button} onClick=${() => setOpen("rules")} keys="r">Rules<//>
        <${Button} onClick=${() => options.setHelping(!options.helping)} pressed=${options.helping} keys="p">Helper<//>
        <${Button} onClick=${() => setOpen("options")}>Options …<//>
        ${forced ? html`<${Button} kind=${forced === "claim" ? "main" : "plain"}
          onClick=${() => changeOnce("table-claim", { do: true })}>${forced === "claim" ? "Claim the rest" : "Concede the rest"}<//>` : null}
      </div>
    </section>
    <aside aria-label=${options.helping ? "Helper" : "Beside the table"}>
      <${Hint} deal=${deal} hint=${hint} onAct=${act} guided=${table.guided} lines=${mine ? table.guide : []} />
      ${options.helping ? html`<${Helper} table=${table} marked=${marked} held=${held} />` : null}
    </aside>
    ${ways ? html`<${Ways} ways=${ways} onAct=${act} onClose=${() => setWays(null)} />` : null}
    ${open === "last" && full ? html`<${Dialog} title="Tricks, the last one first" onClose=${close}><${Tricks} table=${table} /><//>` : null}
    ${open === "score" ? html`<${Dialog} title="Score" onClose=${close} wide><${ScoreSheet} table=${table} /><//>` : null}
    ${open === "rules" ? html`<${RulesDialog} game=${table.game.key} onClose=${close} />` : null}
    ${open === "keys" ? html`<${Keys} onClose=${close} />` : null}
    ${open === "seating" ? html`<${SeatingDialog} table=${table} onClose=${close}
      onChange=${(/** @type {Answer} */ seating) => change("table-change", seating).then(close)} />` : null}
    ${open === "options" ? html`<${OptionsDialog} table=${table} options=${options} onOpen=${setOpen} onSave=${save} onClose=${close}
      onConcede=${() => { setConceded(table.number); close(); }} />` : null}
  </div>`;
}

/**
 * What had the focus is mostly gone by one's next turn: it goes to what can be done now, and not to
 * a card of its own accord, which a key pressed once too often would play.
 * @param {string | undefined} at the state of the table
 * @param {boolean} mine whether it is the person's turn
 * @returns {() => void} to be called when the focus is at the table for the first time
 */
function useFocusOnTurn(at, mine) {
  const entered = useRef(false);
  useEffect(() => {
    if (!mine || !entered.current || document.activeElement !== document.body) return;
    const group = /** @type {HTMLElement | null} */ (document.querySelector(".at-table .calls[tabindex], .at-table .hand[tabindex]"));
    group?.focus({ preventScroll: true });
  }, [at, mine]);
  return () => { entered.current = true; };
}

/** Arrow keys go to the cards where nothing has the focus. @param {string} key */
function toCards(key) {
  if (!/^Arrow/.test(key) || document.activeElement !== document.body) return false;
  const card = /** @type {HTMLElement | null} */ (document.querySelector(".hand button.card:not([aria-disabled])"));
  card?.focus();
  return card !== null;
}

/**
 * Shortcuts, while no dialog is open and nothing is typed.
 * @param {Record<string, () => unknown>} keys
 * @param {(() => unknown) | null} goOn what n and the space bar do
 */
function useKeys(keys, goOn) {
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const onKey = (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
      if (target.closest("input, select, textarea")) return;
      const { key } = event;
      if (goOn && (key === "n" || (key === " " && !target.closest("button, a")))) goOn();
      else if (key in keys) keys[key]();
      else if (!toCards(key)) return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}

// A table: what the person's seat sees, what he may do, and what the others do in their turn.

/** @import { LegalCard, TableShown } from "../../wire.d.ts" */

import { ask } from "../../ask.js";
import { Button, messageOf, Notice } from "../../parts/controls.js";
import { Dialog } from "../../parts/dialog.js";
import { saveFile } from "../../parts/files.js";
import { useKeys } from "../../parts/keys.js";
import { announce } from "../../parts/announcements.js";
import { html, useEffect, useRef, useState } from "../../parts/view.js";
import { capital } from "../../parts/wording.js";
import { linkTo } from "../../route.js";
import { CardWays } from "./calls.js";
import { complete, spoken, turnAt } from "./deal.js";
import { Ended } from "./ended.js";
import { Keys, OptionsDialog, QUICKLY, useOptions } from "./options.js";
import { Helper, HintPanel, ScoreSheet, SeatingDialog, Tricks } from "./panels.js";
import { Facts, Room } from "./room.js";
import { RulesDialog } from "./rules.js";
import { sitDown, useForced, useHint, useTable } from "./table_state.js";

/** @typedef {ReturnType<typeof useTable>} TableState */
/** @typedef {ReturnType<typeof useOptions>} Options */
/** @typedef {ReturnType<typeof turnAt>} Turn */

const CLAIM_TRICKS = 5;

/** @param {{id: string}} props */
export function Table({ id }) {
  const tableState = useTable(id);
  const { table, error } = tableState;
  if (error && !table) {
    return html`<${Notice} kind="error">${messageOf(error)}<//><p><a href=${linkTo("play")}>Back to your sessions</a></p>`;
  }
  return table ? html`<${Laid} tableState=${tableState} table=${table} />` : html`<p class="loading">Laying the table …</p>`;
}

/**
 * A table once it is there.
 * @param {{tableState: TableState, table: TableShown}} props
 */
function Laid({ tableState, table }) {
  const { id, deal } = table;
  const { setError, change, changeOnce, markSeen } = tableState;
  const options = useOptions();
  const [open, setOpen] = useState("");
  const [conceded, setConceded] = useState(0);
  const turn = turnAt(table, tableState.tricksSeen, conceded === table.number);
  const { hint, askHint } = useHint(id, tableState.now, setError);
  const forced = useForced(id, table.at, turn.mine && deal.phase === "play" && deal.left <= CLAIM_TRICKS);
  const collect = () => markSeen(table, turn.full);
  const choice = useCardChoice(table, turn, (action) => {
    collect();
    changeOnce("table-act", { action });
  });
  const keep = useKeeping(table, !turn.over);
  const showHint = () => turn.mine && askHint().then((answer) => {
    if (!answer) return;
    announce(`Hint: ${spoken(answer.rows[0]?.text ?? "")}. ${answer.reason}`);
    requestAnimationFrame(() => document.querySelector(".panel.hint")?.scrollIntoView({ block: "nearest" }));
  });
  const takeBack = () => table.canTakeBack && !tableState.isBusy(2) && change("table-back").then((answer) => {
    if (!answer || answer.late) return;
    markSeen(answer, complete(answer.deal));
    announce("Taken back.");
  });
  const next = () => changeOnce("table-next", {}).then((answer) => answer && !answer.late && markSeen(answer, 0));
  const again = () => ask("table-new", { game: table.game.key, names: table.players }).then(sitDown, setError);

  usePlayOfOthers(tableState, table, turn, options);
  const trickTime = timeOfTrick(table, turn, options);
  useAutomatic(turn.showsTrick && trickTime !== null && deal.phase !== "over", collect, trickTime ?? 0, [table]);
  const only = deal.legal.cards.length === 1 && !deal.legal.calls.length ? deal.legal.cards[0] : null;
  useAutomatic(options.forced && turn.mine && deal.phase === "play" && only !== null, () => only && choice.act(only.action), 2 * options.pause, [table.at]);
  useEffect(() => {
    if (table.guided && turn.mine) showHint();
  }, [table.at, turn.mine]);
  const enter = useFocusOnTurn(table.at, turn.mine);
  const goOn = turn.showsTrick ? collect : deal.phase === "over" && !table.finished ? next : null;
  useKeys({
    h: showHint, u: takeBack, k: () => keep.mark?.(), l: () => setOpen("last"), s: () => setOpen("score"),
    r: () => setOpen("rules"), p: () => options.setHelping(!options.helping), "?": () => setOpen("keys"), n: goOn, " ": goOn,
    ArrowLeft: toCards, ArrowRight: toCards, ArrowUp: toCards, ArrowDown: toCards,
  });

  return html`<div class=${`at-table ${table.guided ? "guided" : ""}`} onFocusCapture=${enter}>
    <h1 class="unseen">${table.game.name}, ${table.game.words.deal} ${table.number}</h1>
    <${Facts} table=${table} over=${turn.over} />
    <${Faults} tableState=${tableState} table=${table} />
    <section class="round" aria-label="The table">
      ${turn.over ? html`<${Ended} table=${table} onNext=${next} onAgain=${again} />`
        : html`<${Room} table=${table} trick=${deal.tricks[turn.showsTrick ? tableState.tricksSeen : turn.full] ?? null} turn=${turn}
          choice=${choice} keep=${keep} hint=${hint} onCollect=${collect} />`}
      <div class="bar tools">
        <${Button} onClick=${showHint} disabled=${!turn.mine} keys="h">Hint<//>
        <${Button} onClick=${takeBack} disabled=${!table.canTakeBack} keys="u">Take back<//>
        ${keep.mark ? html`<${Button} onClick=${keep.mark} pressed=${keep.marking} keys="k">Keep<//>` : null}
        <${Button} onClick=${() => setOpen("last")} disabled=${!turn.full} keys="l">Tricks<//>
        <${Button} onClick=${() => setOpen("score")} keys="s">Score<//>
        <${Button} onClick=${() => setOpen("rules")} keys="r">Rules<//>
        <${Button} onClick=${() => options.setHelping(!options.helping)} pressed=${options.helping} keys="p">Helper<//>
        <${Button} onClick=${() => setOpen("options")}>Options …<//>
        ${forced ? html`<${Button} kind=${forced === "Claim" ? "main" : "plain"} onClick=${() => changeOnce("table-claim")}>${forced} the rest<//>` : null}
      </div>
    </section>
    <aside aria-label=${options.helping ? "Helper" : "Beside the table"}>
      <${HintPanel} deal=${deal} hint=${hint} onAct=${choice.act} guided=${table.guided} lines=${turn.mine ? table.guide : []} />
      ${options.helping ? html`<${Helper} table=${table} marked=${keep.marked} showsTrick=${turn.showsTrick} />` : null}
    </aside>
    ${choice.ways ? html`<${CardWays} ways=${choice.ways} onAct=${choice.act} onClose=${choice.leave} />` : null}
    <${Opened} name=${open} tableState=${tableState} table=${table} options=${options} onOpen=${setOpen}
      onConcede=${() => { setConceded(table.number); setOpen(""); }} />
  </div>`;
}

/** @param {{tableState: TableState, table: TableShown}} props */
function Faults({ tableState, table }) {
  const { error, missed } = tableState;
  const unsaved = table.unsaved && `This session is not being saved (${table.unsaved}). You can play on, and save it as a file.`;
  return [error && messageOf(error), missed, unsaved].map((fault) => fault && html`<${Notice} kind="error">${fault}<//>`);
}

/**
 * The dialog that is open at the table, by its name.
 * @param {{name: string, tableState: TableState, table: TableShown, options: Options, onOpen: (name: string) => void, onConcede: () => void}} props
 */
function Opened({ name, tableState, table, options, onOpen, onConcede }) {
  const close = () => onOpen("");
  const save = () => ask("table-save", { id: table.id }).then((file) => saveFile(file.name, file.text)).catch(tableState.setError);
  switch (name) {
    case "last": return complete(table.deal) ? html`<${Dialog} title="Tricks, the last one first" onClose=${close}><${Tricks} table=${table} /><//>` : null;
    case "score": return html`<${Dialog} title="Score" onClose=${close} wide><${ScoreSheet} table=${table} /><//>`;
    case "rules": return html`<${RulesDialog} game=${table.game.key} onClose=${close} />`;
    case "keys": return html`<${Keys} onClose=${close} />`;
    case "seating": return html`<${SeatingDialog} table=${table} onClose=${close} onChange=${(seating) => tableState.change("table-change", seating).then(close)} />`;
    case "options": return html`<${OptionsDialog} table=${table} options=${options} onOpen=${onOpen} onSave=${save} onClose=${close} onConcede=${onConcede} />`;
    default: return null;
  }
}

/**
 * What a click on a card does: it plays the card, asks how, picks it, or says which rule forbids it.
 * @param {TableShown} table
 * @param {Turn} turn
 * @param {(action: string) => void} onAct
 */
export function useCardChoice({ at, deal }, turn, onAct) {
  const [ways, setWays] = useState(/** @type {LegalCard[] | null} */ (null));
  const [picked, setPicked] = useState(/** @type {{at: string, cards: string[]}} */ ({ at: "", cards: [] }));
  const [barred, setBarred] = useState({ at: "", text: "" });
  const chosen = picked.at === at ? picked.cards : [];
  /** @param {string} action */
  const act = (action) => {
    setWays(null);
    onAct(action);
  };
  return {
    ways, act, barred: barred.at === at ? barred.text : "", picked: turn.mine && deal.legal.aside ? chosen : null,
    leave: () => setWays(null),
    /** @param {string} card */
    play: (card) => {
      const choices = turn.mine ? deal.legal.cards.filter((way) => way.card === card) : [];
      if (choices.length === 1) act(choices[0].action);
      else if (choices.length > 1) setWays(choices);
    },
    /** @param {string} card */
    pick: (card) => setPicked({ at, cards: toggled(chosen, card) }),
    /** @param {string} card */
    explain: (card) => {
      const why = capital(deal.barred[card] ?? "this card may not be played now").replace(/^Holds (.*), must/, "You hold $1: you must");
      setBarred({ at, text: `${why}.` });
      announce(why);
    },
  };
}

/**
 * The cards that the person has marked to keep in this deal; nothing to mark where no kept cards count.
 * @param {TableShown} table
 * @param {boolean} goesOn
 */
export function useKeeping({ number, deal }, goesOn) {
  const [state, setState] = useState(/** @type {{deal: number, cards: string[], marking: boolean}} */ ({ deal: 0, cards: [], marking: false }));
  const marked = state.deal === number ? state.cards.filter((card) => deal.hand?.includes(card)) : [];
  const most = deal.retention_target && goesOn ? deal.retention_target.cards : 0;
  return {
    marked, marking: state.marking && most > 0,
    mark: most && deal.phase === "play" ? () => setState({ deal: number, cards: marked, marking: !state.marking }) : null,
    /** @param {string} card */
    toggle: (card) => setState({ deal: number, cards: toggled(marked, card).slice(-most), marking: state.marking }),
  };
}

/** @param {string[]} cards @param {string} card */
const toggled = (cards, card) => (cards.includes(card) ? cards.filter((other) => other !== card) : [...cards, card]);

/**
 * The others act in their turn. Calls need no pause, since they stay on the screen.
 * @param {TableState} tableState
 * @param {TableShown} table
 * @param {Turn} turn
 * @param {Options} options
 */
function usePlayOfOthers({ change }, { at, deal }, { theirs, givenUp }, { pause }) {
  useEffect(() => {
    if (theirs) change("table-step", { conceded: givenUp }, deal.phase !== "play" ? 0 : givenUp ? QUICKLY : pause);
  }, [at, theirs]);
}

/**
 * How long a complete trick stays on the table, in milliseconds; null until the person continues.
 * @param {TableShown} table
 * @param {Turn} turn
 * @param {Options} options
 */
function timeOfTrick({ guided }, { givenUp }, { collecting, pause }) {
  if (givenUp) return QUICKLY;
  if (collecting) return 4 * pause;
  return guided ? 8 * pause : null;
}

/**
 * Do something after a while, unless it is not wanted any more.
 * @param {boolean} wanted
 * @param {() => void} act
 * @param {number} delay in milliseconds
 * @param {unknown[]} moment a change of it restarts the wait
 */
function useAutomatic(wanted, act, delay, moment) {
  useEffect(() => {
    if (!wanted) return undefined;
    const timer = setTimeout(act, delay);
    return () => clearTimeout(timer);
  }, [...moment, wanted]);
}

/**
 * At the person's turn the focused element has usually gone. The group of calls or cards is focused
 * then, not a card: a key pressed once too often would play it.
 * @param {string} at the state of the table
 * @param {boolean} mine whether it is the person's turn
 * @returns {() => void} to be called whenever the focus enters the table
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

/** Focuses the first card that may be played where nothing has the focus; returns whether it did. */
function toCards() {
  const card = /** @type {HTMLElement | null} */ (document.querySelector(".hand button.card:not([aria-disabled])"));
  if (document.activeElement !== document.body || !card) return false;
  card.focus();
  return true;
}

// The table of a session: what the person's seat sees and may do, and the moves of the other players.

/** @import { LegalCard, TableShown } from "../../wire.d.ts" */

import { ask } from "../../ask.js";
import { announce, spoken } from "../../parts/announcements.js";
import { useAnswer } from "../../parts/answers.js";
import { Button, messageOf, Notice } from "../../parts/controls.js";
import { completeTricks, defends, turnAt } from "../../parts/deal.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../../parts/view.js";
import { capital } from "../../parts/wording.js";
import { linkTo } from "../../route.js";
import { Facts, Felt, WaysDialog } from "./felt.js";
import { FriendsBar, FriendsMessages, opensInvitations, useNews } from "./friends.js";
import { hasAuction, Helper, HintPanel, SUIT_CODES } from "./panels.js";
import { Result } from "./result.js";
import { OpenDialog, QUICK_PAUSE, useOptions, useTableKeys } from "./table_dialogs.js";
import { goToTable, useHint, useTable } from "./table_state.js";

/** @typedef {import("./table_state.js").TableState} TableState */
/** @typedef {import("./table_dialogs.js").Options} Options */
/** @typedef {ReturnType<typeof turnAt>} Turn */

// The most tricks left for which to ask whether they are forced; the backend proves no more.
const MOST_CLAIM_TRICKS = 5;

/** @param {{id: string}} props */
export function Table({ id }) {
  const tableState = useTable(id);
  const { table, error } = tableState;
  if (error && !table) {
    return html`<${Notice} kind="error">${messageOf(error)}<//>
      <p><a href=${linkTo("play")}>Back to your sessions</a></p>`;
  }
  return table ? html`<${LoadedTable} tableState=${tableState} table=${table} />`
    : html`<p class="loading">Loading the table …</p>`;
}

/** @param {{tableState: TableState, table: TableShown}} props */
function LoadedTable({ tableState, table }) {
  const { id, deal } = table;
  const { setError, change, changeOnce, markSeen } = tableState;
  const options = useOptions();
  const [openDialog, setOpenDialog] = useState(() => (opensInvitations(id) ? "friends" : ""));
  const [concededDeal, setConcededDeal] = useState(0);
  const turn = turnAt(table, tableState.tricksSeen, table.conceded || concededDeal === table.number);
  const news = useNews(table, tableState.reload);
  const { hint, askHint } = useHint(id, tableState.currentAt, setError);
  const mayClaim = turn.mine && deal.phase === "play" && deal.tricks_left <= MOST_CLAIM_TRICKS;
  const { answer: endsWell } = useAnswer("table-forced", mayClaim ? { id, at: table.at } : null);
  const clearTrick = () => markSeen(table, turn.completeTricks);
  const choice = useCardChoice(table, turn, (action) => {
    clearTrick();
    changeOnce("table-act", { action });
  });
  const markedCards = useMarkedCards(table, !turn.over);
  const scrolledFrom = useRef(/** @type {number | null} */ (null));
  const showHint = () => turn.mine && askHint().then((answer) => {
    if (!answer) return;
    announce(`Hint: ${spoken(answer.rows[0]?.text ?? "")}. ${answer.reason}`);
    // Where the hint is below the table, the page goes back to the table once it is gone.
    scrolledFrom.current ??= scrollY;
    requestAnimationFrame(() => document.querySelector(".panel.hint")?.scrollIntoView({ block: "nearest" }));
  });
  useLayoutEffect(() => {
    if (scrolledFrom.current !== null && !table.guided) scrollTo({ top: scrolledFrom.current, behavior: "instant" });
    scrolledFrom.current = null;
  }, [table.at]);
  // Taking back may queue behind one change, such as a step of the other players.
  const takeBack = () => table.can_take_back && !tableState.isBusy(2) && change("table-back").then((answer) => {
    if (!answer || answer.late) return;
    markSeen(answer, completeTricks(answer.deal));
    announce(answer.friends?.wish ? "The others are asked." : "Taken back.");
  });
  const next = () => changeOnce("table-next", {}).then((answer) => answer && !answer.late && markSeen(answer, 0));
  const playUnguided = () => ask("session-new", { game: table.game.key, names: table.players })
    .then(goToTable, setError);

  // The other players act. Calls need no pause, since they stay on the screen.
  const pause = turn.conceded ? QUICK_PAUSE : options.pause;
  useEffect(() => {
    if (turn.theirs) change("table-step", { conceded: turn.conceded }, deal.phase === "play" ? pause : 0);
  }, [table.at, turn.theirs]);
  const clears = deal.phase !== "over" && (turn.conceded || options.clearsTricks);
  useTimeout(turn.showsTrick && clears, clearTrick,
    turn.conceded ? QUICK_PAUSE : (table.guided ? 8 : 4) * options.pause, [table]);
  const onlyCard = deal.legal.cards.length === 1 && !deal.legal.calls.length ? deal.legal.cards[0] : null;
  useTimeout(options.playsForced && turn.mine && deal.phase === "play" && onlyCard !== null,
    () => onlyCard && choice.act(onlyCard.action), 2 * options.pause, [table.at]);
  useEffect(() => {
    if (table.guided && turn.mine) showHint();
  }, [table.at, turn.mine]);
  const onFocus = useFocusOnTurn(table.at, turn.mine);
  const proceed = turn.showsTrick ? clearTrick : deal.phase === "over" && !table.finished ? next : null;
  useTableKeys({
    hint: showHint, takeBack, keep: () => markedCards.toggleMarking?.(),
      helper: () => options.setHelping(!options.helping), proceed, move: focusCards,
    ...Object.fromEntries(["tricks", "score", "rules", "keys"].map((name) => [name, () => setOpenDialog(name)])),
  });

  return html`<div class="messages">
    ${tableState.error && html`<${Notice} kind="error">${messageOf(tableState.error)}<//>`}
    ${tableState.lateMessage && html`<${Notice} kind="error">${tableState.lateMessage}<//>`}
    <${FriendsMessages} table=${table} news=${news}
      onAgree=${(/** @type {number} */ player, /** @type {boolean} */ yes) =>
        changeOnce("table-agree", { player, yes })} />
  </div>
  <div class=${`at-table ${table.guided ? "guided" : ""}`} onFocusCapture=${onFocus}>
    <h1 class="unseen">${table.game.name}, ${table.game.words.deal} ${table.number}</h1>
    <${Facts} table=${table} over=${turn.over} />
    ${table.unsaved ? html`<${Notice} kind="error">This session is not being saved (${table.unsaved}). You can play
      on, and save it as a file.<//>` : null}
    <${FriendsBar} table=${table} news=${news} onInvite=${() => setOpenDialog("friends")} />
    <section class="round" aria-label="The table">
      ${turn.over ? html`<${Result} table=${table} onNext=${next} onPlayUnguided=${playUnguided} />`
        : html`<${Felt} table=${table}
            trick=${deal.tricks[turn.showsTrick ? tableState.tricksSeen : turn.completeTricks] ?? null} turn=${turn}
          choice=${choice} markedCards=${markedCards} hint=${table.guided && !(hint?.rows && hint.unit) ? null : hint}
          waits=${turn.showsTrick && !clears} here=${news.here} onClear=${clearTrick} />`}
      <div class="bar tools">
        <${Button} onClick=${showHint} disabled=${!turn.mine || table.friends?.hints === false} keys="h">Hint<//>
        <${Button} onClick=${takeBack} disabled=${!table.can_take_back}
          keys="u">${table.friends ? "Ask to take back" : "Take back"}<//>
        ${markedCards.toggleMarking
          ? html`<${Button} onClick=${markedCards.toggleMarking} pressed=${markedCards.isMarking} keys="k"
              title="Mark the cards that you mean to keep; the helper counts the tricks they ask for">${
                markedCards.isMarking ? "Done marking" : "Mark to keep"}<//>`
              : null}
        <${Button} onClick=${() => setOpenDialog("tricks")} disabled=${!turn.completeTricks && !hasAuction(deal)}
          keys="l">Tricks<//>
        <${Button} onClick=${() => setOpenDialog("score")} keys="s">Score<//>
        <${Button} onClick=${() => setOpenDialog("rules")} keys="r">Rules<//>
        <${Button} onClick=${() => options.setHelping(!options.helping)} pressed=${options.helping} keys="p">Helper<//>
        <${Button} onClick=${() => setOpenDialog("options")}>Options …<//>
        ${endsWell === null ? null
          : html`<${Button} kind=${endsWell ? "main" : "plain"}
              onClick=${() => changeOnce("table-claim")}>${endsWell ? "Claim" : "Concede"} the rest<//>`}
      </div>
    </section>
    <aside aria-label=${options.helping ? "Helper" : "Beside the table"}>
      <${HintPanel} deal=${deal} hint=${hint}
        onAct=${deal.legal.passing ? (/** @type {string} */ action) => choice.pickAll(action.split(" ").slice(1))
          : choice.act} guided=${table.guided} lines=${turn.mine ? table.guide : []} />
      ${options.helping ? html`<${Helper} table=${table} marked=${markedCards.marked} showsTrick=${turn.showsTrick} />`
        : null}
    </aside>
    ${choice.ways ? html`<${WaysDialog} ways=${choice.ways} onAct=${choice.act} onClose=${choice.closeWays} />` : null}
    <${OpenDialog} name=${openDialog} tableState=${tableState} table=${table} options=${options} onOpen=${setOpenDialog}
      onConcede=${() => { setConcededDeal(table.number); setOpenDialog(""); }} />
  </div>`;
}

/**
 * Handles clicks on cards: plays the card, asks how to play it, picks it, or explains which rule forbids it.
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
    ways, act, barred: barred.at === at ? barred.text : "",
      picked: turn.mine && (deal.legal.aside || deal.legal.passing) ? chosen : null,
    closeWays: () => setWays(null),
    /** @param {string} card */
    play: (card) => {
      const choices = turn.mine ? deal.legal.cards.filter((way) => way.card === card) : [];
      if (choices.length === 1) act(choices[0].action);
      else if (choices.length > 1) setWays(choices);
    },
    /** @param {string} card */
    pick: (card) => setPicked({ at, cards: toggled(chosen, card) }),
    /** @param {string[]} cards */
    pickAll: (cards) => setPicked({ at, cards }),
    /** @param {string} card */
    explain: (card) => {
      const reason = capital(deal.barred[card] ?? "this card may not be played now");
      setBarred({ at, text: `${reason}.` });
      announce(reason);
    },
  };
}

/**
 * The cards that the person has marked to keep in this deal, and the tricks `wanted` for them. `toggleMarking` is null
 * for a defender, and in games without a retention.
 * @param {TableShown} table
 * @param {boolean} isUnderWay
 */
export function useMarkedCards({ number, deal }, isUnderWay) {
  const [state, setState] = useState(/** @type {{deal: number, cards: string[], isMarking: boolean}} */ ({ deal: 0,
    cards: [], isMarking: false }));
  const marked = state.deal === number ? state.cards.filter((card) => deal.hand?.includes(card)) : [];
  const most = deal.retention_target && isUnderWay && !defends(deal) ? deal.retention_target.cards : 0;
  const isMarking = state.isMarking && state.deal === number && most > 0 && deal.phase === "play";
  const code = marked.reduce((sum, card) => sum + SUIT_CODES[card[0]], 0);
  return {
    marked, isMarking,
    wanted: most && marked.length === most ? deal.retention_target?.pars[code].join(" or ") : "",
    toggleMarking: most && deal.phase === "play"
      ? () => setState({ deal: number, cards: marked, isMarking: !isMarking }) : null,
    /** @param {string} card */
    toggleCard: (card) => setState({ deal: number, cards: toggled(marked, card).slice(-most), isMarking }),
  };
}

/** @param {string[]} cards @param {string} card */
const toggled = (cards, card) => (cards.includes(card) ? cards.filter((other) => other !== card) : [...cards, card]);

/**
 * Calls a function after a delay while a condition holds.
 * @param {boolean} condition
 * @param {() => void} act
 * @param {number} delay in milliseconds
 * @param {unknown[]} dependencies their changes restart the delay
 */
function useTimeout(condition, act, delay, dependencies) {
  useEffect(() => {
    if (!condition) return undefined;
    const timer = setTimeout(act, delay);
    return () => clearTimeout(timer);
  }, [...dependencies, condition]);
}

/**
 * Focuses the group of calls or cards at the person's turn, since the focused element has usually gone by
 * then. It does not focus a card, which a key pressed once too often would play.
 * @param {string} at the state of the table
 * @param {boolean} mine whether it is the person's turn
 * @returns {() => void} call this whenever the focus enters the table
 */
function useFocusOnTurn(at, mine) {
  const entered = useRef(false);
  useEffect(() => {
    if (!mine || !entered.current || document.activeElement !== document.body) return;
    const group = /** @type {HTMLElement | null} */ (
      document.querySelector(".at-table .calls[tabindex], .at-table .hand.mine[tabindex]"));
    group?.focus({ preventScroll: true });
  }, [at, mine]);
  return () => { entered.current = true; };
}

/** Focuses the first legal card if nothing has the focus; returns whether it did. */
function focusCards() {
  const card = /** @type {HTMLElement | null} */ (document.querySelector(".hand button.card:not([aria-disabled])"));
  if (document.activeElement !== document.body || !card) return false;
  card.focus();
  return true;
}

// The current table of a session, and its changes: one after the other, each chosen at a known state.

/** @import { Answers, HintShown, TableShown } from "../../wire.d.ts" */

import { ask, askUntilAnswered, isAborted, isUnanswered, RETRY } from "../../ask.js";
import { announceNews } from "../../parts/announcements.js";
import { playCardSound } from "../../parts/appearance.js";
import { cardsPlayed, completeTricks } from "../../parts/deal.js";
import { stored } from "../../parts/storage.js";
import { useCallback, useEffect, useRef, useState } from "../../parts/view.js";
import { today } from "../../parts/days.js";
import { goTo } from "../../route.js";

/**
 * A question that changes a table.
 * @typedef {{[K in keyof Answers]: Answers[K] extends TableShown ? K : never}[keyof Answers]} Change
 */

const CONTINUED_ELSEWHERE = "This session was continued elsewhere; you see it as it is now.";
const NOT_CARRIED_OUT = "Your choice was not carried out.";
const NO_ANSWER_YET = "No answer yet to your choice.";
/** How long until the page says that there is no answer yet, in milliseconds. */
const PATIENCE = 5000;
/** Tables that the backend has sent and that are not shown yet, by session. @type {Map<string, TableShown>} */
const newTables = new Map();

/** Go to a table that the backend has just sent, without asking for it again. @param {TableShown} table */
export function goToTable(table) {
  newTables.set(table.id, table);
  goTo("play", { table: table.id });
}

/** Go to the table of today's deal, of its session or a new one. */
export const playToday = () => ask("day-table", { day: today(), name: stored("name", "You") }).then(goToTable);

/**
 * Whether a table shows what a choice asked for although its state is the same.
 * @param {Change} kind
 * @param {Record<string, any>} question
 * @param {TableShown} table
 */
function isCarriedOut(kind, question, { friends, person, players, levels }) {
  const wish = friends?.wish ?? null;
  switch (kind) {
    case "table-back": return wish?.player === person;
    case "table-agree": return !wish || wish.player !== question.player || wish.refused !== null
      || wish.agreed.includes(person);
    case "table-change": return players.every((name, n) => name === question.names[n].trim())
      && levels.every((level, n) => level === question.levels[n]);
    default: return false;
  }
}

/** @param {number} time in milliseconds, by the page's clock */
const until = (time) => new Promise((resolve) => setTimeout(resolve, time - performance.now()));

/**
 * The table of a session, errors, the number of complete tricks that the person has seen, and functions
 * that change it.
 * @param {string} id
 */
export function useTable(id) {
  const [table, setTable] = useState(/** @type {TableShown | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  // The message about a change that came too late, until the next choice.
  const [lateMessage, setLateMessage] = useState("");
  const [seen, setSeen] = useState({ deal: 0, tricks: 0 });
  // Changes wait for one another: the promise of the last one, and how many are not done.
  const lastChange = useRef(/** @type {Promise<TableShown | null>} */ (Promise.resolve(null)));
  const pendingCount = useRef(0);
  // How many choices were not carried out: what was chosen after one of them, and waited, is dropped with it.
  const notCarriedOut = useRef(0);
  // The identifier of the table's current state.
  const currentAt = useRef("");
  const cardShownAt = useRef(0);
  const announced = useRef({ at: "", deal: -1, calls: 0, plays: 0, phase: "" });
  const hasLeft = useRef(false);
  useEffect(() => () => {
    hasLeft.current = true;
    // Nothing is current any more, so no hint is asked for again.
    currentAt.current = "";
  }, []);

  const showTable = useCallback((/** @type {TableShown} */ next) => {
    if (cardsPlayed(next.deal).length !== announced.current.plays) {
      cardShownAt.current = performance.now();
      if (announced.current.deal >= 0) playCardSound();
    }
    currentAt.current = next.at;
    setTable(next);
    setError(null);
    announceNews(next, announced.current);
  }, []);

  // The table as it is now, as soon as somebody answers.
  const askTable = () => askUntilAnswered("table", { id }, setError, () => !hasLeft.current);

  // The question says at which state (`at`) the change was chosen. `pause`: the least time from the
  // last card shown until the new state is shown, in milliseconds.
  const change = useCallback((/** @type {Change} */ kind, question = {}, pause = 0) => {
    const isChoice = kind !== "table-step", notCarriedOutBefore = notCarriedOut.current;
    /** @returns {Promise<TableShown | null>} */
    const makeChange = async () => {
      const at = currentAt.current;
      if (isChoice && notCarriedOut.current !== notCarriedOutBefore) return null;
      if (isChoice) setLateMessage("");
      const timer = isChoice ? setTimeout(() => setLateMessage(NO_ANSWER_YET), PATIENCE) : 0;
      try {
        const answer = await ask(kind, { id, at, ...question }).finally(() => clearTimeout(timer));
        await until(cardShownAt.current + pause);
        showTable(answer);
        // With friends at the table others often are quicker: with the program's moves that does not matter.
        if (answer.late && answer.friends && !isChoice) return answer;
        if (answer.late) setLateMessage(isChoice ? `${CONTINUED_ELSEWHERE} ${NOT_CARRIED_OUT}` : CONTINUED_ELSEWHERE);
        else if (isChoice) setLateMessage("");
        return answer;
      } catch (fault) {
        if (isAborted(fault)) return null;
        setError(fault);
        if (isChoice) setLateMessage("");
        // If the session was removed, no table is shown.
        const now = await askTable().catch((why) => { if (!isAborted(why)) setTable(null); });
        if (!now || !isUnanswered(fault)) return null;
        // Nobody has said whether the change was made.
        if (now.at === at && !isChoice) {
          await until(performance.now() + RETRY);
          return hasLeft.current ? null : makeChange();
        }
        showTable(now);
        if (isCarriedOut(kind, question, now)) return now;
        if (now.at === at) {
          notCarriedOut.current += 1;
          setLateMessage(NOT_CARRIED_OUT);
        }
        return null;
      }
    };
    pendingCount.current += 1;
    lastChange.current = lastChange.current.then(makeChange).finally(() => { pendingCount.current -= 1; });
    return lastChange.current;
  }, []);

  useEffect(() => {
    const newTable = newTables.get(id);
    newTables.delete(id);
    (newTable ? Promise.resolve(newTable) : askTable()).then((answer) => {
      const complete = completeTricks(answer.deal);
      // If no card of the next trick is played, the last complete trick counts as unseen: show it once more.
      setSeen({ deal: answer.number,
        tricks: answer.deal.tricks.length > complete || answer.deal.phase === "over" ? complete
          : Math.max(0, complete - 1) });
      showTable(answer);
    }, setError);
  }, [id]);

  // After the changes under way, whose answers may be older.
  const reload = useCallback(() => {
    lastChange.current = lastChange.current.then(askTable).then((answer) => {
      showTable(answer);
      return answer;
    }, (fault) => {
      setError(fault);
      return null;
    });
  }, [id]);

  return {
    reload,
    table, error, setError, lateMessage, change, currentAt,
    tricksSeen: table && seen.deal === table.number ? seen.tricks : 0,
    isBusy: (most = 1) => pendingCount.current >= most,
    /** Ignore a second click while a change is pending. @type {typeof change} */
    changeOnce: (kind, question) => (pendingCount.current ? Promise.resolve(null) : change(kind, question)),
    /** @param {TableShown} shown @param {number} tricks */
    markSeen: (shown, tricks) => setSeen({ deal: shown.number, tricks }),
  };
}

/** @typedef {ReturnType<typeof useTable>} TableState */

/**
 * A hint, or the state of the table for which it is computed.
 * @typedef {HintShown | {at: string, rows: null}} Hint
 */

/**
 * A hint for one state of the table, which is gone at the next.
 * @param {string} id
 * @param {{current: string}} currentAt the current state of the table
 * @param {(fault: unknown) => void} onError
 */
export function useHint(id, currentAt, onError) {
  const [hint, setHint] = useState(/** @type {Hint | null} */ (null));
  const plan = useRef(/** @type {HintShown["plan"]} */ (null));
  const underWay = useRef(/** @type {{controller: AbortController, since: number} | null} */ (null));
  useEffect(() => () => {
    underWay.current?.controller.abort();
    underWay.current = null;
  }, [currentAt.current]);
  /** Resolves to the hint; to null if there is none, or if one is on its way and has not been silent for long. */
  const askHint = () => {
    const at = currentAt.current;
    const isCurrent = () => at === currentAt.current;
    if (underWay.current && performance.now() - underWay.current.since < PATIENCE) return Promise.resolve(null);
    underWay.current?.controller.abort();
    const controller = new AbortController(), own = { controller, since: performance.now() };
    underWay.current = own;
    setHint({ at, rows: null });
    const show = (/** @type {HintShown} */ shown) => {
      own.since = performance.now();
      if (!isCurrent() || shown.at !== at) return false;
      onError(null);
      setHint(shown);
      return true;
    };
    const question = { id, plan: plan.current }, options = { signal: controller.signal, progress: show };
    return askUntilAnswered("table-hint", question, onError, isCurrent, options).then((answer) => {
      if (!show(answer)) return null;
      plan.current = answer.plan || plan.current;
      return answer;
    }, (fault) => {
      if (isAborted(fault)) return null;
      if (isCurrent()) onError(fault);
      setHint(null);
      return null;
    }).finally(() => {
      if (underWay.current === own) underWay.current = null;
    });
  };
  return { hint: hint?.at === currentAt.current ? hint : null, askHint };
}

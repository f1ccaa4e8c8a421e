// A table as it is now, and the ways to change it: one change after the other, each chosen at a known state.

/** @import { Answers, HintShown, TableShown } from "../../wire.d.ts" */

import { ask, isAborted } from "../../ask.js";
import { useAnswer } from "../../parts/answers.js";
import { stored } from "../../parts/stored.js";
import { cardSound } from "../../parts/appearance.js";
import { useCallback, useEffect, useRef, useState } from "../../parts/view.js";
import { today } from "../../parts/wording.js";
import { goTo } from "../../route.js";
import { announceNews, complete, laid } from "./deal.js";

/** A question that changes a table. @typedef {{[K in keyof Answers]: Answers[K] extends TableShown ? K : never}[keyof Answers]} Change */

const MOVED = "This session was continued elsewhere; you see it as it is now.";
const NOT_DONE = "Your choice was not carried out.";
/** Tables as they were sent when they were set up, until they are shown. @type {Map<string, TableShown>} */
const sent = new Map();

/**
 * Go to a table that has just been sent, without asking for it again.
 * @param {TableShown} table
 */
export function sitDown(table) {
  sent.set(table.id, table);
  goTo("play", { table: table.id });
}

/** Go to the table of today's deal, begun or not. */
export const playToday = () => ask("day-table", { day: today(), name: stored("name", "You") }).then(sitDown);

/**
 * A table as it was just sent, or else as the answer to a question.
 * @param {string} id
 */
async function tableOf(id) {
  const known = sent.get(id);
  sent.delete(id);
  return known ?? ask("table", { id });
}

/** @param {number} time in milliseconds, by the page's clock */
const until = (time) => new Promise((resolve) => setTimeout(resolve, time - performance.now()));

/**
 * A table, what is wrong, how many complete tricks have been seen, and the ways to change it.
 * @param {string} id
 */
export function useTable(id) {
  const [table, setTable] = useState(/** @type {TableShown | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  // The message about a change that came too late, until the next choice.
  const [missed, setMissed] = useState("");
  const [seen, setSeen] = useState({ deal: 0, tricks: 0 });
  // The last change asked for, and how many are under way: each waits for the one before.
  const changing = useRef(/** @type {Promise<TableShown | null>} */ (Promise.resolve(null)));
  const waiting = useRef(0);
  const now = useRef("");
  const cardShown = useRef(0);
  const announced = useRef({ deal: -1, calls: 0, plays: 0, phase: "" });

  const take = useCallback((/** @type {TableShown} */ next) => {
    if (laid(next.deal).length !== announced.current.plays) {
      cardShown.current = performance.now();
      if (announced.current.deal >= 0) cardSound();
    }
    now.current = next.at;
    setTable(next);
    setError(null);
    announceNews(next, announced.current);
  }, []);

  // `at` names the state of the table that the change was chosen at; `pause` is the least time
  // between the last card shown and what this brings.
  const change = useCallback((/** @type {Change} */ kind, question = {}, pause = 0) => {
    const changed = async () => {
      try {
        const answer = await ask(kind, { id, at: now.current, ...question });
        await until(cardShown.current + pause);
        take(answer);
        if (answer.late) setMissed(kind === "table-step" ? MOVED : `${MOVED} ${NOT_DONE}`);
        else if (kind !== "table-step") setMissed("");
        return answer;
      } catch (fault) {
        if (isAborted(fault)) return null;
        setError(fault);
        // If the table was removed, show none.
        await ask("table", { id }).catch(() => setTable(null));
        return null;
      } finally {
        waiting.current -= 1;
      }
    };
    waiting.current += 1;
    changing.current = changing.current.then(changed);
    return changing.current;
  }, []);

  useEffect(() => {
    tableOf(id).then((answer) => {
      const full = complete(answer.deal);
      setSeen({ deal: answer.number, tricks: answer.deal.tricks.length > full ? full : Math.max(0, full - 1) });
      take(answer);
    }, setError);
  }, [id]);

  return {
    table, error, setError, missed, change, now,
    tricksSeen: table && seen.deal === table.number ? seen.tricks : 0,
    isBusy: (most = 1) => waiting.current >= most,
    /** Ignore a second click while a change is pending. @type {typeof change} */
    changeOnce: (kind, question) => (waiting.current ? Promise.resolve(null) : change(kind, question)),
    /** @param {TableShown} shown @param {number} tricks */
    markSeen: (shown, tricks) => setSeen({ deal: shown.number, tricks }),
  };
}

/** A hint, or the state of the table for which it is computed. @typedef {HintShown | {at: string, rows: null}} Hint */

/**
 * A hint, asked for at one state of the table and gone at the next.
 * @param {string} id
 * @param {{current: string}} now the state of the table
 * @param {(fault: unknown) => void} onError
 */
export function useHint(id, now, onError) {
  const [hint, setHint] = useState(/** @type {Hint | null} */ (null));
  const askHint = () => {
    const at = now.current;
    setHint({ at, rows: null });
    const progress = (/** @type {HintShown} */ part) => { if (at === now.current && part.at === at) setHint(part); };
    return ask("table-hint", { id }, { progress }).then((answer) => {
      if (at !== now.current || answer.at !== at) return null;
      setHint(answer);
      return answer;
    }, (fault) => {
      if (at === now.current) onError(fault);
      setHint(null);
      return null;
    });
  };
  return { hint: hint?.at === now.current ? hint : null, askHint };
}

/**
 * Whether the rest is forced, and how it ends for the person: "Claim", "Concede", or "".
 * @param {string} id
 * @param {string} at the state of the table
 * @param {boolean} wanted whether to ask
 */
export function useForced(id, at, wanted) {
  const { answer } = useAnswer("table-forced", wanted ? { id, at } : null);
  return answer?.forced ? (answer.good ? "Claim" : "Concede") : "";
}

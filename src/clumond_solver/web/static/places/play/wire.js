// The way between the page and its table: one change after the other, each chosen at a known state.

import { ask, isAborted } from "../../ask.js";
import { cardSound } from "../../parts/look.js";
import { useCallback, useEffect, useRef, useState } from "../../parts/view.js";
import { goTo } from "../../route.js";
import { complete, laid, tell } from "./deal.js";

/** @typedef {import("../../ask.js").Answer} Answer */

const MOVED = "This table was played on elsewhere; you see it as it is now.";
const NOT_DONE = "What you chose was not done.";
/** Tables as they were sent when they were set up, until they are shown. @type {Map<string, Answer>} */
const sent = new Map();

/**
 * Go to a table that has just been sent: it need not be asked for again.
 * @param {Answer} table
 */
export function sitDown(table) {
  sent.set(table.id, table);
  goTo("play", { table: table.id });
}

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
  const [table, setTable] = useState(/** @type {Answer | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  // What to say where a change came too late; it is said until the next choice.
  const [missed, setMissed] = useState("");
  const [seen, setSeen] = useState({ deal: 0, tricks: 0 });
  // The last change asked for, and how many are under way: each waits for the one before.
  const changing = useRef(/** @type {Promise<Answer | null>} */ (Promise.resolve(null)));
  const waiting = useRef(0);
  const now = useRef("");
  const cardShown = useRef(0);
  const told = useRef({ deal: -1, events: 0, plays: 0, phase: "" });

  const take = useCallback((/** @type {Answer} */ next) => {
    if (laid(next.deal).length !== told.current.plays) {
      cardShown.current = performance.now();
      if (told.current.deal >= 0) cardSound();
    }
    now.current = next.at;
    setTable(next);
    setError(null);
    tell(next, told.current);
  }, []);

  // `at` names the state of the table that the change was chosen at; `pause` is the least time
  // between the last card shown and what this brings.
  const change = useCallback((/** @type {string} */ kind, /** @type {Answer} */ question = {}, pause = 0) => {
    const doing = async () => {
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
        // Where the table itself is gone, nobody is to play.
        await ask("table", { id }).catch(() => setTable(null));
        return null;
      } finally {
        waiting.current -= 1;
      }
    };
    waiting.current += 1;
    changing.current = changing.current.then(doing);
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
    table, error, setError, missed, change, now, waiting,
    known: table && seen.deal === table.number ? seen.tricks : 0,
    /** Pressing twice means it once. @type {typeof change} */
    changeOnce: (kind, question) => (waiting.current ? Promise.resolve(null) : change(kind, question)),
    /** @param {Answer} shown @param {number} tricks */
    see: (shown, tricks) => setSeen({ deal: shown.number, tricks }),
  };
}

/**
 * A hint, asked for at one state of the table and gone at the next.
 * @param {string} id
 * @param {{current: string}} now the state of the table
 * @param {(fault: unknown) => void} onError
 */
export function useHint(id, now, onError) {
  const [hint, setHint] = useState(/** @type {Answer | null} */ (null));
  const askHint = () => {
    const asked = now.current;
    setHint({ at: asked, rows: null });
    return ask("table-hint", { id }).then((answer) => {
      if (asked !== now.current || answer.at !== asked) return null;
      setHint(answer);
      return answer;
    }, (fault) => {
      if (asked === now.current) onError(fault);
      setHint(null);
      return null;
    });
  };
  return { hint: hint?.at === now.current ? hint : null, askHint };
}

/**
 * Whether the rest is forced, and how it ends for the person: "claim", "concede", or "".
 * @param {string} id
 * @param {string} at the state of the table
 * @param {boolean} wanted whether to ask
 */
export function useForced(id, at, wanted) {
  const [found, setFound] = useState({ at: "", kind: "" });
  useEffect(() => {
    if (!wanted) return undefined;
    const asking = new AbortController();
    ask("table-claim", { id }, { signal: asking.signal })
      .then((answer) => answer.forced && setFound({ at, kind: answer.good ? "claim" : "concede" })).catch(() => {});
    return () => asking.abort();
  }, [at, wanted]);
  return found.at === at ? found.kind : "";
}

// Asks the engines about the position on the board, and shows what a seat can force with all hands open.

/** @import { Chances, Estimate, FinishBounds, Position } from "../../wire.d.ts" */
/** @import { RetentionRow, RetentionsShown, Verdicts } from "../../wire.d.ts" */

import { useAnswer } from "../../parts/answers.js";
import { cardText, LETTERS, SEATS, Strain, strainName, STRAINS } from "../../parts/cards.js";
import { Button, Progress } from "../../parts/controls.js";
import { html, useEffect, useState } from "../../parts/view.js";
import { capital, percent } from "../../parts/wording.js";
import { linkTo } from "../../route.js";
import { isPlayed } from "./board_state.js";
import { chanceText } from "./board_view.js";

/** @typedef {import("./board_state.js").State} State */

// How long a position must be shown before the page asks about more than its verdicts, in milliseconds.
const FINISHES_DELAY = 250;
const PLAY_DELAY = 500;

/**
 * @param {{state: State, position: Position} | null} shown
 * @param {boolean} isReviewing whether a review is under way, which needs the engines
 * @param {readonly string[]} names the players' names, by seat
 */
export function useEngines(shown, isReviewing, names) {
  const openHands = shown !== null && shown.state.view === "";
  const isReviewed = shown !== null && isPlayed(shown.state);
  const isAskable = shown?.state.start && !(isReviewed && (isReviewing || shown.state.at < 0));
  const question = !shown || !isAskable ? null : {
    start: shown.state.start, cards: shown.state.cards.slice(0, shown.state.at),
      seat: shown.state.goal || LETTERS[shown.position.declarer ?? 0],
  };
  const isViewersTurn = shown !== null && shown.position.turn !== null
    && LETTERS[shown.position.turn] === shown.state.view;
  const named = openHands && question ? { ...question, names } : null;
  const verdicts = useAnswer("verdicts", named);
  const finishes = useAnswer("finishes", verdicts.answer ? named : null, { delay: FINISHES_DELAY });
  const chances = useAnswer("chances",
    isViewersTurn && question ? { start: question.start, cards: question.cards } : null);
  // A review has the verdicts after all cards of the play.
  const asksVerdicts = openHands && question && shown.state.cards.length > 0 && !(isReviewed && !shown.state.goal);
  const playVerdicts = usePlayVerdicts(asksVerdicts ? { ...question, cards: shown.state.cards } : null);
  const hero = question ? LETTERS.indexOf(question.seat) : shown?.position.declarer ?? 0;
  const side = { hero, heroToPlay: shown?.position.turn === hero };
  const evaluation = openHands ? { ...side, plays: verdicts.answer?.plays, misses: finishes.answer?.misses }
    : { ...side, chances: chances.answer?.cards, unit: chances.answer?.unit, best: chances.answer?.best };
  return { openHands: openHands && question !== null, hero, finishes, playVerdicts, evaluation,
    status: shown ? statusText(shown.position, shown.state, verdicts, chances, names) : "" };
}

/**
 * @param {Position} position
 * @param {State} state
 * @param {import("../../parts/answers.js").Answered<Verdicts, never>} verdicts
 * @param {import("../../parts/answers.js").Answered<Chances, never>} chances
 * @param {readonly string[]} names
 */
function statusText(position, state, verdicts, chances, names) {
  const called = SEATS.map((seat, n) => (names[n] === "You" ? "you" : names[n] || seat));
  if (position.outcome) {
    const results = position.outcome.map((result, seat) => endText(called[seat], result));
    const counting = position.declarer === null ? results : [results[position.declarer]];
    return `The hand is over: ${counting.join(", ")}.`;
  }
  const turn = `${capital(called[position.turn ?? 0])} to play.`;
  if (state.view === "") {
    return verdicts.answer ? `${verdicts.answer.text} ${verdicts.answer.headline}` : verdicts.error || turn;
  }
  if (chances.error) return `${turn} ${chances.error}`;
  if (!chances.answer) return turn;
  const { best, cards, seat, unit } = chances.answer;
  return `${turn} From what ${called[seat]} can see, the best is ${cardText(best)}: ${chanceText(cards[best], unit)}.`;
}

/** How a player ended. @param {string} who @param {{success: boolean, off: number}} result */
function endText(who, { success, off }) {
  const isYou = who === "you";
  if (success) return `${who} ${isYou ? "succeed" : "succeeds"}`;
  return `${who} ${isYou ? "are" : "is"} ${off} off`;
}

/**
 * The verdicts after each card of a play, as they come in.
 * @param {import("../../request.js").RequestData | null} question
 */
function usePlayVerdicts(question) {
  const key = JSON.stringify(question);
  const [soFar, setSoFar] = useState({ key: "", verdicts: /** @type {(boolean | null | undefined)[]} */ ([]) });
  const { answer, isAsked } = useAnswer("play-verdicts", question,
    { delay: PLAY_DELAY, onPart: ({ card_count, verdict }) => setSoFar((before) => {
    const verdicts = before.key === key ? [...before.verdicts] : [];
    verdicts[card_count] = verdict;
    return { key, verdicts };
  }) });
  if (answer) return { verdicts: answer.verdicts, isComputing: false };
  return { verdicts: soFar.key === key ? soFar.verdicts : [], isComputing: isAsked };
}

const UNKNOWN = { sign: "?", look: "unknown", text: "not known yet" };
/** How far a retention can be reached: its sign, CSS class and text. @type {Record<string, typeof UNKNOWN>} */
const REACHES = {
  forced: { sign: "✓", look: "forced", text: "forced: against everything" },
  possible: { sign: "◦", look: "possible", text: "with help: only if both others help" },
  unforced: { sign: "×", look: "unforced", text: "not found: not forced, and no line with help found so far" },
  impossible: { sign: "–", look: "impossible", text: "never: by no play at all" },
};

/** @param {string | null} reach null: not known yet */
const reachOf = (reach) => REACHES[reach ?? ""] ?? UNKNOWN;

/** @param {{suits: string}} props */
function Suits({ suits }) {
  return html`<span class="suits">${[...suits].map((suit, n) => html`<${Strain} key=${n} strain=${suit} />`)}</span>`;
}

/** @param {{finishes: import("../../parts/answers.js").Answered<FinishBounds, never>, isOver: boolean}} props */
export function OpenHands({ finishes, isOver }) {
  const reachable = (isOver ? [] : finishes.answer?.retentions ?? [])
    .filter((retention) => retention.reach !== "impossible");
  return html`<section class="panel" id="open-hands"
      aria-labelledby="open-hands-title"><h2 id="open-hands-title">${
        isOver ? "How the hand ended" : "What can be forced, all hands open"}</h2>
    <p class="soft">${finishes.error || finishes.answer?.text || "Thinking …"}</p>
    ${reachable.length === 0 ? null
      : html`<p>Cards that can still be kept with success, and the tricks they ask for (green: success can be forced;
        grey: only with help, or not known):</p>
      <ul class="kept-list" id="kept">${reachable.map(({ suits, code, reach }) => html`<li key=${suits}
        class=${`kept ${reachOf(reach).look}`} title=${reachOf(reach).text}><${Suits} suits=${suits} /> ${code}<span
        class="unseen">, ${reachOf(reach).text}</span></li>`)}</ul>`}
  </section>`;
}

/**
 * The twenty retentions in all five strains, computed on request, because that takes a second.
 * @param {{start: string, cards: string[], seat: number, deal: string | null, tens: string | null}} props
 *   deal: null once a card of it is played
 */
export function Retentions({ start, cards, seat, deal, tens }) {
  const subject = JSON.stringify([start, cards, seat]);
  const [requested, setRequested] = useState("");
  // Each round searches longer than the one before for what is still open.
  const [round, setRound] = useState(0);
  const isRequested = requested === subject;
  const question = isRequested ? { start, cards, seat: LETTERS[seat], round } : null;
  const { answer, part, error } = useAnswer("retentions", question, { parts: true });
  const latest = answer ?? part;
  const [table, setTable] = useState(/** @type {RetentionsShown & {subject: string} | null} */ (null));
  useEffect(() => {
    if (!latest) return;
    setTable((old) => ({ subject, ...merged(old?.subject === subject ? old : null, latest) }));
    if (!answer) return;
    setRound(answer.round ?? round);
    setRequested("");
  }, [latest]);
  const shown = table?.subject === subject ? table : null;
  const hand = deal?.split(":")[1].split(" ")[seat] ?? null;
  const advice = useAnswer("advice",
    hand && (isRequested || shown) ? { hand, seat: LETTERS[seat], tens, scoring: "paper", pot: null } : null,
    { parts: true });
  const strains = (advice.answer ?? advice.part)?.advice.estimates ?? null;
  const isComplete = shown !== null && shown.known === shown.total;
  return html`<section class="panel" id="retentions" aria-labelledby="retentions-title">
    <h2 id="retentions-title">What ${SEATS[seat]} could keep, in each strain</h2>
    <p class="soft small-text">The twenty retentions ${cards.length ? "from this point on"
      : "from the first card on"}, if ${SEATS[seat]} declares
      ${" "}and all hands are open: <b class="reach forced">✓</b> forced, whatever the others
      do; <b class="reach possible">◦</b> only
      if both others help (choose one to see how); <b class="reach unforced">×</b> not forced, and no line with
      help found;
      ${" "}<b class="reach impossible">–</b> never; <b class="reach unknown">?</b> not known yet.
      ${hand ? html`${" "}The numbers: the chance in per cent to succeed with these cards when players see only their
        own.` : null}</p>
    <div class="bar">
      ${isComplete ? null : html`<${Button} id="ask-retentions"
          onClick=${() => { if (!shown) setRound(0); setRequested(isRequested ? "" : subject); }}>${
        isRequested ? "Stop" : shown ? "Search on" : "Show the table"}<//>`}
      ${isRequested && !isComplete
        ? html`<${Progress} label=${shown ? `${shown.known} of ${shown.total} known` : "Thinking …"}
            done=${shown?.known ?? 0}
        total=${shown?.total ?? 100} />` : null}
      ${isComplete ? html`<p role="status" class="soft">The table is complete.</p>` : null}
    </div>
    ${error ? html`<p class="notice error" role="alert">${error}</p>` : null}
    ${shown ? html`<p id="retention-words">${shown.text}</p>
      <${RetentionTable} rows=${shown.rows} starts=${shown.starts} seat=${seat} strains=${strains} />` : null}
  </section>`;
}

/**
 * Both tables in one, since a later round may know less than an earlier one.
 * @param {RetentionsShown | null} old
 * @param {RetentionsShown} latest
 * @returns {RetentionsShown}
 */
function merged(old, latest) {
  if (old === null) return latest;
  const rows = latest.rows.map((row, index) => ({
    ...row,
    reach: Object.fromEntries(STRAINS.map((strain) =>
      [strain, better(row.reach[strain], old.rows[index].reach[strain])])),
    lines: { ...old.rows[index].lines, ...row.lines },
  }));
  const unsettled = rows.flatMap((row) => Object.values(row.reach))
    .filter((reach) => reach === null || reach === "unforced");
  const text = latest.known < old.known ? old.text : latest.text;
  return { ...latest, text, rows, known: latest.total - unsettled.length };
}

/** Of two reaches the one that says more. @param {string | null} now @param {string | null} before */
const better = (now, before) => (now === null || (now === "unforced" && before !== null) ? before : now);

/**
 * The percentage of games in a strain that succeed with this retention; empty below half a per cent.
 * @param {Estimate} estimate its successes by the retention and the total of tricks: "CCH 5"
 * @param {string} suits
 */
function percentageOf({ p, successes }, suits) {
  const games = (/** @type {string} */ start) =>
    Object.entries(successes).reduce((sum, [way, count]) => sum + (way.startsWith(start) ? count : 0), 0);
  const share = games("") ? (p * games(suits)) / games("") : 0;
  return share >= 0.005 ? Math.round(100 * share) : "";
}

/**
 * @param {{rows: RetentionRow[], starts: Record<string, string>, seat: number, strains: Record<string, Estimate> |
 *   null}} props
 */
function RetentionTable({ rows, starts, seat, strains }) {
  return html`<div class="scroller" tabindex="0" role="region"
      aria-label="Retentions by strain"><table class="retentions">
    <caption class="unseen">How far ${SEATS[seat]} can reach each retention as declarer in each strain</caption>
    <thead><tr><th scope="col">Kept</th><th scope="col">Code</th>
      ${STRAINS.map((strain) => html`<th key=${strain} scope="col"
      title=${strainName(strain)}>
      ${strain === "NT" ? html`<abbr title="no trumps">NT</abbr>` : html`<${Strain} strain=${strain} />`}</th>`)}</tr>
      </thead>
    <tbody>${rows.map((row) => html`<tr key=${row.suits}><th scope="row"><${Suits} suits=${row.suits} /></th>
      <td class="number">${row.code}</td>
      ${STRAINS.map((strain) => {
        const { sign, look, text } = reachOf(row.reach[strain]);
        const line = row.lines[strain];
        const shown = html`<span aria-hidden="true">${sign}</span><span class="unseen">${text}</span>`;
        return html`<td key=${strain} class=${`reach ${look}`} title=${`${strainName(strain)}: ${text}`}>${
          line ? html`<a href=${linkTo("analysis", { start: starts[strain], cards: line.join("."), at: 0 })}>
            ${shown}</a>` : shown}
            ${strains ? html` <small>${percentageOf(strains[strain], row.suits)}</small>` : null}</td>`;
      })}</tr>`)}</tbody>
    ${strains ? html`<tfoot><tr><th scope="row" colspan="2">Succeeds</th>
      ${STRAINS.map((strain) => html`<td key=${strain} class="reach">
      <b>${percent(strains[strain].p)}</b></td>`)}</tr></tfoot>` : null}
  </table></div>`;
}

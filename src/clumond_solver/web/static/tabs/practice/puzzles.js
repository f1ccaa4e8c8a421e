// Puzzles: with all hands open exactly one card is right, and the person plays to the end against best
// replies. The page shows what each card leads to; the solution comes on request, or at the end.

/** @import { PuzzleShown, PuzzleSolution } from "../../wire.d.ts" */

import { anySeed, askUntilAnswered, isAborted } from "../../ask.js";
import { announce } from "../../parts/announcements.js";
import { useAnswer } from "../../parts/answers.js";
import { HandCard, PositionBoard } from "../../parts/board.js";
import { cardName } from "../../parts/cards.js";
import { Button, Choice, messageOf, Notice } from "../../parts/controls.js";
import { CopyButton } from "../../parts/copying.js";
import { html, useEffect, useRef, useState } from "../../parts/view.js";
import { daysInARow, today } from "../../parts/days.js";
import { capital, counted, Words } from "../../parts/wording.js";
import { playToday } from "../play/table_state.js";
import { goTo, linkForOthers, linkTo } from "../../route.js";
import { afterPuzzle, useRating, useRecord } from "./record.js";

const LEVELS = [{ value: "", text: "all levels" }, "easy", "medium", "hard", "expert"];

/** @param {{params: URLSearchParams}} props */
export function Puzzles({ params }) {
  const code = params.get("puzzle") ?? "";
  const seed = params.get("seed") ?? "";
  const level = params.get("level") ?? "";
  const day = code || seed ? "" : (params.get("day") ?? today());
  const [record, storeRecord] = useRecord();
  const [rating, rate] = useRating("puzzles");
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const isSolved = day !== "" && record.days.includes(day);
  const question = code ? { code } : day ? { day } : { seed: Number(seed), level: level || null };
  const { answer: puzzle, error } = useAnswer("puzzle", question, {
    onAnswer: (answer) => announce(`${capital(answer.level)} puzzle. ${answer.task}`),
  });
  const goToAnother = (/** @type {string} */ chosenLevel) => goTo("practice", { seed: anySeed(), level: chosenLevel });
  const missed = record.missed.filter((other) => other !== puzzle?.code);
  const retry = () => goTo("practice", { puzzle: missed[0] });
  const title = day === today() ? "Today's puzzle" : day ? `The puzzle of ${day}` : "Puzzle";
  return html`
    <div class="practice-head">
      <h1>${title}${puzzle ? html`<span class="soft">, ${puzzle.level}</span>` : null}
        ${isSolved ? html` <span class="pill">✓ solved</span>` : null}</h1>
      <p class="record">${!record.tried ? "No puzzle tried yet"
        : `Solved at the first try: ${record.solved} of ${record.tried}, ${record.streak} in a row${
        record.best > record.streak ? ` (at best ${record.best})` : ""}`}
        ${[streakText(record), rating].filter(Boolean).map((part) => `; ${part}`)}</p>
    </div>
    <div class="bar practice-choose">
      <${Choice} label="Level" value=${level} options=${LEVELS} onChange=${goToAnother} />
      <${Button} onClick=${() => goToAnother(level)}>New puzzle<//>
      ${day === today() ? null : html`<a class="button" href=${linkTo("practice")}>Today's puzzle</a>`}
      <${Button} onClick=${() => playToday().catch(setFault)}
        title="One hand of Clumond, the same cards for everybody">Play today's deal<//>
      ${missed.length ? html`<${Button} onClick=${retry}>Retry a missed puzzle (${missed.length})<//>` : null}
    </div>
    ${error || fault ? html`<${Notice} kind="error">${error || messageOf(fault)}<//>` : null}
    ${puzzle ? html`<${OnePuzzle} key=${puzzle.code} puzzle=${puzzle}
        onOutcome=${(outcome) => {
          if (isSolved) return;
          // Only the first try at a puzzle counts for the rating.
          if (outcome !== "in the end" && !record.missed.includes(puzzle.code)) {
            rate(puzzle.rating, outcome === "at once");
          }
          storeRecord(afterPuzzle(record, { code: puzzle.code, outcome, day }));
        }}
        onNext=${() => goToAnother(level)} />`
      : error ? null : html`<p class="loading">Looking for a puzzle …</p>`}`;
}

/** @param {import("./record.js").PracticeRecord} record */
function streakText({ punctual }) {
  const days = daysInARow(punctual);
  return days ? `the day's puzzle on ${counted(days, "day")} in a row` : "";
}

/**
 * @param {{puzzle: PuzzleShown, onOutcome: (outcome: import("./record.js").Outcome) => void, onNext: () => void}} props
 */
function OnePuzzle({ puzzle, onOutcome, onNext }) {
  const start = {
    cards: /** @type {string[]} */ ([]), position: /** @type {import("../../wire.d.ts").Position} */ (puzzle),
      task: puzzle.task,
    wrong: /** @type {string[]} */ ([]),
  };
  const [{ cards, position, task, wrong }, setPoint] = useState(start);
  const [reply, setReply] = useState({ text: "", kind: "" });
  const [helped, setHelped] = useState(false);
  const [solution, setSolution] = useState(/** @type {PuzzleSolution | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [busy, setBusy] = useState(false);
  const isPlayedOut = position.over;
  const isOver = isPlayedOut || solution !== null;

  /** Do some work unless other work is under way. @param {() => Promise<void>} work */
  const unlessBusy = async (work) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (fault) {
      if (!isAborted(fault)) setError(fault);
    } finally {
      setBusy(false);
    }
  };
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);
  /**
   * An answer about this puzzle, as soon as somebody answers.
   * @template {"puzzle-guess" | "puzzle-hint" | "puzzle-solution"} K
   * @param {K} kind
   * @param {import("../../request.js").RequestData} [question]
   */
  const answerTo = async (kind, question = {}) => {
    const { signal } = controller.current;
    const answer = await askUntilAnswered(kind, { code: puzzle.code, ...question }, setError, () => !signal.aborted,
      { signal });
    setError(null);
    return answer;
  };
  const countHelp = () => {
    if (!helped) onOutcome("helped");
    setHelped(true);
  };
  /** @param {string} text @param {string} kind */
  const say = (text, kind) => {
    setReply({ text, kind });
    announce(text);
  };
  const guess = (/** @type {string} */ card) => unlessBusy(async () => {
    if (isOver || wrong.includes(card)) return;
    const answer = await answerTo("puzzle-guess", { cards: [...cards, card] });
    if (!("position" in answer)) {
      countHelp();
      setPoint((point) => ({ ...point, wrong: [...point.wrong, ...answer.cards] }));
      say(answer.text, "wrong");
      return;
    }
    setPoint({ cards: answer.cards, position: answer.position, task: answer.task, wrong: [] });
    say(answer.text, "right");
    if (!answer.position.over) return;
    onOutcome(helped ? "in the end" : "at once");
    setSolution(await answerTo("puzzle-solution"));
  });
  const hint = () => unlessBusy(async () => {
    const answer = await answerTo("puzzle-hint", { cards, tried: wrong });
    countHelp();
    say(answer, "hint");
  });
  const giveUp = () => unlessBusy(async () => {
    const answer = await answerTo("puzzle-solution");
    countHelp();
    setPoint(start);
    setSolution(answer);
    say(`The solution: ${answer.right.map(cardName).join(" or ")}.`, "");
  });
  const link = linkTo("practice", { puzzle: puzzle.code });

  /** @type {Record<string, "right" | "wrong">} */
  const marks = Object.fromEntries(wrong.map((card) => [card, "wrong"]));
  if (!isPlayedOut) for (const card of solution?.right ?? []) marks[card] = "right";
  return html`<div class="practice-puzzle">
    <${PositionBoard} position=${position}
      cardInHand=${(/** @type {string} */ card) => html`<${HandCard} key=${card} card=${card}
      looks=${marks[card]} remarks=${marks[card] ? [marks[card]] : []} note=${{ right: "✓", wrong: "✗" }[marks[card]]}
      onPlay=${!isOver && position.legal.includes(card) ? guess : undefined} />`} />
    <section class="panel practice-task" aria-label="The task">
      ${task ? html`<p class="task"><${Words} text=${task} /></p>` : null}
      ${reply.kind ? html`<div class=${`verdict ${reply.kind}`}>
        ${reply.kind === "wrong" ? html`<h2>Not this one</h2>` : null}
        <p><${Words} text=${reply.text} />${reply.kind === "wrong" ? " Try again." : ""}</p></div>` : null}
      ${solution ? html`<${Solution} puzzle=${puzzle} solution=${solution} />` : null}
      ${error ? html`<${Notice} kind="error">${messageOf(error)}<//>` : null}
      <div class="bar">
        ${isOver ? html`<${Button} kind="main" onClick=${onNext}>Next puzzle<//>`
          : html`<${Button} onClick=${hint} disabled=${busy}>Hint<//>
            <${Button} onClick=${giveUp} disabled=${busy}>Show the solution<//>`}
        <a class="button" href=${linkTo("analysis",
          { start: puzzle.start, cards: cards.join("."), at: cards.length || null })}>Analyse from here</a>
        <${CopyButton} text=${linkForOthers(link) || new URL(link, location.href).href} label="Copy the link"
          copied="Link copied" />
      </div>
      ${isOver ? null : html`<p
          class="soft small-text">All hands are open; the puzzle begins with ${counted(puzzle.tricks_left,
            "trick")} left. You play${" "}
        ${puzzle.attacks ? "declarer's cards to the end, the program the defenders'"
          : "both defenders' cards to the end, the program declarer's"}.
        A hint counts as a miss. Success: as many tricks as the code of the three cards kept (♦︎ 0, ♠︎ 1, ♥︎ 2, ♣︎ 3,
        added up), or ten more.</p>`}
      <p class="soft small-text">Puzzle <a href=${link}>${puzzle.code}</a>, rated ${puzzle.rating}</p>
    </section>
  </div>`;
}

/** @param {{puzzle: PuzzleShown, solution: PuzzleSolution}} props */
function Solution({ puzzle, solution }) {
  return html`<div class="solution"><h2>The solution</h2>
    <ul>${solution.lines.map((line) => html`<li key=${line.text} class=${line.right ? "right" : ""}>
      <${Words} text=${line.text} />${" "}
      <a href=${linkTo("analysis", { start: puzzle.start, cards: line.line.join("."), at: 1 })}>Look at it</a>
      </li>`)}</ul>
    <p class="soft"><${Words} text=${solution.guess} /></p></div>`;
}

// Puzzles: all hands open, one card alone is right. The server tells after each guess what it leads
// to, and the solution only to who asks for it.

import { ask, isAborted } from "../../ask.js";
import { Button, Choice, messageOf, Notice } from "../../parts/controls.js";
import { cardName } from "../../parts/cards.js";
import { announce } from "../../parts/live.js";
import { html, useEffect, useState } from "../../parts/view.js";
import { capital, counted, Words } from "../../parts/suit_text.js";
import { goTo, linkTo } from "../../route.js";
import { after, anySeed, today, useRecord } from "./kept.js";
import { Position } from "./position.js";

/** @typedef {import("../../ask.js").Answer} Answer */

const LEVELS = [
  { value: "", text: "all levels" },
  { value: "easy", text: "easy" },
  { value: "medium", text: "medium" },
  { value: "hard", text: "hard" },
  { value: "expert", text: "expert" },
];

/** @param {{params: URLSearchParams}} props */
export function Puzzles({ params }) {
  const code = params.get("puzzle") ?? "";
  const seed = params.get("seed") ?? "";
  const level = params.get("level") ?? "";
  const day = code || seed ? "" : (params.get("day") ?? today());
  const [puzzle, setPuzzle] = useState(/** @type {Answer | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [record, keep] = useRecord();
  useEffect(() => {
    setPuzzle(null);
    setError(null);
    const asking = new AbortController();
    const question = code ? { code } : day ? { day } : { seed: Number(seed), level: level || null };
    ask("puzzle", question, { signal: asking.signal }).then(
      (answer) => {
        setPuzzle(answer);
        announce(`${capital(answer.level)} puzzle. ${answer.task}`);
      },
      (fault) => isAborted(fault) || setError(fault),
    );
    return () => asking.abort();
  }, [code, day, seed, level]);

  const another = (/** @type {string} */ wanted) => goTo("practice", { seed: anySeed(), level: wanted });
  const missed = record.missed.filter((each) => each !== puzzle?.code);
  const retry = () => goTo("practice", { puzzle: missed[0] });
  const dayName = day === today() ? "Today’s puzzle" : day ? `The puzzle of ${day}` : "Puzzle";
  return html`
    <div class="practice-head">
      <h1>${dayName}${puzzle ? html`<span class="soft">, ${puzzle.level}</span>` : null}</h1>
      <p class="record" hidden=${!record.tried}>${counted(record.streak, "puzzle")} in a row; ${record.solved} of ${record.tried} at the first try${
        record.best > record.streak ? `; best streak ${record.best}` : ""}</p>
    </div>
    <div class="bar practice-choose">
      <${Choice} label="Level" value=${level} options=${LEVELS} onChange=${another} />
      <${Button} onClick=${() => another(level)}>New puzzle<//>
      ${day === today() ? null : html`<a class="button" href=${linkTo("practice")}>Today’s puzzle</a>`}
      ${missed.length ? html`<${Button} onClick=${retry}>Try a missed one again (${missed.length})<//>` : null}
    </div>
    ${error ? html`<${Notice} kind="error">${messageOf(error)}<//>` : null}
    ${puzzle ? html`<${OnePuzzle} key=${puzzle.code} puzzle=${puzzle}
        onFirst=${(/** @type {boolean} */ right) => keep(after(record, { code: puzzle.code, right, day }))}
        onNext=${() => another(level)} />`
      : error ? null : html`<p class="loading">Looking for a puzzle …</p>`}`;
}

/**
 * @param {{puzzle: Answer, onFirst: (right: boolean) => void, onNext: () => void}} props
 */
function OnePuzzle({ puzzle, onFirst, onNext }) {
  const [guesses, setGuesses] = useState(/** @type {Record<string, Answer>} */ ({}));
  const [latest, setLatest] = useState("");
  const [solution, setSolution] = useState(/** @type {Answer | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [busy, setBusy] = useState(false);
  const [copied, setCopied] = useState(false);
  const solved = Object.values(guesses).some((guess) => guess.right);
  const over = solved || solution !== null;

  /** @param {() => Promise<void>} work */
  const alone = async (work) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (fault) {
      setError(fault);
    } finally {
      setBusy(false);
    }
  };
  const answered = Object.keys(guesses).length > 0;
  const guess = (/** @type {string} */ card) => alone(async () => {
    if (over || card in guesses) return;
    const answer = await ask("puzzle-guess", { code: puzzle.code, card });
    if (!answered) onFirst(answer.right);
    setGuesses((before) => ({ ...before, [card]: answer }));
    setLatest(card);
    announce(answer.right ? `Right: ${cardName(card)}.` : `The ${cardName(card)} is wrong. Try again.`);
    if (answer.right) setSolution(await ask("puzzle-solution", { code: puzzle.code }));
  });
  const giveUp = () => alone(async () => {
    const answer = await ask("puzzle-solution", { code: puzzle.code });
    if (!answered) onFirst(false);
    setSolution(answer);
    announce(`The solution: ${answer.right.map(cardName).join(" or ")}.`);
  });
  const link = linkTo("practice", { puzzle: puzzle.code });
  const copy = () => navigator.clipboard?.writeText(new URL(link, location.href).href).then(() => {
    setCopied(true);
    announce("The link was copied.");
  }, setError);

  const marks = marksOf(guesses, solution);
  return html`<div class="practice-puzzle">
    <${Position} position=${puzzle} marks=${marks} onPlay=${over ? undefined : guess} />
    <section class="panel practice-task" aria-label="The task">
      <p class="task"><${Words} text=${puzzle.task} /></p>
      ${over ? null : html`<p class="soft small-text">All hands are open, ${counted(puzzle.left, "trick")} left. Choose a card of
        the hand to play; touching cards count as one. Success: as many tricks as the code of the three cards
        kept (♦︎ 0, ♠︎ 1, ♥︎ 2, ♣︎ 3, added up), or ten more.</p>`}
      ${latest && !solved && !solution ? html`<div class="verdict wrong"><h2>Not this one</h2>
        <p><${Words} text=${guesses[latest].text} /></p><p>Try again.</p></div>` : null}
      ${solved ? html`<div class="verdict right"><h2>Right${Object.keys(guesses).length === 1 ? "" : ", in the end"}</h2></div>` : null}
      ${solution ? html`<${Solution} puzzle=${puzzle} solution=${solution} />` : null}
      ${error ? html`<${Notice} kind="error">${messageOf(error)}<//>` : null}
      <div class="bar">
        ${over ? html`<${Button} kind="main" onClick=${onNext}>Next puzzle<//>`
          : html`<${Button} onClick=${giveUp} disabled=${busy}>Show the solution<//>`}
        <a class="button" href=${linkTo("explore", { start: puzzle.start })}>Explore from here</a>
        <${Button} onClick=${copy}>${copied ? "Link copied" : "Copy the link"}<//>
      </div>
      <p class="soft small-text">Puzzle <a href=${link}>${puzzle.code}</a></p>
    </section>
  </div>`;
}

/**
 * What each card is known to be: right or wrong.
 * @param {Record<string, Answer>} guesses
 * @param {Answer | null} solution
 * @returns {Record<string, "right" | "wrong">}
 */
function marksOf(guesses, solution) {
  /** @type {Record<string, "right" | "wrong">} */
  const marks = {};
  for (const [card, guess] of Object.entries(guesses)) marks[card] = guess.right ? "right" : "wrong";
  for (const card of solution?.right ?? []) marks[card] = "right";
  return marks;
}

/** @param {{puzzle: Answer, solution: Answer}} props */
function Solution({ puzzle, solution }) {
  return html`<div class="solution"><h2>The solution</h2>
    <ul>${solution.lines.map((/** @type {Answer} */ line) => html`<li key=${line.text} class=${line.right ? "right" : ""}>
      <${Words} text=${line.text} />${" "}<a href=${linkTo("explore", { start: puzzle.start, cards: line.line.join("."), at: 1 })}>Look at it</a></li>`)}</ul>
    <p class="soft"><${Words} text=${solution.guess} /></p></div>`;
}

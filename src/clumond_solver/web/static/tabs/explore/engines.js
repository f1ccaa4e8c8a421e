// What the engines say of the position that is shown in Explore.

/** @import { Chances, Position, Verdicts } from "../../wire.d.ts" */

import { useAnswer } from "../../parts/answers.js";
import { cardText, LETTERS, SEATS } from "../../parts/cards.js";
import { useState } from "../../parts/view.js";
import { capital } from "../../parts/wording.js";
import { chanceText } from "./hands.js";

/** @typedef {import("./state.js").State} State */

// The milliseconds until the page asks for more than a position's verdicts.
const DEPTH_DELAY = 250;
const COURSE_DELAY = 500;

/** @param {{state: State, position: Position} | null} shown */
export function useEngines(shown) {
  const openHands = shown !== null && shown.state.view === "";
  const subject = shown === null ? null : {
    start: shown.state.start, cards: shown.state.cards.slice(0, shown.state.at), seat: shown.state.goal || LETTERS[shown.position.declarer ?? 0],
  };
  const own = shown !== null && shown.position.turn !== null && LETTERS[shown.position.turn] === shown.state.view;
  const near = useAnswer("verdicts", openHands ? subject : null);
  const far = useAnswer("depth", openHands && near.answer ? subject : null, { delay: DEPTH_DELAY });
  const seen = useAnswer("chances", own && subject ? { start: subject.start, cards: subject.cards } : null);
  const whole = openHands && subject && shown.state.cards.length > 0 ? { ...subject, cards: shown.state.cards } : null;
  const course = useCourse(whole);
  const hero = subject ? LETTERS.indexOf(subject.seat) : 0;
  const whose = { hero, own: shown?.position.turn === hero };
  const known = openHands ? { ...whose, plays: near.answer?.plays, misses: far.answer?.misses }
    : { ...whose, chances: seen.answer?.cards, what: seen.answer?.what, best: seen.answer?.best };
  return { openHands, hero, far, course, known, status: shown ? statusText(shown.position, shown.state, near, seen) : "" };
}

/**
 * @param {Position} position
 * @param {State} state
 * @param {import("../../parts/answers.js").Answered<Verdicts, never>} near
 * @param {import("../../parts/answers.js").Answered<Chances, never>} seen
 */
function statusText(position, state, near, seen) {
  if (position.outcome) {
    const made = position.outcome.map((ended, seat) => `${SEATS[seat]} ${ended.success ? "succeeds" : `is ${ended.off} off`}`);
    return `The hand is over: ${made.join(", ")}.`;
  }
  const turn = `${capital(SEATS[position.turn ?? 0])} to play.`;
  if (state.view === "") return near.answer ? `${near.answer.text} ${near.answer.headline}` : near.error || turn;
  if (seen.error) return `${turn} ${seen.error}`;
  if (!seen.answer) return turn;
  const { best, cards, what } = seen.answer;
  return `${turn} From what ${SEATS[seen.answer.seat]} can see, ${cardText(best)} is best: ${chanceText(cards[best], what)}.`;
}

/**
 * The verdicts after each card of a play, as they come in.
 * @param {import("../../request.js").RequestData | null} question
 */
function useCourse(question) {
  const key = JSON.stringify(question);
  const [soFar, setSoFar] = useState({ key: "", verdicts: /** @type {(boolean | null | undefined)[]} */ ([]) });
  const { answer, error } = useAnswer("course", question, { delay: COURSE_DELAY, onPart: ({ place, verdict }) => setSoFar((before) => {
    const verdicts = before.key === key ? [...before.verdicts] : [];
    verdicts[place] = verdict;
    return { key, verdicts };
  }) });
  if (answer) return { verdicts: answer.verdicts, looking: false };
  return { verdicts: soFar.key === key ? soFar.verdicts : [], looking: question !== null && !error };
}

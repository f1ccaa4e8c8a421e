// Asks the engines about the position on the board.

/** @import { Chances, Position, Verdicts } from "../../wire.d.ts" */

import { useAnswer } from "../../parts/answers.js";
import { cardText, LETTERS, SEATS } from "../../parts/cards.js";
import { useState } from "../../parts/view.js";
import { capital } from "../../parts/wording.js";
import { chanceText } from "./hands.js";
import { isPlayed } from "./state.js";

/** @typedef {import("./state.js").State} State */

// How long a position must be shown before the page asks about more than its verdicts, in milliseconds.
const FINISHES_DELAY = 250;
const PLAY_DELAY = 500;

/**
 * @param {{state: State, position: Position} | null} shown
 * @param {boolean} isReviewing whether a review is under way, which needs the engines
 */
export function useEngines(shown, isReviewing) {
  const openHands = shown !== null && shown.state.view === "";
  const isReviewed = shown !== null && isPlayed(shown.state);
  const isAskable = shown?.state.start && !(isReviewed && (isReviewing || shown.state.at < 0));
  const question = !shown || !isAskable ? null : {
    start: shown.state.start, cards: shown.state.cards.slice(0, shown.state.at), seat: shown.state.goal || LETTERS[shown.position.declarer ?? 0],
  };
  const isViewersTurn = shown !== null && shown.position.turn !== null && LETTERS[shown.position.turn] === shown.state.view;
  const verdicts = useAnswer("verdicts", openHands ? question : null);
  const finishes = useAnswer("finishes", openHands && verdicts.answer ? question : null, { delay: FINISHES_DELAY });
  const chances = useAnswer("chances", isViewersTurn && question ? { start: question.start, cards: question.cards } : null);
  // A review has the verdicts after all cards of the play.
  const asksVerdicts = openHands && question && shown.state.cards.length > 0 && !(isReviewed && !shown.state.goal);
  const playVerdicts = usePlayVerdicts(asksVerdicts ? { ...question, cards: shown.state.cards } : null);
  const hero = question ? LETTERS.indexOf(question.seat) : shown?.position.declarer ?? 0;
  const side = { hero, heroToPlay: shown?.position.turn === hero };
  const evaluation = openHands ? { ...side, plays: verdicts.answer?.plays, misses: finishes.answer?.misses }
    : { ...side, chances: chances.answer?.cards, unit: chances.answer?.unit, best: chances.answer?.best };
  return { openHands: openHands && question !== null, hero, finishes, playVerdicts, evaluation, status: shown ? statusText(shown.position, shown.state, verdicts, chances) : "" };
}

/**
 * @param {Position} position
 * @param {State} state
 * @param {import("../../parts/answers.js").Answered<Verdicts, never>} verdicts
 * @param {import("../../parts/answers.js").Answered<Chances, never>} chances
 */
function statusText(position, state, verdicts, chances) {
  if (position.outcome) {
    const results = position.outcome.map((result, seat) => `${SEATS[seat]} ${result.success ? "succeeds" : `is ${result.off} off`}`);
    return `The hand is over: ${results.join(", ")}.`;
  }
  const turn = `${capital(SEATS[position.turn ?? 0])} to play.`;
  if (state.view === "") return verdicts.answer ? `${verdicts.answer.text} ${verdicts.answer.headline}` : verdicts.error || turn;
  if (chances.error) return `${turn} ${chances.error}`;
  if (!chances.answer) return turn;
  const { best, cards, seat, unit } = chances.answer;
  return `${turn} From what ${SEATS[seat]} can see, the best is ${cardText(best)}: ${chanceText(cards[best], unit)}.`;
}

/** The verdicts after each card of a play, as they come in. @param {import("../../request.js").RequestData | null} question */
function usePlayVerdicts(question) {
  const key = JSON.stringify(question);
  const [soFar, setSoFar] = useState({ key: "", verdicts: /** @type {(boolean | null | undefined)[]} */ ([]) });
  const { answer, error } = useAnswer("play-verdicts", question, { delay: PLAY_DELAY, onPart: ({ card_count, verdict }) => setSoFar((before) => {
    const verdicts = before.key === key ? [...before.verdicts] : [];
    verdicts[card_count] = verdict;
    return { key, verdicts };
  }) });
  if (answer) return { verdicts: answer.verdicts, isComputing: false };
  return { verdicts: soFar.key === key ? soFar.verdicts : [], isComputing: question !== null && !error };
}

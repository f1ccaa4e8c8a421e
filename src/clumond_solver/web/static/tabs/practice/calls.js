// Declare or pass: the person calls with a random hand; then the page shows the chances, what the call cost,
// and a score. The difficulty of the hands adapts to the score.

/** @import { CallJudged } from "../../wire.d.ts" */

import { anySeed, ask } from "../../ask.js";
import { announce } from "../../parts/announcements.js";
import { useAnswer } from "../../parts/answers.js";
import { CardFace, Strain, strainName, STRAINS, suitClass, symbolOf } from "../../parts/cards.js";
import { Button, ChanceBar, Choice, messageOf, Notice, Progress } from "../../parts/controls.js";
import { stored, useStored, useStoredData } from "../../parts/storage.js";
import { html, useState } from "../../parts/view.js";
import { percent, Words } from "../../parts/wording.js";
import { goToTable } from "../play/table_state.js";
import { useRating } from "./record.js";

const SCORINGS = [{ value: "paper", text: "on paper" }, { value: "chips", text: "for chips" }];
const INITIAL_SCORE = { asked: 0, right: 0, streak: 0, cost: 0, difficulty: 3 };

export function Calls() {
  const [scoring, setScoring] = useStored("calls-scoring", "paper");
  const [score, storeScore] = useStoredData(`calls-${scoring}`, INITIAL_SCORE);
  const [rating, rate] = useRating("calls");
  const [seed, setSeed] = useState(anySeed);
  const [call, setCall] = useState("");
  const [judgement, setJudgement] = useState(/** @type {CallJudged | null} */ (null));
  const [progress, setProgress] = useState({ done: 0, total: 0 });
  const [error, setError] = useState(/** @type {unknown} */ (null));
  // Of the hand that was called, since the score's changes with the call; 0 before it.
  const [calledAt, setCalledAt] = useState(0);
  const difficulty = calledAt || score.difficulty;

  const dealt = useAnswer("call", { seed, difficulty, scoring }, { onAnswer: (answer) => announce(answer.terms) });
  const hand = dealt.answer;

  const next = () => {
    setCall("");
    setJudgement(null);
    setError(null);
    setProgress({ done: 0, total: 0 });
    setCalledAt(0);
    setSeed(anySeed());
  };
  /** @param {string} choice "pass", or a strain */
  const judge = async (choice) => {
    if (call) return;
    setCall(choice);
    setCalledAt(difficulty);
    setError(null);
    const { difficulty: _, ...counts } = score;
    try {
      const answer = await ask("call-judged", { seed, difficulty, scoring, call: choice, score: counts },
        { progress: setProgress });
      setJudgement(answer);
      storeScore(answer.score);
      if (hand) rate(hand.rating, answer.right);
      announce(answer.verdict);
    } catch (fault) {
      setError(fault);
      setCall("");
    }
  };
  const play = () => ask("call-table", { seed, difficulty, scoring, name: stored("name", "You") })
    .then(goToTable, setError);
  return html`
    <div class="practice-head">
      <h1>Declare or pass?</h1>
      <p class="record">${!score.asked ? "No call made yet"
        : `${score.right} of ${score.asked} right, ${score.streak} in a row, ${
        score.cost.toFixed(1)} ${scoring === "chips" ? "chips"
          : "points"} given away; difficulty ${score.difficulty} of 10`}${rating && `; ${rating}`}</p>
    </div>
    <div class="bar practice-choose">
      <${Choice} label="Played" value=${scoring} options=${SCORINGS} disabled=${call !== "" && !judgement}
        onChange=${(value) => { setScoring(value); next(); }} />
    </div>
    ${error || dealt.error ? html`<${Notice} kind="error">${messageOf(error ?? dealt.error)}<//>` : null}
    ${hand ? html`<section class="panel" aria-label="Your hand">
      <p class="task"><${Words} text=${hand.terms} /></p>
      <div class="practice-hand">
        ${hand.hand.map((card) => html`<span key=${card}><${CardFace} card=${card} small /></span>`)}</div>
      <p>Pass, or go for clumond in:</p>
      <div class="bar practice-calls" role="group" aria-label="Your call">
        <${Button} disabled=${call !== ""} pressed=${call === "pass"} onClick=${() => judge("pass")}>Pass<//>
        ${STRAINS.map((strain) => html`<${Button} key=${strain} disabled=${call !== ""} pressed=${call === strain}
          label=${`Go for clumond in ${strainName(strain)}`} onClick=${() => judge(strain)}>
          <span class=${suitClass(strain)}>${symbolOf(strain)}</span><//>`)}
      </div>
      ${call && !judgement && !error
        ? html`<${Progress} label="Simulating games" done=${progress.done} total=${progress.total} />` : null}
      ${judgement ? html`<${Judgement} judgement=${judgement} onNext=${next} onPlay=${play} />` : null}
    </section>` : dealt.error ? null : html`<p class="loading">Dealing …</p>`}`;
}

/** @param {{judgement: CallJudged, onNext: () => void, onPlay: () => void}} props */
function Judgement({ judgement, onNext, onPlay }) {
  const { chances, break_even } = judgement;
  const strains = [...STRAINS].sort((one, other) => chances[other] - chances[one]);
  return html`<div class=${`verdict ${judgement.right ? "right" : "wrong"}`}>
      <h2><${Words} text=${judgement.verdict} /></h2><p>Advice: <${Words} text=${judgement.advice} /></p></div>
    <div class="bar"><${Button} kind="main" onClick=${onNext}>Next hand<//>
      <${Button} onClick=${onPlay} title="At a table, against strong players">Play it<//></div>
    <table class="chances"><caption>Your chance of success in each strain; the line is break-even</caption>
      <tbody>${strains.map((strain) => html`<tr key=${strain}><th scope="row"><${Strain} strain=${strain} /></th>
        <td class="meter"><${ChanceBar} chance=${chances[strain]} breakEven=${break_even} /></td>
        <td class="number">${percent(chances[strain])}</td></tr>`)}</tbody></table>
    <p><${Words} text=${judgement.chances_text} /></p>
    <p><${Words} text=${judgement.endings} /></p>`;
}

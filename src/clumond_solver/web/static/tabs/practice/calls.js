// Declare or pass: a hand, a seat, what is played for; after the call the chances, what it cost, and a
// score whose difficulty follows the person.

/** @import { CallJudged } from "../../wire.d.ts" */

import { anySeed, ask } from "../../ask.js";
import { useAnswer } from "../../parts/answers.js";
import { CardFace, Strain, STRAINS, strainName, suitClass, symbolOf } from "../../parts/cards.js";
import { Button, Choice, messageOf, Notice, Progress } from "../../parts/controls.js";
import { stored, useStored } from "../../parts/stored.js";
import { announce } from "../../parts/announcements.js";
import { html, useState } from "../../parts/view.js";
import { Words } from "../../parts/wording.js";
import { sitDown } from "../play/table_state.js";
import { parsed } from "./record.js";

const SCORINGS = [{ value: "paper", text: "on paper" }, { value: "chips", text: "for chips" }];
const FIRST = { asked: 0, right: 0, streak: 0, cost: 0, difficulty: 3 };

export function Calls() {
  const [scoring, setScoring] = useStored("calls-scoring", "paper");
  const [text, keep] = useStored(`calls-${scoring}`, "");
  const score = parsed(text, FIRST);
  const [seed, setSeed] = useState(anySeed);
  const [called, setCalled] = useState("");
  const [judged, setJudged] = useState(/** @type {CallJudged | null} */ (null));
  const [part, setPart] = useState({ done: 0, total: 0 });
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [difficulty, setDifficulty] = useState(score.difficulty);

  const dealt = useAnswer("call", { seed, difficulty, scoring }, { onAnswer: (answer) => announce(answer.terms) });
  const hand = dealt.answer;

  const next = () => {
    setCalled("");
    setJudged(null);
    setError(null);
    setPart({ done: 0, total: 0 });
    setDifficulty(score.difficulty);
    setSeed(anySeed());
  };
  /** @param {string} word */
  const call = async (word) => {
    if (called) return;
    setCalled(word);
    setError(null);
    const { difficulty: _, ...so_far } = score;
    try {
      const answer = await ask("call-judged", { seed, difficulty, scoring, call: word, score: so_far },
        { progress: setPart });
      setJudged(answer);
      keep(JSON.stringify(answer.score));
      announce(answer.verdict);
    } catch (fault) {
      setError(fault);
      setCalled("");
    }
  };
  const play = () => ask("call-table", { seed, difficulty, scoring, name: stored("name", "You") }).then(sitDown, setError);
  return html`
    <div class="practice-head">
      <h1>Declare or pass?</h1>
      <p class="record" hidden=${!score.asked}>${score.right} of ${score.asked} right, ${score.streak} in a row, ${
        score.cost.toFixed(1)} ${scoring === "chips" ? "chips" : "points"} given away; difficulty ${score.difficulty} of 10</p>
    </div>
    <div class="bar practice-choose">
      <${Choice} label="Played" value=${scoring} options=${SCORINGS} disabled=${called !== "" && !judged}
        onChange=${(value) => { setScoring(value); next(); }} />
    </div>
    ${error || dealt.error ? html`<${Notice} kind="error">${messageOf(error ?? dealt.error)}<//>` : null}
    ${hand ? html`<section class="panel" aria-label="Your hand">
      <p class="task"><${Words} text=${hand.terms} /></p>
      <div class="practice-hand">${hand.hand.map((card) => html`<${CardFace} key=${card} card=${card} small=${true} />`)}</div>
      <div class="bar practice-calls" role="group" aria-label="Your call">
        <${Button} disabled=${called !== ""} pressed=${called === "pass"} onClick=${() => call("pass")}>Pass<//>
        ${STRAINS.map((strain) => html`<${Button} key=${strain} disabled=${called !== ""} pressed=${called === strain}
          label=${`Go for clumond in ${strainName(strain)}`} onClick=${() => call(strain)}>
          <span class=${suitClass(strain)}>${symbolOf(strain)}</span><//>`)}
      </div>
      ${called && !judged && !error ? html`<${Progress} label="Playing simulated games" done=${part.done} total=${part.total} />` : null}
      ${judged ? html`<${Judged} judged=${judged} onNext=${next} onPlay=${play} />` : null}
    </section>` : dealt.error ? null : html`<p class="loading">Dealing …</p>`}`;
}

/** @param {{judged: CallJudged, onNext: () => void, onPlay: () => void}} props */
function Judged({ judged, onNext, onPlay }) {
  const order = [...STRAINS].sort((one, other) => judged.chances[other] - judged.chances[one]);
  return html`<div class=${`verdict ${judged.right ? "right" : "wrong"}`}>
      <h2><${Words} text=${judged.verdict} /></h2><p>Advice: <${Words} text=${judged.advice} /></p></div>
    <div class="bar"><${Button} kind="main" onClick=${onNext}>Next hand<//>
      <${Button} onClick=${onPlay} title="At a table, against strong players">Play it<//></div>
    <table class="chances"><caption>How often each strain succeeds; the line is break-even</caption>
      <tbody>${order.map((strain) => html`<tr key=${strain}><th scope="row"><${Strain} strain=${strain} /></th>
        <td class="meter"><div class="p" style=${{ width: `${100 * judged.chances[strain]}%` }}></div>
          <div class="even" style=${{ left: `${100 * judged.breakEven}%` }}></div></td>
        <td class="number">${Math.round(100 * judged.chances[strain])} %</td></tr>`)}</tbody></table>
    <p><${Words} text=${judged.worth} /></p>
    <p><${Words} text=${judged.endings} /></p>`;
}

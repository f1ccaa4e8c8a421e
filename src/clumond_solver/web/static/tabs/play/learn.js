// Learning Clumond: lessons one after the other, then the guided hand.

import { CardFace } from "../../parts/cards.js";
import { Button } from "../../parts/controls.js";
import { Dialog } from "../../parts/dialog.js";
import { useStored } from "../../parts/local_storage.js";
import { announce } from "../../parts/announcements.js";
import { html, useState } from "../../parts/view.js";
import { Words } from "../../parts/wording.js";
import { LESSONS } from "./lessons.js";

/** @param {{onPlay: () => void, onClose: () => void}} props onPlay: starts the guided hand */
export function LessonsDialog({ onPlay, onClose }) {
  // The number of lessons done, as a text.
  const [done, setDone] = useStored("lesson", "0");
  const [at, setAt] = useState({ lesson: Math.min(Number(done) || 0, LESSONS.length - 1), step: 0 });
  const [answer, setAnswer] = useState("");
  const lesson = LESSONS[at.lesson];
  const step = lesson.steps[at.step];
  const isRight = answer === step.right;
  const isLastStep = at.step === lesson.steps.length - 1;
  const reply = answer ? replyTo(step, answer) : "";
  /** @param {number} number @param {number} [step] */
  const go = (number, step = 0) => {
    setAnswer("");
    setAt({ lesson: number, step });
  };
  const proceed = () => {
    if (!isLastStep) go(at.lesson, at.step + 1);
    else {
      setDone(String(Math.max(Number(done), at.lesson + 1)));
      if (at.lesson + 1 < LESSONS.length) go(at.lesson + 1);
      else onPlay();
    }
  };
  /** @param {string} given */
  const choose = (given) => {
    setAnswer(given);
    announce(replyTo(step, given));
  };
  return html`<${Dialog} title=${`Lesson ${at.lesson + 1} of ${LESSONS.length}: ${lesson.title}`} onClose=${onClose} wide closeLabel="Leave">
    <div class="lesson"><div class="bar lessons" role="group" aria-label="Lessons"><span class="soft">Lessons</span>${LESSONS.map(({ title }, n) => html`<${Button} key=${n} kind="quiet" title=${title}
      label=${`Lesson ${n + 1}: ${title}`} pressed=${n === at.lesson} onClick=${() => go(n)}>${n < Number(done) ? `${n + 1} ✓` : n + 1}<//>`)}</div>
    <p><${Words} text=${step.text} /></p>
    <div class="lesson-felt">
      ${step.trick ? html`<div class="trick">${step.trick.map(([who, card]) => html`<span key=${card}><span>${who}</span><${CardFace} card=${card} /></span>`)}</div>` : null}
      <div class="hand" role="group" aria-label="Your cards">${step.hand.map((card) => html`<span class="slot" key=${card}>${step.choices
        ? html`<${CardFace} card=${card} />`
        : html`<${CardFace} card=${card} pressed=${answer === card} onPlay=${choose} />`}</span>`)}</div>
    </div>
    ${step.choices ? html`<div class="bar" role="group" aria-label="Answers">${step.choices.map((choice) => html`<${Button} key=${choice}
      pressed=${answer === choice} onClick=${() => choose(choice)}><${Words} text=${choice} /><//>`)}</div>` : null}
    <div class=${`lesson-said ${reply ? "notice" : ""} ${isRight ? "good" : ""}`}><${Words} text=${reply} />
      ${isRight ? html`<${Button} kind="main" onClick=${proceed}>${!isLastStep ? "Continue" : at.lesson + 1 < LESSONS.length ? "Next lesson" : "Play a guided hand"}<//>` : null}</div></div>
  <//>`;
}

/** @param {import("./lessons.js").Step} step @param {string} answer */
const replyTo = (step, answer) =>
  (answer === step.right ? `Yes. ${step.why}` : step.not?.[answer] ?? "Not quite: count again.");

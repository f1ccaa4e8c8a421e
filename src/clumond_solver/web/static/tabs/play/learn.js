// Learning a game: lessons one after the other, then a game, which is guided if the game has a guide.

/** @import { GameListed, Lesson, LessonStep } from "../../wire.d.ts" */

import { useAnswer } from "../../parts/answers.js";
import { CardFace } from "../../parts/cards.js";
import { Button, Notice } from "../../parts/controls.js";
import { Dialog } from "../../parts/dialog.js";
import { useStored } from "../../parts/local_storage.js";
import { announce } from "../../parts/announcements.js";
import { html, useState } from "../../parts/view.js";
import { Words } from "../../parts/wording.js";

/** @param {{game: GameListed, onPlay: () => void, onClose: () => void}} props onPlay: starts a game */
export function LessonsDialog({ game, onPlay, onClose }) {
  const { answer, error } = useAnswer("lessons", { game: game.key });
  return answer ? html`<${Lessons} game=${game} lessons=${answer.lessons} onPlay=${onPlay} onClose=${onClose} />`
    : error ? html`<${Dialog} title=${`Learn ${game.title}`} onClose=${onClose}><${Notice} kind="error">${error}<//><//>` : null;
}

/** @param {{game: GameListed, lessons: Lesson[], onPlay: () => void, onClose: () => void}} props */
function Lessons({ game, lessons, onPlay, onClose }) {
  // The number of lessons done, as a text.
  const [done, setDone] = useStored(game.guided ? "lesson" : `lesson-${game.key}`, "0");
  const [at, setAt] = useState({ lesson: Math.min(Number(done) || 0, lessons.length - 1), step: 0 });
  const [answer, setAnswer] = useState("");
  const lesson = lessons[at.lesson];
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
      if (at.lesson + 1 < lessons.length) go(at.lesson + 1);
      else onPlay();
    }
  };
  /** @param {string} given */
  const choose = (given) => {
    setAnswer(given);
    announce(replyTo(step, given));
  };
  return html`<${Dialog} title=${`Lesson ${at.lesson + 1} of ${lessons.length}: ${lesson.title}`} onClose=${onClose} wide closeLabel="Leave">
    <div class="lesson"><div class="bar lessons" role="group" aria-label="Lessons"><span class="soft">Lessons</span>${lessons.map(({ title }, n) => html`<${Button} key=${n} kind="quiet" title=${title}
      label=${`Lesson ${n + 1}: ${title}`} pressed=${n === at.lesson} onClick=${() => go(n)}>${n < Number(done) ? `${n + 1} ✓` : n + 1}<//>`)}</div>
    <p><${Words} text=${step.text} /></p>
    <div class="lesson-felt">
      ${step.trick.length ? html`<div class="trick">${step.trick.map(([who, card]) => html`<span key=${card}><span>${who}</span><${CardFace} card=${card} /></span>`)}</div>` : null}
      <div class="hand" role="group" aria-label="Your cards">${step.hand.map((card) => html`<span class="slot" key=${card}>${step.answers.length
        ? html`<${CardFace} card=${card} />`
        : html`<${CardFace} card=${card} pressed=${answer === card} onPlay=${choose} />`}</span>`)}</div>
    </div>
    ${step.answers.length ? html`<div class="bar" role="group" aria-label="Answers">${step.answers.map((choice) => html`<${Button} key=${choice}
      pressed=${answer === choice} onClick=${() => choose(choice)}><${Words} text=${choice} /><//>`)}</div>` : null}
    <div class=${`lesson-said ${reply ? "notice" : ""} ${isRight ? "good" : ""}`}><${Words} text=${reply} />
      ${isRight ? html`<${Button} kind="main" onClick=${proceed}>${!isLastStep ? "Continue" : at.lesson + 1 < lessons.length ? "Next lesson" : `Play ${game.guided ? "a guided hand" : game.title}`}<//>` : null}</div></div>
  <//>`;
}

/** @param {LessonStep} step @param {string} answer */
const replyTo = (step, answer) =>
  (answer === step.right ? `Yes. ${step.why}` : step.wrong[answer] ?? "Not quite: count again.");

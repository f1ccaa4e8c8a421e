// Learning a game: its rules, and its lessons, one after the other and then a game, guided if the game has a guide.

/** @import { Block, GameListed, Lesson, LessonStep } from "../../wire.d.ts" */

import { announce } from "../../parts/announcements.js";
import { useAnswer } from "../../parts/answers.js";
import { CardFace } from "../../parts/cards.js";
import { Button, Dialog, Notice } from "../../parts/controls.js";
import { useStored } from "../../parts/storage.js";
import { html, useState } from "../../parts/view.js";
import { Words } from "../../parts/wording.js";
import { Counts } from "./panels.js";

/** @param {{game: GameListed, onPlay: () => void, onClose: () => void}} props onPlay: starts a game */
export function LessonsDialog({ game, onPlay, onClose }) {
  const { answer, error } = useAnswer("lessons", { game: game.key });
  if (answer) return html`<${Lessons} game=${game} lessons=${answer} onPlay=${onPlay} onClose=${onClose} />`;
  return html`<${Dialog} title=${`Learn ${game.title}`} onClose=${onClose} wide>
    ${error ? html`<${Notice} kind="error">${error}<//>` : html`<p class="loading">Loading …</p>`}<//>`;
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
  const next = lessons[at.lesson + 1];
  // A first game needs no variant.
  const mayPlay = isLastStep && (!next || next.is_variant);
  const finish = () => setDone(String(Math.max(Number(done), at.lesson + 1)));
  const proceed = () => {
    if (!isLastStep) go(at.lesson, at.step + 1);
    else {
      finish();
      go(at.lesson + 1);
    }
  };
  const play = () => {
    finish();
    onPlay();
  };
  /** @param {string} given */
  const choose = (given) => {
    setAnswer(given);
    announce(replyTo(step, given));
  };
  return html`<${Dialog} title=${`Lesson ${at.lesson + 1} of ${lessons.length}: ${lesson.title}`} onClose=${onClose}
      wide closeLabel="Leave">
    <div class="lesson"><div class="bar lessons" role="group"
      aria-label="Lessons"><span class="soft">Lessons</span>
      ${lessons.map(({ title }, n) => html`<${Button} key=${n} kind="quiet" title=${title}
      label=${`Lesson ${n + 1}: ${title}`} pressed=${n === at.lesson}
      onClick=${() => go(n)}>${n < Number(done) ? `${n + 1} ✓` : n + 1}<//>`)}</div>
    <p><${Words} text=${step.text} /></p>
    ${game.guided ? html`<${Counts} />` : null}
    <div class="lesson-felt">
      ${step.trick.length ? html`<div class="trick">
        ${step.trick.map(([who, card]) =>
          html`<span key=${card}><span>${who}</span><${CardFace} card=${card} /></span>`)}</div>` : null}
      <div class="hand" role="group"
        aria-label="Your cards">${step.hand.map((card) => html`<span class="slot" key=${card}>${step.answers.length
        ? html`<${CardFace} card=${card} />`
        : html`<${CardFace} card=${card} pressed=${answer === card} onPlay=${choose} />`}</span>`)}</div>
    </div>
    ${step.answers.length ? html`<div class="bar" role="group"
        aria-label="Answers">${step.answers.map((choice) => html`<${Button} key=${choice}
      pressed=${answer === choice} onClick=${() => choose(choice)}><${Words} text=${choice} /><//>`)}</div>` : null}
    <div class=${`lesson-said ${reply ? "notice" : ""} ${isRight ? "good" : ""}`}><${Words} text=${reply} />
      ${isRight && mayPlay
        ? html`<${Button} kind="main" onClick=${play}>Play ${game.guided ? "a guided hand" : game.title}<//>` : null}
      ${isRight && !(isLastStep && !next)
        ? html`<${Button} kind=${mayPlay ? "plain" : "main"}
          onClick=${proceed}>${isLastStep ? "Next lesson" : "Continue"}<//>` : null}</div></div>
  <//>`;
}

/** @param {LessonStep} step @param {string} answer */
const replyTo = (step, answer) =>
  (answer === step.right ? `Yes. ${step.why}` : `No. ${step.wrong[answer] ?? "Count again."}`);

/** @param {{game: string, onClose: () => void}} props */
export function RulesDialog({ game, onClose }) {
  const { answer: rules, error } = useAnswer("rules", { game });
  return html`<${Dialog} title=${rules ? `The rules of ${rules.title}` : "The rules"} onClose=${onClose} wide>
    ${error ? html`<${Notice} kind="error">${error}<//>` : null}
    ${rules ? html`<div class="rules" tabindex="0" role="region" aria-label="Rules">${drawBlocks(rules.blocks)}</div>`
      : html`<p class="loading">Loading …</p>`}
  <//>`;
}

/** Headings, paragraphs, and lists made of consecutive points. @param {Block[]} blocks */
function drawBlocks(blocks) {
  return blocks.map(({ kind, text }, n) => {
    if (kind === "heading") return html`<h3>${text}</h3>`;
    if (kind !== "point") return html`<p><${Words} text=${text} /></p>`;
    // The first point draws the whole list.
    if (blocks[n - 1]?.kind === "point") return null;
    const count = blocks.slice(n).findIndex((block) => block.kind !== "point");
    const points = count < 0 ? blocks.slice(n) : blocks.slice(n, n + count);
    return html`<ul>${points.map((point) => html`<li><${Words} text=${point.text} /></li>`)}</ul>`;
  });
}

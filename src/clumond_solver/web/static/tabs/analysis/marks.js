// The marks of costly cards and turning points: a sign and words, never colour alone.

/** @import { PlayReviewed } from "../../wire.d.ts" */

import { html } from "../../parts/view.js";

export const GRADES = [
  { word: "inaccuracy", sign: "?!" },
  { word: "mistake", sign: "?" },
  { word: "blunder", sign: "??" },
];

/**
 * The sign of a card; empty for most.
 * @param {PlayReviewed} play
 */
export function markOf(play) {
  const grade = GRADES.find(({ word }) => word === play.grade)?.sign ?? "";
  return `${grade}${play.turned ? "⇄" : ""}`;
}

/**
 * The mark of a card in words. In an undeclared hand each card is judged by its own player's success.
 * @param {PlayReviewed} play
 * @param {number | null} declarer
 */
export function spokenMark(play, declarer) {
  const said = play.grade ? [`${play.grade}, ${play.cost_text} given away`] : [];
  if (play.turned) said.push(declarer === null ? "after it success could no longer be forced"
    : play.verdict ? "let declarer force success" : "ended declarer's forced success");
  return said.join("; ");
}

/** @param {{play: PlayReviewed}} props */
export function Badge({ play }) {
  const mark = markOf(play);
  if (!mark) return html`<span class="badge fine">✓ fine</span>`;
  const words = play.grade || "turning point";
  return html`<span class=${`badge ${play.grade || "turned"}`}><span aria-hidden="true">${mark} </span>${words}</span>`;
}

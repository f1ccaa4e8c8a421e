// The dialog with the rules of a game, which the backend sends.

/** @import { Block } from "../../wire.d.ts" */

import { useAnswer } from "../../parts/answers.js";
import { Notice } from "../../parts/controls.js";
import { Dialog } from "../../parts/dialog.js";
import { html } from "../../parts/view.js";
import { Words } from "../../parts/wording.js";

/** @param {{game: string, onClose: () => void}} props */
export function RulesDialog({ game, onClose }) {
  const { answer: rules, error } = useAnswer("rules", { game });
  return html`<${Dialog} title=${rules ? `The rules of ${rules.title}` : "The rules"} onClose=${onClose} wide>
    ${error ? html`<${Notice} kind="error">${error}<//>` : null}
    ${rules ? html`<div class="rules" tabindex="0" role="region" aria-label="Rules">${drawBlocks(rules.blocks)}</div>` : html`<p class="loading">Loading …</p>`}
  <//>`;
}

/**
 * Headings, paragraphs, and lists made of consecutive points.
 * @param {Block[]} blocks
 */
function drawBlocks(blocks) {
  const drawn = [];
  /** @type {Block[]} */
  let points = [];
  const closeList = () => {
    if (points.length) drawn.push(html`<ul>${points.map((point) => html`<li><${Words} text=${point.text} /></li>`)}</ul>`);
    points = [];
  };
  for (const block of blocks) {
    if (block.kind === "point") {
      points.push(block);
      continue;
    }
    closeList();
    drawn.push(block.kind === "heading" ? html`<h3>${block.text}</h3>` : html`<p><${Words} text=${block.text} /></p>`);
  }
  closeList();
  return drawn;
}

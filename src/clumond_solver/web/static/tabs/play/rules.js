// The rules of a game, from where the library keeps them.

/** @import { RuleBlock } from "../../wire.d.ts" */

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
    ${rules ? html`<div class="rules" tabindex="0" role="region" aria-label="Rules">${parts(rules.blocks)}</div>` : html`<p class="loading">Loading …</p>`}
  <//>`;
}

/**
 * Paragraphs and headings, with points one after the other put in lists.
 * @param {RuleBlock[]} blocks
 */
function parts(blocks) {
  const shown = [];
  /** @type {RuleBlock[]} */
  let points = [];
  const close = () => {
    if (points.length) shown.push(html`<ul>${points.map((point) => html`<li><${Words} text=${point.text} /></li>`)}</ul>`);
    points = [];
  };
  for (const block of blocks) {
    if (block.kind === "point") {
      points.push(block);
      continue;
    }
    close();
    shown.push(block.kind === "heading" ? html`<h3>${block.text}</h3>` : html`<p><${Words} text=${block.text} /></p>`);
  }
  close();
  return shown;
}

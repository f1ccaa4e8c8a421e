// The rules of a game, from where the library keeps them.

import { ask } from "../../ask.js";
import { messageOf, Notice } from "../../parts/controls.js";
import { Dialog } from "../../parts/dialog.js";
import { html, useEffect, useState } from "../../parts/view.js";
import { Words } from "../../parts/wording.js";

/** @typedef {import("../../ask.js").Answer} Answer */

/** @param {{game: string, onClose: () => void}} props */
export function RulesDialog({ game, onClose }) {
  const [rules, setRules] = useState(/** @type {Answer | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    ask("rules", { game }).then(setRules, setError);
  }, [game]);
  return html`<${Dialog} title=${rules ? `The rules of ${rules.title}` : "The rules"} onClose=${onClose} wide>
    ${error ? html`<${Notice} kind="error">${messageOf(error)}<//>` : null}
    ${rules ? html`<div class="rules" tabindex="0" role="region" aria-label="Rules">${parts(rules.blocks)}</div>` : html`<p class="loading">Loading …</p>`}
  <//>`;
}

/**
 * Paragraphs and headings, with points one after the other put in lists.
 * @param {Answer[]} blocks
 */
function parts(blocks) {
  const shown = [];
  /** @type {Answer[]} */
  let points = [];
  const close = () => {
    if (points.length) shown.push(html`<ul>${points.map((each) => html`<li><${Words} text=${each.text} /></li>`)}</ul>`);
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

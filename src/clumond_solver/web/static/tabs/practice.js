// The Practice tab: puzzles with one right card (`#/practice?puzzle=…`, `?day=…`, `?level=…`), hands to declare
// or to pass (`#/practice?show=calls`), the person's results in his sessions (`#/practice?show=yours`) and his
// mistakes.

import { Notice } from "../parts/controls.js";
import { isStoring } from "../parts/storage.js";
import { html } from "../parts/view.js";
import { linkTo } from "../route.js";
import { Calls } from "./practice/calls.js";
import { Mistakes } from "./practice/mistakes.js";
import { Puzzles } from "./practice/puzzles.js";
import { YourFigures } from "./practice/your_play.js";

const PAGES = [["", "Puzzles"], ["calls", "Declare or pass"], ["yours", "Your play"]];

/** @param {{params: URLSearchParams}} props */
export default function Practice({ params }) {
  const shown = params.get("show") ?? "";
  return html`<div class="practice">
    <nav class="tabs" aria-label="What to practise">
      ${PAGES.map(([show, title]) =>
        html`<a key=${show} href=${linkTo("practice", { show })}
            aria-current=${show === shown || (shown === "mistakes" && show === "yours") ? "page" : undefined}>
            ${title}</a>`)}
    </nav>
    ${isStoring() ? null : html`<${Notice}>This browser stores nothing: your practice counts until you close the
      page.<//>`}
    ${shown === "calls" ? html`<${Calls} />`
      : shown === "mistakes" ? html`<${Mistakes} params=${params} />`
      : shown === "yours" ? html`<${YourFigures} />` : html`<${Puzzles} params=${params} />`}
  </div>`;
}

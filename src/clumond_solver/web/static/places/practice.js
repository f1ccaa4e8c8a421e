// Practice: puzzles with one right card (`#/practice?puzzle=…`, `?day=…`, `?level=…`), and hands to
// declare or to pass (`#/practice?show=calls`).

import { html } from "../parts/view.js";
import { linkTo } from "../route.js";
import { Calls } from "./practice/calls.js";
import { Puzzles } from "./practice/puzzles.js";

/** @param {{params: URLSearchParams}} props */
export default function Practice({ params }) {
  const calls = params.get("show") === "calls";
  return html`<div class="practice">
    <nav class="tabs" aria-label="What to practise">
      <a href=${linkTo("practice")} aria-current=${calls ? undefined : "page"}>Puzzles</a>
      <a href=${linkTo("practice", { show: "calls" })} aria-current=${calls ? "page" : undefined}>Declare or pass</a>
    </nav>
    ${calls ? html`<${Calls} />` : html`<${Puzzles} params=${params} />`}
  </div>`;
}

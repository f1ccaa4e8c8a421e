// Review: a deal that was played, card by card; from a table (`#/review?table=…&deal=…`), or from
// the text of a record or a session, which the browser keeps as long as its tab is open.

/** @import { ReviewShown } from "../wire.d.ts" */

import { useAnswer } from "../parts/answers.js";
import { Button, Notice, Progress } from "../parts/controls.js";
import { isEverything } from "../parts/backup.js";
import { openFile } from "../parts/files.js";
import { html, useRef, useState } from "../parts/view.js";
import { ago, counted } from "../parts/wording.js";
import { goTo, linkTo } from "../route.js";
import { Reviewed } from "./review/reviewed.js";

/** @param {{params: URLSearchParams}} props */
export default function Review({ params }) {
  const table = params.get("table");
  const deal = Number(params.get("deal") ?? 0) || null;
  const text = table ? null : keptText();
  if (!table && (!text || !params.has("text"))) return html`<${Start} />`;
  const question = { ...(table ? { table } : { text }), deal };
  return html`<${Asking} key=${JSON.stringify(question)} question=${question} params=${params} />`;
}

// The text under review, kept for a reload.

const KEPT = "clumond.review";

function keptText() {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** @param {string} text */
function keepText(text) {
  try {
    sessionStorage.setItem(KEPT, text);
  } catch { /* a reload will ask for it again */ }
}

// Reviews that were asked for are not made twice.

/** @type {Map<string, ReviewShown>} */
const made = new Map();
const MOST_MADE = 20;

/**
 * A review while it is made, then the review.
 * @param {{question: import("../request.js").RequestData, params: URLSearchParams}} props
 */
function Asking({ question, params }) {
  const key = JSON.stringify(question);
  const { answer, part, error } = useAnswer("review", made.has(key) ? null : question, { parts: true });
  const review = made.get(key) ?? answer;
  if (review) {
    made.set(key, review);
    if (made.size > MOST_MADE) made.delete(made.keys().next().value ?? "");
    return html`<${Reviewed} review=${review} question=${question} params=${params} />`;
  }
  if (error) {
    return html`<${Notice} kind="error">${error}.<//>
      <p><a class="button" href=${linkTo("review")}>Review something else</a></p>`;
  }
  return html`<h1>Review</h1><${Progress} label="Reviewing every card" done=${part?.done} total=${part?.total} />`;
}

/** What can be reviewed. */
function Start() {
  const [text, setText] = useState(() => keptText() ?? "");
  const sessions = useAnswer("tables", {}).answer;
  const [wrong, setWrong] = useState("");
  const own = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  /** @param {string} given */
  const start = (given) => {
    const fault = !given.trim() ? "Paste a record or a session first."
      : isEverything(given) ? "This is a file of all sessions: open it in the Play tab." : "";
    setWrong(fault);
    if (fault) {
      own.current?.focus();
      return;
    }
    keepText(given);
    goTo("review", { text: "yes", deal: null });
  };
  const open = async () => {
    const given = await openFile(".clumond,.session,.txt,text/plain");
    if (given !== null) start(given);
  };
  const played = (sessions?.tables ?? []).filter((table) => table.deals > 0).slice(0, 12);
  return html`<h1>Review</h1>
    <p>A played deal, card by card: what each card cost, as its player saw it and with all hands open, what was
      better, and why; then play it again from any point.</p>
    ${played.length ? html`<section class="panel" aria-labelledby="played">
      <h2 id="played">Your sessions</h2>
      <ul class="sessions">${played.map((table) => html`<li key=${table.id}>
        <span class="what">${table.game}, ${table.names.join(", ")}, <span class="soft">${ago(table.ago)}</span></span>
        <a class="button" href=${linkTo("review", { table: table.id, deal: table.deals })}>
          ${table.deals === 1 ? "Review it" : `Review the last of ${counted(table.deals, "deal")}`}</a></li>`)}</ul></section>` : null}
    <section class="panel" aria-labelledby="written">
      <h2 id="written">Paste a record or a session</h2>
      <form onSubmit=${(event) => { event.preventDefault(); start(text); }}>
        <div class="field"><label for="record">Its text</label>
          <textarea id="record" ref=${own} rows="10" spellcheck=${false} value=${text}
            onInput=${(event) => setText(event.currentTarget.value)}></textarea></div>
        <div class="bar record-bar"><${Button} type="submit" kind="main">Review it<//>
          <${Button} onClick=${open}>Open a file<//></div>
        ${wrong ? html`<${Notice} kind="error">${wrong}<//>` : null}
      </form></section>`;
}

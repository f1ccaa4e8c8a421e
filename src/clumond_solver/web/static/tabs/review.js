// The Review tab: a deal of a stored session (`#/review?table=…&deal=…`, with the session's id), or of the text
// of a record or a session (`#/review?text=yes`). The browser keeps the text as long as its own tab is open.

/** @import { ReviewShown } from "../wire.d.ts" */

import { useAnswer } from "../parts/answers.js";
import { Button, Notice, Progress } from "../parts/controls.js";
import { isBackup } from "../parts/backup.js";
import { openFile } from "../parts/files.js";
import { html, useRef, useState } from "../parts/view.js";
import { ago, counted } from "../parts/wording.js";
import { goTo, linkTo } from "../route.js";
import { Reviewed } from "./review/reviewed.js";

/** @param {{params: URLSearchParams}} props */
export default function Review({ params }) {
  const session = params.get("table");
  const deal = Number(params.get("deal") ?? 0) || null;
  const text = session ? null : storedText();
  if (!session && (!text || !params.has("text"))) return html`<${Start} />`;
  const question = { ...(session ? { session } : { text }), deal };
  return html`<${ReviewLoader} key=${JSON.stringify(question)} question=${question} params=${params} />`;
}

// The text under review, stored so that a reload of the page finds it.

const KEY = "clumond.review";
/** The text if the browser does not store it. @type {string | null} */
let textInMemory = null;

function storedText() {
  try {
    return sessionStorage.getItem(KEY) ?? textInMemory;
  } catch {
    return textInMemory;
  }
}

/** @param {string} text */
function storeText(text) {
  textInMemory = text;
  try {
    sessionStorage.setItem(KEY, text);
  } catch { /* a reload will lose the text */ }
}

/** Reviews by question, so that going back to one shows it at once. @type {Map<string, ReviewShown>} */
const cache = new Map();
const MOST_CACHED = 20;

/**
 * Shows progress and the cards reviewed so far until the review is ready, then the review.
 * @param {{question: import("../request.js").RequestData, params: URLSearchParams}} props
 */
function ReviewLoader({ question, params }) {
  const key = JSON.stringify(question);
  const [soFar, setSoFar] = useState(/** @type {ReviewShown | null} */ (null));
  const { answer, part, error } = useAnswer("review", cache.has(key) ? null : question, { onPart: ({ shown }) => shown && setSoFar(shown) });
  const review = cache.get(key) ?? answer;
  if (review) {
    cache.set(key, review);
    if (cache.size > MOST_CACHED) cache.delete(cache.keys().next().value ?? "");
    return html`<${Reviewed} key="review" review=${review} question=${question} params=${params} />`;
  }
  if (error) {
    return html`<${Notice} kind="error">${error}<//>
      <p><a class="button" href=${linkTo("review")}>Review something else</a></p>`;
  }
  const progress = html`<${Progress} label="Reviewing every card" done=${part?.done} total=${part?.total} />`;
  return soFar ? html`<${Reviewed} key="review" review=${soFar} question=${question} params=${params} progress=${progress} />`
    : html`<h1>Review</h1>${progress}`;
}

/** Asks what to review: a session, or a text. */
function Start() {
  const [text, setText] = useState(() => storedText() ?? "");
  const { answer } = useAnswer("sessions", {});
  const [error, setError] = useState("");
  const textArea = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  /** @param {string} chosen */
  const start = (chosen) => {
    const fault = !chosen.trim() ? "Paste a record or a session first."
      : isBackup(chosen) ? "This is a file of all sessions: open it in the Play tab." : "";
    setError(fault);
    if (fault) {
      textArea.current?.focus();
      return;
    }
    storeText(chosen);
    goTo("review", { text: "yes", deal: null });
  };
  const open = async () => {
    const content = await openFile(".clumond,.session,.txt,text/plain");
    if (content !== null) start(content);
  };
  const played = (answer?.sessions ?? []).filter((session) => session.deals > 0).slice(0, 12);
  return html`<h1>Review</h1>
    <p>A played deal, card by card: what each card cost, as its player saw it and with all hands open, what was
      better, and why; then play it again from any point.</p>
    ${played.length ? html`<section class="panel" aria-labelledby="played">
      <h2 id="played">Your sessions</h2>
      <ul class="sessions">${played.map(({ id, game, names, deals, ago: seconds }) => html`<li key=${id}>
        <span class="what">${game}, ${names.join(", ")}, <span class="soft">${ago(seconds)}</span></span>
        <a class="button" href=${linkTo("review", { table: id, deal: deals })}>
          ${deals === 1 ? "Review it" : `Review the last of ${counted(deals, "deal")}`}</a></li>`)}</ul></section>`
      : answer ? html`<p>The deals that you play are listed here. <a href=${linkTo("play")}>Play one</a>, or review one that was saved as text.</p>` : null}
    <section class="panel" aria-labelledby="written">
      <h2 id="written">Paste a record or a session</h2>
      <form onSubmit=${(event) => { event.preventDefault(); start(text); }}>
        <div class="field"><label for="record">Its text</label>
          <textarea id="record" ref=${textArea} rows="6" spellcheck=${false} value=${text}
            onInput=${(event) => setText(event.currentTarget.value)}></textarea></div>
        <div class="bar record-bar"><${Button} type="submit" kind="main">Review it<//>
          <${Button} onClick=${open}>Open a file<//></div>
        ${error ? html`<${Notice} kind="error">${error}<//>` : null}
      </form></section>`;
}

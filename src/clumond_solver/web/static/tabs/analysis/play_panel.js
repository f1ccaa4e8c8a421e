// The review of one card or call: what was better, why, and the values of all choices.

/** @import { PlayReviewed, ReviewShown } from "../../wire.d.ts" */

import { html } from "../../parts/view.js";
import { capital, counted, Words } from "../../parts/wording.js";
import { Badge } from "./marks.js";

const MOST_SHOWN = 16;
// Bounds further apart than this are shown as "not known".
const WIDEST_BOUNDS = 3;

/**
 * @param {{review: ReviewShown, play: PlayReviewed | undefined, children?: any}} props play: undefined at the end
 */
export function PlayPanel({ review, play, children }) {
  if (!play) {
    return html`<section class="panel moment" aria-labelledby="moment"><h2 id="moment">The end</h2>
      <p>${review.finished ? "All cards are played." : "The record stops here."}</p></section>`;
  }
  const name = capital(review.names[play.seat]);
  const values = play.choices.map((choice) => choice.value);
  const low = review.in_chances ? 0 : Math.min(...values), high = review.in_chances ? 1 : Math.max(...values);
  const showsMisses = play.choices.some((choice) => choice.miss && choice.miss[0] === choice.miss[1]);
  return html`<section class="panel moment" aria-labelledby="moment">
    <h2 id="moment">${play.trick ? `Trick ${play.trick}` : "A call"}: ${name} ${play.trick ? "played" : "said"} <${Words} text=${play.text} /> ${play.forced ? null : html`<${Badge} play=${play} />`}</h2>
    ${play.better ? html`<p class="better"><${Words} text=${play.better} /></p>`
      : html`<p>${play.forced ? "There was no choice." : play.is_best ? "The program finds nothing better." : "Nothing was clearly better."}</p>`}
    ${play.choices.length > 1 ? html`<div class="scroller" tabindex="0" role="region" aria-label="What each choice was worth"><table class="choices">
      <thead><tr><th scope="col">Choice</th><th scope="col">${review.in_chances ? "Chance as its player saw it" : "Points expected"}</th>
        ${showsMisses ? html`<th scope="col">All hands open</th>` : null}</tr></thead>
      <tbody>${play.choices.slice(0, MOST_SHOWN).map((choice) => html`<tr key=${choice.text} class=${choice.played ? "played" : ""}>
        <th scope="row"><${Words} text=${choice.text} />${choice.played ? html` <small>${play.trick ? "played" : "said"}</small>` : null}</th>
        <td><span class="worth"><meter min="0" max="1" value=${high > low ? (choice.value - low) / (high - low) : 1} aria-label=${choice.value_text}></meter>${" "}${choice.value_text}</span></td>
        ${showsMisses ? html`<td>${missText(choice.miss)}</td>` : null}</tr>`)}</tbody></table></div>
      ${review.in_chances ? html`<p class="soft small-text">Chance: that declarer ${review.declarer === play.seat ? "succeeds" : "fails"}.${showsMisses ? " All hands open: how many tricks declarer ends off with best play on all sides." : ""}</p>` : null}` : null}
    ${children}
  </section>`;
}

/** @param {number[] | null} miss */
function missText(miss) {
  if (!miss) return "";
  const [low, high] = miss;
  if (low === high) return low === 0 ? "on target" : `${counted(low, "trick")} off`;
  return high - low > WIDEST_BOUNDS ? "not known" : `${low} to ${high} tricks off`;
}

// What a review says of the whole hand: its result, its story, the costliest cards, the calls, and a game of the engine.

/** @import { OtherGame, ReviewShown, SeatOutcome } from "../../wire.d.ts" */

import { suitsText } from "../../parts/cards.js";
import { Button, Check } from "../../parts/controls.js";
import { html, useState } from "../../parts/view.js";
import { capital, counted, Words } from "../../parts/wording.js";
import { Badge } from "./marks.js";

/** @param {{review: ReviewShown}} props */
export function Facts({ review }) {
  const { names, outcome } = review;
  return html`<dl class="facts">
    ${review.facts.map(([name, what]) => html`<div key=${name}><dt>${capital(name)}</dt><dd><${Words} text=${what} /></dd></div>`)}
    ${(outcome ?? []).map((result, seat) => html`<div key=${seat}><dt>${capital(names[seat])}</dt><dd><${Words} text=${resultText(result, seat, review)} /></dd></div>`)}</dl>`;
}

/**
 * What a seat kept and took, and whether it succeeded. What a defender kept does not count.
 * @param {SeatOutcome} result
 * @param {number} seat
 * @param {ReviewShown} review
 */
const resultText = ({ retention, total, success, off }, seat, { declarer }) =>
  `${suitsText(retention)} with ${counted(total, "trick")}${declarer !== null && seat !== declarer ? "" : success ? ": success" : `: ${off} off`}`;

/** @param {{review: ReviewShown, onWatch: (other: OtherGame) => void}} props onWatch: shows another way to play the hand */
export function Story({ review, onWatch }) {
  const { headline, story, better_line, engine_game } = review;
  if (!headline && !story && !better_line && !engine_game) return null;
  return html`<section class="panel story" aria-labelledby="story"><h2 id="story">The hand</h2>
    ${headline ? html`<p class="soft">${headline}</p>` : null}
    ${story ? html`<p><${Words} text=${story} /></p>` : null}
    ${better_line ? html`<p><${Words} text=${better_line.text} /></p>` : null}
    ${engine_game?.text ? html`<p>${engine_game.text}</p>` : null}
    <div class="bar">${better_line ? html`<${Button} id="better-line" onClick=${() => onWatch(better_line)}>Watch the better line<//>` : null}
      ${engine_game ? html`<${Button} id="engine-game" onClick=${() => onWatch(engine_game)}>Watch the program play these cards<//>` : null}</div></section>`;
}

/** @param {{review: ReviewShown, at: number, onGo: (number: number) => void}} props at: the number of the play on view */
export function Costliest({ review, at, onGo }) {
  const [mine, setMine] = useState(review.person !== null);
  const plays = review.costliest.map((number) => review.plays[number - 1])
    .filter((play) => !mine || review.person === null || play.seat === review.person);
  return html`<section class="panel costliest" aria-labelledby="costliest"><h2 id="costliest">What cost most</h2>
    ${review.person === null ? null : html`<${Check} label="Only your cards" checked=${mine} onChange=${setMine} />`}
    ${plays.length ? html`<ol>${plays.map((play) => html`<li key=${play.number}>
      <button type="button" class="line" aria-current=${play.number === at ? "true" : undefined} onClick=${() => onGo(play.number)}>
        <${Badge} play=${play} /> ${capital(review.names[play.seat])}: <${Words} text=${play.text} />, ${play.cost_text} given away;
        ${" "}<${Words} text=${play.best} /> was better</button></li>`)}</ol>`
      : html`<p>Nothing that ${mine ? "you" : "anybody"} played gave much away.</p>`}</section>`;
}

/** @param {{review: ReviewShown}} props */
export function Calls({ review }) {
  return review.call_sentences.length ? html`<section class="panel" aria-labelledby="judged"><h2 id="judged">Going for clumond, or passing</h2>
    <p class="soft small-text">${review.calls_head}</p>
    <ul>${review.call_sentences.map((sentence) => html`<li key=${sentence}><${Words} text=${capital(sentence)} /></li>`)}</ul></section>` : null;
}

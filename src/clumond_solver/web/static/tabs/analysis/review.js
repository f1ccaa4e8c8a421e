// The review of a played hand: a deal of a stored session (`?table=…&deal=…`, with the session's id), or of the text
// of a record or a session (`?text=yes`). The browser keeps the text as long as its own tab is open. A report holds its
// reviews. What it says: of the whole hand its result, its story, the costliest cards and the calls; of each card or
// call what
// was better, why, and the values of all choices. Marks are a sign and words, never colour alone.

/** @import { OtherGame, PlayReviewed, ReviewShown, SeatOutcome } from "../../wire.d.ts" */

import { isReport } from "../../ask.js";
import { useAnswer } from "../../parts/answers.js";
import { suitsText } from "../../parts/cards.js";
import { Button, Check } from "../../parts/controls.js";
import { tabTexts } from "../../parts/storage.js";
import { html, useEffect, useState } from "../../parts/view.js";
import { capital, counted, Words } from "../../parts/wording.js";
import { linkTo } from "../../route.js";
import { toAsk, useMistakes, withHand } from "../practice/mistake_boxes.js";

/** The name by which the browser stores the text for links with `?text=yes`. */
const TEXT = "review";

/** Store that text. @param {string} text */
export const storeText = (text) => tabTexts.write(TEXT, text);

/** Reviews by question, so that going back to one shows it at once. @type {Map<string, ReviewShown>} */
const cache = new Map();
const MOST_CACHED = 20;

/** @typedef {{session?: string, text?: string, deal: number | null}} ReviewQuestion a friend's has the deal alone */

/**
 * The question for the review that a URL names; null if it names none.
 * @param {URLSearchParams} params
 * @returns {ReviewQuestion | null}
 */
export function reviewQuestion(params) {
  const deal = Number(params.get("deal") ?? 0) || null;
  if (isReport) return { deal: deal ?? 1 };
  const session = params.get("table");
  const text = params.has("text") ? tabTexts.read(TEXT) : null;
  return session ? { session, deal } : text ? { text, deal } : null;
}

/** The review of a question, or what is reviewed so far, with its progress. @param {ReviewQuestion | null} question */
export function useReview(question) {
  const key = JSON.stringify(question);
  const [soFar, setSoFar] = useState(/** @type {{key: string, review: ReviewShown} | null} */ (null));
  const { answer, part, error } = useAnswer("review", question && !cache.has(key) ? question : null,
    { onPart: ({ shown }) => shown && setSoFar({ key, review: shown }) });
  if (answer) {
    cache.set(key, answer);
    if (cache.size > MOST_CACHED) cache.delete(cache.keys().next().value ?? "");
  }
  const whole = answer ?? cache.get(key) ?? null;
  return { review: whole ?? (soFar?.key === key ? soFar.review : null), isComplete: whole !== null, progress: part,
    error };
}

/** @param {{review: ReviewShown}} props */
export function Facts({ review }) {
  const { names, hand } = review;
  return html`<dl class="facts">
    ${hand?.facts.map(([name, what]) =>
      html`<div key=${name}><dt>${capital(name)}</dt><dd><${Words} text=${what} /></dd></div>`)}
    ${hand?.outcome?.map((result, seat) =>
      html`<div key=${seat}><dt>${capital(names[seat])}</dt>
        <dd><${Words} text=${resultText(result, seat, review)} /></dd></div>`)}</dl>`;
}

/**
 * What a seat kept and took, and whether it succeeded. What a defender kept does not count.
 * @param {SeatOutcome} result
 * @param {number} seat
 * @param {ReviewShown} review
 */
const resultText = ({ retention, total, success, off }, seat, { declarer }) =>
  `${suitsText(retention)} with ${counted(total, "trick")}${declarer !== null && seat !== declarer ? ""
    : success ? ": success" : `: ${off} off`}`;

/**
 * @param {{review: ReviewShown, onWatch: (other: OtherGame) => void}} props onWatch: shows another way to play the hand
 */
export function Story({ review, onWatch }) {
  const { headline, story, hand, link } = review;
  const { better_line = null, engine_game = null } = hand ?? {};
  if (!headline && !story && !better_line && !engine_game && !link) return null;
  return html`<section class="panel story" aria-labelledby="story"><h2 id="story">The hand</h2>
    ${headline ? html`<p class="soft">${headline}</p>` : null}
    ${story ? html`<p><${Words} text=${story} /></p>` : null}
    ${story.includes(" %") ? html`<p class="soft small-text">A chance is of its moment: a hint before the play knows
      sixteen cards, one at a card what has been played too. Each comes from games drawn at random, so a few per cent
      between two are luck.</p>` : null}
    ${better_line ? html`<p><${Words} text=${better_line.text} /></p>` : null}
    ${engine_game?.text ? html`<p>${engine_game.text}</p>` : null}
    <div class="bar">${better_line
      ? html`<${Button} id="better-line" onClick=${() => onWatch(better_line)}>Watch the better line<//>` : null}
      ${engine_game ? html`<${Button} id="engine-game"
          onClick=${() => onWatch(engine_game)}>Watch the program play these cards<//>` : null}
      ${link ? html`<a class="button" href=${linkTo("play", { hand: link })}>Send this hand to a friend</a>`
        : null}</div></section>`;
}

// The most entries of "What cost most".
const MOST_COSTLY = 12;

/**
 * @param {{review: ReviewShown, isComplete: boolean, at: number, onGo: (number: number) => void}} props
 * at: the number of the play on view
 */
export function Costliest({ review, isComplete, at, onGo }) {
  const [mine, setMine] = useState(review.person !== null);
  const plays = review.costliest.map((number) => review.plays[number - 1])
    .filter((play) => !mine || review.person === null || play.seat === review.person && !play.conceded)
    .slice(0, MOST_COSTLY);
  return html`<section class="panel costliest" aria-labelledby="costliest"><h2 id="costliest">What cost most</h2>
    ${review.person === null ? null : html`<${Check} label="Only your cards" checked=${mine} onChange=${setMine} />`}
    ${plays.length ? html`<ol>${plays.map((play) => html`<li key=${play.number}>
      <button type="button" class="line" aria-current=${play.number === at ? "true" : undefined}
        onClick=${() => onGo(play.number)}>
        <${Badge} play=${play} /> ${capital(review.names[play.seat])}: <${Words}
          text=${play.text} />, ${play.cost_text} given away;
        ${" "}<${Words} text=${play.best} /> was better</button></li>`)}</ol>`
      : html`<p>${isComplete ? `Nothing that ${mine ? "you" : "anybody"} played gave much away.`
        : "Nothing so far."}</p>`}</section>`;
}

/**
 * The person's mistakes of a reviewed deal of his session, as puzzles from now on.
 * @param {{review: ReviewShown, session: string}} props
 */
export function ToMistakes({ review, session }) {
  const [mistakes, store] = useMistakes();
  const hand = { session, deal: review.chosen };
  const all = withHand(mistakes, hand, review.mistakes);
  useEffect(() => { if (all !== mistakes) store(all); }, [review]);
  const count = toAsk(all, hand).length;
  return count ? html`<a class="button main" id="mistakes"
      href=${linkTo("practice",
        { show: "mistakes", table: session, deal: review.chosen })}>Learn from your mistakes (${count})</a>` : null;
}

/** @param {{review: ReviewShown}} props */
export function Calls({ review }) {
  return review.call_sentences.length
    ? html`<section class="panel" aria-labelledby="judged"><h2 id="judged">Going for clumond, or passing</h2>
    <p class="soft small-text">${review.calls_head}</p>
    <ul>${review.call_sentences.map((sentence) =>
      html`<li key=${sentence}><${Words} text=${capital(sentence)} /></li>`)}</ul></section>` : null;
}

export const GRADES = [
  { word: "inaccuracy", sign: "?!" },
  { word: "mistake", sign: "?" },
  { word: "blunder", sign: "??" },
];

/** The sign of a card; empty for most. @param {PlayReviewed} play */
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
function Badge({ play }) {
  const mark = markOf(play);
  if (!mark) return html`<span class="badge fine">✓ fine</span>`;
  const words = play.grade || "turning point";
  return html`<span class=${`badge ${play.grade || "turned"}`}><span aria-hidden="true">${mark} </span>${words}</span>`;
}

const MOST_SHOWN = 16;

/** @param {{review: ReviewShown, play: PlayReviewed | undefined, children?: any}} props play: undefined at the end */
export function PlayPanel({ review, play, children }) {
  if (!play) {
    return html`<section class="panel moment" aria-labelledby="moment"><h2 id="moment">The end</h2>
      <p>${review.finished ? "All cards are played." : "The record stops here."}</p></section>`;
  }
  const name = capital(review.names[play.seat]);
  const values = play.choices.map((choice) => choice.value);
  const low = review.in_chances ? 0 : Math.min(...values), high = review.in_chances ? 1 : Math.max(...values);
  const showsMisses = play.choices.some((choice) => choice.miss);
  return html`<section class="panel moment" aria-labelledby="moment">
    <h2 id="moment">${play.trick ? `Trick ${play.trick}` : "A call"}: ${name} ${play.trick ? "played"
      : "said"} <${Words} text=${play.text} /> ${play.forced ? null : html`<${Badge} play=${play} />`}</h2>
    ${play.conceded ? html`<p>The program chose it, after you had conceded.</p>` : null}
    ${play.better ? html`<p class="better"><${Words} text=${play.better} /></p>`
      : html`<p>${play.forced ? "There was no choice."
        : play.is_best ? "The program finds nothing better." : "Nothing was clearly better."}</p>`}
    ${play.choices.length > 1 ? html`<div class="scroller" tabindex="0" role="region"
        aria-label="What each choice was worth"><table class="choices">
      <thead><tr><th scope="col">Choice</th>
        <th scope="col">${review.in_chances ? "Chance as its player saw it" : "Points expected"}</th>
        ${showsMisses ? html`<th scope="col">All hands open</th>` : null}</tr></thead>
      <tbody>${play.choices.slice(0, MOST_SHOWN)
        .map((choice) => html`<tr key=${choice.text} class=${choice.played ? "played" : ""}>
        <th scope="row"><${Words} text=${choice.text} />
          ${choice.played ? html` <small>${play.trick ? "played" : "said"}</small>` : null}</th>
        <td><span class="worth">
          <meter min="0" max="1" value=${high > low ? (choice.value - low) / (high - low) : 1}
            aria-label=${choice.value_text}></meter>${" "}${choice.value_text}</span></td>
        ${showsMisses ? html`<td>${choice.miss}</td>` : null}</tr>`)}</tbody></table></div>
      ${review.in_chances ? html`<p class="soft small-text">Chance: that declarer ${review.declarer === play.seat
        ? "succeeds" : "fails"}.${showsMisses
          ? " All hands open: how many tricks declarer ends off with best play on all sides." : ""}</p>` : null}`
          : null}
    ${children}
  </section>`;
}

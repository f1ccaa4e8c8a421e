// A chart of a deal: the values of the cards, as their players saw them.

/** @import { PlayReviewed, ReviewShown } from "../../wire.d.ts" */

import { html } from "../../parts/view.js";
import { counted, minus, percent } from "../../parts/wording.js";

const WIDTH = 640, HEIGHT = 180, LEFT = 64, RIGHT = 8, TOP = 10, BOTTOM = 34;

/** Calls are the plays before the first trick. @param {PlayReviewed} play */
const isCall = (play) => play.trick === 0;

/** Only costly plays have a grade. @param {PlayReviewed} play */
const isCostly = (play) => play.grade !== "";

/**
 * @param {{review: ReviewShown, at: number, onGo: (number: number) => void}} props at: the number of the
 *   play shown, 0 for none
 */
export function Chart({ review, at, onGo }) {
  const plays = review.plays;
  const evaluated = plays.filter((play) => play.value !== null);
  if (evaluated.length < 2) return null;
  const values = evaluated.map((play) => valueOf(play, review));
  const low = review.in_chances ? 0 : Math.floor(Math.min(...values)),
    high = review.in_chances ? 1 : Math.ceil(Math.max(...values)) || 1;
  const step = (WIDTH - LEFT - RIGHT) / plays.length;
  /** @param {PlayReviewed} play */
  const x = (play) => LEFT + (play.number - 0.5) * step;
  /** @param {number} value */
  const y = (value) => TOP + (high - value) / (high - low || 1) * (HEIGHT - TOP - BOTTOM);
  const ticks = review.in_chances ? [0, 0.25, 0.5, 0.75, 1] : [low, (low + high) / 2, high];
  const caption = review.in_chances ? "Declarer's chance, as the player of each card saw it"
    : "What each player expected, in points";
  const costly = plays.filter(isCostly);
  /** @param {MouseEvent} event */
  const pick = (event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const position = (event.clientX - box.left) / box.width * WIDTH;
    onGo(Math.min(plays.length, Math.max(1, Math.ceil((position - LEFT) / step))));
  };
  return html`<figure class="course"><figcaption>${caption}</figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${description(review, evaluated)} onClick=${pick}>
      ${ticks.map((value) => html`<g key=${value}>
        <line class="rule" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(value)} y2=${y(value)} />
        <text x=${LEFT - 6} y=${y(value) + 4}
          text-anchor="end">${review.in_chances ? `${100 * value} %` : minus(value)}</text></g>`)}
      ${plays.map((play) => play.verdict === null || isCall(play) ? null
        : html`<rect key=${play.number} class=${play.verdict ? "makes" : "fails"}
        x=${LEFT + (play.number - 1) * step} width=${step} y=${HEIGHT - BOTTOM + 6} height="9" />`)}
      ${at && at <= plays.length
        ? html`<rect class="here" x=${LEFT + (at - 1) * step} width=${step} y=${TOP}
            height=${HEIGHT - TOP - BOTTOM + 15} />` : null}
      ${curves(review, evaluated)
        .map(({ seat, points }) =>
          html`<polyline key=${seat} class=${`seat-line line-${seat % 7} ${seat === review.declarer ? "own" : ""}`}
        points=${points.map((play) => `${x(play)},${y(valueOf(play, review))}`).join(" ")} />`)}
      ${costly.map((play) => html`<circle key=${play.number} class="costly" cx=${x(play)} cy=${y(valueOf(play, review))}
          r="5" />`)}
      ${plays.filter((play) => play.leads)
        .map((play) => html`<text key=${play.number} class="tick" x=${x(play)} y=${HEIGHT - BOTTOM + 28}
            text-anchor="middle">${play.trick}</text>`)}
      <text class="tick" x=${LEFT - 6} y=${HEIGHT - BOTTOM + 28} text-anchor="end">trick</text>
    </svg>
    <p class="soft small-text">
      ${review.names.map((name, seat) =>
        html`<span key=${seat} class="curve">
          <svg viewBox="0 0 26 8"
            aria-hidden="true">
            <polyline class=${`seat-line line-${seat % 7} ${seat === review.declarer ? "own" : ""}`}
              points="0,4 26,4" /></svg> ${name} </span>`)}
      ○ a costly card${plays.some((play) => !isCall(play) && play.verdict !== null)
        ? "; the strip below: full where success could be forced with all hands open, hollow where it could not"
        : ""}.</p>
  </figure>`;
}

/**
 * A card's value as the chart draws it: declarer's chance, or the player's points.
 * @param {PlayReviewed} play
 * @param {ReviewShown} review
 */
const valueOf = (play, review) => {
  const value = play.value ?? 0;
  return review.in_chances && play.seat !== review.declarer ? 1 - value : value;
};

/**
 * A curve for each seat that played two cards or more; declarer's is drawn last, on top of the others.
 * @param {ReviewShown} review
 * @param {PlayReviewed[]} evaluated
 */
const curves = (review, evaluated) => review.names
  .map((_, seat) => ({ seat, points: evaluated.filter((play) => play.seat === seat) }))
  .filter((curve) => curve.points.length > 1)
  .sort((one, other) => Number(one.seat === review.declarer) - Number(other.seat === review.declarer));

/**
 * The chart in a sentence, for screen readers.
 * @param {ReviewShown} review
 * @param {PlayReviewed[]} evaluated
 */
function description(review, evaluated) {
  const first = valueOf(evaluated[0], review), last = valueOf(evaluated[evaluated.length - 1], review);
  const costly = evaluated.filter(isCostly).length;
  const range = review.in_chances ? `from ${percent(first)} at the first card to ${percent(last)} at the last`
    : `${evaluated.length} cards`;
  return `Chart of the deal: ${range}; ${counted(costly, "costly card")}.`
    + " The table of tricks gives these values for every card.";
}

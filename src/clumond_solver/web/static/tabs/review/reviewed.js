// A review: the costliest cards, the play with its marks, the position on view, and a button to play on from it.

/** @import { CardPlayed, ExploreFrom, OtherGame, PlayReviewed, ReviewShown, SeatOutcome } from "../../wire.d.ts" */

import { ask } from "../../ask.js";
import { Board, HandCard, Jump, Steps, TrickTable } from "../../parts/board.js";
import { CardText, suitsText } from "../../parts/cards.js";
import { Button, Check, Choice, messageOf, Notice } from "../../parts/controls.js";
import { saveFile } from "../../parts/files.js";
import { announce } from "../../parts/announcements.js";
import { html, useEffect, useState } from "../../parts/view.js";
import { capital, counted, Words } from "../../parts/wording.js";
import { goTo, linkTo } from "../../route.js";
import { Chart } from "./chart.js";
import { Badge, GRADES, markOf, spokenMark } from "./marks.js";
import { PlayPanel } from "./play_panel.js";
import { positionsOf } from "./positions.js";

/** Another way to play the hand that the person watches, or "" for the play itself. @typedef {"" | "better_line" | "engine_game"} Watched */

/**
 * @param {{review: ReviewShown, question: import("../../request.js").RequestData, params: URLSearchParams, progress?: unknown}} props
 *   progress: shown while the review is under way, and ends at the last card that it has
 */
export function Reviewed({ review, question, params, progress = null }) {
  const [watched, setWatched] = useState(/** @type {Watched} */ (""));
  const [error, setError] = useState("");
  const other = watched ? review[watched] : null;
  const plays = other?.plays ?? review.plays;
  const count = plays.length;
  // All calls come before the first card.
  const calls = plays.filter((play) => !play.card).length;
  const last = progress ? count : count + 1;
  const first = progress ? 1 : review.costliest.find((number) => review.person === null || review.plays[number - 1].seat === review.person) ?? review.costliest[0] ?? 1;
  const linked = Number(params.get("at") ?? first);
  const at = Math.min(Math.max(1, Number.isInteger(linked) ? linked : 1), last);
  /** @param {number} number */
  const go = (number) => goTo("review", withParams(params, { at: Math.min(Math.max(1, number), last) }), { replace: true });
  // The card or call on view; undefined at the end.
  const shown = plays[at - 1];
  const reviewedPlay = other ? undefined : review.plays[at - 1];
  useEffect(() => {
    announce(!shown ? "The end." : `${review.names[shown.seat]}: ${reviewedPlay?.text ?? shown.card}. ${reviewedPlay ? spokenMark(reviewedPlay, review.declarer) : ""}`);
  }, [at, watched]);

  const playFromHere = async () => {
    try {
      const table = await ask("review-again", { session: question.session, deal: review.chosen, at: review.calls + at - 1 });
      goTo("play", { table: table.id });
    } catch (fault) {
      setError(messageOf(fault));
    }
  };
  /** @param {Watched} what @param {number} number the number of the card or call to show */
  const watch = (what, number) => { setWatched(what); go(number); };
  /** @param {Watched} what @param {number} number @param {string} text */
  const watchButton = (what, number, text) => html`<${Button} pressed=${watched === what} onClick=${() => watch(watched === what ? "" : what, number)}>${
    watched === what ? "Back to the play" : text}<//>`;
  const positions = positionsOf(review, plays);
  return html`<div class="review">
    <div class="heading"><h1>${capital(review.title)}</h1>
      ${review.titles.length > 1 ? html`<${Choice} label="Hand" value=${String(review.chosen)}
        options=${review.titles.map((title, index) => ({ value: String(index + 1), text: `${index + 1}: ${title}` }))}
        onChange=${(value) => goTo("review", withParams(params, { deal: value, at: null }))} />` : null}
      <a class="button" href=${linkTo("review")}>Review something else</a></div>
    ${progress}
    ${review.fault ? html`<${Notice} kind="error">Reviewed up to an error: <${Words} text=${review.fault} />.<//>` : null}
    ${error ? html`<${Notice} kind="error">${error}<//>` : null}
    <${Facts} review=${review} />
    ${review.story ? html`<p class="story"><${Words} text=${review.story} /></p>` : null}
    ${review.better_line ? html`<p class="story"><${Words} text=${review.better_line.text} /> ${watchButton("better_line", review.better_line.number, "Watch")}</p>` : null}
    ${!count ? html`<${Notice}>No card was played.<//>` : html`
    <div class="columns">
      <div class="left">
        <${Steps} at=${at} first=${1} last=${last} onStep=${go}><span>${!shown ? "The end" : shown.card ? `Card ${at - calls} of ${count - calls}` : `Call ${at} of ${calls}`}</span><//>
        <${Hands} review=${review} position=${positions[at - 1]} play=${shown} />
        <${Chart} review=${review} at=${other ? 0 : at} onGo=${go} />
        <div class="whole"><${PlayTable} review=${review} plays=${plays} at=${at} onGo=${go} />
          ${review.record ? html`<p><${Button} onClick=${() => saveFile("hand.clumond", review.record)}>Save the record<//></p>` : null}</div>
      </div>
      <div class="right">
        ${other ? html`<${OtherPlay} review=${review} other=${other} title=${watched === "better_line" ? "A better line" : "One of the program's games"} play=${shown} />`
          : html`<${PlayPanel} review=${review} play=${reviewedPlay}>
            <div class="bar">
              ${question.session && reviewedPlay ? html`<${Button} kind="main" onClick=${playFromHere}>Play again from here<//>` : null}
              ${review.explore && reviewedPlay ? html`<a class="button" href=${exploreLink(review, review.explore, at)}>Explore all hands from here</a>` : null}
            </div><//>`}
        <${Costliest} review=${review} at=${at} onGo=${(number) => watch("", number)} />
        ${review.call_sentences.length ? html`<section class="panel" aria-labelledby="judged"><h2 id="judged">Going for clumond, or passing</h2>
          <p class="soft small-text">${review.calls_head}</p>
          <ul>${review.call_sentences.map((sentence) => html`<li key=${sentence}><${Words} text=${capital(sentence)} /></li>`)}</ul></section>` : null}
        ${review.engine_game ? html`<section class="panel" aria-labelledby="engine"><h2 id="engine">The program with these cards</h2>
          ${review.engine_game.text ? html`<p>${review.engine_game.text}</p>` : null}
          ${watchButton("engine_game", 1, "Watch one of its games")}</section>` : null}
      </div>
    </div>`}
  </div>`;
}

/**
 * The parameters of the URL with some of them changed.
 * @param {URLSearchParams} params
 * @param {Record<string, string | number | null>} change
 */
const withParams = (params, change) => ({ ...Object.fromEntries(params), ...change });

/**
 * The link to Explore at a position of a hand of Clumond.
 * @param {ReviewShown} review
 * @param {ExploreFrom} from
 * @param {number} at
 */
const exploreLink = ({ plays }, { start, tens, players }, at) => linkTo("explore", {
  start, cards: plays.map((play) => play.card).join("."), at: at - 1, tens, F: players[0], M: players[1], R: players[2],
});

/** @param {{review: ReviewShown}} props */
function Facts({ review }) {
  const { names, outcome } = review;
  return html`<dl class="facts">
      ${review.facts.map(([name, what]) => html`<div key=${name}><dt>${capital(name)}</dt><dd><${Words} text=${what} /></dd></div>`)}
      ${(outcome ?? []).map((result, seat) => html`<div key=${seat}><dt>${capital(names[seat])}</dt><dd><${Words} text=${resultText(result, seat, review)} /></dd></div>`)}</dl>
    ${review.headline ? html`<p class="soft">${review.headline}</p>` : null}`;
}

/**
 * What a seat kept and took, and whether it succeeded. What a defender kept does not count.
 * @param {SeatOutcome} result
 * @param {number} seat
 * @param {ReviewShown} review
 */
const resultText = ({ retention, total, success, off }, seat, { declarer }) =>
  `${suitsText(retention)} with ${counted(total, "trick")}${declarer !== null && seat !== declarer ? "" : success ? ": success" : `: ${off} off`}`;

/**
 * The hands in the position on view, all open.
 * @param {{review: ReviewShown, position: import("./positions.js").HandsPosition, play: CardPlayed | PlayReviewed | undefined}} props
 */
function Hands({ review, position: { hands, trick, taken }, play }) {
  const reviewed = play && "grade" in play ? play : null;
  const better = reviewed && !reviewed.is_best ? reviewed.choices[0]?.card : null;
  /** @param {string} card @param {number} seat */
  const cardInHand = (card, seat) => {
    const note = seat !== play?.seat ? "" : card === play.card ? (reviewed ? "played" : "plays") : card === better ? "better" : "";
    return html`<${HandCard} key=${card} card=${card} note=${note} looks=${note === "plays" ? "played" : note} />`;
  };
  const seats = review.names.map((name, seat) => ({
    name, cards: hands[seat], declares: seat === review.declarer ? "" : undefined, standing: counted(taken[seat], "trick"),
  }));
  const { winner } = trick;
  const status = winner === null ? `trick ${taken.reduce((sum, count) => sum + count, 1)}` : `${capital(review.names[winner])} won`;
  return html`<${Board} label="The cards" seats=${seats} turn=${play?.seat} trick=${trick} status=${status} cardInHand=${cardInHand} below=${review.person} />`;
}

/** @param {{review: ReviewShown, at: number, onGo: (number: number) => void}} props */
function Costliest({ review, at, onGo }) {
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

/**
 * All calls and cards: the tricks as a table, with a row for each trick and a column for each seat.
 * @param {{review: ReviewShown, plays: CardPlayed[], at: number, onGo: (number: number) => void}} props
 */
function PlayTable({ review, plays, at, onGo }) {
  const calls = review.plays.filter((play, index) => !play.card && play === plays[index]);
  /** @typedef {{seat: number, play: CardPlayed | PlayReviewed, number: number}} NumberedPlay */
  /** @type {{number: number, cards: NumberedPlay[]}[]} */
  const tricks = [];
  plays.forEach((play, index) => {
    if (!play.card) return;
    if (play.leads || !tricks.length) tricks.push({ number: "trick" in play ? Number(play.trick) : tricks.length + 1, cards: [] });
    tricks[tricks.length - 1].cards.push({ seat: play.seat, play, number: index + 1 });
  });
  /** @param {NumberedPlay} numbered */
  const cell = ({ play, number }) => html`<${Cell} play=${play} number=${number} name=${review.names[play.seat]} declarer=${review.declarer} at=${at} onGo=${onGo} />`;
  return html`<section class="panel" aria-labelledby="play"><h2 id="play">The play</h2>
    ${calls.length ? html`<ul class="calls">${calls.map((play) => html`<li key=${play.number}>
      <${Cell} play=${play} number=${play.number} name=${review.names[play.seat]} declarer=${review.declarer} at=${at} onGo=${onGo}>${capital(review.names[play.seat])}: <${Words} text=${play.text} /><//></li>`)}</ul>` : null}
    ${tricks.length ? html`<${TrickTable} names=${review.names} tricks=${tricks} cell=${cell} />` : null}
    ${plays !== review.plays ? null : html`<p class="soft small-text key">${GRADES.map(({ word, sign }) => html`<b key=${word}>${sign}</b> ${word}, `)}<b>⇄</b> changed what could be forced with all hands open, <b>▸</b> led.</p>`}
  </section>`;
}

/**
 * One card or call of the play, as a button that goes to it.
 * @param {{play: CardPlayed | PlayReviewed, number: number, name: string, declarer: number | null, at: number,
 *   onGo: (number: number) => void, children?: any}} props
 */
function Cell({ play, number, name, declarer, at, onGo, children }) {
  const reviewed = "grade" in play && markOf(play) ? play : null;
  return html`<${Jump} looks=${reviewed?.grade} here=${number === at} card=${play.card} onJump=${() => onGo(number)}>${children}${
    reviewed ? html`<span class="mark" title=${spokenMark(reviewed, declarer)}><span aria-hidden="true">${markOf(reviewed)}</span><span class="unseen">${name}: ${spokenMark(reviewed, declarer)}</span></span>` : null}<//>`;
}

/** @param {{review: ReviewShown, other: OtherGame, title: string, play: CardPlayed | undefined}} props */
function OtherPlay({ review, other, title, play }) {
  const { outcome } = other;
  return html`<section class="panel" aria-labelledby="moment"><h2 id="moment">${title}</h2>
    ${play ? html`<p>${capital(review.names[play.seat])} plays <${CardText} card=${play.card ?? ""} />.</p>`
      : outcome ? html`<ul>${outcome.map((result, seat) => html`<li key=${seat}>${capital(review.names[seat])}: <${Words} text=${resultText(result, seat, review)} /></li>`)}</ul>` : html`<p>It was not finished in time.</p>`}
  </section>`;
}

// A review: what cost most, the play with its marks, the moment that is looked at, the way back into it.

/** @import { CardPlayed, Ended, ExploreFrom, OtherGame, PlayReviewed, ReviewShown } from "../../wire.d.ts" */

import { ask } from "../../ask.js";
import { Board, Held, Jump, Steps, TrickTable } from "../../parts/board.js";
import { CardText } from "../../parts/cards.js";
import { Button, Check, Choice, messageOf, Notice } from "../../parts/controls.js";
import { saveFile } from "../../parts/files.js";
import { announce } from "../../parts/announcements.js";
import { html, useEffect, useState } from "../../parts/view.js";
import { capital, counted, Words } from "../../parts/wording.js";
import { goTo, linkTo } from "../../route.js";
import { Chart } from "./chart.js";
import { Badge, GRADES, markOf, spokenMark } from "./marks.js";
import { Moment } from "./moment.js";
import { placesOf } from "./positions.js";

/** @param {{review: ReviewShown, question: import("../../request.js").RequestData, params: URLSearchParams}} props */
export function Reviewed({ review, question, params }) {
  const [watched, setWatched] = useState(/** @type {"" | "line" | "engine"} */ (""));
  const [failure, setFailure] = useState("");
  const other = watched ? review[watched] : null;
  const line = other?.plays ?? review.plays;
  const cards = line.length;
  const first = review.costliest.find((number) => review.person === null || review.plays[number - 1].seat === review.person) ?? review.costliest[0] ?? 1;
  const linked = Number(params.get("at") ?? first);
  const at = Math.min(Math.max(1, Number.isInteger(linked) ? linked : 1), cards + 1);
  /** @param {number} number */
  const look = (number) => goTo("review", words(params, { at: Math.min(Math.max(1, number), cards + 1) }), { replace: true });
  const card = line[at - 1];
  const play = other ? undefined : review.plays[at - 1];
  useEffect(() => {
    announce(!card ? "The end." : `${review.names[card.seat]}: ${play?.text ?? card.card}. ${play ? spokenMark(play) : ""}`);
  }, [at, watched]);

  const again = async () => {
    try {
      const table = await ask("review-again", { table: question.table, deal: review.chosen, at: review.calls + at - 1 });
      goTo("play", { table: table.id });
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  /**
   * Watch another way to play the hand, or the play itself ("").
   * @param {"" | "line" | "engine"} what
   * @param {number} number
   */
  const watch = (what, number) => { setWatched(what); look(number); };
  /** @param {"line" | "engine"} what @param {number} number @param {string} text */
  const watching = (what, number, text) => html`<${Button} pressed=${watched === what} onClick=${() => watch(watched === what ? "" : what, number)}>${
    watched === what ? "Back to the play" : text}<//>`;
  const places = placesOf(review, line);
  return html`<div class="review">
    <div class="heading"><h1>${capital(review.title)}</h1>
      ${review.titles.length > 1 ? html`<${Choice} label="Hand" value=${String(review.chosen)}
        options=${review.titles.map((title, place) => ({ value: String(place + 1), text: `${place + 1}: ${title}` }))}
        onChange=${(value) => goTo("review", words(params, { deal: value, at: null }))} />` : null}
      <a class="button" href=${linkTo("review")}>Review something else</a></div>
    ${review.fault ? html`<${Notice} kind="error">Reviewed up to an error: <${Words} text=${review.fault} />.<//>` : null}
    ${failure ? html`<${Notice} kind="error">${failure}.<//>` : null}
    <${Facts} review=${review} />
    ${review.story ? html`<p class="story"><${Words} text=${review.story} /></p>` : null}
    ${review.line ? html`<p class="story"><${Words} text=${review.line.text} /> ${watching("line", review.line.number, "Watch")}</p>` : null}
    ${!cards ? html`<${Notice}>No card was played.<//>` : html`
    <div class="columns">
      <div class="left">
        <${Steps} at=${at} first=${1} last=${cards + 1} onStep=${look}><span>${card ? `Card ${at} of ${cards}` : "The end"}</span><//>
        <${Hands} review=${review} place=${places[at - 1]} play=${card} />
        <${Chart} review=${review} at=${other ? 0 : at} onLook=${look} />
        <div class="whole"><${Tricks} review=${review} line=${line} at=${at} onLook=${look} />
          ${review.record ? html`<p><${Button} onClick=${() => saveFile("hand.clumond", review.record)}>Save the record<//></p>` : null}</div>
      </div>
      <div class="right">
        ${other ? html`<${OtherPlay} review=${review} other=${other} title=${watched === "line" ? "A better line" : "One of the engine's games"} play=${card} />`
          : html`<${Moment} review=${review} play=${play}>
            <div class="bar">
              ${question.table && play ? html`<${Button} kind="main" onClick=${again}>Play again from here<//>` : null}
              ${review.explore && play ? html`<a class="button" href=${explored(review, review.explore, at)}>Explore all hands from here</a>` : null}
            </div><//>`}
        <${Costliest} review=${review} at=${at} onLook=${(number) => watch("", number)} />
        ${review.callSentences.length ? html`<section class="panel" aria-labelledby="judged"><h2 id="judged">Going for clumond, or passing</h2>
          <p class="soft small-text">${review.callsHead}</p>
          <ul>${review.callSentences.map((sentence) => html`<li key=${sentence}><${Words} text=${capital(sentence)} /></li>`)}</ul></section>` : null}
        ${review.engine ? html`<section class="panel" aria-labelledby="engine"><h2 id="engine">The engine with these cards</h2>
          ${review.engine.text ? html`<p>${review.engine.text}</p>` : null}
          ${watching("engine", 1, "Watch one of its games")}</section>` : null}
      </div>
    </div>`}
  </div>`;
}

/**
 * The link's words with some of them changed.
 * @param {URLSearchParams} params
 * @param {Record<string, string | number | null>} change
 */
const words = (params, change) => ({ ...Object.fromEntries(params), ...change });

/**
 * The link to Explore at a moment of a hand of Clumond.
 * @param {ReviewShown} review
 * @param {ExploreFrom} from
 * @param {number} at
 */
const explored = ({ plays }, { start, tens, players }, at) => linkTo("explore", {
  start, cards: plays.map((play) => play.card).join("."), at: at - 1, tens, F: players[0], M: players[1], R: players[2],
});

/** @param {{review: ReviewShown}} props */
function Facts({ review }) {
  const { names, outcome } = review;
  return html`<dl class="facts">
      ${review.facts.map(([name, what]) => html`<div key=${name}><dt>${capital(name)}</dt><dd><${Words} text=${what} /></dd></div>`)}
      ${(outcome ?? []).map((end, seat) => html`<div key=${seat}><dt>${capital(names[seat])}</dt><dd><${Words} text=${ended(end)} /></dd></div>`)}</dl>
    ${review.headline ? html`<p class="soft">${review.headline}</p>` : null}`;
}

/** @param {Ended} end */
const ended = (end) => `${end.kept} with ${counted(end.total, "trick")}: ${end.success ? "success" : `${end.off} off`}`;

/**
 * The cards at the moment that is looked at, all hands open.
 * @param {{review: ReviewShown, place: import("./positions.js").Place, play: CardPlayed | PlayReviewed | undefined}} props
 */
function Hands({ review, place, play }) {
  const reviewed = play && "grade" in play ? play : null;
  const better = reviewed && !reviewed.isBest ? reviewed.choices[0]?.card : null;
  /** @param {string} card @param {number} seat */
  const held = (card, seat) => {
    const word = seat !== play?.seat ? "" : card === play.card ? (reviewed ? "played" : "plays") : card === better ? "better" : "";
    return html`<${Held} key=${card} card=${card} note=${word} looks=${word === "plays" ? "played" : word} />`;
  };
  const seats = review.names.map((name, seat) => ({
    name, cards: place.hands[seat], declares: seat === review.declarer ? "" : undefined, standing: counted(place.taken[seat], "trick"),
  }));
  const { winner } = place.trick;
  const status = winner === null ? `trick ${place.taken.reduce((sum, count) => sum + count, 1)}` : `${capital(review.names[winner])} won`;
  return html`<${Board} label="The cards" seats=${seats} turn=${play?.seat} trick=${place.trick} status=${status} held=${held} />`;
}

/** @param {{review: ReviewShown, at: number, onLook: (at: number) => void}} props */
function Costliest({ review, at, onLook }) {
  const [mine, setMine] = useState(review.person !== null);
  const plays = review.costliest.map((number) => review.plays[number - 1])
    .filter((play) => !mine || review.person === null || play.seat === review.person);
  return html`<section class="panel costliest" aria-labelledby="costliest"><h2 id="costliest">What cost most</h2>
    ${review.person === null ? null : html`<${Check} label="Only your cards" checked=${mine} onChange=${setMine} />`}
    ${plays.length ? html`<ol>${plays.map((play) => html`<li key=${play.number}>
      <button type="button" class="line" aria-current=${play.number === at ? "true" : undefined} onClick=${() => onLook(play.number)}>
        <${Badge} play=${play} /> ${capital(review.names[play.seat])}: <${Words} text=${play.text} />, ${play.costText} given away;
        ${" "}<${Words} text=${play.best} /> was better</button></li>`)}</ol>`
      : html`<p>Nothing that ${mine ? "you" : "anybody"} played gave much away.</p>`}</section>`;
}

/**
 * All that was done, a row a trick, a column a seat.
 * @param {{review: ReviewShown, line: CardPlayed[], at: number, onLook: (at: number) => void}} props
 */
function Tricks({ review, line, at, onLook }) {
  const calls = review.plays.filter((play, place) => !play.card && play === line[place]);
  /** @typedef {{seat: number, play: CardPlayed | PlayReviewed, number: number}} Done */
  /** @type {{number: number, cards: Done[]}[]} */
  const tricks = [];
  line.forEach((play, place) => {
    if (!play.card) return;
    if (play.leads || !tricks.length) tricks.push({ number: "trick" in play ? Number(play.trick) : tricks.length + 1, cards: [] });
    tricks[tricks.length - 1].cards.push({ seat: play.seat, play, number: place + 1 });
  });
  /** @param {Done} done */
  const cell = ({ play, number }) => html`<${Cell} play=${play} number=${number} name=${review.names[play.seat]} at=${at} onLook=${onLook} />`;
  return html`<section class="panel" aria-labelledby="play"><h2 id="play">The play</h2>
    ${calls.length ? html`<ul class="calls">${calls.map((play) => html`<li key=${play.number}>
      <${Cell} play=${play} number=${play.number} name=${review.names[play.seat]} at=${at} onLook=${onLook}>${capital(review.names[play.seat])}: <${Words} text=${play.text} /><//></li>`)}</ul>` : null}
    ${tricks.length ? html`<${TrickTable} names=${review.names} tricks=${tricks} cell=${cell} />` : null}
    ${line !== review.plays ? null : html`<p class="soft small-text key">${GRADES.map(({ word, sign }) => html`<b key=${word}>${sign}</b> ${word}, `)}<b>⇄</b> changed what could be forced with all hands open, <b>▸</b> led.</p>`}
  </section>`;
}

/**
 * One card or call in the play, as a button that goes there.
 * @param {{play: CardPlayed | PlayReviewed, number: number, name: string, at: number,
 *   onLook: (at: number) => void, children?: any}} props
 */
function Cell({ play, number, name, at, onLook, children }) {
  const reviewed = "grade" in play && markOf(play) ? play : null;
  return html`<${Jump} looks=${reviewed?.grade} here=${number === at} card=${play.card} onJump=${() => onLook(number)}>${children}${
    reviewed ? html`<span class="mark" title=${spokenMark(reviewed)}><span aria-hidden="true">${markOf(reviewed)}</span><span class="unseen">${name}: ${spokenMark(reviewed)}</span></span>` : null}<//>`;
}

/** @param {{review: ReviewShown, other: OtherGame, title: string, play: CardPlayed | undefined}} props */
function OtherPlay({ review, other, title, play }) {
  const { outcome } = other;
  return html`<section class="panel" aria-labelledby="moment"><h2 id="moment">${title}</h2>
    ${play ? html`<p>${capital(review.names[play.seat])} plays <${CardText} card=${play.card ?? ""} />.</p>`
      : outcome ? html`<ul>${outcome.map((end, seat) => html`<li key=${seat}>${capital(review.names[seat])}: <${Words} text=${ended(end)} /></li>`)}</ul>` : html`<p>It was not finished in time.</p>`}
  </section>`;
}

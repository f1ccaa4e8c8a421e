// A review: what cost most, the play with its marks, the moment that is looked at, the way back into it.

import { ask } from "../../ask.js";
import { CardText } from "../../parts/cards.js";
import { Button, Check, Choice, messageOf, Notice } from "../../parts/controls.js";
import { saveFile } from "../../parts/files.js";
import { announce } from "../../parts/live.js";
import { html, useEffect, useState } from "../../parts/view.js";
import { capital, Words } from "../../parts/wording.js";
import { goTo, linkTo } from "../../route.js";
import { Board } from "./board.js";
import { Chart } from "./chart.js";
import { Badge, GRADES, markOf, spokenMark } from "./marks.js";
import { Moment } from "./moment.js";
import { placesOf } from "./positions.js";

/** @typedef {import("../../ask.js").Answer} Answer */

/** @param {{found: Answer, question: Answer, params: URLSearchParams}} props */
export function Reviewed({ found, question, params }) {
  const [watched, setWatched] = useState("");
  const [failure, setFailure] = useState("");
  const other = watched ? found[watched] : null;
  const engine = other !== null;
  const line = other ? other.plays : found.plays;
  const cards = line.length;
  const first = found.costliest.find((/** @type {number} */ number) => found.person === null || found.plays[number - 1].seat === found.person) ?? found.costliest[0] ?? 1;
  const asked = Number(params.get("at") ?? first);
  const at = Math.min(Math.max(1, Number.isInteger(asked) ? asked : 1), cards + 1);
  /** @param {number} number */
  const look = (number) => goTo("review", words(params, { at: Math.min(Math.max(1, number), cards + 1) }), { replace: true });
  const play = line[at - 1];

  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const step = (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 1, End: cards + 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      look(to);
    };
    addEventListener("keydown", step);
    return () => removeEventListener("keydown", step);
  }, [at, cards, params.toString()]);
  useEffect(() => {
    announce(play ? `${found.names[play.seat]}: ${play.text ?? play.card}. ${engine ? "" : spokenMark(play)}` : "The end.");
  }, [at, engine]);

  const again = async () => {
    try {
      const table = await ask("review-again", { table: question.table, deal: found.chosen, at: found.calls + at - 1 });
      goTo("play", { table: table.id });
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  /**
   * Watch another way to play the hand, or the play itself ("").
   * @param {string} what
   * @param {number} number
   */
  const watch = (what, number) => { setWatched(what); look(number); };
  const places = placesOf(found, line);
  return html`<div class="review">
    <div class="heading"><h1>${capital(found.title)}</h1>
      ${found.titles.length > 1 ? html`<${Choice} label="Which one" value=${String(found.chosen)}
        options=${found.titles.map((/** @type {string} */ title, /** @type {number} */ place) => ({ value: String(place + 1), text: `${place + 1}: ${title}` }))}
        onChange=${(/** @type {string} */ value) => goTo("review", words(params, { deal: value, at: null }))} />` : null}
      <a class="button" href=${linkTo("review")}>Review something else</a></div>
    ${found.fault ? html`<${Notice} kind="error">Reviewed up to what is wrong: <${Words} text=${found.fault} />.<//>` : null}
    ${failure ? html`<${Notice} kind="error">${failure}.<//>` : null}
    <${Facts} found=${found} />
    ${found.story ? html`<p class="story"><${Words} text=${found.story} /></p>` : null}
    ${found.line ? html`<p class="story"><${Words} text=${found.line.text} />${" "}
      <${Button} pressed=${watched === "line"} onClick=${() => watch(watched === "line" ? "" : "line", found.line.number)}>${watched === "line" ? "Back to the play" : "Watch"}<//></p>` : null}
    ${!cards ? html`<${Notice}>No card was played.<//>` : html`
    <div class="columns">
      <div class="left">
        <${Board} found=${found} place=${places[at - 1]} play=${play} engine=${engine} />
        <${Steps} at=${at} most=${cards + 1} onLook=${look} />
        <${Chart} found=${found} at=${engine ? 0 : at} onLook=${look} />
        <div class="whole"><${Tricks} found=${found} line=${line} engine=${engine} at=${at} onLook=${look} />
          ${found.record ? html`<p><${Button} onClick=${() => saveFile("hand.clumond", found.record)}>Save the record<//></p>` : null}</div>
      </div>
      <div class="right">
        ${engine ? html`<${OtherPlay} found=${found} other=${other} title=${watched === "line" ? "What could have been" : "A game of the engine"} play=${play} />`
          : html`<${Moment} found=${found} play=${play} place=${places[at - 1]}>
            <div class="bar">
              ${question.table && play ? html`<${Button} kind="main" onClick=${again}>Again from here<//>` : null}
              ${found.explore && play ? html`<a class="button" href=${explored(found, at)}>Explore all hands from here</a>` : null}
            </div><//>`}
        <${Costliest} found=${found} at=${at} onLook=${(/** @type {number} */ number) => watch("", number)} />
        ${found.callsTold.length ? html`<section class="panel" aria-labelledby="judged"><h2 id="judged">Going for clumond, or passing</h2>
          <p class="soft small-text">${found.callsHead}</p>
          <ul>${found.callsTold.map((/** @type {string} */ told) => html`<li key=${told}><${Words} text=${capital(told)} /></li>`)}</ul></section>` : null}
        ${found.engine ? html`<section class="panel" aria-labelledby="engine"><h2 id="engine">The engine with these cards</h2>
          ${found.engine.text ? html`<p>${found.engine.text}</p>` : null}
          <${Button} pressed=${watched === "engine"} onClick=${() => watch(watched === "engine" ? "" : "engine", 1)}>${watched === "engine" ? "Back to the play" : "See one of its games"}<//></section>` : null}
      </div>
    </div>`}
  </div>`;
}

/** @param {EventTarget | null} target */
const isTyping = (target) => target instanceof HTMLElement && target.closest("input, select, textarea, [role=radiogroup], .scroller") !== null;

/**
 * The link's words with some of them changed.
 * @param {URLSearchParams} params
 * @param {Record<string, string | number | null>} change
 */
const words = (params, change) => ({ ...Object.fromEntries(params), ...change });

/**
 * The link to Explore at a moment of a hand of Clumond.
 * @param {Answer} found
 * @param {number} at
 */
const explored = (found, at) => linkTo("explore", {
  start: found.explore.start, cards: found.plays.map((/** @type {Answer} */ play) => play.card).join("."), at: at - 1,
  tens: found.explore.tens, F: found.explore.players[0], M: found.explore.players[1], R: found.explore.players[2],
});

/** @param {{found: Answer}} props */
function Facts({ found }) {
  const { names, outcome } = found;
  return html`<dl class="facts">
      ${found.facts.map((/** @type {string[]} */ [name, what]) => html`<div key=${name}><dt>${capital(name)}</dt><dd><${Words} text=${what} /></dd></div>`)}
      ${names.map((/** @type {string} */ name, /** @type {number} */ seat) => html`<div key=${seat}><dt>${capital(name)} gave away, added up</dt>
        <dd>${found.lost[seat]}${outcome ? html`${", "}<${Words} text=${ended(outcome[seat])} />` : null}</dd></div>`)}</dl>
    ${found.headline ? html`<p class="soft">${found.headline}</p>` : null}`;
}

/** @param {Answer} end */
const ended = (end) => `${end.kept} with ${end.total}: ${end.success ? "success" : `${end.off} off`}`;

/** @param {{at: number, most: number, onLook: (at: number) => void}} props */
function Steps({ at, most, onLook }) {
  return html`<div class="bar steps" role="group" aria-label="Step through the play">
    <${Button} label="To the first card" disabled=${at === 1} onClick=${() => onLook(1)}>|◀︎<//>
    <${Button} label="One card back" keys="ArrowLeft" disabled=${at === 1} onClick=${() => onLook(at - 1)}>◀︎ Back<//>
    <span>${at < most ? `Card ${at} of ${most - 1}` : "The end"}</span>
    <${Button} label="One card on" keys="ArrowRight" disabled=${at === most} onClick=${() => onLook(at + 1)}>On ▶︎<//>
    <${Button} label="To the end" disabled=${at === most} onClick=${() => onLook(most)}>▶︎|<//>
  </div>`;
}

/** @param {{found: Answer, at: number, onLook: (at: number) => void}} props */
function Costliest({ found, at, onLook }) {
  const [mine, setMine] = useState(found.person !== null);
  const plays = found.costliest.map((/** @type {number} */ number) => found.plays[number - 1])
    .filter((/** @type {Answer} */ play) => !mine || found.person === null || play.seat === found.person);
  return html`<section class="panel costliest" aria-labelledby="costliest"><h2 id="costliest">What cost most</h2>
    ${found.person === null ? null : html`<${Check} label="Only what you played" checked=${mine} onChange=${setMine} />`}
    ${plays.length ? html`<ol>${plays.map((/** @type {Answer} */ play) => html`<li key=${play.number}>
      <button type="button" class="line" aria-current=${play.number === at ? "true" : undefined} onClick=${() => onLook(play.number)}>
        <${Badge} play=${play} /> ${capital(found.names[play.seat])}: <${Words} text=${play.text} />, ${play.costText} given away;
        ${" "}<${Words} text=${play.best} /> was better</button></li>`)}</ol>`
      : html`<p>Nothing that ${mine ? "you" : "anybody"} played gave much away.</p>`}</section>`;
}

/**
 * All that was done, a row a trick, a column a seat.
 * @param {{found: Answer, line: Answer[], engine: boolean, at: number, onLook: (at: number) => void}} props
 */
function Tricks({ found, line, engine, at, onLook }) {
  const calls = line.filter((play) => !play.card);
  /** @type {{play: Answer, number: number}[][]} */
  const tricks = [];
  line.forEach((play, place) => {
    if (!play.card) return;
    if (play.leads || !tricks.length) tricks.push([]);
    tricks[tricks.length - 1].push({ play, number: place + 1 });
  });
  return html`<section class="panel" aria-labelledby="play"><h2 id="play">The play</h2>
    ${calls.length ? html`<ul class="calls">${calls.map((play) => html`<li key=${play.number}>
      <${Cell} play=${play} number=${play.number} name=${found.names[play.seat]} at=${at} onLook=${onLook} engine=${engine}>${capital(found.names[play.seat])}: <${Words} text=${play.text} /><//></li>`)}</ul>` : null}
    ${tricks.length ? html`<div class="scroller" tabindex="0" role="region" aria-label="Tricks"><table class="tricks-table">
      <thead><tr><th scope="col" class="number">Trick</th>${found.names.map((/** @type {string} */ name, /** @type {number} */ seat) => html`<th scope="col" key=${seat}>${capital(name)}</th>`)}</tr></thead>
      <tbody>${tricks.map((trick, row) => html`<tr key=${row}><th scope="row" class="number">${trick[0].play.trick ?? row + 1}</th>
        ${found.names.map((/** @type {string} */ name, /** @type {number} */ seat) => {
          const laid = trick.find((each) => each.play.seat === seat);
          return html`<td key=${seat}>${laid ? html`<${Cell} play=${laid.play} number=${laid.number} name=${name} at=${at} onLook=${onLook} engine=${engine}>
            ${laid.play.leads ? html`<span class="soft" aria-label="leads">▸</span>` : null}<${CardText} card=${laid.play.card} /><//>` : null}</td>`;
        })}</tr>`)}</tbody></table></div>` : null}
    ${engine ? null : html`<p class="soft small-text key">${GRADES.map(({ word, sign }) => html`<b key=${word}>${sign}</b> ${word}, `)}<b>⇄</b> turned what could be forced with all hands open, <b>▸</b> led.</p>`}
  </section>`;
}

/**
 * One card or call in the play, as a button that goes there.
 * @param {{play: Answer, number: number, name: string, at: number, engine: boolean,
 *   onLook: (at: number) => void, children?: any}} props
 */
function Cell({ play, number, name, at, engine, onLook, children }) {
  const mark = engine ? "" : markOf(play);
  return html`<button type="button" class=${`cell ${play.grade ?? ""}`} aria-current=${number === at ? "true" : undefined}
    onClick=${() => onLook(number)}>${children}${mark ? html`<span class="mark" title=${spokenMark(play)}><span aria-hidden="true">${mark}</span><span class="unseen">${name}: ${spokenMark(play)}</span></span>` : null}</button>`;
}

/** @param {{found: Answer, other: Answer, title: string, play: Answer | undefined}} props */
function OtherPlay({ found, other, title, play }) {
  const { outcome } = other;
  return html`<section class="panel" aria-labelledby="moment"><h2 id="moment">${title}</h2>
    ${play ? html`<p>${capital(found.names[play.seat])} plays <${CardText} card=${play.card} />.</p>`
      : outcome ? html`<ul>${outcome.map((/** @type {Answer} */ end, /** @type {number} */ seat) => html`<li key=${seat}>${capital(found.names[seat])}: <${Words} text=${ended(end)} /></li>`)}</ul>` : html`<p>It was not finished in time.</p>`}
  </section>`;
}

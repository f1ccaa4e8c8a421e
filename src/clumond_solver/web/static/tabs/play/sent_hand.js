// A hand that somebody sent (`#/play?hand=…`): what it is, and once it is played the results side by side.

/** @import { HandResult, HandShown } from "../../wire.d.ts" */

import { ask, onPreparing } from "../../ask.js";
import { useAnswer } from "../../parts/answers.js";
import { CardText } from "../../parts/cards.js";
import { Button, Field, messageOf, Notice } from "../../parts/controls.js";
import { CopyButton } from "../../parts/copying.js";
import { useTypedName } from "../../parts/storage.js";
import { html, useEffect, useState } from "../../parts/view.js";
import { capital, counted, minus, Words } from "../../parts/wording.js";
import { linkForOthers, linkTo } from "../../route.js";
import { goToTable } from "./table_state.js";

/** @param {{link: string, from: string}} props from: the name of who sent it, as the link says it */
export function Hand({ link, from }) {
  const [typed, setTyped] = useTypedName();
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const { answer: hand, error, isAsked } = useAnswer("hand", { text: link, name: typed }, { delay: 100 });
  // While a name is typed, the page shows the hand as it was.
  const [last, setLast] = useState(hand);
  if (hand && hand !== last) setLast(hand);
  const shown = hand ?? last;
  /** @param {boolean} again */
  const play = (again) => ask("hand-table", { text: link, name: typed, again }).then(goToTable, setFault);
  return html`<div class="sent-hand"><h1>${titleOf(shown)}</h1>
    ${error || fault ? html`<${Notice} kind="error">${error || messageOf(fault)}<//>
      <p><a href=${linkTo("play")}>Back to your games</a></p>` : null}
    ${shown && (!error || isAsked)
      ? html`<${Shown} hand=${shown} typed=${typed} onName=${setTyped} onPlay=${play} />` : null}
    ${shown || error ? null : html`<${BeforeLoading} from=${from} onPlay=${() => play(false)} />`}</div>`;
}

/** @param {HandShown | null} hand */
function titleOf(hand) {
  const results = hand?.results.length ?? 0;
  if (results > 1) return "The same hand, side by side";
  if (results) return "Send this hand";
  return hand?.day ? "The deal of the day, from a friend" : "A hand from a friend";
}

/**
 * A hand once the link is read. Results of several come first; one's own alone comes after what there is to do.
 * @param {{hand: HandShown, typed: string, onName: (name: string) => void, onPlay: (again: boolean) => void}} props
 */
function Shown({ hand, typed, onName, onPlay }) {
  const { results, seat, played } = hand;
  return html`<${About} hand=${hand} />
    ${results.length > 1 ? html`<${Results} results=${results} seat=${seat} />` : null}
    <section class="panel" aria-label=${played ? "Send it" : "Play it"}>
      <div class="fields wide">
        <${Field} label="Your name (others see it; may stay empty)" value=${typed} maxLength=${30}
          onInput=${onName} /></div>
      ${played ? html`<${Send} ...${sending(hand)} />
        <${AfterPlay} session=${played[0]} onPlay=${onPlay} />` : html`<${BeforePlay} hand=${hand} onPlay=${onPlay} />`}
    </section>
    ${results.length === 1 ? html`<${Results} results=${results} seat=${seat} />` : null}`;
}

/** @param {{hand: HandShown, onPlay: (again: boolean) => void}} props */
function BeforePlay({ hand, onPlay }) {
  return html`<p class="soft small-text">
      You get the cards that ${counted(hand.names.length, "other player")} had, against the same opponents.
      Then you see all results side by side.</p>
    <div class="bar"><${Button} kind="main" onClick=${() => onPlay(false)}>
      ${hand.begun ? "Continue this hand" : "Play this hand"}<//></div>`;
}

/** @param {{session: string, onPlay: (again: boolean) => void}} props */
function AfterPlay({ session, onPlay }) {
  return html`<div class="bar">
    <${Button} onClick=${() => onPlay(true)} title="It will be marked as a replay">Play it again<//>
    <a class="button" href=${linkTo("play", { table: session })}>To the table</a></div>`;
}

/**
 * What was sent, while the library that reads the link loads.
 * @param {{from: string, what?: string, onPlay?: () => void}} props onPlay: plays it as soon as it can be
 */
export function BeforeLoading({ from, what = "a hand", onPlay }) {
  const [waits, setWaits] = useState(false);
  const [isLoading, setLoading] = useState(false);
  useEffect(() => onPreparing((news) => setLoading(news !== null && !news.fault && !news.reload && !news.refused)), []);
  const play = () => {
    setWaits(true);
    onPlay?.();
  };
  // A server answers at once: nothing is to appear under the pointer that goes again.
  if (!isLoading) return html`<p class="loading">${waits ? "Opening the table …" : "Reading the link …"}</p>`;
  return html`<p>${from ? `${from} has` : "Somebody has"} played ${what} of Clumond: take the same cards,
      against the same opponents, and compare.</p>
    ${onPlay ? html`<section class="panel"><div class="bar"><${Button} kind="main" disabled=${waits} onClick=${play}>
      ${waits ? "The table comes as soon as it is ready …" : "Play this hand"}<//></div></section>` : null}`;
}

/** @param {{hand: HandShown}} props */
function About({ hand }) {
  const { seat, scoring, four_tens: hasTens, levels: [left, right] } = hand;
  const terms = `${scoring === "chips" ? "for chips" : "on paper"}${hasTens ? ", with exposed tens" : ""}`;
  const opponents = left === right ? `two ${left} players`
    : `a ${left} player at your left and a ${right} one at your right`;
  const names = hand.names.map((name, n) => (hand.played && !n ? ownName(name) : name || "somebody without a name"));
  return html`<p>You are ${seat}, ${terms}, against ${opponents}. Played by: ${names.join(", ") || "nobody yet"}.</p>`;
}

/** @param {string} name */
const ownName = (name) => (name ? `you (${name})` : "you");

/** What the message with a hand says. @param {HandShown} hand */
const sending = ({ names, link }) => ({
  what: names.length > 1 ? "A hand of Clumond, with our results" : "Play my hand of Clumond",
  kind: "hand",
  link,
  name: names[0],
  note: `This message holds the hand and ${counted(names.length, "result")}, eight at most; nothing is stored`
    + " elsewhere. Your friend sends it back with his result added.",
});

/**
 * A message with a link, to copy.
 * @param {{what: string, kind: string, link: string, name: string, note: string}} props kind: "hand" or "match"
 */
export function Send({ what, kind, link: code, name, note }) {
  const link = linkForOthers(linkTo("play", { [kind]: code, from: name }));
  const text = link ? `${what}: ${link}`
    : `${what}: with the program clumond_solver on your machine (ask me where to get it) start “clumond web”, press`
      + ` “Open a hand that was sent” in the Play tab and paste this message. ${kind}=${code}`;
  const label = what.endsWith("results") ? "Send the results back, or to other friends" : "Send this to a friend";
  return html`<label class="field"><span>${label}</span><textarea readonly rows="4" class="link-text" value=${text}
      onFocus=${(/** @type {any} */ event) => event.currentTarget.select()}></textarea></label>
    <p class="soft small-text">${note}</p>
    <div class="bar">
      <${CopyButton} kind="main" text=${text} label="Copy it" copied="Copied">the text above yourself.<//></div>`;
}

/** @param {HandResult} result @param {number} n */
const nameOf = (result, n) => (result.own ? "You" : result.name || `Player ${n + 1}`);

/**
 * The results side by side: in full from the trick in which the first of them parts from the person's.
 * @param {{results: HandResult[], seat: string}} props
 */
function Results({ results, seat }) {
  const [own, ...others] = results;
  const parts = Math.min(...others.map((result) => result.parts));
  const count = Math.max(...results.map(({ tricks }) => tricks.length));
  // In a different auction all cards differ.
  const first = others.length ? Math.max(0, Math.floor((parts - own.calls.length) / own.tricks[0].cards.length)) : 0;
  const shown = Array.from({ length: count - first }, (_, row) => first + row);
  return html`<section class="panel" aria-label="Results">
    <h2>${others.length ? "Side by side" : "Your result"}</h2>
    <div class="scroller" tabindex="0" role="region" aria-label="Results side by side"><table class="side-by-side">
      <thead><tr><td></td>${results.map((result, n) => html`<${Head} key=${n} result=${result} n=${n} />`)}</tr></thead>
      <tbody>
        <tr><th scope="row">Result</th>${results.map((result, n) => html`<${Gain} key=${n} result=${result} />`)}</tr>
        <tr><th scope="row">Calls</th>${results.map((result, n) => html`<${Calls} key=${n} result=${result} />`)}</tr>
        ${first ? html`<tr><td colspan=${results.length + 1} class="soft">${sameText(first)}</td></tr>` : null}
        ${shown.map((trick) => html`<tr key=${trick}><th scope="row">Trick ${trick + 1}</th>
          ${results.map((result, n) => html`<${TrickCell} key=${n} result=${result} number=${trick} />`)}</tr>`)}
      </tbody>
    </table></div>
    <p class="soft small-text">Each trick begins with its leader; F, M, R are the seats (you are ${seat}), and the
      winner's card is underlined. A frame marks where a result parts from yours.
      ${others.length ? " Opponents part first only where another version of the program played." : ""}</p></section>`;
}

/** @param {number} tricks */
const sameText = (tricks) =>
  `${tricks > 1 ? `The first ${tricks} tricks are` : "The first trick is"} the same in all.`;

/** @param {{result: HandResult, n: number}} props */
const Head = ({ result, n }) => html`<th scope="col">${nameOf(result, n)}
  ${result.replay ? html` <span class="pill">replay</span>` : null}</th>`;

/** @param {{result: HandResult}} props */
const Gain = ({ result: { gain, text, help } }) => html`<td>
  <b>${gain > 0 ? "+" : ""}${minus(gain)}</b> <${Words} text=${text} />
  ${help ? html`<br /><span class="soft">${help}</span>` : null}</td>`;

/** @param {{result: HandResult}} props */
const Calls = ({ result: { calls, parts, own } }) => html`<td>${calls.map((call, at) => html`
  ${at ? ", " : ""}<span key=${at} class=${parts === at && !own ? "parts" : ""}>
    <${Words} text=${capital(call.text)} /></span>`)}</td>`;

/** A trick with its leader first; the card that parts is marked. @param {{result: HandResult, number: number}} props */
function TrickCell({ result, number }) {
  const trick = result.tricks[number];
  const mark = result.own ? -1 : result.parts - result.calls.length - number * 3;
  return html`<td>${trick?.cards.map(({ seat, card }, n) => html`
    <span key=${card} class=${`in-trick ${n === mark ? "parts" : ""} ${seat === trick.winner ? "wins" : ""}`}>
      <span class="soft">${"FMR"[seat]}</span><${CardText} card=${card} /></span> `)}</td>`;
}

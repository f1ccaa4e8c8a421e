// What explains the tab: the person's sessions to start with, the colours and small numbers of the cards, the keys.

import { isReport, textOf } from "../../ask.js";
import { useAnswer } from "../../parts/answers.js";
import { LETTERS, SEATS } from "../../parts/cards.js";
import { Button, Dialog, messageOf, Notice } from "../../parts/controls.js";
import { html, useState } from "../../parts/view.js";
import { ago, counted } from "../../parts/wording.js";
import { goTo, linkTo } from "../../route.js";
import { playToday } from "../play/table_state.js";
import { storeText } from "./review.js";

/** @param {{view: string, goal?: string}} props goal: the letter of the seat whose success counts, if not declarer */
export function Legend({ view, goal }) {
  if (view) {
    return html`<p class="legend" id="legend">On the cards: declarer's chance in per cent, from what
      ${` ${SEATS[LETTERS.indexOf(view)]} `} can see (undeclared: expected points).
      Cards without a number look worse. Framed: the card to play; others with the same number are about as good.</p>`;
  }
  const hero = goal ? SEATS[LETTERS.indexOf(goal)] : "declarer";
  return html`<ul class="legend" id="legend">
    ${isReport ? null : html`<li>Click any card of the seat to play, and the board goes on from there.</li>`}
    <li><i class="held makes"></i> good for its player: ${hero} can still force success, or ${hero === "declarer"
      ? "a defender" : "another"} can stop him</li>
    <li><i class="held fails"></i> bad for its player</li>
    <li><i class="held unknown"></i> not known</li>
    <li>The small number: how many tricks ${hero} ends off after this card, with best play on all sides
      (<span class="suits">1–4</span>: between one and four).</li></ul>`;
}

const KEYS = [
  ["Tab, ↑ ↓, Enter", "choose and play a card"],
  ["← →", "one card back or forward"],
  ["Home End", "to the start or the end"],
  ...(isReport ? [["s t", "save, copy text"]] : [
    ["Backspace", "take back the last card"],
    ["← ↑ ↓ →, Space", "move and click among the cards when you enter a hand"],
    ["d e o s l t a", "deal, enter, open, save, copy link, copy text, advice"],
  ]),
];

/** @param {{view: string, onClose: () => void}} props */
export function Help({ view, onClose }) {
  return html`<${Dialog} title="Keys and colours" onClose=${onClose}><div id="helping">
    <${Legend} view=${view} />
    <dl>${KEYS.map(([keys, what]) => html`<dt key=${keys}>${keys}</dt><dd>${what}</dd>`)}</dl></div><//>`;
}

/** Says what a report cannot do, and what can. */
export function MoreThanReport() {
  return html`<section class="panel"
      aria-labelledby="more-than-report"><h2 id="more-than-report">Other cards, and advice</h2>
    <p>A report shows the play as it was. To try other cards at any point, to ask for advice or to play the hand again,
      open its record
      or session in the Analysis tab of the page (<code>clumond web</code>).</p></section>`;
}

/** The hands that the author of Clumond published, in the order of the file. */
const SAMPLES = ["Sample hand 1", "The same, corrected", "Sample hand 2"];

export function Start() {
  const { answer } = useAnswer("sessions", {});
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const openSample = async (/** @type {number} */ deal) => {
    storeText(await textOf("sample-hands.clumond"));
    goTo("analysis", { text: "yes", deal });
  };
  const played = (answer?.sessions ?? []).filter((session) => session.deals > 0).slice(0, 12);
  return html`<p>One board for a hand that was played, a deal or a position. Of a played hand you see what each card
    cost, as its player saw it
      and with all hands open, and what was better; you can try other cards at any point, see what can be forced, and
      play it again from there.
      Enter or paste a hand, a deal, a record or a session, or open a file of them.</p>
    ${fault ? html`<${Notice} kind="error">${messageOf(fault)}<//>` : null}
    <section class="panel samples" aria-labelledby="samples"><h2 id="samples">Look at one</h2>
      <p>Hands that the author of Clumond published, card by card. Or play the deal of the day, and review it here.</p>
      <div class="bar">${SAMPLES.map((title, n) =>
        html`<${Button} key=${title} kind=${n || played.length ? "plain" : "main"}
            onClick=${() => openSample(n + 1).catch(setFault)}>${title}<//>`)}
        <${Button} onClick=${() => playToday().catch(setFault)}>Play today's deal<//></div></section>
    ${played.length ? html`<section class="panel" aria-labelledby="played">
      <h2 id="played">Your sessions</h2>
      <ul class="sessions">${played.map(({ id, game, names, deals, ago: seconds }) => html`<li key=${id}>
        <span class="what">${game}, ${names.join(", ")}, <span class="soft">${ago(seconds)}</span></span>
        <a class="button" href=${linkTo("analysis", { table: id, deal: deals })}>
          ${deals === 1 ? "Open it" : `Open the last of ${counted(deals, "deal")}`}</a></li>`)}</ul></section>`
      : answer ? html`<p>The deals that you play are listed here. <a href=${linkTo("play")}>Play one</a>.</p>` : null}`;
}

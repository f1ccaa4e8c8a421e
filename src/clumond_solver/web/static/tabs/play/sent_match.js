// A match that somebody sent (`#/play?match=…`): several hands, played one after another, with all results and totals.

/** @import { MatchShown, TableShown } from "../../wire.d.ts" */

import { ask } from "../../ask.js";
import { useAnswer } from "../../parts/answers.js";
import { Button, Field, messageOf, Notice } from "../../parts/controls.js";
import { tabTexts, useTypedName } from "../../parts/storage.js";
import { html, useState } from "../../parts/view.js";
import { counted, minus } from "../../parts/wording.js";
import { linkTo } from "../../route.js";
import { BeforeLoading, Send } from "./sent_hand.js";
import { goToTable } from "./table_state.js";

/** Whether a message has a link to a match, not to a hand. @param {string} text */
export const isMatch = (text) => /match(=|-3d|%(25)*3d)|^\W*[35]\w{11}/i.test(text);

/** The link to the match in which this table is a hand; "" for most. @param {string} table */
export function matchOf(table) {
  const [id, link] = (tabTexts.read("match") ?? "").split(" ");
  return id === table ? link : "";
}

/** @param {{link: string, from: string}} props from: the name of who sent it, as the link says it */
export function Match({ link, from }) {
  const [typed, setTyped] = useTypedName();
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const { answer, error, isAsked } = useAnswer("match", { text: link, name: typed }, { delay: 100 });
  // While a name is typed, the page shows the match as it was.
  const [last, setLast] = useState(answer);
  if (answer && answer !== last) setLast(answer);
  const match = answer ?? last;
  const next = match?.hands.findIndex((hand) => !hand.played) ?? -1;
  /** @param {TableShown} table */
  const begin = (table) => {
    tabTexts.write("match", `${table.id} ${link}`);
    goToTable(table);
  };
  const play = () => ask("hand-table", {
    text: match?.hands[next].link, name: typed, again: false, hand: next + 1, match: match?.hands.length,
  }).then(begin, setFault);
  const own = match?.players.find((player) => player.own);
  return html`<div class="sent-hand"><h1>${match ? `A match of ${counted(match.hands.length, "hand")}` : "A match"}</h1>
    ${error || fault ? html`<${Notice} kind="error">${error || messageOf(fault)}<//>
      <p><a href=${linkTo("play")}>Back to your games</a></p>` : null}
    ${match || error ? null : html`<${BeforeLoading} from=${from} what="a match" />`}
    ${!match || (error && !isAsked) ? null : html`
      ${own ? html`<${Totals} match=${match} />` : html`<p>Played by: ${
        match.players.map((player) => player.name || "somebody without a name").join(", ") || "nobody yet"}.</p>`}
      <section class="panel" aria-label=${next < 0 ? "Send it" : "Play it"}>
        <div class="fields wide">
          <${Field} label="Your name (others see it; may stay empty)" value=${typed} maxLength=${30}
            onInput=${setTyped} /></div>
        ${next < 0 ? null : html`<p
            class="soft small-text">You get the cards that the others had, from the same seats, against the same
            opponents. Results of a hand appear once you have played it.</p>
          <div class="bar"><${Button} kind="main"
            onClick=${play}>${match.hands[next].begun ? "Continue" : "Play"} hand ${next
              + 1} of ${match.hands.length}<//></div>`}
        ${own ? html`<${Send} what=${match.players.length > 1 ? "A match of Clumond, with our results"
          : "Play my match of Clumond"} kind="match" link=${match.link} name=${typed}
          note=${`This message holds ${counted(match.hands.length,
            "hand")} and the results so far; whoever has it may send it back before he has played all.`} />` : null}
      </section>`}</div>`;
}

/** The gains by hand and player, and each player's total. @param {{match: MatchShown}} props */
function Totals({ match: { hands, players } }) {
  const most = Math.max(...players.map(({ gains }) => gains.filter((gain) => gain !== null).length));
  return html`<section class="panel" aria-label="Results"><h2>Side by side</h2>
    <div class="scroller" tabindex="0" role="region"
      aria-label="Results side by side"><table class="side-by-side match">
      <thead><tr><td></td>${players.map((player, n) =>
        html`<th scope="col" key=${n}>${player.own ? "You" : player.name || `Player ${n + 1}`}</th>`)}</tr></thead>
      <tbody>${hands.map((hand, n) => html`<tr key=${n}><th scope="row">${hand.played
          ? html`<a href=${linkTo("play", { hand: hand.link })}>Hand ${n + 1}</a>`
          : `Hand ${n + 1}`} <span class="soft">${hand.seat}</span></th>
        ${players.map((player, at) => html`<td key=${at}>${plus(player.gains[n])}</td>`)}</tr>`)}
        <tr><th scope="row">Total</th>${players.map(({ total, gains }, at) => {
          const count = gains.filter((gain) => gain !== null).length;
          return html`<td key=${at}>${count ? html`<b>${plus(total)}</b>` : "–"}
            ${count && count < most ? html` <span class="soft">of ${counted(count, "hand")}</span>` : null}</td>`;
        })}</tr></tbody></table></div></section>`;
}

/** @param {number | null} gain */
const plus = (gain) => (gain === null ? "–" : `${gain > 0 ? "+" : ""}${minus(gain)}`);

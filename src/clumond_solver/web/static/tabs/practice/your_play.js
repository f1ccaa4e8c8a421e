// Your play: the person's results in the stored sessions, on one screen.

/** @import { Successes, YourPlay } from "../../wire.d.ts" */

import { useAnswer } from "../../parts/answers.js";
import { Strain } from "../../parts/cards.js";
import { ChanceBar } from "../../parts/chance_bar.js";
import { Notice } from "../../parts/controls.js";
import { html } from "../../parts/view.js";
import { capital, counted, minus, percent } from "../../parts/wording.js";
import { linkTo } from "../../route.js";

const ROLES = ["declaring", "defending", "undeclared"];

export function YourFigures() {
  const { answer: figures, error } = useAnswer("your-play", {});
  return html`<h1>Your play</h1>
    ${error ? html`<${Notice} kind="error">${error}<//>`
      : !figures ? html`<p class="loading">Reading your sessions …</p>`
      : !figures.hands ? html`<p>No hand of Clumond is finished yet. <a href=${linkTo("play")}>Play one</a>, and come back.</p>`
      : html`<${Report} figures=${figures} />`}`;
}

/** @param {{figures: YourPlay}} props */
function Report({ figures }) {
  const { declared, made } = figures.declared;
  const { stated } = figures;
  const which = stated.declared < declared ? `the last ${stated.declared}` : "these";
  const successes = declared ? `you declared ${declared} and made ${made} (${percent(made / declared)})` : "you have not declared yet";
  return html`<p class="task">${counted(figures.hands, "hand")} of Clumond, guided hands not counted; ${successes}.</p>
    ${stated.declared ? html`<p>Whoever follows every hint makes about ${percent(stated.chance)} of ${which}, against the same opponents; you made ${percent(stated.made / stated.declared)}.</p>` : null}
    <div class="your-play">
      ${declared ? html`<${SuccessTable} title="By strain" rows=${figures.strains} name=${(strain) => html`<${Strain} strain=${strain} />`} />
        <${SuccessTable} title="By level of the opponents" rows=${figures.levels} name=${capital} />` : null}
      <section class="panel" aria-label="Average gain"><table class="chances"><caption>Average gain</caption>
        <tbody>${figures.gains.filter((gains) => gains.hands).map((gains) => ROLES.map((role) =>
          html`<tr key=${role + gains.scoring}><th scope="row">${capital(role)}</th>
            <td class="number">${gains.roles[role].hands ? `${minus(gains.roles[role].gain.toFixed(1))} ${gains.scoring === "chips" ? "chips" : "points"}` : "–"}</td>
            <td class="number soft">${counted(gains.roles[role].hands, "hand")}</td></tr>`))}</tbody></table></section>
      ${declared ? html`<section class="panel" aria-label="Hands to look at again"><h2>Hands to look at again</h2>
        ${figures.again.length ? html`<ul>${figures.again.map((hand) => html`<li key=${hand.session + hand.deal}>
          <a href=${linkTo("analysis", { table: hand.session, deal: hand.deal })}><${Strain} strain=${hand.strain} />, ${hand.off} off (hand ${hand.deal})</a></li>`)}</ul>`
        : html`<p class="soft">You made every hand that you declared.</p>`}</section>` : null}
    </div>`;
}

/** @param {{title: string, rows: Record<string, Successes>, name: (word: string) => any}} props */
function SuccessTable({ title, rows, name }) {
  return html`<section class="panel" aria-label=${title}><table class="chances"><caption>${title}: made, of those declared</caption>
    <tbody>${Object.entries(rows).filter(([, row]) => row.declared).map(([word, row]) => html`<tr key=${word}>
      <th scope="row">${name(word)}</th>
      <td class="meter"><${ChanceBar} chance=${row.made / row.declared} /></td>
      <td class="number">${row.made} of ${row.declared}</td></tr>`)}</tbody></table></section>`;
}

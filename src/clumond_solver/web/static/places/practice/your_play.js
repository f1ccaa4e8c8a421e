// Your play: what the sessions kept here tell, on one screen.

import { ask } from "../../ask.js";
import { Strain } from "../../parts/cards.js";
import { messageOf, Notice } from "../../parts/controls.js";
import { html, useEffect, useState } from "../../parts/view.js";
import { capital, counted, minus } from "../../parts/wording.js";
import { linkTo } from "../../route.js";

/** @typedef {import("../../wire.d.ts").YourPlay} Figures */
/** @typedef {import("../../wire.d.ts").Made} Made */

const ROLES = ["declaring", "defending", "undeclared"];

export function YourPlay() {
  const [found, setFound] = useState(/** @type {Figures | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    const asking = new AbortController();
    ask("your-play", {}, { signal: asking.signal }).then(setFound, (fault) => asking.signal.aborted || setError(fault));
    return () => asking.abort();
  }, []);
  return html`<h1>Your play</h1>
    ${error ? html`<${Notice} kind="error">${messageOf(error)}<//>`
      : !found ? html`<p class="loading">Looking at your sessions …</p>`
      : !found.hands ? html`<p>No hand of Clumond is finished yet. <a href=${linkTo("play")}>Play one</a>, and come back.</p>`
      : html`<${Report} found=${found} />`}`;
}

/** @param {{found: Figures}} props */
function Report({ found }) {
  const { declared, made } = found.declared;
  const successes = declared ? `you declared ${declared} and made ${made} (${Math.round((100 * made) / declared)} %)` : "you have not declared yet";
  return html`<p class="task">${counted(found.hands, "hand")} of Clumond; ${successes}.</p>
    <div class="your-play">
      ${declared ? html`<${Successes} title="By strain" rows=${found.strains} name=${(/** @type {string} */ strain) => html`<${Strain} strain=${strain} />`} />
        <${Successes} title="By level of the others" rows=${found.levels} name=${capital} />` : null}
      <section class="panel" aria-label="What a hand brings"><table class="chances"><caption>What a hand brings you, in so many hands</caption>
        <tbody>${found.gains.filter((each) => each.hands).map((each) => ROLES.map((role) =>
          html`<tr key=${role + each.scoring}><th scope="row">${capital(role)}</th>
            <td class="number">${each.roles[role].hands ? `${minus(each.roles[role].gain.toFixed(1))} ${each.scoring === "chips" ? "chips" : "points"}` : "–"}</td>
            <td class="number soft">in ${each.roles[role].hands}</td></tr>`))}</tbody></table></section>
      ${declared ? html`<section class="panel" aria-label="Hands to look at again"><h2>Look at again</h2>
        ${found.again.length ? html`<ul>${found.again.map((hand) => html`<li key=${hand.table + hand.deal}>
          <a href=${linkTo("review", { table: hand.table, deal: hand.deal })}><${Strain} strain=${hand.strain} />, ${hand.off} off (hand ${hand.deal})</a></li>`)}</ul>`
        : html`<p class="soft">You made every hand that you declared.</p>`}</section>` : null}
    </div>`;
}

/** @param {{title: string, rows: Record<string, Made>, name: (word: string) => any}} props */
function Successes({ title, rows, name }) {
  return html`<section class="panel" aria-label=${title}><table class="chances"><caption>${title}: made of declared</caption>
    <tbody>${Object.entries(rows).filter(([, row]) => row.declared).map(([word, row]) => html`<tr key=${word}>
      <th scope="row">${name(word)}</th>
      <td class="meter"><div class="p" style=${{ width: `${(100 * row.made) / row.declared}%` }}></div></td>
      <td class="number">${row.made} of ${row.declared}</td></tr>`)}</tbody></table></section>`;
}

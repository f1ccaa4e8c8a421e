// Your play: the person's results in the stored sessions, on one screen.

/** @typedef {import("./mistake_boxes.js").Mistake} Mistake */
/** @import { HandAgain, Loss, PointsLost, Successes, YourPlay } from "../../wire.d.ts" */

import { ask } from "../../ask.js";
import { useAnswer } from "../../parts/answers.js";
import { Strain } from "../../parts/cards.js";
import { Button, ChanceBar, messageOf, Notice, Progress } from "../../parts/controls.js";
import { useStoredData } from "../../parts/storage.js";
import { html, useEffect, useRef, useState } from "../../parts/view.js";
import { capital, counted, minus, percent, signed } from "../../parts/wording.js";
import { linkTo } from "../../route.js";
import { useMistakes, withHand } from "./mistake_boxes.js";
import { MistakesPanel } from "./mistakes.js";

const ROLES = ["declaring", "defending", "undeclared"];
/** The parts of a hand, as the backend names them, and their headings. @type {["calls" | "opening" | "middle" | "last", string][]} */
const PARTS = [["calls", "Calls"], ["opening", "1–4"], ["middle", "5–9"], ["last", "10–13"]];
const HANDS_AT_ONCE = 10;
const MOST_COSTLY = 5;

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
  const [mistakes, storeMistakes] = useMistakes();
  const { declared, made } = figures.declared;
  const { stated } = figures;
  const which = stated.declared < declared ? `the last ${stated.declared}` : "these";
  const successes = declared ? `you declared ${declared} and made ${made} (${percent(made / declared)})` : "you have not declared yet";
  return html`<p class="task">${counted(figures.hands, "hand")} of Clumond, guided hands not counted; ${successes}.</p>
    ${stated.declared ? html`<p>Whoever follows every hint makes about ${percent(stated.chance)} of ${which}, against the same opponents; you made ${percent(stated.made / stated.declared)}${stated.is_luck ? ", within luck" : ""}.</p>` : null}
    <div class="your-play">
      ${declared ? html`<${SuccessTable} title="By strain" rows=${figures.strains} name=${(strain) => html`<${Strain} strain=${strain} />`} />
        <${SuccessTable} title="By level of the opponents" rows=${figures.levels} name=${capital} />` : null}
      <section class="panel" aria-label="Average gain"><table class="chances"><caption>Average gain</caption>
        <tbody>${figures.gains.filter((gains) => gains.hands).map((gains) => ROLES.map((role) =>
          html`<tr key=${role + gains.scoring}><th scope="row">${capital(role)}</th>
            <td class="number">${gains.roles[role].hands ? `${minus(gains.roles[role].gain.toFixed(1))} ${gains.scoring === "chips" ? "chips" : "points"}` : "–"}</td>
            <td class="number soft">${counted(gains.roles[role].hands, "hand")}</td></tr>`))}</tbody></table></section>
      <${MistakesPanel} mistakes=${mistakes} />
      <${LostPoints} latest=${figures.latest} mistakes=${mistakes} storeMistakes=${storeMistakes} />
      ${declared ? html`<section class="panel" aria-label="Hands to look at again"><h2>Hands to look at again</h2>
        ${figures.again.length ? html`<ul>${figures.again.map((hand) => html`<li key=${hand.session + hand.deal}>
          <a href=${linkTo("analysis", { table: hand.session, deal: hand.deal })}><${Strain} strain=${hand.strain ?? ""} />, ${hand.off} off (hand ${hand.deal})</a></li>`)}</ul>`
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

/**
 * Where points are lost, by role and part of the hand: of the latest hands that have been searched for it. The
 * browser stores the findings, since each hand takes seconds.
 * @param {{latest: HandAgain[], mistakes: Mistake[], storeMistakes: (mistakes: Mistake[]) => void}} props
 */
function LostPoints({ latest, mistakes, storeMistakes }) {
  const [lost, store] = useStoredData("points-lost", /** @type {Record<string, PointsLost>} */ ({}));
  const [toSearch, setToSearch] = useState(/** @type {HandAgain[]} */ ([]));
  const [done, setDone] = useState(0);
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);
  const key = (/** @type {HandAgain} */ hand) => `${hand.session} ${hand.deal}`;
  const known = latest.filter((hand) => lost[key(hand)]);
  const others = latest.filter((hand) => !lost[key(hand)]).slice(0, HANDS_AT_ONCE);
  const search = async () => {
    setToSearch(others);
    setDone(0);
    // Findings for hands that are gone, or too old, are dropped.
    const kept = Object.fromEntries(known.map((hand) => [key(hand), lost[key(hand)]]));
    let all = mistakes;
    const now = Date.now();
    try {
      for (const [n, hand] of others.entries()) {
        const found = await ask("hand-lost", { session: hand.session, deal: hand.deal }, { signal: controller.current.signal });
        kept[key(hand)] = found.lost;
        store(kept);
        all = withHand(all, hand, found.mistakes, now - n);
        storeMistakes(all);
        setDone(n + 1);
      }
    } catch (error) {
      if (!controller.current.signal.aborted) setFault(error);
    }
    setToSearch([]);
  };
  const costly = known.filter((hand) => !lost[key(hand)].sum.is_luck)
    .sort((one, other) => lost[key(other)].sum.amount - lost[key(one)].sum.amount).slice(0, MOST_COSTLY);
  const rows = ["paper", "chips"].flatMap((scoring) => ROLES.map((role) => ({ scoring, role, of: known.map((hand) => lost[key(hand)]).filter((loss) => loss.role === role && loss.scoring === scoring) }))).filter(({ of }) => of.length);
  return html`<section class="panel lost-points" aria-label="Where you lose points"><h2>Where you lose points</h2>
    ${rows.length ? html`<div class="scroller" tabindex="0" role="region" aria-label="Points lost"><table class="chances"><caption>Given away per hand: calls, and tricks</caption>
      <thead><tr><td></td>${PARTS.map(([part, title]) => html`<th scope="col" key=${part} class="number">${title}</th>`)}<th scope="col" class="number">Hands</th></tr></thead>
      <tbody>${rows.map(({ scoring, role, of }) => html`<tr key=${role + scoring}><th scope="row">${capital(role)}${scoring === "chips" ? ", chips" : ""}</th>
        ${PARTS.map(([part]) => {
          const { text, isLuck } = perHand(of.map((loss) => loss[part]));
          return html`<td key=${part} class=${isLuck ? "number soft" : "number"}>${text}</td>`;
        })}
        <td class="number soft">${of.length}</td></tr>`)}</tbody></table></div>
      <p>In all, per hand: ${rows.map(inAll).join("; ")}.</p><p class="soft small-text">Grey figures are within luck.</p>` : html`<p class="soft">Each call and card is compared with what was better from your seat: in calls, openings, the middle, and the last tricks.</p>`}
    ${costly.length ? html`<p>These cost most:</p><ul>${costly.map((hand) => {
      const loss = lost[key(hand)];
      const [, title] = PARTS.reduce((most, part) => (loss[part[0]].amount > loss[most[0]].amount ? part : most));
      return html`<li key=${key(hand)}><a href=${linkTo("analysis", { table: hand.session, deal: hand.deal })}>${capital(loss.role)}, ${signed(-loss.sum.amount)} ${loss.scoring === "chips" ? "chips" : "points"}</a> <span class="soft">most in ${title === "Calls" ? "the calls" : `tricks ${title}`}</span></li>`;
    })}</ul>` : null}
    ${fault ? html`<${Notice} kind="error">${messageOf(fault)}<//>` : null}
    ${toSearch.length ? html`<${Progress} label=${`Searching ${counted(toSearch.length, "hand")}`} done=${done} total=${toSearch.length} />`
      : others.length ? html`<div class="bar"><${Button} onClick=${search}>Search ${known.length ? `${others.length} more` : counted(others.length, "hand")}<//></div>` : null}</section>`;
}

/** The mean loss of a hand with its error, and whether luck may explain it. @param {Loss[]} losses */
function perHand(losses) {
  const amount = losses.reduce((total, loss) => total + loss.amount, 0) / losses.length;
  const error = Math.hypot(...losses.map((loss) => loss.error)) / losses.length;
  return { text: Math.abs(amount) < 0.05 ? "0.0" : minus(amount.toFixed(1)), error: error.toFixed(1), isLuck: Math.abs(amount) <= 2 * error };
}

/** What a role loses in all, in words. @param {{scoring: string, role: string, of: PointsLost[]}} row */
function inAll({ scoring, role, of }) {
  const { text, error, isLuck } = perHand(of.map((loss) => loss.sum));
  return `${role} ${text} ± ${error} ${scoring === "chips" ? "chips" : "points"}${isLuck ? ", within luck" : ""}`;
}

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
/**
 * The parts of a hand, as the backend names them, and their headings.
 * @type {["calls" | "opening" | "middle" | "last", string][]}
 */
const PARTS = [["calls", "Calls"], ["opening", "1–4"], ["middle", "5–9"], ["last", "10–13"]];
const HANDS_AT_ONCE = 10;
const MOST_COSTLY = 5;

export function YourFigures() {
  const { answer: figures, error } = useAnswer("your-play", {});
  return html`<h1>Your play</h1>
    ${error ? html`<${Notice} kind="error">${error}<//>` : html`<${FiguresIfAny} figures=${figures} />`}`;
}

/** @param {{figures: YourPlay | null}} props */
function FiguresIfAny({ figures }) {
  if (!figures) return html`<p class="loading">Reading your sessions …</p>`;
  if (!figures.hands) {
    return html`<p>No hand of Clumond is finished yet. <a href=${linkTo("play")}>Play one</a>, and come back.</p>`;
  }
  return html`<${Report} figures=${figures} />`;
}

/** @param {{figures: YourPlay}} props */
function Report({ figures }) {
  const [mistakes, storeMistakes] = useMistakes();
  const { declared, made } = figures.declared;
  const successes = declared ? `you declared ${declared} and made ${made} (${percent(made / declared)})`
    : "you have not declared yet";
  return html`<p class="task">
      ${counted(figures.hands, "hand")} of Clumond, guided hands not counted; ${successes}.</p>
    ${figures.stated.declared ? html`<p>${besideHints(figures)}</p>` : null}
    <div class="your-play">
      ${declared ? html`<${SuccessTable} title="By strain" rows=${figures.strains}
          name=${(strain) => html`<${Strain} strain=${strain} />`} />
        <${SuccessTable} title="By level of the opponents" rows=${figures.levels} name=${capital} />` : null}
      <${Gains} figures=${figures} />
      <${MistakesPanel} mistakes=${mistakes} />
      <${LostPoints} latest=${figures.latest} mistakes=${mistakes} storeMistakes=${storeMistakes} />
      ${declared ? html`<${HandsToLookAt} hands=${figures.again} />` : null}
    </div>`;
}

/** How the person did beside one who follows every hint. @param {YourPlay} figures */
function besideHints({ stated, declared }) {
  const which = stated.declared < declared.declared ? `the last ${stated.declared}` : "these";
  return `Whoever follows every hint makes about ${percent(stated.chance)} of ${which}, against the same opponents;`
    + ` you made ${percent(stated.made / stated.declared)}${stated.is_luck ? ", within luck" : ""}.`;
}

/** @param {string} scoring */
const unitOf = (scoring) => (scoring === "chips" ? "chips" : "points");

/** @param {{figures: YourPlay}} props */
function Gains({ figures }) {
  const rows = figures.gains.filter((gains) => gains.hands)
    .flatMap(({ scoring, roles }) => ROLES.map((role) => ({ scoring, role, ...roles[role] })));
  return html`<section class="panel" aria-label="Average gain"><table class="chances"><caption>Average gain</caption>
    <tbody>${rows.map(({ scoring, role, hands, gain }) => html`<tr key=${role + scoring}>
      <th scope="row">${capital(role)}</th>
      <td class="number">${hands ? `${minus(gain.toFixed(1))} ${unitOf(scoring)}` : "–"}</td>
      <td class="number soft">${counted(hands, "hand")}</td></tr>`)}</tbody></table></section>`;
}

/** The declared hands that were lost. @param {{hands: HandAgain[]}} props */
function HandsToLookAt({ hands }) {
  const list = hands.map((hand) => html`<li key=${hand.session + hand.deal}>
    <a href=${linkTo("analysis", { table: hand.session, deal: hand.deal })}>
      <${Strain} strain=${hand.strain ?? ""} />, ${hand.off} off (hand ${hand.deal})</a></li>`);
  return html`<section class="panel" aria-label="Hands to look at again"><h2>Hands to look at again</h2>
    ${list.length ? html`<ul>${list}</ul>`
      : html`<p class="soft">You made every hand that you declared.</p>`}</section>`;
}

/** @param {{title: string, rows: Record<string, Successes>, name: (word: string) => any}} props */
function SuccessTable({ title, rows, name }) {
  return html`<section class="panel" aria-label=${title}><table class="chances">
    <caption>${title}: made, of those declared</caption>
    <tbody>${Object.entries(rows).filter(([, row]) => row.declared).map(([word, row]) => html`<tr key=${word}>
      <th scope="row">${name(word)}</th>
      <td class="meter"><${ChanceBar} chance=${row.made / row.declared} /></td>
      <td class="number">${row.made} of ${row.declared}</td></tr>`)}</tbody></table></section>`;
}

/** @typedef {Record<string, PointsLost>} Findings by `handKey` */

/** @param {HandAgain} hand */
const handKey = ({ session, deal }) => `${session} ${deal}`;

/**
 * Where points are lost, by role and part of the hand: of the latest hands that have been searched for it. The
 * browser stores the findings, since each hand takes seconds.
 * @param {{latest: HandAgain[], mistakes: Mistake[], storeMistakes: (mistakes: Mistake[]) => void}} props
 */
function LostPoints({ latest, mistakes, storeMistakes }) {
  const [lost, store] = useStoredData("points-lost", /** @type {Findings} */ ({}));
  const [toSearch, setToSearch] = useState(/** @type {HandAgain[]} */ ([]));
  const [done, setDone] = useState(0);
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);
  const known = latest.filter((hand) => lost[handKey(hand)]);
  const others = latest.filter((hand) => !lost[handKey(hand)]).slice(0, HANDS_AT_ONCE);
  const search = async () => {
    setToSearch(others);
    setDone(0);
    setFault(null);
    // Findings for hands that are gone, or too old, are dropped.
    const kept = Object.fromEntries(known.map((hand) => [handKey(hand), lost[handKey(hand)]]));
    const { signal } = controller.current;
    let all = mistakes;
    const now = Date.now();
    try {
      for (const [n, hand] of others.entries()) {
        const found = await ask("hand-lost", { session: hand.session, deal: hand.deal }, { signal });
        kept[handKey(hand)] = found.lost;
        store(kept);
        all = withHand(all, hand, found.mistakes, now - n);
        storeMistakes(all);
        setDone(n + 1);
      }
    } catch (error) {
      if (!signal.aborted) setFault(error);
    }
    setToSearch([]);
  };
  const more = known.length ? `${others.length} more` : counted(others.length, "hand");
  return html`<section class="panel lost-points" aria-label="Where you lose points"><h2>Where you lose points</h2>
    ${known.length ? html`<${LossTable} losses=${known.map((hand) => lost[handKey(hand)])} />`
      : html`<p class="soft">Each call and card is compared with what was better from your seat: in calls, openings,
        the middle, and the last tricks.</p>`}
    <${CostliestHands} hands=${known} lost=${lost} />
    ${fault ? html`<${Notice} kind="error">${messageOf(fault)}<//>` : null}
    ${toSearch.length ? html`<${Progress} label=${`Searching ${counted(toSearch.length, "hand")}`} done=${done}
      total=${toSearch.length} />` : null}
    ${!toSearch.length && others.length ? html`<div class="bar"><${Button} onClick=${search}>Search ${more}<//></div>`
      : null}</section>`;
}

/** The losses by role and scoring: per hand in each part, and in all. @param {{losses: PointsLost[]}} props */
function LossTable({ losses }) {
  const kinds = ["paper", "chips"].flatMap((scoring) => ROLES.map((role) => ({ scoring, role })));
  const rows = kinds.map(({ scoring, role }) => (
    { scoring, role, of: losses.filter((loss) => loss.role === role && loss.scoring === scoring) }
  )).filter(({ of }) => of.length);
  return html`<div class="scroller" tabindex="0" role="region" aria-label="Points lost"><table class="chances">
      <caption>Given away per hand: calls, and tricks</caption>
      <thead><tr><td></td>
        ${PARTS.map(([part, title]) => html`<th scope="col" key=${part} class="number">${title}</th>`)}
        <th scope="col" class="number">Hands</th></tr></thead>
      <tbody>${rows.map(({ scoring, role, of }) => html`<tr key=${role + scoring}>
        <th scope="row">${capital(role)}${scoring === "chips" ? ", chips" : ""}</th>
        ${PARTS.map(([part]) => html`<${LossCell} key=${part} losses=${of.map((loss) => loss[part])} />`)}
        <td class="number soft">${of.length}</td></tr>`)}</tbody></table></div>
    <p>In all, per hand: ${rows.map(inAll).join("; ")}.</p>
    <p class="soft small-text">Grey figures are within luck.</p>`;
}

/** @param {{losses: Loss[]}} props */
function LossCell({ losses }) {
  const { text, isLuck } = perHand(losses);
  return html`<td class=${isLuck ? "number soft" : "number"}>${text}</td>`;
}

/** The hands that cost most, and in which part. @param {{hands: HandAgain[], lost: Findings}} props */
function CostliestHands({ hands, lost }) {
  const amountOf = (/** @type {HandAgain} */ hand) => lost[handKey(hand)].sum.amount;
  const costly = hands.filter((hand) => !lost[handKey(hand)].sum.is_luck)
    .sort((one, other) => amountOf(other) - amountOf(one)).slice(0, MOST_COSTLY);
  if (!costly.length) return null;
  return html`<p>These cost most:</p>
    <ul>${costly.map((hand) => html`
      <${CostlyHand} key=${handKey(hand)} hand=${hand} loss=${lost[handKey(hand)]} />`)}</ul>`;
}

/** @param {{hand: HandAgain, loss: PointsLost}} props */
function CostlyHand({ hand, loss }) {
  const [, title] = PARTS.reduce((most, part) => (loss[part[0]].amount > loss[most[0]].amount ? part : most));
  return html`<li><a href=${linkTo("analysis", { table: hand.session, deal: hand.deal })}>
      ${capital(loss.role)}, ${signed(-loss.sum.amount)} ${unitOf(loss.scoring)}</a>${" "}
    <span class="soft">most in ${title === "Calls" ? "the calls" : `tricks ${title}`}</span></li>`;
}

/** The mean loss of a hand with its error, and whether luck may explain it. @param {Loss[]} losses */
function perHand(losses) {
  const amount = losses.reduce((total, loss) => total + loss.amount, 0) / losses.length;
  const error = Math.hypot(...losses.map((loss) => loss.error)) / losses.length;
  const text = Math.abs(amount) < 0.05 ? "0.0" : minus(amount.toFixed(1));
  return { text, error: error.toFixed(1), isLuck: Math.abs(amount) <= 2 * error };
}

/** What a role loses in all, in words. @param {{scoring: string, role: string, of: PointsLost[]}} row */
function inAll({ scoring, role, of }) {
  const { text, error, isLuck } = perHand(of.map((loss) => loss.sum));
  return `${role} ${text} ± ${error} ${unitOf(scoring)}${isLuck ? ", within luck" : ""}`;
}

// What can be forced with all hands open: at this point, and in every strain.

/** @import { Depth, RetentionRow, RetentionsShown, StrainAdvice, Success } from "../../wire.d.ts" */

import { useAnswer } from "../../parts/answers.js";
import { Button, Progress } from "../../parts/controls.js";
import { LETTERS, SEATS, Strain, STRAINS, strainName } from "../../parts/cards.js";
import { html, useEffect, useState } from "../../parts/view.js";
import { percent } from "../../parts/wording.js";

/** Signs and words of how far a retention can be reached; null is not known yet. */
const REACHES = new Map(/** @type {[string | null, [string, string, string]][]} */ ([
  ["forced", ["✓", "forced", "forced: against everything"]],
  ["possible", ["◦", "possible", "with help: only if both others help"]],
  ["unforced", ["×", "unforced", "not forced: not against best defence; whether with help is not known yet"]],
  ["impossible", ["–", "impossible", "never: by no play at all"]],
  [null, ["?", "unknown", "not known yet"]],
]));

/** @param {string | null} reach */
const reachOf = (reach) => REACHES.get(reach) ?? /** @type {[string, string, string]} */ (["?", "unknown", "not known yet"]);

/** @param {{suits: string}} props */
function Suits({ suits }) {
  return html`<span class="suits">${[...suits].map((suit, place) => html`<${Strain} key=${place} strain=${suit} />`)}</span>`;
}

/** @param {{far: import("../../parts/answers.js").Answered<Depth, never>}} props */
export function OpenHands({ far }) {
  const kept = (far.answer?.retentions ?? []).filter((retention) => retention.reach !== "impossible");
  return html`<section class="panel" id="near" aria-labelledby="near-title"><h2 id="near-title">All hands open</h2>
    <p id="depth" class="soft">${far.error || far.answer?.text || "Thinking …"}</p>
    ${kept.length === 0 ? null : html`<p>Cards that can still match the tricks, with their code (green: can be forced):</p>
      <ul class="kept-list" id="kept">${kept.map((retention) => html`<li key=${retention.suits}
        class=${`kept ${reachOf(retention.reach)[1]}`} title=${reachOf(retention.reach)[2]}><${Suits} suits=${retention.suits} /> ${retention.code}<span
        class="unseen">, ${reachOf(retention.reach)[2]}</span></li>`)}</ul>`}
  </section>`;
}

/**
 * The twenty retentions in all five strains. It costs time, so it is asked for.
 * @param {{start: string, cards: string[], seat: number, deal: string | null, tens: string | null}} props
 *   deal: while no card of it is played
 */
export function Retentions({ start, cards, seat, deal, tens }) {
  const subject = JSON.stringify([start, cards, seat]);
  const [wanted, setWanted] = useState("");
  const [round, setRound] = useState(0);
  const looking = wanted === subject;
  const question = looking ? { start, cards, seat: LETTERS[seat], round } : null;
  const { answer, part, error } = useAnswer("retentions", question, { parts: true });
  const latest = answer ?? part;
  const [table, setTable] = useState(/** @type {RetentionsShown & {subject: string} | null} */ (null));
  useEffect(() => {
    if (!latest) return;
    setTable((old) => ({ subject, ...merged(old?.subject === subject ? old : null, latest) }));
    if (answer && answer.known < answer.of) setRound(answer.round ?? round);
  }, [latest]);
  const shown = table?.subject === subject ? table : null;
  const hand = deal?.split(":")[1].split(" ")[seat] ?? null;
  const often = useAnswer("advice", hand && (looking || shown) ? { hand, seat: LETTERS[seat], tens, scoring: "paper", pot: null } : null, { parts: true });
  const strains = (often.answer ?? often.part)?.strains ?? null;
  const complete = shown !== null && shown.known === shown.of;
  return html`<section class="panel" id="retentions" aria-labelledby="retentions-title">
    <h2 id="retentions-title">What ${SEATS[seat]} could keep, in each strain</h2>
    <p class="soft small-text">The twenty retentions ${cards.length ? "from this point on" : "from the first card on"}, if ${SEATS[seat]} declares
      ${" "}and all hands are open: <b class="reach forced">✓</b> forced, whatever the others do; <b class="reach possible">◦</b> only
      if both others help; <b class="reach impossible">–</b> never; <b class="reach unknown">?</b> not known yet.
      ${hand ? html`${" "}The numbers: the percentage of games that succeed with these cards, when players see only their own.` : null}</p>
    <div class="bar">
      ${complete ? null : html`<${Button} id="ask-retentions" onClick=${() => { setRound(0); setWanted(looking ? "" : subject); }}>${
        looking ? "Stop" : shown ? "Continue" : "Show the table"}<//>`}
      ${looking && !complete ? html`<${Progress} label=${shown ? `${shown.known} of ${shown.of} known` : "Thinking …"} done=${shown?.known ?? 0}
        total=${shown?.of ?? 100} />` : null}
      ${complete ? html`<p role="status" class="soft">The table is complete.</p>` : null}
    </div>
    ${error ? html`<p class="notice error" role="alert">${error}</p>` : null}
    ${shown ? html`<p id="retention-words">${shown.words}</p><${Table} rows=${shown.rows} seat=${seat} strains=${strains} />` : null}
  </section>`;
}

/**
 * What is known by now: a later look may know less than an earlier one.
 * @param {RetentionsShown | null} old
 * @param {RetentionsShown} now
 * @returns {RetentionsShown}
 */
function merged(old, now) {
  if (old === null) return now;
  const rows = now.rows.map((row, place) => ({
    ...row,
    reach: Object.fromEntries(STRAINS.map((strain) => [strain, row.reach[strain] ?? old.rows[place].reach[strain]])),
  }));
  const open = rows.flatMap((row) => Object.values(row.reach))
    .filter((reach) => reach === null || reach === "unforced");
  const words = now.known < old.known ? old.words : now.words;
  return { ...now, words, rows, known: now.of - open.length };
}

/**
 * How often a strain succeeds with some cards kept, of all games; nothing below half a per cent.
 * @param {StrainAdvice} strain
 * @param {string} suits
 */
function shareOf(strain, suits) {
  const games = (/** @type {Success[]} */ list) => list.reduce((sum, success) => sum + success.games, 0);
  const won = games(strain.successes);
  const share = won ? (strain.p * games(strain.successes.filter((success) => success.retention === suits))) / won : 0;
  return share >= 0.005 ? Math.round(100 * share) : "";
}

/** @param {{rows: RetentionRow[], seat: number, strains: Record<string, StrainAdvice> | null}} props */
function Table({ rows, seat, strains }) {
  return html`<div class="scroller" tabindex="0" role="region" aria-label="Retentions by strain"><table class="retentions">
    <caption class="unseen">How far ${SEATS[seat]} can reach each retention as declarer in each strain</caption>
    <thead><tr><th scope="col">Kept</th><th scope="col">Code</th>${STRAINS.map((strain) => html`<th key=${strain} scope="col"
      title=${strainName(strain)}>${strain === "NT" ? html`<abbr title="no trumps">NT</abbr>` : html`<${Strain} strain=${strain} />`}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${row.suits}><th scope="row"><${Suits} suits=${row.suits} /></th><td class="number">${row.code}</td>
      ${STRAINS.map((strain) => {
        const [sign, name, words] = reachOf(row.reach[strain]);
        return html`<td key=${strain} class=${`reach ${name}`} title=${`${strainName(strain)}: ${words}`}><span aria-hidden="true">${sign}</span><span
          class="unseen">${words}</span>${strains ? html` <small>${shareOf(strains[strain], row.suits)}</small>` : null}</td>`;
      })}</tr>`)}</tbody>
    ${strains ? html`<tfoot><tr><th scope="row" colspan="2">Succeeds</th>${STRAINS.map((strain) => html`<td key=${strain} class="reach">
      <b>${percent(strains[strain].p)}</b></td>`)}</tr>
      <tr><th scope="row" colspan="2">Games</th>${STRAINS.map((strain) => html`<td key=${strain} class="reach soft">${strains[strain].games}</td>`)}</tr></tfoot>` : null}
  </table></div>`;
}

// The end of a deal: what everybody had, what it brought, and what now.

/** @import { TableShown } from "../../wire.d.ts" */

import { CardText } from "../../parts/cards.js";
import { Button, Notice } from "../../parts/controls.js";
import { copyText } from "../../parts/files.js";
import { html, useEffect, useRef, useState } from "../../parts/view.js";
import { capital, minus, Words } from "../../parts/wording.js";
import { linkTo } from "../../route.js";
import { around, does, factOf, nameAt, playerAt } from "./deal.js";
import { Declared } from "./room.js";

/** @param {{table: TableShown, onNext: () => void, onAgain: () => void}} props */
export function Ended({ table, onNext, onAgain }) {
  const { deal } = table;
  const ended = table.ended ?? [];
  const row = table.standing.rows[table.number - 1];
  const bySeat = deal.facts.filter((fact) => fact.seats.length && fact.name !== "tricks");
  const declared = factOf(deal, "declared");
  const facts = bySeat.filter((fact) => fact !== declared);
  const seats = [deal.seat, ...around(table)];
  const [copied, setCopied] = useState(false);
  const copy = async () => setCopied(await copyText(table.result));
  const next = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => /** @type {HTMLElement | null} */ (next.current?.querySelector("button, a"))?.focus({ preventScroll: true }), []);
  return html`<section class="ended" aria-label="How it ended">
    ${verdict(table)}
    <div class="scroller" tabindex="0" role="region" aria-label="Result"><table>
      <thead><tr><th scope="col">Player</th><th scope="col" class="number">Tricks</th>
        ${facts.map((fact) => html`<th scope="col" key=${fact.name}>${capital(fact.name)}</th>`)}
        ${row?.notes.length ? html`<th scope="col">Notes</th>` : null}
        <th scope="col" class="number">Gain</th><th scope="col" class="number">Score</th></tr></thead>
      <tbody>${seats.map((seat) => {
        const player = playerAt(table, seat);
        return html`<tr key=${seat}><th scope="row">${table.players[player]}
          ${declared?.seats[seat] ? html`${" "}<${Declared} what=${declared.seats[seat]} />` : null}</th><td class="number">${deal.seats[seat].taken}</td>
          ${facts.map((fact) => html`<td key=${fact.name}><${Words} text=${(fact.seats[seat] ?? "").replace(/^-/, "−")} /></td>`)}
          ${row?.notes.length ? html`<td><${Words} text=${row.notes[player]} /></td>` : null}
          <td class="number">${plus(row?.gains[player] ?? 0)}</td><td class="number">${minus(table.standing.totals[player])}</td></tr>`;
      })}</tbody></table></div>
    <details open><summary>All hands</summary>
      ${seats.map((seat) => html`<p key=${seat} class="dealt"><b>${nameAt(table, seat)}</b>${" "}
        ${ended[seat].dealt.map((card) => html`<span key=${card} class=${ended[seat].left.includes(card) ? "kept" : ""}><${CardText} card=${card} /></span> `)}</p>`)}
      ${ended.some((hand) => hand.left.length) ? html`<p class="soft small-text">Framed: the cards that were kept.</p>` : null}
    </details>
    ${table.finished ? html`<${Notice} kind="good">${capital(table.winners)}.<//>` : null}
    ${table.result ? html`<p class="result"><${Words} text=${table.result} /></p>` : null}
    <div class="bar" ref=${next}>
      ${table.guided && table.finished ? html`<${Button} kind="main" onClick=${onAgain}>Play a real game<//>`
        : table.finished ? html`<a class="button main" href=${linkTo("play")}>Back to your sessions</a>`
        : html`<${Button} kind="main" onClick=${onNext} keys="n">Next ${table.game.words.deal}<//>`}
      <a class="button" href=${linkTo("review", { table: table.id, deal: table.number })}>Review this ${table.game.words.deal}</a>
      ${table.result ? html`<${Button} onClick=${copy}>${copied ? "Result copied" : "Copy the result"}<//>` : null}
    </div>
  </section>`;
}

/**
 * Whether declarer made it, and why, in a sentence.
 * @param {TableShown} table
 */
function verdict(table) {
  const { deal } = table;
  const [declared, kept, wanted, result, extra] = ["declared", "kept", "wanted", "result", "supplementary"].map((name) => factOf(deal, name)?.seats ?? []);
  const seat = declared.findIndex((strain, n) => strain && kept[n]);
  if (seat < 0) return null;
  const name = nameAt(table, seat);
  return html`<p class="verdict"><b>${name} ${result[seat] === "success" ? "succeeded" : "failed"}</b>: ${name === "You" ? "your" : "the"} cards${" "}
    <${Words} text=${kept[seat]} /> want ${wanted[seat]} tricks, and ${does(table, seat, "has").replace("You", "you")} ${deal.seats[seat].taken + Number(extra[seat] ?? 0)}.</p>`;
}

/** @param {number} gain */
const plus = (gain) => (gain > 0 ? `+${gain}` : minus(gain));

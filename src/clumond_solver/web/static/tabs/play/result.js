// The result of a deal: tricks, gains and scores, all hands, and what to do next.

/** @import { SeatOutcome, TableShown } from "../../wire.d.ts" */

import { ask } from "../../ask.js";
import { isFriends, ownSeat } from "../../keys.js";
import { CardFace, suitsText } from "../../parts/cards.js";
import { Button, messageOf, Notice } from "../../parts/controls.js";
import { CopyButton } from "../../parts/copying.js";
import { around, does, factOf, nameAt, playerAt } from "../../parts/deal.js";
import { html, useEffect, useRef, useState } from "../../parts/view.js";
import { capital, counted, minus, Words } from "../../parts/wording.js";
import { goTo, linkTo } from "../../route.js";
import { DeclaredPill } from "./felt.js";
import { matchOf } from "./sent_match.js";

/** @param {{table: TableShown, onNext: () => void, onPlayUnguided: () => void}} props */
export function Result({ table, onNext, onPlayUnguided }) {
  const { deal } = table;
  const hands = table.ended ?? [];
  const keeps = deal.retention_target !== null;
  const row = table.standing.rows[table.number - 1];
  const declared = factOf(deal, "declared");
  const aside = factOf(deal, "laid aside");
  const passed = factOf(deal, "all passed");
  const leftOver = factOf(deal, "left over");
  const facts = deal.facts.filter((fact) =>
    fact.by_seat.length && fact.kind !== "tricks" && fact.kind !== "role" && fact !== declared && fact !== aside);
  // What only one seat has is said beside its player: a column for each would not fit on a phone.
  const isOwn = (/** @type {import("../../wire.d.ts").Fact} */ fact) => fact.by_seat.filter(Boolean).length === 1;
  const own = facts.filter(isOwn);
  const columns = facts.filter((fact) => !isOwn(fact));
  // Against a declarer it does not matter what a defender's own cards ask for.
  const counts = (/** @type {number} */ seat) => !declared || declared.by_seat[seat];
  const seats = [deal.seat, ...around(table)];
  const match = matchOf(table.id);
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const count = table.link && table.number % 4 === 0 ? 4 + 4 * Number(table.number % 8 === 0) : 0;
  const left = table.match && table.link ? table.match[1] - table.match[0] : 0;
  const sendMatch = () => ask("match-link", { id: table.id, deal: table.number, count })
    .then((link) => goTo("play", { match: link }), setFault);
  // One button stands out: to compare, if others have played this hand.
  const kind = table.others || match || (count && table.finished) ? "plain" : "main";
  const buttons = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    const first = /** @type {HTMLElement | null} */ (buttons.current?.querySelector("button, a"));
    first?.focus({ preventScroll: true });
    // On a phone the page may have been scrolled to the cards.
    const isCut = (first?.closest(".round")?.getBoundingClientRect().top ?? 0) < 0;
    if (isCut) scrollTo({ top: 0, behavior: "instant" });
  }, []);
  return html`<section class="ended" aria-label="How it ended">
    <div class="plate">${verdict(table)}
      ${passed ? html`<p class="verdict"><b>${capital(passed.label)}</b>: ${passed.text}.</p>` : null}
    <div class="scroller" tabindex="0" role="region" aria-label="Result"><table>
      <thead><tr><th scope="col">Player</th><th scope="col" class="number">Tricks</th>
        ${columns.map((fact) => html`<th scope="col" key=${fact.label}>${capital(fact.label)}</th>`)}
        ${deal.outcome ? html`<th scope="col">Kept</th><th scope="col">Wanted</th><th scope="col">Result</th>` : null}
        <th scope="col" class="number">Gain</th><th scope="col" class="number">Score</th></tr></thead>
      <tbody>${seats.map((seat) => {
        const player = playerAt(table, seat);
        return html`<tr key=${seat}><th scope="row">${table.players[player]}
          ${deal.partners.includes(seat) && seat !== deal.seat ? html`${" "}<b class="small-text">partner</b>` : null}
          ${deal.seats[seat].role ? html`${" "}<span class="pill">${deal.seats[seat].role}</span>` : null}
          ${declared?.by_seat[seat] ? html`${" "}<${DeclaredPill} strain=${declared.by_seat[seat]} />` : null}
          ${own.map((fact) => fact.by_seat[seat] ? html`<span class="beside small-text"
            key=${fact.label}>${fact.label} <${Words} text=${fact.by_seat[seat]} /></span>` : null)}</th>
          <td class="number">${deal.seats[seat].taken}</td>
          ${columns.map((fact) =>
            html`<td key=${fact.label}><${Words} text=${(fact.by_seat[seat] ?? "").replace(/^-/, "−")} /></td>`)}
          ${deal.outcome ? html`<${Finish} finish=${deal.outcome[seat]} counts=${counts(seat)} />` : null}
          <td class="number">${plus(row?.gains[player] ?? 0)}</td>
          <td class="number">${minus(table.standing.totals[player])}</td></tr>`;
      })}</tbody></table></div>
    ${table.result ? html`<p class="result"><${Words} text=${table.result} /></p>` : null}</div>
    <div>
      ${seats.map((seat) => html`<p key=${seat} class="dealt"><b>${nameAt(table, seat)}</b>
        ${hands[seat].dealt.map((card) => {
          const isKept = keeps && hands[seat].left.includes(card);
          return html`<span key=${card}>
            <${CardFace} small card=${card} marked=${isKept ? "marked" : ""} label=${isKept ? "kept" : undefined} />
            </span>`;
        })}</p>`)}
      ${seats.map((seat) => aside?.by_seat[seat]
        ? html`<p key=${`aside ${seat}`}
            class="small-text">Laid aside by ${nameAt(table, seat)}: <${Words} text=${aside.by_seat[seat]} /></p>`
            : null)}
      ${leftOver
        ? html`<p class="small-text">${capital(leftOver.label)}: <${Words} text=${leftOver.text} /></p>` : null}
      ${keeps ? html`<p class="small-text">Raised: the cards that were kept.</p>` : null}
    </div>
    ${table.finished ? html`<${Notice} kind="good">${capital(table.winners)}.<//>` : null}
    ${left ? html`<p>${counted(left, "more hand")}, then you can ${
      table.finished ? "send your results back" : "send the match to a friend"}.</p>` : null}
    ${fault ? html`<${Notice} kind="error">${messageOf(fault)}<//>` : null}
    <div class="bar" ref=${buttons}>
      ${table.guided && table.finished ? html`<${Button} kind=${kind} onClick=${onPlayUnguided}>Play a real game<//>`
        : table.finished ? isFriends() ? null
          : html`<a class=${`button ${kind}`} href=${linkTo("play")}>Back to your sessions</a>`
        : html`<${Button} kind=${kind} onClick=${onNext} keys="n">Next ${table.game.words.deal}<//>`}
      <a class="button" href=${isFriends() ? ownSeat({ review: table.number })
        : linkTo("analysis", { table: table.id, deal: table.number })}>Review this ${table.game.words.deal}</a>
      ${match ? html`<a class="button main" href=${linkTo("play", { match })}>Back to the match</a>` : null}
      ${count ? html`<${Button} kind=${table.finished ? "main" : "plain"}
          onClick=${sendMatch}>Send the ${count === 4 ? "four" : "eight"} hands as a match<//>` : null}
      ${table.link ? html`<a class=${`button ${table.others && !match ? "main" : ""}`}
          href=${linkTo("play", { hand: table.link })}>
          ${table.others ? "Compare the results" : "Send this hand to a friend"}</a>` : null}
      ${table.result ? html`<${CopyButton} text=${table.result} label="Copy the result" copied="Result copied" />`
        : null}
    </div>
  </section>`;
}

/**
 * A sentence that says whether declarer, or in an undeclared hand the person, succeeded, and why.
 * @param {TableShown} table
 */
function verdict(table) {
  const { deal } = table;
  if (!deal.outcome) return null;
  const declarer = factOf(deal, "declared")?.by_seat.findIndex(Boolean) ?? -1;
  const seat = declarer < 0 ? deal.seat : declarer;
  const { retention, pars, total, success } = deal.outcome[seat];
  const isOwn = seat === deal.seat;
  return html`<p class="verdict">
    <b>${does(table, seat, success ? "succeeded" : "failed")}</b>: ${isOwn ? "your" : "the"} cards${" "}
    <${Words} text=${suitsText(retention)} /> ask for ${pars.join(" or ")} tricks, and ${isOwn ? "you have"
      : `${nameAt(table, seat)} has`} ${total}.${success || declarer < 0 ? ""
        : " So each of the others scores, whatever he kept himself."}</p>`;
}

/**
 * What a player kept, the totals that it asks for, and how near he came.
 * @param {{finish: SeatOutcome, counts: unknown}} props
 */
const Finish = ({ finish, counts }) =>
  html`<td><${Words} text=${suitsText(finish.retention)} /></td><td>${counts ? finish.pars.join(" or ") : "–"}</td>
  <td>${!counts ? "–" : finish.success ? "success" : `${finish.off} off`}</td>`;

/** @param {number} gain */
const plus = (gain) => (gain > 0 ? `+${gain}` : minus(gain));

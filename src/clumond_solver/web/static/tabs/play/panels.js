// The panels beside the table: helper and hint.

/** @import { DealShown, Fact, HintRow, HintShown, RetentionTarget, TableShown, TableTrick } from "../../wire.d.ts" */
/** @import { Hint } from "./table_state.js" */

import { CardFace, cardName, CardText, rankOf, Strain, SUITS } from "../../parts/cards.js";
import { Button, Check } from "../../parts/controls.js";
import { completeTricks, defends, nameAt, saidWith, valueText } from "../../parts/deal.js";
import { useStored } from "../../parts/storage.js";
import { html } from "../../parts/view.js";
import { capital, Words } from "../../parts/wording.js";

const PER_CENT_NOTE = " Per cent: how likely you are to succeed as declarer, from your sixteen cards alone,"
  + " and from which chance on declaring pays.";
/** Why a chance is no share of the games in a reason. */
export const SHARE_NOTE = "Games that the text counts are quick trials, often of one way to end; the figures count"
  + " all, and allow for what such games get wrong.";

/** How many totals in reach are shown at once. */
const LIKELIEST = 4;

/** The codes of the suits. @type {Record<string, number>} */
export const SUIT_CODES = { D: 0, S: 1, H: 2, C: 3 };

/** The codes of the suits, in a line. */
export const Counts = () => html`<p class="chart">${Object.entries(SUIT_CODES).map(([suit, count]) => html`
  <span key=${suit}><${Strain} strain=${suit} /> ${count}</span>`)}</p>`;

/**
 * The codes of the suits, and how many tricks the marked cards ask for; a defender's cards ask for none.
 * @param {{deal: DealShown, target: RetentionTarget, marked: string[]}} props
 */
function Codes({ deal, target, marked }) {
  const isDefender = defends(deal);
  const asks = deal.phase === "play" && !isDefender;
  return html`<details class="panel" open>
    <summary><h2>What ${isDefender ? "declarer's" : "your"} cards count</h2></summary>
    <${Counts} />
    ${asks && marked.length < target.cards ? html`<${ToMark} target=${target} marked=${marked} />` : null}
    ${asks && marked.length >= target.cards ? html`<${Asked} deal=${deal} target=${target} marked=${marked} />` : null}
  </details>`;
}

/** That more cards are to be marked. @param {{target: RetentionTarget, marked: string[]}} props */
function ToMark({ target, marked }) {
  const soFar = marked.length ? "so far " : "the tricks they ask for appear here.";
  return html`<p class="soft small-text">
    Press <b>Mark to keep</b> and click ${target.cards} cards: ${soFar}${cardTexts(marked)}</p>`;
}

/** What the marked cards ask for. @param {{deal: DealShown, target: RetentionTarget, marked: string[]}} props */
function Asked({ deal, target, marked }) {
  const code = marked.reduce((sum, card) => sum + SUIT_CODES[card[0]], 0);
  const wanted = target.pars[code].map((total) => stillToTake(total, deal, target)).filter(Boolean);
  const what = wanted.length ? `You want ${wanted.join(", or ")}.` : "You can no longer make it with these.";
  return html`<p>${cardTexts(marked)} count ${code}. ${what}</p>`;
}

/**
 * How many tricks more a total asks for; null for one that is out of reach.
 * @param {number} total
 * @param {DealShown} deal
 * @param {RetentionTarget} target
 */
function stillToTake(total, deal, target) {
  const more = total - target.total;
  if (more < 0 || more > deal.tricks_left) return null;
  return more ? `${total}: take ${more} more` : `${total}: take no more`;
}

/** @param {string[]} cards */
const cardTexts = (cards) => cards.map((card) => html`<${CardText} key=${card} card=${card} /> `);

/** The totals in reach, the likeliest first; many are folded away. @param {{table: TableShown}} props */
function TotalsInReach({ table }) {
  const { aids } = table.deal;
  if (!aids.length) return null;
  const [first] = aids;
  if (first.kind === "out_of_reach") {
    return html`<section class="panel"><h2>${capital(first.label)}</h2><p>${capital(first.text)}.</p></section>`;
  }
  const others = aids.slice(LIKELIEST);
  return html`<section class="panel">
    <h2>${defends(table.deal) ? "Within declarer's reach" : "Within your reach"}</h2>
    <p class="soft small-text">The likeliest first.</p>
    <${Totals} totals=${aids.slice(0, LIKELIEST)} />
    ${others.length ? html`<details>
      <summary class="small-text">The other ${others.length > 1 ? `${others.length} totals` : "total"}</summary>
      <${Totals} totals=${others} />
    </details>` : null}
  </section>`;
}

/** @param {{totals: Fact[]}} props */
function Totals({ totals }) {
  return html`<dl class="aids">${totals.map((total) => html`<div key=${total.label}>
    <dt>${capital(total.label)}</dt><dd><${Words} text=${total.text} /></dd></div>`)}</dl>`;
}

/**
 * Facts that a player could count for himself.
 * @param {{table: TableShown, marked: string[], showsTrick: boolean}} props
 */
export function Helper({ table, marked, showsTrick }) {
  const { deal } = table;
  const isUnderWay = deal.phase !== "over" || showsTrick;
  const last = deal.tricks[completeTricks(deal) - (showsTrick ? 2 : 1)];
  return html`
    ${deal.retention_target && isUnderWay
      ? html`<${Codes} deal=${deal} target=${deal.retention_target} marked=${marked} />` : null}
    <${TotalsInReach} table=${table} />
    ${deal.received.length ? html`<${Passed} table=${table} />` : null}
    ${hasAuction(deal) && isUnderWay
      ? html`<section class="panel"><h2>Calls</h2><${Auction} table=${table} /></section>` : null}
    ${last ? html`<section class="panel"><h2>${showsTrick ? "The trick before" : "Last trick"}</h2>
      <${Trick} table=${table} trick=${last} /></section>` : null}
    ${isUnderWay ? html`<${CardsGone} deal=${deal} />` : null}
    ${deal.readings ? html`<${Signals} table=${table} readings=${deal.readings} />` : null}`;
}

/** The cards passed on to the person, and by him. @param {{table: TableShown}} props */
function Passed({ table }) {
  const { received, facts } = table.deal;
  const byPerson = facts.filter((fact) => fact.kind === "passed on");
  return html`<section class="panel"><h2>Passed</h2>
    ${received.map(({ seat, cards }) => html`<p key=${seat}>By ${nameAt(table, seat)}: ${cardTexts(cards)}</p>`)}
    ${byPerson.map((fact) => html`<p>By you: <${Words} text=${fact.text} /></p>`)}
  </section>`;
}

/** Whether plates, which show the last call only, do not show all calls. @param {DealShown} deal */
export const hasAuction = (deal) => deal.seats.some(({ calls }) => calls.length > 1);

/** All calls, a column for each player. @param {{table: TableShown}} props */
export function Auction({ table }) {
  const made = table.deal.calls.filter((call) => call.made);
  const count = table.deal.seats.length;
  const first = made[0]?.seat ?? 0;
  /** @type {string[][]} */
  const rows = [];
  let last = count;
  for (const { seat, text } of made) {
    const column = ((seat ?? first) - first + count) % count;
    if (column <= last) rows.push(Array(count).fill(""));
    rows[rows.length - 1][column] = text;
    last = column;
  }
  return html`<table class="auction">
    <thead><tr>${rows[0].map((_, n) =>
      html`<th scope="col" key=${n}>${nameAt(table, (first + n) % count)}</th>`)}</tr></thead>
    <tbody>${rows.map((row, at) => html`<tr key=${at}>${row.map((text, n) =>
      html`<td key=${n}><${Words} text=${text} /></td>`)}</tr>`)}</tbody>
  </table>`;
}

/** The cards that are played, and those not seen yet. @param {{deal: DealShown}} props */
function CardsGone({ deal }) {
  const trump = deal.trumps.length === 1 ? deal.trumps[0] : null;
  const { played, unseen } = deal.cards;
  // Where trumps are of several suits, as Euchre's bowers are, all are listed.
  const several = deal.trump_cards.length > 0;
  const isTrump = (/** @type {string} */ card) => (several ? deal.trump_cards.includes(card) : card[0] === trump);
  return html`<section class="panel"><h2>Cards</h2>
    ${trump || several ? html`<p>Trumps unseen: <b>${unseen.filter(isTrump).length}</b></p>` : null}
    <div class="scroller"><table class="gone">
      <thead><tr><th scope="col">Suit</th><th scope="col">Played</th><th scope="col">Unseen</th></tr></thead>
      <tbody>${SUITS.map((suit) => html`<tr key=${suit}>
        <th scope="row"><${Strain} strain=${suit} /></th>
        <td>${ranks(played, suit)}</td>
        <td>${ranks(unseen, suit)}</td>
      </tr>`)}</tbody>
    </table></div>
  </section>`;
}

/** The signals of the others, on request. @param {{table: TableShown, readings: Fact[]}} props */
function Signals({ table, readings }) {
  const [readsSignals, setReadsSignals] = useStored("signals", false);
  const isAgreed = table.deal.facts.some(({ label }) => label === "signals");
  return html`<section class="panel"><h2>Signals</h2>
    <${Check} label="Read the others' cards as signals" checked=${readsSignals} onChange=${setReadsSignals}
      help=${"Shows what each card would mean by the conventions of the game's author."
        + (isAgreed ? " At this table all keep to them." : " The program's players do not signal.")} />
    ${readsSignals ? html`<${Readings} table=${table} readings=${readings} />` : null}
  </section>`;
}

/**
 * The lengths that the others' signals show, if they play by the conventions.
 * @param {{table: TableShown, readings: Fact[]}} props
 */
function Readings({ table, readings }) {
  const { seats, seat } = table.deal;
  if (!readings.length) {
    return html`<p class="soft">
      Nothing yet: a defender's first card of a suit that is led shows his length.</p>`;
  }
  const others = [...seats.keys()].filter((n) => n !== seat);
  return html`<div class="scroller"><table class="gone">
    <thead><tr>
      <th scope="col">Dealt</th>
      ${others.map((n) => html`<th scope="col" key=${n}>${nameAt(table, n)}</th>`)}
    </tr></thead>
    <tbody>${readings.map((row) => html`<tr key=${row.label}>
      <th scope="row"><${Words} text=${row.label} /></th>
      ${others.map((n) => html`<td key=${n}>${row.by_seat[n]}</td>`)}
    </tr>`)}</tbody>
  </table></div>`;
}

/**
 * @param {string[]} cards
 * @param {string} suit
 */
const ranks = (cards, suit) => cards.filter((card) => card[0] === suit).map(rankOf).join(" ") || "–";

/**
 * A hint, and in a guided hand the lines of the guide.
 * @param {{hint: Hint | null, onAct: (action: string) => void, guided: boolean, lines: string[],
 *   deal: DealShown}} props
 */
export function HintPanel({ hint, onAct, guided, lines, deal }) {
  if (!hint && !lines.length) return null;
  const answer = hint?.rows ? hint : null;
  const best = answer?.rows[0];
  // Partial answers have no unit.
  const isFinal = Boolean(answer?.unit);
  return html`<section class="panel hint" aria-label=${guided ? "Guide" : "Hint"}>
    ${guided && lines.length ? html`<h2>What to look at</h2>
      ${lines.map((line, n) => html`<p class="look" key=${n}><${Words} text=${line} /></p>`)}` : null}
    ${guided && answer?.new_plan ? html`<p><${Words} text=${answer.new_plan} /></p>` : null}
    ${hint && !isFinal ? html`<p class="soft">${best ? "Simulating games …" : "Thinking …"}</p>` : null}
    ${answer && best && (!guided || isFinal)
      ? html`<${Advised} answer=${answer} best=${best} onAct=${onAct} guided=${guided} deal=${deal} />` : null}
  </section>`;
}

/**
 * The choices and their figures, the reason, and the best choice to take.
 * @param {{answer: HintShown, best: HintRow, onAct: (action: string) => void, guided: boolean,
 *   deal: DealShown}} props
 */
function Advised({ answer, best, onAct, guided, deal }) {
  const rows = guided ? [best] : answer.rows;
  const worse = answer.others_are_worse && best.card && !guided ? " Cards without a figure look worse." : "";
  return html`
    <p class=${`figures ${best.card ? "" : "of-calls"}`}>${rows.map((row, n) => html`
      <span key=${n} class=${n ? "" : "best"}><${Words} text=${capital(row.text)} /> ${valueText(row)}</span> `)}</p>
    ${answer.reason ? html`<p><${Words} text=${answer.reason} /></p>` : null}
    <p class="soft small-text">${figuresNote(best, deal, answer.unit)}${worse}</p>
    <${Button} onClick=${() => onAct(best.action)}>${takes(best, deal)}<//>`;
}

/**
 * What a button says that takes the best choice.
 * @param {HintRow} best
 * @param {DealShown} deal
 */
function takes(best, deal) {
  if (deal.legal.passing) return "Choose these cards";
  if (best.card && best.as_itself) return `Play the ${cardName(best.card)}`;
  return html`<${Words} text=${capital(best.text)} />`;
}

/**
 * A note on what the figures of a hint and the percentages of its reason mean.
 * @param {HintRow} row
 * @param {DealShown} deal
 * @param {string} unit of the figures
 */
function figuresNote(row, deal, unit) {
  const followed = deal.retention_target ? ", if you follow every hint" : "";
  if (row.gain !== null) {
    const explains = followed && deal.phase === "calls";
    return `Figures: ${unit}${followed}.${explains ? PER_CENT_NOTE : ""}`;
  }
  if (row.chance === null) return "";
  const isProved = row.chance === 0 || row.chance === 1;
  const chance = defends(deal) ? "the chance that declarer fails" : "your chance of success";
  return `Figures: ${chance}${followed}.${isProved ? "" : ` ${SHARE_NOTE}`}`;
}

/** @param {{table: TableShown, trick: TableTrick}} props */
export function Trick({ table, trick }) {
  return html`<div class="trick">${trick.cards.map((played) => {
    const wins = played.seat === trick.winner;
    return html`<span key=${played.card} class=${wins ? "wins" : ""}>
      <span class="small-text soft">${nameAt(table, played.seat)} <${Words} text=${saidWith(played)} /></span>${" "}
      <${CardFace} small card=${played.card} label=${wins ? "wins" : undefined} />
    </span>`;
  })}</div>`;
}

// The room: the players round the cloth, the trick on it, and the person's hand.

import { CardFace, CardText, cardText } from "../../parts/cards.js";
import { Button } from "../../parts/controls.js";
import { html, useRef } from "../../parts/view.js";
import { capital, counted, minus, Words } from "../../parts/wording.js";
import { Calls, RulesToSet } from "./calls.js";
import { around, does, nameAt, placesOf, playerAt, saying, scoreNow, symbol, worth } from "./deal.js";

/** @typedef {import("../../ask.js").Answer} Answer */

/** What of the facts is the result of a deal: not told before its last trick is seen. */
const RESULTS = ["kept", "wanted", "result"];

/** @param {{table: Answer, over: boolean}} props */
export function Facts({ table, over }) {
  const { deal } = table;
  const facts = deal.facts.filter((/** @type {Answer} */ fact) => fact.text && !(over && fact.name === "pot"));
  const named = facts.some((/** @type {Answer} */ fact) => fact.name === "trumps");
  return html`<dl class="facts" aria-label="This deal">
    <div><dt>${capital(table.game.words.deal)}</dt><dd>${table.number}</dd></div>
    ${!named && deal.trumps.length ? html`<div><dt>Trumps</dt><dd><${Words} text=${deal.trumps.map(symbol).join(" over ")} /></dd></div>` : null}
    ${facts.map((/** @type {Answer} */ fact, /** @type {number} */ n) => html`<div key=${n}>
      <dt>${capital(fact.name === table.game.words.deal ? "kind" : fact.name)}</dt><dd><${Words} text=${fact.text} /></dd></div>`)}
    ${deal.phase === "play" ? html`<div><dt>Tricks left</dt><dd>${deal.left}</dd></div>` : null}
  </dl>`;
}

/**
 * A player: name, what he has said and taken, how many cards he holds, which suits he has not.
 * @param {{table: Answer, seat: number, held: boolean, own?: boolean, place?: string}} props
 */
function Seat({ table, seat, held, own, place = "own" }) {
  const { deal } = table;
  const shown = deal.seats[seat];
  const player = playerAt(table, seat);
  const turn = !held && deal.turn === seat;
  const facts = deal.facts.filter((/** @type {Answer} */ fact) => fact.seats[seat] && !RESULTS.includes(fact.name));
  const declared = facts.find((/** @type {Answer} */ fact) => fact.name === "declared");
  const rest = facts.filter((/** @type {Answer} */ fact) => fact !== declared && fact.name !== "tricks");
  const stated = rest.some((/** @type {Answer} */ fact) => fact.name === "nominated");
  const calls = declared || stated ? [] : shown.calls.slice(-1);
  return html`<div class=${`seat ${place} ${turn ? "turn" : ""}`} aria-label=${`${table.players[player]}, ${deal.names[seat]}`} role="group">
    <div class="who"><b>${table.players[player]}</b>
      <span class="soft small-text">${/^seat \d/.test(deal.names[seat]) ? "" : deal.names[seat]}${player === table.dealer && !/rear|deal/.test(deal.names[seat]) ? " dealer" : ""}</span>
      ${declared ? html`<${Declared} what=${declared.seats[seat]} />` : null}
      ${turn ? html`<span class="to-act">to ${deal.phase === "calls" ? "call" : "play"}</span>` : null}
    </div>
    <div class="small-text standing">
      ${deal.phase !== "calls" ? html`<span><b>${shown.taken}</b> ${shown.taken === 1 ? "trick" : "tricks"}</span>` : null}
      ${rest.map((/** @type {Answer} */ fact, /** @type {number} */ n) => html`<span key=${n}>${fact.name} <b><${Words} text=${fact.seats[seat]} /></b></span>`)}
      ${calls.map((/** @type {string} */ call) => html`<span class="said">“<${Words} text=${call} />”</span>`)}
      <span class="soft">score ${minus(scoreNow(table, player, false))}</span>
      ${shown.voids.length && !own ? html`<span class="voids">no <${Words} text=${shown.voids.map(symbol).join(" ")} /></span>` : null}
    </div>
    ${own || deal.phase === "over" ? null : html`<div class="backs" role="img" aria-label=${counted(shown.cards, "card")}>
      ${Array.from({ length: Math.max(0, shown.cards - shown.open.length) }, (_, n) => html`<span key=${n} class="tiny"></span>`)}</div>
      ${shown.open.length ? html`<div class="open-cards small-text"><span class="soft">shown</span> ${shown.open.map((/** @type {string} */ card) => html`<${CardText} key=${card} card=${card} /> `)}</div>` : null}`}
  </div>`;
}

/** @param {{what: string}} props */
export const Declared = ({ what }) => html`<span class="pill"><span class="unseen">declared </span><${Words} text=${what} /></span>`;

/**
 * What the person may do beside playing a card of his hand.
 * @param {{table: Answer, picked: string[], onAct: (action: string) => void}} props
 */
function Choices({ table, picked, onAct }) {
  const { aside, rules, calls } = table.deal.legal;
  return html`
    ${aside ? html`<div class="calls bar"><span>Choose ${counted(aside, "card")} of your hand to lay aside: ${picked.length} chosen</span>
      <${Button} kind="main" disabled=${picked.length !== aside} onClick=${() => onAct(`aside ${picked.join(" ")}`)}>Lay aside<//></div>` : null}
    ${rules ? html`<${RulesToSet} values=${rules.values} orders=${rules.orders} onAct=${onAct} />` : null}
    ${calls?.length ? html`<${Calls} key=${table.at} calls=${calls} onAct=${onAct} />` : null}`;
}

/**
 * The trick on the table; a full one stays until it is seen, then moves to who won it.
 * @param {{table: Answer, trick: Answer | null, held: boolean, mine: boolean, barred: string, picked: string[],
 *   onCollect: () => void, onAct: (action: string) => void, onPlay: (card: string) => void}} props
 */
function Cloth({ table, trick, held, mine, barred, picked, onCollect, onAct, onPlay }) {
  const { deal } = table;
  const before = useRef(/** @type {Answer | null} */ (null));
  if (held) before.current = trick;
  const gone = held || before.current === trick ? null : before.current;
  return html`<div class=${`cloth of-${deal.seats.length}`} onDragOver=${(/** @type {DragEvent} */ event) => event.preventDefault()}
      onDrop=${(/** @type {DragEvent} */ event) => { event.preventDefault(); onPlay(event.dataTransfer?.getData("text/plain") ?? ""); }}>
    ${gone && deal.phase !== "calls" ? html`<div class="gone-trick" key=${gone.cards[0].card} aria-hidden="true">${gone.cards.map((/** @type {Answer} */ laid) =>
      html`<${Laid} key=${laid.card} table=${table} laid=${laid} towards=${gone.winner} />`)}</div>` : null}
    ${(trick?.cards ?? []).map((/** @type {Answer} */ laid) => html`<${Laid} key=${laid.card} table=${table} laid=${laid}
      wins=${held && laid.seat === trick?.winner} />`)}
    <div class="middle"><p class=${`told ${barred ? "barred" : ""}`}><${Words} text=${barred || happening(table, trick, held)} /></p>
      ${held ? html`<${Button} kind="main" onClick=${onCollect} keys="n">${deal.phase === "over" ? "See the result" : "Continue"}<//>` : null}
      ${mine ? html`<${Choices} table=${table} picked=${picked} onAct=${onAct} />` : null}</div>
    ${deal.phase === "calls" ? html`<ul class="said-so-far small-text">${deal.told.slice(-6).map((/** @type {Answer} */ event, /** @type {number} */ n) =>
      html`<li key=${n}><${Words} text=${saying(table, event)} /></li>`)}</ul>` : null}
  </div>`;
}

/**
 * @param {Answer} table
 * @param {Answer | null} trick
 * @param {boolean} held
 */
function happening(table, trick, held) {
  const { deal } = table;
  if (held) return `${does(table, trick?.winner, "wins")} the trick`;
  if (deal.phase === "over") return `The ${table.game.words.deal} is over`;
  if (deal.turn !== deal.seat) return `${does(table, deal.turn, "is")} to ${deal.phase === "calls" ? "call" : "play"} …`;
  return deal.phase === "calls" ? "Your call" : trick?.cards.length ? "Your turn" : "You lead";
}

/**
 * A card of a trick, in front of who played it.
 * @param {{table: Answer, laid: Answer, wins?: boolean, towards?: number}} props
 */
function Laid({ table, laid, wins, towards }) {
  const { deal } = table;
  const [x, y] = direction(deal, laid.seat);
  const [toX, toY] = towards === undefined ? [x, y] : direction(deal, towards);
  const place = { "--x": x, "--y": y, "--to-x": toX, "--to-y": toY };
  const extra = laid.as ? `as ${cardText(laid.as)}` : laid.led ? `for ${symbol(laid.led)}` : "";
  return html`<div class=${`laid ${wins ? "wins" : ""}`} style=${place}>
    <${CardFace} card=${laid.card} label=${`played by ${nameAt(table, laid.seat)} ${extra}`} />
    <span class="by" aria-hidden="true">${nameAt(table, laid.seat)}${extra ? html` <${Words} text=${extra} />` : null}</span>
  </div>`;
}

/**
 * Where a seat is, seen from the middle: right and down are positive.
 * @param {Answer} deal
 * @param {number} seat
 */
function direction(deal, seat) {
  const count = deal.seats.length;
  const angle = Math.PI / 2 + (2 * Math.PI * ((seat - deal.seat + count) % count)) / count;
  return [Math.cos(angle), Math.sin(angle)];
}

/**
 * The person's cards. Arrow keys move among those that may be played; the others say which rule
 * forbids them.
 * @param {{deal: Answer, mine: boolean, onPlay: (card: string) => void, onBarred: (card: string) => void,
 *   hint: Answer | null, picked: string[] | null, marked: string[], marking: boolean, onPick: (card: string) => void}} props
 */
function Hand({ deal, mine, onPlay, onBarred, hint, picked, marked, marking, onPick }) {
  if (deal.hand === null) {
    const { cards } = deal.seats[deal.seat];
    return html`<p class="hand soft">${cards ? `You may not look at your ${counted(cards, "card")}.` : "You have no cards yet."}</p>`;
  }
  const legal = new Set((deal.legal.cards ?? []).map((/** @type {Answer} */ way) => way.card));
  const playable = mine && deal.phase === "play";
  const chances = new Map((hint?.rows ?? []).map((/** @type {Answer} */ row) => [row.card, row]));
  const first = deal.hand.find((/** @type {string} */ card) => legal.has(card));
  /** @param {string} card */
  const face = (card) => {
    const row = chances.get(card);
    const kept = marked.includes(card) ? "marked" : "";
    if (picked) return html`<${CardFace} card=${card} pressed=${picked.includes(card)} onPlay=${onPick} />`;
    if (marking) return html`<${CardFace} card=${card} marked=${kept} pressed=${marked.includes(card)} label="keep" onPlay=${onPick} />`;
    if (!playable) return html`<${CardFace} card=${card} marked=${kept} />`;
    const can = legal.has(card);
    const label = [kept && "marked to keep", !can && "may not be played now"].filter(Boolean).join(", ");
    return html`<${CardFace} card=${card} disabled=${!can} onPlay=${onPlay} onBarred=${onBarred} tabIndex=${card === first ? 0 : -1}
      label=${label || undefined} note=${row ? worth(row) : undefined} marked=${`${kept} ${row && row === hint?.rows[0] ? "best" : ""}`} />`;
  };
  return html`<div class=${`hand ${playable || picked || marking ? "mine" : ""}`} role="group" tabindex="-1"
      aria-label=${`Your hand, ${counted(deal.hand.length, "card")}`} onKeyDown=${moveFocus}>
    ${deal.hand.map((/** @type {string} */ card, /** @type {number} */ n) => html`<span key=${card}
      class=${`slot ${n && deal.hand[n - 1][0] !== card[0] ? "new-suit" : ""}`} draggable=${playable && legal.has(card)}
      onDragStart=${(/** @type {DragEvent} */ event) => event.dataTransfer?.setData("text/plain", card)}>${face(card)}</span>`)}
    ${deal.hand.length ? null : html`<p class="soft">No cards left.</p>`}
  </div>`;
}

/** @param {KeyboardEvent} event */
function moveFocus(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step === undefined && event.key !== "Home" && event.key !== "End") return;
  const hand = /** @type {HTMLElement} */ (event.currentTarget);
  const cards = /** @type {HTMLElement[]} */ ([...hand.querySelectorAll("button.card:not([aria-disabled])")]);
  const at = cards.findIndex((card) => card === document.activeElement);
  event.preventDefault();
  const to = event.key === "Home" ? 0 : event.key === "End" ? cards.length - 1 : at < 0 ? 0 : at + (step ?? 0);
  cards[Math.max(0, Math.min(cards.length - 1, to))]?.focus();
}

/**
 * The whole room while a deal is played.
 * @param {Parameters<typeof Cloth>[0] & Omit<Parameters<typeof Hand>[0], "deal" | "picked"> & {picking: boolean}} props
 */
export function Room(props) {
  const { table, held, picking, picked } = props;
  const others = around(table);
  const places = placesOf(others.length);
  /** @param {string} place */
  const at = (place) => others.filter((_, n) => places[n] === place).map((seat) =>
    html`<${Seat} key=${seat} table=${table} seat=${seat} held=${held} place=${place} />`);
  return html`<div class="felt">
    <div class="others">${at("left")}${places.includes("across") ? html`<div class="tops">${at("across")}</div>` : null}${at("right")}</div>
    <${Cloth} ...${props} />
    <${Seat} table=${table} seat=${table.deal.seat} held=${held} own />
    <${Hand} ...${props} deal=${table.deal} picked=${picking ? picked : null} />
  </div>`;
}

// The felt while a deal is played: the players round the cloth, the trick on it, the person's calls and hand.

/** @import { DealShown, LegalCall, LegalCard, TableCard, TableShown, TableTrick } from "../../wire.d.ts" */

import { CardFace, cardName, CardText, Strain, strainName, SUITS, symbolOf } from "../../parts/cards.js";
import { Button, Check, Choice, Dialog } from "../../parts/controls.js";
import { around, completeTricks, defends, does, factOf, nameAt, playerAt, saidWith, turnText,
  valueText } from "../../parts/deal.js";
import { html, useRef, useState } from "../../parts/view.js";
import { capital, counted, minus, Words } from "../../parts/wording.js";
import { presence } from "./friends.js";

const MARKING = "Click the cards that you mean to keep";

/** @param {{table: TableShown, over: boolean}} props */
export function Facts({ table, over }) {
  const { deal } = table;
  const { deal: noun } = table.game.words;
  const elsewhere = ["deal", "passed to you", "passed on", "all passed", "left over", ...(over ? ["pot"] : [])];
  const facts = deal.facts.filter((fact) => fact.text && !elsewhere.includes(fact.kind ?? ""));
  const kind = factOf(deal, "deal");
  return html`<dl class="facts" aria-label="This deal">
    <div><dt>${table.match ? `Match, ${noun}` : capital(noun)}</dt>
      <dd>${table.match?.join(" of ") ?? table.number}${kind ? ` (${kind.text})` : ""}</dd></div>
    ${!factOf(deal, "trumps") && deal.trumps.length
      ? html`<div><dt>Trumps</dt><dd><${Words} text=${deal.trumps.map(symbolOf).join(" over ")} /></dd></div>` : null}
    ${facts.map((fact, n) => html`<div key=${n}>
      <dt>${capital(fact.label)}</dt><dd><${Words} text=${fact.text} /></dd></div>`)}
    ${deal.phase === "play" ? html`<div><dt>Tricks left</dt><dd>${deal.tricks_left}</dd></div>` : null}
  </dl>`;
}

/**
 * A player: name, last call, tricks, number of cards, shown voids.
 * @param {{table: TableShown, seat: number, side?: string} & Parameters<typeof Felt>[0]} props side: "own" for the
 *   person's
 */
function Seat({ table, seat, turn: { showsTrick, mine }, choice, markedCards, hint, here, side = "own" }) {
  const { deal } = table;
  const shown = deal.seats[seat];
  const player = playerAt(table, seat);
  const isTurn = !showsTrick && deal.turn === seat;
  const present = presence(table, player, here);
  const facts = deal.facts.filter((fact) => fact.by_seat[seat]);
  const declared = facts.find((fact) => fact.kind === "declared");
  const isPartner = side !== "own" && ((defends(deal) && !declared) || deal.partners.includes(seat));
  const rest = facts.filter((fact) => fact !== declared && fact.kind !== "tricks" && fact.kind !== "role");
  const hasNominated = rest.some((fact) => fact.kind === "nominated");
  // A call stays in sight until the first trick is complete.
  const call = declared || hasNominated || completeTricks(deal) ? undefined : shown.calls.at(-1);
  return html`<div class=${`seat ${side} ${isTurn ? "turn" : ""} ${shown.sits_out ? "resting" : ""}`}
      aria-label=${[table.players[player], shown.place, present, isPartner && "your partner"].filter(Boolean)
        .join(", ")} role="group">
    <div class="who"><b>${table.players[player]}</b>
      <span class="soft small-text">${shown.place}</span>
      ${present ? html`<span class=${`small-text presence ${present === "here" ? "here" : ""}`}>${present}</span>`
        : null}
      ${isPartner ? html`<b class="small-text">partner</b>` : null}
      ${shown.role ? html`<span class="pill">${shown.role}</span>` : null}
      ${declared ? html`<${DeclaredPill} strain=${declared.by_seat[seat]} />` : null}
      ${isTurn ? html`<span class="to-act">
        ${shown.played_by === null ? `to ${deal.legal.passing ? "pass" : deal.phase === "calls" ? "call" : "play"}`
          : `${does(table, shown.played_by, "plays")}`}</span>` : null}
    </div>
    <div class="small-text standing">
      ${deal.phase !== "calls" && !shown.sits_out
        ? html`<span><b>${shown.taken}</b> ${shown.taken === 1 ? "trick" : "tricks"}</span>` : null}
      ${rest.map((fact, n) => html`<span key=${n}>
        ${fact.label} <b><${Words} text=${fact.by_seat[seat].replace(/^-/, "−")} /></b></span>`)}
      ${call ? html`<span class="said"><${Words} text=${capital(call)} /></span>` : null}
      ${side === "own" && markedCards.wanted ? html`<span>wants <b>${markedCards.wanted}</b></span>` : null}
      <span class="soft">score ${minus(scoreNow(table, player))}</span>
      ${shown.voids.length && side !== "own"
        ? html`<span class="voids">no <${Words} text=${shown.voids.map(symbolOf).join(" ")} /></span>` : null}
    </div>
    ${side === "own" || deal.phase === "over" ? null
      : html`<div class="backs" role="img" aria-label=${counted(shown.cards, "card")}>
      ${Array.from({ length: Math.max(0, shown.cards - shown.open.length) },
        (_, n) => html`<span key=${n} class="tiny"></span>`)}</div>
      ${shown.played_by !== null || (shown.open.length && shown.open.length === shown.cards)
        ? html`<${Hand} ...${{ table, seat, mine, choice, markedCards, hint }} />`
        : shown.open.length ? html`<div class="open-cards small-text">
          <span class="soft">holds</span> ${shown.open.map((card) =>
            html`<${CardText} key=${card} card=${card} /> `)}</div>` : null}`}
  </div>`;
}

/**
 * A player's score without the result of the deal, which comes once the person has seen its last trick.
 * @param {TableShown} table
 * @param {number} player
 */
function scoreNow({ standing, number, deal }, player) {
  const gain = deal.phase === "over" ? (standing.rows[number - 1]?.gains[player] ?? 0) : 0;
  return standing.totals[player] - gain - standing.ante;
}

/** @param {{strain: string}} props */
export const DeclaredPill = ({ strain }) =>
  html`<span class="pill"><span class="unseen">declared </span><${Words} text=${strainName(strain)} /></span>`;

/** @typedef {import("./table.js").Turn} Turn */
/** @typedef {ReturnType<typeof import("./table.js").useCardChoice>} CardChoice */
/** @typedef {ReturnType<typeof import("./table.js").useMarkedCards>} MarkedCards */

/** The person's legal actions other than playing a card. @param {{table: TableShown, choice: CardChoice}} props */
function Choices({ table, choice: { picked, act } }) {
  const { aside, passing, rules, calls } = table.deal.legal;
  return html`
    ${passing && picked ? html`<div class="calls bar"><span class="saying">${picked.length} chosen</span>
      <${Button} kind="main" disabled=${picked.length !== passing.count}
        onClick=${() => act(`give ${picked.join(" ")}`)}>Pass<//></div>` : null}
    ${aside && picked ? html`<div class="calls bar">
      <span class="saying">Choose ${counted(aside, "card")} of your hand to lay aside: ${picked.length} chosen</span>
      <${Button} kind="main" disabled=${picked.length !== aside}
        onClick=${() => act(`aside ${picked.join(" ")}`)}>Lay aside<//></div>` : null}
    ${rules ? html`<${RulesForm} values=${rules.values} orders=${rules.orders} onAct=${act} />` : null}
    ${calls.length ? html`<${Calls} key=${table.at} calls=${calls} onAct=${act} />` : null}`;
}

/**
 * The trick on the table; a complete one stays until the person has seen it, then moves to its winner.
 * @param {{table: TableShown, trick: TableTrick | null, turn: Turn, choice: CardChoice, markedCards: MarkedCards,
 *   waits: boolean, here: number[], onClear: () => void}} props here: the players who are at the table now;
 *   waits: a complete trick stays until the person clicks
 */
function TrickArea({ table, trick, turn: { showsTrick, mine, waitsFor }, choice, markedCards, waits, onClear }) {
  const { deal } = table;
  const lastComplete = useRef(/** @type {TableTrick | null} */ (null));
  if (showsTrick) lastComplete.current = trick;
  const leaving = showsTrick || lastComplete.current === trick ? null : lastComplete.current;
  return html`<div class=${`cloth of-${deal.seats.length}`} onClick=${showsTrick ? onClear : undefined}
      onDragOver=${(event) => event.preventDefault()}
      onDrop=${(/** @type {DragEvent} */ event) => {
        event.preventDefault();
        choice.play(event.dataTransfer?.getData("text/plain") ?? "");
      }}>
    ${leaving && deal.phase !== "calls"
      ? html`<div class="gone-trick" key=${leaving.cards[0].card} aria-hidden="true">${leaving.cards.map((played) =>
      html`<${PlayedCard} key=${played.card} table=${table} played=${played} towards=${leaving.winner} />`)}</div>`
      : null}
    ${(trick?.cards ?? []).map((played) => html`<${PlayedCard} key=${played.card} table=${table} played=${played}
      wins=${showsTrick && played.seat === trick?.winner} />`)}
    <div class="middle"><p class=${`status ${choice.barred ? "barred" : ""}`}>
      <${Words} text=${choice.barred
        || (markedCards.isMarking && mine ? MARKING : statusText(table, trick, showsTrick, waitsFor))} /></p>
      ${waits ? html`<${Button} kind="main" keys="n">${deal.phase === "over" ? "See the result" : "Continue"}<//>`
        : null}
      ${markedCards.isMarking
        ? html`<${Button} kind="main" onClick=${(/** @type {Event} */ event) => {
          // A trick on the table stays.
          event.stopPropagation();
          markedCards.toggleMarking?.();
        }}>Done<//>` : null}
      ${mine ? html`<${Choices} table=${table} choice=${choice} />` : null}</div>
  </div>`;
}

/**
 * A sentence on whose turn it is, or who won the trick.
 * @param {TableShown} table
 * @param {TableTrick | null} trick
 * @param {boolean} showsTrick
 * @param {number | null} waitsFor the player, another person, who is to act
 */
function statusText(table, trick, showsTrick, waitsFor) {
  const { deal } = table;
  if (showsTrick) return `${does(table, trick?.winner, "wins")} the trick`;
  if (deal.phase === "over") return `The ${table.game.words.deal} is over`;
  if (table.friends?.away.includes(table.person)) {
    return "The program plays for you, until the host gives you your seat back";
  }
  if (waitsFor !== null) {
    return `Waiting for ${table.friends?.free.includes(waitsFor) ? `a friend to take ${table.players[waitsFor]}’s seat`
      : table.players[waitsFor]} …`;
  }
  const own = deal.seats[deal.seat];
  if (deal.turn === deal.seat && own.played_by !== null) {
    return `You are ${own.role || "dummy"}: ${nameAt(table, own.played_by)} plays your cards`;
  }
  if (deal.decider !== deal.seat) {
    const rests = own.sits_out && deal.phase === "play" ? "You sit out. " : "";
    return `${rests}${does(table, deal.decider, "is")} to ${deal.phase === "calls" ? "call" : "play"} …`;
  }
  const { passing } = deal.legal;
  if (passing) {
    return `Pass ${counted(passing.count, "card")} to ${nameAt(table, passing.to)}${placeOf(table, passing.to)}`;
  }
  if (deal.phase === "calls") return "Your call";
  const declared = completeTricks(deal) ? [] : factOf(deal, "declared")?.by_seat ?? [];
  const declarer = declared.findIndex((strain, seat) => strain && seat !== deal.seat);
  const contract = declarer < 0 ? "" : `${nameAt(table, declarer)} declared ${strainName(declared[declarer])}. `;
  return `${contract}${trick?.cards.length || deal.turn !== deal.seat ? turnText(table) : "You lead"}`;
}

/**
 * A card of a trick, in front of its player.
 * @param {{table: TableShown, played: TableCard, wins?: boolean, towards?: number | null}} props towards: the seat that
 *   it moves to
 */
function PlayedCard({ table, played, wins, towards }) {
  const { deal } = table;
  const { seat, card } = played;
  const [x, y] = direction(deal, seat);
  const [toX, toY] = towards == null ? [x, y] : direction(deal, towards);
  const extra = saidWith(played);
  return html`<div class=${`laid ${wins ? "wins" : ""}`} style=${{ "--x": x, "--y": y, "--to-x": toX, "--to-y": toY }}>
    <${CardFace} card=${card} label=${`played by ${nameAt(table, seat)} ${extra}`} />
    <span class="by" aria-hidden="true">${nameAt(table, seat)}${extra ? html` <${Words} text=${extra} />` : null}</span>
  </div>`;
}

/**
 * The direction of a seat from the middle of the cloth: right and down are positive.
 * @param {DealShown} deal
 * @param {number} seat
 */
function direction(deal, seat) {
  const count = deal.seats.length;
  const angle = Math.PI / 2 + (2 * Math.PI * ((seat - deal.seat + count) % count)) / count;
  return [Math.cos(angle), Math.sin(angle)];
}

/**
 * The person's cards, or those of a seat that he plays for. Arrow keys move among the legal ones; a click on another
 * says which rule forbids it.
 * @param {{table: TableShown, seat: number, mine: boolean, choice: CardChoice, markedCards: MarkedCards,
 *   hint: import("./table_state.js").Hint | null}} props
 */
function Hand({ table, seat, mine, choice, markedCards, hint }) {
  const { deal } = table;
  const hand = seat === deal.seat ? deal.hand : deal.seats[seat].open;
  if (hand === null) {
    const { cards } = deal.seats[deal.seat];
    const none = deal.phase === "calls" ? "No card is dealt yet." : "";
    return html`<p class="hand soft">${cards ? `You may not look at your ${counted(cards, "card")}.` : none}</p>`;
  }
  const { picked } = choice;
  const legal = new Set(deal.legal.cards.map((way) => way.card));
  const playable = mine && deal.phase === "play" && deal.turn === seat;
  const isOwn = seat === deal.seat;
  const received = isOwn && !completeTricks(deal)
    ? deal.received.flatMap(({ seat: giver, cards }) => cards.map((card) => ({ card, giver }))) : [];
  const first = hand.find((card) => legal.has(card));
  const suitIn = (/** @type {string} */ card) => (deal.trump_cards.includes(card) ? "trumps" : card[0]);
  /** @param {string} card */
  const face = (card) => {
    const row = hint?.rows?.find((hinted) => hinted.card === card);
    const mark = markedCards.marked.includes(card) ? "marked" : "";
    if (picked && isOwn) {
      return html`<${CardFace} card=${card} pressed=${picked.includes(card)} onPlay=${choice.pick} />`;
    }
    if (markedCards.isMarking) {
      return html`<${CardFace} card=${card} marked=${mark} pressed=${mark !== ""} label="keep"
          onPlay=${markedCards.toggleCard} />`;
    }
    const giver = received.find((one) => one.card === card)?.giver;
    const got = giver === undefined ? "" : `passed by ${nameAt(table, giver)}`;
    if (!playable) {
      return html`<${CardFace} card=${card} marked=${`${mark} ${got && "received"}`} label=${got || undefined} />`;
    }
    const isLegal = legal.has(card);
    const label = [mark && "marked to keep", got, !isLegal && "may not be played now"].filter(Boolean).join(", ");
    return html`<${CardFace} card=${card} disabled=${!isLegal} onPlay=${choice.play} onBarred=${choice.explain}
        tabIndex=${card === first ? 0 : -1}
      label=${label || undefined} note=${(row && valueText(row)) || undefined}
      marked=${`${mark} ${got && "received"} ${row && row === hint?.rows?.[0] ? "best" : ""}`} />`;
  };
  return html`<div class=${`hand ${playable || picked || markedCards.isMarking ? "mine" : ""}`} role="group"
      tabindex="-1"
      aria-label=${`${seat === deal.seat ? "Your" : `${nameAt(table, seat)}’s`} hand, ${counted(hand.length, "card")}`}
      onKeyDown=${moveFocus}>
    ${hand.map((card, n) => html`<span key=${card}
      class=${`slot ${n && suitIn(hand[n - 1]) !== suitIn(card) ? "new-suit" : ""}`}
      draggable=${playable && legal.has(card)}
      onDragStart=${(/** @type {DragEvent} */ event) => event.dataTransfer?.setData("text/plain", card)}>
      ${face(card)}</span>`)}
    ${hand.length ? null : html`<p class="soft">No cards left.</p>`}
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

/** Where a seat is from the person's: " (left)". @param {TableShown} table @param {number} seat */
function placeOf(table, seat) {
  const others = around(table);
  const at = others.indexOf(seat);
  const side = sidesOf(others.length)[at];
  return side === "across" && others.length > 3 ? "" : ` (${side})`;
}

/** On which sides of the cloth the other seats are. @param {number} count @returns {string[]} */
const sidesOf = (count) => (count === 1 ? ["across"]
  : Array.from({ length: count }, (_, n) => (n === 0 ? "left" : n === count - 1 ? "right" : "across")));

/** @param {Parameters<typeof TrickArea>[0] & Pick<Parameters<typeof Hand>[0], "hint">} props */
export function Felt(props) {
  const { table, turn } = props;
  const others = around(table);
  const sides = sidesOf(others.length);
  /** @param {string} side */
  const seatsOn = (side) => others.filter((_, n) => sides[n] === side).map((seat) =>
    html`<${Seat} key=${seat} ...${props} seat=${seat} side=${side} />`);
  return html`<div class="felt">
    <div class="others">${seatsOn("left")}
      ${sides.includes("across") ? html`<div class="tops">${seatsOn("across")}</div>` : null}${seatsOn("right")}</div>
    <${TrickArea} ...${props} />
    <${Seat} ...${props} seat=${table.deal.seat} />
    <${Hand} ...${props} seat=${table.deal.seat} mine=${turn.mine} />
  </div>`;
}

const MOST_BUTTONS = 40;

/**
 * Calls as buttons; of very many, a list to choose from.
 * @param {{calls: LegalCall[], onAct: (action: string) => void}} props
 */
function Calls({ calls, onAct }) {
  const [chosen, setChosen] = useState(calls[0]?.action ?? "");
  if (calls.length > MOST_BUTTONS) {
    return html`<div class="calls bar">
      <${Choice} label="Your call" value=${chosen} onChange=${setChosen}
        options=${calls.map((call) => ({ value: call.action, text: call.text }))} />
      <${Button} kind="main" onClick=${() => onAct(chosen)}>Call<//>
    </div>`;
  }
  const groups = groupsOf(calls);
  const started = groups.filter(({ start }) => start);
  return html`<div class=${`calls bar ${calls.length > 20 ? "many" : ""} ${started.length > 1 ? "in-groups" : ""}`}
      role="group" tabindex="-1" aria-label="Your call">
    ${groups.map(({ start, calls: grouped }) => {
      const buttons = grouped.map((call) => html`<${Button} key=${call.action}
          label=${start ? capital(call.text) : undefined} onClick=${() => onAct(call.action)}>
        <${Words} text=${start ? call.text.slice(start.length) : capital(call.text)} /><//>`);
      return start ? html`<span class="group" key=${start}><span class="saying"
        aria-hidden="true">${capital(start)}</span><span class="bar">${buttons}</span></span>` : buttons;
    })}
  </div>`;
}

/**
 * Calls in their order, those that begin with the same words together, at the first one's place: the words are shown
 * once before their buttons. A call that stands alone has no such start.
 * @param {LegalCall[]} calls
 */
function groupsOf(calls) {
  const starts = calls.map(({ text }) => text.slice(0, text.lastIndexOf(" ") + 1));
  const common = starts.filter((start, n) => start && starts.indexOf(start) !== n)
    .sort((one, other) => other.length - one.length);
  /** @type {{start: string, calls: LegalCall[]}[]} */
  const groups = [];
  for (const call of calls) {
    const start = common.find((words) => call.text.startsWith(words)) ?? "";
    const group = start ? groups.find((known) => known.start === start) : undefined;
    if (group) group.calls.push(call);
    else groups.push({ start, calls: [call] });
  }
  return groups;
}

/**
 * The form in which a player sets the rules of a deal: the order of suits, the aims, the value of tricks.
 * @param {{values: {value: string, text: string}[], orders: {value: string, text: string}[],
 *   onAct: (action: string) => void}} props orders: the named orders of all four suits, the usual one first
 */
function RulesForm({ values, orders, onAct }) {
  const [trumps, setTrumps] = useState("NT");
  const [order, setOrder] = useState([...orders[0].value]);
  const [flags, setFlags] = useState(/** @type {Record<string, boolean>} */ ({}));
  const [trickValue, setTrickValue] = useState("plain");
  const meanings = { nuloss: "low cards beat high ones", blind: "cards are played unseen", misere: "take no trick" };
  const words = /** @type {(keyof typeof meanings)[]} */ (Object.keys(meanings));
  const suits = trumps === "order" ? order.join("") : trumps;
  const action = ["call", suits, ...words.filter((word) => flags[word]),
    ...(trickValue === "plain" ? [] : [trickValue])].join(" ");
  /**
   * Put a suit at an index of the order, and the suit there in its place.
   * @param {number} index
   * @param {string} suit
   */
  const put = (index, suit) => setOrder(order.map((old, n) =>
    n === index ? suit : old === suit ? order[index] : old));
  return html`<div class="calls rules-to-set">
    <div class="fields">
      <${Choice} label="Suits" value=${trumps} onChange=${setTrumps} options=${[
        { value: "NT", text: "no trumps" },
        ...SUITS.map((suit) => ({ value: suit, text: `${symbolOf(suit)} trumps` })),
        ...orders.map(({ value, text }) => ({ value, text: `${text} (${[...value].map(symbolOf).join(" ")})` })),
        { value: "order", text: "all four in another order" },
      ]} />
      ${trumps === "order" ? order.map((suit, index) =>
        html`<${Choice} key=${index} label=${index ? "then" : "highest"} value=${suit}
        onChange=${(value) => put(index, value)}
        options=${SUITS.map((value) => ({ value, text: `${symbolOf(value)} ${strainName(value)}` }))} />`) : null}
      <${Choice} label="Tricks are worth" value=${trickValue} onChange=${setTrickValue} options=${values} />
    </div>
    ${words.map((word) => html`<${Check} key=${word} label=${`${capital(word)}: ${meanings[word]}`}
        checked=${flags[word] ?? false}
      onChange=${(on) => setFlags({ ...flags, [word]: on })} />`)}
    <div class="bar"><${Button} kind="main" onClick=${() => onAct(action)}>Call these rules<//></div>
  </div>`;
}

/**
 * Asks in which of several ways to play a card.
 * @param {{ways: LegalCard[], onAct: (action: string) => void, onClose: () => void}} props
 */
export function WaysDialog({ ways, onAct, onClose }) {
  const card = ways[0].card;
  const asOtherCards = ways.filter((way) => way.named);
  const others = ways.filter((way) => !way.named);
  return html`<${Dialog} title=${html`How do you play the ${cardName(card)}?`} onClose=${onClose}
      closeLabel="Another card">
    ${others.length ? html`<div class="bar">
      ${others.map((way) => html`<${Button} key=${way.action} onClick=${() => onAct(way.action)}>
      ${way.led ? html`as a lead of <${Strain} strain=${way.led} />`
        : html`as itself, <${CardText} card=${way.card} />`}<//>`)}</div>` : null}
    ${asOtherCards.length ? html`<p>As which card?</p>${SUITS.map((suit) => html`<div class="name-row" key=${suit}>
      ${asOtherCards.filter(({ named }) => named?.[0] === suit)
        .map((way) => html`<${CardFace} key=${way.action} small card=${way.named ?? ""}
        onPlay=${() => onAct(way.action)} />`)}</div>`)}` : null}
  <//>`;
}

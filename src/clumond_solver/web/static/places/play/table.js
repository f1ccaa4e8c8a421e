// A table: what the person's seat sees, what he may do, and what the others do in their turn.

import { ask, isTakenBack } from "../../ask.js";
import { CardFace, CardText, cardName, cardText } from "../../parts/cards.js";
import { Button, Choice, messageOf, Notice } from "../../parts/controls.js";
import { Dialog } from "../../parts/dialog.js";
import { saveFile } from "../../parts/files.js";
import { useKept } from "../../parts/kept.js";
import { announce } from "../../parts/live.js";
import { html, useCallback, useEffect, useRef, useState } from "../../parts/view.js";
import { capital, counted, Words } from "../../parts/words.js";
import { goTo, linkTo } from "../../route.js";
import { Calls, RulesToSet, Ways } from "./calls.js";
import { Helper, Hint, ScoreSheet, SeatingDialog, Tricks } from "./panels.js";
import { RulesDialog } from "./rules.js";

/** @typedef {import("../../ask.js").Answer} Answer */

/** The least time between two cards that the others play, in milliseconds. @type {Record<string, number>} */
const PACES = { calm: 1000, usual: 350, quick: 20 };
const CLAIM_TRICKS = 5;
const MOVED = "This table was played on elsewhere; it is shown as it stands now.";
const NOT_DONE = "What you chose was not done.";
/** Tables as they were sent when they were set up, until they are shown. @type {Map<string, Answer>} */
const sent = new Map();

/**
 * Go to a table that has just been sent: it need not be asked for again.
 * @param {Answer} table
 */
export function sitDown(table) {
  sent.set(table.id, table);
  goTo("play", { table: table.id });
}

/**
 * A table as it was just sent, or else as the answer to a question.
 * @param {string} id
 */
async function tableOf(id) {
  const known = sent.get(id);
  sent.delete(id);
  return known ?? ask("table", { id });
}

/** @param {number} time in milliseconds, by the page's clock */
const until = (time) => new Promise((resolve) => setTimeout(resolve, time - performance.now()));

/** @param {{id: string}} props */
export function Table({ id }) {
  const [table, setTable] = useState(/** @type {Answer | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  // What to say where a change came too late; it is said until the next choice.
  const [missed, setMissed] = useState("");
  // How many complete tricks of the deal have been seen, by the deal's number.
  const [seen, setSeen] = useState({ deal: 0, tricks: 0 });
  const [hint, setHint] = useState(/** @type {Answer | null} */ (null));
  const [claimable, setClaimable] = useState("");
  const [open, setOpen] = useState("");
  const [ways, setWays] = useState(/** @type {Answer[] | null} */ (null));
  const [picked, setPicked] = useState(/** @type {string[]} */ ([]));
  const [helping, setHelping] = useKept("helper", true);
  const [collecting, setCollecting] = useKept("collecting", false);
  const [pace, setPace] = useKept("pace", "usual");
  // The last change asked for, and how many are under way: each waits for the one before.
  const changing = useRef(/** @type {Promise<Answer | null>} */ (Promise.resolve(null)));
  const waiting = useRef(0);
  const now = useRef("");
  const cardShown = useRef(0);
  // Whether the person's focus has ever been at the table.
  const entered = useRef(false);
  const told = useRef({ deal: -1, events: 0, plays: 0, phase: "" });

  const take = useCallback((/** @type {Answer} */ next) => {
    if (laid(next.deal).length !== told.current.plays) cardShown.current = performance.now();
    now.current = next.at;
    setTable(next);
    setError(null);
    tell(next, told.current);
  }, []);

  // `at` names the state of the table that the change was chosen at; `pause` is the least time
  // between the last card shown and what this brings.
  const change = useCallback((/** @type {string} */ kind, /** @type {Answer} */ question, pause = 0) => {
    const doing = async () => {
      try {
        const answer = await ask(kind, { at: now.current, ...question });
        await until(cardShown.current + pause);
        take(answer);
        if (answer.late) setMissed(kind === "table-step" ? MOVED : `${MOVED} ${NOT_DONE}`);
        else if (kind !== "table-step") setMissed("");
        return answer;
      } catch (fault) {
        if (isTakenBack(fault)) return null;
        setError(fault);
        // Where the table itself is gone, nobody is to play.
        await ask("table", { id }).catch(() => setTable(null));
        return null;
      } finally {
        waiting.current -= 1;
      }
    };
    waiting.current += 1;
    changing.current = changing.current.then(doing);
    return changing.current;
  }, []);
  // Who presses twice means it once.
  const changeOnce = (/** @type {string} */ kind, /** @type {Answer} */ question) =>
    waiting.current ? Promise.resolve(null) : change(kind, question);

  useEffect(() => {
    tableOf(id).then((answer) => {
      const full = complete(answer.deal);
      setSeen({ deal: answer.number, tricks: answer.deal.tricks.length > full ? full : Math.max(0, full - 1) });
      take(answer);
    }, setError);
  }, [id]);

  const deal = table?.deal;
  const full = deal ? complete(deal) : 0;
  const known = table && seen.deal === table.number ? seen.tricks : 0;
  const held = full > known;
  const mine = deal && !held && deal.phase !== "over" && deal.turn === deal.seat;
  const theirs = deal && !held && deal.phase !== "over" && deal.turn !== null && deal.turn !== deal.seat;

  useEffect(() => {
    if (!table || !theirs) return;
    // Nobody need wait for a call: it stays in sight.
    change("table-step", { id, at: table.at }, deal.phase === "play" ? (PACES[pace] ?? PACES.usual) : 0);
  }, [table?.at, theirs]);

  useEffect(() => {
    if (!table || !held || !collecting || deal?.phase === "over") return undefined;
    const timer = setTimeout(collect, 4 * (PACES[pace] ?? PACES.usual));
    return () => clearTimeout(timer);
  }, [table, held, collecting]);

  useEffect(() => {
    setHint(null);
    setPicked([]);
    if (!table || !mine || deal?.phase !== "play" || deal.left > CLAIM_TRICKS) return undefined;
    const asking = new AbortController();
    ask("table-claim", { id }, { signal: asking.signal })
      .then((answer) => answer.forced && setClaimable(table.at)).catch(() => {});
    return () => asking.abort();
  }, [table?.at, mine]);

  const collect = () => table && setSeen({ deal: table.number, tricks: full });
  const act = async (/** @type {string} */ action) => {
    setWays(null);
    if (table) {
      collect();
      await changeOnce("table-act", { id, at: table.at, action });
    }
  };
  const play = (/** @type {string} */ card) => {
    const choices = deal?.legal.cards.filter((/** @type {Answer} */ way) => way.card === card) ?? [];
    if (choices.length === 1) return act(choices[0].action);
    if (choices.length > 1) setWays(choices);
    return undefined;
  };
  const askHint = () => {
    if (!table || !mine) return;
    const asked = table.at;
    setHint({ at: asked, rows: null });
    ask("table-hint", { id }).then((answer) => {
      if (asked !== now.current) return;
      setHint(answer.at === asked ? answer : null);
      if (answer.at === asked) announce(`Hint: ${spoken(answer.rows[0]?.text ?? "")}. ${answer.reason}`);
    }, (fault) => {
      if (asked !== now.current) return;
      setHint(null);
      setError(fault);
    });
  };
  const takeBack = () => table?.canTakeBack && waiting.current < 2 && change("table-back", { id }).then((answer) => {
    if (answer && !answer.late) {
      setSeen({ deal: answer.number, tricks: complete(answer.deal) });
      announce("Taken back.");
    }
  });
  const next = () => changeOnce("table-next", { id }).then((answer) => {
    if (answer && !answer.late) setSeen({ deal: answer.number, tricks: 0 });
  });
  const save = () => ask("table-save", { id }).then(({ name, text }) => saveFile(name, text)).catch(setError);

  useEffect(() => {
    if (table?.guided && mine) askHint();
  }, [table?.at, mine]);

  // What had the focus is mostly gone by one's next turn: it goes to what can be done now, and not
  // to a card of its own accord, which a key pressed once too often would play.
  useEffect(() => {
    if (!mine || !entered.current || document.activeElement !== document.body) return;
    const group = /** @type {HTMLElement | null} */ (document.querySelector(".at-table .calls[tabindex], .at-table .hand[tabindex]"));
    group?.focus({ preventScroll: true });
  }, [table?.at, mine]);

  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const onKey = (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
      if (target.closest("input, select, textarea")) return;
      const done = shortcut(event.key, target);
      if (done) event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  /** @param {string} key @param {HTMLElement} target */
  const shortcut = (key, target) => {
    const onButton = target.closest("button, a") !== null;
    if (key === "n" || (key === " " && !onButton)) {
      if (held) collect();
      else if (deal?.phase === "over" && !table?.finished) next();
      else return false;
      return true;
    }
    const keys = /** @type {Record<string, () => unknown>} */ ({
      h: askHint, u: takeBack, l: () => setOpen("last"), s: () => setOpen("score"), r: () => setOpen("rules"),
      p: () => setHelping(!helping), "?": () => setOpen("keys"),
    });
    if (!(key in keys)) return false;
    keys[key]();
    return true;
  };

  if (error && !table) {
    return html`<${Notice} kind="error">${messageOf(error)}<//><p><a href=${linkTo("play")}>To the sessions</a></p>`;
  }
  if (!table || !deal) return html`<p class="loading">Laying the table …</p>`;
  const shownTrick = held ? deal.tricks[known] : deal.tricks[full] ?? null;
  const close = () => setOpen("");
  const aside = deal.legal.aside;
  return html`<div class=${`at-table ${helping ? "helped" : ""}`} onFocusCapture=${() => { entered.current = true; }}>
    <h1 class="unseen">${table.game.name}, ${table.game.words.deal} ${table.number}</h1>
    <${Facts} table=${table} />
    ${error ? html`<${Notice} kind="error">${messageOf(error)}<//>` : null}
    ${missed ? html`<${Notice} kind="error">${missed}<//>` : null}
    ${table.unsaved ? html`<${Notice} kind="error">This session is not being saved (${table.unsaved}). You can play on, and save it as a file.<//>` : null}
    <section class="round" aria-label="The table">
      ${deal.phase === "over" && !held ? null : html`<div class="others">${around(table).map((seat) => html`<${Seat} key=${seat} table=${table} seat=${seat} held=${held} />`)}</div>`}
      ${deal.phase === "over" && !held ? null : html`<${Cloth} table=${table} trick=${shownTrick} held=${held} onCollect=${collect}>${mine ? html`<${Doing} table=${table} picked=${picked} onAct=${act} />` : null}<//>`}
      ${deal.phase === "over" && !held
        ? html`<${Ended} table=${table} onNext=${next} />`
        : html`<${Seat} table=${table} seat=${deal.seat} held=${held} own />
          <${Hand} deal=${deal} mine=${mine} onPlay=${play} hint=${hint}
            picked=${aside && mine ? picked : null}
            onPick=${(/** @type {string} */ card) => setPicked(picked.includes(card) ? picked.filter((each) => each !== card) : [...picked, card])} />`}
      <${Hint} deal=${deal} hint=${hint} onAct=${act} guided=${table.guided} lines=${mine ? table.guide : []} />
      <div class="bar tools">
        <${Button} onClick=${askHint} disabled=${!mine} keys="h">Hint<//>
        <${Button} onClick=${takeBack} disabled=${!table.canTakeBack} keys="u">Take back<//>
        ${claimable === table.at ? html`<${Button} kind="main"
          onClick=${() => changeOnce("table-claim", { id, do: true })}>Claim the rest<//>` : null}
        <${Button} onClick=${() => setOpen("last")} disabled=${!full} keys="l">Last trick<//>
        <${Button} onClick=${() => setOpen("score")} keys="s">Score<//>
        <${Button} onClick=${() => setOpen("rules")} keys="r">Rules<//>
        <${Button} onClick=${() => setHelping(!helping)} pressed=${helping} keys="p">Helper<//>
        <${Button} onClick=${() => setOpen("more")}>More …<//>
      </div>
    </section>
    ${helping ? html`<aside aria-label="Helper"><${Helper} table=${table} /></aside>` : null}
    ${ways ? html`<${Ways} ways=${ways} onAct=${act} onClose=${() => setWays(null)} />` : null}
    ${open === "last" && full ? html`<${Dialog} title="Tricks, the last one first" onClose=${close}><${Tricks} table=${table} /><//>` : null}
    ${open === "score" ? html`<${Dialog} title="Score" onClose=${close} wide><${ScoreSheet} table=${table} /><//>` : null}
    ${open === "rules" ? html`<${RulesDialog} game=${table.game.key} onClose=${close} />` : null}
    ${open === "keys" ? html`<${Keys} onClose=${close} />` : null}
    ${open === "seating" ? html`<${SeatingDialog} table=${table} onClose=${close}
      onChange=${(/** @type {Answer} */ seating) => change("table-change", { id, ...seating }).then(close)} />` : null}
    ${open === "more" ? html`<${Dialog} title="This table" onClose=${close}>
      <${Agreed} text=${table.game.text} />
      <div class="bar column">
        <${Button} onClick=${() => setCollecting(!collecting)} pressed=${collecting}>Collect full tricks by themselves<//>
        <${Choice} label="The others play" value=${pace} onChange=${setPace} id="pace"
          options=${Object.keys(PACES).map((each) => ({ value: each, text: each }))} />
        <${Button} onClick=${() => setOpen("seating")}>Names and levels …<//>
        <${Button} onClick=${save}>Save the session as a file<//>
        <${Button} onClick=${() => setOpen("keys")}>Keys …<//>
        <a class="button" href=${linkTo("play")}>Leave the table (it keeps itself)</a>
      </div><//>` : null}
  </div>`;
}

/**
 * How many tricks of the deal are complete.
 * @param {Answer} deal
 */
const complete = (deal) => deal.tricks.filter((/** @type {Answer} */ trick) => trick.winner !== null).length;

/**
 * The cards of the deal that have been played, in order.
 * @param {Answer} deal
 * @returns {Answer[]}
 */
const laid = (deal) => deal.tricks.flatMap((/** @type {Answer} */ trick) => trick.cards);

/**
 * The other seats, clockwise from the person's left.
 * @param {Answer} table
 */
function around({ deal }) {
  const count = deal.seats.length;
  return Array.from({ length: count - 1 }, (_, place) => (deal.seat + 1 + place) % count);
}

/**
 * The player who sits in a seat.
 * @param {Answer} table
 * @param {number} seat
 */
const playerAt = (table, seat) => (table.dealer + 1 + seat) % table.players.length;

/**
 * What a seat is called: its player's name.
 * @param {Answer} table
 * @param {number} seat
 */
export const nameAt = (table, seat) => table.players[playerAt(table, seat)];

/** @param {{table: Answer}} props */
function Facts({ table }) {
  const { deal } = table;
  const facts = deal.facts.filter((/** @type {Answer} */ fact) => fact.text);
  const named = facts.some((/** @type {Answer} */ fact) => fact.name === "trumps");
  return html`<dl class="facts" aria-label="This deal">
    <div><dt>${capital(table.game.words.deal)}</dt><dd>${table.number}</dd></div>
    ${!named && deal.trumps.length ? html`<div><dt>Trumps</dt><dd><${Words} text=${deal.trumps.map(symbol).join(" over ")} /></dd></div>` : null}
    ${facts.map((/** @type {Answer} */ fact, /** @type {number} */ n) => html`<div key=${n}>
      <dt>${capital(fact.name === table.game.words.deal ? "kind" : fact.name)}</dt><dd><${Words} text=${fact.text} /></dd></div>`)}
    ${deal.phase === "play" ? html`<div><dt>Tricks to come</dt><dd>${deal.left}</dd></div>` : null}
  </dl>`;
}

/** @param {string} suit */
const symbol = (suit) => /** @type {Record<string, string>} */ ({ C: "♣", H: "♥", S: "♠", D: "♦" })[suit] ?? suit;

/**
 * A player: name, what he has said and taken, how many cards he holds.
 * @param {{table: Answer, seat: number, held: boolean, own?: boolean}} props
 */
function Seat({ table, seat, held, own }) {
  const { deal } = table;
  const shown = deal.seats[seat];
  const player = playerAt(table, seat);
  const turn = !held && deal.turn === seat;
  const facts = deal.facts.filter((/** @type {Answer} */ fact) => fact.seats[seat]);
  const declared = facts.find((/** @type {Answer} */ fact) => fact.name === "declared");
  const rest = facts.filter((/** @type {Answer} */ fact) => fact !== declared && fact.name !== "tricks");
  const stated = rest.some((/** @type {Answer} */ fact) => fact.name === "nominated");
  const calls = declared || stated ? [] : shown.calls.slice(-1);
  return html`<div class=${`seat ${turn ? "turn" : ""} ${own ? "own" : ""}`} aria-label=${`${table.players[player]}, ${deal.names[seat]}`} role="group">
    <div class="who"><b>${table.players[player]}</b>
      <span class="soft small-text">${deal.names[seat]}${player === table.dealer && !/rear|deal/.test(deal.names[seat]) ? ", dealer" : ""}</span>
      ${declared ? html`<${Declared} what=${declared.seats[seat]} />` : null}
      ${turn ? html`<span class="to-act">to ${deal.phase === "calls" ? "call" : "play"}</span>` : null}
    </div>
    <div class="small-text standing">
      ${deal.phase !== "calls" ? html`<span><b>${shown.taken}</b> ${shown.taken === 1 ? "trick" : "tricks"}</span>` : null}
      ${rest.map((/** @type {Answer} */ fact, /** @type {number} */ n) => html`<span key=${n}>${fact.name} <b><${Words} text=${fact.seats[seat]} /></b></span>`)}
      ${calls.map((/** @type {string} */ call) => html`<span class="said">“<${Words} text=${call} />”</span>`)}
      <span class="soft">score ${table.standing.totals[player]}</span>
    </div>
    ${own || deal.phase === "over" ? null : html`<div class="backs" role="img" aria-label=${counted(shown.cards, "card")}>
      <span class="soft small-text count" aria-hidden="true">${shown.cards}</span>
      ${Array.from({ length: Math.max(0, shown.cards - shown.open.length) }, (_, n) => html`<span key=${n} class="tiny"></span>`)}</div>
      ${shown.open.length ? html`<div class="open-cards small-text"><span class="soft">shown</span> ${shown.open.map((/** @type {string} */ card) => html`<${CardText} key=${card} card=${card} /> `)}</div>` : null}`}
  </div>`;
}

/** @param {{what: string}} props */
const Declared = ({ what }) => html`<span class="pill"><span class="unseen">declared </span><${Words} text=${what} /></span>`;

/**
 * What the person may do beside playing a card of his hand.
 * @param {{table: Answer, picked: string[], onAct: (action: string) => void}} props
 */
function Doing({ table, picked, onAct }) {
  const { aside, rules, calls } = table.deal.legal;
  return html`
    ${aside ? html`<div class="calls bar"><span>Choose ${counted(aside, "card")} of your hand to lay aside: ${picked.length} chosen</span>
      <${Button} kind="main" disabled=${picked.length !== aside} onClick=${() => onAct(`aside ${picked.join(" ")}`)}>Lay aside<//></div>` : null}
    ${rules ? html`<${RulesToSet} values=${rules.values} orders=${rules.orders} onAct=${onAct} />` : null}
    ${calls?.length ? html`<${Calls} key=${table.at} calls=${calls} onAct=${onAct} />` : null}`;
}

/**
 * The trick on the table. A full one stays until it is seen.
 * @param {{table: Answer, trick: Answer | null, held: boolean, onCollect: () => void, children?: any}} props
 */
function Cloth({ table, trick, held, onCollect, children }) {
  const { deal } = table;
  const count = deal.seats.length;
  const cards = trick?.cards ?? [];
  const told = held ? `${nameAt(table, trick?.winner)} ${nameAt(table, trick?.winner) === "You" ? "win" : "wins"} the trick`
    : deal.phase === "over" ? `The ${table.game.words.deal} is over`
    : deal.turn === deal.seat ? (deal.phase === "calls" ? "Your call" : cards.length ? "Your turn" : "You lead")
    : `${nameAt(table, deal.turn)} is to ${deal.phase === "calls" ? "call" : "play"} …`;
  return html`<div class=${`cloth of-${count}`}>
    ${cards.map((/** @type {Answer} */ laid) => {
      const angle = Math.PI / 2 + (2 * Math.PI * ((laid.seat - deal.seat + count) % count)) / count;
      // On a wide screen the cards of a trick stay together.
      const place = { left: `calc(50% + ${Math.cos(angle)} * min(36%, 17rem))`, top: `${50 + 33 * Math.sin(angle)}%` };
      const extra = laid.as ? `as ${cardText(laid.as)}` : laid.led ? `for ${symbol(laid.led)}` : "";
      return html`<div key=${laid.card} class=${`laid ${held && laid.seat === trick?.winner ? "wins" : ""}`} style=${place}>
        <${CardFace} card=${laid.card} label=${`played by ${nameAt(table, laid.seat)} ${extra}`} />
        <span class="by" aria-hidden="true">${nameAt(table, laid.seat)}${extra ? html` <${Words} text=${extra} />` : null}</span>
      </div>`;
    })}
    <div class="middle"><p class="told"><${Words} text=${told} /></p>
      ${held ? html`<${Button} kind="main" onClick=${onCollect} keys="n">${deal.phase === "over" ? "See the result" : "Go on"}<//>` : null}${children}</div>
    ${deal.phase === "calls" ? html`<ul class="said-so-far small-text">${deal.told.slice(-6).map((/** @type {Answer} */ each, /** @type {number} */ n) => html`<li key=${n}>
      ${each.seat === null ? "" : `${nameAt(table, each.seat)}: `}<${Words} text=${each.cards.length ? `${each.text.split(" ")[0]} ${each.cards.map(cardText).join(" ")}` : each.text} /></li>`)}</ul>` : null}
  </div>`;
}

/**
 * The person's cards. Arrow keys move among them; those that may not be played are dimmed.
 * @param {{deal: Answer, mine: boolean, onPlay: (card: string) => void, hint: Answer | null,
 *   picked: string[] | null, onPick: (card: string) => void}} props
 */
function Hand({ deal, mine, onPlay, hint, picked, onPick }) {
  if (deal.hand === null) return html`<p class="hand soft">You may not look at your ${counted(deal.seats[deal.seat].cards, "card")}.</p>`;
  const legal = new Set((deal.legal.cards ?? []).map((/** @type {Answer} */ way) => way.card));
  const playable = mine && deal.phase === "play";
  const chances = new Map((hint?.rows ?? []).map((/** @type {Answer} */ row) => [row.card, row]));
  const groups = ["C", "H", "S", "D"].map((suit) => deal.hand.filter((/** @type {string} */ card) => card[0] === suit));
  const first = deal.hand.find((/** @type {string} */ card) => legal.has(card));
  return html`<div class=${`hand ${playable || picked ? "mine" : ""}`} role="group" tabindex="-1" aria-label=${`Your hand, ${counted(deal.hand.length, "card")}`} onKeyDown=${moveFocus}>
    ${groups.map((group, n) => group.length ? html`<div class="suit-group" key=${n}>${group.map((/** @type {string} */ card) => {
      const row = chances.get(card);
      if (picked) {
        return html`<${CardFace} key=${card} card=${card} pressed=${picked.includes(card)} onPlay=${onPick} />`;
      }
      if (!playable) return html`<${CardFace} key=${card} card=${card} />`;
      const can = legal.has(card);
      return html`<${CardFace} key=${card} card=${card} disabled=${!can} onPlay=${onPlay} tabIndex=${card === first ? 0 : -1}
        label=${can ? undefined : "may not be played now"} note=${row ? worth(row) : undefined}
        marked=${row && row === hint?.rows[0] ? "best" : ""} />`;
    })}</div>` : null)}
    ${deal.hand.length ? null : html`<p class="soft">No cards left.</p>`}
  </div>`;
}

/**
 * What a choice is worth, shortly: a chance, or a gain.
 * @param {Answer} row
 */
export function worth(row) {
  if (row.chance !== null && row.chance !== undefined) return `${Math.round(100 * row.chance)} %`;
  return row.gain === null || row.gain === undefined ? "" : `${row.gain < 0 ? "−" : "+"}${Math.abs(row.gain).toFixed(1)}`;
}

/** @param {KeyboardEvent} event */
function moveFocus(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const hand = /** @type {HTMLElement} */ (event.currentTarget);
  const cards = /** @type {HTMLElement[]} */ ([...hand.querySelectorAll("button.card")]);
  const at = cards.findIndex((card) => card === document.activeElement);
  const first = cards.findIndex((card) => card.tabIndex === 0);
  if (step === undefined && event.key !== "Home" && event.key !== "End") return;
  event.preventDefault();
  const to = event.key === "Home" ? 0 : event.key === "End" ? cards.length - 1 : at < 0 ? first : at + (step ?? 0);
  cards[Math.max(0, Math.min(cards.length - 1, to))]?.focus();
}

/**
 * The end of a deal: what everybody had, what it brought, and what now.
 * @param {{table: Answer, onNext: () => void}} props
 */
function Ended({ table, onNext }) {
  const { deal, ended } = table;
  const row = table.standing.rows[table.number - 1];
  const bySeat = deal.facts.filter((/** @type {Answer} */ fact) => fact.seats.length && fact.name !== "tricks");
  const declared = bySeat.find((/** @type {Answer} */ fact) => fact.name === "declared");
  const facts = bySeat.filter((/** @type {Answer} */ fact) => fact !== declared);
  const seats = [deal.seat, ...around(table)];
  const next = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => /** @type {HTMLElement | null} */ (next.current?.querySelector("button, a"))?.focus({ preventScroll: true }), []);
  return html`<section class="ended" aria-label="How it ended">
    <div class="scroller" tabindex="0" role="region" aria-label="Result"><table>
      <thead><tr><th scope="col">Player</th><th scope="col" class="number">Tricks</th>
        ${facts.map((/** @type {Answer} */ fact) => html`<th scope="col" key=${fact.name}>${capital(fact.name)}</th>`)}
        ${row?.notes.length ? html`<th scope="col">Noted</th>` : null}
        <th scope="col" class="number">Gain</th><th scope="col" class="number">Score</th></tr></thead>
      <tbody>${seats.map((seat) => {
        const player = playerAt(table, seat);
        return html`<tr key=${seat}><th scope="row">${table.players[player]}
          ${declared?.seats[seat] ? html`${" "}<${Declared} what=${declared.seats[seat]} />` : null}</th><td class="number">${deal.seats[seat].taken}</td>
          ${facts.map((/** @type {Answer} */ fact) => html`<td key=${fact.name}><${Words} text=${fact.seats[seat] ?? ""} /></td>`)}
          ${row?.notes.length ? html`<td><${Words} text=${row.notes[player]} /></td>` : null}
          <td class="number">${signed(row?.gains[player] ?? 0)}</td><td class="number">${table.standing.totals[player]}</td></tr>`;
      })}</tbody></table></div>
    <details><summary>All hands</summary>
      ${seats.map((seat) => html`<p key=${seat} class="dealt"><b>${nameAt(table, seat)}</b>${" "}
        ${ended[seat].dealt.map((/** @type {string} */ card) => html`<span key=${card} class=${ended[seat].left.includes(card) ? "kept" : ""}><${CardText} card=${card} /></span> `)}</p>`)}
      ${ended.some((/** @type {Answer} */ each) => each.left.length) ? html`<p class="soft small-text">Framed: the cards that were kept.</p>` : null}
    </details>
    ${table.finished ? html`<${Notice} kind="good">${capital(table.winners)}.<//>` : null}
    <div class="bar" ref=${next}>
      ${table.finished ? html`<a class="button main" href=${linkTo("play")}>To your sessions</a>`
        : html`<${Button} kind="main" onClick=${onNext} keys="n">Next ${table.game.words.deal}<//>`}
      <a class="button" href=${linkTo("review", { table: table.id, deal: table.number })}>Review this ${table.game.words.deal}</a>
    </div>
  </section>`;
}

/** @param {number} gain */
const signed = (gain) => (gain > 0 ? `+${gain}` : gain < 0 ? `−${-gain}` : "0");

/**
 * What the table has agreed on, from a game's text: "clag players=3 scheme=foss".
 * @param {{text: string}} props
 */
function Agreed({ text }) {
  const pairs = text.split(" ").slice(1).map((option) => option.split("="));
  return html`<dl class="facts small-text">${pairs.map(([name, value]) => html`<div key=${name}>
    <dt>${capital(name.replaceAll("_", " "))}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** @param {{onClose: () => void}} props */
function Keys({ onClose }) {
  const keys = [["← → ↑ ↓", "among your cards"], ["Enter", "play the card, press the button"], ["n or Space", "go on after a trick or a deal"],
    ["h", "hint"], ["u", "take back"], ["l", "the last trick, and those before"], ["s", "score"], ["r", "rules"],
    ["p", "helper"], ["?", "these keys"]];
  return html`<${Dialog} title="Keys" onClose=${onClose}><dl class="keys">${keys.map(([key, what]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl><//>`;
}

// What is said aloud of what has happened since the last time.

/**
 * @param {Answer} table
 * @param {{deal: number, events: number, plays: number, phase: string}} before
 */
function tell(table, before) {
  const { deal } = table;
  const plays = laid(deal);
  const same = before.deal === table.number && before.plays <= plays.length && before.events <= deal.told.length;
  const said = same ? [] : [`${capital(table.game.words.deal)} ${table.number}.`];
  for (const each of deal.told.slice(same ? before.events : 0)) {
    said.push(`${each.seat === null ? "" : nameAt(table, each.seat)} ${spoken(each.text)}.`);
  }
  for (const laid of plays.slice(same ? before.plays : 0)) said.push(`${nameAt(table, laid.seat)}: ${cardName(laid.card)}.`);
  const last = deal.tricks[complete(deal) - 1];
  if (last && deal.tricks.length === complete(deal) && plays.length > before.plays) {
    said.push(`${nameAt(table, last.winner)} takes the trick.`);
  }
  if (deal.phase === "over" && before.phase !== "over") said.push(`The ${table.game.words.deal} is over.`);
  else if (deal.turn === deal.seat) said.push(deal.phase === "calls" ? "Your call." : "Your turn.");
  Object.assign(before, { deal: table.number, events: deal.told.length, plays: plays.length, phase: deal.phase });
  announce(said.slice(-8).join(" "));
}

/**
 * Text with suit symbols, for the ear.
 * @param {string} text
 */
function spoken(text) {
  const names = /** @type {Record<string, string>} */ ({ "♣": "clubs", "♥": "hearts", "♠": "spades", "♦": "diamonds" });
  return text.replace(/([♣♥♠♦])(10|[AKQJT2-9])?/g, (_, suit, rank) =>
    rank ? cardName(`${Object.entries(names).find(([each]) => each === suit)?.[1][0].toUpperCase()}${rank === "10" ? "T" : rank}`) : names[suit]);
}

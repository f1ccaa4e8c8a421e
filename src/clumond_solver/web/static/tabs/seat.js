// A friend's page: a seat at somebody's table (`#/seat?key=…`, with the key of the seat or of the table; without a
// server `?offer=…`, with an invitation), or the review of a deal that was played there (`&review=…`, with its
// number). `?answer=…`, the answer to an invitation, goes on to the table in another tab of the host's browser.

/** @import { SeatLook } from "../wire.d.ts" */

import { ask, askUntilAnswered, guest, invitations } from "../ask.js";
import { ownSeat, rememberedSeat, rememberSeat, rememberUsed, wasUsed } from "../keys.js";
import { Button, Choice, Field, messageOf, Notice } from "../parts/controls.js";
import { useTypedName } from "../parts/storage.js";
import { html, useEffect, useRef, useState } from "../parts/view.js";
import { goTo } from "../route.js";
import { Calls, Costliest, Facts, PlayPanel, useReview } from "./analysis/review.js";
import { WHAT_HELPS, wholeLink } from "./play/invitations.js";
import { Link } from "./play/link.js";
import { Table } from "./play/table.js";

/** How long to look for the host's browser before the page says what helps, in milliseconds. */
const PATIENCE = 20_000;
const ELSEWHERE = "This link is of a page without a server: open it there.";

/** @param {{params: URLSearchParams}} props */
export default function Seat({ params }) {
  const [key, offer, answer, review] = [params.get("key") ?? "", params.get("offer"), params.get("answer"),
    Number(params.get("review"))];
  if (answer !== null) return html`<${HandOn} key=${answer} answer=${answer} />`;
  if (offer !== null) {
    return guest ? html`<${Invited} key=${offer} guest=${guest} offer=${offer} review=${review} />`
      : html`<${NoSeat} why=${ELSEWHERE} />`;
  }
  if (!key) return html`<${NoSeat} why="This link has lost its end, the key of your seat. Ask for it again." />`;
  return review ? html`<${SeatReview} key=${review} deal=${review} />` : html`<${Place} key=${key} seatKey=${key} />`;
}

/** @param {{why: string}} props */
function NoSeat({ why }) {
  return html`<h1>A seat at a friend's table</h1><${Notice} kind="error">${why}<//>`;
}

/**
 * Gives an answer to the table that waits for it, here or in another tab of this browser.
 * @param {{answer: string}} props
 */
function HandOn({ answer }) {
  const [done, setDone] = useState(false);
  const [error, setError] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    const handed = invitations?.accept(answer).then(() => history.back()) ?? guest?.handOn(answer)
      ?? Promise.reject(new Error(ELSEWHERE));
    handed.then(() => setDone(true), setError);
  }, []);
  return html`<h1>An answer to your invitation</h1>
    ${error ? html`<${Notice} kind="error">${messageOf(error)}<//>`
      : done ? html`<${Notice} kind="good">Your table has it: go back to its tab. This one may be closed.<//>`
      : html`<p class="loading">Looking for your table …</p>`}`;
}

/**
 * The page of somebody invited to a table in another browser: his name, his answer, and the table once he is let in.
 * @param {{guest: import("../request.js").Guest, offer: string, review: number}} props
 */
function Invited({ guest, offer, review }) {
  const [name, setName] = useTypedName();
  const [answer, setAnswer] = useState("");
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [wasHere, setWasHere] = useState(guest.offer === offer && guest.state !== "waiting");
  const [isLate, setLate] = useState(false);
  useEffect(() => guest.onChange(() => {
    if (guest.offer !== offer || guest.state === "waiting") return;
    rememberUsed(offer);
    setWasHere(true);
  }), []);
  useEffect(() => {
    if (!answer || wasHere) return undefined;
    const timer = setInterval(() => setLate(!guest.isReached), PATIENCE);
    return () => clearInterval(timer);
  }, [answer, wasHere]);
  if (error) return html`<${NoSeat} why=${messageOf(error)} />`;
  if (wasHere) {
    return review ? html`<${SeatReview} key=${review} deal=${review} />` : html`<${Place} seatKey="" name=${name} />`;
  }
  if (wasUsed(offer)) {
    return html`<${NoSeat} why="This invitation was used already. Your seat is kept: ask the host for a new one." />`;
  }
  const isSeated = outcomeOf(() => guest.read(offer).isSeated);
  if (isSeated instanceof Error) return html`<${NoSeat} why=${messageOf(isSeated)} />`;
  const makeAnswer = (/** @type {Event} */ event) => {
    event.preventDefault();
    guest.answer(offer).then(setAnswer, setError);
  };
  return html`<div class="sent-hand"><h1>A seat at a friend's table</h1>
    ${answer ? html`<p>Send this answer to the host, and keep this page open: the table is here as soon as he has opened
      it.</p>
      <${Link} link=${wholeLink({ answer })} what="your answer" />
      ${isLate ? html`<${Notice} kind="error">The host's browser is not found yet. ${WHAT_HELPS}<//>` : null}`
    : html`<form class="panel" onSubmit=${makeAnswer}>
        ${isSeated ? html`<p>Your seat is kept. The host needs a new answer.</p>`
          : html`<div class="fields">
            <${Field} label="Your name" value=${name} maxLength=${30} onInput=${setName} id="friend-name" /></div>`}
        <div class="bar"><${Button} kind="main" type="submit" id="answer-it"
          disabled=${!isSeated && !name.trim()}>Make the answer<//></div>
        <p class="soft small-text">You need no account. Your browser and the host's talk to each other, and to no one
          else.</p>
      </form>`}</div>`;
}

/** The value of a function, or the error that it throws. @template T @param {() => T} act @returns {T | Error} */
function outcomeOf(act) {
  try {
    return act();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/**
 * The table once the person sits there; before that, what he needs to sit down. Whoever opens the table's link once
 * more has his seat again.
 * @param {{seatKey: string, name?: string}} props name: if he has typed it already
 */
function Place({ seatKey, name = "" }) {
  const [look, setLook] = useState(/** @type {SeatLook | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [sitFault, setSitFault] = useState(/** @type {unknown} */ (null));
  const hasLeft = useRef(false);
  useEffect(() => () => { hasLeft.current = true; }, []);
  const lookAt = (/** @type {{seat?: string}} */ question) =>
    askUntilAnswered("seat-look", question, setError, () => !hasLeft.current);
  const see = () => lookAt({ seat: rememberedSeat(seatKey) }).then((answer) => {
    setError(null);
    if (answer.seated && seatKey) rememberSeat(seatKey);
    if (answer.player === null && answer.own) goTo("seat", { key: rememberedSeat(seatKey) }, { replace: true });
    else setLook(answer);
  }, setError);
  const sitAtOnce = (/** @type {SeatLook} */ { seated }) =>
    (seated ? undefined : ask("seat-sit", { name }).catch(setSitFault));
  useEffect(() => { (name ? lookAt({}).then(sitAtOnce) : Promise.resolve()).then(see, setError); }, []);
  if (error) return html`<${NoSeat} why=${messageOf(error)} />`;
  if (!look) return html`<p class="loading">Loading the table …</p>`;
  return look.seated ? html`<${Table} id="" />` : html`<${SitDown} look=${look} fault=${sitFault} onSeated=${see} />`;
}

/**
 * @param {{look: SeatLook, fault: unknown, onSeated: () => void}} props fault: why he does not sit there by the name
 *   that he typed
 */
function SitDown({ look, fault, onSeated }) {
  const [name, setName] = useTypedName();
  const [chosen, setSeat] = useState("");
  // So that the same seat comes back where its key was lost on its way.
  const claim = useRef([...crypto.getRandomValues(new Uint32Array(4))].join("-"));
  const seat = look.free.map(String).includes(chosen) ? chosen : String(look.free[0] ?? "");
  const [error, setError] = useState(fault);
  const others = look.names.filter((_, player) => player !== look.player && !look.free.includes(player));
  // Whoever scans the same code may have been quicker: what is free now is shown.
  const refused = (/** @type {unknown} */ why) => { setError(why); onSeated(); };
  const sitDown = (/** @type {Event} */ event) => {
    event.preventDefault();
    setError(null);
    if (look.player !== null) ask("seat-sit", { name }).then(onSeated, setError);
    else ask("seat-take", { name, player: Number(seat), claim: claim.current })
      .then(({ key }) => goTo("seat", { key }, { replace: true }), refused);
  };
  if (look.player === null && !look.free.length) {
    return html`<h1>${look.game}</h1>
      <${Notice} kind="error">The table is full: every seat is taken. Is one of them yours? Its own link opens it; ask
        the host for that.<//>`;
  }
  /** Where a seat is, as players say it. @param {number} player */
  const placeOf = (player) => {
    const before = (player || look.names.length) - 1;
    return `${player + 1} of ${look.names.length}, after ${look.free.includes(before) ? "a free seat"
      : look.names[before]}`;
  };
  return html`<div class="sent-hand"><h1>A seat for ${look.game}</h1>
    <p>At the table: ${new Intl.ListFormat("en").format(others)}.</p>
    ${error ? html`<${Notice} kind="error">${messageOf(error)}<//>` : null}
    <form class="panel" onSubmit=${sitDown}>
      <div class="fields"><${Field} label="Your name" value=${name} maxLength=${30} onInput=${setName}
        id="friend-name" />
        ${look.player === null && look.free.length > 1
          ? html`<${Choice} label="Your seat" value=${seat} onChange=${setSeat} id="friend-seat"
          options=${look.free.map((player) => ({ value: String(player), text: placeOf(player) }))} />` : null}</div>
      <div class="bar"><${Button} kind="main" type="submit" id="sit-down" disabled=${!name.trim()}>Sit down<//></div>
      <p class="soft small-text">You need no account. The link of your seat brings you back to it, in any browser.</p>
    </form></div>`;
}

/** The review of a deal, without a board. @param {{deal: number}} props */
function SeatReview({ deal }) {
  const { review, isComplete, progress, error } = useReview({ deal });
  const [number, setNumber] = useState(1);
  return html`<div class="seat-review"><h1>${review?.title ?? "Review"}</h1>
    <p><a class="button" href=${ownSeat()}>Back to the table</a></p>
    ${error ? html`<${Notice} kind="error">${error}<//>`
      : isComplete ? null : html`<p class="loading">Reviewing every card${progress?.total
        ? `: ${progress.done} of ${progress.total}` : ""} …</p>`}
    ${review ? html`<${Facts} review=${review} />
      ${review.story ? html`<p>${review.story}</p>` : null}
      <${Costliest} review=${review} isComplete=${isComplete} at=${number} onGo=${setNumber} />
      <div class="bar"><${Button} disabled=${number <= 1} onClick=${() => setNumber(number - 1)}>Back<//>
        <span>${number} of ${review.plays.length}</span>
        <${Button} disabled=${number >= review.plays.length} onClick=${() => setNumber(number + 1)}>Forward<//></div>
      <${PlayPanel} review=${review} play=${review.plays[number - 1]} />
      <${Calls} review=${review} />` : null}</div>`;
}

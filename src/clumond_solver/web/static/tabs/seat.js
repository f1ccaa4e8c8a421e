// A friend's page: a seat at somebody's table (`#/seat?key=…`, with the key of the seat or of the table), or the
// review of a deal that was played there (`&review=…`, with its number).

/** @import { SeatLook } from "../wire.d.ts" */

import { ask } from "../ask.js";
import { rememberedSeat, rememberSeat } from "../keys.js";
import { Button, Choice, Field, messageOf, Notice } from "../parts/controls.js";
import { useStored } from "../parts/storage.js";
import { html, useEffect, useState } from "../parts/view.js";
import { goTo, linkTo } from "../route.js";
import { Calls, Costliest, Facts, PlayPanel, useReview } from "./analysis/review.js";
import { Table } from "./play/table.js";

/** @param {{params: URLSearchParams}} props */
export default function Seat({ params }) {
  const [key, review] = [params.get("key") ?? "", Number(params.get("review"))];
  if (!key) return html`<${NoSeat} why="This link has lost its end, the key of your seat. Ask for it again." />`;
  return review ? html`<${SeatReview} key=${review} seatKey=${key} deal=${review} />` : html`<${Place} key=${key} seatKey=${key} />`;
}

/** @param {{why: string}} props */
function NoSeat({ why }) {
  return html`<h1>A seat at a friend's table</h1><${Notice} kind="error">${why}<//>`;
}

/**
 * The table once the person sits there; before that, what he needs to sit down. Whoever opens the table's link once more has his seat again.
 * @param {{seatKey: string}} props
 */
function Place({ seatKey }) {
  const [look, setLook] = useState(/** @type {SeatLook | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const see = () => ask("seat-look", { seat: rememberedSeat(seatKey) }).then((answer) => {
    if (answer.seated) rememberSeat(seatKey);
    if (answer.player === null && answer.own) goTo("seat", { key: rememberedSeat(seatKey) }, { replace: true });
    else setLook(answer);
  }, setError);
  useEffect(() => { see(); }, []);
  if (error) return html`<${NoSeat} why=${messageOf(error)} />`;
  if (!look) return html`<p class="loading">Loading the table …</p>`;
  return look.seated ? html`<${Table} id="" />` : html`<${SitDown} look=${look} onSeated=${see} />`;
}

/**
 * @param {{look: SeatLook, onSeated: () => void}} props
 */
function SitDown({ look, onSeated }) {
  const [name, setName] = useStored("name", "");
  const [chosen, setSeat] = useState("");
  const seat = look.free.map(String).includes(chosen) ? chosen : String(look.free[0] ?? "");
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const typed = name === "You" ? "" : name;
  const others = look.names.filter((_, player) => player !== look.player && !look.free.includes(player));
  // Whoever scans the same code may have been quicker: what is free now is shown.
  const refused = (/** @type {unknown} */ why) => { setError(why); onSeated(); };
  const sitDown = (/** @type {Event} */ event) => {
    event.preventDefault();
    setError(null);
    if (look.player !== null) ask("seat-sit", { name: typed }).then(onSeated, setError);
    else ask("seat-take", { name: typed, player: Number(seat) }).then(({ key }) => goTo("seat", { key }, { replace: true }), refused);
  };
  if (look.player === null && !look.free.length) {
    return html`<h1>${look.game}</h1><${Notice} kind="error">The table is full: every seat is taken. Is one of them yours? Its own link opens it; ask the host for that.<//>`;
  }
  /** Where a seat is, as players say it. @param {number} player */
  const placeOf = (player) => {
    const before = (player || look.names.length) - 1;
    return `${player + 1} of ${look.names.length}, after ${look.free.includes(before) ? "a free seat" : look.names[before]}`;
  };
  return html`<div class="sent-hand"><h1>A seat for ${look.game}</h1>
    <p>At the table: ${new Intl.ListFormat("en").format(others)}.</p>
    ${error ? html`<${Notice} kind="error">${messageOf(error)}<//>` : null}
    <form class="panel" onSubmit=${sitDown}>
      <div class="fields"><${Field} label="Your name" value=${typed} maxLength=${30} onInput=${setName} id="friend-name" />
        ${look.player === null && look.free.length > 1 ? html`<${Choice} label="Your seat" value=${seat} onChange=${setSeat} id="friend-seat"
          options=${look.free.map((player) => ({ value: String(player), text: placeOf(player) }))} />` : null}</div>
      <div class="bar"><${Button} kind="main" type="submit" id="sit-down" disabled=${!typed.trim()}>Sit down<//></div>
      <p class="soft small-text">You need no account. The link of your seat brings you back to it, in any browser.</p>
    </form></div>`;
}

/** The review of a deal, without a board. @param {{seatKey: string, deal: number}} props */
function SeatReview({ seatKey, deal }) {
  const { review, isComplete, progress, error } = useReview({ deal });
  const [number, setNumber] = useState(1);
  return html`<div class="seat-review"><h1>${review?.title ?? "Review"}</h1>
    <p><a class="button" href=${linkTo("seat", { key: seatKey })}>Back to the table</a></p>
    ${error ? html`<${Notice} kind="error">${error}<//>` : isComplete ? null : html`<p class="loading">Reviewing every card${progress?.total ? `: ${progress.done} of ${progress.total}` : ""} …</p>`}
    ${review ? html`<${Facts} review=${review} />
      ${review.story ? html`<p>${review.story}</p>` : null}
      <${Costliest} review=${review} at=${number} onGo=${setNumber} />
      <div class="bar"><${Button} disabled=${number <= 1} onClick=${() => setNumber(number - 1)}>Back<//>
        <span>${number} of ${review.plays.length}</span>
        <${Button} disabled=${number >= review.plays.length} onClick=${() => setNumber(number + 1)}>Forward<//></div>
      <${PlayPanel} review=${review} play=${review.plays[number - 1]} />
      <${Calls} review=${review} />` : null}</div>`;
}

// Friends at a table: who is here, invitations with links and QR codes, and wishes to take a card back.

/** @import { SeatInvited, SeatsShown, TableShown } from "../../wire.d.ts" */

import { ask, askUntilAnswered, canInvite, hasServer, invitations, isUnanswered, Refusal } from "../../ask.js";
import { currentKey } from "../../keys.js";
import { announce } from "../../parts/announcements.js";
import { Button, Check, Dialog, messageOf, Notice } from "../../parts/controls.js";
import { html, useEffect, useRef, useState } from "../../parts/view.js";
import { isLocal, linkTo } from "../../route.js";
import { Answer, Invitation, useInvitations } from "./invitations.js";
import { Link } from "./link.js";

const RETRY = 1500;
/** This window among those in which a person may have the same seat. */
const WINDOW = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join("");

/**
 * Waits for news of a table with friends, and shows it whenever others change it.
 * @param {TableShown} table
 * @param {() => void} reload shows the table as it is now
 */
export function useNews(table, reload) {
  const [here, setHere] = useState(/** @type {number[]} */ ([]));
  const [moved, setMoved] = useState(false);
  const [isLost, setLost] = useState(false);
  const [claims, setClaims] = useState(1);
  const hasFriends = table.friends !== null;
  const shown = useRef(table);
  shown.current = table;
  useEffect(() => {
    if (!hasFriends || !claims) return undefined;
    let isOver = false, hasClaimed = false, news = "", attempt = new AbortController();
    // What waits on a network that has gone, or on the one before, would wait for long.
    const askAnew = () => attempt.abort();
    addEventListener("offline", askAnew);
    addEventListener("online", askAnew);
    /** @type {number[] | null} */
    let were = null;
    const announceComing = (/** @type {number[]} */ are) => {
      const { players, person } = shown.current;
      const changed = players.map((_, player) => player)
        .filter((player) => were && player !== person && were.includes(player) !== are.includes(player));
      if (changed.length) {
        announce(changed.map((player) => `${players[player]} is ${are.includes(player) ? "here" : "away"}.`).join(" "));
      }
      were = are;
    };
    const wait = async () => {
      while (!isOver) {
        attempt = new AbortController();
        try {
          const answer = await ask("table-news", { id: table.id, news, window: WINDOW, claims: !hasClaimed },
            { signal: attempt.signal });
          if (isOver) return;
          hasClaimed = true;
          setLost(false);
          setHere(answer.here);
          announceComing(answer.here);
          if (answer.moved) {
            setMoved(true);
            setClaims(0);
            return;
          }
          // Names, wishes and seats are shown with the table too.
          if (answer.news !== news) reload();
          ({ news } = answer);
        } catch (error) {
          if (isOver) return;
          if (error instanceof Refusal && error.status === 400) {
            setHere([]);
            reload();
            return;
          }
          // So that the next answer comes at once, and says that the connection is back.
          news = "";
          if (attempt.signal.aborted) continue;
          setLost(true);
          await new Promise((resolve) => setTimeout(resolve, RETRY));
        }
      }
    };
    wait();
    return () => {
      isOver = true;
      attempt.abort();
      removeEventListener("offline", askAnew);
      removeEventListener("online", askAnew);
    };
  }, [table.id, hasFriends, claims]);
  const takeBackSeat = () => { setMoved(false); setClaims((count) => count + 1); };
  return { here, moved, isLost, takeBackSeat };
}

/** @typedef {ReturnType<typeof useNews>} News */

/**
 * What stays so until somebody does something about it, above the table.
 * @param {{table: TableShown, news: News, onInvite: () => void}} props
 */
export function FriendsBar({ table, news, onInvite }) {
  const { friends, players, person } = table;
  const stateOf = useInvitations(table.id);
  if (!friends) return null;
  const gone = !invitations ? []
    : friends.people.filter((player) =>
      player !== person && !friends.free.includes(player) && !["here", "coming"].includes(stateOf(player)));
  return html`
    ${news.moved ? html`<${Notice}>You play on in another window or on another
      device. <${Button} onClick=${news.takeBackSeat}>Continue here<//><//>` : null}
    ${gone.length ? html`<${Notice}>
      ${new Intl.ListFormat("en").format(gone.map((player) => players[player]))} ${gone.length > 1 ? "are"
        : "is"} away. <${Button} id="invite-again" onClick=${onInvite}>New invitation<//><//>` : null}`;
}

/**
 * What passes: that the connection is lost, and a wish to take back.
 * @param {{table: TableShown, news: News, onAgree: (player: number, yes: boolean) => void}} props
 */
export function FriendsMessages({ table, news, onAgree }) {
  const { friends, players, person } = table;
  const wish = friends?.wish;
  const refuser = wish?.refused ?? null;
  const asks = wish && refuser === null && wish.player !== person && !wish.agreed.includes(person);
  return html`
    ${news.isLost ? html`<${Notice} kind="error">No connection to the table; trying again …<//>` : null}
    ${asks ? html`<${Notice}>${players[wish.player]} asks to take back the last card or call.${" "}
      <${Button} kind="main" onClick=${() => onAgree(wish.player, true)}>Agree<//>${" "}
      <${Button} onClick=${() => onAgree(wish.player, false)}>No<//><//>` : null}
    ${wish?.player === person ? html`<${Notice}>${refuser === null ? "You ask to take back; the others have to agree."
      : `Nothing is taken back: ${players[refuser]} does not agree.`}<//>` : null}`;
}

/**
 * Whether a player is here, away, or back while the program plays for him; "" for the person, and where nobody but
 * engines plays.
 * @param {TableShown} table
 * @param {number} player
 * @param {number[]} here
 */
export function presence({ friends, person }, player, here) {
  if (!friends || player === person) return "";
  if (friends.away.includes(player)) return `${here.includes(player) ? "back" : "away"}, the program plays`;
  if (!friends.people.includes(player)) return "";
  return friends.free.includes(player) ? "not here yet" : here.includes(player) ? "here" : "away";
}

/** The whole link with a key. @param {string} key @param {string} [address] */
const linkOf = (key, address) =>
  new URL(linkTo("seat", { key }), address || new URL(location.pathname, location.origin)).href;

/** The table at which to open the invitations at once. */
let invitesAt = "";

/**
 * Make these players' seats a table's for friends, and open the invitations there.
 * @param {TableShown} table
 * @param {number[]} players
 */
export async function invite(table, players) {
  for (const player of players) await ask("table-seats", { id: table.id, player, do: "invite" });
  if (players.length > 1 && hasServer) await ask("table-seats", { id: table.id, do: "invite" });
  invitesAt = table.id;
  return ask("table", { id: table.id });
}

/** Whether the invitations of a table are to be opened now. @param {string} id */
export function opensInvitations(id) {
  const opens = invitesAt === id;
  if (opens) invitesAt = "";
  return opens;
}

/** The words for a seat's kind. @type {Record<string, string>} */
const KINDS = { engine: "the program", free: "free", taken: "a friend", away: "the program, in place of a friend" };

/**
 * Invites friends, and says who sits where.
 * @param {{table: TableShown, onClose: () => void, onChange: () => void}} props
 */
export function FriendsDialog({ table, onClose, onChange }) {
  const [seats, setSeats] = useState(/** @type {SeatsShown | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const show = (/** @type {SeatsShown} */ answer) => {
    setError(null);
    setSeats(answer);
  };
  const isHere = useRef(true);
  useEffect(() => () => { isHere.current = false; }, []);
  const askSeats = () => askUntilAnswered("table-seats", { id: table.id }, setError, () => isHere.current);
  const change = (/** @type {Record<string, unknown>} */ question) =>
    // Without an answer nobody knows what was done: see how the seats are now.
    ask("table-seats", { id: table.id, ...question }).catch((fault) => {
      setError(fault);
      if (!isUnanswered(fault)) throw fault;
      return askSeats();
    }).then((answer) => {
      show(answer);
      onChange();
    }, setError);
  useEffect(() => {
    if (canInvite) askSeats().then(show, setError);
  }, [table]);
  if (!canInvite) {
    return html`<${Dialog} title="Friends at the table"
        onClose=${onClose}><p>This browser connects to no other: WebRTC is switched off in it. A table with friends then
          needs the
      program: one of you starts <code>clumond web --host 0.0.0.0</code>. Or send a friend a hand that you have played,
      by a link.</p><//>`;
  }
  const invited = seats?.seats.some((seat) => seat.kind !== "engine") ?? false;
  return html`<${Dialog} title="Friends at the table" onClose=${onClose} wide>
    ${error ? html`<${Notice} kind="error">${messageOf(error)}<//>` : null}
    ${hasServer && isLocal && !seats?.address
      ? html`<${Notice}>Only this machine reaches the page. For friends in your network start it
        with <code>clumond web --host 0.0.0.0</code>.<//>` : null}
    ${invitations && invited ? html`<${Answer} onError=${setError} />` : null}
    ${seats ? html`${hasServer && invited ? html`<h3>One link for all</h3>
        <p class="soft small-text">Whoever opens it chooses a free seat and types a name.</p>
        ${seats.key ? html`<${Link} link=${linkOf(seats.key, seats.address)} what="the table's link" />` : null}
        <div class="bar">${seats.key
          ? html`<${Button} onClick=${() => change({ do: "renew" })}>A new link<//>
            <${Button} onClick=${() => change({ do: "withdraw" })}>Withdraw it<//>`
          : html`<${Button} onClick=${() => change({ do: "invite" })}>Make a link for all<//>`}</div>` : null}
      <ul class="seats">${seats.seats.map((seat) =>
        html`<${SeatRow} key=${seat.player} id=${table.id} seat=${seat} opens=${!seats.key} address=${seats.address}
        onDo=${(deed) => change({ do: deed, player: seat.player })} />`)}</ul>
      ${invited ? html`<${Check} label="Everybody may ask for hints" checked=${seats.hints}
          onChange=${(hints) => change({ hints })} />
        <${Check} label="Cards may be taken back if all agree" checked=${seats.take_backs}
          onChange=${(take_backs) => change({ take_backs })} />` : null}`
    : html`<p class="loading">Loading …</p>`}<//>`;
}

/**
 * @param {{id: string, seat: SeatInvited, opens: boolean, address: string, onDo: (deed: string) => void}}
 *   props opens: whether its link is shown at once
 */
function SeatRow({ id, seat, opens, address, onDo }) {
  const { name, kind, key } = seat;
  return html`<li><p><b>${name}</b> <span class="soft">${KINDS[kind]}</span></p>
    ${!key ? null : invitations ? html`<${Invitation} id=${id} seat=${seat} />`
      : html`<details open=${opens}><summary>The link of this seat alone</summary>
        <${Link} link=${linkOf(key, address)} what=${`the link of ${name}'s seat`} /></details>`}
    <div class="bar">
      ${kind === "engine" ? html`<${Button} label=${`A friend in place of ${name}`}
          onClick=${() => onDo("invite")}>A friend<//>`
        : html`${invitations ? null
          : html`<${Button} label=${`A new link for ${name}'s seat`} onClick=${() => onDo("renew")}>A new link<//>`}
          ${kind === "away" ? html`<${Button} label=${`Give ${name} the seat back`}
              onClick=${() => onDo("back")}>Give the seat back<//>`
            : html`<${Button} label=${`Let the program play for ${name}`}
                onClick=${() => onDo("engine")}>Let the program play<//>`}
          <${Button} label=${`No friend in ${name}'s seat`}
            onClick=${() => onDo("end")}>No friend here<//>`}
    </div></li>`;
}

/** The link of a friend's own seat. @param {{onClose: () => void}} props */
export function DeviceDialog({ onClose }) {
  useEffect(() => announce("The link of your seat"), []);
  return html`<${Dialog} title="Continue on another device" onClose=${onClose}>
    <p>Open this link there: it is your seat's, so give it to nobody else.</p>
    <${Link} link=${linkOf(currentKey())} what="your seat's link" /><//>`;
}

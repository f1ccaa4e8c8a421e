// Friends who come without a server: an invitation for each seat, the answers to them, and how far they are.

/** @import { SeatInvited } from "../../wire.d.ts" */

import { invitations } from "../../ask.js";
import { Button, Field, messageOf, Notice } from "../../parts/controls.js";
import { html, useEffect, useState } from "../../parts/view.js";
import { linkForOthers, linkTo } from "../../route.js";
import { Link } from "./link.js";

/** What helps where two browsers do not find each other. */
export const WHAT_HELPS = "Between two networks browsers often find no way. What helps: the same Wi-Fi,"
  + " a page that clumond web serves, or a hand by a link.";

/** A whole link for somebody else. @param {Record<string, string>} params */
export const wholeLink = (params) => {
  const link = linkTo("seat", params);
  return linkForOthers(link) || new URL(link, location.href).href;
};

/** How far the invitation of each player of a table is, whenever that changes. @param {string} id */
export function useInvitations(id) {
  const [, redraw] = useState(0);
  useEffect(() => invitations?.onChange(() => redraw((count) => count + 1)), []);
  return (/** @type {number} */ player) => invitations?.stateOf(id, player) ?? "";
}

/** Takes the answer to an invitation. @param {{onError: (error: unknown) => void}} props */
export function Answer({ onError }) {
  const [text, setText] = useState("");
  const accept = (/** @type {Event} */ event) => {
    event.preventDefault();
    onError(null);
    invitations?.accept(text).then(() => setText(""), onError);
  };
  return html`<p class="soft small-text">Send each friend the link of his seat. His page makes an answer of it, which he
    sends you: open that here, in this browser, or paste it.</p>
    <form class="bar answer" onSubmit=${accept}>
      <${Field} label="A friend's answer" value=${text} onInput=${setText} id="answer" />
      <${Button} type="submit" id="let-in" disabled=${!text.trim()}>Let in<//></form>`;
}

/** The invitation to a seat, unless its person is here. @param {{id: string, seat: SeatInvited}} props */
export function Invitation({ id, seat }) {
  const { player, key, kind, name } = seat;
  const state = useInvitations(id)(player);
  const [offer, setOffer] = useState("");
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [again, setAgain] = useState(false);
  const isNeeded = again || !["here", "coming"].includes(state);
  useEffect(() => {
    // One that was used is not to be seen any more.
    setOffer("");
    if (isNeeded) invitations?.invite(id, player, key, kind !== "free").then(setOffer, setError);
  }, [isNeeded, key, state]);
  useEffect(() => setAgain(false), [state]);
  if (state === "coming") return html`<p role="status">Looking for the friend's browser …</p>`;
  if (error) return html`<${Notice} kind="error">${messageOf(error)}<//>`;
  return html`${state === "late"
    ? html`<${Notice} kind="error">The friend's browser was not found within 20 seconds. ${WHAT_HELPS}<//>` : null}
    ${isNeeded ? offer ? html`<${Link} link=${wholeLink({ offer })} what=${`the invitation to ${name}'s seat`} />`
      : html`<p class="loading">Making an invitation …</p>`
      : html`<div class="bar"><span class="presence here">here</span>
        <${Button} label=${`A new invitation to ${name}'s seat`} onClick=${() => setAgain(true)}>New invitation<//>
        </div>`}`;
}

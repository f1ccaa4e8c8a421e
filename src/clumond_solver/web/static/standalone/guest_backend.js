// The backend of a friend's page without a server: it asks the browser that has the table, over a channel.

import { adderTo, opensNothing, Refusal } from "../request.js";
import { BUILT } from "./built.js";
import { Channel } from "./channel.js";
import { ANSWERS } from "./invitations.js";
import { unpack } from "./packing.js";

/** The host's answers are long, and come as fast as they can. */
const BOUNDS = { most: 8_000_000, perSecond: Infinity };
const WAITING = new Set(BUILT.waiting);
const AGAIN = "Your seat is kept: open the new invitation that the host sends you.";
/** Why a channel is closed. */
const LOST = `The connection to the host is lost. ${AGAIN}`;
const REASONS = new Map(Object.entries({
  left: `The host has closed the page, or loaded it again: the table is paused. ${AGAIN}`,
  moved: "You play on in another window or on another device.",
  version: "The host's page is of another version: load both pages again, then ask for a new invitation.",
  misused: "The host's page has ended the connection, since this one sent too much.",
}));

/** How long the other tabs of this browser may take for an answer, in milliseconds. */
const HAND_ON = 3000;
const NO_TABLE = "No table that is open in this browser waits for this answer: its invitation was used, or another"
  + " took its place. If the table is open elsewhere, paste the link there.";

/** @type {Channel | null} */
let channel = null;
/** The invitation that is answered. */
let answered = "";
let number = 0;
/**
 * @type {Map<number, {kind: string, resolve: (answer: any) => void, reject: (error: unknown) => void,
 *   progress?: (part: any) => void}>}
 */
const pending = new Map();
/** @type {Set<() => void>} */
const listeners = new Set();
/** @type {Set<(news: import("../request.js").Preparing | null) => void>} */
const preparing = new Set();

/** Why nothing can be asked now. */
function refusal() {
  if (channel?.state === "closed") return new Refusal(REASONS.get(channel.reason) ?? LOST);
  return new Refusal("There is no connection to the host just now.", 0);
}

/** @param {any} message */
function receive({ number: n, part, answer, error, status }) {
  const question = pending.get(n);
  if (part !== undefined) question?.progress?.(part);
  else if (question) {
    pending.delete(n);
    if (error === undefined) question.resolve(answer);
    else question.reject(new Refusal(String(error), Number(status)));
    if (status === 401) for (const listener of preparing) listener(opensNothing(String(error)));
  }
}

/** Give up what cannot be answered any more; what was sent comes, unless the channel is closed. */
function changed() {
  for (const [n, { kind, reject }] of pending) {
    if (channel?.state !== "closed" && (channel?.state !== "away" || !WAITING.has(kind))) continue;
    pending.delete(n);
    reject(refusal());
  }
  for (const listener of listeners) listener();
}

/** @type {import("../request.js").Guest} */
const guest = {
  read: (offer) => unpack(offer, false),
  async answer(offer) {
    const opened = unpack(offer, false);
    channel?.close("left");
    answered = offer;
    const mine = new Channel(BOUNDS, { receive, changed: () => mine === channel && changed() });
    channel = mine;
    return mine.answer(opened);
  },
  handOn(answer) {
    return new Promise((resolve, reject) => {
      unpack(answer, true);
      const tables = new BroadcastChannel(ANSWERS);
      tables.onmessage = ({ data }) => { if (data.taken === answer) resolve(); };
      tables.postMessage({ answer });
      setTimeout(() => reject(new Refusal(NO_TABLE)), HAND_ON);
    });
  },
  get offer() {
    return answered;
  },
  get state() {
    return channel?.state ?? "waiting";
  },
  get isReached() {
    return channel?.isReached ?? false;
  },
  onChange: adderTo(listeners),
};

addEventListener("pagehide", () => channel?.close("left"));

/** @type {import("../request.js").Backend} */
export const backend = {
  hasNoServer: true,
  guest,
  ask(kind, question, { signal, progress }) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (channel?.state !== "here") throw refusal();
      const n = (number += 1);
      pending.set(n, { kind, resolve, reject, progress });
      channel.send({ number: n, kind, question, ...(progress ? { parts: true } : {}) });
      signal?.addEventListener("abort", () => {
        if (!pending.delete(n)) return;
        channel?.send({ number: n, stops: true });
        reject(signal.reason);
      });
    });
  },
  onPreparing: adderTo(preparing),
};

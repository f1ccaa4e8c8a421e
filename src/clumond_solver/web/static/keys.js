// The key with which this page asks: that of the seat or table whose link it has, or else the owner's.
// The owner's comes once in the address (`#key=…`), and the browser stores it. No key gets into a backup.

import { textsIn } from "./parts/stored_texts.js";
import { linkTo, routeOf } from "./route.js";

/** Apart from the other texts, which a backup has. */
const keys = textsIn(() => localStorage, "clumond-key.");
const OWNERS = "owner";

/** Take the owner's key out of the address, and leave there what it opens. */
export function takeKeyFromAddress() {
  const [, key, link = ""] = /^#key=([\w-]+)(?:\/(.*))?$/s.exec(location.hash) ?? [];
  if (!key) return;
  keys.write(OWNERS, key);
  history.replaceState(null, "", `#/${link || "play"}`);
}

// A key begins with the table's 16 characters.
const tableOf = (/** @type {string} */ key) => key.slice(0, 16);

/**
 * Remember the key of the seat that one has at a table, for whoever opens the table's link once more.
 * @param {string} key
 */
export const rememberSeat = (key) => keys.write(tableOf(key), key);

/** The key of the seat that this browser had at the table of a key; "" for none. @param {string} key */
export const rememberedSeat = (key) => keys.read(tableOf(key)) ?? "";

/** Remember that an invitation was used, which it can be once. @param {string} offer */
export const rememberUsed = (offer) => keys.write("used", offer);

/** @param {string} offer */
export const wasUsed = (offer) => keys.read("used") === offer;

/** The link to a friend's own seat, which he has by a key or by an invitation. @param {{review?: number}} [more] */
export function ownSeat(more = {}) {
  const { params } = routeOf(location.hash);
  return linkTo("seat", { key: params.get("key"), offer: params.get("offer"), ...more });
}

/** Whether the page is open for a friend, who has a link to a seat or table and nothing else. */
export const isFriends = () => routeOf(location.hash).tab === "seat";

/** The key to ask with; "" for none. */
export function currentKey() {
  const { tab, params } = routeOf(location.hash);
  return (tab === "seat" ? params.get("key") : keys.read(OWNERS)) ?? "";
}

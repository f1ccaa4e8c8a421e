// The key with which this page asks: that of the seat or table whose link it has, or else the owner's.
// The owner's comes once in the address (`#key=…`), and the browser stores it. No key gets into a backup.

import { routeOf } from "./route.js";

const OWNERS = "clumond-key";
/** If the browser stores nothing. */
let inMemory = "";

/** Take the owner's key out of the address, and leave there what it opens. */
export function takeKeyFromAddress() {
  const [, key, link = ""] = /^#key=([\w-]+)(\/.*)?$/s.exec(location.hash) ?? [];
  if (!key) return;
  inMemory = key;
  try {
    localStorage.setItem(OWNERS, key);
  } catch { /* it lasts as long as the page */ }
  history.replaceState(null, "", `#${link || "/play"}`);
}

/** Whether the page is open for a friend, who has a link to a seat or table and nothing else. */
export const isFriends = () => routeOf(location.hash).tab === "seat";

/** The key to ask with; "" for none. */
export function currentKey() {
  const { tab, params } = routeOf(location.hash);
  if (tab === "seat") return params.get("key") ?? "";
  try {
    return inMemory || (localStorage.getItem(OWNERS) ?? "");
  } catch {
    return inMemory;
  }
}

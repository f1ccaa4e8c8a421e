// The current tab and what it shows, as a link: `#/tab?name=value&…`.

import { ADDRESS } from "./address.js";

/**
 * @typedef {object} Route
 * @property {string} tab the name of the tab, such as "play"
 * @property {URLSearchParams} params
 */

/**
 * @param {string} hash
 * @returns {Route}
 */
export function routeOf(hash) {
  const [, tab = "", query = ""] = /^#?\/?([^?]*)\??(.*)$/s.exec(hash.includes("=") ? hash : decoded(hash)) ?? [];
  return { tab, params: new URLSearchParams(query) };
}

/** A link without percent-encoding, which some programs add to "?" and "=". @param {string} hash */
function decoded(hash) {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/**
 * The link to a tab; parameters that are empty, null or undefined are left out.
 * @param {string} tab
 * @param {Record<string, string | number | null | undefined>} [params]
 */
export function linkTo(tab, params = {}) {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && value !== "") given.set(name, String(value));
  }
  const query = given.toString();
  return `#/${tab}${query ? `?${query}` : ""}`;
}

/**
 * Go to a tab; with `replace` the browser's Back button skips the current link.
 * @param {string} tab
 * @param {Record<string, string | number | null | undefined>} [params]
 * @param {{replace?: boolean}} [how]
 */
export function goTo(tab, params = {}, { replace = false } = {}) {
  const link = linkTo(tab, params);
  if (link === location.hash) return;
  if (replace) history.replaceState(null, "", link);
  else history.pushState(null, "", link);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

/** Whether the page's address leads nobody to it but people at this machine. */
export const isLocal = /^(localhost|127\.|\[::1\])/.test(location.hostname);

/** The address of a page that others can open: this one, or else a public one; "" for neither. */
const OPEN_ADDRESS = isLocal || ADDRESS.needsKey ? ADDRESS.public : location.href;

/** A whole link that others can open; "" if there is no page for them. @param {string} link */
export const linkForOthers = (link) => OPEN_ADDRESS && new URL(link, OPEN_ADDRESS).href;

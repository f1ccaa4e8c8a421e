// The current place on the page, as a link: `#/place?name=value&…`.

/**
 * @typedef {object} Route
 * @property {string} place the first word, such as "play"
 * @property {URLSearchParams} params
 */

/**
 * @param {string} hash
 * @returns {Route}
 */
export function routeOf(hash) {
  const [, place = "", query = ""] = /^#?\/?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  return { place, params: new URLSearchParams(query) };
}

/**
 * The link to a place; parameters that are empty, null or undefined are left out.
 * @param {string} place
 * @param {Record<string, string | number | null | undefined>} [params]
 */
export function linkTo(place, params = {}) {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && value !== "") words.set(name, String(value));
  }
  const query = words.toString();
  return `#/${place}${query ? `?${query}` : ""}`;
}

/**
 * Go to a place; with `replace` the way back skips where one was.
 * @param {string} place
 * @param {Record<string, string | number | null | undefined>} [params]
 * @param {{replace?: boolean}} [how]
 */
export function goTo(place, params = {}, { replace = false } = {}) {
  const link = linkTo(place, params);
  if (link === location.hash) return;
  if (replace) history.replaceState(null, "", link);
  else history.pushState(null, "", link);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

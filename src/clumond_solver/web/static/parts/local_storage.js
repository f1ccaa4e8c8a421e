// Small values such as settings, stored in the browser (localStorage).

import { useState } from "./view.js";

const PREFIX = "clumond.";

/**
 * A stored value as state; if the browser stores nothing, it lasts as long as the page.
 * @template {string | boolean} T
 * @param {string} name
 * @param {T} initial
 * @returns {[T extends string ? string : boolean, (value: T extends string ? string : boolean) => void]}
 */
export function useStored(name, initial) {
  const [value, setValue] = useState(() => /** @type {any} */ (stored(name, initial)));
  return [value, (next) => {
    setValue(() => next);
    try {
      localStorage.setItem(PREFIX + name, JSON.stringify(next));
    } catch { /* no storage */ }
  }];
}

/**
 * The value stored by that name, if it has the type of `initial`.
 * @template {string | boolean} T
 * @param {string} name
 * @param {T} initial
 * @returns {T}
 */
export function stored(name, initial) {
  try {
    const value = JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
    return typeof value === typeof initial ? value : initial;
  } catch {
    return initial;
  }
}

/** All stored values by name, as JSON. */
export function allStored() {
  try {
    return Object.fromEntries(Object.entries(localStorage)
      .filter(([name]) => name.startsWith(PREFIX)).map(([name, value]) => [name.slice(PREFIX.length), value]));
  } catch {
    return {};
  }
}

/** Store values that `allStored` returned, here or in another browser. @param {unknown} values */
export function storeAll(values) {
  for (const [name, value] of Object.entries(values ?? {})) {
    if (typeof value === "string") localStorage.setItem(PREFIX + name, value);
  }
}

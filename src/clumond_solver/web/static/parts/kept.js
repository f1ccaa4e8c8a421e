// What a person has set, kept in the browser: small things only, and none that would be missed.

import { useState } from "./view.js";

const PREFIX = "clumond.";

/**
 * A setting with a name of its own, kept from visit to visit where the browser allows it.
 * @template {string | boolean} T
 * @param {string} name
 * @param {T} usual
 * @returns {[T extends string ? string : boolean, (value: T extends string ? string : boolean) => void]}
 */
export function useKept(name, usual) {
  const [value, setValue] = useState(() => /** @type {any} */ (kept(name, usual)));
  return [value, (next) => {
    setValue(() => next);
    try {
      localStorage.setItem(PREFIX + name, JSON.stringify(next));
    } catch { /* it holds as long as the page is open */ }
  }];
}

/**
 * What is kept by that name now.
 * @template {string | boolean} T
 * @param {string} name
 * @param {T} usual
 * @returns {T}
 */
export function kept(name, usual) {
  try {
    const stored = JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
    return typeof stored === typeof usual ? stored : usual;
  } catch {
    return usual;
  }
}

/** All that is kept, by name, as it is kept. */
export function everyKept() {
  try {
    return Object.fromEntries(Object.entries(localStorage)
      .filter(([name]) => name.startsWith(PREFIX)).map(([name, value]) => [name.slice(PREFIX.length), value]));
  } catch {
    return {};
  }
}

/**
 * Keep all that `everyKept` gave, here or elsewhere.
 * @param {unknown} kept
 */
export function keepEvery(kept) {
  for (const [name, value] of Object.entries(kept ?? {})) {
    if (typeof value === "string") localStorage.setItem(PREFIX + name, value);
  }
}

// Keys of a tab, which work while no dialog is open and the focus is not on an input.

import { useEffect, useRef } from "./view.js";

/**
 * @param {Record<string, (() => unknown) | null | undefined | false>} keys the function of each key; if it
 *   returns false, the browser handles the key
 */
export function useKeys(keys) {
  const latestKeys = useRef(keys);
  latestKeys.current = keys;
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      const focused = event.target instanceof Element ? event.target : document.body;
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (focused.closest("input, textarea, select") || focused.matches(".scroller") || (event.key === " " && focused.closest("button, a"))) return;
      const act = latestKeys.current[event.key];
      if (!act || act() === false) return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

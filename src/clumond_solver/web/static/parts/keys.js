// Keys of a tab, where nobody types and no dialog is open.

import { useEffect, useRef } from "./view.js";

/**
 * @param {Record<string, (() => unknown) | null | undefined | false>} keys what each does; false lets the browser act
 */
export function useKeys(keys) {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      const at = event.target instanceof Element ? event.target : document.body;
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (at.closest("input, textarea, select") || at.matches(".scroller") || (event.key === " " && at.closest("button, a"))) return;
      const act = now.current[event.key];
      if (!act || act() === false) return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

// Announcements to screen readers, in one live region.

import { html, useEffect, useState } from "./view.js";

/** @type {Set<(text: string) => void>} */
const listeners = new Set();

/**
 * Have a screen reader say something, politely: after what it is saying.
 * @param {string} text
 */
export function announce(text) {
  for (const listener of listeners) listener(text);
}

/** The page's one live region. The count as a key makes the same words twice two announcements. */
export function LiveRegion() {
  const [said, setSaid] = useState({ text: "", count: 0 });
  useEffect(() => {
    /** @param {string} text */
    const listener = (text) => setSaid(({ count }) => ({ text, count: count + 1 }));
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return html`<div class="unseen" role="status" aria-live="polite">
    <span key=${said.count}>${said.text}</span></div>`;
}

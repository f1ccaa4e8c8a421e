// Announcements to screen readers, in one live region.

import { html, useEffect, useState } from "./view.js";

/** @type {Set<(text: string) => void>} */
const listeners = new Set();

/** Let screen readers read a text, after what they are reading now. @param {string} text */
export function announce(text) {
  for (const listener of listeners) listener(text);
}

/** The page's only live region. The count as key lets screen readers read the same text again. */
export function LiveRegion() {
  const [announced, setAnnounced] = useState({ text: "", count: 0 });
  useEffect(() => {
    /** @param {string} text */
    const listener = (text) => setAnnounced(({ count }) => ({ text, count: count + 1 }));
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return html`<div class="unseen" role="status" aria-live="polite">
    <span key=${announced.count}>${announced.text}</span></div>`;
}

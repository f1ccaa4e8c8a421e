// Copies texts to the clipboard; where the browser does not allow that, the person copies them himself.

import { announce } from "./announcements.js";
import { Button, Notice } from "./controls.js";
import { html, useState } from "./view.js";

/**
 * Copy a text if the browser allows it.
 * @param {string} text
 * @returns {Promise<boolean>} whether the browser copied it
 */
export const copyText = async (text) =>
  navigator.clipboard ? navigator.clipboard.writeText(text).then(() => true, () => false) : copyBySelection(text);

/**
 * Copy as Ctrl-C does: at an address without a certificate there is no clipboard for pages.
 * @param {string} text
 */
const copyBySelection = (text) => {
  /** @param {ClipboardEvent} event */
  const give = (event) => {
    event.preventDefault();
    event.clipboardData?.setData("text/plain", text);
  };
  document.addEventListener("copy", give, { once: true });
  const isCopied = document.execCommand("copy");
  document.removeEventListener("copy", give);
  return isCopied;
};

export const NOT_COPIED = "The browser does not allow copying.";

/**
 * A button that copies a text, and says so; or that the browser did not, with the text to copy by hand.
 * @param {{text: string, label: string, copied: string, kind?: "main" | "plain", children?: any}} props
 *   label, copied: on the button, before and after; children: instead of the text, if the page shows it already
 */
export function CopyButton({ text, label, copied, kind, children }) {
  const [tried, setTried] = useState(/** @type {{text: string, isCopied: boolean} | null} */ (null));
  const last = tried?.text === text ? tried : null;
  const copy = async () => {
    const isCopied = await copyText(text);
    setTried({ text, isCopied });
    if (isCopied) announce(`${copied}.`);
  };
  return html`<${Button} kind=${kind} onClick=${copy}>${last?.isCopied ? copied : label}<//>
    ${last && !last.isCopied ? html`<${Notice}>
      ${NOT_COPIED} Copy ${children ?? html`this yourself: <span class="to-copy">${text}</span>`}<//>` : null}`;
}

// Dialogs: the browser's own, which keep the focus inside and give it back.

import { Button } from "./controls.js";
import { html, useEffect, useId, useLayoutEffect, useRef } from "./view.js";

/**
 * A dialog, open as long as it is there. Escape and its button close it; `doing` stands beside that.
 * @param {{title: any, onClose: () => void, children?: any, wide?: boolean, closing?: string | null, doing?: any}} props
 */
export function Dialog({ title, onClose, children, wide, closing = "Close", doing = null }) {
  const own = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const inside = useRef(/** @type {HTMLDivElement | null} */ (null));
  const name = useId();
  useEffect(() => {
    const content = inside.current;
    if (!content) return undefined;
    // What can be scrolled must be within reach of the keyboard; what cannot need not be.
    const watch = new ResizeObserver(() => {
      if (content.scrollHeight > content.clientHeight) content.tabIndex = 0;
      else content.removeAttribute("tabindex");
    });
    watch.observe(content);
    return () => watch.disconnect();
  }, []);
  // Before anybody sees it, so that no key pressed at once is lost.
  useLayoutEffect(() => {
    const dialog = own.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return html`<dialog ref=${own} class=${wide ? "wide" : ""} aria-labelledby=${name}
      onCancel=${(event) => { event.preventDefault(); onClose(); }}>
    <h2 id=${name}>${title}</h2>
    <div class="inside" ref=${inside} role="group" aria-labelledby=${name}>${children}</div>
    ${closing === null ? null : html`<div class="bar">${doing}<${Button} onClick=${onClose}>${closing}<//></div>`}
  </dialog>`;
}

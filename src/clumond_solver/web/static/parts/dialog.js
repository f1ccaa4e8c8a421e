// Dialogs: the browser's own, which keep the focus inside and give it back.

import { Button } from "./controls.js";
import { html, useEffect, useId, useLayoutEffect, useRef } from "./view.js";

/**
 * A dialog, open while it is rendered. Escape and the close button call `onClose`.
 * @param {{title: any, onClose: () => void, children?: any, wide?: boolean, closeLabel?: string | null, actions?: any}} props
 *   closeLabel: null for no close button; actions: other buttons, beside it
 */
export function Dialog({ title, onClose, children, wide, closeLabel = "Close", actions = null }) {
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const inside = useRef(/** @type {HTMLDivElement | null} */ (null));
  const titleId = useId();
  useEffect(() => {
    const content = inside.current;
    if (!content) return undefined;
    // Content that can be scrolled must be focusable, so that the keyboard can scroll it.
    const observer = new ResizeObserver(() => {
      if (content.scrollHeight > content.clientHeight) content.tabIndex = 0;
      else content.removeAttribute("tabindex");
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, []);
  // In a layout effect, before the browser paints, so that the dialog gets every key pressed since.
  useLayoutEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return html`<dialog ref=${element} class=${wide ? "wide" : ""} aria-labelledby=${titleId}
      onCancel=${(event) => { event.preventDefault(); onClose(); }}>
    <h2 id=${titleId}>${title}</h2>
    <div class="inside" ref=${inside} role="group" aria-labelledby=${titleId}>${children}</div>
    ${closeLabel === null ? null : html`<div class="bar">${actions}<${Button} onClick=${onClose}>${closeLabel}<//></div>`}
  </dialog>`;
}

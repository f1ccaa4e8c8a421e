// The view library: the other modules import it from here, not from the vendored files.

import htm from "../vendor/htm.js";
import { h, options, render } from "../vendor/preact.js";

export { useCallback, useEffect, useErrorBoundary, useId, useLayoutEffect, useMemo, useRef,
  useState } from "../vendor/hooks.js";

/** @typedef {import("../vendor/preact.js").VNode<any>} VNode */

/**
 * A value in a template. Listeners take any event, or the arguments of a component's call.
 * @typedef {((...given: any[]) => unknown) | {} | null | undefined} Value
 */
/** @type {(strings: TemplateStringsArray, ...values: Value[]) => VNode} */
export const html = /** @type {any} */ (htm.bind(/** @type {any} */ (h)));

/**
 * Draw the page in an element. A translator may replace texts in it by elements of its own; the page undoes
 * that before it draws anew, since changes of a replaced text would be seen nowhere.
 * @param {VNode} page
 * @param {HTMLElement} place
 */
export function drawPage(page, place) {
  const foreign = new MutationObserver((records) => changes.push(...records));
  /** @type {MutationRecord[]} */
  const changes = [];
  const asOurs = (/** @type {() => void} */ draw) => {
    changes.push(...foreign.takeRecords());
    for (const change of changes.splice(0).reverse()) undo(change);
    foreign.disconnect();
    try {
      draw();
    } finally {
      foreign.observe(place, { childList: true, subtree: true });
    }
  };
  options.debounceRendering = (draw) => queueMicrotask(() => asOurs(draw));
  asOurs(() => render(page, place));
}

/** @param {MutationRecord} change of the children of a node */
function undo({ target, addedNodes, removedNodes, nextSibling }) {
  for (const node of addedNodes) if (node.parentNode === target) target.removeChild(node);
  const next = nextSibling?.parentNode === target ? nextSibling : null;
  for (const node of removedNodes) target.insertBefore(node, next);
}

// The view library: the other modules import it from here, not from the vendored files.

import htm from "../vendor/htm.js";
import { h } from "../vendor/preact.js";

export { render } from "../vendor/preact.js";
export { useCallback, useEffect, useErrorBoundary, useId, useLayoutEffect, useMemo, useRef, useState } from "../vendor/hooks.js";

/** @typedef {import("../vendor/preact.js").VNode<any>} VNode */

/** A value in a template. Listeners take any event, or the arguments of a component's call. @typedef {((...given: any[]) => unknown) | {} | null | undefined} Value */
/** @type {(strings: TemplateStringsArray, ...values: Value[]) => VNode} */
export const html = /** @type {any} */ (htm.bind(/** @type {any} */ (h)));

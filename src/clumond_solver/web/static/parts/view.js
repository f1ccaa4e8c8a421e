// The view library, from its vendored modules: every other module takes it from here.

import htm from "../vendor/htm.js";
import { h } from "../vendor/preact.js";

export { Component, createContext, Fragment, h, render } from "../vendor/preact.js";
export {
  useCallback, useContext, useEffect, useErrorBoundary, useId, useLayoutEffect, useMemo, useReducer,
  useRef, useState,
} from "../vendor/hooks.js";

/** @typedef {import("../vendor/preact.js").VNode<any>} VNode */
/** @typedef {import("../vendor/preact.js").ComponentChildren} Children */

/** Listeners in a template take any event, or what a component calls them with. @typedef {((...given: any[]) => unknown) | {} | null | undefined} Value */
/** @type {(strings: TemplateStringsArray, ...values: Value[]) => VNode} */
export const html = /** @type {any} */ (htm.bind(/** @type {any} */ (h)));

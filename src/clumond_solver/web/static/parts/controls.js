// Buttons, choices, notices, bars and dialogs of all tabs, and the keys of a tab.

import { html, useEffect, useId, useLayoutEffect, useRef } from "./view.js";

/**
 * @param {{onClick?: (event: Event) => void, kind?: "main" | "plain" | "quiet", disabled?: boolean,
 *   label?: string, type?: "button" | "submit", pressed?: boolean, expanded?: boolean, id?: string,
 *   title?: string, keys?: string, form?: string, children?: any}} props
 */
export function Button({ onClick, kind = "plain", disabled, label, type = "button", pressed, expanded, id, title, keys,
  form, children }) {
  return html`<button id=${id} type=${type} form=${form} class=${`button ${kind}`} disabled=${disabled}
      aria-label=${label}
    aria-pressed=${pressed} aria-expanded=${expanded} title=${title} aria-keyshortcuts=${keys}
    onClick=${onClick}>${children}</button>`;
}

/**
 * A drop-down list.
 * @param {{label: any, value: string, options: (string | {value: string, text: string})[], help?: string,
 *   onChange: (value: string) => void, disabled?: boolean, id?: string}} props
 */
export function Choice({ label, value, options, onChange, help, disabled, id }) {
  const generatedId = useId();
  const fieldId = id ?? generatedId;
  return html`<div class="field">
    <label for=${fieldId}>${label}</label>
    <select id=${fieldId} value=${value} disabled=${disabled} aria-describedby=${help ? `${fieldId}-help` : undefined}
      onChange=${(event) => onChange(event.currentTarget.value)}>
      ${options.map((option) => (typeof option === "string" ? { value: option, text: option } : option)).map((option) =>
        html`<option key=${option.value} value=${option.value}
            selected=${option.value === value}>${option.text}</option>`)}
    </select>
    ${help ? html`<p class="help" id=${`${fieldId}-help`}>${help}</p>` : null}
  </div>`;
}

/**
 * An input for a line of text or a number.
 * @param {{label: any, value: string, onInput: (value: string) => void, type?: "text" | "number", help?: string,
 *   maxLength?: number, min?: number, max?: number, id?: string}} props
 */
export function Field({ label, value, onInput, type = "text", help, maxLength, min, max, id }) {
  const generatedId = useId();
  const fieldId = id ?? generatedId;
  return html`<div class="field">
    <label for=${fieldId}>${label}</label>
    <input id=${fieldId} type=${type} value=${value} maxLength=${maxLength} min=${min}
      max=${max} autocomplete="off" spellcheck=${false} aria-describedby=${help ? `${fieldId}-help` : undefined}
      onInput=${(event) => onInput(event.currentTarget.value)} />
    ${help ? html`<p class="help" id=${`${fieldId}-help`}>${help}</p>` : null}
  </div>`;
}

/**
 * A checkbox.
 * @param {{label: any, checked: boolean, onChange: (checked: boolean) => void, help?: string, id?: string}} props
 */
export function Check({ label, checked, onChange, help, id }) {
  const generatedId = useId();
  const fieldId = id ?? generatedId;
  return html`<div class="field check">
    <input id=${fieldId} type="checkbox" checked=${checked} aria-describedby=${help ? `${fieldId}-help` : undefined}
      onChange=${(event) => onChange(event.currentTarget.checked)} />
    <label for=${fieldId}>${label}</label>
    ${help ? html`<p class="help" id=${`${fieldId}-help`}>${help}</p>` : null}
  </div>`;
}

/**
 * A message, which screen readers read at once: an error, good news, or plain news.
 * @param {{kind?: "error" | "good" | "plain", children?: any}} props
 */
export function Notice({ kind = "plain", children }) {
  return html`<p class=${`notice ${kind}`} role=${kind === "error" ? "alert" : "status"}>${children}</p>`;
}

/**
 * A progress bar; without `total` it shows only that the work goes on.
 * @param {{label: string, done?: number, total?: number | null}} props
 */
export function Progress({ label, done, total }) {
  const name = useId();
  return html`<p class="progress"><label for=${name}>${label}</label>
    <progress id=${name} value=${total ? done : undefined} max=${total ?? undefined}></progress></p>`;
}

/** The message of anything thrown, as a sentence. @param {unknown} error */
export function messageOf(error) {
  const text = error instanceof Error ? error.message : String(error);
  return text ? text[0].toUpperCase() + text.slice(1) : "Something went wrong";
}

/** @param {number} share */
const inPercent = (share) => `${100 * share}%`;

/** @param {{chance: number, range?: number[] | null, breakEven?: number}} props range: the ends of its interval */
export function ChanceBar({ chance, range, breakEven }) {
  return html`<div class="p" style=${{ width: inPercent(chance) }}></div>
    ${range ? html`<div class="range"
        style=${{ left: inPercent(range[0]), width: inPercent(range[1] - range[0]) }}></div>` : null}
    ${breakEven === undefined ? null : html`<div class="even" style=${{ left: inPercent(breakEven) }}></div>`}`;
}

/**
 * A dialog, open while it is rendered. Escape and the close button call `onClose`.
 * @param {{title: any, onClose: () => void, children?: any, wide?: boolean, closeLabel?: string | null, actions?: any}}
 *   props closeLabel: null for no close button; actions: other buttons, beside it
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
    ${closeLabel === null ? null
      : html`<div class="bar">${actions}<${Button} onClick=${onClose}>${closeLabel}<//></div>`}
  </dialog>`;
}

/** Keys that repeat while they are held; any other acts once. */
const REPEATING = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
/**
 * The name of a key: letters are small, also with Caps Lock; on a layout without Latin letters a letter's name is
 * that of its place on a Latin one.
 * @param {KeyboardEvent} event
 */
function keyName({ key, code }) {
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  const isLatin = /^([ -~]|\p{Script=Latin})$/u.test(key);
  const name = place && !isLatin ? place : key;
  return name.length === 1 ? name.toLowerCase() : name;
}

/**
 * @param {Record<string, (() => unknown) | null | undefined | false>} keys the function of each key; if it
 *   returns false, the browser handles the key
 */
export function useKeys(keys) {
  const latestKeys = useRef(keys);
  latestKeys.current = keys;
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      const focused = event.target instanceof Element ? event.target : document.body;
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (focused.closest("input, textarea, select") || focused.matches(".scroller")
        || (event.key === " " && focused.closest("button, a, summary"))) return;
      const key = keyName(event);
      if (event.repeat && !REPEATING.includes(key)) {
        // So that a held space bar does not scroll either.
        if (key in latestKeys.current) event.preventDefault();
        return;
      }
      const act = latestKeys.current[key];
      if (!act || act() === false) return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** Let a held Enter press what has the focus once, not again and again. */
export function pressOnce() {
  addEventListener("keydown", (event) => {
    const isText = event.target instanceof HTMLTextAreaElement;
    if (event.repeat && event.key === "Enter" && !isText) event.preventDefault();
  });
}

// What a person stores: small values such as settings in the browser (localStorage), files, and a backup of
// everything.

/** @import { SessionListed } from "../wire.d.ts" */

import { ask, isUnanswered, Refusal } from "../ask.js";
import { textsIn } from "./stored_texts.js";
import { useState } from "./view.js";

const localTexts = textsIn(() => localStorage, "clumond.");
const UNNAMED = "You";
export const isStoring = () => localTexts.isStoring();
/** Texts until the browser's own tab is closed. */
export const tabTexts = textsIn(() => sessionStorage, "clumond.");

/**
 * A stored value as state.
 * @template {string | boolean} T
 * @param {string} name
 * @param {T} initial
 * @returns {[T extends string ? string : boolean, (value: T extends string ? string : boolean) => void]}
 */
export function useStored(name, initial) {
  const [known, setKnown] = useState(() => ({ name, value: /** @type {any} */ (stored(name, initial)) }));
  const value = known.name === name ? known.value : stored(name, initial);
  return [value, (next) => {
    setKnown({ name, value: next });
    localTexts.write(name, JSON.stringify(next));
  }];
}

/**
 * The person's name as he types it, empty if he has given none, and a function that sets and stores it.
 * @returns {[string, (name: string) => void]}
 */
export function useTypedName() {
  const [name, store] = useStored("name", UNNAMED);
  // "You" is what is stored for none, and how other names begin.
  const [typed, setTyped] = useState(name === UNNAMED ? "" : name);
  return [typed, (next) => {
    setTyped(next);
    store(next || UNNAMED);
  }];
}

/**
 * The value stored by that name, if it has the type of `initial`.
 * @template {string | boolean} T
 * @param {string} name
 * @param {T} initial
 * @returns {T}
 */
export function stored(name, initial) {
  try {
    const value = JSON.parse(localTexts.read(name) ?? "null");
    return typeof value === typeof initial ? value : initial;
  } catch {
    return initial;
  }
}

/**
 * Stored data as state; `initial` if a field has another type than there. Fields that are missing come from there.
 * @template {object} T
 * @param {string} name
 * @param {T} initial
 * @returns {[T, (next: T) => void]}
 */
export function useStoredData(name, initial) {
  const [text, store] = useStored(name, "");
  return [dataOf(text, initial), (next) => store(JSON.stringify(next))];
}

/** The data that are stored now. @template {object} T @param {string} name @param {T} initial @returns {T} */
export const storedData = (name, initial) => dataOf(stored(name, ""), initial);

/** @template {object} T @param {string} text @param {T} initial @returns {T} */
function dataOf(text, initial) {
  try {
    const parsed = JSON.parse(text);
    const fits = Object.entries(initial).every(([field, value]) =>
      parsed[field] === undefined
        || (typeof parsed[field] === typeof value && Array.isArray(parsed[field]) === Array.isArray(value)));
    if (fits) return { ...initial, ...parsed };
  } catch { /* nothing is stored, or something else */ }
  return initial;
}

/**
 * Store the values of a backup.
 * @param {unknown} values
 * @returns {boolean} whether the browser stored all of them
 */
function storeAll(values) {
  const given = Object.entries(values ?? {}).filter(([, value]) => typeof value === "string");
  return given.map(([name, text]) => localTexts.write(name, text)).every(Boolean);
}

/**
 * Save a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function saveFile(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * Let the person choose a file; its text, or null if none was chosen.
 * @param {string} accept
 * @returns {Promise<string | null>}
 */
export function openFile(accept) {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = accept;
    input.hidden = true;
    input.id = "opened-file";
    document.getElementById(input.id)?.remove();
    document.body.append(input);
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      input.remove();
      resolve(file ? file.text() : null);
    });
    input.addEventListener("cancel", () => { input.remove(); resolve(null); });
    input.click();
  });
}

const BACKUP_VERSION = 1;

/** @returns {Promise<string>} the text of the backup's file */
export async function makeBackup() {
  return JSON.stringify({ clumond: BACKUP_VERSION, sessions: await sessionTexts(({ begun }) => begun),
    kept: localTexts.all() }, null, 1);
}

/**
 * The texts of the sessions, the last one played last.
 * @param {(session: SessionListed) => boolean} isWanted
 */
async function sessionTexts(isWanted) {
  const { sessions } = await ask("sessions", {});
  const texts = [];
  for (const { id } of sessions.filter(isWanted)) {
    // Leave out sessions that cannot be read, but none that nobody sends.
    const saved = await ask("session-save", { id }).catch(refusalOrThrow);
    if (!(saved instanceof Refusal)) texts.unshift(saved.text);
  }
  return texts;
}

/** Whether a text is a backup, and not a single session. @param {string} text */
export const isBackup = (text) => text.trimStart().startsWith("{");

/**
 * Restore a backup: add the sessions that are missing here, and store its values. Rejects other texts.
 * @param {string} text
 * @returns {Promise<{added: number, known: number, refused: string[], storedAll: boolean}>} the number of new
 *   sessions, of those that were here already, the sessions that could not be added, with reasons, and whether the
 *   browser has stored all values
 */
export async function restoreBackup(text) {
  const { clumond, sessions, kept } = parsedBackup(text);
  if (clumond !== BACKUP_VERSION || !Array.isArray(sessions)) throw new Refusal("this file holds no sessions");
  const here = new Set(await sessionTexts(() => true));
  let [added, known] = [0, 0];
  const refused = [];
  for (const [index, session] of sessions.entries()) {
    if (here.has(session)) known += 1;
    else {
      const opened = await ask("session-open", { text: session }).catch(refusalOrThrow).catch((fault) => {
        throw new Refusal(`${fault.message} ${added} of ${sessions.length} sessions came in: open the file again for`
          + " the rest; none comes twice.", 0);
      });
      const reason = opened instanceof Refusal ? opened.message : opened.unsaved;
      if (reason) refused.push(`session ${index + 1} of ${sessions.length} (${reason})`);
      else added += 1;
    }
  }
  return { added, known, refused, storedAll: storeAll(kept) };
}

/** Return a refusal, so that the other sessions follow; throw all else. @param {unknown} error */
function refusalOrThrow(error) {
  if (error instanceof Refusal && !isUnanswered(error)) return error;
  throw error;
}

/**
 * @param {string} text
 * @returns {Record<string, any>}
 */
function parsedBackup(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    throw new Refusal("this file is damaged, or this page did not write it");
  }
}

// All that a person has on this page as one file: his sessions, and what the tabs keep in the browser.

import { ask, Refusal } from "../ask.js";
import { allStored, storeAll } from "./stored.js";

const FORM = 1;

/** @returns {Promise<string>} */
export async function everything() {
  const { tables } = await ask("tables", {});
  const sessions = [];
  for (const { id } of tables) {
    // A session that cannot be read is none to take along.
    const saved = await ask("table-save", { id }).catch(orThrow);
    if (!(saved instanceof Refusal)) sessions.unshift(saved.text);
  }
  return JSON.stringify({ clumond: FORM, sessions, kept: allStored() }, null, 1);
}

/**
 * Whether a text is such a file, and not one session.
 * @param {string} text
 */
export const isEverything = (text) => text.trimStart().startsWith("{");

/**
 * Take over such a file: sessions that are not here yet, and all that it keeps. Rejects if it is none.
 * @param {string} text
 * @returns {Promise<{added: number, known: number, refused: string[]}>} how many sessions are new, how
 *   many were here, and which were not taken over, with the reason
 */
export async function takeOver(text) {
  const { clumond, sessions, kept } = parsed(text);
  if (clumond !== FORM || !Array.isArray(sessions)) throw new Refusal("this file holds no sessions");
  const here = new Set(JSON.parse(await everything()).sessions);
  let [added, known] = [0, 0];
  const refused = [];
  for (const [place, session] of sessions.entries()) {
    if (here.has(session)) known += 1;
    else {
      const opened = await ask("table-open", { text: session }).catch(orThrow);
      const reason = opened instanceof Refusal ? opened.message : opened.unsaved;
      if (reason) refused.push(`session ${place + 1} of ${sessions.length} (${reason})`);
      else added += 1;
    }
  }
  storeAll(kept);
  return { added, known, refused };
}

/**
 * A refusal, so that the rest goes on; anything else is thrown.
 * @param {unknown} error
 */
function orThrow(error) {
  if (error instanceof Refusal) return error;
  throw error;
}

/**
 * @param {string} text
 * @returns {Record<string, any>}
 */
function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    throw new Refusal("this file is damaged, or this page did not write it");
  }
}

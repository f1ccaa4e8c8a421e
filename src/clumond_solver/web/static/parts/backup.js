// A backup of all that a person has on this page: his sessions and the values stored in the browser.

import { ask, Refusal } from "../ask.js";
import { allStored, storeAll } from "./local_storage.js";

const VERSION = 1;

/** @returns {Promise<string>} the text of the backup's file */
export async function makeBackup() {
  const { sessions } = await ask("sessions", {});
  const texts = [];
  for (const { id } of sessions) {
    // Leave out sessions that cannot be read.
    const saved = await ask("session-save", { id }).catch(orThrow);
    if (!(saved instanceof Refusal)) texts.unshift(saved.text);
  }
  return JSON.stringify({ clumond: VERSION, sessions: texts, kept: allStored() }, null, 1);
}

/** Whether a text is a backup, and not a single session. @param {string} text */
export const isBackup = (text) => text.trimStart().startsWith("{");

/**
 * Restore a backup: add the sessions that are missing here, and store its values. Rejects other texts.
 * @param {string} text
 * @returns {Promise<{added: number, known: number, refused: string[]}>} the number of new sessions, of
 *   those that were here already, and the sessions that could not be added, with reasons
 */
export async function restoreBackup(text) {
  const { clumond, sessions, kept } = parsed(text);
  if (clumond !== VERSION || !Array.isArray(sessions)) throw new Refusal("this file holds no sessions");
  const here = new Set(JSON.parse(await makeBackup()).sessions);
  let [added, known] = [0, 0];
  const refused = [];
  for (const [index, session] of sessions.entries()) {
    if (here.has(session)) known += 1;
    else {
      const opened = await ask("session-open", { text: session }).catch(orThrow);
      const reason = opened instanceof Refusal ? opened.message : opened.unsaved;
      if (reason) refused.push(`session ${index + 1} of ${sessions.length} (${reason})`);
      else added += 1;
    }
  }
  storeAll(kept);
  return { added, known, refused };
}

/** Return a refusal, so that the other sessions follow; throw any other error. @param {unknown} error */
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

// All that a person has on this page as one file: his sessions, and what the places keep in the browser.

import { ask, Refusal } from "../ask.js";
import { everyKept, keepEvery } from "./kept.js";

const FORM = 1;

/** @returns {Promise<string>} */
export async function everything() {
  const { tables } = await ask("tables", {});
  const sessions = [];
  for (const { id, fault } of tables) {
    if (!fault) sessions.unshift((await ask("table-save", { id })).text);
  }
  return JSON.stringify({ clumond: FORM, sessions, kept: everyKept() }, null, 1);
}

/**
 * Whether a text is such a file, and not one session.
 * @param {string} text
 */
export const isEverything = (text) => text.trimStart().startsWith("{");

/**
 * Take over such a file: sessions that are not here yet, and all that it keeps. Rejects if it is none.
 * @param {string} text
 * @returns {Promise<{added: number, known: number}>} how many sessions are new, and how many were here
 */
export async function takeOver(text) {
  const { clumond, sessions, kept } = parsed(text);
  if (clumond !== FORM || !Array.isArray(sessions)) throw new Refusal("this file holds no sessions");
  const here = new Set(JSON.parse(await everything()).sessions);
  const added = sessions.filter((session) => !here.has(session));
  for (const session of added) await ask("table-open", { text: session });
  keepEvery(kept);
  return { added: added.length, known: sessions.length - added.length };
}

/**
 * @param {string} text
 * @returns {Record<string, any>}
 */
function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    throw new Refusal("this file is damaged, or none of this page");
  }
}

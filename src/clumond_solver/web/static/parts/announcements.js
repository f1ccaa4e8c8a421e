// Announcements to screen readers, in one live region, and what they say of a table.

/** @import { CallMade, TableShown } from "../wire.d.ts" */

import { cardName, cardText, strainName, suitOf } from "./cards.js";
import { cardsPlayed, completeTricks, does, nameAt, turnText, waitingFor } from "./deal.js";
import { html, useEffect, useState } from "./view.js";
import { capital, counted } from "./wording.js";

/** @type {Set<(text: string) => void>} */
const listeners = new Set();

/** Let screen readers read a text, after what they are reading now. @param {string} text */
export function announce(text) {
  for (const listener of listeners) listener(text);
}

/** The page's only live region. The count as key lets screen readers read the same text again. */
export function LiveRegion() {
  const [announced, setAnnounced] = useState({ text: "", count: 0 });
  useEffect(() => {
    /** @param {string} text */
    const listener = (text) => setAnnounced(({ count }) => ({ text, count: count + 1 }));
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return html`<div class="unseen" role="status" aria-live="polite">
    <span key=${announced.count}>${announced.text}</span></div>`;
}

/**
 * A call with its player: "Ben: clubs".
 * @param {TableShown} table
 * @param {CallMade} call
 */
function callText(table, { seat, text, cards }) {
  const words = cards.length ? `${text} ${cards.map(cardText).join(" ")}` : text;
  return seat === null ? words : `${nameAt(table, seat)}: ${words}`;
}

/**
 * Announce to screen readers what has happened since the last announcement.
 * @param {TableShown} table
 * @param {{at: string, deal: number, calls: number, plays: number, phase: string}} announced how much was announced;
 *   updated
 */
export function announceNews(table, announced) {
  const { at, deal } = table;
  if (at === announced.at) return;
  const plays = cardsPlayed(deal);
  const friend = waitingFor(table);
  const continues = announced.deal === table.number && announced.plays <= plays.length
    && announced.calls <= deal.calls.length;
  const sentences = continues ? [] : [`${capital(table.game.words.deal)} ${table.number}.`];
  for (const call of deal.calls.slice(continues ? announced.calls : 0)) {
    sentences.push(`${spoken(callText(table, call))}.`);
  }
  for (const { seat, card } of plays.slice(continues ? announced.plays : 0)) {
    sentences.push(`${nameAt(table, seat)}: ${cardName(card)}.`);
  }
  const last = deal.tricks[completeTricks(deal) - 1];
  if (last && deal.tricks.length === completeTricks(deal) && plays.length > announced.plays) {
    sentences.push(`${does(table, last.winner, "takes")} the trick.`);
  }
  if (deal.phase === "over" && announced.phase !== "over") sentences.push(`The ${table.game.words.deal} is over.`);
  else if (deal.decider === deal.seat)
    sentences.push(deal.legal.passing ? passingText(table)
      : deal.phase === "calls" ? "Your call." : `${turnText(table)}.`);
  else if (friend !== null) sentences.push(`Waiting for ${table.players[friend]}.`);
  const own = deal.seats[deal.seat];
  if (own.played_by !== null && plays.length === 1) {
    sentences.push(`You are ${own.role || "dummy"}: ${nameAt(table, own.played_by)} plays your cards.`);
  }
  if (deal.phase === "play" && announced.phase === "calls") {
    for (const { seat, cards } of deal.received) {
      sentences.push(`${nameAt(table, seat)} passed you ${cards.map(cardName).join(", ")}.`);
    }
  }
  Object.assign(announced, { at, deal: table.number, calls: deal.calls.length, plays: plays.length,
    phase: deal.phase });
  announce(sentences.slice(-8).join(" "));
}

/** What the person is to pass on, and to whom. @param {TableShown} table */
function passingText(table) {
  const { passing } = table.deal.legal;
  return passing ? `Choose ${counted(passing.count, "card")} to pass to ${nameAt(table, passing.to)}.` : "";
}

/** A text with suit symbols, in words for screen readers. @param {string} text */
export function spoken(text) {
  return text.replace(/([♣♥♠♦])\ufe0e?(10|[AKQJT2-9])?/g, (_, symbol, rank) =>
    rank ? cardName(suitOf(symbol) + (rank === "10" ? "T" : rank)) : strainName(suitOf(symbol)));
}

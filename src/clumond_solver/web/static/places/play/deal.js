// What is read off a table as it was sent: who sits where, which tricks are complete, what was said.

import { cardName, cardText } from "../../parts/cards.js";
import { announce } from "../../parts/live.js";
import { capital } from "../../parts/wording.js";

/** @typedef {import("../../ask.js").Answer} Answer */

/**
 * How many tricks of the deal are complete.
 * @param {Answer} deal
 */
export const complete = (deal) => deal.tricks.filter((/** @type {Answer} */ trick) => trick.winner !== null).length;

/**
 * The cards of the deal that have been played, in order.
 * @param {Answer} deal
 * @returns {Answer[]}
 */
export const laid = (deal) => deal.tricks.flatMap((/** @type {Answer} */ trick) => trick.cards);

/**
 * The other seats, clockwise from the person's left.
 * @param {Answer} table
 */
export function around({ deal }) {
  const count = deal.seats.length;
  return Array.from({ length: count - 1 }, (_, place) => (deal.seat + 1 + place) % count);
}

/**
 * The player who sits in a seat.
 * @param {Answer} table
 * @param {number} seat
 */
export const playerAt = (table, seat) => (table.dealer + 1 + seat) % table.players.length;

/**
 * What a seat is called: its player's name.
 * @param {Answer} table
 * @param {number} seat
 */
export const nameAt = (table, seat) => table.players[playerAt(table, seat)];

/**
 * A seat and what it does: "Ben takes", "You take".
 * @param {Answer} table
 * @param {number} seat
 * @param {string} verb as "takes", "is"
 */
export function does(table, seat, verb) {
  const name = nameAt(table, seat);
  if (name !== "You") return `${name} ${verb}`;
  return `You ${verb === "is" ? "are" : verb.replace(/s$/, "")}`;
}

/**
 * What a player has now. A result is told with the last trick, and not before it has been seen.
 * @param {Answer} table
 * @param {number} player
 * @param {boolean} told whether the result is known
 */
export function scoreNow({ standing, number, deal }, player, told) {
  const gain = deal.phase === "over" ? (standing.rows[number - 1]?.gains[player] ?? 0) : 0;
  return standing.totals[player] - (told ? 0 : gain + standing.staked);
}

/** The other seats' places on the cloth. @param {number} count @returns {string[]} */
export const placesOf = (count) => (count === 1 ? ["across"]
  : Array.from({ length: count }, (_, n) => (n === 0 ? "left" : n === count - 1 ? "right" : "across")));

/** @param {string} suit */
export const symbol = (suit) => /** @type {Record<string, string>} */ ({ C: "♣", H: "♥", S: "♠", D: "♦" })[suit] ?? suit;

/**
 * What a choice is worth, shortly: a chance, or a gain.
 * @param {Answer} row
 */
export function worth(row) {
  if (row.chance !== null && row.chance !== undefined) return `${Math.round(100 * row.chance)} %`;
  return row.gain === null || row.gain === undefined ? "" : `${row.gain < 0 ? "−" : "+"}${Math.abs(row.gain).toFixed(1)}`;
}

/**
 * What somebody said, as a sentence: "You pass", "Ben: clubs".
 * @param {Answer} table
 * @param {Answer} event
 */
export function saying(table, event) {
  const text = event.cards.length ? `${event.text.split(" ")[0]} ${event.cards.map(cardText).join(" ")}` : event.text;
  return event.seat === null ? text : `${nameAt(table, event.seat)}: ${text}`;
}

/**
 * Say aloud what has happened since the last time.
 * @param {Answer} table
 * @param {{deal: number, events: number, plays: number, phase: string}} before
 */
export function tell(table, before) {
  const { deal } = table;
  const plays = laid(deal);
  const same = before.deal === table.number && before.plays <= plays.length && before.events <= deal.told.length;
  const said = same ? [] : [`${capital(table.game.words.deal)} ${table.number}.`];
  for (const each of deal.told.slice(same ? before.events : 0)) said.push(`${spoken(saying(table, each))}.`);
  for (const each of plays.slice(same ? before.plays : 0)) said.push(`${nameAt(table, each.seat)}: ${cardName(each.card)}.`);
  const last = deal.tricks[complete(deal) - 1];
  if (last && deal.tricks.length === complete(deal) && plays.length > before.plays) {
    said.push(`${does(table, last.winner, "takes")} the trick.`);
  }
  if (deal.phase === "over" && before.phase !== "over") said.push(`The ${table.game.words.deal} is over.`);
  else if (deal.turn === deal.seat) said.push(deal.phase === "calls" ? "Your call." : "Your turn.");
  Object.assign(before, { deal: table.number, events: deal.told.length, plays: plays.length, phase: deal.phase });
  announce(said.slice(-8).join(" "));
}

/**
 * Text with suit symbols, for the ear.
 * @param {string} text
 */
export function spoken(text) {
  const names = /** @type {Record<string, string>} */ ({ "♣": "clubs", "♥": "hearts", "♠": "spades", "♦": "diamonds" });
  return text.replace(/([♣♥♠♦])\ufe0e?(10|[AKQJT2-9])?/g, (_, suit, rank) =>
    rank ? cardName(`${names[suit][0].toUpperCase()}${rank === "10" ? "T" : rank}`) : names[suit]);
}

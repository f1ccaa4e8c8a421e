// What is read off a table as it was sent: who sits where, which tricks are complete, what was said.

/** @import { CallMade, DealShown, HintRow, TableCard, TableShown } from "../../wire.d.ts" */

import { cardName, cardText } from "../../parts/cards.js";
import { announce } from "../../parts/announcements.js";
import { capital, percent, signed } from "../../parts/wording.js";

/**
 * How many tricks of the deal are complete.
 * @param {DealShown} deal
 */
export const complete = (deal) => deal.tricks.filter((trick) => trick.winner !== null).length;

/**
 * The cards of the deal that have been played, in order.
 * @param {DealShown} deal
 * @returns {TableCard[]}
 */
export const laid = (deal) => deal.tricks.flatMap((trick) => trick.cards);

/**
 * The other seats, clockwise from the person's left.
 * @param {TableShown} table
 */
export function around({ deal }) {
  const count = deal.seats.length;
  return Array.from({ length: count - 1 }, (_, place) => (deal.seat + 1 + place) % count);
}

/**
 * The player who sits in a seat.
 * @param {TableShown} table
 * @param {number} seat
 */
export const playerAt = (table, seat) => (table.dealer + 1 + seat) % table.players.length;

/**
 * What a seat is called: its player's name.
 * @param {TableShown} table
 * @param {number} seat
 */
export const nameAt = (table, seat) => table.players[playerAt(table, seat)];

/**
 * A seat and what it does: "Ben takes", "You take".
 * @param {TableShown} table
 * @param {number | null | undefined} seat
 * @param {string} verb as "takes", "is"
 */
export function does(table, seat, verb) {
  const name = nameAt(table, seat ?? 0);
  if (name !== "You") return `${name} ${verb}`;
  return `You ${{ is: "are", has: "have" }[verb] ?? verb.replace(/s$/, "")}`;
}

/**
 * What a player has now. A result shows with the last trick, and not before it has been seen.
 * @param {TableShown} table
 * @param {number} player
 * @param {boolean} isKnown whether the result is known
 */
export function scoreNow({ standing, number, deal }, player, isKnown) {
  const gain = deal.phase === "over" ? (standing.rows[number - 1]?.gains[player] ?? 0) : 0;
  return standing.totals[player] - (isKnown ? 0 : gain + standing.ante);
}

/** The other seats' places on the cloth. @param {number} count @returns {string[]} */
export const placesOf = (count) => (count === 1 ? ["across"]
  : Array.from({ length: count }, (_, n) => (n === 0 ? "left" : n === count - 1 ? "right" : "across")));

/**
 * The fact of a deal by that name.
 * @param {DealShown} deal
 * @param {string} name
 */
export const factOf = (deal, name) => deal.facts.find((fact) => fact.name === name);

/** Whether somebody else declared. @param {DealShown} deal */
export const defends = (deal) => {
  const declared = factOf(deal, "declared");
  return declared !== undefined && !declared.seats[deal.seat];
};

/**
 * Whose turn it is once the person has seen this many tricks: his, the others', or to look at a full trick.
 * `showsTrick`: a complete trick stays on the table until the person has seen it.
 * @param {TableShown} table
 * @param {number} known the tricks seen
 * @param {boolean} conceded whether the engine plays the rest of this deal for the person
 */
export function turnAt({ deal }, known, conceded) {
  const full = complete(deal);
  const showsTrick = full > known;
  const givenUp = conceded && deal.phase === "play";
  const goesOn = !showsTrick && deal.phase !== "over" && deal.turn !== null;
  const mine = goesOn && !givenUp && deal.turn === deal.seat;
  return { full, showsTrick, givenUp, mine, theirs: goesOn && !mine, over: !showsTrick && deal.phase === "over" };
}

/**
 * What a choice is worth, shortly: a chance, or a gain.
 * @param {HintRow} row
 */
export function worth(row) {
  if (row.chance !== null) return percent(row.chance);
  return row.gain === null ? "" : signed(row.gain);
}

/**
 * What somebody said, as a sentence: "You pass", "Ben: clubs".
 * @param {TableShown} table
 * @param {CallMade} call
 */
export function saying(table, { seat, text, cards }) {
  const words = cards.length ? `${text.split(" ")[0]} ${cards.map(cardText).join(" ")}` : text;
  return seat === null ? words : `${nameAt(table, seat)}: ${words}`;
}

/**
 * Say aloud what has happened since the last time.
 * @param {TableShown} table
 * @param {{deal: number, calls: number, plays: number, phase: string}} before
 */
export function announceNews(table, before) {
  const { deal } = table;
  const plays = laid(deal);
  const same = before.deal === table.number && before.plays <= plays.length && before.calls <= deal.calls.length;
  const said = same ? [] : [`${capital(table.game.words.deal)} ${table.number}.`];
  for (const call of deal.calls.slice(same ? before.calls : 0)) said.push(`${spoken(saying(table, call))}.`);
  for (const { seat, card } of plays.slice(same ? before.plays : 0)) said.push(`${nameAt(table, seat)}: ${cardName(card)}.`);
  const last = deal.tricks[complete(deal) - 1];
  if (last && deal.tricks.length === complete(deal) && plays.length > before.plays) {
    said.push(`${does(table, last.winner, "takes")} the trick.`);
  }
  if (deal.phase === "over" && before.phase !== "over") said.push(`The ${table.game.words.deal} is over.`);
  else if (deal.turn === deal.seat) said.push(deal.phase === "calls" ? "Your call." : "Your turn.");
  Object.assign(before, { deal: table.number, calls: deal.calls.length, plays: plays.length, phase: deal.phase });
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

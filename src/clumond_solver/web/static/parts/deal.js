// Reads a table that the backend sent: who sits where, which tricks are complete, whose turn it is.

/** @import { DealShown, Fact, HintRow, TableCard, TableShown } from "../wire.d.ts" */

import { cardText, symbolOf } from "./cards.js";
import { percent, signed } from "./wording.js";

/** The number of complete tricks of the deal. @param {DealShown} deal */
export const completeTricks = (deal) => deal.tricks.filter((trick) => trick.winner !== null).length;

/**
 * The cards of the deal that have been played, in order.
 * @param {DealShown} deal
 * @returns {TableCard[]}
 */
export const cardsPlayed = (deal) => deal.tricks.flatMap((trick) => trick.cards);

/** The other seats, clockwise from the person's left. @param {TableShown} table */
export function around({ deal }) {
  const count = deal.seats.length;
  return Array.from({ length: count - 1 }, (_, n) => (deal.seat + 1 + n) % count);
}

/**
 * The player who sits in a seat.
 * @param {TableShown} table
 * @param {number} seat
 */
export const playerAt = (table, seat) => (table.dealer + 1 + seat) % table.players.length;

/**
 * The name of the player who sits in a seat.
 * @param {TableShown} table
 * @param {number} seat
 */
export const nameAt = (table, seat) => table.players[playerAt(table, seat)];

/**
 * A seat and what it does: "Ben takes"; of the person, whatever his name, "You take".
 * @param {TableShown} table
 * @param {number | null | undefined} seat
 * @param {string} verb as "takes", "is"
 */
export function does(table, seat, verb) {
  if (seat !== table.deal.seat) return `${nameAt(table, seat ?? 0)} ${verb}`;
  return `You ${{ is: "are", has: "have" }[verb] ?? verb.replace(/s$/, "")}`;
}

/** Whose card the person is to play. @param {TableShown} table */
export const turnText = (table) =>
  (table.deal.turn === table.deal.plays_for ? `Play from ${nameAt(table, table.deal.turn ?? 0)}’s hand` : "Your turn");

/**
 * The fact of a deal of that kind.
 * @param {DealShown} deal
 * @param {Fact["kind"]} kind
 */
export const factOf = (deal, kind) => deal.facts.find((fact) => fact.kind === kind);

/** Whether the person and a partner play against a declarer, as only in Clumond. @param {DealShown} deal */
export const defends = (deal) => {
  const declared = factOf(deal, "declared");
  return deal.retention_target !== null && declared !== undefined && !declared.by_seat[deal.seat];
};

/**
 * Whose turn it is, given how many tricks the person has seen. `showsTrick`: a complete trick stays on the
 * table until the person has seen it. `mine`, `theirs`: the person, or another player, is to act.
 * @param {TableShown} table
 * @param {number} tricksSeen
 * `waitsFor`: the player, another person, who is to act, or null.
 * @param {boolean} isConceded whether the engine plays the rest of this deal for the person
 */
export function turnAt(table, tricksSeen, isConceded) {
  const { deal, friends, person } = table;
  const count = completeTricks(deal);
  const showsTrick = count > tricksSeen;
  const conceded = isConceded && deal.phase === "play";
  const isUnderWay = !showsTrick && deal.phase !== "over" && deal.turn !== null;
  const isAway = friends?.away.includes(person) ?? false;
  const mine = isUnderWay && !conceded && !isAway && deal.decider === deal.seat;
  const waitsFor = isUnderWay ? waitingFor(table) : null;
  return { completeTricks: count, showsTrick, conceded, mine,
    theirs: isUnderWay && !mine && !isAway && waitsFor === null, waitsFor, over: !showsTrick && deal.phase === "over" };
}

/** The player, another person, who is to act; null if it is nobody else. @param {TableShown} table */
export function waitingFor(table) {
  const { deal, friends, person } = table;
  const player = deal.phase === "over" || deal.decider === null ? person : playerAt(table, deal.decider);
  return player !== person && friends?.people.includes(player) ? player : null;
}

/** The value of a choice as a short text: a chance, or a gain. @param {HintRow} row */
export function valueText(row) {
  if (row.chance !== null) return percent(row.chance);
  return row.gain === null ? "" : signed(row.gain);
}

/**
 * What a player said with a card: as which other card he played it, or which suit he named; "" for most.
 * @param {TableCard} played
 */
export const saidWith = ({ named, led }) => (named ? `as ${cardText(named)}` : led ? `names ${symbolOf(led)}` : "");

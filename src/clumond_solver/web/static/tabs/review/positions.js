// The positions of a play: before each of its cards and calls, and at the end.

/** @import { CardPlayed, ReviewShown } from "../../wire.d.ts" */

/**
 * @typedef {object} HandsPosition
 * @property {string[][]} hands by seat
 * @property {import("../../parts/board.js").TrickOnBoard} trick on the table; between two tricks, the last one
 * @property {number[]} taken by seat
 */

/**
 * The position before each of some plays, and the one at the end.
 * @param {ReviewShown} review
 * @param {CardPlayed[]} plays
 * @returns {HandsPosition[]}
 */
export function positionsOf(review, plays) {
  /** @type {HandsPosition} */
  let position = { hands: review.hands, trick: { cards: [], winner: null }, taken: review.names.map(() => 0) };
  const positions = [position];
  for (const { seat, card, won } of plays) {
    if (card) {
      const hands = position.hands.map((hand, other) => (other === seat ? hand.filter((held) => held !== card) : hand));
      const { cards, winner } = position.trick;
      position = {
        hands,
        trick: { cards: [...(winner === null ? cards : []), { seat, card }], winner: won },
        taken: position.taken.map((count, other) => count + (other === won ? 1 : 0)),
      };
    }
    positions.push(position);
  }
  return positions;
}

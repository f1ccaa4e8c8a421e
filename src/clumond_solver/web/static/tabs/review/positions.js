// Where the cards are before each card of a play.

/** @import { CardPlayed, ReviewShown } from "../../wire.d.ts" */

/**
 * @typedef {object} Place
 * @property {string[][]} hands by seat
 * @property {import("../../parts/board.js").Laid} trick on the table; between two tricks, the last one
 * @property {number[]} taken by seat
 */

/**
 * The place before each of some actions, and the one at the end.
 * @param {ReviewShown} review
 * @param {CardPlayed[]} line
 * @returns {Place[]}
 */
export function placesOf(review, line) {
  /** @type {Place} */
  let place = { hands: review.hands, trick: { cards: [], winner: null }, taken: review.names.map(() => 0) };
  const places = [place];
  for (const { seat, card, won } of line) {
    if (card) {
      const hands = place.hands.map((hand, other) => (other === seat ? hand.filter((held) => held !== card) : hand));
      const { cards, winner } = place.trick;
      place = {
        hands,
        trick: { cards: [...(winner === null ? cards : []), { seat, card }], winner: won },
        taken: place.taken.map((count, other) => count + (other === won ? 1 : 0)),
      };
    }
    places.push(place);
  }
  return places;
}

// Where the cards are before each card of a play.

/** @import { CardPlayed, ReviewShown } from "../../wire.d.ts" */

/**
 * @typedef {object} Place
 * @property {string[][]} hands by seat
 * @property {{seat: number, card: string}[]} trick on the table
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
  let place = { hands: review.hands, trick: [], taken: review.names.map(() => 0) };
  const places = [place];
  for (const { seat, card, won } of line) {
    if (card) {
      const hands = place.hands.map((hand, other) => (other === seat ? hand.filter((held) => held !== card) : hand));
      const ended = won !== null;
      place = {
        hands,
        trick: ended ? [] : [...place.trick, { seat, card }],
        taken: place.taken.map((count, other) => count + (ended && other === won ? 1 : 0)),
      };
    }
    places.push(place);
  }
  return places;
}

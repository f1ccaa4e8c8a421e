// The positions of a hand under review, from the review alone: the page shows them without asking.

/** @import { Position, ReviewShown, Trick } from "../../wire.d.ts" */

/**
 * The position after some cards; nothing in it can be played.
 * @param {ReviewShown} review
 * @param {number} at the number of cards played; negative before reviewed calls
 * @returns {Position}
 */
export function playedPosition({ plays, hands, names, declarer, explore, outcome, finished }, at) {
  const cards = plays.filter(({ card }) => card);
  const past = cards.slice(0, Math.max(at, 0));
  const gone = past.map(({ card }) => card);
  const ended = finished && at === cards.length;
  return {
    start: explore?.start ?? "", play: "", deal: null, legal: [], may_play: [], over: finished, declarer,
    hands: hands.map((hand) => [hand.filter((card) => !gone.includes(card))]),
    turn: plays[plays.length - cards.length + at]?.seat ?? null,
    taken: names.map((_, seat) => past.filter(({ won }) => won === seat).length),
    supplementary: explore?.supplementary ?? names.map(() => 0),
    strain: explore?.strain ?? "",
    tricks: tricksOf(cards),
    outcome: ended ? outcome : null,
  };
}

/** @param {ReviewShown["plays"]} cards */
function tricksOf(cards) {
  /** @type {Trick[]} */
  const tricks = [];
  cards.forEach(({ seat, card, trick, leads, won }, index) => {
    if (leads || !tricks.length) tricks.push({ number: trick, cards: [], winner: null });
    const last = tricks[tricks.length - 1];
    last.cards.push({ card: card ?? "", seat, index });
    last.winner = won;
  });
  return tricks;
}

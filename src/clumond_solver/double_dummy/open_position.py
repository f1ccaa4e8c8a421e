"""Positions and goals of Clumond in the numbers of the double-dummy core.

>>> from clumond_solver.base.cards import Strain
>>> from clumond_solver.games.clumond.deals import Deal
>>> OpenPosition.of(Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS), Seat.FOREHAND).leader
1
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play, Retention

# Masks of the numbers of tricks that count, by retention: see `goal_masks`.
Goal = tuple[int, ...]


def goal_masks(accepted: Mapping[Retention, int]) -> Goal:
    """The core's form of a goal, given the masks of the trick counts that each retention accepts.

    A mask's index is the retention's diamonds + 4 * its spades + 16 * its hearts.
    """
    masks = [0] * 64
    for retention, mask in accepted.items():
        diamonds, spades, hearts, _ = retention.counts
        masks[diamonds + 4 * spades + 16 * hearts] = mask
    return tuple(masks)


@dataclass(frozen=True, slots=True)
class OpenPosition:
    """A position as the core sees it: seats are numbered clockwise from the hero, 0."""

    hands: tuple[int, int, int]
    leader: int
    table: tuple[int, ...]
    taken: int
    strain: int
    supplementary: int
    tricks_left: int

    @classmethod
    def of(cls, play: Play, hero: Seat) -> OpenPosition:
        """The position of a play, for this hero."""
        hands = play.hands
        return cls(
            (hands[hero].mask, hands[(hero + 1) % 3].mask, hands[(hero + 2) % 3].mask),
            (play.leader - hero) % 3,
            tuple(card.bit for card in play.trick),
            play.tricks_taken[hero],
            play.strain,
            play.supplementary[hero],
            play.tricks_left,
        )

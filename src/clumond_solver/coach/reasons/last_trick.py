"""The last trick of Clumond, where few deals are left: whether it still decides anything.

>>> play = Play.parse("F:42..AK. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=1,9,2")
>>> settled_text(Knowledge.of(play, Seat.FOREHAND))
'The last trick is settled: you succeed, whatever anybody plays.'
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from clumond_solver.base.cards import Card, Hand
from clumond_solver.coach.reasons.fates import Fate, fate_of
from clumond_solver.coach.reasons.words import Speaker
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Outcome, Play
from clumond_solver.knowledge.clumond import Knowledge


def settled_text(knowledge: Knowledge, who: str = "you") -> str:
    """That nothing played to the last trick changes the result, or no card of the player's does.

    "" if it is not the last trick, or if a card may change the result in some deal.
    """
    if knowledge.tricks_left != 1:
        return ""
    judged = knowledge.seat if knowledge.declarer is None else knowledge.declarer
    results = set[bool]()
    for outcome in _outcomes(knowledge):
        results.add(outcome[judged].success)
        if len(results) > 1:
            break
    if len(results) == 1 and (knowledge.declarer is not None or results == {True}):
        [succeeds] = results
        speaker = Speaker(who)
        if judged is knowledge.seat:
            verb = speaker.does("succeed" if succeeds else "fail")
        else:
            verb = f"declarer {'succeeds' if succeeds else 'fails'}"
        return f"The last trick is settled: {verb}, whatever anybody plays."
    is_defender = knowledge.declarer not in {None, knowledge.seat}
    if is_defender and all(fate_of(knowledge, card) is Fate.LOSES for card in _legal(knowledge)):
        return f"None of {Speaker(who).whose} cards can win the last trick: any will do."
    return ""


def _legal(knowledge: Knowledge) -> list[Card]:
    return [*next(_worlds(knowledge)).legal_plays]


def _outcomes(knowledge: Knowledge) -> Iterator[Outcome]:
    """The outcomes of the hand, in all deals and whatever is played."""

    def finish(play: Play) -> Iterator[Outcome]:
        if play.is_over:
            yield play.outcome()
            return
        for card in [*play.legal_plays]:
            play.push(card)
            yield from finish(play)
            play.pop()

    for world in _worlds(knowledge):
        yield from finish(world)


def _worlds(knowledge: Knowledge) -> Iterator[Play]:
    """All deals of the unseen cards that agree with what the seat has seen."""
    first, second = (seat for seat in Seat if seat is not knowledge.seat)
    for cards in combinations(knowledge.unseen, knowledge.sizes[first]):
        hands = [knowledge.hand] * len(Seat)
        hands[first] = Hand.from_cards(cards)
        hands[second] = knowledge.unseen - hands[first]
        if knowledge.fits(hands):
            yield knowledge.play(hands)

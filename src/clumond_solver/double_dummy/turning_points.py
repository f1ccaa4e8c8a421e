"""A record seen by the engines: what could be forced after every card, and where it turned.

>>> from clumond_solver.records import Record
>>> play = Play.parse("F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3")
>>> for text in ("S3", "SK", "D8"):
...     play.push(Card.parse(text))
>>> analysis = analyse(Record.of(play))
>>> turn, = analysis.turning_points
>>> analysis.verdict, str(turn.card), [str(card) for card in turn.keeping]
(True, 'S3', ['SA', 'HK'])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from clumond_solver.cards import Card
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.errors import RuleError
from clumond_solver.games.clumond.deals import Seat, SeatLike
from clumond_solver.games.clumond.play import Play
from clumond_solver.records import Record, replayed
from clumond_solver.results import AnalysedPlay, Analysis, Limit
from clumond_solver.values import check_type


def analyse(
    record: Record,
    *,
    seat: SeatLike | None = None,
    solver: Solver | None = None,
    limit: Limit | None = None,
    every_card: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Tell after each legal card of a record whether success could still be forced.

    The cards are followed up to the first that is illegal. Success is the declarer's, or that of
    ``seat`` against both others; RuleError if nobody declared and no seat is given. ``limit`` is
    for each position; where it stops the search the verdict is None. ``every_card`` asks for the
    verdict of each card that could have been played, not only where the verdict turned.
    ``progress`` is called with the cards done and the cards in all.

    The hand is looked at from its end: each position is then nearly solved by the ones behind it.
    """
    check_type(record, Record, "a record")
    play = replayed(record)
    hero = play.declarer if seat is None else Seat(seat)
    if hero is None:
        raise RuleError("nobody declared: say with seat= whose success is asked for", option="seat")
    engine = solver or Solver()
    makes = engine.verdict(play, seat=hero, limit=limit)
    steps: list[AnalysedPlay] = []
    total = len(play.history)
    while play.history:
        step = _step_back(play, hero, makes, engine, limit, every_card=every_card)
        steps.append(step)
        makes = step.before
        if progress is not None:
            progress(len(steps), total)
    return Analysis(hero, makes, tuple(reversed(steps)))


def _step_back(
    play: Play,
    hero: Seat,
    makes: bool | None,
    engine: Solver,
    limit: Limit | None,
    *,
    every_card: bool,
) -> AnalysedPlay:
    """Take back a card, given the verdict after it, and find the verdict before it."""
    card = play.pop()
    seat = play.turn
    if seat is None:  # pragma: no cover
        raise RuleError("a card was taken back, but nobody is to play")
    options: Mapping[Card, bool | None] = {}
    if every_card:
        options = {**engine.plays(play, seat=hero, limit=limit), card: makes}
        before = _of_options(options, hero_moves=seat is hero)
    elif makes is (seat is hero):
        # Whoever moves could choose this card, and could not wish for more than it gave.
        before = makes
    else:
        before = engine.verdict(play, seat=hero, limit=limit)
        if None not in {before, makes} and before is not makes:
            options = {**engine.plays(play, seat=hero, limit=limit), card: makes}
    trick = sum(play.tricks_taken) + 1
    return AnalysedPlay(card, seat, trick, before, makes, options)


def _of_options(options: Mapping[Card, bool | None], *, hero_moves: bool) -> bool | None:
    """The verdict of a position by those of its cards."""
    verdicts = set(options.values())
    if hero_moves in verdicts:
        return hero_moves
    return None if None in verdicts else not hero_moves

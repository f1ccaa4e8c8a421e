"""The results of a person's hands, from his saved sessions, and where he lost points.

>>> from clumond_solver.coach.clumond.day_deal import day_session
>>> from datetime import date
>>> session = day_session(date(2026, 11, 22))
>>> session.play_out(lambda state: next(iter(state.legal_actions)))
>>> [hand.declared for hand in hands_played(session, Seating.usual(3))]
[None]
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from clumond_solver.base.cards import Strain
from clumond_solver.base.errors import SearchError
from clumond_solver.base.seeds import other_seed
from clumond_solver.base.stopping import Deadline
from clumond_solver.base.values import Result
from clumond_solver.coach.grade_thresholds import COSTLY_CHANCE
from clumond_solver.coach.hints_and_reviews import Review, ReviewedPlay
from clumond_solver.coach.reviews import ReviewTask, Seen, looked_at_again, reviewed_call
from clumond_solver.coach.seating import Seating
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.game import ClumondState
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.clumond_views import ClumondView, terms_of
from clumond_solver.knowledge.views import View
from clumond_solver.results import Loss
from clumond_solver.results.search_results import BEYOND_LUCK
from clumond_solver.rules.actions import Action, Declare, PlayCard
from clumond_solver.single_dummy.choose_and_estimate import estimate
from clumond_solver.single_dummy.clumond.clumond_engine import ClumondEngine, RatedCall
from clumond_solver.single_dummy.engine_protocol import Effort
from clumond_solver.single_dummy.level_names import Level
from clumond_solver.single_dummy.luck import mean

ROLES = ("declaring", "defending", "undeclared")
_GAMES_A_HAND = 48
# The most hands listed to look at again, and as the latest.
_MOST_AGAIN, _MOST_LATEST = 8, 40
# The last tricks of the opening and of the middle.
_OPENING, _MIDDLE = 4, 9
# For the first look at every decision that is searched for lost points.
_GAMES_A_CARD, _GAMES_A_CALL = 24, 120


@dataclass(frozen=True, slots=True)
class HandPlayed(Result):
    """A hand of Clumond that the person played to its end.

    deal      the number of the deal in the session, from 1.
    declared  the strain in which the person declared; None if he did not.
    defended  whether another player declared.
    off       how many tricks off the person was, 0 for success.
    gain      the person's score for the hand, in chips or points.
    scoring   chips or paper.
    level     the level of the other players; "mixed" if they differ, "friends" with people.
    dealt     what the person knew when he declared; None if he did not.
    styles    how the seats played; the person is taken to follow every hint.
    """

    deal: int
    declared: Strain | None
    defended: bool
    off: int
    gain: int
    scoring: Scoring
    level: str
    dealt: ClumondView | None
    styles: tuple[str, ...]

    @property
    def role(self) -> str:
        """The person's: "declaring", "defending" or "undeclared"."""
        return ROLES[0] if self.declared is not None else ROLES[1] if self.defended else ROLES[2]

    @property
    def stated(self) -> float:
        """The chance of the hand declared for one who follows every hint, 0 to 1.

        It comes from few games, so that only the mean of many hands says much. SearchError for a
        hand that the person did not declare.
        """
        if self.dealt is None:
            raise SearchError("the person did not declare this hand")
        known = self.dealt
        return estimate(
            known.hand,
            known.strain,
            seat=known.seat,
            supplementary=known.supplementary,
            games=_GAMES_A_HAND,
            opponents=self.styles,
        ).p


def hands_played(session: Session[ClumondState], seating: Seating) -> Iterator[HandPlayed]:
    """The finished hands of a session without guidance; none of a guided one."""
    if seating.guided:
        return
    levels = {level for player, level in enumerate(seating.levels) if player != seating.person}
    level = str(levels.pop()) if len(levels) == 1 else "mixed"
    if seating.friends.seats:
        level = "friends"
    replayed, _ = session.replayed(1, 0)
    # The deal under way has no row yet.
    for row, acts in zip(session.standing.rows, session.acts, strict=False):
        state = replayed.state
        seat = Seat(replayed.standing.seat(seating.person))
        for _, action in acts:
            replayed.push(action)
        outcome = state.outcome()
        play, is_own = state.play, outcome.declarer is seat
        dealt = None
        if play is not None and is_own:
            dealt = ClumondView.at_start(
                state.deal[seat], seat, seat, play.strain, supplementary=play.supplementary
            )
        yield HandPlayed(
            row.deal,
            None if dealt is None else dealt.strain,
            outcome.declarer not in {None, seat},
            outcome[seat].off(),
            row.gains[seating.person],
            state.game.scoring,
            level,
            dealt,
            seating.styles(row.dealer),
        )


@dataclass(frozen=True, slots=True)
class Successes(Result):
    """How many hands were declared, and how many of these made."""

    declared: int
    made: int

    @classmethod
    def of(cls, hands: Iterable[HandPlayed]) -> Successes:
        """Those of hands that were declared."""
        off = [hand.off for hand in hands]
        return cls(len(off), off.count(0))


@dataclass(frozen=True, slots=True)
class Stated(Result):
    """Hands declared, those made, and the mean chance of one who follows every hint.

    is_luck  whether luck may explain that the share made differs from that chance.
    """

    declared: int
    made: int
    chance: float
    is_luck: bool


@dataclass(frozen=True, slots=True)
class Mean(Result):
    """The average gain of some hands."""

    hands: int
    gain: float


@dataclass(frozen=True, slots=True)
class Gains(Result):
    """The average gains by the person's role in a hand, in points or chips."""

    scoring: Scoring
    hands: int
    roles: Mapping[str, Mean]

    @classmethod
    def of(cls, scoring: Scoring, hands: Sequence[HandPlayed]) -> Gains:
        """Those of the hands with this scoring."""
        hands = [hand for hand in hands if hand.scoring is scoring]
        gains = {role: [hand.gain for hand in hands if hand.role == role] for role in ROLES}
        means = {role: Mean(len(of), mean(of) if of else 0.0) for role, of in gains.items()}
        return cls(scoring, len(hands), means)


@dataclass(frozen=True, slots=True)
class HandAgain(Result):
    """A hand to look at again: ``strain`` and ``off`` if the person declared."""

    session: str
    deal: int
    strain: Strain | None
    off: int


@dataclass(frozen=True, slots=True)
class YourPlay(Result):
    """A person's results.

    stated  for the latest hands declared, as many as there was time for.
    again   the hands declared that failed by most.
    latest  the latest hands, the last one first.
    """

    hands: int
    declared: Successes
    stated: Stated
    strains: Mapping[Strain, Successes]
    levels: Mapping[str, Successes]
    gains: tuple[Gains, ...]
    again: tuple[HandAgain, ...]
    latest: tuple[HandAgain, ...]


def figures_of(played: Sequence[tuple[str, HandPlayed]], *, seconds: float) -> YourPlay:
    """The results of hands with their sessions' names, the latest session first.

    ``seconds`` is the time for the chances that the hands declared had.
    """
    hands = [hand for _, hand in played]
    declared = [hand for hand in hands if hand.declared is not None]
    failed = sorted((one for one in played if one[1].declared is not None and one[1].off),
                    key=lambda one: -one[1].off)  # fmt: skip
    return YourPlay(
        hands=len(hands),
        declared=Successes.of(declared),
        stated=_stated(declared, Deadline(seconds)),
        strains={
            strain: Successes.of(hand for hand in declared if hand.declared is strain)
            for strain in Strain
        },
        levels={
            level: Successes.of(hand for hand in declared if hand.level == level)
            for level in (*Level, "mixed", "friends")
        },
        gains=tuple(Gains.of(scoring, hands) for scoring in Scoring),
        again=tuple(_again(*one) for one in failed[:_MOST_AGAIN]),
        latest=tuple(_again(*one) for one in _latest_first(played)[:_MOST_LATEST]),
    )


def _stated(declared: Sequence[HandPlayed], deadline: Deadline) -> Stated:
    hands, chances = list[HandPlayed](), list[float]()
    for hand in reversed(declared):
        if deadline.passed:
            break
        hands.append(hand)
        chances.append(hand.stated)
    made = Successes.of(hands).made
    beyond = abs(made - math.fsum(chances))
    is_luck = beyond < BEYOND_LUCK * math.sqrt(math.fsum(p * (1 - p) for p in chances))
    return Stated(len(hands), made, mean(chances) if chances else 0.0, is_luck)


def _again(session: str, hand: HandPlayed) -> HandAgain:
    return HandAgain(session, hand.deal, hand.declared, hand.off)


def _latest_first(played: Sequence[tuple[str, HandPlayed]]) -> list[tuple[str, HandPlayed]]:
    order = {session: index for index, session in enumerate(dict(played))}
    return sorted(played, key=lambda one: (order[one[0]], -one[1].deal))


@dataclass(frozen=True, slots=True)
class PointsLost(Result):
    """What a person's calls and cards in a hand gave away, by the part of the hand.

    It is in points or chips ahead of the others; cards of undeclared hands count the points that
    they cost him on paper. What a quick look suspects is looked at again, and these figures alone
    count, whether they are above 0 or below: for one who follows every hint the sum of many hands
    is 0, within its error.

    role      "declaring", "defending" or "undeclared".
    scoring   points on paper, or chips.
    calls     by passing or declaring.
    opening   in the first four tricks.
    middle    in the next five.
    last      in the last four.
    blamed    the number of calls and cards that the second look shows to be worse beyond luck.
    """

    _derived = ("sum",)
    role: str
    scoring: Scoring
    calls: Loss
    opening: Loss
    middle: Loss
    last: Loss
    blamed: int

    @property
    def sum(self) -> Loss:
        """What the hand gave away in all."""
        return self.calls + self.opening + self.middle + self.last


def decisions_reviewed(
    session: Session[ClumondState],
    seating: Seating,
    number: int,
    *,
    names: Sequence[str] = (),
    threads: int = 1,
) -> Review:
    """The person's calls and cards in deal ``number``, by two quick looks at what he saw.

    Nothing is lost where the first look suspects nothing. Cards that the program played after he
    conceded are not his. ``names``, by seat, are for the reasons. RuleError unless the deal is
    over.
    """
    ended, _ = session.ended_deal(number)
    replayed, state = session.replayed(number, 0)
    seat = Seat(replayed.standing.seat(seating.person))
    styles = seating.styles(replayed.standing.dealer)
    quick = Effort(
        games_per_action=_GAMES_A_CARD, budget=_GAMES_A_CALL, threads=threads, opponents=styles
    )
    task = ReviewTask(Effort(threads=threads, opponents=styles), players=names)
    acts = session.acts[number - 1]
    own = [index for index, (actor, _) in enumerate(acts) if actor == seat]
    decided = {*own[: len(own) - seating.help_in(number).cards]}
    looked = list[ReviewedPlay]()
    for index, (_, action) in enumerate(acts):
        if index in decided and len(state.legal_actions) > 1:
            looked.append(_looked_at(View.of(state, seat), action, quick, task))
        state.push(action)
    return Review(
        ended.outcome().declarer,
        None,
        tuple(play for play in looked if play.trick),
        calls=tuple(call for call in looked if not call.trick),
        scoring=state.game.scoring,
        styles=styles,
    )


def points_lost(
    session: Session[ClumondState], seating: Seating, number: int, *, threads: int = 1
) -> PointsLost:
    """What the person lost in deal ``number`` of a session, by `decisions_reviewed`."""
    reviewed = decisions_reviewed(session, seating, number, threads=threads)
    return lost_by(reviewed, session, seating, number)


def lost_by(
    reviewed: Review, session: Session[ClumondState], seating: Seating, number: int
) -> PointsLost:
    """What the person lost in a deal whose decisions have been reviewed."""
    replayed, state = session.replayed(number, 0)
    seat, declarer = Seat(replayed.standing.seat(seating.person)), reviewed.declarer
    rewards = state.agreement.rewards
    stake = sum(rewards) if declarer == seat else sum(rewards) / 2
    in_points = 1.0 if declarer is None else stake
    lost = {part: Loss() for part in ("calls", "opening", "middle", "last")}
    for call in reviewed.calls:
        lost["calls"] += call.loss or Loss()
    for play in reviewed.plays:
        lost[_part(play.trick)] += (play.loss or Loss()) * in_points
    blamed = sum(one.best != one.action for one in (*reviewed.calls, *reviewed.plays))
    return PointsLost(_role(declarer, seat), reviewed.scoring, **lost, blamed=blamed)


def _looked_at(view: View, action: Action, quick: Effort, task: ReviewTask) -> ReviewedPlay:
    """An action by a quick look, and what that suspects by a second one."""
    engine, seat, play = ClumondEngine(), Seat(view.seat), view.play
    other = replace(task.effort, seed=other_seed(task.effort.seed))
    rated = engine.rate(view, quick, also=[action])
    if isinstance(rated, RatedCall):
        return reviewed_call(
            seat,
            action.strain if isinstance(action, Declare) else None,
            rated.advice,
            lambda: engine.rate_calls(view, other).advice,
            terms_of(view).agreement,
        )
    number = 1 + len(view.history)
    trick = 1 + (0 if play is None else sum(play.tricks_taken))
    values: dict[Action, float] = dict(rated.values.items())
    first = ReviewedPlay(number, trick, seat, action, action, 0.0, values)
    seen = Seen(view, rated, rated.cost(action) if isinstance(action, PlayCard) else 0.0)
    return looked_at_again(engine, first, seen, COSTLY_CHANCE, task) if seen.cost else first


def _part(trick: int) -> str:
    return "opening" if trick <= _OPENING else "middle" if trick <= _MIDDLE else "last"


def _role(declarer: int | None, seat: Seat) -> str:
    return ROLES[2] if declarer is None else ROLES[0] if declarer == seat else ROLES[1]

"""Hints, and the review of a deal with the cost of every call and card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from clumond_solver.base.cards import Card
from clumond_solver.base.checks import checked
from clumond_solver.base.values import Result, Shown
from clumond_solver.base.wording import percent, signed
from clumond_solver.coach.grade_thresholds import COSTLY_CHANCE, GRADES
from clumond_solver.games.clumond.deals import Seat, SeatLike
from clumond_solver.games.clumond.play import Outcome
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.results import Bounds, Loss, verdict_of
from clumond_solver.results.clumond_results import Plan
from clumond_solver.rules.actions import Action, Call


def own_verbs(actions: Iterable[Action], verb_of: Callable[[Call], str]) -> dict[str, str]:
    """A game's verbs before calls, by the calls' texts, where they are not the calls' own."""
    calls = sorted({action for action in actions if isinstance(action, Call)}, key=str)
    return {str(call): verb for call in calls if (verb := verb_of(call)) != call.verb}


@dataclass(frozen=True, slots=True, repr=False)
class Hint(Result, Shown):
    """The engine's choice for a player, the values of the choices, and the reason.

    action      the engine's choice.
    values      the values of the best choices, best first; other choices look worse. In a declared
                hand of Clumond the values are chances, 0 to 1: declarer's of success, a defender's
                of defeating him.
    other       the best of the other choices (touching cards count as one); None without others.
    in_chances  whether the values are chances.
    unit        what the values are, such as "chips ahead of the others" or "chance of success".
    plan        the retention and the total of tricks (supplementary ones included) with which at
                least half of the player's successes after ``action`` end, or most of them if
                success is certain; None if there is no such ending.
    reason      the reason in sentences; empty if no reason is both certain and helpful.
    errors      the standard errors of the values that are chances.
    complete    whether the work was finished rather than cut short by a time limit.
    verbs       the game's verbs before calls, such as "bid", by the calls' texts.

    >>> from clumond_solver.base.cards import Card
    >>> from clumond_solver.rules.actions import PlayCard
    >>> best, other = PlayCard(Card.parse("D5")), PlayCard(Card.parse("DA"))
    >>> print(Hint(best, {best: 0.5, other: -1.0}, other, reason="It is your last diamond."))
    ♦5 +0.5, ♦A −1.0 points ahead of the others. It is your last diamond.
    """

    action: Action
    values: Mapping[Action, float]
    other: Action | None = None
    in_chances: bool = False
    unit: str = "points ahead of the others"
    plan: Plan | None = None
    reason: str = ""
    errors: Mapping[Action, float] = field(default_factory=dict)
    complete: bool = True
    verbs: Mapping[str, str] = field(default_factory=dict)

    @checked
    def verb_of(self, call: Call) -> str:
        """The game's verb before a call."""
        return self.verbs.get(str(call), call.verb)

    def value_text(self, action: Action) -> str:
        """The value of a choice in words."""
        value = self.values[action]
        if self.in_chances:
            return percent(value, unbroken=True)
        return signed(value)


@dataclass(frozen=True, slots=True)
class ReviewedPlay(Result):
    """The review of one call or card of a deal.

    number   the number of the action in the deal, from 1.
    trick    the trick's number, from 1; 0 for a call.
    seat     the seat that acted.
    action   the call or card.
    best     the engine's choice; the same as ``action`` if that cost nothing.
    cost     the cost of the action from its player's view, 0 or more: the loss of his chance (0 to
             1), or of his expected score if the review is not in chances. 0 unless a second look,
             by other games, confirms what a first one suspected.
    loss     what the second look says that the action lost, in the same units, whether that is
             beyond luck or not; None without such a look.
    values   the values of the choices from the player's view, in the same units, best first, as
             far as the engine searched them.
    reason   the reason why ``best`` is better; empty if no reason is both certain and helpful.
    before   with all hands open, bounds on the least number of tricks off that could be forced
             before the action, for declarer or, if nobody declared, for the player. None if not
             solved.
    after    the same bounds after the action.
    misses   the same bounds after every legal card; only for cards that gave something away, for
             the others on request.
    alike    of an action with a cost, the other choices that look better than it and as good as
             ``best``: luck may explain the difference, or it is not costly.

    >>> from clumond_solver.base.cards import Card
    >>> from clumond_solver.rules.actions import PlayCard
    >>> play = ReviewedPlay(1, 1, 0, PlayCard(Card.parse("S2")), PlayCard(Card.parse("SA")), 0.1,
    ...                     before=(0, 0), after=(1, 2))
    >>> play.open_cost(own=True), play.turned
    ((1, 2), True)
    """

    _derived = "verdict", "turned"
    number: int
    trick: int
    seat: int
    action: Action
    best: Action
    cost: float
    values: Mapping[Action, float] = field(default_factory=dict)
    reason: str = ""
    before: Bounds | None = None
    after: Bounds | None = None
    misses: Mapping[Action, Bounds] = field(default_factory=dict)
    loss: Loss | None = None
    alike: tuple[Action, ...] = ()

    def open_cost(self, *, own: bool) -> Bounds:
        """Bounds on the tricks that the action gave away with all hands open, 0 or more.

        ``own`` says whether the open hands were solved for the player's own success.
        """
        if self.before is None or self.after is None:
            return 0, 0
        better, worse = (self.before, self.after) if own else (self.after, self.before)
        return max(0, worse[0] - better[1]), max(0, worse[1] - better[0])

    @property
    def verdict(self) -> bool | None:
        """Whether success can be forced after the action with all hands open; None if unknown."""
        return verdict_of(self.after)

    @property
    def turned(self) -> bool:
        """Whether the action changed the verdict with all hands open."""
        verdicts = verdict_of(self.before), self.verdict
        return None not in verdicts and verdicts[0] is not verdicts[1]

    @property
    def harmless_cards(self) -> tuple[Action, ...]:
        """The cards known to give nothing away with all hands open."""
        best = self.before
        if best is None or best[0] < best[1]:
            return ()
        return tuple(action for action, bounds in self.misses.items() if bounds == best)


@dataclass(frozen=True, slots=True)
class Replay(Result):
    """The same cards played by the engine at every seat.

    games      the number of games.
    successes  the number of successes by seat.
    plays      the cards of one further game, in order.
    outcome    the outcome of that game.

    >>> Replay(20, (12, 5, 7), (), None).share(0)
    0.6
    """

    games: int
    successes: tuple[int, int, int]
    plays: tuple[Card, ...]
    outcome: Outcome | None

    def share(self, seat: SeatLike) -> float:
        """The share of the games in which a seat succeeded, 0 to 1; 0 without games."""
        return self.successes[Seat(seat)] / self.games if self.games else 0.0


@dataclass(frozen=True, slots=True)
class BetterLine(Result):
    """The rest of a hand of Clumond after a better card, with all hands open.

    number   the number, in the hand, of the action that the better card replaces, from 1.
    cards    the better card, then best play by all to the end.
    success  whether declarer succeeds.
    leaders  the seats that lead to the tricks after the better card's.
    """

    number: int
    cards: tuple[Card, ...]
    success: bool
    leaders: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Review(Result, Shown):
    """The review of a deal, card by card: what was better, by how much, and why.

    declarer  the declarer; None in undeclared hands and other games. In declared hands costs are
              chances of success, else scores.
    seat      the seat whose success was solved for with all hands open; None if it was the success
              of each card's own player.
    plays     the actions, in order, up to the first illegal one.
    fault     the illegal action and its trick, in words; empty if there is none.
    finished  whether the deal was played to its end.
    replay    the same cards played by the engine; None if not requested.
    calls     the calls of a whole hand of Clumond, in order, with costs and values in points on
              paper or chips relative to the others; the other games' calls are among the plays.
    scoring   the unit of ``calls``: points on paper or chips.
    better    the rest of a declared hand after a better card than the last that changed the
              verdict; None if no card changed it.
    complete  whether the work was finished rather than cut short by a time limit.
    unit      what the scores are, such as "points ahead of the others"; empty for chances.
    verbs     the game's verbs, by the text of a call, where they are not the usual ones.
    styles    in a hand of Clumond by seat, the name of the style in which it is taken to play the
              others' games, such as "medium"; "full" and "fast" for one who follows every hint, as
              the player of each card is taken to do; "" for another style.

    >>> from clumond_solver.base.cards import Card
    >>> from clumond_solver.rules.actions import PlayCard
    >>> lead = ReviewedPlay(1, 1, 0, PlayCard(Card.parse("S2")), PlayCard(Card.parse("SA")), 0.1)
    >>> review = Review(0, 0, (lead,))
    >>> review.lost(0).amount, review.costliest() == (lead,), review.grade(lead)
    (0.1, True, 'mistake')
    """

    declarer: int | None
    seat: int | None
    plays: tuple[ReviewedPlay, ...]
    fault: str = ""
    finished: bool = True
    replay: Replay | None = None
    calls: tuple[ReviewedPlay, ...] = ()
    scoring: Scoring = Scoring.PAPER
    better: BetterLine | None = None
    complete: bool = True
    unit: str = ""
    verbs: Mapping[str, str] = field(default_factory=dict)
    styles: tuple[str, ...] = ()

    @checked
    def verb_of(self, call: Call) -> str:
        """The game's verb before a call that a player made or could have made."""
        return self.verbs.get(str(call), call.verb)

    @property
    def costly_from(self) -> float:
        """The least cost of an action that counts as costly, in the units of the review.

        It is 0.05 in chances; in scores it is 0.05 of the range of all values, but at least 0.05.
        """
        values = [value for play in self.plays for value in play.values.values()]
        if self.in_chances or not values:
            return COSTLY_CHANCE
        return COSTLY_CHANCE * max(1.0, max(values) - min(values))

    @checked
    def shown_cost(self, play: ReviewedPlay) -> float:
        """The cost as the difference of the values that a reader sees: whole per cents, or tenths.

        >>> from clumond_solver.base.cards import Card
        >>> from clumond_solver.rules.actions import PlayCard
        >>> two, ace = (PlayCard(Card.parse(text)) for text in ("S2", "SA"))
        >>> lead = ReviewedPlay(1, 1, 0, two, ace, 0.097, {ace: 0.598, two: 0.501})
        >>> review = Review(0, 0, (lead,))
        >>> review.shown_cost(lead), review.grade(lead)
        (0.1, 'mistake')
        """
        if play.best == play.action:
            return 0.0
        unit, digits = (100, 0) if self.in_chances else (1, 1)
        best, played = (
            float(f"{unit * play.values[action]:.{digits}f}") for action in (play.best, play.action)
        )
        return max(0.0, best - played) / unit

    def _graded_cost(self, play: ReviewedPlay) -> float:
        """What is graded: in chances, whose grades players know, what they see."""
        is_shown = self.in_chances and play.action in play.values
        return self.shown_cost(play) if is_shown else play.cost

    @checked
    def is_costly(self, play: ReviewedPlay) -> bool:
        """Whether an action has a grade."""
        return self._graded_cost(play) >= self.costly_from

    @checked
    def grade(self, play: ReviewedPlay) -> str:
        """A costly action's "inaccuracy", "mistake" (twice as costly) or "blunder" (four times)."""
        cost, least = self._graded_cost(play), self.costly_from
        return next((word for times, word in GRADES if cost >= times * least), "")

    @checked
    def costliest(self, most: int = 5) -> tuple[ReviewedPlay, ...]:
        """The costliest actions from their players' view, all of them costly."""
        costly = filter(self.is_costly, self.plays)
        return tuple(sorted(costly, key=lambda play: -play.cost)[:most])

    @checked
    def mistakes(self, seat: int) -> tuple[ReviewedPlay, ...]:
        """The costly calls and cards of a seat, in order: what a second look has confirmed."""
        costly = (*self.calls, *filter(self.is_costly, self.plays))
        return tuple(play for play in costly if play.seat == seat and play.best != play.action)

    @checked
    def lost(self, seat: int) -> Loss:
        """What a seat lost in all, in the units of the review: of his losses, blamed or not.

        So the sum is right on average: it is 0 for one who follows every hint, within its error.
        """
        own = (play for play in self.plays if play.seat == seat)
        return sum((play.loss or Loss(play.cost) for play in own), Loss())

    @checked
    def is_own(self, play: ReviewedPlay) -> bool:
        """Whether the open hands were solved for the success of the card's own player."""
        return self.seat is None or play.seat == self.seat

    @property
    def in_chances(self) -> bool:
        """Whether costs are chances of success, 0 to 1."""
        return self.declarer is not None

    @property
    def as_seen(self) -> bool:
        """Whether cards were reviewed from their players' view."""
        return any(play.values for play in self.plays)

    @property
    def turning_points(self) -> tuple[ReviewedPlay, ...]:
        """The cards that changed the verdict with all hands open."""
        return tuple(play for play in self.plays if play.turned)

    @checked
    def declarers_chance(self, play: ReviewedPlay) -> tuple[float, float] | None:
        """Declarer's chance before and after a card, from the view of the card's player.

        None if nobody declared, or if the card was not searched.
        """
        if self.declarer is None or play.action not in play.values:
            return None
        after = play.values[play.action]
        before = after + play.cost
        return (before, after) if play.seat == self.declarer else (1 - before, 1 - after)

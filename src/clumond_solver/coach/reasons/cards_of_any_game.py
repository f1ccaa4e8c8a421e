"""Which facts are the reasons for a card in any game: the aim, the differences, the caveat."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice, takewhile
from typing import TypeVar

from clumond_solver.base.cards import Card
from clumond_solver.base.errors import RuleError
from clumond_solver.coach.reasons import thresholds, wordings
from clumond_solver.coach.reasons.card_facts import CardFacts, equals_of
from clumond_solver.coach.reasons.differences import (
    Candidate,
    Comparison,
    Merit,
    Topic,
    how_won,
    turning_event,
)
from clumond_solver.coach.reasons.fates import Fate, Moment, played_card
from clumond_solver.coach.reasons.speaker import Reason, Speaker
from clumond_solver.coach.reasons.stakes import Fault, Stakes
from clumond_solver.coach.reasons.wordings import Alike, Often
from clumond_solver.knowledge.views import PlayView, View
from clumond_solver.rules.actions import Action
from clumond_solver.rules.payoffs import Settling
from clumond_solver.rules.tricks import PlayedCard
from clumond_solver.single_dummy.any_game_playouts import GamesAfter
from clumond_solver.single_dummy.last_tricks import LastChances

_Option = TypeVar("_Option")


def _merits_stated(comparison: Comparison) -> tuple[list[Merit], Merit | None]:
    """The merits of the card that are worth a sentence, and one of the rival that is."""
    merits, enough = comparison.merits, thresholds.LEAST_SHARE * comparison.gain
    good = [merit for merit in merits if merit.gain > max(0.0, enough)]
    if not good:
        return [], None
    least, order = thresholds.WORTH_A_SENTENCE * good[0].gain, [*Topic]
    stated = sorted(
        [merit for merit in good[: thresholds.MOST_FACTS] if merit.gain >= least],
        key=lambda merit: order.index(merit.topic),
    )
    against = [merit for merit in merits if merit.gain <= -good[0].gain / 2]
    return stated, next((merit for merit in against if merit.topic is not Topic.OUTCOME), None)


def real_rivals(
    best: _Option, others: Sequence[_Option], values: Mapping[_Option, float], least: float = 0.0
) -> list[_Option]:
    """Of the other actions, sorted, those at most half as far again from the best as the first.

    Those up to ``least`` worse are among them in any case.

    >>> real_rivals("a", ["b", "c", "d"], {"a": 0.7, "b": 0.6, "c": 0.56, "d": 0.1})
    ['b', 'c']
    """
    if not others:
        return []
    top, first = values[best], values[others[0]]
    most = max(least, thresholds.REAL_RIVAL * (top - first))
    return [one for one in others if top - values[one] <= most]


def _with_room(
    stated: Sequence[Merit], concession: Merit | None, room: int
) -> tuple[list[Merit], Merit | None]:
    """The merits that name so many counts of games at most, but one of the card in any case."""
    by_gain = sorted(stated, key=lambda merit: -merit.gain)
    while len(by_gain) > 1 and _count(merit.fact for merit in by_gain) > room:
        by_gain.pop()
    room -= _count(merit.fact for merit in by_gain)
    has_room = concession is not None and _count([concession.fact]) <= room
    return [merit for merit in stated if merit in by_gain], concession if has_room else None


def _count(facts: Iterable[Reason]) -> int:
    """How many counts of games these facts name."""
    return sum(fact.clause(Speaker("you")).count(" games") for fact in facts)


def _tells(comparison: Comparison) -> bool:
    """Whether something is stated for the card."""
    return bool(_merits_stated(comparison)[0])


def _is_convincing(comparison: Comparison) -> bool:
    """Whether what is stated for the card outweighs what is stated for its rival."""
    stated, against = _merits_stated(comparison)
    if against is None or any(merit.topic is Topic.OUTCOME for merit in stated):
        return bool(stated)
    return sum(merit.gain for merit in stated) > -against.gain


def facts_by_rules(view: View, play: PlayView, action: Action, other: Action) -> list[Reason]:
    """What is certain about a card beside another one, or itself, without games."""
    moment, seat = Moment.of(view), view.seat
    card, beside = (moment.now(_played(seat, one)) for one in (action, other))
    facts = CardFacts(moment, card, beside)
    aim = [] if play.payoffs is None else _aim(view, Stakes(view, play, play.payoffs), facts)
    return [*aim, *([*facts.in_trick(0), *facts.of_suit(0)] or [facts.fallback()])]


def lost_nomination(view: View, play: PlayView) -> Iterator[Reason]:
    """That the player cannot make his nomination any more, if so."""
    if play.payoffs is not None:
        yield from _lost_nomination(view, Stakes(view, play, play.payoffs))


def _lost_nomination(view: View, stakes: Stakes) -> Iterator[Reason]:
    if stakes.goal is not None and stakes.nominated and not _can_reach_goal(view, stakes):
        yield wordings.nomination_is_lost(stakes.goal)


def _can_reach_goal(view: View, stakes: Stakes) -> bool:
    return stakes.missing is not None and not LastChances.of(view).is_lost


def _aim(
    view: View, stakes: Stakes, facts: CardFacts, risk: Fault | None = None
) -> Iterator[Reason]:
    """What the player needs, where an exact number of tricks decides."""
    goal = stakes.goal
    if lost := [*_lost_nomination(view, stakes)]:
        yield from lost
    elif goal is not None and _can_reach_goal(view, stakes):
        so_far = stakes.taken, stakes.left
        yield wordings.needs_for_goal(goal, *so_far, risk, facts.all_lose, stakes.nominated)
    elif goal is not None and stakes.trick_points < 0:
        yield wordings.trick_costs(-stakes.trick_points)


def _played(seat: int, action: Action) -> PlayedCard:
    """A card as an action plays it; RuleError if it plays none that all see."""
    played = played_card(seat, action)
    if played is None:
        raise RuleError(f"{action} plays no card that all see")
    return played


class CardReason:
    """Why a card, rather than another one, by the games after both."""

    def __init__(
        self,
        view: View,
        stakes: Stakes,
        action: Action,
        games: GamesAfter,
        *,
        is_hint: bool,
    ) -> None:
        """Look at a card."""
        self._is_hint = is_hint
        self._view, self._games = view, games
        self._moment, self._stakes = Moment.of(view), stakes
        self._card = self._candidate(action)
        self._legal = [self._unplayed(legal) for legal in view.legal_actions]
        self._compared = dict[Action, Comparison]()

    def facts(
        self,
        worse: Sequence[Action],
        alike: Sequence[Action],
        values: Mapping[Action, float] | None = None,
        spread: float = 0.0,
    ) -> list[Reason]:
        """The facts to say, in order; none if there is nothing to say."""
        if nothing := self._no_difference():
            return nothing
        others, rivals, far = worse, worse, list[Action]()
        if values is not None:
            others = real_rivals(self._card.action, worse, values)
            rivals, far = self._rivals(worse, values, spread)
        candidates = map(self._unplayed, rivals or alike)
        unlike = [one for one in candidates if not (self._is_equal(one) or self._touches(one))]
        # What tells the card from cards as good would contradict the figures.
        telling = self._telling(unlike if rivals else [], alike, map(self._unplayed, far))
        aim = [*self._aim(None if telling is None else telling.risk)]
        if self._stakes.payoffs.settling is Settling.TURNED_OVER:
            aim += self._turning(telling, [*others, *alike])
        room = thresholds.MOST_COUNTS - _count(aim)
        reasons = [*self._reasons(telling, unlike, room, is_small=bool(alike))]
        as_good, equals = [*self._as_good(alike, is_small=telling is None)], [*self._equals(alike)]
        caveat = list[Reason]()
        if others and self._is_hint:
            caveat += self._not_clearly_worse(others)
        if not (reasons or as_good or equals or caveat):
            reasons = [wordings.takes_trick(self._compare(self._card).card_now())]
        tells = telling is not None
        first, last = (as_good, equals) if tells else ([], [*equals, *as_good])
        return [*aim, *first, *reasons, *last, *caveat]

    def _rivals(
        self, worse: Sequence[Action], values: Mapping[Action, float], spread: float
    ) -> tuple[list[Action], list[Action]]:
        """The worse cards that are hardly further from the card than any, and those next to them.

        Where another card is about as good, one that loses much is no alternative.
        """
        best = self._card.action
        others = [one for one in map(self._unplayed, values) if one.action != best]
        unlike = [one.action for one in others if not (self._is_equal(one) or self._touches(one))]
        near = real_rivals(best, unlike, values)
        far = real_rivals(best, unlike, values, thresholds.FAR_RIVAL * spread)[len(near) :]
        return [one for one in near if one in worse], [one for one in far if one in worse]

    # The aim.

    def _aim(self, risk: Fault | None = None) -> Iterator[Reason]:
        return _aim(self._view, self._stakes, CardFacts(self._moment, self._card.now), risk)

    def _turning(self, telling: Comparison | None, others: Sequence[Action]) -> Iterator[Reason]:
        """What turns all scores over, as far as nothing that tells the card says so."""
        stakes, games = self._stakes, self._card.games
        by_seat = {seat: sum(map(stakes.turns(seat), games)) for seat in range(stakes.players)}
        seat = max(by_seat, key=by_seat.__getitem__)
        is_likely = by_seat[seat] > thresholds.OFTEN_TURNED * len(games)
        event = turning_event(stakes, seat, games) if is_likely else None
        yield from self._costs_of_tricks(None if event is None else seat)
        merits = [] if telling is None else _merits_stated(telling)[0]
        if event is not None and not any(merit.topic is Topic.OUTCOME for merit in merits):
            rated_all = len(others) == len(self._legal) - 1
            rest = others if rated_all and telling is None else ()
            compared = (self._compare(self._unplayed(other)) for other in rest)
            changed = [one.differ_in(stakes.turns(seat)) for one in compared]
            is_anyway = bool(changed) and not any(changed)
            yield wordings.happens(event, Often(by_seat[seat], len(games)), is_anyway=is_anyway)
        worth = 0 if telling is None else _worth_of_tricks(telling)
        is_wanted = event is not None and seat == stakes.seat and event["is_gain"]
        if worth > 0 or (worth and not is_wanted):
            yield wordings.further_tricks(worth > 0)

    def _costs_of_tricks(self, seat: int | None) -> Iterator[Reason]:
        """What every trick left costs, if all cost the same, and how many turn the scores over.

        ``seat`` is who may come so low.
        """
        stakes = self._stakes
        cost = -stakes.points_of_every_trick(self._moment.cards_left)
        if cost <= 0:
            return
        limit = stakes.payoffs.limit
        above = 0.0 if seat is None else stakes.current_tallies[seat] - limit
        needed = math.ceil(above / cost)
        # The last trick does not count if it may cost less.
        is_said = seat is not None and 0 < needed <= stakes.left - stakes.has_rest
        yield wordings.trick_costs(
            cost, stakes.has_rest, needed if is_said else 0, seat or 0, limit
        )

    # The facts, without games or where nothing differs.

    def _no_difference(self) -> list[Reason]:
        """That all legal cards come to the same, and why; [] if they do not."""
        if len(self._legal) > max(
            thresholds.MOST_ACTIONS, thresholds.MOST_GAMES_OF_TRICKS // self._stakes.left
        ):
            return []
        why = self._why_alike()
        if self._games.is_settled(self._view.legal_actions):
            if ends := self._same_ends():
                return [wordings.hardly_matters((ends,))]
            hardly = wordings.hardly_matters(why, is_same=True)
        elif why and all(map(self._is_equal, self._legal)):
            hardly = wordings.hardly_matters(why)
        else:
            return []
        return [hardly, *self._aim(), *self._prospect()]

    def _why_alike(self) -> tuple[Reason, ...]:
        """That the cards are equals, or all win the trick or lose it."""
        if len({self._stakes.points(one.card) for one in self._legal}) > 1:
            return ()
        fixed = CardFacts(self._moment, self._card.now).fixed()
        return tuple(filter(None, (equals_of(self._moment, self._moment.legal), fixed)))

    def _same_ends(self) -> Reason | None:
        """What happens in all games, whatever is played."""
        games = [game for one in self._legal for game in self._candidate(one.action).games]
        stakes, seat, goal = self._stakes, self._stakes.seat, self._stakes.goal
        always = Often(len(games), len(games))
        if goal is not None:
            reached = {game.taken[seat] == goal for game in games}
            if len(reached) > 1 or (reached == {False} and not stakes.nominated):
                return None
            event = wordings.reaches_goal(seat, goal, stakes.nominated, misses=reached == {False})
            return wordings.happens(event, always)
        tricks = {len(game.winning_cards(seat)) for game in games}
        if tricks in ({0}, {stakes.left}):
            return wordings.all_tricks(tricks != {0})
        return None

    # The differences.

    def _reasons(
        self, telling: Comparison | None, unlike: Sequence[Candidate], room: int, *, is_small: bool
    ) -> Iterator[Reason]:
        """What tells the card from its rivals; else what it does, beside the next best card.

        ``room`` is the most counts of games.
        """
        if telling is not None:
            nearest = self._compare(unlike[0]) if unlike else telling
            yield from self._beside_rival(telling, nearest, room)
            return
        own = [one for one in unlike if self._moment.are_of_suit(one.card, self._card.card)]
        beside = self._compare([*own, *unlike, self._card][0])
        yield from self._facts(beside, is_small=is_small)
        yield from self._prospect()

    def _telling(
        self, unlike: Sequence[Candidate], alike: Sequence[Action], far: Iterable[Candidate]
    ) -> Comparison | None:
        """The comparison that tells the card from a rival, the next best one that can.

        None between cards as good is a rival. If none is clearly worse for a reason, one that may
        be worse by luck is, then one that is ``far`` worse, and last one for which more speaks than
        for the card.
        """
        between = {*self._between(alike)}
        apart = [self._compare(one) for one in unlike if one.card not in between]
        clear, convincing = filter(self._is_clear, apart), filter(_is_convincing, apart)
        tells = filter(_tells, map(self._compare, unlike))
        far_clear = filter(self._is_clear, map(self._compare, far))
        return next(chain(clear, convincing, far_clear, tells), None)

    def _is_clear(self, comparison: Comparison) -> bool:
        """Whether it is convincing, and luck hardly explains what the card gains."""
        return _is_convincing(comparison) and (comparison.is_beyond_doubt or not self._is_hint)

    def _beside_rival(
        self, comparison: Comparison, nearest: Comparison, room: int
    ) -> Iterator[Reason]:
        """What tells the card from the rival, and what comes.

        ``nearest`` is the next best card: the card may be played to keep that.
        """
        stated, concession = _with_room(*_merits_stated(comparison), room)
        topics = {merit.topic for merit in stated}
        facts = [merit.fact for merit in stated]
        of_cards = topics & {Topic.NOW, Topic.KEPT, Topic.EITHER, Topic.TRICK}
        against = set[Topic]() if concession is None else {concession.topic}
        if concession is not None:
            facts = [concession.fact, wordings.but(facts[0]), *facts[1:]]
        now = list[Reason]()
        if not (of_cards | against) - {Topic.KEPT, Topic.LATER}:
            now = [*self._facts(nearest if self._use(nearest) else comparison)]
        now = now if _count([*now, *facts]) <= room else []
        room -= _count([*now, *facts])
        yield from [*now, *facts]
        if len(facts) < thresholds.MOST_FACTS:
            left_out = {merit.about for merit in stated}
            left_out |= {comparison.card.card, comparison.rival.card} if of_cards else set()
            yield from (fact for fact in self._prospect(left_out) if _count([fact]) <= room)

    def _facts(self, comparison: Comparison, *, is_small: bool = False) -> Iterator[Reason]:
        """What the card does in this trick, and what else is certain of it beside the rival.

        Where the difference is small, what it does now is no reason unless a card is kept.
        """
        facts = CardFacts(self._moment, self._card.now, comparison.rival.now)
        if use := self._use(comparison):
            yield wordings.in_trick(self._card.now, keeps=(comparison.rival.card,), use=use)
        elif not (is_small or comparison.is_lost_by_both):
            yield wordings.takes_trick(comparison.card_now())
        if comparison.rival.card != self._card.card:
            yield from islice(facts.of_suit(comparison.wanted), 1)

    def _use(self, comparison: Comparison) -> wordings.Use | None:
        """What the rival is kept for, if it is known what is wanted."""
        facts = CardFacts(self._moment, self._card.now, comparison.rival.now)
        return facts.use_of_other(comparison.wanted) if comparison.wanted else None

    def _prospect(self, left_out: Collection[Card | None] = ()) -> Iterator[Reason]:
        """The cards in hand on which most depends later: to win tricks with, or a danger."""
        stakes, games, missing = self._stakes, self._card.games, self._stakes.missing
        # What counts may come to cost, and the other way about.
        is_turned = sum(map(stakes.turns_over, games)) > thresholds.SELDOM * len(games)
        if is_turned or (missing is None and not stakes.tricks_have_points):
            return
        wins = dict[Card, list[float]]()
        for trick in (trick for game in games for trick in game.tricks[1:]):
            if trick.winner == stakes.seat:
                wins.setdefault(trick.winning_card, []).append(stakes.value([trick]))
        by_points = missing is None
        weighed = sorted(
            wins, key=lambda card: -(abs(sum(wins[card])) if by_points else len(wins[card]))
        )
        is_first = not weighed or weighed[0] not in left_out
        weighed = [card for card in weighed if card not in left_out]
        if not weighed or len(wins[weighed[0]]) <= thresholds.SELDOM * len(games):
            return
        first, often = weighed[0], Often(len(wins[weighed[0]]), len(games))
        if sum(wins[first]) < 0 if by_points else not missing:
            if is_first and first not in [one.card for one in self._legal]:
                how = how_won(self._moment, first, games)
                yield wordings.danger(first, often, is_costly=by_points, how=how)
        elif (is_first and not by_points) or often.count > thresholds.TO_COUNT_ON * len(games):
            cards = tuple(weighed[: min(missing or 1, thresholds.MOST_WINNERS)])
            how, counts = how_won(self._moment, first, games), [len(wins[card]) for card in cards]
            yield wordings.count_on(cards, tuple(counts), len(games), how)

    # Cards about as good, and those that may be worse by luck.

    def _equals(self, alike: Sequence[Action]) -> Iterator[Reason]:
        """The card's equals."""
        equals = [one for one in map(self._unplayed, alike) if self._is_equal(one)]
        if equals:
            yield wordings.equals((self._card.played, *(one.played for one in equals)))

    def _as_good(self, alike: Sequence[Action], *, is_small: bool) -> Iterator[Reason]:
        """Those about as good, but for equals, with what they do now if that differs."""
        rest = [one for one in map(self._unplayed, alike) if not self._is_equal(one)]
        if rest:
            actions = tuple(one.action for one in rest)
            fates = tuple(map(self._fate_beside, rest))
            yield wordings.as_good(actions, fates=fates, is_small=is_small)

    def _fate_beside(self, other: Candidate) -> Fate | None:
        """What a card does in this trick, if that is another thing than the card."""
        is_clear = other.fate is not Fate.OPEN or not self._moment.is_bottom(other.card)
        return other.fate if is_clear and other.fate is not self._card.fate else None

    def _not_clearly_worse(self, others: Sequence[Action]) -> Iterator[Reason]:
        """That the next best cards may come out worse by luck."""
        compared = (self._compare(self._unplayed(other)) for other in others)
        by_luck = [*takewhile(lambda one: not one.is_beyond_doubt, compared)]
        if actions := tuple(one.rival.action for one in by_luck[: thresholds.MOST_ALIKE]):
            yield wordings.as_good(actions, Alike.PERHAPS)

    # Cards.

    def _unplayed(self, action: Action) -> Candidate:
        """A candidate without games after it."""
        return Candidate(action, self._moment.now(_played(self._view.seat, action)))

    def _candidate(self, action: Action) -> Candidate:
        return replace(self._unplayed(action), games=self._games.after(action))

    def _compare(self, rival: Candidate) -> Comparison:
        if rival.action not in self._compared:
            is_itself = rival.action == self._card.action
            other = self._card if is_itself else self._candidate(rival.action)
            compared = Comparison(self._stakes, self._moment, self._card, other)
            self._compared[rival.action] = compared
        return self._compared[rival.action]

    def _is_equal(self, other: Candidate) -> bool:
        return self._games.are_equals(self._card.action, other.action)

    def _touches(self, other: Candidate) -> bool:
        """Whether in its own suit no card ranks between another card and the card."""
        card, beside = self._card.card, other.card
        if card == beside or self._card.played.led is not other.played.led:
            return False
        others_cards = self._moment.cards_left - {*self._moment.hand}
        is_near = others_cards.isdisjoint(self._between([other.action]))
        alike = self._stakes.points(card) == self._stakes.points(beside)
        return is_near and alike and self._moment.are_of_suit(card, beside)

    def _between(self, alike: Sequence[Action]) -> Iterator[Card]:
        """The cards of a suit between two that are as good."""
        as_good = [self._card.card, *(self._unplayed(one).card for one in alike)]
        for suit in dict.fromkeys(map(self._moment.suit_of, as_good)):
            ranked = self._moment.rules.ranked(suit)
            places = [ranked.index(card) for card in as_good if card in ranked]
            yield from ranked[min(places) : max(places)]


def _worth_of_tricks(comparison: Comparison) -> int:
    """1 if further tricks help where all scores may turn over, -1 if they cost; else 0."""
    takes_more = comparison.wins.often - comparison.wins.beside
    is_plain = comparison.is_turned and takes_more * comparison.wanted >= 0
    return comparison.wanted if is_plain else 0

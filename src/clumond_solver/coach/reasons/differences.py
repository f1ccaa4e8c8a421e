"""What differs between games after one card and games after another one.

Differences may be in this trick, single cards, the number of tricks, the last trick, bids, or the
settlement of the deal. Those that luck may explain are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from operator import sub
from typing import NamedTuple

from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.wording import counted_in_words, minus
from clumond_solver.coach.reasons.games_after import BEYOND_DOUBT, FinishedGame, PairedGames
from clumond_solver.coach.reasons.trick_goals import goal_of, points_per_trick
from clumond_solver.coach.reasons.tricks import TrickFacts
from clumond_solver.coach.reasons.words import Speaker
from clumond_solver.knowledge.any_game import View
from clumond_solver.rules.actions import Nominate
from clumond_solver.rules.payoffs import Payoffs, Settling
from clumond_solver.rules.tricks import PlayedCard, Trick
from clumond_solver.single_dummy.mean_scores import mean, mean_error, relative_score

# A card may have a sentence of its own if it has at least this share of the most card points.
_NOTABLE = 1 / 3
# A difference is mentioned if it is at least this share of the greatest.
_WORTH_A_SENTENCE = 0.3
# The gain in all later tricks is mentioned unless a single difference is at least this share of it.
_MOST_OF_GAIN = 0.5
# This many standard errors suffice if the card is known to be better.
_LIKELY_ERRORS = 1.0
# A difference is negligible below this many games, or units of a figure's last digit, and below
# this share of the games.
_FEW = 2
_VISIBLE = 0.05

_Figure = Callable[[FinishedGame], float]


class _Difference(NamedTuple):
    """A difference between two cards: the mean gain, and the sentence about it."""

    gain: float
    text: str


class Differences(Speaker):
    """Sentences about what a card gains compared with another one, by games after both."""

    def __init__(
        self, view: View, payoffs: Payoffs, facts: TrickFacts, games: PairedGames, *, better: bool
    ) -> None:
        """Compare games after the card and after the other one.

        ``better`` says that the card is known to be better, so that weaker evidence suffices.
        """
        super().__init__(facts.who)
        self.view = view
        self.payoffs = payoffs
        self.facts = facts
        self.games, self.others = games
        self._better = better
        self._errors = _LIKELY_ERRORS if better else BEYOND_DOUBT
        self._trick_points = points_per_trick(payoffs, view.seat)

    def sentences(self, most: int) -> list[str]:
        """The greatest differences, the greatest first; empty if luck may explain all."""
        ahead = mean(self._gains_by_deal(self._value_of_game))
        if ahead <= 0:
            # A better card may still have a certain gain in this trick.
            this_trick = self._this_trick() if self._better else None
            return [] if this_trick is None else [this_trick.text]
        differences = list(filter(None, self._differences()))
        later_tricks = self._later_tricks()
        greatest = max((difference.gain for difference in differences), default=0.0)
        if later_tricks is not None and greatest < _MOST_OF_GAIN * later_tricks.gain:
            differences.append(later_tricks)
        differences = differences or list(filter(None, [self._score()]))
        differences.sort(key=lambda difference: -difference.gain)
        least = _WORTH_A_SENTENCE * max([ahead, *(difference.gain for difference in differences)])
        return [difference.text for difference in differences[:most] if difference.gain >= least]

    def _differences(self) -> Iterator[_Difference | None]:
        this_trick = self._this_trick()
        yield this_trick
        for card in self._notable_cards():
            # The winner of the card played wins this trick, which has its own sentence.
            if this_trick is None or card != self.facts.played.card:
                yield self._card(card)
        yield self._kept_card_costs()
        yield self._kept_card_wins()
        yield self._last_trick()
        yield self._number_of_tricks()
        for seat, goal in enumerate(self.payoffs.goals):
            if goal is not None and goal_of(self.payoffs, seat) == goal:
                yield self._goal(seat, goal)
        yield self._settlement()

    # How much, and how often.

    def _gains_by_deal(self, gain: _Figure) -> list[float]:
        """The gain of the card over the other one, deal by deal."""
        pairs = zip(self.games, self.others, strict=True)
        return [gain(game) - gain(other) for game, other in pairs]

    def _gain_beyond_luck(self, gain: _Figure) -> float:
        """The mean gain of the card over the other one; 0 if luck may explain it."""
        gains = self._gains_by_deal(gain)
        average = mean(gains)
        return average if average > 0 and average >= self._errors * mean_error(gains) else 0.0

    def _how_often(self, what: str, happens: _Figure, gain: _Figure) -> _Difference | None:
        """How often something happens after each card, if the card gains by that."""
        mean_gain, count = self._gain_beyond_luck(gain), len(self.games)
        hits, other_hits = (int(sum(map(happens, games))) for games in (self.games, self.others))
        if not mean_gain or abs(hits - other_hits) < max(_FEW, count * _VISIBLE):
            return None
        return _Difference(
            mean_gain,
            f"After {self.facts.card_text} {what} in {out_of(hits, count)} games; after"
            f" {self.facts.other_text} in {other_hits or 'none'}.",
        )

    def _on_average(
        self, what: str, figure: _Figure, gain: _Figure, digits: int
    ) -> _Difference | None:
        """The mean of a figure after each card, if the card gains by that."""
        mean_gain = self._gain_beyond_luck(gain)
        means = [mean([*map(figure, games)]) for games in (self.games, self.others)]
        if not mean_gain or abs(means[0] - means[1]) < _FEW / 10**digits:
            return None
        one, other = (_figure_text(average, digits) for average in means)
        return _Difference(
            mean_gain,
            f"After {self.facts.card_text} {what.format(one)} on average; after"
            f" {self.facts.other_text} {other}.",
        )

    def _value_of_point(self, seat: int) -> float:
        """The value of a seat's point to the player, relative to the others."""
        points = [float(other == seat) for other in range(self.view.layout.players)]
        return relative_score(points, self.view.seat)

    def _points_of(self, trick: Trick) -> int:
        """The points of a trick and its cards."""
        points = self.payoffs.card_points
        return self._trick_points + sum(points[card.bit] for card in trick.cards)

    def _value_of_tricks(self, tricks: tuple[Trick, ...]) -> float:
        return sum(self._points_of(trick) * self._value_of_point(trick.winner) for trick in tricks)

    def _value_of_game(self, game: FinishedGame) -> float:
        return relative_score(game.scores, self.view.seat)

    # The kinds of differences.

    def _this_trick(self) -> _Difference | None:
        mean_gain = self._gain_beyond_luck(lambda game: self._value_of_tricks(game.tricks[:1]))
        if not mean_gain:
            return None
        card, other, count = self.facts.card_text, self.facts.other_text, len(self.games)
        won = [game for game in (*self.games, *self.others) if game.winner == self.view.seat]
        wins, other_wins = (sum(game in won for game in part) for part in (self.games, self.others))
        point_counts = {self._points_of(game.tricks[0]) for game in won}
        points = round(mean([*point_counts])) if point_counts else 0
        about = "about " if len(point_counts) > 1 else ""
        if wins > other_wins and points > 0:
            takes, rest = f"{card} takes this trick, which counts {about}{points}", other
        elif wins < other_wins and points < 0:
            takes, rest = f"{other} would take this trick, which costs {about}{-points}", card
            wins, other_wins = other_wins, wins
        elif not wins and not other_wins and (more_given := self._more_given_by_other()) > 0:
            cost = -self.payoffs.card_points[self.facts.played.card.bit]
            text = f"{other} would give {more_given} away."
            if cost > 0:
                text = f"{card} costs whoever takes this trick {cost}."
            return _Difference(mean_gain, text)
        elif round(mean_gain) > 1:
            text = f"{other} would lose {round(mean_gain)} more in this trick."
            return _Difference(mean_gain, text)
        else:
            return None
        if wins == count and not other_wins:
            return _Difference(mean_gain, f"{takes}; {rest} does not.")
        return _Difference(
            mean_gain, f"{takes}, in {out_of(wins, count)} games; {rest} in {other_wins or 'none'}."
        )

    def _more_given_by_other(self) -> int:
        """The card points of the other card less those of the card."""
        if self.facts.other is None:
            return 0
        points = self.payoffs.card_points
        return points[self.facts.other.card.bit] - points[self.facts.played.card.bit]

    def _notable_cards(self) -> Hand:
        """The cards still in play that have many card points, or cost many."""
        points = self.payoffs.card_points
        most = max(map(abs, points))
        cards = self.view.pool | self.view.held[self.view.seat]
        return Hand.from_cards(
            card for card in cards if most and abs(points[card.bit]) >= _NOTABLE * most
        )

    def _card(self, card: Card) -> _Difference | None:
        """Who wins a card: one of the two compared in any trick, another card in later tricks."""
        points = self.payoffs.card_points[card.bit]
        compared = [
            played.card for played in (self.facts.played, self.facts.other) if played is not None
        ]
        first = 0 if card in compared else 1

        def winner(game: FinishedGame) -> int | None:
            tricks = game.tricks[first:]
            return next((trick.winner for trick in tricks if card in trick.cards), None)

        def gain(game: FinishedGame) -> float:
            seat = winner(game)
            return 0.0 if seat is None else points * self._value_of_point(seat)

        wins = self.does("later win" if first else "win")
        what = f"{wins} {card.pretty()}, which {'counts' if points > 0 else 'costs'} {abs(points)},"
        return self._how_often(what, lambda game: winner(game) == self.view.seat, gain)

    def _kept_card_costs(self) -> _Difference | None:
        """That the card, if it is kept, would win a trick that costs."""
        return self._if_kept(self.facts.played, self.games, self.others, sign=-1)

    def _kept_card_wins(self) -> _Difference | None:
        """That the other card, which is kept, wins a trick that counts."""
        return self._if_kept(self.facts.other, self.others, self.games, sign=1)

    def _if_kept(
        self,
        played: PlayedCard | None,
        games_if_played: list[FinishedGame],
        games_if_kept: list[FinishedGame],
        sign: int,
    ) -> _Difference | None:
        """That a card wins a later trick if it is kept, though rarely this one if it is played."""
        if played is None or played.card in self._notable_cards():
            return None
        wins_if_played = sum(game.winner == self.view.seat for game in games_if_played)
        tricks_if_kept = [self._trick_won_by(played.card, game) for game in games_if_kept]
        count = sum(map(bool, tricks_if_kept))
        mean_gain = sign * mean([self._value_of_tricks(tricks) for tricks in tricks_if_kept])
        if mean_gain <= 0 or count < max(_FEW, 2 * wins_if_played):
            return None
        verb = "would win" if sign < 0 else "wins"
        games = out_of(count, len(tricks_if_kept))
        return _Difference(
            mean_gain, f"{played.card.pretty()}, kept, {verb} a trick in {games} games."
        )

    def _trick_won_by(self, card: Card, game: FinishedGame) -> tuple[Trick, ...]:
        """The later trick that the player wins by a card; empty if there is none."""
        own = game.played[self.view.seat]
        return tuple(
            trick
            for trick in game.tricks[1:]
            if trick.winner == self.view.seat and card in own and card in trick.cards
        )

    def _last_trick(self) -> _Difference | None:
        bonus = self.payoffs.trick_points[0] if self.payoffs.trick_points else 0
        play = self.view.play
        if play is None or play.tricks_left == 1 or len(self.payoffs.trick_points) > 1:
            return None
        return self._how_often(
            f"{self.does('win')} the last trick, which counts {bonus},",
            lambda game: game.tricks[-1].winner == self.view.seat,
            lambda game: bonus * self._value_of_point(game.tricks[-1].winner),
        )

    def _number_of_tricks(self) -> _Difference | None:
        counts = f"{'counts' if self._trick_points > 0 else 'costs'} {abs(self._trick_points)}"
        return self._on_average(
            f"{self.does('take')} {{}} more tricks, each of which {counts},",
            lambda game: sum(trick.winner == self.view.seat for trick in game.tricks[1:]),
            lambda game: sum(
                self._trick_points * self._value_of_point(trick.winner) for trick in game.tricks[1:]
            ),
            digits=1,
        )

    def _later_tricks(self) -> _Difference | None:
        return self._on_average(
            f"later tricks bring {'you' if self.who == 'you' else 'him'} {{}} points",
            lambda game: sum(
                self._points_of(trick)
                for trick in game.tricks[1:]
                if trick.winner == self.view.seat
            ),
            lambda game: self._value_of_tricks(game.tricks[1:]),
            digits=0,
        )

    def _score(self) -> _Difference | None:
        return self._on_average(
            f"{self.does('score')} {{}} points",
            lambda game: game.scores[self.view.seat],
            self._value_of_game,
            digits=0,
        )

    def _goal(self, seat: int, goal: int) -> _Difference | None:
        """How often the player reaches his number of tricks, or another seat misses its own."""
        bid = any(isinstance(call, Nominate) for call in self.view.actions)
        own = seat == self.view.seat
        aim = f"{self.whose if own else 'his'} bid" if bid else exactly(goal)
        if own:
            what = f"{self.does('hit' if bid else 'take')} {aim}"
        else:
            fails = "misses" if bid else "does not take"
            what = self.facts.neighbour(seat)
            what += f" {fails} {aim}" if bid or goal else " takes a trick"
        row = self.payoffs.awards[seat][0]
        return self._how_often(
            what,
            lambda game: (game.taken[seat] == goal) is own,
            lambda game: (
                row[game.taken[seat]] * self._value_of_point(seat)
                if self.payoffs.settling is Settling.EACH_ALONE
                else own * relative_score(game.scores, seat)
            ),
        )

    def _settlement(self) -> _Difference | None:
        """How often the scores of the whole deal turn over, or go to one side."""
        payoffs, seat = self.payoffs, self.view.seat

        def gain(game: FinishedGame) -> float:
            tallies = self.tallies(game)
            return relative_score(game.scores, seat) - relative_score(tallies, seat)

        if payoffs.settling is Settling.TURNED_OVER:
            return self._how_often(
                "all scores turn over",
                lambda game: min(self.tallies(game)) <= payoffs.limit,
                gain,
            )
        if payoffs.settling is Settling.BIDDER_MUST_LEAD:
            bidder = payoffs.bidder
            who = self.does("fail") if bidder == seat else f"{self.facts.neighbour(bidder)} fails"

            def fails(game: FinishedGame) -> bool:
                tallies = self.tallies(game)
                return tallies[bidder] <= max(tallies[:bidder] + tallies[bidder + 1 :])

            return self._how_often(f"{who} as bidder", fails, gain)
        if payoffs.settling is Settling.MOST_ALONE:
            return self._how_often(
                f"{self.does('have')} the most tricks",
                lambda game: sum(game.taken[seat] <= taken for taken in game.taken) == 1,
                gain,
            )
        return None

    def tallies(self, game: FinishedGame) -> list[float]:
        """The points of each seat's tricks and cards, before the settlement."""
        payoffs, players = self.payoffs, self.view.layout.players
        points = (0,) * players if self.view.play is None else self.view.play.points
        tallies = [0.0] * players
        card_points = payoffs.card_points
        for seat, taken in enumerate(game.taken):
            tallies[seat] = payoffs.awards[seat][0][taken] + points[seat]
        for number, trick in enumerate(reversed(game.tricks)):
            tallies[trick.winner] += sum(card_points[card.bit] for card in trick.cards)
            if number < len(payoffs.trick_points):
                tallies[trick.winner] += payoffs.trick_points[number]
        for seat, cards in enumerate(game.played):
            if payoffs.pair and payoffs.pair.issubset(cards):
                tallies[seat] += payoffs.pair_points
        if payoffs.rest_award is not None:
            for card in reduce(sub, game.played, self.view.layout.pack):
                tallies[game.tricks[-1].winner] += payoffs.rest_award + card_points[card.bit]
        return tallies


def _figure_text(figure: float, digits: int) -> str:
    rounded = round(figure, digits) + 0.0
    return minus(rounded, f".{digits}f") if rounded else "no"


def exactly(goal: int) -> str:
    """A player's goal in words: an exact number of tricks."""
    return f"exactly {counted_in_words(goal, 'trick')}" if goal else "no trick"


def out_of(part: int, count: int) -> str:
    """A number of games: "all 24", "none of 24", "7 of 24"."""
    return f"all {count}" if part == count else f"{part or 'none'} of {count}"

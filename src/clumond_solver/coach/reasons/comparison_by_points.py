"""What tells a card from a rival where tricks and their cards count points, or cost them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import cached_property

from clumond_solver.base.cards import Card
from clumond_solver.base.wording import minus
from clumond_solver.coach.reasons.comparison import (
    FEW_POINTS,
    SURELY,
    VISIBLE,
    Candidate,
    Comparison,
    Counts,
    Happens,
    Merit,
    Topic,
    Tricks,
    far_apart,
    one_speaks_for,
)
from clumond_solver.coach.reasons.fates import Fate
from clumond_solver.coach.reasons.turning import turning_text
from clumond_solver.coach.reasons.words import out_of
from clumond_solver.rules.payoffs import Settling
from clumond_solver.single_dummy.games_after import FinishedGame
from clumond_solver.single_dummy.mean_scores import BEYOND_DOUBT, is_luck, mean

# A card may have a sentence of its own if it has at least this share of the most card points.
_NOTABLE = 1 / 3
# A trick given to another player is worth a word if it counts so much more, or less.
_MORE_GIVEN = 2
# If the scores turn over in a greater share of games, nobody can tell what a trick is worth.
_OFTEN_TURNED = 0.3


class ComparisonByPoints(Comparison):
    """A card beside a rival, for a player whose tricks and cards count, or cost, points."""

    @cached_property
    def wanted(self) -> int:
        """1 if the player's tricks count for him, -1 if they cost him, else 0."""
        if self.is_turned:
            return self._wanted_by_gain()
        both = [*self.games, *self.beside]
        taken = [game.tricks[0] for game in both if self._takes(game)] or [
            trick for game in both for trick in game.tricks if trick.winner == self.stakes.seat
        ]
        value = self.stakes.value(taken)
        return (value > 0) - (value < 0)

    def _wanted_by_gain(self) -> int:
        """Whether the player gains in the deals where he wins a trick more; 0 if luck explains it.

        The two games of a deal, after the card and after the rival, show what a trick is worth.
        """
        more = self._gains(lambda game: game.taken[self.stakes.seat])
        pairs = zip(self._gains(self.stakes.gain), more, strict=True)
        products = [gain * tricks for gain, tricks in pairs]
        worth = mean(products)
        return 0 if is_luck(products) else (worth > 0) - (worth < 0)

    @cached_property
    def is_turned(self) -> bool:
        """Whether the scores often turn over, so that what costs points may be wanted."""
        turned = sum(map(self.stakes.turns_over, (*self.games, *self.beside)))
        return turned > _OFTEN_TURNED * 2 * self.count

    def _of_tricks(self, outcome: Merit | None) -> list[Merit | None]:
        if self.is_turned:
            return [*self._of_cards(), self._taken_by_leader(), self._other_card()]
        merits = [*self._of_cards(), self._points_played(), self._card_won()]
        if one_speaks_for([outcome, *merits]):
            return merits
        waits = self._can_wait()
        more = [waits] if waits else [self._this_trick(), self._other_card()]
        return [*merits, self._other_goal(), *more]

    def _of_both(
        self, now: Tricks, now_rival: Tricks, later: Tricks, later_rival: Tricks
    ) -> list[Merit | None]:
        if self.is_turned:
            return super()._of_both(now, now_rival, later, later_rival)
        if not self.wins.differ():
            return [self._either_kept(later, later_rival)]
        return [
            self._now_or_later(self.card, now, later),
            self._now_or_later(self.rival, now_rival, later_rival),
        ]

    def _worth_more(self, tricks: Tricks, others: Tricks) -> float:
        if self.is_turned:
            return self._gain_by_number(*(sum(map(bool, won)) for won in (tricks, others)))
        return mean([*map(self.stakes.value, tricks)]) - mean([*map(self.stakes.value, others)])

    # What tricks are worth.

    def _points(self, tricks: Tricks) -> list[int]:
        return [
            self.stakes.points_of_trick(trick) + self._extra.get(id(trick), 0)
            for won in tricks
            for trick in won
        ]

    @cached_property
    def _extra(self) -> dict[int, int]:
        """By the last trick of each game what it counts beside its cards."""
        games = (*self.games, *self.beside)
        return {id(game.tricks[-1]): self.stakes.last_trick_extra(game) for game in games}

    @cached_property
    def _is_plain(self) -> bool:
        """Whether every trick left counts the same."""
        return bool(self.stakes.points_of_every_trick(self.moment.cards_left))

    def _worth(self, tricks: Tricks) -> int:
        points = [] if self.is_turned else self._points(tricks)
        return round(mean(points)) if points else 0

    def _worth_text(self, tricks: Tricks, *, would: bool = False) -> str:
        points = self._points(tricks)
        says_nothing = not points or self.is_turned or self._is_plain
        if says_nothing or not self.stakes.tricks_have_points:
            return ""
        worth, is_exact = self._worth(tricks), len({*points}) == 1
        counts = "costs" if worth < 0 or (not worth and self.stakes.trick_points < 0) else "counts"
        counts = f"would {counts[:-1]}" if would else counts
        if not worth:
            return f"{counts} {'' if is_exact else 'next to '}nothing"
        return f"{counts} {'' if is_exact else 'about '}{abs(worth)}"

    def _cause(self, tricks: Tricks) -> str:
        worth = Counter[Card]()
        for trick in (trick for won in tricks for trick in won):
            worth.update({card: self.stakes.points(card) for card in trick.cards})
        card = max(worth, key=lambda card: abs(worth[card]))
        is_cause = self._is_notable(card) and card not in self.moment.hand
        average = mean(self._points(tricks))
        is_cause = is_cause and average * worth[card] > 0 and abs(average) >= FEW_POINTS
        is_cause = is_cause and 2 * abs(worth[card]) > abs(sum(self._points(tricks)))
        return f", mostly for {card.pretty()}" if is_cause else ""

    def _is_notable(self, card: Card) -> bool:
        """Whether a card counts much, or costs much."""
        most = max(map(abs, self.stakes.payoffs.card_points))
        return most > 0 and abs(self.stakes.points(card)) >= _NOTABLE * most

    # This trick, and later ones.

    def _now_or_later(self, candidate: Candidate, now: Tricks, later: Tricks) -> Merit | None:
        """Tricks won by a card now, beside those that it wins later, if it is kept."""
        counts = Counts.of(now, later)
        kept = counts.beside
        if not counts.differ() and not far_apart(self._worth(now), self._worth(later)):
            return None
        gain = self._worth_more(now, later)
        is_rival = candidate is self.rival
        text = f"{self._now(candidate, now)}; kept, it "
        if kept:
            wins = "wins" if is_rival else "would win"
            text += f"{wins} {self._trick_of(later)} in {out_of(kept, self.count)}"
            # What the card does now says "games" too, unless that is certain.
            text += " games" if candidate.fate in {Fate.WINS, Fate.LOSES} else ""
        else:
            text += "never wins a trick" if is_rival else "would never win a trick"
        return Merit(Topic.KEPT if is_rival else Topic.NOW, -gain if is_rival else gain, text)

    def _can_wait(self) -> Merit | None:
        """That the rival, which would take this trick, takes one as often if it is kept."""
        later = [self._won_by(self.rival.card, game) for game in self.games]
        kept, now = sum(map(bool, later)), self.wins.beside
        takes_now = self.wins.differ() and now > self.wins.often
        if self.wanted <= 0 or self.gain <= 0 or not takes_now or kept < SURELY * now:
            return None
        text = f"{self._named(self.rival, kept=True)} can wait: kept, it wins"
        text += f" {self._trick_of(later)} in {out_of(kept, self.count)} games"
        return Merit(Topic.KEPT, self.gain, text)

    def _this_trick(self) -> Merit | None:
        """Which card takes this trick more often, if that speaks for the rival."""
        gain = self._gain_of(lambda game: self.stakes.value(game.tricks[:1]))
        if not self.wins.differ() or gain >= 0 or self.now_or_later():
            return None
        often, beside = self.wins.often, self.wins.beside
        (often, first, won), (beside, second, rest) = sorted(
            [(often, self.card, self.games), (beside, self.rival, self.beside)],
            key=lambda one: -one[0],
        )
        worth, other = (self._worth_text(self._this_trick_if_taken(one)) for one in (won, rest))
        takes = "takes" if first is self.card else "would take"
        text = f"{first.text} {takes} this trick{worth and f', which {worth},'}"
        text += f" in {out_of(often, self.count)} games, {second.text}"
        if second.fate is Fate.LOSES:
            text += " cannot"
        else:
            text += f"{f' one that {other}' if other != worth else ''} in {beside or 'none'}"
        return Merit(Topic.NOW, gain, text)

    def _points_played(self) -> Merit | None:
        """What the cards themselves count for whoever takes the trick, where both do alike."""
        own, other = (self.stakes.points(one.card) for one in (self.card, self.rival))
        if self.wins.differ():
            return None
        gain = self._gain_of(lambda game: self.stakes.value(game.tricks[:1]))
        if own == other:
            return self._trick_given(gain)
        if min(self.wins.often, self.wins.beside) == self.count:
            beside = _only(other) if other < own else _signed(other)
            text = (
                f"{self.card.text} brings {_signed(own)} to this trick, {self.rival.text} {beside}"
            )
        elif self.wins.often or self.wins.beside or max(own, other) > 0 > min(own, other):
            return None
        elif min(own, other) < 0:
            dear = self.card if own < other else self.rival
            text = f"{dear.text} costs whoever takes this trick {-min(own, other)}"
        elif own < other:
            text = f"{self.rival.text} would give {other} away, {self.card.text} {_only(own)}"
        else:
            text = f"{self.card.text} gives {own} away, {self.rival.text} {_only(other)}"
        return Merit(Topic.TRICK, gain, text)

    def _trick_given(self, gain: float) -> Merit | None:
        """What the trick counts for another player, where neither card takes it."""
        if self.wins.often or self.wins.beside:
            return None
        own, other = (
            round(mean([*map(self.stakes.points_of_trick, (game.tricks[0] for game in games))]))
            for games in (self.games, self.beside)
        )
        if abs(own - other) < _MORE_GIVEN:
            return None
        winner = f"{self.whose} opponent" if self.stakes.players == 2 else "another player"
        counts, own, other = ("costs", -own, -other) if own + other < 0 else ("brings", own, other)
        text = f"this trick {counts} {winner} about {_signed(own)} after {self.card.text}"
        text += f", about {_signed(other)} after {self.rival.text}"
        return Merit(Topic.TRICK, gain, text)

    def _gain_by_number(self, won: int, won_beside: int) -> float:
        if abs(won - won_beside) < VISIBLE * self.count:
            return 0.0
        pair, seat = {self.card.card, self.rival.card}, self.stakes.seat
        gain = self._gain_where(lambda game: len(pair.intersection(game.winning_cards(seat))))
        return gain if gain * (won - won_beside) * self.wanted > 0 else 0.0

    def _taken_by_leader(self) -> Merit | None:
        """That a player who may turn all scores over takes this trick less often."""
        others = {*range(self.stakes.players)} - {self.stakes.seat}
        often = {seat: sum(map(self.stakes.turns(seat), self.games)) for seat in others}
        seat = max(others, key=lambda seat: often[seat])

        def takes(game: FinishedGame) -> bool:
            return bool(game.winner == seat)

        counts, gain = self._counts(takes), self._gain_where(takes)
        if self.wins.differ() or not counts.differ() or counts.often > counts.beside:
            return None
        taker = self.neighbour(self.moment, seat)
        text = f"after {self.card.text} {taker} takes this trick {self._in_games(counts)}"
        return Merit(Topic.NOW, gain, text)

    def _gain_later(self, card: Card, later: Tricks, later_rival: Tricks) -> float:
        if self.is_turned:
            more = sum(map(bool, later)) - sum(map(bool, later_rival))
            gain = self._gain_where(lambda game: bool(self._won_by(card, game)))
            return gain if gain * more * self.wanted > 0 else 0.0
        return super()._gain_later(card, later, later_rival)

    def _card_won(self) -> Merit | None:
        """Who wins a card that counts much, or costs much."""
        played = {self.card.card, self.rival.card, *(one.card for one in self.moment.trick)}
        notable = (
            card
            for card in self.moment.possible_cards | self.moment.hand
            if self._is_notable(card) and card not in played
        )
        merits = filter(None, map(self._who_wins, notable))
        return max(merits, key=lambda merit: abs(merit.gain), default=None)

    def _who_wins(self, card: Card) -> Merit | None:
        worth = self.stakes.points(card)

        def winner(game: FinishedGame) -> int | None:
            return next((trick.winner for trick in game.tricks if card in trick.cards), None)

        def value(game: FinishedGame) -> float:
            seat = winner(game)
            return 0.0 if seat is None else worth * self.stakes.value_of_point(seat)

        counts = self._counts(lambda game: winner(game) == self.stakes.seat)
        if not counts.differ_though_picked():
            return None
        worth_text = f"{'counts' if worth > 0 else 'costs'} {abs(worth)}"
        text = f"after {self.card.text} {self.does('win')} {card.pretty()}, which {worth_text},"
        text += f" {self._in_games(counts)}"
        return Merit(Topic.LATER, self._gain_of(value, BEYOND_DOUBT), text, card)

    # How the deal ends.

    def _outcome(self) -> Merit | None:
        """How often the scores are settled otherwise than by points."""
        settling = self.stakes.payoffs.settling
        if settling is Settling.TURNED_OVER:
            return self._turned_over()
        if settling is Settling.BIDDER_MUST_LEAD:
            bidder = self.stakes.payoffs.bidder
            who = self.neighbour(self.moment, bidder)
            fails = "fail" if who == "you" else "fails"
            return self._ends(self.stakes.bidder_fails, f"{who} {fails} as bidder")
        if settling is Settling.MOST_ALONE:
            return self._ends(self._has_most, f"{self.does('have')} the most tricks")
        return None

    def _turned_over(self) -> Merit | None:
        """Who comes so low that all scores turn over, and who gains by it."""
        seats = range(self.stakes.players)
        seat = max(seats, key=lambda seat: self._counts(self.stakes.turns(seat)).difference)
        return self._turned_by([seat]) or self._turned_by({*seats} - {self.stakes.seat})

    def _turned_by(self, seats: Collection[int]) -> Merit | None:
        turns = self.stakes.turns(*seats)
        turned = [*filter(turns, (*self.games, *self.beside))]
        what = turning_text(self, self.stakes, self.moment, seats, turned) if turned else ""
        return self._ends(turns, what)

    def _has_most(self, game: FinishedGame) -> bool:
        own = game.taken[self.stakes.seat]
        return sum(taken >= own for taken in game.taken) == 1

    def _ends(self, happens: Happens, what: str) -> Merit | None:
        counts = self._counts(happens)
        if not counts.differ_in_the_end():
            return None
        value = self._gain_of(self.stakes.gain_by_settling)
        text = f"after {self.card.text} {what} {self._in_games(counts)}"
        return Merit(Topic.OUTCOME, value, text)


def _signed(points: int) -> str:
    return minus(points) if points else "nothing"


def _only(points: int) -> str:
    """Points that are fewer than others; a cost, or nothing, needs no "only"."""
    if points < 0:
        return f"costs {-points}"
    return f"only {points}" if points else "nothing"

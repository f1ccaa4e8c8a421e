"""What differs between games after one card and games after another one.

Differences may be in this trick, single cards, the number of tricks, the last trick, bids, or the
settlement of the deal. Those that luck may explain are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import reduce
from operator import sub
from typing import NamedTuple

from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.errors import RuleError
from clumond_solver.base.wording import NUMBERS, capital, counted_in_words, joined, minus
from clumond_solver.coach.reasons.fates import Fate, Outlook
from clumond_solver.coach.reasons.games_after import BEYOND_DOUBT, FinishedGame, PairedGames
from clumond_solver.coach.reasons.trick_goals import goal_of, points_per_trick
from clumond_solver.coach.reasons.tricks import TrickFacts, equals_text
from clumond_solver.coach.reasons.words import Speaker, suit_word
from clumond_solver.knowledge.any_game import View
from clumond_solver.rules.actions import Nominate, PlayCard, PlayKnownCard
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


class Topic(Enum):
    """What a difference is about."""

    TRICK = "this trick"
    LATER = "later tricks"
    OUTCOME = "what is settled"
    OTHERS = "the number of tricks that another player wants"
    AVERAGE = "a mean of later tricks"


class Difference(NamedTuple):
    """A difference between two cards: the mean gain, the sentence about it, and its topic."""

    gain: float
    text: str
    topic: Topic = Topic.LATER


class _Event(NamedTuple):
    """Something that may happen in a game, and what the player gains by it."""

    what: str
    happens: _Figure
    gain: _Figure
    otherwise: str = ""


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
        self.better = better
        self._errors = _LIKELY_ERRORS if better else BEYOND_DOUBT
        taken = 0 if view.play is None else view.play.tricks_taken[view.seat]
        self._trick_points = points_per_trick(payoffs, view.seat, taken)
        self._goal_of_own = goal_of(payoffs, view.seat)
        # What is wrong with the other card: too few tricks (1) or too many (-1).
        self._lack = 0
        if self._goal_of_own is not None:
            missing = self._goal_of_own - mean([game.taken[view.seat] for game in self.others])
            self._lack = (missing > 0) - (missing < 0)

    def sentences(self, most: int) -> list[Difference]:
        """What makes most of the difference, the most first; empty if luck may explain it all."""
        ahead = self._gain_of_game()
        if ahead <= 0:
            # A better card may still have a certain gain in this trick.
            this_trick = self._this_trick() if self.better else None
            return [] if this_trick is None else [this_trick]
        differences = list(filter(None, self._differences()))
        together = None if self._trick_points else self._tricks_left()
        greatest = max(
            (one.gain for one in differences if one.topic is not Topic.OUTCOME), default=0
        )
        if together is not None and greatest < _MOST_OF_GAIN * together.gain:
            differences.append(together)
        differences.sort(key=lambda one: (one.topic is Topic.AVERAGE, -one.gain))
        least = _WORTH_A_SENTENCE * max([ahead, *(difference.gain for difference in differences)])
        return [
            difference
            for difference in differences[:most]
            if difference.gain >= least or difference.topic is Topic.TRICK
        ]

    def prospect(self) -> str:
        """How often what all hangs on happens after the card; else how often it takes this trick.

        The other card is named where the games after it are worse, if only by luck.
        """
        event, count = self._outcome(), len(self.games)
        turns_over = self.payoffs.settling is Settling.TURNED_OVER
        if event is not None and (not turns_over or self.facts.aim == 0):
            often, beside = self._counts(event.happens)
            if not often or (often <= count * _VISIBLE and self._goal_of_own is None):
                return ""
            worse = often != beside and self._gain_of_game() > 0
            if not worse and self._goal_of_own is None:
                return ""
            rest = f"{self.facts.card_text}{self._beside(beside) if worse else ''}"
            rest += self._misses(often)
            return f"{capital(event.what)} in {out_of(often, count)} games after {rest}."
        aim, (often, beside) = self.facts.aim or 0, self._counts(self._wins)
        if self.facts.fate is not Fate.OPEN or aim * (2 * often - count) <= 0:
            return ""
        rest = self._beside(beside) if aim * (often - beside) > 0 else ""
        if often == beside == 0 and (keeps := self.facts.keeps()):
            rest = f", and {keeps}"
        if aim < 0 and not rest:
            return ""
        only = "only " if aim < 0 < often else ""
        return (
            f"{self.facts.card_text} takes this trick in {only}{out_of(often, count)} games{rest}."
        )

    def _misses(self, often: int) -> str:
        """Why the player mostly misses his number of tricks: a clause; "" if he does not."""
        goal, count = self._goal_of_own, len(self.games)
        if goal is None or 2 * often >= count:
            return ""
        above = sum(game.taken[self.view.seat] > goal for game in self.games)
        if 2 * above == count - often:
            return ""
        many = "many" if 2 * above > count - often else "few"
        return f"; mostly {self.does('take')} too {many}"

    def likely_fate(self) -> str:
        """How often the two cards take this trick, where nothing else tells them apart."""
        (often, beside), count = self._counts(self._wins), len(self.games)
        card, other = self.facts.card_text, self.facts.other_text
        points = self.payoffs.card_points
        own = points[self.facts.played.card.bit]
        if min(points) >= 0 and self._more_given_by_other() > 0 and 2 * (often + beside) < count:
            given = own + self._more_given_by_other()
            return f"{card} counts {own or 'nothing'}; {other} would put {given} at risk."
        if (self._lack or self.facts.aim or 0) * (often - beside) < 0:
            return ""
        if abs(often - beside) < _FEW and (keeps := self.facts.keeps()):
            times = f"({often} and {beside} of {count} games)"
            return f"{card} takes this trick about as often as {other} {times}, and {keeps}."
        if often == beside and often in {0, count}:
            return self._same_fate(wins=often > 0)
        return f"{card} takes this trick in {out_of(often, count)} games{self._beside(beside)}."

    def _same_fate(self, *, wins: bool) -> str:
        """That both cards win this trick, or lose it, in all games."""
        card, other, count = self.facts.card_text, self.facts.other_text, len(self.games)
        if led := self.facts.led_for_either():
            return f"{led} {'takes' if wins else 'loses'} this trick in all {count} games."
        kept = self.facts.kept_for_later()
        if wins:
            return f"{card} and {other} take this trick in all {count} games{kept}."
        if self.facts.fate is Fate.LOSES and not self.facts.differs:
            return f"{self.facts.now()}{kept}."
        return f"Neither {card} nor {other} takes this trick in any of {count} games{kept}."

    def _beside(self, count: int) -> str:
        return f", after {self.facts.other_text} in {count or 'none'}"

    @property
    def hardly_matters(self) -> bool:
        """Whether the player's bid, or the bidder, fails or not in all games, after both cards."""
        event = self._outcome()
        if event is None or self.payoffs.settling is Settling.TURNED_OVER:
            return False
        counts = {*self._counts(event.happens)}
        own_goal = self._goal_of_own is not None
        return counts == {len(self.games)} or (own_goal and counts == {0})

    def settled(self) -> str:
        """How the deal ends, whatever is played: a clause."""
        if self._goal_of_own is not None and (event := self._outcome()) is not None:
            often, count = self._counts(event.happens)[0], len(self.games)
            if not often and event.otherwise:
                return f"{event.otherwise} in all {count} games"
            return f"{event.what} in {out_of(often, count)} games"
        return self._always_turned() or self.all_equal() or self._same_scores()

    def _same_scores(self) -> str:
        """What the player takes in all games, or else only that the scores are the same."""
        tricks = {
            sum(trick.winner == self.view.seat for trick in game.tricks)
            for game in (*self.games, *self.others)
        }
        if tricks == {0}:
            return f"{self.does('take')} no further trick"
        if tricks == {len(self.games[0].tricks)}:
            return f"{self.does('take')} every trick left"
        event, count = self._outcome(), len(self.games)
        is_bidder = self.payoffs.settling is Settling.BIDDER_MUST_LEAD
        if event is not None and is_bidder and {*self._counts(event.happens)} == {count}:
            return f"{event.what} in all {count} games"
        return f"the scores come out the same in all {count} games"

    def all_equal(self) -> str:
        """That all legal cards are equals: a clause; "" if not so."""
        cards = [action.card for action in self.view.legal_actions if isinstance(action, PlayCard)]
        if len(cards) != len(self.view.legal_actions) or not self.has_equal_points:
            return ""
        return equals_text(self.facts.moment, cards).rpartition(": ")[2].removesuffix(".")

    def _always_turned(self) -> str:
        """Who makes all scores turn over in all games, and how: a clause; "" if not so."""
        games, play = [*self.games, *self.others], self.view.play
        counts = [tallies(self.view, self.payoffs, game) for game in games]
        limit = self.payoffs.limit
        if play is None or len(turned_over(self.view, self.payoffs, games)) < len(games):
            return ""
        always = [
            seat
            for seat in range(self.view.layout.players)
            if all(tally[seat] <= limit for tally in counts)
        ]
        if not always:
            return ""
        seat, left = always[0], play.tricks_left
        who = self.who if seat == self.view.seat else self.facts.neighbour(seat)
        ending = "" if who == "you" else "s"
        least = min(sum(trick.winner == seat for trick in game.tricks) for game in games)
        at = minus(current_tallies(self.view, self.payoffs)[seat])
        tricks = f"{NUMBERS[least]} of the {NUMBERS[left]} tricks left"
        how = "every trick left" if least == left else f"at least {tricks}" if least else "enough"
        none = not any(trick.winner == self.view.seat for game in games for trick in game.tricks)
        own = f"{self.does('take')} no further trick, and " if none else ""
        return (
            f"{own}{who}, at {at}, take{ending} {how} and come{ending} to {minus(limit)} or lower,"
            " so that all scores turn over"
        )

    def _outcome(self) -> _Event | None:
        """What all hangs on: the player's own number of tricks, or how all is settled."""
        seat, play = self.view.seat, self.view.play
        goal = self._goal_of_own
        if goal is not None and play is not None:
            in_reach = 0 <= goal - play.tricks_taken[seat] <= play.tricks_left
            return self._goal(seat, goal) if in_reach else None
        return self._settlement()

    def _differences(self) -> Iterator[Difference | None]:
        settlement = self._settlement()
        if settlement is not None and not self._is_unwanted(settlement):
            yield self._how_often(settlement, Topic.OUTCOME)
        if self.facts.aim == 0 and self.payoffs.settling is Settling.TURNED_OVER:
            # What counts may come to cost, and the other way about.
            yield self._trick_of_worst()
            return
        this_trick = self._this_trick() or self._trick_for_goal()
        yield this_trick
        for card in self._notable_cards():
            # The winner of the card played wins this trick, which has its own sentence.
            if this_trick is None or card != self.facts.played.card:
                yield self._card(card)
        kept, number = self._kept_card_costs() or self._kept_card_wins(), self._number_of_tricks()
        # The card that makes the number of tricks says more than the number.
        if kept is None or (number is not None and kept.gain < _WORTH_A_SENTENCE * number.gain):
            kept = number
        yield kept
        yield self._last_trick()
        for seat, goal in enumerate(self.payoffs.goals):
            if goal is not None and goal_of(self.payoffs, seat) == goal:
                topic = Topic.OUTCOME if seat == self.view.seat else Topic.OTHERS
                yield self._how_often(self._goal(seat, goal), topic)

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

    def _counts(self, happens: _Figure) -> tuple[int, int]:
        """In how many games something happens after the card, and after the other one."""
        often, beside = (int(sum(map(happens, games))) for games in (self.games, self.others))
        return often, beside

    def _how_often(self, event: _Event, topic: Topic = Topic.LATER) -> Difference | None:
        """How often something happens after each card, if that brings a gain."""
        gained, count = self._gain_beyond_luck(event.gain), len(self.games)
        often, beside = self._counts(event.happens)
        if not gained or abs(often - beside) < max(_FEW, count * _VISIBLE):
            return None
        text = f"After {self.facts.card_text} {event.what} in {out_of(often, count)} games"
        return Difference(gained, f"{text}{self._beside(beside)}.", topic)

    def _on_average(
        self, what: str, figure: _Figure, gain: _Figure, digits: int = 0, rest: str = ""
    ) -> Difference | None:
        """The mean of a figure after each card, if it brings a gain."""
        gained = self._gain_beyond_luck(gain)
        means = [mean([*map(figure, games)]) for games in (self.games, self.others)]
        if not gained or abs(means[0] - means[1]) < _FEW / 10**digits:
            return None
        one, other = (_figure_text(average, digits) for average in means)
        text = f"On average {what.format(one)} after {self.facts.card_text}"
        text += f", {other} after {self.facts.other_text}{rest}."
        return Difference(gained, text, Topic.AVERAGE)

    def _wins(self, game: FinishedGame) -> bool:
        return game.winner == self.view.seat

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

    def _this_trick(self) -> Difference | None:
        gained = self._gain_beyond_luck(lambda game: self._value_of_tricks(game.tricks[:1]))
        if not gained:
            return None
        card, other, count = self.facts.card_text, self.facts.other_text, len(self.games)
        wins, losses = self._counts(self._wins)
        taking = self.games if wins > losses else self.others
        points = [self._points_of(game.tricks[0]) for game in taking if self._wins(game)]
        worth = round(mean(points)) if points else 0
        about = "about " if len({*points}) > 1 else ""
        one: Outlook | None = self.facts.outlook
        two = self.facts.other_outlook
        if wins > losses and worth > 0:
            takes, rest = f"{card} takes this trick, which counts {about}{worth}", other
        elif wins < losses and worth < 0:
            takes, rest = f"{other} would take this trick, which costs {about}{-worth}", card
            wins, losses = losses, wins
            one, two = two, one
        elif not wins and not losses and self._more_given_by_other() > 0:
            text = self._given_away()
            return Difference(gained, text, Topic.TRICK) if text else None
        else:
            text = self._points_of_trick(round(gained), always=wins == count)
            return Difference(gained, text, Topic.TRICK) if text else None
        sure = one is not None and one.fate is Fate.WINS
        often = "" if sure else f", in {out_of(wins, count)} games"
        rarely = f" in {losses} of {count} games" if sure and losses else f" in {losses}"
        rest += rarely if losses else " does not" if two and two.fate is Fate.LOSES else " in none"
        return Difference(gained, f"{takes}{often}; {rest}.", Topic.TRICK)

    def _given_away(self) -> str:
        """What the two cards give away, or cost; "" if a cheaper card could be played."""
        own = self.payoffs.card_points[self.facts.played.card.bit]
        if own < 0:
            return f"{self.facts.card_text} costs whoever takes this trick {-own}."
        if own > min(self._legal_points()):
            return ""
        rest = f", {self.facts.card_text} only {own}" if own else ""
        return f"{self.facts.other_text} would give {own + self._more_given_by_other()} away{rest}."

    @property
    def has_equal_points(self) -> bool:
        """Whether all legal cards count the same."""
        return len(self._legal_points()) == 1

    def brings_more(self) -> str:
        """What the card brings to a trick that it wins, if all else is equal; else ""."""
        played, other = self.facts.played.card, self.facts.other
        if other is None or self.facts.fate is not Fate.WINS or self._more_given_by_other() >= 0:
            return ""
        return self._brought() if equals_text(self.facts.moment, [played, other.card]) else ""

    def _legal_points(self) -> dict[int, list[Card]]:
        """The legal cards by their card points."""
        cards = dict[int, list[Card]]()
        for action in self.view.legal_actions:
            if isinstance(action, PlayKnownCard):
                cards.setdefault(self.payoffs.card_points[action.card.bit], []).append(action.card)
        return cards

    def _is_same_card_for_its_suit(self) -> bool:
        """Whether the other action leads the same card for another suit than the card's."""
        played, other = self.facts.played, self.facts.other
        if other is None or other.card != played.card or played.suit_led is not played.card.suit:
            return False
        return other.suit_led is not played.suit_led

    def _points_of_trick(self, gained: int, *, always: bool) -> str:
        """Where so many more points in this trick come from; ``always``: the player wins it."""
        card = self.facts.card_text
        if gained <= 1:
            return ""
        if falls := self._card_that_falls(gained):
            return falls
        suit = suit_word(self.facts.played.card.suit)
        if self._is_same_card_for_its_suit():
            return f"{card} draws {suit} from the others: {gained} more in this trick."
        return self._brought() if always and gained == -self._more_given_by_other() else ""

    def _brought(self) -> str:
        """What both cards bring to a trick that the player wins, and the cards that he keeps."""
        card, other = self.facts.played.card, self.facts.other
        own = self.payoffs.card_points[card.bit]
        less = own + self._more_given_by_other()
        dearer = [
            kept
            for points, cards in self._legal_points().items()
            for kept in cards
            if points > own and kept.suit is card.suit and self.facts.is_higher(kept)
        ]
        rest = ""
        if dearer:
            rest = f"; {self.does('keep')} {joined(map(Card.pretty, dearer), 'and')} for later"
        elif other is not None and equals_text(self.facts.moment, [card, other.card]):
            rest = f"; {other.card.pretty()} is as high later, since no card between them is out"
        text = f"{self.facts.card_text} brings {own} to this trick, {self.facts.other_text}"
        return f"{text} {f'only {less}' if less else 'nothing'}{rest}."

    def _card_that_falls(self, gained: float) -> str:
        """A notable card in this trick that makes most of this gain; "" if none does."""
        compared = {self.facts.played, self.facts.other}
        falls = [
            self._falls_here(card)
            for card in self._notable_cards()
            if all(played is None or played.card != card for played in compared)
        ]
        best = max(filter(None, falls), key=lambda one: one.gain, default=None)
        return best.text if best is not None and best.gain >= _MOST_OF_GAIN * gained else ""

    def _falls_here(self, card: Card) -> Difference | None:
        """Who wins a card in this trick: the player one that counts, another one that costs."""
        worth = self.payoffs.card_points[card.bit]
        wins = self.does("win") if worth > 0 else "another player takes"
        counts = "counts" if worth > 0 else "costs"

        def happens(game: FinishedGame) -> bool:
            return card in game.tricks[0].cards and self._wins(game) is (worth > 0)

        return self._how_often(
            _Event(
                f"{wins} {card.pretty()}, which {counts} {abs(worth)}, in this trick",
                happens,
                lambda game: happens(game) * worth * self._value_of_point(game.winner),
            )
        )

    def _is_unwanted(self, event: _Event) -> bool:
        """Whether an event that costs the player happens more often after the card, or the other
        way about: it is no reason then, whatever its gain.
        """
        often, beside = self._counts(event.happens)
        gains = [event.gain(game) for game in (*self.games, *self.others) if event.happens(game)]
        return bool(gains) and (often - beside) * mean(gains) < 0

    def _trick_of_worst(self) -> Difference | None:
        """That the player who comes nearest to the limit takes this trick, or not, as is wanted."""
        now = current_tallies(self.view, self.payoffs)
        turned = turned_over(self.view, self.payoffs, [*self.games, *self.others])
        if not turned or 2 * min(now) > self.payoffs.limit:
            return None
        worst = now.index(min(now))
        often, beside = self._counts(lambda game: game.winner == worst)
        gain = mean([self._gain_by_settling(game) for game in turned])
        if (often - beside) * gain < max(_FEW, len(self.games) * _VISIBLE) * abs(gain):
            return None
        who = self.who if worst == self.view.seat else self.facts.neighbour(worst)
        ending = "" if who == "you" else "s"
        text = f"After {self.facts.card_text} {who} take{ending} this trick in"
        text += f" {out_of(often, len(self.games))} games{self._beside(beside)}."
        return Difference(self._gain_of_game(), text, Topic.TRICK)

    def _gain_by_settling(self, game: FinishedGame) -> float:
        """What the player gains by how all is settled, beside what tricks and cards count."""
        counts = tallies(self.view, self.payoffs, game)
        return relative_score(game.scores, self.view.seat) - relative_score(counts, self.view.seat)

    def _trick_for_goal(self) -> Difference | None:
        """That the card more often takes the trick where tricks are wanted, or less often."""
        (often, beside), lack = self._counts(self._wins), self._lack
        count, is_sure = len(self.games), self.facts.fate in {Fate.WINS, Fate.LOSES}
        if self._goal_of_own is None or (is_sure and self.facts.differs):
            return None
        if lack * (often - beside) < max(_FEW, count * _VISIBLE):
            return None
        if lack > 0:
            text = f"{self.facts.card_text} takes this trick in {out_of(often, count)} games"
            return Difference(self._gain_of_game(), f"{text}{self._beside(beside)}.", Topic.TRICK)
        text = f"{self.facts.other_text} would take this trick in {out_of(beside, count)} games"
        rest = f"{self.facts.card_text} in {often or 'none'}"
        return Difference(self._gain_of_game(), f"{text}, {rest}.", Topic.TRICK)

    def _gain_of_game(self) -> float:
        return mean(self._gains_by_deal(self._value_of_game))

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

    def _card(self, card: Card) -> Difference | None:
        """Who wins a card: one of the two compared in any trick, others in later ones."""
        worth = self.payoffs.card_points[card.bit]
        compared = [
            played.card for played in (self.facts.played, self.facts.other) if played is not None
        ]
        first = 0 if card in compared else 1

        def winner(game: FinishedGame) -> int | None:
            tricks = game.tricks[first:]
            return next((trick.winner for trick in tricks if card in trick.cards), None)

        def gain(game: FinishedGame) -> float:
            seat = winner(game)
            return 0.0 if seat is None else worth * self._value_of_point(seat)

        if card == self.facts.played.card and worth < 0 and self.facts.fate is Fate.LOSES:
            return self._thrown_away(gain, lambda game: winner(game) == self.view.seat, -worth)
        wins = self.does("later win" if first else "win")
        what = f"{wins} {card.pretty()}, which {'counts' if worth > 0 else 'costs'} {abs(worth)},"
        return self._how_often(_Event(what, lambda game: winner(game) == self.view.seat, gain))

    def _thrown_away(self, gain: _Figure, wins: _Figure, cost: int) -> Difference | None:
        """That the player gets rid of a card that he would otherwise win at a cost."""
        gained, (_, beside) = self._gain_beyond_luck(gain), self._counts(wins)
        if not gained or beside < _FEW:
            return None
        text = f"{self.facts.now()}; kept, it costs {self.who} {cost} in"
        return Difference(gained, f"{text} {out_of(beside, len(self.others))} games.")

    def _kept_card_costs(self) -> Difference | None:
        """That the card, if it is kept, would win a trick that costs."""
        played, other = self.facts.played, self.facts.other
        return self._if_kept(played, other, self.others, self.games, sign=-1)

    def _kept_card_wins(self) -> Difference | None:
        """That the other card, which is kept, wins a trick that counts."""
        played, other = self.facts.played, self.facts.other
        return self._if_kept(other, played, self.games, self.others, sign=1)

    def _if_kept(
        self,
        kept: PlayedCard | None,
        other: PlayedCard | None,
        games: list[FinishedGame],
        others: list[FinishedGame],
        sign: int,
    ) -> Difference | None:
        """A card's later trick in games in which it is kept, beside the other one's in others."""
        if kept is None or other is None or kept.card in self._notable_cards():
            return None
        won = [self._trick_won_by(kept.card, game) for game in games]
        beside = [self._trick_won_by(other.card, game) for game in others]
        often, rarely = (sum(map(bool, tricks)) for tricks in (won, beside))
        values = (mean([*map(self._value_of_tricks, tricks)]) for tricks in (won, beside))
        gained = sign * sub(*values)
        if self._goal_of_own is not None:
            gained = self._gain_of_game() if self._lack == sign else 0.0
        now = self._counts(self._wins)[0] if sign < 0 else rarely
        if gained <= 0 or often - max(rarely, now) < max(_FEW, len(won) * _VISIBLE):
            return None
        loses = self.facts.fate is Fate.LOSES
        here = kept.card.pretty() + ","
        if sign < 0 and loses:
            here = f"{self.facts.now()};"
        wins = "wins" if sign > 0 else "it would win" if loses else "would win"
        rest = f", {other.card.pretty()} in {rarely}" if rarely else ""
        if sign < 0 and not loses:
            rest += f"; now it takes this one in {now or 'none'}"
        elif sign > 0 and not self.facts.differs and self.facts.fate is not Fate.OPEN:
            beaten = f"neither beats {self.facts.winning_text()}" if loses else "both can win"
            rest += f"; {beaten} now"
        text = f"{here} kept, {wins} a trick in {out_of(often, len(won))} games"
        return Difference(gained, f"{text}{rest}.")

    def _trick_won_by(self, card: Card, game: FinishedGame) -> tuple[Trick, ...]:
        """The later trick that the player wins by a card; empty if there is none."""
        own = game.played[self.view.seat]
        return tuple(
            trick
            for trick in game.tricks[1:]
            if trick.winner == self.view.seat and card in own and card in trick.cards
        )

    def _last_trick(self) -> Difference | None:
        bonus = self.payoffs.trick_points[0] if self.payoffs.trick_points else 0
        play = self.view.play
        if play is None or play.tricks_left == 1 or len(self.payoffs.trick_points) > 1:
            return None
        last = Counter(
            card
            for game in self.games
            for card in game.winning_cards(self.view.seat, first=len(game.tricks) - 1)
        )
        mostly = ""
        for card, count in last.most_common(1):
            if count <= _MOST_OF_GAIN * last.total():
                break
            mostly = f" {'mostly ' if count < last.total() else ''}with {card.pretty()},"
        return self._how_often(
            _Event(
                f"{self.does('win')} the last trick, which counts {bonus},{mostly}",
                lambda game: game.tricks[-1].winner == self.view.seat,
                lambda game: bonus * self._value_of_point(game.tricks[-1].winner),
            )
        )

    def _number_of_tricks(self) -> Difference | None:
        counts = "counts" if self._trick_points > 0 else "costs"
        # Where cards have points of their own, tricks differ.
        is_even = not any(self.payoffs.card_points)
        return self._on_average(
            f"{self.does('take')} {{}} later tricks",
            lambda game: sum(trick.winner == self.view.seat for trick in game.tricks[1:]),
            lambda game: sum(
                self._trick_points * self._value_of_point(trick.winner) for trick in game.tricks[1:]
            ),
            digits=1,
            rest=f"; each {counts} {abs(self._trick_points)}" if is_even else "",
        )

    def _tricks_left(self) -> Difference | None:
        return self._on_average(
            f"the tricks left bring {'you' if self.who == 'you' else 'him'} {{}} points",
            lambda game: sum(
                self._points_of(trick) for trick in game.tricks if trick.winner == self.view.seat
            ),
            lambda game: self._value_of_tricks(game.tricks),
        )

    def _goal(self, seat: int, goal: int) -> _Event:
        """Whether a seat takes the number of tricks that it wants."""
        bid = any(isinstance(call, Nominate) for call in self.view.actions)
        own = seat == self.view.seat
        aim = f"{self.whose if own else 'his'} nomination" if bid else exactly(goal)
        if own:
            what = f"{self.does('make' if bid else 'take')} {aim}"
        else:
            fails = "misses" if bid else "does not take"
            what = self.facts.neighbour(seat)
            what += f" {fails} {aim}" if bid or goal else " takes a trick"
        row = self.payoffs.awards[seat][0]
        return _Event(
            what,
            lambda game: (game.taken[seat] == goal) is own,
            lambda game: (
                row[game.taken[seat]] * self._value_of_point(seat)
                if self.payoffs.settling is Settling.EACH_ALONE
                else own * relative_score(game.scores, seat)
            ),
            otherwise=f"{self.does('fail')} with {aim}" if own and bid else "",
        )

    def _settlement(self) -> _Event | None:
        """What turns a whole deal's scores over, or gives them to the other side."""
        payoffs, seat, gain = self.payoffs, self.view.seat, self._gain_by_settling
        if payoffs.settling is Settling.TURNED_OVER:
            turned = turned_over(self.view, payoffs, [*self.games, *self.others])
            good = bool(turned) and mean([gain(game) for game in turned]) > 0
            effect = f"to {self.whose} gain" if good else f"at {self.whose} cost"
            return _Event(
                f"all scores turn over, {effect},",
                lambda game: bool(turned_over(self.view, payoffs, [game])),
                gain,
            )
        if payoffs.settling is Settling.BIDDER_MUST_LEAD:
            bidder = payoffs.bidder
            who = self.who if bidder == seat else self.facts.neighbour(bidder)
            ending = "" if who == "you" else "s"

            def fails(game: FinishedGame) -> bool:
                counts = tallies(self.view, payoffs, game)
                return counts[bidder] <= max(counts[:bidder] + counts[bidder + 1 :])

            return _Event(
                f"{who} fail{ending} as bidder", fails, gain, f"{who} succeed{ending} as bidder"
            )
        if payoffs.settling is Settling.MOST_ALONE:
            return _Event(
                f"{self.does('have')} the most tricks",
                lambda game: sum(game.taken[seat] <= taken for taken in game.taken) == 1,
                gain,
            )
        return None


def current_tallies(view: View, payoffs: Payoffs) -> list[int]:
    """What each seat's tricks and cards count so far; RuleError during the calls."""
    if view.play is None:
        raise RuleError("no card is played")  # pragma: no cover
    by_seat = zip(view.play.points, payoffs.awards, view.play.tricks_taken, strict=True)
    return [points + rows[0][taken] for points, rows, taken in by_seat]


def tallies(view: View, payoffs: Payoffs, game: FinishedGame) -> list[float]:
    """What each seat's tricks and cards count before all is settled."""
    points = (0,) * view.layout.players if view.play is None else view.play.points
    counts: list[float] = [
        payoffs.awards[seat][0][taken] + points[seat] for seat, taken in enumerate(game.taken)
    ]
    card_points = payoffs.card_points
    for number, trick in enumerate(reversed(game.tricks)):
        counts[trick.winner] += sum(card_points[card.bit] for card in trick.cards)
        if number < len(payoffs.trick_points):
            counts[trick.winner] += payoffs.trick_points[number]
    for seat, cards in enumerate(game.played):
        if payoffs.pair and payoffs.pair.issubset(cards):
            counts[seat] += payoffs.pair_points
    if payoffs.rest_award is not None:
        for card in reduce(sub, game.played, view.layout.pack):
            counts[game.tricks[-1].winner] += payoffs.rest_award + card_points[card.bit]
    return counts


def turned_over(view: View, payoffs: Payoffs, games: Sequence[FinishedGame]) -> list[FinishedGame]:
    """The games in which all scores turn over."""
    if payoffs.settling is not Settling.TURNED_OVER:
        return []
    return [game for game in games if min(tallies(view, payoffs, game)) <= payoffs.limit]


def _figure_text(figure: float, digits: int) -> str:
    rounded = round(figure, digits) + 0.0
    return minus(rounded, f".{digits}f") if rounded else "no"


def exactly(goal: int) -> str:
    """A player's goal in words: an exact number of tricks."""
    return f"exactly {counted_in_words(goal, 'trick')}" if goal else "no trick"


def out_of(part: int, count: int) -> str:
    """A number of games: "all 24", "none of 24", "7 of 24"."""
    return f"all {count}" if part == count else f"{part or 'none'} of {count}"

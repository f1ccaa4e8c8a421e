"""Reasons for a play or a call in any game of the library.

For a play: how many tricks the player needs, what differs between games after the card and after
another one, and what is certain about the card in its trick.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence

from clumond_solver.base.cards import Card, Suit
from clumond_solver.base.errors import RuleError
from clumond_solver.base.wording import NUMBERS, capital, joined, minus
from clumond_solver.coach.reasons.calls import CallReason
from clumond_solver.coach.reasons.differences import (
    Difference,
    Differences,
    Topic,
    current_tallies,
    out_of,
    tallies,
    turned_over,
)
from clumond_solver.coach.reasons.fates import Fate, Moment
from clumond_solver.coach.reasons.games_after import GamesAfter
from clumond_solver.coach.reasons.trick_goals import aim_of, award_of, goal_of, points_per_trick
from clumond_solver.coach.reasons.tricks import TrickFacts, equals_text
from clumond_solver.coach.reasons.words import Speaker, action_words, nth, played_card
from clumond_solver.knowledge.any_game import PlayView, View
from clumond_solver.rules.actions import Action, Nominate, PlayKnownCard
from clumond_solver.rules.tricks import PlayedCard
from clumond_solver.single_dummy.any_game import CallComparison
from clumond_solver.single_dummy.mean_scores import mean, relative_score

_MOST_SENTENCES = 3
_MOST_DIFFERENCES = 2
_MOST_ALIKE = 3
# With more actions it takes too long to play games after all of them.
_MOST_ACTIONS = 4
# So many cards as good are checked for the same reasons: each takes games after it.
_MOST_CHECKED = 2
# What happens in no greater share of games is not worth a word.
_SELDOM = 0.1
# A card that wins in no greater share of games is not one to count on.
_OFTEN = 0.4
# A player lacks tricks, or has too many, if he misses his number by more than this on average.
_CLEARLY = 0.2
_CLAUSES = {
    Fate.WINS: "would win",
    Fate.UNLESS_RUFFED: "may win",
    Fate.OPEN: "may win",
    Fate.LOSES: "cannot win",
}


def reason_of_action(
    view: View,
    action: Action,
    others: Sequence[Action] = (),
    *,
    games: GamesAfter | None = None,
    alike: Sequence[Action] = (),
    who: str = "you",
    comparison: CallComparison | None = None,
    games_of_call: int = 0,
) -> str:
    """Why an action, rather than one of the others, in any game, from what its seat has seen.

    ``others`` are worse actions, the best first. ``alike`` are actions that a search cannot
    distinguish from the action. ``games`` show what differs between two cards, ``comparison`` what
    the players gain after calls; ``games_of_call`` games show which cards win tricks. Empty for
    cards played face down. RuleError if it is not the seat's turn.
    """
    if view.turn != view.seat:
        raise RuleError(f"it is seat {view.turn}'s turn, but the view is seat {view.seat}'s")
    play = view.play
    if play is None:
        return CallReason(view, [action, *others[:1]], who, comparison, games_of_call).text()
    played = played_card(view.seat, action)
    if play.face_down or played is None:
        return ""
    return _CardReason(view, play, action, played, who, games=games).text(others, alike)


class _CardReason(Speaker):
    """Why a card, rather than another one."""

    def __init__(
        self,
        view: View,
        play: PlayView,
        action: Action,
        played: PlayedCard,
        who: str,
        *,
        games: GamesAfter | None,
    ) -> None:
        """Look at a card."""
        super().__init__(who)
        self.view = view
        self.play = play
        self.action = action
        self.played = played
        self.games = games
        self.after = [] if games is None else games.after(action)
        self.goal = None if play.payoffs is None else goal_of(play.payoffs, view.seat)
        self.aim = self._aim()
        self.moment = Moment.of(view)

    def text(self, others: Sequence[Action], alike: Sequence[Action]) -> str:
        """The sentences, the aim first; "" if there is nothing to say."""
        rivals = self._rivals(others, alike)
        pairs = [self._beside(rival) for rival in rivals]
        compared = [*self._compared(rivals, pairs, others)]
        index, differences = _first_differences(compared)
        if compared and self._hardly_matters(compared, differences):
            return f"It hardly matters what {self.does('play')}: {compared[0].settled()}."
        if compared and self.goal is None and not others:
            if more := next(filter(None, (pair.brings_more() for pair in compared)), ""):
                return more
            cause = self._why_all_alike(compared[0])
            return f"It hardly matters what {self.does('play')}{cause and ': '}{cause}."
        if differences:
            # Those named as about as good come before the one that is called worse.
            alike = alike[: [*alike, rivals[index]].index(rivals[index])]
        facts = pairs[index] if pairs else self._beside(None)
        sentences = self._sentences(facts, compared[index] if compared else None, differences)
        aim = [*_to_goal(self.view, self.play, facts)]
        most = max(_MOST_SENTENCES - bool(alike), len(aim) + 1)
        said = " ".join([*filter(None, sentences)][:most])
        if rivals and (keeps := facts.keeps()) and keeps in said:
            alike = [one for one in alike if one != rivals[index]]
        if compared and self.goal is None and said != " ".join(aim):
            alike = self._sharing(alike, rivals[index], said)
        as_good = as_good_text(alike, self._unlike_in_trick)
        if as_good and said == " ".join(aim):
            return f"{said} It makes little difference: {as_good}".lstrip()
        return f"{said or ' '.join(facts.alone())} {as_good}".strip()

    def _compared(
        self, rivals: Sequence[Action], pairs: Sequence[TrickFacts], others: Sequence[Action]
    ) -> Iterator[Differences]:
        """What differs between games after the card and after each rival."""
        if self.games is None or self.play.payoffs is None:
            return
        for rival, pair in zip(rivals, pairs, strict=True):
            both, better = self.games.after_both(self.action, rival), rival in others
            yield Differences(self.view, self.play.payoffs, pair, both, better=better)

    def _hardly_matters(
        self, compared: Sequence[Differences], differences: Sequence[Difference]
    ) -> bool:
        actions = self.view.legal_actions
        if self.games and len(actions) <= _MOST_ACTIONS and self.games.is_settled(actions):
            return True
        return not differences and all(pair.hardly_matters for pair in compared)

    def _why_all_alike(self, compared: Differences) -> str:
        """Why none of the legal cards is better than another: a clause; "" if that is unknown."""
        cards = [played_card(self.view.seat, action) for action in self.view.legal_actions]
        played = [card for card in cards if card is not None]
        fates = {self.moment.outlook(card).fate for card in played}
        if equals := compared.all_equal():
            return equals
        if fates == {Fate.LOSES}:
            return f"none of {self.whose} cards can beat {compared.facts.winning_text()}"
        if fates == {Fate.WINS} and compared.has_equal_points:
            return f"any of {self.whose} cards takes this trick"
        return self._never_takes({one.card for one in played})

    def _never_takes(self, cards: Collection[Card]) -> str:
        """That none of the legal cards takes this trick in any game: a clause; "" if not so."""
        if self.games is None or len(self.view.legal_actions) > _MOST_ACTIONS:
            return ""
        after = [game for action in self.view.legal_actions for game in self.games.after(action)]
        if any(game.winner == self.view.seat for game in after):
            return ""
        if len(cards) == 1:
            return f"{next(iter(cards)).pretty()} loses this trick, whatever it is led for"
        return f"none of {self.whose} cards is likely to take this trick"

    def _sharing(self, alike: Sequence[Action], rival: Action, said: str) -> list[Action]:
        """The first of these actions for which the same reasons hold, beside the same rival."""
        sharing = list[Action]()
        for action in alike[:_MOST_CHECKED]:
            card = played_card(self.view.seat, action)
            if card is None or action == rival:
                break
            like = _CardReason(self.view, self.play, action, card, self.who, games=self.games)
            if not {*_skeletons(said)} <= {*_skeletons(like.text([rival], ()))}:
                break
            sharing.append(action)
        return sharing

    def _sentences(
        self,
        facts: TrickFacts,
        compared: Differences | None,
        differences: Sequence[Difference],
    ) -> Iterator[str]:
        """All that there is to say, the most important first."""
        topics = {difference.topic for difference in differences}
        of_trick = Topic.TRICK in topics or any("loses here" in one.text for one in differences)
        of_cards = [*facts.sentences(of_winner=not of_trick, of_later=Topic.LATER not in topics)]
        if compared is not None and facts.led_for_either():
            of_cards = []
        if self.goal is None:
            # Cards say more than a mean of later tricks.
            if of_cards or len(topics) > 1:
                differences = [one for one in differences if one.topic is not Topic.AVERAGE]
            elif topics == {Topic.AVERAGE} and compared is not None:
                of_cards = [*filter(None, [facts.lengths(), compared.likely_fate()])]
                differences = [] if of_cards else differences
        yield from _to_goal(self.view, self.play, facts)
        yield from self._settling(facts)
        if topics == {Topic.OTHERS} and compared is not None:
            # The player's own number of tricks comes before the others'.
            yield compared.prospect()
        if self.goal is None:
            outcomes = [one.text for one in differences if one.topic is Topic.OUTCOME]
            yield from (one.text for one in differences if one.text not in outcomes)
            yield from of_cards
            yield from outcomes
        else:
            yield from self._towards_goal(of_cards, differences)
        if compared is not None and not differences:
            prospect = compared.prospect()
            if not of_cards and "takes this trick" not in prospect:
                equals = self._equals(facts, better=compared.better)
                yield from [equals] if equals else [facts.lengths(), compared.likely_fate()]
            yield prospect

    def _equals(self, facts: TrickFacts, *, better: bool) -> str:
        """That the two cards are worth the same, or ``better`` do so in this trick; else ""."""
        points = (0,) * 64 if self.play.payoffs is None else self.play.payoffs.card_points
        if facts.other is None or facts.other.card == self.played.card:
            return ""
        if points[facts.other.card.bit] != points[self.played.card.bit]:
            return ""
        equals = equals_text(self.moment, [self.played.card, facts.other.card])
        if not equals or better:
            return "" if not equals else facts.same_in_trick()
        return equals

    def _towards_goal(
        self, of_cards: Sequence[str], differences: Sequence[Difference]
    ) -> Iterator[str]:
        """What cards do, before how often the number of tricks is right."""
        outcomes = [one.text for one in differences if one.topic is Topic.OUTCOME]
        reasons = [*of_cards, *(one.text for one in differences if one.text not in outcomes)]
        later = [*self._later_winner()]
        yield from reasons or later
        yield from outcomes
        if reasons:
            yield from later

    def _unlike_in_trick(self, action: Action) -> str:
        """What the other card does in this trick unlike the recommended one: a clause, or ""."""
        other = played_card(self.view.seat, action)
        if other is None:
            return ""
        fates = [self.moment.outlook(card).fate for card in (self.played, other)]
        if (fates[0] is Fate.LOSES) is (fates[1] is Fate.LOSES):
            return ""
        return f"which {_CLAUSES[fates[1]]} this trick"

    def _beside(self, rival: Action | None) -> TrickFacts:
        other = None if rival is None else played_card(self.view.seat, rival)
        return TrickFacts(self.moment, self.played, other, self.who, aim=self.aim)

    def _rivals(self, others: Sequence[Action], alike: Sequence[Action]) -> list[Action]:
        """What a player would compare: the next best, the next of the suit, the best worse one."""
        ordered = [*alike, *others]
        if self.goal is None and others:
            # What distinguishes the card from those as good may be luck.
            ordered = [*others]
        suit = [one for one in ordered if _suit_of(one) is self.played.card.suit]
        unlike = [one for one in ordered if one not in suit] if self.goal is None else []
        return [*dict.fromkeys([*ordered[:1], *unlike[:1], *suit[:1], *others[:1]])]

    def _aim(self) -> int:
        """Whether the player wants more of the tricks left, or fewer; 0 if that depends."""
        payoffs, seat = self.play.payoffs, self.view.seat
        if payoffs is None:
            return 0
        turned = len(turned_over(self.view, payoffs, self.after))
        # The player himself may turn the scores over by more tricks.
        near = turned and 2 * current_tallies(self.view, payoffs)[seat] <= payoffs.limit
        if turned * (4 if near else 2) > len(self.after):
            return 0
        aim = aim_of(payoffs, seat, self.play.tricks_taken[seat], self.play.tricks_left)
        if aim or self.goal is None or not self.after:
            return aim
        missing = self.goal - mean([game.taken[seat] for game in self.after])
        return (missing > _CLEARLY) - (missing < -_CLEARLY)

    def _later_winner(self) -> Iterator[str]:
        """The card that often wins a later trick, where the player still needs one."""
        seat, after = self.view.seat, self.after
        if self.goal is None or not after:
            return
        if not 0 < self.goal - self.play.tricks_taken[seat] <= self.play.tricks_left:
            return
        wins = Counter(card for game in after for card in game.winning_cards(seat, first=1))
        count, card = max(((count, card) for card, count in wins.items()), default=(0, None))
        if card is not None and count > _OFTEN * len(after):
            yield f"{card.pretty()} wins a later trick in {out_of(count, len(after))} games."

    def _settling(self, beside: TrickFacts) -> Iterator[str]:
        """What may yet turn all scores over, and the points that wait for a trick."""
        payoffs, taken, seat = self.play.payoffs, self.play.tricks_taken, self.view.seat
        after = self.after
        if payoffs is None or not after:
            return
        turned = turned_over(self.view, payoffs, after)
        now = current_tallies(self.view, payoffs)
        if len(turned) > _SELDOM * len(after) and 2 * min(now) <= payoffs.limit:
            gains = [
                relative_score(game.scores, seat)
                - relative_score(tallies(self.view, payoffs, game), seat)
                for game in turned
            ]
            worst = now.index(min(now))
            who = self.does("are") if worst == seat else f"{beside.neighbour(worst)} is"
            gain = f"to {self.whose} gain" if mean(gains) > 0 else f"at {self.whose} cost"
            at, limit = minus(now[worst]), minus(payoffs.limit)
            yield f"{capital(who)} at {at}: at {limit} all scores turn over, {gain}."
        for other, (row, *_) in enumerate(payoffs.awards):
            waits = len({*row[1:]}) == 1 and row[1] > row[0] and not taken[other]
            if waits and other != seat and any(not game.taken[other] for game in after):
                who = beside.neighbour(other)
                yield f"The {row[1]} that {who} has shown count only once he has a trick."


def _first_differences(compared: Sequence[Differences]) -> tuple[int, list[Difference]]:
    """The number of the first comparison that shows differences, and these; 0 if none does.

    One that shows only a mean counts as none where a later one names cards.
    """
    means = 0, list[Difference]()
    for index, one in enumerate(compared):
        differences = one.sentences(_MOST_DIFFERENCES)
        if {difference.topic for difference in differences} - {Topic.AVERAGE}:
            return index, differences
        if one.better and one.facts.is_reason_to_keep:
            return index, differences
        if not means[1]:
            means = index, differences
    return means if means[1] else (0, [])


def as_good_text(
    alike: Sequence[Action], clause: Callable[[Action], str] = lambda action: ""
) -> str:
    """That these actions are about as good as the recommended one; "" without actions.

    ``clause`` may add to an action's name what it does otherwise.

    >>> from clumond_solver.base.cards import Card
    >>> from clumond_solver.rules.actions import PlayCard
    >>> as_good_text([PlayCard(Card.parse("SA")), PlayCard(Card.parse("D4"))])
    '♠A and ♦4 are about as good.'
    """
    if not alike:
        return ""
    named = alike[:_MOST_ALIKE]
    clauses = {clause(action) for action in named}
    shared = clauses.pop() if len(clauses) == 1 else ""
    own = [f", {text}," if not shared and (text := clause(action)) else "" for action in named]
    words = [action_words(action) + rest for action, rest in zip(named, own, strict=True)]
    text = joined(words, "and").replace(",,", ",") + (f", {shared}," if shared else "")
    return f"{text} {'is' if len(named) == 1 else 'are'} about as good."


def _to_goal(view: View, play: PlayView, facts: TrickFacts) -> Iterator[str]:
    """Where the player's exact number of tricks decides, or each trick costs."""
    goal = None if play.payoffs is None else goal_of(play.payoffs, view.seat)
    bid = any(isinstance(call, Nominate) for call in view.actions)
    taken, left = play.tricks_taken[view.seat], play.tricks_left
    if goal is None or play.payoffs is None:
        return
    if goal < taken and not bid:
        if (step := points_per_trick(play.payoffs, view.seat, taken)) < 0:
            yield f"Every further trick costs {facts.who} {-step}."
    elif goal < taken or goal - taken > left:
        if bid:
            what = "too many" if goal < taken else "too few"
            yield f"{capital(facts.whose)} nomination of {NUMBERS[goal]} is lost: {what} tricks."
            if award_of(play.payoffs, view.seat) is not None:
                yield f"{capital(facts.who)} can only spoil the other nominations now."
    elif taken == goal:
        yield _goal_reached(facts, goal)
    elif goal - taken == left and play.trick and not _can_win(view, facts):
        what = (
            f"nomination of {NUMBERS[goal]} is lost"
            if bid
            else f"{nth(goal)} trick is out of reach"
        )
        yield f"No card of {facts.whose}s can win this trick: {facts.whose} {what}."
    elif goal - taken == left:
        yield f"{capital(facts.does('need'))} every trick left."
    else:
        tricks = f"{NUMBERS[goal - taken]} of the {NUMBERS[left]} tricks left"
        yield f"{capital(facts.does('need'))} {tricks}."


def _goal_reached(facts: TrickFacts, goal: int) -> str:
    """That the player has the tricks that he wants."""
    other = facts.other_outlook
    if facts.differs and other is not None and other.fate is Fate.WINS:
        return f"With {facts.other_text} {facts.does('take')} {nth(goal + 1)} trick: too many."
    if not goal:
        return f"{capital(facts.does('want'))} no trick."
    tricks = "trick" if goal == 1 else f"{NUMBERS[goal]} tricks"
    return f"{capital(facts.does('already have'))} {facts.whose} {tricks}."


def _can_win(view: View, facts: TrickFacts) -> bool:
    """Whether any legal card may win the trick."""
    cards = [played_card(view.seat, action) for action in view.legal_actions]
    return any(
        card is not None and facts.moment.outlook(card).fate is not Fate.LOSES for card in cards
    )


def _skeletons(text: str) -> list[str]:
    """The sentences of a text without its cards and numbers."""
    bare = re.sub(r"[♠♥♦♣]\w*", "#", text)
    bare = re.sub(r"(all|none of|\d+ of) \d+|\d[\d.]*|\bnone\b|\bno\b", "%", bare)
    return bare.split(". ")


def _suit_of(action: Action) -> Suit | None:
    return action.card.suit if isinstance(action, PlayKnownCard) else None

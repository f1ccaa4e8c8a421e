"""Reasons for a play or a call in any game of the library.

For a play: how many tricks the player needs, what differs between games after the card and after
another one, and what is certain about the card in its trick.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from clumond_solver.base.cards import Suit
from clumond_solver.base.errors import RuleError
from clumond_solver.base.wording import NUMBERS, capital, joined, minus
from clumond_solver.coach.reasons.calls import CallReason
from clumond_solver.coach.reasons.differences import (
    Difference,
    Differences,
    Topic,
    out_of,
    tallies,
    turned_over,
)
from clumond_solver.coach.reasons.fates import Fate, Moment
from clumond_solver.coach.reasons.games_after import GamesAfter
from clumond_solver.coach.reasons.trick_goals import aim_of, award_of, goal_of, points_per_trick
from clumond_solver.coach.reasons.tricks import TrickFacts
from clumond_solver.coach.reasons.words import Speaker, action_words, nth, played_card
from clumond_solver.knowledge.any_game import PlayView, View
from clumond_solver.rules.actions import Action, Nominate, PlayKnownCard
from clumond_solver.rules.tricks import PlayedCard
from clumond_solver.single_dummy.mean_scores import mean, relative_score

_MOST_SENTENCES = 3
_MOST_DIFFERENCES = 2
_MOST_ALIKE = 3
# With more actions it takes too long to play games after all of them.
_MOST_ACTIONS = 4
# What happens in no greater share of games is not worth a word.
_SELDOM = 0.1
# A card that wins in no greater share of games is not one to count on.
_OFTEN = 0.4


def reason_of_action(
    view: View,
    action: Action,
    others: Sequence[Action] = (),
    *,
    games: GamesAfter | None = None,
    alike: Sequence[Action] = (),
    who: str = "you",
) -> str:
    """Why an action, rather than one of the others, in any game, from what its seat has seen.

    ``others`` are worse actions, the best first. ``alike`` are actions that a search cannot
    distinguish from the action. ``games`` show what differs between two cards. Empty for cards
    played face down. RuleError if it is not the seat's turn.
    """
    if view.turn != view.seat:
        raise RuleError(f"it is seat {view.turn}'s turn, but the view is seat {view.seat}'s")
    play = view.play
    if play is None:
        return " ".join(CallReason(view, [action, *others[:1]], who).sentences())
    played = played_card(view.seat, action)
    if play.face_down or played is None:
        return ""
    return _CardReason(view, play, action, played, who).text(others, alike, games)


class _CardReason(Speaker):
    """Why a card, rather than another one."""

    def __init__(
        self, view: View, play: PlayView, action: Action, played: PlayedCard, who: str
    ) -> None:
        """Look at a card."""
        super().__init__(who)
        self.view = view
        self.play = play
        self.action = action
        self.played = played
        self.moment = Moment.of(view)

    def text(
        self, others: Sequence[Action], alike: Sequence[Action], games: GamesAfter | None
    ) -> str:
        """The sentences, the aim first; "" if there is nothing to say."""
        rivals = self._rivals(others, alike)
        aim = self._aim(games)
        pairs = [self._beside(rival, aim) for rival in rivals]
        facts = pairs[0] if pairs else self._beside(None, aim)
        payoffs, differences, compared = self.play.payoffs, list[Difference](), list[Differences]()
        if games is not None and payoffs is not None:
            for rival, beside in zip(rivals, pairs, strict=True):
                both, better = games.after_both(self.action, rival), rival in others
                compared.append(Differences(self.view, payoffs, beside, both, better=better))
            actions = self.view.legal_actions
            if compared and len(actions) <= _MOST_ACTIONS and games.is_settled(actions):
                return f"It hardly matters what {self.does('play')}: {compared[0].settled()}."
            for rival, compared_rival in zip(rivals, compared, strict=True):
                if differences := compared_rival.sentences(_MOST_DIFFERENCES):
                    facts = compared_rival.facts
                    # Those named as about as good come before the one that is called worse.
                    alike = alike[: [*alike, rival].index(rival)]
                    break
        if compared and not differences and all(pair.hardly_matters for pair in compared):
            return f"It hardly matters what {self.does('play')}: {compared[0].settled()}."
        sentences = [*_to_goal(self.view, self.play, facts)]
        sentences += [*self._settling(games, facts), *self._later_winner(games)]
        topics = {difference.topic for difference in differences}
        if topics == {Topic.OTHERS}:
            # The player's own number of tricks comes before the others'.
            sentences += [pair.prospect() for pair in compared if pair.facts is facts]
        sentences += [difference.text for difference in differences]
        of_trick = Topic.TRICK in topics or any("loses here" in one.text for one in differences)
        sentences += facts.sentences(of_winner=not of_trick, of_later=Topic.LATER not in topics)
        if compared and not differences:
            sentences.append(compared[0].prospect())
        said = " ".join([*filter(None, sentences)][:_MOST_SENTENCES])
        if rivals and (keeps := facts.keeps()) and keeps in said:
            alike = [one for one in alike if one != rivals[pairs.index(facts)]]
        as_good = as_good_text(alike)
        if not said and alike:
            return f"It makes little difference: {as_good}"
        return f"{said or ' '.join(facts.alone())} {as_good}".strip()

    def _beside(self, rival: Action | None, aim: int) -> TrickFacts:
        other = None if rival is None else played_card(self.view.seat, rival)
        return TrickFacts(self.moment, self.played, other, self.who, aim=aim)

    def _rivals(self, others: Sequence[Action], alike: Sequence[Action]) -> list[Action]:
        """What a player would compare: the next best, the next of the suit, the best worse one."""
        ordered = [*alike, *others]
        suit = [one for one in ordered if _suit_of(one) is self.played.card.suit]
        return [*dict.fromkeys([*ordered[:1], *suit[:1], *others[:1]])]

    def _aim(self, games: GamesAfter | None) -> int:
        """Whether the player wants all the tricks left, or none; 0 if that depends."""
        payoffs, seat = self.play.payoffs, self.view.seat
        if payoffs is None:
            return 0
        after = [] if games is None else games.after(self.action)
        turned = len(turned_over(self.view, payoffs, after))
        # The player himself may turn the scores over by more tricks.
        near = turned and 2 * self._tallies()[seat] <= payoffs.limit
        if turned * (4 if near else 2) > len(after):
            return 0
        return aim_of(payoffs, seat, self.play.tricks_taken[seat], self.play.tricks_left)

    def _tallies(self) -> list[int]:
        """What each seat's tricks and cards count so far."""
        taken = self.play.tricks_taken
        awards = () if self.play.payoffs is None else self.play.payoffs.awards
        return [
            points + rows[0][taken[seat]]
            for seat, (points, rows) in enumerate(zip(self.play.points, awards, strict=True))
        ]

    def _later_winner(self, games: GamesAfter | None) -> Iterator[str]:
        """The card that often wins a later trick, where the player still needs one."""
        payoffs, seat = self.play.payoffs, self.view.seat
        goal = None if payoffs is None or games is None else goal_of(payoffs, seat)
        if games is None or goal is None:
            return
        if not 0 < goal - self.play.tricks_taken[seat] <= self.play.tricks_left:
            return
        after = games.after(self.action)
        wins = Counter(
            trick.cards[(seat - trick.leader) % len(trick.cards)]
            for game in after
            for trick in game.tricks[1:]
            if trick.winner == seat
        )
        count, card = max(((count, card) for card, count in wins.items()), default=(0, None))
        if card is not None and count > _OFTEN * len(after):
            yield f"{card.pretty()} wins a later trick in {out_of(count, len(after))} games."

    def _settling(self, games: GamesAfter | None, beside: TrickFacts) -> Iterator[str]:
        """What may yet turn all scores over, and the points that wait for a trick."""
        payoffs, taken, seat = self.play.payoffs, self.play.tricks_taken, self.view.seat
        if payoffs is None or games is None:
            return
        after = games.after(self.action)
        turned = turned_over(self.view, payoffs, after)
        now = self._tallies()
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


def as_good_text(alike: Sequence[Action]) -> str:
    """That these actions are about as good as the recommended one; "" without actions.

    >>> from clumond_solver.base.cards import Card
    >>> from clumond_solver.rules.actions import PlayCard
    >>> as_good_text([PlayCard(Card.parse("SA")), PlayCard(Card.parse("D4"))])
    '♠A and ♦4 are about as good.'
    """
    if not alike:
        return ""
    names = [action_words(action) for action in alike[:_MOST_ALIKE]]
    are = "is" if len(names) == 1 else "are"
    return f"{joined(names, 'and')} {are} about as good."


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
            yield f"{capital(facts.whose)} bid of {NUMBERS[goal]} is lost: {what} tricks."
            if award_of(play.payoffs, view.seat) is not None:
                yield f"{capital(facts.who)} can only spoil the other bids now."
    elif taken == goal:
        if (
            facts.differs
            and facts.other_outlook is not None
            and facts.other_outlook.fate is Fate.WINS
        ):
            took = f"{facts.does('take')} {nth(goal + 1)} trick"
            yield f"With {facts.other_text} {took}: too many."
        elif goal:
            tricks = "trick" if goal == 1 else f"{NUMBERS[goal]} tricks"
            yield f"{capital(facts.does('already have'))} {facts.whose} {tricks}."
        else:
            yield f"{capital(facts.does('want'))} no trick."
    elif goal - taken == left:
        yield f"{capital(facts.does('need'))} every trick left."
    else:
        tricks = f"{NUMBERS[goal - taken]} of the {NUMBERS[left]} tricks left"
        yield f"{capital(facts.does('need'))} {tricks}."


def _suit_of(action: Action) -> Suit | None:
    return action.card.suit if isinstance(action, PlayKnownCard) else None

"""Reasons for a play or a call in any game of the library.

For a play: what the player needs, what tells his card from the one that he would weigh against it,
and what the cards that he keeps may do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, takewhile, zip_longest

from clumond_solver.base.cards import Card
from clumond_solver.base.errors import RuleError
from clumond_solver.base.wording import capital, in_words, joined
from clumond_solver.coach.reasons.calls import CallReason
from clumond_solver.coach.reasons.comparison import Candidate, Comparison, Merit, Topic
from clumond_solver.coach.reasons.comparison_by_points import ComparisonByPoints
from clumond_solver.coach.reasons.comparison_by_tricks import ComparisonByTricks
from clumond_solver.coach.reasons.fates import Fate, Moment
from clumond_solver.coach.reasons.no_difference import NoDifference
from clumond_solver.coach.reasons.stakes import Stakes, award_of
from clumond_solver.coach.reasons.tricks import TrickFacts
from clumond_solver.coach.reasons.turning import Turning
from clumond_solver.coach.reasons.words import (
    Speaker,
    action_words,
    lower_first,
    nth,
    out_of,
    played_card,
)
from clumond_solver.knowledge.any_game import PlayView, View
from clumond_solver.rules.actions import Action
from clumond_solver.rules.payoffs import Settling
from clumond_solver.rules.tricks import PlayedCard
from clumond_solver.single_dummy.any_game import CallComparison
from clumond_solver.single_dummy.games_after import GamesAfter

_MOST_MERITS = 2
_MOST_ALIKE = 3
# With more actions, or more tricks to be played after all, games after each take too long.
_MOST_ACTIONS = 4
_MOST_TRICKS = 40
# A merit is stated if it is at least this share of the greatest, and of all that the card gains.
_WORTH_A_SENTENCE, _LEAST_SHARE = 0.3, 0.2
# What happens in no greater share of games is not worth a word.
_SELDOM = 0.1
# A card that wins in no greater share of games is a chance, not one to count on.
_OFTEN = 0.6
# So many cards that may win later are named.
_MOST_WINNERS = 2
_IN_THIS_TRICK = {
    Fate.WINS: "which wins this trick",
    Fate.UNLESS_RUFFED: "which wins this trick unless it is ruffed",
    Fate.LOSES: "which cannot win this trick",
    Fate.OPEN: "which may win this trick",
}


def reason_of_action(
    view: View,
    action: Action,
    others: Sequence[Action] = (),
    *,
    games: GamesAfter | None = None,
    alike: Sequence[Action] = (),
    is_hint: bool = True,
    are_all: bool = True,
    who: str = "you",
    comparison: CallComparison | None = None,
) -> str:
    """Why an action, rather than one of the others, in any game, from what its seat has seen.

    ``others`` are worse actions, the best first. ``alike`` are actions that a search cannot
    distinguish from the action. ``games`` show what differs between two cards, ``comparison`` what
    differs between two calls. A hint explains no difference that may be luck; a review (``is_hint``
    False) has excluded that. ``are_all``: no further actions are shown beside these. Empty for
    cards played face down. RuleError if it is not the seat's turn.
    """
    if view.turn != view.seat:
        raise RuleError(f"it is seat {view.turn}'s turn, but the view is seat {view.seat}'s")
    play = view.play
    if play is None:
        return CallReason(view, [action, *others[:1]], who, comparison).text()
    if play.face_down or played_card(view.seat, action) is None:
        return ""
    reason = _CardReason(view, play, action, who, games, is_hint=is_hint, are_all=are_all)
    return reason.text(others, alike)


def _merits_stated(comparison: Comparison) -> tuple[list[Merit], Merit | None]:
    """The merits of the card that are worth a sentence, and one of the rival that is."""
    merits, enough = comparison.merits, _LEAST_SHARE * comparison.gain
    good = [merit for merit in merits if merit.gain > max(0.0, enough)]
    if not good:
        return [], None
    least = _WORTH_A_SENTENCE * good[0].gain
    order = [*Topic]
    stated = sorted(
        [merit for merit in good[:_MOST_MERITS] if merit.gain >= least],
        key=lambda merit: order.index(merit.topic),
    )
    against = [merit for merit in merits if merit.gain <= -good[0].gain / 2]
    return stated, next((merit for merit in against if merit.topic is not Topic.OUTCOME), None)


def _tells(comparison: Comparison) -> bool:
    """Whether something is stated for the card."""
    return bool(_merits_stated(comparison)[0])


def _is_convincing(comparison: Comparison) -> bool:
    """Whether what is stated for the card outweighs what is stated for its rival."""
    stated, against = _merits_stated(comparison)
    if against is None or any(merit.topic is Topic.OUTCOME for merit in stated):
        return bool(stated)
    return sum(merit.gain for merit in stated) > -against.gain


class _CardReason(Speaker):
    """Why a card, rather than another one."""

    def __init__(
        self,
        view: View,
        play: PlayView,
        action: Action,
        who: str,
        games: GamesAfter | None,
        *,
        is_hint: bool,
        are_all: bool,
    ) -> None:
        """Look at a card."""
        super().__init__(who)
        self.is_hint, self.are_all = is_hint, are_all
        self.view = view
        self.moment = Moment.of(view)
        self.games = games
        self.stakes = None if play.payoffs is None else Stakes(view, play, play.payoffs)
        self.card = self._candidate(action)
        self._compared = dict[Action, Comparison]()

    def text(self, others: Sequence[Action], alike: Sequence[Action]) -> str:
        """The sentences; "" if there is nothing to say."""
        stakes = self.stakes
        if stakes is None or self.games is None:
            return self._by_rules_alone(others, alike)
        if nothing := self._no_difference(stakes):
            return nothing
        if certain := self._certain(stakes):
            return " ".join([*certain, *self._as_good(alike, is_small=False), *self._equals(alike)])
        candidates = map(self._unplayed, others or alike)
        unlike = [one for one in candidates if not (self._is_equal(one) or self._touches(one))]
        # What tells the card from cards as good would contradict the figures.
        telling = self._telling(stakes, unlike if others else [], alike)
        reasons = [*self._reasons(stakes, telling, unlike, is_small=bool(alike))]
        aim = [*self._aim(stakes, telling[0].risk if telling else 0)]
        if stakes.payoffs.settling is Settling.TURNED_OVER:
            aim += self._turning(stakes, telling, [*others, *alike])
        elif self._changes_the_end(telling):
            aim += self._danger(stakes)
        as_good, caveat = [*self._as_good(alike, is_small=not telling)], list[str]()
        if others and self.is_hint:
            caveat += self._not_clearly_worse(stakes, telling, others)
        equals = [*self._equals(alike)]
        if not (reasons or as_good or equals or caveat):
            reasons = [f"{self.card.text} comes out best, but no single trick explains it."]
        first, last = (as_good, equals) if telling else ([], [*equals, *as_good])
        return _with_places_once(" ".join([*aim, *first, *reasons, *last, *caveat]))

    def _reasons(
        self,
        stakes: Stakes,
        telling: Sequence[Comparison],
        unlike: Sequence[Candidate],
        *,
        is_small: bool,
    ) -> Iterator[str]:
        """What tells the card from its rivals; else what it does, beside the next best card."""
        if telling:
            nearest = self._compare(stakes, unlike[0]) if unlike else telling[0]
            yield from self._beside_rivals(*telling, nearest=nearest)
            return
        own = [one for one in unlike if self.moment.are_of_suit(one.card, self.card.card)]
        beside = self._compare(stakes, [*own, *unlike, self.card][0])
        yield from self._facts(beside, is_small=is_small)
        yield from self._prospect(stakes)

    def _certain(self, stakes: Stakes) -> list[str]:
        """That the card, and cards led after it, turn all scores over for certain."""
        if stakes.payoffs.settling is not Settling.TURNED_OVER or self.card.fate is not Fate.WINS:
            return []
        turning = Turning(stakes, self.moment, self.card.games, self.who)
        certain = [*turning.certain(self.card.card)]
        return [*turning.every_trick(), *certain] if certain else []

    def _turning(
        self, stakes: Stakes, telling: Sequence[Comparison], others: Sequence[Action]
    ) -> Iterator[str]:
        """What turns all scores over, as far as nothing that tells the card says so."""
        turning = Turning(stakes, self.moment, self.card.games, self.who)
        yield from turning.every_trick()
        if not self._changes_the_end(telling):
            rated_all = len(others) == len(self.view.legal_actions) - 1
            rest = others if rated_all and not telling else ()
            compared = (self._compare(stakes, self._unplayed(other)) for other in rest)
            changed = [one.differ_in(turning.turns) for one in compared]
            yield from turning.how_often(whatever=bool(changed) and not any(changed))
        worth = next(filter(None, map(self._worth_of_tricks, telling)), 0)
        if worth > 0 or (worth and not turning.is_wanted):
            whom = "you" if self.who == "you" else "him"
            yield f"Further tricks mostly {'help' if worth > 0 else 'cost'} {whom}."

    def _worth_of_tricks(self, comparison: Comparison) -> int:
        """1 if further tricks help where all scores may turn over, -1 if they cost; else 0."""
        takes_more = comparison.wins.often - comparison.wins.beside
        is_plain = comparison.is_turned and takes_more * comparison.wanted >= 0
        return comparison.wanted if is_plain else 0

    def _changes_the_end(self, telling: Sequence[Comparison]) -> bool:
        """Whether the card changes how the deal ends, beside some rival."""
        merits = (merit for one in telling for merit in _merits_stated(one)[0])
        return any(merit.topic is Topic.OUTCOME for merit in merits)

    def _candidate(self, action: Action) -> Candidate:
        games = () if self.games is None else self.games.after(action)
        return replace(self._unplayed(action), games=games)

    def _by_rules_alone(self, others: Sequence[Action], alike: Sequence[Action]) -> str:
        """What is certain about the card, without games."""
        other = played_card(self.view.seat, [*others, *alike, self.card.action][0])
        facts = self._trick_facts(other)
        aim = [] if self.stakes is None else self._aim(self.stakes)
        sentences = [*aim, *facts.sentences()] or [*facts.alone()]
        return " ".join([*sentences, as_good_text(alike)]).strip()

    def _no_difference(self, stakes: Stakes) -> str:
        actions = self.view.legal_actions
        if len(actions) > max(_MOST_ACTIONS, _MOST_TRICKS // stakes.left):
            return ""
        candidates = [self._candidate(action) for action in actions]
        nothing = NoDifference(stakes, self.moment, candidates, self.who)
        why, ends = nothing.why_alike(), ""
        if self.games is not None and self.games.is_settled(actions):
            ends = nothing.how_it_ends()
            same = "all scores come out the same"
            why = ends or (f"{why}, and {same}" if why else same)
        elif not why or not all(map(self._is_equal, candidates)):
            return ""
        hardly = f"It hardly matters what {self.does('play')}: {why}."
        return hardly if ends else " ".join([hardly, *self._aim(stakes), *self._prospect(stakes)])

    def _is_equal(self, other: Candidate) -> bool:
        """Whether another card does the same whenever it is played."""
        if other.card == self.card.card:
            return other.played == self.card.played
        same_led = other.played.led is self.card.played.led
        return same_led and self.view.are_equals(self.card.card, other.card)

    def _touches(self, other: Candidate) -> bool:
        """Whether in its own suit no card ranks between another card and the card."""
        card, beside = self.card.card, other.card
        if self.stakes is None or card == beside or self.card.played.led is not other.played.led:
            return False
        others_cards = self.moment.cards_left - {*self.moment.hand}
        is_near = others_cards.isdisjoint(self._between([other.action]))
        alike = self.stakes.points(card) == self.stakes.points(beside)
        return is_near and alike and self.moment.are_of_suit(card, beside)

    def _between(self, alike: Sequence[Action]) -> Iterator[Card]:
        """The cards of a suit between two that are as good."""
        as_good = [self.card.card, *(self._unplayed(one).card for one in alike)]
        for suit in dict.fromkeys(map(self.moment.suit_of, as_good)):
            ranked = self.moment.rules.ranked(suit)
            places = [ranked.index(card) for card in as_good if card in ranked]
            yield from ranked[min(places) : max(places)]

    def _compare(self, stakes: Stakes, rival: Candidate) -> Comparison:
        if rival.action not in self._compared:
            kind = ComparisonByPoints if stakes.missing is None else ComparisonByTricks
            other = self._candidate(rival.action)
            self._compared[rival.action] = kind(stakes, self.moment, self.card, other, self.who)
        return self._compared[rival.action]

    def _telling(
        self, stakes: Stakes, unlike: Sequence[Candidate], alike: Sequence[Action]
    ) -> list[Comparison]:
        """The comparisons that tell the card from a rival, the best rival first.

        Rivals are the next best card, and the next best ones higher in the suit, lower in it, and
        of other suits, but none between cards as good. If none of them is clearly worse for a
        reason, the next best one that is; else one that may be worse by luck, and last one for
        which more speaks than for the card.
        """
        between = {*self._between(alike)}
        apart = [one for one in unlike if one.card not in between]
        sides = [self._side(one) for one in apart]
        rivals = [apart[sides.index(side)] for side in dict.fromkeys(sides)]
        rest = [one for one in unlike if one not in rivals]
        if telling := [*self._tell(stakes, rivals, self._is_clear)]:
            return telling
        clear = self._tell(stakes, rest, self._is_clear)
        convincing = self._tell(stakes, [*rivals, *rest], _is_convincing)
        return [*islice(chain(clear, convincing, self._tell(stakes, unlike, _tells)), 1)]

    def _is_clear(self, comparison: Comparison) -> bool:
        """Whether it is convincing, and luck hardly explains what the card gains."""
        return _is_convincing(comparison) and (comparison.is_beyond_doubt or not self.is_hint)

    def _not_clearly_worse(
        self, stakes: Stakes, telling: Sequence[Comparison], others: Sequence[Action]
    ) -> Iterator[str]:
        """That the next best cards, or all others, may come out worse by luck."""
        compared = (self._compare(stakes, self._unplayed(other)) for other in others)
        by_luck = [*takewhile(lambda one: not one.is_beyond_doubt, compared)]
        all_by_luck = len(by_luck) == len(others) and not any(map(self._is_clear, telling))
        if len(by_luck) > 1 and all_by_luck and self.are_all:
            yield "None of the others shown is clearly worse: luck may explain these gaps."
        elif by_luck:
            names = joined([one.rival.text for one in by_luck[:_MOST_ALIKE]], "and")
            yield f"{names} {'is' if len(by_luck) == 1 else 'are'} not clearly worse."

    def _rank(self, candidate: Candidate) -> int:
        return self.moment.rules.height(candidate.card)

    def _side(self, other: Candidate) -> int:
        """1 for a higher card of the suit, -1 for a lower one, 2 for the same one, 0 for others."""
        if other.card == self.card.card:
            return 2
        if not self.moment.are_of_suit(other.card, self.card.card):
            return 0
        return 1 if self._rank(other) > self._rank(self.card) else -1

    def _tell(
        self, stakes: Stakes, rivals: Iterable[Candidate], tells: Callable[[Comparison], bool]
    ) -> Iterator[Comparison]:
        """The comparisons with rivals that tell the card from them."""
        return filter(tells, (self._compare(stakes, one) for one in rivals))

    def _unplayed(self, action: Action) -> Candidate:
        """A candidate without games after it."""
        played = played_card(self.view.seat, action)
        if played is None:
            raise RuleError(f"{action} plays no card that all see")
        return Candidate(action, played, self.moment.outlook(played), ())

    def _beside_rivals(
        self, comparison: Comparison, *worse: Comparison, nearest: Comparison
    ) -> Iterator[str]:
        """What tells the card from the best rival, from the greatest mistake, and what comes.

        ``nearest`` is the next best card: the card may be played to keep that.
        """
        stated, concession = _merits_stated(comparison)
        topics = {merit.topic for merit in stated}
        texts = [merit.text for merit in stated]
        of_cards = topics & {Topic.NOW, Topic.KEPT, Topic.EITHER, Topic.TRICK}
        against = set[Topic]() if concession is None else {concession.topic}
        if not (of_cards | against) - {Topic.KEPT, Topic.LATER}:
            yield from self._facts(nearest if self._keeps(nearest) else comparison)
        if concession is not None:
            texts = [concession.text, f"but {texts[0]}", *texts[1:]]
        said = (topics | {Topic.NOW}) - {Topic.KEPT}
        if Topic.NOW in topics:
            # Beside another rival the card, kept, wins another number of tricks.
            said.add(Topic.EITHER)
        mistakes = (
            merit for one in worse for merit in _merits_stated(one)[0] if merit.topic not in said
        )
        if mistake := max(mistakes, key=lambda merit: merit.gain, default=None):
            texts[_MOST_MERITS:] = [mistake.text]
        yield from (f"{capital(text)}." for text in texts)
        if len(texts) < _MOST_MERITS:
            left_out = {merit.about for merit in stated}
            left_out |= {comparison.card.card, comparison.rival.card} if of_cards else set()
            yield from self._prospect(comparison.stakes, left_out)

    def _facts(self, comparison: Comparison, *, is_small: bool = False) -> Iterator[str]:
        """What the card does in this trick, and what else is certain of it beside the rival.

        Where the difference is small, what it does now is no reason unless a card is kept.
        """
        facts = self._trick_facts(comparison.rival.played, comparison.wanted)
        keeps = self._keeps(comparison)
        later = f", and {keeps}" if keeps else comparison.now_or_later()
        if later or not (is_small or comparison.is_lost_by_both):
            yield f"{capital(comparison.card_now())}{later}."
        if comparison.rival.card != self.card.card:
            yield from islice(facts.sentences(of_winner=False, of_later=False), 1)

    def _keeps(self, comparison: Comparison) -> str:
        """What the rival is kept for, if it is sure to do the same now; "" if not."""
        facts = self._trick_facts(comparison.rival.played, comparison.wanted)
        fixed = not facts.differs and facts.fate in {Fate.WINS, Fate.LOSES}
        return facts.keeps() if fixed else ""

    def _trick_facts(self, other: PlayedCard | None = None, aim: int | None = None) -> TrickFacts:
        return TrickFacts(self.moment, self.card.played, other, self.who, aim=aim)

    def _equals(self, alike: Sequence[Action]) -> Iterator[str]:
        """The card's equals."""
        equals = [one for one in alike if self._is_equal(self._unplayed(one))]
        if equals:
            yield f"{joined([*map(action_words, [self.card.action, *equals])], 'and')} are equals."

    def _as_good(self, alike: Sequence[Action], *, is_small: bool) -> Iterator[str]:
        """Those about as good, but for equals, with what they do now if that differs."""
        rest = [one for one in alike if not self._is_equal(self._unplayed(one))]
        if rest:
            text = as_good_text(rest, [self._fate_beside(one) for one in rest])
            yield f"The difference is small: {lower_first(text)}" if is_small else text

    def _fate_beside(self, action: Action) -> str:
        """What a card does in this trick, if that is another thing than the card: a clause."""
        other = self._unplayed(action)
        is_clear = other.fate is not Fate.OPEN or not self.moment.is_bottom(other.card)
        return _IN_THIS_TRICK[other.fate] if is_clear and other.fate is not self.card.fate else ""

    def _prospect(self, stakes: Stakes, left_out: Collection[Card | None] = ()) -> Iterator[str]:
        """The cards in hand on which most depends later: to win tricks with, or a danger."""
        games, seat = self.card.games, stakes.seat
        # What counts may come to cost, and the other way about.
        is_turned = sum(map(stakes.turns_over, games)) > _SELDOM * len(games)
        if is_turned or (stakes.missing is None and not stakes.tricks_have_points):
            yield from Turning(stakes, self.moment, games, self.who).winners()
            return
        wins = dict[Card, list[float]]()
        for game in games:
            for trick in game.tricks[1:]:
                if trick.winner == seat:
                    wins.setdefault(trick.winning_card, []).append(stakes.value([trick]))
        if stakes.missing is None:
            weighed = sorted(wins, key=lambda card: -abs(sum(wins[card])))
        else:
            weighed = sorted(wins, key=lambda card: -len(wins[card]))
        is_first = not weighed or weighed[0] not in left_out
        weighed = [card for card in weighed if card not in left_out]
        if not weighed or (often := len(wins[weighed[0]])) <= _SELDOM * len(games):
            return
        first, *more = weighed
        bad = sum(wins[first]) < 0 if stakes.missing is None else not stakes.missing
        costly = "costly" if bad and stakes.missing is None else "later"
        text = f"wins a {costly} trick in {out_of(often, len(games))} games"
        if bad:
            legal = [self._unplayed(action).card for action in self.view.legal_actions]
            if is_first and first not in legal:
                yield f"The danger is {first.pretty()}, which cannot be played now: it {text}."
        elif often > _OFTEN * len(games):
            for card in more[: min(stakes.missing or 1, _MOST_WINNERS) - 1]:
                text += f", {card.pretty()} in {len(wins[card])}"
            yield f"{first.pretty()} {text}."
        elif stakes.missing is not None and is_first:
            one = f"wins one in {out_of(often, len(games))} games"
            yield f"The best chance of a later trick is {first.pretty()}, which {one}."

    def _aim(self, stakes: Stakes, risk: int = 0) -> Iterator[str]:
        """What the player needs, where an exact number of tricks decides.

        ``risk`` is 1 if he mostly misses it by too few tricks, -1 by too many.
        """
        goal, taken, left = stakes.goal, stakes.taken, stakes.left
        if goal is None:
            return
        if stakes.missing is None:
            if stakes.nominated:
                what = "too many" if goal < taken else "too few"
                lost = f"nomination of {in_words(goal)} is lost"
                yield f"{capital(self.whose)} {lost}: {what} tricks."
                if award_of(stakes.payoffs, stakes.seat) is not None:
                    yield f"{capital(self.who)} can only spoil the other nominations now."
            elif stakes.trick_points < 0:
                yield f"Every further trick costs {self.who} {-stakes.trick_points} points."
        elif not goal:
            yield f"{capital(self.does('want'))} no trick."
        elif not stakes.missing:
            tricks = "trick" if goal == 1 else f"{in_words(goal)} tricks"
            yield f"{capital(self.does('already have'))} {self.whose} {tricks}."
        elif stakes.missing < left:
            tricks = f"{in_words(stakes.missing)} of the {in_words(left)} tricks left"
            miss = f"; the risk is too {'few' if risk > 0 else 'many'}" if risk else ""
            loses_now = self.moment.trick and stakes.missing == left - 1 and not self._can_win()
            rest = f"the last {'one' if stakes.missing == 1 else in_words(stakes.missing)}"
            miss = f"; this one is lost, so {rest}" if loses_now else miss
            yield f"{capital(self.does('need'))} {tricks}{miss}."
        elif self.moment.trick and not self._can_win():
            what = (
                f"nomination of {in_words(goal)} is lost"
                if stakes.nominated
                else f"{nth(goal)} trick is out of reach"
            )
            yield f"No card of {self.whose}s can win this trick: {self.whose} {what}."
        else:
            yield f"{capital(self.does('need'))} every trick left."

    def _can_win(self) -> bool:
        """Whether any legal card may win the trick."""
        return any(
            self._unplayed(action).fate is not Fate.LOSES for action in self.view.legal_actions
        )

    def _danger(self, stakes: Stakes) -> Iterator[str]:
        """The points that wait for a trick."""
        games = self.card.games
        for other, (row, *_) in enumerate(stakes.payoffs.awards):
            waits = len({*row[1:]}) == 1 and row[1] > row[0]
            if waits and other != stakes.seat and any(not game.taken[other] for game in games):
                who = self.neighbour(self.moment, other)
                yield f"The {row[1]} that {who} has shown count only once he has a trick."


def _with_places_once(text: str) -> str:
    """The sentences without what is said of the same card's place a second time."""
    said = set[str]()

    def once(match: re.Match[str]) -> str:
        is_new = match[0] not in said
        said.add(match[0])
        return match[0] if is_new else match[1]

    return re.sub(r"([♠♥♦♣]\w+(?: naming .)?) \([^)]*\)", once, text)


def as_good_text(alike: Sequence[Action], clauses: Sequence[str] = ()) -> str:
    """That these actions are about as good as the recommended one; "" without actions.

    ``clauses``, one for each action, may say more of it.

    >>> from clumond_solver.base.cards import Card
    >>> from clumond_solver.rules.actions import PlayCard
    >>> as_good_text([PlayCard(Card.parse("SA")), PlayCard(Card.parse("D4"))], ["", "which wins"])
    '♠A and ♦4 (which wins) are about as good.'
    """
    words = [*map(action_words, alike)]
    if len(alike) > _MOST_ALIKE:
        return (
            f"Several others, such as {joined(words[: _MOST_ALIKE - 1], 'and')}, are about as good."
        )
    if not alike:
        return ""
    names = [
        f"{name} ({clause})" if clause else name for name, clause in zip_longest(words, clauses)
    ]
    return f"{joined(names, 'and')} {'is' if len(alike) == 1 else 'are'} about as good."

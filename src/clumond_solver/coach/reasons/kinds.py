# ruff: noqa: PLR0917 (the parameters of a kind are the values of its facts)
"""The kinds of facts of which reasons for a card consist, in any game, each with its one wording.

Each function words a fact from its values, which are its parameters; see `facts`. Kinds of Clumond
alone are in `kinds_of_clumond`.

>>> from clumond_solver.base.cards import Hand
>>> from clumond_solver.coach.reasons.facts import sentences
>>> from clumond_solver.coach.reasons.fates import Fate, Outlook
>>> card, king = PlayedCard(0, Card.parse("S4")), PlayedCard(1, Card.parse("SK"))
>>> loses = Now(card, Outlook(Fate.LOSES, Hand(), may_be_ruffed=False), under=king)
>>> fact = in_trick(loses, keeps=(Card.parse("SA"),), use=Use.WIN)
>>> fact.kind, fact["use"], sentences([fact], Speaker("you"))
(in_trick, <Use.WIN: 'win'>, '♠4 goes under ♠K, and you keep ♠A to win with later.')
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from clumond_solver.base.cards import Card
from clumond_solver.base.wording import counted_in_words, in_words, joined, minus
from clumond_solver.coach.reasons.facts import Fact, kind
from clumond_solver.coach.reasons.fates import Fate, Outlook
from clumond_solver.coach.reasons.thresholds import FEW_RIVALS, MOST_ALIKE
from clumond_solver.coach.reasons.words import (
    Speaker,
    action_words,
    and_text,
    cards_text,
    nth,
    out_of,
    played_text,
    suit_word,
)
from clumond_solver.rules.actions import Action
from clumond_solver.rules.tricks import AnySuit, PlayedCard

# What is certain in this trick.


class Use(Enum):
    """What a card that is kept is for."""

    WIN = "win"
    LOSE = "lose"


@dataclass(frozen=True, slots=True)
class Now:
    """What is certain of a card in this trick.

    under     the card that is winning the trick so far; None before the lead.
    follows   whether the card follows suit, or is a trump.
    is_trump  whether it is one.
    is_last   whether nobody plays after it.
    is_least  whether it is led, and is sure to lose.
    """

    played: PlayedCard
    outlook: Outlook
    under: PlayedCard | None = None
    follows: bool = True
    is_trump: bool = False
    is_last: bool = False
    is_least: bool = False

    @property
    def fate(self) -> Fate:
        """The card's fate."""
        return self.outlook.fate

    def clause(self, say: Speaker) -> str:
        """It in words, without a capital letter or a full stop."""
        name = played_text(self.played)
        if self.is_least:
            return f"{name} is sure to lose"
        if self.fate is Fate.OPEN:
            return f"{self._rivals()} beat {name}"
        if self.fate is Fate.UNLESS_RUFFED:
            return f"{name} wins unless it is {'over' if self.is_trump else ''}ruffed"
        if self.fate is Fate.WINS:
            takes = f"takes this trick{self.from_whom(say)}"
            return f"{name} {takes if self.is_last else 'is sure to win'}"
        if self.under is not None and self.is_last and say.declarer is not None:
            return f"{name} leaves the trick to {say.name(self.under.seat)}"
        return f"{name} {self.goes()}"

    def goes(self, *, would: bool = False) -> str:
        """What a card that cannot win the trick does in it, without the card."""
        if not self.follows:
            return "would be thrown away" if would else "is thrown away"
        winning = "" if self.under is None else played_text(self.under)
        return f"{'would go' if would else 'goes'} under {winning}"

    def from_whom(self, say: Speaker) -> str:
        """Who would win the trick without the card, if nobody plays after it; else ""."""
        if self.under is None or not self.is_last or say.players == 2:
            return ""
        return f" from {say.name(self.under.seat)}"

    def _rivals(self) -> str:
        rivals = self.outlook.rivals
        if len(rivals) <= FEW_RIVALS:
            ruff = ", or a ruff," if self.outlook.may_be_ruffed else ""
            return f"only {cards_text(rivals)}{ruff} can"
        suits = {rival.suit for rival in rivals}
        what = suit_word(suits.pop()) if len(suits) == 1 else "cards"
        return f"{in_words(len(rivals))} {what} can still"


@kind
def in_trick(
    say: Speaker,
    now: Now,
    other: Now | None = None,
    keeps: tuple[Card, ...] = (),
    use: Use | None = None,
    is_danger: bool = False,
    leads_next: bool = False,
) -> str:
    """What a card does in this trick, and another one; or what is kept, or lost by keeping it.

    keeps       cards that stay in hand for a ``use``.
    is_danger   whether the card, if it were kept, might win a trick that is not wanted.
    leads_next  whether the trick is the side's anyway, and the card wins the lead.
    """
    text = now.clause(say)
    if leads_next:
        text += f", so that {say.does('lead')} next"
    if other is not None:
        text += f"; {other.clause(say)}"
    if is_danger:
        many = "too many" if say.declarer is None else "that declarer is to have"
        text += f"; kept, it may win a trick {many}"
    if keeps and use is not None:
        kept = and_text(keeps)
        text += f", and {say.does('keep')} {kept} to {use.value} with later"
    return text


@kind
def fixed(say: Speaker, wins: bool) -> str:
    """That all legal cards win the trick, or that none can."""
    if wins:
        return f"all of {say.whose} cards win this trick"
    return f"none of {say.whose} cards can win this trick"


@kind
def draws(
    say: Speaker, played: PlayedCard, out: int, is_certain: bool = True, holder: int | None = None
) -> str:
    """That a lead draws trumps, of which so many are out; ``holder`` has them all, if known."""
    are = "is" if out == 1 else "are"
    are = are if is_certain else "may still be"
    where = "out" if holder is None else f"with {say.name(holder)}"
    return f"{played_text(played)} draws trumps: {in_words(out)} {are} {where}"


@kind
def cannot_follow(
    say: Speaker, seat: int, suit: AnySuit, use: str = "", is_sure: bool = True
) -> str:
    """That a player has no card of the suit led, and what he can then do, or may."""
    can = f" and {'can' if is_sure else 'may'} {use}" if use else ""
    return f"{say.name(seat)} has no {suit_word(suit)}{can}"


@kind
def last_of_suit(say: Speaker, played: PlayedCard, suit: AnySuit, use: str = "") -> str:
    """That a card is the player's last of its suit, and what he can do then."""
    on = " on" if use == "discard" else ""
    can = f", so that {say.who} can {use}{on} {suit_word(suit)}" if use else ""
    return f"{played_text(played)} is {say.whose} last {suit_word(suit, 1)}{can}"


@kind
def equals(
    say: Speaker, cards: tuple[PlayedCard, ...], follow: bool = False, explain: bool = False
) -> str:
    """That these cards do the same whenever they are played; ``follow``: no others are legal."""
    text = f"{joined(map(played_text, cards), 'and')} are equals"
    text += ", since no card between them is out" if explain else ""
    return f"{say.who} must follow suit: {text}" if follow else text


@kind
def as_good(
    say: Speaker,
    actions: tuple[Action, ...],
    fates: tuple[Fate | None, ...] = (),
    is_small: bool = False,
    are_equal: bool = False,
) -> str:
    """That these actions are as good, or about; a card with what it does now, if that differs."""
    words = [*map(action_words, actions)]
    if len(words) > MOST_ALIKE:
        names, are = f"several others, such as {joined(words[: MOST_ALIKE - 1], 'and')},", "are"
    else:
        fates = fates or (None,) * len(words)
        names = joined(map(_with_fate, words, fates), "and")
        are = "is" if len(words) == 1 else "are"
    head = "the difference is small: " if is_small else ""
    return f"{head}{names} {are} {'equally' if are_equal else 'about as'} good"


def _with_fate(name: str, fate: Fate | None) -> str:
    if fate is None:
        return name
    does = {Fate.LOSES: "cannot win", Fate.OPEN: "may win"}.get(fate, "wins")
    unless = " unless it is ruffed" if fate is Fate.UNLESS_RUFFED else ""
    return f"{name} (which {does} this trick{unless})"


# What differs between the games after two cards.


@dataclass(frozen=True, slots=True)
class Often:
    """In how many of some games something happens."""

    count: int
    games: int

    def __str__(self) -> str:
        """Such as "7 of 24 games"."""
        return f"{out_of(self.count, self.games)} games"


@dataclass(frozen=True, slots=True)
class Worth:
    """What tricks count on average, rounded; ``costs`` if they are not wanted."""

    points: int
    is_exact: bool
    costs: bool

    def __str__(self) -> str:
        """Such as "costs about 3"."""
        about = "" if self.is_exact else "about " if self.points else "next to "
        return f"{'costs' if self.costs else 'counts'} {about}{abs(self.points) or 'nothing'}"


def _trick(worth: Worth | None) -> str:
    return "a later trick" if worth is None else f"a trick that {worth}"


@dataclass(frozen=True, slots=True)
class Place:
    """That few cards out rank above a card, or none; whether it may yet be ruffed.

    above   the cards above it.
    is_alone   whether nobody else has its suit.
    lacks   the suit led, if it is played to that for want of the suit.
    """

    suit: AnySuit
    above: tuple[Card, ...] = ()
    is_alone: bool = False
    ruffed: str = ""
    lacks: AnySuit | None = None

    def text(self, say: Speaker) -> str:
        """The place in words."""
        if self.lacks is not None:
            return f"{say.does('have')} no {suit_word(self.lacks, 1)}"
        ruffed = f"; it may be {self.ruffed}" if self.ruffed else ""
        if self.above:
            are = "is" if len(self.above) == 1 else "are"
            return f"only {and_text(self.above)} {are} out above it{ruffed}"
        higher = "" if self.is_alone else "higher "
        return f"nobody else has a {higher}{suit_word(self.suit, 1)}{ruffed}"


def _named(played: PlayedCard, place: Place | None, say: Speaker) -> str:
    return say.with_place(played, "" if place is None else place.text(say))


@dataclass(frozen=True, slots=True)
class Takes:
    """What a card does in this trick, and how often it takes it.

    would   whether it is the other card, which is not played.
    worth   what the trick then counts; None if only the number of tricks decides.
    spares  what the trick would have cost, if the card never takes it.
    ruffed  in how many games the card is led and ruffed, if that is often.
    """

    now: Now
    often: Often
    place: Place | None = None
    would: bool = False
    is_seldom: bool = False
    worth: Worth | None = None
    spares: Worth | None = None
    ruffed: int = 0

    def clause(self, say: Speaker) -> str:
        """It in words, without a capital letter or a full stop."""
        ruffed = f" and is ruffed in {self.ruffed}" if self.ruffed else ""
        return f"{_named(self.now.played, self.place, say)} {self._does(say)}{ruffed}"

    def _does(self, say: Speaker) -> str:
        fate, often = self.now.fate, self.often
        if fate is Fate.LOSES:
            return self.now.goes(would=self.would)
        if self.is_seldom or not often.count:
            spares = "" if self.spares is None else f", which {self.spares},"
            lost = Often(often.games - often.count, often.games)
            return f"{'would lose' if self.would else 'loses'} this trick{spares} in {lost}"
        worth = "" if self.worth is None else f", which {self.worth}"
        takes = f"{'would take' if self.would else 'takes'} this trick"
        if fate is Fate.WINS:
            return f"{takes}{self.now.from_whom(say)}{worth}"
        return f"{takes}{worth and f'{worth},'} in {often}"


@dataclass(frozen=True, slots=True)
class Kept:
    """How often a card, if it is kept, wins a later trick, and what that counts."""

    played: PlayedCard
    often: Often
    worth: Worth | None = None
    place: Place | None = None
    would: bool = False

    def clause(self, say: Speaker) -> str:
        """It in words, without a capital letter or a full stop."""
        return f"{_named(self.played, self.place, say)}, kept, {self.wins()}"

    def wins(self) -> str:
        """What it does, without the card."""
        if not self.often.count:
            return "would never win a trick" if self.would else "never wins a trick"
        verb = "would win" if self.would else "wins"
        return f"{verb} {_trick(self.worth)} in {self.often}"


@kind
def takes_trick(say: Speaker, takes: Takes) -> str:
    """What a card does in this trick, as far as games show it."""
    return takes.clause(say)


@kind
def now_or_kept(say: Speaker, takes: Takes, kept: Kept) -> str:
    """What a card does in this trick, and what it would do later."""
    return f"{takes.clause(say)}; kept, it {kept.wins()}"


@kind
def both_cards(say: Speaker, takes: Takes, other: Takes, more: Kept, fewer: Kept) -> str:
    """What two cards do in this trick, and what each would do later, the better one first."""
    text, name = takes.clause(say), played_text(other.now.played)
    fates = {takes.now.fate, other.now.fate}
    if other.now.fate is Fate.LOSES:
        text += f", {name} cannot"
    elif takes.often.count and not fates & {Fate.WINS, Fate.LOSES}:
        text += f", {name} in {other.often.count or 'none'}"
    else:
        text += f"; {other.clause(say)}"
    if not more.often.count:
        return f"{text}; neither wins a trick later"
    first, second = (played_text(one.played) for one in (more, fewer))
    often = f"{more.often}, {second} in {fewer.often.count or 'none'}"
    return f"{text}; kept, {first} wins a later trick in {often}"


@kind
def either_kept(
    say: Speaker,
    more: Kept,
    fewer: Kept,
    under: PlayedCard | None = None,
    is_taken: bool | None = None,
) -> str:
    """What each of two cards does later, the better one first, where both do the same now.

    under     the card that neither beats now; None if both take the trick, or either may lose it.
    is_taken  whether both take this trick; None if both mostly lose it, or that is open.
    """
    less, worth = fewer, ""
    if less.often.count and less.worth is not None and less.worth != more.worth:
        worth = f" one that {less.worth}"
    text = f"{more.clause(say)}, {played_text(less.played)}{worth} in"
    text += f" {less.often.count or 'none'}"
    if under is not None:
        return f"{text}; neither beats {played_text(under)} now"
    both = {True: "; both take this trick", False: "; neither takes this trick"}
    return f"{text}{'' if is_taken is None else both[is_taken]}"


@kind
def can_wait(say: Speaker, kept: Kept) -> str:
    """That the other card, which would take this trick, takes one as often if it is kept."""
    name = _named(kept.played, kept.place, say)
    return f"{name} can wait: kept, it {kept.wins()}"


@kind
def adds(
    say: Speaker, played: PlayedCard, points: int, other: PlayedCard, beside: int, is_own: bool
) -> str:
    """What two cards themselves count for the winner of this trick, whom both leave the same."""
    (most, points), (least, rest) = sorted(
        [(played, points), (other, beside)], key=lambda one: -abs(one[1])
    )
    verb, end = ("brings", " to this trick") if is_own else ("gives", " away")
    verb, end = ("costs whoever takes this trick", "") if points < 0 else (verb, end)
    less = f"only {abs(rest)}" if rest * points > 0 else minus(rest) if rest else "nothing"
    return f"{played_text(most)} {verb} {abs(points)}{end}, {played_text(least)} {less}"


@kind
def more_often(
    say: Speaker, played: PlayedCard, event: Fact, often: Often, other: PlayedCard, beside: int
) -> str:
    """How often something happens after a card, and how often after another one."""
    comma = "," if event.kind is wins_later else ""
    text = f"after {played_text(played)}{comma} {event.clause(say)} in {often},"
    return f"{text} after {played_text(other)} in {beside or 'none'}"


@kind
def wins_later(say: Speaker, card: Card, worth: Worth | None = None) -> str:
    """Another card of the hand wins a later trick."""
    return f"{card.pretty()} wins {_trick(worth)}"


@kind
def wins_card(say: Speaker, card: Card, points: int) -> str:
    """The player wins a card that counts much, or costs much."""
    counts = f"{'counts' if points > 0 else 'costs'} {abs(points)}"
    return f"{say.does('win')} {card.pretty()}, which {counts},"


@kind
def reaches_goal(
    say: Speaker, seat: int, goal: int, is_nominated: bool, misses: bool = False
) -> str:
    """A player takes the exact number of tricks that he needs, or misses it."""
    whose = say.whose if seat == say.seat else "his"
    aim = f"{whose} nomination" if is_nominated else f"his {in_words(goal)}"
    if misses:
        return f"{say.does('miss', seat).replace('misss', 'misses')} {aim}"
    if is_nominated:
        return f"{say.does('make', seat)} {aim}"
    return f"{say.does('take', seat)} {exactly(goal)}"


@kind
def bidder_fails(say: Speaker, seat: int) -> str:
    """The bidder does not take more than the other player."""
    return f"{say.does('fail', seat)} as bidder"


@kind
def turns_over(say: Speaker, seat: int | None, tally: float, limit: int, is_gain: bool) -> str:
    """A player, or one of several if ``seat`` is None, comes so low that all scores turn over."""
    who = "another player"
    if seat is not None:
        who = f"{say.name(seat)}, now at {minus(tally)},"
    s = "" if who.startswith("you,") else "s"
    effect = f"to {say.whose} gain" if is_gain else f"at {say.whose} cost"
    return f"{who} come{s} to {minus(limit)} and turn{s} all scores over, {effect},"


@kind
def happens(say: Speaker, event: Fact, often: Often, is_anyway: bool = False) -> str:
    """How often something happens after the card; ``is_anyway`` if as often whatever is played."""
    alike = f", and about as often whatever {say.does('play')}" if is_anyway else ""
    return f"{event.clause(say)} in {often}{alike}"


@kind
def but(say: Speaker, fact: Fact) -> str:
    """A fact that speaks for the card, after one that speaks for the other card."""
    return f"but {fact.clause(say)}"


@kind
def danger(say: Speaker, card: Card, often: Often, is_costly: bool) -> str:
    """The card that often wins a later trick that is not wanted, and cannot be played now."""
    wins = f"wins a {'costly' if is_costly else 'later'} trick in {often}"
    return f"the danger is {card.pretty()}, which cannot be played now: it {wins}"


@kind
def count_on(
    say: Speaker,
    cards: tuple[Card, ...],
    counts: tuple[int, ...],
    games: int,
    is_chance: bool = False,
) -> str:
    """The cards that win later tricks most often, in how many games each; or the best chance."""
    first, often = cards[0].pretty(), Often(counts[0], games)
    if is_chance:
        return f"the best chance of a later trick is {first}, which wins one in {often}"
    rest = [*zip(cards, counts, strict=True)][1:]
    more = "".join(f", {card.pretty()} in {count}" for card, count in rest)
    return f"{first} wins a later trick in {often}{more}"


@kind
def not_clearly_worse(say: Speaker, cards: tuple[PlayedCard, ...] = ()) -> str:
    """That these cards, or all others shown, may come out worse by luck."""
    if not cards:
        return "none of the others shown is clearly worse: luck may explain these gaps"
    are = "is" if len(cards) == 1 else "are"
    return f"{joined(map(played_text, cards), 'and')} {are} not clearly worse"


@kind
def hardly_matters(say: Speaker, why: tuple[Fact, ...], is_same: bool = False) -> str:
    """That all legal cards come to the same, and why."""
    reasons = "; ".join(fact.clause(say) for fact in why)
    same = "all scores come out the same"
    reasons = f"{reasons}, and {same}" if reasons and is_same else reasons or same
    return f"it hardly matters what {say.does('play')}: {reasons}"


@kind
def all_tricks(say: Speaker, takes: bool) -> str:
    """That the player takes every trick left, or none, whatever is played."""
    return f"{say.does('take')} {'every trick left' if takes else 'no further trick'}"


# What is needed.


@kind
def needs(
    say: Speaker,
    goal: int,
    missing: int,
    left: int,
    risk: int = 0,
    is_lost_now: bool = False,
    is_nominated: bool = True,
) -> str:
    """How many of the tricks left a player needs.

    goal     the tricks that he needs in all, of which ``missing`` are missing.
    risk     1 if he mostly misses it by too few tricks, -1 by too many, else 0.
    is_lost_now   whether no card of his can win this trick.
    """
    if not goal:
        return f"{say.does('want')} no trick"
    if not missing:
        tricks = "trick" if goal == 1 else f"{in_words(goal)} tricks"
        return f"{say.does('already have')} {say.whose} {tricks}"
    if missing == left:
        if not is_lost_now:
            return f"{say.does('need')} every trick left"
        what = f"{nth(goal)[2:].strip()} trick is out of reach"
        what = f"nomination of {in_words(goal)} is lost" if is_nominated else what
        return f"no card of {say.whose}s can win this trick: {say.whose} {what}"
    rest = f"; the risk is too {'few' if risk > 0 else 'many'}" if risk else ""
    if is_lost_now and missing == left - 1:
        last = "one" if missing == 1 else in_words(missing)
        rest = f"; this one is lost, so the last {last}"
    return f"{say.does('need')} {share_text([missing], left)}{rest}"


@kind
def goal_lost(say: Speaker, goal: int, taken: int, can_spoil: bool = False) -> str:
    """That a nomination is out of reach; ``can_spoil``: only those of others are at stake."""
    what = "too many" if goal < taken else "too few"
    text = f"{say.whose} nomination of {in_words(goal)} is lost: {what} tricks"
    return text + ("; only the others' can still be spoilt" if can_spoil else "")


@kind
def trick_costs(
    say: Speaker,
    points: int,
    last: int | None,
    needed: int = 0,
    fewer: int = 0,
    seat: int = 0,
    limit: int = 0,
) -> str:
    """What every trick left counts or costs, where all do the same.

    last    what the last one costs; None if it may cost anything.
    needed  how many more bring a player, of the ``seat``, to the ``limit``; 0 if not said.
    fewer   how many, if the last is one of them.
    """
    text = f"every trick left {'but the last ' if last is None else ''}costs {points}"
    if last not in {None, points}:
        text += f", the last {last}"
    if needed:
        text += f"; {in_words(needed)} more"
        if fewer < needed:
            text += f", or {in_words(fewer)} with the last,"
        text += f" bring {say.name(seat)} to {minus(limit)}"
    return text


@kind
def further_tricks(say: Speaker, help: bool) -> str:
    """Whether further tricks mostly help the player, where all scores may turn over."""
    whom = "you" if say.who == "you" else "him"
    return f"further tricks mostly {'help' if help else 'cost'} {whom}"


def exactly(goal: int) -> str:
    """A player's goal in words: an exact number of tricks."""
    return f"exactly {counted_in_words(goal, 'trick')}" if goal else "no trick"


def share_text(needs: Iterable[int], left: int) -> str:
    """How many of the tricks left are needed, by the numbers that may be.

    >>> share_text([2, 3], 9), share_text([1], 1)
    ('two or three of the nine tricks left', 'the last trick')
    """
    needs = sorted({*needs})
    if needs == [left]:
        return "every trick left" if left > 1 else "the last trick"
    number = in_words(needs[0])
    if len(needs) == 2:
        number = f"{number} or {in_words(needs[1])}"
    elif len(needs) > 2:
        number = f"{number} to {in_words(needs[-1])}"
    return f"{number} of the {in_words(left)} {'trick' if left == 1 else 'tricks'} left"

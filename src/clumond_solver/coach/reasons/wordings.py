# ruff: noqa: PLR0917 (the parameters of a kind are the values of its facts)
"""The kinds of facts of which reasons for a card consist, in any game, each with its one wording.

Each function words a fact from its values, which are its parameters; see `facts`. Kinds of
Clumond alone are in `wordings_of_clumond`.

>>> from clumond_solver.base.cards import Hand
>>> from clumond_solver.coach.reasons.speaker import sentences
>>> from clumond_solver.coach.reasons.fates import Fate, Now, Place
>>> card, king = PlayedCard(0, Card.parse("S4")), PlayedCard(1, Card.parse("SK"))
>>> loses = Now(card, Fate.LOSES, under=king)
>>> fact = in_trick(loses, keeps=(Card.parse("SA"),), use=Use.WIN)
>>> fact.kind is in_trick, fact["use"], sentences([fact], Speaker("you"))
(True, <Use.WIN: 'win'>, '♠4 goes under ♠K, and you keep ♠A to win with later.')
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain

from clumond_solver.base.cards import Card
from clumond_solver.base.wording import counted_in_words, in_words, joined, minus
from clumond_solver.coach.reasons.fates import Fate, Now, Place
from clumond_solver.coach.reasons.speaker import (
    Reason,
    Speaker,
    action_words,
    alternatives,
    and_text,
    are_gone,
    kind,
    ordinal,
    out_of,
    played_text,
    range_text,
    suit_word,
)
from clumond_solver.coach.reasons.stakes import Fault
from clumond_solver.coach.reasons.thresholds import FEW_RIVALS, MOST_ALIKE, SELDOM
from clumond_solver.rules.actions import Action
from clumond_solver.rules.tricks import AnySuit, PlayedCard

# What is certain in this trick.


class Use(Enum):
    """What a card that is kept is for."""

    WIN = "win"
    LOSE = "lose"


def _now_text(now: Now, say: Speaker) -> str:
    """What is certain of a card in this trick."""
    name = played_text(now.played)
    since = f" now that {are_gone(now.gone)}" if now.gone else ""
    if now.is_least:
        return f"{name} is sure to lose"
    if now.fate is Fate.OPEN:
        return f"{_rivals_text(now, say)} beat {name}{since}"
    if now.ruff is not None:
        # Partner's ruff leaves the trick to the side.
        is_danger = not now.ruff.seats or say.declarer in {None, *now.ruff.seats}
        unless = f"{',' if since else ''} {'unless it' if is_danger else 'or'} is"
        over = "over" if now.is_trump else ""
        return f"{name} wins{since}{unless} {over}ruffed{say.ruffers(now.ruff)}"
    if now.fate is Fate.WINS:
        takes = f"takes this trick{_from_whom(now, say)}"
        return f"{name} {takes if now.is_last else f'is sure to win{since}'}"
    if now.under is not None and now.is_last and say.declarer is not None:
        return f"{name} leaves the trick to {say.name(now.under.seat)}"
    return f"{name} {_goes(now)}"


def _goes(now: Now, *, would: bool = False) -> str:
    """What a card that cannot win the trick does in it, without the card."""
    if not now.follows:
        return "would be thrown away" if would else "is thrown away"
    winning = "" if now.under is None else played_text(now.under)
    return f"{'would go' if would else 'goes'} under {winning}"


def _from_whom(now: Now, say: Speaker) -> str:
    """Who would win the trick without the card, if nobody plays after it; else ""."""
    if now.under is None or not now.is_last or say.players == 2:
        return ""
    return f" from {say.name(now.under.seat)}"


def _rivals_text(now: Now, say: Speaker) -> str:
    if len(now.rivals) <= FEW_RIVALS:
        ruff = f", or a ruff{say.ruffers(now.ruff)}," if now.ruff else ""
        return f"only {alternatives(now.rivals)}{ruff} can"
    suits = {rival.suit for rival in now.rivals}
    what = suit_word(suits.pop()) if len(suits) == 1 else "cards"
    return f"{in_words(len(now.rivals))} {what} can still"


@kind
def in_trick(
    say: Speaker,
    now: Now,
    other: Now | None = None,
    keeps: tuple[Card, ...] = (),
    use: Use | None = None,
    leads_next: bool = False,
) -> str:
    """What a card does in this trick, and another one; or what is kept.

    keeps       cards that stay in hand for a ``use``.
    leads_next  whether the trick is the side's anyway, and the card wins the lead.
    """
    text = _now_text(now, say)
    if other is not None and other.gone == now.gone:
        other = replace(other, gone=())
    if leads_next:
        text += f", so that {say.does('lead')} next"
    if other is not None:
        text += f"; {_now_text(other, say)}"
    if keeps and use is not None:
        text += f", and {say.does('keep')} {and_text(keeps)} to {use.value} with later"
    return text


@kind
def fixed(say: Speaker, wins: bool) -> str:
    """That all legal cards win the trick, or that none can."""
    if wins:
        return f"all of {say.whose} cards win this trick"
    return f"none of {say.whose} cards can win this trick"


@kind
def draws(say: Speaker, played: PlayedCard, out: int, is_certain: bool = True) -> str:
    """That a lead draws trumps, of which so many are out."""
    are = "may still be" if not is_certain else "is" if out == 1 else "are"
    return f"{played_text(played)} draws trumps: {in_words(out)} {are} out"


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
def equals(say: Speaker, cards: tuple[PlayedCard, ...], explain: bool = False) -> str:
    """That these cards do the same whenever they are played."""
    text = f"{joined(map(played_text, cards), 'and')} are equals"
    return f"{text}, since no card between them is out" if explain else text


class Alike(Enum):
    """How far actions are as good as the best one."""

    EQUALLY = "equally good"
    ABOUT = "about as good"
    PERHAPS = "not clearly worse"


@kind
def as_good(
    say: Speaker,
    actions: tuple[Action, ...],
    alike: Alike = Alike.ABOUT,
    fates: tuple[Fate | None, ...] = (),
    is_small: bool = False,
) -> str:
    """That these actions are as good, or may be; a card with what it does now, if that differs."""
    words = [*map(action_words, actions)]
    if len(words) > MOST_ALIKE:
        names, are = f"several others, such as {joined(words[: MOST_ALIKE - 1], 'and')},", "are"
    else:
        by_fate = dict[Fate | None, list[str]]()
        for word, fate in zip(words, fates or (None,) * len(words), strict=True):
            by_fate.setdefault(fate, []).append(word)
        parts = ([_with_fate(it, cards)] if it else cards for it, cards in by_fate.items())
        names = joined(chain.from_iterable(parts), "and")
        are = "is" if len(words) == 1 else "are"
    return f"{'the difference is small: ' if is_small else ''}{names} {are} {alike.value}"


def _with_fate(fate: Fate, cards: list[str]) -> str:
    names, is_one = joined(cards, "and"), len(cards) == 1
    does = {Fate.LOSES: "cannot win", Fate.OPEN: "may win"}.get(fate, "wins" if is_one else "win")
    unless = f" unless {'it is' if is_one else 'they are'} ruffed"
    return f"{names} (which {does} this trick{unless if fate is Fate.UNLESS_RUFFED else ''})"


@kind
def only_choice(say: Speaker) -> str:
    """That no other card is legal."""
    return "no other card is legal"


# What differs between the games after two cards.


@dataclass(frozen=True, slots=True)
class Often:
    """In how many of some games something happens."""

    count: int
    games: int

    def __str__(self) -> str:
        """Such as "7 of 24 games"."""
        return f"{out_of(self.count, self.games)} games"

    @property
    def brief(self) -> str:
        """Such as "7", after the games were counted in a sentence."""
        return "all" if self.count == self.games else str(self.count or "none")


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
class Takes:
    """What a card does in this trick, and how often it takes it.

    would  whether it is the other card, which is not played.
    worth  what the trick then counts; None if only the number of tricks decides.
    """

    now: Now
    often: Often
    place: Place | None = None
    would: bool = False
    worth: Worth | None = None

    @property
    def is_seldom(self) -> bool:
        """Whether it hardly ever takes the trick, so that the games that it loses are counted."""
        return self.often.count <= SELDOM * self.often.games

    def clause(self, say: Speaker) -> str:
        """It in words, without a capital letter or a full stop."""
        return f"{say.with_place(self.now.played, self.place)} {self._does(say)}"

    def _does(self, say: Speaker) -> str:
        fate, often = self.now.fate, self.often
        if fate is Fate.LOSES:
            return _goes(self.now, would=self.would)
        worth = "" if self.worth is None else f", which {self.worth}"
        if fate is Fate.WINS:
            takes = "would take" if self.would else "takes"
            return f"{takes} this trick{_from_whom(self.now, say)}{worth}"
        if self.is_seldom:
            lost = Often(often.games - often.count, often.games)
            return f"{'would lose' if self.would else 'loses'} this trick in {lost}"
        takes = "would take" if self.would else "takes"
        return f"{takes} this trick{worth and f'{worth},'} in {often}"


class Way(Enum):
    """How a card wins a later trick."""

    LED = "led by its player"
    FOLLOWS = "when another player leads its suit"
    RUFFS = "as a trump, when another suit is led"


@dataclass(frozen=True, slots=True)
class How:
    """How a card nearly always wins a later trick, where it does.

    gone       the cards now out above it that are gone by then; () if they need not be.
    is_always  whether it is always so.
    """

    suit: AnySuit
    way: Way | None = None
    gone: tuple[Card, ...] = ()
    is_always: bool = False

    def clause(self, say: Speaker) -> str:
        """It in words, in parentheses."""
        others = say.does("lead", 1 - say.seat) if say.players == 2 else "others lead"
        when = {
            None: "",
            Way.LED: f"when {say.does('lead')} it",
            Way.FOLLOWS: f"when {others} {suit_word(self.suit)}",
            Way.RUFFS: "by ruffing",
        }
        once = f"once {are_gone(self.gone)}" if self.gone else ""
        how = " ".join(filter(None, (when[self.way], once)))
        return f" ({'' if self.is_always else 'mostly '}{how})"


def _how_text(how: How | None, say: Speaker) -> str:
    return "" if how is None else how.clause(say)


@dataclass(frozen=True, slots=True)
class Kept:
    """How often a card, if it is kept, wins a later trick, and what that counts."""

    played: PlayedCard
    often: Often
    worth: Worth | None = None
    place: Place | None = None
    would: bool = False
    how: How | None = None

    def wins(self, say: Speaker) -> str:
        """What it does, without the card."""
        if not self.often.count:
            return "would never win a trick" if self.would else "never wins a trick"
        verb = "would win" if self.would else "wins"
        return f"{verb} {_trick(self.worth)} in {self.often}{_how_text(self.how, say)}"


@kind
def takes_trick(say: Speaker, takes: Takes, kept: Kept | None = None) -> str:
    """What a card does in this trick, as far as games show it, and what it would do later."""
    return takes.clause(say) + ("" if kept is None else f"; kept, it {kept.wins(say)}")


@kind
def both_cards(say: Speaker, takes: Takes, other: Takes, more: Kept, fewer: Kept) -> str:
    """What two cards do in this trick, and what each would do later, the better one first."""
    text, name = takes.clause(say), played_text(other.now.played)
    is_open = takes.now.fate not in {Fate.WINS, Fate.LOSES}
    if is_open and takes.is_seldom and other.now.fate is not Fate.WINS:
        lost = Often(other.often.games - other.often.count, other.often.games)
        text += f", {name} in {lost.brief}"
    elif other.now.fate is Fate.LOSES:
        text += f", {name} cannot"
    elif is_open and other.now.fate is not Fate.WINS:
        text += f", {name} in {other.often.brief}"
    else:
        text += f"; {other.clause(say)}"
    if not more.often.count:
        return f"{text}; neither wins a trick later"
    first, second = (played_text(one.played) for one in (more, fewer))
    often = f"{more.often}{_how_text(more.how, say)}, {second} in {fewer.often.brief}"
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
    worth = ""
    if fewer.often.count and fewer.worth is not None and fewer.worth != more.worth:
        worth = f" one that {fewer.worth}"
    text = f"{say.with_place(more.played, more.place)}, kept, {more.wins(say)}"
    text += f", {played_text(fewer.played)}{worth} in {fewer.often.brief}"
    if under is not None:
        return f"{text}; neither beats {played_text(under)} now"
    both = {True: "; both take this trick", False: "; neither takes this trick"}
    return f"{text}{'' if is_taken is None else both[is_taken]}"


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
def happens(
    say: Speaker,
    event: Reason,
    often: Often,
    after: PlayedCard | None = None,
    other: PlayedCard | None = None,
    beside: int = 0,
    is_anyway: bool = False,
) -> str:
    """How often something happens ``after`` a card, and how often ``beside`` it after another.

    ``is_anyway``: about as often whatever is played.
    """
    text = f"{event.clause(say)} in {often}{_how_text(event.values.get('how'), say)}"
    if after is not None:
        comma = "," if event.kind is wins_later else ""
        text = f"after {played_text(after)}{comma} {text}"
    if other is not None:
        text += f", after {played_text(other)} in {Often(beside, often.games).brief}"
    return f"{text}, and about as often whatever {say.does('play')}" if is_anyway else text


@kind
def wins_later(say: Speaker, card: Card, worth: Worth | None = None, how: How | None = None) -> str:
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
    if is_nominated:
        return f"{say.does('miss' if misses else 'make', seat)} {whose} nomination"
    if misses:
        return f"{say.does('miss', seat)} his {in_words(goal)}"
    tricks = f"exactly {counted_in_words(goal, 'trick')}" if goal else "no trick"
    return f"{say.does('take', seat)} {tricks}"


@kind
def bidder_fails(say: Speaker, seat: int) -> str:
    """The bidder does not take more than the other player."""
    return f"{say.does('fail', seat)} as bidder"


@kind
def turns_over(say: Speaker, seat: int, tally: float, limit: int, is_gain: bool) -> str:
    """A player comes so low that all scores turn over."""
    who = say.name(seat)
    s = "" if who == "you" else "s"
    effect = f"to {say.whose} gain" if is_gain else f"at {say.whose} cost"
    comes = f"come{s} to {minus(limit)} and turn{s} all scores over"
    return f"{who}, now at {minus(tally)}, {comes}, {effect},"


@kind
def but(say: Speaker, fact: Reason) -> str:
    """A fact that speaks for the card, after one that speaks for the other card."""
    return f"but {fact.clause(say)}"


@kind
def danger(say: Speaker, card: Card, often: Often, is_costly: bool, how: How | None = None) -> str:
    """The card that often wins a later trick that is not wanted, and cannot be played now."""
    wins = f"wins a {'costly' if is_costly else 'later'} trick in {often}{_how_text(how, say)}"
    return f"the danger is {card.pretty()}, which cannot be played now: it {wins}"


@kind
def count_on(
    say: Speaker,
    cards: tuple[Card, ...],
    counts: tuple[int, ...],
    games: int,
    how: How | None = None,
) -> str:
    """The cards that win later tricks most often, in how many games each, and how the first."""
    return wins_text(cards, counts, games, "a later trick", _how_text(how, say))


def wins_text(
    cards: Iterable[Card], counts: Iterable[int], games: int, what: str, how: str = ""
) -> str:
    """In how many games each card wins, the first with all words."""
    (card, count), *rest = zip(cards, counts, strict=True)
    more = "".join(f", {other.pretty()} in {often}" for other, often in rest)
    return f"{card.pretty()} wins {what} in {Often(count, games)}{how}{more}"


@kind
def hardly_matters(say: Speaker, why: tuple[Reason, ...], is_same: bool = False) -> str:
    """That all legal cards come to the same, and why, as far as that is known."""
    reasons = "; ".join(fact.clause(say) for fact in why)
    same = "all scores come out the same" if is_same else ""
    because = ", and ".join(filter(None, (reasons, same)))
    head = f"it hardly matters what {say.does('play')}"
    return f"{head}: {because}" if because else "all legal plays are equally good"


@kind
def all_tricks(say: Speaker, takes: bool) -> str:
    """That the player takes every trick left, or none."""
    return f"{say.does('take')} {'every trick left' if takes else 'no further trick'}"


# What is needed.


@kind
def nomination_is_lost(say: Speaker, goal: int) -> str:
    """That the player cannot make his nomination any more."""
    return f"{say.whose} nomination of {in_words(goal)} is lost"


@kind
def needs_for_goal(
    say: Speaker,
    goal: int,
    taken: int,
    left: int,
    risk: Fault | None = None,
    is_lost_now: bool = False,
    is_nominated: bool = False,
) -> str:
    """How many of the tricks left the player needs for an exact number.

    risk         how he mostly misses it, if he is to be warned.
    is_lost_now  whether no card of his can win this trick.
    """
    missing = goal - taken
    if not missing:
        has = "trick" if goal == 1 else f"{in_words(goal)} tricks"
        have = f"{say.does('already have')} {say.whose} {has}"
        return have if goal else f"{say.does('want')} no trick"
    if is_lost_now and missing == left:
        what = f"{ordinal(goal)} trick is out of reach"
        what = f"nomination of {in_words(goal)} is lost" if is_nominated else what
        return f"none of {say.whose} cards can win this trick: {say.whose} {what}"
    rest = f"; the risk is {risk.value}" if risk and missing < left else ""
    if is_lost_now and missing == left - 1:
        last = "one" if missing == 1 else in_words(missing)
        rest = f"; this one is lost, so the last {last}"
    return f"{say.does('need')} {share_text([missing], left)}{rest}"


def share_text(missing: Iterable[int], left: int) -> str:
    """How many of the tricks left are needed, by the numbers that may be."""
    numbers = {*missing}
    if left == 1 and numbers == {0}:
        return "to lose the last trick"
    if numbers == {left}:
        return "every trick left" if left > 1 else "the last trick"
    return f"{range_text(numbers)} of the {counted_in_words(left, 'trick')} left"


@kind
def trick_costs(
    say: Speaker,
    points: int,
    but_last: bool = False,
    needed: int = 0,
    seat: int = 0,
    limit: int = 0,
) -> str:
    """What every trick left costs, where all do the same, ``but_last`` perhaps the last.

    ``needed`` more bring a player, of the ``seat``, to the ``limit``; 0 if that is not said.
    """
    text = f"every trick left {'but the last ' if but_last else ''}costs {points}"
    s = "s" if needed == 1 else ""
    bring = f"; {in_words(needed)} more bring{s} {say.name(seat)} to {minus(limit)}"
    return text + bring if needed else text


@kind
def further_tricks(say: Speaker, help: bool) -> str:
    """Whether further tricks mostly help the player, where all scores may turn over."""
    whom = "you" if say.who == "you" else "him"
    return f"further tricks mostly {'help' if help else 'cost'} {whom}"

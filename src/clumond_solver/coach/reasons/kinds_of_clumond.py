# ruff: noqa: PLR0917 (the parameters of a kind are the values of its facts)
"""The kinds of facts of which only reasons of Clumond consist, each with its one wording.

In all of them ``seat`` is who keeps three cards for his tricks: declarer, or the player himself.
"""

from __future__ import annotations

from clumond_solver.base.cards import Card, Suit
from clumond_solver.base.wording import counted_in_words, in_words, joined
from clumond_solver.coach.reasons.endings import Ending, Fault, ending_text
from clumond_solver.coach.reasons.facts import kind
from clumond_solver.coach.reasons.kinds import Often, share_text
from clumond_solver.coach.reasons.thresholds import MOST_TOTALS
from clumond_solver.coach.reasons.words import (
    Speaker,
    and_text,
    cards_text,
    either,
    nth,
    range_text,
    suit_word,
)
from clumond_solver.games.clumond.play import Retention


@kind
def needs_for(
    say: Speaker,
    seat: int,
    plans: tuple[Ending, ...],
    totals: tuple[int, ...],
    taken: int,
    left: int,
    cards: tuple[Card, ...] = (),
) -> str:
    """How many of the tricks left a seat needs for its one or two plans, or for most of them.

    plans  the plans; without any ``totals`` are the frequent totals of tricks.
    taken  the tricks that he has, supplementary ones included.
    cards  the three cards of a single plan, if no others of their suits can be kept.
    """
    if not plans:
        share = share_text([total - taken for total in totals], left)
        return f"{say.does('mostly need', seat)} {share}"
    kept = [*dict.fromkeys(kept.pretty() for kept, _ in plans)]
    first, *more = (total - taken for _, total in plans)
    named = f" ({and_text(cards)})" if cards else ""
    names, rest = f"{kept[0]}{named}", ""
    if more == [first] and len(kept) == 2:
        names = joined(kept)
    elif more and more != [first]:
        rest = f", for {kept[-1]} {in_words(more[0])}"
    needs = share_text([first], left)
    return f"for {names} {say.does('need', seat)} {needs}{rest}"


@kind
def sure_to_win(say: Speaker, cards: tuple[Card, ...], too_many: int = 0) -> str:
    """That cards are sure to win when they are led, and how many too many that is, if so."""
    if too_many:
        return f"{and_text(cards)} would win {in_words(too_many)} too many"
    are = "is" if len(cards) == 1 else "are"
    return f"{and_text(cards)} {are} sure to win when led"


@kind
def best_chance(say: Speaker, card: Card, higher: tuple[Card, ...]) -> str:
    """The card that is likeliest to win a trick, and the few that can beat it."""
    return f"{card.pretty()}, which only {cards_text(higher)} can beat, may win one"


@kind
def dangerous_card(say: Speaker, card: Card, is_kept: bool) -> str:
    """The card that is likeliest to win a trick where none is wanted."""
    keep = ", best kept among the three" if is_kept else ""
    return f"the danger is {card.pretty()}{keep}"


@kind
def mostly_fails(say: Speaker, seat: int, fault: Fault, later: bool = False) -> str:
    """How a seat mostly fails, and what the player should do; ``later``: not in this trick."""
    many = fault is Fault.TOO_MANY
    if seat == say.seat:
        so = f"{'lose' if many else 'win'} what {say.does('can')}"
    else:
        so = "leave him some" if many else "take them from him"
    fails = f"{say.does('mostly fail', seat)} with {fault.value} tricks"
    return f"{fails}, so {so}{' later on' if later else ''}"


@kind
def fails_both_ways(say: Speaker, seat: int, more: Fault, less: Fault, is_even: bool) -> str:
    """That a seat fails with too many tricks and with too few, and which is more frequent."""
    one, other = (less, more) if is_even else (more, less)
    how = ("about as", "as") if is_even else ("more", "than")
    fails = f"{say.does('fail', seat)} {how[0]} often with {one.value} tricks"
    return f"{fails} {how[1]} with {other.value}"


@kind
def fails_more_often(
    say: Speaker, seat: int, fault: Fault, worse: Card, often: Often, better: Card, beside: int
) -> str:
    """How a seat fails more often after the worse one of two cards."""
    fails = f"after {worse.pretty()} {say.does('fail', seat)}"
    rest = f"after {better.pretty()} in {beside or 'none'}"
    return f"{fails} with {fault.value} tricks in {often}, {rest}"


@kind
def succeeds(
    say: Speaker, seat: int, card: Card, often: Often, other: Card | None = None, beside: int = 0
) -> str:
    """How often the games after a card succeed, and after another one, if there is one."""
    text = f"after {card.pretty()} {say.does('succeed', seat)} in {often}"
    if other is None:
        return text
    return f"{text}, after {other.pretty()} in {beside or 'none'}"


@kind
def smaller_miss(say: Speaker, card: Card, miss: float, other: Card, beside: float) -> str:
    """By how many tricks games miss on average after a card, and after another one."""
    misses = f"{miss:.1f} tricks on average, after {other.pretty()} {beside:.1f}"
    return f"{card.pretty()} keeps the miss small: {misses}"


@kind
def unlikely(say: Speaker) -> str:
    """That success is unlikely, even after the best card."""
    return "success is unlikely"


@kind
def only_plans(say: Speaker, seat: int, plans: tuple[Ending, ...]) -> str:
    """The one or two endings with which a seat can still succeed."""
    can = say.does("can", seat)
    return f"{can} only succeed keeping {joined(map(ending_text, plans))}"


@kind
def beaten(
    say: Speaker,
    card: Card,
    is_certain: bool,
    can_match: bool,
    failed: tuple[int, int, int] = (0, 0, 0),
    games: int = 0,
) -> str:
    """That declarer is beaten after a card, or as good as beaten.

    ``failed`` has the games that fail with too many tricks, too few, and between two pars.
    """
    if not can_match:
        return "declarer is beaten: no three cards that he may hold can match his tricks"
    if is_certain:
        return f"after {card.pretty()} declarer is beaten, however the other cards lie"
    ways = ("with too many tricks", "with too few", "between two pars")
    counts = (f"{way} in {n}" for way, n in zip(ways, failed, strict=True) if n)
    often = Often(sum(failed), games)
    return f"declarer is as good as beaten: he fails in {often}, {', '.join(counts)}"


@kind
def spoils(
    say: Speaker, other: Card, number: int, plan: Ending | None = None, extra: int = 0
) -> str:
    """That another card spoils the plan: with it the seat takes a trick too many.

    number  the number of that trick; 0 if it need not win it.
    plan    the plan; None if no plan at all is left then.
    extra   the supplementary tricks that the plan's total includes.
    """
    takes = f"{say.does('take')} {nth(number)} trick, and " if number else ""
    if plan is None:
        rest = f"no three cards can then match {say.whose} tricks"
    else:
        rest = f"{plan[0].pretty()} wants {in_words(plan[1])}"
        rest += with_supplementary(extra)
    return f"with {other.pretty()} {takes}{rest}"


@kind
def is_needed(say: Speaker, other: Card | None, plan: Ending, extra: int = 0) -> str:
    """That another card, or every trick left if it is None, is needed for the plan."""
    kept = plan[0].pretty()
    wants = f"wants {in_words(plan[1])}{with_supplementary(extra)}"
    if other is None:
        return f"{kept} {wants}: every trick left is needed"
    return f"{other.pretty()} is needed to keep {kept}, which {wants}"


@kind
def can_go(
    say: Speaker,
    card: Card,
    seat: int,
    kept: int,
    held: int,
    plan: Retention | None = None,
    often: Often | None = None,
) -> str:
    """That a seat keeps few cards of a suit, or none, so that one can go.

    kept   how many it keeps, for the ``plan``, or at most in ``often`` of the games that it wins.
    held   how many the player holds.
    """
    suit = suit_word(card.suit)
    cards = f"{in_words(kept)} of {say.whose} {in_words(held)} {suit}"
    cards = cards if kept else f"no {suit_word(card.suit, 1)}"
    head = f"{card.pretty()} can go:"
    if plan is not None:
        return f"{head} {plan.pretty()} keeps {cards}"
    most = "at most " if kept else ""
    keeps = say.does("keep", seat)
    return f"{head} in {often} that succeed {keeps} {most}{cards}"


@kind
def asks_for(say: Speaker, card: Card, often: Often) -> str:
    """That declarer, where he succeeds, mostly keeps a card of the suit led."""
    asks = f"{card.pretty()} asks declarer for a {suit_word(card.suit, 1)}"
    return f"{asks}: in {often} that succeed he keeps one"


@kind
def led_before(say: Speaker, card: Card, is_own: bool) -> str:
    """That a defender led a card's suit before: the player himself, or his partner."""
    how = "goes on with" if is_own else "returns"
    whose = say.whose if is_own else f"{say.whose} partner's"
    return f"{card.pretty()} {how} {whose} suit, {suit_word(card.suit)}"


@kind
def lost_to_declarer(say: Speaker) -> str:
    """That declarer cannot win this trick any more."""
    return "declarer cannot win this trick"


@kind
def little_difference(
    say: Speaker,
    seat: int,
    of: Suit | None,
    is_any_card: bool = False,
    later: Card | None = None,
    totals: tuple[int, ...] = (),
) -> str:
    """That it matters little which card, or which of a suit, is played; or who wins the trick.

    later   a card that can win a trick now or later.
    totals  or the totals of tricks for which the seat can keep three cards.
    """
    what = "winning this trick or not"
    if is_any_card or of is not None:
        kind = "card" if of is None else suit_word(of, 1)
        what = f"which {kind} {say.does('play')}"
    if later is not None:
        why = f"{later.pretty()} can win a trick now or later"
    else:
        many = len(totals) > MOST_TOTALS
        number = f"anything from {range_text(totals)}" if many else either(totals)
        why = f"{say.does('can', seat)} keep three cards for {number} tricks"
    return f"{what} makes little difference: {why}"


@kind
def missed(say: Speaker, card: Card, least: int, other: Card | None = None, more: int = 0) -> str:
    """That an undeclared hand cannot succeed, and the least misses after two cards that differ."""
    miss = f"{say.does('can')} only keep the miss small"
    if other is None:
        return f"{miss}: no three cards can match {say.whose} tricks any more"
    after = f"after {card.pretty()} at best by {counted_in_words(least, 'trick')}"
    return f"{miss}: {after}, after {other.pretty()} by {in_words(more)}"


@kind
def proven(
    say: Speaker,
    succeeds: bool,
    total: int | None = None,
    kept: Retention | None = None,
    extra: int = 0,
    plans: tuple[tuple[Ending, int], ...] = (),
    games: int = 0,
) -> str:
    """That the player is certain to succeed, or cannot succeed, and how he does.

    total, kept  the tricks that he can make certain, and what he keeps; None if not known.
    plans        the most frequent endings, if none is certain, and in how many of the games.
    """
    if not succeeds:
        never = f"whatever anybody plays, {say.whose} tricks will match no three cards left"
        return f"{say.does('can')}not succeed any more: {never}"
    are = "are" if say.who == "you" else "is"
    certain = f"{say.who} {are} certain to succeed, however the other cards lie"
    if plans:
        (plan, count), *more = plans
        change = "".join(
            f"; the others may change it to {ending_text(one)} ({often})" for one, often in more
        )
        return f"{certain}. The plan is {ending_text(plan)} ({Often(count, games)}){change}"
    match = f"keep three cards that match {say.whose} tricks"
    if total is not None:
        tricks = f"{counted_in_words(total, 'trick')} in all"
        cards = "three cards that want as many" if kept is None else kept.pretty()
        match = f"make {tricks}{with_supplementary(extra)} and keep {cards}"
    return f"{certain}: {say.does('can')} {match}"


@kind
def settled(say: Speaker, seat: int, succeeds: bool | None) -> str:
    """That the last trick changes no result; if ``succeeds`` is None, that no card can win it."""
    if succeeds is None:
        return f"none of {say.whose} cards can win the last trick: any will do"
    verb = say.does("succeed" if succeeds else "fail", seat)
    return f"the last trick is settled: {verb}, whatever anybody plays"


@kind
def last_keeps(
    say: Speaker,
    card: Card,
    kept: Retention,
    pars: frozenset[int],
    total: int,
    wins: bool | None,
    is_sure: bool = False,
    is_other: bool = False,
) -> str:
    """What the last card leaves, and which totals that wants.

    total   the player's tricks, without this one.
    wins    whether this trick must be won, or must not; None if neither succeeds.
    is_sure whether that is certain.
    """
    verb = "would keep" if is_other else "keeps"
    keeps = f"{card.pretty()} {verb} {kept.pretty()}, which wants {either(pars)}"
    if wins is None:
        return f"{keeps}, not {either({total, total + 1})}"
    rest = f"and must {'' if wins else 'not '}win this trick"
    if is_sure:
        rest = f"and it {'is sure to' if wins else 'cannot'} win"
    return f"{keeps}: {say.does('have')} {in_words(total)} {rest}"


def with_supplementary(extra: int) -> str:
    """A reminder that a total includes supplementary tricks; "" without any."""
    return f" with the {in_words(extra)} supplementary" if extra else ""

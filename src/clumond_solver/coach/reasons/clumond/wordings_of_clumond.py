# ruff: noqa: PLR0917 (the parameters of a kind are the values of its facts)
"""The kinds of facts of which only reasons for a card in Clumond consist, one wording each.

In all of them ``seat`` is who keeps three cards for his tricks: declarer, or the player himself.
"""

from __future__ import annotations

from clumond_solver.base.cards import Card, Suit
from clumond_solver.base.wording import counted_in_words, in_words, joined
from clumond_solver.coach.reasons.clumond.finishes import plan_text
from clumond_solver.coach.reasons.speaker import (
    Speaker,
    alternatives,
    and_text,
    are_gone,
    either,
    kind,
    nth,
    range_text,
    suit_word,
)
from clumond_solver.coach.reasons.stakes import Fault
from clumond_solver.coach.reasons.thresholds import MOST_TOTALS
from clumond_solver.coach.reasons.wordings import Often, share_text
from clumond_solver.games.clumond.play import Retention
from clumond_solver.games.clumond.signals import Lengths, SignalKind
from clumond_solver.results.clumond_results import Plan

# Signals that tell a length by playing the suit again at once, or by not doing so.
OF_RETURN = {SignalKind.RETURNS, SignalKind.LEAVES}


@kind
def needs_for_plans(
    say: Speaker,
    seat: int,
    plans: tuple[tuple[Retention | None, int], ...],
    taken: int,
    left: int,
    cards: tuple[Card, ...] = (),
) -> str:
    """How many of the tricks left a seat needs for its plans, or mostly needs.

    taken  the tricks that it has, supplementary ones included.
    cards  the three cards of a single plan, if no others of their suits can be kept.
    """
    kept = [*dict.fromkeys(plan.pretty() for plan, _ in plans if plan)]
    missing = [total - taken for _, total in plans]
    if not kept:
        return f"{say.does('mostly need', seat)} {share_text(missing, left)}"
    named = f" ({and_text(cards)})" if cards else ""
    is_one = len({*missing}) == 1
    names = joined(kept) if is_one else kept[0]
    rest = "" if is_one else f", for {kept[-1]} {in_words(missing[-1])}"
    return f"for {names}{named} {say.does('need', seat)} {share_text(missing[:1], left)}{rest}"


@kind
def sure_to_win(say: Speaker, cards: tuple[Card, ...], gone: tuple[Card, ...] = ()) -> str:
    """That cards are sure to win when they are led, and which higher ones are gone."""
    since = f", since {are_gone(gone)}" if gone else ""
    return f"{and_text(cards)} {'is' if len(cards) == 1 else 'are'} sure to win when led{since}"


@kind
def may_win(say: Speaker, card: Card, higher: tuple[Card, ...], is_wanted: bool) -> str:
    """The card that is likeliest to win a trick, and the few that can beat it; or the danger."""
    if is_wanted:
        return f"{card.pretty()}, which only {alternatives(higher)} can beat, may win one"
    return f"the danger is {card.pretty()}"


@kind
def ends(say: Speaker, seat: int, fault: Fault | None = None) -> str:
    """A seat succeeds, or fails so."""
    return (
        f"{say.does('fail', seat)} with {fault.value} tricks"
        if fault
        else say.does("succeed", seat)
    )


@kind
def mostly_fails(
    say: Speaker,
    seat: int,
    fault: Fault,
    later: bool = False,
    further: tuple[int, ...] = (),
    is_advice: bool = True,
) -> str:
    """How a seat mostly fails, and what the player should do.

    later      not in this trick.
    further    so many tricks more fail, between those that its plans want; () if others do.
    is_advice  whether more tricks, or fewer, would help all its plans.
    """
    many = fault is Fault.TOO_MANY
    how = f"{fault.value} tricks"
    if further:
        exactly = "exactly " if len(further) == 1 else ""
        how = f"{exactly}{range_text(further)} more trick{'s' if further != (1,) else ''}"
    how = f"{say.does('mostly fail', seat)} with {how}"
    if further or not is_advice:
        return how
    if seat != say.seat:
        so = "leave him some" if many else "take them from him"
    elif say.who == "you":
        so = f"{'lose' if many else 'win'} what you can"
    else:
        so = f"the {'fewer' if many else 'more'}, the better"
    return f"{how}, so {so}{' later on' if later else ''}"


@kind
def fails_both_ways(say: Speaker, seat: int, more: Fault, less: Fault, is_even: bool) -> str:
    """That a seat fails with too many tricks and with too few, and which is more frequent."""
    how = ("about as", "as") if is_even else ("more", "than")
    often = f"{say.does('fail', seat)} {how[0]} often with {more.value} tricks"
    return f"{often} {how[1]} with {less.value}"


@kind
def unlikely(say: Speaker) -> str:
    """That success is unlikely, even after the best card."""
    return "success is unlikely"


@kind
def only_plans(say: Speaker, seat: int, plans: tuple[Plan, ...]) -> str:
    """The one or two endings with which a seat can still succeed."""
    can = say.does("can", seat)
    return f"{can} only succeed keeping {joined(map(plan_text, plans))}"


@kind
def beaten(
    say: Speaker, card: Card, is_certain: bool, failed: tuple[int, int, int], games: int
) -> str:
    """That declarer is beaten after a card, or as good as beaten.

    ``failed`` has the games that fail with too many tricks, too few, and between two pars.
    """
    if is_certain:
        return f"after {card.pretty()} declarer is beaten, however the other cards lie"
    ways = ("with too many tricks", "with too few", "between two pars")
    counts = [(way, n) for way, n in zip(ways, failed, strict=True) if n]
    often = Often(sum(failed), games)
    how = ", ".join(f"{way} in {n}" for way, n in counts) if counts[1:] else f"all {counts[0][0]}"
    return f"declarer is as good as beaten: he fails in {often}, {how}"


@kind
def spoils(say: Speaker, other: Card, number: int, plan: Plan | None = None) -> str:
    """That another card spoils the plan: it is needed for it, or wins a trick too many.

    number  the number of the trick that it is sure to win; 0 if it need not win it.
    plan    the plan; None if no plan at all is left then.
    """
    if plan is None:
        takes = f"{say.does('take')} {nth(number)} trick, and " if number else ""
        return f"with {other.pretty()} {takes}no three cards can then match {say.whose} tricks"
    kept, total = plan[0].pretty(), in_words(plan[1])
    if not number:
        return f"{other.pretty()} is needed to keep {kept}, which wants {total}"
    return f"with {other.pretty()} {say.does('take')} {nth(number)} trick, and {kept} wants {total}"


@kind
def can_go(
    say: Speaker, card: Card, seat: int, kept: int, held: int, why: Retention | Often
) -> str:
    """That a seat keeps few cards of a suit, or none, so that one can go.

    kept  how many it keeps, for a plan, or at most, in so many of the games that succeed.
    held  how many the player holds.
    """
    suit = suit_word(card.suit)
    cards = f"{in_words(kept)} of {say.whose} {in_words(held)} {suit}"
    cards = cards if kept else f"no {suit_word(card.suit, 1)}"
    if isinstance(why, Retention):
        return f"{card.pretty()} can go: {why.pretty()} keeps {cards}"
    keeps = f"{say.does('keep', seat)} {'at most ' if kept else ''}{cards}"
    return f"{card.pretty()} can go: in {why} that succeed {keeps}"


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
def little_difference(say: Speaker, seat: int, is_any: bool, totals: tuple[int, ...]) -> str:
    """That it matters little who wins the trick, or ``is_any``: which card is played.

    The seat can keep three cards for any of these ``totals`` of tricks.
    """
    what = f"which card {say.does('play')}" if is_any else "winning this trick or not"
    is_range = len(totals) > MOST_TOTALS
    number = f"anything from {range_text(totals)}" if is_range else either(totals)
    # Another player's cards are hidden: of some of these he may hold none.
    who_can = say.does("can") if seat == say.seat else f"{say.name(seat)} may"
    why = f"{who_can} keep three cards for {number} tricks"
    return f"{what} makes little difference: {why}"


@kind
def impossible(say: Speaker, is_declared: bool = True) -> str:
    """That the player cannot succeed."""
    so = "not succeed any more" if is_declared else " only keep the miss small"
    never = f"whatever anybody plays, {say.whose} tricks will match no three cards left"
    return f"{say.does('can')}{so}: {never}"


@kind
def certain(
    say: Speaker,
    total: int | None = None,
    kept: Retention | None = None,
    extra: int = 0,
    plans: tuple[tuple[Plan, int], ...] = (),
    games: int = 0,
) -> str:
    """That the player is certain to succeed, and how.

    total, kept  the tricks that he can make certain, of which ``extra`` are supplementary, and what
                 he keeps; None if not known.
    plans        the most frequent endings, if none is certain, and in how many of the games.
    """
    are = "are" if say.who == "you" else "is"
    text = f"{say.who} {are} certain to succeed, however the other cards lie"
    if plans:
        (plan, count), *more = plans
        change = "".join(
            f"; the others may change it to {plan_text(one)} ({often})" for one, often in more
        )
        return f"{text}. The plan is {plan_text(plan)} ({Often(count, games)}){change}"
    if total is None:
        return f"{text}: {say.does('can')} keep three cards that match {say.whose} tricks"
    supplementary = f" with the {in_words(extra)} supplementary" if extra else ""
    tricks = f"{counted_in_words(total, 'trick')} in all{supplementary}"
    cards = "three cards that want as many" if kept is None else kept.pretty()
    return f"{text}: {say.does('can')} make {tricks} and keep {cards}"


@kind
def certain_to_beat(say: Speaker, seat: int) -> str:
    """That a defender is certain to beat declarer."""
    are = "are" if say.who == "you" else "is"
    return f"{say.who} {are} certain to beat {say.name(seat)}, however the other cards lie"


@kind
def settled(say: Speaker, seat: int, succeeds: bool, left: int = 1) -> str:
    """That the tricks left change no result."""
    verb = say.does("succeed" if succeeds else "fail", seat)
    last = "last trick is" if left == 1 else f"last {in_words(left)} tricks are"
    return f"the {last} settled: {verb}, whatever anybody plays"


@kind
def last_keeps(
    say: Speaker,
    card: Card,
    kept: Retention,
    pars: frozenset[int],
    totals: tuple[int, ...],
    wins: bool | None,
    away: int = 0,
    is_other: bool = False,
) -> str:
    """What the last card leaves, and which totals that wants.

    totals  the numbers of tricks that the player may have then, ascending.
    wins    whether this trick must be won, or must not; None if neither succeeds.
    away    by how many tricks the nearest total misses them then, where that counts.
    """
    verb = "would keep" if is_other else "keeps"
    keeps = f"{card.pretty()} {verb} {kept.pretty()}, which wants {either(pars)}"
    if wins is None:
        at_best = " at best" if len(totals) > 1 else ""
        near = f" ({in_words(away)} away{at_best})" if away else ""
        return f"{keeps}, not {either(totals)}{near}"
    have = f"{say.does('have')} {in_words(totals[-1] - 1 if wins else totals[0])}"
    if len(totals) == 1:
        return f"{keeps}: {have}, and {say.does('win' if wins else 'lose')} this trick"
    return f"{keeps}: {have} and must {'' if wins else 'not '}win this trick"


@kind
def shows(
    say: Speaker,
    card: Card,
    how: SignalKind,
    suit: Suit,
    lengths: Lengths,
    is_even: bool,
    answers: Card | None = None,
) -> str:
    """The lengths of a suit that a card shows to a partner who reads signals.

    ``is_even`` is the parity of the length, ``answers`` the card that partner led, if it answers
    one.
    """
    name, reader = suit_word(suit), "to a partner who reads signals,"
    if how in OF_RETURN:
        again = f"{'' if how is SignalKind.RETURNS else 'not '}playing {name} again"
        return f"{reader} {again} at once shows that {say.who} had {either(lengths)} of them"
    number = f"an {'even' if is_even else 'odd'} number of {name}"
    least = f", {in_words(lengths[0])} or more" if how is SignalKind.OPENS else ""
    verb = "shows" if answers is None else f"answers partner's {answers.pretty()} with"
    rank = "highest" if is_even else "lowest"
    return f"{reader} {card.pretty()}, {say.whose} {rank}, {verb} {number}{least}"


@kind
def has_shown(say: Speaker, card: Card, suit: Suit, lengths: Lengths) -> str:
    """The lengths of a suit that partner's card leaves possible, by the signals agreed on."""
    return (
        f"{say.whose} partner's {card.pretty()} says that he had {either(lengths)}"
        f" {suit_word(suit)}"
    )

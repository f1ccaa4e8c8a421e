"""Why one card rather than another, in a card player's words.

Some sentences follow from the rules and from what the seat has seen: whether a card is sure to win
its trick, which cards beat it, who cannot follow, what can still be kept, and which totals match.
Others count the endings of simulated games after the cards. A defender's reasons also mention what
a card tells his partner by the author's signals, although the engine ignores these.

>>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
>>> view = ClumondView.of(play, "F")
>>> print(reason(view, Card.parse("H3"), Card.parse("DA")).partition(". ")[0])
♥3 keeps ♠♠♦, which wants two or twelve: you have two and must not win this trick
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from clumond_solver.base.cards import Card
from clumond_solver.base.errors import RuleError
from clumond_solver.base.wording import capital, counted_in_words, in_words, joined
from clumond_solver.coach.reasons.any_game import reason_of_action
from clumond_solver.coach.reasons.calls import reason_of_call
from clumond_solver.coach.reasons.defence import Defence
from clumond_solver.coach.reasons.endings import (
    EARLY,
    NOTHING_BESIDE,
    Beside,
    Ending,
    Endings,
    Proved,
    ending_text,
)
from clumond_solver.coach.reasons.fates import Fate, fate_of
from clumond_solver.coach.reasons.last_trick import settled_text
from clumond_solver.coach.reasons.own_target import OwnTarget
from clumond_solver.coach.reasons.signals import Signals
from clumond_solver.coach.reasons.words import Speaker, suit_word
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.knowledge.clumond import ClumondView
from clumond_solver.results import Certainty, Proof

__all__ = [
    "Beside", "Endings", "Fate", "Play", "Proved", "fate_of", "prospect", "reason",
    "reason_of_action", "reason_of_call", "reason_of_proof", "rival_of",
]  # fmt: skip

# More cards about as good are not named.
_MOST_ALIKE = 5


def reason(
    view: ClumondView,
    card: Card,
    other: Card | None = None,
    *,
    games: Endings | None = None,
    others: Endings | None = None,
    who: str = "you",
    proved: Proved | None = None,
    alike: Mapping[Card, Endings | None] | None = None,
    is_worse: bool = True,
    explain_signals: bool = True,
) -> str:
    """Why the card, rather than the other one, from what the seat to play has seen.

    ``games`` and ``others`` are declarer's endings in games after the two cards, or the seat's own
    where nobody declared. ``who`` is "you", or the player's name. ``proved``, by
    `reason_of_proof`, comes first. ``alike`` are cards about as good, with the endings after
    them: they are named. ``is_worse`` False: the other card may be worse only by luck.
    ``explain_signals`` False leaves out what a card tells a partner who reads signals.
    Empty if there is nothing to say. RuleError if it is not the seat's turn.
    """
    if view.turn is not view.seat:
        raise RuleError(f"it is {view.turn}'s turn, but the view is {view.seat}'s")
    if settled := settled_text(view, who):
        return settled if proved is None else proved.text
    alike = alike or {}
    side = _side(view, card, other, who, Beside(proved, alike, is_worse))
    if alike and not other:
        side.free = _no_difference(side, games, alike)
    sentences = ["" if proved is None else proved.text, *side.sentences(games, others)]
    if explain_signals and isinstance(side, Defence):
        sentences.append(_signal(Signals(view, side.declarer, who), card, other, alike))
    return " ".join(filter(None, [side.free, *sentences, _alike_text(side, games, alike, proved)]))


def _signal(signals: Signals, card: Card, other: Card | None, alike: Iterable[Card]) -> str:
    """What the card tells partner, or else the first card about as good that tells its length."""
    of_alike = (signals.sentence(one, card, of_length=True) for one in alike)
    return signals.sentence(card, other) or next(filter(None, of_alike), "")


def _no_difference(
    side: OwnTarget | Defence, games: Endings | None, alike: Collection[Card]
) -> str:
    """That the cards compared are as good although some rather win this trick, and why; or ""."""
    facts, cards = side.facts, [side.card, *alike]
    own = side.card.suit
    differ = any(facts.rather_wins(card, side.card) for card in alike)
    what = "Winning this trick or not makes little difference" if differ else ""
    for kind, among in (
        (suit_word(own, 1), [card for card in facts.legal if card.suit is own]),
        ("card", facts.legal),
    ):
        if len(among) > 1 and {*cards}.issuperset(among):
            what = f"Which {kind} {side.does('play')} makes little difference"
    if not what or facts.fixed() or facts.is_lost_to_declarer:
        return ""
    why = facts.now_or_later(cards)
    if not why and games is not None:
        is_early = side.view.tricks_left >= EARLY
        why = games.either_way(side.can_keep, is_early=is_early)
    return f"{what}: {why}." if why else ""


def rival_of(
    view: ClumondView,
    card: Card,
    games: Endings | None,
    worse: Mapping[Card, tuple[Endings, bool]],
    beside: Beside = NOTHING_BESIDE,
) -> Card | None:
    """The first of some worse cards that something tells from the card; else the first, or None.

    ``worse`` has the endings after the cards, and whether they are worse beyond luck: those first.
    """
    rivals = sorted(worse, key=lambda other: not worse[other][1])
    for other in rivals:
        others, is_worse = worse[other]
        side = _side(view, card, other, "you", beside._replace(is_worse=is_worse))
        if side.grounds(games, others):
            return other
    return next(iter(rivals), None)


def prospect(
    view: ClumondView,
    card: Card,
    games: Endings | None,
    who: str = "you",
    *,
    explain_signals: bool = True,
) -> str:
    """What is wanted from here on, where there is no choice to explain; "" if it is unclear."""
    if view.tricks_left == 1:
        return ""
    side = _side(view, card, None, who)
    sentences = [side.aim(games)]
    if explain_signals and isinstance(side, Defence):
        legal = [one for one in side.facts.legal if one != card]
        sentences.append(_signal(Signals(view, side.declarer, who), card, None, legal))
    return " ".join(filter(None, sentences))


def _side(
    view: ClumondView, card: Card, other: Card | None, who: str, beside: Beside = NOTHING_BESIDE
) -> OwnTarget | Defence:
    if view.declarer is None or view.declarer is view.seat:
        return OwnTarget(view, card, other, who, beside)
    return Defence(view, view.declarer, card, other, who=who, beside=beside)


def _alike_text(
    side: OwnTarget | Defence,
    games: Endings | None,
    alike: Mapping[Card, Endings | None],
    proved: Proved | None,
) -> str:
    """The cards about as good: first those with the same aim, then those with another ending.

    Touching cards, whose games are the same, and cards that are as certain are equally good.
    """
    main = None if games is None or isinstance(side, Defence) else games.main
    aims = dict[tuple[Ending | None, str], list[Card]]()
    for card, endings in alike.items():
        other = None if endings is None or main is None else endings.main
        is_equal = proved is not None or (games is not None and endings is games)
        as_good = "equally good" if is_equal else "about as good"
        aims.setdefault((None if other == main else other, as_good), []).append(card)
    texts = list[str]()
    for (ending, as_good), cards in sorted(aims.items(), key=lambda item: item[0][0] is not None):
        names = [card.pretty() for card in cards[:_MOST_ALIKE]]
        names += ["others"] if len(cards) > _MOST_ALIKE else []
        are = "are" if len(cards) > 1 else "is"
        aim = "" if ending is None else f", for {ending_text(ending)}"
        texts.append(f"{joined(names, 'and')} {are} {as_good}{aim}")
    return f"{'; '.join(texts)}." if texts else ""


def reason_of_proof(
    proof: Proof,
    view: ClumondView,
    kept: Retention | None = None,
    total: int | None = None,
    *,
    games: Endings | None = None,
    who: str = "you",
) -> Proved:
    """That declarer, who is to play, is certain to succeed, or cannot, and how.

    ``total`` is a number of tricks that he can make certain, ``kept`` the retention with it;
    ``games`` has his endings, if none is certain.
    """
    whose = Speaker(who).whose
    if proof.certainty is Certainty.IMPOSSIBLE:
        return Proved(
            f"{capital(who)} cannot succeed any more: whatever anybody plays, {whose}"
            " tricks will match no three cards left."
        )
    certain = f"{capital(who)} {'are' if who == 'you' else 'is'} certain to succeed"
    match = f"keep three cards that match {whose} tricks"
    if kept is None and games is not None and games.best:
        text = f"{certain}, however the other cards lie. {games.plan_text()}"
        return Proved(text, games.best[0][0])
    if total is not None:
        extra = view.supplementary[view.seat]
        beside = f" with the {in_words(extra)} supplementary" if extra else ""
        match = f"make {counted_in_words(total, 'trick')} in all{beside} and keep "
        match += "three cards that want as many" if kept is None else kept.pretty()
    return Proved(f"{certain}, however the other cards lie: {who} can {match}.", kept)

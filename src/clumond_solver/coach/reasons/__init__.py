"""Why one card rather than another, in a card player's words.

Some sentences follow from the rules and from what the seat has seen: whether a card is sure to win
its trick, which cards beat it, who cannot follow, what can still be kept, and which totals match.
Others count the endings of simulated games after the cards. A defender's reasons also mention what
a card tells his partner by the author's signals, although the engine ignores these.

>>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
>>> knowledge = Knowledge.of(play, "F")
>>> print(reason(knowledge, Card.parse("H3"), Card.parse("DA")).partition(". ")[0])
♥3 keeps ♠♠♦, which wants two or twelve: you have two and must not win this trick
"""

from __future__ import annotations

from collections.abc import Sequence

from clumond_solver.base.cards import Card
from clumond_solver.base.errors import RuleError
from clumond_solver.base.wording import NUMBERS, capital, counted_in_words
from clumond_solver.coach.reasons.any_game import as_good_text, reason_of_action
from clumond_solver.coach.reasons.calls import reason_of_call
from clumond_solver.coach.reasons.defence import Defence
from clumond_solver.coach.reasons.endings import Endings
from clumond_solver.coach.reasons.fates import Fate, fate_of
from clumond_solver.coach.reasons.last_trick import settled_text
from clumond_solver.coach.reasons.own_target import OwnTarget
from clumond_solver.coach.reasons.signals import Signals
from clumond_solver.coach.reasons.words import Speaker
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.knowledge.clumond import Knowledge
from clumond_solver.results import Certainty, Proof
from clumond_solver.rules.actions import PlayCard

__all__ = [
    "Endings", "Fate", "Play", "fate_of", "reason", "reason_of_action", "reason_of_call",
    "reason_of_proof",
]  # fmt: skip

_MOST_SENTENCES = 2


def reason(
    knowledge: Knowledge,
    card: Card,
    other: Card | None = None,
    *,
    games: Endings | None = None,
    others: Endings | None = None,
    who: str = "you",
    proved: str = "",
    alike: Sequence[Card] = (),
) -> str:
    """Why the card, rather than the other one, from what the seat to play has seen.

    ``games`` and ``others`` are declarer's endings in games after the two cards, or the seat's own
    where nobody declared. ``who`` is "you", or the player's name. ``proved``, a text by
    `reason_of_proof`, comes first. ``alike`` are cards about as good: those with the same merits
    are named. Empty if there is nothing to say. RuleError if it is not the
    seat's turn.
    """
    if knowledge.turn is not knowledge.seat:
        raise RuleError(f"it is {knowledge.turn}'s turn, but the knowledge is {knowledge.seat}'s")
    if settled := settled_text(knowledge, who):
        return proved or settled
    side: OwnTarget | Defence
    signal = list[str]()
    if knowledge.declarer is None or knowledge.declarer is knowledge.seat:
        side = OwnTarget(knowledge, card, other, who, proved)
    else:
        side = Defence(knowledge, knowledge.declarer, card, other, who)
        signal = [*Signals(knowledge, knowledge.declarer, who).sentences(card, other)]
    sentences = [*filter(None, side.sentences(games, others))]
    as_good = _alike_text(side, alike)
    room = _MOST_SENTENCES + (games is not None) - len([text for text in (proved, as_good) if text])
    return " ".join(filter(None, [proved, *sentences[: room - len(signal)], *signal, as_good]))


def _alike_text(side: OwnTarget | Defence, alike: Sequence[Card]) -> str:
    """The cards about as good that have the same merits, or that winning matters little."""
    merits = [card for card in alike if side.has_same_merits(card)]
    like = [card for card in merits if side.facts.is_as_low(card)]
    text = as_good_text([*map(PlayCard, like or merits)])
    if merits and not like:
        if not side.facts.moment.trick:
            return ""
        text = f"{text.removesuffix('.')}: winning this trick or not makes little difference."
    return text


def reason_of_proof(
    proof: Proof,
    knowledge: Knowledge,
    kept: Retention | None = None,
    total: int | None = None,
    *,
    games: Endings | None = None,
    who: str = "you",
) -> str:
    """That declarer, who is to play, is certain to succeed, or cannot, and how.

    ``total`` is a number of tricks that he can make certain, ``kept`` the retention with it;
    ``games`` has his endings, if none is certain.
    """
    whose = Speaker(who).whose
    if proof.certainty is Certainty.IMPOSSIBLE:
        return (
            f"{capital(who)} cannot succeed any more: whatever anybody plays, {whose}"
            " tricks will match no three cards left."
        )
    certain = f"{capital(who)} {'are' if who == 'you' else 'is'} certain to succeed"
    match = f"keep three cards that match {whose} tricks"
    if kept is None and games is not None and games.best:
        return f"{certain}, however the other cards lie. {games.plan_text()}"
    if total is not None:
        extra = knowledge.supplementary[knowledge.seat]
        beside = f" with the {NUMBERS[extra]} supplementary" if extra else ""
        match = f"make {counted_in_words(total, 'trick')} in all{beside} and keep "
        match += "three cards that want as many" if kept is None else kept.pretty()
    return f"{certain}, however the other cards lie: {who} can {match}."

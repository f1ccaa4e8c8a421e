"""Proofs, from what a player sees alone, that he cannot fail or cannot succeed.

Games hardly distinguish a chance of 1 from one of .99; a proof does. `prove` plays the hand against
one opponent who holds all other cards and may decide again before every card where they lie, which
is more than two defenders can do in any deal (see `_core/single_dummy/declarer_proofs`).
`proof_at` does so at any turn of declarer's, and names the cards that keep success certain. In the
last tricks it looks at all deals, for a defender too (`LastChances`). `settled_by` says for every
player which cards settle the result, whatever follows.

>>> prove(Hand.parse("AKQJ98765432.AKQJ.."), Strain.SPADES)
Certainty.CERTAIN
>>> prove(Hand.parse(".AKQJ98765432..AKQJ"), Strain.HEARTS)
Certainty.IMPOSSIBLE
>>> prove(Hand.parse("AK8732.AK974.KJ4.Q3"), Strain.SPADES) is None
True
>>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
>>> proof = proof_at(ClumondView.of(play, Seat.FOREHAND))
>>> proof.certainty, str(proof.cards)
(Certainty.CERTAIN, '.3..')
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from clumond_solver._core.single_dummy.declarer_proofs import prove_hand, proved_cards
from clumond_solver.base.cards import CLUMOND_PACK, Card, Hand, Strain, StrainLike, Suit
from clumond_solver.base.checks import as_int
from clumond_solver.base.errors import RuleError, shown_number
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import (
    MOST_SUPPLEMENTARY,
    RULES,
    Play,
    Retention,
    possible_pars,
)
from clumond_solver.knowledge.clumond_views import ClumondView, check_full_hand
from clumond_solver.knowledge.core_clumond import (
    clumond_payoffs,
    seat_knowledge,
)
from clumond_solver.results import Certainty, Proof
from clumond_solver.rules.actions import Action, PlayCard
from clumond_solver.single_dummy.last_tricks import LastChances

__all__ = ["Play", "open_endings", "proof_at", "prove", "settled_by", "sure_plan"]

# No proof took more than 9000 nodes, a few milliseconds.
_PROOF_NODES = 10_000


def prove(hand: Hand, strain: StrainLike, *, supplementary: int = 0) -> Certainty | None:
    """Prove that a declarer with this hand cannot fail, or cannot succeed; None without a proof.

    ``supplementary`` is the number of declarer's supplementary tricks (Four Tens). CERTAIN means
    that a declarer who sees only his own cards can play so that he succeeds, however the other 32
    cards lie and whatever the others play; IMPOSSIBLE, that he fails in every deal, whatever
    anybody plays. Most hands take microseconds, none more than a few milliseconds. RuleError for a
    hand that is not 16 cards of the pack without tens, and for supplementary tricks outside 0 to 6.
    """
    check_full_hand(hand)
    if not 0 <= as_int(supplementary, "supplementary tricks") <= MOST_SUPPLEMENTARY:
        raise RuleError(
            f"{shown_number(supplementary)} supplementary tricks: from 0 to {MOST_SUPPLEMENTARY}"
        )
    return _proved(hand, Strain(strain), supplementary)


# Simulated games with one hand are spread over many jobs, and each job needs the hand's proof.
@lru_cache(maxsize=64)
def _proved(hand: Hand, strain: Strain, supplementary: int) -> Certainty | None:
    trump = strain.suit
    payoffs = clumond_payoffs(Seat.FOREHAND, (supplementary, 0, 0))
    start = hand.mask, CLUMOND_PACK.cards.mask, -1 if trump is None else int(trump), payoffs
    if prove_hand(*start, opponent_helps=True, node_limit=_PROOF_NODES) is False:
        return Certainty.IMPOSSIBLE
    return (
        Certainty.CERTAIN
        if prove_hand(*start, opponent_helps=False, node_limit=_PROOF_NODES)
        else None
    )


def proof_at(view: ClumondView) -> Proof | None:
    """A proof about the success of the seat to play in a declared hand; None without one.

    With CERTAIN, the proof's cards are those after which the seat can still play so that it
    succeeds, however the hidden cards lie and whatever the others play; with IMPOSSIBLE, all legal
    cards. If it plays one of them, there is a proof at its later turns too. For a defender success
    is declarer's failure; only his last tricks are proved. It takes some milliseconds at most.
    """
    return proof_of(chances_at(view))


def proof_of(chances: LastChances) -> Proof | None:
    """The proof that success is certain after some plays, or impossible after all of them."""
    legal = [play for play in chances.view.legal_actions if isinstance(play, PlayCard)]
    certain = Hand.from_cards(play.card for play in legal if chances.settled.get(play))
    if not chances.decides or not (certain or chances.is_lost):
        return None
    if certain:
        return Proof(Certainty.CERTAIN, certain)
    return Proof(Certainty.IMPOSSIBLE, Hand.from_cards(play.card for play in legal))


def chances_at(view: ClumondView) -> LastChances:
    """What is settled for the seat to play: exactly in the last tricks, for declarer before too."""
    chances = LastChances.of(view)
    # Its limit may leave open what a proof from the hand alone still finds.
    is_proved = any(chances.settled.values()) or chances.is_lost
    if is_proved or view.declarer is not view.seat or view.turn is not view.seat:
        return chances
    start = seat_knowledge(view)
    if certain := proved_cards(start, opponent_helps=False, node_limit=_PROOF_NODES):
        proved: dict[Action, bool] = {PlayCard(card): True for card in Hand(certain)}
        return replace(chances, settled={**chances.settled, **proved})
    if proved_cards(start, opponent_helps=True, node_limit=_PROOF_NODES) == 0:
        return replace(chances, settled=dict.fromkeys(view.legal_actions, False))
    return chances


class SurePlan(NamedTuple):
    """A total of tricks that declarer can make certain.

    total  the tricks in all, supplementary ones included.
    kept   the retention to keep with it; None if several match the total.
    cards  the cards after which it stays certain.
    """

    total: int
    kept: Retention | None
    cards: Hand


def sure_plan(view: ClumondView) -> SurePlan | None:
    """The plan that declarer, who is to play, can make certain, however the other cards lie.

    A plan that was certain at his last turn is kept while it stays so. None if no single total is
    certain.

    >>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
    >>> plan = sure_plan(ClumondView.of(play, Seat.FOREHAND))
    >>> plan.total, str(plan.kept), str(plan.cards)
    (2, 'SSD', '.3..')
    """
    before = view.at_last_turn()
    is_certain = before is not None and proof_at(before) is not None
    earlier = sure_plan(before) if before is not None and is_certain else None
    taken, extra = view.tricks_taken[view.seat], view.supplementary[view.seat]
    start, plans = seat_knowledge(view), list[SurePlan]()
    for tricks in range(taken, taken + view.tricks_left + 1):
        certain = Hand(
            proved_cards(start, opponent_helps=False, node_limit=_PROOF_NODES, tricks=1 << tricks)
            or 0
        )
        total = tricks + extra
        kept = {
            retention
            for card in certain
            for retention in Retention.all()
            if total in possible_pars(retention.code, extra)
            and retention.fits(view.hand.without_card(card).lengths)
        }
        if certain:
            plans.append(SurePlan(total, kept.pop() if len(kept) == 1 else None, certain))
            if earlier is not None and earlier.total == total:
                return plans[-1]
    return min(plans, key=lambda plan: plan.kept is None, default=None)


def open_endings(view: ClumondView, seat: Seat) -> list[tuple[Retention, int]]:
    """The retentions, and their totals of tricks, with which a seat may still succeed.

    Whoever succeeds does so with one of these, in every deal that agrees with the view: he
    keeps cards that he may hold, and takes no trick under way that he cannot win.

    >>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
    >>> view = ClumondView.of(play, Seat.FOREHAND)
    >>> [(str(kept), total) for kept, total in open_endings(view, Seat.FOREHAND)]
    [('SSD', 2), ('HSD', 3)]
    """
    total = view.tricks_taken[seat] + view.supplementary[seat]
    surely, possibly = _wins_now(view, seat)
    least, most = total + surely, total + view.tricks_left - (not possibly)
    lengths = view.possible(seat).lengths
    return [
        (kept, par)
        for kept in Retention.all()
        if kept.fits(lengths)
        for par in sorted(possible_pars(kept.code, view.supplementary[seat]))
        if least <= par <= most
    ]


def _wins_now(view: ClumondView, seat: Seat) -> tuple[bool, bool]:
    """Whether a seat surely wins the trick under way, and whether it possibly does."""
    trick, rules = view.trick, RULES[view.strain]
    if not trick:
        return False, True
    led = trick[0].suit
    best, winner = rules.power(led, trick[rules.winner(trick)]), rules.winner(trick)
    beating = {
        other
        for offset in range(len(trick), len(Seat))
        for other in [Seat((view.leader + offset) % len(Seat))]
        if any(rules.power(led, card) > best for card in _may_play(view, other, led))
    }
    if seat is Seat((view.leader + winner) % len(Seat)):
        return not beating, True
    return False, seat in beating


def _may_play(view: ClumondView, seat: Seat, led: Suit) -> Hand:
    """The cards that a seat may play when a suit is led; no others, if it surely holds the suit."""
    possible, suit = view.possible(seat), Hand(led.mask & CLUMOND_PACK.cards.mask)
    thirds = [other for other in Seat if other not in {seat, view.seat}]
    surely = possible if seat is view.seat else possible - view.possible(thirds[0])
    follows = surely & suit or len(possible - suit) < view.sizes[seat]
    return possible & suit if follows else possible


def settled_by(view: ClumondView, seat: Seat) -> dict[Card, bool]:
    """Whether a seat succeeds, by legal card after which that is settled, whatever follows.

    The seat is declarer, or without one the seat to play. It fails if no ending is open any more;
    in the last trick all deals are looked at.

    >>> play = Play.parse("F:42..AK. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=1,9,2")
    >>> results = settled_by(ClumondView.of(play, Seat.FOREHAND), Seat.FOREHAND)
    >>> {str(card): result for card, result in results.items()}
    {'DK': True, 'DA': True, 'S2': True, 'S4': True}
    """
    if view.tricks_left == 1:
        settled = LastChances.of(view).settled.items()
        return {
            play.card: succeeds is (seat is view.seat)
            for play, succeeds in settled
            if isinstance(play, PlayCard)
        }
    plays = (PlayCard(card) for card in RULES[view.strain].legal_plays(view.hand, view.trick))
    return {play.card: False for play in plays if not open_endings(view.after(play), seat)}

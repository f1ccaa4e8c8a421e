"""Reasons in Clumond: what they say of needs, suits and the last trick holds in every deal."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator

import pytest

from clumond_solver.base.cards import Card, Hand, Suit
from clumond_solver.base.errors import NotationError
from clumond_solver.base.wording import NUMBERS
from clumond_solver.coach.hints import hint
from clumond_solver.coach.reasons import Endings, reason
from clumond_solver.coach.reasons.endings import ending_text
from clumond_solver.coach.reasons.last_trick import settled_text
from clumond_solver.coach.reasons.own_target import OwnTarget
from clumond_solver.coach.reasons.plans import change_text, parse_ending
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.knowledge.clumond import Knowledge
from clumond_solver.knowledge.clumond_sampling import sample_deals
from clumond_solver.rules.actions import PlayCard
from tests.coach.test_reasons import _play, _winners

_SAID = {
    "needs": r"need (\w+) of the (\w+) tricks left",
    "every": r"need every trick left",
    "winners": r"you hold ([^:]+): \S+ lets this one go",
    "loses": r"and ([♠♥♦♣]\w) is sure to lose one",
    "keeps none": r"can go: (\S+) keeps no (\w+)",
    "keeps some": r"can go: of your (\w+) (\w+)s \S+ keeps (\w+)",
    "middling": r"([♠♥♦♣]\w) can go: it is neither",
    "void": r"Declarer has no (\w+):",
}


def _moments(seeds: range) -> Iterator[tuple[Knowledge, Card, Card, Endings, str]]:
    """Turns, two cards, made-up games after the first of them, and the reason for it."""
    for seed in seeds:
        play = _play(seed, fewest_left=2)
        known = Knowledge.of(play, Seat(play.turn or 0))
        seat = known.seat if known.declarer is None else known.declarer
        pairs = list(itertools.permutations(play.legal_plays, 2))
        for card, other in random.Random(seed).sample(pairs, min(4, len(pairs))):
            own = OwnTarget(known, card, other, "you")
            possible = own.endings(card) if seat is known.seat else [(Retention.parse("HHS"), 5)]
            if possible:
                main = random.Random(seed).choice(possible)
                games = Endings({main: 30}, 96, too_many=12, too_few=54)
                yield known, card, other, games, reason(known, card, other, games=games)


def test_what_is_said_of_needs_and_suits_holds_in_every_deal() -> None:
    seen = set[str]()
    for known, card, _, games, text in _moments(range(160)):
        matches = {kind: match for kind in _SAID if (match := re.search(_SAID[kind], text))}
        seen |= set(matches)
        for kind, match in matches.items():
            assert _holds(kind, match, known, card, games), text
    assert seen == set(_SAID)


def _holds(kind: str, match: re.Match[str], known: Knowledge, card: Card, games: Endings) -> bool:
    kept, total = games.best[0]
    need = total - known.tricks_taken[known.seat] - known.supplementary[known.seat]
    words = [NUMBERS.index(word) if word in NUMBERS else 0 for word in match.groups()]
    deals = sample_deals(known, 4, seed=1)
    held, suit = known.hand.length(card.suit), card.suit
    match kind:
        case "needs":
            holds = words == [need, known.tricks_left]
        case "every":
            holds = need == known.tricks_left
        case "winners":
            holds = _are_enough(known, card, match[1], need, kept)
        case "loses":
            after = [_after(known.play(hands), card) for hands in deals]
            done = sum(known.tricks_taken)
            holds = not any(known.seat in _winners(it, done, random.Random(1)) for it in after)
        case "keeps none":
            holds = match[2] == suit.name.lower()[:-1] and suit not in kept.suits
        case "keeps some":
            holds = [words[0], words[2]] == [held, kept.counts[suit]]
        case "middling":
            holds = all(_beside(known, card, higher=higher) for higher in (True, False))
        case _:
            assert known.declarer is not None
            void = Suit.parse(match[1])
            holds = not any(hands[known.declarer].length(void) for hands in deals)
    return holds


def _are_enough(known: Knowledge, card: Card, names: str, need: int, kept: Retention) -> bool:
    """Whether the cards named are top cards, as many as needed, that leave the retention."""
    winners = [Card.parse(text) for text in re.findall(r"[♠♥♦♣]\w", names)]
    rest = known.hand.without_card(card) - Hand.from_cards(winners)
    tops = not any(_beside(known, winner, higher=True) for winner in winners)
    return tops and len(winners) == need and kept.fits([rest.length(suit) for suit in Suit])


def _beside(known: Knowledge, card: Card, *, higher: bool) -> list[Card]:
    """The unseen cards of a card's suit that are higher, or lower."""
    suit = [other for other in known.unseen if other.suit is card.suit]
    return [other for other in suit if (other.rank > card.rank) is higher]


def test_a_settled_last_trick_changes_no_result() -> None:
    settled = 0
    for seed in range(20):
        play, source = _play(seed), random.Random(seed)
        while play.tricks_left > 1:
            play.push(source.choice(list(play.legal_plays)))
        if play.turn is None:
            continue
        known = Knowledge.of(play, play.turn)
        judged = known.seat if known.declarer is None else known.declarer
        text = settled_text(known)
        succeeds = {
            success
            for hands in sample_deals(known, 2, seed=seed)
            for success in _ends(known.play(hands), judged)
        }
        if "is settled" in text:
            assert succeeds == {"succeed" in text}, text
            settled += 1
        if "None of your cards" in text:
            assert known.declarer not in {None, known.seat}
            assert all(
                known.seat not in _winners(_after(play, card), 12, random.Random(1))
                for card in play.legal_plays
            )
    assert settled


def _after(play: Play, card: Card) -> Play:
    after = play.copy()
    after.push(card)
    return after


def _ends(play: Play, seat: Seat) -> Iterator[bool]:
    """Whether a seat succeeds, in all ways to go on."""
    if play.is_over:
        yield play.outcome()[seat].success
        return
    for card in [*play.legal_plays]:
        yield from _ends(_after(play, card), seat)


def test_cards_about_as_good_have_the_merits_that_are_named() -> None:
    """After "wins" no card that loses is called as good, unless winning makes no difference."""
    for seed in range(3):
        play = _play(seed, fewest_left=3)
        found = hint(play, iterations=40, games=12, seed=1)
        text = found.reason
        known = Knowledge.of(play, Seat(play.turn or 0))
        if not text.endswith((" about as good.", " little difference.")):
            continue
        assert isinstance(found.action, PlayCard)
        *_, last = re.split(r"(?<=[.]) ", text)
        facts = OwnTarget(known, found.action.card, None, "you").facts
        alike = [Card.parse(name) for name in re.findall(r"[♠♥♦♣]\w", last)]
        assert {facts.is_as_low(card) for card in alike} == {"little difference" not in last}, text


def test_success_that_is_beyond_reach_leaves_the_smallest_miss() -> None:
    play = Play.parse("F:A.KQ.5.4 K9.A2.8. QJ.J.97. declarer=none strain=NT leader=F tricks=8,2,1")
    text = reason(Knowledge.of(play, Seat.FOREHAND), Card.parse("SA"), Card.parse("C4"))
    assert text.startswith(
        "You can only keep the miss small: after ♠A at best by two tricks, after ♣4 by three."
    )


@pytest.mark.parametrize("tricks", [0, 1, 5, 13])
def test_an_ending_is_read_as_it_is_written(tricks: int) -> None:
    ending = Retention.parse("CHS"), tricks
    assert parse_ending(ending_text(ending)) == ending
    with pytest.raises(NotationError):
        parse_ending("♣♥♠ with luck")


def test_a_new_plan_names_the_card_that_changed_it_only_if_that_card_did() -> None:
    seen = set[str]()
    less, more = (Retention.parse("HHS"), 5), (Retention.parse("HHH"), 6)
    for seed in range(60):
        play = _play(seed)
        if not play.tricks:
            continue
        trick = play.tricks[-1]
        for seat, (before, now) in itertools.product(Seat, ((less, more), (more, less))):
            text = change_text(play, seat, before, now)
            own, best = (trick.cards[(who - trick.leader) % 3] for who in (seat, trick.winner))
            named = [Card.parse(name) for name in re.findall(r"[♠♥♦♣](?!♥|♠| with)\w", text)]
            assert set(named) <= set(trick.cards)
            seen |= {word for word in ("beat", "ruffed", "fell", "took a trick") if word in text}
            won = trick.winner == seat
            assert ("as the cards" in text) == (won is (now is less))
            if "beat" in text:
                assert own.suit is best.suit
                assert own.rank < best.rank
            if "fell" in text:
                assert named[1] == own
                assert (named[0].suit, named[0].rank < own.rank) == (own.suit, True)
    assert seen == {"beat", "ruffed", "fell", "took a trick"}

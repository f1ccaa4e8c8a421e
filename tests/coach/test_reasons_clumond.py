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
    "winners": r"you hold ([^:]+): (?:\S+ (?:lets this one go|need not win)|none of)",
    "none can": r"[Nn]one of your cards can win this",
    "leaves": r"leaves the trick to the others",
    "loses": r"and ([♠♥♦♣]\w) is sure to lose one",
    "keeps none": r"can go: (\S+) keeps no (\w+)",
    "keeps some": r"can go: of your (\w+) (\w+)s \S+ keeps (\w+)",
    "middling": r"if kept, may win or lose a trick; (\S+) stays, since nobody else has a \w+ (\w+)",
    "longer": r"you have more (\w+) \((\w+)\) than (\w+) \((\w+)\)",
    "sooner": r"sooner be out of (\w+) \((\w+)\) than of (\w+) \((\w+)\)",
    "extreme": r"can go: (\w+) \((\w+)\) are your (\w+) suit",
    "declarer keeps none": r"in (.+) games that declarer wins he keeps no (\w+)",
    "declarer keeps one": r"asks declarer for a (\w+): in (.+) games that he wins he keeps one",
    "with one": r"trumps: (\w+) (?:is|are) with (?:.+), since (.+) has none",
    "void": r"Declarer has no (\w+):",
}


def _moments(seeds: range) -> Iterator[tuple[Knowledge, Card, Endings, str]]:
    """Turns, a card, made-up games after it, and the reason for it, alone or against another."""
    for seed in seeds:
        play = _play(seed, fewest_left=2)
        known = Knowledge.of(play, Seat(play.turn or 0))
        seat = known.seat if known.declarer is None else known.declarer
        pairs = list(itertools.permutations(play.legal_plays, 2))
        sample = random.Random(seed).sample(pairs, min(4, len(pairs)))
        for card, other in [*sample, *((card, None) for card, _ in sample[:2])]:
            own = OwnTarget(known, card, other, "you")
            possible = own.endings(card) if seat is known.seat else [(Retention.parse("HHS"), 5)]
            if possible:
                main = random.Random(seed).choice(possible)
                games = Endings({main: 30}, 96, too_many=12, too_few=54)
                yield known, card, games, reason(known, card, other, games=games)


def test_what_is_said_of_needs_and_suits_holds_in_every_deal() -> None:
    seen = set[str]()
    for known, card, games, text in _moments(range(200)):
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
        case "declarer keeps none":
            holds = match[1] == "all 30" and suit not in kept.suits
        case "declarer keeps one":
            holds = match[2] == "all 30" and suit in kept.suits
        case "void":
            assert known.declarer is not None
            void = Suit.parse(match[1])
            holds = not any(hands[known.declarer].length(void) for hands in deals)
        case _:
            holds = _holds_of_others(kind, match, known, card)
    return holds


def _holds_of_others(kind: str, match: re.Match[str], known: Knowledge, card: Card) -> bool:
    """Whether what is said of the other cards of the hand, or of the other hands, holds."""
    words = [NUMBERS.index(word) if word in NUMBERS else 0 for word in match.groups()]
    deals = sample_deals(known, 4, seed=1)
    legal = [*known.play(deals[0]).legal_plays]
    lengths = [known.hand.length(suit) for suit in Suit]
    match kind:
        case "none can" | "leaves":
            cards = [card] if kind == "leaves" else legal
            afters = [_after(known.play(hands), it) for hands in deals for it in cards]
            done = sum(known.tricks_taken)
            holds = not any(known.seat in _winners(it, done, random.Random(1)) for it in afters)
        case "middling":
            stays = Card.parse(match[1])
            holds = all(_beside(known, card, higher=higher) for higher in (True, False))
            holds &= not _beside(known, stays, higher=match[2] == "above")
        case "longer" | "sooner":
            one, two = (lengths[Suit.parse(match[number])] for number in (1, 3))
            holds = [one, two] == words[1::2] and (one > two) is (kind == "longer") and one != two
        case "extreme":
            most = (max if match[3] == "longest" else min)(filter(None, lengths))
            holds = words[1] == most == lengths[card.suit]
        case _:
            assert known.strain.suit is not None
            others, trumps = [*{*Seat} - {known.seat}], known.strain.suit
            counts = [sorted(hands[seat].length(trumps) for seat in others) for hands in deals]
            holds = counts == [[0, words[0]]] * len(deals)
    return holds


def test_a_suit_that_is_returned_or_goes_on_was_led_by_that_defender() -> None:
    seen = set[str]()
    for seed in range(150):
        play = _play(seed, fewest_left=3)
        if play.turn in {None, play.declarer} or play.declarer is None or play.trick:
            continue
        known = Knowledge.of(play, Seat(play.turn or 0))
        for card, other in itertools.pairwise(play.legal_plays):
            games = Endings({(Retention.parse("HHS"), 5): 3}, 10)
            text = reason(known, card, other, games=games)
            if found := re.search(r"(goes on with your|returns your partner's) suit", text):
                leaders = [it.leader for it in play.tricks if it.cards[0].suit is card.suit]
                first = next(leader for leader in leaders if leader != play.declarer)
                assert (first == known.seat) is found[1].startswith("goes on"), text
                seen.add(found[1])
    assert len(seen) == 2


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
        equals = [
            action.card
            for action, value in found.values.items()
            if isinstance(action, PlayCard) and value == found.values[found.action]
            if action.card.suit is found.action.card.suit and action != found.action
        ]
        assert not equals or {*equals} & {*alike} or "little difference" in last, text
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

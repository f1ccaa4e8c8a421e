"""Reasons in Clumond: what they say of needs, suits and the last trick holds in every deal."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator

import pytest

from clumond_solver.base.cards import Card, Hand, Suit
from clumond_solver.coach.reasons import Endings, reason, rival_of
from clumond_solver.coach.reasons.endings import ending_text
from clumond_solver.coach.reasons.last_trick import settled_text
from clumond_solver.coach.reasons.own_target import OwnTarget
from clumond_solver.coach.reasons.plans import change_text
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.knowledge.clumond import ClumondView
from clumond_solver.knowledge.core_clumond import sample_deals
from tests.coach.test_reasons import _play, _winners
from tests.samples import NUMBERS

_CARD = r"([♠♥♦♣]\w)"
_SAID = {
    "needs": r"need (\w+) of the (\w+) tricks left",
    "every": r"need every trick left",
    "kept": r"For \S+ \(([^)]+)\) you need",
    "many winners": r"left; (\w+) of your cards(?:, besides those to keep,)? are sure to win",
    "winners": r"left; (?!\w+ of your)([^;]+?) (?:is|are) (?:also )?sure to win when led",
    "all winners": r"left, which ([^:;.]+) can win: the rest should lose",
    "last winner": rf", which {_CARD} wins",
    "danger": rf"the danger is {_CARD}",
    "surplus": r"left; ([^;]+?) would win (\w+) too many",
    "fault": r"mostly fail with (.+) tricks, so (win|lose) what",
    "his fault": r"mostly fails with (.+) tricks, so (leave|take)",
    "none can": r"[Nn]one of your cards can win this",
    "all win": r"All of your cards win this trick",
    "loses": rf"{_CARD} (?:goes under|is thrown away|is sure to lose|leaves the trick)",
    "wins": rf"{_CARD} (?:is sure to win(?! when)|takes th)",
    "rivals": rf"(\w+) (\w+) can still beat {_CARD}",
    "few rivals": rf"[Oo]nly ([^;.]+?)(?:, or a ruff,)? can beat {_CARD}",
    "too many": r"; kept, it may win",
    "kept to win": rf"you keep {_CARD} to win with later",
    "keeps none": r"can go: (\S+) keeps no (\w+)",
    "keeps some": r"(?:can go: \S+ keeps|, but) (\w+) of your (\w+) (\w+)",
    "middling": rf"may win or lose a trick; {_CARD} stays, since nobody else has a \w+ (\w+)",
    "suit": r"(\w+) may win tricks: (no|at most one) card is out above ([^.]+)",
    "ruff": rf"{_CARD} stays, to ruff with",
    "longest": r"is of your longest suit, (\w+) (\w+)",
    "declarer keeps none": r"can go: in ([^.]+) games that declarer wins he keeps no (\w+)",
    "declarer keeps one": r"asks declarer for a (\w+): in (.+) games that he wins he keeps one",
    "with one": r"trumps: (\w+) (?:is|are) with (?:.+), since (.+) has none",
    "void": r"Declarer has no (\w+):",
    "second": r"The second plan is (.+?)\.",
    "his plan": r"For (\S+) declarer needs (\w+) of the (\w+) tricks left",
    "his only plans": r"can only succeed keeping ([^.;]+)",
    "lost to declarer": r"Declarer cannot win this trick",
    "next lead": rf"{_CARD} takes the trick from your partner, so that you lead next",
    "chance": rf"; {_CARD}, which only ([^.;,]+) can beat, may win one",
    "high ones stay": r", and you keep ([^.;]+?(?<!later))\.",
    "now or later": rf"difference: {_CARD} can win a trick now or later",
    "either way": r"difference: (?:you|declarer) can keep three cards for (.+?) tricks",
}


def _moments(seeds: range) -> Iterator[tuple[ClumondView, Card, Endings, str]]:
    """Turns, a card, made-up games after it, and the reason for it, alone or against another."""
    for seed in seeds:
        play, source = _play(seed, fewest_left=2), random.Random(seed)
        known = ClumondView.of(play, Seat(play.turn or 0))
        seat = known.seat if known.declarer is None else known.declarer
        pairs = list(itertools.permutations(play.legal_plays, 2))
        sample = source.sample(pairs, min(4, len(pairs)))
        for card, other in [*sample, *((card, None) for card, _ in sample[:2])]:
            own = OwnTarget(known, card, other, "you")
            possible = own.endings(card) if seat is known.seat else [(Retention.parse("HHS"), 5)]
            if possible:
                main = source.choice(possible)
                few, many = source.choice([(54, 12), (12, 54)])
                second = source.choice([main, *possible, (Retention.parse("HHH"), 6)])
                if seat is known.seat and second not in possible:
                    second = main
                games = Endings({second: 12, main: 30}, 96, many, few)
                others = source.choice(
                    [Endings({main: 9}, 96, 80, 7), Endings({main: 9}, 96, 7, 80)]
                )
                compared = others if other is not None and source.random() < 0.7 else None
                alike = dict.fromkeys(source.sample([*play.legal_plays], 1))
                text = reason(known, card, other, games=games, others=compared, alike=alike)
                yield known, card, games, text


def test_what_is_said_of_needs_and_suits_holds_in_every_deal() -> None:
    seen = set[str]()
    for known, card, games, text in _moments(range(200)):
        for kind, pattern in _SAID.items():
            for match in re.finditer(pattern, text):
                seen.add(kind)
                assert _holds(kind, match, known, card, games), (kind, text)
    assert seen == set(_SAID)


def _holds(kind: str, match: re.Match[str], known: ClumondView, card: Card, games: Endings) -> bool:
    kept, total = games.best[0]
    need = total - known.tricks_taken[known.seat] - known.supplementary[known.seat]
    words = [NUMBERS.index(word) if word in NUMBERS else 0 for word in match.groups()]
    rest = known.hand.without_card(card)
    match kind:
        case "needs" | "every":
            holds = (words or [known.tricks_left] * 2) == [need, known.tricks_left]
        case "kept":
            holds = Retention.of(Hand.from_cards(_cards(match[1]))) == kept
            holds &= not [
                one for one in rest if one.suit in kept.suits and one not in _cards(match[1])
            ]
        case "winners" | "all winners" | "surplus":
            surplus = len(_cards(match[1])) - need
            said = {"winners": surplus, "all winners": 0, "surplus": words[-1]}[kind]
            holds = _are_winners(known, card, match[1], kept) and surplus == said
        case "many winners":
            tops = [one for one in rest if not _beside(known, one, higher=True)]
            holds = len(tops) >= words[0] > 4
        case "last winner":
            holds = need == 1 and _wins(known, Card.parse(match[1])) == {True}
        case "danger":
            danger = Card.parse(match[1])
            holds = danger in rest and len(_beside(known, danger, higher=True)) <= 2
        case "fault" | "his fault":
            few = games.too_few > games.too_many
            holds = match[1] == f"too {'few' if few else 'many'}"
            holds &= (match[2] in {"win", "take"}) is few
        case "keeps none":
            holds = match[2] == card.suit.name.lower()[:-1] and card.suit not in kept.suits
        case "keeps some":
            suit = Suit.parse(match[3])
            holds = words[:2] == [kept.counts[suit], known.hand.length(suit)]
        case "declarer keeps none" | "declarer keeps one":
            keeps = kind == "declarer keeps one"
            often = sum(
                n for (it, _), n in games.successes.items() if (card.suit in it.suits) is keeps
            )
            number = f"all {often}" if often == games.won else f"{often} of the {games.won}"
            holds = match[1 + keeps] == number
        case "second" | "his plan" | "either way":
            holds = _holds_of_plans(kind, match, known, games)
        case _:
            holds = _holds_of_others(kind, match, known, card)
    return holds


def _holds_of_others(kind: str, match: re.Match[str], known: ClumondView, card: Card) -> bool:
    """Whether what is said of the other cards of the hand, or of the other hands, holds."""
    words = [NUMBERS.index(word) if word in NUMBERS else 0 for word in match.groups()]
    lengths, trumps = [known.hand.length(suit) for suit in Suit], known.strain.suit
    named = [card, *_cards(match[0])][-1]
    match kind:
        case "none can" | "all win":
            holds = all(_wins(known, one) == {kind == "all win"} for one in _legal(known))
        case "loses" | "wins":
            holds = _wins(known, Card.parse(match[1])) == {kind == "wins"}
        case "rivals":
            holds = words[0] <= len(_beside(known, named, higher=True))
        case "few rivals":
            higher = _beside(known, named, higher=True)
            holds = set(_cards(match[1])) <= {*higher} or named.suit is not _cards(match[1])[0].suit
        case "too many":
            holds = bool(_beside(known, card, higher=False)) or not _beside(
                known, card, higher=True
            )
        case "kept to win":
            holds = named in known.hand and len(_beside(known, named, higher=True)) <= 2
        case "middling":
            stays = Card.parse(match[1])
            holds = all(_beside(known, card, higher=higher) for higher in (True, False))
            holds &= not _beside(known, stays, higher=match[2] == "above")
        case "suit":
            above = [len(_beside(known, one, higher=True)) for one in _cards(match[3])]
            holds = Suit.parse(match[1]) is card.suit and max(above) == (match[2] != "no")
        case "longest":
            holds = (
                words[0]
                == lengths[card.suit]
                == max(lengths[suit] for suit in Suit if suit is not trumps)
            )
        case "chance" | "now or later" | "high ones stay":
            holds = _holds_of_what_stays(kind, match, known, known.hand.without_card(card))
        case _:
            holds = _holds_of_hands(kind, match, known, card)
    return holds


def _holds_of_plans(kind: str, match: re.Match[str], known: ClumondView, games: Endings) -> bool:
    """Whether what is said of frequent endings fits the games."""
    if kind == "second":
        return match[1] == ending_text(games.best[1])
    if kind == "either way":
        numbers = [NUMBERS.index(word) for word in re.split(", | or ", match[1])]
        return numbers == sorted({total for _, total in games.successes})
    [plan] = [total for it, total in games.successes if it.pretty() == match[1]]
    assert known.declarer is not None
    need = plan - known.tricks_taken[known.declarer] - known.supplementary[known.declarer]
    return [NUMBERS[need], NUMBERS[known.tricks_left]] == [
        match[2],
        match[3],
    ]


def _holds_of_what_stays(kind: str, match: re.Match[str], known: ClumondView, rest: Hand) -> bool:
    """Whether cards said to be high and to stay are so."""
    cards = _cards(match[1])
    sides = [len(_beside(known, one, higher=True)) for one in cards]
    if kind == "now or later":
        return sides == [0] and _wins(known, cards[0]) == {True}
    if kind == "chance":
        return {*_beside(known, cards[0], higher=True)} == {*_cards(match[2])}
    return {*cards} <= {*rest} and max(sides) <= 1


def _holds_of_hands(kind: str, match: re.Match[str], known: ClumondView, card: Card) -> bool:
    """Whether what is said of the other hands, and of declarer, holds."""
    deals = sample_deals(known, 4, seed=1)
    if kind == "ruff":
        return Card.parse(match[1]).suit is known.strain.suit is not card.suit
    if kind == "next lead":
        return _wins(known, Card.parse(match[1])) == {True} and known.tricks_left > 1
    if kind == "his only plans":
        return _successes(known, card) <= {*match[1].split(" or ")}
    if kind == "lost to declarer":
        done, source = sum(known.tricks_taken), random.Random(1)
        afters = [_after(known.play_of(hands), one) for hands in deals for one in _legal(known)]
        return not any(known.declarer in _winners(after, done, source) for after in afters)
    if kind == "void":
        assert known.declarer is not None
        void = Suit.parse(match[1])
        return not any(hands[known.declarer].length(void) for hands in deals)
    trumps = known.strain.suit
    assert trumps is not None
    others = [*{*Seat} - {known.seat}]
    counts = [sorted(hands[seat].length(trumps) for seat in others) for hands in deals]
    return counts == [[0, NUMBERS.index(match[1])]] * len(deals)


def _successes(known: ClumondView, card: Card) -> set[str]:
    """How declarer succeeds after the card in some deals, played on at random."""
    assert known.declarer is not None
    source, endings = random.Random(1), set[str]()
    for hands in sample_deals(known, 4, seed=1) * 3:
        play = _after(known.play_of(hands), card)
        while not play.is_over:
            play.push(source.choice([*play.legal_plays]))
        if (outcome := play.outcome()[known.declarer]).success:
            endings.add(ending_text((outcome.retention, outcome.total)))
    return endings


def _cards(text: str) -> list[Card]:
    return [Card.parse(name) for name in re.findall(_CARD, text)]


def _legal(known: ClumondView) -> list[Card]:
    return [*known.play_of(sample_deals(known, 1, seed=1)[0]).legal_plays]


def _wins(known: ClumondView, card: Card) -> set[bool]:
    """Whether a card wins the trick, in some deals and some ways to go on."""
    done, source = sum(known.tricks_taken), random.Random(1)
    afters = [_after(known.play_of(hands), card) for hands in sample_deals(known, 4, seed=1)]
    return {winner == known.seat for after in afters for winner in _winners(after, done, source)}


def test_a_suit_that_is_returned_or_goes_on_was_led_by_that_defender() -> None:
    seen = set[str]()
    for seed in range(150):
        play = _play(seed, fewest_left=3)
        if play.turn in {None, play.declarer} or play.declarer is None or play.trick:
            continue
        known = ClumondView.of(play, Seat(play.turn or 0))
        for card, other in itertools.pairwise(play.legal_plays):
            games = Endings({(Retention.parse("HHS"), 5): 3}, 10)
            text = reason(known, card, other, games=games)
            if found := re.search(r"(goes on with your|returns your partner's) suit", text):
                leaders = [it.leader for it in play.tricks if it.cards[0].suit is card.suit]
                first = next(leader for leader in leaders if leader != play.declarer)
                assert (first == known.seat) is found[1].startswith("goes on"), text
                seen.add(found[1])
    assert len(seen) == 2


def _are_winners(known: ClumondView, card: Card, names: str, kept: Retention) -> bool:
    """Whether the cards named are top cards that can be played and still leave the retention."""
    winners = _cards(names)
    rest = known.hand.without_card(card)
    rest -= Hand.from_cards(winner for winner in winners if winner != card)
    tops = not any(_beside(known, one, higher=True) for one in winners if one != card)
    return tops and kept.fits([rest.length(suit) for suit in Suit])


def _beside(known: ClumondView, card: Card, *, higher: bool) -> list[Card]:
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
        known = ClumondView.of(play, play.turn)
        judged = known.seat if known.declarer is None else known.declarer
        text = settled_text(known)
        succeeds = {
            success
            for hands in sample_deals(known, 2, seed=seed)
            for success in _ends(known.play_of(hands), judged)
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


def test_cards_about_as_good_are_named_and_what_makes_no_difference_is_all_of_them() -> None:
    kinds = set[str]()
    kept = [Retention.parse(text) for text in ("HHS", "HHH")]
    games = Endings({(kept[0], 5): 30, (kept[1], 6): 30}, 96)
    for seed in range(120):
        play = _play(seed, fewest_left=5)
        known = ClumondView.of(play, Seat(play.turn or 0))
        card, *alike = play.legal_plays
        text = reason(known, card, games=games, alike=dict.fromkeys(alike[:2]))
        if not alike:
            continue
        assert " about as good" in text
        assert all(one.pretty() in text for one in alike[:2])
        if which := re.search(r"(\w+)(?: you play| this trick or not) makes little", text):
            legal = [one for one in play.legal_plays if which[1] in {"card", _word(one)}]
            assert {*legal} <= {card, *alike[:2]}, text
            kinds.add(which[1])
    assert {"card", "spade", "Winning"} <= kinds


def _word(card: Card) -> str:
    return card.suit.name.lower()[:-1]


def test_a_card_as_good_for_another_ending_names_it() -> None:
    play = Play.parse(
        "F:A86.KQ7.3.4 K97.A2.K8.5 QJ..9752.96 declarer=F strain=NT leader=F tricks=4,3,1"
    )
    kept = [Retention.parse(text) for text in ("HHS", "HSS")]
    one, two = Endings({(kept[0], 5): 30}, 60), Endings({(kept[1], 4): 30}, 60)
    cards = [Card.parse(text) for text in ("C4", "D2", "H7")]
    known = ClumondView.of(play, Seat.FOREHAND)
    text = reason(known, cards[0], games=one, alike={cards[1]: one, cards[2]: two})
    assert text.endswith("♦2 is equally good; ♥7 is about as good, for ♥♠♠ with four tricks.")


HAND = "F:A86.KQ7.2.4 K97.A2.K8.5 QJ..9753.96 declarer=F strain=NT leader=F tricks=4,3,1"
CARDS = {text: Card.parse(text) for text in ("C4", "D2", "H7", "SA")}


def test_the_rival_is_the_first_worse_card_that_something_tells_from_the_card() -> None:
    known, kept = ClumondView.of(Play.parse(HAND), Seat.FOREHAND), Retention.parse("HHS")
    games, others = Endings({(kept, 5): 30}, 60, 10, 20), Endings({(kept, 5): 20}, 60, 15, 25)
    # Both are sure to lose, and neither suit is kept.
    worse = {CARDS["D2"]: (others, True), CARDS["SA"]: (others, True)}
    assert rival_of(known, CARDS["C4"], games, worse) == CARDS["SA"]
    assert rival_of(known, CARDS["C4"], games, {CARDS["D2"]: (others, True)}) == CARDS["D2"]
    worse = {CARDS["H7"]: (others, False), CARDS["SA"]: (others, True)}
    assert rival_of(known, CARDS["C4"], games, worse) == CARDS["SA"]
    assert rival_of(known, CARDS["C4"], games, {}) is None


UNDECLARED = HAND.replace("declarer=F", "declarer=none")


@pytest.mark.parametrize(
    ("position", "many", "few", "said"),
    [
        (
            UNDECLARED,
            40,
            10,
            "; after ♠A 10 times, with too many tricks in 40 games instead of 10.",
        ),
        (UNDECLARED, 10, 40, "; after ♠A 10 times, with too few tricks in 40 games instead of 10."),
        (UNDECLARED, 25, 25, "; after ♠A 10 times."),
        (
            HAND,
            40,
            10,
            "more often after ♠A: with too many tricks in 40 of 60 games instead of 10.",
        ),
        (HAND, 25, 25, ""),
    ],
)
def test_what_fails_after_a_worse_card_is_said_unless_it_may_be_luck(
    position: str, many: int, few: int, said: str
) -> None:
    known, kept = ClumondView.of(Play.parse(position), Seat.FOREHAND), Retention.parse("HHS")
    games = Endings({(kept, 5): 40}, 60, 10, 10)
    others = Endings({(kept, 5): 10}, 60, many, few)
    cards = CARDS["H7"], CARDS["SA"]
    text = reason(known, *cards, games=games, others=others)
    assert said in text if said else "after ♠A" not in text
    assert "after ♠A" not in reason(known, *cards, games=games, others=others, is_worse=False)
    # The chance shown says how often a declarer succeeds.
    assert ("you succeed 40 times" in text) is (known.declarer is None)


def test_a_card_that_succeeds_as_seldom_may_miss_by_less() -> None:
    known, kept = ClumondView.of(Play.parse(UNDECLARED), Seat.FOREHAND), Retention.parse("HHS")
    games, others = (Endings({(kept, 5): 20}, 60, 20, 20, missed) for missed in (60, 90))
    text = reason(known, CARDS["H7"], CARDS["SA"], games=games, others=others)
    assert "♥7 keeps the miss small: 1.0 tricks on average, after ♠A 1.5." in text


def test_a_card_that_nothing_else_tells_apart_goes_for_another_ending() -> None:
    known, kept = (
        ClumondView.of(Play.parse(HAND), Seat.FOREHAND),
        map(Retention.parse, ("HHS", "HSS")),
    )
    games, others = (Endings({(one, one.code): 20}, 60, 20, 20) for one in kept)
    text = reason(known, CARDS["C4"], CARDS["D2"], games=games, others=others)
    assert text.startswith(
        "♣4 goes for ♥♥♠ with five tricks; after ♦2 the most frequent would be ♥♠♠ with four"
    )


def test_success_that_is_beyond_reach_leaves_the_smallest_miss() -> None:
    play = Play.parse("F:A.KQ.5.4 K9.A2.8. QJ.J.97. declarer=none strain=NT leader=F tricks=8,2,1")
    text = reason(ClumondView.of(play, Seat.FOREHAND), Card.parse("SA"), Card.parse("C4"))
    assert text.startswith(
        "You can only keep the miss small: after ♠A at best by two tricks, after ♣4 by three."
    )


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

"""The author's claims about strategy, tested by games of quick players. See study.py."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from clumond_solver import (
    Card,
    ClumondView,
    Hand,
    Play,
    Seat,
    Strain,
    Suit,
    choose,
    estimate,
    quick_estimate,
)
from clumond_solver.game import PlayCard
from clumond_solver.games.clumond.scoring import paper_scores
from clumond_solver.single_dummy.clumond.playouts import play_out, players_of
from clumond_solver.single_dummy.luck import relative_score

from study_work import LEAST_GROUP, Data, Study, best_chance, four_tens, hand_with_tens, mean, share

# The author calls a suit long from five cards on; no hand is without one of four.
LONG_SUITS = {"five": 5, "six": 6}
SHAPES = ("flat", "one-suited", "two-suited", "three-suited")
FEW_CLUBS, MANY_CLUBS = 2, 6
# What players think about a card on the way to the first discard: iterations.
THOUGHT = 20
# Whether exposed tens count, the usual numbers of tricks by the author, and cards
# of a kind with about the median number of them in a hand.
PAIR_GAMES = 60
TENS_COUNT = {"base game": False, "Four Tens": True}
USUAL = range(3, 7)
CARDS_HELD = (
    ("aces and kings", "AK", 3),
    ("from 2 to 5", "2345", 5),
    ("from 6 to jack", "6789J", 7),
)
LEAD_GAMES = 4
CARDS_COMPARED = (
    ("shortest suit", "longest suit"),
    ("from 6 to jack", "from 2 to 5"),
    ("from 6 to jack", "aces and kings"),
)


def claims(study: Study) -> Data:
    """What the author says under "Tips and Strategies", tested by games of quick players."""
    hands, deals = _claimed_hands(study), _claimed_deals(study)
    undeclared = _undeclared_hands(study)
    return {
        "three to six tricks": {
            game: mean(statistics.fmean(t in USUAL for t in each[game]["tricks"]) for each in deals)
            for game in TENS_COUNT
        },
        "kept cards": {
            game: {s: mean(each[game]["kept"].count(s) / 9 for each in deals) for s in "CHSD"}
            for game in TENS_COUNT
        },
        **{
            f"{title}, long from {word}": _grouped(rows, partial(_shape, long=long), value)
            for title, rows, value in (
                ("success at no trumps", hands, lambda row: row["NT"]),
                ("no trumps is the best strain", hands, lambda row: row["best"] == "NT"),
                ("success undeclared", undeclared, lambda row: row["success"]),
            )
            for word, long in LONG_SUITS.items()
        },
        "success by clubs held": {
            "declared": _grouped(hands, _clubs, lambda row: row["fast"]),
            "undeclared": _grouped(undeclared, _clubs, lambda row: row["success"]),
        },
        "success by cards held": {
            f"{side} than {middle} {name}": share(
                row["fast"] for row in hands if (_count_of(row, letters) - middle) * sign > 0
            )
            for name, letters, middle in CARDS_HELD
            for side, sign in (("fewer", -1), ("more", 1))
        },
        "success by opponents": {
            level: share(row[level] for row in hands) for level in ("easy", "medium", "fast")
        },
        "success by opening lead": _opening_leads(study),
        "success by first discard": _first_discards(study),
        "quick player less easy one": _skill_with_tens(study),
        "Four Tens beside the base game": _four_tens_pairs(study),
    }


def _claimed_hands(study: Study) -> list[Data]:
    """Declarer's success at no trumps, and in his best strain against players of three levels."""

    def play(number: int) -> Data:
        hand = study.hand(number)
        best = max(Strain, key=lambda strain: quick_estimate(hand, strain))

        def succeeds(strain: Strain, opponents: str) -> bool:
            one = estimate(hand, strain, games=1, opponents=opponents, seed=number, threads=1)
            return one.p == 1

        levels = {level: succeeds(best, level) for level in ("easy", "medium", "fast")}
        return {"best": str(best), "NT": succeeds(Strain.NO_TRUMPS, "fast"), **levels}

    rows = study.worked("claimed hands", play, study.sizes.claimed)
    return [row | {"hand": study.hand(number)} for number, row in enumerate(rows)]


def _claimed_deals(study: Study) -> list[Data]:
    """One undeclared game of each hand, without its tens and with them."""

    def play(number: int) -> Data:
        hand, supplementary = hand_with_tens(study, number)
        return {
            game: _undeclared_game(hand, supplementary if more else (0, 0, 0), number)
            for game, more in TENS_COUNT.items()
        }

    return study.worked("claimed deals", play, study.sizes.claimed // 2)


def _undeclared_game(hand: Hand, supplementary: tuple[int, int, int], number: int) -> Data:
    known = ClumondView.at_start(hand, Seat.REARHAND, None, supplementary=supplementary)
    [end] = play_out(known, games=1, seed=number, threads=1)
    kept = "".join(str(each.retention) for each in end.seats)
    return {"tricks": [each.tricks_taken for each in end.seats], "kept": kept}


def _undeclared_hands(study: Study) -> list[Data]:
    """Forehand's success in hands that nobody declares."""

    def play(number: int) -> Data:
        known = ClumondView.at_start(study.hand(number), Seat.FOREHAND, None)
        return {"success": _success(known, number)}

    rows = study.worked("undeclared hands", play, study.sizes.claimed)
    return [row | {"hand": study.hand(number)} for number, row in enumerate(rows)]


def _success(known: ClumondView, number: int) -> float:
    """Forehand's share of successes in a few undeclared games."""
    ends = play_out(known, games=LEAD_GAMES, seed=number, threads=1)
    return statistics.fmean(end[Seat.FOREHAND].success for end in ends)


def _opening_leads(study: Study) -> dict[str, Data]:
    """Forehand's success in undeclared hands after leads of each kind, on the same deals."""

    def play(number: int) -> Data:
        hand = study.hand(number)
        known = ClumondView.at_start(hand, Seat.FOREHAND, None)
        return _success_by_kind(known, hand, number)

    return _compared(study.worked("opening leads", play, study.sizes.claimed // 2))


def _first_discards(study: Study) -> dict[str, Data]:
    """Forehand's success in undeclared hands after first discards of each kind."""

    def play(number: int) -> Data:
        deal = study.deal(number)
        played = Play(deal, None)
        while not played.is_over and not _discards(played):
            played.push(choose(played, iterations=THOUGHT, seed=number).card)
        if played.is_over:
            return {}
        known = ClumondView.of(played, Seat.FOREHAND)
        return _success_by_kind(known, known.hand, number)

    return _compared(study.worked("first discards", play, study.sizes.claimed // 2))


def _discards(play: Play) -> bool:
    """Whether forehand is to discard, and from more than one suit."""
    legal = [*play.legal_plays]
    is_free = bool(play.trick) and all(card.suit is not play.trick[0].suit for card in legal)
    return play.turn is Seat.FOREHAND and is_free and len({card.suit for card in legal}) > 1


def _success_by_kind(known: ClumondView, hand: Hand, number: int) -> Data:
    """Forehand's success after a card of each kind; of a kind the card is drawn at random."""
    drawn = Random(number)
    kinds = {kind: cards for kind, cards in _kinds_of_cards(hand).items() if cards}
    return {
        kind: _success(known.after(PlayCard(cards[int(drawn.random() * len(cards))])), number)
        for kind, cards in kinds.items()
    }


def _compared(rows: Sequence[Data]) -> dict[str, Data]:
    """The success after cards of each kind, and the difference of two kinds on the same deals."""
    kinds = dict.fromkeys(kind for row in rows for kind in row)
    return {kind: mean(row[kind] for row in rows if kind in row) for kind in kinds} | {
        f"{one} less {other}": mean(
            row[one] - row[other] for row in rows if one in row and other in row
        )
        for one, other in CARDS_COMPARED
    }


def _skill_with_tens(study: Study) -> dict[str, Data]:
    """What a quick player scores more than an easy one undeclared, with the tens and without."""

    def play(number: int) -> Data:
        hand, supplementary = hand_with_tens(study, number)
        return {
            game: {
                style: _paper_score(hand, supplementary if more else (0, 0, 0), style, number)
                for style in ("fast", "easy")
            }
            for game, more in TENS_COUNT.items()
        }

    rows = study.worked("skill with tens", play, study.sizes.claimed // 2)
    gains = {game: [row[game]["fast"] - row[game]["easy"] for row in rows] for game in TENS_COUNT}
    base, tens = gains.values()
    more = mean(one - other for one, other in zip(tens, base, strict=True))
    return {game: mean(values) for game, values in gains.items()} | {"difference": more}


def _paper_score(hand: Hand, supplementary: tuple[int, int, int], style: str, number: int) -> float:
    """Rearhand's mean score less the others' in undeclared games against quick players."""
    known = ClumondView.at_start(hand, Seat.REARHAND, None, supplementary=supplementary)
    ends = play_out(known, players_of(known, style), games=LEAD_GAMES, seed=number, threads=1)
    return statistics.fmean(relative_score(paper_scores(end), Seat.REARHAND) for end in ends)


def _kinds_of_cards(hand: Hand) -> dict[str, list[Card]]:
    """Cards of a hand by the length of their suit, and by their rank."""
    lengths = [length for length in hand.lengths if length]
    suits = {
        name: [card for card in hand if hand.length(card.suit) == length]
        for name, length in (("shortest suit", min(lengths)), ("longest suit", max(lengths)))
    }
    return suits | {
        name: [card for card in hand if str(card)[1] in letters] for name, letters, _ in CARDS_HELD
    }


def _grouped(
    rows: Sequence[Data], group: Callable[[Data], str], value: Callable[[Data], float]
) -> dict[str, Data]:
    """The mean in each group that is large enough."""
    values: dict[str, list[float]] = {}
    for row in rows:
        values.setdefault(group(row), []).append(value(row))
    return {name: mean(values[name]) for name in sorted(values) if len(values[name]) >= LEAST_GROUP}


def _shape(row: Data, long: int) -> str:
    """How many long suits the hand has, in words."""
    return SHAPES[sum(n >= long for n in row["hand"].lengths)]


def _clubs(row: Data) -> str:
    clubs = row["hand"].length(Suit.CLUBS)
    few, many = clubs <= FEW_CLUBS, clubs >= MANY_CLUBS
    return f"{FEW_CLUBS} or fewer" if few else f"{MANY_CLUBS} or more" if many else "between"


def _count_of(row: Data, letters: str) -> int:
    return sum(str(card)[1] in letters for card in row["hand"])


def _four_tens_pairs(study: Study) -> dict[str, Data]:
    """Advice for rearhand on the same hands with the exposed tens and without, and what differs."""
    states = [four_tens(study, number) for number in range(study.sizes.paired)]
    plain = [
        {"hand": str(state.deal[Seat.REARHAND]), "seat": "R", "seed": n, "budget": PAIR_GAMES}
        for n, state in enumerate(states)
    ]
    both = [
        pair
        for one, s in zip(plain, states, strict=True)
        for pair in (one, one | {"tens": str(s.tens)})
    ]
    answers = study.asked("advice pairs", both)
    plain, tens = answers[::2], answers[1::2]
    measures: dict[str, Callable[[Data], float]] = {
        "chance in the best strain": best_chance,
        "break-even": lambda each: each["break_even"],
        "should be declared": lambda each: each["call"] != "pass",
        "gain of declaring over passing": _gain,
        "size of the gain": lambda each: abs(_gain(each)),
        "gain of less than a point": lambda each: abs(_gain(each)) < 1,
    }
    return {
        name: {
            "base game": mean(map(measure, plain)),
            "Four Tens": mean(map(measure, tens)),
            "difference": mean(
                measure(more) - measure(less) for more, less in zip(tens, plain, strict=True)
            ),
        }
        for name, measure in measures.items()
    }


def _gain(advice: Data) -> float:
    """What declaring in the best strain gains over passing, in points relative to the others."""
    declaring: float = advice["strains"][advice["best"]]["relative"]
    passing: float = advice["passing"]["relative"]
    return declaring - passing

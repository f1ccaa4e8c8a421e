"""The author's claims about strategy, tested by games of quick players. See study.py."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from random import Random

from clumond_solver import Card, ClumondView, Hand, Seat, Strain, estimate, quick_estimate
from clumond_solver.game import PlayCard
from clumond_solver.single_dummy.clumond.playouts import play_out

from study_work import LEAST_GROUP, Data, Study, best_chance, four_tens, hand_with_tens, mean, share

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
LEADS_COMPARED = (
    ("shortest suit", "longest suit"),
    ("from 6 to jack", "from 2 to 5"),
    ("from 6 to jack", "aces and kings"),
)


def claims(study: Study) -> Data:
    """What the author says under "Tips and Strategies", tested by games of quick players."""
    hands, deals = _claimed_hands(study), _claimed_deals(study)
    return {
        "three to six tricks": {
            game: mean(statistics.fmean(t in USUAL for t in each[game]["tricks"]) for each in deals)
            for game in TENS_COUNT
        },
        "kept cards": {
            game: {s: mean(each[game]["kept"].count(s) / 9 for each in deals) for s in "CHSD"}
            for game in TENS_COUNT
        },
        "success at no trumps": _grouped(hands, _shape, lambda row: row["NT"]),
        "no trumps is the best strain": _grouped(hands, _shape, lambda row: row["best"] == "NT"),
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


def _opening_leads(study: Study) -> dict[str, Data]:
    """Forehand's success in undeclared hands after leads of each kind, on the same deals."""

    def play(number: int) -> Data:
        hand = study.hand(number)
        known = ClumondView.at_start(hand, Seat.FOREHAND, None)
        drawn = Random(number)

        def success(card: Card) -> float:
            ends = play_out(known.after(PlayCard(card)), games=LEAD_GAMES, seed=number, threads=1)
            return statistics.fmean(end[Seat.FOREHAND].success for end in ends)

        leads = {kind: cards for kind, cards in _kinds_of_leads(hand).items() if cards}
        return {
            kind: success(cards[int(drawn.random() * len(cards))]) for kind, cards in leads.items()
        }

    rows = study.worked("opening leads", play, study.sizes.claimed // 2)
    kinds = dict.fromkeys(kind for row in rows for kind in row)
    return {kind: mean(row[kind] for row in rows if kind in row) for kind in kinds} | {
        f"{one} less {other}": mean(
            row[one] - row[other] for row in rows if one in row and other in row
        )
        for one, other in LEADS_COMPARED
    }


def _kinds_of_leads(hand: Hand) -> dict[str, list[Card]]:
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
    rows: Sequence[Data], group: Callable[[Data], str], hit: Callable[[Data], bool]
) -> dict[str, Data]:
    """The share of hits in each group that is large enough."""
    hits: dict[str, list[bool]] = {}
    for row in rows:
        hits.setdefault(group(row), []).append(hit(row))
    return {name: share(hits[name]) for name in sorted(hits) if len(hits[name]) >= LEAST_GROUP}


def _shape(row: Data) -> str:
    """How many suits of six or more the hand has, in words."""
    return ("flat", "one-suited", "two-suited")[sum(n >= 6 for n in row["hand"].lengths)]


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

"""A study of random deals: python examples/study.py FOLDER [--share 0.05] [--only PART ...].

Which strain is best, from where on declaring pays, what the formula `quick_estimate` gets right and
wrong, when the double-dummy verdict changes in play, and which claims of the author hold. Each part
keeps its answers in FOLDER line by line, so a run that was stopped continues; a seed fixes them
all. The figures are written to figures.json, the pictures beside it; docs/study.md discusses them.
The whole study takes about half an hour of one processor.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import statistics
import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from clumond_solver import (
    Deal,
    Hand,
    ClumondView,
    Limit,
    Play,
    Seat,
    Solver,
    Strain,
    choose,
    estimate,
    quick_estimate,
)
from clumond_solver.games.clumond.play import Outcome
from clumond_solver.games.clumond.scoring import paper_scores, settle_chips
from clumond_solver.single_dummy.luck import relative_score
from clumond_solver.single_dummy.clumond.playouts import play_out
from clumond_solver.single_dummy.clumond.quick_estimate import expected_tricks
from study_claims import claims
from study_other_games import other_games
from study_work import (
    LEAST_GROUP,
    Data,
    Sizes,
    Study,
    best_chance,
    four_tens,
    hand_with_tens,
    mean,
    quantiles,
    share,
)

POTS = (6, 12, 24, 48)
# The chance from which on a hand is good enough to think of declaring.
GOOD_CHANCE = 1 / 3
ADVICE_GAMES = 160
UNDECLARED_GAMES = 16
HALF = 16
VERDICT_NODES = 1_000_000
HARD_NODES = 20_000_000
TRICKS_NODES = 100_000
# What the players of the fourth part think about a card: iterations.
THOUGHT = 200
# 1. Which strain is best, and what is it worth?


def best_strains(study: Study) -> Data:
    """The best strain and its chance by advice; by the double-dummy solver, how near a par."""
    advised = _advised(study)
    chances = [best_chance(each) for each in advised]
    return {
        "by advice": {s: share(each["best"] == s for each in advised) for s in _names()},
        "chance in the best strain": mean(chances) | {"deciles": quantiles(chances)},
        "chance by strain": {s: mean(a["strains"][s]["p"] for a in advised) for s in _names()},
        "hands that should declare": share(each["call"] != "pass" for each in advised),
        "called with confidence of .9": share(each["confidence"] >= 0.9 for each in advised),
        **_with_all_hands_open(study),
    }


def _names() -> list[str]:
    return [str(strain) for strain in Strain]


def _advised(study: Study) -> list[Data]:
    hands = [{"hand": str(study.hand(n)), "seed": n} for n in range(study.sizes.advised)]
    questions = [each | {"budget": ADVICE_GAMES} for each in hands]
    return study.asked("advice", questions)


def _with_all_hands_open(study: Study) -> Data:
    """How often success can be forced from the start, and in which strains.

    Of the verdicts that the limit stops a sample is asked again with a larger one: successes are
    more frequent among them.
    """
    verdicts = _verdicts(study)
    deals = [each["deal"] for each in verdicts]
    unknown = [each for each in verdicts if each["verdict"] is None]
    forced = [each for each in verdicts if each["verdict"] is True]
    known = share([each["verdict"] is True for each in verdicts], deals)
    open_ = share([each["verdict"] is None for each in verdicts], deals)
    again = _asked_again(study, unknown)
    return {
        "success can be forced": known,
        "forced successes by strain": {
            s: _share_of([each["strain"] == s for each in forced], forced) for s in _names()
        },
        "verdict not known": open_,
        "the unknown with more nodes": again,
        "forced in all": _in_all(known, open_, again["can be forced"]),
    }


def _share_of(hits: Sequence[bool], cells: Sequence[Data]) -> Data:
    """The share of hits among cells, by deal; of none it is 0."""
    return share(hits, [each["deal"] for each in cells]) if hits else share([False])


def _in_all(known: Data, open_: Data, forced: Data) -> Data:
    """The share known, and what the sample says of the share that is open."""
    parts = (known["error"], open_["error"] * forced["mean"], open_["mean"] * forced["error"])
    total = known["mean"] + open_["mean"] * forced["mean"]
    return {"mean": total, "error": math.hypot(*parts), "n": known["n"]}


def _asked_again(study: Study, unknown: Sequence[Data]) -> Data:
    """The verdicts of a sample of those that were not known."""
    step = max(1, len(unknown) // study.sizes.hard)
    cells = [
        {name: each[name] for name in ("deal", "declarer", "strain")} | {"nodes": HARD_NODES}
        for each in unknown[::step][: study.sizes.hard]
    ]
    found = [told["verdict"] for told in study.asked("hard", cells)]
    named = {"can be forced": True, "cannot": False, "not known": None}
    return {
        name: _share_of([v is verdict for v in found], cells) for name, verdict in named.items()
    }


def _verdicts(study: Study) -> list[Data]:
    """Every seat as declarer in every strain, in each deal."""
    cells = [
        {"deal": str(study.deal(number)), "declarer": seat.letter, "strain": strain}
        for number in range(study.sizes.verdicts)
        for seat in Seat
        for strain in _names()
    ]
    answers = study.asked("verdict", [cell | {"nodes": VERDICT_NODES} for cell in cells])
    return [cell | {"verdict": told["verdict"]} for cell, told in zip(cells, answers, strict=True)]


# 2. From which chance on does declaring pay?


def break_even(study: Study) -> Data:
    """The chance from which on declaring beats passing, by game, scoring and pot.

    For rearhand, who speaks last: when he passes, the hand is played undeclared.
    """
    base = _undeclared(study, "undeclared", study.sizes.advised, _plain_hand)
    tens = _undeclared(study, "undeclared tens", study.sizes.with_tens, hand_with_tens)
    advised, with_tens = _advised(study), _advised_with_tens(study)
    return {
        "base game": _thresholds(base, [best_chance(each) for each in advised]),
        "Four Tens": _thresholds(tens, [best_chance(each) for each in with_tens]),
        "chance in the best strain": {
            "base game": mean(map(best_chance, advised)),
            "Four Tens": mean(map(best_chance, with_tens)),
        },
        "success undeclared": {
            "base game": mean(each["hit rate"] for each in base),
            "Four Tens": mean(each["hit rate"] for each in tens),
        },
        "as forehand, on paper": mean(each["break_even"] for each in advised),
    }


def _plain_hand(study: Study, number: int) -> tuple[Hand, tuple[int, int, int]]:
    return study.hand(number), (0, 0, 0)


def _undeclared(
    study: Study,
    part: str,
    count: int,
    draw: Callable[[Study, int], tuple[Hand, tuple[int, int, int]]],
) -> list[Data]:
    """What rearhand makes of hands that nobody declares."""

    def play(number: int) -> Data:
        hand, supplementary = draw(study, number)
        known = ClumondView.at_start(hand, Seat.REARHAND, None, supplementary=supplementary)
        ends = play_out(known, games=UNDECLARED_GAMES, seed=number, threads=1)
        kept = statistics.fmean(end[Seat.REARHAND].success for end in ends)
        return {"hit rate": kept, "relative": _relative_scores(ends)}

    return study.worked(part, play, count)


def _relative_scores(ends: Sequence[Outcome]) -> dict[str, float]:
    """Rearhand's mean score less the others', on paper and in chips from several pots."""
    ways: dict[str, Callable[[Outcome], Sequence[int]]] = {"paper": paper_scores}
    ways |= {f"pot {pot}": partial(_chips, pot=pot) for pot in POTS}
    return {
        name: statistics.fmean(relative_score(scores(end), Seat.REARHAND) for end in ends)
        for name, scores in ways.items()
    }


def _chips(end: Outcome, pot: int) -> Sequence[int]:
    return settle_chips(end, pot).gains


def _thresholds(undeclared: Sequence[Data], chances: Sequence[float]) -> Data:
    """Of all hands, and of those that are good enough to think of declaring."""
    found: Data = {}
    for name in undeclared[0]["relative"]:
        win = 10 if name == "paper" else int(name.split()[1])
        loss = 5 if name == "paper" else win // 2
        pays = [(each["relative"][name] + loss) / (win + loss) for each in undeclared]
        good = [p for p, chance in zip(pays, chances, strict=True) if chance >= GOOD_CHANCE]
        found[name] = {"all hands": mean(pays), "hands of 1/3 or more": mean(good)}
    return found


def _advised_with_tens(study: Study) -> list[Data]:
    states = [four_tens(study, number) for number in range(study.sizes.with_tens)]
    questions = [
        {"hand": str(state.deal[Seat.REARHAND]), "seat": "R", "tens": str(state.tens), "seed": n}
        for n, state in enumerate(states)
    ]
    return study.asked("advice tens", [each | {"budget": ADVICE_GAMES} for each in questions])


# 3. What does the point count get right?


def point_count(study: Study) -> Data:
    """`quick_estimate` against games, and against the double-dummy solver.

    Every hand is rated in every strain by two sets of games that share nothing: one chooses, the
    other judges, so that the choice does not flatter itself.
    """
    rows = _rated(study)
    quick, games = [row["quick"] for row in rows], [row["p"] for row in rows]
    halves = [row["halves"] for row in rows]
    noise = statistics.correlation([a for a, _ in halves], [b for _, b in halves])
    whole = 2 * noise / (1 + noise)
    plain = statistics.correlation(quick, games)
    return {
        "pairs": len(rows),
        "games a pair": 2 * HALF,
        "correlation with games": plain,
        "the most that noise allows": math.sqrt(whole),
        "correlation without noise": plain / math.sqrt(whole),
        "error": _error(rows),
        "slope": statistics.linear_regression(quick, games).slope,
        "by tenths": _by_tenths(rows),
        "error by strain": _errors(rows, lambda row: row["strain"]),
        "error by length of the longest suit": _errors(rows, lambda row: str(row["longest"])),
        "error by number of trumps": _errors(
            [row for row in rows if row["strain"] != "NT"], lambda row: str(row["trumps"])
        ),
        "error by aces and kings": _errors(rows, lambda row: str(row["tops"])),
        "error by clubs held": _errors(rows, lambda row: str(row["clubs"])),
        "expected tricks": _expected_tricks(rows),
        "naming": _naming(rows),
        "with all hands open": _against_open_hands(study, rows),
    }


def _rated(study: Study) -> list[Data]:
    """A row for each hand and strain; the formula's figures are computed anew each time."""

    def rate(number: int) -> Data:
        hand, strain = study.hand(number // 5), Strain(number % 5)
        halves = [
            estimate(hand, strain, games=HALF, seed=2 * number + half, threads=1)
            for half in range(2)
        ]
        tricks = sum((Counter(each.tricks) for each in halves), Counter())
        taken = sum(count * games for count, games in tricks.items()) / tricks.total()
        chances = [each.p for each in halves]
        return {"halves": chances, "p": statistics.fmean(chances), "tricks": taken}

    rows = study.worked("rated", rate, 5 * study.sizes.rated)
    return [row | _features(study.hand(n // 5), Strain(n % 5)) for n, row in enumerate(rows)]


def _features(hand: Hand, strain: Strain) -> Data:
    suit = strain.suit
    return {
        "hand": str(hand),
        "strain": str(strain),
        "quick": quick_estimate(hand, strain),
        "expected tricks": expected_tricks(hand, strain),
        "longest": max(hand.lengths),
        "trumps": 0 if suit is None else hand.length(suit),
        "tops": sum(str(card)[1] in "AK" for card in hand),
        "clubs": hand.lengths[-1],
    }


def _by_tenths(rows: Sequence[Data]) -> list[Data]:
    """The rows in ten groups of equal size, by what the formula says."""
    ranked = sorted(rows, key=lambda row: row["quick"])
    cuts = [round(len(ranked) * tenth / 10) for tenth in range(11)]
    groups = [ranked[low:high] for low, high in pairwise(cuts)]
    return [
        {
            "quick": statistics.fmean(row["quick"] for row in g),
            "games": mean([row["p"] for row in g], [row["hand"] for row in g]),
        }
        for g in groups
        if g
    ]


def _errors(rows: Sequence[Data], group: Callable[[Data], str]) -> dict[str, Data]:
    """By group, the formula's chance less the games', where there are enough hands."""
    groups: dict[str, list[Data]] = {}
    for row in rows:
        groups.setdefault(group(row), []).append(row)
    found = {name: _error(groups[name]) for name in sorted(groups)}
    return {name: error for name, error in found.items() if error["n"] >= LEAST_GROUP}


def _error(rows: Sequence[Data]) -> Data:
    """The formula's chance less the games'."""
    return _by_hand(rows, lambda row: row["quick"] - row["p"])


def _by_hand(rows: Sequence[Data], value: Callable[[Data], float]) -> Data:
    """The mean over hands, whose strains count as one."""
    by_hand: dict[str, list[float]] = {}
    for row in rows:
        by_hand.setdefault(row["hand"], []).append(value(row))
    return mean(map(statistics.fmean, by_hand.values()))


def _expected_tricks(rows: Sequence[Data]) -> Data:
    counted, taken = [row["expected tricks"] for row in rows], [row["tricks"] for row in rows]
    return {
        "error": _by_hand(rows, lambda row: row["expected tricks"] - row["tricks"]),
        "off by": statistics.fmean(abs(c - t) for c, t in zip(counted, taken, strict=True)),
        "correlation": statistics.correlation(counted, taken),
    }


def _naming(rows: Sequence[Data]) -> Data:
    """Which strain is named, and what it is worth by games that had no say in it."""
    hands = [rows[first : first + 5] for first in range(0, len(rows), 5)]

    def worth(promise: Callable[[Data, int], float]) -> Data:
        return mean(
            statistics.fmean(
                max(hand, key=lambda row: promise(row, judge))["halves"][judge]
                for judge in range(2)
            )
            for hand in hands
        )

    by_quick = worth(lambda row, judge: row["quick"])
    by_games = worth(lambda row, judge: row["halves"][1 - judge])
    both = worth(lambda row, judge: row["quick"] + row["halves"][1 - judge])
    return {
        "p of the strain the formula names": by_quick,
        "p of the strain that 16 games name": by_games,
        "p of the strain that both together name": both,
        "p of a strain at random": _by_hand(rows, lambda row: row["p"]),
    }


def _against_open_hands(study: Study, rows: Sequence[Data]) -> Data:
    """The formula's chance where success can be forced and where not; its tricks and the most."""
    groups: dict[bool | None, list[float]] = {True: [], False: [], None: []}
    deals: dict[bool | None, list[str]] = {True: [], False: [], None: []}
    for each in _verdicts(study):
        hand = Deal.parse(each["deal"])[Seat.parse(each["declarer"])]
        groups[each["verdict"]].append(quick_estimate(hand, Strain.parse(each["strain"])))
        deals[each["verdict"]].append(each["deal"])
    most = [statistics.fmean(bounds) for bounds in _most_tricks(study)]
    counted, hands = [row["expected tricks"] for row in rows], [row["hand"] for row in rows]
    less = [c - m for c, m in zip(counted, most, strict=True)]
    above = _ranked_above(groups[True], groups[False])
    return {
        "formula where success can be forced": mean(groups[True], deals[True]),
        "formula where it cannot": mean(groups[False], deals[False]),
        "a forced one is rated above another": mean(above, deals[True]),
        "most tricks that can be forced": mean(most, hands),
        "expected tricks less the most": mean(less, hands),
        "correlation of the two": statistics.correlation(counted, most),
    }


def _ranked_above(ours: Sequence[float], others: Sequence[float]) -> list[float]:
    """For each of ours, the share of the others that it is greater than."""
    ranked = sorted(others)
    return [bisect_left(ranked, each) / len(ranked) for each in ours]


def _most_tricks(study: Study) -> list[list[int]]:
    """Bounds of the most tricks that forehand can force, for each hand and strain rated."""
    questions = [
        {
            "deal": str(study.deal(number // 5)),
            "declarer": "F",
            "strain": str(Strain(number % 5)),
            "ask": "tricks",
            "nodes": TRICKS_NODES,
        }
        for number in range(5 * study.sizes.rated)
    ]
    return [told["tricks"]["most"] for told in study.asked("tricks", questions)]


# 4. When does the double-dummy verdict change in play?


def turning_points(study: Study) -> Data:
    """Hands that are worth declaring, played by the engine, looked at with all hands open."""
    advised = [each for each in _advised(study) if best_chance(each) >= GOOD_CHANCE]
    solver = Solver(64 << 20)

    def play_one(number: int) -> Data:
        advice = advised[number % len(advised)]
        play = _played(study, Hand.parse(advice["hand"]), advice["best"], number)
        solver.clear()  # What it remembers would change what it finds within the limit.
        limit = Limit(nodes=VERDICT_NODES)
        makes, turns = [solver.verdict(play, limit=limit)], []
        while play.history:
            after = makes[-1]
            play.pop()
            # Whoever moves could choose this card, and could not wish for more than it gave.
            known = after is (play.turn is play.declarer)
            makes.append(after if known else solver.verdict(play, limit=limit))
            if None not in {after, makes[-1]} and after is not makes[-1]:
                turns.append([sum(play.tricks_taken) + 1, str(play.turn), after])
        return {"makes": makes[::-1], "turns": turns[::-1]}

    games = study.worked("played", play_one, study.sizes.played)
    return _turns(games, [number % len(advised) for number in range(len(games))])


def _played(study: Study, hand: Hand, strain: str, number: int) -> Play:
    """One game of a hand as forehand's, the other cards dealt at random."""
    seed = study.seed * 1_000_000_000 + number
    deal = Deal.random(seed, holds={Seat.FOREHAND: hand})
    play = Play(deal, Seat.FOREHAND, Strain.parse(strain))
    while not play.is_over:
        play.push(choose(play, iterations=THOUGHT, seed=seed).card)
    return play


def _turns(games: Sequence[Data], hands: Sequence[int]) -> Data:
    """What the games tell, ``hands`` being those that were played, by number."""
    turns = [game["turns"] for game in games]
    makes = [game["makes"] for game in games]
    failed = [hand for hand, each in zip(hands, makes, strict=True) if each[-1] is False]
    return {
        "hands": len(games),
        "success": share([each[-1] is True for each in makes], hands),
        "changes a hand": mean(map(len, turns), hands),
        "hands by changes": {
            str(n): share([len(each) == n for each in turns], hands) for n in range(6)
        },
        "changes by seat": {
            str(seat): mean((_count(each, seat=seat) for each in turns), hands) for seat in Seat
        },
        "could be forced at the start": share([each[0] is True for each in makes], hands),
        "forced after each trick": [
            share([each[3 * trick] is True for each in makes], hands) for trick in range(14)
        ],
        "given by the defence, by trick": _by_trick(turns, hands, gained=True),
        "given away by declarer, by trick": _by_trick(
            turns, hands, gained=False, seat=Seat.FOREHAND
        ),
        "not known": share([None in each for each in makes], hands),
        "failed after success could be forced": share(
            [True in each for each in makes if each[-1] is False], failed
        ),
    }


def _by_trick(
    turns: Sequence[Sequence[Sequence[Any]]],
    hands: Sequence[int],
    *,
    gained: bool,
    seat: Seat | None = None,
) -> list[Data]:
    """Changes a hand in each trick, to where success can be forced or away from it."""
    n = len(hands)
    found = [
        mean((_count(e, trick=trick, gained=gained, seat=seat) for e in turns), hands)
        for trick in range(1, 14)
    ]
    # None seen in so many hands is not none at all: one more is imagined.
    return [each | {"error": max(each["error"] or 0.0, 1 / n)} for each in found]


def _count(
    turns: Sequence[Sequence[Any]],
    *,
    trick: int | None = None,
    gained: bool | None = None,
    seat: Seat | None = None,
) -> int:
    """How many changes of a game there were, in a trick, for or against declarer, by a seat."""
    asked = (trick, None if seat is None else str(seat), gained)
    return sum(
        all(want is None or want == told for want, told in zip(asked, turn, strict=True))
        for turn in turns
    )


PARTS: dict[str, Callable[[Study], Data]] = {
    "best_strains": best_strains,
    "break_even": break_even,
    "point_count": point_count,
    "turning_points": turning_points,
    "claims": claims,
    "other_games": other_games,
}


def run(study: Study, parts: Iterable[str] = tuple(PARTS)) -> Iterator[tuple[str, Data]]:
    """The figures of each part, and figures.json with those of all parts looked at so far."""
    study.claim()
    path = study.folder / "figures.json"
    figures: Data = json.loads(path.read_text()) if path.exists() else {}
    for name in parts:
        figures[name] = PARTS[name](study)
        path.write_text(json.dumps(figures, indent=1))
        yield name, figures[name]


def _on_the_terminal(part: str, done: int, total: int) -> None:
    if done % max(1, total // 50) == 0 or done == total:
        print(f"{part}: {done} of {total}", file=sys.stderr, flush=True)


def _share(word: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 < float(word) < math.inf:
            return float(word)
    raise argparse.ArgumentTypeError(f"{word}: give a number above 0, such as 0.05")


def main() -> None:
    """Read the arguments, do the parts, draw their pictures."""
    from study_pictures import pictures, put_on_page

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--share", type=_share, default=1.0, help="so much of the full sample")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="processes for the batches")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--page", type=Path, help="put tables and pictures on this page")
    options = parser.parse_args()
    sizes = Sizes().part(options.share)
    study = Study(options.folder, sizes, options.seed, options.workers, _on_the_terminal)
    for name, figures in run(study, options.only):
        charts = pictures(name, figures)
        for title, chart in charts.items():
            chart.save(options.folder / f"{title}.svg")
            (options.folder / f"{title}.txt").write_text(f"{chart.table}\n", encoding="utf-8")
        if options.page:
            put_on_page(options.page, charts)
    if options.page:
        (options.page.parent / "study" / "figures.json").write_text(
            (options.folder / "figures.json").read_text()
        )


if __name__ == "__main__":
    main()

"""Advice: what it recommends follows from what it estimates, and both from the seed."""

from __future__ import annotations

import math
import tracemalloc
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from clumond_solver._core.bits.portable_math import normal_cdf
from clumond_solver._core.bits.stop import Stop
from clumond_solver.base.cards import Hand, Strain
from clumond_solver.base.efforts import MOST_GAMES
from clumond_solver.display.text.advice import advice_text
from clumond_solver.games.clumond.deals import ExposedTens, Seat
from clumond_solver.games.clumond.play import Outcome, Retention, SeatOutcome
from clumond_solver.games.clumond.scoring import Agreement, Prefer, Scoring
from clumond_solver.results import Advice, Certainty, Estimate
from clumond_solver.single_dummy.clumond import advice as advice_module
from clumond_solver.single_dummy.clumond.advice import advise
from clumond_solver.single_dummy.clumond.calibration import GAMES_ERROR, calibration
from clumond_solver.single_dummy.corrections import STRONG_HAND
from clumond_solver.single_dummy.levels import EASY
from tests.samples import HAND

CLEAR = Hand.parse("AKQJ98765..AKQJ9.43")
RISKY = Hand.parse("42.KQ7.AKQJ9.J98732")
FLAT = Hand.parse("J653.Q975.J86.Q9864")


@pytest.fixture(scope="module")
def textbook() -> Advice:
    return advise(HAND, seat=Seat.REARHAND, seed=1, budget=300)


def test_the_authors_textbook_hand_prefers_one_of_its_long_suits(textbook: Advice) -> None:
    assert textbook.call in {textbook.best, None}
    assert textbook.best in {Strain.SPADES, Strain.HEARTS}
    others = (Strain.DIAMONDS, Strain.CLUBS, Strain.NO_TRUMPS)
    best = textbook.estimates[textbook.best].p
    assert all(best > textbook.estimates[strain].p for strain in others)


def test_its_free_range_is_three_to_six(textbook: Advice) -> None:
    successes = textbook.estimates[textbook.best].successes
    inside = sum(count for (_, total), count in successes.items() if 3 <= total <= 6)
    assert inside > 0.8 * sum(successes.values())


def test_the_authors_risky_hand_prefers_another_strain_than_clubs() -> None:
    advice = advise(RISKY, seat=Seat.FOREHAND, seed=1, budget=200)
    assert advice.best in {Strain.DIAMONDS, Strain.NO_TRUMPS}


def test_declaring_on_paper_is_worth_fifteen_p_less_five(textbook: Advice) -> None:
    for strain, score in textbook.declaring.items():
        p = textbook.estimates[strain].p
        assert score.relative == pytest.approx(15 * p - 5)
        assert score.own == pytest.approx(10 * p)


def test_declaring_for_chips_is_worth_the_pot() -> None:
    advice = advise(HAND, scoring="chips", pot=11, seed=2, budget=40)
    for strain, score in advice.declaring.items():
        p = advice.estimates[strain].p
        assert score.own == pytest.approx(11 * p)
        assert score.relative == pytest.approx(11 * p - 5 * (1 - p))


@pytest.mark.parametrize("prefer", ["relative", "own"])
@pytest.mark.parametrize("hand", [HAND, RISKY, FLAT])
def test_the_call_is_the_better_choice_and_breaks_even_where_said(hand: Hand, prefer: str) -> None:
    advice = advise(hand, seat=Seat.MIDDLEHAND, prefer=prefer, seed=3, budget=80)
    declared = getattr(advice.declaring[advice.best], prefer)
    passed = getattr(advice.passing, prefer)
    assert (advice.call is not None) == (declared > passed)
    if 0 < advice.break_even < 1:
        assert (advice.call is not None) == (advice.estimates[advice.best].p > advice.break_even)
    assert 0.5 <= advice.confidence <= 1


def test_an_error_is_that_of_the_preferred_score() -> None:
    advice = advise(HAND, seat=Seat.REARHAND, prefer="own", seed=1, budget=60)
    best = advice.declaring[advice.best]
    gain, error = abs(best.own - advice.passing.own), advice.estimates[advice.best].standard_error
    of_relative = math.hypot(best.relative_score_error, advice.passing.relative_score_error)
    assert normal_cdf(gain / of_relative) < advice.confidence < normal_cdf(gain / (10 * error))


@pytest.mark.parametrize("prefer", Prefer)
def test_with_an_empty_pot_to_declare_costs_nothing(prefer: Prefer) -> None:
    hand, agreement = Hand.parse("AKQJ98765432..2.432"), Agreement(Scoring.CHIPS, 0)
    options: Any = {"seat": Seat.REARHAND, "agreement": agreement, "prefer": prefer}
    advice = advise(hand, seed=1, budget=60, **options)
    assert (advice.call, advice.break_even) == (advice.best, 0)
    assert advice.confidence > 0.95
    told = " ".join(advice_text(advice, hand, **options).split())
    assert f"the better {prefer} score. Passing is worth less than failing" in told


@pytest.mark.parametrize("threads", [1, 3])
def test_the_seed_fixes_the_advice_whatever_the_threads(threads: int) -> None:
    first = advise(RISKY, seed=5, budget=80, threads=2)
    assert first == advise(RISKY, seed=5, budget=80, threads=threads)
    assert first != advise(RISKY, seed=6, budget=80, threads=threads)
    assert first.games <= 80


@pytest.mark.slow
def test_with_tens_the_others_rate_their_hands_by_seeded_searches() -> None:
    tens = ExposedTens.parse("F=CD M=H common=S")
    first = advise(FLAT, seed=5, budget=40, tens=tens, threads=1)
    assert first == advise(FLAT, seed=5, budget=40, tens=tens, threads=2)
    assert first.passing != advise(FLAT, seed=5, budget=40).passing


def test_a_hand_that_cannot_fail_is_declared_for_certain() -> None:
    advice = advise(Hand.parse("AKQJ98765432.AKQJ.."), seed=1, budget=40)
    spades = advice.estimates[Strain.SPADES]
    assert (advice.call, advice.confidence, advice.is_toss_up) == (Strain.SPADES, 1, False)
    assert (spades.p, spades.interval, spades.games) == (1, (1, 1), 0)
    assert advice.declaring[Strain.SPADES].relative == 10
    assert advice.complete


def test_a_strain_in_which_the_hand_cannot_succeed_gets_no_games() -> None:
    advice = advise(Hand.parse(".AKQJ98765432..AKQJ"), seed=1, budget=40)
    assert advice.estimates[Strain.HEARTS].proved is Certainty.IMPOSSIBLE
    assert advice.estimates[Strain.HEARTS].games == 0
    assert advice.declaring[Strain.HEARTS].relative == -5
    assert advice.best is not Strain.HEARTS
    assert advice.games <= 40


def test_a_budget_of_no_games_still_answers() -> None:
    advice = advise(HAND, seed=1, budget=0)
    assert advice.games == 0
    assert advice.estimates[advice.best].p == max(each.p for each in advice.estimates.values())
    low, high = advice.estimates[advice.best].interval
    assert 0 < low < advice.estimates[advice.best].p < high < 1
    assert advice.confidence == 0.5


def test_figures_follow_from_guesses_and_games_by_bayes(textbook: Advice) -> None:
    guesses = advise(HAND, seat=Seat.REARHAND, seed=1, budget=0).estimates
    expected = by_integration(
        [share_of_games(guesses[strain].p) for strain in Strain],
        [textbook.estimates[strain] for strain in Strain],
    )
    for strain, (share, error) in zip(Strain, expected, strict=True):
        found = textbook.estimates[strain]
        assert share_of_games(found.p) == pytest.approx(share, abs=0.02)
        spread = found.p * (1 - found.p)
        of_games = STRONG_HAND.power * error * spread / (share * (1 - share))
        beside_strong_play = math.hypot(of_games, GAMES_ERROR * spread)
        assert found.standard_error == pytest.approx(beside_strong_play, rel=0.1)
        # Where games contradict a guess, which makes it doubtful, it may be worth less than none.
        assert (found.effective_games or 0) > 0


def share_of_games(chance: float) -> float:
    """The share of games won that a stated chance stands for."""
    odds = (chance / (1 - chance) / STRONG_HAND.share) ** (1 / STRONG_HAND.power)
    return float(odds / (1 + odds))


def by_integration(
    guesses: Sequence[float], played: Sequence[Estimate]
) -> list[tuple[float, float]]:
    """Mean and standard deviation of each chance, summed over shifts of the guesses' log odds."""
    spread = calibration().advice.shared_error
    total, sums = 0.0, [(0.0, 0.0)] * len(guesses)
    for step in range(-200, 201):
        shift = step * spread / 40
        laws = [
            after_games(1 / (1 + (1 - guess) / guess * math.exp(-shift)), each)
            for guess, each in zip(guesses, played, strict=True)
        ]
        likely = math.exp(sum(law[0] for law in laws) - shift**2 / spread**2 / 2)
        total += likely
        sums = [
            (first + likely * p, second + likely * square)
            for (first, second), (_, p, square) in zip(sums, laws, strict=True)
        ]
    return [(p / total, math.sqrt(square / total - (p / total) ** 2)) for p, square in sums]


def after_games(guess: float, played: Estimate) -> tuple[float, float, float]:
    """Log-likelihood of the games under two Beta distributions; mean and mean square after."""
    law, won, likely, sums = calibration().advice, sum(played.successes.values()), 0.0, [0.0, 0.0]
    outlier = law.outlier_probability
    for prior, weight in ((1 - outlier, law.weight), (outlier, law.outlier_weight)):
        start, end = (guess * weight, weight), (guess * weight + won, weight + played.games)
        before, after = (
            math.lgamma(a) + math.lgamma(n - a) - math.lgamma(n) for a, n in (start, end)
        )
        share, mean = prior * math.exp(after - before), end[0] / end[1]
        likely += share
        sums[0] += share * mean
        sums[1] += share * (mean**2 + mean * (1 - mean) / (end[1] + 1))
    return math.log(likely), sums[0] / likely, sums[1] / likely


def test_the_strain_called_is_known_as_well_as_the_budget_allows(textbook: Advice) -> None:
    called = textbook.estimates[textbook.best]
    of_games = called.standard_error**2 - (GAMES_ERROR * called.p * (1 - called.p)) ** 2
    assert of_games <= 2 * 0.04**2


@pytest.mark.slow
@pytest.mark.parametrize(("hand", "declares"), [(CLEAR, True), (FLAT, False)])
def test_a_clear_call_needs_fewer_games_and_is_that_of_the_whole_budget(
    hand: Hand, declares: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    early = advise(hand, seed=4, budget=240)
    assert early.games < 240
    assert early.complete
    assert early.confidence >= 0.999
    monkeypatch.setattr("clumond_solver.single_dummy.clumond.advice._CLEAR_CONFIDENCE", 2.0)
    whole = advise(hand, seed=4, budget=240)
    assert whole.games == 240
    assert early.call == whole.call
    assert (early.call is not None) == declares


@pytest.mark.slow
def test_more_tens_in_common_move_every_total() -> None:
    tens = ExposedTens.parse("F=CD common=HS")
    advice = advise(HAND, seed=1, budget=80, tens=tens)
    totals = {total for estimate in advice.estimates.values() for _, total in estimate.successes}
    assert totals
    assert min(totals) >= 6


def test_each_stage_is_told_with_growing_games() -> None:
    seen: list[Advice] = []
    told: list[tuple[int, int]] = []
    final = advise(
        RISKY, seed=1, budget=80, watch=seen.append, progress=lambda *done: told.append(done)
    )
    assert told == [(each.games, 80) for each in seen]
    assert [each.games for each in seen] == sorted({each.games for each in seen})
    assert not any(each.complete for each in seen)
    assert final.complete
    assert (seen[0].games, seen[-1].games) == (0, final.games)


def test_jobs_are_made_as_they_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_five(jobs: Iterable[Callable[[Stop], object]], **_: object) -> list[object]:
        return [job(Stop()) for job in islice(jobs, 5)]

    def stop_at(games: int, most: int) -> None:
        assert most == MOST_GAMES
        if games > 30:
            raise InterruptedError

    monkeypatch.setattr(advice_module, "run_jobs", first_five)
    tracemalloc.start()
    try:
        with pytest.raises(InterruptedError):
            advise(RISKY, budget=MOST_GAMES, progress=stop_at)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def test_a_time_budget_stops_in_between() -> None:
    assert advise(RISKY, time=0.1).games < 200
    assert not advise(RISKY, time=0).complete


def test_an_agreement_says_the_same_as_its_terms() -> None:
    tens = ExposedTens.parse("F=CD M=H common=S")
    agreement = Agreement(Scoring.CHIPS, pot=9, tens=tens)
    one_by_one = advise(FLAT, scoring="chips", pot=9, tens=tens, budget=0)
    assert advise(FLAT, agreement=agreement, budget=0) == one_by_one
    assert advise(FLAT, agreement=replace(agreement, pot=6), pot=9, budget=0) == one_by_one
    assert advise(FLAT, agreement=agreement, tens=str(tens), budget=0) == one_by_one
    assert one_by_one != advise(FLAT, tens=tens, budget=0)


def test_stakes_are_what_the_scores_pay() -> None:
    kept = Retention.parse("DDS")
    made, missed = (
        Outcome(
            Seat.FOREHAND, (SeatOutcome(kept, taken), SeatOutcome(kept, 1), SeatOutcome(kept, 1))
        )
        for taken in (11, 5)
    )
    for agreement in (Agreement(), Agreement(Scoring.CHIPS, pot=9)):
        success, defence = agreement.rewards
        assert agreement.scores(made) == (success, 0, 0)
        assert agreement.scores(missed) == (0, defence, defence)


def test_against_weaker_opponents_a_hand_is_worth_more_and_first_guesses_tell_little(
    textbook: Advice,
) -> None:
    found = advise(HAND, seat=Seat.REARHAND, seed=1, budget=300, opponents=EASY)
    spades = found.estimates[Strain.SPADES]
    assert spades.p > textbook.estimates[Strain.SPADES].p + 0.2
    assert spades.effective_games is not None
    # Games of easy players all round are those that the figure is about.
    found = advise(HAND, seat=Seat.REARHAND, seed=1, budget=300, style=EASY, opponents=EASY)
    spades = found.estimates[Strain.SPADES]
    assert spades.effective_games is None
    assert spades.p == pytest.approx(sum(spades.successes.values()) / spades.games, abs=0.05)

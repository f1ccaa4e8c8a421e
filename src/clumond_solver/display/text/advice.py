"""Answers of the single-dummy engine as text."""

from __future__ import annotations

import math

from clumond_solver.base.cards import Hand, Strain
from clumond_solver.base.wording import capital, counted, percent, percent_range, signed
from clumond_solver.display.text.hands import hand_text, strain_text
from clumond_solver.display.text.layout import WIDTH, bar, table_text, wrapped
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import ParReading, Retention
from clumond_solver.games.clumond.scoring import BASE_AGREEMENT, Agreement, Prefer, Scoring
from clumond_solver.results import Advice, Certainty, Estimate

#: The calls before a seat's, by seat.
CALLS_BEFORE = ("nobody has called yet", "forehand has passed", "the two others have passed")
_SCORES_LEGEND = (
    "Own: the {} that you can expect. Relative: own minus the average of the other two; the call is"
    " the one with the better {} score."
)


def advice_text(
    advice: Advice,
    hand: Hand,
    *,
    seat: Seat,
    agreement: Agreement = BASE_AGREEMENT,
    prefer: Prefer | str = Prefer.RELATIVE,
    players: str = "",
    width: int = WIDTH,
) -> str:
    """The call, the strains compared, passing, and the endings of the successes.

    ``seat``, ``agreement`` and ``prefer`` are those of the advice, ``players`` says who plays and
    against whom.
    """
    best = advice.estimates[advice.best]
    unit = "points on paper" if agreement.scoring is Scoring.PAPER else "chips"
    explanations = (
        _SCORES_LEGEND.format(unit, prefer),
        _break_even_text(advice, agreement, Prefer(prefer)),
        _correction_text(best, advice.best),
    )
    parts = (
        f"{seat} holds\n{hand_text(hand, width=width)}",
        wrapped(terms_text(seat, agreement, players), width),
        call_text(advice),
        strains_table(advice),
        wrapped(" ".join(filter(None, explanations)), width),
        _successes_text(best, advice.best),
        _tricks_taken_text(best, advice.best),
        "" if advice.complete else "Stopped early: the figures rest on fewer games.",
    )
    return "\n\n".join(filter(None, parts))


def terms_text(seat: Seat, agreement: Agreement, players: str = "") -> str:
    """The assumptions of the advice; ``players`` says who plays and against whom."""
    scored = "scored on paper"
    if agreement.scoring is Scoring.CHIPS:
        scored = f"played for chips, {agreement.pot} in the pot"
    if agreement.par is not ParReading.NEAREST:
        scored += f", tricks off by the {agreement.par} par"
    tens = "no tens" if agreement.tens is None else f"tens {agreement.tens}"
    who = f"{seat} (the dealer)" if seat is Seat.REARHAND else str(seat)
    parts = (f"{who}{players and ', '}{players}", CALLS_BEFORE[seat], scored, tens)
    return f"Assumed: {'; '.join(parts)}."


def call_text(advice: Advice) -> str:
    """The recommended call, and how likely it is the better one."""
    best = strain_text(advice.best)
    call = "pass" if advice.call is None else f"go for clumond in {best}"
    if advice.call and advice.estimates[advice.call].proved is Certainty.CERTAIN:
        return f"Go for clumond in {best}.  It cannot fail: the hand alone proves it."
    best_estimate = advice.estimates[advice.best]
    rests_on_games = best_estimate.games or best_estimate.proved is not None
    if not _passing_is_known(advice) or not rests_on_games:
        return f"A guess, with too few games to tell: {call}."
    if advice.is_toss_up:
        ahead = "Passing" if advice.call is None else f"Declaring {best}"
        likely = percent(advice.confidence)
        return f"A toss-up: {best} or pass.  {ahead} is {likely} likely to be better."
    other = f"declaring {best}" if advice.call is None else "passing"
    sure = advice.confidence >= 0.995
    likely = "Almost certainly" if sure else f"{percent(advice.confidence)} likely to be"
    return f"{capital(call)}.  {likely} better than {other}."


def strains_table(advice: Advice) -> str:
    """The strains and passing: chance, its interval, and both expected scores."""
    rows = []
    by_chance = sorted(Strain, key=lambda strain: advice.estimates[strain].p, reverse=True)
    for strain in sorted(by_chance, key=lambda strain: strain is not advice.best):
        estimate, score = advice.estimates[strain], advice.declaring[strain]
        rows.append(
            [
                strain.symbol,
                bar(estimate.p),
                percent(estimate.p),
                likely_text(estimate),
                signed(score.own),
                signed(score.relative),
                str(estimate.games),
            ]
        )
    own, relative = signed(advice.passing.own), signed(advice.passing.relative)
    likely = "" if _passing_is_known(advice) else "a guess"
    rows.append(["pass", "", "", likely, own, relative, ""])
    heads = ["call", "success", "", "95 % range", "own", "relative", "games"]
    return table_text(heads, rows, right={2, 3, 4, 5, 6})


def likely_text(estimate: Estimate) -> str:
    """The 95 % interval of a chance, or its proof."""
    if estimate.proved is not None:
        return str(estimate.proved)
    return percent_range(*estimate.interval) if estimate.games else "a guess"


def _correction_text(estimate: Estimate, strain: Strain) -> str:
    """Why the chance differs from the share of games won."""
    if not estimate.games or estimate.effective_games is None:
        return ""
    games = counted(round(estimate.effective_games), "game")
    return (
        "Success is not just the share of games won: these games are quick, so it is corrected by"
        " what came of such hands, and then moved towards what such cards usually bring. The range"
        f" allows for both: for {strain_text(strain)} it is as wide as {games} by the players"
        " assumed would make it."
    )


def _passing_is_known(advice: Advice) -> bool:
    """Whether the games suffice for the value of passing; a few may all end alike."""
    return 0 < advice.passing.relative_score_error < math.inf


def _break_even_text(advice: Advice, agreement: Agreement, prefer: Prefer) -> str:
    if not _passing_is_known(advice):
        worth = signed(advice.passing.relative)
        return f"Too few games were played to say what passing is worth: {worth} is a guess."
    success, defence = agreement.rewards
    passing, failing = advice.passing.relative, -defence
    if prefer is Prefer.OWN:
        passing, failing = advice.passing.own, 0
    if passing < failing:
        return "Passing is worth less than failing: declaring pays whatever the chance of success."
    if passing >= success:
        return "Passing is worth at least as much as certain success: declaring never pays."
    even = percent(advice.break_even)
    return f"Break-even: {even}. Declaring beats passing if the chance of success is higher."


def _successes_text(estimate: Estimate, strain: Strain) -> str:
    """Targets and retentions of the successes, the most frequent first."""
    won = sum(estimate.successes.values())
    if not won:
        return ""
    by_total: dict[int, list[tuple[int, Retention]]] = {}
    for (retention, total), count in estimate.successes.items():
        by_total.setdefault(total, []).append((count, retention))
    rows = []
    for total, kept in sorted(by_total.items()):
        count = sum(share for share, _ in kept)
        ends = sorted(kept, key=lambda end: (-end[0], end[1]))
        shown = "  ".join(f"{retention.pretty()} {share}" for share, retention in ends[:5])
        more = "  …" if len(ends) > 5 else ""
        rows.append([str(total), bar(count / won), str(count), shown + more])
    times = "success" if won == 1 else f"{won} successes"
    head = f"Where the {times} in {estimate.games} games in {strain_text(strain)} ended:"
    return f"{head}\n{table_text(['target', '', 'games', 'kept'], rows, right={0, 2})}"


def _tricks_taken_text(estimate: Estimate, strain: Strain) -> str:
    games = sum(estimate.tricks.values())
    if not games:
        return ""
    most = max(estimate.tricks.values())
    rows = [
        [str(tricks), bar(count / most), percent(count / games)]
        for tricks, count in sorted(estimate.tricks.items())
    ]
    head = f"Tricks taken in {strain_text(strain)}:"
    return f"{head}\n{table_text(['tricks', '', 'games'], rows, right={0, 2})}"

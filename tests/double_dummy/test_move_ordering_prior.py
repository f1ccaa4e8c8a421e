"""What searches begin with: it saves work, never changes an answer, and can be made again."""

from __future__ import annotations

from pathlib import Path

import pytest
from training.double_dummy import Plan, main, to_json, train

from clumond_solver.base.cards import Strain
from clumond_solver.base.errors import SearchError
from clumond_solver.double_dummy.move_ordering_prior import GoalKind, parse_priors, shipped_priors
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.results import Limit

PLAYS = [Play(Deal.random(880 + n), Seat.FOREHAND, Strain(n % 5)) for n in range(60)]
BLOCKS = 100_000
SMALL = Plan(rounds={GoalKind.PARS: (4, 3), GoalKind.MOST: (2,)}, leads=3, plays=4)


def test_it_can_be_written_and_read() -> None:
    assert parse_priors(to_json(shipped_priors())) == shipped_priors()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"format": 1}',
        '{"format": 2, "goal_kinds": []}',
        '{"format": 2, "goal_kinds": {"pars": {"rates": [1]}}}',
        '{"format": 2, "goal_kinds": {"pars": {"rates": [1], "work": [1], "leads": [1]}}}',
        '{"format": 2, "goal_kinds": {"luck": {"rates": [1], "work": [1], "leads": [1]}}}',
    ],
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(SearchError, match="priors"):
        parse_priors(text)


def test_it_saves_half_of_the_work_on_usual_deals_and_changes_no_answer() -> None:
    limit = Limit(nodes=200_000)
    taught, new = Solver(), Solver()
    new._create_search({}, BLOCKS)
    saved = 0
    for play in PLAYS:
        for solver in (taught, new):
            solver.clear()
        answers = [solver.verdict(play, limit=limit) for solver in (taught, new)]
        assert None in answers or answers[0] == answers[1]
        saved += 2 * taught.nodes < new.nodes
    assert saved > len(PLAYS) / 2


def test_a_used_solver_takes_no_more_than_a_new_one() -> None:
    limit = Limit(nodes=20_000)
    used, new = Solver(), Solver()
    nodes = {used: 0, new: 0}
    for play in PLAYS:
        new.clear()
        for solver in nodes:
            solver.verdict(play, limit=limit)
            nodes[solver] += solver.nodes
    assert nodes[used] <= 1.05 * nodes[new]


def test_a_search_tells_what_it_learnt() -> None:
    solver = Solver()
    assert not any(solver._search.statistics()[0])
    solver.verdict(PLAYS[0])
    tried, succeeded, work = solver._search.statistics()
    assert sum(tried) > sum(succeeded) > 0
    assert all(-0.01 <= won <= tries + 0.01 for tries, won in zip(tried, succeeded, strict=True))
    assert len(tried) == len(shipped_priors()[GoalKind.PARS].rates)
    assert len(work) == len(shipped_priors()[GoalKind.PARS].expected_log2_nodes)


def test_training_is_fixed_by_its_seed() -> None:
    first = train(SMALL, seed=3)
    assert to_json(first) == to_json(train(SMALL, seed=3))
    assert to_json(first) != to_json(train(SMALL, seed=4))
    assert all(0 <= rate <= 1 for found in first.values() for rate in found.rates)


def test_training_on_too_few_deals_is_refused() -> None:
    with pytest.raises(SearchError, match="0 deals: too few"):
        train(Plan(rounds={GoalKind.PARS: (0,)}))


def test_the_command_writes_what_a_solver_can_begin_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "priors.json"
    assert main(["--out", str(out), "--scale", "0.002"]) == 0
    assert "pars, round 1" in capsys.readouterr().err
    found = parse_priors(out.read_text())
    solver = Solver()
    solver._create_search(found, BLOCKS)
    assert solver.verdict(PLAYS[0]) == Solver().verdict(PLAYS[0])

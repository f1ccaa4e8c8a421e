"""A command loads its own modules and no others, so that it starts at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

# `_core` apart, whose modules follow from those above them.
START = """
    base.cards base.checks base.enumerations base.errors base.files base.json_data base.numbers
    base.seeds base.stopping base.values base.version base.wording
    rules.tricks games.clumond.deals games.clumond.play games.session_lines
    cli.command_line cli.commands cli.exit_codes cli.parser cli.streams
    display.text.hands display.text.layout
"""
# Records keep sessions of Clumond, and a view is of any game.
ANY_GAME = """
    base.renamed rules.actions rules.game rules.payoffs rules.states
    games.clumond.game games.clumond.scoring games.clumond.signals games.options games.registry
"""
RECORDS = "records.record records.replay records.tags_and_tricks display.text.records"
# The fields of questions know the words for retentions and the names of styles.
FIELDS = """
    base.beta_distribution base.efforts base.packaged questions.ask_kinds questions.fields
    display.text.double_dummy display.text.misses games.clumond.scoring
    results.clumond_results results.search_results rules.actions single_dummy.level_names
"""
SOLVER = """
    cli.solve_command double_dummy.goals double_dummy.move_ordering_prior double_dummy.queries
    double_dummy.solver double_dummy.table_of_a_deal
"""
ADVICE = """
    cli.advise_command display.text.advice
    knowledge.clumond_views knowledge.core_any_game knowledge.core_clumond knowledge.views
    single_dummy.clumond.signalling single_dummy.corrections single_dummy.levels single_dummy.luck
    single_dummy.clumond.advice single_dummy.clumond.calibration single_dummy.clumond.card_choice
    single_dummy.clumond.playouts single_dummy.clumond.proofs single_dummy.clumond.quick_estimate
    single_dummy.last_tricks
"""
PLAY = "F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3"
COMMANDS = {
    ("show", "AK8732.AK974.KJ4.Q3"): START + " cli.show_command",
    ("verify", "seeds/sample-hands.clumond"): START + ANY_GAME + RECORDS + " cli.verify_command",
    ("solve", PLAY): START + FIELDS + SOLVER,
    ("advise", "AK8732.AK974.KJ4.Q3", "--budget", "8"): START + ANY_GAME + FIELDS + ADVICE,
}
LIST_MODULES = """
import sys
from clumond_solver.cli import main
main(sys.argv[1:])
packages = {name.rpartition(".")[0] for name in sys.modules}
ours = (name for name in sys.modules.keys() - packages if name.startswith("clumond_solver."))
print(*ours, file=sys.stderr)
"""


@pytest.mark.machine
@pytest.mark.parametrize(("words", "modules"), COMMANDS.items(), ids=lambda given: given[0])
def test_a_command_loads_its_own_modules(words: tuple[str, ...], modules: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", LIST_MODULES, *words], capture_output=True, text=True, check=True
    )
    names = {name.removeprefix("clumond_solver.") for name in ran.stderr.split()}
    loaded = {name for name in names if not name.startswith("_core.")}
    assert loaded - {*modules.split()} == set(), "more than before"
    assert {*modules.split()} - loaded == set(), "fewer: take them off the list"

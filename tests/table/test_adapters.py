"""The other frameworks' own tests, for every game; each skipped where its extra is missing."""

from __future__ import annotations

import builtins
import importlib.util
import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from clumond_solver.adapters import openspiel_game, pettingzoo_env
from clumond_solver.adapters.encoding import Encoder
from clumond_solver.errors import MissingExtraError
from tests.all_games import GAMES, random_actions, standing_after

every_game = pytest.mark.parametrize("name", GAMES)
needs_pettingzoo = pytest.mark.skipif(
    importlib.util.find_spec("pettingzoo") is None,
    reason="PettingZoo is not installed (extra pettingzoo)",
)
needs_openspiel = pytest.mark.skipif(
    importlib.util.find_spec("pyspiel") is None,
    reason="OpenSpiel is not installed (extra openspiel)",
)


@every_game
def test_observations_as_numbers(name: str) -> None:
    game = GAMES[name]
    encoder = Encoder(game)
    state = game.deal(1, game.opening())
    for action in random_actions(state, random.Random(1)):
        mask = encoder.mask(state)
        assert [encoder.actions[n] for n in encoder.legal(state)].count(action) == 1
        assert sum(mask) == len(state.legal_actions)
        assert mask[encoder.number(action)] == 1
    for seat in range(game.players):
        seen = state.observation(seat)
        parts = encoder.parts(seen)
        assert set(encoder.vector(seen)) <= {0, 1}
        assert len(encoder.vector(seen)) == encoder.size
        assert list(parts) == list(encoder.shapes)
        assert parts["seat"][seat] == 1
        assert sum(parts["hand"]) == len(seen.hand or ())
        assert not any(parts["trick"])


@every_game
def test_the_trick_under_way_is_told_from_the_observer_on(name: str) -> None:
    game = GAMES[name]
    encoder = Encoder(game)
    state = game.deal(4, game.opening())
    checked = 0
    for _ in random_actions(state, random.Random(4)):
        play = getattr(state, "play", None)
        if play is None or not play.trick:
            continue
        for seat in range(game.players):
            trick = encoder.parts(state.observation(seat))["trick"]
            places = [
                (play.leader + place - seat) % game.players * len(encoder.cards)
                + encoder.cards.index(card)
                for place, card in enumerate(play.trick)
            ]
            assert [place for place, laid in enumerate(trick) if laid] == sorted(places)
            checked += 1
    assert checked


@needs_pettingzoo
@every_game
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoos_own_api_test(name: str) -> None:
    from pettingzoo.test import api_test

    game = GAMES[name]
    for deals in (0, 8, 11):
        api_test(pettingzoo_env.env(game, standing_after(game, deals)), num_cycles=60)


@needs_pettingzoo
@every_game
def test_pettingzoos_own_seed_test(name: str) -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: pettingzoo_env.env(GAMES[name]), num_cycles=40)


@needs_pettingzoo
def test_rewards_are_the_scores_of_the_deal() -> None:
    environment = pettingzoo_env.env(GAMES["clubs 4"], render_mode="ansi")
    environment.reset(seed=3)
    source, rewards = random.Random(3), dict.fromkeys(environment.possible_agents, 0)
    for agent in environment.agent_iter():
        observation, reward, ended, _, _ = environment.last()
        rewards[agent] += reward
        legal = [n for n, may in enumerate(observation["action_mask"]) if may]
        environment.step(None if ended else source.choice(legal))
    assert sum(rewards.values()) == -26
    assert list(rewards.values()) == list(environment.state_of_deal.scores)
    assert "play C2" in environment.render() or "lead C2" in environment.render()


@needs_openspiel
@every_game
def test_openspiels_own_random_simulation_test(name: str) -> None:
    import pyspiel

    game = GAMES[name]
    for deals in (0, 11):
        short = f"test_{name.replace(' ', '_')}_{deals}"
        standing = standing_after(game, deals)
        assert openspiel_game.register(game, standing, short) == short
        assert openspiel_game.register(game, standing, short) == short
        pyspiel.random_sim_test(pyspiel.load_game(short), num_sims=1, serialize=True, verbose=False)


@needs_openspiel
def test_openspiel_knows_the_game_by_its_name() -> None:
    import pyspiel

    name = openspiel_game.register(GAMES["clabberjass"])
    assert name == "clumond_solver_clabberjass_2"
    state = pyspiel.load_game(name).new_initial_state()
    assert len(state.chance_outcomes()) == 32
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert state.current_player() == 0
    assert state.information_state_string(0).startswith("seat 0 holds")
    assert state.information_state_tensor(0) != state.information_state_tensor(1)
    assert state.clone().history() == state.history()


@pytest.mark.parametrize("extra", ["pettingzoo", "openspiel"])
def test_a_missing_extra_is_named(extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = builtins.__import__
    missing = {"pettingzoo": "pettingzoo", "openspiel": "pyspiel"}[extra]

    def without(
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> Any:
        if name.partition(".")[0] == missing:
            raise ImportError(name)
        return plain(name, globals, locals, fromlist, level)

    monkeypatch.setattr(builtins, "__import__", without)
    start = pettingzoo_env.env if extra == "pettingzoo" else openspiel_game.register
    with pytest.raises(MissingExtraError, match=rf"clumond_solver\[{extra}\]"):
        start(GAMES["clubs 4"])

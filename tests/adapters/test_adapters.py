"""The other frameworks' own tests, for every game; each skipped where its extra is missing."""

from __future__ import annotations

import copy
import importlib.util
import os
import pickle
import random
from dataclasses import dataclass
from typing import Any

import pytest

from clumond_solver import adapters
from clumond_solver.adapters import openspiel_game, pettingzoo_env
from clumond_solver.adapters.episodes import Encoder, Episode, SeatVector
from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.errors import ClumondError, RuleError, WrongTypeError
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.games.registry import new_game
from clumond_solver.rules.actions import Action, PlayCard
from clumond_solver.rules.game import Event, Game, Observation
from tests.all_games import GAMES, every_game, random_actions, standing_after

needs_pettingzoo = pytest.mark.skipif(
    importlib.util.find_spec("pettingzoo") is None,
    reason="PettingZoo is not installed (extra pettingzoo)",
)
needs_openspiel = pytest.mark.skipif(
    importlib.util.find_spec("pyspiel") is None,
    reason="OpenSpiel is not installed (extra openspiel)",
)


@pytest.fixture(params=["clag foss 4", "ninety-nine", "oh-hell"])
def whole_game(request: pytest.FixtureRequest, examples: None) -> Game[Any]:
    """A game of many deals: one of the library's, or one of one's own."""
    return GAMES.get(request.param) or new_game(request.param)


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


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize("name", [*GAMES, "ninety-nine", "oh-hell"])
def test_vector_and_table_tell_apart_what_the_seat_can_tell_apart(name: str) -> None:
    """And nothing else: hidden bids neither leak nor are they lost."""
    game = GAMES.get(name) or new_game(name)
    encoder = Encoder(game)
    text_of: dict[tuple[bytes, bytes], str] = {}
    # The same deal played twice in other orders, and other deals.
    for deal, source in ((1, 1), (1, 2), (1, 3), (2, 1)):
        state = game.deal(deal, standing_after(game, 9))
        for _ in random_actions(state, random.Random(source)):
            for seat in range(game.players):
                seen = state.observation(seat)
                code = bytes(encoder.vector(seen)), bytes(encoder.table(seen))
                assert text_of.setdefault(code, str(seen)) == str(seen)
    assert len({*text_of.values()}) == len(text_of) > 10


def test_two_orders_of_play_are_two_tables() -> None:
    game = GAMES["clubs 4"]
    seen = []
    for tricks in ("H2 HA HK HQ S2 SA SK SQ", "S2 SA SK SQ H2 HA HK HQ"):
        cards = [Card.parse(card) for card in tricks.split()]
        events = [
            Event(at % 4, f"play {card}", Hand.of(card), PlayCard(card))
            for at, card in enumerate(cards)
        ]
        seen.append(Observation(0, Hand(), tuple(events)))
    encoder = Encoder(game)
    assert encoder.vector(seen[0]) == encoder.vector(seen[1])
    assert encoder.table(seen[0]) != encoder.table(seen[1])


@every_game
@pytest.mark.sample(5)
def test_what_a_seat_was_told_only_grows_and_is_as_if_told_at_once(name: str) -> None:
    game = GAMES[name]
    source = random.Random(7)
    state = game.deal(3, standing_after(game, 5))
    told = [state.observation(seat).events for seat in range(game.players)]
    seat_vectors = [SeatVector(Encoder(game), seat) for seat in range(game.players)]
    made: list[Action] = []
    for _ in range(150):
        if made and (state.is_over or source.random() < 0.3):
            assert state.pop() == made.pop()
            told = [() for _ in told]
        else:
            legal = list(state.legal_actions)
            made.append(legal[int(source.random() * len(legal))])
            state.push(made[-1])
        fresh = game.deal(3, standing_after(game, 5))
        for action in made:
            fresh.push(action)
        for seat, before in enumerate(told):
            seen = state.observation(seat)
            assert seen == fresh.observation(seat)
            assert seen.events[: len(before)] == before
            assert seat_vectors[seat].vector(seen) == Encoder(game).vector(seen)
        told = [state.observation(seat).events for seat in range(game.players)]


def test_actions_that_the_game_does_not_name_are_refused() -> None:
    """They used to vanish from what was observed."""

    @dataclass(frozen=True)
    class Shout:
        def __str__(self) -> str:
            return "shout"

    encoder = Encoder(GAMES["clubs 4"])
    shout: Any = Shout()
    with pytest.raises(RuleError, match="shout is not among the actions of Clubs"):
        encoder.number(shout)
    seen = Observation(0, Hand(), (Event(1, "shout", action=shout),))
    with pytest.raises(RuleError, match="shout is not among"):
        encoder.vector(seen)


@every_game
def test_an_episode_is_a_whole_game_and_its_copies_are_independent(name: str) -> None:
    episode, source = Episode(GAMES[name], seed=4), random.Random(4)
    other = random.Random(5)
    while not episode.is_over:
        if episode.state is None:
            episode.deal(episode.standing.deals)
            continue
        if source.random() < 0.2 and episode.standing.deals < 3:
            twin, before = episode.copy(), str(episode.state.observation(0))
            while twin.state is not None and not twin.is_over:
                twin.push(other.choice(list(twin.state.legal_actions)))
            assert str(episode.state.observation(0)) == before
        assert episode.turn == episode.standing.player(episode.state.turn or 0)
        episode.push(source.choice(list(episode.state.legal_actions)))
    start = GAMES[name].opening(4).totals
    assert GAMES[name].is_finished(episode.standing)
    gained = tuple(now - then for now, then in zip(episode.standing.totals, start, strict=True))
    assert episode.gains == gained
    assert len(episode.past_deals) == episode.standing.deals - 1


@needs_pettingzoo
@every_game
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoos_own_api_test(name: str) -> None:
    from pettingzoo.test import api_test

    game = GAMES[name]
    api_test(pettingzoo_env.env(game), num_cycles=60)
    for deals in (0, 8, 11):
        api_test(pettingzoo_env.env(game, standing_after(game, deals)), num_cycles=60)


@needs_pettingzoo
@every_game
def test_pettingzoos_own_seed_test(name: str) -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: pettingzoo_env.env(GAMES[name]), num_cycles=40)


def played_at_random(environment: Any, seed: int) -> dict[str, int]:
    """What each agent gains in an episode, played to its end at random."""
    environment.reset(seed=seed)
    source, rewards = random.Random(seed), dict.fromkeys(environment.possible_agents, 0)
    for agent in environment.agent_iter():
        observation, reward, ended, _, _ = environment.last()
        rewards[agent] += reward
        legal = [n for n, may in enumerate(observation["action_mask"]) if may]
        environment.step(None if ended else source.choice(legal))
    return rewards


@needs_pettingzoo
def test_rewards_are_the_scores_of_the_deal() -> None:
    game = GAMES["clubs 4"]
    environment = pettingzoo_env.env(game, game.opening(), render_mode="ansi")
    rewards = played_at_random(environment, 3)
    assert sum(rewards.values()) == -26
    assert list(rewards) == [f"seat_{seat}" for seat in range(4)]
    assert list(rewards.values()) == list(environment.episode.state.scores)
    assert "play C2" in environment.render() or "lead C2" in environment.render()


@needs_openspiel
@every_game
@pytest.mark.sample(5)
def test_openspiels_own_random_simulation_test(name: str) -> None:
    """Single deals of every game; whole sessions of one, for they are one code in all."""
    import pyspiel

    game = GAMES[name]
    whole = name == "clubs 3" or "CLUMOND_WHOLE_SESSIONS" in os.environ
    for standing in (*[None] * whole, standing_after(game, 0), standing_after(game, 11)):
        short = f"test_{name.replace(' ', '_')}_{'all' if standing is None else standing.deals}"
        assert openspiel_game.register_in_openspiel(game, standing, short) == short
        assert openspiel_game.register_in_openspiel(game, standing, short) == short
        pyspiel.random_sim_test(pyspiel.load_game(short), num_sims=1, serialize=True, verbose=False)


@needs_openspiel
def test_openspiel_knows_the_game_by_its_name() -> None:
    import pyspiel

    game = GAMES["clabberjass"]
    name = openspiel_game.register_in_openspiel(game, game.opening())
    assert name == "clumond_solver_clabberjass_one_deal"
    state = pyspiel.load_game(name).new_initial_state()
    assert len(state.chance_outcomes()) == 32
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert state.current_player() == 0
    assert state.information_state_string(0).startswith("seat 0 holds")
    assert state.information_state_tensor(0) != state.information_state_tensor(1)
    assert state.clone().history() == state.history()


@needs_openspiel
def test_openspiel_gives_no_other_game_back() -> None:
    import pyspiel

    short = adapters.register_in_openspiel(ClumondGame(hands=1))
    long = adapters.register_in_openspiel(ClumondGame(hands=3, scoring=Scoring.CHIPS))
    assert short == adapters.register_in_openspiel("clumond hands=1")
    assert adapters.register_in_openspiel(ClumondGame(hands=1)) == short != long
    for name, hands in ((short, 1), (long, 3)):
        game = pyspiel.load_game(name).new_initial_state().episode.game
        assert game.hands == hands
    for game, standing, name in (
        (ClumondGame(hands=5), None, short),
        (ClumondGame(hands=1), ClumondGame().opening(), short),
        (ClumondGame(), None, "go"),
    ):
        with pytest.raises(RuleError, match=f"named {name}: give this one another name"):
            adapters.register_in_openspiel(game, standing, name)
    clubs = GAMES["clubs 3"]
    adapters.register_in_openspiel(clubs, clubs.opening())
    with pytest.raises(RuleError, match="a deal in another standing"):
        adapters.register_in_openspiel(clubs, clubs.opening().with_deal("clubs", (1, 2, 3)))


@needs_openspiel
@pytest.mark.parametrize("number", [-1, 54, 99999, 1 << 40])
def test_numbers_beyond_the_actions_are_refused_in_words(number: int) -> None:
    import pyspiel

    state = pyspiel.load_game(adapters.register_in_openspiel("clumond")).new_initial_state()
    with pytest.raises(RuleError, match=f"no card {number}: Clumond has 48"):
        state.apply_action_with_legality_check(number)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for use in (state.apply_action_with_legality_check, state.action_to_string):
        with pytest.raises(RuleError, match=f"no action {number}: Clumond has 54"):
            use(number)


def test_a_seed_of_numpy_deals_as_pythons_own() -> None:
    np = pytest.importorskip("numpy")
    pytest.importorskip("pettingzoo")
    environment = pettingzoo_env.env("clag players=4")
    seen = []
    for seed in (np.int64(3), np.uint8(3), 3):
        environment.reset(seed=seed)
        seen.append(environment.last()[0]["observation"].tolist())
    assert seen[0] == seen[1] == seen[2]
    with pytest.raises(WrongTypeError, match=r"a seed is needed, not 3\.0"):
        environment.reset(seed=3.0)


@needs_openspiel
def test_openspiel_is_told_in_words_of_an_action_that_there_is_not() -> None:
    import pyspiel

    game = GAMES["clubs 4"]
    name = adapters.register_in_openspiel(game, name="test_bad")
    state = pyspiel.load_game(name).new_initial_state()
    state.apply_action(0)
    for wrong, words in ((9999, "no card 9999: Clubs has 52"), (0, "D2 has been dealt already")):
        with pytest.raises(RuleError, match=words):
            state.apply_action(wrong)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for wrong in (9999, -2):
        with pytest.raises(RuleError, match=f"no action {wrong}: Clubs has"):
            state.apply_action(wrong)


@needs_pettingzoo
def test_an_environment_travels_as_it_stands() -> None:
    environment = adapters.env(GAMES["clag foss 4"], render_mode="ansi")
    environment.reset(seed=5)
    for _ in range(25):
        observation = environment.last()[0]
        environment.step(list(observation["action_mask"]).index(1))
    for twin in (pickle.loads(pickle.dumps(environment)), copy.deepcopy(environment)):
        original = copy.deepcopy(environment)
        for _ in range(60):
            seen, told = original.last(), twin.last()
            assert twin.render() == original.render()
            assert all((seen[0][part] == told[0][part]).all() for part in seen[0])
            assert seen[1:] == told[1:]
            for each in (original, twin):
                each.step(list(seen[0]["action_mask"]).index(1))
    assert pickle.loads(pickle.dumps(adapters.env(GAMES["clubs 3"]))).reset(seed=1) is None


@needs_pettingzoo
def test_an_environment_is_wrapped_as_is_customary() -> None:
    from clumond_solver.adapters import clumond_v0

    for game in (GAMES["clubs 3"], "clubs players=3"):
        environment = adapters.env(game)
        assert environment.metadata["name"] == "clubs_v0"
        with pytest.raises(AttributeError, match="before reset"):
            _ = environment.agents
        environment.reset(seed=1)
        raw = adapters.raw_env(game)
        assert (
            type(environment.unwrapped).__name__
            == type(raw).__name__
            == type(raw.unwrapped).__name__
        )
        raw.reset(seed=1)
        assert str(raw.last()) == str(environment.last())
        assert raw.unwrapped is raw
    assert clumond_v0.env("clumond").metadata["name"] == "clumond_v0"
    for make in (adapters.env, adapters.raw_env):
        with pytest.raises(RuleError, match="render mode 'nonsense': ansi, or None"):
            make(GAMES["clubs 3"], render_mode="nonsense")


@needs_openspiel
def test_openspiels_games_and_states_travel() -> None:
    import pyspiel

    source = random.Random(3)
    for game, standing in (
        ("clag players=4", None),
        (GAMES["clubs 4"], GAMES["clubs 4"].opening()),
    ):
        name = adapters.register_in_openspiel(game, standing, name=f"go_{standing is None}".lower())
        loaded = pyspiel.load_game(name)
        assert str(pickle.loads(pickle.dumps(loaded))) == str(loaded)
        state = loaded.new_initial_state()
        for number in range(150):
            if state.is_terminal():
                break
            if number % 7 == 0:
                text = str(state)
                travelled = pickle.loads(pickle.dumps(state)), copy.deepcopy(state)
                for twin in (*travelled, state.clone()):
                    assert twin.history() == state.history()
                    assert str(twin) == text
                    twin.apply_action(twin.legal_actions()[0])
                    assert str(twin) != text == str(state)
            state.apply_action(source.choice(state.legal_actions()))


@needs_pettingzoo
def test_a_bad_action_is_refused_in_words_and_changes_nothing() -> None:
    environment = adapters.env(GAMES["clubs 4"])
    environment.reset(seed=1)
    before = environment.last()
    mask = list(before[0]["action_mask"])
    for wrong, words in (
        (9999, "no action 9999: Clubs has"),
        (-1, "no action -1"),
        (1.5, "the number of the action is needed, not 1.5"),
        (None, "is needed, not None"),
        (mask.index(0), "does not hold that card"),
    ):
        with pytest.raises(ClumondError, match=words):
            environment.step(wrong)
    assert str(environment.last()) == str(before)


@needs_pettingzoo
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_plays_all_deals_of_a_game(whole_game: Game[Any]) -> None:
    from pettingzoo.test import api_test

    for standing in (None, whole_game.opening()):
        api_test(pettingzoo_env.env(whole_game, standing), num_cycles=60)
    environment = pettingzoo_env.env(whole_game)
    rewards = played_at_random(environment, 5)
    standing = environment.episode.standing
    assert whole_game.is_finished(standing)
    assert list(rewards) == [f"player_{player}" for player in range(whole_game.players)]
    assert tuple(rewards.values()) == standing.totals
    assert any(standing.totals)


@needs_openspiel
@pytest.mark.sample(1)
def test_openspiel_plays_all_deals_of_a_game(whole_game: Game[Any]) -> None:
    import pyspiel

    for standing in (None, whole_game.opening()):
        game = pyspiel.load_game(openspiel_game.register_in_openspiel(whole_game, standing))
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    game = pyspiel.load_game(openspiel_game.register_in_openspiel(whole_game))
    source = random.Random(5)
    assert not game.get_type().provides_information_state_tensor
    state, texts = game.new_initial_state(), set()
    while not state.is_terminal():
        texts.add(state.information_state_string(2))
        state.apply_action(source.choice(state.legal_actions()))
    deals = state.episode.standing.deals
    assert whole_game.is_finished(state.episode.standing)
    # What was seen is not forgotten.
    assert len(state.information_state_string(2).splitlines()) == deals + 1
    assert len(texts) > 2 * deals
    assert tuple(state.returns()) == state.episode.standing.totals

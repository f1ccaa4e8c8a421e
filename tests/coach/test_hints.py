"""Hints and other help rest on what was seen, keep to their time, refuse wrong arguments."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import given, settings

from clumond_solver.base.cards import Card, Hand, Strain
from clumond_solver.base.errors import (
    ClumondError,
    IllegalPlayError,
    NotationError,
    RuleError,
    SearchError,
    WrongTypeError,
)
from clumond_solver.base.wording import check_name
from clumond_solver.coach.hints import finishes_of, hint
from clumond_solver.coach.hints_and_reviews import Hint
from clumond_solver.coach.reasons import in_sentences, wordings
from clumond_solver.coach.reasons.calls_of_any_game import barred
from clumond_solver.coach.reasons.clumond import wordings_of_clumond as of_clumond
from clumond_solver.coach.reasons.fates import Moment, played_card
from clumond_solver.coach.reasons.speaker import Reason
from clumond_solver.coach.reasons.wordings import Alike, Takes
from clumond_solver.coach.reviews import review
from clumond_solver.game import ClumondPlayer, EnginePlayer, RandomPlayer
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.games.registry import new_game
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import CardAction, Nominate, PlayCard, PlayTop, parse_action
from clumond_solver.rules.game import Game
from clumond_solver.rules.states import TrickState
from clumond_solver.rules.tricks import PlayedCard
from clumond_solver.single_dummy.action_choice import choose_action
from clumond_solver.single_dummy.choose_and_estimate import choose
from clumond_solver.single_dummy.clumond.advice import advise
from clumond_solver.single_dummy.clumond.clumond_engine import RatedCards, rate_cards
from clumond_solver.single_dummy.engine_protocol import Effort
from clumond_solver.single_dummy.engines import RatedActions
from clumond_solver.single_dummy.players import Player
from tests.all_games import GAMES, every_game_or_example, random_actions, standing_after
from tests.coach.positions import (
    SEEDS,
    events,
    explained,
    open_views,
    random_play,
    random_state,
    turns,
)
from tests.coach.test_reasons import fact_holds
from tests.shares import share_of

_NINE_WITH_THREE_CLUBS = "F:Q987.9.AQ987653.Q82 63.AKQJ87642.K.AJ74 AKJ542.53.J42.K9653"
_UNTIL_HIS_LAST_TRUMP = (
    "H5 H9 H4 DQ DK D4 H2 H3 CQ C3 C2 CJ S3 SK S7 S2 S8 S6 S9 H6 S4 H7 C5 C8 H8 C9 D3 HJ DJ D5"
    " HQ S5 D6 HK SA SQ HA"
)


@given(SEEDS)
@settings(max_examples=12, deadline=None)
def test_hints_rest_on_what_was_seen(seed: int) -> None:
    play = random_play(seed)
    known = ClumondView.of(play, Seat(play.turn or 0))
    given_play = hint(play, iterations=40, games_per_action=4, seed=1)
    assert given_play == hint(known, iterations=40, games_per_action=4, seed=1)
    assert isinstance(given_play.action, PlayCard)
    assert given_play.action.card in play.legal_plays
    assert [*given_play.values.values()] == sorted(given_play.values.values(), reverse=True)
    assert given_play.action == next(iter(given_play.values))
    if given_play.in_chances:
        assert all(0 <= chance <= 1 for chance in given_play.values.values())


@every_game_or_example
@pytest.mark.sample(7)
def test_hints_are_given_in_every_game(name: str) -> None:
    for view in open_views(name, range(6)):
        answer = hint(view, iterations=30, games_per_action=2, seed=1)
        assert answer.action in view.legal_actions
        assert {*answer.values} <= {*view.legal_actions}
        assert isinstance(answer.action, CardAction) or not answer.in_chances
        assert not isinstance(answer.action, PlayTop)
        assert str(answer)
        assert answer.to_dict()["action"] == str(answer.action)


def test_hints_read_as_players_speak() -> None:
    cards = [PlayCard(Card.parse(text)) for text in ("D5", "DA")]
    found = Hint(cards[0], {cards[0]: 0.58, cards[1]: 0.41}, cards[1], in_chances=True)
    assert str(found) == "♦5 58\N{NO-BREAK SPACE}%, ♦A 41\N{NO-BREAK SPACE}%."
    points = replace(found, values={cards[0]: 0.4, cards[1]: -1.0}, in_chances=False, reason="So.")
    assert str(points) == "♦5 +0.4, ♦A \N{MINUS SIGN}1.0 points ahead of the others. So."
    assert str(Hint(cards[0], {})) == "The only choice: ♦5."


def test_a_hint_names_what_its_figures_count() -> None:
    game = ClumondGame(scoring=Scoring.CHIPS)
    call = hint(game.deal(5, game.opening()), budget=0)
    assert call.unit == "chips ahead of the others"
    of_two = hint(random_state("clabberjass", 3), iterations=20, games_per_action=4)
    assert of_two.unit == "points ahead of the opponent"
    last = Play(Deal.random(3), None)
    assert hint(last, iterations=20, games_per_action=4).unit == "expected points on paper"
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    assert hint(play, iterations=20, games_per_action=4).unit == "chance of beating declarer"
    assert (
        hint(play.replace(leader="F"), iterations=20, games_per_action=4).unit
        == "chance of success"
    )


def played(game: Game[Any], seed: int, actions: str) -> TrickState:
    """The first deal of a session after these actions."""
    session: Session[TrickState] = Session(game, seed)
    for action in actions.split(", "):
        session.push(parse_action(action))
    return session.state


def test_a_defender_reads_of_declarer_wherever_a_hint_is_asked_from() -> None:
    actions = "declare C, play SJ, play S9, play S7, play SQ, play SK, play S8"
    state = played(ClumondGame(), 91005, actions)
    texts = {
        hint(source, iterations=100, games_per_action=32).reason
        for source in (state, View.of(state))
    }
    assert len(texts) == 1
    assert "eclarer" in texts.pop()


def _compared(fact: Reason) -> Iterator[PlayedCard]:
    """The cards that a fact speaks of as not played."""
    for name, value in fact.values.items():
        played = value.now.played if isinstance(value, Takes) else value
        if isinstance(value, Reason):
            yield from _compared(value)
        elif isinstance(played, PlayedCard) and (name == "other" or getattr(value, "would", False)):
            yield played


def _touch(view: View, one: Card, other: Card) -> bool:
    """Whether no other player holds a card of a suit between two, or has it on the table."""
    assert view.play is not None
    moment, rules = Moment.of(view), view.play.rules
    ranked = rules.ranked(rules.suit_of(one))
    low, high = sorted(ranked.index(card) if card in ranked else -1 for card in (one, other))
    out = {*moment.possible_cards, *(played.card for played in moment.trick)}
    return low >= 0 and out.isdisjoint(ranked[low:high])


@pytest.mark.usefixtures("hasty")
@every_game_or_example
@pytest.mark.sample(7)
def test_the_rival_is_a_near_alternative_and_three_counts_at_most_are_named(name: str) -> None:
    for view in turns(name, range(share_of(120))):
        rated, facts = explained(view, iterations=30, games_per_action=8)
        assert in_sentences(facts, view).count(" games") <= 3
        if not isinstance(rated, RatedActions) or rated.games is None:
            continue
        best, seat = played_card(view.seat, rated.best), view.seat
        gaps = {
            other: rated.values[rated.best] - value
            for action, value in rated.values.items()
            if best
            and (other := played_card(seat, action))
            and not _touch(view, best.card, other.card)
        }
        for rival in (card for fact in facts for card in _compared(fact) if card in gaps):
            assert gaps[rival] <= max(1.5 * min(gaps.values()), 0.2 * rated.spread) + 1e-9


def test_hints_refuse_what_makes_no_sense() -> None:
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    with pytest.raises(SearchError, match="games"):
        hint(play, games_per_action=-1)
    with pytest.raises(SearchError, match="iterations"):
        hint(play, iterations=0)
    for source in (play, random_state("clubs 4", 3)):
        with pytest.raises(SearchError, match="threads"):
            hint(source, iterations=20, games_per_action=4, threads=0)
    while not play.is_over:
        play.push(next(iter(play.legal_plays)))
    with pytest.raises(RuleError, match="over"):
        hint(play)


def test_what_a_seat_knows_after_its_card() -> None:
    for seed in range(60):
        play = random_play(seed)
        seat = Seat(play.turn or 0)
        known = ClumondView.of(play, seat)
        for card in play.legal_plays:
            play.push(card)
            assert known.after(PlayCard(card)) == ClumondView.of(play, seat)
            play.pop()
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    with pytest.raises(RuleError, match="turn"):
        ClumondView.of(play, Seat.FOREHAND).after(PlayCard(Card.parse("SA")))
    elsewhere = next(iter(play.hands[0]))
    with pytest.raises(IllegalPlayError, match="does not hold"):
        ClumondView.of(play, Seat.MIDDLEHAND).after(PlayCard(elsewhere))


def test_one_moment_has_one_figure_however_long_the_search() -> None:
    """Hint, review and rating agree, and a longer search moves no figure."""
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    known = ClumondView.of(play, Seat.MIDDLEHAND)
    rated = rate_cards(known, Effort(200, 20))
    told = hint(play, iterations=200, games_per_action=20)
    assert told.values == rated.values
    play.push(rated.best.card)
    [reviewed] = review(play, iterations=200, games_per_action=20, replays=0, budget=0).plays
    assert reviewed.values == told.values
    longer = rate_cards(known, Effort(2000, 20), also=tuple(rated.values))
    assert all(longer.values[card] == value for card, value in rated.values.items())


def test_ratings_do_not_depend_on_the_number_of_threads() -> None:
    play = Play(Deal.random(8), None)
    known = ClumondView.of(play, Seat.FOREHAND)
    alone, together = (rate_cards(known, Effort(50, 30, threads=n)) for n in (1, 2))
    assert alone == together


def test_a_card_that_was_asked_for_is_rated_too() -> None:
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    known = ClumondView.of(play, Seat.MIDDLEHAND)
    usual = rate_cards(known, Effort(200, 10))
    other = next(each for each in map(PlayCard, play.legal_plays) if each not in usual.values)
    found = rate_cards(known, Effort(200, 10), also=(other,))
    assert other in found.values
    assert {card: found.values[card] for card in usual.values} == usual.values


def test_what_lies_between_cards_by_luck_is_not_told_as_a_difference() -> None:
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    rated = rate_cards(ClumondView.of(play, Seat.MIDDLEHAND), Effort(200, 4))
    one, other, *_ = dict.fromkeys(rated.results)
    by_luck = replace(rated, results={one: [1.0, 0.0] * 20, other: [0.0, 1.0] * 19 + [1.0, 1.0]})
    assert by_luck.values[one] == by_luck.values[other]
    clearly = replace(rated, results={one: [1.0] * 40, other: [1.0, 0.0] * 20})
    assert 0.94 < clearly.values[one] < 1
    assert clearly.cost(other) == pytest.approx(clearly.values[one] - clearly.values[other])


def test_a_chance_is_lowered_by_what_games_flatter_and_only_a_proof_makes_it_sure() -> None:
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    rated = rate_cards(ClumondView.of(play, Seat.MIDDLEHAND), Effort(50, 4))
    card = rated.best
    for won, shown in ([1.0, 0.0], 4 / 9), ([1.0] * 99, 0.9938), ([0.0] * 99, 0.0040):
        results = dict.fromkeys(rated.results, won)
        value = replace(rated, results=results).values[card]
        assert value == pytest.approx(shown, abs=1e-4)
        assert 0 < value < 1


def test_near_the_end_no_likely_deal_is_missed() -> None:
    # Declarer's cards explain his plays best if he keeps three clubs and makes his nine: one of 35
    # deals, which a few deals drawn at random may lack.
    play = Play(Deal.parse(_NINE_WITH_THREE_CLUBS), Seat.MIDDLEHAND, Strain.HEARTS)
    for card in _UNTIL_HIS_LAST_TRUMP.split():
        play.push(Card.parse(card))
    known = ClumondView.of(play, Seat.REARHAND)
    for seed in range(12):
        rated = rate_cards(known, Effort(50, 24, seed=seed))
        assert rated.values[rated.best] < 0.25


def test_only_what_is_beyond_its_error_is_a_mistake() -> None:
    play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
    rated = rate_cards(ClumondView.of(play, Seat.FOREHAND), Effort(50, 40))
    card, other = (PlayCard(Card.parse(text)) for text in ("H3", "DA"))
    assert rated.best == card
    assert (rated.cost(other), rated.cost(card)) == (1.0, 0.0)
    even = replace(rated, results={card: [1.0, 0.0] * 20, other: [0.0, 1.0] * 19 + [1.0, 1.0]})
    assert even.cost(card) == 0.0


def test_a_second_look_compares_two_cards_in_games_of_its_own() -> None:
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    rated = rate_cards(ClumondView.of(play, Seat.MIDDLEHAND), Effort(200, 16))
    [card, *_] = rated.others(rated.best)
    look = rated.again(card, Effort(200, 40))
    again = look.rated
    assert isinstance(again, RatedCards)
    assert again.best == rated.best
    assert {len(results) for results in again.results.values()} == {40}
    assert again.results[card][:16] != rated.results[card]
    assert set(again.results) == {
        one for group in rated.choice.groups if {rated.best, card} & {*group} for one in group
    }
    assert look.loss.amount == again.values[rated.best] - again.values[card]
    assert look.loss.error > 0
    assert look == rated.again(card, Effort(200, 40)) != rated.again(card, Effort(200, 40, seed=1))
    # The other way round it gains as much: nothing is cut off at 0.
    turned = replace(again, preferred=card).loss(rated.best)
    assert (turned.amount, turned.error) == pytest.approx((-look.loss.amount, look.loss.error))


def test_what_a_hint_calls_as_good_is_what_a_review_counts_as_no_cost() -> None:
    checked = 0
    for seed in range(6):
        play = random_play(seed, fewest_left=4)
        rated, facts = explained(ClumondView.of(play), iterations=60, games_per_action=24)
        assert isinstance(rated, RatedCards)
        for fact in facts if rated.choice.proof is None else ():
            if fact.kind is wordings.as_good and fact["alike"] is Alike.ABOUT:
                checked += 1
                assert all(rated.cost(action) == 0.0 for action in fact["actions"])
    assert checked


def test_a_forced_call_is_explained_by_what_is_barred() -> None:
    game = GAMES["clag foss 3"]
    for seed in range(30):
        state = game.deal(seed, standing_after(game, 0))
        while state.play is None and len(state.legal_actions) > 1:
            state.push(state.legal_actions[0])
        if state.play is None:
            [fact] = explained(View.of(state), iterations=30, games_per_action=0)[1]
            assert fact.kind is barred
            nomination = fact["nomination"]
            assert Nominate(int(nomination[0])) not in state.legal_actions
            assert nomination[1:].startswith(" (all nominations would add up")
            return
    raise AssertionError("no call was forced")


@pytest.mark.usefixtures("hasty")
def test_cards_that_lead_to_the_same_are_said_to() -> None:
    seen = set[object]()
    for view in (view for name in GAMES for view in open_views(name, range(6))):
        rated, facts = explained(view, iterations=30, games_per_action=6)
        plays = [world.play for world in view.sample_worlds(5, seed=1) if world.play]
        for fact in events(facts):
            seen.add(fact.kind)
            assert all(fact_holds(fact, play, view) for play in plays), fact
            if fact.kind is wordings.hardly_matters:
                assert len({*rated.values.values()}) == 1
    assert seen >= {wordings.equals, wordings.hardly_matters}


@pytest.mark.parametrize("time", [0.0, 0.05, 0.3])
@pytest.mark.parametrize(
    "state",
    [
        random_state("clubs 4", 3),
        Session(new_game("clubs"), seed=1).state,
        Session(new_game("clabberjass"), seed=1).state,
        Session(new_game("clumond"), seed=1).state,
        random_state("clumond", 1),
    ],
    ids=["card", "opening card", "call", "call of Clumond", "card of Clumond"],
)
def test_hints_keep_to_their_time(state: Any, time: float) -> None:
    # Without the time it would take hours, and more memory than there is.
    many = 10**6
    found = hint(state, time=time, iterations=many, games_per_action=many, budget=many)
    assert found.action in state.legal_actions
    assert not found.complete


def test_a_plan_is_named_where_success_is_certain_in_several_ways() -> None:
    play = Play.parse(
        "F:.AK7532.J8.AKQ4 A7653..7532.862 9842.J84..J9753"
        " declarer=F strain=H leader=F tricks=1,3,0"
    )
    known = ClumondView.of(play, Seat.FOREHAND)
    found = hint(play, games_per_action=40)
    rated = rate_cards(known, Effort(games_per_action=40))
    games = finishes_of(rated, rated.best)
    assert games is not None
    assert games.won == games.games
    assert found.plan == games.best[0]
    [certain] = [
        fact for fact in explained(known, games_per_action=40)[1] if fact.kind is of_clumond.certain
    ]
    assert certain["kept"] == found.plan[0]
    assert len(certain["plans"]) == 2


# More seconds than any of these takes.
LONG = 1000.0
NAMES_IN_TIME = ("clumond", "clumond four tens", "clag mcleod 5", "clubs 4", "clabberjass")
short_hint = partial(hint, iterations=60, games_per_action=6, budget=20, seed=3)
short_review = partial(review, iterations=30, games_per_action=4, replays=2, budget=20, seed=3)


def states(name: str) -> Iterator[TrickState]:
    """A call, if there is one to choose, then cards from the middle of a deal on."""
    game = GAMES[name]
    for seed in range(2):
        state = game.deal(seed, game.opening())
        assert isinstance(state, TrickState)
        if state.play is None and len(state.legal_actions) > 1:
            yield state.copy()
        for number, _ in enumerate(random_actions(state, random.Random(seed))):
            if number in {8, 15} and not state.is_over and len(state.legal_actions) > 1:
                yield state.copy()


@pytest.mark.slow
@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", NAMES_IN_TIME)
@pytest.mark.sample(2)
def test_enough_time_changes_no_hint(name: str) -> None:
    hints = [(short_hint(state), short_hint(state, time=LONG)) for state in states(name)]
    assert hints
    for without, within in hints:
        assert within == without
        assert within.complete


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES_IN_TIME)
def test_a_hint_without_time_is_not_complete(name: str) -> None:
    for state in states(name):
        late = short_hint(state, time=0)
        assert late.action in state.legal_actions
        proved = set(late.values.values()) <= {0.0, 1.0}
        assert not late.complete or proved, state


@pytest.mark.slow
@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", NAMES_IN_TIME)
@pytest.mark.sample(2)
def test_a_review_keeps_to_its_time_and_says_if_it_was_cut_short(name: str) -> None:
    game = GAMES[name]
    state = game.deal(4, game.opening())
    assert isinstance(state, TrickState)
    for number, _ in enumerate(random_actions(state, random.Random(4))):
        if number == 8:
            break
    whole = short_review(state)
    assert whole.complete
    assert short_review(state, time=LONG) == whole
    late = short_review(state, time=0)
    searched = [play for play in whole.plays if len(play.values) > 1]
    assert not late.complete or not searched
    assert len(late.plays) == len(whole.plays)


def test_as_many_deals_are_searched_as_asked_for() -> None:
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    chosen = choose(play, iterations=50, time=LONG)
    assert (chosen.iterations, chosen.complete) == (50, True)
    assert choose(play, iterations=50) == chosen
    stopped = choose(play, iterations=10_000_000, time=0.05)
    assert stopped.iterations < 10_000_000
    assert not stopped.complete
    for name in NAMES_IN_TIME[2:]:
        for state in states(name):
            most = max(30, len(state.legal_actions))
            assert choose_action(state, iterations=30, time=LONG).iterations <= most
            assert not choose_action(state, iterations=10**7, time=0.05).complete


def test_time_ends_advice_sooner_and_never_later() -> None:
    hand = Hand.parse("AK8732.AK974.KJ4.Q3")
    whole = advise(hand, budget=40, seed=2)
    assert advise(hand, budget=40, seed=2, time=LONG) == whole
    assert whole.complete
    late = advise(hand, budget=100_000, seed=2, time=0.2)
    assert not late.complete
    assert late.games < 100_000


ODD: tuple[Any, ...] = (True, None, 5, 0.5, ["a"], b"x", (True, "a", None), {"a": 1}, object)
PLAYERS: tuple[Player, ...] = (ClumondPlayer(10, 0), EnginePlayer(10), RandomPlayer())
NAMES = ("clubs 3", "clag foss 3", "clabberjass", "clumond")


@cache
def view_of(name: str, actions: int) -> View:
    """A view in the middle of a deal."""
    game = GAMES[name]
    state = game.deal(3, standing_after(game, 5))
    for _ in range(actions):
        state.push(list(state.legal_actions)[-1])
    return View.of(state, state.seat_to_act)


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_a_name_is_a_text(odd: Any) -> None:
    for source in (Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS), view_of("clubs 3", 3)):
        with pytest.raises(WrongTypeError, match="a player's name"):
            hint(source, who=odd)


@pytest.mark.parametrize(
    "blank",
    [
        "",
        " ",
        "\u200b",
        "Ann\n",
        "A\x00",
        "\x1b[31m",
        "\ud800",
        "A\u202eb",
        "\u2067A",
        "\u3164",
        "\u1160 \u2800",
        "A\u2028B",
        "\uffff",
    ],
    ids=ascii,
)
def test_a_name_can_be_read(blank: str) -> None:
    with pytest.raises(NotationError, match="a player's name"):
        hint(view_of("clubs 3", 3), who=blank)


@pytest.mark.parametrize("name", ["Zoë", "علی\u200cرضا", "👩\u200d🚀"])
def test_names_of_every_script_are_names(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize("odd", [5, b"easy", {}, "bogus", ["easy", "x", "easy"]], ids=repr)
def test_opponents_are_styles_in_every_game(odd: Any) -> None:
    for source in map(view_of, NAMES, (3, 1, 3, 1)):
        with pytest.raises(ClumondError, match="style"):
            hint(source, opponents=odd)


@pytest.mark.parametrize("odd", [None, "x", 1.5, []], ids=repr)
def test_games_of_a_choice_are_a_number(odd: Any) -> None:
    for source in (Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS), view_of("clubs 3", 3)):
        with pytest.raises(WrongTypeError, match="a number of games"):
            choose(source, games_per_action=odd)


@pytest.mark.parametrize("odd", [*ODD, "abc", (0, 0), (0, 0, 99), (0, 0, 0.5)], ids=repr)
def test_counts_and_cards_of_a_play_are_checked(odd: Any) -> None:
    deal = Deal.random(1)
    names = ["supplementary", "table", "tricks_taken", "declarer", "strain", "leader", "par"]
    for name in names:
        given: dict[str, Any] = {"declarer": Seat.FOREHAND, "strain": Strain.CLUBS, name: odd}
        # Nobody declares without None, nobody has taken tricks, True is the seat 1.
        _unless_refused(lambda given=given: Play(deal, **given))
        if name in {"supplementary", "tricks_taken"} and odd is not None:
            with pytest.raises(ClumondError):
                Play(deal, **given)
        if name == "supplementary":
            with pytest.raises(ClumondError):
                ClumondView.of(Play(deal, None, Strain.CLUBS, supplementary=odd), Seat.FOREHAND)


def changed_views() -> Iterator[View]:
    """Views with a field from another game's."""
    for number in (0, 3, 6):
        views = [view_of(name, number) for name in NAMES]
        for view, other in ((view, other) for view in views for other in views):
            for name in (field.name for field in fields(View)):
                try:
                    yield replace(view, **{name: getattr(other, name)})
                except ClumondError:
                    continue


@pytest.mark.slow
@pytest.mark.usefixtures("hasty")
def test_changed_views_are_answered_or_refused() -> None:
    for view in changed_views():
        for player in PLAYERS:
            _unless_refused(lambda view=view, player=player: player(view, 1))
        _unless_refused(lambda view=view: choose_action(view, iterations=20))
        _unless_refused(lambda view=view: hint(view, iterations=5, games_per_action=1, budget=5))


def _unless_refused(act: Any) -> None:
    with contextlib.suppress(ClumondError):
        act()


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: type(player).__name__)
def test_players_take_views_alone_and_clumonds_own_those_of_clumond(player: Any) -> None:
    for odd in (*ODD, "x", Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS)):
        with pytest.raises(WrongTypeError, match="a view of the seat to act is needed"):
            player(odd, 1)
    for name in NAMES:
        for actions in (0, 3, 6):
            view = view_of(name, actions)
            if isinstance(player, ClumondPlayer) and name != "clumond":
                with pytest.raises(WrongTypeError, match=r"a view of .*Clumond is needed"):
                    player(view, 1)
            else:
                assert player(view, 1) in view.legal_actions

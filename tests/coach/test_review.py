"""Reviews: what cards cost, that it adds up, and that it is what the engines say."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from clumond_solver.base.cards import Card, Hand, Strain
from clumond_solver.base.errors import RuleError, SearchError
from clumond_solver.base.json_data import json_text, to_jsonable
from clumond_solver.coach import reviews
from clumond_solver.coach.grade_thresholds import COSTLY_CHANCE
from clumond_solver.coach.hints_and_reviews import Review, ReviewedPlay
from clumond_solver.coach.review_text import (
    better_line_text,
    better_text,
    calls_headline,
    lost_text,
    replay_text,
    review_text,
    reviewed_call_text,
    story_text,
)
from clumond_solver.display.json_data import data_of
from clumond_solver.display.text.actions import action_text
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.records import Record, RecordedTrick, read_records
from clumond_solver.results import Limit, Loss, verdict_of
from clumond_solver.rules.actions import Action, Declare, Give, GiveCards, Pass, PlayCard
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.clumond.advice import advise
from clumond_solver.single_dummy.clumond.clumond_engine import RatedCards
from clumond_solver.single_dummy.engine_protocol import Effort, Rated, SecondLook
from clumond_solver.web.tabs.analysis_reviews import shown_record
from tests.all_games import ALL_GAMES, GAMES, standing_after
from tests.coach.positions import random_play
from tests.samples import END, SAMPLE_HANDS, sample_record
from tests.shares import share_of
from tests.strategies import plays, seats

SEEDS = st.integers(0, (1 << 32) - 1)
QUICK = Limit(nodes=2000)
review = partial(reviews.review, games_per_action=4)
review_open_hands = partial(reviews.review, iterations=20, games_per_action=0, budget=0)


def on_page(record: Record, reviewed: Review) -> dict[str, Any]:
    """The review as a report and the page have it."""
    return dict(to_jsonable(shown_record(record, reviewed)))


def _samples() -> list[Record]:
    return [record for record in read_records(SAMPLE_HANDS) if isinstance(record, Record)]


def _as_good_choices_are_alike(play: ReviewedPlay, found: Review) -> None:
    """Those with better figures than the action's, and hardly worse ones than the best's."""
    assert {play.best, play.action}.isdisjoint(play.alike)
    for choice in {*play.values} - {play.best, play.action}:
        if play.best == play.action or play.values[choice] <= play.values[play.action]:
            assert choice not in play.alike
        elif play.values[play.best] - play.values[choice] < COSTLY_CHANCE:
            assert choice in play.alike


def _in_order(found: Review) -> None:
    """What holds for every review."""
    number = 1
    for play in found.plays:
        assert play.number == number
        number += len(_apart(play.action))
        assert play.cost >= 0
        assert (play.best == play.action) == (play.cost == 0)
        if play.action in play.values and play.best in play.values:
            cost = play.values[play.best] - play.values[play.action]
            assert play.cost == pytest.approx(max(0.0, cost))
        _as_good_choices_are_alike(play, found)
        low, high = play.open_cost(own=found.is_own(play))
        assert 0 <= low <= high
        if play.before is not None and play.after is not None:
            assert play.before[0] <= play.before[1]
            assert play.after[0] <= play.after[1]
    seats = {play.seat for play in found.plays}
    total = sum((found.lost(seat) for seat in seats), Loss()).amount
    losses = (play.loss or Loss(play.cost) for play in found.plays)
    assert total == pytest.approx(sum(loss.amount for loss in losses))
    # Blame takes a second look, and its figures, which touching cards share.
    for play in found.plays:
        assert not play.cost or (play.loss is not None and play.cost == play.loss.amount)
    costs = [play.cost for play in found.costliest(99)]
    assert costs == sorted(costs, reverse=True)
    assert all(map(found.is_costly, found.costliest(99)))
    json.dumps(found.to_dict())


@given(SEEDS, st.none() | st.integers(0, 13))
@example(seed=1, tricks=0)
@example(seed=1, tricks=13)
@settings(max_examples=share_of(60), deadline=None)
def test_any_play_can_be_reviewed_and_its_costs_add_up(seed: int, tricks: int | None) -> None:
    play = random_play(seed, tricks)
    brief = partial(review, iterations=20, replays=1, budget=0, limit=QUICK, opponents="easy")
    found = brief(play, seed=seed)
    assert [each.action for each in found.plays] == [PlayCard(m.card) for m in play.history]
    assert found.finished is play.is_over
    assert (found.declarer, found.seat) == (play.declarer, play.declarer)
    _in_order(found)
    assert brief(play, seed=seed) == found
    assert review_text(found, Record.of(play).start(), every_card=True)
    assert json_text(data_of(found))
    assert len(on_page(Record.of(play), found)["plays"]) == len(found.plays)


def test_limits_leave_bounds_that_hold() -> None:
    play = random_play(4, tricks=13)
    exact = review_open_hands(play, replays=0, limit=Limit(nodes=300_000))
    loose = review_open_hands(play, replays=0, limit=Limit(nodes=50))
    for one, other in zip(exact.plays, loose.plays, strict=True):
        for known, bound in ((one.before, other.before), (one.after, other.after)):
            assert known is not None
            assert bound is not None
            if known[0] == known[1]:
                assert bound[0] <= known[0] <= bound[1]


def test_the_samples_that_come_with_the_library() -> None:
    published, corrected, second = (
        review(each, iterations=20, games_per_action=2, replays=1, budget=0) for each in _samples()
    )
    assert "H8 by middlehand in trick 6" in published.fault
    assert (len(published.plays), len(corrected.plays)) == (16, 18)
    assert not corrected.fault
    assert not second.finished
    for each in (published, corrected, second):
        _in_order(each)


def test_a_blunder_is_named_with_what_was_better_and_why() -> None:
    play = Play.parse(END)
    for text in ("S3", "SK", "D8"):
        play.push(Card.parse(text))
    found = reviews.review(play, iterations=400, replays=4, budget=0, seed=1)
    [worst] = [each for each in found.costliest() if each.number == 1]
    assert (str(worst.best), worst.turned) == ("play SA", True)
    told = better_text(worst, found, ("Ann", "", ""))
    assert "♠A was better: 100 % against" in told
    assert "still made success sure; after ♠3 best defence leaves Ann 1 trick off." in told
    page = review_text(found, Record.of(play).start(), ("Ann", "", ""))
    assert "♠3 by Ann" in page
    assert len(review_text(found, Record.of(play).start(), every_card=True)) > len(page)


def test_the_engine_plays_the_same_cards() -> None:
    play = random_play(5, tricks=13)
    found = review_open_hands(play, replays=3, limit=QUICK)
    assert found.replay is not None
    assert found.replay.games == 3
    again = Record.of(play).start()
    for card in found.replay.plays:
        again.push(card)
    assert again.outcome() == found.replay.outcome
    assert all(0 <= found.replay.share(seat) <= 1 for seat in Seat)


@pytest.mark.parametrize(
    ("declarer", "games", "successes", "said"),
    [
        (0, 1, 1, "once: forehand succeeded."),
        (0, 1, 0, "once: forehand did not succeed."),
        (0, 4, 0, "4 times: forehand never succeeded."),
        (0, 4, 2, "4 times: forehand succeeded twice (50 %)."),
        (None, 4, 3, "4 times. Successes: forehand 3, middlehand 0, rearhand 1."),
    ],
)
def test_how_often_the_engine_succeeded_is_said_of_declarer_or_of_each(
    declarer: int | None, games: int, successes: int, said: str
) -> None:
    found = review_open_hands(random_play(5, tricks=13), replays=1, limit=QUICK)
    assert found.replay is not None
    replay = replace(found.replay, games=games, successes=(successes, 0, 1))
    text = replay_text(replace(found, declarer=declarer, replay=replay))
    assert text.endswith(f"played this deal {said}")


def test_the_chances_are_declarers_whoever_played() -> None:
    play = random_play(8, tricks=5)
    assert play.declarer is not None
    found = review(play, iterations=50, replays=0, budget=0, limit=QUICK)
    for each in found.plays:
        before, after = found.declarers_chance(each) or (0.0, 0.0)
        own = each.seat == play.declarer
        assert (before - after if own else after - before) == pytest.approx(each.cost)
        chance = each.values[each.action]
        assert after == pytest.approx(chance if own else 1 - chance)


def test_another_seats_success_can_be_asked_about() -> None:
    play = random_play(8, tricks=13)
    assert play.declarer is not None
    other = play.declarer.left
    found = review_open_hands(play, replays=0, limit=QUICK, seat=other)
    assert found.seat is other


def test_time_makes_a_review_short() -> None:
    play = random_play(7, tricks=13)
    found = review(play, time=0.0)
    assert len(found.plays) == 39
    assert not found.complete
    assert "The review reached its time limit" in " ".join(str(found).split())
    _in_order(found)


@pytest.mark.parametrize("name", [name for name in GAMES if not name.startswith("clumond")])
def test_without_time_two_calls_are_compared_however_many_there_are(name: str) -> None:
    game, source = GAMES[name], random.Random(3)
    state = game.deal(3, standing_after(game, 3))
    assert isinstance(state, TrickState)
    while not state.is_over:
        state.push(source.choice(list(state.legal_actions)))
    for each in review(state, time=0.0).plays:
        if each.trick == 0 and each.values:
            assert len(each.values) == 2
            assert each.action in each.values


def test_progress_counts_to_its_end_and_may_call_off() -> None:
    told: list[tuple[int, int]] = []
    review(
        random_play(7, tricks=13),
        iterations=20,
        replays=1,
        budget=4,
        limit=QUICK,
        progress=lambda *at: told.append(at),
    )
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == told[-1][1]

    def call_off(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        review(random_play(7, tricks=2), iterations=20, progress=call_off)


def _apart(action: Action) -> list[Action]:
    """The cards that are passed on as one, one after the other."""
    return [*map(Give, action.cards)] if isinstance(action, GiveCards) else [action]


def _in_pack_order(actions: Iterable[Action]) -> list[Action]:
    """The actions, with each seat's cards passed on, three in a row, in the order of the pack."""
    rest = [*actions]
    passed = [action.card for action in rest if isinstance(action, Give)]
    groups = (Hand.of(*passed[at : at + 3]) for at in range(0, len(passed), 3))
    return [*(Give(card) for cards in groups for card in cards), *rest[len(passed) :]]


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", [name for name in ALL_GAMES if not name.startswith("clumond")])
@pytest.mark.sample(6)
def test_deals_of_every_game_can_be_reviewed(name: str) -> None:
    game, source = ALL_GAMES[name], random.Random(3)
    state: TrickState = game.deal(3, standing_after(game, 3))
    for _ in range(14):
        if state.is_over:
            break
        state.push(source.choice(list(state.legal_actions)))
    before = state.actions
    progress: list[tuple[int, int]] = []
    found = review(
        state, iterations=20, games_per_action=3, seed=1, progress=lambda *at: progress.append(at)
    )
    assert progress[-1] == (2 * len(before), 2 * len(before))
    assert state.actions == before
    assert [action for each in found.plays for action in _apart(each.action)] == _in_pack_order(
        before
    )
    assert found.seat is found.declarer is None
    _in_order(found)
    for each in found.plays:
        assert not each.values or each.values[each.best] == max(each.values.values())
    mine = review(state, iterations=20, games_per_action=2, seed=1, seat=0)
    assert all(not each.values for each in mine.plays if each.seat != 0)


def test_four_tens_are_reviewed_with_their_supplementary_tricks() -> None:
    game, source = ClumondGame(four_tens=True), random.Random(1)
    state = game.deal(4, game.opening())
    state.push(state.legal_actions[1])
    while not state.is_over:
        state.push(source.choice(list(state.legal_actions)))
    found = review(state, iterations=20, replays=1, budget=0, limit=QUICK)
    assert found.finished
    assert found.replay is not None
    assert found.replay.outcome is not None
    assert tuple(each.supplementary for each in found.replay.outcome.seats) == state.supplementary
    _in_order(found)


def test_a_seat_has_one_name_throughout_a_review() -> None:
    _, _, second = _samples()
    found = review(second, iterations=20, replays=1, budget=1, limit=QUICK)
    page = review_text(found, second.start(), second.players, every_card=True)
    first, _, rest = page.partition(": PLR declares ♠.")
    assert first == "LHO forehand, RHO middlehand, PLR rearhand (the dealer)"
    assert not re.search("forehand|middlehand|rearhand", rest)
    shown = on_page(second, found)
    assert shown["names"] == ["LHO", "RHO", "PLR"]
    assert "PLR" in shown["headline"]
    del shown["hand"]["record"]
    assert not re.search("forehand|middlehand|rearhand", json.dumps(shown), re.IGNORECASE)
    unnamed = review_text(found, second.start())
    assert unnamed.startswith("Rearhand declares ♠.")
    assert "++ or -- on the card that changed this" in page.replace("\n", " ")


def test_what_a_card_cost_is_the_same_figure_wherever_it_is_shown() -> None:
    best, played = PlayCard(Card.parse("SA")), PlayCard(Card.parse("S3"))
    start = Play.parse(END)
    step = ReviewedPlay(1, 12, 0, played, best, 0.082, {best: 0.776, played: 0.694})
    found = Review(Seat.FOREHAND, Seat.FOREHAND, (step,))
    record = Record.of(start)
    record = replace(record, tricks=(RecordedTrick((Card.parse("S3"),)),))
    told = review_text(found, start)
    assert "♠3?  69(-9)" in told
    assert "9 % given away: ♠A was better: 78 % against 69 %." in told.replace("\n", " ")
    [shown] = on_page(record, found)["plays"]
    assert shown["cost_text"] == "9 %"
    assert "♠A was better: 78 % against 69 %." in shown["better"]
    assert [choice["value_text"] for choice in shown["choices"]] == ["78 %", "69 %"]


@pytest.mark.parametrize(("is_worse", "amount"), [(True, 0.25), (False, 0.1), (False, -0.1)])
@pytest.mark.sample(1)
def test_only_a_second_look_with_a_hints_games_blames_a_card(
    monkeypatch: pytest.MonkeyPatch, is_worse: bool, amount: float
) -> None:
    looks = list[Effort]()
    loss = Loss(amount, 0.06)

    def again(rated: RatedCards, card: PlayCard, effort: Effort) -> SecondLook[PlayCard]:
        looks.append(effort)
        ends = {rated.best: [1.0] * 40, card: [1.0, 0.0] * 20}
        results = {one: ends.get(one, [1.0]) for one in rated.results}
        return SecondLook(replace(rated, results=results, preferred=rated.best), loss, is_worse)

    monkeypatch.setattr(RatedCards, "again", again)
    _, _, record = _samples()
    table = ("easy", "easy", "fast")
    found = reviews.review(record, games_per_action=24, replays=0, budget=0, opponents=table)
    assert looks
    assert {effort.games_per_action for effort in looks} == {24}
    looked_at = [play for play in found.plays if play.loss is not None]
    assert len(looked_at) == len(looks)
    assert {play.cost for play in looked_at} == {amount if is_worse else 0.0}
    assert not any(play.cost for play in found.plays if play.loss is None)
    lost = sum((found.lost(seat) for seat in range(3)), Loss())
    assert lost.amount == pytest.approx(amount * len(looks))
    assert lost.error == pytest.approx(0.06 * len(looks) ** 0.5)
    story = story_text(found)
    assert ("is within luck" in story) is (lost.is_luck and (lost * -1).is_luck)
    assert ("over the program's choices" in story) is (not (lost * -1).is_luck and amount < 0)


def test_the_chance_at_the_first_card_says_whose_it_is() -> None:
    best, other = PlayCard(Card.parse("SA")), PlayCard(Card.parse("S3"))
    step = ReviewedPlay(1, 1, 0, best, best, 0.0, {best: 0.42, other: 0.3})
    found = Review(0, 0, (step,), styles=("medium", "fast", "easy"))
    whose = "for one who follows every hint, against an easy player and one who follows every hint"
    chance = f"Ann declared with a chance of about 42 % at the first card ({whose})"
    assert story_text(found, ("Ann", "Bo", "Cy")).startswith(chance)
    assert calls_headline(replace(found, styles=("medium",) * 3)).startswith(
        "The calls, judged from each hand alone for one who follows every hint, against two medium"
    )
    table = "the two others: Ann as a medium player, Bo as one who follows every hint, Cy as an"
    assert table in calls_headline(found, ("Ann", "Bo", "Cy"))


def test_the_calls_are_reviewed_by_advice_on_each_hand() -> None:
    _, _, second = _samples()
    found = review_open_hands(second, replays=0, budget=60, limit=QUICK, seed=1)
    assert [(call.seat, str(call.action)) for call in found.calls] == [
        (0, "pass"), (1, "pass"), (2, "declare S"),
    ]  # fmt: skip
    for call in found.calls:
        seat = Seat(call.seat)
        advice = advise(second.deal[seat], seat=seat, budget=60, seed=1)
        assert call.values[Pass()] == advice.passing.relative
        assert call.values[Declare(advice.best)] == advice.declaring[advice.best].relative
        assert (call.best == call.action) == (call.cost == 0)
    told = review_text(found, second.start(), second.players)
    assert "- LHO passed" in told
    assert "- PLR went for clumond in ♠" in told
    assert "PLR went for clumond in ♠" in " ".join(on_page(second, found)["call_sentences"])
    said = [(each["seat"], each["action"]) for each in data_of(found)["calls"]]
    assert said == [("forehand", "pass"), ("middlehand", "pass"), ("rearhand", "declare S")]
    assert review_open_hands(second, replays=0, limit=QUICK).calls == ()


def test_a_bad_call_is_told_with_what_was_better_in_what_was_played_for() -> None:
    game = ClumondGame(scoring=Scoring.CHIPS)
    state = game.deal(5, game.opening())
    for call in (Pass(), Pass(), Declare(Strain.DIAMONDS)):
        state.push(call)
    found = review(state, iterations=20, replays=0, budget=100, limit=QUICK)
    assert found.scoring is Scoring.CHIPS
    middlehand = found.calls[1]
    assert isinstance(middlehand.best, Declare)
    assert middlehand.cost == pytest.approx(
        middlehand.values[middlehand.best] - middlehand.values[Pass()]
    )
    told = reviewed_call_text(middlehand, found, ("", "you", ""))
    assert re.match(r"You passed and gave away [0-9.]+ chips: declaring . was better, ", told)


def test_no_call_is_reviewed_where_the_hand_that_was_dealt_is_not_known() -> None:
    play = Play.parse(END)
    assert review(play, iterations=20, replays=0).calls == ()


def test_refusals() -> None:
    with pytest.raises(SearchError, match="games"):
        review(random_play(1), budget=-1)
    with pytest.raises(SearchError, match="games"):
        review(random_play(1), replays=-1)
    with pytest.raises(SearchError, match="iterations"):
        review(random_play(1), iterations=0)
    game = ClumondGame()
    with pytest.raises(RuleError, match="calls are not complete"):
        review(game.deal(1, game.opening()))


def test_what_is_costly_goes_by_the_span_of_the_scores() -> None:
    found = review(random_play(8, tricks=3), iterations=20, replays=0, budget=0, limit=QUICK)
    assert found.costly_from == COSTLY_CHANCE
    assert Review(None, None, ()).costly_from == COSTLY_CHANCE


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_chance_given_away_is_graded_as_it_is_shown(one: float, other: float) -> None:
    """The pages name 5, 10 and 20 per cent."""
    worse, better = sorted((one, other))
    two, ace = (PlayCard(Card.parse(text)) for text in ("S2", "SA"))
    play = ReviewedPlay(1, 1, 0, two, ace, better - worse, {two: worse, ace: better})
    found = Review(0, 0, (play,))
    shown = int(lost_text(play, found).split()[0])
    grades = {20: "blunder", 10: "mistake", 5: "inaccuracy", 0: ""}
    assert found.grade(play) == next(word for least, word in grades.items() if shown >= least)
    assert found.costliest() == ((play,) if shown >= 5 else ())


def test_the_story_says_where_it_turned_and_the_line_to_watch_succeeds() -> None:
    start = Play.parse(END)
    play = start.copy()
    for text in ("S3", "SK", "D8"):
        play.push(Card.parse(text))
    names = ("Ann", "Bo", "Cy")
    found = review(play, iterations=200, games_per_action=40, replays=0, seed=1)
    line = found.better
    assert line is not None
    assert (line.number, str(line.cards[0]), line.success) == (1, "SA", True)
    assert start.after(line.cards).outcome().declarer_succeeded
    assert better_line_text(found, names).startswith(
        "Had Ann played ♠A in trick 12, Ann could have forced success: "
    )
    after = better_line_text(found, names).partition(": ")[2].rstrip(".")
    rest, last = after.split(" / ")
    leader, *cards = last.split()
    assert (len(rest.split()), leader, len(cards)) == (2, names[line.leaders[0]], 3)
    told = story_text(found, names)
    assert "The hand turned in trick 12, when Ann played ♠3: ♠A was better" in told
    assert "In all, Ann gave away" in told
    data = data_of(found)
    assert data["story"] == story_text(found)
    assert data["better"]["number"] == 1
    page = " ".join(review_text(found, start, names).split())
    assert told in page
    assert better_line_text(found, names) in page


def test_a_hand_that_turned_twice_says_so_and_nothing_else_mattered_where_nothing_cost() -> None:
    start = Play.parse(END)
    first, second = (PlayCard(Card.parse(text)) for text in ("S3", "SK"))
    lost = ReviewedPlay(1, 12, 0, first, first, 0.0, before=(0, 0), after=(1, 1))
    back = ReviewedPlay(2, 12, 1, second, second, 0.0, before=(1, 1), after=(0, 0))
    names = ("Ann", "Bo", "Cy")
    once, twice = (Review(Seat(0), Seat(0), steps) for steps in ((lost,), (lost, back)))
    assert "the verdict changed in trick 12, when Ann played ♠3." in story_text(once, names)
    assert "changed twice, the last time in trick 12, when Bo played ♠K" in story_text(twice, names)
    told = review_text(once, start, names)
    assert "What mattered with all hands open:" in told
    assert "What else" not in told
    assert "With all hands open ♠A" not in told


def test_a_call_within_its_error_is_not_called_close() -> None:
    values: dict[Action, float] = {Pass(): 1.3, Declare(Strain.SPADES): 0.1}
    call = ReviewedPlay(1, 0, 0, Declare(Strain.SPADES), Declare(Strain.SPADES), 0.0, values)
    told = reviewed_call_text(call, Review(None, None, (), calls=(call,)), ("Ann", "Bo", "Cy"))
    assert (
        told == "Ann went for clumond in ♠: too few games to tell, +0.1 against +1.3 for passing."
    )


def test_better_is_said_only_of_cards_that_are_marked_as_costly() -> None:
    best, played = PlayCard(Card.parse("SA")), PlayCard(Card.parse("S3"))
    for cost, said in (0.04, False), (0.06, True):
        step = ReviewedPlay(1, 12, 0, played, best, cost, {best: 0.7, played: 0.7 - cost})
        found = Review(Seat.FOREHAND, Seat.FOREHAND, (step,))
        assert ("was better" in better_text(step, found)) is said
        assert bool(found.costliest()) is said


@pytest.mark.usefixtures("hasty")
def test_reasons_in_other_games_name_the_player() -> None:
    game = GAMES["clubs 4"]
    state: TrickState = game.deal(71, game.opening())
    source = random.Random(1)
    while not state.is_over:
        state.push(source.choice(list(state.legal_actions)))
    for names, who in (("Ann", "Bo", "Cy", "you"), "you"), ((), "the player"):
        found = review(state, iterations=100, games_per_action=24, players=names, seat=3)
        reasons = " ".join(play.reason for play in found.costliest())
        assert f" {who} " in f" {reasons} "
        assert all(play.cost == 0.0 for play in found.plays if play.best == play.action)
        assert all(
            play.cost >= found.costly_from for play in found.plays if play.best != play.action
        )


def test_the_turned_suit_is_accepted_and_another_named() -> None:
    game = GAMES["clabberjass"]
    state: TrickState = game.deal(5, game.opening())
    for call in (Pass(), Pass(), Declare(Strain.HEARTS)):
        state.push(call)
    reviewed = review(state, iterations=20)
    accepted, _, named = (play.values for play in reviewed.plays)
    words = [action_text(call, reviewed.verb_of) for call in [*accepted, *named]]
    assert sorted(words) == ["accept ♠", "name ♣", "name ♥", "name ♦", "pass", "pass"]


open_review = partial(reviews.review, games_per_action=0, replays=0, budget=0)


@st.composite
def played(draw: st.DrawFn) -> Record:
    """The record of a play that begins with up to five tricks to come, played on or out."""
    play = draw(plays(fewest_tricks=1, most_tricks=5))
    for _ in range(draw(st.integers(0, 3 * play.tricks_left))):
        if not play.is_over:
            play.push(draw(st.sampled_from(list(play.legal_plays))))
    return Record.of(play)


@given(played(), seats, st.booleans())
@settings(max_examples=60, deadline=None)
def test_every_miss_and_verdict_is_that_of_the_position_alone(
    record: Record, seat: Seat, every_card: bool
) -> None:
    found = open_review(record, seat=seat, every_card=every_card, limit=None)
    play, solver = record.start(), Solver()
    assert found.seat is seat
    assert not found.as_seen
    assert [step.action for step in found.plays] == list(map(PlayCard, record.plays))
    for step in found.plays:
        assert (step.seat, step.trick) == (play.turn, sum(play.tricks_taken) + 1)
        assert step.before == solver.miss(play, seat=seat)
        if every_card or step.turned:
            after = {card: solver.miss(play.after([card]), seat=seat) for card in play.legal_plays}
            assert step.misses == {PlayCard(card): miss for card, miss in after.items()}
            assert step.before == (min if step.seat == seat else max)(after.values())
            harmless = {PlayCard(card) for card, miss in after.items() if miss == step.before}
            assert {*step.harmless_cards} == harmless
        play.push(record.plays[step.number - 1])
        assert step.after == solver.miss(play, seat=seat)
        assert step.verdict is solver.verdict(play, seat=seat)
        assert step.turned is (verdict_of(step.before) is not step.verdict)
    assert found.turning_points == tuple(step for step in found.plays if step.turned)


@given(played())
@settings(max_examples=30, deadline=None)
def test_only_his_side_gives_success_away(record: Record) -> None:
    seat = record.declarer or Seat.FOREHAND
    for step in open_review(record, seat=seat, limit=None).turning_points:
        assert (step.seat == seat) is (step.verdict is False)
        assert step.action not in step.harmless_cards
        assert step.harmless_cards


def test_the_sample_hand_that_turned_did_so_on_three_cards() -> None:
    found = open_review(sample_record(2))
    assert verdict_of(found.plays[0].before) is False
    turned = ["play DA", "play HA", "play H6"]
    assert [str(step.action) for step in found.turning_points] == turned
    assert found.plays[-1].verdict is True


def test_a_limit_leaves_verdicts_unknown_and_turns_nothing() -> None:
    found = open_review(sample_record(2), limit=Limit(nodes=0))
    assert {step.verdict for step in found.plays} == {None}
    assert found.turning_points == ()


def test_mistakes_are_a_seats_costly_cards_and_the_calls_that_were_not_right() -> None:
    two, ace = (PlayCard(Card.parse(text)) for text in ("S2", "SA"))
    costly = ReviewedPlay(1, 1, 0, two, ace, 0.2, {ace: 0.6, two: 0.4})
    cheap = replace(costly, number=4, cost=0.02, values={ace: 0.6, two: 0.58})
    fine = replace(costly, number=7, best=two, cost=0.0)
    other = replace(costly, number=2, seat=1)
    called = ReviewedPlay(1, 0, 0, Pass(), Declare(Strain.HEARTS), 2.5)
    right = replace(called, seat=1, best=Pass(), cost=0.0)
    found = Review(0, 0, (costly, other, cheap, fine), calls=(called, right))
    assert found.mistakes(0) == (called, costly)
    assert (found.mistakes(1), found.mistakes(2)) == ((other,), ())


class _Compared(Rated[str]):
    """Choices with figures alone."""

    complete, unit, best = True, "points", "a"

    def __init__(self, values: dict[str, float], errors: dict[str, float]) -> None:
        self._values, self._errors = values, errors

    @property
    def values(self) -> dict[str, float]:
        return self._values

    @property
    def errors(self) -> dict[str, float]:
        return self._errors


def test_what_luck_may_explain_may_be_best() -> None:
    values = {"a": 3.0, "b": 2.5, "c": 1.0}
    doubtful = _Compared(values, dict.fromkeys(values, 0.3))
    assert [*map(doubtful.may_be_best, values)] == [True, True, False]
    assert [*map(_Compared(values, {}).may_be_best, values)] == [True, False, False]


def test_who_finds_a_choice_within_luck_of_the_best_is_right_too() -> None:
    hands = "F:.76.76.QJ4 A.J98.A.A6 K64.4.83.9"
    play = Play.parse(f"{hands} declarer=M strain=S leader=M tricks=2,4,3")
    play = play.after(map(Card.parse, ["DA", "D3", "D7", "HJ", "H4", "H6", "CA"]))
    found = reviews.review(play, iterations=60, games_per_action=24, replays=0, budget=0)
    [mistake] = found.mistakes(Seat.MIDDLEHAND)
    worth = {str(action): round(value, 2) for action, value in mistake.values.items()}
    assert worth.pop("play CA") < worth.pop("play C6") < 0.2
    assert [str(action) for action in (mistake.best, *mistake.alike)] == [*worth]
    assert [*worth.values()] == [0.98, 0.79, 0.79]

"""Facts of reasons hold in every deal that fits what was seen, and agree within a hint."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from clumond_solver.base.cards import CLUMOND_PACK, Card, Hand, Strain, Suit
from clumond_solver.coach.hints import finishes_of, hint
from clumond_solver.coach.reasons import in_sentences, reasons_for_action, wordings
from clumond_solver.coach.reasons.calls_of_any_game import barred
from clumond_solver.coach.reasons.card_facts import CardFacts, equals_of
from clumond_solver.coach.reasons.clumond import wordings_of_clumond as of_clumond
from clumond_solver.coach.reasons.fates import Fate, Moment, Now, played_card
from clumond_solver.coach.reasons.speaker import Reason
from clumond_solver.coach.reasons.stakes import Fault, award_of
from clumond_solver.coach.reasons.wordings import Alike, Often, Use
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import LeadFor, PlayCard
from clumond_solver.rules.payoffs import Payoffs
from clumond_solver.rules.states import TrickState
from clumond_solver.rules.tricks import FifthSuit, PlayedCard, Trick, TrickPlay
from clumond_solver.single_dummy.any_game_playouts import GamesAfter
from clumond_solver.single_dummy.choose_and_estimate import choose
from clumond_solver.single_dummy.clumond.clumond_engine import RatedCards
from clumond_solver.single_dummy.clumond.quick_estimate import quick_estimate
from clumond_solver.single_dummy.engine_protocol import Rated
from clumond_solver.single_dummy.levels import style_of
from clumond_solver.single_dummy.luck import relative_score
from tests.all_games import ALL_GAMES, GAMES, every_game_or_example, random_actions, standing_after
from tests.coach.positions import (
    OTHER_GAMES,
    events,
    explained,
    open_views,
    random_state,
    tricks_after,
    turns,
)
from tests.shares import share_of, source


def _late_views(name: str, seed: int) -> Iterator[View]:
    """What the seat to act sees in a deal played at random, of which few cards are left."""
    game = ALL_GAMES[name]
    state: TrickState = game.deal(seed, standing_after(game, seed))
    for _ in random_actions(state, random.Random(seed)):
        if state.play is not None and sum(map(len, state.play.hands)) <= 16:
            yield View.of(state)


@every_game_or_example
@pytest.mark.sample(8)
def test_what_is_known_of_cards_and_other_hands_holds_in_every_deal(name: str) -> None:
    fates, void, drawn, some_gone = set[Fate](), set[int](), 0, False
    late = itertools.chain.from_iterable(_late_views(name, seed) for seed in range(share_of(600)))
    views = [*open_views(name, range(share_of(320))), *itertools.islice(late, 0, None, 5)]
    for seed, view in enumerate(views):
        moment = None if view.play is None else Moment.of(view)
        worlds = view.sample_worlds(3, seed) if moment else ()
        for world in worlds:
            play = world.play
            assert play is not None
            assert moment is not None
            for suit in (*Suit, *FifthSuit):
                lengths = [len(hand & play.rules.cards_of(suit)) for hand in play.hands]
                for seat in play.rules.sitting_out:
                    lengths[seat] = 0
                assert sum(lengths) - lengths[view.seat] <= moment.count_out(suit)
                assert not any(lengths[it] for it in moment.others if moment.is_void(it, suit))
            for now in map(moment.now, moment.legal):
                fates.add(now.fate)
                ruffers = now.ruff.seats if now.ruff else ()
                assert (now.fate is Fate.OPEN) is bool(now.rivals)
                assert now.ruff or now.fate is not Fate.UNLESS_RUFFED
                is_trump = now.played.card in play.rules.trumps
                assert now.is_trump is is_trump or not play.rules.trumps
                led = moment.led or play.rules.suit_led(now.played)
                void.update(ruffers)
                place = moment.place(now)
                wild = {
                    card for hand in play.hands for card in hand if card.rank in play.rules.wild
                }
                assert place is None or wild <= {*moment.hand}
                if place is not None and place.is_drawn:
                    drawn += _must_be_played(place.above[0], now.played.card, world)
                past, out = _higher_cards(play, now.played.card, view)
                if now.gone:
                    some_gone |= bool(now.rivals)
                    assert {*now.gone} == past
                    assert out <= {*moment.possible_cards}
                    assert {*moment.higher_cards(now.played.card)} <= {*now.rivals}
                elif now.fate is Fate.WINS and not (view.may_hold[-1] or past & {*play.trick}):
                    above = moment.higher_cards(now.played.card)
                    assert above or len(past) in {0, *range(5, 17)}
                assert not any(play.hands[it] & play.rules.cards_of(led) for it in ruffers)
                for trick in tricks_after(play, now.played, random.Random(seed)):
                    assert _is_so(now.fate, trick, view.seat), (now, trick)
                    if trick.winner in moment.later_seats and now.fate is not Fate.LOSES:
                        best = trick.winning_card
                        is_ruff = play.rules.suit_of(best) is not led
                        assert best in now.rivals or (now.ruff and is_ruff)
                        assert not ruffers or best in now.rivals or trick.winner in ruffers
    assert len(fates) > 2
    assert void or name not in {"clabberjass", "clag foss 4", "clumond"}
    assert bool(drawn) is (name == "clabberjass")
    assert some_gone or name != "clumond"


def _must_be_played(above: Card, card: Card, world: TrickState) -> bool:
    """Whether somebody holds the card above the one led; he then has no other legal play."""
    state = world.copy()
    state.push(PlayCard(card))
    while state.play is not None and state.play.trick and not state.is_over:
        if above in state.play.hands[state.turn or 0]:
            assert [*state.play.legal_plays] == [above]
            return True
        state.push(state.legal_actions[0])
    return False


def _higher_cards(play: TrickPlay, card: Card, view: View) -> tuple[set[Card], set[Card]]:
    """The cards higher than one in its suit that were played, and those that were not dealt."""
    ranked = play.rules.ranked(play.rules.suit_of(card))
    higher = {*ranked[ranked.index(card) + 1 :]} & {*view.layout.pack}
    played = higher & {past.card for past in play.history}
    return played, higher - played - {card for hand in play.hands for card in hand}


def _is_so(fate: Fate, trick: Trick, seat: int) -> bool:
    """Whether a seat wins a trick, or loses it, if that is certain."""
    return not (
        trick.winner != seat if fate is Fate.WINS else fate is Fate.LOSES and trick.winner == seat
    )


def fact_holds(fact: Reason, play: TrickPlay, view: View) -> bool:
    """Whether what is certain of a card in its trick, and of other hands, holds in a deal."""
    value, hands, rules, holds = fact.values, [*play.hands], play.rules, True
    own = hands.pop(view.seat)
    match fact.kind:
        case wordings.in_trick:
            nows = filter(None, (value["now"], value["other"]))
            holds = {*value["keeps"]} <= {*own} and all(_now_holds(it, play, view) for it in nows)
        case wordings.fixed:
            fate = Fate.WINS if value["wins"] else Fate.LOSES
            holds = all(_now_holds(Now(it, fate), play, view) for it in Moment.of(view).legal)
        case wordings.draws:
            suit = rules.cards_of(rules.suit_led(value["played"]))
            held = sum(len(hand & suit) for hand in hands)
            holds = held == value["out"] or (held < value["out"] and not value["is_certain"])
        case wordings.cannot_follow:
            hand, trumps = play.hands[value["seat"]], Moment.of(view).trumps
            can_ruff = trumps is not None and bool(hand & rules.cards_of(trumps))
            is_sure = value["is_sure"] and value["use"] == "ruff"
            holds = not hand & rules.cards_of(value["suit"]) and (can_ruff or not is_sure)
        case wordings.last_of_suit:
            holds = len(own & rules.cards_of(value["suit"])) == 1
        case wordings.equals:
            ranked = rules.ranked(rules.suit_of(value["cards"][0].card))
            places = sorted(ranked.index(one.card) for one in value["cards"])
            out = {*play.trick, *(card for hand in hands for card in hand)}
            holds = len(places) > 1 and out.isdisjoint(ranked[places[0] : places[-1]])
    return holds


def _now_holds(now: Now, play: TrickPlay, view: View) -> bool:
    """Whether a card wins the trick, or loses it, if that is said to be certain."""
    fate, tricks = now.fate, tricks_after(play, now.played, random.Random(1))
    return all(_is_so(Fate.LOSES if now.is_least else fate, it, view.seat) for it in tricks)


def test_what_is_certain_of_a_card_beside_another_holds_in_every_deal() -> None:
    seen = set[object]()
    for view in (view for name in GAMES for view in turns(name, range(share_of(200)))):
        plays = [world.play for world in view.sample_worlds(3, 1) if world.play]
        for action, other in itertools.permutations(view.legal_actions[:6], 2):
            facts = reasons_for_action(view, action, [other])
            assert facts, (action, other)
            for fact in facts:
                seen |= {fact.kind, fact.values.get("use"), fact.values.get("is_certain")}
                assert all(fact_holds(fact, play, view) for play in plays), fact
    certain = {
        wordings.in_trick,
        wordings.fixed,
        wordings.draws,
        wordings.cannot_follow,
        wordings.last_of_suit,
    }
    assert seen >= certain | {True, False, "ruff", "discard", Use.WIN, Use.LOSE}


@pytest.mark.parametrize("name", ["clubs 4", "clag foss 3", "clabberjass"])
def test_facts_speak_for_what_the_player_wants(name: str) -> None:
    """Who wants no trick is told of no strength."""
    said = 0
    for view, wants in itertools.product([*turns(name, range(40))], (-1, 1)):
        for action, other in itertools.permutations(view.legal_actions[:4], 2):
            card, beside = (played_card(view.seat, each) for each in (action, other))
            assert card is not None
            assert beside is not None
            moment = Moment.of(view)
            facts = CardFacts(moment, moment.now(card), moment.now(beside))
            for fact in [*facts.of_suit(wants), *facts.kept(wants)]:
                said += 1
                ruff = fact.values.get("use") == "ruff"
                if fact.kind is wordings.cannot_follow:
                    assert ruff is (wants < 0)
                elif wants < 0:
                    assert fact.kind is not wordings.draws
                    assert not ruff
                    assert fact.values.get("use") is not Use.WIN
                else:
                    assert fact.values.get("use") is not Use.LOSE
    assert said


def _swapped(card: Card, one: Card, other: Card) -> Card:
    return {one: other, other: one}.get(card, card)


@pytest.mark.parametrize("name", ["clubs 3", "clubs 4", "clabberjass"])
def test_equal_cards_win_and_lose_the_same_tricks(name: str) -> None:
    """Whichever is played first: a club ranks between cards of another suit in Clubs."""
    equal = 0
    for seed, view in enumerate(turns(name, range(60))):
        cards = [action.card for action in view.legal_actions if isinstance(action, PlayCard)]
        for one, other in itertools.combinations(cards, 2):
            if one.suit is not other.suit or not equals_of(
                Moment.of(view), [PlayedCard(view.seat, each) for each in (one, other)]
            ):
                continue
            equal += 1
            for world in view.sample_worlds(2, seed):
                mirrored, source = world.copy(), random.Random(seed)
                while not world.is_over:
                    action = source.choice(list(world.legal_actions))
                    assert isinstance(action, PlayCard | LeadFor)
                    card = _swapped(action.card, one, other)
                    mirrored.push(replace(action, card=card))
                    world.push(action)
                assert world.play is not None
                assert mirrored.play is not None
                winners = [trick.winner for trick in world.play.tricks]
                assert winners == [trick.winner for trick in mirrored.play.tricks], (one, other)
    assert equal > 5


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", ["clubs 3", "clabberjass", "clag foss 3"])
def test_what_hardly_matters_leaves_all_scores_the_same(name: str) -> None:
    settled = 0
    for view in turns(name, range(120)):
        if view.play is None or view.play.tricks_left > 6:
            continue
        one, *others = view.legal_actions
        games = GamesAfter(view, 24, seed=1)
        facts = reasons_for_action(view, one, games=games, alike=others)
        if facts[0].kind is not wordings.hardly_matters:
            assert len(view.legal_actions) > 4 or not games.is_settled(view.legal_actions)
            continue
        settled += 1
        for fact in facts[0]["why"]:
            if fact.kind is wordings.all_tricks:
                left = view.play.tricks_left if fact["takes"] else 0
                assert all(
                    len(game.winning_cards(view.seat)) == left
                    for action in view.legal_actions
                    for game in games.after(action)
                )
        if not any(fact.kind is wordings.equals for fact in facts[0]["why"]):
            for after in zip(*map(games.after, view.legal_actions), strict=True):
                assert len({relative_score(each.scores, view.seat) for each in after}) == 1
    assert settled


@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("clag")])
def test_a_bid_whose_chance_is_told_brings_its_award_and_nothing_if_it_is_missed(name: str) -> None:
    game = GAMES[name]
    for seed in range(10):
        state = game.deal(seed, standing_after(game, seed))
        source = random.Random(seed)
        while not state.is_over:
            state.push(source.choice(list(state.legal_actions)))
        for seat, score in enumerate(state.scores):
            award, goal = award_of(state.payoffs, seat), state.payoffs.goals[seat]
            if award is not None:
                assert state.play is not None
                assert score == (award if state.play.tricks_taken[seat] == goal else 0)


def test_a_club_that_declares_nothing_is_as_good_as_one_that_does() -> None:
    """Its name is part of the other one's."""
    view = View.of(random_state("clubs 4", 31))
    plain, *declaring = view.legal_actions
    assert reasons_for_action(view, declaring[0], alike=[plain])[-1] == wordings.as_good((plain,))


def test_cards_far_apart_are_not_alike_however_seldom_they_were_tried() -> None:
    [view] = turns("clabberjass", range(3, 4))
    one, near, far, *_ = view.legal_actions
    games = GamesAfter(view, 24)
    games.choose([one, near, far])
    values = {one: 0.0, near: -0.04, far: -90.0}
    assert games.alike(one, values) == [near]


def test_who_must_follow_cannot_ruff() -> None:
    hands = [Hand.parse(text) for text in ("3.4.76.", "A...K98", ".5..AQ5")]
    play = Play(hands, "F", "H", leader="M", tricks_taken=(4, 4, 4))
    view = ClumondView.of(play, Seat.MIDDLEHAND)
    pack = CLUMOND_PACK.cards
    hearts, spades = (pack.in_suit(suit) for suit in (Suit.HEARTS, Suit.SPADES))
    forehand = view.may_hold[0] - hearts
    ace = PlayedCard(1, Card.parse("SA"))
    # If forehand has no spades either, the spade lies with rearhand, who has the trumps.
    for may_hold, fate in (forehand, Fate.UNLESS_RUFFED), (forehand - spades, Fate.WINS):
        void = replace(view, may_hold=(may_hold, *view.may_hold[1:]))
        assert Moment.of(void).now(ace).fate is fate


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(5)
def test_a_card_counts_as_certain_only_where_every_deal_has_it(name: str) -> None:
    """What only one hand can hold it holds; no deal has a card that counts as impossible."""
    certain = 0
    for view in (view for seed in range(12) for view in _late_views(name, seed)):
        worlds = view.all_worlds(40) or ()
        for other, known in Moment.of(view).others.items() if worlds else ():
            hands = [world.play.hands[other] for world in worlds if world.play]
            assert all(known.certain.issubset(hand) for hand in hands)
            assert all(hand.issubset(known.possible) for hand in hands)
            certain += bool(known.certain - view.held[other])
            is_full = view.room[other] == len(view.may_hold[other])
            assert not is_full or known.certain == known.possible
    assert certain or not name.startswith("clumond")


@pytest.mark.parametrize(
    ("settle", "missing"),
    [
        (lambda taken: taken, None),
        (lambda taken: [max(0, each - 1) for each in taken], None),
        (lambda taken: [-each for each in taken], None),
        (lambda taken: [10 * (each == 5) for each in taken], 5),
        (lambda taken: [10 * (each == 5) + each for each in taken], 5),
        (lambda taken: [10 * (each == 3) + each for each in taken], 3),
        (lambda taken: [10 * (each == 0) - each for each in taken], 0),
    ],
)
def test_no_number_of_tricks_is_needed_where_each_trick_scores(
    settle: Callable[[tuple[int, ...]], Sequence[int]], missing: int | None
) -> None:
    game = GAMES["clag foss 3"]
    state = game.deal(1, standing_after(game, 4))
    while state.play is None:
        state.push(state.legal_actions[0])
    view = View.of(state, state.turn)
    assert view.play is not None
    payoffs = Payoffs.by_function(settle, 3, view.play.tricks_left)
    view = replace(view, play=replace(view.play, payoffs=payoffs))
    facts = reasons_for_action(view, view.legal_actions[0], view.legal_actions[1:])
    needs = [fact["goal"] - fact["taken"] for fact in facts if fact.kind is wordings.needs_for_goal]
    assert needs == ([] if missing is None else [missing])


GAMES_PER_CARD, ITERATIONS, SHARE_OF_TURNS = 48, 60, 0.1
# Figures no further apart than this may be called about as good: a chance, or points.
NEAR, NEAR_POINTS = 0.051, 0.16
UNCERTAIN = (of_clumond.mostly_fails, of_clumond.fails_both_ways, of_clumond.unlikely)


def contradictions(
    facts: list[Reason], values: dict[Any, float], best: float, near: float
) -> Iterator[str]:
    """What a hint says against its own figures."""
    if values and max(values.values()) > best:
        yield "another action has a higher figure"
    apart = max(values.values(), default=best) - min(values.values(), default=best)
    for fact in events(facts):
        often, value = fact.values.get("often"), fact.values
        if isinstance(often, Often) and often.count > often.games:
            yield "more often than there are games"
        if fact.kind is of_clumond.little_difference and apart > near:
            yield "little difference beside figures that differ"
        if fact.kind is wordings.hardly_matters and apart > 1e-9:
            yield "hardly matters beside figures that differ"
        if fact.kind is wordings.as_good and isinstance(value["actions"][0], PlayCard):
            most = max(abs(values.get(one, best) - best) for one in value["actions"])
            least = {Alike.EQUALLY: 0.0, Alike.ABOUT: near}.get(value["alike"], most)
            if near < 1 and most > least:
                yield "as good beside figures that differ"
        if fact.kind is wordings.equals:
            of_cards = {
                round(values[play], 9) for card in value["cards"]
                if (play := PlayCard(card.card)) in values and card.named is card.led is None
            }  # fmt: skip
            if len(of_cards) > 1:
                yield "equals beside figures that differ"


def contradictions_in_chances(facts: list[Reason], best: float) -> Iterator[str]:
    """What it says of success that is not what the chance of the best card says."""
    for fact in events(facts):
        is_beaten = fact.kind is of_clumond.beaten
        certain = fact.kind in {of_clumond.certain, of_clumond.impossible, of_clumond.settled}
        if (certain or (is_beaten and fact["is_certain"])) and best not in {0.0, 1.0}:
            yield "certain in words only"
        fails = fact.kind is of_clumond.ends and fact["fault"]
        doubts = fact.kind in UNCERTAIN or fails or (is_beaten and not fact["is_certain"])
        if doubts and best in {0.0, 1.0}:
            yield "certain in figures only"
        is_nearly = is_beaten and not fact["is_certain"]
        if is_nearly and abs(sum(fact["failed"]) / fact["games"] - best) > NEAR:
            yield "fails more or less often than the figure says"


def contradictions_with_games(rated: RatedCards, facts: list[Reason]) -> Iterator[str]:
    """What a hint counts otherwise than the games behind it."""
    after = {card.card: finishes_of(rated, card) for card in rated.values}
    endings = {card: one for card, one in after.items() if one is not None}
    assert all(one.games == GAMES_PER_CARD for one in endings.values())
    for fact in facts:
        if fact.kind is wordings.happens and fact["event"].kind is of_clumond.ends:
            counts = ((fact["after"], fact["often"].count), (fact["other"], fact["beside"]))
            fault = fact["event"]["fault"]
            after_both = ((endings[played.card], count) for played, count in counts if played)
            if any((one.number(fault) if fault else one.won) != n for one, n in after_both):
                yield "another number of failures"
        if fact.kind is of_clumond.beaten:
            failed = endings[fact["card"]].failed if fact["card"] in endings else 0
            if failed and sum(fact["failed"]) != failed:
                yield "ways of failing do not add up"


def clumond_positions(seed: int) -> Iterator[ClumondView]:
    """Turns of all seats in a hand, declared in its best strain or undeclared, by easy players."""
    rng = source(f"agreement {seed}")
    deal = Deal.random(seed)
    declarer = rng.choice([*Seat, *Seat, None])
    strain = Strain.NO_TRUMPS
    if declarer is not None:
        strain = max(Strain, key=lambda one: quick_estimate(deal[declarer], one))
    play = Play(deal, declarer, strain)
    style = style_of("easy")
    while not play.is_over:
        if rng.random() < SHARE_OF_TURNS:
            yield ClumondView.of(play, Seat(play.turn or 0))
        drawn = choose(
            play, iterations=style.iterations.declarer, style=style, seed=rng.getrandbits(32)
        )
        play.push(drawn.card)


_CARD, _OTHER = (PlayedCard(0, Card.parse(text)) for text in ("H5", "H2"))
_AS_GOOD = (PlayCard(_OTHER.card),)


@pytest.mark.parametrize(
    ("best", "fact"),
    [
        (0.99, of_clumond.beaten(_CARD.card, True, (0, 0, 0), 48)),
        (1.0, of_clumond.beaten(_CARD.card, False, (28, 20, 0), 48)),
        (0.88, of_clumond.beaten(_CARD.card, False, (0, 46, 0), 48)),
        (1.0, of_clumond.mostly_fails(0, Fault.TOO_MANY)),
        (0.99, of_clumond.impossible()),
        (0.99, of_clumond.settled(0, succeeds=False)),
        (0.99, of_clumond.little_difference(0, False, (4, 5))),
        (0.99, wordings.hardly_matters((wordings.fixed(wins=True),))),
        (0.99, wordings.as_good(_AS_GOOD)),
        (0.82, wordings.as_good(_AS_GOOD, Alike.EQUALLY)),
        (0.82, wordings.but(wordings.equals((_CARD, _OTHER)))),
        (0.70, wordings.fixed(wins=False)),
        (0.90, wordings.danger(_CARD.card, Often(9, 8), is_costly=False)),
    ],
)
def test_what_contradicts_its_figures_is_seen(best: float, fact: Reason) -> None:
    values = {PlayCard(_CARD.card): best, PlayCard(_OTHER.card): 0.77}
    seen = [*contradictions([fact], values, best, NEAR), *contradictions_in_chances([fact], best)]
    assert seen
    assert not [*contradictions([wordings.fixed(wins=False)], values, 1.0, NEAR)]


@pytest.mark.parametrize("hand", range(share_of(160)))
@pytest.mark.sample(4)
def test_hints_for_cards_of_clumond_agree(hand: int) -> None:
    for view in clumond_positions(hand):
        rated, facts = explained(view, iterations=ITERATIONS, games_per_action=GAMES_PER_CARD)
        best, near = best_of(rated), NEAR if rated.in_chances else NEAR_POINTS
        wrong = [*contradictions(facts, dict(rated.values), best, near)]
        wrong += contradictions_in_chances(facts, best) if rated.in_chances else ()
        assert isinstance(rated, RatedCards)
        wrong += contradictions_with_games(rated, facts)
        assert not wrong, (wrong, in_sentences(facts, view), view)


def other_positions(name: str, seed: int) -> Iterator[View]:
    """Turns of all seats in a deal of another game, calls and cards, by random players."""
    game, rng = GAMES[name], source(f"agreement {name} {seed}")
    state = game.deal(seed, standing_after(game, seed))
    for _ in random_actions(state, rng):
        is_shown = state.play is None or not state.face_down
        if is_shown and rng.random() < SHARE_OF_TURNS:
            yield View.of(state, state.seat_to_act)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", OTHER_GAMES)
def test_hints_of_other_games_agree(name: str) -> None:
    for view in (view for deal in range(share_of(60)) for view in other_positions(name, deal)):
        rated, facts = explained(view, iterations=30, games_per_action=6)
        wrong = [*contradictions(facts, dict(rated.values), best_of(rated), float("inf"))]
        is_forced = any(fact.kind in {wordings.only_choice, barred} for fact in facts)
        assert (len(view.legal_actions) == 1) is is_forced
        said = [in_sentences([fact], view) for fact in facts]
        assert len({*said}) == len(said)
        assert facts
        assert not wrong, (wrong, said, view)


def best_of(rated: Rated[Any]) -> float:
    return rated.values.get(rated.best, 0.0)


def called_in_turn(name: str, seed: int) -> Iterator[View]:
    """Every call of a deal, of the session's longer and shorter ones in turn.

    The players call as high as they may, as low as they may, or at random.
    """
    game, rng = GAMES[name], source(f"calls {name} {seed}")
    state = game.deal(seed, standing_after(game, seed // 3))
    while not state.is_over and state.play is None:
        legal = list(state.legal_actions)
        # The hint for a caller's 696 rules takes a quarter of a minute.
        if len(legal) < 100:
            yield View.of(state, state.seat_to_act)
        state.push((legal[-1], legal[0], rng.choice(legal))[seed % 3])


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(5)
def test_a_hint_is_given_at_every_call_of_every_game(name: str) -> None:
    for view in (view for deal in range(share_of(60)) for view in called_in_turn(name, deal)):
        answer = hint(view, iterations=10, games_per_action=2, budget=20, seed=1)
        assert answer.action in [*view.legal_actions]

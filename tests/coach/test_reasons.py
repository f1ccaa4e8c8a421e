"""Reasons: what they say of cards holds in every deal, and reads as players speak."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver.base.cards import Card, Hand, Strain, Suit
from clumond_solver.base.packs import CLUMOND_PACK
from clumond_solver.coach.hints import endings_of, hint
from clumond_solver.coach.reasons import Endings, Fate, fate_of, reason, reason_of_action
from clumond_solver.coach.reasons.fates import Moment
from clumond_solver.coach.reasons.own_target import OwnTarget
from clumond_solver.coach.reasons.stakes import award_of
from clumond_solver.coach.reasons.tricks import TrickFacts, equals_text
from clumond_solver.coach.reasons.words import action_words, played_card
from clumond_solver.games.clubs import tally
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.knowledge.any_game import View
from clumond_solver.knowledge.clumond import ClumondView
from clumond_solver.knowledge.core_clumond import sample_deals
from clumond_solver.rules.actions import Action, LeadFor, PlayAs, PlayCard, PlayKnownCard
from clumond_solver.rules.payoffs import Payoffs
from clumond_solver.rules.states import TrickState, legal_card_plays, push_card_play
from clumond_solver.rules.tricks import PlayedCard, TrickPlay
from clumond_solver.single_dummy.chances import rate_cards
from clumond_solver.single_dummy.games_after import GamesAfter
from clumond_solver.single_dummy.mean_scores import relative_score
from tests.all_games import GAMES, random_actions, standing_after
from tests.samples import NUMBERS

SEEDS = st.integers(0, (1 << 32) - 1)
_WAYS = 12


def _play(seed: int, fewest_left: int = 1) -> Play:
    """A hand played at random up to some card, with so many tricks left at least."""
    source = random.Random(seed)
    declarer = source.choice([None, *Seat])
    strain = None if declarer is None else source.choice(list(Strain))
    play = Play(Deal.random(seed), declarer, strain)
    for _ in range(source.randrange(3 * (14 - fewest_left))):
        play.push(source.choice(list(play.legal_plays)))
    return play


def _state(name: str, seed: int) -> TrickState:
    game, source = GAMES[name], random.Random(seed)
    state: TrickState = game.deal(seed, standing_after(game, seed))
    stop = source.randrange(40)
    while stop and not state.is_over:
        before = state.copy()
        state.push(source.choice(list(state.legal_actions)))
        stop -= 1
    return before if state.is_over else state


def _winners(play: TrickPlay, tricks: int, source: random.Random) -> set[int]:
    """Seats that win the trick under way, the one after so many, in some ways to go on."""
    found = set()
    for _ in range(_WAYS):
        pushed = 0
        while sum(play.tricks_taken) == tricks:
            card = source.choice(list(play.legal_plays))
            names = list(play.legal_names(card))
            play.push(card, named=source.choice(names) if names else None)
            pushed += 1
        found.add(play.tricks[-1].winner)
        for _ in range(pushed):
            play.pop()
    return found


def _claimed(fate: Fate, seat: int, winners: set[int]) -> bool:
    """Whether what is said of a card agrees with who may win after it."""
    return winners == {seat} if fate is Fate.WINS else seat not in winners


@given(SEEDS)
@settings(max_examples=30, deadline=None)
def test_a_card_that_is_sure_to_win_or_lose_does_so_in_every_deal(seed: int) -> None:
    play = _play(seed)
    seat = play.turn
    assert seat is not None
    known = ClumondView.of(play, seat)
    for hands in sample_deals(known, 5, seed=seed):
        world = known.play_of(hands)
        for card in world.legal_plays:
            if (fate := fate_of(known, card)) in {Fate.WINS, Fate.LOSES}:
                world.push(card)
                winners = _winners(world, sum(known.tricks_taken), random.Random(seed))
                world.pop()
                assert _claimed(fate, seat, winners), (str(card), fate)


@given(st.sampled_from(sorted(GAMES)), SEEDS)
@settings(max_examples=30, deadline=None)
def test_and_so_it_does_in_every_game(name: str, seed: int) -> None:
    state = _state(name, seed)
    if state.play is None or state.turn is None or state.face_down:
        return
    view = View.of(state, state.turn)
    for world in view.sample_worlds(3, seed):
        assert world.play is not None
        for card in world.play.legal_plays:
            fate = fate_of(view, card)
            names = world.play.legal_names(card)
            if names or fate not in {Fate.WINS, Fate.LOSES}:
                continue
            world.play.push(card)
            winners = _winners(world.play, sum(state.play.tricks_taken), random.Random(seed))
            world.play.pop()
            assert _claimed(fate, state.turn, winners), (str(card), fate)


@given(st.sampled_from(sorted(GAMES)), SEEDS)
@settings(max_examples=40, deadline=None)
def test_what_is_said_of_rivals_and_voids_holds_in_every_deal(name: str, seed: int) -> None:
    state = _state(name, seed)
    if state.play is None or state.turn is None or state.face_down:
        return
    view = View.of(state, state.turn)
    moment = Moment.of(view)
    for world in view.sample_worlds(4, seed):
        assert world.play is not None
        for seat in moment.others:
            void = [suit for suit in Suit if moment.is_void(seat, suit)]
            assert not any(world.play.hands[seat].length(suit) for suit in void)
        for suit in Suit:
            others = [hand for seat, hand in enumerate(world.play.hands) if seat != state.turn]
            assert sum(hand.length(suit) for hand in others) <= moment.count_out(suit)
        for way in legal_card_plays(world.play):
            if isinstance(way, PlayAs):
                continue
            led = way.led if isinstance(way, LeadFor) else None
            outlook = moment.outlook(PlayedCard(state.turn, way.card, None, led))
            push_card_play(world.play, way)
            now = world.play.led or way.card.suit
            for seat in moment.later_seats[:1]:
                winning = {
                    card for card in world.play.legal_plays
                    if not world.play.legal_names(card)
                    and world.play.rules.power(now, card)
                    > world.play.rules.power(now, way.card)
                }  # fmt: skip
                follows = {card for card in winning if card.suit is now}
                assert follows <= set(outlook.rivals) or outlook.fate is Fate.LOSES, seat
                unbeaten = outlook.fate is not Fate.LOSES
                assert not (unbeaten and winning - set(outlook.rivals)) or outlook.may_be_ruffed
            world.play.pop()


_SAID = {
    "highest": r"([♠♥♦♣]\w+), the highest \w+ left, (?:is the card to spare|could win a later)",
    "loses": r"([♠♥♦♣]\w+) (?:is the card to spare|cannot win this trick)",
    "out": r"([♠♥♦♣]\w+) is your last \w+, so that you can (?:ruff|discard on) ",
    "weaker": r"you keep ([♠♥♦♣]\w+) to lose with later",
    "stronger": r"you keep ([♠♥♦♣]\w+) to win with later",
}


def test_what_is_said_of_a_card_beside_another_holds_in_every_deal() -> None:
    found = set()
    for name, seed in itertools.product(GAMES, range(16)):
        state = _state(name, seed)
        if state.play is None or state.turn is None or state.face_down:
            continue
        view = View.of(state, state.turn)
        worlds = view.sample_worlds(3, seed)
        for action, other in itertools.permutations(view.legal_actions[:6], 2):
            told = reason_of_action(view, action, [other])
            assert told, (action, other)
            for kind, pattern in _SAID.items():
                for text in re.findall(pattern, told):
                    found.add(kind)
                    card = Card.parse(text)
                    assert all(_holds(kind, card, world, action) for world in worlds), told
    assert found == set(_SAID)


def test_a_bid_is_called_lost_only_if_no_card_can_win() -> None:
    seen = 0
    for name, seed in itertools.product(["clag foss 3", "clag foss 4"], range(60)):
        state = _state(name, seed)
        if state.play is None or state.turn is None or state.face_down:
            continue
        view = View.of(state, state.turn)
        told = reason_of_action(view, view.legal_actions[0])
        if "No card of yours can win this trick" not in told:
            continue
        seen += 1
        assert state.payoffs.goals[state.turn] == (
            state.play.tricks_taken[state.turn] + state.play.tricks_left
        )
        for world in view.sample_worlds(3, seed):
            assert all(
                _holds("loses", card, world, PlayCard(card)) for card in state.play.legal_plays
            )
    assert seen


def test_rivals_too_many_for_a_word_are_counted_in_digits() -> None:
    state = _state("clubs 4", 31)
    assert state.turn is not None
    view = View.of(state, state.turn)
    reasons = [reason_of_action(view, action, [action]) for action in view.legal_actions]
    assert "21 cards can still beat ♣2 naming ♠." in reasons


def test_trumps_that_are_out_are_held_and_others_only_may_be() -> None:
    certain = set()
    for name, seed in itertools.product(GAMES, range(20)):
        state = _state(name, seed)
        if state.play is None or state.turn is None or state.face_down or state.play.trick:
            continue
        view = View.of(state, state.turn)
        for action in view.legal_actions:
            told = reason_of_action(view, action)
            for number, are in re.findall(r"draws trumps: (\w+) (is|are|may still be) out", told):
                certain.add(are != "may still be")
                count, suit = NUMBERS.index(number), Suit(action.card.suit)  # type: ignore[union-attr]
                sizes = [hand.size for hand in Moment.of(view).others.values()]
                assert count <= sum(sizes)
                for world in view.sample_worlds(3, seed):
                    assert world.play is not None
                    hands = [*world.play.hands]
                    del hands[view.seat]
                    held = sum(hand.length(suit) for hand in hands)
                    assert held <= count if are == "may still be" else held == count, told
    assert certain == {True, False}


def _swapped(card: Card, one: Card, other: Card) -> Card:
    return {one: other, other: one}.get(card, card)


@pytest.mark.parametrize("name", ["clubs 3", "clubs 4", "clabberjass"])
def test_equal_cards_win_and_lose_the_same_tricks(name: str) -> None:
    """Whichever is played first: a club ranks between cards of another suit in Clubs."""
    equal = 0
    for seed in range(60):
        if (view := _turn(name, seed)) is None:
            continue
        cards = [action.card for action in view.legal_actions if isinstance(action, PlayCard)]
        for one, other in itertools.combinations(cards, 2):
            if one.suit is not other.suit or not equals_text(Moment.of(view), [one, other]):
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


@pytest.mark.parametrize("name", ["clubs 3", "clabberjass"])
def test_what_hardly_matters_is_said_to_only_for_a_reason(name: str) -> None:
    causes = set()
    for seed in range(120):
        view = _turn(name, seed)
        if view is None or view.play is None or view.play.tricks_left > 6:
            continue
        one, *others = view.legal_actions
        games = GamesAfter(view, 24, seed=1)
        text = reason_of_action(view, one, games=games, alike=others)
        if not text.startswith("It hardly matters"):
            assert len(view.legal_actions) > 4 or not games.is_settled(view.legal_actions)
            continue
        cause = re.match(r"It hardly matters what you play: ([^.]+)\.", text)
        assert cause, text
        causes.add(re.sub(r"\S*[♠♥♦♣]\S*|\d+", "", cause[1]))
        equals = "equals" in text
        assert equals or games.is_settled(view.legal_actions)
        tricks = {sum(trick.winner == view.seat for trick in game.tricks)
                  for action in view.legal_actions for game in games.after(action)}  # fmt: skip
        assert "take every trick left" not in cause[1] or tricks == {view.play.tricks_left}
        assert "take no further trick" not in cause[1] or tricks == {0}
    assert causes


def _holds(kind: str, card: Card, world: TrickState, action: Action) -> bool:
    assert world.play is not None
    assert world.turn is not None
    ranking = world.play.rules.ranking[card.suit]
    others = [hand for seat, hand in enumerate(world.play.hands) if seat != world.turn]
    place, suit = ranking.index(card.rank), card.suit
    if kind == "highest":
        higher = [ranking.index(each.rank) > place for hand in world.play.hands for each in hand
                  if each.suit is suit]  # fmt: skip
        return not any(higher)
    if kind == "out":
        return any(hand.length(suit) for hand in View.of(world, world.turn).may_hold) or any(
            hand.length(suit) for hand in others
        )
    if kind == "loses":
        world = world.copy()
        assert world.play is not None
        seat, tricks = world.turn, sum(world.play.tricks_taken)
        world.push(action)
        return world.play is not None and seat not in _winners(world.play, tricks, random.Random(1))
    assert isinstance(action, PlayKnownCard)
    played = ranking.index(action.card.rank)
    return (played > place) == (kind == "weaker")


@given(SEEDS)
@settings(max_examples=8, deadline=None)
def test_the_games_that_a_hint_counts_are_those_behind_its_chances(seed: int) -> None:
    play = _play(seed, fewest_left=2)
    known = ClumondView.of(play, Seat(play.turn or 0))
    rated = rate_cards(known, iterations=40, games=12)
    judged = known.seat if known.declarer is None else known.declarer
    for card, outcomes in rated.outcomes.items():
        found = endings_of(rated, card)
        assert found is not None
        ended = [outcome[judged] for outcome in outcomes]
        assert found.won == sum(each.success for each in ended)
        assert found.games == len(ended) == 12
        assert found.won + found.too_many + found.too_few <= 12
        for (kept, total), count in found.successes.items():
            alike = [each for each in ended if (each.retention, each.total) == (kept, total)]
            assert count == sum(each.success for each in alike)


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


@pytest.mark.parametrize("name", GAMES)
def test_no_hint_says_a_thing_twice(name: str) -> None:
    for seed in range(8):
        state = _state(name, seed)
        if state.turn is None or (state.play is not None and state.face_down):
            continue
        told = hint(state, iterations=30, games=6, seed=1).reason
        sentences = re.split(r"(?<=[.]) ", told)
        assert len(set(sentences)) == len(sentences)
        assert told.count(" trick, and ") <= 1
        assert len(state.legal_actions) < 2 or told or state.play is None


def _turn(name: str, seed: int) -> View | None:
    """A turn with a choice of cards whose payoffs are known."""
    state = _state(name, seed)
    if state.turn is None or state.face_down or len(state.legal_actions) < 2:
        return None
    view = View.of(state, state.turn)
    return view if view.play is not None and view.play.payoffs is not None else None


@pytest.mark.parametrize("name", ["clubs 3", "clubs 4", "clag foss 3", "clabberjass"])
def test_the_best_of_the_cards_about_as_good_are_named(name: str) -> None:
    for seed in range(12):
        if (view := _turn(name, seed)) is None:
            continue
        action, *alike = view.legal_actions
        told = reason_of_action(view, action, games=GamesAfter(view, 16, seed=1), alike=alike)
        _, difference, as_good = told.partition("The difference is small: ")
        if difference:
            assert isinstance(action, PlayCard)
            named = [
                action_words(each)
                for each in alike
                if not (isinstance(each, PlayCard) and view.are_equals(action.card, each.card))
            ]
            assert as_good.startswith(
                f"several others, such as {named[0]} and {named[1]},"
                if len(named) > 3
                else named[0]
            )


def test_a_club_that_declares_nothing_is_as_good_as_one_that_does() -> None:
    """Its name is part of the other one's."""
    state = _state("clubs 4", 31)
    assert state.turn is not None
    plain, *declaring = state.legal_actions
    told = reason_of_action(View.of(state, state.turn), declaring[0], alike=[plain])
    assert told.endswith("♣2 is about as good.")


def test_cards_far_apart_are_not_alike_however_seldom_they_were_tried() -> None:
    view = _turn("clabberjass", 3)
    assert view is not None
    one, near, far, *_ = view.legal_actions
    games = GamesAfter(view, 24)
    games.choose([one, near, far])
    values = {one: 0.0, near: -0.04, far: -90.0}
    assert games.alike(one, values) == [near]


@pytest.mark.parametrize("name", ["clag foss 3", "clabberjass"])
def test_what_no_longer_matters_leaves_all_scores_the_same(name: str) -> None:
    settled = 0
    for seed in range(120):
        view = _turn(name, seed)
        if view is None or view.play is None or view.play.tricks_left > 2:
            continue
        games = GamesAfter(view, 24)
        one, *others = view.legal_actions
        told = reason_of_action(view, one, others, games=games)
        if told.startswith("It hardly matters what you play"):
            settled += 1
            for after in zip(*map(games.after, view.legal_actions), strict=True):
                assert len({relative_score(each.scores, view.seat) for each in after}) == 1
        else:
            assert not games.is_settled(view.legal_actions)
    assert settled


def test_a_tally_that_may_turn_all_scores_over_is_told() -> None:
    told = 0
    for seed in range(20, 40):
        state = _state("clubs 4", seed)
        view = _turn("clubs 4", seed)
        if view is None or state.play is None:
            continue
        games = GamesAfter(view, 12)
        one = games.choose(view.legal_actions).action
        others = [action for action in view.legal_actions if action != one]
        text = reason_of_action(view, one, others, games=games)
        for tally_text in re.findall(r"now at (\S+), comes? to \N{MINUS SIGN}26", text):
            tallies = [tally(cards) for cards in state.play.cards_won]
            assert int(tally_text.replace("\N{MINUS SIGN}", "-")) in tallies
            told += 1
    assert told


@pytest.mark.parametrize("name", ["clubs 4", "clag foss 3", "clabberjass"])
def test_a_reason_speaks_for_what_the_player_wants(name: str) -> None:
    """Who wants no trick is told of no strength, and nobody that one can ruff who only may."""
    said = set()
    for seed, aim in itertools.product(range(40), (-1, 1)):
        if (view := _turn(name, seed)) is None:
            continue
        moment = Moment.of(view)
        for action, other in itertools.permutations(view.legal_actions[:4], 2):
            cards = [played_card(view.seat, each) for each in (action, other)]
            assert cards[0] is not None
            told = " ".join(TrickFacts(moment, cards[0], cards[1], aim=aim).sentences())
            said.add(bool(told))
            if aim == -1:
                assert not re.search(r"draws trumps|^Only|sure to win|to win with", told)
            if aim == 1:
                assert "to lose with" not in told
            sure = [hand.certain for hand in moment.others.values()]
            if "can ruff." in told:
                assert any(
                    moment.trumps and hand & moment.rules.cards_of(moment.trumps) for hand in sure
                )
    assert True in said


def test_a_card_that_only_a_ruff_can_beat_says_so() -> None:
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    known = ClumondView.of(play, Seat.MIDDLEHAND)
    assert fate_of(known, Card.parse("CA")) is Fate.UNLESS_RUFFED
    at_no_trumps = ClumondView.of(Play(Deal.random(3), None), Seat.FOREHAND)
    assert fate_of(at_no_trumps, Card.parse("SA")) is Fate.WINS


def test_a_trump_can_only_be_overruffed() -> None:
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    while not play.trick or play.trick[0].suit is Suit.HEARTS or not _ruffs(play):
        play.push(next(iter(play.legal_plays)))
    assert play.turn is not None
    known = ClumondView.of(play, play.turn)
    assert "unless it is overruffed" in reason(known, _ruffs(play)[0])


def _ruffs(play: Play) -> list[Card]:
    """The trumps that only a higher trump can beat, where another suit is led."""
    assert play.turn is not None
    known = ClumondView.of(play, play.turn)
    return [
        card
        for card in play.legal_plays
        if card.suit is Suit.HEARTS and fate_of(known, card) is Fate.UNLESS_RUFFED
    ]


def test_who_must_follow_cannot_ruff() -> None:
    hands = [Hand.parse(text) for text in ("3.4.76.", "A...K98", ".5..AQ5")]
    play = Play(hands, "F", "H", leader="M", tricks_taken=(4, 4, 4))
    view = ClumondView.of(play, Seat.MIDDLEHAND)
    pack = CLUMOND_PACK.cards
    hearts, spades = (pack.in_suit(suit) for suit in (Suit.HEARTS, Suit.SPADES))
    forehand = view.may_hold[0] - hearts
    void = replace(view, may_hold=(forehand, *view.may_hold[1:]))
    assert fate_of(void, Card.parse("SA")) is Fate.UNLESS_RUFFED
    # Then the spade lies with rearhand, who has the trumps too.
    void = replace(view, may_hold=(forehand - spades, *view.may_hold[1:]))
    assert fate_of(void, Card.parse("SA")) is Fate.WINS


def _late_views(name: str, seed: int) -> Iterator[View]:
    """What the seat to act sees in a deal played at random, of which few cards are left."""
    game = GAMES[name]
    state: TrickState = game.deal(seed, standing_after(game, seed))
    for _ in random_actions(state, random.Random(seed)):
        if state.play is not None and sum(map(len, state.play.hands)) <= 16:
            yield View.of(state)


@pytest.mark.parametrize("name", GAMES)
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
    assert certain or not name.startswith("clumond")


@given(SEEDS)
@settings(max_examples=12, deadline=None)
def test_after_a_hopeless_card_nothing_succeeds(seed: int) -> None:
    play = _play(seed)
    while play.tricks_left > 2:
        play.push(random.Random(seed).choice(list(play.legal_plays)))
    if play.turn is None:
        return
    seat = play.turn
    for card in play.legal_plays:
        known = ClumondView.of(play, seat)
        if not OwnTarget(known, card, None, "you").endings(card):
            play.push(card)
            assert not _may_succeed(play, seat), str(card)
            play.pop()


def _may_succeed(play: Play, seat: Seat) -> bool:
    """Whether any play at all ends with the seat's success."""
    if play.is_over:
        return play.outcome()[seat].success
    for card in play.legal_plays:
        play.push(card)
        found = _may_succeed(play, seat)
        play.pop()
        if found:
            return True
    return False


HAND = "F:A86.KQ7.3.4 K97.A2.K8.5 QJ..9752.96"


def test_many_totals_are_named_by_their_ends() -> None:
    def said(*tricks: int) -> str:
        kept = map(Retention.parse, ("SSD", "HDD", "SSS", "HSS", "HHS", "HHH", "CHH"))
        endings = Endings(dict.fromkeys(zip(kept, tricks, strict=False), 3), 40)
        return endings.either_way("you can", is_early=len(tricks) == 3)

    assert said(3, 4, 5, 6, 7) == "you can keep three cards for anything from three to seven tricks"
    assert not said(2, 3, 4, 6, 7)
    assert said(2, 4, 5) == "you can keep three cards for two, four or five tricks"
    assert not said(2, 5)


FIVE = Endings({(Retention.parse("HHS"), 5): 9}, 20)


@pytest.mark.parametrize(
    ("position", "card", "other", "plan", "said"),
    [
        (
            f"{HAND} declarer=F strain=NT leader=F tricks=5,2,1",
            "H7", "SA", FIVE,
            "With ♠A you take a sixth trick, and ♥♥♠ wants five. The aim is",
        ),
        (
            f"{HAND} declarer=F strain=NT leader=F tricks=4,3,1",
            "H7", "SA", FIVE,
            "Only ♥A can beat ♥7; ♠A is sure to win. For ♥♥♠ you need one of the five tricks left;"
            " ♠A is sure to win when led.",
        ),
        (
            f"{HAND} declarer=F strain=NT leader=F tricks=4,3,1",
            "SA", "C4", FIVE,
            "♠A is sure to win; ♣4 is sure to lose. For ♥♥♠ you need one of the five tricks left,"
            " which ♠A wins; the danger is ♥K, best kept among the three.",
        ),
        (
            "F:A.KQ.5.4 K9.A2.8. QJ..97.9 declarer=F strain=NT leader=F tricks=4,3,4",
            "C4", "HK", FIVE,
            "♥K would win more surely, but is needed to keep ♥♥♠, which wants five. ♣4 is sure to"
            " lose; only ♥A can beat ♥K. For ♥♥♠ (♥K, ♥Q and ♠A) you need one of the two tricks",
        ),
        (
            "F:A.KQ.5. K9.A.8. QJ..97. declarer=F strain=NT leader=F tricks=5,3,4",
            "D5", "SA", None,
            "♦5 keeps ♥♥♠, which wants five: you have five and must not win this trick."
            " ♠A would keep ♥♥♦, which wants four, not five or six.",
        ),
    ],
)  # fmt: skip
def test_reasons_of_a_player_with_a_target(
    position: str, card: str, other: str, plan: Endings | None, said: str
) -> None:
    known = ClumondView.of(Play.parse(position), Seat.FOREHAND)
    told = reason(known, Card.parse(card), Card.parse(other), games=plan)
    assert told.startswith(said.removesuffix(" The aim is")), told


@pytest.mark.parametrize(
    ("position", "card", "other", "said"),
    [
        (
            "F:K3.4.5.6 A9.2.3.J Q8.7.6.5 declarer=R strain=NT leader=F tricks=4,4,3 table=S3",
            "SA", "S9",
            "♠A is sure to win, whatever declarer plays; only ♠K or ♠Q can beat ♠9.",
        ),
        (
            "F:K3.4.5.6 A9.2.3.J Q8.7.6.5 declarer=R strain=NT leader=R tricks=4,4,3 table=SQ,S3",
            "SA", "S9",
            "♠A takes the trick from declarer; ♠9 leaves the trick to declarer, his fourth.",
        ),
        (
            "F:K3.4.5.6 A9.2.3.J Q8.7.6.5 declarer=R strain=NT leader=R tricks=4,4,3 table=SQ,S3",
            "S9", "SA",
            "♠9 leaves the trick to declarer, his fourth; ♠A takes the trick from declarer.",
        ),
        (
            "F:K3.4.5.6 A9.2.3.J Q8.7.6.5 declarer=R strain=NT leader=R tricks=4,4,3 table=S8,SK",
            "SA", "S9",
            "Declarer cannot win this trick. ♠A takes the trick from your partner, so that you lead"
            " next; ♠9 leaves the trick to your partner.",
        ),
    ],
)  # fmt: skip
def test_reasons_of_a_defender(position: str, card: str, other: str, said: str) -> None:
    known = ClumondView.of(Play.parse(position), Seat.MIDDLEHAND)
    assert reason(known, Card.parse(card), Card.parse(other)) == said


OPENER = "F:K8.A876532.Q32.A984 J965.K9.AJ964.K7632 AQ7432.QJ4.K875.QJ5"
SIGNALS = "To a partner who reads signals,"


@pytest.mark.parametrize(
    ("played", "card", "other", "said"),
    [
        ("", "H2", "HA",
         f"♥2 is sure to lose; ♥A wins unless it is ruffed. {SIGNALS} ♥2, your lowest, shows an"
         " odd number of hearts, five or more."),
        # From seven the ace would be a lie.
        ("", "HA", "H2", "♥A wins unless it is ruffed; ♥2 is sure to lose."),
        ("H2", "HK", "H9", "Only ♥A, or a ruff, can beat ♥K; three hearts can still beat ♥9."
         f" {SIGNALS} ♥K, your highest, answers"
         " partner's ♥2 (five, seven or nine)"
         " with an even number of hearts."),
        ("H2 HK H4", "H9", "DA", "♥9 returns your partner's suit, hearts."
         " ♥9 is your last heart, so that you can ruff hearts."
         f" {SIGNALS} playing hearts again at once shows that you had two or six of them."),
        ("H2 H9 HJ C5", "CA", "C4", "♣A wins unless it is ruffed; ♣4 goes under ♣5."
         f" {SIGNALS} ♣A, your highest, shows an even number of clubs."),
    ],
)  # fmt: skip
def test_reasons_of_a_defender_who_signals(played: str, card: str, other: str, said: str) -> None:
    play = Play(Deal.parse(OPENER), Seat.REARHAND, Strain.SPADES)
    for each in played.split():
        play.push(each)
    assert play.turn is not None
    told = reason(ClumondView.of(play, play.turn), Card.parse(card), Card.parse(other))
    assert told == said


def test_reasons_name_the_player_and_count_supplementary_tricks() -> None:
    play = Play.parse(f"{HAND} declarer=F strain=NT leader=F tricks=3,4,1 supplementary=2,0,1")
    known = ClumondView.of(play, Seat.FOREHAND)
    told = reason(known, Card.parse("H7"), Card.parse("SA"), games=FIVE, who="Ann")
    assert told.startswith(
        "With ♠A Ann takes a fourth trick, and ♥♥♠ wants five with the two supplementary."
    )


def test_a_trick_too_many_is_told_in_games_with_nominations() -> None:
    game = GAMES["clag foss 3"]
    told = set()
    for seed in range(40):
        state = game.deal(seed, standing_after(game, 6))
        source = random.Random(seed)
        while not state.is_over:
            if state.play is not None and not state.face_down and len(state.legal_actions) > 1:
                view = View.of(state, state.turn)
                for other in state.legal_actions[1:]:
                    told.add(reason_of_action(view, state.legal_actions[0], [other]))
            state.push(source.choice(list(state.legal_actions)))
    assert any("too many" in each for each in told)
    assert any("every trick left" in each for each in told)
    assert any("is sure to win" in each for each in told)


@pytest.mark.parametrize(
    ("settle", "said"),
    [
        (lambda taken: taken, ""),
        (lambda taken: [max(0, each - 1) for each in taken], ""),
        (lambda taken: [-each for each in taken], ""),
        (lambda taken: [10 * (each == 5) for each in taken], "You need every trick left."),
        (lambda taken: [10 * (each == 5) + each for each in taken], "You need every trick left."),
        (
            lambda taken: [10 * (each == 3) + each for each in taken],
            "You need three of the five tricks left.",
        ),
        (lambda taken: [10 * (each == 0) - each for each in taken], "You want no trick."),
    ],
)
def test_no_number_of_tricks_is_needed_where_each_trick_scores(
    settle: Callable[[tuple[int, ...]], Sequence[int]], said: str
) -> None:
    game = GAMES["clag foss 3"]
    state = game.deal(1, standing_after(game, 4))
    while state.play is None:
        state.push(state.legal_actions[0])
    view = View.of(state, state.turn)
    assert view.play is not None
    payoffs = Payoffs.by_function(settle, 3, view.play.tricks_left)
    view = replace(view, play=replace(view.play, payoffs=payoffs))
    one, *others = view.legal_actions
    told = [
        reason_of_action(view, each, [beside])
        for other in others
        for each, beside in ((one, other), (other, one))
    ]
    assert any(said in each for each in told)
    assert said or not any(
        "tricks left" in each or "trick left" in each or "too many" in each for each in told
    )


def test_a_card_to_count_on_wins_later_tricks_as_often_as_said() -> None:
    seen = 0
    for seed in range(40):
        view = _turn("clabberjass", seed)
        if view is None or view.play is None or view.play.payoffs is None:
            continue
        games = GamesAfter(view, 24)
        one, *others = view.legal_actions
        told = reason_of_action(view, one, others, games=games)
        for card, count in re.findall(
            r"(?<!kept, )([♠♥♦♣]\w+) wins a later trick in (all|\d+)", told
        ):
            seen += 1
            after = games.after(one)
            wins = [
                any(trick.winner == view.seat and Card.parse(card) in trick.cards for trick in game)
                for game in (game.tricks[1:] for game in after)
            ]
            assert sum(wins) >= (len(after) if count == "all" else int(count))
            assert Card.parse(card) in view.held[view.seat]
    assert seen

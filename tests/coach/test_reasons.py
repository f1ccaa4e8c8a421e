"""Facts of reasons hold in every deal that fits what was seen, and each kind has its wording."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver.base.cards import CLUMOND_PACK, Card, Hand, Strain, Suit
from clumond_solver.coach.hints import hint
from clumond_solver.coach.reasons import Fate, facts_for_action, fate_of, in_sentences, kinds
from clumond_solver.coach.reasons.card_facts import CardFacts, equals_of
from clumond_solver.coach.reasons.facts import Fact, sentences
from clumond_solver.coach.reasons.fates import Moment, Outlook
from clumond_solver.coach.reasons.kinds import Kept, Now, Often, Place, Takes, Use, Worth
from clumond_solver.coach.reasons.stakes import award_of
from clumond_solver.coach.reasons.words import Speaker, played_card
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.any_game import View
from clumond_solver.knowledge.clumond import ClumondView
from clumond_solver.knowledge.core_clumond import sample_deals
from clumond_solver.rules.actions import LeadFor, PlayAs, PlayCard
from clumond_solver.rules.payoffs import Payoffs
from clumond_solver.rules.states import TrickState, legal_card_plays, push_card_play
from clumond_solver.rules.tricks import PlayedCard, TrickPlay
from clumond_solver.single_dummy.games_after import GamesAfter
from clumond_solver.single_dummy.mean_scores import relative_score
from tests.all_games import GAMES, random_actions, standing_after

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


def _fact_holds(fact: Fact, world: TrickState, view: View) -> bool:
    """Whether what is certain of a card in its trick, and of other hands, holds in a deal."""
    assert world.play is not None
    value, hands = fact.values, [*world.play.hands]
    own = hands.pop(view.seat)
    if fact.kind is kinds.in_trick:
        nows = [value["now"], value["other"]] if value["other"] else [value["now"]]
        return {*value["keeps"]} <= {*own} and all(_now_holds(now, world, view) for now in nows)
    if fact.kind is kinds.fixed:
        fate = Fate.WINS if value["wins"] else Fate.LOSES
        played = (played_card(view.seat, action) for action in view.legal_actions)
        outlook = Outlook(fate, Hand(), may_be_ruffed=False)
        return all(_now_holds(Now(one, outlook), world, view) for one in played if one)
    if fact.kind is kinds.draws:
        trumps = world.play.rules.cards_of(world.play.rules.suit_led(value["played"]))
        held = [len(hand & trumps) for hand in hands]
        is_all = held.count(0) == len(held) - 1 or value["holder"] is None
        out = value["out"]
        return is_all and (sum(held) == out if value["is_certain"] else sum(held) <= out)
    if fact.kind is kinds.cannot_follow:
        hand, suit = world.play.hands[value["seat"]], Moment.of(view).trumps
        can_ruff = suit is not None and bool(hand & world.play.rules.cards_of(suit))
        is_sure = value["is_sure"] and value["use"] == "ruff"
        return not hand & world.play.rules.cards_of(value["suit"]) and (can_ruff or not is_sure)
    if fact.kind is kinds.last_of_suit:
        return len(own & world.play.rules.cards_of(value["suit"])) == 1
    return True


def _now_holds(now: Now, world: TrickState, view: View) -> bool:
    """Whether a card wins the trick, or loses it, if that is said to be certain."""
    fate = Fate.LOSES if now.is_least else now.fate
    if now.played.named is not None or fate not in {Fate.WINS, Fate.LOSES}:
        return True
    world = world.copy()
    assert world.play is not None
    tricks = sum(world.play.tricks_taken)
    way = next(way for way in view.legal_actions if played_card(view.seat, way) == now.played)
    world.push(way)
    ended = sum(world.play.tricks_taken) > tricks
    winners = {world.play.tricks[-1].winner} if ended else _winners(
        world.play, tricks, random.Random(1)
    )  # fmt: skip
    return _claimed(fate, view.seat, winners)


def test_what_is_certain_of_a_card_beside_another_holds_in_every_deal() -> None:
    seen = set[object]()
    for name, seed in itertools.product(GAMES, range(16)):
        view = _turn(name, seed)
        if view is None:
            continue
        worlds = view.sample_worlds(3, seed)
        for action, other in itertools.permutations(view.legal_actions[:6], 2):
            facts = facts_for_action(view, action, [other])
            assert facts, (action, other)
            for fact in facts:
                seen |= {fact.kind, fact.values.get("use"), fact.values.get("is_certain")}
                assert all(_fact_holds(fact, world, view) for world in worlds), fact
    certain = {kinds.in_trick, kinds.fixed, kinds.draws, kinds.cannot_follow, kinds.last_of_suit}
    assert seen >= certain | {True, False, "ruff", "discard", Use.WIN, Use.LOSE}


@pytest.mark.parametrize("name", ["clubs 4", "clag foss 3", "clabberjass"])
def test_facts_speak_for_what_the_player_wants(name: str) -> None:
    """Who wants no trick is told of no strength."""
    said = 0
    for seed, wants in itertools.product(range(40), (-1, 1)):
        if (view := _turn(name, seed)) is None:
            continue
        for action, other in itertools.permutations(view.legal_actions[:4], 2):
            card, beside = (played_card(view.seat, each) for each in (action, other))
            assert card is not None
            facts = CardFacts(Moment.of(view), card, beside)
            for fact in [*facts.of_suit(wants), *facts.kept(wants)]:
                said += 1
                ruff = fact.values.get("use") == "ruff"
                if fact.kind is kinds.cannot_follow:
                    assert ruff is (wants < 0)
                elif wants < 0:
                    assert fact.kind is not kinds.draws
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
    for seed in range(60):
        if (view := _turn(name, seed)) is None:
            continue
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


@pytest.mark.parametrize("name", ["clubs 3", "clabberjass", "clag foss 3"])
def test_what_hardly_matters_leaves_all_scores_the_same(name: str) -> None:
    settled = 0
    for seed in range(120):
        view = _turn(name, seed)
        if view is None or view.play is None or view.play.tricks_left > 6:
            continue
        one, *others = view.legal_actions
        games = GamesAfter(view, 24, seed=1)
        facts = facts_for_action(view, one, games=games, alike=others)
        if facts[0].kind is not kinds.hardly_matters:
            assert len(view.legal_actions) > 4 or not games.is_settled(view.legal_actions)
            continue
        settled += 1
        for fact in facts[0]["why"]:
            if fact.kind is kinds.all_tricks:
                left = view.play.tricks_left if fact["takes"] else 0
                assert all(
                    len(game.winning_cards(view.seat)) == left
                    for action in view.legal_actions
                    for game in games.after(action)
                )
        if not any(fact.kind is kinds.equals for fact in facts[0]["why"]):
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


@pytest.mark.parametrize("name", GAMES)
def test_no_hint_says_a_thing_twice(name: str) -> None:
    for seed in range(8):
        state = _state(name, seed)
        if state.turn is None or (state.play is not None and state.face_down):
            continue
        text = hint(state, iterations=30, games=6, seed=1).reason
        said = re.split(r"(?<=[.]) ", text)
        assert len(set(said)) == len(said)
        assert len(state.legal_actions) < 2 or text or state.play is None


def _turn(name: str, seed: int) -> View | None:
    """A turn with a choice of cards whose payoffs are known."""
    state = _state(name, seed)
    if state.turn is None or state.face_down or len(state.legal_actions) < 2:
        return None
    view = View.of(state, state.turn)
    return view if view.play is not None and view.play.payoffs is not None else None


def test_a_club_that_declares_nothing_is_as_good_as_one_that_does() -> None:
    """Its name is part of the other one's."""
    state = _state("clubs 4", 31)
    plain, *declaring = state.legal_actions
    view = View.of(state, state.turn or 0)
    text = in_sentences(facts_for_action(view, declaring[0], alike=[plain]), view)
    assert text.endswith("♣2 is about as good.")


def test_cards_far_apart_are_not_alike_however_seldom_they_were_tried() -> None:
    view = _turn("clabberjass", 3)
    assert view is not None
    one, near, far, *_ = view.legal_actions
    games = GamesAfter(view, 24)
    games.choose([one, near, far])
    values = {one: 0.0, near: -0.04, far: -90.0}
    assert games.alike(one, values) == [near]


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
    now = CardFacts(Moment.of(known), PlayedCard(play.turn, _ruffs(play)[0])).now()
    assert "unless it is overruffed" in now.clause(Speaker("you"))


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
    facts = facts_for_action(view, view.legal_actions[0], view.legal_actions[1:])
    needs = [fact["missing"] for fact in facts if fact.kind is kinds.needs]
    assert needs == ([] if missing is None else [missing])


_A, _K, _Q, _4 = (PlayedCard(0, Card.parse(text)) for text in ("SA", "SK", "HQ", "S4"))
_LOST, _SURE, _OPEN = (
    Outlook(fate, Hand.from_cards([_K.card] if fate is Fate.OPEN else []), may_be_ruffed=False)
    for fate in (Fate.LOSES, Fate.WINS, Fate.OPEN)
)
_OFTEN, _COSTS = Often(7, 24), Worth(-3, is_exact=False, costs=True)
_PLACE = Place(Suit.SPADES, (_K.card,))
_TAKES = Takes(Now(_A, _OPEN), _OFTEN, _PLACE, worth=_COSTS)
_WOULD = Takes(Now(_4, _LOST, _K), Often(0, 24), would=True)
_FEWER = Kept(_4, Often(0, 24), would=True)


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (kinds.in_trick(Now(_A, _SURE), Now(_4, _LOST, _K)), "♠A is sure to win; ♠4 goes under ♠K"),
        (kinds.in_trick(Now(_A, _OPEN), is_danger=True),
         "only ♠K can beat ♠A; kept, it may win a trick too many"),
        (kinds.in_trick(Now(_A, _SURE, PlayedCard(1, _K.card), is_last=True)),
         "♠A takes this trick from the player on your left"),
        (kinds.in_trick(Now(_4, _LOST, is_least=True)), "♠4 is sure to lose"),
        (kinds.in_trick(Now(_4, _LOST, _K, follows=False)), "♠4 is thrown away"),
        (kinds.fixed(wins=False), "none of your cards can win this trick"),
        (kinds.draws(_A, 1, True, 2),
         "♠A draws trumps: one is with the player on your right"),
        (kinds.draws(_A, 3, False), "♠A draws trumps: three may still be out"),
        (kinds.cannot_follow(1, Suit.HEARTS, "ruff", False),
         "the player on your left has no hearts and may ruff"),
        (kinds.last_of_suit(_Q, Suit.HEARTS, "discard"),
         "♥Q is your last heart, so that you can discard on hearts"),
        (kinds.equals((_A, _K), explain=True),
         "♠A and ♠K are equals, since no card between them is out"),
        (kinds.as_good((PlayCard(_A.card),), (Fate.LOSES,), is_small=True),
         "the difference is small: ♠A (which cannot win this trick) is about as good"),
        (kinds.takes_trick(_TAKES),
         "♠A (only ♠K is out above it) takes this trick, which costs about 3, in 7 of 24 games"),
        (kinds.now_or_kept(_WOULD, Kept(_4, _OFTEN, _COSTS)),
         "♠4 would go under ♠K; kept, it wins a trick that costs about 3 in 7 of 24 games"),
        (kinds.both_cards(_TAKES, _WOULD, Kept(_A, _OFTEN), _FEWER),
         "♠A (only ♠K is out above it) takes this trick, which costs about 3, in 7 of 24 games, ♠4"
         " cannot; kept, ♠A wins a later trick in 7 of 24 games, ♠4 in none"),
        (kinds.either_kept(Kept(_A, _OFTEN, would=True), _FEWER, is_taken=True),
         "♠A, kept, would win a later trick in 7 of 24 games, ♠4 in none; both take this trick"),
        (kinds.can_wait(Kept(_A, Often(24, 24))),
         "♠A can wait: kept, it wins a later trick in all 24 games"),
        (kinds.adds(_4, 2, _A, 10, is_own=False), "♠A gives 10 away, ♠4 only 2"),
        (kinds.adds(_4, -3, _A, 0, is_own=True), "♠4 costs whoever takes this trick 3, ♠A nothing"),
        (kinds.more_often(_A, kinds.wins_later(_Q.card), _OFTEN, _4, 0),
         "after ♠A, ♥Q wins a later trick in 7 of 24 games, after ♠4 in none"),
        (kinds.more_often(_A, kinds.wins_card(_Q.card, -13), _OFTEN, _4, 9),
         "after ♠A you win ♥Q, which costs 13, in 7 of 24 games, after ♠4 in 9"),
        (kinds.happens(kinds.reaches_goal(1, 2, True, misses=True), _OFTEN),
         "the player on your left misses his nomination in 7 of 24 games"),
        (kinds.happens(kinds.reaches_goal(0, 2, False), _OFTEN, is_anyway=True),
         "you take exactly two tricks in 7 of 24 games, and about as often whatever you play"),
        (kinds.happens(kinds.bidder_fails(0), _OFTEN), "you fail as bidder in 7 of 24 games"),
        (kinds.happens(kinds.turns_over(2, -9, -26, False), _OFTEN),
         "the player on your right, now at −9, comes to −26 and turns all scores over, at your"
         " cost, in 7 of 24 games"),
        (kinds.danger(_A.card, _OFTEN, True),
         "the danger is ♠A, which cannot be played now: it wins a costly trick in 7 of 24 games"),
        (kinds.count_on((_A.card, _K.card), (7, 5), 24),
         "♠A wins a later trick in 7 of 24 games, ♠K in 5"),
        (kinds.not_clearly_worse((_A, _4)), "♠A and ♠4 are not clearly worse"),
        (kinds.hardly_matters((kinds.all_tricks(False),)),
         "it hardly matters what you play: you take no further trick"),
        (kinds.needs(2, 1, 3, -1), "you need one of the three tricks left; the risk is too many"),
        (kinds.needs(2, 1, 2, 0, True),
         "you need one of the two tricks left; this one is lost, so the last one"),
        (kinds.needs(0, 0, 3), "you want no trick"),
        (kinds.needs(4, 2, 2, 0, True),
         "no card of yours can win this trick: your nomination of four is lost"),
        (kinds.goal_lost(1, 2, True),
         "your nomination of one is lost: too many tricks; only the others' can still be spoilt"),
        (kinds.trick_costs(3, 4, 6, 5, 1, -26),
         "every trick left costs 3, the last 4; six more, or five with the last, bring the player"
         " on your left to −26"),
        (kinds.further_tricks(False), "further tricks mostly cost you"),
    ],
)  # fmt: skip
def test_each_kind_has_its_wording(fact: Fact, words: str) -> None:
    assert fact.clause(Speaker("you")) == words


def test_a_place_in_the_suit_is_said_once() -> None:
    text = sentences([kinds.takes_trick(_TAKES)] * 2, Speaker("you"))
    assert text.count("is out above it") == 1

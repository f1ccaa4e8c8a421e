"""Proofs from what declarer sees: against the solver, against minimax, and in games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import islice

import pytest
from hypothesis import given, settings

from clumond_solver._core.bits.stop import Stop
from clumond_solver.base.cards import CLUMOND_PACK, Card, Hand, Strain, Suit
from clumond_solver.coach.hints import hint
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play, Retention, possible_pars
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import sample_deals
from clumond_solver.results import Certainty, Limit, Reach
from clumond_solver.rules.actions import PlayCard
from clumond_solver.single_dummy.choose_and_estimate import choose, estimate
from clumond_solver.single_dummy.clumond.playouts import Playouts
from clumond_solver.single_dummy.clumond.proofs import (
    open_endings,
    proof_at,
    prove,
    settled_by,
    sure_plan,
)
from clumond_solver.single_dummy.levels import EASY, FULL
from tests.double_dummy.reference_double_dummy import compiled_answers, compiled_success
from tests.knowledge.test_knowledge import every_deal
from tests.shares import share_of, source
from tests.strategies import seeds

RANKS = "23456789JQKA"
Case = tuple[Hand, Strain, int]


def one_sided_hand(rng: random.Random) -> Hand:
    """Suits of very different lengths, each of top and bottom cards only, or nearly so."""
    weights = [rng.random() ** 2 + 0.02 for _ in Suit]
    lengths = [0] * len(Suit)
    for _ in range(16):
        lengths[rng.choices(range(4), weights)[0]] += 1
    if max(lengths) > len(RANKS):
        return one_sided_hand(rng)
    fields = []
    for length in lengths:
        low = rng.choice([0, length, rng.randint(0, length)])
        fields.append(RANKS[:low] + RANKS[len(RANKS) - length + low :])
    hand = Hand.parse(".".join(fields))
    for _ in range(rng.choice([0, 0, 1])):
        out = rng.choice(list(hand))
        hand = hand - Hand.from_cards([out])
        hand |= Hand.from_cards([rng.choice(list(CLUMOND_PACK.cards - hand))])
    return hand


def cases(seed: int) -> Iterator[Case]:
    rng = random.Random(seed)
    while True:
        yield one_sided_hand(rng), rng.choice(list(Strain)), rng.choice([0, 0, 0, 1, 3, 6])


def proved(certainty: Certainty, count: int, seed: int) -> list[Case]:
    found = (
        case for case in cases(seed) if prove(case[0], case[1], supplementary=case[2]) is certainty
    )
    return list(islice(found, count))


def play_of(case: Case, rng: random.Random, *, skewed: bool) -> Play:
    """The other cards dealt at random, or by suit so that the others have long suits and voids."""
    hand, strain, supplementary = case
    others = list(CLUMOND_PACK.cards - hand)
    rng.shuffle(others)
    if skewed:
        order = rng.sample(range(4), 4)
        others.sort(key=lambda card: order[card.suit] + 0.8 * rng.random())
    seat = rng.choice(list(Seat))
    hands = {
        seat: hand,
        seat.left: Hand.from_cards(others[:16]),
        seat.left.left: Hand.from_cards(others[16:]),
    }
    extra = [supplementary if each is seat else 0 for each in Seat]
    return Play([hands[each] for each in Seat], seat, strain, supplementary=extra)


def confirm(case: Case, found: Certainty | None, rng: random.Random, deals: int) -> None:
    """Compare with what declarer can force, or reach with the others' help."""
    solver = Solver()
    for deal in range(deals):
        play = play_of(case, rng, skewed=deal % 2 == 1)
        confirm_play(play, found, solver)


def confirm_play(play: Play, found: Certainty | None, solver: Solver) -> None:
    if found is Certainty.CERTAIN:
        assert solver.verdict(play, limit=Limit(nodes=100_000)) is not False, play
    elif found is Certainty.IMPOSSIBLE:
        reached = solver.retentions(play, limit=Limit(nodes=100_000)).values()
        assert not {Reach.FORCED, Reach.POSSIBLE} & set(reached), play


@pytest.mark.parametrize(
    ("hand", "strain"),
    [
        ("AKQJ98765432.AKQJ..", Strain.SPADES),
        ("..AKQJ98765432.AKQJ", Strain.DIAMONDS),
        ("AKQJ98765.AK.AK.AKQ", Strain.NO_TRUMPS),
        ("2345.2345.98765432.", Strain.NO_TRUMPS),
        ("2345.2345.98765432.", Strain.CLUBS),
    ],
)
def test_hands_that_cannot_fail(hand: str, strain: Strain) -> None:
    assert prove(Hand.parse(hand), strain) is Certainty.CERTAIN


def test_a_hand_that_takes_too_many_tricks_for_what_it_can_keep_cannot_succeed() -> None:
    hand = Hand.parse(".AKQJ98765432..AKQJ")
    assert prove(hand, Strain.HEARTS) is Certainty.IMPOSSIBLE


def test_supplementary_tricks_count() -> None:
    hand = Hand.parse("AKQJ98765432.AKQJ..")
    found = [prove(hand, Strain.SPADES, supplementary=extra) for extra in range(7)]
    # All tricks but one at most, with spades and hearts to keep: 3 to 6, or 13 to 16.
    assert found == [Certainty.CERTAIN] * 4 + [None] + [Certainty.IMPOSSIBLE] * 2


@pytest.mark.parametrize(
    ("certainty", "cases", "deals"),
    [
        (Certainty.CERTAIN, 12, 2),
        (Certainty.IMPOSSIBLE, 5, 2),
        pytest.param(Certainty.CERTAIN, 30, 4, marks=pytest.mark.slow),
        pytest.param(Certainty.IMPOSSIBLE, 20, 4, marks=pytest.mark.slow),
    ],
)
def test_what_is_proved_holds_in_deals_of_the_rest(
    certainty: Certainty, cases: int, deals: int
) -> None:
    for case in proved(certainty, cases, seed=deals):
        confirm(case, certainty, random.Random(deals), deals)


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_whatever_hand_is_drawn(seed: int) -> None:
    case = next(cases(seed))
    confirm(case, prove(case[0], case[1], supplementary=case[2]), random.Random(seed), deals=2)


def declared_games(
    cases: Iterable[Case], deals: int, iterations: int, rng: random.Random
) -> Iterator[tuple[Play, bool]]:
    """Games of the strongest players, each seeing his own cards only, and whether declarer won."""
    for number, case in enumerate(cases):
        for deal in range(deals):
            play = play_of(case, rng, skewed=deal % 2 == 1)
            declarer = Seat(play.declarer or 0)
            known = ClumondView.of(play, declarer)
            games = Playouts(known, [(FULL, iterations)] * 3, seed=number, hands=play.hands)
            [outcome] = games.play(deal, 1, Stop())
            yield play, outcome[declarer].success


# Hands that were certain, and yet were lost before players knew of proofs.
LOST: list[Case] = [
    (Hand.parse("A432.AK.A.AKQJ98765"), Strain.NO_TRUMPS, 0),
    (Hand.parse("AKQJ..KQJ98765432.A"), Strain.DIAMONDS, 0),
    (Hand.parse("AKQJ.AK.QJ98765432."), Strain.DIAMONDS, 0),
]


def test_certain_hands_are_not_lost_in_games() -> None:
    games = declared_games(LOST, deals=4, iterations=100, rng=random.Random(1))
    assert [play for play, won in games if not won] == []


@pytest.mark.slow
def test_with_supplementary_tricks_neither() -> None:
    cases = proved(Certainty.CERTAIN, 20, seed=6)
    assert {supplementary for _, _, supplementary in cases} == {0, 1, 3, 6}
    games = declared_games(cases, deals=2, iterations=60, rng=random.Random(2))
    assert [play for play, won in games if not won] == []


def follow(play: Play, rng: random.Random) -> None:
    """Play to the end: declarer any card that keeps the proof, the others at random."""
    while not play.is_over:
        cards: Collection[Card] = play.legal_plays
        if play.turn is play.declarer:
            proof = proof_at(ClumondView.of(play, Seat(play.turn or 0)))
            assert proof is not None, play
            assert proof.certainty is Certainty.CERTAIN, play
            cards = proof.cards
        play.push(rng.choice(list(cards)))


def test_each_card_that_keeps_a_proof_leads_to_the_next_one_and_to_success() -> None:
    rng = random.Random(5)
    for case in proved(Certainty.CERTAIN, 12, seed=8):
        for deal in range(2):
            play = play_of(case, rng, skewed=deal == 1)
            follow(play, rng)
            assert play.outcome()[Seat(play.declarer or 0)].success, play


def all_plays(known: ClumondView) -> Iterator[Play]:
    """The position in every deal that agrees with what the seat has seen."""
    return map(known.play_of, every_deal(known))


def ending(source: random.Random, tricks_left: int) -> ClumondView:
    """What a declarer to play knows near the end, success being in reach by some three cards."""
    while True:
        deal = Deal.random(source.randrange(1 << 32), cards=tricks_left + 3)
        declarer, extra = source.choice(list(Seat)), source.choice([0, 0, 1, 3])
        kept = Retention.of(Hand.from_cards(source.sample(list(deal[declarer]), 3)))
        wanted = source.choice(sorted(possible_pars(kept.code, extra)))
        taken = wanted - extra - source.randint(0, tricks_left)
        others = 13 - tricks_left - taken
        if taken < 0 or others < 0:
            continue
        tricks = [others, others, others]
        tricks[declarer], tricks[declarer.left] = taken, source.randint(0, others)
        tricks[declarer.left.left] -= tricks[declarer.left]
        play = Play(
            deal,
            declarer,
            source.choice(list(Strain)),
            leader=source.choice(list(Seat)),
            tricks_taken=tricks,
            supplementary=[extra if seat is declarer else 0 for seat in Seat],
        )
        while play.turn is not declarer:
            play.push(source.choice(list(play.legal_plays)))
        return ClumondView.of(play, declarer)


def forces_success(play: Play, seat: Seat, card: Card) -> bool:
    """Whether declarer, all hands being open, forces success after the card."""
    return compiled_success(play.after([card]), seat)


@pytest.mark.parametrize(
    ("count", "most_tricks"), [(100, 2), pytest.param(200, 3, marks=pytest.mark.slow)]
)
def test_what_is_proved_of_endings_holds_in_all_deals(count: int, most_tricks: int) -> None:
    """A declarer's turn, by plain minimax over all deals."""
    for seed in range(count):
        known = ending(random.Random(seed), 1 + seed % most_tricks)
        proof = proof_at(known)
        for play in all_plays(known) if proof is not None else ():
            if proof is not None and proof.certainty is Certainty.CERTAIN:
                assert all(forces_success(play, known.seat, card) for card in proof.cards), play
            else:
                answers = compiled_answers(play, known.seat)
                assert not answers.yes("within", 0, cooperative=True), play


def test_what_is_proved_in_the_middle_of_a_hand_holds_in_deals_of_the_rest() -> None:
    rng, solver, found = random.Random(3), Solver(), Counter[Certainty]()
    for case in islice(cases(3), 150):
        play = play_of(case, rng, skewed=False)
        turn = rng.randint(12, 27)
        while len(play.history) < turn or play.turn is not play.declarer:
            play.push(rng.choice(list(play.legal_plays)))
        known = ClumondView.of(play, Seat(play.turn or 0))
        if (proof := proof_at(known)) is not None:
            found[proof.certainty] += 1
            for hands in sample_deals(known, 3, seed=1):
                world = known.play_of(hands)
                world.push(rng.choice(list(proof.cards)))
                confirm_play(world, proof.certainty, solver)
    assert min(found[each] for each in Certainty) >= 5


def right_in_all_deals(known: ClumondView) -> list[Card]:
    """The cards after which plain minimax succeeds in every deal, all hands being open."""
    cards = list(next(all_plays(known)).legal_plays)
    for play in all_plays(known):
        cards = [card for card in cards if forces_success(play, known.seat, card)]
        if not cards:
            break
    return cards


def test_hardly_an_ending_that_is_certain_is_missed() -> None:
    certain = found = 0
    for seed in range(60):
        known = ending(random.Random(seed), 1 + seed % 2)
        if right_in_all_deals(known):
            proof = proof_at(known)
            certain += 1
            found += proof is not None and proof.certainty is Certainty.CERTAIN
    assert certain >= 8
    assert found >= 0.8 * certain


def test_only_the_turns_of_the_seat_are_proved() -> None:
    play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=M tricks=2,8,2")
    assert proof_at(ClumondView.of(play, Seat.FOREHAND)) is None
    early = Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS)
    assert proof_at(ClumondView.of(early, Seat.MIDDLEHAND)) is None


def test_who_plays_at_sight_works_nothing_out() -> None:
    play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
    assert choose(play, iterations=1, style=EASY).proof is None
    found = choose(play, iterations=1).proof
    assert found is not None
    assert found.certainty is Certainty.CERTAIN


def test_the_hint_on_a_certain_hand_says_so() -> None:
    case = (Hand.parse("AKQ2...AKQJ98765432"), Strain.CLUBS, 0)
    play = play_of(case, random.Random(1), skewed=False)
    while play.turn is not play.declarer:
        play.push(next(iter(play.legal_plays)))
    found = hint(play, iterations=100, games_per_action=4)
    assert isinstance(found.action, PlayCard)
    assert found.values[found.action] == 1
    assert found.plan == (Retention.parse("SSS"), 13)
    assert found.reason.startswith(
        "You are certain to succeed, however the other cards lie:"
        " you can make thirteen tricks in all and keep ♠♠♠."
    )


def test_the_hint_on_a_lost_hand_says_so() -> None:
    play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=8,2,2")
    found = hint(play, iterations=100, games_per_action=4, who="Ann")
    assert set(found.values.values()) == {0}
    assert found.plan is None
    assert found.reason == (
        "Ann cannot succeed any more: whatever anybody plays, his tricks will match no three cards"
        " left."
    )


def test_a_fair_part_of_one_sided_hands_is_proved() -> None:
    found = [prove(hand, strain) for hand, strain, _ in islice(cases(5), 2000)]
    assert found.count(Certainty.CERTAIN) >= 15
    assert found.count(Certainty.IMPOSSIBLE) >= 5


def test_ordinary_hands_are_left_open() -> None:
    for seed in range(60):
        hand = Deal.random(seed)[Seat.FOREHAND]
        assert prove(hand, Strain(seed % len(Strain))) is None


def test_an_estimate_of_a_proved_hand_is_exact_and_plays_no_game() -> None:
    found = estimate(Hand.parse("AKQJ98765432.AKQJ.."), Strain.SPADES)
    assert (found.p, found.standard_error, found.games) == (1, 0, 0)
    assert found.interval == (1, 1)
    assert found.proved is Certainty.CERTAIN


def test_games_of_play_at_sight_are_played_all_the_same() -> None:
    hand = Hand.parse("AKQJ98765432.AKQJ..")
    found = estimate(hand, Strain.SPADES, games=4, style=EASY)
    assert (found.games, found.proved) == (4, None)


def late_knowledge(rng: random.Random, tricks_left: int) -> ClumondView:
    """What the seat to play knows, after cards played at random, with so many tricks left."""
    declarer = rng.choice([*Seat, None])
    strain = Strain.NO_TRUMPS if declarer is None else rng.choice([*Strain])
    play = Play(Deal.random(rng.getrandbits(60)), declarer, strain)
    for _ in range(3 * (13 - tricks_left) + rng.randrange(3)):
        play.push(rng.choice([*play.legal_plays]))
    return ClumondView.of(play, Seat(play.turn or 0))


def endings_of_all_plays(play: Play, seat: Seat) -> Iterator[tuple[Retention, int, bool]]:
    if play.is_over:
        outcome = play.outcome()[seat]
        yield outcome.retention, outcome.total, outcome.success
        return
    for card in [*play.legal_plays]:
        play.push(card)
        yield from endings_of_all_plays(play, seat)
        play.pop()


def test_every_success_that_may_still_come_is_an_open_ending() -> None:
    rng, closed = source("open endings"), 0
    for _ in range(share_of(1000)):
        known = late_knowledge(rng, 1)
        for seat in Seat:
            ends = {end for play in all_plays(known) for end in endings_of_all_plays(play, seat)}
            successes = {(kept, total) for kept, total, success in ends if success}
            assert successes <= {*open_endings(known, seat)}
            closed += not successes and not open_endings(known, seat)
    assert closed


def test_open_endings_hold_for_deals_and_plays_at_random() -> None:
    rng = source("open endings at random")
    for _ in range(share_of(20000)):
        known = late_knowledge(rng, rng.randint(2, 5))
        seat = rng.choice([*Seat])
        [hands] = sample_deals(known, 1, seed=rng.getrandbits(60))
        play, possible = known.play_of(hands), {*open_endings(known, seat)}
        while not play.is_over:
            play.push(rng.choice([*play.legal_plays]))
        outcome = play.outcome()[seat]
        assert not outcome.success or (outcome.retention, outcome.total) in possible


def test_a_card_settles_the_last_trick_if_every_deal_ends_alike_after_it() -> None:
    rng, settled = source("settled"), Counter[bool | None]()
    for _ in range(share_of(1000)):
        known = late_knowledge(rng, 1)
        seat = known.declarer or known.seat
        results = settled_by(known, seat)
        for card in [*next(all_plays(known)).legal_plays]:
            after = known.after(card)
            by_deal = {
                success
                for play in all_plays(after)
                for _, _, success in endings_of_all_plays(play, seat)
            }
            assert results.get(card) is (by_deal.pop() if len(by_deal) == 1 else None)
            settled[results.get(card)] += 1
    assert min(settled[None], settled[True], settled[False]) > 0


def test_a_seat_remembers_its_last_turn() -> None:
    rng = source("last turn")
    for _ in range(share_of(600)):
        declarer = rng.choice([*Seat])
        play = Play(Deal.random(rng.getrandbits(60)), declarer, rng.choice([*Strain]))
        turns = dict[Seat, ClumondView]()
        while not play.is_over:
            seat = Seat(play.turn or 0)
            known = ClumondView.of(play, seat)
            assert known.at_last_turn() == turns.get(seat)
            turns[seat] = known
            play.push(rng.choice([*play.legal_plays]))


def test_a_plan_that_is_certain_stays() -> None:
    rng, followed = source("sure plans"), 0
    for hand, strain, _ in islice(cases(7), share_of(1500)):
        if prove(hand, strain) is not Certainty.CERTAIN:
            continue
        seat = rng.choice([*Seat])
        start = ClumondView.at_start(hand, seat, seat, strain)
        [hands] = sample_deals(start, 1, seed=rng.getrandbits(60))
        play, total = start.play_of(hands), None
        while not play.is_over:
            card = rng.choice([*play.legal_plays])
            if play.turn == seat:
                plan = sure_plan(known := ClumondView.of(play, seat))
                if total is not None:
                    assert plan is not None
                    assert plan.total == total
                total = None if plan is None else plan.total
                proof = proof_at(known)
                assert proof is not None
                card = rng.choice([*(proof.cards if plan is None else plan.cards)])
            play.push(card)
        followed += total is not None
        assert play.outcome()[seat].success
    assert followed

"""Reasons in Clumond: what they say of needs, suits and the last trick holds in every deal."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings

from clumond_solver.base.cards import Card, Strain, Suit
from clumond_solver.coach.hints import finishes_of
from clumond_solver.coach.reasons import in_sentences, wordings
from clumond_solver.coach.reasons.clumond import wordings_of_clumond as of_clumond
from clumond_solver.coach.reasons.clumond.cards_of_clumond import (
    CardOfClumond,
    Rival,
    reasons_for_card,
    settled_fact,
)
from clumond_solver.coach.reasons.clumond.finishes import Finishes, change_text
from clumond_solver.coach.reasons.speaker import Reason
from clumond_solver.coach.reasons.stakes import Fault
from clumond_solver.coach.reasons.wordings import Alike, Often
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.game import ClumondState
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.games.clumond.signals import SignalKind
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import sample_deals
from clumond_solver.knowledge.views import View
from clumond_solver.results.clumond_results import Plan
from clumond_solver.rules.actions import PlayCard
from clumond_solver.rules.tricks import PlayedCard
from clumond_solver.single_dummy.clumond.clumond_engine import rate_cards
from clumond_solver.single_dummy.engine_protocol import Effort
from tests.coach.positions import SEEDS, explained, random_play, tricks_after
from tests.coach.test_reasons import fact_holds

# What must be said in so many positions.
SAID = {
    wordings.in_trick, wordings.fixed, wordings.draws, wordings.as_good, of_clumond.needs_for_plans,
    of_clumond.sure_to_win, of_clumond.may_win, of_clumond.mostly_fails,
    of_clumond.fails_both_ways, of_clumond.ends, of_clumond.unlikely, of_clumond.only_plans,
    of_clumond.beaten, of_clumond.spoils, of_clumond.can_go, of_clumond.asks_for,
    of_clumond.led_before, of_clumond.lost_to_declarer, of_clumond.little_difference,
}  # fmt: skip


# What makes sense only while there are later tricks.
OF_LATER = {wordings.draws, wordings.last_of_suit, of_clumond.sure_to_win, of_clumond.may_win}


def _moments(
    seeds: range, tricks_left: int | None = None
) -> Iterator[tuple[ClumondView, Card, Finishes, Finishes | None, list[Reason]]]:
    """Turns, a card, made-up games after it, and the facts for it, alone or against another."""
    for seed in seeds:
        play, source = random_play(seed, fewest_left=2), random.Random(seed)
        while tricks_left not in {None, play.tricks_left}:
            play.push(source.choice([*play.legal_plays]))
        for _ in range(seed % 3 if tricks_left else 0):
            play.push(source.choice([*play.legal_plays]))
        view = ClumondView.of(play, Seat(play.turn or 0))
        is_own = view.declarer in {None, view.seat}
        pairs = list(itertools.permutations(play.legal_plays, 2))
        sample = source.sample(pairs, min(4, len(pairs)))
        for card, other in [*sample, *((card, None) for card, _ in sample[:2])]:
            possible = CardOfClumond(view, card).endings(card)
            possible = possible if is_own else [(Retention.parse("HHS"), 5)]
            if not possible:
                continue
            main = source.choice(possible)
            second = source.choice([main, *possible])
            second = second if is_own else source.choice([main, (Retention.parse("HHH"), 6)])
            won = source.choice([(30, 12), (20, 18), (30, 30), (2, 0)])
            few, many = source.choice([(54, 12), (12, 54), (20, 20)])
            games = Finishes({second: won[1], main: won[0]}, 96, many, few)
            worse = source.choice([Finishes({main: 9}, 96, 80, 7), Finishes({main: 9}, 96, 7, 80)])
            if not is_own:
                worse = source.choice([Finishes({main: 80}, 96, 8, 8), Finishes({main: 90}, 96)])
            others = worse if other is not None and source.random() < 0.7 else None
            alike = dict.fromkeys(source.sample([*play.legal_plays], 1))
            rivals = [] if other is None else [Rival(other, others)]
            facts = reasons_for_card(view, card, rivals, games=games, alike=alike)
            yield view, card, games, others, facts


def test_what_is_said_of_needs_and_suits_holds_in_every_deal() -> None:
    seen = set[object]()
    for view, card, games, others, facts in _moments(range(110)):
        plays = [view.play_of(hands) for hands in sample_deals(view, 3, seed=1)]
        for fact in facts:
            seen |= {fact.kind, fact["event"].kind if fact.kind is wordings.happens else None}
            assert all(fact_holds(fact, play, view) for play in plays), (fact, view)
            assert _holds(fact, view, card, games, others), (fact, view)
    assert seen >= SAID, SAID - seen


def test_in_the_last_trick_nothing_is_said_of_later_ones() -> None:
    seen = set[object]()
    for view, *_, facts in _moments(range(150), tricks_left=1):
        seen |= {view.declarer in {None, view.seat}, len(view.trick)}
        for fact in facts:
            assert fact.kind not in OF_LATER
            assert not fact.values.get("keeps")
            assert not fact.values.get("later")
    assert seen == {True, False, 2}


def _holds(
    fact: Reason, view: ClumondView, card: Card, games: Finishes, others: Finishes | None
) -> bool:
    value, rest = fact.values, view.hand.without_card(card)
    judged = view.seat if view.declarer is None else view.declarer
    taken = view.tricks_taken[judged] + view.supplementary[judged]
    match fact.kind:
        case of_clumond.needs_for_plans:
            holds = (value["taken"], value["left"]) == (taken, view.tricks_left)
            holds &= all(games.successes[plan] for plan in value["plans"] if plan[0])
            holds &= {*value["cards"]} <= {*rest}
        case of_clumond.sure_to_win:
            holds = not any(_beside(view, one, higher=True) for one in value["cards"])
            higher = {
                past.card
                for past, one in itertools.product(view.history, value["cards"])
                if past.card.suit is one.suit and past.card.rank > one.rank
            }
            is_known = len(higher) <= 4 and higher.isdisjoint(view.trick)
            holds &= {*value["gone"]} == (higher if is_known else set())
        case of_clumond.may_win:
            holds = {*_beside(view, value["card"], higher=True)} == {*value["higher"]}
            holds &= value["card"] in rest
        case of_clumond.mostly_fails:
            holds = games.number(value["fault"]) > games.failed / 2
        case of_clumond.fails_both_ways:
            holds = games.number(value["more"]) >= games.number(value["less"])
        case wordings.happens:
            holds = _happens(fact, card, games, others)
        case of_clumond.unlikely:
            holds = games.won <= 0.08 * games.games
        case of_clumond.can_go | of_clumond.asks_for:
            holds = _holds_of_suit(fact, card, games)
        case _:
            holds = _holds_of_cards(fact, view, card, games)
    return bool(holds)


def _happens(fact: Reason, card: Card, games: Finishes, others: Finishes | None) -> bool:
    """Whether the games end so as often as is said, after one card and after the other."""
    event, after, other = fact["event"], fact["after"].card, fact["other"]

    def number(endings: Finishes | None) -> int:
        assert endings is not None
        return endings.number(event["fault"]) if event["fault"] else endings.won

    first, second = (games, others) if after == card else (others, games)
    often = Often(number(first), games.games)
    return fact["often"] == often and (other is None or fact["beside"] == number(second))


def _holds_of_cards(fact: Reason, view: ClumondView, card: Card, games: Finishes) -> bool:
    """Whether what is said of possible endings, of declarer and of later tricks holds."""
    value = fact.values
    judged = view.seat if view.declarer is None else view.declarer
    match fact.kind:
        case of_clumond.only_plans:
            holds = _successes(view, card) <= {*value["plans"]}
        case of_clumond.spoils if value["plan"] is None:
            holds = not CardOfClumond(view, value["other"]).endings(value["other"])
        case of_clumond.spoils if value["number"]:
            holds = _winners_after(view, value["other"]) == {view.seat}
            holds &= value["number"] == view.tricks_taken[judged] + 1
        case of_clumond.spoils:
            left = view.hand.without_card(value["other"])
            holds = not value["plan"][0].fits([left.length(suit) for suit in Suit])
        case of_clumond.beaten:
            holds = value["is_certain"] or sum(value["failed"]) == games.failed
        case of_clumond.led_before:
            leads = [seat for seat, led in view.plays[::3] if led.suit is card.suit]
            leader = next(seat for seat in leads if seat != view.declarer)
            holds = (leader == view.seat) is value["is_own"]
        case of_clumond.lost_to_declarer:
            holds = not any(judged in _winners_after(view, one) for one in _legal(view))
        case of_clumond.little_difference:
            holds = [*value["totals"]] == sorted({total for _, total in games.successes})
        case _:
            holds = True
    return bool(holds)


def _holds_of_suit(fact: Reason, card: Card, games: Finishes) -> bool:
    """Whether so many cards of the card's suit are kept."""
    suit = card.suit
    asks = fact.kind is of_clumond.asks_for
    if not asks and isinstance(fact["why"], Retention):
        return bool(fact["why"].counts[suit] == fact["kept"])
    count = sum(
        n
        for (it, _), n in games.successes.items()
        if (it.counts[suit] > 0 if asks else it.counts[suit] <= fact["kept"])
    )
    return bool(fact["often" if asks else "why"] == Often(count, games.won))


def _legal(view: ClumondView) -> list[Card]:
    return [*view.play_of(sample_deals(view, 1, seed=1)[0]).legal_plays]


def _winners_after(view: ClumondView, card: Card) -> set[int]:
    """Who wins the trick after a card, in some deals and some ways to go on."""
    played, source = PlayedCard(view.seat, card), random.Random(1)
    plays = [view.play_of(hands) for hands in sample_deals(view, 4, seed=1)]
    return {trick.winner for play in plays for trick in tricks_after(play, played, source)}


def _successes(view: ClumondView, card: Card) -> set[Plan]:
    """How declarer succeeds after the card in some deals, played on at random."""
    assert view.declarer is not None
    source, endings = random.Random(1), set[Plan]()
    for hands in sample_deals(view, 4, seed=1) * 3:
        play = _after(view.play_of(hands), card)
        while not play.is_over:
            play.push(source.choice([*play.legal_plays]))
        if (outcome := play.outcome()[view.declarer]).success:
            endings.add((outcome.retention, outcome.total))
    return endings


def _beside(view: ClumondView, card: Card, *, higher: bool) -> list[Card]:
    """The unseen cards of a card's suit that are higher, or lower."""
    suit = [other for other in view.unseen if other.suit is card.suit]
    return [other for other in suit if (other.rank > card.rank) is higher]


def _after(play: Play, card: Card) -> Play:
    after = play.copy()
    after.push(card)
    return after


def _ends(play: Play, seat: Seat) -> Iterator[bool]:
    """Whether a seat succeeds, in all ways to go on."""
    if play.is_over:
        yield play.outcome()[seat].success
        return
    for card in [*play.legal_plays]:
        yield from _ends(_after(play, card), seat)


def test_a_settled_last_trick_changes_no_result() -> None:
    seen = set[bool]()
    for seed in range(20):
        play, source = random_play(seed), random.Random(seed)
        while play.tricks_left > 1:
            play.push(source.choice(list(play.legal_plays)))
        if play.turn is None:
            continue
        view = ClumondView.of(play, play.turn)
        if (fact := settled_fact(view)) is None:
            continue
        seen.add(fact["succeeds"])
        judged = view.seat if view.declarer is None else view.declarer
        deals = sample_deals(view, 2, seed=seed)
        ends = {end for hands in deals for end in _ends(view.play_of(hands), judged)}
        assert ends == {fact["succeeds"]}
    assert seen
    play = Play.parse("F:42..AK. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=1,9,2")
    assert settled_fact(ClumondView.of(play)) == of_clumond.settled(0, succeeds=True)


def _results(play: Play, seat: Seat) -> Iterator[int]:
    """How far off a seat ends in all ways to go on; a declarer, whether at all."""
    if play.is_over:
        off = play.outcome()[seat].off()
        yield off if play.declarer is None else min(off, 1)
        return
    for card in [*play.legal_plays]:
        yield from _results(_after(play, card), seat)


def test_of_the_last_cards_equal_ones_are_equally_good_and_no_hopeless_one_is_as_good() -> None:
    said = Counter[tuple[Alike, bool]]()
    for seed in range(30, 60):
        play, rng = random_play(seed, tricks=12), random.Random(seed)
        for _ in range(seed % 3):
            play.push(rng.choice([*play.legal_plays]))
        view = ClumondView.of(play)
        judged = view.seat if view.declarer is None else view.declarer
        rated, facts = explained(view, iterations=40, games_per_action=12)
        deals = [view.play_of(hands) for hands in sample_deals(view, 8, seed=seed)]
        results = {
            it: [[*_results(_after(deal, it.card), judged)] for deal in deals]
            for it in map(PlayCard, play.legal_plays)
        }
        best = results[rated.best]
        for fact in facts:
            for card in fact["actions"] if fact.kind is wordings.as_good else ():
                said[fact["alike"], results[card] == best] += 1
                is_hopeless = judged == view.declarer == view.seat and rated.values[card] == 0.0
                assert not is_hopeless or rated.values[rated.best] == 0.0
    assert not said[Alike.EQUALLY, False]
    assert said[Alike.EQUALLY, True] > 5 * said[Alike.ABOUT, True]


@given(SEEDS)
@settings(max_examples=12, deadline=None)
def test_after_a_hopeless_card_nothing_succeeds(seed: int) -> None:
    play = random_play(seed)
    while play.tricks_left > 2:
        play.push(random.Random(seed).choice(list(play.legal_plays)))
    if play.turn is None:
        return
    view = ClumondView.of(play, play.turn)
    for card in play.legal_plays:
        if view.declarer in {None, view.seat} and not CardOfClumond(view, card).endings(card):
            assert True not in _ends(_after(play, card), view.seat), str(card)


@given(SEEDS)
@settings(max_examples=8, deadline=None)
def test_the_games_that_a_hint_counts_are_those_behind_its_chances(seed: int) -> None:
    play = random_play(seed, fewest_left=2)
    view = ClumondView.of(play, Seat(play.turn or 0))
    rated = rate_cards(view, Effort(40, 12))
    judged = view.seat if view.declarer is None else view.declarer
    for card, outcomes in rated.outcomes.items():
        endings = finishes_of(rated, card)
        assert endings is not None
        ended = [outcome[judged] for outcome in outcomes]
        assert endings.won == sum(each.success for each in ended)
        assert endings.games == len(ended) == 12
        assert endings.won + endings.too_many + endings.too_few <= 12
        for (kept, total), count in endings.successes.items():
            alike = [each for each in ended if (each.retention, each.total) == (kept, total)]
            assert count == sum(each.success for each in alike)


HAND = "F:A86.KQ7.2.4 K97.A2.K8.5 QJ..9753.96 declarer=F strain=NT leader=F tricks=4,3,1"
C4, D2, H7, SA = (Card.parse(text) for text in ("C4", "D2", "H7", "SA"))
HHS = Retention.parse("HHS")


def of_hand(declarer: str = "F") -> ClumondView:
    return ClumondView.of(Play.parse(HAND.replace("declarer=F", f"declarer={declarer}")), "F")


def counted(rivals: list[Rival], card: Card = H7, declarer: str = "F") -> list[Reason]:
    """What is counted in games after the card that succeeds in 40 of 60."""
    games = Finishes({(HHS, 5): 40}, 60, 10, 10)
    facts = reasons_for_card(of_hand(declarer), card, rivals, games=games)
    return [fact for fact in facts if fact.kind is wordings.happens]


def test_the_rival_is_the_first_worse_card_that_something_tells_from_the_card() -> None:
    others, games = Finishes({(HHS, 5): 10}, 60, 40, 10), Finishes({(HHS, 5): 30}, 60, 10, 20)
    # Both small cards are sure to lose, and neither suit is kept.
    little = reasons_for_card(of_hand(), C4, [Rival(D2, others)], games=games)
    assert reasons_for_card(of_hand(), C4, [Rival(D2, others), Rival(SA, others)], games=games) == (
        reasons_for_card(of_hand(), C4, [Rival(SA, others)], games=games)
    )
    assert little != reasons_for_card(of_hand(), C4, games=games)
    by_luck = Rival(H7, others, is_worse=False)
    assert reasons_for_card(of_hand(), C4, [by_luck, Rival(SA, others)], games=games) == (
        reasons_for_card(of_hand(), C4, [Rival(SA, others)], games=games)
    )


@pytest.mark.parametrize("declarer", ["F", "R"])
@pytest.mark.parametrize(
    ("wanted", "failures", "further", "is_advice"),
    [
        ("HSS 4, HHS 5", {6: 30}, (), False),
        ("HSS 4, HHH 6", {5: 20, 7: 10}, (1,), False),
        ("HSS 4, HHH 6", {5: 10, 7: 20}, (), False),
        ("HSS 4, CHH 7", {5: 14, 6: 12, 8: 4}, (1, 2), False),
        ("HHS 5, CHH 7", {6: 30}, (2,), False),
        ("HHS 5, HHH 6", {7: 30}, (), True),
        ("HHS 5", {6: 30}, (), True),
    ],
)
def test_plans_that_pull_apart_get_no_advice_to_win_or_to_lose(
    declarer: str, wanted: str, failures: dict[int, int], further: tuple[int, ...], is_advice: bool
) -> None:
    """Of four tricks so far one plan wants no more, or another one some more than the next."""
    endings = [(Retention.parse(it[:3]), int(it[3:])) for it in wanted.split(", ")]
    games = Finishes(dict.fromkeys(endings, 30 // len(endings)), 60, 30, 0, failures=failures)
    play = Play.parse(HAND.replace("declarer=F", f"declarer={declarer}").replace("4,3,1", "4,0,4"))
    side = CardOfClumond(ClumondView.of(play, "F"), D2, games=games)
    said = [it for it in side.facts() if it.kind is of_clumond.mostly_fails]
    if declarer == "F" and endings[0][1] > 4:
        # Instead he is told of his sure winners.
        assert not said
        return
    assert [(it["further"], it["is_advice"]) for it in said] == [(further, is_advice)]
    words = in_sentences(said, ClumondView.of(play, "F"))
    assert ("so " in words) is (is_advice and not further)


@pytest.mark.parametrize("declarer", ["F", "none"])
@pytest.mark.parametrize(
    ("many", "few", "fault"), [(40, 10, Fault.TOO_MANY), (10, 40, Fault.TOO_FEW), (25, 25, None)]
)
def test_what_fails_after_a_worse_card_is_said_unless_it_may_be_luck(
    declarer: str, many: int, few: int, fault: Fault | None
) -> None:
    others = Finishes({(HHS, 5): 10}, 60, many, few)
    events = [fact["event"] for fact in counted([Rival(SA, others)], declarer=declarer)]
    assert [event["fault"] for event in events if event["fault"]] == ([fault] if fault else [])
    # The chance shown says how often a declarer succeeds.
    assert (of_clumond.ends(0) in events) is (declarer == "none")
    by_luck = counted([Rival(SA, others, is_worse=False)], declarer=declarer)
    assert not any(fact["event"]["fault"] for fact in by_luck)


def test_an_undeclared_hand_beyond_success_leaves_a_small_miss() -> None:
    play = Play.parse("F:A.KQ.5.4 K9.A2.8. QJ.J.97. declarer=none strain=NT leader=F tricks=8,2,1")
    facts = reasons_for_card(ClumondView.of(play, "F"), SA, [Rival(C4)])
    assert facts[0] == of_clumond.impossible(is_declared=False)


def test_the_last_card_keeps_what_its_trick_decides() -> None:
    play = Play.parse("F:A.KQ.5. K9.A.8. QJ..97. declarer=F strain=NT leader=F tricks=5,3,4")
    own, other = reasons_for_card(ClumondView.of(play, "F"), Card.parse("D5"), [Rival(SA)])
    assert (own["kept"], own["wins"], other["kept"], other["wins"]) == (
        HHS, False, Retention.parse("HHD"), None,
    )  # fmt: skip


def test_where_no_retention_matches_the_nearest_is_kept() -> None:
    play = Play.parse("F:53..42. K9.A.8. QJ..97. declarer=none strain=NT leader=F tricks=3,8,1")
    facts = reasons_for_card(ClumondView.of(play, "F"), Card.parse("D2"), [Rival(Card.parse("S3"))])
    assert [(fact["away"], fact["is_other"]) for fact in facts[:2]] == [(1, False), (2, True)]


OPENER = "F:K8.A876532.Q32.A984 J965.K9.AJ964.K7632 AQ7432.QJ4.K875.QJ5"


@pytest.mark.parametrize(
    ("played", "card", "other", "shown"),
    [
        ("", "H2", "HA", (SignalKind.OPENS, 5, False, None)),
        # From seven the ace would be a lie.
        ("", "HA", "H2", None),
        ("H2", "HK", "H9", (SignalKind.FIRST, 1, True, "H2")),
        ("H2 HK H4", "H9", "DA", (SignalKind.RETURNS, 2, True, None)),
        ("H2 H9 HJ C5", "CA", "C4", (SignalKind.FIRST, 1, True, None)),
    ],
)
def test_a_defender_who_signals(played: str, card: str, other: str, shown: Any) -> None:
    play = Play(Deal.parse(OPENER), Seat.REARHAND, Strain.SPADES)
    for each in played.split():
        play.push(each)
    assert play.turn is not None
    view = ClumondView.of(play, play.turn)
    facts = reasons_for_card(view, Card.parse(card), [Rival(Card.parse(other))])
    said = [fact for fact in facts if fact.kind is of_clumond.shows]
    if shown is None:
        assert not said
        return
    *shown, led = shown
    assert len(said) == 1
    assert [said[0]["how"], said[0]["lengths"][0], said[0]["is_even"]] == shown
    assert said[0]["answers"] == (Card.parse(led) if led else None)


def test_a_defenders_reason_names_declarer_in_any_view_of_the_hand() -> None:
    play = Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS, leader=Seat.MIDDLEHAND)
    for view in (ClumondView.of(play), View.of(ClumondState.of(play))):
        facts = [of_clumond.ends(seat) for seat in Seat]
        said = "Declarer succeeds. Ann succeeds. His partner succeeds."
        assert in_sentences(facts, view, "Ann") == said


def test_a_new_plan_names_the_card_that_changed_it_only_if_that_card_did() -> None:
    seen = set[str]()
    less, more = (Retention.parse("HHS"), 5), (Retention.parse("HHH"), 6)
    for seed in range(60):
        play = random_play(seed)
        if not play.tricks:
            continue
        trick = play.tricks[-1]
        for seat, (before, now) in itertools.product(Seat, ((less, more), (more, less))):
            text = change_text(play, seat, before, now)
            own, best = (trick.cards[(who - trick.leader) % 3] for who in (seat, trick.winner))
            named = [Card.parse(name) for name in re.findall(r"[♠♥♦♣](?!♥|♠| with)\w", text)]
            assert set(named) <= set(trick.cards)
            seen |= {word for word in ("beat", "ruffed", "fell", "took a trick") if word in text}
            won = trick.winner == seat
            assert ("as the cards" in text) == (won is (now is less))
            if "beat" in text:
                assert own.suit is best.suit
                assert own.rank < best.rank
            if "fell" in text:
                assert named[1] == own
                assert (named[0].suit, named[0].rank < own.rank) == (own.suit, True)
    assert seen == {"beat", "ruffed", "fell", "took a trick"}

"""Each kind of fact has its wording."""

from __future__ import annotations

import inspect
from dataclasses import replace
from types import ModuleType

import pytest

from clumond_solver.base.cards import Card, Hand, Strain, Suit
from clumond_solver.coach.reasons import calls_of_any_game as calls
from clumond_solver.coach.reasons import wordings
from clumond_solver.coach.reasons.calls_of_any_game import Holding
from clumond_solver.coach.reasons.clumond import calls_of_clumond
from clumond_solver.coach.reasons.clumond import wordings_of_clumond as of_clumond
from clumond_solver.coach.reasons.clumond.calls_of_clumond import Trait
from clumond_solver.coach.reasons.fates import Fate, Now, Place, Ruff
from clumond_solver.coach.reasons.speaker import Reason, Speaker, sentences
from clumond_solver.coach.reasons.stakes import Fault
from clumond_solver.coach.reasons.wordings import Alike, How, Kept, Often, Takes, Use, Way, Worth
from clumond_solver.games.clumond.play import Retention
from clumond_solver.games.clumond.signals import SignalKind
from clumond_solver.rules.actions import Nominate, Pass, PlayCard
from clumond_solver.rules.tricks import PlayedCard

A, K, Q, S4 = (PlayedCard(0, Card.parse(text)) for text in ("SA", "SK", "HQ", "S4"))
KING = PlayedCard(1, K.card)
LOST, SURE, UNLESS = Fate.LOSES, Fate.WINS, Fate.UNLESS_RUFFED
RUFF, OTHERS = Ruff(Suit.SPADES, (1,)), Ruff(Suit.SPADES)
HOW = How(Suit.HEARTS, Way.FOLLOWS, (A.card,))
MAY_WIN = Now(A, Fate.OPEN, Hand.from_cards([K.card]))
OFTEN, COSTS = Often(7, 24), Worth(-3, is_exact=False, costs=True)
TAKES = Takes(MAY_WIN, OFTEN, Place(Suit.SPADES, (K.card,)), worth=COSTS)
WOULD = Takes(Now(S4, LOST, under=K), Often(0, 24), would=True)
FEWER = Kept(S4, Often(0, 24), would=True)
HHS, HSS = (Retention.parse(text) for text in ("HHS", "HSS"))
PLAN = (HHS, 5)

OF_ANY_GAME = [
    (wordings.in_trick(Now(A, SURE), Now(S4, LOST, under=K)),
     "♠A is sure to win; ♠4 goes under ♠K"),
    (wordings.in_trick(MAY_WIN, keeps=(S4.card,), use=Use.LOSE),
     "only ♠K can beat ♠A, and you keep ♠4 to lose with later"),
    (wordings.in_trick(Now(A, SURE, under=KING, is_last=True), leads_next=True),
     "♠A takes this trick from the player on your left, so that you lead next"),
    (wordings.in_trick(Now(S4, LOST, is_least=True)), "♠4 is sure to lose"),
    (wordings.in_trick(Now(S4, LOST, under=K, follows=False)), "♠4 is thrown away"),
    (wordings.in_trick(Now(S4, UNLESS, ruff=RUFF), Now(A, UNLESS, ruff=OTHERS, is_trump=True)),
     "♠4 wins unless it is ruffed by the player on your left, who has no spades; "
     "♠A wins unless it is overruffed"),
    (wordings.in_trick(Now(A, SURE, gone=(Q.card,)), Now(K, SURE, gone=(Q.card,))),
     "♠A is sure to win now that ♥Q is gone; ♠K is sure to win"),
    (wordings.in_trick(Now(A, Fate.OPEN, Hand.from_cards([K.card]), RUFF)),
     "only ♠K, or a ruff by the player on your left, who has no spades, can beat ♠A"),
    (wordings.fixed(wins=False), "none of your cards can win this trick"),
    (wordings.fixed(wins=True), "all of your cards win this trick"),
    (wordings.draws(A, 1), "♠A draws trumps: one is out"),
    (wordings.draws(A, 3, False), "♠A draws trumps: three may still be out"),
    (wordings.cannot_follow(1, Suit.HEARTS, "ruff", False),
     "the player on your left has no hearts and may ruff"),
    (wordings.last_of_suit(Q, Suit.HEARTS, "discard"),
     "♥Q is your last heart, so that you can discard on hearts"),
    (wordings.equals((A, K), explain=True),
     "♠A and ♠K are equals, since no card between them is out"),
    (wordings.equals((A, K)), "♠A and ♠K are equals"),
    (wordings.as_good((PlayCard(A.card),), fates=(Fate.LOSES,), is_small=True),
     "the difference is small: ♠A (which cannot win this trick) is about as good"),
    (wordings.as_good((PlayCard(A.card), PlayCard(K.card), PlayCard(S4.card)),
                      fates=(UNLESS, UNLESS, None)),
     "♠A and ♠K (which win this trick unless they are ruffed) and ♠4 are about as good"),
    (wordings.as_good((Nominate(1),) * 6, Alike.EQUALLY),
     "several others, such as one, one, one and one, are equally good"),
    (wordings.only_choice(), "no other card is legal"),
    (wordings.takes_trick(TAKES),
     "♠A (only ♠K is out above it) takes this trick, which costs about 3, in 7 of 24 games"),
    (wordings.takes_trick(Takes(MAY_WIN, Often(1, 24))), "♠A loses this trick in 23 of 24 games"),
    (wordings.takes_trick(WOULD, Kept(S4, OFTEN, COSTS)),
     "♠4 would go under ♠K; kept, it wins a trick that costs about 3 in 7 of 24 games"),
    (wordings.both_cards(TAKES, WOULD, Kept(A, OFTEN), FEWER),
     "♠A (only ♠K is out above it) takes this trick, which costs about 3, in 7 of 24 games, ♠4"
     " cannot; kept, ♠A wins a later trick in 7 of 24 games, ♠4 in none"),
    (wordings.either_kept(Kept(A, Often(24, 24)), Kept(S4, Often(24, 24))),
     "♠A, kept, wins a later trick in all 24 games, ♠4 in all"),
    (wordings.either_kept(Kept(A, OFTEN, would=True), FEWER, is_taken=True),
     "♠A, kept, would win a later trick in 7 of 24 games, ♠4 in none; both take this trick"),
    (wordings.either_kept(Kept(A, OFTEN, COSTS), Kept(S4, Often(1, 24), Worth(-1, True, True)), K),
     "♠A, kept, wins a trick that costs about 3 in 7 of 24 games, ♠4 one that costs 1 in 1; neither"
     " beats ♠K now"),
    (wordings.takes_trick(TAKES, replace(FEWER, often=OFTEN, how=replace(HOW, way=None))),
     "♠A (only ♠K is out above it) takes this trick, which costs about 3, in 7 of 24 games; kept,"
     " it would win a later trick in 7 of 24 games (mostly once ♠A is gone)"),
    (wordings.takes_trick(Takes(MAY_WIN, OFTEN, Place(Suit.SPADES, (), RUFF, (A.card, K.card)))),
     "♠A (nobody else has a higher spade, since ♠A and ♠K are gone; it may be ruffed by the player"
     " on your left, who has no spades) takes this trick in 7 of 24 games"),
    (wordings.takes_trick(Takes(MAY_WIN, OFTEN, Place(Suit.SPADES, (K.card,), is_later=True))),
     "♠A (after this trick only ♠K is out above it) takes this trick in 7 of 24 games"),
    (wordings.takes_trick(Takes(MAY_WIN, OFTEN, Place(Suit.SPADES, ruff=OTHERS, is_top=True))),
     "♠A (it may be ruffed) takes this trick in 7 of 24 games"),
    (wordings.takes_trick(Takes(MAY_WIN, OFTEN, Place(Suit.SPADES, (K.card,), is_drawn=True))),
     "♠A (only ♠K is out above it; whoever has it must play it) takes this trick in 7 of 24 games"),
    (wordings.adds(S4, 2, A, 10, is_own=False), "♠A gives 10 away, ♠4 only 2"),
    (wordings.adds(S4, -3, A, 0, is_own=True), "♠4 costs whoever takes this trick 3, ♠A nothing"),
    (wordings.happens(wordings.wins_later(Q.card), OFTEN, A, S4, 0),
     "after ♠A, ♥Q wins a later trick in 7 of 24 games, after ♠4 in none"),
    (wordings.happens(wordings.wins_later(Q.card, how=HOW), OFTEN, A),
     "after ♠A, ♥Q wins a later trick in 7 of 24 games"
     " (mostly when others lead hearts once ♠A is gone)"),
    (wordings.happens(wordings.wins_card(Q.card, -13), OFTEN, A, S4, 9),
     "after ♠A you win ♥Q, which costs 13, in 7 of 24 games, after ♠4 in 9"),
    (wordings.happens(wordings.reaches_goal(1, 2, True, misses=True), OFTEN),
     "the player on your left misses his nomination in 7 of 24 games"),
    (wordings.happens(wordings.reaches_goal(0, 2, False), OFTEN, is_anyway=True),
     "you take exactly two tricks in 7 of 24 games, and about as often whatever you play"),
    (wordings.but(wordings.happens(wordings.bidder_fails(0), OFTEN)),
     "but you fail as bidder in 7 of 24 games"),
    (wordings.happens(wordings.turns_over(2, -9, -26, False), OFTEN),
     "the player on your right, now at −9, comes to −26 and turns all scores over, at your"
     " cost, in 7 of 24 games"),
    (wordings.danger(A.card, OFTEN, True),
     "the danger is ♠A, which cannot be played now: it wins a costly trick in 7 of 24 games"),
    (wordings.danger(Q.card, OFTEN, False, How(Suit.HEARTS, Way.LED, is_always=True)),
     "the danger is ♥Q, which cannot be played now: it wins a later trick in 7 of 24 games"
     " (when you lead it)"),
    (wordings.count_on((A.card, K.card), (7, 5), 24),
     "♠A wins a later trick in 7 of 24 games, ♠K in 5"),
    (wordings.count_on((A.card, K.card), (7, 5), 24, How(Suit.SPADES, Way.RUFFS)),
     "♠A wins a later trick in 7 of 24 games (mostly by ruffing), ♠K in 5"),
    (wordings.as_good((PlayCard(A.card), PlayCard(S4.card)), Alike.PERHAPS),
     "♠A and ♠4 are not clearly worse"),
    (wordings.hardly_matters(()), "all legal plays are equally good"),
    (wordings.hardly_matters((wordings.all_tricks(False),)),
     "it hardly matters what you play: you take no further trick"),
    (wordings.needs_for_goal(2, 1, 3, Fault.TOO_MANY),
     "you need one of the three tricks left; the risk is too many"),
    (wordings.needs_for_goal(2, 1, 2, None, is_lost_now=True),
     "you need one of the two tricks left; this one is lost, so the last one"),
    (wordings.needs_for_goal(0, 0, 3), "you want no trick"),
    (wordings.needs_for_goal(1, 1, 3), "you already have your trick"),
    (wordings.needs_for_goal(4, 2, 2, None, is_lost_now=True, is_nominated=True),
     "none of your cards can win this trick: your nomination of four is lost"),
    (wordings.nomination_is_lost(1), "your nomination of one is lost"),
    (wordings.trick_costs(3, True, 6, 1, -26),
     "every trick left but the last costs 3; six more bring the player on your left to −26"),
    (wordings.trick_costs(3, False, 1, 0, -26),
     "every trick left costs 3; one more brings you to −26"),
    (wordings.further_tricks(False), "further tricks mostly cost you"),
]  # fmt: skip

OF_CLUMOND = [
    (of_clumond.needs_for_plans(0, (PLAN, (HSS, 6)), 3, 8),
     "for ♥♥♠ you need two of the eight tricks left, for ♥♠♠ three"),
    (of_clumond.needs_for_plans(1, (PLAN, (HSS, 5)), 3, 8),
     "for ♥♥♠ or ♥♠♠ declarer needs two of the eight tricks left"),
    (of_clumond.needs_for_plans(1, (PLAN,), 5, 1), "for ♥♥♠ declarer needs to lose the last trick"),
    (of_clumond.needs_for_plans(1, ((None, 4), (None, 5), (None, 6)), 3, 8),
     "declarer mostly needs one to three of the eight tricks left"),
    (of_clumond.sure_to_win((A.card, Q.card)), "♠A and ♥Q are sure to win when led"),
    (of_clumond.sure_to_win((Q.card,), (K.card,)), "♥Q is sure to win when led, since ♠K is gone"),
    (of_clumond.may_win(Q.card, (K.card,), True), "♥Q, which only ♠K can beat, may win one"),
    (of_clumond.may_win(Q.card, (K.card,), False), "the danger is ♥Q"),
    (wordings.happens(of_clumond.ends(0), OFTEN, A), "after ♠A you succeed in 7 of 24 games"),
    (wordings.happens(of_clumond.ends(0, Fault.TOO_FEW), Often(9, 48), A, Q, 0),
     "after ♠A you fail with too few tricks in 9 of 48 games, after ♥Q in none"),
    (of_clumond.mostly_fails(0, Fault.TOO_MANY, later=True),
     "you mostly fail with too many tricks, so lose what you can later on"),
    (of_clumond.mostly_fails(1, Fault.TOO_FEW),
     "declarer mostly fails with too few tricks, so take them from him"),
    (of_clumond.mostly_fails(0, Fault.TOO_FEW, True, (1,), is_advice=False),
     "you mostly fail with exactly one more trick"),
    (of_clumond.mostly_fails(1, Fault.TOO_MANY, False, (2, 3), is_advice=False),
     "declarer mostly fails with two or three more tricks"),
    (of_clumond.mostly_fails(0, Fault.TOO_MANY, is_advice=False),
     "you mostly fail with too many tricks"),
    (of_clumond.fails_both_ways(1, Fault.TOO_MANY, Fault.TOO_FEW, is_even=True),
     "declarer fails about as often with too many tricks as with too few"),
    (of_clumond.unlikely(), "success is unlikely"),
    (of_clumond.only_plans(1, (PLAN,)), "declarer can only succeed keeping ♥♥♠ with five tricks"),
    (of_clumond.beaten(A.card, False, (40, 6, 0), 48),
     "declarer is as good as beaten: he fails in 46 of 48 games, with too many tricks in 40,"
     " with too few in 6"),
    (of_clumond.beaten(A.card, False, (0, 93, 0), 96),
     "declarer is as good as beaten: he fails in 93 of 96 games, all with too few"),
    (of_clumond.beaten(A.card, True, (48, 0, 0), 48),
     "after ♠A declarer is beaten, however the other cards lie"),
    (of_clumond.spoils(A.card, 6, PLAN), "with ♠A you take a sixth trick, and ♥♥♠ wants five"),
    (of_clumond.spoils(A.card, 0, PLAN), "♠A is needed to keep ♥♥♠, which wants five"),
    (of_clumond.spoils(A.card, 8),
     "with ♠A you take an eighth trick, and no three cards can then match your tricks"),
    (of_clumond.can_go(A.card, 0, 2, 3, HHS), "♠A can go: ♥♥♠ keeps two of your three spades"),
    (of_clumond.can_go(A.card, 1, 0, 0, Often(8, 8)),
     "♠A can go: in all 8 games that succeed declarer keeps no spade"),
    (of_clumond.asks_for(A.card, OFTEN),
     "♠A asks declarer for a spade: in 7 of 24 games that succeed he keeps one"),
    (of_clumond.led_before(A.card, True), "♠A goes on with your suit, spades"),
    (of_clumond.lost_to_declarer(), "declarer cannot win this trick"),
    (of_clumond.little_difference(0, True, (4, 5)),
     "which card you play makes little difference: you can keep three cards for four or five"
     " tricks"),
    (of_clumond.impossible(is_declared=False),
     "you can only keep the miss small: whatever anybody plays, your tricks will match no three"
     " cards left"),
    (of_clumond.impossible(),
     "you cannot succeed any more: whatever anybody plays, your tricks will match no three cards"
     " left"),
    (of_clumond.certain(5, HHS, 2),
     "you are certain to succeed, however the other cards lie: you can make five tricks in all"
     " with the two supplementary and keep ♥♥♠"),
    (of_clumond.certain(kept=HHS, plans=((PLAN, 7), ((HSS, 6), 2)), games=9),
     "you are certain to succeed, however the other cards lie. The plan is ♥♥♠ with five tricks"
     " (7 of 9 games); the others may change it to ♥♠♠ with six tricks (2)"),
    (of_clumond.settled(1, succeeds=False),
     "the last trick is settled: declarer fails, whatever anybody plays"),
    (of_clumond.settled(1, succeeds=True, left=2),
     "the last two tricks are settled: declarer succeeds, whatever anybody plays"),
    (of_clumond.certain_to_beat(1),
     "you are certain to beat declarer, however the other cards lie"),
    (of_clumond.last_keeps(A.card, HHS, frozenset({5}), (4, 5), True),
     "♠A keeps ♥♥♠, which wants five: you have four and must win this trick"),
    (of_clumond.last_keeps(A.card, HHS, frozenset({5}), (5,), True),
     "♠A keeps ♥♥♠, which wants five: you have four, and you win this trick"),
    (of_clumond.last_keeps(A.card, HHS, frozenset({5}), (3,), None, 2),
     "♠A keeps ♥♥♠, which wants five, not three (two away)"),
    (of_clumond.last_keeps(A.card, HHS, frozenset({5, 15}), (2, 3), None, 2, True),
     "♠A would keep ♥♥♠, which wants five or fifteen, not two or three (two away at best)"),
    (of_clumond.has_shown(A.card, Suit.SPADES, (2, 4)),
     "your partner's ♠A says that he had two or four spades"),
    (of_clumond.shows(S4.card, SignalKind.OPENS, Suit.SPADES, (5, 7), False),
     "to a partner who reads signals, ♠4, your lowest, shows an odd number of spades, five or"
     " more"),
    (of_clumond.shows(A.card, SignalKind.FIRST, Suit.SPADES, (2, 4), True, S4.card),
     "to a partner who reads signals, ♠A, your highest, answers partner's ♠4 with an even number"
     " of spades"),
    (of_clumond.shows(A.card, SignalKind.LEAVES, Suit.SPADES, (2, 4), True),
     "to a partner who reads signals, not playing spades again at once shows that you had two or"
     " four of them"),
]  # fmt: skip

ACES = Trait(9, Hand.from_cards([A.card]), "ace", "", is_few=False)
FEW = Trait(-9, Hand.from_cards([Q.card]), "card", " from 2 to 4", is_few=True)
OF_CALLS = [
    (calls_of_clumond.chance_of(0.3, 0.33, Strain.CLUBS, "two medium players"),
     "about 30 % in ♣ against two medium players; you need 33 %"),
    (calls_of_clumond.for_and_against((ACES,), (FEW,)),
     "for declaring: one ace; against it: only one card from 2 to 4"),
    (calls_of_clumond.usual_tricks(Strain.NO_TRUMPS, (4, 5, 6), is_declared=False),
     "at no trumps you would mostly take four to six tricks"),
    (calls_of_clumond.best_ending(PLAN), "declaring succeeds most often with ♥♥♠ and five tricks"),
    (calls.no_cards_yet(7), "you know none of your cards: 7 tricks make 2.3 for each of 3 players"),
    (calls.holds(Holding((), (A.card, K.card), high=(Q.card,), voids=(Suit.CLUBS,)), Suit.SPADES,
                 passes=True),
     "with ♠ as trumps you would hold no wild cards, only two trumps (♠A ♠K), ♥Q and no club"),
    (calls.holds(Holding(trumps=(A.card,), in_any=True, highest=S4.card, bonuses=("a run",)),
                 wins=calls.winners((), (0,), 9, None)),
     "you hold one trump in any case (♠A), nothing above ♠4 and a run; none wins a trick in any of"
     " 9 games"),
    (calls.winners((A.card, K.card), (7, 5), 24, 1.25),
     "♠A wins a trick in 7 of 24 games, ♠K in 5, and all your cards together 1.2 on average"),
    (calls.can_still("name", Suit.SPADES, (A.card,)),
     "if all pass as well, you can still name ♠, with ♠A"),
    (calls.nominated_so_far(1, 7), "so far one trick is nominated, of 7"),
    (calls.chances((Nominate(2), Nominate(3)), (0.5, 0.25), (14, 16), Fault.TOO_FEW, is_close=True),
     "if you nominate two, you make it about 50 % of the time, for 14 points (mostly missed by too"
     " few); with three 25 %, for 16. That is a toss-up: luck may explain the difference"),
    (calls.chances((Nominate(2), Nominate(3)), (0.5, 0.6), (14, 16), None, others_lose=True),
     "if you nominate two, you make it about 50 % of the time, for 14 points; with three 60 %, for"
     " 16; but with two the others score less"),
    (calls.mean_scores(Pass(), (3.2, -4.1), Nominate(1), (1.0, 2.0), False, False, True),
     "with a pass you score about 3 on average, the average of the others −4; with one 1 and 2,"
     " which luck may explain"),
    (calls.calls_next((Nominate(1), Pass())), "one and a pass are next in these games"),
    (calls.barred("2 (all nominations would add up to 7)"),
     "the dealer may not nominate 2 (all nominations would add up to 7)"),
]  # fmt: skip
ALL = [*OF_ANY_GAME, *OF_CLUMOND, *OF_CALLS]


@pytest.mark.parametrize(("fact", "words"), ALL)
def test_a_kind_has_its_wording(fact: Reason, words: str) -> None:
    say = Speaker("you", declarer=1 if "declarer" in words else None)
    assert fact.clause(say).replace("\N{NO-BREAK SPACE}", " ") == words


def test_a_place_in_the_suit_is_said_once() -> None:
    text = sentences([wordings.takes_trick(TAKES)] * 2, Speaker("you"))
    assert text.count("is out above it") == 1


def test_reasons_name_the_player() -> None:
    words = of_clumond.mostly_fails(0, Fault.TOO_MANY).clause(Speaker("Ann"))
    assert words == "Ann mostly fails with too many tricks, so the fewer, the better"


@pytest.mark.parametrize(("declarer", "how"), [(1, "unless it is"), (2, "or is")])
def test_partners_ruff_is_no_danger(declarer: int, how: str) -> None:
    fact = wordings.in_trick(Now(S4, UNLESS, ruff=RUFF))
    words = fact.clause(Speaker("you", seat=0, declarer=declarer))
    ruffer = "declarer" if declarer == 1 else "your partner"
    assert words == f"♠4 wins {how} ruffed by {ruffer}, who has no spades"


def test_every_kind_is_in_the_table() -> None:
    said = set[object]()
    for fact, _ in ALL:
        values = [one for it in fact.values.values() for one in (it if type(it) is tuple else [it])]
        said |= {one.kind for one in (fact, *values) if isinstance(one, Reason)}
        said |= {
            one["event"].kind for one in values if isinstance(one, Reason) and "event" in one.values
        }
    modules: list[ModuleType] = [wordings, of_clumond, calls]
    for module in modules:
        for name, made in inspect.getmembers(module, inspect.isfunction):
            if hasattr(made, "__wrapped__") and made.__module__ == module.__name__:
                assert made in said, name

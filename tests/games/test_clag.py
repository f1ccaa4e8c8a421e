"""Clag by its schemes of deals; score cards and the Caller's game have files of their own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clumond_solver.base.cards import FULL_PACK, Card, Hand, Rank, Suit
from clumond_solver.base.errors import (
    IllegalCallError,
    IllegalPlayError,
    NotationError,
    RuleError,
)
from clumond_solver.games.clag.game import CallersGame, ClagGame, first_to_nominate
from clumond_solver.games.clag.schemes import (
    FOSS,
    MCLEOD,
    PAGAT,
    SCORE_CARD,
    DealScoring,
    LookTime,
    Ranks,
    Scheme,
    Trumps,
    called_rules,
    ordinary_deals,
    scottish,
    special_names,
)
from clumond_solver.games.registry import describe, entry, new_game, parse_game, words_of
from clumond_solver.games.sessions import Session
from clumond_solver.rules.actions import (
    Nominate,
    PlayAs,
    PlayTop,
    SetRules,
    parse_action,
)
from clumond_solver.rules.game import Row, Standing
from clumond_solver.rules.states import FactKind
from tests.all_games import random_chooser
from tests.games.clag_deals import HANDS, NO_TRUMPS, deal_of, played, rules_of, two_cards


@pytest.mark.rule("CLG-01")
@pytest.mark.parametrize("players", [2, 8])
def test_clag_is_for_three_to_seven(players: int) -> None:
    for game in (ClagGame, CallersGame):
        with pytest.raises(RuleError, match=f"{players} players"):
            game(players)
    for table in range(3, 8):
        state = ClagGame(table).deal(1, Standing((0,) * table, rows=(Row(1, 0, "", ()),) * 6))
        assert [len(state.observation(seat).hand or ()) for seat in range(table)] == [7] * table


def test_rules_and_options_have_the_words_of_players() -> None:
    rules = called_rules(parse_action("call HCDS blind misere ascending"), 4)
    assert rules.label == "4 cards, precedence ♥ ♣ ♦ ♠, blind, misere, ascending madness"
    words = words_of(new_game("clag"))
    for option in entry("clag").options:
        assert "_" not in words.option(option.name)
        assert all(words.value(option.name, each) != each for each in option.choices)


@pytest.mark.rule("CLG-02")
@pytest.mark.rule("CLG-03")
def test_the_dealer_nominates_last_and_may_not_make_the_total_fit() -> None:
    state = played(deal_of(two_cards(), HANDS, "C9"), "nominate 1, nominate 0")
    assert state.turn == 2
    assert list(state.legal_actions) == [Nominate(0), Nominate(2)]
    told = {fact.kind: fact.text for fact in state.facts(2)}
    assert told[FactKind.BARRED_NOMINATION] == "1 (all nominations would add up to 2)"
    assert FactKind.BARRED_NOMINATION not in {fact.kind for fact in state.facts(0)}
    with pytest.raises(IllegalCallError, match="may not add up to 2, the number of cards"):
        state.push(Nominate(1))
    with pytest.raises(IllegalCallError, match="nominate 0, nominate 2"):
        state.push(Nominate(3))
    free = played(deal_of(two_cards(), HANDS, "C9", restricted=False), "nominate 1, nominate 0")
    assert Nominate(1) in free.legal_actions
    assert [call.tricks for call in state.copy().legal_actions if isinstance(call, Nominate)]


@pytest.mark.rule("CLG-04")
def test_eldest_leads_and_suit_is_followed() -> None:
    state = played(deal_of(NO_TRUMPS, HANDS), "nominate 1, nominate 1, nominate 1")
    assert state.turn == 0
    state.push(parse_action("play S3"))
    with pytest.raises(IllegalPlayError, match="holds spades, must follow"):
        state.push(parse_action("play HK"))
    played(state, "play S4, play H2, play HK, play D5, play HA")
    assert state.tricks_won == ((1,), (0,), ())
    assert state.scores == (12, 12, 0)


@pytest.mark.rule("CLG-05")
@pytest.mark.rule("CLG-06")
def test_the_card_turned_up_makes_trumps_and_only_an_exact_nomination_scores() -> None:
    state = deal_of(two_cards(), HANDS, "D9")
    assert "turned D9" in str(state.observation(0))
    played(state, "nominate 2, nominate 0, nominate 1, play HA, play HK, play H2")
    played(state, "play S3, play S4, play D5")
    assert state.scores == (0, 10, 12)
    assert DealScoring().scores([(0, 1), (2, 3), ()], [2, 1, 0], 4) == (14, 0, 10)


@pytest.mark.rule("CLG-07")
def test_a_scheme_of_the_library_is_shown_by_its_name() -> None:
    assert repr(ClagGame(4, MCLEOD)).startswith("ClagGame(players=4, scheme=Scheme.named('mcleod')")
    own = Scheme("own", MCLEOD.deals[:1])
    assert repr(own).startswith("Scheme('own', (DealRules(label='1', cards=1,")
    with pytest.raises(NotationError, match="no such scheme"):
        Scheme.named("own")


@pytest.mark.parametrize("scheme", [FOSS, MCLEOD, PAGAT, SCORE_CARD])
def test_phases_one_and_three_rise_to_seven_and_fall(scheme: Scheme) -> None:
    sizes = [deal.cards for deal in scheme.deals]
    assert sizes[:7] == [1, 2, 3, 4, 5, 6, 7]
    assert sizes[-7:] == [7, 6, 5, 4, 3, 2, 1]
    assert set(sizes[7:-7]) == {7}


@pytest.mark.rule("CLG-08")
@pytest.mark.rule("CLG-16")
@pytest.mark.rule("CLG-25")
def test_the_deals_of_phase_two() -> None:
    def middle(scheme: Scheme) -> list[str]:
        return [deal.label for deal in scheme.deals[7:-7]]

    assert middle(FOSS) == [
        "no trumps", "guess 'em", "misere no trumps", "misere", "blind", "roll 'em"
    ]  # fmt: skip
    assert middle(MCLEOD) == [
        "no trumps", "misere", "guess trumps", "blind", "twos wild", "aces low",
        "dealer calls trumps", "highest number",
    ]  # fmt: skip
    assert middle(SCORE_CARD) == ["nt", "bt", "hb", "b", "m", "mnt"]
    own = Scheme("two hands", ordinary_deals([5, 3]))
    session = Session(ClagGame(3, own), 1)
    session.play_out(random_chooser(1))
    assert [row.label for row in session.standing.rows] == ["5", "3"]


@pytest.mark.rule("CLG-09")
def test_no_trumps() -> None:
    for scheme, label in ((FOSS, "no trumps"), (MCLEOD, "no trumps"), (SCORE_CARD, "nt")):
        rules = rules_of(scheme, label)
        assert (rules.trumps, rules.order, rules.nominates) == (Trumps.FIXED, (), True)
    state = deal_of(NO_TRUMPS, HANDS)
    assert state.turned is None
    assert not state.observation(0).events


@pytest.mark.rule("CLG-10")
def test_guess_em_shows_the_trump_after_the_nominations() -> None:
    assert {rules_of(FOSS, "guess 'em").trumps, rules_of(MCLEOD, "guess trumps").trumps} == {
        Trumps.HIDDEN
    }
    state = deal_of(two_cards(trumps=Trumps.HIDDEN), HANDS, "D9")
    played(state, "nominate 2, nominate 0")
    assert "turned" not in str(state.observation(1))
    played(state, "nominate 1")
    assert str(state.observation(1).events[-1]) == "turned D9"
    played(state, "play S3, play S4, play D5")
    assert state.tricks_won[2] == (0,)


@pytest.mark.rule("CLG-11")
@pytest.mark.rule("CLG-12")
@pytest.mark.rule("CLG-17")
@pytest.mark.rule("CLG-24")
@pytest.mark.parametrize(
    ("scheme", "label", "trumps", "scores"),
    [
        (FOSS, "misere no trumps", Trumps.FIXED, (-4, -2, 10)),
        (FOSS, "misere", Trumps.TURNED, (-6, -3, 10)),
        (MCLEOD, "misere", Trumps.TURNED, (-4, -2, 10)),
        (PAGAT, "misere", Trumps.TURNED, (2, 1, 10)),
        (SCORE_CARD, "m", Trumps.TURNED, (-4, -2, 10)),
        (SCORE_CARD, "mnt", Trumps.FIXED, (-4, -2, 10)),
    ],
)
def test_misere(scheme: Scheme, label: str, trumps: Trumps, scores: tuple[int, ...]) -> None:
    rules = rules_of(scheme, label)
    assert rules.trumps is trumps
    assert rules.scoring.scores([(0, 2), (1,), ()], [None] * 3, 3) == scores
    state = deal_of(replace(rules, cards=2), HANDS, "C9")
    assert state.play is not None
    assert state.nominations == (None, None, None)


@pytest.mark.rule("CLG-28")
@pytest.mark.parametrize(
    ("nominated", "tricks", "score"), [(2, 2, 12), (5, 5, 15), (3, 2, 2), (0, 1, 1), (2, 4, 4)]
)
def test_a_trick_always_counts_on_mcleods_own_page(nominated: int, tricks: int, score: int) -> None:
    for rules in PAGAT.deals:
        if rules.nominates:
            assert rules.scoring.gain(range(tricks), nominated, 7) == score


@pytest.mark.rule("CLG-28")
def test_mcleods_own_page_is_for_four_to_seven() -> None:
    assert [deal.label for deal in PAGAT.deals] == [deal.label for deal in MCLEOD.deals]
    for players in (3, 8):
        with pytest.raises(RuleError, match=r"own page\) is for 4 to 7"):
            new_game("clag", {"scheme": "pagat", "players": str(players)})
    assert parse_game("clag players=4 scheme=pagat") == ClagGame(4, PAGAT)
    assert describe(ClagGame(7, PAGAT)) == "clag players=7 scheme=pagat restricted=yes"
    assert new_game("clag", {"scheme": "mcleod", "players": "3"}) == ClagGame(3, MCLEOD)


@pytest.mark.rule("CLG-30")
def test_mcleods_blind_is_nominated_before_the_deal_so_trumps_are_not_known() -> None:
    state = deal_of(replace(rules_of(PAGAT, "blind"), cards=2), HANDS, "C9")
    assert state.observation(0).hand is None
    assert not state.observation(0).events
    played(state, "nominate 0, nominate 0, nominate 0")
    assert str(state.observation(0).events[-1]) == "turned C9"


@pytest.mark.rule("CLG-29")
def test_two_twos_of_one_trick_name_different_cards() -> None:
    rules = two_cards(twos_wild=True, twos_differ=True, trumps=Trumps.FIXED)
    assert rules_of(PAGAT, "twos wild").twos_differ
    state = deal_of(rules, ["HA S3", "H2 D4", "C2 H5"])
    played(state, "nominate 0, nominate 0, nominate 0, play HA, play H2 as HA")
    named = {action.named for action in state.legal_actions if isinstance(action, PlayAs)}
    assert len(named) == 12
    assert Card.parse("HA") not in named
    with pytest.raises(IllegalPlayError, match="must be named, as one of"):
        state.push(parse_action("play C2 as HA"))
    played(state, "play C2 as HK")
    assert state.tricks_won == ((), (0,), ())
    again = deal_of(rules, ["H2 S3", "S5 C2", "D2 H5"])
    played(again, "nominate 0, nominate 0, nominate 0, play H2 as S4, play C2 as S6, play D2 as S7")
    assert again.tricks_won == ((), (), (0,))
    # A new trick has all names.
    again = deal_of(rules, ["H2 S2", "S5 C2", "D2 H5"])
    played(again, "nominate 0, nominate 0, nominate 0, play H2 as S7, play S5, play H5")
    assert "play S2 as S7" in map(str, again.legal_actions)


@pytest.mark.rule("CLG-13")
@pytest.mark.rule("CLG-15")
def test_blind_is_nominated_before_seeing_the_hand() -> None:
    assert rules_of(FOSS, "blind") == rules_of(MCLEOD, "blind")
    state = deal_of(two_cards(look_time=LookTime.AFTER), HANDS, "C9")
    assert state.observation(0).hand is None
    assert str(state.observation(0).events[0]) == "turned C9"
    played(state, "nominate 0, nominate 0")
    assert state.observation(0).hand is None
    played(state, "nominate 0")
    assert state.observation(0).hand == Hand.of("HA", "S3")


@pytest.mark.rule("CLG-14")
@pytest.mark.rule("CLG-15")
def test_roll_em_is_played_from_the_top_unseen() -> None:
    rules = rules_of(FOSS, "roll 'em")
    assert (rules.look_time, rules.face_down, rules.trumps) == (LookTime.NEVER, True, Trumps.TURNED)
    state = deal_of(replace(rules, cards=2), ["S3 HA", "HK S4", "H2 D5"], "H9")
    assert str(state.observation(2).events[0]) == "turned H9"
    played(state, "nominate 0, nominate 0, nominate 0")
    assert list(state.legal_actions) == [PlayTop()]
    with pytest.raises(IllegalCallError, match="from the top, unseen"):
        state.push(parse_action("play S3"))
    played(state, "play top, play top, play top")
    assert [str(trick.cards[1]) for trick in state.play.tricks] == ["HK"]  # type: ignore[union-attr]
    assert state.tricks_won == ((), (0,), ())
    assert all(state.observation(seat).hand is None for seat in range(3))
    state = played(state.copy(), "play top, play top, play top")
    assert state.tricks_won == ((1,), (0,), ())
    assert state.pop() == PlayTop()


WILD = two_cards(twos_wild=True, trumps=Trumps.FIXED)


@pytest.mark.rule("CLG-18")
def test_a_two_beats_the_card_that_it_names() -> None:
    assert rules_of(MCLEOD, "twos wild").twos_wild
    state = deal_of(WILD, ["HA S3", "C2 S4", "H5 D5"])
    played(state, "nominate 0, nominate 0, nominate 0, play HA, play C2 as HA, play H5")
    assert state.tricks_won == ((), (0,), ())
    assert state.play is not None
    assert state.play.leader == 1
    lower = deal_of(WILD, ["HA S3", "C2 S4", "H5 D5"])
    played(lower, "nominate 0, nominate 0, nominate 0, play HA, play C2 as HK, play H5")
    assert lower.tricks_won == ((0,), (), ())


@pytest.mark.rule("CLG-19")
def test_a_two_must_follow_when_its_player_could() -> None:
    state = deal_of(WILD, ["HA S3", "C2 H4", "H5 D5"])
    played(state, "nominate 0, nominate 0, nominate 0, play HA")
    legal = list(state.legal_actions)
    named = {action.named.suit for action in legal if isinstance(action, PlayAs)}
    assert named == {Suit.HEARTS}
    assert len(legal) == 1 + len(Rank)
    with pytest.raises(IllegalPlayError, match="must be named, as one of"):
        state.push(parse_action("play C2 as SA"))
    with pytest.raises(IllegalPlayError, match="must be named"):
        state.push(parse_action("play C2"))
    with pytest.raises(IllegalPlayError, match="is not wild"):
        state.push(parse_action("play H4 as HA"))


@pytest.mark.rule("CLG-20")
def test_a_two_may_be_played_to_any_lead_and_is_never_owed() -> None:
    state = deal_of(WILD, ["HA S3", "H2 D4", "C2 H5"])
    played(state, "nominate 0, nominate 0, nominate 0, play HA")
    legal = [str(action) for action in state.legal_actions]
    assert "play D4" in legal
    assert len(legal) == 1 + 52
    played(state, "play H2 as HA, play C2 as HA")
    assert state.tricks_won == ((), (0,), ())
    lead = deal_of(WILD, ["H2 S3", "S5 D4", "C2 H5"])
    played(lead, "nominate 0, nominate 0, nominate 0, play H2 as S4, play S5")
    assert lead.tricks_won == ((), (), ())
    assert "play H5" in map(str, lead.legal_actions)


@pytest.mark.rule("CLG-21")
def test_aces_low() -> None:
    rules = rules_of(MCLEOD, "aces low")
    assert rules.ranks is Ranks.ACES_LOW
    state = deal_of(replace(rules, cards=2), HANDS, "C9")
    played(state, "nominate 0, nominate 0, nominate 0, play HA, play HK, play H2")
    assert state.tricks_won == ((), (0,), ())


@pytest.mark.rule("CLG-22")
def test_the_dealer_calls_trumps_before_nominations() -> None:
    rules = rules_of(MCLEOD, "dealer calls trumps")
    state = deal_of(replace(rules, cards=2), HANDS)
    assert state.turn == 2
    assert [str(call) for call in state.legal_actions] == [f"declare {suit}" for suit in Suit]
    assert state.observation(2).hand == Hand.of("H2", "D5")
    played(state, "declare D, nominate 0, nominate 0, nominate 0, play S3, play S4, play D5")
    assert state.tricks_won[2] == (0,)


@pytest.mark.rule("CLG-23")
def test_highest_number() -> None:
    rules = rules_of(MCLEOD, "highest number")
    assert not rules.nominates
    assert rules.trumps is Trumps.TURNED
    assert rules.scoring.scores([(0, 1), (2,), ()], [None] * 3, 3) == (10, 0, 0)
    assert rules.scoring.scores([(0,), (2,), ()], [None] * 3, 3) == (0, 0, 0)


@pytest.mark.rule("CLG-25")
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cards": 0}, "0 cards"),
        ({"cards": 8}, "8 cards"),
        ({"order": (Suit.CLUBS,)}, "order of suits"),
        ({"trumps": Trumps.DEALER, "look_time": LookTime.AFTER}, "dealer calls trumps"),
        ({"look_time": LookTime.NEVER}, "face down"),
        ({"face_down": True, "twos_wild": True}, "wild two"),
    ],
)
def test_rules_of_a_deal_that_contradict_each_other(changes: dict[str, object], words: str) -> None:
    with pytest.raises(RuleError, match=words):
        two_cards(**changes)
    with pytest.raises(RuleError, match="at least one deal"):
        Scheme("none", ())


@pytest.mark.rule("SCO-01")
@pytest.mark.rule("SCO-02")
def test_the_scottish_deals() -> None:
    deals = scottish().deals
    assert [deal.cards for deal in deals] == [7, 6, 5, 4, 3, 2, 1, *[7] * 4, 1, 2, 3, 4, 5, 6, 7]
    assert [d.label for d in deals[7:11]] == ["no trumps", "blind", "misere", "misere no trumps"]
    own = scottish([rules_of(MCLEOD, "aces low")])
    assert len(own.deals) == 15
    assert own.deals[7].ranks is Ranks.ACES_LOW


@pytest.mark.rule("SCO-02")
def test_the_scottish_special_deals_are_agreed_on_where_deals_are_set_up() -> None:
    names = "twos-wild,roll-em,misere,highest-number"
    game = new_game("clag", {"scheme": "scottish", "special": names})
    assert isinstance(game, ClagGame)
    labels = [deal.label for deal in game.scheme.deals[7:11]]
    assert labels == ["twos wild", "roll 'em", "misere", "highest number"]
    assert f"special={names}" in describe(game)
    assert parse_game(describe(game)) == game
    assert new_game("clag", {"scheme": "scottish"}) == ClagGame(scheme=scottish())
    for wrong in ("misere", "whist,misere,blind,blind", "", "a" * 60):
        with pytest.raises(NotationError, match="four special deals"):
            new_game("clag", {"scheme": "scottish", "special": wrong})
    with pytest.raises(RuleError, match="only the scheme scottish"):
        new_game("clag", {"special": names})
    # Schemes of one's own are no Scottish game by their names alone.
    assert special_names(SCORE_CARD) is None
    assert special_names(scottish([rules_of(MCLEOD, "aces low")])) is None


@pytest.mark.rule("SCO-03")
def test_turned_cards_say_who_bids_first_and_the_deal_rotates() -> None:
    game = ClagGame(4, scottish())
    for seed in range(30):
        standing = game.opening(seed)
        cards = FULL_PACK.shuffled(seed)[:4]
        best = max(card.rank for card in cards)
        if [card.rank for card in cards].count(best) == 1:
            assert standing.player(0) == [card.rank for card in cards].index(best)
        assert standing.player(0) == first_to_nominate(seed, 4)
        after = standing.with_deal("", [0] * 4)
        assert after.player(0) == (standing.player(0) + 1) % 4
    assert {game.opening(seed).first_dealer for seed in range(30)} == {0, 1, 2, 3}


@pytest.mark.rule("SCO-04")
@pytest.mark.rule("SCO-05")
def test_the_scottish_scoring() -> None:
    ordinary, misere = scottish().deals[0].scoring, scottish().deals[9].scoring
    assert ordinary.scores([(0, 1), (2, 3), ()], [2, 1, 0], 4) == (12, 2, 10)
    assert misere.scores([(0, 1), (2,), ()], [None] * 3, 3) == (-2, -1, 10)


@pytest.mark.rule("SCO-06")
def test_scottish_bids_may_not_add_up() -> None:
    rules = replace(scottish().deals[0], cards=2)
    state = played(deal_of(rules, HANDS, "C9"), "nominate 1, nominate 1")
    assert Nominate(0) not in state.legal_actions


@pytest.mark.parametrize(
    "text",
    [
        "call", "call X", "call HC", "call HCDD", "call H blind blind", "call H loud",
        "call H ascending descending", "nominate", "nominate x", "nominate -1", "deal 1000",
        "play H2 as", "play H2 as XX", "lead C7", "lead C7 for", "lead C7 for X", "pass 3",
    ],
)  # fmt: skip
def test_texts_that_are_no_actions_of_clag(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert caught.value.text == text
    assert 0 <= caught.value.offset <= len(text)


def test_orders_that_are_none() -> None:
    with pytest.raises(RuleError, match="not an order"):
        SetRules((Suit.CLUBS, Suit.HEARTS))


@pytest.mark.rule("CLG-27")
def test_the_deal_rotates_to_the_left() -> None:
    session = Session(ClagGame(3, FOSS), 4)
    session.play_out(random_chooser(4))
    assert [row.dealer for row in session.standing.rows[:4]] == [0, 1, 2, 0]


def test_a_deal_that_is_labelled_by_its_cards_says_so() -> None:
    game = ClagGame(3)
    facts = {fact.label: fact.text for fact in game.deal(1, game.opening()).facts(0)}
    assert facts["deal"] == "1 card"

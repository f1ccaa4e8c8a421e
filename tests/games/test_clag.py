from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clumond_solver.base.cards import Card, Hand, Rank, Suit
from clumond_solver.base.errors import (
    IllegalCallError,
    IllegalPlayError,
    NotationError,
    RecordError,
    RuleError,
)
from clumond_solver.base.packs import FULL_PACK
from clumond_solver.cli import main
from clumond_solver.coach.seating import Seating, seated_text
from clumond_solver.games.clag.calls import called_rules
from clumond_solver.games.clag.game import CallersGame, ClagGame, ClagState, first_bidder
from clumond_solver.games.clag.schemes import (
    FOSS,
    MCLEOD,
    SCHEMES,
    SCORE_CARD,
    DealRules,
    Looks,
    Ranks,
    Scheme,
    Trumps,
    ordinary_deals,
    scottish,
    special_names,
)
from clumond_solver.games.clag.score_card import ScoreCard
from clumond_solver.games.clag.scoring import Aim, DealScoring
from clumond_solver.games.registry import describe, entry, new_game, read_game, words_of
from clumond_solver.games.saved import session_text
from clumond_solver.rules.actions import (
    ChooseCards,
    Nominate,
    PlayAs,
    PlayTop,
    SetRules,
    TrickValues,
    parse_action,
)
from clumond_solver.rules.game import Row, Session, Standing
from clumond_solver.single_dummy.players import Level
from tests.all_games import random_chooser
from tests.samples import SEEDS

CARD_TEXT = (SEEDS / "clag-score-card.txt").read_text(encoding="utf-8")


def _deal(
    rules: DealRules | None, hands: Sequence[str], turned: str = "", restricted: bool = True
) -> ClagState:
    """A deal of these hands, the top of each stack first, and this card turned up after them."""
    top = [Card.parse(word) for hand in (*hands, turned) for word in hand.split()]
    rest = [card for card in FULL_PACK.cards if card not in top]
    return ClagState([*top, *rest], len(hands), rules, restricted=restricted)


def _play(state: ClagState, actions: str) -> ClagState:
    for text in actions.split(", "):
        state.push(parse_action(text))
    return state


def _rules(scheme: Scheme, label: str) -> DealRules:
    return next(deal for deal in scheme.deals if deal.label == label)


def _two(**changes: Any) -> DealRules:
    return replace(DealRules("2", 2), **changes)


HANDS = ("HA S3", "HK S4", "H2 D5")
NO_TRUMPS = _two(trumps=Trumps.FIXED)


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
    state = _play(_deal(_two(), HANDS, "C9"), "nominate 1, nominate 0")
    assert state.turn == 2
    assert list(state.legal_actions) == [Nominate(0), Nominate(2)]
    told = {fact.name: fact.text for fact in state.facts(2)}
    assert told["barred"] == "1: all nominations would add up to 2"
    assert "barred" not in {fact.name for fact in state.facts(0)}
    with pytest.raises(IllegalCallError, match="may not add up to 2, the number of cards"):
        state.push(Nominate(1))
    with pytest.raises(IllegalCallError, match="nominate 0, nominate 2"):
        state.push(Nominate(3))
    free = _play(_deal(_two(), HANDS, "C9", restricted=False), "nominate 1, nominate 0")
    assert Nominate(1) in free.legal_actions
    assert [call.tricks for call in state.copy().legal_actions if isinstance(call, Nominate)]


@pytest.mark.rule("CLG-04")
def test_eldest_leads_and_suit_is_followed() -> None:
    state = _play(_deal(NO_TRUMPS, HANDS), "nominate 1, nominate 1, nominate 1")
    assert state.turn == 0
    state.push(parse_action("play S3"))
    with pytest.raises(IllegalPlayError, match="holds spades, must follow"):
        state.push(parse_action("play HK"))
    _play(state, "play S4, play H2, play HK, play D5, play HA")
    assert state.tricks_won == ((1,), (0,), ())
    assert state.scores == (12, 12, 0)


@pytest.mark.rule("CLG-05")
@pytest.mark.rule("CLG-06")
def test_the_card_turned_up_makes_trumps_and_only_an_exact_nomination_scores() -> None:
    state = _deal(_two(), HANDS, "D9")
    assert "turned D9" in str(state.observation(0))
    _play(state, "nominate 2, nominate 0, nominate 1, play HA, play HK, play H2")
    _play(state, "play S3, play S4, play D5")
    assert state.scores == (0, 10, 12)
    assert DealScoring().scores([(0, 1), (2, 3), ()], [2, 1, 0], 4) == (14, 0, 10)


@pytest.mark.rule("CLG-07")
def test_a_scheme_of_the_library_is_shown_by_its_name() -> None:
    assert repr(ClagGame(4, MCLEOD)).startswith("ClagGame(players=4, scheme=Scheme.named('mcleod')")
    own = Scheme("own", MCLEOD.deals[:1])
    assert repr(own).startswith("Scheme('own', (DealRules(label='1', cards=1,")
    with pytest.raises(NotationError, match="no such scheme"):
        Scheme.named("own")


@pytest.mark.parametrize("scheme", [FOSS, MCLEOD, SCORE_CARD])
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
        rules = _rules(scheme, label)
        assert (rules.trumps, rules.order, rules.nominates) == (Trumps.FIXED, (), True)
    state = _deal(NO_TRUMPS, HANDS)
    assert state.turned is None
    assert not state.observation(0).events


@pytest.mark.rule("CLG-10")
def test_guess_em_shows_the_trump_after_the_nominations() -> None:
    assert {_rules(FOSS, "guess 'em").trumps, _rules(MCLEOD, "guess trumps").trumps} == {
        Trumps.HIDDEN
    }
    state = _deal(_two(trumps=Trumps.HIDDEN), HANDS, "D9")
    _play(state, "nominate 2, nominate 0")
    assert "turned" not in str(state.observation(1))
    _play(state, "nominate 1")
    assert state.observation(1).events[-1].what == "turned D9"
    _play(state, "play S3, play S4, play D5")
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
        (SCORE_CARD, "m", Trumps.TURNED, (-4, -2, 10)),
        (SCORE_CARD, "mnt", Trumps.FIXED, (-4, -2, 10)),
    ],
)
def test_misere(scheme: Scheme, label: str, trumps: Trumps, scores: tuple[int, ...]) -> None:
    rules = _rules(scheme, label)
    assert rules.trumps is trumps
    assert rules.scoring.scores([(0, 2), (1,), ()], [None] * 3, 3) == scores
    state = _deal(replace(rules, cards=2), HANDS, "C9")
    assert state.play is not None
    assert state.nominations == (None, None, None)


@pytest.mark.rule("CLG-13")
@pytest.mark.rule("CLG-15")
def test_blind_is_nominated_before_seeing_the_hand() -> None:
    assert _rules(FOSS, "blind") == _rules(MCLEOD, "blind")
    state = _deal(_two(looks=Looks.AFTER), HANDS, "C9")
    assert state.observation(0).hand is None
    assert state.observation(0).events[0].what == "turned C9"
    _play(state, "nominate 0, nominate 0")
    assert state.observation(0).hand is None
    _play(state, "nominate 0")
    assert state.observation(0).hand == Hand.of("HA", "S3")


@pytest.mark.rule("CLG-14")
@pytest.mark.rule("CLG-15")
def test_roll_em_is_played_from_the_top_unseen() -> None:
    rules = _rules(FOSS, "roll 'em")
    assert (rules.looks, rules.face_down, rules.trumps) == (Looks.NEVER, True, Trumps.TURNED)
    state = _deal(replace(rules, cards=2), ["S3 HA", "HK S4", "H2 D5"], "H9")
    assert state.observation(2).events[0].what == "turned H9"
    _play(state, "nominate 0, nominate 0, nominate 0")
    assert list(state.legal_actions) == [PlayTop()]
    with pytest.raises(IllegalCallError, match="from the top, unseen"):
        state.push(parse_action("play S3"))
    _play(state, "play top, play top, play top")
    assert [str(trick.cards[1]) for trick in state.play.tricks] == ["HK"]  # type: ignore[union-attr]
    assert state.tricks_won == ((), (0,), ())
    assert all(state.observation(seat).hand is None for seat in range(3))
    state = _play(state.copy(), "play top, play top, play top")
    assert state.tricks_won == ((1,), (0,), ())
    assert state.pop() == PlayTop()


WILD = _two(twos_wild=True, trumps=Trumps.FIXED)


@pytest.mark.rule("CLG-18")
def test_a_two_beats_the_card_that_it_names() -> None:
    assert _rules(MCLEOD, "twos wild").twos_wild
    state = _deal(WILD, ["HA S3", "C2 S4", "H5 D5"])
    _play(state, "nominate 0, nominate 0, nominate 0, play HA, play C2 as HA, play H5")
    assert state.tricks_won == ((), (0,), ())
    assert state.play is not None
    assert state.play.leader == 1
    lower = _deal(WILD, ["HA S3", "C2 S4", "H5 D5"])
    _play(lower, "nominate 0, nominate 0, nominate 0, play HA, play C2 as HK, play H5")
    assert lower.tricks_won == ((0,), (), ())


@pytest.mark.rule("CLG-19")
def test_a_two_must_follow_when_its_player_could() -> None:
    state = _deal(WILD, ["HA S3", "C2 H4", "H5 D5"])
    _play(state, "nominate 0, nominate 0, nominate 0, play HA")
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
    state = _deal(WILD, ["HA S3", "H2 D4", "C2 H5"])
    _play(state, "nominate 0, nominate 0, nominate 0, play HA")
    legal = [str(action) for action in state.legal_actions]
    assert "play D4" in legal
    assert len(legal) == 1 + 52
    _play(state, "play H2 as HA, play C2 as HA")
    assert state.tricks_won == ((), (0,), ())
    lead = _deal(WILD, ["H2 S3", "S5 D4", "C2 H5"])
    _play(lead, "nominate 0, nominate 0, nominate 0, play H2 as S4, play S5")
    assert lead.tricks_won == ((), (), ())
    assert "play H5" in map(str, lead.legal_actions)


@pytest.mark.rule("CLG-21")
def test_aces_low() -> None:
    rules = _rules(MCLEOD, "aces low")
    assert rules.ranks is Ranks.ACES_LOW
    state = _deal(replace(rules, cards=2), HANDS, "C9")
    _play(state, "nominate 0, nominate 0, nominate 0, play HA, play HK, play H2")
    assert state.tricks_won == ((), (0,), ())


@pytest.mark.rule("CLG-22")
def test_the_dealer_calls_trumps_before_nominations() -> None:
    rules = _rules(MCLEOD, "dealer calls trumps")
    state = _deal(replace(rules, cards=2), HANDS)
    assert state.turn == 2
    assert [str(call) for call in state.legal_actions] == [f"declare {suit}" for suit in Suit]
    assert state.observation(2).hand == Hand.of("H2", "D5")
    _play(state, "declare D, nominate 0, nominate 0, nominate 0, play S3, play S4, play D5")
    assert state.tricks_won[2] == (0,)


@pytest.mark.rule("CLG-23")
def test_highest_number() -> None:
    rules = _rules(MCLEOD, "highest number")
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
        ({"trumps": Trumps.DEALER, "looks": Looks.AFTER}, "dealer calls trumps"),
        ({"looks": Looks.NEVER}, "face down"),
        ({"face_down": True, "twos_wild": True}, "wild two"),
    ],
)
def test_rules_of_a_deal_that_contradict_each_other(changes: dict[str, object], words: str) -> None:
    with pytest.raises(RuleError, match=words):
        _two(**changes)
    with pytest.raises(RuleError, match="at least one deal"):
        Scheme("none", ())


@pytest.mark.rule("CLG-26")
def test_the_sample_score_card_is_accepted_but_for_one_figure() -> None:
    card = ScoreCard.parse(CARD_TEXT)
    gains = (
        "10 12 10 10 | 12 10 10 12 | 0 12 0 12 | 0 12 0 0 | 14 0 0 16 | 14 0 14 14 | 10 14 14 0 | "
        "10 0 0 0 | 14 12 0 0 | 0 12 0 0 | 0 12 0 0 | -8 -4 -2 10 | 10 10 -2 -12 | 0 10 0 0 | "
        "0 16 12 0 | 12 14 12 0 | 0 12 0 0 | 10 10 0 0 | 10 10 0 0 | 10 10 12 10"
    )
    assert " | ".join(" ".join(map(str, gain)) for gain in card.gains) == gains
    (only,) = card.check(SCORE_CARD, restricted=False)
    assert (only.deal, only.label, only.player) == (8, "nt", "Craig")
    assert "+10 does not follow from a nomination of 1" in str(only)
    restricted = card.check(SCORE_CARD)
    assert [found.deal for found in restricted] == [1, 2, 3, 8, 15, 18, 20]
    assert ScoreCard.parse(str(card)) == card


@pytest.mark.rule("CLG-26")
@pytest.mark.parametrize("name", SCHEMES)
def test_cards_of_played_games_hold_and_forged_ones_do_not(name: str) -> None:
    scheme = SCHEMES[name]
    for seed in range(12):
        session = Session(ClagGame(4, scheme), seed)
        session.play_out(random_chooser(seed))
        card = ScoreCard.of(session.standing, ["Ann", "Ben", "Cas", "Dee"])
        assert card.check(scheme) == ()
        assert ScoreCard.parse(str(card)) == card
        deal = seed % len(card.rows)
        row = card.rows[deal]
        forged = replace(row, totals=(row.totals[0] + 1, *row.totals[1:]))
        rows = (*card.rows[:deal], forged, *card.rows[deal + 1 :])
        assert ScoreCard(card.players, rows).check(scheme)


@pytest.mark.rule("CLG-26")
def test_the_running_card_of_a_session_is_written_and_verified_by_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session, choose = Session(new_game("clag", {"scheme": "score-card"}), 5), random_chooser(5)
    while session.standing.deals < 9:
        session.push(choose(session.state))
    saved, card = tmp_path / "mine.session", tmp_path / "card.txt"
    saved.write_text(session_text(session), encoding="utf-8")
    command = ["--game", "clag", "card", str(saved)]
    assert main([*command, "--names", "Ann,Ben,Cas,Dee"]) == 0
    card.write_text(capsys.readouterr().out, encoding="utf-8")
    read = ScoreCard.parse(card.read_text(encoding="utf-8"))
    assert read.players == ("Ann", "Ben", "Cas", "Dee")
    assert read.rows[-1].totals == session.standing.totals
    assert main(["--game", "clag", "verify", str(card), "--scheme", "score-card"]) == 0
    assert "the card is right" in capsys.readouterr().out
    assert main(command) == 0
    assert capsys.readouterr().out.startswith("deal: player 0 | player 1")
    seating = Seating(("You", "Bo", "Cy", "Di"), (Level.MEDIUM,) * 4)
    saved.write_text(seated_text(session, seating), encoding="utf-8")
    assert main(command) == 0
    assert re.match(r"deal: +You \| +Bo \| +Cy \| +Di\n", capsys.readouterr().out)
    with pytest.raises(SystemExit):
        main(["--game", "clubs", "card", str(saved)])
    assert "invalid choice: 'card'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["", " ", "A|B", "A\nB"])
def test_names_that_would_break_a_score_card_are_refused(name: str) -> None:
    with pytest.raises(RuleError, match="cannot stand on a score card"):
        ScoreCard.of(Standing((0, 0, 0)), ["Ann", name, "Cas"])


@pytest.mark.rule("CLG-26")
def test_the_sample_card_that_is_shipped_has_one_finding(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["--game", "clag", "verify", str(SEEDS / "clag-score-card.txt")]
    assert main([*command, "--scheme", "score-card", "--restricted", "no"]) == 1
    found, count = capsys.readouterr().out.splitlines()
    assert found == "deal 8 (nt), Craig: +10 does not follow from a nomination of 1"
    assert count == "1 finding"


@pytest.mark.rule("CLG-26")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2: 10 0 | 10 0 | 10 0", "the scheme has the deal 1 here"),
        ("1: 10 0 | 10 0 | 10 0", "no sharing-out of the 1 tricks"),
        ("1: 10 0 | 10 - | 0 0", "a nomination is missing"),
        ("1: 10 0 | 0 2 | 10 0", "a nomination of 2 tricks with 1 cards"),
        ("1: 11 0 | 0 0 | 10 0", "+11 does not follow from a nomination of 0"),
    ],
)
def test_what_a_card_check_finds(text: str, found: str) -> None:
    findings = ScoreCard.parse(f"deal: Ann | Ben | Cas\n{text}").check(FOSS)
    assert any(found in str(finding) for finding in findings)


@pytest.mark.rule("CLG-26")
def test_card_checks_of_deals_without_nominations_and_beyond_the_end() -> None:
    most = Scheme("most", (_rules(MCLEOD, "highest number"),))

    def check(row: str) -> str:
        return str(ScoreCard.parse(f"deal: Ann | Ben | Cas\nhighest number: {row}").check(most))

    assert check("10 - | 0 - | 0 -") == check("0 - | 0 - | 0 -") == "()"
    assert "cannot both" in check("10 - | 10 - | 0 -")
    assert "only the most tricks score" in check("7 - | 0 - | 0 -")
    assert "stands where nobody nominates" in check("10 1 | 0 - | 0 -")
    single = replace(_rules(MCLEOD, "highest number"), cards=1)
    card = ScoreCard.parse("deal: Ann | Ben | Cas\nhighest number: 0 - | 0 - | 0 -")
    assert "the only trick" in str(card.check(Scheme("one", (single,))))
    twice = ScoreCard(card.players, card.rows * 2)
    assert "has only 1 deals" in str(twice.check(Scheme("one", (single,)))[0])


@pytest.mark.rule("CLG-26")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("\n\n", 1),
        ("Ann | Ben | Cas", 1),
        ("deal: Ann | Ben", 1),
        ("deal: Ann | | Cas", 1),
        ("deal: Ann | Ben | Cas\n\n1 10 0 | 10 0 | 0 0", 3),
        ("deal: Ann | Ben | Cas\n1: 10 0 | 10 0", 2),
        ("deal: Ann | Ben | Cas\n1: 10 0 | 10 0 | 0 x", 2),
        ("deal: Ann | Ben | Cas\n1: 10 0 | 10 0 | 0 0\n2: 10", 3),
        (f"deal: Ann | Ben | Cas\n1: 10 0 | {'9' * 5000} 0 | 0 0", 2),
        (f"deal: Ann | Ben | Cas\n1: 10 0 | 10 {'9' * 5000} | 0 0", 2),
    ],
)
def test_cards_that_cannot_be_read(text: str, line: int) -> None:
    with pytest.raises(RecordError) as caught:
        ScoreCard.parse(text)
    assert caught.value.line == line
    with pytest.raises(RuleError, match="2 names for 3 players"):
        ScoreCard.of(Standing((0, 0, 0)), ["Ann", "Ben"])


def _called(call: str, hands: Sequence[str] = HANDS, turned: str = "") -> ClagState:
    """A deal by the Caller's rules; the hands have as many cards as the dealer chooses."""
    state = _deal(None, hands, turned)
    state.push(ChooseCards(len(hands[0].split())))
    state.push(parse_action(call))
    return state


RAF_HANDS = ("HA S3 C4", "HK S4 C5", "H2 D5 C6")


@pytest.mark.rule("RAF-01")
@pytest.mark.rule("RAF-03")
def test_the_dealer_chooses_the_cards_and_the_caller_the_rules() -> None:
    state = ClagState(FULL_PACK.shuffled(1), 4, None, caller=2)
    assert state.turn == 3
    assert [str(call) for call in state.legal_actions] == [f"deal {n}" for n in range(3, 8)]
    assert state.observation(2).hand is None
    state.push(ChooseCards(5))
    assert state.turn == 2
    assert len(state.observation(2).hand or ()) == 5
    assert len(set(state.legal_actions)) == 29 * 2 * 2 * 2 * 3
    with pytest.raises(IllegalCallError, match="may be call NT"):
        state.push(Nominate(1))


@pytest.mark.rule("RAF-03")
def test_every_combination_of_the_callers_options_can_be_played() -> None:
    start = ClagState(FULL_PACK.shuffled(7), 3, None)
    start.push(ChooseCards(3))
    for number, call in enumerate(start.legal_actions):
        assert isinstance(call, SetRules)
        assert parse_action(str(call)) == call
        state = start.copy()
        state.push(call)
        choose = random_chooser(number)
        while not state.is_over:
            state.push(choose(state))
        assert state.rules == called_rules(call, 3)
        assert len(state.scores) == 3


def test_rules_called_again_are_for_the_cards_chosen_again() -> None:
    state = CallersGame(3).deal(1, CallersGame(3).opening())
    for cards in (3, 5, 3):
        state.push(ChooseCards(cards))
        state.push(state.legal_actions[7])
        assert state.rules is not None
        assert state.rules.cards == cards
        state.pop()
        assert state.rules is None
        state.pop()


@pytest.mark.rule("RAF-02")
def test_the_winner_of_a_deal_calls_the_next() -> None:
    game = CallersGame(4)
    standing = game.opening()
    assert game.caller(standing) == standing.player(0) == 1
    standing = standing.with_deal("", [0, 12, 14, 14])
    assert standing.rows[0].gains == (14, 0, 12, 14)
    # Players 0 and 3 tie; the last Caller was 1, to whose left 2 sits, then 3, then 0.
    assert game.caller(standing) == 3
    standing = standing.with_deal("", [0, 0, 0, 0])
    # All tie: whoever sits to the left of Caller 3.
    assert game.caller(standing) == 0
    assert game.deal(1, standing).caller == standing.seat(0)


@pytest.mark.rule("RAF-04")
def test_the_caller_names_trumps_or_none() -> None:
    trumps = _play(_called("call D", RAF_HANDS), "nominate 0, nominate 0, nominate 0, play S3")
    _play(trumps, "play S4, play D5")
    assert trumps.tricks_won[2] == (0,)
    plain = _play(_called("call NT", RAF_HANDS), "nominate 0, nominate 0, nominate 0, play S3")
    _play(plain, "play S4, play D5")
    assert plain.tricks_won[1] == (0,)
    assert trumps.turned is None


@pytest.mark.rule("RAF-05")
@pytest.mark.parametrize(("order", "winner"), [("HCDS", 2), ("SDCH", 0), ("DHSC", 1)])
def test_precedence(order: str, winner: int) -> None:
    hands = ("S3 SA CA", "D4 DA C2", "H5 HA C3")
    state = _play(_called(f"call {order}", hands), "nominate 0, nominate 0, nominate 0")
    state.push(parse_action("play S3"))
    assert "play D4" in map(str, state.legal_actions)
    _play(state, "play D4, play H5")
    assert state.tricks_won[winner] == (0,)


@pytest.mark.rule("RAF-05")
def test_precedence_does_not_lift_the_duty_to_follow() -> None:
    state = _play(_called("call SDCH", RAF_HANDS), "nominate 0, nominate 0, nominate 0, play C4")
    with pytest.raises(IllegalPlayError, match="must follow"):
        state.push(parse_action("play S4"))


@pytest.mark.rule("RAF-06")
def test_nuloss_reverses_the_ranks() -> None:
    state = _called("call NT nuloss", RAF_HANDS)
    _play(state, "nominate 0, nominate 0, nominate 0, play HA, play HK, play H2")
    assert state.tricks_won[2] == (0,)
    assert state.rules is not None
    assert state.rules.ranks.ascending[0] is Rank.ACE
    assert state.rules.ranks.ascending[-1] is Rank.TWO


@pytest.mark.rule("RAF-07")
def test_a_blind_hand_is_played_from_the_top_of_a_hand_once_seen() -> None:
    state = _called("call NT blind", RAF_HANDS)
    assert state.observation(0).hand == Hand.of("HA", "S3", "C4")
    _play(state, "nominate 0, nominate 0, nominate 0, play top, play top, play top")
    assert state.tricks_won[0] == (0,)
    assert state.observation(0).hand == Hand.of("S3", "C4")
    assert list(state.legal_actions) == [PlayTop()]


@pytest.mark.rule("RAF-08")
@pytest.mark.rule("RAF-09")
@pytest.mark.parametrize(
    ("values", "scores"),
    [
        (TrickValues.PLAIN, (14, 0, 0)),
        (TrickValues.ASCENDING, (10 + 2 + 6, 0, 0)),
        (TrickValues.DESCENDING, (10 + 8 + 4, 0, 0)),
    ],
)
def test_madness(values: TrickValues, scores: tuple[int, ...]) -> None:
    rules = called_rules(SetRules(values=values), 4)
    assert rules.scoring.scores([(0, 2), (1,), (3,)], [2, 0, 0], 4) == scores


@pytest.mark.rule("RAF-10")
@pytest.mark.parametrize(
    ("call", "scores"),
    [
        ("call NT misere", (-4, -4, 10)),
        ("call NT misere ascending", (-2 - 6, -4 - 8, 10)),
        ("call NT misere descending", (-8 - 4, -6 - 2, 10)),
    ],
)
def test_a_called_misere(call: str, scores: tuple[int, ...]) -> None:
    set_rules = parse_action(call)
    assert isinstance(set_rules, SetRules)
    rules = called_rules(set_rules, 4)
    assert rules.scoring.aim is Aim.NONE
    assert not rules.nominates
    assert rules.scoring.scores([(0, 2), (1, 3), ()], [None] * 3, 4) == scores


@pytest.mark.rule("RAF-11")
def test_nominations_of_a_called_deal_may_not_add_up() -> None:
    state = _play(_called("call S", RAF_HANDS), "nominate 2, nominate 0")
    assert Nominate(1) not in state.legal_actions


@pytest.mark.rule("RAF-12")
def test_the_number_of_called_deals_is_agreed() -> None:
    assert CallersGame().hands == 12
    session = Session(CallersGame(3, hands=5), 3)
    session.play_out(random_chooser(3))
    assert session.standing.deals == 5
    with pytest.raises(RuleError, match="0 deals"):
        CallersGame(hands=0)


@pytest.mark.rule("RAF-08")
def test_the_table_says_what_the_tricks_of_a_madness_are_worth() -> None:
    for values, told in ((TrickValues.ASCENDING, "2, 4, 6"), (TrickValues.DESCENDING, "6, 4, 2")):
        state = _deal(
            called_rules(SetRules(values=values), 3), ["SA SK SQ", "HA HK HQ", "C2 C3 C4"]
        )
        facts = {fact.name: fact.text for fact in state.facts(0)}
        assert facts[f"{values} madness"] == f"tricks are worth {told}"


@pytest.mark.rule("RAF-09")
def test_tricks_may_count_with_a_failed_nomination_too() -> None:
    for failed_tricks in (False, True):
        game = new_game("clag", {"scheme": "raf", "failed_tricks": failed_tricks})
        assert read_game(describe(game)) == game
        session, choose = Session(game, 3), random_chooser(3)
        seen = set()
        while not session.is_finished:
            state = session.state
            session.push(choose(state))
            if state.is_over and state.rules.scoring.aim is Aim.EXACT:
                for seat, said in enumerate(state.nominations):
                    won = state.tricks_won[seat]
                    worth = state.rules.scoring.value_of(won, state.rules.cards)
                    exact = 10 + worth if len(won) == said else worth if failed_tricks else 0
                    assert state.scores[seat] == exact
                    seen.add(bool(worth) and len(won) != said)
        assert seen == {False, True}
    with pytest.raises(RuleError, match="raf only"):
        new_game("clag", {"failed_tricks": True})


@pytest.mark.rule("SCO-01")
@pytest.mark.rule("SCO-02")
def test_the_scottish_deals() -> None:
    deals = scottish().deals
    assert [deal.cards for deal in deals] == [7, 6, 5, 4, 3, 2, 1, *[7] * 4, 1, 2, 3, 4, 5, 6, 7]
    assert [d.label for d in deals[7:11]] == ["no trumps", "blind", "misere", "misere no trumps"]
    own = scottish([_rules(MCLEOD, "aces low")])
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
    assert read_game(describe(game)) == game
    assert new_game("clag", {"scheme": "scottish"}) == ClagGame(scheme=scottish())
    for wrong in ("misere", "whist,misere,blind,blind", "", "a" * 60):
        with pytest.raises(NotationError, match="four special deals"):
            new_game("clag", {"scheme": "scottish", "special": wrong})
    with pytest.raises(RuleError, match="only the scheme scottish"):
        new_game("clag", {"special": names})
    # Schemes of one's own are no Scottish game by their names alone.
    assert special_names(SCORE_CARD) is None
    assert special_names(scottish([_rules(MCLEOD, "aces low")])) is None


@pytest.mark.rule("SCO-03")
def test_turned_cards_say_who_bids_first_and_the_deal_rotates() -> None:
    game = ClagGame(4, scottish())
    for seed in range(30):
        standing = game.opening(seed)
        cards = FULL_PACK.shuffled(seed)[:4]
        best = max(card.rank for card in cards)
        if [card.rank for card in cards].count(best) == 1:
            assert standing.player(0) == [card.rank for card in cards].index(best)
        assert standing.player(0) == first_bidder(seed, 4)
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
    state = _play(_deal(rules, HANDS, "C9"), "nominate 1, nominate 1")
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
    with pytest.raises(RuleError, match="no order"):
        SetRules((Suit.CLUBS, Suit.HEARTS))


@pytest.mark.rule("CLG-27")
def test_the_deal_rotates_to_the_left() -> None:
    session = Session(ClagGame(3, FOSS), 4)
    session.play_out(random_chooser(4))
    assert [row.dealer for row in session.standing.rows[:4]] == [0, 1, 2, 0]

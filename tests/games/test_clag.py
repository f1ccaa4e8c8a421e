"""Clag by its schemes of deals and by the Caller's rules; score cards."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from clumond_solver.base.cards import FULL_PACK, Suit
from clumond_solver.base.errors import IllegalCallError, NotationError, RecordError, RuleError
from clumond_solver.cli import main
from clumond_solver.coach.seating import Seating, seated_text
from clumond_solver.games.clag.game import (
    CallersGame,
    ClagGame,
    ClagState,
    cards_turned,
    first_to_nominate,
)
from clumond_solver.games.clag.schemes import (
    FOSS,
    MCLEOD,
    PAGAT,
    SCHEMES,
    SCORE_CARD,
    DealAim,
    DealRules,
    LookTime,
    Ranks,
    Scheme,
    Trumps,
    called_rules,
    ordinary_deals,
    scottish,
    special_names,
)
from clumond_solver.games.clag.score_card import ScoreCard
from clumond_solver.games.registry import describe, entry, new_game, parse_game, words_of
from clumond_solver.games.sessions import Session
from clumond_solver.rules.actions import ChooseCards, Nominate, SetRules, TrickValues, parse_action
from clumond_solver.rules.game import Row, Standing
from clumond_solver.rules.states import FactKind
from clumond_solver.single_dummy.level_names import Level
from tests.all_games import random_chooser
from tests.games.clag_deals import HANDS, deal_of, played, rules_of, two_cards
from tests.samples import SEEDS


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


@pytest.mark.rule("CLG-03")
def test_the_dealer_is_told_which_nomination_is_barred() -> None:
    state = played(deal_of(two_cards(), HANDS, "C9"), "nominate 1, nominate 0")
    barred = {fact.kind: fact.text for fact in state.facts(2)}[FactKind.BARRED_NOMINATION]
    assert barred == "1 (all nominations would add up to 2)"
    assert FactKind.BARRED_NOMINATION not in {fact.kind for fact in state.facts(0)}
    assert state.copy().legal_actions == state.legal_actions


@pytest.mark.parametrize(
    ("scheme", "label", "fields"),
    [
        ("foss", "no trumps", {"trumps": Trumps.FIXED, "order": (), "nominates": True}),
        ("mcleod", "no trumps", {"trumps": Trumps.FIXED, "order": (), "nominates": True}),
        ("score-card", "nt", {"trumps": Trumps.FIXED, "order": (), "nominates": True}),
        ("foss", "guess 'em", {"trumps": Trumps.HIDDEN}),
        ("mcleod", "guess trumps", {"trumps": Trumps.HIDDEN}),
        ("pagat", "twos wild", {"twos_wild": True, "twos_differ": True}),
        ("mcleod", "twos wild", {"twos_wild": True, "twos_differ": False}),
        ("foss", "blind", {"look_time": LookTime.AFTER, "trumps": Trumps.TURNED}),
        ("mcleod", "blind", {"look_time": LookTime.AFTER, "trumps": Trumps.TURNED}),
        ("foss", "roll 'em", {"look_time": LookTime.NEVER, "face_down": True}),
        ("mcleod", "aces low", {"ranks": Ranks.ACES_LOW}),
        ("mcleod", "dealer calls trumps", {"trumps": Trumps.DEALER}),
    ],
)
def test_the_rules_of_special_deals(scheme: str, label: str, fields: dict[str, object]) -> None:
    rules = rules_of(Scheme.named(scheme), label)
    assert {name: getattr(rules, name) for name in fields} == fields


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


@pytest.mark.rule("CLG-08", "CLG-16", "CLG-25")
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
    assert [label.partition(" (")[0] for label in middle(SCORE_CARD)] == [
        "nt", "bt", "hb", "b", "m", "mnt",
    ]  # fmt: skip
    own = Scheme("two hands", ordinary_deals([5, 3]))
    session = Session(ClagGame(3, own), 1)
    session.play_out(random_chooser(1))
    assert [row.label for row in session.standing.rows] == ["5", "3"]


def _called(words: str) -> DealRules:
    call = parse_action(words)
    assert isinstance(call, SetRules)
    return called_rules(call, 4)


# A deal's rules, the tricks that each seat won, what was nominated, and the scores.
SCORED: list[tuple[DealRules, tuple[tuple[int, ...], ...], list[int] | None, tuple[int, ...]]] = [
    (two_cards(), ((0, 1), (2, 3), ()), [2, 1, 0], (14, 0, 10)),
    (rules_of(FOSS, "misere no trumps"), ((0, 2), (1,), ()), None, (-4, -2, 10)),
    (rules_of(FOSS, "misere"), ((0, 2), (1,), ()), None, (-6, -3, 10)),
    (rules_of(MCLEOD, "misere"), ((0, 2), (1,), ()), None, (-4, -2, 10)),
    (rules_of(PAGAT, "misere"), ((0, 2), (1,), ()), None, (2, 1, 10)),
    (rules_of(SCORE_CARD, "m"), ((0, 2), (1,), ()), None, (-4, -2, 10)),
    (rules_of(SCORE_CARD, "mnt"), ((0, 2), (1,), ()), None, (-4, -2, 10)),
    (rules_of(MCLEOD, "highest number"), ((0, 1), (2,), ()), None, (10, 0, 0)),
    (rules_of(MCLEOD, "highest number"), ((0,), (2,), ()), None, (0, 0, 0)),
    (scottish().deals[0], ((0, 1), (2, 3), ()), [2, 1, 0], (12, 2, 10)),
    (scottish().deals[9], ((0, 1), (2,), ()), None, (-2, -1, 10)),
    (_called("call NT"), ((0, 2), (1,), (3,)), [2, 0, 0], (14, 0, 0)),
    (_called("call NT ascending"), ((0, 2), (1,), (3,)), [2, 0, 0], (10 + 2 + 6, 0, 0)),
    (_called("call NT descending"), ((0, 2), (1,), (3,)), [2, 0, 0], (10 + 8 + 4, 0, 0)),
    (_called("call NT misere"), ((0, 2), (1, 3), ()), None, (-4, -4, 10)),
    (_called("call NT misere ascending"), ((0, 2), (1, 3), ()), None, (-2 - 6, -4 - 8, 10)),
    (_called("call NT misere descending"), ((0, 2), (1, 3), ()), None, (-8 - 4, -6 - 2, 10)),
]


@pytest.mark.rule("CLG-06", "CLG-11", "CLG-12", "CLG-17", "CLG-23", "CLG-24")
@pytest.mark.rule("SCO-04", "SCO-05", "RAF-08", "RAF-09", "RAF-10")
@pytest.mark.parametrize(("rules", "won", "said", "scores"), SCORED)
def test_what_a_deal_is_worth(
    rules: DealRules,
    won: tuple[tuple[int, ...], ...],
    said: list[int] | None,
    scores: tuple[int, ...],
) -> None:
    assert rules.nominates is (said is not None)
    assert rules.scoring.scores(won, said or [None] * 3, sum(map(len, won))) == scores


@pytest.mark.parametrize(
    ("scheme", "label", "trumps"),
    [
        (FOSS, "misere no trumps", Trumps.FIXED),
        (SCORE_CARD, "mnt", Trumps.FIXED),
        *((scheme, "misere", Trumps.TURNED) for scheme in (FOSS, MCLEOD, PAGAT)),
        (SCORE_CARD, "m", Trumps.TURNED),
        (MCLEOD, "highest number", Trumps.TURNED),
    ],
)
def test_deals_without_nominations(scheme: Scheme, label: str, trumps: Trumps) -> None:
    rules = rules_of(scheme, label)
    assert rules.trumps is trumps
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


@pytest.mark.rule("SCO-01", "SCO-02")
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
        assert standing.player(0) == first_to_nominate(standing.turned, 4)
        assert standing.turned == cards_turned(seed, 4)
        after = standing.with_deal("", [0] * 4)
        assert after.player(0) == (standing.player(0) + 1) % 4
    assert {game.opening(seed).first_dealer for seed in range(30)} == {0, 1, 2, 3}


@pytest.mark.rule("SCO-03")
def test_the_cards_turned_to_begin_are_shown_in_the_first_deal_only() -> None:
    game = ClagGame(4, scottish())
    standing = game.opening(3)
    facts = {fact.label: fact.by_seat for fact in game.deal(1, standing).facts(0)}
    by_player = {player: card.pretty() for player, card in standing.turned}
    assert facts["turned to begin"] == tuple(by_player[standing.player(seat)] for seat in range(4))
    assert facts["turned to begin"][0] == "♠J"
    later = game.deal(1, standing.with_deal("", [0] * 4)).facts(0)
    assert "turned to begin" not in {fact.label for fact in later}
    saved = Session.parse(str(Session(game, 5)))
    assert saved.standing.turned == Session(game, 5).standing.turned
    assert Session(game, 5, first_dealer=(saved.standing.dealer + 1) % 4).standing.turned == ()


def test_a_card_with_the_labels_as_printed_is_checked() -> None:
    text = Path("seeds/clag-score-card.txt").read_text("utf-8")
    printed = text.replace("bt:", "bt (blind trumps):").replace("hb:", "half blind:")
    [only] = ScoreCard.parse(printed).check(SCORE_CARD, restricted=False)
    assert (only.label, only.player) == ("nt", "Craig")


def test_a_deal_with_another_label_is_checked_as_far_as_it_can_be() -> None:
    """By the rules of the scheme's deal of that name, or else of the deal at its place."""
    text = Path("seeds/clag-score-card.txt").read_text("utf-8")
    card = ScoreCard.parse(text.replace("nt:", "grand:", 1).replace("m:", "grand slam:", 1))
    found = [(each.deal, each.player) for each in card.check(SCORE_CARD, restricted=False)]
    assert found == [(8, None), (8, "Craig"), (12, None)]
    swapped = ScoreCard.parse(
        "deal: Ann | Ben | Cas\n2: 10 0 | 12 1 | 10 0\n1: 24 2 | 12 0 | 20 0\n"
    )
    reasons = [each.reason for each in swapped.check(FOSS, restricted=False)]
    assert reasons[0] == "the scheme has the deal 1 here"
    assert "no sharing-out of the 2 tricks gives these gains" in reasons


def test_orders_that_are_none() -> None:
    with pytest.raises(RuleError, match="not an order"):
        SetRules((Suit.CLUBS, Suit.HEARTS))


def test_a_deal_that_is_labelled_by_its_cards_says_so() -> None:
    game = ClagGame(3)
    facts = {fact.label: fact.text for fact in game.deal(1, game.opening()).facts(0)}
    assert facts["deal"] == "1 card"


# Clag by the Royal Air Force rules: the Caller sets the rules of a deal.


@pytest.mark.rule("RAF-01", "RAF-03")
def test_the_dealer_chooses_the_cards_and_the_caller_the_rules() -> None:
    state = ClagState(FULL_PACK.shuffled(1), 4, None, caller=2)
    assert state.turn == 3
    assert [str(call) for call in state.legal_actions] == [f"deal {n}" for n in range(3, 8)]
    assert state.observation(2).hand is None
    state.push(ChooseCards(5))
    assert state.turn == 2
    assert len(state.observation(2).hand or ()) == 5
    assert len(set(state.legal_actions)) == 29 * 2 * 2 * 2 * 3
    with pytest.raises(IllegalCallError, match=r"not a legal call \(call NT, call NT ascending"):
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
        state = deal_of(
            called_rules(SetRules(values=values), 3), ["SA SK SQ", "HA HK HQ", "C2 C3 C4"]
        )
        facts = {fact.label: fact.text for fact in state.facts(0)}
        assert facts[f"{values} madness"] == f"tricks are worth {told}"


@pytest.mark.rule("RAF-09")
def test_tricks_may_count_with_a_failed_nomination_too() -> None:
    for failed_tricks in (False, True):
        game = new_game("clag", {"scheme": "raf", "failed_tricks": failed_tricks})
        assert parse_game(describe(game)) == game
        session, choose = Session(game, 3), random_chooser(3)
        seen = set()
        while not session.is_finished:
            state = session.state
            session.push(choose(state))
            if state.is_over and state.rules.scoring.aim is DealAim.EXACT:
                for seat, said in enumerate(state.nominations):
                    won = state.tricks_won[seat]
                    worth = state.rules.scoring.value_of(won, state.rules.cards)
                    exact = 10 + worth if len(won) == said else worth if failed_tricks else 0
                    assert state.scores[seat] == exact
                    seen.add(bool(worth) and len(won) != said)
        assert seen == {False, True}
    with pytest.raises(RuleError, match="raf only"):
        new_game("clag", {"failed_tricks": True})


CARD_TEXT = (SEEDS / "clag-score-card.txt").read_text(encoding="utf-8")


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
    saved.write_text(str(session), encoding="utf-8")
    command = ["--game", "clag", "card", str(saved)]
    assert main([*command, "--names", "Ann,Ben,Cas,Dee"]) == 0
    card.write_text(capsys.readouterr().out, encoding="utf-8")
    read = ScoreCard.parse(card.read_text(encoding="utf-8"))
    assert read.players == ("Ann", "Ben", "Cas", "Dee")
    assert read.rows[-1].totals == session.standing.totals
    assert main(["--game", "clag", "verify", str(card), "--scheme", "score-card"]) == 0
    assert "the card is right" in capsys.readouterr().out
    assert main(command) == 0
    assert capsys.readouterr().out.startswith("deal:              player 0 | player 1")
    seating = Seating(("You", "Bo", "Cy", "Di"), (Level.MEDIUM,) * 4)
    saved.write_text(seated_text(session, seating), encoding="utf-8")
    assert main(command) == 0
    assert re.match(r"deal: +You \| +Bo \| +Cy \| +Di\n", capsys.readouterr().out)


@pytest.mark.parametrize("name", ["", " ", "A|B", "A\nB"])
def test_names_that_would_break_a_score_card_are_refused(name: str) -> None:
    with pytest.raises(RuleError, match="cannot be written on a score card"):
        ScoreCard.of(Standing((0, 0, 0)), ["Ann", name, "Cas"])


@pytest.mark.rule("CLG-26")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2: 10 0 | 10 0 | 10 0", "the scheme has the deal 1 here"),
        ("1: 10 0 | 10 0 | 10 0", "no sharing-out of the 1 tricks"),
        ("1: 10 0 | 10 - | 0 0", "a nomination is missing"),
        ("1: 10 0 | 0 2 | 10 0", "a nomination of 2 tricks with 1 card"),
        ("1: 11 0 | 0 0 | 10 0", "+11 does not follow from a nomination of 0"),
    ],
)
def test_what_a_card_check_finds(text: str, found: str) -> None:
    findings = ScoreCard.parse(f"deal: Ann | Ben | Cas\n{text}").check(FOSS)
    assert any(found in str(finding) for finding in findings)


@pytest.mark.rule("CLG-26")
def test_card_checks_of_deals_without_nominations_and_beyond_the_end() -> None:
    most = Scheme("most", (rules_of(MCLEOD, "highest number"),))

    def check(row: str) -> str:
        return str(ScoreCard.parse(f"deal: Ann | Ben | Cas\nhighest number: {row}").check(most))

    assert check("10 - | 0 - | 0 -") == check("0 - | 0 - | 0 -") == "()"
    assert "cannot both" in check("10 - | 10 - | 0 -")
    assert "only the most tricks score" in check("7 - | 0 - | 0 -")
    assert "in a deal in which nobody nominates" in check("10 1 | 0 - | 0 -")
    single = replace(rules_of(MCLEOD, "highest number"), cards=1)
    card = ScoreCard.parse("deal: Ann | Ben | Cas\nhighest number: 0 - | 0 - | 0 -")
    assert "the only trick" in str(card.check(Scheme("one", (single,))))
    twice = ScoreCard(card.players, card.rows * 2)
    assert "has only 1 deals" in str(twice.check(Scheme("one", (single,)))[0])


@pytest.mark.rule("CLG-26")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"deal: Ann | Ben | Cas\n1: 10 0 | {'9' * 5000} 0 | 0 0", 2),
        (f"deal: Ann | Ben | Cas\n1: 10 0 | 10 {'9' * 5000} | 0 0", 2),
    ],
)
def test_numbers_too_long_for_a_card_are_refused(text: str, line: int) -> None:
    with pytest.raises(RecordError) as caught:
        ScoreCard.parse(text)
    assert caught.value.line == line
    with pytest.raises(RuleError, match="2 names for 3 players"):
        ScoreCard.of(Standing((0, 0, 0)), ["Ann", "Ben"])

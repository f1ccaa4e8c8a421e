"""Players who signal by the author's conventions, and read partner's cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from clumond_solver._core.single_dummy.clumond_tree_search import likely_deals
from clumond_solver.base.cards import Card, Hand, Suit
from clumond_solver.base.errors import RuleError
from clumond_solver.coach.hints import hint
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.game import ClumondGame, ClumondState
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.signals import Convention, SignalKind, signal_card
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import seat_knowledge
from clumond_solver.results import Choice
from clumond_solver.results.search_results import ActionValue
from clumond_solver.rules.actions import PlayCard
from clumond_solver.single_dummy.clumond import signalling
from clumond_solver.single_dummy.clumond.card_choice import choose_card
from clumond_solver.single_dummy.clumond.signalling import with_signal
from clumond_solver.single_dummy.levels import FULL, Style

# Forehand has seven hearts, middlehand two; rearhand declares spades.
DEAL = "F:K8.A876532.Q32.A984 J965.K9.AJ964.K7632 AQ7432.QJ4.K875.QJ5"
SIGNALS = replace(FULL, signals=Convention.AUTHOR)


def view_after(cards: str, *, signals: str = "none", deal: str = DEAL) -> ClumondView:
    """What the seat to play sees after these cards, at a table with these signals."""
    state = ClumondState(ClumondGame(signals=Convention(signals)), Deal.parse(deal))
    for action in ("pass", "pass", "declare S", *cards.split()):
        state.push(action)
    return ClumondView.of(state)


def rated(view: ClumondView, chosen: str, worth: dict[str, float]) -> Choice[PlayCard]:
    """A choice of a card, in which all are worth a half but those named."""
    legal = [action for action in view.legal_actions if isinstance(action, PlayCard)]
    values = {it: ActionValue(9, worth.get(str(it.card), 0.5)) for it in legal}
    return Choice(PlayCard(Card.parse(chosen)), values, 9)


def given(cards: str, chosen: str, **worth: float) -> str:
    view = view_after(cards)
    return str(with_signal(rated(view, chosen, worth), view).card)


@pytest.mark.rule("SIG-01", "SIG-02")
def test_the_opening_lead_is_the_lowest_of_an_odd_longest_suit() -> None:
    assert given("", "C9") == "H2"


@pytest.mark.rule("SIG-02")
def test_partner_answers_an_even_number_with_his_highest() -> None:
    assert given("H2", "H9") == "HK"


@pytest.mark.rule("SIG-02")
def test_a_defender_shows_his_length_when_declarer_leads() -> None:
    """Declarer has the lead, and leads clubs: forehand has four of them, middlehand five."""
    assert given("S8 S5 SQ CQ", "C4") == "CA"
    assert given("S8 S5 SQ CQ CA", "C6") == "C2"


@pytest.mark.rule("SIG-04")
def test_a_second_round_at_once_says_that_somebody_will_be_void() -> None:
    """Middlehand had two hearts, so he returns the suit; with five clubs a return would lie."""
    assert given("H2 HK H4", "D4") == "H9"
    assert given("H2 HK H4", "D4", H9=0.4) == "D4"


@pytest.mark.rule("SIG-02")
def test_no_signal_is_given_where_it_costs_more_than_luck() -> None:
    assert given("H2", "H9", H9=0.5 + signalling.LUCK - 0.001) == "HK"
    assert given("H2", "H9", H9=0.5 + signalling.LUCK + 0.001) == "H9"


def test_declarer_gives_no_signals() -> None:
    assert given("H2 HK", "HJ", HQ=0.5) == "HJ"


def hands_of_left(view: ClumondView, style: Style, count: int = 2000) -> list[Hand]:
    """The left neighbour's hand in deals that a player draws."""
    settings = style.settings(10, view, view.seat)
    drawn = likely_deals(seat_knowledge(view), settings, count, 300, 1)
    assert drawn is not None
    return [Hand(mask) for mask in drawn]


def test_a_deal_in_which_a_card_lies_weighs_the_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cards, each true or not: the shares drawn follow from those drawn without signals."""
    doubts = dict.fromkeys(SignalKind, 1.0)
    doubts[SignalKind.FIRST] = doubt = 0.25
    monkeypatch.setattr(signalling, "_DOUBTS", doubts)
    view = view_after("H2 HK")
    lead, answer = Card.parse("H2"), Card.parse("HK")

    def lies(left: Hand) -> int:
        forehand, middlehand = left.with_card(lead), (view.unseen - left).with_card(answer)
        shown = signal_card(forehand, Suit.HEARTS), signal_card(middlehand, Suit.HEARTS)
        return (shown[0] != lead) + (shown[1] != answer)

    plain, read = (Counter(map(lies, hands_of_left(view, it))) for it in (FULL, SIGNALS))
    weights = {count: plain[count] * doubt**count for count in range(3)}
    for count, weight in weights.items():
        assert read[count] / read.total() == pytest.approx(weight / sum(weights.values()), abs=0.05)
    assert read[0] > 2 * plain[0]


def test_a_reader_without_doubt_draws_only_deals_that_agree(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(signalling, "_DOUBTS", dict.fromkeys(SignalKind, 0.0))
    view = view_after("H2 HK")
    for left in hands_of_left(view, SIGNALS, 200):
        forehand = left.with_card(Card.parse("H2"))
        middlehand = (view.unseen - left).with_card(Card.parse("HK"))
        assert forehand.length(Suit.HEARTS) % 2 == 1
        assert signal_card(forehand, Suit.HEARTS) == Card.parse("H2")
        assert signal_card(middlehand, Suit.HEARTS) == Card.parse("HK")
        longest = max(forehand.length(suit) for suit in Suit if suit is not Suit.SPADES)
        assert forehand.length(Suit.HEARTS) == longest


def test_nothing_is_read_of_a_play_whose_first_cards_nobody_knows() -> None:
    play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
    assert signalling.signals_read(ClumondView.of(play)) == []


def test_tables_that_agree_and_styles_that_signal_play_alike_and_others_as_before() -> None:
    """The opening lead: four cards of clubs, or the two of hearts that shows seven."""
    plain, agreed = view_after(""), view_after("", signals="author")
    by_style = choose_card(plain, iterations=100, seed=4, style=SIGNALS)
    by_table = choose_card(agreed, iterations=100, seed=4, style=FULL)
    without = choose_card(plain, iterations=100, seed=4, style=FULL)
    play = Play(Deal.parse(DEAL), Seat.REARHAND, "spades")
    assert by_style == by_table
    assert without.values == by_style.values
    assert without == choose_card(play, iterations=100, seed=4)


@pytest.mark.parametrize("cards", ["", "H2", "H2 HK", "H2 HK H4"])
def test_players_who_signal_see_no_more_than_their_view(cards: str) -> None:
    """The two others' unseen cards change places: the choice stays."""
    view = view_after(cards, signals="author")
    assert "signals=<Convention.AUTHOR" in repr(view)
    hands = list(Deal.parse(DEAL))
    others = [seat for seat in Seat if seat is not view.seat]
    seen = {card for _, card in view.plays}
    one, other = (sorted(card for card in hands[it] if card not in seen) for it in others)
    moved, back = one[0], next(card for card in other if card.suit is one[0].suit)
    hands[others[0]] = hands[others[0]].without_card(moved).with_card(back)
    hands[others[1]] = hands[others[1]].without_card(back).with_card(moved)
    same = view_after(cards, signals="author", deal=f"F:{' '.join(map(str, hands))}")
    assert same == view
    assert choose_card(same, iterations=50, seed=2) == choose_card(view, iterations=50, seed=2)


def test_a_session_keeps_its_signals_and_older_ones_have_none() -> None:
    text = str(Session(ClumondGame(signals=Convention.AUTHOR), seed=3))
    assert " signals=author" in text
    read = Session.parse(text).game
    older = Session.parse(text.replace(" signals=author", "")).game
    assert isinstance(read, ClumondGame)
    assert isinstance(older, ClumondGame)
    assert (read.signals, older.signals) == (Convention.AUTHOR, Convention.NONE)


@pytest.mark.parametrize("word", ["bridge", "", "Author's"])
def test_unknown_signals_are_refused_and_those_that_fit_are_named(word: str) -> None:
    for make in (lambda: ClumondGame(signals=word), lambda: replace(FULL, signals=word)):  # type: ignore[arg-type]
        with pytest.raises(RuleError, match="there are 'none', 'author'") as error:
            make()
        assert repr(word) in str(error.value)


def test_a_hint_says_what_partner_has_told_and_what_ones_own_card_tells() -> None:
    def reason(signals: str) -> str:
        view = view_after("H2", signals=signals)
        return hint(view, iterations=60, games_per_action=8, opponents="easy").reason

    assert "Your partner's ♥2 says that he had five, seven or nine hearts." in reason("author")
    assert "♥2 says" not in reason("none")

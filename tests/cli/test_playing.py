"""A person at the table: whole sessions, taking back, hints, and what the terminal shows."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver.base.cards import Card, Strain, Suit
from clumond_solver.base.errors import IllegalCallError, NotationError, RuleError
from clumond_solver.cli.terminal_play import Terminal
from clumond_solver.cli.typed_words import parse_typed, words_to_type
from clumond_solver.coach.hints_and_reviews import Hint
from clumond_solver.coach.table import Table
from clumond_solver.display.text.double_dummy import SIGNS_LEGEND
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.game import ClumondGame, ClumondState
from clumond_solver.games.clumond.play import Retention
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.games.registry import new_game
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.views import View
from clumond_solver.records import Record, read_records, verify, write_records
from clumond_solver.rules.actions import (
    Action,
    ChooseCards,
    Declare,
    LeadFor,
    Nominate,
    Pass,
    PlayCard,
    SetRules,
)
from clumond_solver.single_dummy.players import ClumondPlayer, Player
from tests.strategies import seeds

QUICK = ClumondPlayer(iterations=20, budget=0)


def first_legal(view: View, seed: int) -> Action:
    """An engine that costs nothing: any action, by the seed."""
    return random.Random(seed).choice(list(view.legal_actions))


def table(
    seed: int = 1, *, person: int = 1, hands: int = 2, engine: Player = first_legal, **rules: object
) -> Table[ClumondState]:
    return Table(Session(ClumondGame(hands=hands, **rules), seed, 0), person, [engine] * 3)  # type: ignore[arg-type]


def until_person(at: Table[ClumondState]) -> None:
    while not at.is_persons_turn and not at.session.is_finished:
        at.step()


def play_on(at: Table[ClumondState], until: Callable[[], object] = lambda: False) -> None:
    """To the end of the session, or until something has happened."""
    while not at.session.is_finished and not until():
        at.act(at.hint()) if at.is_persons_turn else at.step()


# The table.


@given(seeds, st.integers(0, 2), st.booleans())
@settings(max_examples=15, deadline=None)
def test_a_session_comes_to_its_end_with_everybody_acting_in_turn(
    seed: int, person: int, four_tens: bool
) -> None:
    at = table(seed, person=person, four_tens=four_tens)
    ended = 0
    while not at.session.is_finished:
        turn = at.session.state.turn
        own = at.is_persons_turn
        assert own is (at.session.player_to_act == person)
        step = at.act(at.hint()) if own else at.step()
        assert step.seat == turn
        ended += step.finished_deal is not None
    assert ended == at.session.standing.deals == 2


@given(seeds, st.integers(0, 15))
@settings(max_examples=20, deadline=None)
def test_taking_back_returns_to_the_last_decision(seed: int, decisions: int) -> None:
    at = table(seed)
    until_person(at)
    before = []
    for _ in range(decisions + 1):
        before.append((at.session.state.observation(at.seat), at.session.standing.deals))
        action = at.hint()
        at.act(action)
        until_person(at)
        if at.session.standing.deals:
            return
    while before:
        assert at.take_back() >= 1
        assert (at.session.state.observation(at.seat), at.session.standing.deals) == before.pop()
        assert at.is_persons_turn
    with pytest.raises(RuleError, match="nothing to take back"):
        at.take_back()


def test_after_taking_back_the_same_decision_leads_to_the_same_answers() -> None:
    at = table(8, engine=QUICK)
    until_person(at)
    action = at.hint()
    at.act(action)
    until_person(at)
    seen = at.session.state.observation(at.seat)
    at.take_back()
    assert at.hint() == action
    at.act(action)
    until_person(at)
    assert at.session.state.observation(at.seat) == seen


def test_out_of_turn_nobody_acts() -> None:
    at = table(person=0)
    for act in (at.hint, lambda: at.act(Pass())):
        with pytest.raises(RuleError, match="not the person's turn"):
            act()
    until_person(at)
    with pytest.raises(RuleError, match="it is the person's turn"):
        at.step()
    with pytest.raises(RuleError, match="player 3"):
        table(person=3)


def test_an_action_that_is_not_allowed_changes_nothing() -> None:
    at = table(person=1)
    seen = at.session.state.observation(0)
    with pytest.raises(IllegalCallError):
        at.act(PlayCard(Card.parse("SA")))
    assert at.session.state.observation(0) == seen
    assert at.is_persons_turn


def test_the_record_of_a_hand_says_its_calls_and_result() -> None:
    at = table(3, hands=1, four_tens=True)
    with pytest.raises(RuleError, match="no play to record"):
        Record.of_hand(at.session.state)
    state = at.session.state
    play_on(at)
    record = Record.of_hand(state, players=("a", "b", "c"))
    verification = verify(record)
    assert verification.ok
    assert verification.outcome == state.outcome()
    assert record.tens == state.tens
    assert state.play is not None
    assert record.claim.tricks == state.play.tricks_taken
    assert Record.parse(str(record)) == record


# The terminal.


class Person:
    """Types prepared lines, then whatever is legal."""

    def __init__(self, at: Table[ClumondState], *lines: str) -> None:
        self.at = at
        self.lines: Iterator[str] = iter(lines)
        self.between: Iterator[str] = iter(())
        self.leaving: Iterator[str] = iter(())
        self.shown: list[str] = []
        self.kept: list[str] = []
        self.game = Terminal(at, self.read, self.shown.append, self.kept.append)

    def read(self, prompt: str) -> str | None:
        if prompt.startswith("Enter"):
            return next(self.between, "")
        if prompt.startswith("leave?"):
            return next(self.leaving, "yes")
        assert prompt in {"your call: ", "your card: "}
        action = first_legal(View.of(self.at.session.state, self.at.seat), len(self.shown))
        typed = str(action).removeprefix("play ").removeprefix("declare ")
        return next(self.lines, typed)

    @property
    def page(self) -> str:
        return "\n".join(self.shown)


@given(seeds, st.integers(0, 2), st.booleans(), st.sampled_from(Scoring))
@settings(max_examples=10, deadline=None)
def test_a_person_plays_a_session_whose_records_are_right(
    seed: int, person: int, four_tens: bool, scoring: Scoring
) -> None:
    sitting = Person(table(seed, person=person, four_tens=four_tens, scoring=scoring))
    assert sitting.game.play()
    records = sitting.game.records_so_far()
    assert len(records) == 2
    for record in records:
        verification = verify(record)
        assert verification.ok
        assert verification.finished
        assert sorted(record.players) == ["left", "right", "you"]
    totals = [str(total) for total in sitting.at.session.standing.totals]
    last = sitting.game.score_sheet().splitlines()[-1].split()
    assert last == ["total", *totals[person:], *totals[:person]]


def test_words_of_the_prompt_complete_a_line(tmp_path: Path) -> None:
    sitting = Person(table(7, person=1))
    completed: list[list[str]] = []

    def read(prompt: str) -> str | None:
        if prompt.startswith("leave"):
            completed.append(sitting.game.completions("y"))
            return "yes"
        starts = ("H", "no", "C") if prompt == "your call: " else ("S", "sAve", "wh")
        completed.extend(map(sitting.game.completions, starts))
        return "hearts" if prompt == "your call: " else "quit"

    sitting.game.read = read
    assert not sitting.game.play()
    legal = sitting.at.session.state.legal_actions
    spades = [str(a.card) for a in legal if isinstance(a, PlayCard) and a.card.suit is Suit.SPADES]
    assert spades
    assert completed == [
        ["hearts", "hint", "help"], ["no trumps"], ["clubs", "card"],
        [*spades, "score", "signals", "save"], ["save"], [], ["yes"],
    ]  # fmt: skip
    for name in ("a.session", "ab"):
        (tmp_path / name).touch()
    start = f"save {tmp_path}{os.sep}a"
    assert sitting.game.completions(start) == [f"{start}.session", f"{start}b"]
    assert sitting.game.completions("save nowhere/") == []


@pytest.mark.parametrize("game", ["clumond", "clag", "clubs", "clabberjass"])
@given(seed=seeds)
@settings(max_examples=10, deadline=None)
def test_what_completes_a_line_is_understood(game: str, seed: int) -> None:
    session = Session(new_game(game), seed)
    for _ in range(seed % 40):
        if not session.is_finished:
            session.push(random.Random(seed).choice(list(session.state.legal_actions)))
    if not session.is_finished:
        legal = session.state.legal_actions
        words = words_to_type(session.state)
        assert [parse_typed(word, legal) for word in words] == list(legal)
        assert len(words) == len(set(words))


@dataclass
class Sitting:
    """What a person types at a table, in answer to the three prompts, and what the page says."""

    at: Table[ClumondState]
    typed: str = "quit"
    says: Sequence[str] = ()
    never: Sequence[str] = ()
    between: str = ""
    leaving: str = "yes"
    ends: bool = False


def clabberjass_table() -> Table[Any]:
    return Table(Session(new_game("clabberjass"), 1, 0), 1, [first_legal] * 2)


def clag_table() -> Table[Any]:
    return Table(Session(new_game("clag"), 3), 0, [first_legal] * 4)


SITTINGS: dict[str, Callable[[], Sitting]] = {
    "the seats of the players": lambda: Sitting(
        table(6, person=0, scoring=Scoring.CHIPS),
        "",
        ["hand 1 of 2: you deal", "hand 2 of 2: left deals", "pot 6 chips"],
        ends=True,
    ),
    "the commands": lambda: Sitting(
        table(2),
        "help//hint/score/tricks/rules/back/pass/quit",
        ["(ours) an odd chip", "take back your last decision in this hand", "hint: ", "total",
         "no trick is complete", "nothing to take back", "You pass"],
    ),
    "the turned suit, and another": lambda: Sitting(
        clabberjass_table(),
        "name spades/pass/accept hearts/name spades/quit",
        ["Opponent passes", "you may: pass, accept ♥", "name ♠: you may say pass, accept ♥",
         "you may: pass, name ♣ ♠ ♦", "accept ♥: you may say pass, name ♦, name ♠, name ♣",
         "You name ♠"],
        ["declare"],
    ),
    "wrong lines": lambda: Sitting(
        table(2),
        "X/SA9/pass/pass/ZZ/D/♥♥/back/quit",
        ["no such strain", "taken back"],
        ["Traceback", "offset"],
    ),
    "what is not clear": lambda: Sitting(
        table(2), "yes/pass/hearts/SA9/quit", ["“yes”: in which trumps?"], ["offset"]
    ),
    "a declaration as a strain": lambda: Sitting(
        table(2), "nt/quit", ["You go for clumond in no trumps"]
    ),
    **{
        words: lambda words=words: Sitting(  # type: ignore[misc]
            table(2), f"pass/{words}/quit", ["taken back", "you may: pass"]
        )
        for words in ("back", "undo", "Take back", "UNDO!")
    },
    "between hands": lambda: Sitting(
        table(3),
        "",
        ["the hand is over; Enter deals the next hand", "“nonsense”: the hand is over", "won by",
         "what would have been better", "saved in b.session"],
        between="nonsense/hint/help/tricks/score/save b.session",
        ends=True,
    ),
    "the question whether to leave": lambda: Sitting(
        table(2), "quit", ["“perhaps”: say yes or no"], leaving="perhaps/yes"
    ),
    "staying, and leaving with the session kept": lambda: Sitting(
        table(2), "quit/quit", ["saved in mine.session"], leaving="no/save mine.session"
    ),
    "a hint has a chance or a gain": lambda: Sitting(table(2), "hint/quit", ["hint: "]),
    "Clag's running card": lambda: Sitting(
        clag_table(),
        "0/1/2/card/0/1/2/card/help/quit/yes",
        ["the running score card", "deal: you | left | across | right"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SITTINGS)
def test_what_the_terminal_answers(name: str) -> None:
    sitting = SITTINGS[name]()
    person = Person(sitting.at, *(sitting.typed.split("/") if sitting.typed else ()))
    person.between = iter(sitting.between.split("/"))
    person.leaving = iter(sitting.leaving.split("/"))
    assert person.game.play() is sitting.ends
    page = told(person)
    assert [words for words in sitting.says if words not in page] == []
    assert [words for words in sitting.never if words in page] == []


def test_the_terminal_reads_the_others_cards_as_signals() -> None:
    at = table(7, hands=1)
    at.act(Declare(Strain.SPADES))
    until_person(at)
    sitting = Person(at, "signals", "help", "back", "signals", "help", "quit")
    assert not sitting.game.play()
    declared, before = sitting.page.split("taken back")
    assert re.search(r"dealt  left +right", declared)
    assert "by the author's signals" in declared
    assert "nobody gives signals here" in before
    assert "the author's signals" not in before


def test_a_suit_or_rank_alone_stands_for_a_card_if_only_one_fits() -> None:
    at = table(5, hands=1)
    state = at.session.state
    for _ in range(3):
        at.session.push(Pass())
    assert state.play is not None
    until_person(at)
    singles = [
        card for card in state.play.legal_plays
        if sum(other.rank is card.rank for other in state.play.legal_plays) == 1
    ]  # fmt: skip
    card = singles[0]
    sitting = Person(at, str(card.rank).lower(), "quit")
    sitting.game.play()
    assert state.play.history[0].card == card


def test_a_hand_under_way_is_recorded_as_far_as_it_went(tmp_path: Path) -> None:
    at = table(2)
    sitting = Person(at)
    state = at.session.state
    play_on(at, lambda: state.play is not None and len(state.play.history) == 4)
    [record] = sitting.game.records_so_far()
    assert not record.is_finished
    assert len(record.plays) == 4
    file = tmp_path / "mine.clumond"
    write_records([record], file)
    assert read_records(file) == [record]


def told(sitting: Person) -> str:
    return " ".join(sitting.page.split())


def test_the_table_is_shown_at_every_prompt_also_after_taking_back() -> None:
    at = table(2)
    sitting = Person(at, "pass", "back", "nonsense", "score", "quit")
    prompts = 0
    read = sitting.game.read

    def counting(prompt: str) -> str | None:
        nonlocal prompts
        prompts += prompt.startswith("your ")
        assert not prompt.startswith("your ") or "you, forehand" in sitting.shown[-1]
        return read(prompt)

    sitting.game.read = counting
    sitting.game.play()
    assert prompts == 5
    assert "taken back" in sitting.page


def test_a_card_that_is_not_allowed_is_refused_in_a_players_words() -> None:
    at = table(2, hands=1)
    for _ in range(3):
        at.session.push(Pass())
    until_person(at)
    play = at.session.state.play
    assert play is not None
    while len(play.legal_plays) == len(play.hands[at.seat]):
        at.act(at.hint())
        until_person(at)
    revoke = next(card for card in play.hands[at.seat] if card not in play.legal_plays)
    elsewhere = next(card for card in play.hands[Seat(at.seat).left] if card != revoke)
    sitting = Person(at, str(revoke), str(elsewhere), "quit")
    sitting.game.play()
    assert f"{revoke.pretty()}: you hold" in sitting.page
    assert f"{elsewhere.pretty()}: you do not hold it" in sitting.page


def test_a_session_with_a_file_is_kept_after_every_decision() -> None:
    sitting = Person(table(2), "pass", "quit")
    sitting.game.file = "mine.session"
    sitting.game.play()
    assert sitting.kept == ["mine.session"]
    assert sitting.game.file == "mine.session"


def test_players_have_one_name_everywhere_and_winners_are_named_last() -> None:
    at = table(6, person=0, hands=1)
    sitting = Person(at)
    sitting.game.names = ("Ann", "Bo", "Cy")
    assert sitting.game.play()
    page = sitting.page
    assert "Ann, you, rearhand, dealer" in page
    assert "Bo, left, forehand" in page
    assert sitting.shown[-1].split()[0] in {"Ann", "Bo", "Cy"}
    assert " win" in sitting.shown[-1]
    lines = [
        line for line in page.splitlines() if re.match(r"(?i)  (you|left|right|opponent)\b", line)
    ]
    assert not lines


def test_hands_are_shown_and_a_review_is_offered_after_each_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("clumond_solver.cli.terminal_play._REVIEW_SECONDS", 0.05)
    at = table(3, hands=1)
    dealt = at.session.state.deal
    sitting = Person(at)
    sitting.between = iter(["review", ""])
    assert sitting.game.play()
    assert all(f"♣ {' '.join(hand.ranks_text(Suit.CLUBS))}" in sitting.page for hand in dealt)
    # On a busy machine the time is over before any card is rated.
    assert SIGNS_LEGEND in told(sitting)


def test_the_last_hand_is_reviewed_while_the_next_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("clumond_solver.cli.terminal_play._REVIEW_SECONDS", 0.05)
    at = table(3, hands=2)
    early = Person(at, "review", "quit")
    assert not early.game.play()
    assert "no deal is over yet" in early.page
    play_on(at, lambda: at.session.standing.deals)
    sitting = Person(at, "review", "quit")
    assert not sitting.game.play()
    assert SIGNS_LEGEND in told(sitting)


def test_ctrl_c_stops_a_hint_and_not_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("clumond_solver.coach.hints.hint", stopped)
    sitting = Person(table(2, hands=1), "hint")
    assert sitting.game.play()
    assert "stopped" in sitting.shown


def test_a_hint_names_the_end_that_it_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    go = Declare(Strain.CLUBS)
    plan = Hint(go, {go: 1.0}, plan=(Retention.parse("CCC"), 1))
    monkeypatch.setattr("clumond_solver.coach.hints.hint", lambda state, **_: plan)
    sitting = Person(table(2), "hint", "quit")
    sitting.game.play()
    assert "plan: ♣♣♣ with one trick" in told(sitting)


# What a person types, as an action.

CALLS = [Pass(), *map(Declare, Strain)]
CARDS = [PlayCard(Card.parse(text)) for text in ("H3", "HK", "S2")]
COMBINED = [SetRules(), SetRules((Suit.HEARTS,))]
LISTED = [SetRules((Suit.HEARTS,), misere=True), SetRules(), ChooseCards(4)]
LEAD = LeadFor(Card.parse("C2"), Suit.SPADES)
LEADS = [PlayCard(Card.parse("C2")), LEAD]
SPOKEN: list[tuple[Sequence[Action], str, Action | str]] = [
    (CALLS, "no", Pass()),
    (CALLS, "I pass.", Pass()),
    (CALLS, "hearts", Declare(Strain.HEARTS)),
    (CALLS, "Go for clumond in hearts!", Declare(Strain.HEARTS)),
    (CALLS, "no trumps", Declare(Strain.NO_TRUMPS)),
    (CALLS, "♦", Declare(Strain.DIAMONDS)),
    (CALLS, "trumps are clubs", Declare(Strain.CLUBS)),
    ([Pass(), Declare(Strain.CLUBS)], "yes", Declare(Strain.CLUBS)),
    ([PlayCard(Card.parse("SA")), *CARDS], "the ace", PlayCard(Card.parse("SA"))),
    ([Nominate(tricks) for tricks in range(4)], "I bid three", Nominate(3)),
    # A bare number is a nomination even if it is barred.
    ([Nominate(0)], "1", Nominate(1)),
    (LEADS, "♣2 naming ♠", LEAD),
    (LEADS, "C2 naming S", LEAD),
    (LEADS, "C2 naming spades", LEAD),
    (LEADS, "C2 for spades", LEAD),
    (LEADS, "♣2 naming S", LEAD),
    (LEADS, "lead the two of clubs for spades", LEAD),
    (LEADS, "c2 for s", LEAD),
    (LISTED, "♥ trumps, misere", LISTED[0]),
    (LISTED, "No trumps", LISTED[1]),
    (LISTED, "deal 4 cards", LISTED[2]),
    # The caller of Clag combines rules.
    (COMBINED, "hearts", "call H"),
    (COMBINED, "Hearts, misere", "call H misere"),
    (COMBINED, "misere with no trumps", "call NT misere"),
    (COMBINED, "hearts over clubs over diamonds over spades, nuloss", "call HCDS nuloss"),
    (COMBINED, "HCDS blind ascending", "call HCDS blind ascending"),
    (COMBINED, "precedence ♥ ♣ ♦ ♠, descending madness", "call HCDS descending"),
    (COMBINED, "Precedence", "call HCDS"),
    (COMBINED, "reverse precedence, blind", "call SDCH blind"),
    (COMBINED, "reverse and Misère", "call SDCH misere"),
    (COMBINED, "Nuloss Precedence, Red over Black Ascending Madness", "call DHSC nuloss ascending"),
    (COMBINED, "black over red ♣ ♠ ♥ ♦", "call CSHD"),
    (COMBINED, "precedence spades clubs hearts diamonds", "call SCHD"),
    (COMBINED, "♠ trumps", "call S"),
]


@pytest.mark.parametrize(("legal", "words", "action"), SPOKEN)
def test_actions_are_understood_in_a_players_words(
    legal: Sequence[Action], words: str, action: Action | str
) -> None:
    assert str(parse_typed(words, legal)) == str(action)


@pytest.mark.parametrize(
    ("legal", "words", "reason"),
    [
        (CARDS, "hearts", r"which one\? ♥3 ♥K"),
        ([PlayCard(Card.parse("S7")), PlayCard(Card.parse("H7"))], "7", r"which one\? ♠7 ♥7"),
        (CARDS, "clubs", "you may play no club now"),
        (CARDS, "ace", "you may play no ace now"),
        (CARDS, "q", "you may play no queen now"),
        (CARDS, "6", "you may play no six now"),
        ([Nominate(0)], "Nonsense", "not understood; you may say .*nominate 0"),
        ([Pass(), Declare(Strain.HEARTS)], "S2", "may say “pass”, “declare ♥”"),
        *(
            ([SetRules()], words, "(?!.*play H2 as SA).*all four")
            for words in ("nonsense", "misere", "hearts clubs", "hearts hearts", "",
                          "red over black HCDS", "precedence hearts")
        ),
    ],
)  # fmt: skip
def test_what_is_not_understood_comes_back_with_what_could_be_said(
    legal: Sequence[Action], words: str, reason: str
) -> None:
    with pytest.raises(NotationError) as refused:
        parse_typed(words, legal)
    assert re.match(f".*{reason}", refused.value.reason)
    assert refused.value.text == words

"""Links to hands: the same cards and opponents for a friend, and every other text refused."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date
from typing import Any
from urllib.parse import quote
from zlib import crc32

import pytest

from clumond_solver.base.errors import (
    ClumondError,
    DealError,
    IllegalCallError,
    NotationError,
    RuleError,
    SessionError,
    WrongTypeError,
)
from clumond_solver.coach.clumond import hand_links
from clumond_solver.coach.clumond.day_deal import day_session
from clumond_solver.coach.clumond.hand_links import (
    MOST_RESULTS,
    PlayedHand,
    SharedHand,
    SharedMatch,
    parse_link,
    parse_match,
)
from clumond_solver.coach.clumond.puzzles import DIGITS, digits_of
from clumond_solver.coach.seating import Help, Seating, seated_text, written_seating
from clumond_solver.coach.table import Table
from clumond_solver.games.clubs import ClubsGame
from clumond_solver.games.clumond.game import ClumondGame, ClumondState
from clumond_solver.games.clumond.play import ParReading
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.games.clumond.signals import Convention
from clumond_solver.games.sessions import Session
from clumond_solver.rules.actions import PlayCard
from clumond_solver.single_dummy.engines import engine_of
from clumond_solver.single_dummy.level_names import Level
from tests.shares import share_of

SEATING = Seating(("Ann", "Bo", "Cy"), (Level.MEDIUM, Level.EASY, Level.STRONG), person=1)
GAMES = [
    ClumondGame(hands=4),
    ClumondGame(hands=4, scoring=Scoring.CHIPS, ante=3),
    ClumondGame(hands=4, four_tens=True, par=ParReading.REDUCED),
    ClumondGame(hands=4, signals=Convention.AUTHOR),
]


def played(game: ClumondGame, seed: int) -> Session[ClumondState]:
    session, source = Session(game, seed), random.Random(seed)
    session.play_out(lambda state: source.choice(list(state.legal_actions)))
    return session


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", [1, 3])
def test_a_link_deals_the_same_hand_on_the_same_terms(game: ClumondGame, number: int) -> None:
    session = played(game, 11)
    hand = parse_link(SharedHand.played(session, SEATING, number, tag=1, name="Zoë ♣").link)
    before, start = session.replayed(number, 0)
    again = hand.session()
    assert again.state.deal == start.deal
    assert again.state.agreement == start.agreement
    assert again.game == replace(game, hands=1)
    assert again.standing.seat(0) == before.standing.seat(1) == hand.seat
    seating = hand.seating(("You", "Ada", "Ben"), replay=False)
    levels = [SEATING.levels[before.standing.player((hand.seat + turn) % 3)] for turn in (1, 2)]
    assert list(seating.levels[1:]) == levels
    [result] = hand.results
    assert result.name == "Zoë ♣"
    assert tuple(action for _, action in session.acts[number - 1]) == result.actions
    ended = hand.session(result)
    row = session.standing.rows[number - 1]
    assert ended.standing.rows[0].gains[0] == row.gains[1]


def test_engine_players_act_alike_in_the_session_of_a_link() -> None:
    engine = engine_of("clumond")
    session = Session(ClumondGame(hands=2), 5)
    while not session.is_finished:
        table = Table(session, 1, [engine.player(Level.EASY)] * 3)
        if table.is_persons_turn:
            table.act(next(iter(session.state.legal_actions)))
        else:
            table.step()
    hand = SharedHand.of(session, replace(SEATING, levels=(Level.EASY,) * 3), 2)
    again = parse_link(hand.link).session()
    while not again.is_finished:
        table = Table(again, 0, [engine.player(Level.EASY)] * 3)
        if table.is_persons_turn:
            table.act(next(iter(again.state.legal_actions)))
        else:
            table.step()
    assert again.acts[0] == session.acts[1]


def test_a_session_that_starts_with_a_hand_of_another_is_read_from_its_text() -> None:
    session = SharedHand.of(played(GAMES[1], 4), SEATING, 4).session()
    assert Session.parse(str(session)) == session
    assert Session.parse(str(session)) != Session(session.game, session.seed)
    for pot in (-1, 10**13):
        with pytest.raises(RuleError, match="in the pot"):
            Session(GAMES[0], 1, 0, pot=pot)
    with pytest.raises(SessionError, match="not the 48-card"):
        Session.parse(str(session).replace("start", "start 3 S2 S3 %"))


def test_a_link_says_nothing_of_the_session_s_other_hands() -> None:
    """It is the same for two sessions that share no more than this hand."""
    session = played(GAMES[0], 11)
    cards = session.shuffled(2)
    alone = Session(GAMES[0], 99, session.replayed(2, 0)[0].standing.dealer, cards)
    assert SharedHand.of(alone, SEATING, 1) == SharedHand.of(session, SEATING, 2)
    assert alone.shuffled(2) != session.shuffled(3)


@pytest.mark.parametrize(
    "message",
    [
        "> Play my hand: <https://example.org/#/play?hand={}=\n> {}=\n> {}>\n> Yours, Ann",
        "https://example.org/#/play?hand=3D{}{}{}",
        "HTTPS://EXAMPLE.ORG/#/PLAY?HAND={}\r\n{}\r\n{}.\r\nDoes it beat 3.1?",
        "“{}{}{}”",
        " {}\t{}\n{}\n\n",
    ],
)
def test_a_link_that_a_mail_program_changed_is_read(message: str) -> None:
    hand = HAND
    link = hand.link if message.islower() else hand.link.upper()
    assert parse_link(message.format(link[:30], link[30:71], link[71:])) == hand


@pytest.mark.parametrize(
    "before", ["", "match=", "match=3D", "https://example.org/#/play?match=", "play-3Fmatch-3D"]
)
def test_a_link_that_begins_as_a_quoted_sign_is_read(before: str) -> None:
    """One link to a match in 32 begins with 3d, as the quotation of an equals sign ends."""
    hands = [SharedHand.played(played(GAMES[0], 2), SEATING, n, tag=n) for n in (1, 2)]
    own = hands[0].results[0]
    matches = (
        SharedMatch((replace(hands[0], results=(replace(own, tag=tag),)), hands[1]))
        for tag in range(1000)
    )
    match = next(match for match in matches if match.link.startswith("3d"))
    assert parse_match(before + match.link + "&from=Ann") == match
    with pytest.raises(NotationError, match="this is a link to a match"):
        parse_link(before + match.link)
    for broken in (match.link[:-20], f"{match.link[:40]}x{match.link[41:]}"):
        with pytest.raises(NotationError, match="incomplete"):
            parse_match(before + broken)


@pytest.mark.parametrize("times", [0, 1, 2])
@pytest.mark.parametrize(
    "filtered",
    [
        "https://nam02.safelinks.protection.outlook.com/?url={}&data=05%7C02%7Cann%40example.org",
        "https://www.google.com/url?q={}&source=gmail&ust=1732",
        "https://secure-web.cisco.com/1aBc/{}",
        "https://linkprotect.cudasvc.com/url?a={}&c=E,1,x&typo=1",
        "https://urldefense.com/v3/__{}__;Iw!!abc$",
        "https://example.org/?hand=1&hand=2&then={}",
    ],
)
def test_a_link_in_an_address_of_a_mail_filter_is_read(filtered: str, times: int) -> None:
    address = f"https://example.org/#/play?hand={HAND.link}"
    for _ in range(times):
        address = quote(address, safe="")
    message = filtered.format(address)
    assert parse_link(message) == parse_link(f"See {message.upper()} and 3 more") == HAND


def test_a_link_in_an_address_of_a_filter_with_signs_of_its_own_is_read() -> None:
    address = f"https-3A__example.org_-23_play-3Fhand-3D{HAND.link}"
    message = f"https://urldefense.proofpoint.com/v2/url?u={address}&d=DwMFaQ&c=euG"
    assert parse_link(message) == HAND


def test_each_link_in_a_message_is_tried() -> None:
    message = f"hand={HAND.link[:-20]}, I mean https://example.org/#/play?hand={HAND.link}"
    assert parse_link(message) == HAND
    later = f"hand={HAND.link}, not hand={HAND.link[:-20]}"
    assert parse_link(later) == HAND
    with pytest.raises(NotationError, match="incomplete"):
        parse_link(f"hand={HAND.link[:-20]} hand=1")


def test_only_characters_that_a_link_can_hold_are_written() -> None:
    hand = SharedHand.played(played(GAMES[0], 2), SEATING, 1, tag=0, name="An\x00n\u202e\n")
    assert parse_link(hand.link).results[0].name == "Ann"


HAND = SharedHand.played(played(GAMES[0], 2), SEATING, 1, tag=0, name="Ann")
WRONG: list[tuple[SharedHand | PlayedHand, dict[str, Any]]] = [
    (
        HAND.results[0],
        {"tag": 1 << 16, "name": None, "actions": ("x",), "replay": "x", "help": (1, 2)},
    ),
    (
        HAND,
        {
            "game": ClubsGame(3),
            "cards": ("SA",) * 48,
            "pot": -1,
            "seat": "F",
            "levels": (Level.EASY,),
            "day": "2026-11-22",
            "results": HAND.results * 9,
        },
    ),
]


@pytest.mark.parametrize(
    ("value", "name"), [(value, name) for value, wrong in WRONG for name in wrong]
)
def test_a_field_of_the_wrong_type_is_named(value: SharedHand | PlayedHand, name: str) -> None:
    with pytest.raises(WrongTypeError, match=rf"{type(value).__name__}\.{name}: .* is needed"):
        replace(value, **{name: dict(WRONG)[value][name]})


UNSENDABLE: list[tuple[dict[str, Any], type[ClumondError], str]] = [
    ({"cards": HAND.cards[:1] * 48}, DealError, "given twice"),
    ({"actions": (PlayCard(HAND.cards[0]),)}, IllegalCallError, str(HAND.cards[0])),
    ({"actions": HAND.results[0].actions[:5]}, RuleError, "not over"),
    ({"help": Help(hints=-1)}, RuleError, "a link has room"),
]


@pytest.mark.parametrize(("changes", "error", "message"), UNSENDABLE)
def test_what_a_link_cannot_hold_is_refused(
    changes: dict[str, Any], error: type[ClumondError], message: str
) -> None:
    [own] = HAND.results
    hand = replace(HAND, **changes) if "cards" in changes else HAND
    results = HAND.results if "cards" in changes else (replace(own, **changes),)
    with pytest.raises(error, match=message):
        _ = replace(hand, results=results).link


@pytest.mark.parametrize(
    ("session", "seating", "number"),
    [(5, SEATING, 1), (HAND.session(), 5, 1), (None, SEATING, "1")],
)
def test_a_hand_is_made_of_a_session_its_seating_and_a_number(
    session: Any, seating: Any, number: Any
) -> None:
    with pytest.raises(WrongTypeError):
        SharedHand.played(session, seating, number, tag=0)


@pytest.mark.parametrize("remark", ["1.5 2", "-1 2", "12345678901 3", "x, 1 2", "1 2 3 4"])
def test_help_that_cannot_be_read_is_none(remark: str) -> None:
    session = played(GAMES[0], 2)
    assert written_seating(f"% help {remark}\n{session}", session).help == ()


def test_links_help_and_replays_stay_in_the_text_of_a_session() -> None:
    session = played(GAMES[0], 2)
    link = SharedHand.of(session, SEATING, 1).link
    seating = (
        replace(SEATING, replay=True, links=(link,))
        .helped(2, Help(hints=1))
        .helped(2, Help(1, 3, 4))
    )
    assert seating.help == ((0, 0, 0), (2, 3, 4))
    assert written_seating(seated_text(session, seating), session) == replace(seating, seen=0)
    result = SharedHand.played(session, seating, 2, tag=0).results[0]
    assert (result.replay, result.help) == (True, Help(2, 3, 4))


def test_no_more_links_and_help_are_read_than_a_session_has_deals() -> None:
    session = played(GAMES[0], 2)
    deals = session.standing.deals + 1
    remarks = "".join(f"% link {number}\n" for number in range(380))
    remarks += f"% help {', '.join(['1 2'] * 380)}\n"
    seating = written_seating(f"{remarks}{session}", session)
    assert seating.links == tuple(map(str, range(380 - deals, 380)))
    assert seating.help == (Help(1, 2),) * deals


def test_of_a_session_s_links_one_is_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    whole: list[str] = []
    session = played(GAMES[0], 2)
    sent = [SharedHand.played(session, SEATING, number, tag=number) for number in (1, 2, 3, 4)]
    links = tuple(hand.link for hand in sent) * 90
    seating = replace(SEATING, links=("no link", *links))

    def counted(link: str) -> SharedHand:
        whole.append(link)
        return parse_link(link)

    monkeypatch.setattr(hand_links, "parse_link", counted)
    known = SharedHand.played(session, seating, 3, tag=0)
    assert [result.tag for result in known.results] == [0, 3]
    assert whole == [sent[2].link]


def test_results_of_others_are_merged_up_to_eight() -> None:
    session = played(GAMES[0], 2)
    hand = SharedHand.played(session, SEATING, 1, tag=0, name="Ann")
    [own] = hand.results
    others = [replace(own, tag=tag, name=f"{tag}" * 30) for tag in range(12)]
    merged = hand.merged(others)
    assert [result.tag for result in merged.results] == list(range(MOST_RESULTS))
    assert merged.results[0].name == "Ann"
    assert parse_link(merged.link) == merged
    assert len(merged.link) < 1000
    seating = replace(SEATING, links=(merged.link, SharedHand.of(session, SEATING, 2).link))
    known = SharedHand.played(session, seating, 1, tag=0, name="Ann")
    assert known.results == merged.results


def test_results_part_at_the_first_other_action() -> None:
    hand = SharedHand.played(played(GAMES[0], 2), SEATING, 1, tag=0)
    [own] = hand.results
    assert own.parts_at(own) == len(own.actions)
    assert own.parts_at(replace(own, actions=own.actions[:7])) == 7
    other = replace(own, actions=(*own.actions[:9], own.actions[0], *own.actions[10:]))
    assert own.parts_at(other) == other.parts_at(own) == 9


def test_the_deal_of_the_day_is_sent_as_such() -> None:
    session = day_session(date(2026, 11, 22))
    seating = replace(Seating.usual(3), day="2026-11-22")
    hand = parse_link(SharedHand.of(session, seating, 1).link)
    assert hand.day
    assert hand.session() == session
    names = ("You", "Ada", "Ben")
    assert hand.seating(names, replay=False).day == "2026-11-22"
    assert hand.seating(names, replay=True).day == ""


def test_only_a_hand_of_clumond_that_is_over_has_a_result() -> None:
    session = Session(ClubsGame(3), 1)
    with pytest.raises(RuleError, match="only hands of Clumond"):
        SharedHand.of(session, Seating.usual(3), 1)
    with pytest.raises(RuleError, match="no deal is over"):
        SharedHand.played(Session(GAMES[0], 1), SEATING, 1, tag=0)


def test_a_hand_can_be_sent_whatever_the_file_of_its_session_says() -> None:
    session = played(GAMES[0], 2)
    plain = SharedHand.played(session, SEATING, 1, tag=0)
    for day in ("2026-11-22", "today"):
        seating = replace(SEATING, day=day, links=("nonsense", plain.link))
        assert SharedHand.played(session, seating, 1, tag=0) == plain


def test_a_pot_of_any_size_is_sent() -> None:
    session = played(ClumondGame(hands=9, scoring=Scoring.CHIPS, ante=10**6), 3)
    numbers = range(1, session.standing.deals + 1)
    hands = [SharedHand.of(session, SEATING, number) for number in numbers]
    assert max(hand.pot for hand in hands) > 10**6
    assert [parse_link(hand.link) for hand in hands] == hands


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no link to a hand"),
        ("https://example.org/#/play?hand=", "no link to a hand"),
        ("1j6r4fc30r5347ww2khwm1tg0", "another version"),
        ("2" + "0" * 5000, "incomplete or was changed: copy all of the message: '20"),
        ("Hello, how are you? Shall we play tonight?", "no link to a hand"),
        ("2" + "0" * 40, "copy all of the message: '20"),
    ],
)
def test_other_texts_are_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_link(text)


def test_a_link_with_any_error_is_refused() -> None:
    link = HAND.link
    for at in range(1, len(link)):
        other = next(digit for digit in DIGITS if digit != link[at])
        for wrong in (link[:at], link[:at] + other + link[at + 1 :]):
            with pytest.raises(NotationError):
                parse_link(wrong)


def test_every_number_leads_to_a_hand_that_can_be_played() -> None:
    """Such links have a right checksum: somebody made them."""
    source = random.Random(1)
    for _ in range(share_of(2000)):
        body = "".join(source.choice(DIGITS) for _ in range(source.randrange(5, 120)))
        hand = parse_link("2" + digits_of(crc32(body.encode()) >> 2, 6) + body)
        assert parse_link(hand.link) == hand
        assert Session.parse(str(hand.session())) == hand.session()
        for result in hand.results:
            assert hand.session(result).is_finished

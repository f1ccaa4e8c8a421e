"""Matches of several hands in one link: who has played what, results side by side, and totals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clumond_solver.base.errors import ClumondError
from clumond_solver.coach.clumond.hand_links import parse_match
from tests.web.tables import Wire, first_action, is_over, last_action, moved_until

pytestmark = [pytest.mark.usefixtures("quick"), pytest.mark.slow]
NEW = {"game": "clumond", "levels": ["easy"] * 3, "options": {"hands": "4"}, "seed": 7}


def finished(table: Any) -> bool:
    return bool(table["finished"])


def sent(ann: Wire, count: int = 4) -> tuple[str, Any]:
    """The link to a match that Ann has played, and her table."""
    table = moved_until(ann.put, ann.ask("session-new", **NEW), finished, first_action)
    return ann.ask("match-link", id=table["id"], deal=4, count=count, name="Ann"), table


def play(person: Wire, link: str, name: str, hands: int = 4) -> Any:
    """The match once a person has played so many of its hands."""
    for _ in range(hands):
        match = person.ask("match", text=link, name=name)
        code = next(hand["link"] for hand in match["hands"] if not hand["played"])
        table = person.ask("hand-table", text=code, name=name, again=False)
        moved_until(person.put, table, is_over, last_action)
    return person.ask("match", text=link, name=name)


def gains(match: Any) -> dict[str, list[int | None]]:
    return {player["name"]: player["gains"] for player in match["players"]}


def test_a_match_is_played_by_two_and_both_see_all_results(tmp_path: Path) -> None:
    ann, bo = Wire(tmp_path / "ann"), Wire(tmp_path / "bo")
    link, table = sent(ann)
    rows = [row["gains"][0] for row in table["standing"]["rows"]]
    seats = [hand["seat"] for hand in ann.ask("match", text=link, name="Ann")["hands"]]
    # The same seats, turn by turn.
    assert len(set(seats[:3])) == 3
    assert seats[3] == seats[0]
    message = f"Play my match of Clumond: https://example.org/#/play?match={link}&from=Ann"
    unplayed = bo.ask("match", text=message)
    assert gains(unplayed) == {"Ann": [None] * 4}
    assert not any(hand["begun"] for hand in unplayed["hands"])
    back = play(bo, message, "Bo")
    assert [player["own"] for player in back["players"]] == [True, False]
    assert gains(back)["Ann"] == rows
    assert back["players"][1]["total"] == sum(rows) == table["standing"]["totals"][0]
    seen = ann.ask("match", text=back["link"], name="Ann")
    assert [player["own"] for player in seen["players"]] == [True, False]
    assert gains(seen) == gains(back)
    # Each hand alone has both results too.
    for person, match in ((ann, seen), (bo, back)):
        alone = [person.ask("hand", text=hand["link"])["results"] for hand in match["hands"]]
        assert [[result["own"] for result in results] for results in alone] == [[True, False]] * 4
    # The results stay with Ann's session, whatever link she opens.
    assert gains(ann.ask("match", text=link, name="Ann")) == gains(back)


def test_a_match_says_at_the_table_and_in_the_list_which_hand_it_is(tmp_path: Path) -> None:
    ann, bo = Wire(tmp_path / "ann"), Wire(tmp_path / "bo")

    def listed(person: Wire) -> list[tuple[int, int]]:
        return [(one["hand"], one["match"]) for one in person.ask("sessions")["sessions"]]

    table = ann.ask("session-new", **NEW, match=4)
    assert (table["match"], listed(ann)) == ([1, 4], [(0, 4)])
    table = moved_until(ann.put, table, is_over)
    assert table["match"] == [1, 4]
    table = moved_until(ann.put, table, lambda one: one["number"] == 2)
    assert table["match"] == [2, 4]
    # A deal played again is no hand of the match.
    again = ann.ask("review-again", session=table["id"], deal=1, at=0)
    assert (again["match"], (0, 0) in listed(ann)) == (None, True)
    moved_until(ann.put, table, finished)
    link = ann.ask("match-link", id=table["id"], deal=4, count=4, name="Ann")
    third = bo.ask("match", text=link)["hands"][2]["link"]
    table = bo.ask("hand-table", text=third, again=False, hand=3, match=4)
    assert (table["match"], listed(bo)) == ([3, 4], [(3, 4)])
    # Other sessions are no matches.
    assert bo.ask("session-new", **NEW)["match"] is None


def test_who_has_played_some_sends_what_he_has(tmp_path: Path) -> None:
    ann, bo, cy = (Wire(tmp_path / name) for name in ("ann", "bo", "cy"))
    link, _ = sent(ann)
    half = play(bo, link, "Bo", hands=2)
    assert [hand["played"] is not None for hand in half["hands"]] == [True, True, False, False]
    # Nothing shows of hands that he has not played.
    assert [gain is None for gain in gains(half)["Ann"]] == [False, False, True, True]
    seen = ann.ask("match", text=half["link"], name="Ann")
    assert [gain is None for gain in gains(seen)["Bo"]] == [False, False, True, True]
    whole = play(bo, half["link"], "Bo", hands=2)
    third = play(cy, half["link"], "Cy")
    both = ann.ask("match", text=whole["link"], name="Ann")
    assert len(both["players"]) == 2
    both = ann.ask("match", text=third["link"], name="Ann")
    assert {*gains(both)} == {"Ann", "Bo", "Cy"}
    assert not any(gain is None for player in both["players"] for gain in player["gains"])


def test_hands_without_names_are_told_apart(tmp_path: Path) -> None:
    ann, bo = Wire(tmp_path / "ann"), Wire(tmp_path / "bo")
    link, _ = sent(ann, count=2)
    assert len(parse_match(link).hands) == 2
    match = play(bo, link, "", hands=2)
    assert len(match["players"]) == 2
    again = ann.ask("match", text=match["link"])
    assert len(again["players"]) == 2


def test_a_match_needs_hands_that_are_over(tmp_path: Path) -> None:
    ann = Wire(tmp_path)
    table = ann.ask("session-new", **NEW)
    for deal in (0, 1, 4):
        with pytest.raises(ClumondError):
            ann.ask("match-link", id=table["id"], deal=deal, count=4)
    moved_until(ann.put, table, is_over, first_action)
    with pytest.raises(ClumondError):
        ann.ask("match-link", id=table["id"], deal=1, count=4)


@pytest.mark.parametrize(
    "change", ["cut", "beginning", "changed", "another version", "hand", "nothing"]
)
def test_a_link_that_cannot_be_read_says_so_in_a_sentence(tmp_path: Path, change: str) -> None:
    ann = Wire(tmp_path)
    link, table = sent(ann)
    middle = len(link) // 2
    text, expected = {
        "cut": (link[:-3], f"incomplete or was changed: copy all of the message: '{link[:50]}"),
        "beginning": (link[9:], "this link is incomplete.*: copy all of the message"),
        "changed": (f"{link[:middle]}{'0' if link[middle] != '0' else '1'}{link[middle + 1 :]}",
                    "incomplete or was changed"),
        "another version": (f"9{link[1:]}", "another version of the program made this link"),
        "hand": (table["link"], "this is a link to a hand: open it as one"),
        "nothing": ("Hello!", "this is no link to a match: copy all of the message"),
    }[change]  # fmt: skip
    with pytest.raises(ClumondError, match=expected) as refused:
        ann.ask("match", text=text)
    assert "\n" not in str(refused.value)
    with pytest.raises(ClumondError, match="this is a link to a match"):
        ann.ask("hand", text=link)

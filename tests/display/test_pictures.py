"""Pictures, charts and reports: what is drawn is what is there, in light and dark, and safe."""

from __future__ import annotations

import errno
import io
import os
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clumond_solver.base.cards import Card, Hand, Strain, Suit
from clumond_solver.base.errors import SearchError
from clumond_solver.base.wording import percent
from clumond_solver.coach.hints_and_reviews import Review, ReviewedPlay
from clumond_solver.coach.plots import course
from clumond_solver.coach.reviews import review
from clumond_solver.display import plots
from clumond_solver.display.svg import _COLOURS, Mark, Picture, Theme, marks_of, style_rules, svg
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.results import Advice, Estimate, ExpectedScore
from clumond_solver.rules.actions import Action, PlayCard
from tests.samples import END
from tests.strategies import clumond_cards, deals, hands, plays, seats

open_review = partial(review, games_per_action=0, replays=0, budget=0)
SVG = "{http://www.w3.org/2000/svg}"
NASTY = "<b>\"Ann\" & 'Bo'</b>]]>"


def tree(picture: Picture) -> ET.Element:
    return ET.fromstring(picture.text)


def texts(picture: Picture) -> list[str]:
    return [each.text or "" for each in tree(picture).iter(f"{SVG}text")]


def boxes(picture: Picture, name: str) -> list[tuple[float, float, float, float]]:
    """The rectangles of a class: left, top, right, bottom."""
    found = []
    for each in tree(picture).iter(f"{SVG}rect"):
        if each.get("class") == name and each.get("x") is not None:
            x, y, width, height = (float(each.attrib[key]) for key in ("x", "y", "width", "height"))
            found.append((x, y, x + width, y + height))
    return found


def is_self_contained(markup: str) -> bool:
    outside = r"<script|<link|<img|<iframe|\bsrc=|\bhref=|url\(|@import|https?://"
    return re.search(outside, markup.replace("http://www.w3.org/2000/svg", "")) is None


# Pictures.


@given(hand=hands)
def test_a_hand_shows_each_card_once(hand: Hand) -> None:
    picture = svg(hand)
    ranks = Counter(each for each in texts(picture) if each != "–")
    assert ranks == Counter(str(card.rank) for card in hand)
    assert is_self_contained(picture.text)


@pytest.mark.parametrize("strain", ["S", "NT"])
def test_what_is_declared_leaves_room_for_the_longest_name(strain: str) -> None:
    picture = svg(Play.parse(END.replace("declarer=F strain=S", f"declarer=M strain={strain}")))
    (pill,) = boxes(picture, "pill")
    seat = next(each for each in boxes(picture, "seat") if each[0] < pill[0] < each[2])
    # Two thirds of its size is what a wide bold letter takes.
    assert pill[0] - (seat[0] + 12) >= len("Middlehand") * 15 * 0.66


@given(deal=deals(), below=seats)
def test_a_deal_shows_three_hands_apart_within_the_picture(deal: Deal, below: Seat) -> None:
    picture = svg(deal, below=below)
    panels = boxes(picture, "seat")
    assert len(panels) == 3
    for left, top, right, bottom in panels:
        assert left >= 0
        assert top >= 0
        assert right <= picture.width
        assert bottom <= picture.height
    for first, second in ((0, 1), (0, 2), (1, 2)):
        one, other = panels[first], panels[second]
        beside = one[2] <= other[0] or other[2] <= one[0]
        assert beside or one[3] <= other[1] or other[3] <= one[1]
    lowest = max(Seat, key=lambda seat: panels[seat][1])
    assert lowest is below
    left_one = min(Seat, key=lambda seat: panels[seat][0])
    assert left_one is below.left


@given(play=plays())
def test_a_play_shows_cards_trick_turn_and_tricks(play: Play) -> None:
    picture = svg(play)
    shown = Counter(each for each in texts(picture) if re.fullmatch("[2-9JQKA]", each))
    cards = [card for hand in play.hands for card in hand] + list(play.trick)
    assert shown == Counter(str(card.rank) for card in cards)
    assert len(boxes(picture, "paper")) == len(play.trick)
    assert len(boxes(picture, "won")) == (0 if play.is_over else sum(play.tricks_taken))
    assert ("?" in texts(picture)) is not play.is_over
    assert ("declarer" in texts(picture)) is (play.declarer is not None)


def test_a_finished_hand_shows_what_everybody_kept() -> None:
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS, supplementary=(2, 0, 0))
    while not play.is_over:
        play.push(max(play.legal_plays))
    shown = texts(svg(play))
    for seat in Seat:
        ended = play.outcome()[seat]
        assert ("success" if ended.success else f"{ended.off()} off") in shown
    assert f"took {play.tricks_taken[0]} + 2" in shown


@given(hand=hands.filter(bool), data=st.data())
def test_marks_have_shapes_and_a_legend(hand: Hand, data: st.DataObject) -> None:
    marks = data.draw(
        st.dictionaries(st.sampled_from(sorted(hand)), st.sampled_from(Mark), min_size=1)
    )
    picture = svg(hand, marks=marks)
    lines = Counter(each.get("class") for each in tree(picture).iter(f"{SVG}path"))
    kinds = Counter(marks.values())
    for mark, name in ((Mark.MAKES, "goodline"), (Mark.FAILS, "badline")):
        legend = int(kinds[mark] > 0)
        assert lines[f"{name} line"] == kinds[mark] + legend
    assert len(boxes(picture, "turn")) == kinds[Mark.CHOSEN] + int(kinds[Mark.CHOSEN] > 0)
    assert picture.height > svg(hand).height


def test_marks_for_cards_that_are_not_there_change_nothing() -> None:
    hand = Hand.parse("AK..2.")
    assert svg(hand, marks={Card.parse("C5"): Mark.MAKES}).text == svg(hand).text


def test_verdicts_become_marks() -> None:
    ace, king, queen = (Card.parse(text) for text in ("SA", "SK", "SQ"))
    assert marks_of({ace: True, king: False, queen: None}) == {
        ace: Mark.MAKES, king: Mark.FAILS, queen: Mark.UNKNOWN,
    }  # fmt: skip


@given(name=st.text(max_size=40))
def test_names_are_text_and_never_markup(name: str) -> None:
    printable = "".join(character for character in name if character.isprintable())
    picture = svg(Deal.random(1), players=(printable, NASTY, ""))
    assert NASTY[:15] + "…" in texts(picture)


def test_values_draw_themselves_in_notebooks() -> None:
    deal = Deal.random(1)
    play = Play(deal, None)
    assert deal._repr_svg_() == svg(deal).text == svg(deal)._repr_svg_()
    assert play._repr_svg_() == svg(play).text
    assert deal.hands[0]._repr_svg_() == str(svg(deal.hands[0]))


def test_the_theme_decides_the_colours() -> None:
    automatic, light, dark = (style_rules(theme) for theme in Theme)
    assert "prefers-color-scheme:dark" in automatic
    assert "@media" not in light + dark
    for _, by_day, by_night in _COLOURS.values():
        assert by_day in light
        assert by_night in dark
    assert "@media" not in svg(Hand(), theme="dark").text
    with pytest.raises(ValueError, match="sepia"):
        svg(Hand(), theme="sepia")


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21, as web accessibility rules define it."""

    def light(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    ("written", "on"),
    [
        ("ink", "seat"), ("red", "seat"), ("soft", "seat"), ("ink", "page"), ("soft", "page"),
        ("soft", "cloth"), ("ink", "paper"), ("red", "paper"), ("onpill", "pill"),
        ("ink", "good"), ("ink", "bad"), ("ink", "open"), ("red", "good"), ("red", "bad"),
        ("red", "open"),
    ],
)  # fmt: skip
def test_what_is_written_can_be_read(written: str, on: str, *, dark: bool) -> None:
    column = 2 if dark else 1
    assert contrast(_COLOURS[written][column], _COLOURS[on][column]) >= 4.5


def test_saving_writes_the_picture_and_keeps_the_old_one_on_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "hand.svg"
    svg(Hand.parse("AK...")).save(target)
    kept = target.read_text(encoding="utf-8")
    assert ET.fromstring(kept).tag == f"{SVG}svg"

    def full_disk(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space"):
        svg(Hand.parse("Q...")).save(target)
    assert target.read_text(encoding="utf-8") == kept
    assert list(tmp_path.iterdir()) == [target]


# Charts.


def estimate(p: float, games: int = 100) -> Estimate:
    won = round(p * games)
    ends = {(Retention.parse("HSS"), 4): won - won // 3, (Retention.parse("CCC"), 9): won // 3}
    successes = {end: count for end, count in ends.items() if count}
    return Estimate(p, (p * (1 - p) / games) ** 0.5, games, successes, {4: games - won, 9: won})


def sample_advice() -> Advice:
    shares = dict(zip(Strain, (0.2, 0.6, 0.4, 0.0, 1.0), strict=True))
    score = ExpectedScore(1.0, 2.0, 0.5)
    return Advice(
        call=Strain.NO_TRUMPS,
        best=Strain.NO_TRUMPS,
        estimates={strain: estimate(p) for strain, p in shares.items()},
        declaring=dict.fromkeys(Strain, score),
        passing=score,
        break_even=0.35,
        confidence=0.9,
        games=500,
    )


def reviewed(play: Play, verdicts: list[bool | None], costs: Sequence[float] = ()) -> Review:
    """A review with given verdicts after the cards of a play that is played on by its rules."""
    misses = {True: (0, 0), False: (1, 1), None: (0, 1)}
    plays, before = [], misses[verdicts[0]]
    for number, makes in enumerate(verdicts[1:], 1):
        if play.turn is None:
            break
        card, trick = min(play.legal_plays), sum(play.tricks_taken) + 1
        action, after = PlayCard(card), misses[makes]
        cost = costs[number - 1] if costs else 0.0
        values: dict[Action, float] = {action: 0.5} if costs else {}
        plays.append(
            ReviewedPlay(
                number, trick, play.turn, action, action, cost, values, "", before, after, {}
            )
        )
        play.push(card)
        before = after
    return Review(Seat.FOREHAND, Seat.FOREHAND, tuple(plays))


def new_axes() -> Any:
    return pytest.importorskip("matplotlib.figure").Figure().add_subplot()


def labels(axis: Any) -> list[str]:
    return [label.get_text() for label in axis.get_ticklabels()]


def dots(ax: Any) -> list[tuple[float, float]]:
    """The points that are drawn as dots, not as a line."""
    return [
        (x, y)
        for line in ax.lines
        if line.get_marker() == "o"
        for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)
    ]


def test_bars_are_as_high_as_the_chances() -> None:
    given = new_axes()
    ax: Any = plots.strains(sample_advice(), given)
    assert ax is given
    assert labels(ax.xaxis) == ["clubs", "hearts", "spades", "diamonds", "no trumps"]
    assert [bar.get_height() for bar in ax.patches] == [0.0, 0.4, 0.6, 0.2, 1.0]
    assert [text.get_text() for text in ax.texts] == [
        percent(share) for share in (0.0, 0.4, 0.6, 0.2, 1.0)
    ]
    assert ax.get_ylim() == (0, 1)
    assert "declare no trumps; break-even: 35 %" in ax.get_title().replace("\xa0", " ")


def test_finishes_show_every_end_with_its_games() -> None:
    ax: Any = plots.finishes(estimate(0.6), new_axes())
    assert (labels(ax.xaxis), labels(ax.yaxis)) == (["4", "9"], ["HSS", "CCC"])
    cells = {text.get_text(): text.get_position() for text in ax.texts}
    assert cells == {"40": (0, 0), "20": (1, 1)}


def test_tricks_show_every_number_between() -> None:
    ax: Any = plots.tricks(estimate(0.6), new_axes())
    assert labels(ax.xaxis) == ["4", "5", "6", "7", "8", "9"]
    assert [bar.get_height() for bar in ax.patches] == [0.4, 0, 0, 0, 0, 0.6]


def test_the_course_has_a_band_a_verdict_and_a_dot_where_it_turned() -> None:
    hand = reviewed(Play.parse(END), [None, True, False, False, True])
    ax: Any = course(hand, new_axes(), players=("Ann", "", ""))
    colours = Counter(band.get_facecolor() for band in ax.patches)
    assert sorted(colours.values()) == [1, 2, 2]
    assert len(dots(ax)) == len(hand.turning_points) == 2
    assert "green: Ann could force success" in ax.get_title()
    assert "grey: not known" in ax.get_title()


@pytest.mark.parametrize("name", ["A$AP_$", "a$b$c", "x_1^2$\\alpha$", "\\$", "<&>", "{}%"])
def test_a_name_in_a_chart_is_no_formula(name: str) -> None:
    hand = reviewed(Play.parse(END), [False, False, False], [0.2, 0.0])
    ax: Any = course(hand, new_axes(), players=(name, name, name))
    ax.figure.savefig(io.BytesIO(), format="svg")
    for text in (ax.title, ax.yaxis.label):
        assert name in text.get_text()
        assert not text.get_parse_math()


def test_a_dear_card_is_dotted_even_if_the_verdict_stands() -> None:
    hand = reviewed(Play.parse(END), [False, False, False], [0.2, 0.0])
    assert hand.plays[0].seat is Seat.FOREHAND
    ax: Any = course(hand, new_axes())
    assert dots(ax) == [(1.5, 0.5)]
    assert "chance of forehand" in ax.get_ylabel()
    [own, other] = [line for line in ax.lines if line.get_marker() != "o"]
    assert list(own.get_ydata()) == [0.7, 0.5]
    assert own.get_linewidth() > other.get_linewidth()


def test_calibration_tells_bias_and_slope() -> None:
    pairs = [(estimate(0.2), estimate(0.3)), (estimate(0.6), estimate(0.5))]
    ax: Any = plots.calibration(pairs, new_axes())
    assert ax.get_title().endswith("\nbias +0.000, correlation 1.00, slope 0.50")
    assert dots(ax) == [(0.2, 0.3), (0.6, 0.5)]
    with pytest.raises(SearchError, match="two pairs"):
        plots.calibration(pairs[:1])


def test_nothing_to_show_is_said() -> None:
    with pytest.raises(SearchError, match="no successful game"):
        plots.finishes(Estimate(0.0, 0.1, 10))
    with pytest.raises(SearchError, match="no game"):
        plots.tricks(Estimate(0.3, 0.13, 0))


def test_charts_without_axes_get_a_figure_of_their_own(tmp_path: Path) -> None:
    pyplot = pytest.importorskip("matplotlib.pyplot")
    ax: Any = plots.tricks(estimate(0.6))
    ax.figure.savefig(tmp_path / "chart.png")
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG")
    pyplot.close(ax.figure)


@given(card=clumond_cards)
def test_red_suits_are_red(card: Card) -> None:
    [colour] = {
        each.get("class")
        for each in tree(svg(Hand.of(card))).iter(f"{SVG}text")
        if each.text != "–"
    }
    assert (colour == "red") is (card.suit in {Suit.HEARTS, Suit.DIAMONDS})


def test_characters_that_xml_forbids_are_replaced() -> None:
    picture = str(svg(Deal.random(1), players=("A\ufffe", "\x1b[2J", "C")))
    ET.fromstring(picture)
    assert "A\ufffd" in picture

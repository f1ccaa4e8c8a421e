"""The Practice tab driven end to end in a real browser."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path

import pytest

from clumond_solver.base.cards import Card
from clumond_solver.coach.clumond.lines_of_play import success_by_card, touching_runs
from clumond_solver.coach.clumond.puzzles import judge_move, parse_puzzle
from clumond_solver.double_dummy.solver import Solver
from tests.samples import PUZZLE_CODE
from tests.web.browser import DESKTOP, LOOKS, NEEDS_BROWSER, PHONE, Page
from tests.web.tables import is_over, last_action, moved_until

pytestmark = NEEDS_BROWSER
GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.fixture
def page(browser: Page) -> Page:
    return browser


def open_puzzle(page: Page, **words: str) -> None:
    page.go("practice", **words)
    page.until(lambda: page.all(".board .held.legal"))


def guess(page: Page, card: str) -> None:
    page.click(f'button[data-card="{card}"]')


def finish(page: Page) -> None:
    """Solve the puzzle on view, by good cards."""
    puzzle = parse_puzzle(page.text(".practice-task .small-text a"))
    played: list[Card] = []
    while not (play := puzzle.play.after(played)).is_over:
        good = [
            card
            for card, makes in success_by_card(play, Solver()).items()
            if makes is puzzle.attacks
        ]
        played += [good[0], *judge_move(puzzle, [*played, good[0]]).replies]
        solve(page, str(good[0]))


def solve(page: Page, *cards: str) -> None:
    """Play these cards of the person's, waiting for each to be answered."""
    for card in cards:
        button = f'button[data-card="{card}"]'
        page.until(partial(page.all, button))
        page.click(button)
        page.until(partial(_gone, page, button))


def _gone(page: Page, selector: str) -> bool:
    return not page.all(selector)


def test_a_wrong_card_is_refuted_and_the_puzzle_is_played_to_its_end(page: Page) -> None:
    open_puzzle(page, puzzle=PUZZLE_CODE)
    guess(page, "C9")
    page.until(lambda: "do not force success" in page.text(".verdict.wrong"))
    assert len(page.all(".held.wrong")) > 1  # with the cards that count as one with it
    solve(page, "DA")
    page.until(lambda: "Right. ♦4 ♦2 follow" in page.text(".verdict.right").replace("\ufe0e", ""))
    assert not page.all(".solution")
    assert "What do you play to force success?" in page.text(".task")
    page.click(".practice-task .bar .button")  # a hint
    page.until(lambda: "It is a spade." in page.text(".verdict.hint"))
    solve(page, "SJ", "D5", "C6")
    page.until(lambda: "forces success" in page.text(".solution"))
    assert "Solved. Forehand ends with 5 tricks" in page.text(".verdict.right")
    assert "Solved at the first try: 0 of 1" in page.text(".record")
    assert not page.all(".task")
    assert not page.all(".board .held.legal")


def test_the_puzzle_of_a_day_that_was_solved_shows_as_solved(page: Page) -> None:
    open_puzzle(page, day="2026-11-23")
    assert "solved" not in page.text("h1")
    finish(page)
    page.until(lambda: "✓ solved" in page.text("h1"))
    page.go("practice", puzzle=PUZZLE_CODE)
    open_puzzle(page, day="2026-11-23")
    page.until(lambda: "✓ solved" in page.text("h1"))


def test_the_deal_of_the_day_is_one_click_away(page: Page) -> None:
    page.go("practice", puzzle=PUZZLE_CODE)
    page.click(".practice-choose button[title*='everybody']")
    page.until(lambda: page.all(".at-table"))
    assert "table=" in page.address()


def test_streaks_and_missed_puzzles_are_kept_over_a_reload(page: Page) -> None:
    open_puzzle(page, puzzle=PUZZLE_CODE)
    page.click(".practice-task .bar .button + .button")  # shows the solution
    page.until(lambda: page.text(".solution"))
    open_puzzle(page, seed="3", level="easy")
    page.until(lambda: "Retry a missed puzzle (1)" in page.text(".practice-choose"))
    finish(page)
    page.until(lambda: "Solved at the first try: 1 of 2, 1 in a row" in page.text(".record"))
    page.click(".practice-choose .button:last-child")
    page.until(lambda: PUZZLE_CODE in page.text(".practice-task"))
    page.click(".practice-task .bar .button + .button")
    page.until(lambda: page.text(".solution"))
    assert "Solved at the first try: 1 of 2, 1 in a row" in page.text(".record")
    open_puzzle(page, puzzle=PUZZLE_CODE)
    finish(page)
    open_puzzle(page)
    page.until(lambda: "Today's puzzle" in page.text("h1"))
    assert "missed" not in page.text(".practice-choose")
    assert "Solved at the first try: 1 of 2, 1 in a row" in page.text(".record")


def rating(page: Page) -> int:
    page.until(lambda: "; rating " in page.text(".record"))
    return int(page.text(".record").split("; rating ")[1].split()[0])


def test_the_rating_of_puzzles_moves_with_the_first_try_alone(page: Page) -> None:
    open_puzzle(page, seed="3", level="easy")
    assert "rating" not in page.text(".record")
    finish(page)
    after_success = rating(page)
    assert after_success > 1500
    open_puzzle(page, puzzle=PUZZLE_CODE)
    page.click(".practice-task .bar .button + .button")  # shows the solution
    page.until(lambda: rating(page) < after_success)
    after_failure = rating(page)
    open_puzzle(page, puzzle=PUZZLE_CODE)
    finish(page)
    page.until(lambda: "missed" not in page.text(".practice-choose"))
    assert rating(page) == after_failure


def test_the_puzzle_of_today_begins_a_streak_of_days(page: Page) -> None:
    open_puzzle(page, day="2026-11-23")
    finish(page)
    page.until(lambda: "✓ solved" in page.text("h1"))
    assert "days in a row" not in page.text(".record").replace("day in", "days in")
    open_puzzle(page)
    finish(page)
    page.until(lambda: "the day's puzzle on 1 day in a row" in page.text(".record"))


def test_your_play_searches_hands_for_lost_points(page: Page) -> None:
    new = {"game": "clumond", "levels": ["easy"] * 3, "options": {"hands": "1"}, "seed": 1}
    table = page.ask("session-new", new)
    moved_until(page.ask, table, is_over, last_action)
    page.go("practice", show="yours")
    page.click(".lost-points .button")
    page.until(lambda: page.all(".lost-points tbody tr"))
    page.until(lambda: not page.all(".lost-points .button, .lost-points progress"))
    shown = page.text(".lost-points")
    assert re.search(r"In all, per hand: \w+ −?\d+\.\d ± \d+\.\d points(, within luck)?\.", shown)
    page.go("practice", show="yours")
    page.until(lambda: page.text(".lost-points") == shown)
    for size in PHONE, DESKTOP:
        page.size(size)
        assert (page.overflow(), page.findings()) == (0, [])


def opened_session(page: Page) -> str:
    """The id of a session of an easy player's, whose hands 2 and 3 have a mistake each."""
    text = (GOLDEN / "hands_of_easy_player.session").read_text("utf-8")
    return str(page.ask("session-open", {"text": text})["id"])


def searched_mistakes(page: Page) -> None:
    """Let the page search that session for lost points."""
    opened_session(page)
    page.go("practice", show="yours")
    page.until(lambda: "comes back here as a puzzle" in page.text("main"))
    page.click(".lost-points .button")
    page.until(lambda: "2 to find today." in page.text("main"))


def play_at_table(page: Page, card: str) -> None:
    """Choose a card of the hand by the keyboard."""
    script = "document.querySelector(`.hand button[data-card=${arguments[0]}]`).focus()"
    page.until(lambda: page.all(f'.hand button[data-card="{card}"]'))
    page.driver.execute_script(script, card)
    page.press(" ")


def test_mistakes_come_back_until_something_better_is_found(page: Page) -> None:
    searched_mistakes(page)
    page.click("a[href='#/practice?show=mistakes']")
    page.until(lambda: "Here you played ♣J: find something better." in plain(page, ".mistake"))
    assert page.text(".record") == "2 left for today"
    assert not re.search(r"better: |games|right|\d %", plain(page, "main").partition("left")[2])
    for size in PHONE, DESKTOP:
        page.size(size)
        assert (page.overflow(), page.findings()) == (0, [])
    play_at_table(page, "CJ")
    page.until(lambda: "♣J is what you chose." in plain(page, ".mistake"))
    play_at_table(page, "CA")
    page.until(lambda: "♣A is right." in plain(page, ".verdict.right"))
    assert "♣A was better: +" in plain(page, ".verdict.right")
    assert (page.overflow(), page.findings()) == (0, [])
    page.press("n")
    page.until(lambda: "Here you played ♠A" in plain(page, ".mistake"))
    page.click(".mistake .button")  # shows the answer
    page.until(lambda: "♠7 was better: " in plain(page, ".verdict.hint"))
    page.press("n")
    page.until(lambda: "That was the last one." in page.text("main"))
    page.go("practice", show="yours")
    page.until(lambda: "None to find today, 2 on later days." in page.text("main"))
    page.go("practice", show="mistakes")
    page.until(lambda: "There is nothing to find now." in page.text("main"))


def test_a_review_leads_to_its_own_mistakes(page: Page) -> None:
    session = opened_session(page)
    # What the review itself confirms in its few seconds may be less.
    found = [
        {**mistake, "session": session, "deal": deal, "when": deal, "box": 0, "due": ""}
        for deal in (2, 3)
        for mistake in page.ask("hand-lost", {"session": session, "deal": deal})["mistakes"]
    ]
    script = "localStorage.setItem('clumond.mistakes', JSON.stringify(arguments[0]))"
    page.driver.execute_script(script, json.dumps({"mistakes": found}))
    page.go("analysis", table=session, deal="2")
    page.until(lambda: page.all("#mistakes"))
    count = int(re.sub(r"\D", "", page.text("#mistakes")))
    assert 1 <= count <= len(found)
    page.click("#mistakes")
    page.until(lambda: page.text(".record") == f"{count} left of this hand")
    at = page.ask("sessions", {})["sessions"][0]["at"]
    page.ask("session-remove", {"id": session, "at": at})
    page.go("practice", show="mistakes", table=session, deal="3")
    page.until(lambda: page.text(".record") == "1 left of this hand")
    page.click(".practice .notice + .bar .button")  # leaves it out
    page.until(lambda: "That was the last one." in page.text("main"))


def test_mistakes_move_through_boxes(page: Page) -> None:
    page.go("practice")
    script = """const done = arguments[0];
        import(new URL("tabs/practice/mistake_boxes.js", document.baseURI).href).then((boxes) => {
          const hand = { session: "s", deal: 1 };
          const [fresh] = boxes.withHand([], hand, [{ at: 5 }]);
          const days = ({ due }) => due && Math.round((Date.parse(due) - Date.now()) / 864e5 + .5);
          const again = (one) => ({ ...one, due: "" });
          const steps = [fresh];
          for (let n = 0; n < 3; n += 1) steps.push(boxes.afterTry(again(steps.at(-1)), true));
          const missed = boxes.afterTry(again(steps[2]), false);
          done([...steps, missed, boxes.afterTry(steps[1], true)].map((one) => [one.box, days(one)])
            .concat([boxes.toAsk(steps, null).length, boxes.toAsk(steps, hand).length,
              boxes.withHand([fresh], hand, [{ at: 5 }]).length]));
        })"""
    found = page.driver.execute_async_script(script)
    # New, found three times, missed in the third box, and found before its day.
    assert found[:6] == [[0, ""], [1, 3], [2, 7], [3, ""], [0, 1], [1, 3]]
    # Only the new one is due; of its hand all that are not learned are asked; none comes twice.
    assert found[6:] == [1, 3, 1]


def plain(page: Page, selector: str) -> str:
    """A text without the marks that keep symbols from being drawn as pictures."""
    return page.text(selector).replace("\ufe0e", "")


def test_a_level_is_chosen_and_the_puzzle_is_a_link_to_analysis_too(page: Page) -> None:
    open_puzzle(page, puzzle=PUZZLE_CODE)
    page.choose(".practice-choose select", "hard")
    page.until(lambda: ", hard" in page.text("h1") and page.all(".board .held.legal"))
    assert "level=hard" in page.address()
    code = page.text(".practice-task .small-text a")
    position = parse_puzzle(code).position
    page.click('.practice-task a[href^="#/analysis"]')
    page.until(lambda: "/analysis?start=" in page.address())
    assert position in page.address()


def test_a_puzzle_is_played_with_keys_alone(page: Page) -> None:
    open_puzzle(page, puzzle=PUZZLE_CODE)
    script = "document.querySelector('button[data-card=\"S4\"]').focus()"
    page.driver.execute_script(script)
    page.press(" ")
    page.until(lambda: page.all(".verdict.wrong"))
    page.until(lambda: "do not force success" in page.text('[role="status"].unseen'))


def test_a_call_is_judged_and_the_next_hand_follows(page: Page) -> None:
    page.go("practice", show="calls")
    page.until(lambda: page.all(".practice-calls .button"))
    for size in PHONE, (390, 844), DESKTOP:
        page.size(size)
        assert len({button.rect["y"] for button in page.all(".practice-calls .button")}) == 1, size
    page.click(".practice-calls .button:first-child")
    page.until(lambda: page.all(".chances"))
    # The line of break-even in each of the five bars.
    assert len(page.all(".chances .meter .even")) == 5
    page.until(lambda: "of 1 right" in page.text(".record"))
    assert rating(page) != 1500
    hand = page.text(".practice-hand")
    page.click(".panel > .bar .button.main")
    page.until(lambda: page.text(".practice-hand") not in {"", hand})
    page.go("practice", show="calls")
    page.until(lambda: "of 1 right" in page.text(".record"))


@pytest.mark.parametrize(("size", "dark"), LOOKS)
def test_it_fits_and_the_accessibility_checker_finds_nothing(
    page: Page, size: tuple[int, int], dark: bool
) -> None:
    page.size(size, dark=dark)
    open_puzzle(page, puzzle=PUZZLE_CODE)
    assert (page.overflow(), page.findings()) == (0, [])
    assert len({tab.location["y"] for tab in page.all(".tabs a")}) == 1
    guess(page, "C9")
    page.until(lambda: page.all(".verdict.wrong"))
    finish(page)
    page.until(lambda: page.all(".solution"))
    assert (page.overflow(), page.findings()) == (0, [])
    page.go("practice", show="calls")
    page.until(lambda: page.all(".practice-calls"))
    assert (page.overflow(), page.findings()) == (0, [])
    page.click(".practice-calls .button:first-child")
    page.until(lambda: page.all(".chances"))
    assert (page.overflow(), page.findings()) == (0, [])


def test_the_page_shows_every_card_that_may_be_answered(page: Page) -> None:
    open_puzzle(page, puzzle=PUZZLE_CODE)
    shown = {each.get_attribute("data-card") for each in page.all(".board .held.legal")}
    runs = touching_runs(parse_puzzle(PUZZLE_CODE).play).values()
    assert shown == {str(card) for run in runs for card in run}


def test_calls_for_chips_have_a_record_of_their_own(page: Page) -> None:
    page.go("practice", show="calls")
    page.click(".practice-calls .button:first-child")
    page.until(lambda: " of 1 right" in page.text(".record"))
    page.choose(".practice-choose select", "chips")
    page.until(lambda: "No call made yet" in page.text(".record"))
    page.choose(".practice-choose select", "paper")
    page.until(lambda: " of 1 right" in page.text(".record"))

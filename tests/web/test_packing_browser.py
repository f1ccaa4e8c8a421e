"""What an invitation's link holds: packed and read again, refused once it was cut or changed."""

from __future__ import annotations

import json
import random
import uuid
from typing import Any

import pytest

from tests.web.browser import NEEDS_BROWSER, Page
from tests.web.editions import SERVED, Edition, opened

pytestmark = NEEDS_BROWSER
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
URL = LETTERS.replace("+", "-").replace("/", "_")
# Loads the module, and puts each case to a function of it.
EACH = """const [cases, done] = arguments;
import(new URL("standalone/packing.js", document.baseURI).href).then((packing) => {
    const act = (one) => { %s };
    done(cases.map((one) => { try { return act(one); } catch (error) { return String(error); } }));
})"""
READ = "return packing.unpack(one[0], one[1]).description;"


@pytest.fixture(scope="session", params=[SERVED])
def edition(request: pytest.FixtureRequest) -> Any:
    """The module is the same in both."""
    with opened(request.param) as edition:
        assert isinstance(edition, Edition)
        yield edition


def each(page: Page, act: str, cases: list[Any]) -> list[Any]:
    if not str(page.driver.current_url).startswith("http"):
        page.go("play")
    return list(page.driver.execute_async_script(EACH % act, cases))


def address_of(source: random.Random) -> str:
    parts = [source.randrange(256) for _ in range(4)]
    six = [f"{source.randrange(1 << 16):04x}" for _ in range(8)]
    name = uuid.UUID(int=source.getrandbits(128), version=4)
    return source.choice([f"{name}.local", ".".join(map(str, parts)), ":".join(six)])


def description_of(source: random.Random) -> dict[str, Any]:
    """What some browser may say of itself."""

    def letters(least: int, most: int) -> str:
        return "".join(source.choices(LETTERS, k=source.randint(least, most)))

    return {
        "ufrag": letters(4, 40),
        "password": letters(22, 80),
        "fingerprint": source.randbytes(32).hex(":").upper(),
        "candidates": [
            {
                "kind": source.choice(["host", "srflx", "relay"]),
                "address": address_of(source),
                "port": source.randrange(1 << 16),
            }
            for _ in range(source.randrange(9))
        ],
    }


def packed(page: Page, descriptions: list[Any], about: dict[str, Any]) -> list[str]:
    act = f"return packing.pack(one, {json.dumps(about)});"
    return [str(text) for text in each(page, act, descriptions)]


@pytest.mark.parametrize("about", [{}, {"isAnswer": True, "to": 2**32 - 1}])
def test_what_is_packed_is_read_again(browser: Page, about: dict[str, Any]) -> None:
    source = random.Random(71)
    known = [description_of(source) for _ in range(200)]
    texts = packed(browser, known, about)
    assert each(browser, READ, [(text, "to" in about) for text in texts]) == known
    links = [(f" https://a.org/#/seat?offer=\n{text}&x=1 ", "to" in about) for text in texts]
    assert each(browser, READ, links) == known
    again = "return packing.described(packing.sdpOf(one, true));"
    assert each(browser, again, known) == known


def test_a_link_with_one_address_is_short(browser: Page) -> None:
    one = description_of(random.Random(1)) | {
        "ufrag": "abcd", "password": "x" * 24,
        "candidates": [{"kind": "host", "address": f"{uuid.UUID(int=7)}.local", "port": 9}],
    }  # fmt: skip
    assert len(packed(browser, [one], {})[0]) == 107


def test_what_was_cut_or_changed_is_refused_with_a_sentence(browser: Page) -> None:
    source = random.Random(72)
    wrong: list[str] = ["", "x", "=", "a" * 5000, "%", "\u2663"]
    for text in packed(browser, [description_of(source) for _ in range(40)], {}):
        cut = sorted(source.sample(range(len(text)), 2))
        at = source.randrange(len(text))
        other = source.choice([letter for letter in URL if letter != text[at]])
        wrong += [
            text[: cut[0]], text[cut[1] :], text[: cut[0]] + text[cut[1] :], text + other,
            text[:at] + other + text[at + 1 :], text.swapcase(),
        ]  # fmt: skip
    answers = each(browser, READ, [(text, False) for text in wrong])
    assert {str(answer) for answer in answers} == {
        "Error: This invitation was cut or changed on its way: copy it once more, all of it."
    }


def test_another_version_and_the_wrong_kind_are_named(browser: Page) -> None:
    known = [description_of(random.Random(3))]
    [offer], [answer] = packed(browser, known, {}), packed(browser, known, {"isAnswer": True})
    kinds = each(browser, READ, [(offer, True), (answer, False)])
    assert "This is an invitation" in kinds[0]
    assert "This is an answer" in kinds[1]
    newer = """const whole = Array.from(
        atob(one.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    whole[4] += 1;
    const check = whole.slice(4).reduce(
        (sum, byte) => Math.imul(sum ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
    whole.splice(0, 4, ...[24, 16, 8, 0].map((shift) => (check >>> shift) & 255));
    const text = btoa(String.fromCharCode(...whole));
    return packing.unpack(
        text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""), false);"""
    assert "from another version of the page" in each(browser, newer, [offer])[0]

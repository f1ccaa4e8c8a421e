"""A monkey at the page: random clicks and keys, and what nobody should see after one.

A seed fixes what it chooses, but what the page has drawn by then depends on the machine: a failure
prints the steps too, in a form in which they can be done again.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from tests.web.browser import Page

#: A step: what is done, to the element of which name, and which of those it is; or a key.
Step = list[Any]

KEYS = {
    "Escape": "\ue00c", "Enter": "\ue007", "Tab": "\ue004", "Space": " ", "Home": "\ue011",
    "End": "\ue010", "Left": "\ue012", "Up": "\ue013", "Right": "\ue014", "Down": "\ue015",
    "Backspace": "\ue003", **{key: key for key in "adehklnopqrstu?"},
}  # fmt: skip
TABS = ("play", "analysis", "practice")
# A text for a field; none holds a word that the page must not show.
TEXTS = ("", "7", "Ann & <b>Bo</b>", "AK8732.AK974.KJ4.Q3", "F:A83.K..J K.2.Q.A9 .J.J8.64")

# Makes the page's own random seeds repeat.
SAME_SEEDS = """
let state = 7;
crypto.getRandomValues = (array) => array.map(() =>
    (state = (Math.imul(state, 1664525) + 1013904223) >>> 0));
"""
# Ends when nothing has been drawn for a moment, or when the page goes on and on, as in a search.
_REST = """
const done = arguments[0];
let quiet = setTimeout(done, 80);
new MutationObserver(() => { clearTimeout(quiet); quiet = setTimeout(done, 80); })
    .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
setTimeout(done, 400);
"""

# What can be used now: visible, enabled, not behind another thing, and leading nowhere else.
_USABLE = """
const nameOf = (element) => `${element.localName} ${element.ariaLabel ?? element.title ?? ""} ${
    element.labels?.[0]?.textContent ?? element.textContent}`.replace(/\\s+/g, " ").slice(0, 80);
const isReached = (element) => {
  element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const box = element.getBoundingClientRect();
  const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return at !== null && (element.contains(at) || at.contains(element));
};
const leaves = (element) => element.origin !== undefined && element.origin !== location.origin;
const within = document.querySelector("dialog[open]") ?? document;
const usable = [...within.querySelectorAll("a[href], button, select, input, textarea, summary")]
    .filter((element) => !element.disabled && element.checkVisibility({ visibilityProperty: true })
        && element.type !== "file" && !leaves(element));
"""
_NAMES = _USABLE + "return usable.filter(isReached).map(nameOf);"
_USE = (
    "(name, nth, number, text) => {"
    + _USABLE
    + """
const element = usable.filter((each) => isReached(each) && nameOf(each) === name)[nth];
if (!element) return false;
element.focus();
const send = (kind) => element.dispatchEvent(new Event(kind, { bubbles: true }));
if (element.localName === "select") {
  element.selectedIndex = number % element.options.length;
  send("change");
} else if (element.localName === "textarea" || ["text", "number"].includes(element.type)) {
  if (element.readOnly) return true;
  element.value = text;
  send("input");
} else element.click();
return true;
}"""
)

# What is drawn wrongly, in texts, labels and fields; and whether there is a way on.
_WRONG = """
const wrong = /\\bundefined\\b|\\bNaN\\b|\\[object|\\bnull\\b/;
const texts = [document.body.innerText, document.title];
for (const element of document.querySelectorAll("body *")) {
  for (const { name, value } of element.attributes)
    if (/^(aria-|title$|alt$|placeholder$|href$|src$|value$|data-|class$)/.test(name))
      texts.push(value);
  if (element.value !== undefined) texts.push(String(element.value));
}
const found = texts.filter((text) => wrong.test(text))
    .map((text) => text.slice(Math.max(0, text.search(wrong) - 60)).slice(0, 140)
        .replace(/\\s+/g, " "));
for (const error of document.querySelectorAll("[role=alert]"))
  if (/cannot be shown|Something went wrong/.test(error.textContent)) found.push(error.textContent);
const dialog = document.querySelector("dialog[open]");
const ways = (dialog ?? document).querySelectorAll(dialog ? "button" : "nav a[href]");
if (![...ways].some((way) => !way.disabled && way.checkVisibility())) found.push("no way out");
return found;
"""


class Monkey:
    """A monkey at a page that shows a view, and what it has done since."""

    def __init__(self, page: Page, seed: int, view: str) -> None:
        self.page = page
        self.seed = seed
        self.view = view
        self.steps: list[Step] = []
        self._source = random.Random(f"{seed} {view}")

    def check(self) -> None:
        """Fail if the page shows what nobody should see, or has logged a complaint."""
        self.page.driver.execute_async_script(_REST)
        found = [*self.page.driver.execute_script(_WRONG), *self.page.complaints()]
        where = f"seed {self.seed}, {self.page.address()}"
        replay = f"CLUMOND_STEPS='{json.dumps([self.view, *self.steps])}'"
        assert not found, "\n".join([where, *found, replay])

    def walk(self, steps: Iterable[Step]) -> None:
        """Do these steps, check what each leads to, and leave as a person would."""
        self.check()
        for step in steps:
            self._do(step)
            self.check()
        self._leave()

    def random_steps(self, count: int) -> Iterator[Step]:
        """So many random steps, each for the page as it is by then."""
        for _ in range(count):
            chance = self._source.random()
            names = self.page.driver.execute_script(_NAMES) if chance < 0.8 else []
            if names:
                name = self._source.choice(names)
                nth = self._source.randrange(names.count(name))
                yield ["use", name, nth, self._source.randrange(60), self._source.choice(TEXTS)]
            elif chance < 0.96:
                yield ["key", self._source.choice(sorted(KEYS))]
            else:
                yield [self._source.choice(["back", "reload"])]

    def _do(self, step: Step) -> None:
        self.steps.append(step)
        kind, *what = step
        if kind == "key":
            self.page.press(KEYS[what[0]])
        elif kind == "back":
            self.page.driver.back()
            if not self.page.driver.current_url.startswith(self.page.home):
                self.page.driver.forward()
        elif kind == "reload":
            self.page.driver.refresh()
        else:
            self.page.as_user(_USE, *what)

    def _leave(self) -> None:
        """Leave the view by Escape, then by a tab."""
        # A dialog may have another below it.
        for _ in range(3):
            if self.page.all("dialog[open]"):
                self.page.press(KEYS["Escape"])
        tab = f"header nav a[href='#/{self._source.choice(TABS)}']"
        self.page.click(tab)
        self.page.until(partial(self.page.all, f"{tab}[aria-current=page]"))
        self.page.until(partial(self.page.all, "main h1, main h2"))
        self.check()

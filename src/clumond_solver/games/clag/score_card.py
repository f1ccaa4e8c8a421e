"""Score cards of Clag: reading, writing, and checking them by the scoring, deal by deal.

A card has a heading with the players' names and one line per deal: its label, then for each player
the running total and his nomination, or a dash if he made none. Blanks have no meaning.

>>> card = ScoreCard.parse("deal: Ann | Ben | Cas\\n1: 10 0 | 0 0 | 10 0\\n2: 24 2 | 0 1 | 20 0\\n")
>>> card.rows[1].gains(card.rows[0])
(14, 0, 10)
>>> from clumond_solver.games.clag.schemes import FOSS
>>> card.check(FOSS)
()
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from clumond_solver.base.errors import RecordError, RuleError, shown_value
from clumond_solver.base.wording import columns_of, counted, padded
from clumond_solver.games.clag.schemes import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    DealAim,
    DealRules,
    Scheme,
)
from clumond_solver.rules.game import Standing

_CELL = re.compile(r"\s*(-?\d{1,9})\s+(\d{1,2}|-)\s*", re.ASCII)
_NO_NOMINATION = "-"


@dataclass(frozen=True, slots=True)
class CardRow:
    """One deal on a card: each player's total after it, and his nomination or None."""

    label: str
    totals: tuple[int, ...]
    nominations: tuple[int | None, ...]

    def gains(self, before: CardRow | None) -> tuple[int, ...]:
        """The gains by player since the row before; that is None for the first row."""
        if before is None:
            return self.totals
        return tuple(new - old for new, old in zip(self.totals, before.totals, strict=True))

    @property
    def cells(self) -> tuple[str, ...]:
        """The texts of the players' columns."""
        return tuple(
            f"{total} {_NO_NOMINATION if tricks is None else tricks}"
            for total, tricks in zip(self.totals, self.nominations, strict=True)
        )


@dataclass(frozen=True, slots=True, order=True)
class SheetFinding:
    """An entry of a card that does not follow from the rules.

    ``deal`` counts from 1; ``player`` is None if the deal as a whole is at fault.
    """

    deal: int
    label: str
    player: str | None
    reason: str

    def __str__(self) -> str:
        who = "" if self.player is None else f", {self.player}"
        return f"deal {self.deal} ({self.label}){who}: {self.reason}"


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """The score card of a session of Clag, finished or not."""

    players: tuple[str, ...]
    rows: tuple[CardRow, ...]

    @classmethod
    def parse(cls, text: str) -> ScoreCard:
        """Read a card; RecordError, with the line, for a text that cannot be read."""
        numbered = enumerate(text.removeprefix("\ufeff").splitlines(), 1)
        lines = [(n, line) for n, line in numbered if line.strip()]
        if not lines:
            raise RecordError("a score card starts with its players' names", 1, 1)
        number, heading = lines[0]
        _, colon, names = heading.partition(":")
        players = tuple(name.strip() for name in names.split("|"))
        if not colon or not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS or not all(players):
            reason = "the heading reads deal: then 3 to 7 names with | between them"
            raise RecordError(reason, 1, number)
        return cls(players, tuple(_read_row(line, len(players), n) for n, line in lines[1:]))

    @classmethod
    def of(cls, standing: Standing, players: Sequence[str]) -> ScoreCard:
        """The card of a session's standing; RuleError for names that do not fit on it."""
        totals = (0,) * len(standing.totals)
        if len(players) != len(totals):
            raise RuleError(f"{counted(len(players), 'name')} for {len(totals)} players")
        for name in players:
            if not name.strip() or re.search(r"[|\x00-\x1f\x7f-\x9f\u2028\u2029]", name):
                raise RuleError(f"{shown_value(name)} cannot be written on a score card")
        rows = []
        for row in standing.rows:
            totals = tuple(total + gain for total, gain in zip(totals, row.gains, strict=True))
            nominations = tuple(None if n == _NO_NOMINATION else int(n) for n in row.notes)
            rows.append(CardRow(row.label, totals, nominations))
        return cls(tuple(players), tuple(rows))

    @property
    def gains(self) -> tuple[tuple[int, ...], ...]:
        """The gains by player, deal by deal."""
        previous = (None, *self.rows)
        return tuple(row.gains(before) for row, before in zip(self.rows, previous, strict=False))

    def check(self, scheme: Scheme, *, restricted: bool = True) -> tuple[SheetFinding, ...]:
        """The entries that do not follow from the scheme's rules, in order.

        ``restricted`` says whether nominations must not add up to the number of cards.
        """
        findings: list[SheetFinding] = []
        if len(self.rows) > len(scheme.deals):
            extra = self.rows[len(scheme.deals)]
            reason = f"{scheme.name} has only {len(scheme.deals)} deals"
            findings.append(SheetFinding(len(scheme.deals) + 1, extra.label, None, reason))
        deals = zip(self.rows, self.gains, scheme.deals, strict=False)
        for number, (row, gains, rules) in enumerate(deals, 1):
            findings += [
                SheetFinding(number, row.label, None if p is None else self.players[p], reason)
                for p, reason in _check_deal(row, gains, rules, scheme, restricted)
            ]
        return tuple(findings)

    def __str__(self) -> str:
        """The card in columns, as `parse` reads it.

        >>> print(ScoreCard.parse("deal: Ann|Ben|Cas\\n1: 10 0|0 0|10 0"), end="")
        deal:  Ann | Ben |  Cas
        1:    10 0 | 0 0 | 10 0
        """
        table = [("deal:", *self.players), *((f"{row.label}:", *row.cells) for row in self.rows)]
        heads, *columns = (max(map(columns_of, column)) for column in zip(*table, strict=True))
        aligned = partial(padded, right=True)
        return "".join(
            f"{padded(head, heads)} {' | '.join(map(aligned, cells, columns))}\n"
            for head, *cells in table
        )


def _read_row(line: str, players: int, number: int) -> CardRow:
    label, colon, rest = line.rpartition(":")
    cells = [_CELL.fullmatch(cell) for cell in rest.split("|")]
    read = [cell for cell in cells if cell is not None]
    if not colon or not label.strip() or len(cells) != players or len(read) != players:
        reason = f"a deal reads label: then {players} totals and nominations with | between them"
        raise RecordError(reason, 1, number)
    nominations = tuple(None if cell[2] == _NO_NOMINATION else int(cell[2]) for cell in read)
    return CardRow(label.strip(), tuple(int(cell[1]) for cell in read), nominations)


def _names(label: str) -> set[str]:
    """A label, and its parts where it has a short form: "bt (blind trumps)"."""
    short, _, rest = label.lower().partition("(")
    return {" ".join(text.split()) for text in (label.lower(), short, rest.rstrip(") ")) if text}


def _check_deal(
    row: CardRow, gains: Sequence[int], rules: DealRules, scheme: Scheme, restricted: bool
) -> Iterator[tuple[int | None, str]]:
    """The faults of one deal: the player's number, or None for the deal as a whole; the reason.

    A deal with another label is checked by the rules of the scheme's deal that has it, if any.
    """
    if _names(row.label).isdisjoint(_names(rules.label)):
        yield None, f"the scheme has the deal {rules.label} here"
        named = (deal for deal in scheme.deals if _names(row.label) & _names(deal.label))
        rules = next(named, rules)
    wrong = list(_check_nominations(row.nominations, rules, restricted))
    yield from wrong
    if any(player is not None for player, _ in wrong):
        return
    if rules.scoring.aim is DealAim.MOST:
        yield from _check_most(gains, rules)
        return
    gained = list(zip(gains, row.nominations, strict=True))
    shares = [_shares(gain, nominated, rules) for gain, nominated in gained]
    for player, (gain, nominated) in enumerate(gained):
        if not shares[player]:
            cause = (
                "tricks avoided or taken" if nominated is None else f"a nomination of {nominated}"
            )
            yield player, f"{gain:+} does not follow from {cause}"
    if all(shares) and not _can_share_out(shares, rules.cards):
        yield None, f"no sharing-out of the {rules.cards} tricks gives these gains"


def _check_nominations(
    nominations: Sequence[int | None], rules: DealRules, restricted: bool
) -> Iterator[tuple[int | None, str]]:
    for player, tricks in enumerate(nominations):
        if (tricks is None) is rules.nominates:
            reason = "is missing" if rules.nominates else "in a deal in which nobody nominates"
            yield player, f"a nomination {reason}"
        elif tricks is not None and tricks > rules.cards:
            nominated = counted(tricks, "trick")
            yield player, f"a nomination of {nominated} with {counted(rules.cards, 'card')}"
    total = sum(tricks for tricks in nominations if tricks is not None)
    if restricted and rules.nominates and total == rules.cards:
        yield None, f"nominations add up to {total}, the number of cards"


def _shares(gain: int, nominated: int | None, rules: DealRules) -> frozenset[int]:
    """The sets of tricks, as masks, with which a player gains this much."""
    numbers = range(rules.cards)
    subsets = (tricks for size in range(rules.cards + 1) for tricks in combinations(numbers, size))
    return frozenset(
        sum(1 << number for number in tricks)
        for tricks in subsets
        if rules.scoring.gain(tricks, nominated, rules.cards) == gain
    )


def _can_share_out(shares: Sequence[frozenset[int]], cards: int) -> bool:
    """Whether all tricks can be shared out so that each player has one of his sets."""
    taken = {0}
    for sets in shares:
        taken = {before | own for before in taken for own in sets if not before & own}
    return (1 << cards) - 1 in taken


def _check_most(gains: Sequence[int], rules: DealRules) -> Iterator[tuple[int | None, str]]:
    bonus = rules.scoring.bonus
    for player, gain in enumerate(gains):
        if gain not in {0, bonus}:
            yield player, f"{gain:+}, but only the most tricks score, {bonus}"
    if list(gains).count(bonus) > 1:
        yield None, "two players cannot both have won the most tricks"
    if not any(gains) and rules.cards < 2:
        yield None, "somebody has won the only trick"

"""Players of benchmarks by name, and games of one player in another's place.

A player is a `Style` and its iterations, written `STYLE[@BUDGET]`:

    fast             the style FAST, with as many iterations a card as in games of `estimate`
    untaught@300     the search without nets, with 300 iterations a card
    full@3000/1000   3000 as declarer, 1000 otherwise
    full@5ms         as many as take 5 milliseconds of processor time a card, role by role
    full@equal       as many as take as long as the other player's, role by role
    package.module:NAME   your own style

Seats are compared on the same deals, with all hands fixed, though a player sees only his own
cards only. Processor time is that of the thread, so that other work on the machine matters little.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import import_module

from training.games import UNTAUGHT

from benchmarks.samples import random_pairs
from clumond_solver._core.bits.stop import Stop
from clumond_solver.base.cards import Hand, Strain
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.scoring import paper_scores
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import sample_deals
from clumond_solver.single_dummy.choose_and_estimate import choose
from clumond_solver.single_dummy.clumond.playouts import Playouts
from clumond_solver.single_dummy.levels import Style, style_of

_EQUAL = "equal"
# Numbers of iterations at which cards are timed; a style may have a fixed cost a card.
_TIMED = (100, 400)
_TIMED_GAMES = 12
_TRIED = 2


class Role(StrEnum):
    """What a player is compared in."""

    DECLARER = "declarer"
    DEFENDERS = "defenders"
    UNDECLARED = "undeclared"


@dataclass(frozen=True)
class Player:
    """A style, and its iterations a card in each role."""

    text: str
    style: Style
    iterations: Mapping[Role, int]

    @property
    def by_role(self) -> dict[str, int]:
        """The iterations as `estimate` takes them."""
        return {
            "declarer": self.iterations[Role.DECLARER],
            "defender": self.iterations[Role.DEFENDERS],
            "undeclared": self.iterations[Role.UNDECLARED],
        }


def role_of(seat: Seat, declarer: Seat | None) -> Role:
    if declarer is None:
        return Role.UNDECLARED
    return Role.DECLARER if seat is declarer else Role.DEFENDERS


def player(text: str, other: Player | None = None) -> Player:
    """The player of this name; ``other`` is whose time ``@equal`` is measured by."""
    name, _, budget = text.partition("@")
    style = _style(name)
    if not budget:
        return Player(text, style, dict(zip(Role, usual_iterations(style), strict=True)))
    if budget == _EQUAL or budget.endswith("ms"):
        return Player(text, style, _in_time(style, budget, other))
    first, _, second = budget.partition("/")
    declarer, rest = int(first), int(second or first)
    return Player(text, style, dict(zip(Role, (declarer, rest, rest), strict=True)))


def usual_iterations(style: Style) -> tuple[int, int, int]:
    """The iterations of a style's declarer, defenders and undeclared players in simulated games."""
    declarer, defender, undeclared = style.iterations
    return declarer, defender, style.undeclared_factor * undeclared


def _style(name: str) -> Style:
    module, _, attribute = name.rpartition(":")
    if module:
        style = getattr(import_module(module), attribute, None)
    else:
        style = UNTAUGHT if name == "untaught" else style_of(name)
    if not isinstance(style, Style):
        raise SystemExit(f"no style {attribute} in {module}")
    return style


def _in_time(style: Style, budget: str, other: Player | None) -> dict[Role, int]:
    """How many iterations take a time a card: by the line through two counts, then by trying."""
    iterations = {}
    for role in Role:
        if budget != _EQUAL:
            aim = float(budget.removesuffix("ms")) / 1000
        elif other is None:
            raise SystemExit("no other player to take as long as")
        else:
            aim = seconds_a_card(other.style, other.iterations[role], role)
        low, high = (seconds_a_card(style, count, role) for count in _TIMED)
        more = (aim - low) / max(high - low, 1e-9) * (_TIMED[1] - _TIMED[0])
        count = max(1, round(_TIMED[0] + more))
        for _ in range(_TRIED):
            count = max(1, round(count * aim / seconds_a_card(style, count, role)))
        iterations[role] = count
    return iterations


@cache
def seconds_a_card(style: Style, iterations: int, role: Role) -> float:
    """Processor seconds a card, over all cards of a role in some games."""
    spent, cards = 0.0, 0
    for number, start in enumerate(random_pairs(_TIMED_GAMES)):
        rng = random.Random(number)
        declarer = None if role is Role.UNDECLARED else start.declarer
        play = Play(start.hands, declarer, None if declarer is None else start.strain)
        while play.turn is not None:
            if role_of(play.turn, declarer) is role:
                began = time.thread_time()
                choose(play, iterations=iterations, seed=number, style=style)
                spent += time.thread_time() - began
                cards += 1
            play.push(rng.choice(list(play.legal_plays)))
    return spent / cards


@dataclass(frozen=True)
class Start:
    """Where a game begins: what one seat knows, and all hands."""

    known: ClumondView
    hands: Sequence[Hand]


def start(sample: Sequence[Play], number: int, role: Role) -> Start:
    """A pair of the sample with its own deal; behind its end again, dealt anew around the hand."""
    play = sample[number % len(sample)]
    seat, declarer = play.declarer, play.declarer
    assert seat is not None
    if role is Role.UNDECLARED:
        seat, declarer = Seat(number % len(Seat)), None
    strain = Strain.NO_TRUMPS if declarer is None else play.strain
    known = ClumondView.at_start(play.hands[seat], seat, declarer, strain)
    if number < len(sample):
        return Start(known, play.hands)
    return Start(known, sample_deals(known, 1, seed=number)[0])


def game(at: Start, seats: Sequence[Player], number: int) -> tuple[float, float]:
    """What a game is worth to the seat that is known, success or paper score, and its seconds."""
    known = at.known
    began = time.thread_time()
    players = [
        (player.style, player.iterations[role_of(seat, known.declarer)])
        for seat, player in zip(Seat, seats, strict=True)
    ]
    [outcome] = Playouts(known, players, seed=number, hands=at.hands).play(0, 1, Stop())
    spent = time.thread_time() - began
    if known.declarer is None:
        return paper_scores(outcome)[known.seat], spent
    return float(outcome[known.seat].success), spent


def both_ways(
    sample: Sequence[Play], number: int, role: Role, new: Player, other: Player
) -> tuple[float, float, float, float]:
    """A game by the other player alone and one with the new one in his role; then the seconds."""
    at = start(sample, number, role)
    seats = [new if _sits(seat, at, role) else other for seat in Seat]
    value, spent = game(at, seats, number)
    before, before_spent = game(at, [other] * len(Seat), number)
    return value, before, spent, before_spent


def _sits(seat: Seat, at: Start, role: Role) -> bool:
    """Whether the new player has this seat; in an undeclared hand that of the known hand alone."""
    if role is Role.UNDECLARED:
        return seat is at.known.seat
    return role_of(seat, at.known.declarer) is role

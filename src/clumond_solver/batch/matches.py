"""Matches between players who see what their seat sees, and nothing else.

A match has the same result on any number of processes and in any later run, as long as its players
choose by view and seed alone.

>>> from clumond_solver.games.clubs import ClubsGame
>>> from clumond_solver.single_dummy.players import EnginePlayer, RandomPlayer
>>> players = [EnginePlayer(iterations=50), *[RandomPlayer()] * 3]
>>> result = play_match(players, ClubsGame(4), deals=6, seed=1, workers=1)
>>> gain, error = result.relative(0)
>>> result.deals, result.tables, gain > error > 0
(6, 4, True)
"""

from __future__ import annotations

import hashlib
import itertools
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any, NamedTuple

from clumond_solver.base.checks import as_int, check_given, check_type
from clumond_solver.base.errors import (
    BatchError,
    RuleError,
    SearchError,
    WrongTypeError,
    shown_number,
    shown_value,
)
from clumond_solver.base.files import Journal, digest_key, keyed_line
from clumond_solver.base.seeds import checked_seed
from clumond_solver.base.stopping import ProgressCallback
from clumond_solver.base.values import Result
from clumond_solver.base.wording import columns_of, counted, padded
from clumond_solver.batch.pools import Cluster, in_order
from clumond_solver.games.registry import as_game
from clumond_solver.knowledge.views import View
from clumond_solver.rules.game import Game, Standing
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.luck import mean, mean_error, relative_score
from clumond_solver.single_dummy.players import Player

FORMAT_VERSION = 2
# Every scheme of deals repeats within this number of deals.
_MOST_STANDINGS = 100
_MOST_DEALS = 10**9

# The gains in a deal, by table and player.
_Tables = tuple[tuple[int, ...], ...]


class MeanScore(NamedTuple):
    """The mean over the deals and its standard error, which is infinite for one deal."""

    value: float
    error: float

    def __str__(self) -> str:
        """`1.25 (0.31)`."""
        return f"{self.value:.2f} ({self.error:.2f})"


@dataclass(frozen=True, slots=True)
class MatchResult(Result):
    """The gains of the players in a match, in points, or in chips.

    players  the players' names, in the order in which `play_match` got the players.
    gains    by deal and player, the mean gain over the tables at which the deal was played.
    tables   the number of tables per deal: one for each seat with `play_match`'s ``duplicate``,
             else 1.

    Standard errors count a deal as one measurement, whatever its number of tables.
    """

    players: tuple[str, ...]
    gains: tuple[tuple[float, ...], ...]
    tables: int

    @property
    def deals(self) -> int:
        """The number of deals."""
        return len(self.gains)

    def own(self, player: int) -> MeanScore:
        """A player's mean gain per deal; RuleError for a number that no player has, from 0."""
        self._check_player(player)
        return _mean([gains[player] for gains in self.gains])

    def relative(self, player: int) -> MeanScore:
        """A player's mean gain per deal, less the mean of the others'."""
        self._check_player(player)
        return _mean([relative_score(gains, player) for gains in self.gains])

    def difference(self, one: int, other: int) -> MeanScore:
        """The mean per deal of one player's gain less another's."""
        self._check_player(one)
        self._check_player(other)
        return _mean([gains[one] - gains[other] for gains in self.gains])

    def _check_player(self, player: int) -> None:
        if not 0 <= as_int(player, "the number of a player") < len(self.players):
            raise RuleError(f"no player {shown_number(player)} among {len(self.players)}")

    def __str__(self) -> str:
        """A line for each player: gain, and gain less the others', with standard errors."""
        width = max(map(columns_of, self.players))
        lines = [f"{'':{width}}  gain per deal (error)  less the others'"]
        for player, name in enumerate(self.players):
            shown = padded(name, width)
            lines.append(f"{shown}  {self.own(player)!s:21}  {self.relative(player)}")
        return "\n".join(lines)


def play_match(
    players: Sequence[Player],
    game: Game[Any] | str,
    *,
    deals: int,
    duplicate: bool = True,
    seed: int = 0,
    path: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    cluster: Cluster | None = None,
    chunk: int | None = None,
    progress: ProgressCallback | None = None,
) -> MatchResult:
    """Play a match of a number of deals between players, one for each seat of the game.

    A player is a function of a `View` and a seed that returns an action; ``game`` may be a text for
    `new_game`. Each deal is played once
    in every rotation of the seating, so that luck in the cards evens out; with ``duplicate=False``
    it is played once, and the seating rotates from deal to deal. Every deal starts from scores of
    0; the deals of a game with a scheme, such as Clag, come up in turn. ``seed``, 0 to 2**64 - 1,
    fixes the cards and the players' seeds.

    The file ``path``, if given, takes each deal as it ends: a stopped match resumes there, and a
    finished one can get more deals. ``workers``, ``cluster`` and ``chunk`` are as in `answer_many`;
    ``progress`` is called with the numbers of deals played and of all.

    RuleError for a wrong number of players, or for an illegal action (with player, deal and seat);
    SearchError for fewer than 1 deal, or a seed out of range; BatchError if the file belongs to
    another match or is damaged. A player's own exceptions get a note that names player, deal and
    seat.
    """
    check_type(players, Sequence, "a sequence of players")
    check_given(play_match, duplicate=duplicate, progress=progress)
    match = _Match(tuple(players), as_game(game), checked_seed(seed), duplicate)
    count = as_int(deals, "a number of deals")
    if not 1 <= count <= _MOST_DEALS:
        raise SearchError(f"{shown_number(count)} deals: 1 to {_MOST_DEALS}")
    with ExitStack() as stack:
        played: list[_Tables] = []
        journal = None if path is None else stack.enter_context(Journal(path))
        if journal is not None:
            answers = journal.resume(map(match.key, itertools.count(1)))
            played += [tuple(map(tuple, answer["gains"])) for answer in answers]
        results = in_order(
            match.play, range(len(played), count), workers=workers, cluster=cluster, chunk=chunk
        )
        for tables in stack.enter_context(closing(results)):
            if isinstance(tables, BatchError):
                raise tables
            if journal is not None:
                number = len(played) + 1
                journal.append(keyed_line(number, match.key(number), {"gains": tables}))
            played.append(tables)
            if progress is not None:
                progress(len(played), count)
    return match.result(played[:count])


class _Match:
    """The players and the game; what happens in a deal depends on its number alone."""

    def __init__(
        self, players: tuple[Player, ...], game: Game[Any], seed: int, duplicate: bool
    ) -> None:
        for player in players:
            if not callable(player):
                raise WrongTypeError(
                    f"{shown_value(player)} is not a player: a function of a view and a seed"
                )
        if len(players) != game.players:
            raise RuleError(
                f"{counted(len(players), 'player')}: {game.name} has {game.players} seats"
            )
        self._players = players
        self._game = game
        self._seed = seed
        self._duplicate = duplicate
        self._standings = tuple(_standings(game))
        described = [FORMAT_VERSION, repr(game), *self.names, seed, duplicate]
        self._mark = hashlib.sha256(repr(described).encode()).hexdigest()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(map(_name, self._players))

    def play(self, deal: int) -> _Tables:
        """What each player gains at each table of a deal."""
        count = len(self._players)
        rotations = range(count) if self._duplicate else (deal % count,)
        return tuple(self._play_table(deal, rotation) for rotation in rotations)

    def _play_table(self, deal: int, rotation: int) -> tuple[int, ...]:
        """The gains at one table, where player ``seat + rotation`` has the seat."""
        standing = self._standings[deal % len(self._standings)]
        state: TrickState = self._game.deal(_derived_seed(self._seed, deal), standing)
        count, actions = len(self._players), 0
        while (seat := state.turn) is not None:
            player = self._players[(state.played_by(seat) + rotation) % count]
            where = f"deal {deal + 1}, seat {seat}, {_name(player)}"
            seed = _derived_seed(self._seed, deal, rotation, actions)
            try:
                action = player(View.of(state, seat), seed)
            except Exception as error:
                error.add_note(where)
                raise
            try:
                state.push(action)
            except RuleError as error:
                raise RuleError(f"{where}: {error}") from None
            actions += 1
        return tuple(state.scores[(player - rotation) % count] for player in range(count))

    def result(self, played: Sequence[_Tables]) -> MatchResult:
        means = (
            tuple(sum(gains) / len(tables) for gains in zip(*tables, strict=True))
            for tables in played
        )
        tables = len(self._players) if self._duplicate else 1
        return MatchResult(self.names, tuple(means), tables)

    def key(self, number: int) -> str:
        """The key of a deal's line in the file; deals are numbered from 1 there."""
        return digest_key(f"{self._mark} {number}".encode())


def _standings(game: Game[Any]) -> Iterator[Standing]:
    """The standings of a session in which nobody gains anything, until it ends or repeats."""
    standing = game.opening()
    for _ in range(_MOST_STANDINGS):
        yield standing
        standing = standing.with_deal("", (0,) * game.players, standing.pot)
        if game.is_finished(standing):
            return


def _name(player: Player) -> str:
    """A function's name, or another player's `repr`."""
    name = getattr(player, "__qualname__", None)
    return repr(player) if name is None else f"{player.__module__}.{name}"


def _derived_seed(*parts: int) -> int:
    """A seed from the match's seed and the numbers of a deal, a table and an action."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:8], "big")


def _mean(values: Sequence[float]) -> MeanScore:
    return MeanScore(mean(values), mean_error(values))

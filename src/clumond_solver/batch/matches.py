"""Matches between players who see what their seat sees, and nothing else.

The same match gives the same result on any number
of processes, today and later, as long as its players choose by view and seed alone.

>>> from clumond_solver.games.clubs import ClubsGame
>>> from clumond_solver.single_dummy.players import EnginePlayer, RandomPlayer
>>> players = [EnginePlayer(iterations=50), *[RandomPlayer()] * 3]
>>> found = play_match(players, ClubsGame(4), deals=6, seed=1, workers=1)
>>> gain, error = found.relative(0)
>>> found.deals, found.tables, gain > error > 0
(6, 4, True)
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any, NamedTuple

from clumond_solver.base.errors import BatchError, RuleError, SearchError, WrongTypeError
from clumond_solver.base.journal import Journal
from clumond_solver.base.values import Result, as_int, check_type
from clumond_solver.batch.pools import Cluster, in_order
from clumond_solver.knowledge.any_game import View
from clumond_solver.rules.game import Game, Standing, check_game
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.means import mean, mean_error, relative_score
from clumond_solver.single_dummy.players import Player

FORMAT_VERSION = 1
# The most deals after which a scheme comes round again.
_MOST_STANDINGS = 100
_KEY_DIGITS = 16

# The gains by player, a row for each table at which the deal was played.
_Tables = tuple[tuple[int, ...], ...]


class Mean(NamedTuple):
    """The mean of what was measured in each deal, and its standard error; infinite for one deal."""

    value: float
    error: float

    def __str__(self) -> str:
        """`1.25 (0.31)`."""
        return f"{self.value:.2f} ({self.error:.2f})"


@dataclass(frozen=True, slots=True)
class MatchResult(Result):
    """What players gained in a match.

    players  their names, in the order in which they were given.
    gains    for each deal what each player gained, the mean of the tables at which it was played.
    tables   at how many tables each deal was played: with duplicates one for each seat, else 1.

    Errors are those of deals drawn at random: the tables of one deal count as one measurement.
    """

    players: tuple[str, ...]
    gains: tuple[tuple[float, ...], ...]
    tables: int

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len(self.gains)

    def own(self, player: int) -> Mean:
        """What a player gained a deal."""
        return _mean([gains[player] for gains in self.gains])

    def relative(self, player: int) -> Mean:
        """What a player gained a deal, less the mean of the others'."""
        return _mean([relative_score(gains, player) for gains in self.gains])

    def difference(self, one: int, other: int) -> Mean:
        """What one player gained a deal more than another."""
        return _mean([gains[one] - gains[other] for gains in self.gains])

    def __str__(self) -> str:
        """A line for each player: gain, and gain less the others', with standard errors."""
        width = max(map(len, self.players))
        lines = [f"{'':{width}}  gain a deal (error)   less the others'"]
        for player, name in enumerate(self.players):
            lines.append(f"{name:{width}}  {self.own(player)!s:20}  {self.relative(player)}")
        return "\n".join(lines)


def play_match(
    players: Sequence[Player],
    game: Game[Any],
    *,
    deals: int,
    duplicate: bool = True,
    seed: int = 0,
    path: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    cluster: Cluster | None = None,
    chunk: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> MatchResult:
    """Let players play a number of deals, one player for each seat of the game.

    Each deal is played once in every seating that moves all players round by some seats, so that
    luck in the cards evens out; with ``duplicate=False`` it is played once, and players move round
    from deal to deal. Deals follow each other as in a session in which nobody gains anything, so
    that a scheme's deals all come up, time and again. ``seed`` fixes the cards and what players are
    given as seeds.

    With a ``path`` each deal is written to that file as it ends; a match that was stopped goes on
    there, and one that is finished can be given more deals. ``workers``, ``cluster`` and ``chunk``
    as in `answer_many`; ``progress`` is called with the deals played and all deals.

    RuleError for a wrong number of players, or naming the player, deal and seat if an action is
    not allowed; SearchError for fewer than 1 deal; BatchError if the file belongs to another match
    or is damaged; whatever a player raises, with a note that says where.
    """
    check_game(game)
    check_type(players, Sequence, "a sequence of players")
    match = _Match(tuple(players), game, as_int(seed, "a seed"), bool(duplicate))
    count = as_int(deals, "a number of deals")
    if count < 1:
        raise SearchError(f"{count} deals: at least 1")
    with ExitStack() as stack:
        played: list[_Tables] = []
        journal = None if path is None else stack.enter_context(Journal(path))
        if journal is not None:
            played += match.resume(journal)
        results = in_order(
            match.play, range(len(played), count), workers=workers, cluster=cluster, chunk=chunk
        )
        for tables in stack.enter_context(closing(results)):
            if isinstance(tables, BatchError):
                raise tables
            if journal is not None:
                journal.append(match.line(len(played), tables))
            played.append(tables)
            if progress is not None:
                progress(len(played), count)
    return match.result(played[:count])


class _Match:
    """Who plays what; a deal is played by its number alone."""

    def __init__(
        self, players: tuple[Player, ...], game: Game[Any], seed: int, duplicate: bool
    ) -> None:
        for player in players:
            if not callable(player):
                raise WrongTypeError(f"{player!r} is no player: a function of a view and a seed")
        if len(players) != game.players:
            raise RuleError(f"{len(players)} players: {game.name} has {game.players} seats")
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
        return tuple(self._play(deal, rotation) for rotation in rotations)

    def _play(self, deal: int, rotation: int) -> tuple[int, ...]:
        standing = self._standings[deal % len(self._standings)]
        state: TrickState = self._game.deal(_number(self._seed, deal), standing)
        count, acts = len(self._players), 0
        while (seat := state.turn) is not None:
            player = self._players[(seat + rotation) % count]
            where = f"deal {deal + 1}, seat {seat}, {_name(player)}"
            try:
                action = player(View.of(state, seat), _number(self._seed, deal, rotation, acts))
            except Exception as error:
                error.add_note(where)
                raise
            try:
                state.push(action)
            except RuleError as error:
                raise RuleError(f"{where}: {error}") from None
            acts += 1
        return tuple(state.scores[(player - rotation) % count] for player in range(count))

    def result(self, played: Sequence[_Tables]) -> MatchResult:
        means = (
            tuple(sum(gains) / len(tables) for gains in zip(*tables, strict=True))
            for tables in played
        )
        tables = len(self._players) if self._duplicate else 1
        return MatchResult(self.names, tuple(means), tables)

    # The file: a line that says which match it is, then one for each deal.

    def line(self, deal: int, tables: _Tables) -> bytes:
        told = {"deal": deal + 1, "gains": tables}
        key = hashlib.sha256(json.dumps([self._mark, told]).encode()).hexdigest()
        return (json.dumps(told | {"key": key[:_KEY_DIGITS]}) + "\n").encode()

    def resume(self, journal: Journal) -> list[_Tables]:
        """The deals that the file holds; what is torn at its end is cut off."""
        told = {"match": self._mark, "game": self._game.name, "players": self.names}
        header = (json.dumps(told) + "\n").encode()
        played: list[_Tables] = []
        size = 0
        for number, line in enumerate(journal.lines()):
            if number == 0 and line != header[: len(line)]:
                raise BatchError(f"{journal.path} holds something else: give another file")
            if size + len(line) == journal.size and not line.endswith(b"\n"):
                break
            if number > 0:
                played.append(self._read(line, number, journal))
            size += len(line)
        journal.keep(size)
        if not size:
            journal.append(header)
        return played

    def _read(self, line: bytes, number: int, journal: Journal) -> _Tables:
        try:
            tables = tuple(tuple(gains) for gains in json.loads(line)["gains"])
        except (ValueError, TypeError, LookupError, RecursionError):
            tables = ()
        if line != self.line(number - 1, tables):
            raise BatchError(f"{journal.path}, line {number + 1}: damaged")
        return tables


def _standings(game: Game[Any]) -> Iterator[Standing]:
    """Those of a session in which nobody gains anything, until it ends or comes round."""
    standing = game.opening()
    for _ in range(_MOST_STANDINGS):
        yield standing
        standing = standing.with_deal("", (0,) * game.players, standing.pot)
        if game.is_finished(standing):
            return


def _name(player: Player) -> str:
    """A function's name; other players say themselves who they are."""
    name = getattr(player, "__qualname__", None)
    return repr(player) if name is None else f"{player.__module__}.{name}"


def _number(*parts: int) -> int:
    """A seed of its own for each deal, table and action."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:8], "big")


def _mean(values: Sequence[float]) -> Mean:
    return Mean(mean(values), mean_error(values))

"""A table for a whole session: who sits there, as text, and how it goes on.

Remarks in a session's text say who sits there, the standing, the help taken, links.

>>> seating = Seating(("Ann", "Bo", "Cy"), (Level.MEDIUM,) * 3, person=1)
>>> Seating.parse(seating.write(), players=3, deals=0) == seating
True

`Table` has no user interface. It lets engine players and the person act, and the person take back
decisions and ask for hints. Any game can be played, given an engine `Player` for every player.

>>> from clumond_solver.games.clumond.game import ClumondGame
>>> from clumond_solver.single_dummy.players import ClumondPlayer
>>> from clumond_solver.rules.actions import Pass
>>> session = Session(ClumondGame(hands=1), seed=5, first_dealer=0)
>>> table = Table(session, person=1, engines=[ClumondPlayer(50, 8)] * 3)
>>> table.seat, table.is_persons_turn
(0, True)
>>> table.act(Pass()).seat, table.step().seat
(Seat.FOREHAND, Seat.MIDDLEHAND)
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from operator import add
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

from clumond_solver.base.errors import RuleError
from clumond_solver.base.seeds import as_seed
from clumond_solver.base.values import FINITE, check_fields, from_json
from clumond_solver.base.wording import counted
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Action
from clumond_solver.rules.game import player_at
from clumond_solver.rules.states import TrickState
from clumond_solver.rules.tricks import PerSeat, SeatNumber
from clumond_solver.single_dummy.levels import Level
from clumond_solver.single_dummy.players import Player

MOST_NAME = 30
USUAL_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
# The style of games that are corrected to those of a player who follows every hint.
_FOLLOWING_HINTS = "fast"
# The beginnings of the remarks.
_SEATING = "% table "
_SUMMARY = "% standing "
#: The beginnings of the remarks that count the help taken, and that hold links.
HELP, LINK = "% help ", "% link "


_DealCount = Annotated[int, range(sys.maxsize)]


class Help(NamedTuple):
    """The help that the person took in a deal.

    hints  the number of hints.
    backs  the number of decisions taken back.
    cards  the number of last cards that the program played for him, since he had conceded.
    """

    hints: int = 0
    backs: int = 0
    cards: int = 0

    def __str__(self) -> str:
        """In words; "" for none.

        >>> str(Help(1, 2)), str(Help(cards=3)), str(Help())
        ('1 hint, 2 decisions taken back', '3 cards played by the program', '')
        """
        kinds = (("hint", ""), ("decision", " taken back"), ("card", " played by the program"))
        counts = zip(self, kinds, strict=True)
        return ", ".join(counted(count, noun) + more for count, (noun, more) in counts if count)


NO_HELP = Help()


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits at a table.

    names   the players' names, by player number.
    levels  the players' levels, by player number; the person's is not used.
    person  the person's player number.
    seen    the number of finished deals whose result the person has seen.
    guided  whether the person gets guidance.
    day     the date of a deal of the day, such as 2026-11-22; "" for other sessions.
    replay  whether the person had seen the hand before he sat down.
    help    the help taken, by deal.
    links   the links to hands of the session that others sent, with their results.
    """

    names: PerSeat[str]
    levels: PerSeat[Level]
    person: SeatNumber = 0
    seen: _DealCount = 0
    guided: bool = False
    day: Annotated[str, range(MOST_NAME)] = ""
    replay: bool = False
    help: tuple[Help, ...] = ()
    links: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str, players: int, deals: int) -> Seating:
        """Read what `write` wrote; any other text gives the default, with all deals seen."""
        with suppress(ValueError, TypeError, KeyError):
            match data := from_json(text):
                case {"names": [*names], "levels": [*levels], "person": _, "seen": _}:
                    data["names"] = tuple(name[:MOST_NAME] for name in names)
                    seating = cls(**data | {"levels": tuple(map(Level, levels))})
                    check_fields(cls, seating, players)
                    return seating
        return replace(cls.usual(players), seen=deals)

    @classmethod
    def usual(cls, players: int) -> Seating:
        """The default: the person, and players of medium strength."""
        return cls(("You", *USUAL_NAMES[: players - 1]), (Level.MEDIUM,) * players)

    def styles(self, dealer: int) -> tuple[str, ...]:
        """How each seat plays; the person is taken to follow every hint."""
        count = len(self.levels)
        players = [player_at(seat, dealer, count) for seat in range(count)]
        return tuple(
            _FOLLOWING_HINTS if player == self.person else self.levels[player] for player in players
        )

    def write(self) -> str:
        """The seating in one line of text, without help and links, which have their own."""
        seating = asdict(self)
        del seating["help"], seating["links"]
        return json.dumps(seating)

    def help_in(self, deal: int) -> Help:
        """The help taken in a deal, from 1."""
        return self.help[deal - 1] if deal <= len(self.help) else NO_HELP

    def helped(self, deal: int, more: Help) -> Seating:
        """The seating with more help in a deal, from 1."""
        taken = [self.help_in(number) for number in range(1, max(deal, len(self.help)) + 1)]
        taken[deal - 1] = Help(*map(add, taken[deal - 1], more))
        return replace(self, help=tuple(taken))


@dataclass(frozen=True, slots=True)
class Summary:
    """A session's line in a list of sessions, read without replaying it.

    game      the game's name.
    deals     the number of finished deals.
    finished  whether the session is finished.
    totals    the players' total scores.
    begun     whether the person has acted.
    """

    game: str
    deals: _DealCount
    finished: bool
    totals: Annotated[tuple[Annotated[int, FINITE], ...], range(2, 53)]
    begun: bool = True

    @classmethod
    def of(cls, session: Session[Any], person: int) -> Summary:
        """The summary of a session."""
        standing, totals = session.standing, tuple(session.standing.totals)
        seats = [int(seat) for seat, _ in session.acts[-1]]
        begun = standing.deals > 0 or standing.seat(person) in seats
        return cls(session.game.name, standing.deals, session.is_finished, totals, begun)

    @classmethod
    def parse(cls, text: str) -> Summary | None:
        """Read what `write` wrote; None for any other text."""
        with suppress(ValueError, TypeError):
            match data := from_json(text):
                case {"totals": [*totals]}:
                    summary = cls(**data | {"totals": tuple(totals)})
                    check_fields(cls, summary)
                    return summary
        return None

    def write(self) -> str:
        """The summary in one line of text."""
        return json.dumps(asdict(self))


def seated_text(session: Session[Any], seating: Seating) -> str:
    """The session's text, with remarks on seating, summary and help taken."""
    summary = Summary.of(session, seating.person)
    remarks = f"{_SEATING}{seating.write()}\n{_SUMMARY}{summary.write()}\n"
    if seating.help:
        remarks += HELP + ", ".join(" ".join(map(str, taken)) for taken in seating.help) + "\n"
    return remarks + "".join(f"{LINK}{link}\n" for link in seating.links) + str(session)


def written_seating(text: str, session: Session[Any]) -> Seating:
    """The seating by the remarks in a session's text; the default seating without them."""
    players, deals = session.game.players, session.standing.deals
    seating = Seating.parse(_remark(text, _SEATING), players, deals)
    counts = re.fullmatch(r"\d{1,9}( \d{1,9}){1,2}(, \d{1,9}( \d{1,9}){1,2})*", _remark(text, HELP))
    by_deal = counts[0].split(", ") if counts else []
    help_taken = tuple(Help(*map(int, taken.split())) for taken in by_deal)
    links = [line.removeprefix(LINK) for line in text.splitlines() if line.startswith(LINK)]
    return replace(seating, help=help_taken, links=tuple(links))


def written_summary(text: str) -> tuple[Summary, Seating] | None:
    """A session's summary and seating by the remarks in its text; None without a summary."""
    summary = Summary.parse(_remark(text, _SUMMARY))
    if summary is None:
        return None
    return summary, Seating.parse(_remark(text, _SEATING), len(summary.totals), summary.deals)


def _remark(text: str, prefix: str) -> str:
    line = next((line for line in text.splitlines() if line.startswith(prefix)), "")
    return line.removeprefix(prefix)


StateT = TypeVar("StateT", bound=TrickState)


class Step(NamedTuple, Generic[StateT]):
    """An action of a seat; ``finished_deal`` is the deal if the action ended it."""

    seat: int
    action: Action
    finished_deal: StateT | None


class Table(Generic[StateT]):
    """A session of ``person`` (a player's number, not a seat) and engine players.

    An engine gets the view of the seat to act, and a seed, which the cards fix.
    """

    def __init__(self, session: Session[StateT], person: int, engines: Sequence[Player]) -> None:
        """Seat the person; RuleError if there is no such player.

        ``engines`` are the engines of the players, by number; the person's own gives hints.
        """
        if not 0 <= person < session.game.players:
            raise RuleError(f"player {person}: the game has {session.game.players}, from 0")
        self.session = session
        self.person = person
        self._engines = engines

    @property
    def seat(self) -> int:
        """The person's seat in this deal."""
        return self.session.standing.seat(self.person)

    @property
    def is_persons_turn(self) -> bool:
        """Whether the person is to act."""
        return not self.session.is_finished and self.session.state.decider == self.seat

    def step(self) -> Step[StateT]:
        """Let an engine player act; RuleError if it is the person's turn or the session is over."""
        if self.session.is_finished:
            raise RuleError("the session is finished")
        if self.is_persons_turn:
            raise RuleError("it is the person's turn")
        return self._push(self._engine_action())

    def act(self, action: Action) -> Step[StateT]:
        """Act for the person; RuleError, without a change, if that is illegal."""
        if not self.is_persons_turn:
            raise RuleError("it is not the person's turn")
        return self._push(action)

    def hint(self) -> Action:
        """What the engine would do in the person's place."""
        if not self.is_persons_turn:
            raise RuleError("it is not the person's turn")
        return self._engine_action()

    def take_back(self) -> int:
        """Undo the person's last action in this deal and all later ones; return how many."""
        count = self._actions_to_take_back
        if not count:
            raise RuleError("nothing to take back: you have done nothing in this deal")
        for _ in range(count):
            self.session.pop()
        return count

    @property
    def can_take_back(self) -> bool:
        """Whether the person has acted in this deal, and it is not over."""
        return self._actions_to_take_back > 0

    @property
    def _actions_to_take_back(self) -> int:
        state = self.session.state.copy()
        for count in range(1, 1 + len(() if state.is_over else state.actions)):
            state.pop()
            if state.decider == self.seat:
                return count
        return 0

    def _engine_action(self) -> Action:
        state = self.session.state
        engine = self._engines[self.session.player_to_act or 0]
        return engine(View.of(state, state.seat_to_act), self.seed)

    @property
    def seed(self) -> int:
        """A seed for the next action: fixed by the hands dealt and the number of actions before.

        So engine players act alike in every session in which these cards are played.
        """
        hands = " ".join(map(str, self.session.state.hands_dealt))
        digest = sha256(hands.encode()).digest()
        return as_seed(int.from_bytes(digest[:8]) + len(self.session.acts[-1]))

    def _push(self, action: Action) -> Step[StateT]:
        state, seat = self.session.state, self.session.state.seat_to_act
        self.session.push(action)
        return Step(seat, action, state if state.is_over else None)

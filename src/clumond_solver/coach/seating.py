"""Who sits at a person's table, what help he took, and the standing: remarks in a session's text.

A saved session begins with these remarks, so that a list of sessions needs no replay.

>>> seating = Seating(("Ann", "Bo", "Cy"), (Level.MEDIUM,) * 3, person=1)
>>> Seating.parse(seating.write(), players=3, deals=0) == seating
True
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from operator import add
from typing import Annotated, Any, NamedTuple

from clumond_solver.base.checks import FINITE, check_fields
from clumond_solver.base.json_data import from_json
from clumond_solver.base.wording import counted
from clumond_solver.games.sessions import Session
from clumond_solver.rules.game import player_at
from clumond_solver.rules.tricks import PerSeat, SeatNumber
from clumond_solver.single_dummy.level_names import Level

MOST_NAME = 30
# One more than there are opponents: a person may have one of them.
USUAL_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gina")
# The style of games that are corrected to those of a player who follows every hint.
_FOLLOWING_HINTS = "fast"
# The beginnings of the remarks.
_SEATING = "% table "
_SUMMARY = "% standing "
#: The beginnings of the remarks that count the help taken, that hold links, and that say where
#: friends sit.
HELP, LINK, FRIENDS = "% help ", "% link ", "% friends "


_DealCount = Annotated[int, range(sys.maxsize)]


def distinct_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names, but a usual one for each player whose name an earlier one has.

    >>> distinct_names(("Ada", "Ada", "Ben"))
    ('Ada', 'Cleo', 'Ben')
    """
    given, taken = set(map(str.casefold, names)), dict[str, str]()
    for name in names:
        free = (usual for usual in USUAL_NAMES if usual.casefold() not in given | taken.keys())
        own = next(free) if name.casefold() in taken else name
        taken[own.casefold()] = own
    return tuple(taken.values())


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
class FriendSeat:
    """A seat of another person.

    player  the player's number.
    taken   whether somebody sits there.
    seen    the number of finished deals whose result he has seen.
    away    whether an engine plays for him until he has his seat again.
    """

    player: SeatNumber
    taken: bool = False
    seen: _DealCount = 0
    away: bool = False


@dataclass(frozen=True, slots=True)
class Friends:
    """The other people at a table, and what they have agreed on.

    hints       whether anybody at the table may ask for hints.
    take_backs  whether one may ask to take a decision back, which all others must allow.
    salt        hides the seed in what friends see of a table's state.
    """

    seats: tuple[FriendSeat, ...] = ()
    hints: bool = True
    take_backs: bool = True
    salt: Annotated[str, range(41)] = ""

    @property
    def players(self) -> frozenset[int]:
        """The players who act themselves; an engine plays for the others."""
        return frozenset(seat.player for seat in self.seats if not seat.away)

    def seat(self, player: int) -> FriendSeat | None:
        """The friend's seat of that player; None if it is another's."""
        return next((seat for seat in self.seats if seat.player == player), None)

    def with_seat(self, changed: FriendSeat) -> Friends:
        """With a seat added or changed; seats stay in the order of the players."""
        seats = {seat.player: seat for seat in (*self.seats, changed)}
        return replace(self, seats=tuple(seats[player] for player in sorted(seats)))

    def without(self, player: int) -> Friends:
        """Without the seat of that player, which an engine's is from now on."""
        return replace(self, seats=tuple(seat for seat in self.seats if seat.player != player))

    @classmethod
    def parse(cls, text: str, players: int) -> Friends:
        """Read what `write` wrote; no friends for any other text."""
        with suppress(ValueError, TypeError):
            match data := from_json(text):
                case {"seats": [*rows]}:
                    seats = tuple(FriendSeat(**row) for row in rows)
                    for seat in seats:
                        check_fields(FriendSeat, seat, players)
                    friends = cls(**data | {"seats": seats})
                    check_fields(cls, friends, players)
                    return friends
        return cls()

    def write(self) -> str:
        """The friends in one line of text.

        >>> friends = Friends((FriendSeat(1, taken=True, seen=2),), hints=False)
        >>> Friends.parse(friends.write(), 3) == friends, Friends.parse("", 3)
        (True, Friends(seats=(), hints=True, take_backs=True, salt=''))
        """
        return json.dumps(asdict(self))


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
    match   the number of hands of the match that the session is, or is one hand of; 0 without one.
    hand    which of these hands the session is; 0 if it is the whole match.
    friends the other people at the table.
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
    match: _DealCount = 0
    hand: _DealCount = 0
    friends: Friends = Friends()

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
            _FOLLOWING_HINTS if player in self.people else self.levels[player] for player in players
        )

    @property
    def is_of_one(self) -> bool:
        """Whether the table's hands are for one person: of a lesson, of the day, or sent."""
        return self.guided or self.day != "" or self.links != ()

    @property
    def people(self) -> frozenset[int]:
        """The players who are people, and act themselves."""
        return self.friends.players | {self.person}

    def seen_by(self, player: int) -> int:
        """The number of finished deals whose result that player has seen."""
        friend = self.friends.seat(player)
        return self.seen if friend is None else friend.seen

    def having_seen(self, player: int, deals: int) -> Seating:
        """The seating once that player has seen the results of so many deals."""
        friend = self.friends.seat(player)
        if friend is None:
            return replace(self, seen=deals)
        return replace(self, friends=self.friends.with_seat(replace(friend, seen=deals)))

    def write(self) -> str:
        """The seating in one line of text; help, links and friends have lines of their own."""
        seating = asdict(self)
        del seating["help"], seating["links"], seating["friends"]
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
    if seating.friends.seats:
        remarks += f"{FRIENDS}{seating.friends.write()}\n"
    return remarks + "".join(f"{LINK}{link}\n" for link in seating.links) + str(session)


def written_seating(text: str, session: Session[Any]) -> Seating:
    """The seating by the remarks in a session's text; the default seating without them.

    Reads help for no more deals than the session has, and no more links, the last ones: a text from
    elsewhere may hold any number, and each would take time at every question.
    """
    players, deals = session.game.players, session.standing.deals
    seating = Seating.parse(_remark(text, _SEATING), players, deals)
    counts = re.fullmatch(r"\d{1,9}( \d{1,9}){1,2}(, \d{1,9}( \d{1,9}){1,2})*", _remark(text, HELP))
    begun = deals + 1
    by_deal = counts[0].split(", ", begun)[:begun] if counts else []
    help_taken = tuple(Help(*map(int, taken.split())) for taken in by_deal)
    links = [line.removeprefix(LINK) for line in text.splitlines() if line.startswith(LINK)]
    friends = Friends.parse(_remark(text, FRIENDS), players)
    return replace(seating, help=help_taken, links=tuple(links[-begun:]), friends=friends)


def without_friends(text: str) -> str:
    """A session's text without the remark on friends: its file is the owner's alone."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(FRIENDS))


def written_summary(text: str) -> tuple[Summary, Seating] | None:
    """A session's summary and seating by the remarks in its text; None without a summary."""
    summary = Summary.parse(_remark(text, _SUMMARY))
    if summary is None:
        return None
    return summary, Seating.parse(_remark(text, _SEATING), len(summary.totals), summary.deals)


def _remark(text: str, prefix: str) -> str:
    line = next((line for line in text.splitlines() if line.startswith(prefix)), "")
    return line.removeprefix(prefix)

"""A session of any game as plain text: the game, the seed, and all actions.

The cards follow from the seed; reading replays all actions under the rules. An example:

    game clabberjass
    seed 17
    dealer 0
    deal 1
    0 pass
    1 declare H

`dealer 0` says that player 0 deals first; texts of earlier versions lack this line, and the game
has a default. `0 pass` is an action of seat 0, as `str` writes it. Reading ignores empty lines and
`%` with all that follows in its line. The text may end anywhere: the session is then under way.

>>> session = parse_session("game clubs players=3\\nseed 5\\n")
>>> session.push(next(iter(session.state.legal_actions)))
>>> print(session_text(session), end="")
game clubs players=3
seed 5
dealer 0
deal 1
2 play C2
>>> parse_session(session_text(session)).acts == session.acts
True
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from clumond_solver.base.errors import ClumondError, RuleError, SessionError
from clumond_solver.base.seeds import SEEDS
from clumond_solver.base.values import check_type
from clumond_solver.games.registry import default_first_dealer, describe, parse_game
from clumond_solver.rules.actions import Action, parse_action
from clumond_solver.rules.game import Session

_GAME = re.compile(r"game\s")


def session_text(session: Session[Any]) -> str:
    """The text of a session, finished or not; RuleError if its game is not registered."""
    check_type(session, Session, "a session")
    lines = [f"game {describe(session.game)}", f"seed {session.seed}"]
    lines.append(f"dealer {session.standing.first_dealer}")
    for number, actions in enumerate(session.acts, 1):
        if actions:
            lines.append(f"deal {number}")
            lines += [f"{int(seat)} {action}" for seat, action in actions]
    return "\n".join(lines) + "\n"


def is_session(text: str) -> bool:
    """Whether a text is meant as a session: its first line names a game.

    >>> is_session("% of Tuesday\\n\\ngame clubs players=3"), is_session("[Deal ...]\\ngame over")
    (True, False)
    """
    _, line = next(_lines(text), (1, ""))
    return _GAME.match(line) is not None


def parse_session(text: str) -> Session[Any]:
    """Replay a session from its text; SessionError names the first wrong line."""
    check_type(text, str, "a session's text")
    lines = deque(_lines(text))
    session = _parse_start(lines)
    actions = {str(action): action for action in session.game.actions}
    for number, line in lines:
        try:
            _replay(session, line, actions)
        except ClumondError as error:
            raise SessionError(str(error), number) from None
    return session


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        stripped = line.partition("%")[0].strip()
        if stripped:
            yield number, stripped


def _parse_start(lines: deque[tuple[int, str]]) -> Session[Any]:
    """Read the first lines, and make the session at its start."""
    number, line = lines.popleft() if lines else (1, "")
    if not _GAME.match(line):
        raise SessionError("a session starts with its game: the word game, then its name", number)
    try:
        game = parse_game(line[len("game") :])
    except ClumondError as error:
        raise SessionError(str(error), number) from None
    number, line = lines.popleft() if lines else (number + 1, "")
    seed = re.fullmatch(r"seed\s+([0-9]{1,20})", line)
    if seed is None or int(seed[1]) >= SEEDS:
        raise SessionError("the second line is the seed, such as: seed 17", number)
    dealer = re.fullmatch(r"dealer\s+([0-9])", lines[0][1]) if lines else None
    if dealer is None:
        return Session(game, int(seed[1]), default_first_dealer(game))
    number, _ = lines.popleft()
    try:
        return Session(game, int(seed[1]), int(dealer[1]))
    except RuleError as error:
        raise SessionError(str(error), number) from None


def _replay(session: Session[Any], line: str, actions: Mapping[str, Action]) -> None:
    if session.is_finished:
        raise RuleError("the session is finished before this line")
    word, _, rest = line.partition(" ")
    if word == "deal":
        _check_deal(session, rest)
        return
    turn = session.state.turn
    if not re.fullmatch(r"[0-9]", word):
        raise RuleError("a line starts with the seat that acts, or with: deal")
    if int(word) != turn:
        # Seats are numbers in this text, even if a game names them.
        number = None if turn is None else int(turn)
        raise RuleError(f"it is seat {number}'s turn, not seat {word}'s")
    session.push(actions.get(rest) or parse_action(rest))


def _check_deal(session: Session[Any], number: str) -> None:
    deal = session.standing.deals + 1
    if session.state.actions:
        raise RuleError(f"deal {deal} is not over")
    if number.strip() != str(deal):
        raise RuleError(f"deal {deal} comes next")

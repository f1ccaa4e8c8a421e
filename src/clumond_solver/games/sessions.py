"""Sessions of any game, and their form as plain text: the game, the seed, and all actions.

The cards follow from the seed; reading replays all actions under the rules. An example:

    game clabberjass
    seed 17
    dealer 0
    deal 1
    0 pass
    1 declare H

`dealer 0` says that player 0 deals first; texts of earlier versions lack this line, and the game
has a default. `start 7 S2 HA …` after it gives the first deal, if that is from another session: 7
chips in the pot before it, and the pack as shuffled. `0 pass` is an action of seat 0, as `str`
writes it.
Reading ignores empty lines and `%` with all that follows in its line. The text may end anywhere:
the session is then under way.

>>> session = Session.parse("game clubs players=3\\nseed 5\\n")
>>> session.push(next(iter(session.state.legal_actions)))
>>> print(session, end="")
game clubs players=3
seed 5
dealer 0
deal 1
2 play C2
>>> Session.parse(str(session)).acts == session.acts
True
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any, Generic, Self, overload

from clumond_solver.base.cards import Card, Chance
from clumond_solver.base.checks import as_int, as_tuple, check_type, wrong_type
from clumond_solver.base.errors import ClumondError, RuleError, SessionError, shown_number
from clumond_solver.base.seeds import SEEDS, checked_seed
from clumond_solver.games import DEFAULT_GAME
from clumond_solver.games.registry import as_game, describe, name_of, parse_game
from clumond_solver.games.session_lines import GAME_LINE, session_lines
from clumond_solver.rules.actions import Action, CardAction, parse_action, parse_action_among
from clumond_solver.rules.game import Chooser, Game, Standing, StateT
from clumond_solver.rules.states import TrickState, check_seats

# Stands for a deal's number in the opening's seed; no deal has so large a number.
_OPENING = (1 << 32) - 1
#: The most chips in the pot before a session's first deal.
MOST_POT = 10**12


class Session(Generic[StateT]):
    """Deals of one game, from the first to the last. The seed, 0 to 2**64 - 1, fixes each.

    >>> from clumond_solver.games.clumond.game import ClumondGame
    >>> session = Session(ClumondGame(hands=2), seed=1)
    >>> session.play_out(lambda state: next(iter(state.legal_actions)))
    >>> session.is_finished, session.standing.deals
    (True, 2)
    >>> Session("clag players=3", seed=7).game.players
    3
    """

    @overload
    def __init__(
        self: Session[Any],
        game: str,
        seed: int,
        first_dealer: int | None = None,
        cards: Sequence[Card] = (),
        pot: int = 0,
    ) -> None: ...
    @overload
    def __init__(
        self,
        game: Game[StateT],
        seed: int,
        first_dealer: int | None = None,
        cards: Sequence[Card] = (),
        pot: int = 0,
    ) -> None: ...
    def __init__(
        self,
        game: Game[StateT] | str,
        seed: int,
        first_dealer: int | None = None,
        cards: Sequence[Card] = (),
        pot: int = 0,
    ) -> None:
        """Begin the first deal; ``first_dealer`` (a player) overrides the seed's choice.

        ``game`` may be a text for `new_game`, such as "clag players=3".
        ``cards`` and ``pot`` are for a session that plays a deal of another one: the pack as it was
        shuffled there, and the chips in the pot before it. DealError for another game's pack,
        RuleError, or SearchError for the seed, for numbers out of range.
        """
        self.game: Game[StateT] = as_game(game)
        self.seed = checked_seed(seed)
        pack = as_tuple(cards, "a pack of cards in its order")
        self.cards = self.game.pack.order(pack) if pack else ()
        self.pot = as_int(pot, "a number of chips")
        if not 0 <= self.pot <= MOST_POT:
            raise RuleError(f"{shown_number(self.pot)} chips in the pot: 0 to {MOST_POT}")
        opening = self._checked(self.game.opening(_deal_seed(self.seed, _OPENING)), "opening")
        self.standing = replace(opening, pot=opening.pot + pot) if pot else opening
        if first_dealer is not None:
            players = self.game.players
            if not 0 <= as_int(first_dealer, "the number of a player") < players:
                raise RuleError(
                    f"no player {shown_number(first_dealer)} among {players} to deal first"
                )
            if first_dealer != opening.first_dealer:
                self.standing = replace(self.standing, first_dealer=first_dealer, turned=())
        self.state = self._deal()
        self._acts: list[list[tuple[int, Action]]] = [[]]

    @classmethod
    def parse(cls, text: str) -> Session[Any]:
        """Replay a session from its text; SessionError names the first wrong line."""
        check_type(text, str, "a session's text")
        lines = deque(session_lines(text))
        session = _parse_start(lines)
        actions = {str(action): action for action in session.game.actions}
        for number, line in lines:
            try:
                _replay(session, line, actions)
            except ClumondError as error:
                raise SessionError(str(error), number) from None
        return session

    def __str__(self) -> str:
        """The text for `parse`, finished or not; RuleError if the game is not registered."""
        lines = [f"game {describe(self.game)}", f"seed {self.seed}"]
        lines.append(f"dealer {self.standing.first_dealer}")
        if self.cards:
            lines.append(" ".join(map(str, ("start", self.pot, *self.cards))))
        for number, actions in enumerate(self._acts, 1):
            if actions:
                lines.append(f"deal {number}")
                lines += [f"{int(seat)} {action}" for seat, action in actions]
        return "\n".join(lines) + "\n"

    @property
    def is_finished(self) -> bool:
        """Whether the last deal is settled."""
        return self.game.is_finished(self.standing)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Session):
            return NotImplemented
        starts = (self.seed, self.cards, self.pot) == (other.seed, other.cards, other.pot)
        return starts and (self.game, self.acts) == (other.game, other.acts)

    __hash__ = None  # type: ignore[assignment]

    def __copy__(self) -> Self:
        return deepcopy(self)

    def __repr__(self) -> str:
        progress = "finished" if self.is_finished else f"{len(self._acts[-1])} actions"
        return f"<Session of {self.game!r}, seed {self.seed}: deal {len(self._acts)}, {progress}>"

    @property
    def player_to_act(self) -> int | None:
        """The player whose turn it is; None when the session is over.

        Players keep their numbers for the session; `State.decider` is a seat, and seats rotate from
        deal to deal.
        """
        seat = self.state.decider
        return None if seat is None else self.standing.player(seat)

    @property
    def acts(self) -> tuple[tuple[tuple[int, Action], ...], ...]:
        """The actions of every deal, with their seats; the deal under way last."""
        return tuple(tuple(deal) for deal in self._acts)

    def replayed(self, deal: int, action_count: int | None = None) -> tuple[Self, StateT]:
        """A new session replayed to a point of this one, and the state of the deal at that point.

        ``deal`` counts from 1; ``action_count`` of its actions are replayed, by default all.
        RuleError for a deal that has not begun, or for more actions than it has had.

        >>> from clumond_solver.games.clumond.game import ClumondGame
        >>> session = Session(ClumondGame(hands=2), seed=1)
        >>> session.play_out(lambda state: next(iter(state.legal_actions)))
        >>> again, first = session.replayed(1)
        >>> again.standing.deals, first.is_over
        (1, True)
        """
        if action_count is not None:
            as_int(action_count, "a number of actions")
        if not 1 <= as_int(deal, "the number of a deal") <= len(self._acts) or not (
            0 <= (action_count or 0) <= len(self._acts[deal - 1])
        ):
            raise RuleError(
                f"this session has no deal {shown_number(deal)}, or not that many actions in it"
            )
        first_dealer = self.standing.first_dealer
        replayed = type(self)(self.game, self.seed, first_dealer, self.cards, self.pot)
        state = replayed.state
        for actions in (*self._acts[: deal - 1], self._acts[deal - 1][:action_count]):
            state = replayed.state
            for _, action in actions:
                replayed.push(action)
        return replayed, state

    def ended_deal(self, number: int | None = None) -> tuple[StateT, int]:
        """A deal at its end, by default the last one that is over, and its dealer.

        RuleError unless it is over.
        """
        over = self.standing.deals
        number = over if number is None else as_int(number, "the number of a deal")
        if not 1 <= number <= over:
            which = f"deals 1 to {over} are" if over > 1 else "deal 1 is"
            shown = f"deal {shown_number(number)}: {which} over"
            raise RuleError(shown if over else "no deal is over yet")
        before, _ = self.replayed(number, 0)
        return self.replayed(number)[1], before.standing.dealer

    def push(self, action: Action | Card | str) -> None:
        """Act for the seat whose turn it is; a deal that is over is settled, and the next begins.

        An action may be given as a card, or as a text, which `parse_action_among` reads, such as
        "play H3" or "H3". RuleError if the rules forbid the action, or if the session is finished;
        NotationError for a text that is no action or fits several.
        """
        seat = self.state.turn
        if self.is_finished or seat is None:
            raise RuleError("the session is finished")
        if isinstance(action, Card | str):
            action = parse_action_among(str(action), self.state.legal_actions, self.game.actions)
        self.state.push(action)
        self._acts[-1].append((seat, action))
        state: object = self.state
        if isinstance(state, TrickState) and (state.is_over or not isinstance(action, CardAction)):
            state.check_hooks()
        if self.state.is_over:
            self.standing = self._checked(self.game.settle(self.standing, self.state), "settle")
            if not self.is_finished:
                self.state = self._deal()
                self._acts.append([])

    def pop(self) -> Action:
        """Take back the last action of the deal under way; RuleError if there was none."""
        if self.is_finished or not self._acts[-1]:
            raise RuleError("nothing to take back in this deal")
        self._acts[-1].pop()
        return self.state.pop()

    def play_out(self, choose: Chooser[StateT]) -> None:
        """Let a function choose every action until the session is finished."""
        if not callable(choose):
            raise wrong_type(choose, "a function that chooses an action")
        while not self.is_finished:
            self.push(choose(self.state))

    def shuffled(self, deal: int) -> tuple[Card, ...]:
        """The pack as it is shuffled for a deal, from 1."""
        return self.game.pack.order(self._chance(as_int(deal, "the number of a deal")))

    def _chance(self, deal: int) -> Chance:
        return self.cards if deal == 1 and self.cards else _deal_seed(self.seed, deal - 1)

    def _deal(self) -> StateT:
        state = self.game.deal(self._chance(self.standing.deals + 1), self.standing)
        if isinstance(state, TrickState):
            state.check_hooks()
            check_seats(state, self.game.players)
        elif not hasattr(state, "legal_actions"):
            raise wrong_type(state, f"a state from {type(self.game).__name__}.deal")
        return state

    def _checked(self, standing: Standing, hook: str) -> Standing:
        check_type(standing, Standing, f"a Standing from {type(self.game).__name__}.{hook}")
        return standing


def _deal_seed(seed: int, deal: int) -> int:
    """A seed that no other deal of any session has."""
    return (seed << 32) + deal


def _parse_start(lines: deque[tuple[int, str]]) -> Session[Any]:
    """Read the first lines, and make the session at its start."""
    number, line = lines.popleft() if lines else (1, "")
    if not GAME_LINE.match(line):
        raise SessionError("a session starts with its game: the word game, then its name", number)
    try:
        game = parse_game(line[len("game") :])
    except ClumondError as error:
        raise SessionError(str(error), number) from None
    number, line = lines.popleft() if lines else (number + 1, "")
    seed = re.fullmatch(r"seed\s+([0-9]{1,20})", line)
    if seed is None or int(seed[1]) >= SEEDS:
        raise SessionError("the second line is the seed, such as: seed 17", number)
    first_dealer = 0 if name_of(game) == DEFAULT_GAME else None
    pot, cards = 0, list[Card]()
    try:
        if lines and (dealer := re.fullmatch(r"dealer\s+([0-9])", lines[0][1])):
            number, _ = lines.popleft()
            first_dealer = int(dealer[1])
        if lines and (start := re.fullmatch(r"start\s+([0-9]{1,13})\s+(.{1,300})", lines[0][1])):
            number, _ = lines.popleft()
            pot, cards = int(start[1]), [Card.parse(word) for word in start[2].split()]
        return Session(game, int(seed[1]), first_dealer, cards, pot)
    except ClumondError as error:
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

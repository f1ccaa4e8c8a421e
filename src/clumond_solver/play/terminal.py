"""Playing in a terminal: what the person is shown and asked, line by line.

`Terminal` seats a person at any game; `ClumondTerminal` says more of Clumond and keeps records.
Reading and writing are functions, so that a test can sit at the table as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from clumond_solver.cards import Hand
from clumond_solver.display import text
from clumond_solver.errors import ClumondError
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.game import ClumondState
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.games.registry import TableWords, words_of
from clumond_solver.play.table import Step, Table, record_of
from clumond_solver.records import Record
from clumond_solver.rules.actions import (
    Action,
    Declare,
    LeadFor,
    PlayAs,
    PlayCard,
    Unseen,
    read_action,
)
from clumond_solver.rules.states import TrickState

HELP = """\
{actions}
hint           what the engine would do in your place
back           take back your last decision in this {deal}
tricks         the tricks so far        score   the score sheet
help           this list                quit    leave the table"""
_CARD_HELP = (
    "a card         play it: SA, 10h, ♥7 (the suit alone does if you have one card of it to play)"
)
_MOST_CALLS_SHOWN = 12

StateT = TypeVar("StateT", bound=TrickState)


def names_from(players: int) -> tuple[str, ...]:
    """What the players are called, from the person clockwise.

    >>> names_from(2), names_from(5)
    (('you', 'opponent'), ('you', 'left', '2nd left', '3rd left', 'right'))
    """
    if players == 2:
        return "you", "opponent"
    if players == 4:
        return "you", "left", "across", "right"
    between = [f"{place}{'nd' if place == 2 else 'rd' if place == 3 else 'th'} left"
               for place in range(2, players - 1)]  # fmt: skip
    return "you", "left", *between, "right"


@dataclass(slots=True)
class Terminal(Generic[StateT]):
    """A person playing at a table.

    ``read`` gives the next line, None when there are no more; ``say`` prints a page.
    """

    table: Table[StateT]
    read: Callable[[str], str | None]
    say: Callable[[str], None]
    width: int = text.WIDTH
    _told: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, from the person clockwise."""
        return names_from(self.table.session.game.players)

    @property
    def words(self) -> TableWords:
        """What the game calls things."""
        return words_of(self.table.session.game)

    def play(self) -> bool:
        """Play until the session is finished (True) or the person leaves (False)."""
        self._greet()
        while not self.table.session.is_finished:
            if not self.table.is_persons_turn:
                self._tell(self.table.step())
            elif not self._ask():
                return False
        names = [self._name(player) for player in range(len(self.names))]
        self.say(text.winners_text(self.table.session.standing, names))
        return True

    def score_sheet(self) -> str:
        """What each player gained, deal by deal, and the totals."""
        return text.score_sheet_text(
            self.table.session.standing,
            self.names,
            first=self.table.person,
            heads=(self.words.deal, "dealer", self.words.label),
        )

    # What the games differ in.

    def _actions_help(self) -> str:
        return f"{_CARD_HELP}\nany other action as it is listed, or without its first word"

    def _opening_words(self) -> str:
        """What is said of a new deal behind who deals."""
        return ""

    def _end_words(self, ended: StateT) -> str:
        """How a deal ended, beside the score sheet."""
        return ""

    def _view(self, state: StateT) -> str:
        """What the person sees before he decides."""
        seat = self.table.seat
        hand = state.observation(seat).hand
        lines = ["you may not look at your cards" if hand is None else self._hand_text(hand)]
        if state.play is not None:
            taken = ", ".join(
                f"{self._at(each)} {state.play.tricks_taken[each]}"
                for each in self._seats_of_players()
            )
            lines.append(f"(tricks: {taken})")
        calls = [str(action) for action in state.legal_actions]
        if state.play is None or not isinstance(next(iter(state.legal_actions)), PlayCard):
            more = ", …" if len(calls) > _MOST_CALLS_SHOWN else ""
            lines.append(f"({', '.join(calls[:_MOST_CALLS_SHOWN])}{more})")
        return "\n".join(lines)

    # What is told.

    def _greet(self) -> None:
        standing = self.table.session.standing
        dealer = self._name(standing.dealer)
        deals = "deal" if dealer == "you" else "deals"
        number = f"{self.words.deal} {standing.deals + 1}"
        self.say(f"\n── {number}: {dealer} {deals}{self._opening_words()} ──")
        self._told = 0
        self._tell_events(self.table.session.state)

    def _tell(self, step: Step[StateT]) -> None:
        """What was done; at the end of a trick or of the deal, how it went."""
        state = self.table.session.state if step.ended is None else step.ended
        seen = state.observation(self._seat(step)).events[self._told].action
        action = seen if isinstance(seen, Unseen) else step.action
        self.say(_sentence(self._at(step.seat, step), action, self.words.declare))
        self._told += 1
        self._tell_events(state, step)
        play = state.play
        if play is not None and play.history and not play.trick:
            winner = self._at(play.leader, step)
            self.say(f"    {winner} {'win' if winner == 'you' else 'wins'} the trick")
        if step.ended is not None:
            words = self._end_words(step.ended)
            self.say(f"\n{words}{self.score_sheet()}")
            if not self.table.session.is_finished:
                self._greet()

    def _tell_events(self, state: StateT, step: Step[StateT] | None = None) -> None:
        """What the rules have shown, or players announced, since the last telling."""
        events = state.observation(self._seat(step)).events
        for event in events[self._told :]:
            who = "" if event.seat is None else f"{self._at(event.seat, step)}: "
            self.say(f"    {who}{event.what}")
        self._told = len(events)

    # What is asked.

    def _ask(self) -> bool:
        """Let the person decide; False if he leaves."""
        state = self.table.session.state
        self.say(self._view(state))
        while True:
            line = self.read("your call: " if state.play is None else "your card: ")
            if line is None or line.strip().lower() in {"quit", "exit"}:
                return False
            try:
                if self._obey(line.strip()):
                    return True
            except ClumondError as error:
                self.say(str(error))

    def _obey(self, line: str) -> bool:
        """Do what the line says; whether it was a decision."""
        state = self.table.session.state
        word = line.lower()
        if word in {"", "help", "?"}:
            self.say(HELP.format(actions=self._actions_help(), deal=self.words.deal))
        elif word == "hint":
            self.say(f"hint: {_shown(self.table.hint(), self.words.declare)}")
        elif word == "score":
            self.say(self.score_sheet())
        elif word == "tricks":
            self.say(self._tricks_text(state) or "no card has been played")
        elif word == "back":
            self.table.take_back()
            self._told = len(state.observation(self.table.seat).events)
            self.say("taken back")
            return True
        else:
            self._tell(self.table.act(read_action(line, state.legal_actions)))
            return True
        return False

    def _tricks_text(self, state: StateT) -> str:
        tricks = () if state.play is None else state.play.tricks
        return "\n".join(
            f"{number:>2}  {self._at(trick.leader)} led  "
            f"{' '.join(card.pretty() for card in trick.cards)}  {self._at(trick.winner)}"
            for number, trick in enumerate(tricks, 1)
        )

    def _hand_text(self, hand: Hand) -> str:
        return text.hand_text(hand, width=self.width)

    # Names.

    def _name(self, player: int) -> str:
        return self.names[(player - self.table.person) % len(self.names)]

    def _at(self, seat: int, step: Step[StateT] | None = None) -> str:
        """Who sits in a seat, of the deal that a step ended if it did."""
        standing = self.table.session.standing
        dealer = standing.rows[-1].dealer if step and step.ended else standing.dealer
        return self._name((dealer + 1 + seat) % len(self.names))

    def _seat(self, step: Step[StateT] | None) -> int:
        """The person's seat, in the deal that a step ended if it did."""
        standing = self.table.session.standing
        dealer = standing.rows[-1].dealer if step and step.ended else standing.dealer
        return (self.table.person - dealer - 1) % len(self.names)

    def _seats_of_players(self) -> list[int]:
        first = self.table.seat
        return [(first + turn) % len(self.names) for turn in range(len(self.names))]


@dataclass(slots=True)
class ClumondTerminal(Terminal[ClumondState]):
    """A person playing Clumond; ``records`` are the hands played so far."""

    records: list[Record] = field(default_factory=list)

    def records_so_far(self) -> list[Record]:
        """The hands played, and the one under way if a card has been played."""
        state = self.table.session.state
        under_way = state.play is not None and state.play.history and not state.is_over
        return [*self.records, *([self._record(state)] if under_way else [])]

    def _actions_help(self) -> str:
        return (
            f"{_CARD_HELP}\n"
            "pass           decline to go for clumond\n"
            "C H S D NT     go for clumond in this strain"
        )

    def _opening_words(self) -> str:
        state = self.table.session.state
        return f", {state.pot} chips in the pot" if state.game.scoring is Scoring.CHIPS else ""

    def _end_words(self, ended: ClumondState) -> str:
        self.records.append(self._record(ended, ended=True))
        return f"{text.outcome_text(ended.outcome())}\n\n"

    def _tricks_text(self, state: ClumondState) -> str:
        return "" if state.play is None else text.tricks_text(state.play)

    def _view(self, state: ClumondState) -> str:
        seat = Seat(self.table.seat)
        if state.play is None:
            hand = self._hand_text(state.deal[seat])
            return f"you are {seat}\n{hand}\ngo for clumond? (pass, C, H, S, D, NT)"
        play = state.play
        taken = ", ".join(
            f"{self._at(each)} {play.tricks_taken[each]}" for each in self._seats_of_players()
        )
        declared = "nobody declared" if play.declarer is None else (
            f"{play.strain.symbol} by {self._at(play.declarer)}"
        )  # fmt: skip
        return f"{self._hand_text(play.hands[seat])}\n({declared}; tricks: {taken})"

    def _record(self, state: ClumondState, *, ended: bool = False) -> Record:
        standing = self.table.session.standing
        row = standing.rows[-1] if ended else None
        dealer, number = (row.dealer, row.deal) if row else (standing.dealer, standing.deals + 1)
        forehand, middlehand, rearhand = (self._name((dealer + 1 + s) % 3) for s in Seat)
        event = f"Hand {number} of a session, seed {self.table.session.seed}"
        return record_of(state, players=(forehand, middlehand, rearhand), tags=(("Event", event),))


def _shown(action: Action, declaring: str) -> str:
    """An action as the person would say it; ``declaring`` is what naming a strain is called."""
    if isinstance(action, PlayCard):
        return action.card.pretty()
    if isinstance(action, PlayAs):
        return f"{action.card.pretty()} as {action.named.pretty()}"
    if isinstance(action, LeadFor):
        return f"{action.card.pretty()} for {action.led.symbol}"
    if isinstance(action, Declare):
        return f"{declaring} {action.strain.symbol}"
    return str(action)


def _sentence(who: str, action: Action, declaring: str) -> str:
    if isinstance(action, PlayCard | PlayAs | LeadFor):
        return f"  {who:<5} {_shown(action, declaring)}"
    shown = _shown(action, declaring)
    if who == "you":
        return f"  {who} {shown}"
    verb, _, rest = shown.partition(" ")
    return f"  {who} {verb}{'es' if verb in {'pass', 'go'} else 's'}{' ' if rest else ''}{rest}"

"""Playing Clumond in a terminal: what the person is shown and asked, line by line.

Reading and writing are functions, so that a test can sit at the table as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from clumond_solver.cards import Card, Strain
from clumond_solver.deals import Seat
from clumond_solver.display import text
from clumond_solver.errors import ClumondError, NotationError
from clumond_solver.playing import Step, Table, record_of
from clumond_solver.records import Record
from clumond_solver.rules.clumond_game import ClumondState, Scoring
from clumond_solver.rules.game import Action, Declare, Pass, PlayCard

NAMES = ("you", "left", "right")
HELP = """\
a card         play it: SA, 10h, ♥7 (the suit alone does if you have one card of it to play)
pass           decline to go for clumond
C H S D NT     go for clumond in this strain
hint           what the engine would do in your place
back           take back your last decision in this hand
tricks         the tricks so far        score   the score sheet
help           this list                quit    leave the table"""


@dataclass(slots=True)
class Game:
    """A person playing at a table; ``records`` are the hands played so far.

    ``read`` gives the next line, None when there are no more; ``say`` prints a page.
    """

    table: Table[ClumondState]
    read: Callable[[str], str | None]
    say: Callable[[str], None]
    width: int = text.WIDTH
    records: list[Record] = field(default_factory=list)

    def play(self) -> bool:
        """Play until the session is finished (True) or the person leaves (False)."""
        self._greet()
        while not self.table.session.is_finished:
            if not self.table.is_persons_turn:
                self._tell(self.table.step())
            elif not self._ask():
                return False
        return True

    def score_sheet(self) -> str:
        """What each player gained, hand by hand, and the totals."""
        standing = self.table.session.standing
        rows = [
            [
                str(row.deal),
                self._name(row.dealer),
                row.label.removeprefix("declare "),
                *map(str, self._turned(row.gains)),
            ]
            for row in standing.rows
        ]
        rows.append(["", "", "total", *map(str, self._turned(standing.totals))])
        heads = ["hand", "dealer", "declared", *NAMES]
        return text.table_text(heads, rows, right={0, 3, 4, 5})

    def records_so_far(self) -> list[Record]:
        """The hands played, and the one under way if a card has been played."""
        state = self.table.session.state
        under_way = state.play is not None and state.play.history and not state.is_over
        return [*self.records, *([self._record(state)] if under_way else [])]

    # What is told.

    def _greet(self) -> None:
        session = self.table.session
        standing, state = session.standing, session.state
        chips = state.game.scoring is Scoring.CHIPS
        pot = f", {state.pot} chips in the pot" if chips else ""
        dealer = self._name(standing.dealer)
        deals = "deal" if dealer == "you" else "deals"
        self.say(f"\n── hand {standing.deals + 1}: {dealer} {deals}{pot} ──")
        if state.tens is not None:
            self.say(f"tens: {state.tens}")

    def _tell(self, step: Step[ClumondState]) -> None:
        """What was done; at the end of a trick or of the hand, how it went."""
        state = self.table.session.state if step.ended is None else step.ended
        self.say(_sentence(self._at(step.seat, step), step.action))
        play = state.play
        if isinstance(step.action, PlayCard) and play is not None and not play.trick:
            winner = self._at(play.leader, step)
            self.say(f"    {winner} {'win' if winner == 'you' else 'wins'} the trick")
        if step.ended is not None:
            self._tell_end(step.ended)

    def _tell_end(self, ended: ClumondState) -> None:
        self.records.append(self._record(ended, ended=True))
        self.say(f"\n{text.outcome_text(ended.outcome())}\n\n{self.score_sheet()}")
        if not self.table.session.is_finished:
            self._greet()

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
            self.say(HELP)
        elif word == "hint":
            self.say(f"hint: {_shown(self.table.hint())}")
        elif word == "score":
            self.say(self.score_sheet())
        elif word == "tricks":
            told = "" if state.play is None else text.tricks_text(state.play)
            self.say(told or "no card has been played")
        elif word == "back":
            self.table.take_back()
            self.say("taken back")
            return True
        else:
            self._tell(self.table.act(_decision(state, line)))
            return True
        return False

    def _view(self, state: ClumondState) -> str:
        """What the person sees before he decides."""
        seat = Seat(self.table.seat)
        if state.play is None:
            hand = text.hand_text(state.deal[seat], width=self.width)
            return f"you are {seat}\n{hand}\ngo for clumond? (pass, C, H, S, D, NT)"
        play = state.play
        taken = ", ".join(
            f"{self._at(each)} {play.tricks_taken[each]}" for each in self._seats_of_players()
        )
        declared = "nobody declared" if play.declarer is None else (
            f"{play.strain.symbol} by {self._at(play.declarer)}"
        )  # fmt: skip
        hand = text.hand_text(play.hands[seat], width=self.width)
        return f"{hand}\n({declared}; tricks: {taken})"

    # Names.

    def _name(self, player: int) -> str:
        return NAMES[(player - self.table.person) % len(NAMES)]

    def _at(self, seat: int, step: Step[ClumondState] | None = None) -> str:
        """Who sits in a seat, of the deal that a step ended if it did."""
        standing = self.table.session.standing
        dealer = standing.rows[-1].dealer if step and step.ended else standing.dealer
        return self._name((dealer + 1 + seat) % len(NAMES))

    def _seats_of_players(self) -> list[int]:
        first = self.table.seat
        return [(first + turn) % len(NAMES) for turn in range(len(NAMES))]

    def _turned(self, by_player: tuple[int, ...]) -> list[int]:
        """Figures of the players, the person's first."""
        first = self.table.person
        return [*by_player[first:], *by_player[:first]]

    def _record(self, state: ClumondState, *, ended: bool = False) -> Record:
        standing = self.table.session.standing
        row = standing.rows[-1] if ended else None
        dealer, number = (row.dealer, row.deal) if row else (standing.dealer, standing.deals + 1)
        forehand, middlehand, rearhand = (self._name((dealer + 1 + s) % 3) for s in Seat)
        event = f"Hand {number} of a session, seed {self.table.session.seed}"
        return record_of(state, players=(forehand, middlehand, rearhand), tags=(("Event", event),))


def _decision(state: ClumondState, line: str) -> Action:
    """The call or card that a line means."""
    if state.play is None:
        return Pass() if line.lower() in {"pass", "p"} else Declare(Strain.parse(line))
    try:
        return PlayCard(Card.parse(line))
    except NotationError:
        alike = [card for card in state.play.legal_plays if _means(card, line)]
        if len(alike) == 1:
            return PlayCard(alike[0])
        raise


def _means(card: Card, line: str) -> bool:
    """Whether a suit alone or a rank alone may stand for the card."""
    return line.upper() in {str(card.suit), str(card.rank), card.suit.symbol}


def _shown(action: Action) -> str:
    """An action as the person would say it."""
    if isinstance(action, PlayCard):
        return action.card.pretty()
    if isinstance(action, Declare):
        return f"go for clumond in {action.strain.symbol}"
    return str(action)


def _sentence(who: str, action: Action) -> str:
    if isinstance(action, PlayCard):
        return f"  {who:<5} {action.card.pretty()}"
    if isinstance(action, Pass):
        return f"  {who} pass" if who == "you" else f"  {who} passes"
    shown = _shown(action)
    return f"  {who} {shown}" if who == "you" else f"  {who} {shown.replace('go', 'goes', 1)}"

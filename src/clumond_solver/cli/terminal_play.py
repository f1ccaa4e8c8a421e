"""Playing in a terminal, line by line, in any game.

The functions that read a line, print a page and write a session are parameters, so that tests can
play too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from glob import escape, glob
from typing import Any

from clumond_solver.base.cards import STRAIN_ORDER, Hand
from clumond_solver.base.errors import ClumondError, IllegalActionError, NotationError, RuleError
from clumond_solver.base.stopping import processors
from clumond_solver.base.wording import capital, columns_of, counted, padded, third_person
from clumond_solver.cli.typed_words import (
    AS_OTHERS_HELP,
    CALL_HELP,
    CARD_HELP,
    CONTINUE_WORDS,
    PAUSE_HELP,
    PAUSE_WORDS,
    RULES_TO_SAY,
    SHEET_HELP,
    SIGNALS_HELP,
    TABLE_COMMAND,
    TABLE_COMMANDS,
    TABLE_HELP,
    file_to_save,
    parse_typed,
    words_to_type,
)
from clumond_solver.coach.hints_and_reviews import Hint
from clumond_solver.coach.review_text import review_text
from clumond_solver.coach.table import Step, Table
from clumond_solver.display.text.actions import action_text, passes_told, refusal_text
from clumond_solver.display.text.hands import (
    by_column,
    cards_text,
    deal_text,
    hand_text,
    unseen_hand_text,
)
from clumond_solver.display.text.layout import WIDTH, table_text, wrapped
from clumond_solver.display.text.records import outcome_text, score_sheet_text, winners_text
from clumond_solver.display.text.results import rules_text
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.game import ClumondState
from clumond_solver.games.registry import TableWords, name_of, sheet_writer_of, words_of
from clumond_solver.knowledge.views import View
from clumond_solver.records import EVENT_TAG, Record, legal_play_of
from clumond_solver.rules.actions import (
    CardAction,
    Declare,
    Pass,
    PlayCard,
    SetRules,
    parse_passes,
)
from clumond_solver.rules.game import Event, player_at, seat_of
from clumond_solver.rules.states import Fact, FactKind, TrickState, action_of
from clumond_solver.rules.tricks import TrickPlay, seat_word

_MOST_SHOWN = 12
_REVIEW_SECONDS = 15.0
# Comparing more calls takes too long.
_MOST_COMPARED = 100


class PlayerLeft(Exception):
    """The person has left the table."""


def default_names(players: int) -> tuple[str, ...]:
    """The players' names if none are given, from the person clockwise.

    >>> default_names(2), default_names(5)
    (('you', 'opponent'), ('you', 'left', '2nd left', '3rd left', 'right'))
    """
    if players == 2:
        return "you", "opponent"
    if players == 4:
        return "you", "left", "across", "right"
    between = [f"{number}{'nd' if number == 2 else 'rd' if number == 3 else 'th'} left"
               for number in range(2, players - 1)]  # fmt: skip
    return "you", "left", *between, "right"


@dataclass(slots=True)
class Terminal:
    """A person playing at a table.

    read     a function that returns the next line, None at the end of the input.
    say      a function that prints a page.
    write    a function that writes the session to a file of that name.
    file     the file to save the session in after every action of the person, if any.
    names    the players' names, from the person clockwise; empty for `default_names`.
    styles   how the seats play, by dealer; None if that is not known.
    records  the hands of Clumond played so far.
    """

    table: Table[Any]
    read: Callable[[str], str | None]
    say: Callable[[str], None]
    write: Callable[[str], None]
    file: str | None = None
    width: int = WIDTH
    names: tuple[str, ...] = ()
    styles: Callable[[int], Sequence[str] | None] = lambda dealer: None
    records: list[Record] = field(default_factory=list)
    _words: Sequence[str] = ()
    _events_shown: int = 0
    _dealer: int = 0

    def __post_init__(self) -> None:
        self.names = self.names or default_names(self.table.session.game.players)

    @property
    def words(self) -> TableWords:
        """The game's own words."""
        return words_of(self.table.session.game)

    def play(self) -> bool:
        """Play until the session is finished (True) or the person leaves (False)."""
        session = self.table.session
        try:
            self._announce_deal()
            while not session.is_finished:
                self._announce_step(
                    self._decision() if self.table.is_persons_turn else self.table.step()
                )
        except PlayerLeft:
            return False
        self.say(winners_text(session.standing, self._names_by_player()))
        return True

    def score_sheet(self) -> str:
        """The gains deal by deal, and the totals."""
        return score_sheet_text(
            self.table.session.standing,
            self.names,
            first=self.table.person,
            heads=(self.words.deal, "dealer", self.words.label),
        )

    def _score_card(self) -> str:
        """The score card as on paper, or the score sheet in games without one."""
        players = self._names_by_player()
        write = sheet_writer_of(self.table.session.game)
        if write is None:
            return self.score_sheet()
        return write(self.table.session.standing, players).rstrip()

    def records_so_far(self) -> list[Record]:
        """The hands of Clumond played, and the one under way if a card has been played."""
        state = self.table.session.state
        under_way = state.play is not None and state.play.history and not state.is_over
        record = self._record_of(state) if under_way else None
        return self.records if record is None else [*self.records, record]

    # Announcing what happens.

    def _announce_deal(self) -> None:
        """Print who deals, and all calls and cards shown so far."""
        session = self.table.session
        standing = session.standing
        self._dealer, self._events_shown = standing.dealer, 0
        dealer = self._name_of(standing.dealer)
        last = getattr(session.game, "hands", None)
        number = f"{self.words.deal} {standing.deals + 1}{f' of {last}' if last else ''}"
        self.say(f"\n── {number}: {dealer} {'deal' if dealer == 'you' else 'deals'} ──")
        self._show_events(session.state)

    def _announce_step(self, step: Step[Any]) -> None:
        """Print an action, who wins the trick, and how the deal ended."""
        state = self.table.session.state if step.finished_deal is None else step.finished_deal
        self._show_events(state)
        play = state.play
        if play is not None and play.history and not play.trick:
            winner = self._name_at(play.leader)
            wins = "win" if winner == "you" else "wins"
            self.say(f"    {capital(winner)} {wins} the trick")
        if step.finished_deal is not None:
            self._finish_deal(step.finished_deal)

    def _show_events(self, state: TrickState) -> None:
        """Print the events since the last call."""
        events = state.observation(self._own_seat).events
        passed = passes_told(state, self._own_seat)
        for number, event in enumerate(events[self._events_shown :], self._events_shown):
            if text := self._event_text(event, state, passed.get(number)):
                self.say(text)
        self._events_shown = len(events)
        whose, play = self._dummys_player(state), state.play
        if whose and play is not None and len(play.history) == 1:
            self.say(f"    You are the {state.role(self._own_seat)}: {whose} plays your cards")
        for seat in state.sitting_out if play is not None and not play.history else ():
            who = self._name_at(seat)
            self.say(f"    {capital(who)} {'sit' if who == 'you' else 'sits'} out")

    def _event_text(self, event: Event, state: TrickState, passed: str | None = None) -> str:
        """An event as a line; ``passed`` is what is told of a card passed on, if it is one."""
        who = "" if event.seat is None else capital(self._name_at(event.seat))
        if event.action is None:
            what = f"{event.text} {cards_text(event.cards)}".rstrip()
            return f"    {who}{': ' if who else ''}{what}"
        column = padded(who, max(map(columns_of, self.names)))
        if passed is not None:
            return passed and f"  {who} {'have' if who == 'You' else 'has'} {passed}"
        shown = action_text(event.action, state.verb_of)
        if isinstance(event.action, CardAction) or who == "You":
            return f"  {column} {shown}"
        is_pass = isinstance(event.action, Pass)
        verb = "pass" if is_pass else state.verb_of(event.action)
        if not verb:
            return f"  {who}: {shown}"
        return f"  {column} {third_person(verb)}{shown.removeprefix(verb)}"

    def _dummys_player(self, state: TrickState) -> str:
        """The name of the player who plays the person's cards; "" if he does himself."""
        player = state.played_by(self._own_seat)
        return "" if player == self._own_seat else capital(self._name_at(player))

    def _finish_deal(self, ended: TrickState) -> None:
        """Print how a deal ended, then announce the next one, if any."""
        outcome, record = "", self._record_of(ended)
        if record is not None:
            self.records.append(record)
            outcome = f"{outcome_text(legal_play_of(record).outcome(), self._titles(ended))}\n\n"
        elif ended.play is not None:
            outcome = f"{self._seats_table(ended)}\n\n"
        at_end = [
            f"{capital(fact.label)}: {fact.text}\n"
            for fact in ended.facts(self._own_seat)
            if fact.kind in {FactKind.ALL_PASSED, FactKind.LEFT_OVER}
        ]
        dealt = "".join([self._dealt_text(ended), "\n", *at_end])
        self.say(f"\n{outcome}{dealt}\n{self.score_sheet()}")
        self.save()
        if self.table.session.is_finished:
            self._wait_after_deal(ended, "ends the session")
        else:
            self._wait_after_deal(ended, f"deals the next {self.words.deal}")
            self._announce_deal()

    def _wait_after_deal(self, ended: TrickState, effect: str) -> None:
        """Wait for Enter, which has the effect; until then the person may review the deal."""
        while (
            line := self._line(f"Enter {effect}, review shows what was better: ", PAUSE_WORDS)
        ).lower() not in CONTINUE_WORDS:
            command = TABLE_COMMAND.get(line.lower())
            if command == "quit":
                if self._confirms_leaving():
                    raise PlayerLeft
            elif command == "score":
                self.say(self.score_sheet())
            elif command == "tricks":
                self.say(self._tricks_text(ended))
            elif command == "help":
                self.say(PAUSE_HELP.format(effect=effect))
            elif command == "review" or line.lower() in {"r", "yes", "y"}:
                self.say(self._unless_stopped(self._review_text))
            elif (file := file_to_save(line)) is not None:
                self._save_as(file)
            else:
                self.say(
                    f"“{line}”: the {self.words.deal} is over; Enter {effect}, help lists commands"
                )

    def _review_text(self) -> str:
        """What would have been better in the last deal that is over, and why."""
        from clumond_solver.coach.reviews import review

        ended, dealer = self.table.session.ended_deal()
        names = self._names_by_seat(dealer)
        reviewed = review(
            ended,
            time=_REVIEW_SECONDS,
            players=names,
            opponents=self.styles(dealer),
            threads=processors(),
        )
        record = self._record_of(ended, names)
        start = None if record is None else record.start()
        return review_text(reviewed, start, names, width=self.width)

    # Showing the table.

    def _table_page(self, state: TrickState) -> str:
        """The table before a decision: facts of the deal, seats, hand, choices."""
        facts = [f"{fact.label} {fact.text}" for fact in state.facts(self._own_seat) if fact.text]
        hand = state.observation(self._own_seat).hand
        if hand is not None:
            cards = hand_text(hand, width=self.width)
        else:
            cards = unseen_hand_text(state, self._own_seat, is_own=True)
        facts_text = wrapped(" · ".join(facts), self.width) if facts else ""
        choices = self._choices_text(state, state.observation(state.seat_to_act).hand)
        parts = (facts_text, self._seats_table(state), *self._seen_hands(state), cards, choices)
        return "\n".join(["", *filter(None, parts)])

    def _seen_hands(self, state: TrickState) -> list[str]:
        """The cards that others are known to hold: a dummy's, or those that were shown."""
        view = View.of(state, self._own_seat)
        players = len(self.names)
        others = [(self._own_seat + offset) % players for offset in range(1, players)]
        return [
            wrapped(f"{self._name_at(seat)}: {cards_text(view.held[seat])}", self.width)
            for seat in others
            if view.held[seat]
        ]

    def _seats_table(self, state: TrickState) -> str:
        """A row for every player: name, facts such as call and tricks, the card on the table."""
        columns = {f.label: list(f.by_seat) for f in state.facts(self._own_seat) if f.by_seat}
        play = state.play
        if play is not None and not play.is_over:
            columns["table"] = self._cards_on_table(play)
        players = len(self.names)
        order = [(self._own_seat + offset) % players for offset in range(players)]
        titles = self._titles(state)
        rows = [[titles[seat], *(column[seat] for column in columns.values())] for seat in order]
        if not columns:
            return "; ".join(row[0] for row in rows)
        return table_text(["", *columns], rows)

    def _cards_on_table(self, play: TrickPlay) -> list[str]:
        trick = play.history[len(play.history) - len(play.trick) :]
        cards = [action_text(action_of(played)) for played in trick]
        shown = by_column(cards, [played.seat for played in trick], len(self.names))
        if play.turn is not None:
            shown[play.turn] = " ?"
        return shown

    def _titles(self, state: TrickState) -> list[str]:
        """For each seat the player's name, where he sits, and whether he deals."""
        players = len(self.names)
        titles = []
        for seat in range(players):
            parts = [self._name_at(seat)]
            if (place := default_names(players)[(seat - self._own_seat) % players]) not in parts:
                parts.append(place)
            parts += [seat_word(seat, players)] * (players == len(Seat))
            parts += ["dealer"] * (seat == players - 1)
            titles.append(", ".join(parts))
        return titles

    def _choices_text(self, state: TrickState, hand: Hand | None) -> str:
        """The legal actions; nothing if every card of the hand may be played."""
        legal = state.legal_actions
        cards = [action.card for action in legal if isinstance(action, PlayCard)]
        if hand and len(cards) == len(legal):
            return f"you may play: {cards_text(cards)}" if len(cards) < len(hand) else ""
        if any(isinstance(action, SetRules) for action in legal):
            return wrapped(f"you may say {RULES_TO_SAY}", self.width)
        strains = [action.strain for action in legal if isinstance(action, Declare)]
        symbols = [strain.symbol for strain in STRAIN_ORDER if strain in strains]
        others = [action for action in legal if not isinstance(action, Declare)]
        if state.to_pass is not None:
            return wrapped(self._passing_text(state), self.width)
        choices = [action_text(action, state.verb_of) for action in others[:_MOST_SHOWN]]
        if symbols:
            choices.append(f"{state.verb_of(Declare(strains[0]))} {' '.join(symbols)}")
        more = ", …" if len(others) > _MOST_SHOWN else ""
        separator = "; " if any("," in choice for choice in choices) else ", "
        return wrapped(f"you may: {separator.join(choices)}{more}", self.width)

    def _passing_text(self, state: TrickState) -> str:
        """How many cards the person passes to whom, and how he says which."""
        count, receiver = state.to_pass or (0, 0)
        name = self._name_at(receiver)
        place = default_names(len(self.names))[(receiver - self._own_seat) % len(self.names)]
        to = name if name == place else f"{name} ({place})"
        example = " ".join(words_to_type(state)[:count]).replace("give ", "")
        return f"pass {counted(count, 'card')} to {to}: name them together, such as {example}"

    def _dealt_text(self, ended: TrickState) -> str:
        """All hands as they were dealt."""
        if (record := self._record_of(ended)) is not None:
            return deal_text(record.deal, players=record.players, width=self.width)
        by_title = zip(self._titles(ended), ended.hands_dealt, strict=True)
        return "\n".join(f"{title}: {dealt.pretty()}" for title, dealt in by_title)

    def _tricks_text(self, state: TrickState) -> str:
        tricks = () if state.play is None else state.play.tricks
        rows = []
        for number, trick in enumerate(tricks, 1):
            cards = [card.pretty() for card in trick.cards]
            places = [(seat - self._own_seat) % len(self.names) for seat in trick.seats]
            row = by_column(cards, places, len(self.names))
            rows.append([str(number), *row, self._name_at(trick.winner)])
        table = table_text(["", *self.names, "won by"], rows, right={0})
        return table if rows else "no trick is complete"

    # Reading what the person types.

    def completions(self, line: str) -> list[str]:
        """The lines that a line may become: words that the last prompt expects, names of files."""
        word, blank, file = line.partition(" ")
        if blank and word.lower() == "save":
            return [f"save {name}" for name in sorted(glob(f"{escape(file)}*"))]
        return [word for word in self._words if word.lower().startswith(line.lower())]

    def _line(self, prompt: str, words: Sequence[str] = ()) -> str:
        """A line that the person types, without blanks around it; words to complete it with."""
        self._words = words
        line = self.read(prompt)
        if line is None:
            raise PlayerLeft
        return " ".join(line.split())

    def _decision(self) -> Step[Any]:
        """Read lines until one is an action of the person; PlayerLeft if he leaves."""
        while True:
            state = self.table.session.state
            self.say(self._table_page(state))
            whose = "your" if state.turn == self._own_seat else f"{self._name_at(state.turn)}’s"
            prompt = f"{whose} {'call' if state.play is None else 'card'}: "
            line = self._line(prompt, [*words_to_type(state), *TABLE_COMMANDS, "save"])
            try:
                step = self._execute(line)
            except ClumondError as error:
                self.say(wrapped(self._refusal_text(error, state), self.width))
                continue
            if step is not None:
                self.save()
                return step

    def _execute(self, line: str) -> Step[Any] | None:
        """Do what the line says; return the step if it was an action."""
        state = self.table.session.state
        command = TABLE_COMMAND.get(line.lower().rstrip(".!"))
        if (file := file_to_save(line)) is not None:
            self._save_as(file)
        elif command is None and state.to_pass is not None:
            return self.table.pass_on(parse_passes(line))
        elif command is None:
            others = self.table.session.game.actions
            return self.table.act(parse_typed(line, state.legal_actions, others, state.verb_of))
        elif command == "back":
            self.table.take_back()
            self._events_shown = len(state.observation(self._own_seat).events)
            self.save()
            self.say("taken back")
        elif command == "quit":
            if self._confirms_leaving():
                raise PlayerLeft
        else:
            self.say(self._unless_stopped(lambda: self._answer(command, state)))
        return None

    @staticmethod
    def _unless_stopped(answer: Callable[[], str]) -> str:
        """An answer; Ctrl-C stops the work on it, and nothing else."""
        try:
            return answer()
        except KeyboardInterrupt:
            return "stopped"

    def _answer(self, command: str, state: TrickState) -> str:
        game = self.table.session.game
        answers: dict[str, Callable[[], str]] = {
            "hint": lambda: self._hint_text(state),
            "score": self.score_sheet,
            "tricks": lambda: self._tricks_text(state),
            "rules": lambda: rules_text(name_of(game), width=self.width),
            "card": self._score_card,
            "signals": lambda: self._signals_text(state),
            "review": self._review_text,
        }
        return answers.get(command, lambda: self._help_text(state))()

    def _help_text(self, state: TrickState) -> str:
        kinds = {type(action) for action in self.table.session.game.actions}
        as_others = [words for kind, words in AS_OTHERS_HELP.items() if kind in kinds]
        return TABLE_HELP.format(
            actions=CALL_HELP if state.play is None else "\n".join([CARD_HELP, *as_others]),
            deal=self.words.deal,
            card="" if sheet_writer_of(self.table.session.game) is None else SHEET_HELP,
            signals="" if self._readings(state) is None else SIGNALS_HELP,
        )

    def _readings(self, state: TrickState) -> Sequence[Fact] | None:
        return state.signal_readings(self._own_seat) if isinstance(state, ClumondState) else None

    def _signals_text(self, state: TrickState) -> str:
        """The lengths that the others' signals show."""
        read = self._readings(state)
        if not read:
            return "no signal yet" if read is not None else "nobody gives signals here"
        others = [seat for seat in range(len(self.names)) if seat != self._own_seat]
        rows = [[fact.label, *(fact.by_seat[seat] for seat in others)] for fact in read]
        return table_text(["dealt", *map(self._name_at, others)], rows)

    def _hint_text(self, state: TrickState) -> str:
        from clumond_solver.coach.hints import hint, rest_of_passing
        from clumond_solver.coach.reasons.clumond.finishes import plan_text

        if len(state.legal_actions) > _MOST_COMPARED:
            chosen = action_text(self.table.hint(), state.verb_of)
            return f"hint: {chosen}, one of {len(state.legal_actions)} calls"
        styles = self.styles(self.table.session.standing.dealer)
        given = hint(state, opponents=styles, threads=processors())
        plan = ""
        if given.plan is not None and not isinstance(given.action, Pass):
            plan = f"plan: {plan_text(given.plan)}"
        if rest := rest_of_passing(state, given.action, self.table.seed):
            cards = ", ".join(action_text(call).partition(" ")[2] for call in (given.action, *rest))
            return wrapped(f"hint: pass {cards}. {given.reason}", self.width)
        parts = filter(None, (f"hint: {given}", plan, self._other_values_text(given, state)))
        return "\n".join(wrapped(part, self.width) for part in parts)

    def _other_values_text(self, given: Hint, state: TrickState) -> str:
        """The values of the actions that the hint does not name."""
        alike: dict[str, list[str]] = {}
        for action in given.values:
            if action not in {given.action, given.other}:
                shown = action_text(action, state.verb_of)
                alike.setdefault(given.value_text(action), []).append(shown)
        if not alike:
            return ""
        rest = [f"{', '.join(actions)} {value}" for value, actions in alike.items()]
        has_unrated = len(given.values) < len(state.legal_actions)
        return f"also: {'; '.join(rest)}{'; all others look worse' if has_unrated else ''}"

    def _refusal_text(self, error: ClumondError, state: TrickState) -> str:
        """Why a line was refused, in a player's words."""
        if isinstance(error, NotationError):
            return f"“{error.text}”: {error.reason}; or type help"
        if isinstance(error, IllegalActionError):
            return refusal_text(error, state.verb_of)
        return str(error)

    # Saving the session.

    def save(self) -> None:
        """Write the session to its file, if it has one."""
        if self.file is not None:
            self.write(self.file)

    def _save_as(self, name: str) -> bool:
        """Save the session in a file from now on; return whether that succeeded."""
        name = name or self.file or self._line("in which file? ")
        try:
            if not name:
                raise RuleError("no file is named")
            self.write(name)
        except (ClumondError, OSError) as error:
            self.say(wrapped(f"the session is not saved: {error}", self.width))
            return False
        self.file = name
        self.say(f"saved in {name}, from now on after every action; --resume {name} continues it")
        return True

    def _confirms_leaving(self) -> bool:
        """Whether the person confirms that he leaves the table."""
        saved = "is not saved" if self.file is None else f"is saved in {self.file}"
        while True:
            answer = self._line(
                f"leave? the session {saved} (yes, no, save FILE): ", ("yes", "no", "save")
            )
            if answer.lower() in {"yes", "y", "quit", "no", "n", ""}:
                return answer.lower() in {"yes", "y", "quit"}
            if (file := file_to_save(answer)) is not None:
                if self._save_as(file):
                    return True
                continue
            self.say(f"“{answer}”: say yes or no")

    # Names.

    @property
    def _own_seat(self) -> int:
        """The person's seat in the deal announced last."""
        return seat_of(self.table.person, self._dealer, len(self.names))

    def _name_of(self, player: int) -> str:
        return self.names[(player - self.table.person) % len(self.names)]

    def _name_at(self, seat: int) -> str:
        """The name of the player in a seat of the deal announced last."""
        return self._name_of(player_at(seat, self._dealer, len(self.names)))

    def _names_by_player(self) -> list[str]:
        return [self._name_of(player) for player in range(len(self.names))]

    def _names_by_seat(self, dealer: int) -> list[str]:
        """The players' names in a deal with this dealer."""
        players = len(self.names)
        return [self._name_of(player_at(seat, dealer, players)) for seat in range(players)]

    def _record_of(self, state: TrickState, names: Sequence[str] = ()) -> Record | None:
        """The record of a deal; its players sit as in the deal announced last, unless named."""
        session = self.table.session
        number = session.standing.deals + (not state.is_over)
        event = f"Hand {number} of a session, seed {session.seed}"
        if not isinstance(state, ClumondState):
            return None
        names = names or self._names_by_seat(self._dealer)
        return Record.of_hand(state, players=names, tags=((EVENT_TAG, event),))

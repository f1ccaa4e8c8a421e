"""Commands about hands of Clumond: advise, solve, verify, review, show, deal, batch.

Each is a function from parsed arguments to an exit code.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from clumond_solver.base.cards import Hand, Rank
from clumond_solver.base.efforts import SOLVE_SECONDS
from clumond_solver.base.errors import (
    ClumondError,
    DealError,
    NotationError,
    RecordError,
    RuleError,
)
from clumond_solver.base.stopping import Deadline, check_seconds, processors
from clumond_solver.base.wording import percent
from clumond_solver.batch.ask_kinds import TEXTS, Ask, Ending, ask_solver, ending_data
from clumond_solver.batch.parameters import parameters_of
from clumond_solver.cli.arguments import ALL_STRAINS
from clumond_solver.cli.inputs import (
    STANDARD_INPUT,
    check_new,
    file_or_input,
    input_texts,
    is_missing_file,
    lines_of,
    path_exists,
    random_seed,
    record_files,
    records_in,
    shown_name,
    standard_input,
)
from clumond_solver.cli.output import (
    CHECK_FAILED,
    OK,
    ProgressLine,
    complain,
    exit_code_of,
    one_line,
    say,
    say_json,
    say_result,
    width,
)
from clumond_solver.display import json_data, text
from clumond_solver.display.text.hands import wrapped
from clumond_solver.games.clumond.deals import FULL_HAND, Deal, Seat
from clumond_solver.games.clumond.play import Play, parse_position
from clumond_solver.games.clumond.scoring import DEFAULT_POT, Agreement, Terms
from clumond_solver.games.sessions import is_session
from clumond_solver.records import Record, verify
from clumond_solver.records.reading import holds_records
from clumond_solver.results import Limit

if TYPE_CHECKING:
    from clumond_solver.batch.run import BatchProgress
    from clumond_solver.double_dummy.solver import Solver
    from clumond_solver.games.clumond.game import ClumondState
    from clumond_solver.results import Advice, Review
    from clumond_solver.rules.states import TrickState
    from clumond_solver.single_dummy.clumond.playouts import OpponentsLike
    from clumond_solver.web.report import Report
    from clumond_solver.web.reviews import ReviewShown

_MOST_DEALS = 1_000_000


def deal(options: argparse.Namespace) -> int:
    """Print deals."""
    if not 0 < options.count <= _MOST_DEALS:
        raise RuleError(f"{options.count} deals: ask for 1 to {_MOST_DEALS}")
    holds: dict[Seat, Hand] = {}
    for seat, hand in options.hold:
        holds[seat] = holds.get(seat, Hand()) | hand
    seed = random_seed() if options.seed is None else options.seed
    for number in range(options.count):
        deal = Deal.random(seed + number, cards=options.cards, holds=holds)
        if number == 0 and options.seed is None:
            print(f"clumond: seed {seed}", file=sys.stderr)
        _say_deal(deal, options)
    return OK


def _say_deal(deal: Deal, options: argparse.Namespace) -> None:
    if options.format == "json":
        hand = deal[Seat.FOREHAND]
        say_json(json_data.hand_data(hand) if options.hands else json_data.deal_data(deal))
    elif options.diagram:
        say(f"{text.deal_text(deal, width=width())}\n")
    else:
        say(str(deal[Seat.FOREHAND]) if options.hands else str(deal))


def show(options: argparse.Namespace) -> int:
    """Draw what is named: cards, records, sessions."""
    words: list[str] = options.thing
    if words == [STANDARD_INPUT]:
        given = standard_input()
        if holds_records(given) or is_session(given):
            return _show_file_text(STANDARD_INPUT, given, options)
        positions = lines_of(given)
    elif all(path_exists(word) for word in words):
        return max(_show_file_text(word, file_or_input(word), options) for word in words)
    else:
        positions = [" ".join(words)]
        if is_missing_file(words[0]):
            raise ClumondError(f"{words[0]}: no such file")
    for position in positions:
        _show_position(position, options)
    return OK


def _show_position(position_text: str, options: argparse.Namespace) -> None:
    """Draw a play, a deal or a hand, whichever the text is."""
    if options.signals:
        raise ClumondError("--signals: only a record of a played hand has any")
    position = parse_position(position_text)
    if isinstance(position, Play):
        say_result(options, json_data.play_data(position), text.play_text(position, width=width()))
    elif isinstance(position, Deal):
        say_result(options, json_data.deal_data(position), text.deal_text(position, width=width()))
    else:
        say_result(options, json_data.hand_data(position), text.hand_text(position, width=width()))


def _show_file_text(name: str, file_text: str, options: argparse.Namespace) -> int:
    """Draw the records of a file, or a saved session."""
    if is_session(file_text):
        from clumond_solver.cli.session_commands import show_session

        return show_session(file_text, name, options)
    return _show_records(name, records_in(file_text, name), options)


def _show_records(
    name: str, records: Sequence[Record | RecordError], options: argparse.Namespace
) -> int:
    code = OK
    for record in records:
        if isinstance(record, RecordError):
            code = _complain_of(name, record)
        else:
            page = f"{text.record_text(record, width=width())}\n"
            if options.signals:
                page += f"\n{text.signals_text(record, width=width())}\n"
            say_result(options, json_data.record_data(record), page)
    return code


def verify_files(options: argparse.Namespace) -> int:
    """Check the records of files."""
    code = OK
    for name, records in record_files(options.file):
        for number, record in enumerate(records, start=1):
            code = max(code, _verify_one(name, number, record, options))
    return code


def _verify_one(
    name: str, number: int, record: Record | RecordError, options: argparse.Namespace
) -> int:
    if isinstance(record, RecordError):
        if options.format == "json":
            say_json({"file": name} | json_data.record_error_data(record))
        return _complain_of(name, record)
    verification = verify(record)
    if options.format == "json":
        title = {"file": name, "record": number, "line": record.line}
        say_json(title | json_data.verification_data(verification))
    else:
        result = "right" if verification.ok else "WRONG"
        lines = text.verification_text(verification, width=width() - 2).splitlines()
        body = "\n".join(f"  {line}" for line in lines)
        say(f"{_heading(name, number, record)}: {result}\n{body}\n")
    return OK if verification.ok else CHECK_FAILED


def _complain_of(name: str, error: RecordError) -> int:
    complain(f"{shown_name(name)}: {error}")
    return exit_code_of(error)


def _heading(name: str, number: int, record: Record) -> str:
    event = f" ({record.event})" if record.event else ""
    return one_line(f"{name}, record {number}{event}")


def review(options: argparse.Namespace) -> int:
    """Review the records of files, and of saved sessions a hand."""
    check_seconds(options.time)
    if options.html is None:
        return _review_all(options, None)
    from clumond_solver.base.files import write_atomically
    from clumond_solver.web.report import Report

    check_new(options.html)
    report = Report()
    try:
        return _review_all(options, report)
    finally:
        # What is reviewed before an error or Ctrl-C is worth keeping.
        if report:
            write_atomically(options.html, report.page().encode())


def _review_all(options: argparse.Namespace, report: Report | None) -> int:
    solver, code = _solver(options), OK
    for name in options.file:
        given = file_or_input(name)
        if is_session(given):
            subjects: Iterable[_Reviewed | RecordError] = [_hand_of_session(given, name, options)]
        else:
            subjects = _reviewed_records(given, name, options)
        for subject in subjects:
            if isinstance(subject, RecordError):
                code = _complain_of(name, subject)
            else:
                code = max(code, _review_one(subject, solver, options, report))
    return code


class _Reviewed(NamedTuple):
    """A hand to review: its heading, its record, what to review, against whom, and what makes the
    page's view of the review.
    """

    heading: str
    record: Record
    source: Record | TrickState
    opponents: OpponentsLike
    shown: Callable[[Review], ReviewShown]


def _reviewed_records(
    given: str, name: str, options: argparse.Namespace
) -> Iterator[_Reviewed | RecordError]:
    from clumond_solver.web.reviews import shown_record

    if options.deal is not None:
        raise RuleError(f"{name}: --deal says which hand of a saved session")
    for number, record in enumerate(records_in(given, name), start=1):
        if isinstance(record, RecordError):
            yield record
        else:
            shown = partial(shown_record, record)
            heading = _heading(name, number, record)
            yield _Reviewed(heading, record, record, options.opponents, shown)


def _hand_of_session(given: str, name: str, options: argparse.Namespace) -> _Reviewed:
    from clumond_solver.cli.session_commands import ReviewedDeal

    reviewed = ReviewedDeal.of(given, name, options)
    record = Record.of_hand(cast("ClumondState", reviewed.state), players=reviewed.names)
    opponents = options.opponents or reviewed.opponents
    heading = f"{name}, hand {reviewed.number}"
    return _Reviewed(heading, record, reviewed.state, opponents, reviewed.shown)


def _review_one(
    subject: _Reviewed, solver: Solver, options: argparse.Namespace, report: Report | None
) -> int:
    from clumond_solver.coach.reviews import DEFAULT_LIMIT, review

    heading, record, source, opponents, shown = subject
    illegal = verify(record).illegal
    progress = ProgressLine(options.progress)

    def show_progress(done: int, total: int) -> None:
        progress.show_count(done, total, f"steps of {heading}")

    def show_positions(done: int, total: int) -> None:
        progress.show_count(done, total, f"questions about positions of {heading}")

    names = parameters_of(review).keys() & vars(options).keys()
    given: dict[str, Any] = {name: getattr(options, name) for name in names}
    given["opponents"] = opponents
    reviewer = review if options.chances else partial(review, card_games=0, games=0, call_games=0)
    try:
        reviewed = reviewer(
            source,
            limit=DEFAULT_LIMIT if options.time is None else None,
            solver=solver,
            threads=processors(),
            progress=show_progress,
            **given,
        )
    finally:
        progress.clear()
    page = text.review_text(
        reviewed,
        record.start(),
        record.players,
        every_card=options.every_card,
        against=_against(opponents),
        width=width(),
    )
    fault = f"{illegal.with_names(text.player_names(record.players))}\n" if illegal else ""
    value: Mapping[str, Any] = {
        "record": heading,
        **json_data.review_data(reviewed, record.players),
        "illegal": None if illegal is None else str(illegal),
    }
    say_result(options, value, f"{heading}\n{fault}{page}\n")
    if report is not None:
        report.add(shown(reviewed), solver, record.event or heading, show_positions)
        progress.clear()
    return OK if illegal is None else CHECK_FAILED


def _against(opponents: OpponentsLike) -> str:
    """Against whom a review's figures hold, in words; empty for styles of one's own."""
    styles = [opponents] if opponents is None or isinstance(opponents, str) else opponents
    if not isinstance(styles, Sequence) or not all(isinstance(style, str) for style in styles):
        return ""
    return f"{', '.join(map(str, styles))} players" + (", by seat" if len(styles) > 1 else "")


def _solver(options: argparse.Namespace) -> Solver:
    from clumond_solver.double_dummy.solver import DEFAULT_MEMORY, Solver, threads_within

    memory = DEFAULT_MEMORY if options.memory is None else options.memory
    # Answers under a limit of nodes depend on the number of threads, but not on the machine.
    default = 1 if getattr(options, "nodes", None) is not None else threads_within(memory)
    return Solver(memory, threads=default if options.threads is None else options.threads)


def solve(options: argparse.Namespace) -> int:
    """Print what can be forced with all hands open."""
    from clumond_solver.cli.whole_deals import solve_whole

    Limit(time=options.time, nodes=options.nodes)
    if _is_file(options.position) and is_session(file_or_input(options.position[0])):
        name = options.position[0]
        raise RuleError(
            f"{name}: a saved session; clumond advise says what to do next in it, clumond review"
            " judges its last hand"
        )
    subjects = [_subject_of(position, options) for position in input_texts(options.position)]
    # A whole deal has solvers of its own: two reserves of memory may be one too many.
    solver = None
    progress = ProgressLine(options.progress)
    for subject in subjects:
        if isinstance(subject, Deal):
            solve_whole(subject, options)
            continue
        solver = solver or _solver(options)
        seat = subject.declarer if options.seat is None else options.seat
        if seat is None:
            raise RuleError("nobody declares: say with --seat whose success is meant")
        _solve_one(subject, seat, solver, progress, options)
    return OK


# The options that a single play has; the table of a whole deal has none of them.
_SINGLE_PLAY_OPTIONS = ("leader", "tricks", "seat", "ask", "keep", "exactly")


def _subject_of(position_text: str, options: argparse.Namespace) -> Play | Deal:
    """A whole deal, to be solved for several declarers or strains, or one play."""
    position = parse_position(position_text)
    if isinstance(position, Play):
        if options.declarer is not None or options.strain is not None:
            raise NotationError(
                "the play says who declares, --declarer and --strain do too", position_text
            )
        return position
    if isinstance(position, Hand):
        raise RuleError(
            f"one hand ({len(position)} cards): with all hands open there are three (F:hand hand"
            ' hand); for one hand alone use "clumond advise"'
        )
    play_options = [name for name in _SINGLE_PLAY_OPTIONS if getattr(options, name) is not None]
    if options.strain == ALL_STRAINS and play_options:
        raise RuleError(f"--strain all asks about retentions only: without --{play_options[0]}")
    asks_all = options.strain is None and not play_options
    if options.declarer == "none" or not (asks_all or options.strain == ALL_STRAINS):
        return _play_of(position, options, play_options)
    if position.size != FULL_HAND:
        raise DealError(
            f"hands of {position.size} cards: the table is about a full deal, {FULL_HAND} each; in"
            " the middle of the play say who declares what with --declarer and --strain, who leads"
            " with --leader, and the tricks taken with --tricks"
        )
    return position


def _play_of(deal: Deal, options: argparse.Namespace, play_options: Sequence[str]) -> Play:
    """The play of a deal with the declarer, strain and so on that the options name."""
    if options.declarer is None:
        given = "strain" if options.strain is not None else play_options[0]
        raise RuleError(
            f"--{given} is not for a whole deal: say who declares with --declarer (F, M, R or none)"
        )
    if isinstance(options.declarer, Seat) and options.strain is None:
        raise RuleError(
            f"{options.declarer} declares, but no strain is given: say which with --strain"
            " (C, H, S, D or NT)"
        )
    return Play(
        deal,
        None if options.declarer == "none" else options.declarer,
        options.strain,
        leader=options.leader,
        tricks_taken=options.tricks,
        supplementary=options.supplementary or (0, 0, 0),
    )


def _solve_one(
    play: Play, seat: Seat, solver: Solver, progress: ProgressLine, options: argparse.Namespace
) -> None:
    """Answer one question after the other; print every answer as soon as it is known."""
    in_text = options.format == "text"
    if in_text:
        say(f"{text.play_text(play, width=width())}\n")
    seconds = SOLVE_SECONDS if options.time is None and options.nodes is None else options.time
    deadline = Deadline(seconds)
    ending = Ending(options.keep, options.exactly)
    asks = options.ask or (set(Ask) - {Ask.HELP} if ending.is_any else {Ask.VERDICT, Ask.LINE})
    remaining = [ask for ask in Ask if ask in asks]
    answers: dict[str, Any] = {"play": play, "seat": seat, **ending_data(ending)}
    try:
        while remaining:
            limit = Limit(time=deadline.seconds_for(1 / len(remaining)), nodes=options.nodes)
            ask = remaining.pop(0)
            progress.show(f"asking for {ask}")
            answer = _ask(ask, play, seat, solver, limit, ending=ending)
            progress.clear()
            answers[ask] = answer
            if ask is Ask.VERDICT and not (answer or ending.is_any or options.ask):
                remaining.append(Ask.HELP)
            if in_text and (page := _answer_text(ask, answer, play, seat, ending)):
                say(f"{page}\n")
    finally:
        progress.clear()
        if not in_text:
            say_json(answers)


def _answer_text(ask: Ask, answer: Any, play: Play, seat: Seat, ending: Ending) -> str:
    if ask is Ask.VERDICT:
        return wrapped(text.verdict_text(answer, seat, str(ending)), width())
    return TEXTS[ask](answer, play, seat, width())


def _ask(
    ask: Ask, play: Play, seat: Seat, solver: Solver, limit: Limit, *, ending: Ending
) -> object:
    """The answer; None for a line whose search was stopped, since its rest is any legal play."""
    deadline = Deadline(limit.time)
    answer: object = ask_solver(ask, solver, play, seat, limit, ending=ending)
    stopped = deadline.passed or (limit.nodes is not None and solver.nodes >= limit.nodes)
    return None if ask is Ask.LINE and stopped else answer


def _is_file(words: Sequence[str]) -> bool:
    return len(words) == 1 and path_exists(words[0])


def advise(options: argparse.Namespace) -> int:
    """Print advice on a hand, or on what to do in a session."""
    if options.hand == [STANDARD_INPUT] or _is_file(options.hand):
        given = file_or_input(options.hand[0])
        if is_session(given):
            from clumond_solver.cli.session_commands import advise_in_session

            return advise_in_session(given, options.hand[0], options)
        if holds_records(given):
            raise RuleError("records: clumond review says what was better in them")
        texts = lines_of(given)
    else:
        texts = input_texts(options.hand)
    hands = [_hand_of(text) for text in texts]
    for hand in hands:
        _advise_one(hand, options)
    return OK


def _hand_of(text: str) -> Hand:
    """The hand of a text; RuleError for a deal."""
    position = parse_position(text) if ":" in text and text.count(" ") > 1 else None
    if isinstance(position, Deal | Play):
        raise RuleError("three hands: advice is on one (clumond deal --hands), or clumond solve")
    return Hand.parse(text)


def _advise_one(hand: Hand, options: argparse.Namespace) -> None:
    from clumond_solver.single_dummy.clumond.advice import advise
    from clumond_solver.single_dummy.clumond.playouts import against_whom

    agreement = _agreement(options)
    names = parameters_of(advise).keys() - {"hand", *Terms.__annotations__}
    given: dict[str, Any] = {name: getattr(options, name) for name in names}
    if Rank.TEN in {card.rank for card in hand}:
        raise DealError(
            f"the hand {hand} holds a ten, and Clumond is played without; in Four Tens leave the"
            ' tens out of the hand and say where they lie, such as --tens "F=CD M=H common=S"'
        )
    progress = ProgressLine(options.progress)
    advice: Advice | None = None

    def keep_latest(so_far: Advice) -> None:
        nonlocal advice
        advice = so_far

    def show_progress(games: int, most: int) -> None:
        if advice is not None:
            chance = advice.estimates[advice.best].p
            progress.show_count(games, most, f"games: {advice.best.symbol} {percent(chance)}")

    try:
        advice = advise(
            hand,
            agreement=agreement,
            threads=processors(),
            progress=show_progress,
            watch=keep_latest,
            **given,
        )
    finally:
        progress.clear()
        if advice is not None:
            value = {"hand": hand, "seat": options.seat} | json_data.advice_data(advice)
            page = text.advice_text(
                advice,
                hand,
                seat=options.seat,
                agreement=agreement,
                against=against_whom(options.opponents, options.seat),
                width=width(),
            )
            say_result(options, value, f"{page}\n")


def _agreement(options: argparse.Namespace) -> Agreement:
    if options.pot is not None and options.scoring == "paper":
        raise RuleError("--pot counts only with --scoring chips")
    pot = DEFAULT_POT if options.pot is None else options.pot
    return Agreement(options.scoring, pot, options.par, options.tens)


def batch(options: argparse.Namespace) -> int:
    """Answer a file of questions."""
    from clumond_solver.batch.run import BatchProgress, run_batch

    progress = ProgressLine(options.progress)
    state: BatchProgress | None = None

    def keep_latest(latest: BatchProgress) -> None:
        nonlocal state
        state = latest

    def show_progress(done: int, total: int | None) -> None:
        progress.show_count(done, total, f"answered{_errors_text(state or BatchProgress())}")

    memory = {} if options.memory is None else {"memory": options.memory}
    try:
        state = run_batch(
            options.source,
            options.target,
            defaults=dict(options.default),
            workers=options.workers,
            cluster=options.cluster,
            chunk=options.chunk,
            restart=options.restart,
            progress=show_progress,
            watch=keep_latest,
            **memory,
        )
    finally:
        progress.clear()
        if state is not None:
            print(f"clumond: {_batch_text(state)}", file=sys.stderr)
    return CHECK_FAILED if state.errors else OK


def _batch_text(state: BatchProgress) -> str:
    before = f"{state.resumed} answered before, " if state.resumed else ""
    return f"{before}{state.done} answered{_errors_text(state)}"


def _errors_text(state: BatchProgress) -> str:
    them = "all" if state.resumed else "them"
    return f", {state.errors} of {them} by an error" if state.errors else ""

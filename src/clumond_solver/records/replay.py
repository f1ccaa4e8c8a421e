"""Replaying a record under the rules: whether every card is legal, and the claim true."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.checks import check_fields, check_type, checked
from clumond_solver.base.enumerations import StrChoice
from clumond_solver.base.errors import RuleError
from clumond_solver.base.values import Shown
from clumond_solver.base.wording import counted
from clumond_solver.games.clumond.deals import FULL_HAND, Seat
from clumond_solver.games.clumond.play import TRICKS, Outcome, Play, SeatOutcome, counts_text
from clumond_solver.records.record import Claim, Record
from clumond_solver.records.tags_and_tricks import SeatCounts
from clumond_solver.rules.actions import Declare, Pass


class FindingKind(StrChoice):
    """The part of a record that a finding is about."""

    CALLS = "calls"
    TENS = "tens"
    LEADER = "leader"
    ILLEGAL_PLAY = "illegal play"
    CLAIM = "claim"


@dataclass(frozen=True, slots=True)
class Finding:
    """A contradiction between a record and the rules.

    kind      the part of the record.
    sentence  the contradiction in words, with {0}, {1} and {2} for the seats.
    line      the line of the file; None for records not read from text.
    trick     the trick's number in the hand, from 1; None if no trick is concerned.
    seat      the seat concerned, or None.
    card      the card concerned, or None.
    """

    kind: FindingKind
    sentence: str
    line: int | None = None
    trick: int | None = None
    seat: Seat | None = None
    card: Card | None = None

    def __post_init__(self) -> None:
        check_fields(Finding, self)

    @property
    def reason(self) -> str:
        """The contradiction in words."""
        return self.sentence.format(*Seat)

    def __str__(self) -> str:
        return self.with_names([*map(str, Seat)])

    @checked
    def with_names(self, names: Sequence[str]) -> str:
        """The place and the contradiction, with names in place of the seats'."""
        if len(names) != len(Seat):
            raise RuleError(f"{counted(len(names), 'name')} for three players")
        reason = self.sentence.format(*names)
        return reason if self.line is None else f"line {self.line}: {reason}"


@dataclass(frozen=True, slots=True, repr=False)
class Verification(Shown):
    """The result of replaying a record under the rules.

    cards_played  the number of cards before the first illegal one; of all cards if none is illegal.
    tricks_taken  the tricks by seat at that point, those before the record included.
    finished      whether the hand was played to its end.
    outcome       the result by the rules; None if the hand is unfinished.
    findings      all contradictions to the rules, up to the first illegal card.
    """

    cards_played: int
    tricks_taken: SeatCounts
    finished: bool
    outcome: Outcome | None
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing contradicts the rules; the hand may be unfinished."""
        return not self.findings

    @property
    def illegal(self) -> Finding | None:
        """The first illegal play, if there is one."""
        illegal = (f for f in self.findings if f.kind is FindingKind.ILLEGAL_PLAY)
        return next(illegal, None)


def _at(seat: int) -> str:
    """A seat's place in the sentence of a finding."""
    return f"{{{int(seat)}}}"


def verify(record: Record) -> Verification:
    """Replay a record under the rules and check its claims; see `Verification`."""
    check_type(record, Record, "a record")
    findings = [*_check_calls(record), *_check_tens(record)]
    play = record.start()
    stopped_by = _check_opening(record) or _replay(record, play)
    findings += [stopped_by] if stopped_by else _check_claim(record, play)
    return Verification(
        len(play.history),
        play.tricks_taken,
        play.is_over,
        play.outcome() if play.is_over else None,
        tuple(findings),
    )


@checked
def legal_play_of(record: Record) -> Play:
    """The play of a record, up to the first illegal card."""
    start = record.start()
    return start.after(legal_prefix(start, record.plays))


def legal_prefix(start: Play, cards: Sequence[Card]) -> Sequence[Card]:
    """The cards before the first illegal one."""
    play = start.copy()
    for count, card in enumerate(cards):
        if card not in play.legal_plays:
            return cards[:count]
        play.push(card)
    return cards


def _line_of(record: Record, tag: str) -> int | None:
    return dict(record.tag_lines).get(tag)


def _check_calls(record: Record) -> Iterator[Finding]:
    """Check that each seat calls once, until one declares (rules: CLU-02)."""
    if record.calls is None:
        return
    declared = [index for index, call in enumerate(record.calls) if isinstance(call, Declare)]
    calls_text = f"{len(record.calls)} calls"
    if not declared and len(record.calls) != len(Seat):
        reason = f"{calls_text}, all passes: each of the three players calls once"
    elif declared and declared[0] != len(record.calls) - 1:
        reason = f"{calls_text}, but call {declared[0] + 1} declares: it is the last"
    elif len(record.calls) > len(Seat):
        reason = f"{calls_text}: each of the three players calls once"
    else:
        reason = _contradiction_of_calls(record.calls, record)
    if reason:
        yield Finding(FindingKind.CALLS, reason, _line_of(record, "calls"))


def _contradiction_of_calls(calls: Sequence[Pass | Declare], record: Record) -> str:
    last = calls[-1]
    by_calls = (
        (Seat(len(calls) - 1), last.strain)
        if isinstance(last, Declare)
        else (None, Strain.NO_TRUMPS)
    )
    if by_calls == (record.declarer, record.strain):
        return ""
    by_tags = (record.declarer, record.strain)
    return f"by the calls {_declaration_text(*by_calls)}, by the tags {_declaration_text(*by_tags)}"


def _declaration_text(declarer: Seat | None, strain: Strain | None) -> str:
    return "nobody declares" if declarer is None else f"{_at(declarer)} declares {strain}"


def _check_tens(record: Record) -> Iterator[Finding]:
    if record.tens is not None and record.supplementary != record.tens.supplementary:
        claimed = counts_text(record.supplementary or (0, 0, 0))
        by_tens = counts_text(record.tens.supplementary)
        reason = f"supplementary tricks {claimed}, but the tens count for {by_tens}"
        yield Finding(FindingKind.TENS, reason, _line_of(record, "supplementary"))


def _check_opening(record: Record) -> Finding | None:
    """Check who leads first; the rules fix that only in a hand recorded from its first card."""
    if record.deal.size < FULL_HAND:
        return None
    opener = Play(record.deal, record.declarer, record.strain).leader
    if record.leader is None or record.leader is opener:
        return None
    why = "nobody declared" if record.declarer is None else f"left of {_at(record.declarer)}"
    reason = f"{_at(record.leader)} leads first by the record, {_at(opener)} by the rules ({why})"
    return Finding(
        FindingKind.LEADER, reason, _line_of(record, "play"), trick=1, seat=record.leader
    )


def _replay(record: Record, play: Play) -> Finding | None:
    """Play the recorded cards up to the first contradiction, and return that."""
    for trick in record.tricks:
        number = sum(play.tricks_taken) + 1
        if trick.leader is not None and trick.leader is not play.leader and not play.is_over:
            why = "won the last trick" if play.history else "leads first"
            leads = f"{_at(trick.leader)} leads trick {number} by its line"
            reason = f"{leads}, but {_at(play.leader)} {why}"
            return Finding(FindingKind.LEADER, reason, trick.line, number, trick.leader)
        for card in trick.cards:
            if card not in play.legal_plays:
                return _illegal(record, play, card, number, trick.line)
            play.push(card)
    return None


def _illegal(record: Record, play: Play, card: Card, trick: int, line: int | None) -> Finding:
    kind, seat = FindingKind.ILLEGAL_PLAY, play.turn
    if seat is None:
        reason = f"illegal play {card} after trick {TRICKS}: the last trick is complete"
        return Finding(kind, reason, line, trick, None, card)
    led = play.trick[0].suit if play.trick else None
    rule = str(play.rules.why_illegal(play.hands[seat], led, card))
    if card not in play.hands[seat]:
        rule += f" ({_whereabouts(record, play, card)})"
    reason = f"illegal play {card} by {_at(seat)} in trick {trick}: {rule}"
    return Finding(kind, reason, line, trick, seat, card)


def _whereabouts(record: Record, play: Play, card: Card) -> str:
    """The words for where a card is that the player does not hold."""
    for seat in Seat:
        if card in play.hands[seat]:
            return f"{_at(seat)} does"
    for index, played in enumerate(play.history):
        if played.card == card:
            trick = sum(record.start().tricks_taken) + index // len(Seat) + 1
            return f"{_at(played.seat)} played it in trick {trick}"
    return "it is not in the deal"


def _check_claim(record: Record, play: Play) -> Iterator[Finding]:
    """Compare the claimed result with the play or, if it is unfinished, its possible endings."""
    claim = record.claim
    for seat in Seat:
        if claim.tricks is not None and (reason := _wrong_tricks(claim.tricks, play, seat)):
            yield Finding(FindingKind.CLAIM, reason, _line_of(record, "tricks"), seat=seat)
        hand = play.hands[seat]
        if claim.retentions is not None and not claim.retentions[seat].fits(hand.lengths):
            verb = "kept" if play.is_over else "still holds"
            kept = f"retention {claim.retentions[seat]} claimed for {_at(seat)}"
            reason = f"{kept}, who {verb} {hand.pretty()}"
            yield Finding(FindingKind.CLAIM, reason, _line_of(record, "retentions"), seat=seat)
        if claim.successful is not None and (reason := _wrong_success(claim, play, seat)):
            yield Finding(FindingKind.CLAIM, reason, _line_of(record, "success"), seat=seat)
    if claim.tricks is not None and not play.is_over and sum(claim.tricks) != TRICKS:
        reason = f"{counted(sum(claim.tricks), 'trick')} claimed in all, {TRICKS} are played"
        yield Finding(FindingKind.CLAIM, reason, _line_of(record, "tricks"))


def _wrong_tricks(claimed: SeatCounts, play: Play, seat: Seat) -> str:
    """Why a claimed number of tricks contradicts the play; empty if it does not."""
    taken = play.tricks_taken[seat]
    if play.is_over and claimed[seat] != taken:
        return f"{counted(claimed[seat], 'trick')} claimed for {_at(seat)}, who took {taken}"
    if not play.is_over and not taken <= claimed[seat] <= taken + play.tricks_left:
        return (
            f"{counted(claimed[seat], 'trick')} claimed for {_at(seat)},"
            f" who has {taken} with {play.tricks_left} left"
        )
    return ""


def _wrong_success(claim: Claim, play: Play, seat: Seat) -> str:
    """Why a claimed success or failure contradicts the play or the claim; empty if it does not."""
    if play.is_over:
        outcome = play.outcome()[seat]
    elif claim.tricks is not None and claim.retentions is not None:
        supplementary = play.supplementary[seat]
        outcome = SeatOutcome(claim.retentions[seat], claim.tricks[seat], supplementary)
    else:
        return ""
    if outcome.success is (seat in (claim.successful or ())):
        return ""
    claimed = "failure" if outcome.success else "success"
    return (
        f"{claimed} claimed for {_at(seat)}, with {counted(outcome.total, 'trick')}"
        f" and {outcome.retention} kept (code {outcome.retention.code})"
    )

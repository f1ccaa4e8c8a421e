"""A deal for the page, as one seat sees it, and the hints for that seat.

During the deal everything comes from the seat's view, its observation and the game's facts for it.
When the deal is over, the page gets all hands.

>>> from clumond_solver.games.clubs import ClubsGame
>>> state = ClubsGame(4).deal(3, ClubsGame(4).opening())
>>> shown = deal_shown(state, 2)
>>> len(shown["hand"]), [seat["cards"] for seat in shown["seats"]]
(13, [13, 13, 13, 13])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import NotRequired, TypedDict

from clumond_solver.base.cards import DIAGRAM_ORDER, STRAIN_ORDER, Card, Hand, Suit
from clumond_solver.base.stopping import processors
from clumond_solver.base.wording import past
from clumond_solver.coach.hints import hint
from clumond_solver.coach.hints_and_reviews import Hint
from clumond_solver.coach.reasons.clumond.finishes import change_text
from clumond_solver.display.text.actions import action_text, broken_rule_text, passes_told
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.game import ClumondState, RetentionTarget
from clumond_solver.games.clumond.play import Play, SeatOutcome
from clumond_solver.knowledge.views import View
from clumond_solver.results.clumond_results import Plan
from clumond_solver.rules.actions import (
    PRECEDENCES,
    Action,
    CardAction,
    Declare,
    LayAside,
    Nominate,
    PlayCard,
    PlayKnownCard,
    SetRules,
    TrickValues,
)
from clumond_solver.rules.game import Event, Observation
from clumond_solver.rules.states import Fact, TrickState
from clumond_solver.rules.tricks import BrokenRule, Duty, TrickRules, seat_word

#: The text of an action at a table.
TextOf = Callable[[Action], str]


class TableCard(TypedDict):
    """A card of a trick; ``named`` is the card that it stands for, ``led`` the suit led with it."""

    seat: int
    card: str
    named: Card | None
    led: Suit | None


class TableTrick(TypedDict):
    """A trick at a table; ``winner`` is null while it is incomplete."""

    cards: list[TableCard]
    winner: int | None


class SeatShown(TypedDict):
    """What everybody sees of a seat; ``cards`` is the number of cards that it holds.

    ``place`` is the seat's name, where seats have names; where they are numbered, who deals.
    ``role`` is what it is in this deal, ``played_by`` the seat that plays its cards, if another,
    ``sits_out`` whether nobody does.
    """

    place: str
    cards: int
    open: list[str]
    taken: int
    voids: list[str]
    calls: list[str]
    role: str
    played_by: int | None
    sits_out: bool


class CallMade(TypedDict):
    """Something said (``made``), or done with the cards that it shows, before the play."""

    seat: int | None
    made: bool
    text: str
    cards: list[str]


class LegalCall(TypedDict):
    """A legal call."""

    action: str
    text: str


class LegalCard(TypedDict):
    """A legal way to play a card; ``named`` and ``led`` as in `TableCard`."""

    action: str
    card: str
    named: Card | None
    led: Suit | None


class ChoiceValue(TypedDict):
    """A value to choose, and its text."""

    value: str
    text: str


class RulesChoices(TypedDict):
    """The choices of a player who sets the rules: values of tricks, and named orders of suits."""

    values: list[ChoiceValue]
    orders: list[ChoiceValue]


class CardsToPass(TypedDict):
    """How many cards the seat passes on, all at once, and to which seat."""

    count: int
    to: int


class Received(TypedDict):
    """Cards that a seat has got from another."""

    seat: int
    cards: list[str]


class Legal(TypedDict):
    """The legal actions; ``aside`` is the number of cards to lay aside."""

    cards: list[LegalCard]
    calls: list[LegalCall]
    aside: NotRequired[int]
    passing: NotRequired[CardsToPass]
    rules: NotRequired[RulesChoices]


class PlayedAndUnseen(TypedDict):
    """The cards played, and those that the seat has not seen."""

    played: list[str]
    unseen: list[str]


class DealShown(TypedDict):
    """A deal as a seat sees it."""

    seat: int
    turn: int | None
    decider: int | None
    plays_for: int | None
    phase: str
    hand: list[str] | None
    legal: Legal
    partners: list[int]
    received: list[Received]
    barred: dict[str, str]
    retention_target: RetentionTarget | None
    seats: list[SeatShown]
    facts: Sequence[Fact]
    outcome: Sequence[SeatOutcome] | None
    aids: Sequence[Fact]
    readings: Sequence[Fact] | None
    trumps: list[str]
    trump_cards: list[str]
    tricks: list[TableTrick]
    tricks_left: int
    calls: list[CallMade]
    cards: PlayedAndUnseen


class FinalHand(TypedDict):
    """A hand of a finished deal, as dealt and as left."""

    dealt: list[str]
    left: list[str]


class HintRow(TypedDict):
    """A choice of a hint: its chance, or its gain in the unit of the hint.

    ``as_itself`` whether it plays a card that is named as nothing else.
    """

    action: str
    text: str
    card: str | None
    as_itself: bool
    chance: float | None
    gain: float | None


class HintShown(TypedDict):
    """A hint: the choices, the best first, and why; ``at`` names the state of the table.

    ``plan`` is the retention and the total of tricks with which the deal is to end.
    ``new_plan`` says how the plan differs from that of the question, and why; "" if it does not.
    """

    at: str
    rows: list[HintRow]
    unit: str
    reason: str
    plan: Plan | None
    new_plan: str
    others_are_worse: bool


def deal_shown(state: TrickState, seat: int) -> DealShown:
    """A deal as a seat sees it: its hand, legal actions, the tricks, how many cards others hold."""
    view, seen = View.of(state, seat), state.observation(seat)
    players = view.layout.players
    text_of = partial(action_text, verb_of=state.verb_of)
    rules = None if view.play is None else view.play.rules
    clumond = state if isinstance(state, ClumondState) else None
    calls = _calls_made(state, seat)
    others = (other for other in range(players) if other != seat)
    acting = None if state.decider != seat else view if state.turn == seat else View.of(state)
    legal = _legal(acting.legal_actions if acting else (), text_of)
    return {
        "seat": seat,
        "turn": None if view.turn is None else int(view.turn),
        "decider": None if state.decider is None else int(state.decider),
        "plays_for": next((other for other in others if state.played_by(other) == seat), None),
        "phase": "over" if state.is_over else "calls" if view.play is None else "play",
        "hand": None if seen.hand is None else shown_cards(seen.hand, rules),
        "legal": _passing(state) if acting and state.to_pass else legal,
        "partners": [other for side in state.sides_seen(seat) if seat in side for other in side],
        "received": _received(state, seat),
        "barred": _barred(acting) if acting else {},
        "retention_target": clumond.retention_target(seat) if clumond else None,
        "seats": _seats(state, view, calls),
        "facts": state.facts(seat),
        "outcome": _outcome(state),
        "aids": state.aids(seat),
        "readings": clumond.signal_readings(seat) if clumond else None,
        # With a precedence, all the suits that beat others.
        "trumps": [] if rules is None else [str(suit) for suit in rules.order],
        "trump_cards": [] if rules is None else [str(card) for card in rules.trumps],
        "tricks": _tricks(view),
        "tricks_left": 0 if view.play is None else view.play.tricks_left,
        "calls": calls,
        "cards": _played_and_unseen(view, seen),
    }


def all_hands(state: TrickState) -> list[FinalHand]:
    """All hands of a finished deal, as dealt and as they are in the end."""
    return [
        {"dealt": shown_cards(dealt), "left": shown_cards(left)}
        for dealt, left in zip(state.hands_dealt, state.hands_left, strict=True)
    ]


def shown_cards(cards: Iterable[Card], rules: TrickRules | None = None) -> list[str]:
    """Cards by suit in the order of diagrams, the strongest by these rules first.

    Trumps of several suits, such as the jacks of Skat, come before all others.
    """

    trumps = rules.trumps if rules else ()

    def place(card: Card) -> tuple[int, int]:
        suit = -1 if card in trumps else DIAGRAM_ORDER.index(card.suit)
        return suit, -(rules.power(rules.suit_of(card), card) if rules else int(card.rank))

    return [str(card) for card in sorted(cards, key=place)]


def _barred(view: View) -> dict[str, str]:
    """Why each illegal card of the seat to play may not be played."""
    play, hand = view.play, view.held[view.seat]
    if play is None or play.face_down:
        return {}
    legal = {a.card for a in view.legal_actions if isinstance(a, PlayKnownCard)}
    led = play.rules.suit_led(play.trick[0]) if play.trick else None
    first = BrokenRule(Duty.FIRST, card=next(iter(legal), None))
    is_opening = led is None and play.forced_lead
    return {
        str(card): broken_rule_text(
            first if is_opening else play.rules.why_illegal(hand, led, card, play.held_back)
        )
        for card in hand
        if card not in legal
    }


def _outcome(state: TrickState) -> Sequence[SeatOutcome] | None:
    """How each seat ended; None during the deal, and in games without a retention."""
    play = state.play
    return play.outcome().seats if isinstance(play, Play) and play.is_over else None


def _seats(state: TrickState, view: View, calls: Sequence[CallMade]) -> list[SeatShown]:
    layout, players, voids = view.layout, view.layout.players, view.voids_shown
    aside = layout.aside or (0,) * players
    return [
        {
            # With more than three players seats have only numbers; the last one deals.
            "place": seat_word(seat, players) if players < 4 else "dealer" * (seat == players - 1),
            "cards": layout.sizes[seat] - aside[seat] - len(view.played[seat]),
            "open": shown_cards(view.held[seat]) if seat != view.seat else [],
            "taken": 0 if view.play is None else view.play.tricks_taken[seat],
            "voids": sorted(map(str, voids[seat])),
            "calls": [call["text"] for call in calls if call["seat"] == seat and call["made"]],
            "role": state.role_shown(seat),
            "played_by": None if (player := state.played_by(seat)) == seat else int(player),
            "sits_out": seat in state.sitting_out,
        }
        for seat in range(players)
    ]


def _is_play(event: Event) -> bool:
    return isinstance(event.action, CardAction)


def _calls_made(state: TrickState, viewer: int) -> list[CallMade]:
    """The calls, and what the rules or players showed before the play."""
    passed = passes_told(state, viewer)
    return [
        {
            "seat": event.seat if event.seat is None else int(event.seat),
            "made": event.action is not None,
            "text": passed.get(number) or _event_text(event, state),
            "cards": shown_cards(event.cards),
        }
        for number, event in enumerate(state.observation(viewer).events)
        if not _is_play(event) and passed.get(number) != ""
    ]


def _event_text(event: Event, state: TrickState) -> str:
    if isinstance(event.action, Nominate):
        return f"{past(state.verb_of(event.action))} {event.action.tricks}"
    return event.text if event.action is None else action_text(event.action, state.verb_of)


def _received(state: TrickState, seat: int) -> list[Received]:
    """The cards that others have passed on to a seat, by giver."""
    givers = [giver for giver, receiver, _ in state.passes if receiver == seat]
    return [
        {"seat": int(giver), "cards": shown_cards(state.given(giver))}
        for giver in (givers if state.has_passed else ())
    ]


def _passing(state: TrickState) -> Legal:
    count, receiver = state.to_pass or (0, 0)
    return {"cards": [], "calls": [], "passing": {"count": count, "to": int(receiver)}}


def _tricks(view: View) -> list[TableTrick]:
    """The tricks in order; the last one, if incomplete, without a winner."""
    if view.play is None:
        return []
    size = view.play.rules.trick_size
    played: list[TableCard] = [
        {"seat": int(seat), "card": str(card), "named": named, "led": led}
        for seat, card, named, led in view.history
    ]
    tricks: list[TableTrick] = [
        {"cards": played[first : first + size], "winner": None}
        for first in range(0, len(played), size)
    ]
    for trick, following in pairwise(tricks):
        trick["winner"] = following["cards"][0]["seat"]
    if tricks and len(tricks[-1]["cards"]) == size:
        tricks[-1]["winner"] = int(view.play.leader)
    return tricks


def _played_and_unseen(view: View, seen: Observation) -> PlayedAndUnseen:
    """The cards played and those that the seat has not seen, by suit."""
    played = [card for cards in view.played for card in cards]
    known = Hand.from_cards([*played, *(seen.hand or Hand())])
    open_cards = Hand.from_cards(card for cards in view.held for card in cards)
    return {
        "played": shown_cards(played),
        "unseen": shown_cards(view.layout.pack - known - open_cards),
    }


# Legal actions.


def _legal(legal: Sequence[Action], text_of: TextOf) -> Legal:
    """The legal cards and calls; for laying cards aside or setting rules, what a picker needs."""
    if legal and isinstance(legal[0], LayAside):
        return {"cards": [], "calls": [], "aside": len(legal[0].cards)}
    if legal and isinstance(legal[0], SetRules):
        return {
            "cards": [],
            "calls": [],
            "rules": {
                "values": [{"value": str(choice), "text": choice.words} for choice in TrickValues],
                "orders": [
                    {"value": "".join(map(str, order)), "text": name}
                    for name, order in PRECEDENCES.items()
                ],
            },
        }
    return {
        "cards": [_legal_card(action) for action in legal if isinstance(action, PlayKnownCard)],
        "calls": [
            {"action": str(action), "text": text_of(action)}
            for action in sorted(legal, key=_call_order)
            if not isinstance(action, PlayKnownCard)
        ],
    }


def _call_order(action: Action) -> int:
    """The sort key of calls: first all that name no strain, then those that do, in STRAIN_ORDER."""
    return 1 + STRAIN_ORDER.index(action.strain) if isinstance(action, Declare) else 0


def _legal_card(action: PlayKnownCard) -> LegalCard:
    text, card = str(action), str(action.card)
    return {"action": text, "card": card, "named": action.named, "led": action.led}


_MOST_SHOWN = 6


def hint_shown(
    view: View,
    styles: Sequence[str],
    text_of: TextOf,
    at: str,
    send_part: Callable[[HintShown], None],
    *,
    finish: Callable[[Action], Sequence[Action]] = lambda _: (),
) -> HintShown:
    """A hint for the seat to act, from its view: the choices with their values, the best first.

    ``finish`` returns the actions that go with the best one, where several are done at once.

    ``styles`` are those of the seats. ``text_of`` writes an action; ``at`` names the state of the
    table. ``send_part`` gets the choice alone, before the figures.
    """
    suggestion = hint(
        view,
        threads=processors(),
        opponents=styles,
        on_choice=lambda choice: send_part(_shown(Hint(choice, {}, unit=""), view, text_of, at)),
    )
    shown = _shown(suggestion, view, text_of, at)
    if more := [*finish(suggestion.action)]:
        # What the figures compare is the first of them only.
        first = shown["rows"][0]
        best: HintRow = {
            **first,
            "action": " ".join([first["action"], *(str(a).partition(" ")[2] for a in more)]),
            "text": ", ".join([first["text"], *(text_of(a).partition(" ")[2] for a in more)]),
            "chance": None,
            "gain": None,
        }
        return {**shown, "rows": [best], "others_are_worse": False}
    return shown


def plan_change(state: TrickState, before: Plan | None, now: Plan | None) -> str:
    """What to say in the play if the plan has changed; "" if it has not.

    Only hints of Clumond have plans.
    """
    if before is None or now is None or before == now or not isinstance(state.play, Play):
        return ""
    return change_text(state.play, Seat(state.seat_to_act), before, now)


def _shown(suggestion: Hint, view: View, text_of: TextOf, at: str) -> HintShown:
    actions = [
        suggestion.action,
        *(action for action in suggestion.values if action != suggestion.action),
    ]
    return {
        "at": at,
        "rows": [_row(action, suggestion, text_of) for action in actions[:_MOST_SHOWN]],
        "unit": suggestion.unit,
        "reason": suggestion.reason,
        "plan": suggestion.plan,
        "new_plan": "",
        "others_are_worse": 1 < len(actions) < len(view.legal_actions),
    }


def _row(action: Action, suggestion: Hint, text_of: TextOf) -> HintRow:
    value = suggestion.values.get(action)
    return {
        "action": str(action),
        "text": text_of(action),
        "card": str(action.card) if isinstance(action, PlayKnownCard) else None,
        "as_itself": isinstance(action, PlayCard),
        "chance": value if suggestion.in_chances else None,
        "gain": None if suggestion.in_chances else value,
    }

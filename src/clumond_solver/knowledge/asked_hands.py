"""The start of a deal as the holder of a hand knows it: his cards, and what has been said so far.

The other cards lie anyhow: a `View` of the state forgets them.

>>> state = state_with_hand("clag scheme=raf", Hand.parse("4.42.32.3"), said="call H, 1")
>>> state.seat_name(state.seat_to_act), str(state.observation(1).hand)
('seat 1', '4.42.32.3')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.checks import as_int, check_type
from clumond_solver.base.errors import IllegalPlayError, NotationError, RuleError, shown_number
from clumond_solver.base.wording import counted, joined
from clumond_solver.games import DEFAULT_GAME
from clumond_solver.games.registry import as_game, hand_advice_of, is_named
from clumond_solver.rules.actions import (
    Action,
    Call,
    ChooseCards,
    Said,
    SetRules,
    Unseen,
    parse_action_among,
)
from clumond_solver.rules.game import Game, Observation, Standing
from clumond_solver.rules.states import FactKind, TrickState

#: Reads what was said, given the legal actions and all of the game's.
ParseAction = Callable[[str, Sequence[Action], Sequence[Action]], Action]
#: Stands for a call that the holder of the hand has not seen.
UNSEEN = "?"
# A card that another seat played lies with that seat in few shuffles.
_MOST_SHUFFLES = 500
# How far to look for a deal that fits, in a session without a fixed end.
_MOST_DEALS = 60


class _OtherSizeError(RuleError):
    """This deal's hands have another number of cards."""

    def __init__(self, message: str, size: int) -> None:
        super().__init__(message)
        self.size = size


class _UnseenHandError(RuleError):
    """Nobody has looked at his cards in this deal."""


class _NotOnTurnError(RuleError):
    """The holder of the hand is not to act, in whichever deal."""


def state_with_hand(
    game: Game[Any] | str,
    hand: Hand,
    *,
    deal: int | None = None,
    turned: Card | str | None = None,
    said: Said = (),
    parse: ParseAction = parse_action_among,
) -> TrickState:
    """A state in which the seat to act holds this hand, after what was said so far.

    The arguments and the errors are those of `View.at_start`; ``parse`` reads the texts.
    """
    game = as_game(game)
    check_type(hand, Hand, "a hand of cards")
    turned = Card.parse(turned) if isinstance(turned, str) else turned
    check_type(turned, (Card, type(None)), "the card turned up")
    if is_named(game, DEFAULT_GAME):
        raise RuleError("a hand of Clumond: leave {option} out", option="game")
    game.pack.without(hand, turned)
    asked = _Asked(game, hand, turned, tuple(_words(said)), parse)
    advice = hand_advice_of(game)
    if advice is None or advice.deal is None or deal is not None:
        return asked.in_session(deal)
    state = advice.deal(game, hand, turned, len(asked.said))
    asked.push_said(state)
    return state


def example_start(game: Game[Any]) -> TrickState:
    """The start of a deal to give as an example: of the first dozen one with the most cards."""
    starts: Iterator[TrickState] = (
        game.deal(at, standing) for at, standing in islice(_standings(game, None), 12)
    )
    return max(starts, key=lambda state: state.layout.hand_size)


def _words(said: Said) -> Iterator[Action | str]:
    """The actions and texts; of one text, its parts between semicolons, or else commas."""
    if isinstance(said, str):
        parts = said.split(";" if ";" in said else ",")
        yield from (part.strip() for part in parts if part.strip())
        return
    check_type(said, Iterable, "what was said, a text or actions in order,")
    for word in said:
        check_type(word, Action | str, "an action or its text")
        yield word


def _without_verb(word: str, state: TrickState, legal: Iterable[Action]) -> str:
    """What was said without a verb that the game has in place of the call's own."""
    calls = [action for action in legal if isinstance(action, Call)]
    for verb in {state.verb_of(call) for call in calls} - {call.verb for call in calls}:
        if verb and word.lower().startswith(f"{verb} "):
            return word[len(verb) :].strip()
    return word


def _standings(game: Game[Any], deal: int | None) -> Iterator[tuple[int, Standing]]:
    """The deals of a session by number, or the one asked for, with the standings before them."""
    standing, number = game.opening(), 1
    while number <= (deal or _MOST_DEALS) and not game.is_finished(standing):
        if deal in {None, number}:
            yield number, standing
        standing = standing.with_deal("", (0,) * game.players)
        number += 1
    if deal is not None and not 1 <= deal < number:
        raise RuleError(f"deal {shown_number(deal)}: {game.name} has {counted(number - 1, 'deal')}")


class _Asked(NamedTuple):
    """What a question says of its deal."""

    game: Game[Any]
    hand: Hand
    turned: Card | None
    said: tuple[Action | str, ...]
    parse: ParseAction

    def in_session(self, deal: int | None) -> TrickState:
        """The state in this deal of a session, or in the first that fits."""
        faults = list[Exception]()
        number = None if deal is None else as_int(deal, "the number of a deal")
        for at, standing in _standings(self.game, number):
            try:
                return self._in_deal(at, standing)
            except _NotOnTurnError as error:
                raise RuleError(str(error)) from None
            except (RuleError, NotationError) as error:
                faults.append(error)
        raise self._most_telling(faults, is_one_deal=deal is not None)

    def _most_telling(self, faults: Sequence[Exception], *, is_one_deal: bool) -> Exception:
        """What is wrong in a deal whose hands have the size of this one, or else the size."""
        private = (_OtherSizeError, _UnseenHandError)
        for fault in faults:
            if not isinstance(fault, private):
                return fault
        sizes = {fault.size for fault in faults if isinstance(fault, _OtherSizeError)}
        if is_one_deal or not sizes:
            return RuleError(str(faults[0]))
        return self._size_error(sizes)

    def _size_error(self, sizes: Iterable[int]) -> RuleError:
        fitting = joined(map(str, sorted(sizes)), "or")
        return RuleError(f"{counted(len(self.hand), 'card')} in the hand, not {fitting}")

    def _in_deal(self, number: int, standing: Standing) -> TrickState:
        fault: IllegalPlayError | None = None
        for shuffle in range(_MOST_SHUFFLES):
            order = [*self.game.pack.order(shuffle)]
            try:
                # Calls may be about the card turned up.
                _swap(order, _turned_up(self.game.deal(order, standing)), self._turned_cards)
                sample = self.game.deal(order, standing)
                self.push_said(sample)
                seen, shown = self._checked(sample, number)
                _swap(order, (*seen, *shown), (*self.hand, *self._turned_cards))
                state: TrickState = self.game.deal(order, standing)
                self.push_said(state)
            except IllegalPlayError as error:
                fault = fault or error
                continue
            if state.turn == sample.turn and state.observation(state.seat_to_act).hand == self.hand:
                self._check_unseen(state)
                return state
        why = "another seat is; say what was called and played before" if fault is None else fault
        raise _NotOnTurnError(f"the holder of {self.hand} is not to act: {why}")

    @property
    def _turned_cards(self) -> tuple[Card, ...]:
        return () if self.turned is None else (self.turned,)

    def push_said(self, state: TrickState) -> None:
        """Do what was said before the holder of the hand is to act."""
        rules = ""
        for word in self.said:
            if self._is_size_open(state) and not isinstance(self._meant(state, word), ChooseCards):
                self._choose_size(state)
            action, text = self._meant(state, word), str(word)
            if action is None and rules:
                # The Caller may say his rules one by one.
                state.pop()
                text = f"{rules} {word}"
            state.push(action or self._parsed(state, text))
            rules = text if isinstance(state.actions[-1], SetRules) else ""
        if self._is_size_open(state):
            self._choose_size(state)

    def _meant(self, state: TrickState, word: Action | str) -> Action | None:
        """The action that a word says now; None if it says none."""
        if not isinstance(word, str):
            return word
        if word == UNSEEN:
            return next(iter(state.legal_actions), None)
        with suppress(NotationError):
            return self._parsed(state, word)
        return None

    def _parsed(self, state: TrickState, word: str) -> Action:
        legal = [*state.legal_actions]
        return self.parse(_without_verb(word, state, legal), legal, self.game.actions)

    def _is_size_open(self, state: TrickState) -> bool:
        legal = state.legal_actions
        return len(legal) > 0 and all(isinstance(action, ChooseCards) for action in legal)

    def _choose_size(self, state: TrickState) -> None:
        """Let the dealer choose as many cards as the hand has."""
        sizes = [call.cards for call in state.legal_actions if isinstance(call, ChooseCards)]
        if len(self.hand) not in sizes:
            raise self._size_error(sizes)
        state.push(ChooseCards(len(self.hand)))

    def _checked(self, state: TrickState, number: int) -> tuple[Hand, list[Card]]:
        """What the seat to act holds and what is turned up; RuleError if what is given differs."""
        seen = state.observation(state.seat_to_act)
        shown = _shown_to_all(seen)
        is_told = any(event.seat is not None and event.action is None for event in seen.events)
        is_known = not is_told and len(shown) <= (self.turned is not None)
        if self.said and state.play is not None and not is_known:
            raise RuleError(
                "after these calls cards are played: save a session for advice on a card"
            )
        facts = state.facts(state.seat_to_act)
        kind = next((f" ({fact.text})" for fact in facts if fact.kind is FactKind.DEAL), "")
        name = f"deal {number} of {self.game.name}{kind}"
        if seen.hand is None:
            raise _UnseenHandError(f"{name}: nobody has looked at his cards before this call")
        if len(seen.hand) != len(self.hand):
            size = len(seen.hand)
            fault = f"hands of {counted(size, 'card')}, not {len(self.hand)}"
            raise _OtherSizeError(f"{name}: {fault}", size)
        if shown and self.turned is None:
            raise RuleError(
                f"{name}: {{option}} is missing: which card is turned up?", option="turned"
            )
        if not shown and self.turned is not None:
            raise RuleError(f"{name}: no card is turned up, leave {{option}} out", option="turned")
        return seen.hand, shown

    def _check_unseen(self, state: TrickState) -> None:
        """RuleError where "?" stands for a call that everybody hears."""
        calls = state.seen_calls(state.seat_to_act)
        for (seat, call), word in zip(
            calls[len(calls) - len(self.said) :], self.said, strict=False
        ):
            if word == UNSEEN and not isinstance(call, Unseen):
                raise RuleError(f"“?”: everybody hears the call of {state.seat_name(seat)}: say it")


def _shown_to_all(seen: Observation) -> list[Card]:
    return [card for event in seen.events if event.seat is None for card in event.cards]


def _turned_up(state: TrickState) -> list[Card]:
    return _shown_to_all(state.observation(0))


def _swap(order: list[Card], there: Sequence[Card], wanted: Sequence[Card]) -> None:
    """Put wanted cards where others lie, as far as there are both."""
    places = [order.index(card) for card in there]
    for place, card in zip(places, wanted, strict=False):
        other = order.index(card)
        order[place], order[other] = order[other], order[place]

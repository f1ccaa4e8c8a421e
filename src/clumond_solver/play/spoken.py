"""What a player says at the table, read as an action: "hearts", "yes", "three", "the ace".

>>> from clumond_solver.games.clumond.game import ClumondGame
>>> legal = ClumondGame().deal(3, ClumondGame().opening()).legal_actions
>>> [str(read_spoken(words, legal)) for words in ("no", "hearts", "I go for clumond in NT!")]
['pass', 'declare H', 'declare NT']
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from clumond_solver.cards import Suit
from clumond_solver.display.text import action_text
from clumond_solver.errors import NotationError
from clumond_solver.rules.actions import Action, Declare, Pass, PlayCard, PlayTop, read_action

_YES = {"yes", "y", "ok", "okay", "accept", "take it", "i accept", "go", "declare", "clumond"}
_NO = {"no", "nope", "i pass", "decline", "pass", "i decline"}
_NUMBERS = {
    word: str(number)
    for number, words in enumerate(
        ("none zero nil", "one", "two", "three", "four", "five", "six", "seven")
    )
    for word in words.split()
}
# Words around what is meant.
_FILLING = re.compile(
    r"\b(i|i'll|i'd|will|would|bid|say|take|go|for|clumond|in|with|the|please|play|trumps?|tricks?"
    r"|are|is|my)\b"
)


def read_spoken(line: str, legal: Sequence[Action]) -> Action:
    """The legal action that the words mean, or an action that is none; NotationError if none."""
    words = " ".join(line.split()).rstrip(".!").lower()
    if words in _YES:
        return _yes(line, legal)
    if words in _NO and Pass() in legal:
        return Pass()
    listed = (each for each in legal if action_text(each).lower() == words)
    if (action := next(listed, None)) is not None:
        return action
    try:
        return read_action(words, legal)
    except NotationError as error:
        _check_suit(words, legal)
        bare = " ".join(_FILLING.sub(" ", re.sub(r"\bno trumps?\b", "nt", words)).split())
        bare = _NUMBERS.get(bare, bare)
        if bare in {"", words}:
            raise
        try:
            return read_action(bare, legal)
        except NotationError:
            _check_suit(bare, legal)
            raise error from None


def _yes(line: str, legal: Sequence[Action]) -> Action:
    """The one thing that can be agreed to."""
    offered = [each for each in legal if isinstance(each, Declare | PlayTop)]
    if len(offered) == 1:
        return offered[0]
    if offered:
        raise NotationError("in which trumps? clubs, hearts, spades, diamonds …", line)
    raise NotationError("say what you play or call", line)


def _check_suit(words: str, legal: Sequence[Action]) -> None:
    """NotationError if the words name a suit of which several cards may be played, or none."""
    plays = [each.card for each in legal if isinstance(each, PlayCard)]
    try:
        suit = Suit.parse(words)
    except NotationError:
        return
    if plays:
        cards = " ".join(card.pretty() for card in plays if card.suit is suit)
        reason = f"which one? {cards}" if cards else "you may play no card of that suit now"
        raise NotationError(reason, words)

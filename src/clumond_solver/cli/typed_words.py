"""What a person may type at the table: commands, and actions in words, "hearts" or "the ace".

>>> from clumond_solver.games.clumond.game import ClumondGame
>>> legal = ClumondGame().deal(3, ClumondGame().opening()).legal_actions
>>> [str(parse_typed(words, legal)) for words in ("no", "hearts", "I go for clumond in NT!")]
['pass', 'declare H', 'declare NT']
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress

from clumond_solver.base.cards import Rank, Strain, Suit
from clumond_solver.base.checks import as_text
from clumond_solver.base.errors import NotationError
from clumond_solver.base.wording import first_of, in_words
from clumond_solver.display.text.actions import VerbOf, action_text, usual_verb
from clumond_solver.rules.actions import (
    Action,
    Call,
    Declare,
    LeadFor,
    Pass,
    PlayAs,
    PlayCard,
    PlayTop,
    SetRules,
    parse_action_among,
)
from clumond_solver.rules.states import TrickState

TABLE_HELP = """\
{actions}
hint           what the engine would do in your place, and why
back, undo     take back your last decision in this {deal}
tricks         the tricks so far        score   the score sheet
rules          the rules; (ours) marks our own decisions{card}
review         what would have been better in the last {deal}, and why
{signals}save FILE      save the session there: `--resume FILE` continues it
help           this list                quit    leave the table"""
SIGNALS_HELP = (
    "signals        how many cards of a suit the others' plays show, by the author's signals\n"
)
SHEET_HELP = "\ncard           the running score card, as on paper"
CALL_HELP = "a call         as listed, or shorter in your own words: “hearts”, “no”"
CARD_HELP = "a card         SA, 9h, ♥7, ace of spades; a suit or a rank alone if one card fits"
#: Cards that are played as others, by the type of their actions.
AS_OTHERS_HELP: Mapping[type[Action], str] = {
    LeadFor: "C2 for hearts  a club led as a heart: also “C2 naming H”",
    PlayAs: "C2 as HA       a wild two as another card: also “C2 as ace of hearts”",
}
TABLE_COMMANDS = {
    "hint": {"hint", "advise", "advice", "tip"},
    "back": {"back", "undo", "take back"},
    "tricks": {"tricks", "trick", "last trick"},
    "score": {"score", "scores"},
    "review": {"review"},
    "signals": {"signals", "signal", "lengths"},
    "rules": {"rules"},
    "card": {"card", "score card"},
    "help": {"", "help", "?", "commands"},
    "quit": {"quit", "exit", "leave", "bye", "stop"},
}
TABLE_COMMAND = {word: command for command, words in TABLE_COMMANDS.items() for word in words}
CONTINUE_WORDS = {"", "no", "n", "next", "go on"}
PAUSE_WORDS = ("review", "tricks", "score", "save", "help", "quit")
PAUSE_HELP = """\
Enter          {effect}
review         what would have been better, and why
tricks         the tricks               score   the score sheet
save FILE      save the session there   quit    leave the table"""
_YES = {"yes", "y", "ok", "okay", "accept", "take it", "i accept", "go", "declare", "clumond"}
_NO = {"no", "nope", "i pass", "decline", "pass", "i decline"}
_NUMBERS = {in_words(number): str(number) for number in range(8)} | {"zero": "0", "nil": "0"}
#: What Clag's Caller may say.
RULES_TO_SAY = (
    "a suit, no trumps, precedence (♥ ♣ ♦ ♠), reverse precedence, red over black, black over red or"
    " all four suits in an order of yours; with any of nuloss, blind, misere, and ascending or"
    " descending madness: “hearts, misere”"
)
# Words that say nothing beside a card, a strain or a number.
_FILLERS = re.compile(
    r"\b(i|i'll|i'd|will|would|bid|accept|name|say|take|go|for|clumond|in|with|the|please|play|trumps?|tricks?"
    r"|are|is|my)\b"
)


def file_to_save(line: str) -> str | None:
    """The file named after the word save, "" if none is named; None for any other line."""
    word, _, file = line.partition(" ")
    return file.strip() if word.lower() == "save" else None


def words_to_type(state: TrickState) -> list[str]:
    """The legal actions as a person may type them: SA, hearts, pass, nominate 3."""
    words = []
    for action in state.legal_actions:
        if isinstance(action, Declare):
            words.append(action.strain.name.lower().replace("_", " "))
        else:
            words.append(str(action.card) if isinstance(action, PlayCard) else str(action))
    return words


def parse_typed(
    line: str,
    legal: Sequence[Action],
    others: Sequence[Action] = (),
    verb_of: VerbOf = usual_verb,
) -> Action:
    """The action that the words mean, legal or not; NotationError if they mean none.

    ``others`` are the game's actions: one that is not legal now is read too. ``verb_of`` gives the
    game's verbs.
    """
    line = as_text(line, "a line")
    try:
        return _parse(line, legal, others, verb_of)
    except NotationError as error:
        raise NotationError(error.reason, line.strip()) from None


def _parse(line: str, legal: Sequence[Action], others: Sequence[Action], verb_of: VerbOf) -> Action:
    words = " ".join(line.split()).rstrip(".!").lower()
    if words in _YES:
        return _yes(line, legal)
    if words in _NO and Pass() in legal:
        return Pass()
    if (said := _as_listed(words, legal, others, verb_of)) is not None:
        return said
    if any(isinstance(action, SetRules) for action in legal):
        return SetRules.parse(words)
    try:
        return parse_action_among(words, legal, others)
    except NotationError as error:
        fault = _fault(error, legal, verb_of)
    _check_part(words, legal)
    if any(isinstance(action, LeadFor) for action in (*legal, *others)):
        # Elsewhere "for" says nothing: "go for clumond".
        words = words.replace(" for ", " naming ")
    bare = _FILLERS.sub(" ", re.sub(r"\bno[ -]?trumps?\b", "nt", words))
    bare = " ".join(_NUMBERS.get(word, word) for word in bare.split())
    if bare in {"", words}:
        raise fault
    try:
        return parse_action_among(bare, legal, others)
    except NotationError:
        _check_part(bare, legal)
        raise fault from None


def _as_listed(
    words: str, legal: Sequence[Action], others: Sequence[Action], verb_of: VerbOf
) -> Action | None:
    """The action in the words of the list, or in others after the game's verb; None if neither."""
    listed = [action for action in legal if action_text(action, verb_of).lower() == words]
    if listed:
        return listed[0]
    calls = [call for call in legal if isinstance(call, Call) and verb_of(call)]
    verbs = [verb_of(call) for call in calls if _begins(words, verb_of(call))]
    verb = max(verbs, key=len, default="")
    meant = [call for call in calls if verb_of(call) == verb]
    if not verb or verb in {call.verb for call in meant}:
        return None
    rest = words.removeprefix(verb).strip()
    if not rest and len(meant) == 1:
        return meant[0]
    return _parse(rest, meant, others, usual_verb) if rest else None


def _begins(words: str, verb: str) -> bool:
    return words == verb or words.startswith(f"{verb} ")


def _fault(error: NotationError, legal: Sequence[Action], verb_of: VerbOf) -> NotationError:
    """The error for words that mean nothing: with cards or strains to name it is the parser's,
    otherwise it lists what may be said.
    """
    strains = sum(isinstance(action, Declare) for action in legal)
    if strains == len(Strain) or any(isinstance(action, PlayCard) for action in legal):
        return error
    listed = first_of(f"“{action_text(action, verb_of)}”" for action in legal)
    return NotationError(f"not understood; you may say {listed}", error.text)


def _yes(line: str, legal: Sequence[Action]) -> Action:
    """The only action that a yes can mean."""
    offered = [action for action in legal if isinstance(action, Declare | PlayTop)]
    if len(offered) == 1:
        return offered[0]
    if offered:
        raise NotationError("in which trumps? clubs, hearts, spades, diamonds …", line)
    raise NotationError("say what you play or call", line)


def _check_part(words: str, legal: Sequence[Action]) -> None:
    """NotationError if the words name a suit or a rank that several legal cards have, or none."""
    plays = [action.card for action in legal if isinstance(action, PlayCard)]
    part: Suit | Rank | None = None
    for kind in (Suit, Rank):
        with suppress(NotationError):
            part = kind.parse(words)
    if plays and part is not None:
        cards = " ".join(card.pretty() for card in plays if part in {card.suit, card.rank})
        none = f"no {part.name.lower().removesuffix('s')}"
        reason = f"which one? {cards}" if cards else f"you may play {none} now"
        raise NotationError(reason, words)

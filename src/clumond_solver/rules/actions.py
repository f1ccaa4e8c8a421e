"""The actions of players in every game: calls and plays, as small values with a text.

`str` of an action writes one form, `parse_action` reads it back, in either case.

>>> [str(action) for action in (Pass(), Nominate(3), Declare(Strain.CLUBS))]
['pass', 'nominate 3', 'declare C']
>>> parse_action("declare NT"), str(PlayCard(Card.parse("H3")))
(Declare(strain=Strain.NO_TRUMPS), 'play H3')
>>> str(parse_action("call hcds misere NULOSS"))
'call HCDS nuloss misere'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar

from clumond_solver.base.cards import Card, Hand, Rank, Strain, Suit
from clumond_solver.base.checks import as_int, as_text, check_type
from clumond_solver.base.errors import NotationError, RuleError
from clumond_solver.base.values import StableHash


class Call:
    """Base of all calls, which precede the play of the cards; a game's own calls derive from it.

    Calls are frozen values; `str` writes them. If people say one otherwise, it has that as
    ``words``, after ``verb``, such as "bid". A call that people may write in other ways too has a
    class method ``parse``, which reads them all and raises NotationError.
    """

    __slots__ = ()
    verb: ClassVar[str] = ""

    @staticmethod
    def _key_among(given: object, keys: Iterable[Action]) -> object:
        """The action that a text, a card or a suit means as a key of a result's mapping."""
        if not isinstance(given, Card | Suit | Strain | str):
            return given
        return parse_action_among(str(given), keys)


@dataclass(frozen=True, slots=True, order=True)
class Pass(Call):
    """Decline to declare."""

    def __str__(self) -> str:
        """`pass`."""
        return "pass"


@dataclass(frozen=True, slots=True, order=True)
class Declare(Call):
    """Name the strain of the hand: in Clumond, go for clumond in it; in other games, fix trumps."""

    verb = "declare"
    strain: Strain

    def __post_init__(self) -> None:
        """Convert a text, a number or a suit to a strain."""
        object.__setattr__(self, "strain", Strain(self.strain))

    def __str__(self) -> str:
        """`declare C`."""
        return f"declare {self.strain}"


@dataclass(frozen=True, slots=True, order=True)
class Nominate(Call):
    """Nominate the number of tricks to win: 0 to the number of cards in a hand."""

    verb = "nominate"
    tricks: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "tricks", as_int(self.tricks, "a number of tricks"))

    def __str__(self) -> str:
        """`nominate 3`."""
        return f"nominate {self.tricks}"


@dataclass(frozen=True, slots=True, order=True)
class ChooseCards(Call):
    """Choose the number of cards dealt to everybody."""

    verb = "deal"
    cards: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", as_int(self.cards, "a number of cards"))

    def __str__(self) -> str:
        """`deal 5`."""
        return f"deal {self.cards}"


@dataclass(frozen=True, slots=True, order=True)
class LayAside(Call):
    """Lay cards of one's hand aside, face down: they will not be played."""

    verb = "lay aside"
    cards: Hand

    def __post_init__(self) -> None:
        check_type(self.cards, Hand, "a hand of cards")

    def __str__(self) -> str:
        """`aside D6 SA C9`, in the order of the pack."""
        return f"aside {' '.join(map(str, self.cards))}"

    @classmethod
    def parse(cls, text: str) -> LayAside:
        """Read cards in any order, after "aside", "lay aside" or nothing; NotationError if none."""
        text = as_text(text, "a text of cards")
        words = [word for word in text.split() if word.lower() not in {"lay", "aside"}]
        cards = [Card.parse(word) for word in words]
        if not cards or len(set(cards)) < len(cards):
            raise NotationError("name at least one card to lay aside, and none twice", text)
        return cls(Hand.from_cards(cards))


@dataclass(frozen=True, slots=True, order=True)
class Give(Call):
    """Pass a card of one's hand on to another seat, face down; it moves when all have chosen."""

    verb = "pass"
    card: Card

    def __post_init__(self) -> None:
        check_type(self.card, Card, "a card")

    def __str__(self) -> str:
        """`give SQ`."""
        return f"give {self.card}"


@dataclass(frozen=True, slots=True, order=True)
class GiveCards(Call):
    """In a review: all cards that a seat has passed on, or should have, as one decision."""

    verb = "pass"
    cards: Hand

    def __post_init__(self) -> None:
        check_type(self.cards, Hand, "a hand of cards")

    def __str__(self) -> str:
        """`give C5 SQ DJ`, in the order of the pack."""
        return f"give {' '.join(map(str, self.cards))}"


@dataclass(frozen=True, slots=True, order=True)
class Unseen(Call):
    """Stands in observations for a call that the observer has not seen."""

    def __str__(self) -> str:
        """`call unseen`."""
        return "call unseen"


def parse_passes(text: str) -> tuple[Give, ...]:
    """Read the cards to pass on together, in any order, after "give", "pass" or nothing.

    >>> [str(give) for give in parse_passes("pass SQ, hA")]
    ['give SQ', 'give HA']
    """
    words = as_text(text, "a text of cards").replace(",", " ").split()
    cards = [Card.parse(word) for word in words if word.lower() not in {"give", "pass", "and"}]
    if not cards or len(set(cards)) < len(cards):
        raise NotationError("name at least one card to pass on, and none twice", text)
    return tuple(map(Give, cards))


class TrickValues(StrEnum):
    """Values of a deal's tricks, as multiples of a plain trick.

    PLAIN       every trick counts 1.
    ASCENDING   the tricks count 1, 2, 3 … ("Ascending Madness").
    DESCENDING  the first trick counts the number of tricks, the last 1 ("Descending Madness").
    """

    PLAIN = "plain"
    ASCENDING = "ascending"
    DESCENDING = "descending"

    @property
    def words(self) -> str:
        """The Caller's words: plain, ascending madness, descending madness."""
        return str(self) if self is TrickValues.PLAIN else f"{self} madness"


#: The named orders of the four suits, highest first.
PRECEDENCES: Mapping[str, tuple[Suit, ...]] = {
    "precedence": (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES),
    "reverse precedence": (Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS),
    "red over black": (Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES, Suit.CLUBS),
    "black over red": (Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS),
}


_RULE_WORDS = {"nt", "nuloss", "blind", "misere", *TrickValues}
_WORDS_BETWEEN = {"trump", "trumps", "precedence", "over", "trick", "values", "madness", "and",
                  "with", "call", "own"}  # fmt: skip
# The longest first, since "reverse precedence" contains "precedence".
_PRECEDENCES = sorted(PRECEDENCES, key=len, reverse=True)


@dataclass(frozen=True, slots=True, order=True)
class SetRules(Call, StableHash):
    """Choose the rules of a deal, as the Caller of Clag's Royal Air Force rules does.

    order    the suits that beat others, highest first: none for no trumps, one for trumps, all
             four for precedence.
    nuloss   whether the ranks are reversed.
    blind    whether hands are shuffled and played from the top.
    misere   whether the aim is to avoid tricks.
    values   what the tricks are worth.
    """

    order: tuple[Suit, ...] = ()
    nuloss: bool = False
    blind: bool = False
    misere: bool = False
    values: TrickValues = TrickValues.PLAIN

    def __post_init__(self) -> None:
        check_type(self.order, tuple, "a tuple of suits")
        object.__setattr__(self, "order", tuple(map(Suit, self.order)))
        if len(self.order) not in {0, 1, len(Suit)} or len(set(self.order)) != len(self.order):
            raise RuleError(
                f"the suits {self.order} are not an order: none, one or all four, once each"
            )

    @classmethod
    def parse(cls, words: str) -> SetRules:
        """Read rules as a Caller combines them, in any order: "hearts, misere".

        An order of all four suits may be given by its name, by its suits, or by both. NotationError
        for other words.

        >>> str(SetRules.parse("Nuloss Precedence, Red over Black Ascending Madness"))
        'call DHSC nuloss ascending'
        """
        words = " ".join(as_text(words, "the Caller's words").split()).rstrip(".!").lower()
        said = set()
        suits: list[Suit] = []
        rest = re.sub(r"\bno trumps?\b", "nt", words.replace("misère", "misere"))
        rest = re.sub(r"\breverse\b(?! precedence)", "reverse precedence", rest)
        name = next((order for order in _PRECEDENCES if order in rest), "")
        # Remove the name, since its words may be those of suits, as in "black over red".
        rest = rest.replace(name, " ", 1)
        for word in re.findall(r"[^\s,;()]+", rest):
            try:
                suits += map(Suit.parse, word if re.fullmatch("[chsd♣♥♠♦]{4}", word) else [word])
            except NotationError:
                said.add(word)
        if name and not suits:
            suits = list(PRECEDENCES[name])
        if said - _RULE_WORDS - _WORDS_BETWEEN or bool(suits) == ("nt" in said):
            reason = (
                "not understood; name trumps, no trumps or all four suits, then what goes with it"
            )
            raise NotationError(reason, words)
        if len(suits) not in ({4} if name else {0, 1, 4}) or len(set(suits)) < len(suits):
            raise NotationError("trumps are one suit; precedence is all four in order", words)
        if name not in {"", "precedence"} and tuple(suits) != PRECEDENCES[name]:
            order = " ".join(suit.symbol for suit in PRECEDENCES[name])
            raise NotationError(
                f"{name} is {order}; all four in another order are precedence", words
            )
        flags = {name: name in said for name in ("nuloss", "blind", "misere")}
        values = next((value for value in TrickValues if value in said), TrickValues.PLAIN)
        return cls(tuple(suits), **flags, values=values)

    @property
    def order_name(self) -> str | None:
        """The name of the order of all four suits; None if it has none.

        >>> parse_action("call DHSC").order_name, parse_action("call DCHS").order_name
        ('red over black', None)
        """
        return next((name for name, order in PRECEDENCES.items() if order == self.order), None)

    @property
    def words(self) -> str:
        """The rules as a Caller says them.

        >>> parse_action("call H nuloss").words, parse_action("call NT ascending").words
        ('♥ trumps, nuloss', 'no trumps, ascending madness')
        """
        symbols = [suit.symbol for suit in self.order]
        order = {0: "no trumps", 1: f"{''.join(symbols)} trumps"}.get(
            len(symbols), f"{self.order_name or 'own precedence'} {' '.join(symbols)}"
        )
        values = [] if self.values is TrickValues.PLAIN else [self.values.words]
        flags = [word for word in ("nuloss", "blind", "misere") if getattr(self, word)]
        return ", ".join([order, *flags, *values])

    def __str__(self) -> str:
        """`call NT`, `call H nuloss`, `call HCDS blind misere ascending`."""
        words = ["call", "".join(map(str, self.order)) or "NT"]
        words += [word for word in ("nuloss", "blind", "misere") if getattr(self, word)]
        if self.values is not TrickValues.PLAIN:
            words.append(self.values)
        return " ".join(words)


class PlayKnownCard:
    """Base of plays of a card that the player has seen, unlike the unseen top of a stack."""

    __slots__ = ()
    card: Card
    _key_among = staticmethod(Call._key_among)

    @property
    def named(self) -> Card | None:
        """The card that the player names for a wild card to stand for; None if it is not wild."""
        return None

    @property
    def led(self) -> Suit | None:
        """The suit that the player declares to be led; None if he declares none."""
        return None


@dataclass(frozen=True, slots=True, order=True)
class PlayCard(PlayKnownCard):
    """Play a card to the trick."""

    card: Card

    def __post_init__(self) -> None:
        if type(self.card) is not Card:  # Faster than check_type, in the most frequent action.
            check_type(self.card, Card, "a card")

    def __str__(self) -> str:
        """`play H3`."""
        return f"play {self.card}"


@dataclass(frozen=True, slots=True, order=True)
class PlayAs(PlayKnownCard):
    """Play a wild card as another card, the one ``named``."""

    card: Card
    named: Card = field()  # Without field(), the property of the base would be the default.

    def __post_init__(self) -> None:
        check_type(self.card, Card, "a card")
        check_type(self.named, Card, "a card")

    def __str__(self) -> str:
        """`play H2 as SA`."""
        return f"play {self.card} as {self.named}"


@dataclass(frozen=True, slots=True, order=True)
class LeadFor(PlayKnownCard):
    """Lead a card and declare ``led``, another suit, to be the suit led."""

    card: Card
    led: Suit = field()  # As in `PlayAs`.

    def __post_init__(self) -> None:
        """Refuse anything but a card; convert a text or a strain to a suit."""
        check_type(self.card, Card, "a card")
        object.__setattr__(self, "led", Suit(self.led))

    def __str__(self) -> str:
        """`lead C7 for D`."""
        return f"lead {self.card} for {self.led}"


@dataclass(frozen=True, slots=True, order=True)
class PlayTop:
    """Play the top card of one's stack, unseen."""

    _key_among = staticmethod(Call._key_among)

    def __str__(self) -> str:
        """`play top`."""
        return "play top"


CardAction = PlayKnownCard | PlayTop
Action = Call | CardAction
#: What was said so far: actions or their texts, in order, or one text with commas between.
Said = str | Iterable[Action | str]

_EXAMPLES = "pass, declare C, nominate 3, deal 5, call H, play H3, play H2 as SA, lead C7 for D"


def parse_action(text: str) -> Action:
    """Read what `str` of an action writes, in either case; NotationError otherwise."""
    text = as_text(text, "an action's text")
    verb, rest = [*text.split(maxsplit=1), "", ""][:2]
    reader = _READERS.get(verb.lower())
    try:
        if reader is not None:
            return reader(rest.rstrip())
    except NotationError as error:
        raise NotationError(error.reason, text, max(0, text.rfind(error.text))) from None
    raise NotationError(f"no such action (use {_EXAMPLES})", text)


def parse_action_among(
    text: str, actions: Iterable[Action], others: Iterable[Action] = ()
) -> Action:
    """Find the action that a text names, in full or abbreviated; case does not matter.

    An abbreviation leaves out the verb, or gives only the suit or the rank of a card, if only one
    of the actions fits. A text of an action that is not among these is read too, so that a state
    can say why it is illegal; so is one of ``others``, the game's actions, of the same types.
    NotationError for any other text, or if several actions fit.

    >>> legal = [PlayCard(Card.parse("H3")), PlayCard(Card.parse("SA")), PlayCard(Card.parse("S2"))]
    >>> [str(parse_action_among(text, legal)) for text in ("play sa", "♠2", "h")]
    ['play SA', 'play S2', 'play H3']
    """
    text, actions = as_text(text, "an action's text"), tuple(actions)
    if (fitting := _written(text, actions)) is not None:
        return fitting
    call_types: dict[Any, None] = dict.fromkeys(map(type, actions))
    parsers = [call.parse for call in call_types if hasattr(call, "parse")]
    for parse in (parse_action, *parsers):
        with suppress(NotationError):
            action: Action = parse(text)
            return action
    other = _written(text, [action for action in others if type(action) in call_types])
    return other or _parse_abbreviated(text, actions, others)


def _written(text: str, actions: Sequence[Action]) -> Action | None:
    """The only action with this text or these words, after its verb or with its strain in short."""
    words = " ".join(text.split()).lower()
    if not words:
        return None
    texts = [(str(action).lower(), action) for action in actions]
    with_verb = [action for text, action in texts if text == words]
    said = [action for action in actions if getattr(action, "words", "").lower() == words]
    without_verb = [action for text, action in texts if text.partition(" ")[2] == words]
    for fitting in (with_verb, said, without_verb):
        if len(fitting) == 1:
            return fitting[0]
    short = _shortened(words)
    shortened = [action for text, action in texts if _shortened(text) == short]
    return shortened[0] if len(shortened) == 1 else None


def _shortened(text: str) -> str:
    """A text with strains as letters, without blanks: "1 no trump" is "1nt", "2♥" is "2h"."""
    text = re.sub(r"no[ -]?trumps?", "nt", text)
    for suit in Suit:
        text = re.sub(f"{suit.name[:-1]}s?|{suit.symbol}\ufe0e?", str(suit), text, flags=re.I)
    return re.sub(r"\s", "", text).lower()


def _parse_abbreviated(text: str, actions: Sequence[Action], others: Iterable[Action]) -> Action:
    """Read a card, a suit, a rank, a strain or a number without a verb."""
    rest = " ".join(text.split()).removeprefix("play ")
    # A wild card without another card named is played as itself.
    wild = [a for a in actions if isinstance(a, PlayAs) and a.card == a.named]
    plays: list[PlayCard | PlayAs] = [a for a in actions if isinstance(a, PlayCard)]
    plays += wild
    if any(isinstance(action, LeadFor | PlayAs) for action in (*actions, *others)):
        # Without a verb: "C2 for hearts", "C2 as ace of clubs".
        for words, read in ((_FOR, _read_lead), (_AS, _read_play)):
            if _split_at(words, rest)[1]:
                read_as = read(rest)
                if isinstance(read_as, LeadFor) and read_as.led is read_as.card.suit:
                    return PlayCard(read_as.card)
                return read_as
    if not plays:
        verbs = {str(action).partition(" ")[0] for action in actions}
        if rest.isdecimal() and len(verbs) == 1:
            return parse_action(f"{verbs.pop()} {rest}")
        declared = any(isinstance(action, Declare) for action in actions)
        return Declare(Strain.parse(rest)) if declared else parse_action(text)
    try:
        card = Card.parse(rest)
    except NotationError:
        fitting = [play for play in plays if _is_suit_or_rank_of(play.card, rest)]
        if len(fitting) != 1:
            raise
        return fitting[0]
    return next((play for play in wild if play.card == card), PlayCard(card))


def _is_suit_or_rank_of(card: Card, text: str) -> bool:
    with suppress(NotationError):
        return Suit.parse(text) is card.suit
    with suppress(NotationError):
        return Rank.parse(text) is card.rank
    return False


def _read_pass(rest: str) -> Action:
    if rest:
        raise NotationError("nothing follows a pass", rest)
    return Pass()


def _read_number(rest: str) -> int:
    if not re.fullmatch(r"\d{1,2}", rest, re.ASCII):
        raise NotationError("not a number of tricks or cards", rest)
    return int(rest)


def _read_call(rest: str) -> Action:
    first, *options = rest.split() or [""]
    order = () if first.upper() in {"N", "NT"} else tuple(Suit.parse(letter) for letter in first)
    words = [option.lower() for option in options]
    for word, option in zip(words, options, strict=True):
        if word not in _CALL_OPTIONS or words.count(word) > 1:
            options_text = ", ".join(_CALL_OPTIONS)
            raise NotationError(
                f"unknown or repeated option; the options are {options_text}", option
            )
    values = [TrickValues(word) for word in words if word in set(TrickValues)]
    if (len(order) not in {1, len(Suit)} and first.upper() not in {"N", "NT"}) or len(values) > 1:
        raise NotationError("a call names NT, a suit or all four in order, then options", rest)
    flags = {word: word in words for word in ("nuloss", "blind", "misere")}
    try:
        return SetRules(order, values=values[0] if values else TrickValues.PLAIN, **flags)
    except RuleError as error:
        raise NotationError(str(error), first) from None


def _read_play(rest: str) -> Action:
    if rest.lower() == "top":
        return PlayTop()
    card, named = _split_at(_AS, rest)
    if named:
        return PlayAs(Card.parse(card), Card.parse(named))
    return PlayCard(Card.parse(rest))


def _read_lead(rest: str) -> Action:
    card, suit = _split_at(_FOR, rest)
    if not suit:
        raise NotationError("a lead that declares a suit reads: lead C7 for D", rest)
    return LeadFor(Card.parse(card), Suit.parse(suit))


def _split_at(separators: Collection[str], text: str) -> tuple[str, str]:
    """The text before the first such word and that after it; the latter is empty without one."""
    words = text.split()
    places = (place for place, word in enumerate(words) if word.lower() in separators)
    index = next(places, len(words))
    return " ".join(words[:index]), " ".join(words[index + 1 :])


_FOR, _AS = ("for", "naming"), ("as",)
_CALL_OPTIONS = ("nuloss", "blind", "misere", *TrickValues)
_READERS: dict[str, Callable[[str], Action]] = {
    "pass": _read_pass,
    "aside": LayAside.parse,
    "give": lambda rest: Give(Card.parse(rest)),
    "declare": lambda rest: Declare(Strain.parse(rest)),
    "nominate": lambda rest: Nominate(_read_number(rest)),
    "deal": lambda rest: ChooseCards(_read_number(rest)),
    "call": _read_call,
    "play": _read_play,
    "lead": _read_lead,
}

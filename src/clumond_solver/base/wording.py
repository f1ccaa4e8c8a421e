"""Numbers and players in sentences: counts, chances, gains and losses, who plays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from unicodedata import bidirectional, category, east_asian_width

from clumond_solver.base.checks import check_type
from clumond_solver.base.errors import NotationError

_PAST = {word: word for word in ("bid", "set", "put", "bet")} | {
    "lay": "laid", "go": "went", "make": "made", "take": "took", "say": "said", "give": "gave",
    "tell": "told", "choose": "chose", "hold": "held", "deal": "dealt",
}  # fmt: skip
# The classes of characters that turn the direction of reading, of what comes after a name too.
_TURNS = frozenset(["LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"])
# Control characters, surrogates, ends of lines and paragraphs, characters that are none.
_NO_LETTERS = frozenset(["Cc", "Cs", "Zl", "Zp", "Cn"])
# Letters and signs that show nothing: blanks, a joiner, signs that choose a letter's form.
_BLANKS = frozenset(
    " \u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f"
    + "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
)
_NUMBERS = (
    "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip


def ahead_of(players: int, partners: int = 0) -> str:
    """The words for what a relative score is compared with.

    >>> ahead_of(2), ahead_of(3), ahead_of(4, partners=1)
    ('ahead of the opponent', 'ahead of the others', 'ahead of the other side')
    """
    others = "opponent" if players == 2 else "other side" if partners else "others"
    return f"ahead of the {others}"


def columns_of(text: str) -> int:
    """The columns that a text takes in a terminal: two for each wide letter, none for an accent.

    >>> columns_of("Zoé"), columns_of("田中"), columns_of("Zoe\u0301")
    (3, 4, 3)
    """
    if text.isascii():
        return len(text)
    seen = [letter for letter in text if category(letter) not in {"Mn", "Me", "Cf"}]
    return len(seen) + sum(east_asian_width(letter) in {"W", "F"} for letter in seen)


def padded(text: str, columns: int, *, right: bool = False) -> str:
    """A text with blanks behind it, or before it if it stands on the right, in so many columns."""
    blanks = " " * (columns - columns_of(text))
    return blanks + text if right else text + blanks


def check_name(name: str) -> None:
    """NotationError for a player's name that is blank, or changes lines or the way of reading."""
    check_type(name, str, "a player's name or you")
    controls = _NO_LETTERS & {*map(category, name)} or _TURNS & {*map(bidirectional, name)}
    seen = "".join(letter for letter in name if not (letter.isspace() or shows_nothing(letter)))
    if not columns_of(seen) or controls:
        raise NotationError("a player's name has letters, and is one line of them", name)


def shows_nothing(letter: str) -> bool:
    """Whether a character of a name leaves no trace on the screen.

    >>> shows_nothing("\\u200b"), shows_nothing("\\ufe0f"), shows_nothing("a")
    (True, True, False)
    """
    return letter in _BLANKS or category(letter) == "Cf"


def counted(count: int, thing: str) -> str:
    """A count with its noun.

    >>> counted(1, "trick"), counted(0, "game")
    ('1 trick', '0 games')
    """
    return f"{count} {thing}{'' if count == 1 else 's'}"


def in_words(count: int) -> str:
    """A number of things in a word, from twenty on in figures.

    >>> in_words(0), in_words(19), in_words(20)
    ('none', 'nineteen', '20')
    """
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def counted_in_words(count: int, thing: str) -> str:
    """A count in words with its noun.

    >>> counted_in_words(1, "trick"), counted_in_words(0, "game")
    ('one trick', 'no games')
    """
    return f"{in_words(count) if count else 'no'} {thing}{'' if count == 1 else 's'}"


def past(verb: str) -> str:
    """A verb's form for what was done.

    >>> past("nominate"), past("bid"), past("lay aside"), past("order up")
    ('nominated', 'bid', 'laid aside', 'ordered up')
    """
    first, blank, rest = verb.partition(" ")
    regular = first + ("d" if first.endswith("e") else "ed")
    return _PAST.get(first, regular) + blank + rest


def third_person(verb: str) -> str:
    """A verb's form for what another player does.

    >>> third_person("nominate"), third_person("pass"), third_person("go for clumond in")
    ('nominates', 'passes', 'goes for clumond in')
    """
    first, blank, rest = verb.partition(" ")
    return first + ("es" if first.endswith(("s", "sh", "ch", "x", "o")) else "s") + blank + rest


def capital(text: str) -> str:
    """The text with a capital letter."""
    return text[:1].upper() + text[1:]


def joined(parts: Iterable[str], word: str = "or") -> str:
    """The parts with commas between them, and a word before the last one.

    >>> joined(["clubs", "hearts", "spades"]), joined(["clubs"])
    ('clubs, hearts or spades', 'clubs')
    """
    *most, last = parts
    return f"{', '.join(most)} {word} {last}" if most else last


def first_of(texts: Iterable[str], most: int = 8) -> str:
    """The first of some texts, and a mark if there are more.

    >>> first_of(["C", "H", "S"], 2)
    'C, H, …'
    """
    first = list(islice(texts, most + 1))
    return ", ".join([*first[:most], *["…"] * (len(first) > most)])


def signed(value: float) -> str:
    """A gain or loss, to a tenth.

    >>> signed(0.25), signed(-1), signed(-0.01)
    ('+0.2', '−1.0', '+0.0')
    """
    return minus(round(value, 1) + 0.0, "+.1f")


def minus(value: float, format_spec: str = "") -> str:
    """A figure with a minus sign, not a hyphen, if it is negative.

    >>> minus(-3), minus(2, "+"), minus(-0.5, ".2f")
    ('−3', '+2', '−0.50')
    """
    return f"{value:{format_spec}}".replace("-", "\N{MINUS SIGN}")


#: One player by the name of his style; any other style is somebody's own.
_PLAYERS = {
    "easy": "an easy player",
    "medium": "a medium player",
    "strong": "a strong player",
    "": "a player of another style",
}
_FOLLOWS = "every hint"


def player_in_words(style: str) -> str:
    """Who plays by a style of this name; "fast" and "full" are one who follows every hint.

    >>> player_in_words("easy"), player_in_words("fast")
    ('an easy player', 'one who follows every hint')
    """
    return _PLAYERS.get(style, f"one who follows {_FOLLOWS}")


def players_in_words(styles: Sequence[str]) -> str:
    """The players of two styles.

    >>> players_in_words(["medium", "easy"]), players_in_words(["easy", "easy"])
    ('an easy and a medium player', 'two easy players')
    >>> players_in_words(["full", "easy"]), players_in_words(["full", "fast"])
    ('an easy player and one who follows every hint', 'two who follow every hint')
    """
    one, *other = dict.fromkeys(map(player_in_words, sorted(styles)))
    if other:
        short = one.removesuffix(" player") if other[0].endswith(" player") else one
        return f"{short} and {other[0]}"
    if one not in _PLAYERS.values():
        return f"two who follow {_FOLLOWS}"
    return f"two {one.split(' ', 1)[1].replace('player', 'players', 1)}"


def percent(chance: float, *, unbroken: bool = False) -> str:
    """A chance as a whole percentage; ``unbroken`` keeps number and sign on one line.

    >>> percent(0.294)
    '29 %'
    """
    space = "\N{NO-BREAK SPACE}" if unbroken else " "
    return f"{whole_percent(chance)}{space}%"


def whole_percent(chance: float) -> int:
    """A chance in whole per cents; only what is certain is 100 or 0.

    >>> whole_percent(0.999), whole_percent(0.001), whole_percent(1.0)
    (99, 1, 100)
    """
    rounded = round(100 * chance)
    return min(99, max(1, rounded)) if 0 < chance < 1 else rounded


def percent_range(low: float, high: float) -> str:
    """Two chances, as the ends of an interval.

    >>> percent_range(0.18, 0.52)
    '18 – 52 %'
    """
    return f"{whole_percent(low)} – {percent(high)}"

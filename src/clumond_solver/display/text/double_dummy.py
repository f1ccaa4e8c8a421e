"""Answers of the double-dummy engine as text, such as the table of retentions in words.

>>> from clumond_solver.games.clumond.deals import Seat
>>> reach = {(one, kept): Reach.POSSIBLE for one in Strain for kept in Retention.all()}
>>> misses = dict.fromkeys(Strain, (2, 5)) | {Strain.HEARTS: (1, 1)}
>>> words = retention_words(RetentionTable(Seat.FOREHAND, reach, misses, 9))
>>> print(wrapped(words, 80))
Against best defence forehand can force none of the twenty retentions in any
trump or at no trumps; hearts misses by one trick.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clumond_solver.base.cards import STRAIN_ORDER, Card, Strain
from clumond_solver.base.wording import capital, counted, counted_in_words, joined
from clumond_solver.display.text.hands import cards_text, player_name, tricks_text
from clumond_solver.display.text.layout import WIDTH, table_text, wrapped
from clumond_solver.display.text.misses import miss_figures, miss_text
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import TRICKS, Play, Retention, possible_pars
from clumond_solver.results import DealTable, Reach, RetentionTable, TrickRange, verdict_of
from clumond_solver.results.search_results import Bounds

#: For each reach a word or two, and what they mean.
REACHES = {
    Reach.FORCED: ("forced", "against everything"),
    Reach.POSSIBLE: ("with help", "only if both others help"),
    Reach.IMPOSSIBLE: ("never", "by no play at all"),
    Reach.UNFORCED: ("not found", "not forced, and no line with help found; there may be one"),
    None: ("undecided", "not known"),
}
_ALWAYS_EXPLAINED = (Reach.FORCED, Reach.POSSIBLE, Reach.IMPOSSIBLE)


def retention_words(table: RetentionTable) -> str:
    """What declarer can force in which strain, in sentences."""
    with_forced = [strain for strain in STRAIN_ORDER if table.forced(strain)]
    others = [strain for strain in STRAIN_ORDER if strain not in with_forced]
    without_forced = [strain for strain in others if not _undecided_count(table, strain)]
    undecided = [strain for strain in others if strain not in without_forced]
    parts = [
        _forced_words(table, with_forced, without_forced),
        _unnamed_success_words([s for s in without_forced if verdict_of(table.miss[s])]),
        _undecided_words(table, undecided, follows_others=len(undecided) < len(STRAIN_ORDER)),
    ]
    return " ".join(part for part in parts if part)


def _undecided_count(table: RetentionTable, strain: Strain) -> int:
    """The number of retentions still undecided in a strain: forced or not."""
    return sum(table.reach[strain, kept] is None for kept in Retention.all())


def _forced_words(
    table: RetentionTable, with_forced: Sequence[Strain], without_forced: Sequence[Strain]
) -> str:
    if not with_forced and not without_forced:
        return ""
    retentions = [
        f"{joined(kept.pretty() for kept in table.forced(strain))} {_in_strains([strain])}"
        for strain in with_forced
    ]
    if without_forced:
        retentions.append(f"none of the twenty retentions {_in_strains(without_forced)}")
    sentence = f"Against best defence {table.declarer} can force {'; '.join(retentions)}"
    return f"{sentence}{_miss_words(table) if len(without_forced) == len(STRAIN_ORDER) else ''}."


def _miss_words(table: RetentionTable) -> str:
    """The nearest miss if nothing can be forced, as far as known."""
    least = min(low for low, _ in table.miss.values())
    nearest = [strain for strain in STRAIN_ORDER if table.miss[strain][1] == least]
    if least == 0:
        return ""
    if nearest:
        verb = "misses" if len(nearest) == 1 else "miss"
        return f"; {strain_names(nearest)} {verb} by {counted_in_words(least, 'trick')}"
    # One trick off or more goes without saying when nothing can be forced.
    return "" if least == 1 else f"; he is {counted_in_words(least, 'trick')} off or more in each"


def _unnamed_success_words(strains: Sequence[Strain]) -> str:
    """The strains in which success can be forced, but none of the retentions alone."""
    if not strains:
        return ""
    return (
        f"Yet he can force success {_in_strains(strains, 'and')}, though he cannot name the three"
        " suits beforehand: he chooses as he goes."
    )


def _undecided_words(
    table: RetentionTable, strains: Sequence[Strain], *, follows_others: bool
) -> str:
    """What the limit left undecided."""
    if not strains:
        return ""
    counts = {strain: _undecided_count(table, strain) for strain in strains}
    parts = [
        f"{'all' if count == len(Retention.all()) else f'{count} of the'} twenty"
        f" {_in_strains([strain for strain in strains if counts[strain] == count], 'and')}"
        for count in dict.fromkeys(counts.values())
    ]
    head = "Undecided" if follows_others else f"Undecided, whether {table.declarer} can force them"
    return f"{head}: {'; '.join(parts)}."


def strain_names(strains: Iterable[Strain]) -> str:
    """The names of strains, joined by "and"."""
    return joined(map(strain_name, strains), "and")


def strain_name(strain: Strain) -> str:
    """A strain's name in a sentence."""
    return str(strain.name).lower().replace("_", " ")


def _in_strains(strains: Sequence[Strain], word: str = "or") -> str:
    """Strains as a phrase: in some trumps, at no trumps."""
    if len(strains) == len(STRAIN_ORDER):
        return f"in any trump {word} at no trumps"
    suits = [strain_name(strain) for strain in strains if strain.suit is not None]
    phrases = [f"in {joined(suits, word)}"] if suits else []
    return f" {word} ".join(phrases + ["at no trumps"] * (Strain.NO_TRUMPS in strains))


def miss_words(table: RetentionTable) -> str:
    """How far off the defence can hold declarer in each strain, as far as known.

    >>> from clumond_solver.games.clumond.deals import Seat
    >>> reach = {(one, kept): None for one in Strain for kept in Retention.all()}
    >>> miss_words(RetentionTable(Seat.FOREHAND, reach, dict.fromkeys(Strain, (2, 5)), 9))
    'Tricks off with best play: ♣ 2 to 5, ♥ 2 to 5, ♠ 2 to 5, ♦ 2 to 5, NT 2 to 5.'
    """
    misses = [f"{strain.symbol} {miss_figures(table.miss[strain])}" for strain in STRAIN_ORDER]
    return f"Tricks off with best play: {', '.join(misses)}."


def retention_table_text(
    table: RetentionTable, *, words: bool = True, legend: bool = True, width: int = WIDTH
) -> str:
    """The table in words, then with one row per retention and one for the miss, and a legend."""
    rows = [
        [
            kept.pretty(),
            target_text(kept.code),
            *(REACHES[table.reach[strain, kept]][0] for strain in STRAIN_ORDER),
        ]
        for kept in Retention.all()
    ]
    rows.append(["tricks off", "", *(miss_figures(table.miss[strain]) for strain in STRAIN_ORDER)])
    heads = ["kept", "target", *(strain.symbol for strain in STRAIN_ORDER)]
    parts = [f"{table.declarer} declares:\n{table_text(heads, rows)}"]
    if words:
        parts.insert(0, wrapped(retention_words(table), width))
    if legend:
        parts.append(wrapped(legend_text(table), width))
    return "\n\n".join(parts)


def deal_table_text(table: DealTable) -> str:
    """A row for each declarer, a column for each strain: "makes", or the miss.

    >>> cells = [(seat, strain) for seat in Seat for strain in Strain]
    >>> verdict = {cell: False for cell in cells} | {(Seat.FOREHAND, Strain.NO_TRUMPS): True}
    >>> print(deal_table_text(DealTable(verdict, dict.fromkeys(cells, (2, 5)), nodes=9)))
    declarer    ♣       ♥       ♠       ♦       NT
    ──────────────────────────────────────────────────
    forehand    2 to 5  2 to 5  2 to 5  2 to 5  makes
    middlehand  2 to 5  2 to 5  2 to 5  2 to 5  2 to 5
    rearhand    2 to 5  2 to 5  2 to 5  2 to 5  2 to 5
    """

    def cell(seat: Seat, strain: Strain) -> str:
        return "makes" if table.verdict[seat, strain] else miss_figures(table.miss[seat, strain])

    rows = [[str(seat), *(cell(seat, strain) for strain in STRAIN_ORDER)] for seat in Seat]
    return table_text(["declarer", *(strain.symbol for strain in STRAIN_ORDER)], rows)


def target_text(code: int) -> str:
    """The tricks that a code asks for.

    >>> target_text(2), target_text(9)
    ('2 or 12', '9')
    """
    return joined(map(str, sorted(possible_pars(code))))


def legend_text(table: RetentionTable) -> str:
    """The legend of the table."""
    present = set(table.reach.values())
    kinds = [kind for kind in REACHES if kind in present or kind in _ALWAYS_EXPLAINED]
    return f"{'; '.join(': '.join(REACHES[kind]) for kind in kinds)}."


VERDICT_SIGNS = {True: "+", False: "-", None: "?"}
#: The legend of the signs behind cards.
SIGNS_LEGEND = (
    "+ success can still be forced with all hands open, - it cannot, ? not known; ++ or -- on the"
    " card that changed this"
)


def verdict_text(makes: bool | None, seat: Seat | str, what: str = "success") -> str:
    """Whether a seat or player can force success or another ending."""
    if makes is None:
        return f"With all hands open: not known within the limit whether {seat} can force {what}."
    verb = f"can force {what}" if makes else f"cannot force {what} against best defence"
    return f"With all hands open, {seat} {verb}."


def trick_range_text(trick_range: TrickRange, seat: str = "he") -> str:
    """The most tricks that the seat can force, and the fewest that it can hold itself to.

    >>> print(wrapped(trick_range_text(TrickRange(fewest=(0, 0), most=(13, 13))), 80))
    If he plays for tricks, he can force all 13 tricks; if he ducks, he need not
    take a trick.
    """
    is_you = seat == "you"
    who, sure = ("you", "are") if is_you else ("he", "is")
    plays, ducks = ("play", "duck") if is_you else ("plays", "ducks")
    force, hold = _most_text(trick_range.most, sure), _fewest_text(trick_range.fewest, sure)
    return f"If {seat} {plays} for tricks, {who} {force}; if {who} {ducks}, {who} {hold}."


def _most_text(most: Bounds, sure: str) -> str:
    low, high = most
    if low == TRICKS:
        return f"can force all {TRICKS} tricks"
    force = f"can force {counted(low, 'trick')} or more" if low else f"{sure} sure of none"
    return force + (f" (perhaps as many as {high})" if high > low else "")


def _fewest_text(fewest: Bounds, sure: str) -> str:
    low, high = fewest
    if high == 0:
        return "need not take a trick"
    if high == TRICKS:
        hold = f"{sure} not sure to lose a trick"
    else:
        hold = f"can stay at {counted(high, 'trick')} or fewer"
    return hold + (f" (perhaps as few as {low})" if high > low else "")


def ended_text(tricks: int, miss: int, seat: str = "he", supplementary: int = 0) -> str:
    """How a seat has ended a hand that is over; ``supplementary`` tricks count with the others.

    >>> ended_text(5, 4, "forehand"), ended_text(1, 0, "you")
    ('forehand has taken 5 tricks and is 4 tricks off', 'you have taken 1 trick and are on target')
    >>> ended_text(9, 1, supplementary=2)
    'he has taken 9 tricks, 11 with the supplementary ones, and is 1 trick off'
    """
    has, ends = ("have", "are") if seat == "you" else ("has", "is")
    taken = counted(tricks, "trick")
    if supplementary:
        others = "ones" if supplementary > 1 else "one"
        taken += f", {tricks + supplementary} with the supplementary {others},"
    return f"{seat} {has} taken {taken} and {ends} {miss_text((miss, miss))}"


def plays_headline(
    plays: Mapping[Card, bool | None], play: Play, seat: Seat, names: Sequence[str] = ("",) * 3
) -> str:
    """How many of the legal cards leave the seat able to force success, in a sentence.

    It follows a sentence that says whether he can. Empty when the play is over.

    >>> from clumond_solver.games.clumond.deals import Deal
    >>> play = Play(Deal.random(1), Seat.MIDDLEHAND, Strain.CLUBS)
    >>> plays = {card: number < 2 for number, card in enumerate(play.legal_plays)}
    >>> plays_headline(plays, play, Seat.MIDDLEHAND)
    "But 2 of rearhand's 16 cards let middlehand force success."
    >>> plays_headline(plays, play, Seat.MIDDLEHAND, ("Ada", "You", "Ben"))
    "But 2 of Ben's 16 cards let you force success."
    """
    if play.turn is None or not plays:
        return ""
    own, turn, who = play.turn is seat, player_name(play.turn, names), player_name(seat, names)
    whose = "your" if turn == "you" else f"{turn}'s"
    one, several = ("forces", "force") if own else (f"lets {who} force", f"let {who} force")
    count, verdicts = len(plays), list(plays.values())
    good, unknown = verdicts.count(True), verdicts.count(None)
    cards = f"{whose} {count} cards" if count > 1 else f"{whose} only card"
    if unknown == count:
        return f"Not known yet: which of {cards} {several} success."
    if not own and not good and not unknown:
        return capital(f"{'any of ' if count > 1 else ''}{cards} prevents it.")
    rest = f"; of {unknown} it is not known yet" if unknown else ""
    if count == 1:
        verb = f"{one} success" if good else f"does not {several} success"
        return f"{capital(cards)} {verb}."
    how_many = {0: "None", count: "Each"}.get(good, "Only 1" if good == 1 else str(good))
    if unknown and not good:
        how_many = "So far none"
    verb = several if 1 < good < count else one
    sentence = f"{how_many} of {cards} {verb} success{rest}."
    # The best card of another's prevents it, as the sentence before says; these do not.
    return f"But {sentence[0].lower()}{sentence[1:]}" if not own and 0 < good < count else sentence


def plays_text(
    plays: Mapping[Card, bool | None], play: Play, seat: Seat, *, width: int = WIDTH
) -> str:
    """The legal cards by what they do to the seat's success."""
    kinds = (
        (True, f"{seat} still succeeds after"),
        (False, f"{seat} can be stopped after"),
        (None, "not known after"),
    )
    lines = [f"{play.turn} to play:"]
    for verdict, words in kinds:
        cards = [card for card, makes in plays.items() if makes is verdict]
        if cards:
            lines.append(wrapped(f"{words}: {cards_text(cards)}", width, "  "))
    return "\n".join(lines)


def retentions_text(retentions: Mapping[Retention, Reach | None]) -> str:
    """The twenty retentions by target: which can be forced, or reached with help."""
    reaches: Sequence[Reach | None] = (Reach.FORCED, Reach.POSSIBLE, Reach.IMPOSSIBLE)
    heads = ["target", *(REACHES[reach][0] for reach in reaches)]
    undecided = {Reach.UNFORCED: "not forced, perhaps with help", None: "not known"}
    for reach, head in undecided.items():
        if reach in retentions.values():
            reaches, heads = (*reaches, reach), [*heads, head]
    rows = []
    for code in sorted({kept.code for kept in retentions}):
        row = [target_text(code)]
        for reach in reaches:
            kept = [r.pretty() for r, at in retentions.items() if at is reach and r.code == code]
            row.append(" ".join(kept))
        rows.append(row)
    return table_text(heads, rows)


def line_text(line: Sequence[Card], play: Play, title: str = "Best play by all") -> str:
    """A line of play as a table of tricks."""
    if not line:
        return ""
    return f"{title}:\n{tricks_text(play.replace().after(line))}"

"""The table of retentions in words: what a declarer can force in every strain of a deal.

>>> from clumond_solver.games.clumond.deals import Seat
>>> reach = {(one, kept): Reach.POSSIBLE for one in Strain for kept in Retention.all()}
>>> misses = dict.fromkeys(Strain, (2, 5)) | {Strain.HEARTS: (1, 1)}
>>> words = retention_words(RetentionTable(Seat.FOREHAND, reach, misses, 9))
>>> print(wrapped(words, 80))
Against best defence forehand can force none of the twenty retentions in any
trump or at no trumps; hearts misses by one trick.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clumond_solver.base.cards import STRAIN_ORDER, Strain
from clumond_solver.base.wording import counted_in_words, joined
from clumond_solver.display.text.layout import WIDTH, table_text, wrapped
from clumond_solver.games.clumond.play import Retention, possible_pars
from clumond_solver.results import Reach, RetentionTable, verdict_of

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
    misses = [f"{strain.symbol} {_bounds_text(table.miss[strain])}" for strain in STRAIN_ORDER]
    return f"Tricks off with best play: {', '.join(misses)}."


def _bounds_text(bounds: tuple[int, int]) -> str:
    low, high = bounds
    return str(low) if low == high else f"{low} to {high}"


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
    rows.append(["tricks off", "", *(_bounds_text(table.miss[strain]) for strain in STRAIN_ORDER)])
    heads = ["kept", "target", *(strain.symbol for strain in STRAIN_ORDER)]
    parts = [f"{table.declarer} declares:\n{table_text(heads, rows)}"]
    if words:
        parts.insert(0, wrapped(retention_words(table), width))
    if legend:
        parts.append(wrapped(legend_text(table), width))
    return "\n\n".join(parts)


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

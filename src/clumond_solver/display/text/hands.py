"""Cards, hands, deals and plays as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING

from clumond_solver.base.cards import DIAGRAM_ORDER, Card, Hand, Strain
from clumond_solver.base.wording import capital, columns_of, padded
from clumond_solver.display.text.layout import WIDTH, table_text, wrapped
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import TRICKS, ParReading, Play

if TYPE_CHECKING:
    from clumond_solver.rules.states import TrickState


def hand_text(hand: Hand, *, width: int = WIDTH) -> str:
    """The suits of a hand, in one line if they fit, otherwise one per line."""
    suits = _suit_lines(hand)
    line = "   ".join(suits)
    return line if len(line) <= width else "\n".join(suits)


def unseen_hand_text(state: TrickState, seat: int, *, is_own: bool = False) -> str:
    """Why a seat sees no cards of its own: none is dealt, or it may not look, or none is left."""
    if not state.layout.hand_size:
        return "no card is dealt yet"
    if state.play is not None and not state.play.hands[seat]:
        return "no card is left"
    return "you may not look at your cards" if is_own else "may not look at his cards"


def deal_text(deal: Deal, *, players: Sequence[str] = ("", "", ""), width: int = WIDTH) -> str:
    """A diagram of three hands round the table, the dealer below.

    >>> print(deal_text(Deal.parse("F:A.2.3.4 K.3.4.5 Q.4.5.6")))
    forehand            middlehand
    ♣ 4                 ♣ 5
    ♥ 2                 ♥ 3
    ♠ A                 ♠ K
    ♦ 3                 ♦ 4
    <BLANKLINE>
              rearhand, dealer
              ♣ 6
              ♥ 4
              ♠ Q
              ♦ 5
    """
    return diagram(deal.hands, [seat_title(seat, players) for seat in Seat], [], width)


def play_text(play: Play, *, players: Sequence[str] = ("", "", ""), width: int = WIDTH) -> str:
    """A diagram of the cards still held, the trick on the table, and the state of the play."""
    titles = [seat_title(seat, players, play.declarer) for seat in Seat]
    picture = diagram(play.hands, titles, _table_lines(play), width)
    return f"{picture}\n\n{wrapped(_play_state(play), width)}"


def tricks_text(
    play: Play, *, notes: Sequence[str] = (), players: Sequence[str] = ("", "", "")
) -> str:
    """A table of the tricks played since the play began; ▸ marks the lead.

    ``notes`` are short texts put after the cards, such as "?!", in the order of play.
    """
    names = [player_name(seat, players) for seat in Seat]
    tricks = [(Seat(trick.leader), trick.cards, names[trick.winner]) for trick in play.tricks]
    if play.trick:
        tricks.append((play.leader, play.trick, ""))
    # Cards that were on the table when the play began have no note.
    without_note = sum(len(cards) for _, cards, _ in tricks) - len(play.history)
    notes_of_cards = chain(repeat("", without_note), notes, repeat(""))
    first = TRICKS - play.tricks_left - len(play.tricks) + 1
    rows = []
    for number, (leader, cards, winner) in enumerate(tricks, first):
        shown = [f"{card.pretty()}{next(notes_of_cards)}" for card in cards]
        rows.append([str(number), *by_column(shown, leader), winner])
    return table_text(["trick", *names, "won by"], rows, right={0})


def by_column(cards: Sequence[str], leader: int, count: int = len(Seat)) -> list[str]:
    """The cards of a trick in the columns of their seats, of which ``leader`` is the first one's;
    ▸ marks the lead.
    """
    columns = [""] * count
    for index, card in enumerate(cards):
        columns[(leader + index) % count] = ("▸" if index == 0 else " ") + card
    return columns


def _suit_lines(hand: Hand) -> list[str]:
    return [f"{suit.symbol} {' '.join(hand.ranks_text(suit)) or '–'}" for suit in DIAGRAM_ORDER]


def seat_title(seat: Seat, players: Sequence[str], declarer: Seat | None = None) -> str:
    """A seat with its player's name and its roles."""
    name = f"{seat} ({players[seat]})" if players[seat] else str(seat)
    roles = ["declarer"] * (seat is declarer) + ["dealer"] * (seat is Seat.REARHAND)
    return ", ".join([name, *roles])


def player_name(seat: int, players: Sequence[str]) -> str:
    """A seat in a sentence: its player's name or "you", or the seat's own name if he has none.

    >>> [player_name(seat, ("Ann", "", "You")) for seat in range(3)]
    ['Ann', 'middlehand', 'you']
    """
    name = players[seat] or str(Seat(seat))
    return "you" if name.lower() == "you" else name


def player_names(players: Sequence[str]) -> list[str]:
    """The `player_name` of each seat."""
    return [player_name(seat, players) for seat in Seat]


def seating_text(declarer: Seat | None, strain: Strain | None, players: Sequence[str]) -> str:
    """The seating, as far as the players have names, and the contract.

    >>> seating_text(Seat.FOREHAND, Strain.CLUBS, ("Ann", "Bo", "you"))
    'Ann forehand, Bo middlehand, you rearhand (the dealer): Ann declares ♣.'
    """
    contract = f"{contract_text(declarer, strain, player_names(players))}."
    if not any(players):
        return capital(contract)
    sits = ", ".join(f"{player_name(seat, players)} {seat}" for seat in Seat if players[seat])
    return f"{sits}{' (the dealer)' if players[Seat.REARHAND] else ''}: {contract}"


def diagram(hands: Sequence[Hand], titles: Sequence[str], middle: Sequence[str], width: int) -> str:
    """Forehand and middlehand above, rearhand below; all in one column if that is too wide."""
    left, right, below = (
        [title, *_suit_lines(hand)] for title, hand in zip(titles, hands, strict=True)
    )
    step = max(20, *(columns_of(line) + 4 for line in left))
    if step + max(map(columns_of, right)) > width:
        return "\n".join([*left, "", *right, "", *middle, *[""] * bool(middle), *below])
    top = [(padded(one, step) + other).rstrip() for one, other in zip(left, right, strict=True)]
    box = [f"{' ' * max(0, step - 9)}{line}" for line in middle]
    return "\n".join([*top, "", *box, *(" " * (step // 2) + line for line in below)])


def _table_lines(play: Play) -> list[str]:
    """A small table with the cards on it; ? for the next card, a dot for one after that."""
    if play.is_over:
        return []
    cards = by_column([card.pretty() for card in play.trick], play.leader)
    forehand, middlehand, rearhand = (
        ("?" if seat is play.turn else card.strip() or "·").rjust(3)
        for seat, card in zip(Seat, cards, strict=True)
    )
    return [
        "╭─────────────╮",
        f"│{forehand}     {middlehand}  │",
        f"│    {rearhand}      │",
        "╰─────────────╯",
    ]


def _play_state(play: Play) -> str:
    """The contract, the seat to play, and the tricks taken."""
    parts = [contract_text(play.declarer, play.strain)]
    if play.turn is not None:
        parts.append(f"trick {TRICKS - play.tricks_left + 1}, {play.turn} to play")
    else:
        parts.append("all tricks are played")
    if any(play.tricks_taken):
        parts.append(f"tricks taken: {by_seat(play.tricks_taken)}")
    if any(play.supplementary):
        parts.append(f"supplementary: {by_seat(play.supplementary)}")
    parts += par_words(play.par)
    return "; ".join(parts)


def par_words(par: ParReading) -> list[str]:
    """How tricks off are counted, if not by the nearest par."""
    return [] if par is ParReading.NEAREST else [f"tricks off by the {par} par"]


def contract_text(
    declarer: Seat | None, strain: Strain | None, names: Sequence[str] = tuple(map(str, Seat))
) -> str:
    """The contract, or that nobody declares; ``names`` are the seats'."""
    if declarer is None:
        return "nobody declares, no trumps"
    name = names[declarer]
    return f"{name} {'declare' if name == 'you' else 'declares'} {strain_text(strain)}"


def strain_text(strain: Strain | None) -> str:
    """A strain as a sentence names it."""
    return "no trumps" if strain is None or strain is Strain.NO_TRUMPS else strain.symbol


def in_strain(strain: Strain) -> str:
    """Where a hand is declared.

    >>> in_strain(Strain.HEARTS), in_strain(Strain.NO_TRUMPS)
    ('in ♥', 'at no trumps')
    """
    return "at no trumps" if strain.suit is None else f"in {strain.symbol}"


def by_seat(counts: Sequence[int]) -> str:
    """A number for each seat, with the seats' names."""
    return ", ".join(f"{seat} {count}" for seat, count in zip(Seat, counts, strict=True))


def cards_text(cards: Iterable[Card]) -> str:
    """Cards by suit, from the highest down."""
    hand = Hand.from_cards(cards)
    return "  ".join(
        f"{suit.symbol}{hand.ranks_text(suit)}" for suit in DIAGRAM_ORDER if hand.length(suit)
    )

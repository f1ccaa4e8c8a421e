"""The last two tricks with all hands open: every question at once, by trying every card.

An ending of the play answers up to 64 questions with yes or no, a bit each. Where the hero chooses
the answer is yes if it is yes after some card, where the others do if it is yes after every card.
With so few cards left this takes less time than starting a search for every question.
"""

from libc.stdint cimport uint64_t

from clumond_solver._core.bits.cards cimport count_cards, lowest, one_per_run, suit_cards
from clumond_solver._core.double_dummy.cooperative_lines cimport (
    Line,
    legal_cards,
    line_from,
    play_on,
)
from clumond_solver._core.rules.limits cimport KEPT, TRICKS

cdef enum:
    TRIPLES = 64

ctypedef struct Answers:
    # The questions that the hero forces to be yes, and those that can be yes if everybody helps.
    uint64_t forced
    uint64_t possible

ctypedef struct Endgame:
    # The answers by counts kept (diamonds + 4 * spades + 16 * hearts) and tricks taken.
    const uint64_t* endings
    uint64_t nodes


cdef inline int kept_in(const Line* line, int suit) noexcept nogil:
    return count_cards(suit_cards(line.hand[0], suit))


cdef bint fits(const Line* line) noexcept nogil:
    """Whether the play ends with three cards in every hand, and thirteen tricks at most."""
    cdef int place, held
    for place in range(3):
        held = count_cards(line.hand[(line.turn + place) % 3])
        if held != KEPT + line.tricks_left - (place >= 3 - line.on_table):
            return False
    return line.tricks_left >= 0 and 0 <= line.taken <= TRICKS - line.tricks_left


cdef Answers answers_at(Endgame* game, const Line* line) noexcept nogil:
    """The answers after the best of all plays, one for each run of touching cards."""
    cdef Answers answers, after
    cdef Line next_line
    cdef uint64_t cards, live
    game.nodes += line.on_table == 0
    if line.tricks_left == 0:
        answers.forced = answers.possible = game.endings[
            (TRICKS + 1) * (kept_in(line, 0) + 4 * kept_in(line, 1) + 16 * kept_in(line, 2))
            + line.taken
        ]
        return answers
    live = line.hand[0] | line.hand[1] | line.hand[2] | line.best
    cards = one_per_run(legal_cards(line), line.hand[line.turn], live)
    answers.forced = 0 if line.turn == 0 else ~<uint64_t>0
    answers.possible = 0
    while cards:
        next_line = line[0]
        play_on(&next_line, cards & (~cards + 1))
        cards &= cards - 1
        after = answers_at(game, &next_line)
        answers.possible |= after.possible
        if line.turn == 0:
            answers.forced |= after.forced
        else:
            answers.forced &= after.forced
    return answers


cdef uint64_t good_card(
    Endgame* game, const Line* line, uint64_t kept, uint64_t stopped
) noexcept nogil:
    """The lowest card that gives nothing away: the hero's keeps `kept` at yes, the others' keep
    `stopped` at no."""
    cdef uint64_t cards = legal_cards(line)
    cdef uint64_t question = kept if line.turn == 0 else stopped
    cdef Line after
    while cards & (cards - 1) and question:
        after = line[0]
        play_on(&after, cards & (~cards + 1))
        if (answers_at(game, &after).forced & question != 0) == (line.turn == 0):
            break
        cards &= cards - 1
    return cards & (~cards + 1)


def solve_endgame(
    hands,
    int leader,
    table,
    int taken,
    int strain,
    const uint64_t[::1] endings,
    int first_miss,
):
    """What the hero forces, what is possible, what he forces after each card, a line, and nodes.

    Hands, leader, table and taken are as in `PartitionSearch.run`, cards are numbered as bits.
    `endings` holds `Endgame.endings`; from question `first_miss` on they ask for a finish
    within 0, 1, 2 … tricks: in the line the hero keeps his miss small, the others large.
    """
    cdef Endgame game
    cdef Answers answers
    cdef Line line = line_from(hands, leader, table, taken, strain)
    cdef Line after
    cdef uint64_t cards, card, kept
    if endings.shape[0] != TRIPLES * (TRICKS + 1) or not fits(&line):
        raise ValueError("endings of the wrong size, or no position of a play")
    game.endings = &endings[0]
    game.nodes = 0
    answers = answers_at(&game, &line)
    after_each = {}
    if line.tricks_left:
        cards = legal_cards(&line)
        while cards:
            after = line
            play_on(&after, cards & (~cards + 1))
            after_each[lowest(cards)] = answers_at(&game, &after).forced
            cards &= cards - 1
    kept = answers.forced >> first_miss
    kept = (kept & (~kept + 1)) << first_miss
    played = []
    while line.tricks_left:
        card = good_card(&game, &line, kept, kept >> 1 if kept >> first_miss > 1 else 0)
        played.append(lowest(card))
        play_on(&line, card)
    return answers.forced, answers.possible, after_each, played, game.nodes

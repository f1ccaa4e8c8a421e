"""The last two tricks with all hands open: every question at once, by trying every card.

An ending of the play answers up to 64 questions with yes or no, one bit per question. At the hero's
turn the answer is yes if it is yes after some card, at another's turn if it is yes after every
card. With so few cards left this takes less time than a search per question.
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

ctypedef struct AnswerMasks:
    # The questions that the hero can force to be yes, and those that are yes if everybody helps.
    uint64_t forced
    uint64_t possible

ctypedef struct Endgame:
    # The answers by the cards kept (diamonds + 4 * spades + 16 * hearts) and tricks taken.
    const uint64_t* endings
    uint64_t nodes


cdef inline int kept_in(const Line* line, int suit) noexcept nogil:
    return count_cards(suit_cards(line.hand[0], suit))


cdef bint is_consistent(const Line* line) noexcept nogil:
    """Whether every hand ends with three cards, and the hero with at most thirteen tricks."""
    cdef int offset, held
    for offset in range(3):
        held = count_cards(line.hand[(line.turn + offset) % 3])
        if held != KEPT + line.tricks_left - (offset >= 3 - line.on_table):
            return False
    return line.tricks_left >= 0 and 0 <= line.taken <= TRICKS - line.tricks_left


cdef AnswerMasks answers_at(Endgame* game, const Line* line) noexcept nogil:
    """The answers by trying all plays, one for each run of touching cards."""
    cdef AnswerMasks answers, after
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
    Endgame* game, const Line* line, uint64_t keep_yes, uint64_t keep_no
) noexcept nogil:
    """The lowest card that gives nothing away.

    The hero's card keeps the answer to `keep_yes` at yes, another's that to `keep_no` at no.
    """
    cdef uint64_t cards = legal_cards(line)
    cdef uint64_t question = keep_yes if line.turn == 0 else keep_no
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
    """What the hero can force, what is possible, what he can force after each card, a line, nodes.

    Hands, leader, table and taken are as in `PartitionSearch.run`; cards are bit numbers. `endings`
    is laid out as `Endgame.endings`. From question `first_miss` on, questions ask for a miss of at
    most 0, 1, 2 … tricks: in the line the hero keeps his miss small, the others keep it large.
    """
    cdef Endgame game
    cdef AnswerMasks answers
    cdef Line line = line_from(hands, leader, table, taken, strain)
    cdef Line after
    cdef uint64_t cards, card, least_miss, keep_no
    if endings.shape[0] != TRIPLES * (TRICKS + 1) or not is_consistent(&line):
        raise ValueError("endings of the wrong size, or an inconsistent position")
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
    least_miss = answers.forced >> first_miss
    least_miss = (least_miss & (~least_miss + 1)) << first_miss
    keep_no = least_miss >> 1 if least_miss >> first_miss > 1 else 0
    played = []
    while line.tricks_left:
        card = good_card(&game, &line, least_miss, keep_no)
        played.append(lowest(card))
        play_on(&line, card)
    return answers.forced, answers.possible, after_each, played, game.nodes

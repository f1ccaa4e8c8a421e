"""Functions of the compiled core that only tests call by themselves."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from clumond_solver._core.bits.cards cimport count_cards, lowest, suit_cards
from clumond_solver._core.rules cimport equivalent_moves as equivalence
from clumond_solver._core.double_dummy.comparisons cimport (
    across_boundary,
    all_higher,
    for_any_of,
    pairs_with,
    suit_lengths,
    with_gaps,
    without_bits,
)
from clumond_solver._core.double_dummy.cooperative_bounds cimport hopeless_counts, slack_of_bounds
from clumond_solver._core.double_dummy.goals cimport CASES, Goal, case_of, fill_goal
from clumond_solver._core.double_dummy.quick_tricks cimport quick_tricks
from clumond_solver._core.double_dummy.rollout_finish cimport exact_finish_rewards
from clumond_solver._core.bits.runs cimport Moves, list_runs
from clumond_solver._core.rules cimport any_game_tricks
from clumond_solver._core.rules.clumond_tricks cimport (
    MAX_SEATS,
    Board,
    Payoffs,
    Position,
    TrickTables,
    legal_cards,
    play_card,
)
from clumond_solver._core.rules.limits cimport MAX_MOVES, TRICKS
from clumond_solver._core.single_dummy.deal_weights cimport (
    Evidence,
    HandWeights,
    log_weight,
    set_info_before,
)
from clumond_solver._core.single_dummy.knowledge cimport PublicInfo, SeatKnowledge
from clumond_solver._core.single_dummy.defender_plan cimport MAX_DEALS, Plan, plan_cards
from clumond_solver._core.single_dummy.net cimport Nets


def exact_rewards(Board board, Payoffs payoffs):
    """The rewards of each seat under exact play with open hands to the end."""
    cdef float rewards[MAX_SEATS]
    exact_finish_rewards(&board.rules.data, &payoffs.data, &board.data, rewards)
    return tuple([rewards[seat] for seat in range(MAX_SEATS)])


def log_weight_of(
    SeatKnowledge knowledge, hands, Nets nets, HandWeights calling, float trust_plays
):
    """The logarithm of the weight that the viewer gives to these hands."""
    cdef Evidence evidence
    cdef uint64_t held[MAX_SEATS]
    for seat in range(MAX_SEATS):
        held[seat] = hands[seat]
    evidence.tables = &knowledge.board.rules.data
    evidence.payoffs = &knowledge.payoffs.data
    evidence.history = &knowledge.history
    evidence.viewer = knowledge.viewer
    evidence.nets = nets.by_role
    evidence.calling = NULL if calling is None else calling.weights
    evidence.trust_plays = trust_plays
    set_info_before(&evidence)
    return log_weight(&evidence, held)


def plan_of(SeatKnowledge knowledge, Nets nets, deals, chances, bint best_alone):
    """The chance that declarer fails after each card of the viewer, who is to play.

    `deals` are the hands of his left neighbour (masks), `chances` their weights.
    """
    if not len(deals) == len(chances) <= MAX_DEALS:
        raise ValueError(f"{len(deals)} deals, {len(chances)} chances: at most {MAX_DEALS}")
    cdef Plan* plan = <Plan*>malloc(sizeof(Plan))
    if plan == NULL:
        raise MemoryError
    cdef PublicInfo info
    cdef double values[64]
    cdef uint64_t cards = legal_cards(&knowledge.board.rules.data, &knowledge.board.data)
    plan.tables = &knowledge.board.rules.data
    plan.payoffs = &knowledge.payoffs.data
    plan.nets = nets.by_role
    plan.viewer = knowledge.viewer
    plan.least_chance = 0
    plan.lists[0].count = len(deals)
    plan.lists[0].mass = sum(chances)
    for number in range(len(deals)):
        plan.lists[0].first_hand[number] = deals[number]
        plan.lists[0].chance[number] = chances[number]
    knowledge.set_info(&info)
    plan_cards(
        plan, &knowledge.board.data, &info, knowledge.unseen, cards, best_alone, values
    )
    free(plan)
    failing = {}
    while cards:
        failing[lowest(cards)] = values[lowest(cards)]
        cards &= cards - 1
    return failing


cdef uint64_t sequences(
    const any_game_tricks.TrickTables* tables, const any_game_tricks.Position* position, int depth
) noexcept nogil:
    cdef any_game_tricks.Move moves[MAX_MOVES]
    cdef any_game_tricks.Position after
    cdef uint64_t cards, count = 0
    if depth == 0:
        return 1
    if position.trick.tricks_left == 0:
        return 0
    cards = any_game_tricks.legal_cards(tables, position)
    while cards:
        for number in range(any_game_tricks.moves_of(tables, position, lowest(cards), moves)):
            after = position[0]
            any_game_tricks.play_move(tables, &after, &moves[number])
            count += sequences(tables, &after, depth - 1)
        cards &= cards - 1
    return count


def sequences_of(any_game_tricks.Board board, int depth):
    """The number of ways to play so many cards in turn."""
    return sequences(&board.rules.data, &board.data, depth)


cdef uint64_t clumond_sequences(
    const TrickTables* tables, const Position* position, int depth
) noexcept nogil:
    cdef Position after
    cdef uint64_t cards, count = 0
    if depth == 0:
        return 1
    if position.trick.tricks_left == 0:
        return 0
    cards = legal_cards(tables, position)
    while cards:
        after = position[0]
        play_card(tables, &after, lowest(cards))
        count += clumond_sequences(tables, &after, depth - 1)
        cards &= cards - 1
    return count


def clumond_sequences_of(Board board, int depth):
    """The same on Clumond's own board."""
    return clumond_sequences(&board.rules.data, &board.data, depth)


def moves_to_try(any_game_tricks.Board board):
    """The moves of the seat to play that open-card searches try, as (card, card named)."""
    cdef any_game_tricks.Move moves[MAX_MOVES]
    cdef int count = equivalence.moves_to_try(&board.rules.data, &board.data, moves)
    return [(moves[number].card, moves[number].named) for number in range(count)]


cdef uint64_t lengths_of(const uint64_t* hands):
    cdef uint64_t lengths = 0
    cdef int player, suit
    for player in range(3):
        for suit in range(4):
            lengths |= (
                <uint64_t>count_cards(suit_cards(hands[player], suit)) << (16 * player + 4 * suit)
            )
    return lengths


def hopeless_claims(hands, int strain, int leader, int taken, totals):
    """What the bounds of cooperative play exclude here, for all retentions that fit the hand."""
    cdef uint64_t held[3]
    cdef uint64_t lengths, keep, boundaries
    cdef uint32_t hopeless
    cdef int diamonds, spades, hearts, clubs, player
    cdef int tricks_left = hands[leader].bit_count() - 3
    for player in range(3):
        held[player] = hands[player]
    lengths = lengths_of(held)
    claims = []
    for diamonds in range(4):
        for spades in range(4 - diamonds):
            for hearts in range(4 - diamonds - spades):
                clubs = 3 - diamonds - spades - hearts
                keep = diamonds | spades << 4 | hearts << 8 | clubs << 12
                if any((lengths >> at & 15) < (keep >> at & 15) for at in (0, 4, 8, 12)):
                    continue
                for further in range(tricks_left + 1):
                    if slack_of_bounds(
                        held, lengths, keep, strain, leader, tricks_left, further, 0
                    ) < 0:
                        # Claimed of these cards only, not of positions like them.
                        claims.append(
                            (diamonds + 4 * spades + 16 * hearts, 1 << further, 1, (1 << 64) - 1)
                        )
                for wanted in totals:
                    hopeless = hopeless_counts(
                        held, lengths, keep, wanted, strain, leader, tricks_left, taken, &boundaries
                    )
                    if hopeless >> taken & 1:
                        claims.append(
                            (diamonds + 4 * spades + 16 * hearts, wanted, hopeless, boundaries)
                        )
    return claims


def wrong_claims(claims, further, int tricks_left):
    """The claims that the numbers of further tricks by cards kept contradict."""
    cdef uint32_t wanted, hopeless, reached
    cdef int taken
    wrong = []
    for claim in claims:
        wanted, hopeless = claim[1], claim[2]
        reached = further[claim[0]]
        for taken in range(14 - tricks_left):
            if hopeless >> taken & 1 and wanted >> taken & reached:
                wrong.append(claim)
                break
    return wrong


def quick_tricks_of(hands, int strain, int leader):
    """The tricks that the side on lead can take at once, and the pairs they rest on, by suit.

    The first hand is the hero's; the two others are one side.
    """
    cdef uint64_t held[3]
    cdef uint64_t[4] pairs = [0, 0, 0, 0]
    for player in range(3):
        held[player] = hands[player]
    tricks = quick_tricks(held, lengths_of(held), leader, strain, pairs)
    return tricks, list(pairs)


def higher_cards(hands, int suit):
    """The pairs of a suit whose first card is the higher one."""
    cdef uint64_t held[3]
    for player in range(3):
        held[player] = hands[player]
    return all_higher(held, suit_lengths(lengths_of(held), suit), suit)


def pairs_without(uint64_t pairs, hands, int suit, int player, int card):
    """Pairs of a suit by their places once a card is gone, and the same put back."""
    cdef uint64_t held[3]
    cdef uint64_t gone, left
    for each in range(3):
        held[each] = hands[each]
    gone = pairs_with(suit_lengths(lengths_of(held), suit), player, card)
    left = without_bits(pairs, gone)
    return left, with_gaps(left, gone)


def pairs_for_any_of(uint64_t pairs, hands, int suit, int player, int card, int low, int high):
    """What playing any of a player's cards rests on, if one of them rests on these pairs; None if
    they do not all compare so.
    """
    cdef uint64_t held[3]
    for each in range(3):
        held[each] = hands[each]
    n = suit_lengths(lengths_of(held), suit)
    hold = for_any_of(&pairs, all_higher(held, n, suit), n, player, card, low, high)
    return pairs if hold else None


def pairs_across(hands, uint64_t boundary):
    """All pairs of a card above a rank boundary and one below it, of its suit."""
    cdef uint64_t held[3]
    cdef uint64_t[4] pairs = [0, 0, 0, 0]
    for player in range(3):
        held[player] = hands[player]
    across_boundary(pairs, held, lengths_of(held), boundary)
    return pairs[lowest(boundary) >> 4]


def case_of_lengths(uint64_t lengths):
    """The case of a hand's suit lengths, four bits each, by which the tables of a goal go."""
    return case_of(lengths)


def goal_tables(accepted):
    """The counts that are lost and those that are won, by tricks left and case; and the only cards
    kept that may succeed with their totals, which are 0 if there are more.
    """
    cdef Goal goal
    cdef uint32_t totals[64]
    for kept in range(64):
        totals[kept] = accepted[kept]
    fill_goal(&goal, totals)
    lost = [[goal.lost_counts[k][case] for case in range(CASES)] for k in range(TRICKS + 1)]
    won = [[goal.won_counts[k][case] for case in range(CASES)] for k in range(TRICKS + 1)]
    return lost, won, (goal.only_keep, goal.only_totals)


def runs_of(uint64_t mine, uint64_t others):
    """The runs of touching cards of `mine`, which `others` separate: lowest and highest card."""
    cdef Moves moves
    list_runs(&moves, mine, others)
    return [(moves.bottom[i], moves.top[i]) for i in range(moves.count)]

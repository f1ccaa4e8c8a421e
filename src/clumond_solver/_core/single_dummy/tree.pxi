# The tree of a search and the pool of its nodes. A template, included by `ismcts.pxd`
# with Clumond's moves and by `any_game.pyx` with those of any game.


cdef struct Node:
    double total
    float prior
    uint32_t visits
    int32_t first_child
    int32_t next_sibling
    # The play that led here.
    Move move


cdef struct Tree:
    Node* nodes
    # By node the cards that it has been expanded by; not in the nodes, so that two of these fit a
    # cache line.
    uint64_t* expanded
    int used
    int capacity
    # The most nodes that the pool may grow to.
    int max_nodes


cdef enum:
    MAX_NODES = 6_000_000
    FIRST_NODES = 4096
    # More than the nodes that one iteration adds.
    SPARE_NODES = 1024

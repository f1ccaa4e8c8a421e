# The tree of a search, and the pool that its nodes lie in. A template, brought in by `ismcts.pxd`
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
    # By node that has children: the cards that they are plays of, or were to be when the pool was
    # full. Not in the nodes, of which two fit in a cache line.
    uint64_t* known
    int used
    int capacity
    # Beyond this many nodes the pool does not grow.
    int most


cdef enum:
    MAX_NODES = 6_000_000
    FIRST_NODES = 4096
    # More than the nodes that one iteration adds.
    SPARE_NODES = 1024

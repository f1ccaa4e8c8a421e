# The nodes of a search tree. A template, included by `clumond_tree_search.pxd` with Clumond's moves
# and by `any_game_tree_search.pyx` with those of any game.


cdef struct Node:
    double total
    float prior
    uint32_t visits
    int32_t first_child
    int32_t next_sibling
    # The move that leads to this node.
    Move move


cdef struct Tree:
    Node* nodes
    # By node the cards that it has children for; not a field of Node, so that two nodes fit into a
    # cache line.
    uint64_t* expanded
    int used
    int capacity
    # The greatest capacity allowed.
    int max_nodes


cdef enum:
    MAX_NODES = 6_000_000
    FIRST_NODES = 4096
    # More than the nodes that one iteration adds.
    SPARE_NODES = 1024

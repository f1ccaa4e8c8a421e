"""What the exact searches over any game's tables share: their table of positions."""

from libc.stdlib cimport calloc, free
from libc.string cimport memset


cdef class AnyGameSearch:
    """A search with its table, for one game's rules; positions of one deal share its entries."""

    def __cinit__(self, Rules rules, int log_entries=18):
        if not 4 <= log_entries <= 26:
            raise ValueError(f"a table of 2**{log_entries} entries: log_entries is from 4 to 26")
        self.rules = rules
        self.count = <uint64_t>1 << log_entries
        self.entries = <Entry*>calloc(self.count, sizeof(Entry))
        if self.entries == NULL:
            raise MemoryError("no memory for the table of an open-card search")
        draw_keys(&self.keys)

    def __dealloc__(self):
        free(self.entries)

    cdef Search start(self, Board board, int seat) except *:
        cdef Search search
        if board.rules is not self.rules:
            raise ValueError("the board has other rules")
        if not 0 <= seat < self.rules.data.seats:
            raise ValueError(f"no seat {seat} among {self.rules.data.seats}")
        search.tables = &self.rules.data
        search.keys = &self.keys
        search.entries = self.entries
        search.last_entry = self.count - 1
        search.seat = seat
        search.question = 0
        search.bonus_seat = -1
        search.bonus = 0
        search.nodes = 0
        search.stop = NULL
        return search

    def clear(self):
        """Forget everything."""
        memset(self.entries, 0, self.count * sizeof(Entry))

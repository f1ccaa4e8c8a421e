"""Choose the build of the open-card search for this processor, at run time."""

from clumond_solver._core.double_dummy import open_search, open_search_bmi2


def new_search(blocks: int, *, shared: bool = False) -> open_search.PartitionSearch:
    """A search whose table holds `blocks` blocks of four entries and may be `shared`."""
    if open_search.has_bmi2():
        return open_search_bmi2.PartitionSearch(blocks, shared)
    return open_search.PartitionSearch(blocks, shared)

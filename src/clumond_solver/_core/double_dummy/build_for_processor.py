"""Choose the build of the open-card search for this processor, at run time."""

from clumond_solver._core.double_dummy import open_search, open_search_bmi2


def new_search(blocks: int) -> open_search.PartitionSearch | open_search_bmi2.PartitionSearch:
    """A search whose table holds `blocks` blocks of entries."""
    if open_search.has_bmi2():
        return open_search_bmi2.PartitionSearch(blocks)
    return open_search.PartitionSearch(blocks)

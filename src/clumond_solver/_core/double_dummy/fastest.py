"""Choose the build of the open-card search for this processor, at run time."""

from clumond_solver._core.double_dummy import open_search, open_search_bmi2


def new_search(blocks: int, parts: int = 1) -> open_search.PartitionSearch:
    """A search whose table holds `blocks` blocks of four entries, in parts if threads share it."""
    if open_search.has_bmi2():
        return open_search_bmi2.PartitionSearch(blocks, parts)
    return open_search.PartitionSearch(blocks, parts)

"""Choose, at run time, the build of the open-card search that suits this processor."""

from clumond_solver._core.double_dummy import open_search, open_search_bmi2


def new_search(blocks: int) -> open_search.OpenSearch | open_search_bmi2.OpenSearch:
    """A search whose table holds `blocks` blocks of four proofs."""
    if open_search.has_bmi2():
        return open_search_bmi2.OpenSearch(blocks)
    return open_search.OpenSearch(blocks)

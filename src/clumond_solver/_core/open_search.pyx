"""Open-card search, for any processor."""

include "search.pxi"

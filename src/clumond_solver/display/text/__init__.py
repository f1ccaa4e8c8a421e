"""Plain text for people: hand diagrams, trick tables, and what solver and engine answer.

Every function of these modules returns a string without a final line break and without terminal
codes. ``width`` is the number of columns to keep to; what does not fit beside each other goes below
each other.
"""

"""The version of the library: the only place that has it."""

__version__ = "1.0.0rc1"

"""The exit codes of the command: success, a check failed, bad input, interrupted.

A module without imports, since the command is ready for Ctrl-C before it loads anything else.
"""

OK, CHECK_FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130

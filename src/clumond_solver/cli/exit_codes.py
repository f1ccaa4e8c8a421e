"""The command's exit codes: success, a check failed, bad input, interrupted.

>>> exit_code_of(FileNotFoundError("no.txt")), exit_code_of(BrokenPipeError())
(2, 0)
"""

OK, CHECK_FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def exit_code_of(error: Exception) -> int:
    """The code of an error: bad input, unless the reader of the output, like `head`, closed it."""
    return OK if isinstance(error, BrokenPipeError) else BAD_INPUT

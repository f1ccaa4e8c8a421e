"""What the command's exit codes mean."""

OK, CHECK_FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130

"""The command `clumond`: advise, solve, play and so on (`command_line` has its grammar).

Data goes to standard output, progress and errors to standard error. Exit codes: 0 success,
1 a check failed, 2 bad input, 130 interrupted (results so far are printed).

>>> main(["show", "AK.42..3"])
♣ 3   ♥ 4 2   ♠ A K   ♦ –
0
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence

from clumond_solver.cli.exit_codes import BAD_INPUT, CHECK_FAILED, INTERRUPTED, OK

__all__ = ["BAD_INPUT", "CHECK_FAILED", "INTERRUPTED", "OK", "main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with the given arguments (or the process's own); return the exit code."""
    try:
        # Loading takes some tenths of a second, and Ctrl-C may come meanwhile.
        from clumond_solver.cli.command_line import run

        return run(sys.argv[1:] if arguments is None else arguments)
    except ImportError as error:
        if error.name != "clumond_solver._core":
            raise
        print(f"clumond: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        if arguments is None:
            # The process ends: Ctrl-C again would only break what Python does at exit.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        print("clumond: interrupted", file=sys.stderr)
        return INTERRUPTED

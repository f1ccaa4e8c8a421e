"""`python -m clumond_solver` is the command `clumond`."""

import sys

from clumond_solver.cli import main

if __name__ == "__main__":
    sys.exit(main())

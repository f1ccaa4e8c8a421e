"""Every public callable says in the library's words what is wrong with what it is given."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver.base.errors import ClumondError
from clumond_solver.games import registry
from clumond_solver.single_dummy import engines
from tests import wrong_values

SUBJECTS = wrong_values.subjects()
QUESTION = '{"hand": "AK8732.AK974.KJ4.Q3", "budget": 0}\n'
# These take seconds with right arguments.
SLOW = {"daily_puzzle", "puzzles"}

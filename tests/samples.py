"""Where the tests' sample files are."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SEEDS = ROOT / "seeds"
SAMPLE_HANDS = SEEDS / "sample-hands.clumond"
EXAMPLES = ROOT / "examples"

"""Engine players play a session: `python examples/engine_session.py clag players=3 [seed]`."""

import sys

from clumond_solver import Session, choose
from clumond_solver.display.text.records import score_sheet_text
from clumond_solver.games.registry import parse_game


def play(words: str, seed: int) -> str:
    """The score sheet of a session in which everybody searches 300 determinizations an action."""
    session = Session(parse_game(words), seed)
    while not session.is_finished:
        session.push(choose(session.state, iterations=300, seed=seed).action)
    return score_sheet_text(session.standing)


if __name__ == "__main__":
    numbers = [word for word in sys.argv[1:] if word.isdigit()]
    words = [word for word in sys.argv[1:] if not word.isdigit()]
    print(play(" ".join(words), int(numbers[0]) if numbers else 1))

"""Other frameworks: an adapter each over the `Game` protocol, for all games; hands as arrays."""

from clumond_solver.adapters.openspiel_game import register
from clumond_solver.adapters.pettingzoo_env import env

__all__ = ["env", "register"]

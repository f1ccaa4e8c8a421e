"""Other frameworks: any `Game` in PettingZoo and OpenSpiel, hands as arrays, results as frames."""

from clumond_solver.adapters.openspiel_game import register_in_openspiel
from clumond_solver.adapters.pettingzoo_env import env

__all__ = ["env", "register_in_openspiel"]

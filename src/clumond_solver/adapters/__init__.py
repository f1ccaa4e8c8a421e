"""Other frameworks: any `Game` in PettingZoo and OpenSpiel, hands as arrays, results as frames."""

from clumond_solver.adapters.openspiel_game import register_in_openspiel
from clumond_solver.adapters.pettingzoo_env import env, raw_env

__all__ = ["env", "raw_env", "register_in_openspiel"]

"""The environments by the name and version that PettingZoo's users look for."""

from clumond_solver.adapters.pettingzoo_env import env, raw_env

__all__ = ["env", "raw_env"]

"""Sampling model predictive control of a planar swimming snake: sampled roll-outs, their costs, and the controller."""

from snakelab.control.sampling_mpc.controller import MonteCarloMpc
from snakelab.control.sampling_mpc.planner import HeadPlanner
from snakelab.control.sampling_mpc.prediction import Futures
from snakelab.control.sampling_mpc.rollouts import roll_out, sequences
from snakelab.control.sampling_mpc.sampling import Sampling
from snakelab.control.sampling_mpc.settings import Horizon, TravelCost
from snakelab.control.sampling_mpc.wave import PlannedWave

__all__ = [
    "Futures",
    "HeadPlanner",
    "Horizon",
    "MonteCarloMpc",
    "PlannedWave",
    "Sampling",
    "TravelCost",
    "roll_out",
    "sequences",
]

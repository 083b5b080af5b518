"""Sampled roll-outs: many input sequences for one planar snake, their costs, and how the best become the next plan."""

from snakelab.control.rollout.cost import TravelCost
from snakelab.control.rollout.rollout import Horizon, roll_out, sequences
from snakelab.control.rollout.sampling import Sampling
from snakelab.control.rollout.wave import PlannedWave
from snakelab.control.rollout.weights import CrossEntropy, EliteMean, PathIntegral, mean_and_spread, shifted

__all__ = [
    "CrossEntropy",
    "EliteMean",
    "Horizon",
    "PathIntegral",
    "PlannedWave",
    "Sampling",
    "TravelCost",
    "mean_and_spread",
    "roll_out",
    "sequences",
    "shifted",
]

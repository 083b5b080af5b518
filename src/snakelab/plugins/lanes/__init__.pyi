"""Public names of the package, imported at their first use."""

from .batch import LaneBatch as LaneBatch, LaneWaves as LaneWaves
from .gpu_rollouts.cuda_backend import CudaLanes as CudaLanes, start as start
from .model.lane_model import (
    JointLaw as JointLaw,
    PlanarSwimmer as PlanarSwimmer,
    SwimmerState as SwimmerState,
    curvature_derivative_law as curvature_derivative_law,
    elliptic_swimmer as elliptic_swimmer,
    lane_model as lane_model,
    straight_state as straight_state,
)
from .model.planar_world import (
    GroundFriction as GroundFriction,
    PipeCurrent as PipeCurrent,
    PlanarWorld as PlanarWorld,
    Surroundings as Surroundings,
    UniformCurrent as UniformCurrent,
    WallLaw as WallLaw,
)
from .mpc.kernels import PlannedWave as PlannedWave
from .mpc.prediction import LanePrediction as LanePrediction, LaneRollouts as LaneRollouts
from .mpc.rollouts import best_of_roll_outs as best_of_roll_outs, roll_out as roll_out, sequences as sequences
from .mpc.settings import LaneStepping as LaneStepping, TravelCost as TravelCost
from .vector.vector_type import LANES as LANES

__all__ = [
    "GroundFriction",
    "JointLaw",
    "LaneBatch",
    "LaneRollouts",
    "LaneStepping",
    "LaneWaves",
    "PipeCurrent",
    "PlanarSwimmer",
    "PlanarWorld",
    "PlannedWave",
    "SwimmerState",
    "TravelCost",
    "UniformCurrent",
    "WallLaw",
    "curvature_derivative_law",
    "elliptic_swimmer",
    "lane_model",
    "roll_out",
    "straight_state",
]

"""Public names of the package, imported at their first use."""

from .autopilot import Autopilot as Autopilot, AutopilotGains as AutopilotGains
from .controller import Controller as Controller, Planner as Planner, Seeded as Seeded, Teleop as Teleop
from .end_effector import EndEffector as EndEffector, GazeStabiliser as GazeStabiliser
from .goal_seeking import GoalSeeker as GoalSeeker
from .learned import ActionMap as ActionMap, Policy as Policy, action_map as action_map
from .mpc import (
    EngineMpc as EngineMpc,
    GaitParameters as GaitParameters,
    GoalCost as GoalCost,
    JointTargets as JointTargets,
    Trajectory as Trajectory,
)
from .networks import Network as Network, load_network as load_network, save_network as save_network
from .pump_drive import PumpDrive as PumpDrive
from .sampling import CrossEntropy as CrossEntropy, EliteMean as EliteMean, PathIntegral as PathIntegral
from .thrust_allocation import (
    Allocation as Allocation,
    Thrusters as Thrusters,
    allocate as allocate,
    reachable as reachable,
    thrust_matrix as thrust_matrix,
    thrusters_of as thrusters_of,
)

__all__ = [
    "Allocation",
    "Autopilot",
    "AutopilotGains",
    "Controller",
    "CrossEntropy",
    "EliteMean",
    "EndEffector",
    "EngineMpc",
    "GaitParameters",
    "GazeStabiliser",
    "GoalCost",
    "GoalSeeker",
    "JointTargets",
    "PathIntegral",
    "Planner",
    "Policy",
    "PumpDrive",
    "Seeded",
    "Teleop",
    "Thrusters",
    "Trajectory",
    "allocate",
    "reachable",
    "save_network",
    "thrust_matrix",
    "thrusters_of",
]

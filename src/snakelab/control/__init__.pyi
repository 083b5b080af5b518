"""Public names of the package, imported at their first use."""

from .autopilot import Autopilot as Autopilot, AutopilotGains as AutopilotGains
from .controller import Controller as Controller, Planner as Planner, Seeded as Seeded, Teleop as Teleop
from .end_effector import EndEffector as EndEffector, GazeStabiliser as GazeStabiliser
from .engine_rollouts import (
    EngineRollouts as EngineRollouts,
    GaitParameters as GaitParameters,
    GoalCost as GoalCost,
    JointTargets as JointTargets,
    Trajectory as Trajectory,
)
from .goal_seeking import GoalSeeker as GoalSeeker
from .learned_policies import ActionMap as ActionMap, Policy as Policy, action_map as action_map
from .sampling_mpc import Futures as Futures, SamplingMpc as SamplingMpc, SamplingPlanner as SamplingPlanner
from .policy_networks import Network as Network, load_network as load_network, save_network as save_network
from .pump_drive import PumpDrive as PumpDrive
from .plan_sampling import (
    CrossEntropy as CrossEntropy,
    EliteMean as EliteMean,
    Horizon as Horizon,
    PathIntegral as PathIntegral,
    Sampling as Sampling,
)
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
    "EngineRollouts",
    "GaitParameters",
    "GazeStabiliser",
    "GoalCost",
    "GoalSeeker",
    "Horizon",
    "JointTargets",
    "PathIntegral",
    "Planner",
    "Policy",
    "PumpDrive",
    "Sampling",
    "SamplingMpc",
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

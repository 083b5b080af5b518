"""Controllers: from Measurement to Command, once per control period; thrust allocation; the autopilot."""

from typing import Any

from snakelab.control.allocation import Allocation, allocate, reachable
from snakelab.control.autopilot import Autopilot, AutopilotGains
from snakelab.control.controller import Controller, Planner, Seeded
from snakelab.control.end_effector import EndEffector
from snakelab.control.gaze_stabiliser import GazeStabiliser
from snakelab.control.goal_seeker import GoalSeeker
from snakelab.control.pump_drive import PumpDrive
from snakelab.control.teleop import Teleop
from snakelab.control.thrusters import Thrusters, thrust_matrix, thrusters_of
from snakelab.renamed_names import is_renamed, renamed

__all__ = [
    "Allocation",
    "allocate",
    "Autopilot",
    "AutopilotGains",
    "Controller",
    "GazeStabiliser",
    "GoalSeeker",
    "EndEffector",
    "Planner",
    "PumpDrive",
    "reachable",
    "Seeded",
    "Teleop",
    "Thrusters",
    "thrust_matrix",
    "thrusters_of",
]


def __getattr__(name: str) -> Any:
    if is_renamed(__name__, name):
        return renamed(__name__, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)

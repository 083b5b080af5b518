"""Public names of the package, each with its module: imported on first use."""

from .propellers.allocation import Allocation as Allocation, allocate as allocate, reachable as reachable
from .autopilot import Autopilot as Autopilot, AutopilotGains as AutopilotGains
from .controller import Controller as Controller, Planner as Planner, Seeded as Seeded
from .end_effector import EndEffector as EndEffector
from .gaze_stabiliser import GazeStabiliser as GazeStabiliser
from .goal_seeking.goal_seeker import GoalSeeker as GoalSeeker
from .pump_drive import PumpDrive as PumpDrive
from .teleop import Teleop as Teleop
from .propellers.thrusters import Thrusters as Thrusters, thrust_matrix as thrust_matrix, thrusters_of as thrusters_of

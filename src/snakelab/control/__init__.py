"""Controllers: Measurement in, Command out, once a control period; thrust allocation, and a pilot."""

from snakelab.control.allocation import Allocation, allocate, reachable
from snakelab.control.controller import Controller, Planner, Seeded
from snakelab.control.pilot import Pilot, PilotGains
from snakelab.control.thrusters import Thrusters, thrust_matrix, thrusters_of

__all__ = [
    "Allocation",
    "allocate",
    "Controller",
    "Pilot",
    "PilotGains",
    "Planner",
    "reachable",
    "Seeded",
    "Thrusters",
    "thrust_matrix",
    "thrusters_of",
]

"""A pilot: depth, heading, speed and waypoints, by thrust, by bending, or by both."""

from snakelab.control.pilot.gains import PilotGains
from snakelab.control.pilot.pilot import Pilot

__all__ = ["Pilot", "PilotGains"]

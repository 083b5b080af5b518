"""Autopilot: control of depth, heading and speed, and path following, by thrust, by bending, or by both."""

from snakelab.control.autopilot.autopilot import Autopilot
from snakelab.control.autopilot.gains import AutopilotGains

__all__ = ["Autopilot", "AutopilotGains"]

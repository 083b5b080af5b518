"""Controllers: Measurement in, Command out, once a control period."""

from snakelab.control.controller import Controller, Planner

__all__ = ["Controller", "Planner"]

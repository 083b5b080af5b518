"""The scenario of an imported robot: a ground that it rests on, and a gait that fits its joints."""

from snakelab.bridges.starting.text import scenario_text

__all__ = ["scenario_text"]

"""Scenario of an imported robot: a ground on which it rests, and a gait that suits its joints."""

from snakelab.bridges.robot_files.imported_scenario.text import scenario_text

__all__ = ["scenario_text"]

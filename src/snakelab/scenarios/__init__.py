"""Scenarios: one repeatable run in one YAML file, its loader, and the library of the papers' cases.

A scenario has the names of Python. A class is its name in snake_case, its keys are the class's
arguments: `link: {length: 0.11, mass: 0.08}` is `Link(length=0.11, mass=0.08)`. A word that needs no arguments may
be given by name alone (`actuator: passive`). In lists of parts, media and actuators, `repeat: {times: 4, parts: [...]}`
(or `media`, ...) stands for its items four times. Numbers are those of YAML 1.2, or products and quotients with pi
(`pi/4`, `-2*pi`), all in SI units and radians. Classes with Python functions (`UserLaw`, `FunctionGait`) have no type
name. Without a `controller` the robot holds still. With `base: planar_prototype` a file begins with another one's data
and contains only the differences. See docs/scenarios.md.
"""

from snakelab.scenarios.reading.catalogue import library
from snakelab.scenarios.scenario import Scenario, Settings, load_scenario, run_scenario

__all__ = ["Scenario", "Settings", "library", "load_scenario", "run_scenario"]

"""Scenarios: one repeatable run in one YAML file, its loader, and the library of the papers' cases.

A scenario has the names of Python. A class is its name in snake_case, its keys are the class's
arguments: `link: {length: 0.11, mass: 0.08}` is `Link(length=0.11, mass=0.08)`. A word that needs no arguments may
be given by name alone (`actuator: passive`). In lists of parts, media and actuators, `repeat: {times: 4, parts: [...]}`
(or `media`, ...) stands for its items four times. Numbers are those of YAML 1.2, or products and quotients with pi
(`pi/4`, `-2*pi`), all in SI units and radians. Classes with Python functions (`UserLaw`, `FunctionGait`) have no type
name. Without a `controller` the robot holds still. With `base: planar_prototype` a file begins with another one's data
and contains only the differences. See docs/scenarios.md.

Names are imported when first used: the list of the library needs no simulator.
"""

from typing import TYPE_CHECKING

import lazy_loader

from snakelab.submodules import submodules

if TYPE_CHECKING:
    from snakelab.scenarios.file_reading.catalogue import library
    from snakelab.scenarios.running import run_scenario, start_scenario
    from snakelab.scenarios.scenario import EngineSettings, Scenario, load_scenario
    from snakelab.scenarios.schema.scenario_form import Settings

_HOMES = {
    "file_reading.catalogue": ["library"],
    "running": ["run_scenario", "start_scenario"],
    "scenario": ["EngineSettings", "Scenario", "load_scenario"],
    "schema.scenario_form": ["Settings"],
}
_public_name, __dir__, _ = lazy_loader.attach(__name__, submod_attrs=_HOMES)
_module = submodules(__name__)

__all__ = ["EngineSettings", "Scenario", "Settings", "library", "load_scenario", "run_scenario", "start_scenario"]


def __getattr__(name: str) -> object:
    return _public_name(name) if name in __all__ else _module(name)

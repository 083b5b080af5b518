"""Engines that a scenario asks for. They belong to higher layers, and are imported by name when a run begins."""

from importlib import import_module
from typing import TYPE_CHECKING

from snakelab.sim.engine import Engine
from snakelab.sim.simulate import make_engine

if TYPE_CHECKING:
    from snakelab.scenarios.scenario import Scenario

# Key of the scenario, and module and function that return its engine.
MAKERS = {"emulated_bus": ("snakelab.bridges.bus.scenario_engine", "emulated_bus_engine")}


def scenario_engine(scenario: "Scenario") -> Engine:
    """Return the engine of a scenario: that of its key `engine`, or a simulation with the settings of its solver."""
    settings = scenario.settings
    if scenario.engine is None:
        return make_engine(settings.step, settings.integrator, settings.tolerance)
    (key,) = scenario.engine.given()
    module, function = MAKERS[key]
    engine: Engine = getattr(import_module(module), function)(scenario)
    return engine

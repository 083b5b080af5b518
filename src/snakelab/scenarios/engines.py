"""Engines that a scenario selects. They belong to higher layers, and are imported by name when a run begins."""

from importlib import import_module
from typing import Protocol

from snakelab.scenarios.schema.engine import EngineForm
from snakelab.sim.engine import Engine
from snakelab.sim.engine_choice import make_engine

# Key of the scenario, and module and function that return its engine.
MAKERS = {"emulated_bus": ("snakelab.bridges.bus.scenario_engine", "emulated_bus_engine")}


class Solver(Protocol):
    """Settings of the built-in engine."""

    @property
    def step(self) -> float:
        """Largest step [s]."""

    @property
    def integrator(self) -> str:
        """Name of the integrator."""

    @property
    def tolerance(self) -> float | None:
        """Tolerance of adaptive steps; None for fixed ones."""


class Described(Protocol):
    """Scenario, as far as its engine is concerned."""

    @property
    def settings(self) -> Solver:
        """Settings of the solver."""

    @property
    def engine(self) -> EngineForm | None:
        """Key `engine`; None for the simulation itself."""


def scenario_engine(scenario: Described) -> Engine:
    """Return the engine of a scenario: that of its key `engine`, or a simulation with the settings of its solver."""
    settings = scenario.settings
    if scenario.engine is None:
        return make_engine(settings.step, settings.integrator, settings.tolerance)
    (key,) = scenario.engine.given()
    module, function = MAKERS[key]
    engine: Engine = getattr(import_module(module), function)(scenario)
    return engine

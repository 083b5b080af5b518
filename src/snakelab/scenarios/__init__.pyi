"""Public names of the package, imported at their first use."""

from .catalogue import library as library
from .scenario import (
    EngineSettings as EngineSettings,
    Scenario as Scenario,
    load_scenario as load_scenario,
    run_scenario as run_scenario,
    start_scenario as start_scenario,
)
from .scenario_form import Settings as Settings

__all__ = [
    "load_scenario",
    "run_scenario",
    "start_scenario",
]

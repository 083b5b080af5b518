"""Public names of the package, imported at their first use."""

from .task_execution import (
    Executor as Executor,
    Failed as Failed,
    LocalExecutor as LocalExecutor,
    ProcessExecutor as ProcessExecutor,
    Result as Result,
    ResultsLog as ResultsLog,
    Task as Task,
    Work as Work,
    executor_for as executor_for,
    key_of as key_of,
    results_log_in as results_log_in,
    run_tasks as run_tasks,
    status_of as status_of,
)
from .gait_optimisation import GaitOptimum as GaitOptimum, optimise_gait as optimise_gait
from .identification.estimates import (
    Estimate as Estimate,
    GaitInformation as GaitInformation,
    Identification as Identification,
)
from .identification.problem import Problem as Problem, load_problem as load_problem
from .identification.identify import identify as identify
from .scenario_optimisation import Optimum as Optimum, optimise as optimise
from .evolution_strategy import Bound as Bound, CmaEs as CmaEs, Goal as Goal, bound_of as bound_of, goal_of as goal_of
from .sweeps.configuration import load_sweep as load_sweep
from .study_pages import sweep_page as sweep_page
from .sweeps.sweep_run import SweepResult as SweepResult, read_sweep as read_sweep, run_sweep as run_sweep
from .sweeps.trials import Sweep as Sweep, sweep_grid as sweep_grid, sweep_table as sweep_table
from .validation import (
    FORMAT as FORMAT,
    Trial as Trial,
    Validation as Validation,
    validate as validate,
    validation_document as validation_document,
    validation_page as validation_page,
)

__all__ = [
    "Estimate",
    "GaitOptimum",
    "Identification",
    "Optimum",
    "Sweep",
    "SweepResult",
    "identify",
    "load_sweep",
    "optimise",
    "optimise_gait",
    "run_sweep",
    "sweep_grid",
]

"""Check of the step of a run: where its error estimate leaves doubt, a repetition with a longer step, and what follows.

The estimate of a run adds up the errors of its steps. It does not contain that a sensitive motion, such as a body that tumbles or
rolls over, amplifies them, which no local number shows. A second run with another step does.
"""

import dataclasses
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

import numpy as np

from snakelab.control.controller import Planner, Seeded
from snakelab.errors import RecordingError, SimulationError, SnakelabError
from snakelab.parameters.arguments import choice
from snakelab.results.comparisons import centre_difference, joint_difference
from snakelab.results.recording import Recording
from snakelab.results.run_status import RunStatus
from snakelab.results.step_accuracy import STEP_CHECK, StepCheck, divided, engine_settings, error_limit, motion_error
from snakelab.sim.engine import WITH_ESTIMATE, Engine, LiveEngine, SnakelabEngine

CHECKS = AUTO, ALWAYS, NEVER = ("auto", "always", "never")
# Estimates above which a run is repeated [-]. A run with a smaller one errs by more than 1 % only if its motion amplifies errors
# more than 33 times, or 5 times where impacts divide steps. Those of most gaits are smaller, also with 28 joints on the ground
# (0.01 to 0.14 %).
DOUBTFUL, DOUBTFUL_WITH_IMPACTS = 3e-4, 2e-3
# Ratio of the steps of two runs below which their difference shows little of their errors [-].
SMALLEST_RATIO = 1.3

Repeat = Callable[[Engine], Recording]


def checked_choice(check_step: object, engine: Engine) -> str:
    """Return a valid `check_step`.

    Raises:
        SimulationError: if it is none, or "always" with an engine that has no step or moves a robot.
    """
    check_step = choice(check_step, "check_step", CHECKS, SimulationError)
    if check_step == ALWAYS and (isinstance(engine, LiveEngine) or not hasattr(engine, "step")):
        raise SimulationError(
            f"check_step='always' repeats a simulation with half the step, and {type(engine).__name__} has no step or moves a "
            "robot; write check_step='never'"
        )
    return check_step


def check_by_repetition(
    recording: Recording, engine: Engine, check_step: str, inputs: Sequence[object], interval: float, repeat: Repeat
) -> None:
    """Repeat a run with another step if its error is in doubt, and store the difference with its recording.

    With "always", every completed run is repeated with half the step. With "auto", runs of the built-in engine with at least four
    fixed steps between two records, and an estimate between `DOUBTFUL` and the limit of a remark, are repeated with about twice
    the step, in half to three quarters of their time.

    Args:
        recording: The run.
        engine: Its engine.
        check_step: "auto", "always" or "never".
        inputs: Controller, conditions and interventions of the run. With "auto", runs with inputs that may contain code of the
            user are not repeated: a second run may differ, or have effects.
        interval: Longest time between two ends of steps that are prescribed [s].
        repeat: Runs the same again with another engine.
    """
    if check_step == NEVER or not recording.status.completed:
        return
    if check_step == AUTO and not (has_fixed_steps(engine) and all(map(is_plain, inputs))):
        return
    other = _with_half(engine) if check_step == ALWAYS else _with_longer_steps(engine, interval)
    if other is None or (check_step == AUTO and not is_doubtful(recording)):
        return
    try:
        check = comparison(recording, repeat(other), other.step)
    except KeyboardInterrupt:  # outside of its steps
        check = StepCheck(other.step, RunStatus.interrupted(0.0), 0.0)
    except Exception as problem:  # the run itself is complete
        reason = str(problem) if isinstance(problem, SnakelabError) else repr(problem)
        check = StepCheck(other.step, RunStatus.failed(reason), 0.0)
    if check is not None:
        recording.dataset.attrs[STEP_CHECK] = json.dumps(check.as_data())


def has_fixed_steps(engine: Engine) -> bool:
    """Return True for the built-in engine with fixed steps that have an error estimate."""
    return isinstance(engine, SnakelabEngine) and engine.integrator in WITH_ESTIMATE and engine.tolerance is None


def is_doubtful(recording: Recording) -> bool:
    """Return True if a run may err by more than 1 % without a remark on its estimate."""
    try:
        with np.errstate(all="ignore"):
            error = motion_error(recording)
    except RecordingError:
        return False
    return (DOUBTFUL_WITH_IMPACTS if divided(recording) else DOUBTFUL) < error <= error_limit(recording)


def is_plain(value: object) -> bool:
    """Return True if a value consists of numbers, text and objects of snakelab, and neither plans nor draws random samples.

    A function, or an object of another program, may have a state or effects that a second run would change.
    """
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes, np.generic, np.ndarray, Enum)):
        return not (isinstance(value, np.ndarray) and value.dtype == object)
    if isinstance(value, Mapping):
        return all(is_plain(key) and is_plain(one) for key, one in value.items())
    if isinstance(value, (tuple, list, set, frozenset)):
        return all(map(is_plain, value))
    ours = type(value).__module__.split(".")[0] == __name__.split(".")[0]
    if not ours or not dataclasses.is_dataclass(value) or isinstance(value, (Planner, Seeded)):
        return False
    return all(is_plain(getattr(value, field.name)) for field in dataclasses.fields(value))


def _with_half(engine: Any) -> Any:
    """Return an engine with half the step, and a tenth of the tolerance if there is one."""
    tolerance = getattr(engine, "tolerance", None)
    return replace(engine, step=engine.step / 2, **({} if tolerance is None else {"tolerance": tolerance / 10}))


def _with_longer_steps(engine: Any, interval: float) -> Any:
    """Return an engine with half as many steps in an interval [s], rounded down; None if these are fewer than two.

    An interval of one step has no estimate, and a gait of 28 joints at 8 ms costs too much to be run twice.
    """
    steps = math.ceil(interval / engine.step - 1e-9) // 2
    return replace(engine, step=interval / steps) if steps > 1 else None


def comparison(recording: Recording, second: Recording, step: float) -> StepCheck | None:
    """Compare a run with its repetition, up to the end of the shorter one; None if their steps are nearly equal.

    With steps r times as long, the error of a method of order p is r^p times as large. If d is the difference of the runs, the
    shorter steps err by d / (r^p - 1), and the longer ones by r^p times that. The growth r^p is that of the errors of the
    steps, from the estimates of both runs, within orders of 1 to 2 ("extrapolated4": to 4). Where impacts divide steps, errors
    do not follow an order, and d itself is the error.

    Args:
        recording: The run.
        second: The repetition.
        step: Its step [s].
    """
    n = min(len(run["time"]) for run in (recording, second))
    until = float(recording["time"].values[n - 1])
    if second.status.is_error or n < 2:
        return StepCheck(step, second.status, until)
    rates = [run.dataset.attrs["steps"] / float(np.ptp(run["time"].values)) for run in (recording, second)]
    ratio = max(rates) / min(rates)
    irregular = divided(recording) or divided(second)
    if ratio < SMALLEST_RATIO and not irregular:
        return None
    with np.errstate(all="ignore"):
        centre, joints = centre_difference(second, recording), joint_difference(second, recording)
        estimates = sorted((motion_error(second), motion_error(recording)))
    error = max(centre, joints)
    if not irregular:
        growth = estimates[1] / estimates[0] if estimates[0] > 0 else math.nan
        order = 4 if engine_settings(recording)[1].get("integrator") == "'extrapolated4'" else 2
        growth = min(max(growth, ratio), ratio**order) if math.isfinite(growth) else ratio
        error *= (1.0 if rates[0] > rates[1] else growth) / (growth - 1.0)
    return StepCheck(step, second.status, until, centre, joints, error)

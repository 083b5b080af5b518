"""Trials of entering, in processes of their own, each outcome written down as soon as there is one."""

import time as clock
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from reproductions.pipe_snake.entry.case import ARRIVE_BY, DEPTH, ENTER_BY, NEAR, Case, Outcome, Setting, settings_of
from snakelab.control.sampling_mpc import MonteCarloMpc
from snakelab.errors import SimulationError, SnakelabError
from snakelab.geometry.planar.pipe import HullWall
from snakelab.geometry.surfaces import Extruded
from snakelab.physics.model import build_model
from snakelab.physics.state import initial_state
from snakelab.robots.parts import Link
from snakelab.scenarios import Scenario, load_scenario
from snakelab.sim.end_conditions import GoalReached
from snakelab.sim.simulate import simulate
from snakelab.studies.execution import Result, ResultsLog, Task, executor_for, key_of, run_tasks
from snakelab.types import FloatArray
from snakelab.worlds import Contact

SCENARIO = "pipe_narrow_mouth"
STUDY = {"kind": "pipe_entry", "scenario": SCENARIO}

Done = Callable[[Outcome, int, int], None]


def enter(case: Case, setting: Setting | None = None) -> Outcome:
    """Run one trial. It ends where it arrives.

    What neither the case nor the setting says is that of the scenario `pipe_narrow_mouth`.

    Args:
        case: What is varied.
        setting: What is shared; None for that of the paper.
    """
    setting = setting or Setting()
    scenario = load_scenario(SCENARIO, setting.changes)
    model = build_model(scenario.robot, scenario.world)
    tail = (setting.start[0] + _length(scenario), setting.start[1], 0.0)
    mpc, settings = _controller(case, setting, scenario), asdict(scenario.settings) | {"duration": setting.duration}
    goal = (float(mpc.aim().goal[0]), float(mpc.aim().goal[1]), 0.0)
    began = clock.perf_counter()
    try:
        recording = simulate(
            model, mpc, **settings, state=initial_state(model, **scenario.initial | {"position": tail}),
            stop_when=[GoalReached(goal, NEAR)],
        )  # fmt: skip
        status: str = recording.status
    except SnakelabError as problem:
        # such as a snake that left the map of the walls: it counts, and costs no other trial
        if problem.recording is None:
            raise
        recording, status = problem.recording, f"failed: {problem}"
    wall = clock.perf_counter() - began
    times = recording["time"].values
    inside = _depth(_pipe(scenario), recording["head_position"].values[:, :2]) >= DEPTH
    away = np.linalg.norm(recording["com_position"].values - goal, axis=1)
    return Outcome(case, status, _first(times, inside, ENTER_BY), _first(times, away <= NEAR, ARRIVE_BY), wall)


def run(
    wanted: Iterable[Case],
    setting: Setting | None,
    path: Path,
    *,
    workers: int | None = None,
    done: Done | None = None,
) -> list[Outcome]:
    """Run what a file of outcomes has not yet, each trial on one thread.

    Ctrl-C or a kill loses the trials under way; the next call goes on with the others.

    Args:
        wanted: The trials.
        setting: What is shared; None for that of the paper.
        path: Of the file where their outcomes are written, and read from; it may hold those of other settings, too.
        workers: Processes; None for one a core.
        done: Called after each trial with its outcome, how many of those that were missing are done, and how many there were.

    Returns:
        The outcomes, in the order of the trials.

    Raises:
        SimulationError: if a trial cannot be run.
        RecordingError: if the file is of another study, is in use, or cannot be written.
    """
    setting = setting or Setting()
    return run_trials([(case, setting) for case in dict.fromkeys(wanted)], path, workers=workers, done=done)


def run_trials(
    trials: Sequence[tuple[Case, Setting]], path: Path, *, workers: int | None = None, done: Done | None = None
) -> list[Outcome]:
    """Run the trials that a file of outcomes does not yet contain, each with a setting of its own; see `run`."""
    tasks = [Task(key(*trial), trial) for trial in dict.fromkeys(trials)]
    cases = {task.key: trial[0] for task, trial in zip(tasks, dict.fromkeys(trials), strict=True)}

    def report(task: Task, result: Result, i: int, n: int) -> None:
        if done is not None:
            done(Outcome(cases[task.key], **result), i, n)

    with ResultsLog(path, STUDY) as results_log, executor_for(workers, len(tasks)) as executor:
        results = run_tasks(_work, tasks, results_log, executor, failed=_failed, done=report)
    return [Outcome(cases[name], **result) for name, result in results.items()]


def known(wanted: Iterable[Case], setting: Setting, path: Path) -> int:
    """How many of the trials a file of outcomes has."""
    with ResultsLog(path, STUDY) as results_log:
        results = results_log.results()
    return sum(key(case, setting) in results for case in dict.fromkeys(wanted))


def key(case: Case, setting: Setting) -> str:
    """The name of a trial in the file."""
    return key_of({"case": asdict(case), "setting": settings_of(setting)})


def _work(given: tuple[Case, Setting]) -> Result:
    """An outcome as the file keeps it."""
    outcome = asdict(enter(*given))
    del outcome["case"]
    if outcome["status"].startswith("interrupted"):  # that is no trial
        raise KeyboardInterrupt
    return outcome


def _failed(task: Task, reason: str) -> Result:
    raise SimulationError(f"{task.key}: {reason}")


def _controller(case: Case, setting: Setting, scenario: Scenario) -> MonteCarloMpc:
    """The scenario's controller with the numbers of a trial."""
    mpc: object = scenario.controller
    assert isinstance(mpc, MonteCarloMpc)
    return replace(
        mpc,
        sampling=replace(mpc.sampling, n_samples=case.n_samples, knot_every=setting.knot_every, seed=case.seed),
        horizon=replace(mpc.horizon, steps=setting.steps),
        contact=case.contact,
        threads=1,
    )


def _length(scenario: Scenario) -> float:
    """Of the robot [m]."""
    return sum(part.length for part in scenario.robot.parts if isinstance(part, Link))


def _pipe(scenario: Scenario) -> HullWall:
    """The scenario's wall with its pipe."""
    surface = next(medium.surface for medium in scenario.world.media if isinstance(medium, Contact))
    assert isinstance(surface, Extruded)
    return next(solid for solid in surface.solids if isinstance(solid, HullWall))


def _depth(wall: HullWall, points: FloatArray) -> FloatArray:
    """How far points lie behind the mouth, along the first piece of the pipe; less than 0 for those outside, shape (n,), [m]."""
    x, y = points.T
    mouth, along = np.asarray(wall.pipe.line)[0], wall.pipe.directions[0]
    return np.where(wall.contains(x, y), (points - mouth) @ along, -np.inf)


def _first(times: FloatArray, met: Any, latest: float) -> float | None:
    """When it was first so, if by then [s]."""
    indices = np.flatnonzero(met & (times <= latest + 1e-9))
    return float(times[indices[0]]) if indices.size else None

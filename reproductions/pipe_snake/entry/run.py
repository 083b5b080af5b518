"""Trials of entering the pipe, in separate processes; each outcome is stored as soon as the trial ends."""

import time as clock
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from reproductions.pipe_snake.entry.case import (
    ARRIVAL_RADIUS,
    ARRIVE_BY,
    DEPTH,
    ENTER_BY,
    Case,
    Outcome,
    Setting,
    settings_of,
)
from snakelab.control.sampling_mpc import SamplingMpc
from snakelab.errors import SimulationError, SnakelabError
from snakelab.geometry.planar_solids import HullWall
from snakelab.geometry.surfaces import Extruded
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.model import build_model
from snakelab.physics.state import initial_state
from snakelab.plugins.lanes.mpc.prediction import LaneRollouts
from snakelab.plugins.studies.task_execution import Result, ResultsLog, Task, executor_for, key_of, run_tasks
from snakelab.robots.link import Link
from snakelab.scenarios.scenario import Scenario, load_scenario
from snakelab.sim.run_integration import GoalReached
from snakelab.sim.simulation import simulate

SCENARIO = "pipe_narrow_mouth"
STUDY = {"kind": "pipe_entry", "scenario": SCENARIO}

Done = Callable[[Outcome, int, int], None]


def enter(case: Case, setting: Setting | None = None) -> Outcome:
    """Run one trial, which ends on arrival.

    All other parameters are those of the scenario `pipe_narrow_mouth`.

    Args:
        case: Parameters of the trial.
        setting: What is shared; None for that of the paper.
    """
    setting = setting or Setting()
    scenario = load_scenario(SCENARIO, setting.changes)
    model = build_model(scenario.robot, scenario.world)
    tail = (setting.start[0] + _length(scenario), setting.start[1], 0.0)
    mpc, settings = _controller(case, setting, scenario), asdict(scenario.settings) | {"duration": setting.duration}
    x, y = mpc.costs()[-1].goal
    goal = (float(x), float(y), 0.0)
    began = clock.perf_counter()
    try:
        recording = simulate(
            model, mpc, **settings, state=initial_state(model, **scenario.initial | {"position": tail}),
            stop_when=[GoalReached(goal, ARRIVAL_RADIUS)],
        )  # fmt: skip
        status: str = recording.status
    except SnakelabError as problem:
        # for example, the snake left the map of the walls: this is an outcome, and does not affect other trials
        if problem.recording is None:
            raise
        recording, status = problem.recording, f"failed: {problem}"
    wall = clock.perf_counter() - began
    times = recording["time"].values
    inside = _depth(_pipe(scenario), recording["head_position"].values[:, :2]) >= DEPTH
    away = np.linalg.norm(recording["com_position"].values - goal, axis=1)
    return Outcome(
        case, status, _first(times, inside, ENTER_BY), _first(times, away <= ARRIVAL_RADIUS, ARRIVE_BY), wall
    )


def run(
    wanted: Iterable[Case],
    setting: Setting | None,
    path: Path,
    *,
    workers: int | None = None,
    done: Done | None = None,
) -> list[Outcome]:
    """Run the trials that are missing in a file of outcomes, each on one thread.

    After Ctrl-C or a kill, only the running trials are lost; the next call runs the missing ones.

    Args:
        wanted: The requested trials.
        setting: What is shared; None for that of the paper.
        path: File of outcomes, which is read and extended; it can also contain those of other settings.
        workers: Number of processes; None for one per core.
        done: Called after each trial with its outcome, the number of completed trials and the number of missing ones.

    Returns:
        The outcomes, in the order of the trials.

    Raises:
        SimulationError: if a trial cannot be run.
        RecordingError: if the file belongs to another study, is in use, or cannot be written.
    """
    setting = setting or Setting()
    return run_trials([(case, setting) for case in dict.fromkeys(wanted)], path, workers=workers, done=done)


def run_trials(
    trials: Sequence[tuple[Case, Setting]], path: Path, *, workers: int | None = None, done: Done | None = None
) -> list[Outcome]:
    """Run the trials that are missing in a file of outcomes, each with its own setting; see `run`."""
    tasks = [Task(key(*trial), trial) for trial in dict.fromkeys(trials)]
    cases = {task.key: trial[0] for task, trial in zip(tasks, dict.fromkeys(trials), strict=True)}

    def report(task: Task, result: Result, i: int, n: int) -> None:
        if done is not None:
            done(Outcome(cases[task.key], **result), i, n)

    with ResultsLog(path, STUDY) as results_log, executor_for(workers, len(tasks)) as executor:
        results = run_tasks(_work, tasks, results_log, executor, failed=_failed, done=report)
    return [Outcome(cases[name], **result) for name, result in results.items()]


def known(wanted: Iterable[Case], setting: Setting, path: Path) -> int:
    """Return the number of trials that a file of outcomes contains."""
    with ResultsLog(path, STUDY) as results_log:
        results = results_log.results()
    return sum(key(case, setting) in results for case in dict.fromkeys(wanted))


def key(case: Case, setting: Setting) -> str:
    """Return the key of a trial in the file."""
    return key_of({"case": asdict(case), "setting": settings_of(setting)})


def _work(given: tuple[Case, Setting]) -> Result:
    """Return an outcome in the form stored in the file."""
    outcome = asdict(enter(*given))
    del outcome["case"]
    if outcome["status"].startswith("interrupted"):  # not a complete trial
        raise KeyboardInterrupt
    return outcome


def _failed(task: Task, reason: str) -> Result:
    raise SimulationError(f"{task.key}: {reason}")


def _controller(case: Case, setting: Setting, scenario: Scenario) -> SamplingMpc:
    """Return the controller of the scenario with the parameters of a trial."""
    mpc: object = scenario.controller
    assert isinstance(mpc, SamplingMpc) and isinstance(mpc.rollouts, LaneRollouts)
    return replace(
        mpc,
        sampling=replace(mpc.sampling, n_samples=case.n_samples, knot_every=setting.knot_every, seed=case.seed),
        horizon=replace(mpc.horizon, steps=setting.steps),
        rollouts=replace(mpc.rollouts, contact=case.contact),
        threads=1,
    )


def _length(scenario: Scenario) -> float:
    """Return the length of the robot [m]."""
    return sum(part.length for part in scenario.robot.parts if isinstance(part, Link))


def _pipe(scenario: Scenario) -> HullWall:
    """Return the wall of the scenario, which contains the pipe."""
    surface = scenario.world.contacts[0].surface
    assert isinstance(surface, Extruded)
    return next(solid for solid in surface.solids if isinstance(solid, HullWall))


def _depth(wall: HullWall, points: FloatArray) -> FloatArray:
    """Return the distances of points behind the mouth along the first piece of the pipe, negative outside, shape (n,), [m]."""
    x, y = points.T
    mouth, along = np.asarray(wall.pipe.line)[0], wall.pipe.directions[0]
    return np.where(wall.contains(x, y), (points - mouth) @ along, -np.inf)


def _first(times: FloatArray, met: Any, latest: float) -> float | None:
    """Return the first time at which a condition holds, or None if it is later than a limit [s]."""
    indices = np.flatnonzero(met & (times <= latest + 1e-9))
    return float(times[indices[0]]) if indices.size else None

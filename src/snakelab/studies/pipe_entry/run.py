"""Trials of entering, in processes of their own, each outcome written down as soon as there is one."""

import multiprocessing
import os
import signal
import threading
import time as clock
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, replace
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from snakelab.control.mcmpc import MonteCarloMpc
from snakelab.errors import SimulationError, SnakelabError
from snakelab.geometry.planar.pipe import HullWall
from snakelab.geometry.surfaces import Extruded
from snakelab.physics.model import build_model
from snakelab.physics.state import initial_state
from snakelab.robots.parts import Link
from snakelab.scenarios import Scenario, load_scenario
from snakelab.sim.events import GoalReached
from snakelab.sim.simulate import simulate
from snakelab.studies.pipe_entry.case import ARRIVE_BY, DEPTH, ENTER_BY, NEAR, Case, Outcome, Setting
from snakelab.studies.pipe_entry.ledger import Ledger
from snakelab.types import FloatArray, count
from snakelab.worlds import Contact

SCENARIO = "pipe_narrow_mouth"

Done = Callable[[Outcome, int, int], None]


def enter(case: Case, setting: Setting | None = None) -> Outcome:
    """Run one trial. It ends where it arrives.

    What neither the case nor the setting says is that of the scenario `pipe_narrow_mouth`.

    Args:
        case: What is varied.
        setting: What is shared; None for that of the paper.
    """
    setting, scenario = setting or Setting(), load_scenario(SCENARIO)
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
        status = recording.status
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
    wanted: Iterable[Case], ledger: Ledger, *, workers: int | None = None, done: Done | None = None
) -> list[Outcome]:
    """Run what the ledger has not yet, each trial on one thread of a process of its own.

    Ctrl-C or a kill loses the trials under way; the next call goes on with the others.

    Args:
        wanted: The trials.
        ledger: Where their outcomes are written, and read from.
        workers: Processes; None for one a core.
        done: Called after each trial with its outcome, how many of those that were missing are done, and how many there were.

    Returns:
        The outcomes, in the order of the trials.
    """
    wanted, known = list(dict.fromkeys(wanted)), ledger.outcomes()
    missing = [case for case in wanted if case not in known]
    n = os.cpu_count() or 1 if workers is None else count(workers, "workers", SimulationError, least=1)
    for i, outcome in enumerate(_outcomes(missing, ledger.setting, n), 1):
        ledger.append(outcome)
        known[outcome.case] = outcome
        if done is not None:
            done(outcome, i, len(missing))
    return [known[case] for case in wanted]


def _outcomes(missing: Sequence[Case], setting: Setting, workers: int) -> Iterator[Outcome]:
    """Outcomes as they come; where the caller stops early or fails, the trials under way end at once."""
    if not missing:
        return
    context = multiprocessing.get_context("spawn")  # a fork would copy threads of the compiled code
    watched, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(min(workers, len(missing)), context, _obey, (watched,))
    try:
        for trial in as_completed([pool.submit(enter, case, setting) for case in missing]):
            yield trial.result()
    finally:
        held.close()
        pool.shutdown(wait=True, cancel_futures=True)


def _obey(watched: Connection) -> None:
    """In a worker: leave Ctrl-C to the parent, and end when it lets go of the pipe, as it does when it dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def end() -> None:
        watched.poll(None)
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()


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
    found = np.flatnonzero(met & (times <= latest + 1e-9))
    return float(times[found[0]]) if found.size else None

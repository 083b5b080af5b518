"""Optional content of the page, computed only while a viewer watches it: current metrics and predicted futures."""

import copy
import warnings
from typing import Any

import numpy as np

from snakelab.results.diagnostics.energy_balance import imbalance
from snakelab.results.status import RunStatus
from snakelab.sim.control_loop.drive import ClosedLoop
from snakelab.sim.control_loop.predictions import Predicts
from snakelab.sim.simulation import Simulation
from snakelab.sim.simulation.recording import recording_of
from snakelab.view.html_report.tables import metrics_table

# Window of the current metrics [s], and the minimum number of records.
WINDOW, FEWEST = 10.0, 5
MAX_FUTURES = 24
# Metrics that depend on the machine or the window only, and not on the robot.
LEFT_OUT = ("wall_time", "real_time_factor", "duration")


def current_metrics(simulation: Simulation) -> dict[str, Any] | None:
    """Return the metrics of the last seconds as rows for a table, and a warning if the energy balance is off.

    Returns:
        time and window [s], rows of name, group, unit, description and value, and the warning; None for too few records.
    """
    course = simulation.snapshot()
    begin = course.state.time - WINDOW
    course.drop_before(begin)
    course.applied = [item for item in course.applied if item.event.at >= begin]
    if sum(len(rows) for _, rows in course.records.pieces) < FEWEST:
        return None
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        status = RunStatus.finished(course.state.time)
        recording = recording_of(
            course, simulation.engine, status, {"scenario": {}, "settings": {"engine": repr(simulation.engine)}}
        )
        rows = [row | {"value": row.pop("values")[0]} for row in metrics_table([recording])]
        warning = imbalance(recording)
    times = recording.dataset["time"].values
    return {
        "time": course.state.time,
        "window": float(times[-1] - times[0]),
        "rows": [row for row in rows if row["name"] not in LEFT_OUT and row["value"] is not None],
        "warning": warning,
    }


def predicts(simulation: Simulation) -> bool:
    """Return True if the controller provides the futures that it compares."""
    drive = simulation.course.drive
    return isinstance(drive, ClosedLoop) and isinstance(drive.loop.controller, Predicts)


def predicted_futures(simulation: Simulation) -> dict[str, Any] | None:
    """Return the futures that the controller compares now, best first; None without any.

    Returns:
        time [s], elite: number of paths that count, which are the first, and paths: lists of points (x, y, z) of the head [m].
    """
    with simulation.lock:
        drive, state = simulation.course.drive, simulation.course.state
        if (
            not isinstance(drive, ClosedLoop)
            or not isinstance(drive.loop.controller, Predicts)
            or state.control is None
        ):
            return None
        known, memory = simulation.measurement, copy.deepcopy(state.control.memory)
        height = float(simulation["com_position"][2])
        futures = drive.loop.controller.futures(known, memory, MAX_FUTURES)
    every = max(1, futures.head.shape[1] // 20)
    paths = np.round(futures.head[:, ::every], 3)
    flat = np.concatenate((paths, np.full((*paths.shape[:2], 1), round(height, 3))), axis=2)
    return {"time": known.time, "elite": int(futures.n_elite), "paths": flat.tolist()}

"""Recording of a run."""

from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.physics.current import current_at
from snakelab.physics.record_row import record_layout
from snakelab.results.recording import Recording
from snakelab.results.status import RunStatus, StatusKind
from snakelab.sim.control_loop.cycle_log import cycle_attributes, with_cycles
from snakelab.sim.control_loop.drive import ClosedLoop
from snakelab.sim.control_loop.predictions import with_futures
from snakelab.sim.dataset import dataset
from snakelab.sim.engines.engine import Engine
from snakelab.sim.engines.live_engine import LiveEngine, Variable
from snakelab.sim.interventions.plain_data import plain_events
from snakelab.sim.sensor_sampling.variables import with_measured
from snakelab.sim.simulation.course import Course
from snakelab.sim.simulation.records import Records
from snakelab.types import FloatArray

if TYPE_CHECKING:
    import xarray


def recording_of(course: Course, engine: Engine, status: RunStatus, provenance: dict[str, Any]) -> Recording:
    """Return the recording of a run, with its provenance.

    Args:
        course: Course of the run at its end, or at any time.
        engine: Engine of the run.
        status: Status of the run.
        provenance: Settings, scenario and seed.
    """
    model, drive, wall = course.model, course.drive, course.wall
    records = course.records.with_last(model) if status.kind is StatusKind.FINISHED else course.records
    rows = records.rows(model)
    attributes = {
        **provenance,
        **status.attributes,
        "wall_time": wall,
        "real_time_factor": float(rows[-1, 0] - rows[0, 0]) / wall if len(rows) else 0.0,
        "steps": records.steps,
        "rejected_steps": records.rejected,
        "unconverged_steps": records.unconverged,
    }
    loop = drive.loop if isinstance(drive, ClosedLoop) else None
    engine_notes, notes = getattr(engine, "notes", None), loop.notes(course.state.control) if loop else ""
    if notes := "\n".join(filter(None, (notes, *(engine_notes(model) if callable(engine_notes) else ())))):
        attributes["notes"] = notes
    if course.applied:
        attributes["events"] = plain_events(course.applied)
    if isinstance(engine, LiveEngine):
        attributes |= dict(engine.attributes())
    cycles = course.all_cycles
    if loop is not None or cycles:
        attributes |= cycle_attributes(cycles, loop.period if loop else 0.0)
    data = dataset(model, rows, attributes, currents(records))
    if loop is not None or cycles:
        data = with_futures(with_cycles(data, cycles), course.predictions)
    if isinstance(engine, LiveEngine):
        data = data.drop_vars([name for name in data.data_vars if name not in engine.measured | {"target"}])
        data = with_engine_variables(data, engine)
    return Recording(with_measured(data, course.sensing, records.sensed()), status, course.state)


def with_engine_variables(data: "xarray.Dataset", engine: Engine) -> "xarray.Dataset":
    """Add the further variables that an engine measures, such as temperatures."""
    made = engine_variables(engine, data["time"].values)
    return data.assign(
        {
            name: (("time", *one.dims), one.values, {"units": one.unit, "long_name": one.text})
            for name, one in made.items()
        }
    )


def engine_variables(engine: Engine, times: FloatArray) -> dict[str, Variable]:
    """Return the further variables of an engine at times [s], by name; none of an engine without any."""
    variables = getattr(engine, "variables", None)
    return {name: Variable(*one) for name, one in variables(times).items()} if callable(variables) else {}


def currents(records: Records) -> FloatArray | None:
    """Return the current at the centre of mass at all records, shape (n, 3), [m/s]; None where no fluid has any."""
    pieces, moving = [], False
    for model, rows in _joined(records):
        place = record_layout(model)["com_position"][0]
        stream = current_at(model, np.ascontiguousarray(rows[:, 0]), np.ascontiguousarray(rows[:, place]))
        moving = moving or stream is not None
        pieces.append(np.zeros((len(rows), 3)) if stream is None else stream)
    return np.concatenate(pieces) if moving else None


def _joined(records: Records) -> list[tuple[Any, FloatArray]]:
    """Return the records of each model in turn."""
    joined: list[tuple[Any, list[FloatArray]]] = []
    for model, rows in records.pieces:
        if joined and joined[-1][0] is model:
            joined[-1][1].append(rows)
        else:
            joined.append((model, [rows]))
    return [(model, np.concatenate(rows)) for model, rows in joined]

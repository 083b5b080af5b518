"""Recording of a run."""

from typing import Any

from snakelab.results.recording import Recording
from snakelab.results.status import RunStatus
from snakelab.sim.dataset import dataset
from snakelab.sim.run.cycle_log import cycle_attributes, with_cycles
from snakelab.sim.run.predictions import with_futures
from snakelab.sim.run.run import Run
from snakelab.sim.sensing.variables import with_measured


def recording_of(run: Run, status: RunStatus, provenance: dict[str, Any], wall: float) -> Recording:
    """Return the recording of a run, with its provenance.

    Args:
        run: Run at its end, or when it was stopped.
        status: Status of the run.
        provenance: Settings, scenario and seed.
        wall: Wall time of the run [s].
    """
    rows, loop = run.records.rows(), run.control_loop
    attributes = {
        **provenance,
        **status.attributes,
        "wall_time": wall,
        "real_time_factor": float(rows[-1, 0] - rows[0, 0]) / wall if len(rows) else 0.0,
        "steps": run.records.steps,
        "rejected_steps": run.records.rejected,
        "unsettled_steps": run.records.unsettled,
    }
    engine_notes, notes = getattr(run.engine, "notes", None), loop.notes(run.state.control) if loop else ""
    if notes := "\n".join(filter(None, (notes, *(engine_notes(run.model) if callable(engine_notes) else ())))):
        attributes["notes"] = notes
    if loop is None:
        data = dataset(run.model, rows, attributes)
    else:
        attributes |= cycle_attributes(loop.cycles, loop.period)
        data = with_futures(with_cycles(dataset(run.model, rows, attributes), loop.cycles), loop.snapshots)
    return Recording(with_measured(data, run.sensing, run.records.sensed()), status, run.state)

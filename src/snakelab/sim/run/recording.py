"""From a run to its recording."""

from typing import Any

from snakelab.results.recording import Recording
from snakelab.results.status import RunStatus
from snakelab.sim.dataset import dataset
from snakelab.sim.run.cycle_log import cycle_attributes, with_thoughts
from snakelab.sim.run.predictions import with_futures
from snakelab.sim.run.run import Run
from snakelab.sim.sensing.variables import with_measured


def recording_of(run: Run, status: RunStatus, provenance: dict[str, Any], wall: float) -> Recording:
    """All that a run recorded, with where it came from.

    Args:
        run: At its end, or where it was stopped.
        status: What became of it.
        provenance: Settings, scenario and seed.
        wall: Time that it took [s].
    """
    rows, talk = run.kept.rows(), run.conversation
    attributes = {
        **provenance,
        **status.attributes,
        "wall_time": wall,
        "real_time_factor": float(rows[-1, 0] - rows[0, 0]) / wall if len(rows) else 0.0,
        "steps": run.kept.steps,
        "rejected_steps": run.kept.rejected,
        "unsettled_steps": run.kept.unsettled,
    }
    told, said = getattr(run.engine, "notes", None), talk.notes(run.state.control) if talk else ""
    if notes := "\n".join(filter(None, (said, *(told(run.model) if callable(told) else ())))):
        attributes["notes"] = notes
    if talk is None:
        data = dataset(run.model, rows, attributes)
    else:
        attributes |= cycle_attributes(talk.thoughts, talk.period)
        data = with_futures(with_thoughts(dataset(run.model, rows, attributes), talk.thoughts), talk.glimpses)
    return Recording(with_measured(data, run.sensing, run.kept.sensed()), status, run.state)

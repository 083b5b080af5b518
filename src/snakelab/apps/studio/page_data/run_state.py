"""State of a live run as plain data, for the page."""

from typing import Any

from snakelab.apps.studio.edits import placing
from snakelab.apps.studio.live_run.hardware import hardware_state
from snakelab.apps.studio.live_run.live_run import LiveRun
from snakelab.apps.studio.live_run.saving import merged
from snakelab.sim.interventions.plain_data import plain_events

# Events that are sent, and those that they are chosen from, the last ones [-].
SHOWN, READ = 30, 200


def run_state(run: LiveRun) -> dict[str, Any]:
    """Return the state of a run as plain data."""
    simulation, scenario = run.simulation, run.scenario
    return {
        "name": scenario.name,
        "title": scenario.title or scenario.name,
        "earliest": run.history.earliest,
        "status": "" if simulation.status is None else str(simulation.status),
        "note": run.note,
        "recording": run.recorder.recording,
        "undo": len(run.changes),
        "events": shown_events(plain_events(simulation.events[-READ:])),
        "hardware": hardware_state(simulation.engine),
        "obstacles": placing.obstacles(simulation),
        "aims": placing.aimed(simulation),
    }


def shown_events(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the last events; of the many of one pull, or of one obstacle on its way, the last."""
    return merged(events)[-SHOWN:]

"""One run of an atlas: a gait that does not suit the robot, or a start inside of what is solid, is a result like any other."""

from collections.abc import Mapping
from typing import Any

from snakelab.errors import SnakelabError
from snakelab.physics.model import build_model
from snakelab.physics.state import initial_state
from snakelab.results.status import RunStatus, StatusKind
from snakelab.scenarios.reading.document import Document
from snakelab.scenarios.reading.overrides import Change, with_changes
from snakelab.scenarios.scenario import scenario_of
from snakelab.sim.simulate import simulate
from snakelab.studies.running.task import Result, status_of
from snakelab.studies.sweeps.sweep import keys_of
from snakelab.studies.sweeps.trial import run_trial

MOMENT = 1e-6  # what is simulated to see whether a run can begin [s]


def run_cell(given: Mapping[str, Any]) -> Result:
    """Run one trial of an atlas.

    Args:
        given: From `Atlas.task`.

    Returns:
        As of `run_trial`; the status of a run that cannot begin is `refused: ` with the reason.
    """
    result = run_trial(given)
    if status_of(result).kind is StatusKind.FAILED and not result["metrics"]:
        reason = refusal(given)
        return result | {"status": RunStatus.refused(reason)} if reason else result
    return result


def refusal(given: Mapping[str, Any]) -> str:
    """Return the reason why a run cannot start, in one line; empty if it can."""
    document = Document(given["name"], given["data"], {})
    changes = [Change(keys_of(place), value, given["name"]) for place, value in given["changes"].items()]
    try:
        scenario = scenario_of(with_changes(document, changes), tuple(given["changes"]))
        model = build_model(scenario.robot, scenario.world)
        state = initial_state(model, **scenario.initial)
        step = scenario.settings.step
        simulate(model, scenario.controller, MOMENT, state=state, step=min(step, MOMENT), record_rate=1 / MOMENT)
    except SnakelabError as problem:
        return " ".join(str(problem).split())
    return ""

"""Results of a live run: its recording, the scenario that repeats it, and both as text to copy."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from snakelab.errors import RecordingError, SimulationError
from snakelab.results.recording import Recording
from snakelab.results.recording_files.atomic_writing import write_whole
from snakelab.scenarios import Scenario, library, load_scenario
from snakelab.scenarios.writing import yaml_text
from snakelab.sim.interventions.plain_data import plain_events
from snakelab.sim.simulation import Simulation

MAX_FOLDERS = 10_000
# Keys of the published run only, which a variant does not inherit from its base.
OWN = ("name", "title", "reference_values", "unchecked")


def next_folder(folder: Path, name: str) -> Path:
    """Return a new folder for a run of a scenario: name_1, name_2 and so on.

    Raises:
        RecordingError: if it cannot be created.
    """
    for k in range(1, MAX_FOLDERS):
        path = folder / f"{name}_{k}"
        try:
            path.mkdir(parents=True)
        except FileExistsError:
            continue
        except OSError as problem:
            raise RecordingError(f"cannot make the folder {path}: {problem.strerror or problem}") from problem
        return path
    raise RecordingError(f"{folder} holds {MAX_FOLDERS} runs of {name}; move some of them")


def save_run(folder: Path, recording: Recording, scenario: Scenario, simulation: Simulation) -> None:
    """Write `results.nc` and `scenario.yaml`, which repeats the run bit for bit; of a Python function the recording only."""
    recording.save(folder / "results.nc")
    if scenario.data:
        write_whole(folder / "scenario.yaml", scenario_text(scenario, simulation).encode())


def scenario_text(scenario: Scenario, simulation: Simulation) -> str:
    """Return a scenario with the events of a run: only what differs from the scenario that it began with.

    Raises:
        SimulationError: for a run with functions of Python.
    """
    if not scenario.data:
        raise SimulationError("this run has functions of Python, which a scenario cannot hold")
    data: dict[str, Any] = dict(scenario.data)
    if scenario.name in library():
        pair = (data, load_scenario(scenario.name).data)
        data, base = ({key: value for key, value in one.items() if key not in OWN} for one in pair)
        data = {"base": scenario.name} | _differences(data, base)
    data["name"] = f"{scenario.name}_live"
    if simulation.time > 0.0:
        data["duration"] = simulation.time
    if events := plain_events(simulation.events):
        data["events"] = events
    return yaml_text(_with_whole_paths(data))


def _differences(data: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a variant of a base writes: the keys that differ; None for those that it lacks."""
    changed: dict[str, Any] = {key: None for key in base if key not in data}
    for key, value in data.items():
        before = base.get(key)
        if isinstance(value, Mapping) and isinstance(before, Mapping):
            if inside := _differences(value, before):
                changed[key] = inside
        elif key not in base or value != before:
            changed[key] = value
    return changed


def _with_whole_paths(value: Any) -> Any:
    """Return plain data in which the files of policies are named from the root, since the scenario is saved elsewhere."""
    if isinstance(value, Mapping):
        whole = {key: _with_whole_paths(item) for key, item in value.items()}
        policy = whole.get("policy")
        if isinstance(policy, dict) and isinstance(policy.get("path"), str):
            whole["policy"] = policy | {"path": str(Path(policy["path"]).resolve())}
        return whole
    return [_with_whole_paths(item) for item in value] if isinstance(value, list) else value


def merged(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return events for a list: of the many of one pull, or of one obstacle on its way, the last."""
    kept: list[dict[str, Any]] = []
    for event in events:
        if kept and _subject(event) is not None and _subject(event) == _subject(kept[-1]):
            kept.pop()
        kept.append(event)
    return kept


def _subject(event: dict[str, Any]) -> tuple[str, str] | None:
    """Return what an event pulls or moves."""
    subjects = [
        (kind, event[kind].get(key, "")) for kind, key in (("push", "part"), ("obstacle", "name")) if kind in event
    ]
    return subjects[0] if subjects else None


def python_text(scenario: Scenario, simulation: Simulation) -> str:
    """Return a Python program that repeats a run; one that is not in the library needs the file of "Copy as YAML".

    Raises:
        SimulationError: for a run with functions of Python.
    """
    if not scenario.data:
        raise SimulationError("this run has functions of Python; repeat their program")
    if not _in_library(scenario):
        file = f"{scenario.name}_live.yaml"
        lines = ["import snakelab as sl", "", f"# {file} is the text of 'Copy as YAML'; it holds the events, too."]
        return "\n".join([*lines, f"recording = sl.run_scenario(sl.load_scenario({file!r}))"]) + "\n"
    lines = ["import snakelab as sl", "", f"simulation = sl.start_scenario(sl.load_scenario({scenario.name!r}))"]
    for event in (item.event for item in simulation.events):
        lines.append(f"simulation.schedule(sl.{event!r})")
    lines += [f"simulation.advance({simulation.time!r})", "recording = simulation.recording()"]
    return "\n".join(lines) + "\n"


def _in_library(scenario: Scenario) -> bool:
    return scenario.name in library() and load_scenario(scenario.name).data == scenario.data

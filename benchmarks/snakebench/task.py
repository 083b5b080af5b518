"""Tasks of SnakeBench: the measures, and the task file with scenario, seeds, time limit, metric, success and controllers."""

import copy
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from snakelab.errors import ScenarioError, nearest
from snakelab.parameters.arguments import FloatArray, number, vector
from snakelab.results.metrics.metric_table import METRICS, unit_of
from snakelab.results.recording import Recording
from snakelab.scenarios.overrides import Change, place_keys, read_variant, with_changes
from snakelab.scenarios.yaml_document import Document, read_document


class Measure(NamedTuple):
    """A measure with its unit.

    Attributes:
        name: Of the table.
        unit: "-" for a number without one.
        value: Function of a recording; NaN where it has no value.
    """

    name: str
    unit: str
    value: Callable[[Recording], float]


def measure_of(given: Any) -> Measure:
    """Return a measure: the name of a metric, or a mapping of one of `KINDS` to its arguments.

    Raises:
        ScenarioError: if there is no such measure, or an argument is missing or wrong.
    """
    if isinstance(given, str):
        if given not in METRICS:
            raise ScenarioError(f"there is no metric {given!r}{nearest(given, (*METRICS, *KINDS))}")
        return Measure(given, unit_of(given), METRICS[given].law)
    if not isinstance(given, Mapping) or len(given) != 1:
        raise ScenarioError(f"metric must be the name of a metric, or one of {', '.join(KINDS)} with its arguments")
    ((kind, arguments),) = given.items()
    if kind not in KINDS:
        raise ScenarioError(f"there is no measure {kind!r}{nearest(str(kind), KINDS)}")
    needed, unit, make = KINDS[kind]
    if not isinstance(arguments, Mapping) or set(arguments) != set(needed):
        raise ScenarioError(f"the measure {kind} takes {', '.join(needed)}; got {arguments!r}")
    return Measure(kind, unit, make(dict(arguments)))


def _displacement(given: dict[str, Any]) -> Callable[[Recording], float]:
    along = vector(given["along"], "displacement along", ScenarioError, size=3, unit="-")
    along = along / np.linalg.norm(along)
    return lambda run: float((run["com_position"].values[-1] - run["com_position"].values[0]) @ along)


def _arrival(given: dict[str, Any]) -> Callable[[Recording], float]:
    to, within, name = _point(given["to"]), _radius(given["within"]), str(given["variable"])

    def time(run: Recording) -> float:
        near = np.linalg.norm(run[name].values[:, : len(to)] - to, axis=1) <= within
        return float(run["time"].values[int(np.argmax(near))]) if near.any() else math.nan

    return time


def _waypoints(given: dict[str, Any]) -> Callable[[Recording], float]:
    points, within = [_point(point) for point in given["points"]], _radius(given["within"])

    def passed(run: Recording) -> float:
        place, row = run["com_position"].values, 0
        for i, point in enumerate(points):
            near = np.linalg.norm(place[row:, : len(point)] - point, axis=1) <= within
            if not near.any():
                return float(i)
            row += int(np.argmax(near))
        return float(len(points))

    return passed


def _hold(given: dict[str, Any]) -> Callable[[Recording], float]:
    depth, heading, start = (number(given[key], f"hold_error {key}", ScenarioError) for key in HOLD)

    def error(run: Recording) -> float:
        rows = run["time"].values >= start
        z = run["com_position"].values[rows, 2]
        w, x, y, k = run["base_quaternion"].values[rows].T
        psi = np.arctan2(2 * (w * k + x * y), 1 - 2 * (y * y + k * k)) - heading
        off = np.hypot(z + depth, np.angle(np.exp(1j * psi)))
        return float(np.sqrt(np.mean(off**2))) if len(off) else math.nan

    return error


def _point(given: Any) -> FloatArray:
    return vector(given, "point", ScenarioError, size=len(given) if len(given) in (2, 3) else 2, unit="m")


def _radius(given: Any) -> float:
    return number(given, "within", ScenarioError, above=0, unit="m")


HOLD = ("depth", "heading", "start")
# Arguments, unit and maker: displacement of the centre of mass along an axis [m]; time at which a point is within a distance of
# another one [s]; number of waypoints that the centre of mass passes in their order [-]; root mean square of (depth error / 1 m,
# heading error / 1 rad) from a time on [-].
KINDS: dict[str, tuple[tuple[str, ...], str, Callable[[dict[str, Any]], Callable[[Recording], float]]]] = {
    "displacement": (("along",), "m", _displacement),
    "arrival_time": (("to", "within", "variable"), "s", _arrival),
    "waypoints_passed": (("points", "within"), "-", _waypoints),
    "hold_error": (HOLD, "-", _hold),
}


FOLDER = Path(__file__).parent / "tasks"
METHODS = ("cpg", "mpc", "ppo")
NEEDED = {
    "title": "a line of text",
    "scenario": "{base: planar_prototype}",
    "seeds": "[0, 1, 2, 3, 4]",
    "time_limit": "20",
    "metric": "mean_velocity_x",
    "better": "higher",
    "success": "{above: 0.1}",
    "methods": "{cpg: {...}}",
}
OPTIONAL = ("vary", "seeded", "training", "note")
HEADING = "heading"  # key of `vary`: rotation of the start about the vertical
BETTER = ("higher", "lower")


@dataclass(frozen=True, eq=False)
class BenchTask:
    """One task.

    Attributes:
        name, title, note: Text.
        data: Scenario without controller, as plain data.
        seeds: Of the runs [-].
        time_limit: Duration of a run [s].
        metric, measure: The metric as in the file, and as a function.
        better: "higher" or "lower".
        limit: Success: the metric is beyond this, in the direction of `better`.
        methods: Controller of each method, as in a scenario.
        vary: Range of each place of the scenario that a seed changes; "heading" rotates the start [rad].
        seeded: Places of the scenario that are set to the seed.
        training: Arguments of `environment` and of `train_ppo` for the method ppo.
    """

    name: str
    title: str
    note: str
    data: dict[str, Any] = field(repr=False)
    seeds: tuple[int, ...]
    time_limit: float
    metric: Any
    measure: Measure
    better: str
    limit: float
    methods: dict[str, Any]
    vary: dict[str, tuple[float, float]]
    seeded: tuple[str, ...]
    training: dict[str, Any]

    def succeeds(self, value: float) -> bool:
        """Return whether a value of the metric is a success; NaN is none."""
        return value >= self.limit if self.better == "higher" else value <= self.limit

    def scenario_data(self, controller: Any, seed: int) -> dict[str, Any]:
        """Return the data of the scenario of one run."""
        draws = self.draws(seed)
        angle = draws.pop(HEADING, 0.0)
        changes = [Change(_keys(place), value, place) for place, value in draws.items()]
        changes += [Change(_keys(place), seed, place) for place in self.seeded]
        data: dict[str, Any] = with_changes(Document(self.name, copy.deepcopy(self.data), {}), changes).data
        data |= {"name": self.name, "duration": self.time_limit, "seed": seed, "controller": copy.deepcopy(controller)}
        return _rotated(data, angle) if angle else data

    def draws(self, seed: int) -> dict[str, float]:
        """Return the values of the varied places for a seed, the same for every method."""
        random = np.random.default_rng(seed)
        return {place: float(random.uniform(low, high)) for place, (low, high) in self.vary.items()}


def task_names() -> list[str]:
    """Return the names of the library's tasks, in their order."""
    return [path.stem.partition("_")[2] for path in sorted(FOLDER.glob("*.yaml"))]


def load_task(name_or_path: str | Path) -> BenchTask:
    """Read and check a task.

    Args:
        name_or_path: A name of `task_names`, or a YAML file.

    Raises:
        ScenarioError: with one line for the first fault: a missing or unknown key, or a wrong value.
    """
    text = str(name_or_path)
    library_file = next((path for path in FOLDER.glob("*.yaml") if path.stem.partition("_")[2] == text), None)
    if library_file is None and not text.endswith((".yaml", ".yml")):
        raise ScenarioError(
            f"there is no task {text!r}{nearest(text, task_names())}; tasks are {', '.join(task_names())}"
        )
    path = library_file or Path(name_or_path)
    document = read_document(path)
    try:
        return _task(document, path, text if library_file else path.stem)
    except ScenarioError as problem:
        message = " ".join(str(problem).split())
        raise ScenarioError(message if message.startswith(str(path)) else f"{path}: {message}") from None


def _task(document: Document, path: Path, name: str) -> BenchTask:
    given = document.data
    for key, example in NEEDED.items():
        if key not in given:
            raise ScenarioError(f"the key {key!r} is missing; write {key}: {example}")
    for key in given:
        if key not in (*NEEDED, *OPTIONAL):
            raise ScenarioError(f"unknown key {key!r}{nearest(key, (*NEEDED, *OPTIONAL))}")
    below = {place[1:]: origin for place, origin in document.origins.items() if place[:1] == ("scenario",)}
    scenario = given["scenario"]
    if not isinstance(scenario, Mapping):
        raise ScenarioError(f"scenario must be keys with values, such as {{base: planar_prototype}}; got {scenario!r}")
    data = dict(read_variant(Document(document.name, scenario, below), path).data)
    for key in ("reference_values", "unchecked", "controller"):
        data.pop(key, None)
    if given["better"] not in BETTER:
        raise ScenarioError(f"better must be higher or lower, got {given['better']!r}")
    bound = "above" if given["better"] == "higher" else "below"
    success = given["success"]
    if not isinstance(success, Mapping) or set(success) != {bound}:
        raise ScenarioError(f"success must be {{{bound}: NUMBER}} where {given['better']} is better, got {success!r}")
    methods = given["methods"]
    if not isinstance(methods, Mapping) or not methods or not set(methods) <= set(METHODS):
        raise ScenarioError(f"methods must map some of {', '.join(METHODS)} to controllers, got {methods!r}")
    return BenchTask(
        name,
        str(given["title"]),
        str(given.get("note", "")),
        data,
        _seeds(given["seeds"]),
        number(given["time_limit"], "time_limit", ScenarioError, above=0, unit="s"),
        given["metric"],
        measure_of(given["metric"]),
        given["better"],
        number(success[bound], f"success {bound}", ScenarioError),
        dict(methods),
        {place: _range(place, ends) for place, ends in (given.get("vary") or {}).items()},
        tuple(given.get("seeded") or ()),
        dict(given.get("training") or {}),
    )


def _seeds(given: Any) -> tuple[int, ...]:
    fits = (
        isinstance(given, list) and given and all(isinstance(one, int) and not isinstance(one, bool) for one in given)
    )
    if not fits or min(given) < 0 or len(set(given)) < len(given):
        raise ScenarioError(f"seeds must be a list of different whole numbers from 0, got {given!r}")
    return tuple(given)


def _range(place: str, ends: Any) -> tuple[float, float]:
    low, high = vector(ends, f"vary {place}", ScenarioError, size=2).tolist()
    if not low <= high:
        raise ScenarioError(f"vary {place} must be [low, high], got {ends!r}")
    return low, high


def _keys(place: str) -> tuple[str, ...]:
    keys = place_keys(place)
    if keys is None:
        raise ScenarioError(f"write keys with dots between them, such as world.media.0; got {place!r}")
    return keys


def _rotated(data: dict[str, Any], angle: float) -> dict[str, Any]:
    """Rotate the start about the vertical through the origin of the base."""
    initial = dict(data.get("initial") or {})
    w, x, y, z = (float(value) for value in initial.get("quaternion") or (1, 0, 0, 0))
    c, s = math.cos(angle / 2), math.sin(angle / 2)
    initial["quaternion"] = [c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w]
    return data | {"initial": initial}

"""Edits of a live run by its viewers, and the scenarios with which a run starts again after an edit.

In reading order: the form of declared parameters; another ground; other values, blocks or scenarios; the edited scenario
file of a user; and `Edits`, with all edits of a run.
"""

import difflib
import inspect
import math
import re
import time as clock
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from snakelab.control.controller import Teleop
from snakelab.errors import SimulationError, SnakelabError
from snakelab.gaits.equilibrium import coordinates_of
from snakelab.gaits.orthogonal_gaits import GAITS, NamedGait
from snakelab.geometry.surfaces import Plane
from snakelab.geometry.terrain import Terrain
from snakelab.parameters.parameter_descriptions import Parameter, parameters_of
from snakelab.physics.model import Model, build_model
from snakelab.plugins.studio.live import interaction as placing
from snakelab.plugins.studio.live.interaction import TRANSITION
from snakelab.plugins.studio.live.studio_run import StudioRun
from snakelab.robots.actuators import Hydraulic, Motor, Pneumatic, Tendon
from snakelab.scenarios.catalogue import library
from snakelab.scenarios.class_registry import plain
from snakelab.scenarios.scenario import Scenario, load_scenario
from snakelab.sim.checks_before_run import check_skin
from snakelab.sim.control_loop import Source
from snakelab.sim.interventions import replaced_at, value_at
from snakelab.sim.simulation import Simulation
from snakelab.worlds.contact_laws import Contact, grass, gravel, rocks, sand
from snakelab.worlds.world import World

# ----------------------------------------------------------------------------------------------------------------------
# Form of the page: the declared parameters of a run, with range, step, unit, and a mark of those fixed during a run
# ----------------------------------------------------------------------------------------------------------------------


def parameters(model: Model, controller: Source, n_media: int) -> Iterator[Parameter]:
    """Return the parameters of controller, world and robot, without those of pushes.

    Args:
        model: Present model.
        controller: Present gait or controller.
        n_media: Number of media of the world without those of pushes.
    """
    for name, owner in (("controller", controller), ("world", model.world), ("robot", model.robot)):
        if owner is None:
            continue
        for parameter in parameters_of(owner, name):
            steps = parameter.path.split(".")
            if name == "world" and steps[1] == "media" and int(steps[2]) >= n_media:
                continue
            yield parameter


def form(model: Model, controller: Source, n_media: int) -> list[dict[str, Any]]:
    """Return the form as plain data: one item for each parameter."""
    roots = {"robot": model.robot, "world": model.world, "controller": controller}
    items = [_item(parameter, model, roots) for parameter in parameters(model, controller, n_media)]
    return [*items, *ground_item(model.world)]


def controller_text(controller: Source) -> dict[str, str]:
    """Return the title of a controller, such as "Serpenoid gait", with the first paragraphs of its documentation."""
    if controller is None:
        doc = "All targets are constant. To apply a gait, press Gait beside a scenario of this robot."
        return {"title": "No controller", "doc": doc}
    return {"title": _words(type(controller)), "doc": documentation(type(controller))}


def named_gaits() -> dict[str, str]:
    """Return the motion, and the documentation with the formula, of the gaits that a `NamedGait` can be, by name."""
    return {row.name: f"{row.does[0].upper()}{row.does[1:]}.\n\n{documentation(type(row.gait))}" for row in GAITS}


def documentation(cls: type) -> str:
    """Return the documentation of a class up to its arguments; empty for one that has none of its own."""
    text = inspect.getdoc(cls) if "__doc__" in vars(cls) else None
    return (
        "" if text is None or text.startswith(f"{cls.__name__}(") else re.split(r"\n\n?[A-Z][a-z]+:\n", text)[0].strip()
    )


def _item(parameter: Parameter, model: Model, roots: Mapping[str, Any]) -> dict[str, Any]:
    slider = parameter.slider
    steps = parameter.path.split(".")
    depth = _depth(steps)
    owner = value_at(roots, ".".join(steps[:depth])) if depth > 1 else None
    section, doc = _section(steps, depth, owner)
    item = {
        "path": parameter.path,
        "group": steps[0],
        "section": section,
        "section_doc": doc,
        "owner": "" if owner is None else type(owner).__name__,
        "property": ".".join(steps[depth:]),
        "label": _label(steps, model),
        "name": " ".join(steps[depth:]).replace("_", " "),
        "value": parameter.value,
        "default": _default(parameter.path, roots),
        "kind": parameter.kind,
        "unit": parameter.unit,
        "low": None if slider is None else slider.minimum,
        "high": None if slider is None else slider.maximum,
        "step": None if slider is None else slider.step,
        "choices": list(parameter.choices),
        "live": parameter.live,
        "texts": named_gaits() if isinstance(owner or roots["controller"], NamedGait) and steps[-1] == "name" else {},
        "doc": parameter.doc,
    }
    if slider is None or not isinstance(parameter.value, float):
        return item
    return item | target_entry(parameter.path, parameter.unit, parameter.value, model)


def _label(steps: list[str], model: Model) -> str:
    """Name of a component of a vector: that of its propeller; empty for others."""
    names = model.robot.propeller_names
    return (
        names[int(steps[-1])] if steps[-2] == "thrust" and steps[-1].isdigit() and int(steps[-1]) < len(names) else ""
    )


def _depth(steps: list[str]) -> int:
    """Number of the first steps of a path that name the section: a medium, a part, or an object within the controller."""
    if len(steps) > 3 and steps[1] in ("media", "parts", "propellers", "sensors"):
        return 3
    if steps[0] != "controller":
        return 1
    named = [i for i, step in enumerate(steps) if not step.isdigit()]
    return named[-1]  # without the argument itself, and the number of its component


def _section(steps: list[str], depth: int, owner: Any) -> tuple[str, str]:
    """Title and documentation of the section of a parameter; empty for those of the robot, world or controller itself."""
    if depth == 1:
        return "", ""
    if steps[0] == "controller":
        if callable(getattr(owner, "reference", None)):
            return _words(type(owner)), documentation(type(owner))
        words = [str(int(step) + 1) if step.isdigit() else step for step in steps[1:depth]]
        title = " ".join(words).replace("_", " ")
        return title[0].upper() + title[1:], ""
    name = getattr(owner, "name", "")
    words_of = type(owner).__name__ + (f" {name}" if name and name.lower() != type(owner).__name__.lower() else "")
    return (words_of if steps[1] == "media" else f"{steps[1][:-1]} {int(steps[2]) + 1}: {words_of}"), ""


def _words(cls: type) -> str:
    """Name of a class in words: "Serpenoid gait"."""
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]*|[a-z]+|[0-9]+", cls.__name__)
    return " ".join(
        word.upper() if word in ("Cpg", "Mpc") else word.lower() if i else word for i, word in enumerate(words)
    )


def _default(path: str, roots: Mapping[str, Any]) -> float | str | bool | None:
    """Return the declared default of a parameter; None if it has none, or none that is a number or text."""
    above, _, name = path.rpartition(".")
    index = None
    if name.isdigit():
        index, (above, _, name) = int(name), above.rpartition(".")
    owner = value_at(roots, above)
    if not is_dataclass(owner):
        return None
    declared = next((item for item in fields(owner) if item.name == name), None)
    if declared is None or declared.default is MISSING:
        return None
    value = declared.default
    if index is not None and isinstance(value, (tuple, list)):
        value = value[index] if index < len(value) else None
    return value if isinstance(value, (bool, int, float, str)) else None


MIXED = " or Pa"  # suffix of the unit of commands whose unit depends on the actuator


def target_entry(path: str, unit: str, value: float, model: Model) -> dict[str, Any]:
    """Return name, unit and range of the entry of one coordinate's target; empty for other entries.

    Args:
        path: Path of the parameter, such as "controller.targets.3".
        unit: Its declared unit.
        value: Its present value, which the range contains.
        model: Present model.
    """
    last = path.rpartition(".")[2]
    if not (unit.endswith(MIXED) and last.isdigit() and int(last) < model.n_coordinates):
        return {}
    i = int(last)
    coordinate = coordinates_of(model)[i]
    actuator = coordinate.actuator
    entry: dict[str, Any] = {
        "name": f"{path.split('.')[-2].removesuffix('s')} {model.coordinate_names[i]}",
        "label": model.coordinate_names[i],
    }
    if isinstance(actuator, (Hydraulic, Pneumatic)):
        # of an actuator without a limit [Pa]
        tested = actuator.tested_pressure if isinstance(actuator, Hydraulic) else 1e6
        maximum = min(actuator.ceiling, tested)
        return entry | {"unit": "Pa", "low": 0.0, "high": max(maximum, value), "step": 1000.0}
    if isinstance(actuator, Tendon):
        maximum = actuator.max_tension if math.isfinite(actuator.max_tension) else 100.0  # offered without a limit
        return entry | {"unit": "N", "low": 0.0, "high": max(maximum, value)}
    if isinstance(actuator, Motor):
        return entry | {"unit": "N m" if coordinate.unit == "rad" else "N"}
    entry["unit"] = coordinate.unit
    if coordinate.unit == "m":
        # the largest change of length that is offered
        maximum = max(0.1, abs(value))
        entry |= {"low": -maximum, "high": maximum, "step": 1e-3}
    return entry


class FormValues:
    """Changed values of the form over the runs of one scenario.

    Attributes:
        version: Number of changes of the form's entries: another version has other entries.
    """

    def __init__(self) -> None:
        self.version = 0
        self._paths: set[str] = set()
        self.begin()

    def begin(self) -> None:
        """Start with another scenario, whose initial values are the reference for comparisons."""
        self._first: dict[str, Any] = {}
        self._sent_fields: set[str] = set()
        self.refresh()

    def refresh(self) -> None:
        """Read the values again, as after the start of another run of the scenario."""
        self._read_of: tuple[Any, Any] | None = None
        self._values: dict[str, Any] = {}

    def changed(self, simulation: Simulation) -> dict[str, Any]:
        """Return the present values of the entries that have ever differed from the first ones, by path."""
        model, controller = simulation.model, simulation.controller
        if self._read_of is None or self._read_of[0] is not model or self._read_of[1] is not controller:
            self._read_of = (model, controller)
            listed = parameters(model, controller, simulation.course.n_media)
            self._values = {parameter.path: parameter.value for parameter in listed}
            self.version += self._values.keys() != self._paths
            self._paths = set(self._values)
            self._first = self._first or self._values
            self._sent_fields |= {path for path, value in self._values.items() if value != self._first.get(path)}
        return {path: self._values[path] for path in sorted(self._sent_fields) if path in self._values}


# ----------------------------------------------------------------------------------------------------------------------
# Choice of another ground: flat, grass, sand, gravel or rocks
#
# Another ground changes the skin of the robot, so that the run is restarted.
# ----------------------------------------------------------------------------------------------------------------------

PATH, FLAT = "world.ground", "flat"
KINDS: dict[str, Callable[..., Contact]] = {"grass": grass, "sand": sand, "gravel": gravel, "rocks": rocks}


def ground_item(world: World) -> list[dict[str, Any]]:
    """Return the item of the form that chooses the ground; empty for a world without a ground."""
    i = _index(world)
    if i is None:
        return []
    present = _kind(world.media[i])
    return [
        {
            "path": PATH,
            "group": "world",
            "section": "",
            "owner": "",
            "property": "ground",
            "label": "",
            "name": "ground",
            "value": present,
            "kind": "choice",
            "unit": "",
            "low": None,
            "high": None,
            "step": None,
            "choices": list(dict.fromkeys([present, FLAT, *KINDS])),
            "live": False,
            "default": None,
            "texts": {},
            "doc": "Ground: flat, or a terrain with the properties of snakelab.worlds.grass, sand, gravel or rocks.",
        }
    ]


def with_ground(scenario: Scenario, kind: str) -> Scenario:
    """Return a scenario with another ground, whose robot starts above the highest point of it.

    Raises:
        SimulationError: if there is no such kind, or the world has no ground.
    """
    i = _index(scenario.world)
    if i is None:
        raise SimulationError("this world has no ground that could be another one")
    if kind != FLAT and kind not in KINDS:
        raise SimulationError(f"a ground is one of {', '.join([FLAT, *KINDS])}; got {kind!r}")
    media = list(scenario.world.media)
    before = media[i]
    assert isinstance(before, Contact)
    if kind == FLAT:
        media[i] = replace(before, surface=Plane(), name=Contact.name)
    else:
        area = {"centre": before.surface.centre, "size": before.surface.size} if _is_terrain(before) else {}  # type: ignore[union-attr]
        media[i] = KINDS[kind](**area)
    world = replace(scenario.world, media=tuple(media))
    x, y, z = scenario.initial.get("position", (0.0, 0.0, 0.0))
    rise = _max_height(media[i]) - _max_height(before)
    initial = scenario.initial | {"position": (float(x), float(y), float(z) + rise)}
    data = scenario.data | {"world": plain(world), "initial": _plain_initial(scenario, initial)}
    return replace(scenario, world=world, initial=initial, data=data)


def _plain_initial(scenario: Scenario, initial: dict[str, Any]) -> dict[str, Any]:
    return dict(scenario.data.get("initial") or {}) | {"position": list(initial["position"])}


def _index(world: World) -> int | None:
    """Return the index of the ground: the first contact with an upward plane or a terrain."""
    for i, one in enumerate(world.media):
        if isinstance(one, Contact) and (_is_terrain(one) or _level(one)):
            return i
    return None


def _is_terrain(one: Any) -> bool:
    return isinstance(one.surface, Terrain)


def _level(one: Any) -> bool:
    return isinstance(one.surface, Plane) and tuple(one.surface.normal)[:2] == (0.0, 0.0) and one.surface.normal[2] > 0


def _kind(one: Any) -> str:
    """Return the present kind of ground; a terrain with another name is "own"."""
    return FLAT if not _is_terrain(one) else one.name if one.name in KINDS else "own"


def _max_height(one: Any) -> float:
    return float(one.surface.heights.max()) if _is_terrain(one) else float(one.surface.point[2])


# ----------------------------------------------------------------------------------------------------------------------
# Scenarios from which a session starts again: with another value, another ground, a spare block, or from the library
# ----------------------------------------------------------------------------------------------------------------------


def with_values(scenario: Scenario, values: Mapping[str, Any]) -> Scenario:
    """Return a scenario with other values of parameters, by path, also of those that cannot change during a run.

    Raises:
        SnakelabError: if no model can be built with them.
    """
    if PATH in values:
        scenario = with_ground(scenario, str(values[PATH]))
    roots = {"robot": scenario.robot, "world": scenario.world, "controller": scenario.controller}
    changed: dict[str, Any] = dict(roots)
    for path, value in values.items():
        if path != PATH:
            changed = replaced_at(changed, path, value)
    build_model(changed["robot"], changed["world"])
    plain_data = {key: plain(changed[key]) for key in changed if changed[key] is not roots[key]}
    return replace(scenario, **changed, data=scenario.data | plain_data)


def with_blocks(scenario: Scenario, simulation: Simulation) -> Scenario:
    """Return the scenario of a run with a spare block far away: blocks require a skin with edge points.

    Raises:
        SnakelabError: if the robot has no skin that blocks could touch.
    """
    world = placing.with_spare_block(scenario.world, placing.body_radius(simulation))
    check_skin(simulation.model)
    build_model(scenario.robot, world)
    return replace(scenario, world=world, data=scenario.data | {"world": plain(world)})


def with_bodies(scenario: Scenario, simulation: Simulation, kind: str) -> Scenario:
    """Return the scenario of a run with further balls or boxes far away, see `placing.with_spare_bodies`.

    Raises:
        SnakelabError: if the world cannot have free bodies.
    """
    world = placing.with_spare_bodies(scenario.world, kind, placing.body_radius(simulation))
    build_model(scenario.robot, world)
    return replace(scenario, world=world, data=scenario.data | {"world": plain(world)})


def library_scenario(name: str) -> Scenario:
    """Return a scenario of the library; a page opens no files.

    Raises:
        SimulationError: if the library has no such scenario; with the most similar name.
    """
    names, given = library(), name[:60]
    if name not in names:
        close = difflib.get_close_matches(given, names, n=1, cutoff=0.6)
        hint = (
            f"did you mean {close[0]!r}?" if close else "the message `library` lists them, and so does `snakelab list`"
        )
        raise SimulationError(f"the library has no scenario {given!r}; {hint}")
    return load_scenario(name)


# ----------------------------------------------------------------------------------------------------------------------
# User-defined scenario file that is edited while it runs: its changes and errors
# ----------------------------------------------------------------------------------------------------------------------


Stamp = tuple[int, int, int]


@dataclass
class OwnFile:
    """A scenario file that is read again whenever it has been saved.

    Attributes:
        path: The file.
        error: Why its present content is no scenario, with file and line; "" if it is one.
    """

    path: Path
    error: str = ""
    _stamp: Stamp | None = field(init=False)
    _looked: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self._stamp = stamp(self.path)

    def read(self) -> Scenario | None:
        """Return the scenario if the file has been saved since the last check; None if not, or if it has an error."""
        now = clock.perf_counter()
        # time between two checks of the file
        if now - self._looked < 0.3:
            return None
        self._looked = now
        present = stamp(self.path)
        if present is None or present == self._stamp:
            return None
        self._stamp = present
        try:
            scenario = load_scenario(self.path)
        except SnakelabError as problem:
            self.fail(problem)
            return None
        self.error = ""
        return scenario

    def fail(self, problem: SnakelabError) -> None:
        """Store an error, with positions "FOLDER/FILE:12:" converted to "FILE, line 12:"."""
        place = re.escape(str(self.path)) + r":(\d+):"
        self.error = re.sub(place, lambda match: f"{self.path.name}, line {match[1]}:", str(problem).strip())


def stamp(path: Path) -> Stamp | None:
    """Return what changes when a file is saved; None while an editor has it replaced, and there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


# ----------------------------------------------------------------------------------------------------------------------
# Edits of a live run by its viewers, most of which can be undone: parameters, gait, goal, obstacles, pushes, driving
# ----------------------------------------------------------------------------------------------------------------------


class Edits:
    """Edits of one live run.

    Args:
        run: The run.
    """

    def __init__(self, run: StudioRun) -> None:
        self._run = run

    def set(self, values: Mapping[str, Any]) -> None:
        """Change parameters, by path, at the next boundary, as one step of the undo history."""
        run, simulation = self._run, self._run.simulation
        model = simulation.model
        roots = {"robot": model.robot, "world": model.world, "controller": simulation.controller}
        before = {path: value_at(roots, path) for path in values}
        plain_types = (int, float, bool, str)
        values = {k: value for k, value in values.items() if type(before[k]) not in plain_types or before[k] != value}
        if not values:
            return
        for path, value in values.items():
            simulation.set(path, value, TRANSITION)

        def undo() -> None:
            for path in values:
                simulation.set(path, before[path], TRANSITION)

        run.changes.add(" ".join(values), simulation.time, undo)
        run.take_effect()

    def take_back(self) -> None:
        """Undo the last change: of a parameter, the gait, the goal, a waypoint or an obstacle."""
        self._run.mover.end()
        self._run.changes.take_back()
        self._run.take_effect()

    def change_controller(self, name: str) -> None:
        """Change to the gait or controller of a library scenario."""
        simulation = self._run.simulation
        before, time = simulation.controller, simulation.time
        simulation.change_controller(library_scenario(name).controller, TRANSITION)
        self._add_controller(before, time)

    def drive(self, forward: float, turn: float, rise: float = 0.0) -> None:
        """Drive the robot by an input from -1 to 1, see `Driving`. The input ends without further orders."""
        simulation = self._run.simulation
        before, time = simulation.controller, simulation.time
        self._run.driving.drive(simulation, forward, turn, rise)
        if isinstance(simulation.controller, Teleop) and not isinstance(before, Teleop):
            self._add_controller(before, time)

    def _add_controller(self, before: Any, time: float) -> None:
        """Add the change of the controller to the undo history; changes of its parameters are separate."""
        simulation, changes = self._run.simulation, self._run.changes
        changes.add(f"controller {time}", time, lambda: simulation.change_controller(before, TRANSITION))

    def push(self, part: str, force: list[float], duration: float) -> None:
        """Push a part or a free body; a planar robot in its plane."""
        simulation = self._run.simulation
        x, y, z = force
        robot = simulation.model.robot
        planar = robot.base == "planar" and part in robot.part_names
        simulation.push(part, force=(x, y, 0.0 if planar else z), duration=duration)

    def drag(self, part: str, target: list[float]) -> None:
        """Pull a part or a free body to a point by a spring, see `Pulling`."""
        self._run.pulling.begin(self._run.simulation, part, target)

    def aim(self, kind: str, point: list[float], first: bool) -> None:
        """Set the goal, or add a waypoint."""
        run, simulation = self._run, self._run.simulation
        path = "controller.goal" if kind == "goal" else "controller.waypoints"
        before = getattr(simulation.controller, path.split(".")[1], None)
        if kind == "goal":
            placing.set_goal(simulation, point)
        else:
            placing.add_waypoint(simulation, point, first)
        # each click is a separate change
        run.changes.add(f"{path} {point}", simulation.time, lambda: simulation.set(path, before))
        run.take_effect()

    def place(self, kind: str, point: list[float]) -> None:
        """Place a post or a block, or a spare ball or box, which is a free body."""
        run, simulation = self._run, self._run.simulation
        if kind in placing.BODIES:
            name = placing.place_body(simulation, kind, point)
            run.changes.add(f"place {name}", simulation.time, lambda: placing.remove_body(simulation, name))
            run.take_effect()
            return
        name = placing.place(simulation, kind, point)
        run.changes.add(f"place {name}", simulation.time, lambda: placing.remove(simulation, name))
        run.take_effect()

    def move(self, name: str, point: list[float]) -> None:
        """Move a placed obstacle towards a point, at a limited speed; at once while the run is paused."""
        run, simulation = self._run, self._run.simulation
        before = placing.obstacle_named(simulation, name)
        run.mover.begin(name, point)
        run.changes.add(f"move {name}", simulation.time, lambda: simulation.place_obstacle(before))
        if not run.pace.playing:
            run.mover.move(simulation)
            run.take_effect()

    def remove(self, name: str) -> None:
        """Remove a placed obstacle or a free body."""
        run, simulation = self._run, self._run.simulation
        run.mover.end()
        if name in placing.bodies(simulation):
            run.pulling.end()
            place = placing.placed_body(simulation, name)
            placing.remove_body(simulation, name)
            run.changes.add(
                f"remove {name}", simulation.time, lambda: simulation.schedule(replace(place, at=simulation.time))
            )
            run.take_effect()
            return
        before = placing.obstacle_named(simulation, name)
        placing.remove(simulation, name)
        run.changes.add(f"remove {name}", simulation.time, lambda: simulation.place_obstacle(before))
        run.take_effect()

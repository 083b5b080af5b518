"""Dataset of a run: constant properties, assembly of the records, and the recording."""

import json
import math
import os
import platform
import time as clock
import warnings
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.errors import MissingExtraError, SimulationError, SnakelabWarning, WorldError
from snakelab.files import reason
from snakelab.geometry.cross_sections import Box, Cylinder, Ellipse
from snakelab.geometry.mesh_files import drawn_mesh
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.geometry.surfaces import Extruded, HeightField, Pipe, Surface
from snakelab.geometry.terrain import Terrain
from snakelab.parameters.arguments import FloatArray, json_data
from snakelab.physics.columns import LINK, PRESCRIBED, ROD, SERVO, SOFT
from snakelab.physics.kinematics import current_at, sensed_gravity
from snakelab.physics.model import Model
from snakelab.physics.model_tables import BASE, HEAD_FRAME, frame_of, station_at
from snakelab.physics.record_kernels import record_layout
from snakelab.physics.state import work_names
from snakelab.results.recording import FORMAT, Recording
from snakelab.results.recording_checks import VARIABLES
from snakelab.results.run_status import RunStatus, StatusKind
from snakelab.robots.branches import Socket
from snakelab.robots.cameras import AnyCamera
from snakelab.robots.link import Link, LinkMesh, placed
from snakelab.robots.rods import Rod
from snakelab.robots.sensors import Imu
from snakelab.robots.soft_sections import SoftSection
from snakelab.sim.applied_interventions import Course
from snakelab.sim.control_loop import ClosedLoop, cycle_attributes, with_cycles, with_futures
from snakelab.sim.engine import Engine, LiveEngine, Variable
from snakelab.sim.interventions import plain_events
from snakelab.sim.run_integration import Records
from snakelab.sim.sensing import with_measured
from snakelab.system import package_version
from snakelab.worlds.currents import Region
from snakelab.worlds.free_bodies import ConvexHull

if TYPE_CHECKING:
    import xarray


# ----------------------------------------------------------------------------------------------------------------------
# Constant properties in a recording, for figures, diagnostics and images: links, wheels, fluids, surfaces, cameras, scenery
# ----------------------------------------------------------------------------------------------------------------------


def section_facts(model: Model) -> tuple[FloatArray, FloatArray]:
    """Return rest length of the soft section and radius of the actuator of every coordinate, zero for joints [m]."""
    rests: list[float] = []
    radii: list[float] = []
    for part in model.robot.parts:
        rest, radius = (part.length, part.actuator_radius) if isinstance(part, SoftSection) else (0.0, 0.0)
        rests += len(part.coordinates) * [rest]
        radii += len(part.coordinates) * [radius]
    return np.array(rests), np.array(radii)


def wheel_facts(model: Model) -> list[dict[str, Any]]:
    """Return, of every wheel: its link, centre from the link's centre of mass and axle, in the link's axes, and radius [m]."""
    names, facts, i_station = model.station_names, [], 0
    for part in model.robot.parts:
        if isinstance(part, Link):
            for wheel in part.fixed_wheels:
                offset = (wheel.centre() - part.com_point()).tolist()
                axle = wheel.direction().tolist()
                fact = {"link": names[i_station], "offset": offset, "axle": axle, "radius": float(wheel.radius)}
                facts.append(fact if wheel.friction is not None else fact | {"spins": True})
        i_station += len(part.stations)
    return facts


def branch_facts(model: Model) -> list[dict[str, Any]]:
    """Return, of every branch: its name, the link that carries it, and its first and last link or station."""
    names, facts, i_station = model.station_names, list[dict[str, Any]](), 0
    for part in model.robot.parts:
        if isinstance(part, Socket):
            facts.append({"name": part.name, "carrier": part.on, "first": names[i_station]})
        i_station += len(part.stations)
        if facts and part.stations:
            facts[-1]["last"] = names[i_station - 1]
    return facts


def mesh_facts(model: Model) -> dict[str, Any]:
    """Return the meshes by which links are drawn: `shapes`, each with vertices [m] and triangles, and `places` with the
    number of the shape, the link, and the pose in the axes of the link from its centre of mass. Empty without any.

    A mesh that cannot be read is left out, with a `SnakelabWarning`.
    """
    names, i_station = model.station_names, 0
    shapes: dict[tuple[str, tuple[float, ...]], dict[str, Any]] = {}
    places = []
    for part in model.robot.parts:
        if isinstance(part, Link):
            for mesh in part.meshes:
                key = mesh.file, tuple(map(float, mesh.scale))
                if key not in shapes and (shape := _mesh_shape(mesh)) is not None:
                    shapes[key] = shape
                if key in shapes:
                    T = mesh.transform
                    offset, turn = T[:3, 3] - part.com_point(), matrix_to_quat(tuple(T[:3, :3].ravel()))
                    place = {"shape": list(shapes).index(key), "link": names[i_station], "offset": offset.tolist()}
                    places.append(place | {"turn": list(map(float, turn))})
        i_station += len(part.stations)
    return {"shapes": list(shapes.values()), "places": places} if places else {}


def _mesh_shape(mesh: LinkMesh) -> dict[str, Any] | None:
    try:
        file = Path(mesh.file)
        vertices, triangles = drawn_mesh(str(file), file.stat().st_mtime_ns if file.is_file() else 0)
    except (WorldError, MissingExtraError) as problem:
        warnings.warn(f"{problem}; the cross-section is drawn in its place", SnakelabWarning, stacklevel=2)
        return None
    scale = np.asarray(mesh.scale, dtype=np.float64)
    triangles = triangles if scale.prod() > 0 else triangles[:, ::-1]  # a mirrored mesh is turned inside out
    return {"vertices": np.round(vertices * scale, 6).ravel().tolist(), "triangles": triangles.ravel().tolist()}


def propeller_facts(model: Model) -> list[dict[str, Any]]:
    """Return, of every propeller: name; link or station, offset from its centre of mass and direction of thrust, in
    its axes; gain, curve and limits of the thrust. null for no limit or no curve.
    """
    facts = []
    for name, row in zip(model.robot.propeller_names, model.arrays.propellers, strict=True):
        curve = model.arrays.curves[row["curve"] : row["curve"] + row["n_curve"]]
        facts.append(
            {
                "name": name,
                "link": model.station_names[row["station"]],
                "offset": row["offset"].tolist(),
                "direction": row["direction"].tolist(),
                "gain": float(row["gain"]),
                "curve": curve.tolist() or None,
                "min_thrust": _finite(row["min_thrust"]),
                "max_thrust": _finite(row["max_thrust"]),
            }
        )
    return facts


def user_law_facts(model: Model) -> list[str]:
    """Return the work term of every user-defined law of force or contact friction."""
    contacts = [contact for contact in model.world.contacts if contact.user_friction is not None]
    return [law.name for law in model.world.user_laws] + [f"{contact.name}_friction" for contact in contacts]


def fluid_facts(model: Model) -> list[dict[str, Any]]:
    """Return, of every fluid: name, density, height of its free surface, and region, a box or the inside of a pipe; null for
    no bound.
    """
    return [
        {"name": fluid.name, "density": fluid.density, "surface": fluid.surface, "region": _region(fluid.region)}
        for fluid in model.world.fluids
    ]


def _region(region: Region | Pipe | None) -> dict[str, Any] | None:
    if region is None:
        return None
    if isinstance(region, Pipe):
        line = np.asarray(region.line, dtype=np.float64)
        return {"line": line.tolist(), "radii": np.broadcast_to(region.radii, len(line)).tolist()}
    lower, upper = ([_finite(value) for value in corner] for corner in region.bounds())
    return {"lower": lower, "upper": upper}


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def link_facts(model: Model) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return mass, length and centre of each link or station of a soft section or rod."""
    stations = model.stations
    lengths, centres = np.zeros(len(stations)), np.zeros(len(stations))
    for part in model.parts:
        if part["kind"] not in (LINK, SOFT, ROD):
            continue
        pieces = slice(part["station"], part["station"] + part["n_stations"])
        lengths[pieces] = abs(part["length"]) / part["n_steps"]
        own = stations["offset"][pieces, 0] - min(part["length"], 0.0)
        centres[pieces] = own if part["kind"] == LINK else lengths[pieces] / 2
    return stations["mass"].copy(), lengths, centres


def outline_facts(model: Model) -> tuple[np.ndarray, FloatArray, FloatArray]:
    """Return the cross-section of each link or station: "box", "cylinder", "ellipse", or "skin" for a
    soft section or rod, and its extents along y and z."""
    outlines: list[tuple[str, float, float]] = []
    for i, part in enumerate(model.robot.parts):
        n_stations = len(part.stations)
        match part:
            case Link(shape=Box() as box):
                outlines += [("box", box.width, box.height)]
            case Link(shape=Ellipse() as ellipse):
                outlines += [("ellipse", ellipse.width, ellipse.height)]
            case Link(shape=Cylinder() as cylinder):
                outlines += [("cylinder", 2 * cylinder.radius, 2 * cylinder.radius)]
            case SoftSection():
                outlines += n_stations * [("skin", 2 * part.skin_radius, 2 * part.skin_radius)]
            case Rod():
                sections = [part.section_at(s / part.n_steps) for s in range(part.n_steps + 1)]
                outlines += [
                    ("skin", 2 * section.half_width, 2 * section.half_height)
                    for section in model.robot.from_base(tuple(sections), i)
                ]
            case _:
                outlines += n_stations * [("", 0.0, 0.0)]
    kinds, widths, heights = zip(*outlines, strict=True)
    return np.array(kinds, dtype=str), np.array(widths), np.array(heights)


def surface_facts(model: Model) -> list[dict[str, Any]]:
    """Return name, kind and arguments of each contact surface; null for infinite values."""
    facts = []
    for contact in model.world.contacts:
        surface: Surface = contact.surface
        if isinstance(surface, Terrain):  # to a micrometre, for short records
            surface = HeightField(np.round(surface.heights, 6), surface.spacing, surface.origin)
        arguments = {
            f.name: json_data(np.asarray(getattr(surface, f.name), dtype=np.float64))
            for f in fields(surface)
            if f.init and f.name != "solids"
        }
        if isinstance(surface, Extruded):
            arguments["outlines"] = [np.asarray(solid.drawn()).tolist() for solid in surface.solids]
            arguments["solid_outside"] = [solid.solid_outside for solid in surface.solids]
        facts.append({"name": contact.name, "kind": type(surface).__name__, **arguments})
    return facts


def camera_facts(model: Model) -> list[dict[str, Any]]:
    """Return, of every camera: kind and arguments; the carrier, "base", "head" or a link, and the pose T_carrier_camera of its
    optical axes against that of the carrier, of the left camera of a pair.
    """
    return [
        {"kind": type(camera).__name__, **asdict(camera), **_mounting(model, camera)} for camera in model.robot.cameras
    ]


def imu_facts(model: Model) -> list[dict[str, Any]]:
    """Return, of every `Imu`: first part of its variables, rate, noise, carrier and T_carrier_imu."""
    facts = []
    for sensor in model.robot.sensors:
        if isinstance(sensor, Imu):
            carrier, offset = _carrier(model, sensor.on)
            noise = {"accelerometer_noise": sensor.accelerometer_noise, "gyroscope_noise": sensor.gyroscope_noise}
            T = _moved(offset, placed(sensor.point, sensor.rotation))
            place = {"carrier": carrier, "T_carrier_imu": T.tolist()}
            facts.append({"name": sensor.name or "measured", "rate": sensor.rate, **noise, **place})
    return facts


def frame_facts(model: Model) -> list[tuple[str, str, FloatArray]]:
    """Return name, carrier and pose T_carrier_frame of every frame that a robot declares."""
    facts = []
    for frame in model.robot.frames:
        carrier, offset = _carrier(model, frame.on)
        facts.append((frame.name, carrier, _moved(offset, frame.transform)))
    return facts


def object_facts(model: Model) -> list[dict[str, Any]]:
    """Return name, kind of the shape, and its extents along x, y and z [m] of each free body; of a convex hull also its mesh."""
    facts = list[dict[str, Any]]()
    for body in model.world.objects:
        fact = {"name": body.name, "kind": type(body.shape).__name__, "extents": [float(x) for x in body.shape.extents]}
        if isinstance(body.shape, ConvexHull):
            hull = body.shape.polyhedron
            fact |= {"vertices": hull.vertices.tolist(), "triangles": hull.triangles.tolist()}
        facts.append(fact)
    return facts


def scenery_fact(model: Model) -> dict[str, Any] | None:
    """Return the arguments of the world's scenery; None without one."""
    return None if model.world.scenery is None else asdict(model.world.scenery)


def _mounting(model: Model, camera: AnyCamera) -> dict[str, Any]:
    on, T = camera.on, camera.transform
    for frame in model.robot.frames:
        if frame.name == on:
            on, T = frame.on, frame.transform @ T
    carrier, offset = _carrier(model, on)
    return {"carrier": carrier, "T_carrier_camera": _moved(offset, T).tolist()}


def _carrier(model: Model, on: str) -> tuple[str, FloatArray]:
    """Return the name of the recorded pose that a frame is fixed to, and the frame's origin in its axes."""
    row, offset = frame_of(model.robot, model.station_names, on, "camera on")
    if row == 0 or row > model.n_stations:
        return (BASE if row == 0 else HEAD_FRAME), offset
    return model.station_names[row - 1], offset


def _moved(offset: FloatArray, T: FloatArray) -> FloatArray:
    moved = T.copy()
    moved[:3, 3] += np.asarray(offset)
    return moved


# ----------------------------------------------------------------------------------------------------------------------
# Assembly of the records of a run into one dataset
# ----------------------------------------------------------------------------------------------------------------------

REST = "rest length of the soft section that it bends, 0 for a joint"
RADIUS = "distance of its actuator from the section's axis, 0 for a joint"


def dataset(
    model: Model, rows: FloatArray, attributes: dict[str, Any], current: FloatArray | None = None
) -> "xarray.Dataset":
    """Return the records as an xarray dataset.

    Args:
        model: Model of the run.
        rows: Records, shape (n, record width).
        attributes: Status, scenario, settings, seed, wall time and such; dicts are stored as JSON.
        current: Velocity of the fluid at the centre of mass, shape (n, 3), [m/s]; None without a current.
    """
    import xarray

    values = {
        name: np.ascontiguousarray(rows[:, place]).reshape(len(rows), *shape)
        for name, (place, shape) in record_layout(model).items()
    }
    time = values.pop("time")
    if model.world.objects:
        values["object_force"] = _object_force(model, rows)
    encoded = {k: json.dumps(v) if isinstance(v, (dict, list)) else v for k, v in attributes.items()}
    if current is not None:
        values["current"] = current
    return xarray.Dataset(_variables(model, values), _coordinates(model, time), _kept_attributes(model) | encoded)


def _object_force(model: Model, rows: FloatArray) -> FloatArray:
    """Sum of the forces of all laws on each free body, shape (n_rows, n_objects, 3), [N]: they follow those on the links."""
    layout, n = record_layout(model), len(model.world.objects)
    total = np.zeros((len(rows), n, 3))
    for law in model.law_names:
        stop = layout[f"{law}_force"][0].stop
        total += rows[:, stop : stop + 3 * n].reshape(len(rows), n, 3)
    return total


def _variables(model: Model, values: dict[str, FloatArray]) -> dict[str, Any]:
    if "target" in values:  # of a motor it would be a force, of a muscle a pressure
        values["target"][:, ~np.isin(model.arrays.coordinates["actuator"], (SERVO, PRESCRIBED))] = np.nan
    variables = {}
    for name, data in values.items():
        force = (("link", "axis"), "N", f"force of {name.removesuffix('_force')} as applied, world axes")
        dims, unit, text = VARIABLES.get(name) or force
        variables[name] = (("time", *dims), data, {"units": unit, "long_name": text})
    return variables


def _coordinates(model: Model, time: FloatArray) -> dict[str, Any]:
    masses, lengths, centres = link_facts(model)
    kinds, widths, heights = outline_facts(model)
    units = [c.unit for part in model.robot.parts for c in part.coordinates]
    rests, radii = section_facts(model)
    coords: dict[str, Any] = {
        "time": ("time", time, {"units": "s"}),
        "axis": list("xyz"),
        "quaternion": list("wxyz"),
        "twist": ["vx", "vy", "vz", "wx", "wy", "wz"],
        "coordinate": ("coordinate", np.array(model.coordinate_names, dtype=str)),
        "coordinate_unit": ("coordinate", np.array(units, dtype=str)),
        "coordinate_rest_length": ("coordinate", rests, {"units": "m", "long_name": REST}),
        "coordinate_actuator_radius": ("coordinate", radii, {"units": "m", "long_name": RADIUS}),
        "link": ("link", np.array(model.station_names, dtype=str)),
        "link_mass": ("link", masses, {"units": "kg"}),
        "link_length": ("link", lengths, {"units": "m"}),
        "link_com": ("link", centres, {"units": "m", "long_name": "centre of mass from the tail end"}),
        "link_section": ("link", kinds),
        "link_width": ("link", widths, {"units": "m", "long_name": "extent across, along the link's y"}),
        "link_height": ("link", heights, {"units": "m", "long_name": "extent across, along the link's z"}),
        "term": ("term", np.array(work_names(model), dtype=str)),
    }
    if model.robot.propellers:
        coords["propeller"] = np.array(model.robot.propeller_names, dtype=str)
    if model.robot.coupling_names:
        coords["coupling"] = np.array(model.robot.coupling_names, dtype=str)
        kinds, loads = coupling_facts(model)
        coords["coupling_kind"] = ("coupling", kinds)
        coords["coupling_unit"] = ("coupling", loads)
    if model.world.objects:
        coords["object"] = np.array(model.object_names, dtype=str)
        coords["object_mass"] = ("object", np.array([body.total_mass for body in model.world.objects]), {"units": "kg"})
    if model.skin_names:
        coords["skin"] = np.array(model.skin_names, dtype=str)
    return coords


def coupling_facts(model: Model) -> tuple[FloatArray, FloatArray]:
    """Kind of each coupling, and the unit of its load: "N m" of a gear that drives an angle, else "N"."""
    robot = model.robot
    units = dict(zip(model.coordinate_names, (c.unit for part in robot.parts for c in part.coordinates), strict=True))
    kinds = [*("gear" for _ in robot.gears), *("loop" for _ in robot.loops), *("cable" for _ in robot.cables)]
    loads = ["N m" if units[gear.driven] == "rad" else "N" for gear in robot.gears]
    return np.array(kinds, dtype=str), np.array(loads + ["N"] * (len(kinds) - len(loads)), dtype=str)


def cable_facts(model: Model) -> list[dict[str, Any]]:
    """Name and guides of each cable: link (None for the fixed base), and offset from its centre, in its axes [m]."""
    robot = model.robot
    facts = []
    for name, cable in zip(
        robot.coupling_names[len(robot.coupling_names) - len(robot.cables) :], robot.cables, strict=True
    ):
        guides: list[dict[str, Any]] = []
        for guide in cable.guides:
            if guide.on == "base":
                guides.append({"link": None, "offset": list(guide.point)})
                continue
            number, offset = station_at(robot, guide.on, guide.point)
            guides.append({"link": model.station_names[number], "offset": offset.tolist()})
        facts.append({"name": name, "guides": guides})
    return facts


# The last model with its attributes: a journal needs them twice per second, and those of a terrain are large.
_LAST: list[tuple[Model, dict[str, Any]]] = []


def _kept_attributes(model: Model) -> dict[str, Any]:
    """Return `_attributes`, those of the last model without computing them again."""
    last = _LAST[0] if _LAST else None
    if last is None or last[0] is not model:
        last = (model, _attributes(model))
        _LAST[:] = [last]
    return last[1]


# Properties that are attributes of a recording, as JSON; those that a robot or a world lacks are omitted.
FACTS: dict[str, Callable[[Model], Any]] = {
    "surfaces": surface_facts,
    "user_laws": user_law_facts,
    "fluids": fluid_facts,
    "propellers": propeller_facts,
    "wheels": wheel_facts,
    "branches": branch_facts,
    "cables": cable_facts,
    "meshes": mesh_facts,
    "cameras": camera_facts,
    "objects": object_facts,
    "scenery": scenery_fact,
}


def _attributes(model: Model) -> dict[str, Any]:
    attrs: dict[str, Any] = {
        "format": FORMAT,
        "snakelab_version": package_version(),
        "host": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        "robot": model.robot.name,
        "base": model.robot.base,
        "base_end": model.robot.base_end,
        "mass": model.mass,
    }
    for name, facts_of in FACTS.items():
        if facts := facts_of(model):
            attrs[name] = json.dumps(facts)
        if facts and name == "cameras":
            attrs["imus"] = json.dumps(imu_facts(model))
            attrs["gravity"] = json.dumps(sensed_gravity(model).tolist())
    return attrs


# ----------------------------------------------------------------------------------------------------------------------
# Recording of a run
# ----------------------------------------------------------------------------------------------------------------------


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


def check_journal(path: Path) -> None:
    """Check that a journal can be created at a path.

    Raises:
        SimulationError: if the path exists, its folder does not exist or is not writable, or the name is invalid.
    """
    try:
        path.lstat()
    except FileNotFoundError:
        if not path.parent.is_dir():
            raise SimulationError(
                f"simulate journal: {path.parent} is no folder; create it, or give another path"
            ) from None
        if not os.access(path.parent, os.W_OK):
            raise SimulationError(
                f"simulate journal: the folder {path.parent} is not writable; give another one"
            ) from None
    except (OSError, ValueError) as problem:
        raise SimulationError(
            f"simulate journal: {str(path)[:80]!r} is no path of a new file ({reason(problem)})"
        ) from None
    else:
        raise SimulationError(f"simulate journal: {path} exists already; move or delete it, or give another path")


class RunJournal:
    """Journal of a run, to which its new rows are appended; see `results.netcdf_files.Journal`.

    A thread of its own assembles and writes them, so that the run does not wait.

    Args:
        path: Path of the file, which must not exist; it is created with the first rows.
        rows_since: Takes the rows since a time [s] from the run, and returns a function that makes their recording.
        interval: Wall time between two parts of the journal [s].

    Attributes:
        written: Time of the last row in the file [s].
    """

    def __init__(
        self, path: Path, rows_since: Callable[[float], Callable[[], Recording]], interval: float = 0.5
    ) -> None:
        self.path, self.written = path, -math.inf
        self._rows_since, self._interval = rows_since, interval
        self._due = clock.monotonic() + interval
        self._journal: Any = None
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="snakelab-journal")
        self._pending: Future[str] | None = None

    @property
    def due(self) -> bool:
        """True if the last part is old enough for another one."""
        return clock.monotonic() >= self._due

    def append(self, wait: bool = False) -> str:
        """Append the rows since the last part; return why the last part could not be written, or "".

        Args:
            wait: True to wait until they are written; otherwise nothing happens while the last part is being written.
        """
        self._due = clock.monotonic() + self._interval
        if self._pending is not None and not self._pending.done() and not wait:
            return ""
        failed = self._finish()
        self._pending = self._threads.submit(self._write, self._rows_since(self.written))
        return self._finish() if wait else failed

    def go_back(self, time: float) -> None:
        """Let the next rows replace those after a time [s], to which the run has returned."""
        self._finish()
        self.written = min(self.written, time)

    def close(self) -> str:
        """Close the file, which remains; return why the last part could not be written, or ""."""
        failed = self._finish()
        self._threads.shutdown()
        if self._journal is not None:
            self._journal.close()
        return failed

    def remove(self) -> None:
        """Close and delete the file."""
        self.close()
        if self._journal is not None:
            self._journal.remove()

    def _finish(self) -> str:
        pending, self._pending = self._pending, None
        return "" if pending is None else pending.result()

    def _write(self, make: Callable[[], Recording]) -> str:
        from snakelab.results.netcdf_files import Journal

        data = make().dataset
        times = data["time"].values
        if not len(times) or times[-1] <= self.written:
            return ""
        try:
            if self._journal is None:
                self._journal = Journal(self.path)
            self._journal.append(data, self.written)
        except OSError as problem:
            return f"{self.path} cannot be written ({problem.strerror or problem})"
        self.written = float(times[-1])
        return ""


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
    joined: list[tuple[Any, list[FloatArray]]] = []
    for model, rows in records.pieces:
        if joined and joined[-1][0] is model:
            joined[-1][1].append(rows)
        else:
            joined.append((model, [rows]))
    return [(model, np.concatenate(rows)) for model, rows in joined]

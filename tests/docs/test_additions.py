"""The recipes of docs/extending.md for the package: each is followed in a copy, with the files of its table and no others."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import snakelab as sl

PACKAGE = Path(sl.__file__).parent
PAGE = (Path(__file__).parents[2] / "docs" / "extending.md").read_text(encoding="utf-8")

SENSOR = '''
@dataclass(frozen=True)
class Tachometer:
    """Speed of the base.

    Args:
        rate: Samples per second [Hz].
        delay: Delay of a sample [s].
        name: First part of the names of its variables.
    """

    rate: SamplingRate = 100.0
    delay: Delay = 0.0
    name: SensorName = "tachometer"
    on: ClassVar[str] = "base"
    units: ClassVar = {"speed": "m/s"}

    def __post_init__(self) -> None:
        check_declared(self, RobotError)

    def fields(self, n_coordinates):
        return {"speed": 1}

    def read(self, instant, normal):
        return np.array([np.linalg.norm(instant.motion.velocity[:3])])


'''
GAIT = '''"""Gait of a still body."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le

from snakelab.errors import GaitError
from snakelab.parameters.declarations import Unit, check_declared
from snakelab.physics.command import constant_reference


@dataclass(frozen=True)
class BentGait:
    """All joints at one angle.

    Args:
        angle: The angle [rad].
    """

    angle: Annotated[float, Ge(-1), Le(1), Unit("rad")] = 0.1

    def __post_init__(self) -> None:
        check_declared(self, GaitError)

    def reference(self, model):
        return constant_reference(np.full(model.n_coordinates, self.angle))
'''
METRIC = '''

def top_speed(recording: Recording) -> float:
    """Largest speed of the centre of mass, max |v|."""
    return float(np.linalg.norm(recording["com_velocity"].values, axis=1).max())
'''
FIGURE = '''

def pace_figure(recording: Recording) -> Figure:
    """Speed over time."""
    figure = Figure()
    figure.subplots().plot(recording["time"], np.linalg.norm(recording["com_velocity"].values, axis=1))
    return figure
'''
MEDIUM = '''"""Uniform linear drag against a wind."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge

from snakelab.errors import WorldError
from snakelab.geometry.spatial import ZERO, ZERO_MAT, ZERO_SYM, mat_t_vec, scale, set_inertia, set_twist, sub
from snakelab.kernels.decorator import kernel
from snakelab.parameters.declarations import TermName, Unit, check_declared
from snakelab.worlds.force_law import LAW_INERTIA, LAW_WRENCH, ForceLaw, LawRow, LawTables, station_frame

WIND = 12


@dataclass(frozen=True)
class Wind(ForceLaw):
    """F = -c (u - wind) on every station.

    Args:
        speed: Of the wind along the world's x [m/s].
        drag: c [N s/m].
    """

    speed: Annotated[float, Unit("m/s")]
    drag: Annotated[float, Ge(0), Unit("N s/m")] = 1.0
    name: TermName = "wind"

    def __post_init__(self):
        check_declared(self, WorldError)

    def tables(self, stations):
        return LawTables((LawRow(WIND),), (self.speed, self.drag))


@kernel
def wind_on_station(model, law, k, row, dt, ws):
    """Wrench and added inertia of one station, written to its row."""
    a = model.laws[law].first
    speed, c = model.law_parameters[a], model.law_parameters[a + 1]
    r, _, twist = station_frame(ws.stations, k)
    u = sub(twist[0], mat_t_vec(r, (speed, 0.0, 0.0)))
    set_twist(ws.laws, row, LAW_WRENCH, (scale(-c, u), ZERO))
    set_inertia(ws.laws, row, LAW_INERTIA, ((dt * c, 0.0, 0.0, dt * c, 0.0, dt * c), ZERO_MAT, ZERO_SYM))
'''
SHAPE = """    if shape == SUM:
        c = load * smoothed_secant(math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]), eps, smoothing)
        return (c * mu_along + c * mu_normal, c * mu_along + c * mu_normal, c * mu_along + c * mu_normal)
"""
SNAKE = """
import numpy as np
import pytest

import snakelab as sl

links = [sl.Link(0.1, mass=0.1), *2 * [sl.Revolute("z"), sl.Link(0.1, mass=0.1)]]
snake = sl.Robot(links, base="planar")


def run(*media, gait=sl.SerpenoidGait(0.5, 3.0, 0.7), robot=snake, **options):
    return sl.simulate(sl.build_model(robot, sl.World(media)), gait, duration=0.2, **options)
"""


class Copy:
    """A copy of the package, its changed files, and programs that use it."""

    def __init__(self, folder):
        self.root, self.changed = folder / "snakelab", set()
        shutil.copytree(PACKAGE, self.root, ignore=shutil.ignore_patterns("__pycache__"))

    def write(self, name, text):
        (self.root / name).write_text(text, encoding="utf-8")
        self.changed.add(name)

    def change(self, name, before, after):
        text = (self.root / name).read_text(encoding="utf-8")
        assert text.count(before) == 1, (name, before)
        self.write(name, text.replace(before, after))

    def append(self, name, text):
        self.write(name, (self.root / name).read_text(encoding="utf-8") + text)

    def run(self, program):
        environment = os.environ | {"PYTHONPATH": str(self.root.parent), "PYTHONWARNINGS": "error::UserWarning"}
        done = subprocess.run(
            [sys.executable, "-c", SNAKE + program], env=environment, capture_output=True, text=True, timeout=500
        )
        assert done.returncode == 0, done.stderr


@pytest.fixture
def package(tmp_path):
    return Copy(tmp_path)


def files(heading, table=0, **names):
    """Files of a table of a section, with `NAME` replaced."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = section.split("|---|---|\n")[1 + table].split("\n\n")[0].splitlines()
    found = {re.match(r"\| `([\w/.]+)`", row)[1].replace("NAME", names.get("name", "")) for row in rows}
    assert 1 <= len(found) <= 3
    return found


def add_law(package, module, text, cls, call, code):
    """Follow the recipes of friction laws and media."""
    package.write(f"worlds/{module}.py", text)
    kernel = call.partition("(")[0]
    package.change(
        "worlds/world.py",
        "from snakelab.worlds.external_wrench",
        f"from snakelab.worlds.{module} import {code}, {cls}, {kernel}\nfrom snakelab.worlds.external_wrench",
    )
    package.change("worlds/world.py", "    | Damper\n)", f"    | Damper\n    | {cls}\n)")
    after = "\n\n\n@kernel(inline=True)\ndef start_laws"
    package.change("worlds/world.py", after, f"\n    elif code == {code}:\n        {call}{after}")
    package.append("worlds/__init__.pyi", f"from .{module} import {cls} as {cls}\n")


def add_friction(package):
    block = re.search(r"^```py\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[1]
    call = "quadratic_on_station(model, law, k, row, dt, ws)"
    add_law(package, "quadratic_friction", block, "QuadraticFriction", call, "QUADRATIC")
    assert package.changed == files("A friction law", name="quadratic_friction")


def test_a_friction_law_is_known_to_all_parts_or_refused_by_name(package):
    add_friction(package)
    package.run("""
from snakelab.plugins.lanes.model.conversion import ground_of

law = sl.worlds.QuadraticFriction(2.0)
model = sl.build_model(snake, sl.World([law, sl.Gravity()]))
assert model.law_names == ("friction",) and model.arrays.law_parameters.tolist() == [2.0]
assert model.world.centre_frictions == (law,) and law.scaled(3.0).coefficient == 6.0
with pytest.raises(sl.errors.ControlError, match="QuadraticFriction"):
    ground_of(model)
with pytest.raises(sl.errors.PerceptionError, match="QuadraticFriction"):
    sl.perception.BodyOdometry(model)
with pytest.raises(sl.errors.WorldError, match="QuadraticFriction coefficient must be at least 0"):
    sl.worlds.QuadraticFriction(-1.0)
read = sl.load_scenario("planar_viscous", ["world.media=[{quadratic_friction: {coefficient: 2}}]"])
assert read.world.media == (law,)
wheel = sl.Link(0.1, mass=0.1, wheels=[sl.Wheel((0.05, 0.0, 0.0), 0.02, 0.01)])
with pytest.warns(sl.SnakelabWarning, match="QuadraticFriction acts at the centres"):
    sl.build_model(sl.Robot([wheel, sl.Revolute("z"), wheel], base="planar"), sl.World([law]))


class Silent(sl.worlds.friction.CentreFriction):
    code = 13


with pytest.raises(TypeError, match="Silent.*coefficients, drag"):
    Silent()
""")


@pytest.mark.slow
def test_a_friction_law_moves_a_snake_in_both_engines_as_the_user_law_of_the_same_function(package):
    add_friction(package)
    package.run("""
from snakelab.plugins.mujoco.engine.mujoco_engine import MujocoEngine


def quadratic(pose, twist, load, parameters, wrench, damping, stiffness):
    c = load / 9.81 * parameters[0] * np.sqrt(twist[0] ** 2 + twist[1] ** 2 + twist[2] ** 2)
    for axis in range(3):
        damping[axis, axis] = c
        wrench[axis] = -c * twist[axis]


mine, expected = run(sl.worlds.QuadraticFriction(20.0)), run(sl.UserLaw(quadratic, parameters=(20.0,), name="friction"))
assert np.abs(mine["com_position"].values).max() > 1e-5
assert np.allclose(mine["link_position"], expected["link_position"], rtol=0, atol=1e-9)
assert float(mine["work"].sel(term="friction")[-1]) < 0
other = run(sl.worlds.QuadraticFriction(20.0), engine=MujocoEngine(1e-3))
assert np.allclose(other["link_position"], mine["link_position"], rtol=0, atol=1e-4)
""")


@pytest.mark.slow
def test_a_medium_carries_a_body_with_its_wind(package):
    add_law(package, "wind", MEDIUM, "Wind", "wind_on_station(model, law, k, row, dt, ws)", "WIND")
    assert package.changed == files("A medium", name="wind")
    package.run("""
still = run(sl.worlds.Wind(0.3), gait=None, step=1e-3)
v = float(still["com_velocity"][-1, 0])
assert v == pytest.approx(0.3 * (1 - np.exp(-0.2 / 0.1)), rel=1e-3)
""")


@pytest.mark.slow
def test_a_shape_of_coulomb_friction_takes_one_file(package):
    name = "worlds/friction.py"
    package.change(name, '"weighted_slip")\n', '"weighted_slip", "sum")\n')
    package.change(name, "ALONG_SLIP, WEIGHTED_SLIP = range", "ALONG_SLIP, WEIGHTED_SLIP, SUM = range")
    package.change(
        name,
        "    if shape != PER_AXIS:\n        return slip_drag",
        SHAPE + "    if shape != PER_AXIS:\n        return slip_drag",
    )
    assert package.changed == files("A friction law", table=1)
    package.run("""
mine, expected = run(sl.LinkFriction(0.1, 0.2, shape="sum")), run(sl.LinkFriction(0.3, shape="along_slip"))
motion = np.abs(expected["com_position"].values).max()
assert np.abs(mine["com_position"] - expected["com_position"]).max() < 1e-3 * motion
weak = run(sl.LinkFriction(0.1, shape="along_slip"))
assert np.abs(mine["com_position"] - weak["com_position"]).max() > 1e-2 * motion
model = sl.build_model(snake, sl.World([sl.LinkFriction(0.1, 0.2, shape="sum")]))
with pytest.raises(sl.SnakelabError, match="shape must be one of .* got 'sum'"):
    sl.plugins.lanes.LaneBatch(model, 2)
with pytest.raises(sl.errors.PerceptionError, match="shape='sum'"):
    sl.perception.BodyOdometry(model)
""")


def test_a_sensor_is_read_recorded_and_named_in_scenarios(package):
    name = "robots/sensors.py"
    package.change(name, "BUILT_IN = (", SENSOR.lstrip("\n") + "BUILT_IN = (Tachometer, ")
    package.change(name, "AnySensor = ", "AnySensor = Tachometer | ")
    package.append("robots/__init__.pyi", "from .sensors import Tachometer as Tachometer\n")
    assert package.changed == files("A sensor")
    package.run("""
robot = sl.Robot(links, base="planar", sensors=[sl.robots.Tachometer(rate=50.0)])
measured = run(sl.ViscousFriction(1.0, 9.0), robot=robot)
assert measured["tachometer_speed"].attrs["units"] == "m/s" and float(measured["tachometer_speed"].max()) > 0
read = sl.load_scenario("planar_viscous", ["robot.sensors=[{tachometer: {rate: 50}}]"])
assert read.robot.sensors == (sl.robots.Tachometer(rate=50.0),)
""")


def test_a_gait_moves_a_snake_and_is_named_in_scenarios(package):
    package.write("gaits/bent.py", GAIT)
    name = "scenarios/class_registry.py"
    package.change(name, '    "gaits.serpenoid":', '    "gaits.bent": "BentGait",\n    "gaits.serpenoid":')
    text = (package.root / name).read_text(encoding="utf-8")
    package.write(name, re.sub(r'("controller|"motion)": lazy\(', r'\1": lazy(\n        "BentGait",', text))
    package.append("gaits/__init__.pyi", "from .bent import BentGait as BentGait\n")
    assert package.changed == files("A gait", name="bent")
    package.run("""
bent = run(sl.ViscousFriction(1.0, 9.0), gait=sl.gaits.BentGait(0.3))
assert np.allclose(bent["q"][-1], 0.3)
read = sl.load_scenario("planar_viscous", ["controller={bent_gait: {angle: 0.2}}"])
assert read.controller == sl.gaits.BentGait(0.2)
""")


def test_a_metric_and_a_figure_are_in_the_report(package, tmp_path):
    package.append("results/metrics/motion.py", METRIC)
    name = "results/metrics/metric_table.py"
    row = '    "top_speed": Metric("motion", "m/s", motion.top_speed),\n'
    package.change(name, '    "path_length": Metric(', f'{row}    "path_length": Metric(')
    assert package.changed == files("A metric")
    package.changed.clear()
    package.append("figures/run_figures.py", FIGURE)
    package.change(
        "figures/report_folder.py", '    "joints": ("q",),\n', '    "joints": ("q",),\n    "pace": ("com_velocity",),\n'
    )
    package.append("figures/__init__.pyi", "from .run_figures import pace_figure as pace_figure\n")
    assert package.changed == files("A figure in the report")
    package.run(f"""
from pathlib import Path

recording = run(sl.ViscousFriction(1.0, 9.0))
table = sl.metrics(recording)
assert table["top_speed"] == pytest.approx(np.linalg.norm(recording["com_velocity"], axis=1).max())
assert table.units["top_speed"] == "m/s" and "top_speed" in table.groups["motion"]
folder = Path({str(tmp_path / "out")!r})
sl.report(recording, folder)
assert "top_speed" in (folder / "metrics.json").read_text() and list(folder.glob("figures/pace.*"))
""")

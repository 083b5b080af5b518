"""What a recording tells of a swimmer's head, sections, propellers and fluids."""

import json

import numpy as np
import pytest

import snakelab as sl
from snakelab.geometry.rotations import rotate_by
from snakelab.physics.model import Model
from snakelab.results.diagnostics import remarks
from snakelab.results.metrics.effort import work_of
from snakelab.results.metrics.motion import propeller_energy
from snakelab.results.recorded_objects import propeller_poses, propellers_of

RADIUS, LENGTH = 0.045, 0.2
MASS = 1000.0 * np.pi * RADIUS**2 * LENGTH


def link(name: str) -> sl.Link:
    return sl.Link(LENGTH, mass=MASS, section=sl.Cylinder(RADIUS), com=(0.1, 0.0, -0.005), name=name)


def hybrid(*propellers: sl.Propeller, current: tuple = (), **fluid) -> Model:
    """Two links with a soft section and a joint between them, in water."""
    section = sl.SoftSection(0.2, mass=0.1, actuator_radius=0.024, skin_radius=0.03, name="arm")
    robot = sl.Robot([link("tail"), section, sl.Revolute("y"), link("front")], name="hybrid", propellers=propellers)
    return sl.build_model(robot, sl.World([sl.Gravity(), sl.Fluid(currents=current, **fluid)]))


def pair(**options) -> tuple[sl.Propeller, ...]:
    return (
        sl.Propeller("tail", (0.1, 0.076, 0.0), "x", **options),
        sl.Propeller("front", (0.1, 0.0, 0.05), (0.0, 3.0, 4.0), **options),
    )


@pytest.fixture(scope="module")
def swim() -> sl.Recording:
    gait = sl.gaits.SteadyGait((0.02, 0.01, 0.0, 0.3), (1.5, -0.4), ramp=0.5)
    return sl.simulate(hybrid(*pair()), gait, duration=1.0, record_rate=500)


def test_the_head_s_attitude_is_that_of_the_kinematics(swim):
    poses = sl.forward_kinematics(hybrid(*pair()), swim.state)
    w, x, y, z = swim["head_quaternion"].values[-1]
    rotation = rotate_by(np.array([[w, x, y, z]] * 3), np.eye(3)).T
    assert np.allclose(rotation, poses["head"][:3, :3], atol=1e-12)


def test_the_head_s_velocity_is_the_rate_of_its_pose(swim):
    time, twist = swim["time"].values, swim["head_velocity"].values
    assert np.allclose(np.gradient(swim["head_position"].values, time, axis=0)[5:-5], twist[5:-5, :3], atol=2e-4)
    quat = swim["head_quaternion"].values
    turn = np.gradient(quat, time, axis=0)
    w, v = quat[:, :1], quat[:, 1:]
    spin = 2 * (w * turn[:, 1:] - turn[:, :1] * v + np.cross(v, turn[:, 1:]))  # omega = 2 q' conj(q)
    assert np.abs(twist[:, 3:]).max() > 0.1
    assert np.allclose(spin[5:-5], twist[5:-5, 3:], atol=2e-3)


def test_sections_tell_their_rest_length_and_radius_and_joints_tell_none(swim):
    assert swim["coordinate_rest_length"].values.tolist() == [0.2, 0.2, 0.2, 0.0]
    assert swim["coordinate_actuator_radius"].values.tolist() == [0.024, 0.024, 0.024, 0.0]
    (shape,) = sl.results.section_shapes(swim)
    assert shape.name == "arm" and shape.length[-1] == pytest.approx(0.21)


def test_the_shape_of_a_section_is_that_of_the_frames_at_its_ends(swim):
    (shape,) = sl.results.section_shapes(swim)
    names = [str(name) for name in swim["link"].values]
    first, last = (swim["link_quaternion"].values[-1, names.index(name)] for name in ("arm.0", "arm.10"))
    toward = rotate_by(first * [1.0, -1.0, -1.0, -1.0], rotate_by(last, np.array([1.0, 0.0, 0.0])))
    bend, plane = shape.bend[-1], shape.plane[-1]
    assert np.allclose(toward, (np.cos(bend), np.sin(bend) * np.cos(plane), np.sin(bend) * np.sin(plane)), atol=1e-9)


@pytest.mark.thorough
def test_propellers_tell_where_they_are_and_what_limits_them(tmp_path):
    options = {"curve": [(-1.0, -3.0), (0.0, 0.0), (1.0, 4.0)], "max_thrust": 3.5}
    run = sl.simulate(hybrid(*pair(**options)), sl.gaits.SteadyGait((), (1.0, 0.5)), duration=0.05)
    tail, front = propellers_of(sl.load(run.save(tmp_path / "run.nc")))
    assert np.allclose(tail.offset, (0.0, 0.076, 0.005)) and np.allclose(front.direction, (0.0, 0.6, 0.8))
    assert (tail.name, tail.min_thrust, tail.max_thrust) == ("propeller1", -np.inf, 3.5)
    assert tail.curve.tolist() == [[-1.0, -3.0], [0.0, 0.0], [1.0, 4.0]]
    command = run["propeller_command"].values[1:]  # behind the lag, which begins at zero
    assert tail.limited(command[:, 0]).all() and not front.limited(command[:, 1]).any()
    places, _ = propeller_poses(run)
    assert np.allclose(places[0], [(0.1, 0.076, 0.0), (0.5, 0.0, 0.05)], atol=1e-12)


def test_fluids_tell_where_they_are(swim):
    assert json.loads(swim.dataset.attrs["fluids"]) == [
        {"name": "water", "density": 1000.0, "surface": None, "region": None}
    ]
    region = sl.Region(lower=(-1.0, -np.inf, -2.0))
    run = sl.simulate(hybrid(surface=0.5, region=region), duration=0.01)
    (fluid,) = json.loads(run.dataset.attrs["fluids"])
    assert fluid["surface"] == 0.5
    assert fluid["region"] == {"lower": [-1.0, None, -2.0], "upper": [None, None, None]}
    pipe = sl.simulate(hybrid(region=sl.Pipe([(-1.0, 0.0, 0.0), (2.0, 0.0, 0.0)], 0.3)), duration=0.01)
    (fluid,) = json.loads(pipe.dataset.attrs["fluids"])
    assert fluid["region"] == {"line": [[-1.0, 0.0, 0.0], [2.0, 0.0, 0.0]], "radii": [0.3, 0.3]}


def test_a_robot_on_land_tells_of_neither():
    robot = sl.Robot([sl.Link(0.1, mass=0.1), sl.Revolute("z"), sl.Link(0.1, mass=0.1)], base="planar")
    run = sl.simulate(sl.build_model(robot, sl.World([])), duration=0.01)
    assert not {"fluids", "propellers"} & set(run.dataset.attrs)


def test_the_propellers_energy_is_their_work_where_all_of_them_drive_in_still_water():
    front = sl.Propeller("front", (0.1, -0.076, 0.0))
    model = hybrid(pair()[0], front)
    run = sl.simulate(model, sl.gaits.SteadyGait((), (1.0, 1.0)), duration=2.0, record_rate=200)
    assert propeller_energy(run) > 1.0 and work_of(run, "propeller") == pytest.approx(propeller_energy(run), rel=1e-9)


@pytest.mark.thorough
def test_a_simulated_robot_that_is_slower_than_the_current_is_reported():
    def run(speed: float) -> sl.Recording:
        pushing = (sl.Propeller("tail", (0.1, 0.0, 0.0)),)
        model = hybrid(*pushing, current=[sl.Current((-speed, 0.0, 0.0))])
        return sl.simulate(model, sl.gaits.SteadyGait((), (1.0,)), duration=8.0, record_rate=20)

    (line,) = remarks(run(0.5))
    assert line.startswith("the current of 0.50 m/s carried the robot backwards at")
    assert remarks(run(0.1)) == []

"""What the hybrid snake's paper says of its cases, and what holds between runs: shapes, speeds, mirror images, a helix."""

import numpy as np
import pytest

import snakelab as sl
from hybrid_shapes import SHAPES, SPIRAL, TURN
from reference_models import underwater_lagrangian as uw
from snakelab.robots.library.soft_robots import hybrid_underwater

MPa = 1e6
ALL = (1.0, 0, 1.0, 1.0, 0, 1.0)
WORLD = sl.World([sl.Gravity(), sl.Fluid(strips=10)])


def swim(u, duration, thrust=ALL, robot=None, **settings):
    """The paper's robot under held pressures [MPa] and thrusts."""
    model = sl.build_model(robot or hybrid_underwater(preset="halved"), WORLD)
    gait = sl.gaits.SteadyGait(MPa * np.array(u), thrust)
    return sl.simulate(model, gait, duration, **({"step": 1e-2, "record_rate": 20} | settings))


def test_the_scenarios_describe_the_library_robots():
    """As printed, radii of 90 mm and the Yeoh law; and half the radius with the linear law."""
    for name, robot in (
        ("hybrid_straight", hybrid_underwater()),
        ("hybrid_halved", hybrid_underwater(preset="halved")),
    ):
        one = sl.build_model(sl.load_scenario(name).robot, WORLD)
        other = sl.build_model(robot, WORLD)
        for array in ("parts", "stations", "coordinates", "base", "propellers"):
            mine, theirs = getattr(one.arrays, array), getattr(other.arrays, array)
            for field in mine.dtype.names or ():
                assert mine[field] == pytest.approx(theirs[field], rel=1e-12, abs=1e-15), (name, array, field)
            if mine.dtype.names is None:
                assert mine == pytest.approx(theirs, rel=1e-12)


@pytest.mark.slow
def test_the_spiral_of_the_printed_robot_rises_and_that_of_half_its_radius_sinks():
    rise = {}
    for preset in ("published", "halved"):
        height = swim(SPIRAL, 20.0, robot=hybrid_underwater(preset=preset))["com_position"].values[:, 2]
        rise[preset] = height[-1] - height[-100]
    assert rise["published"] > 0.1 and rise["halved"] < -0.1


@pytest.mark.slow
def test_pitch_of_the_printed_robot_stays_near_its_plane():
    path = swim((0.2, 0.3, 0, 0, 0, 0), 60.0, robot=hybrid_underwater())["base_position"].values
    assert np.abs(path[:, 1]).max() < 0.45 < 10 < -path[-1, 2]


def test_backward_is_the_mirror_image_of_forward():
    ahead, astern = swim(np.zeros(6), 10.0), swim(np.zeros(6), 10.0, tuple(-np.array(ALL)))
    there, back = (run["com_position"].values - run["com_position"].values[0] for run in (ahead, astern))
    assert there == pytest.approx(back * [-1, 1, 1], abs=1e-6)
    assert there[-1, 0] > 5 and np.abs(there[:, 1]).max() < 1e-6


def test_pitch_up_is_the_mirror_image_of_pitch_down_where_the_mass_is_on_the_axis():
    level = hybrid_underwater(preset="halved", com_below=0.0)
    up, down = (
        swim(u, 10.0, robot=level)["com_position"].values for u in ((0.1, 0, 0.2, 0, 0, 0), (0.1, 0.2, 0, 0, 0, 0))
    )
    assert up == pytest.approx(down * [1, 1, -1], abs=1e-5)
    assert up[-1, 2] > 0.5


def test_a_circle_stays_level_where_the_mass_is_on_the_axis():
    run = swim(TURN, 20.0, robot=hybrid_underwater(preset="halved", com_below=0.0))
    assert np.abs(run["com_position"].values[:, 2]).max() < 1e-6


@pytest.mark.slow
def test_the_spiral_is_a_helix_of_constant_speed_whose_ends_move_differently():
    run = swim(SPIRAL, 60.0)
    late = run["time"].values > 40
    speed = np.linalg.norm(run["com_velocity"].values[late], axis=1)
    assert np.ptp(speed) < 0.02 * speed.mean()
    climb = np.gradient(run["com_position"].values[late, 2], run["time"].values[late])
    assert np.ptp(climb) < 0.1 * abs(climb.mean()) and climb.mean() < -0.1
    head = np.gradient(run["head_position"].values[late], run["time"].values[late], axis=0)[1:-1]
    tail = run["base_velocity"].values[late, :3][1:-1]
    assert np.linalg.norm(head - tail, axis=1).min() > 0.2
    Q = run["link_quaternion"].values[-1]
    assert abs(Q[0] @ Q[-1]) < 0.95  # and they point differently


def test_at_5_ms_the_robot_starts_and_stops_without_chatter():
    """Pressures on, then off: the power law's slope at rest is steep, and nothing rattles."""
    on = swim(TURN, 2.0, step=5e-3, record_rate=200)
    model = sl.build_model(hybrid_underwater(preset="halved"), WORLD)
    off = sl.simulate(model, sl.gaits.SteadyGait(np.zeros(6), np.zeros(6)), 2.0, state=on, step=5e-3, record_rate=200)
    for run, way in ((on, 1), (off, -1)):
        assert run.finished and run.dataset.attrs["unconverged_steps"] == 0
        v = run["v"].values[:, [0, 3]]
        assert (way * v > -1e-3).all()  # after the snap the joint creeps one way
        late = np.diff(v[100:], axis=0)
        turned = np.sum(late[1:] * late[:-1] < -1e-14, axis=0)
        assert (turned <= 1).all()
    assert np.abs(off["q"].values[-1]).max() < 0.25 * np.abs(on["q"].values[-1]).max()


@pytest.mark.slow
def test_the_energy_balance_closes_faster_than_the_step():
    shares = [sl.metrics(swim(SPIRAL, 5.0, step=step))["energy_residual_ratio"] for step in (1e-2, 5e-3, 2.5e-3)]
    assert shares[0] < 2e-3
    assert shares[2] < shares[0] / 4


# --- its shapes and its speeds ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("u", "arcs", "head"), SHAPES)
def test_the_cases_have_the_shapes_of_the_reference(u, arcs, head):
    model = sl.build_model(hybrid_underwater(preset="halved"), WORLD)
    q = sl.gaits.static_equilibrium(model, MPa * np.array(u))
    for row, (length, theta, phi) in zip(q.reshape(2, 3), arcs, strict=True):
        arc = uw.arc_parameters(uw.HydraulicJoint(), row)
        assert pytest.approx(length, abs=5.1e-5) == arc.L
        assert np.degrees(arc.theta) == pytest.approx(theta, abs=2.6e-2 if theta == 58.9 else 5.1e-3)
        if phi is not None:
            assert np.degrees(arc.phi) % 360 == pytest.approx(phi % 360, abs=5.1e-3)
    poses = sl.forward_kinematics(model, sl.initial_state(model, q=q))["head"]
    assert poses[:3, 3] == pytest.approx(head, abs=5.1e-5)


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("preset", "thrust", "axial_drag", "speed"),
    [
        ("halved", 4, 1.0, 0.424), ("halved", 4, 0.2, 0.609), ("halved", 4, 0.0, 0.741),
        ("halved", 2, 1.0, 0.255), ("halved", 2, 0.2, 0.332), ("halved", 2, 0.0, 0.370),
        ("published", 4, 1.0, 0.212), ("published", 4, 0.2, 0.305), ("published", 4, 0.0, 0.370),
        ("published", 2, 1.0, 0.128), ("published", 2, 0.2, 0.166), ("published", 2, 0.0, 0.185),
    ],
)  # fmt: skip
def test_straight_speeds_are_their_closed_form(preset, thrust, axial_drag, speed):
    model = sl.build_model(hybrid_underwater(preset=preset), sl.World([sl.Gravity(), sl.Fluid(axial_drag=axial_drag)]))
    given = np.array(ALL) if thrust == 4 else np.array((1.0, 0, 1.0, 0, 0, 0))
    run = sl.simulate(model, sl.gaits.SteadyGait(thrust=given), 60.0, step=2e-2, record_rate=2)
    value = float(run["com_velocity"].values[-1, 0])
    assert value == pytest.approx(speed, abs=5.1e-4)
    R = 0.045 if preset == "halved" else 0.09
    drag = 3 * (1000 * R * 0.2 * 0.2 * value + 0.5 * 1000 * np.pi * R**2 * axial_drag * value**2)
    assert drag == pytest.approx(thrust, rel=1e-4)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("name", "position", "twist"),
    [
        ("hybrid_reference_straight", (5.70301, 0, -0.01528), (0.60946, 0, -0.00009, 0, -0.00015, 0)),
        ("hybrid_reference_straight_two", (3.07588, 0, -0.00412), (0.33153, 0, -0.00004, 0, -0.00008, 0)),
        (
            "hybrid_reference_yaw",
            (0.30878, -0.01508, -0.04945),
            (0.59219, 0.24023, -0.00814, 0.00936, -0.02974, -1.40977),
        ),
    ],
)
def test_frozen_joints_end_where_the_reference_does_with_its_twist(name, position, twist):
    run = sl.run_scenario(sl.load_scenario(name))
    w, x, y, z = run["base_quaternion"].values[-1]
    R = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
    body = (R.T @ run["base_velocity"].values[-1].reshape(2, 3).T).T.ravel()
    assert run["base_position"].values[-1] == pytest.approx(position, abs=6e-6)
    assert body == pytest.approx(twist, abs=6e-6)

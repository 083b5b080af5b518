"""Contact: resting, sliding, rolling, edges; a contact never pulls and never gives energy."""

import json
import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import snakelab as sl
from snakelab.physics import contact_detection
from snakelab.robots.actuators import Motor

K, B, MASS = 2e4, 40.0, 0.5
ROUND = sl.Link(0.3, mass=MASS, section=sl.Cylinder(0.05))
SQUARE = sl.Link(0.3, mass=MASS, section=sl.Box(0.1, 0.06))


def slope(angle):
    """A plane that falls along x."""
    return sl.Plane((math.sin(angle), 0.0, math.cos(angle)))


def world(surface=None, friction=None, gravity=9.81):
    return sl.World([sl.Gravity(gravity), sl.Contact(surface or sl.Plane(), K, B, friction)])


def run(part, place, seconds, state, skin=None, **options):
    robot = sl.Robot([part] if isinstance(part, sl.Link) else part, skin=skin or sl.Skin())
    model = sl.build_model(robot, place)
    return sl.simulate(model, None, seconds, state=sl.initial_state(model, **state), **options)


def tilted(angle):
    return (math.cos(angle / 2), 0.0, math.sin(angle / 2), 0.0)


SIDEWAYS = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))  # the link along y


@pytest.mark.parametrize(
    ("part", "skin", "height", "n_points"),
    [
        (ROUND, sl.Skin(), 0.05, 2),
        (ROUND, sl.Skin(rings_per_link=5), 0.05, 5),
        (ROUND, sl.Skin(points_around=4), 0.05, 2),  # one of the four points is the lowest
        (SQUARE, sl.Skin(), 0.03, 4),
    ],
)
def test_a_resting_link_sinks_by_its_weight_over_the_stiffness_of_its_points(part, skin, height, n_points):
    # with points at 0, 90, ... degrees from y the lowest lies below the axis
    record = run(part, world(), 1.0, {"position": (0, 0, height)}, skin=skin)
    sinkage = height - record["com_position"].values[-1, 2]
    assert sinkage == pytest.approx(MASS * 9.81 / (n_points * K), rel=1e-3)
    assert record["skin_load"].values[-1].sum() == pytest.approx(MASS * 9.81, rel=1e-3)
    assert record["contact_force"].values[-1, 0] == pytest.approx([0.0, 0.0, MASS * 9.81], abs=5e-3)


def test_a_link_slides_down_a_slope_by_coulomb():
    angle, mu = 0.5, 0.3
    start = {"position": 0.0299 * np.array([math.sin(angle), 0, math.cos(angle)]), "quaternion": tilted(angle)}
    record = run(SQUARE, world(slope(angle), sl.SurfaceFriction(mu, eps=1e-4)), 1.0, start)
    speed = np.linalg.norm(record["com_velocity"].values, axis=1)
    time = record["time"].values
    acceleration = (speed[-1] - speed[40]) / (time[-1] - time[40])
    assert acceleration == pytest.approx(9.81 * (math.sin(angle) - mu * math.cos(angle)), rel=2e-3)


def test_a_link_sticks_on_a_slope_below_the_friction_angle_and_creeps_by_the_smoothing():
    angle, mu, eps = 0.2, 0.4, 1e-3
    start = {"position": 0.0299 * np.array([math.sin(angle), 0, math.cos(angle)]), "quaternion": tilted(angle)}
    record = run(SQUARE, world(slope(angle), sl.SurfaceFriction(mu, eps=eps)), 2.0, start)
    creep = np.linalg.norm(record["com_velocity"].values[-1])
    assert creep == pytest.approx(eps * math.atanh(math.tan(angle) / mu), rel=0.02)


def test_a_cylinder_rolls_down_a_slope_without_slip():
    angle = 0.1
    start = {"position": 0.05 * np.array([math.sin(angle), 0, math.cos(angle)]), "quaternion": SIDEWAYS}
    record = run(ROUND, world(slope(angle), sl.SurfaceFriction(0.8, eps=1e-4)), 1.0, start)
    speed = np.linalg.norm(record["com_velocity"].values, axis=1)
    time = record["time"].values
    assert (speed[-1] - speed[40]) / (time[-1] - time[40]) == pytest.approx(2 / 3 * 9.81 * math.sin(angle), rel=5e-3)
    spin = np.linalg.norm(record["base_velocity"].values[-1, 3:])
    assert spin * 0.05 == pytest.approx(speed[-1], rel=2e-3)


def test_a_ring_of_many_points_rolls_as_the_analytic_ring_and_one_of_few_bobs():
    angle = 0.1
    start = {"position": 0.05 * np.array([math.sin(angle), 0, math.cos(angle)]), "quaternion": SIDEWAYS}
    place = world(slope(angle), sl.SurfaceFriction(0.8, eps=1e-4))
    height = {}
    for points in (None, 10, 120):
        record = run(ROUND, place, 1.0, start, skin=sl.Skin(points_around=points))
        out = record["com_position"].values @ np.array([math.sin(angle), 0, math.cos(angle)])
        height[points] = np.ptp(out[30:])
    assert height[None] < 2e-5
    assert height[120] < 2e-4
    assert height[10] == pytest.approx(0.05 * (1 - math.cos(math.pi / 10)), rel=0.2)


@pytest.mark.parametrize("frame", ["body", "world"])
def test_directional_friction_follows_the_body_or_the_world(frame):
    friction = sl.SurfaceFriction(0.1, 0.5, shape="per_axis", frame=frame, eps=1e-5)
    start = {"position": (0, 0, 0.0299), "quaternion": SIDEWAYS, "velocity": (1, 1, 0, 0, 0, 0)}
    record = run(SQUARE, world(friction=friction), 0.15, start, record_rate=1000)
    v, time = record["com_velocity"].values, record["time"].values
    braking = -(v[140] - v[40]) / (time[140] - time[40]) / 9.81
    # the link lies along y
    assert braking[:2] == pytest.approx([0.1, 0.5] if frame == "world" else [0.5, 0.1], rel=0.03)


def test_backward_friction_differs_from_forward():
    friction = sl.SurfaceFriction(0.1, 0.1, mu_backward=0.4, shape="per_axis", eps=1e-5)
    for speed, mu in ((1.0, 0.1), (-1.0, 0.4)):
        start = {"position": (0, 0, 0.0299), "velocity": (speed, 0, 0, 0, 0, 0)}
        record = run(SQUARE, world(friction=friction), 0.15, start, record_rate=1000)
        v = np.abs(record["com_velocity"].values[:, 0])
        assert (v[40] - v[140]) / 0.1 == pytest.approx(mu * 9.81, rel=0.02)


SURFACES = {
    "plane": sl.Plane(),
    "step": sl.Block((0.4, 2.0, 0.2), (0.25, 0.0, -0.1)),
    "hills": sl.HeightField(0.04 * np.sin(np.arange(16)).reshape(4, 4), spacing=0.2, origin=(-0.3, -0.3)),
    "pole": sl.Pole(0.1, (0.15, 0.02, -0.1), (0.0, 1.0, 0.0)),
    "pipe": sl.Pipe([(-5, 0, 0.05), (5, 0, 0.05)], 0.15),
}


@pytest.mark.few(3)
@pytest.mark.parametrize("name", SURFACES)
@pytest.mark.parametrize("step", [1e-3, 5e-3])
def test_a_contact_never_pulls_and_neither_it_nor_friction_gives_energy(name, step):
    friction = sl.SurfaceFriction(0.3, 0.6, shape="per_axis", frame="body")
    chain = [SQUARE, sl.Revolute("z", actuator=sl.Passive()), ROUND, sl.Revolute("y", actuator=sl.Passive()), SQUARE]
    start = {"position": (-0.2, 0.01, 0.12 if name != "pipe" else 0.08), "velocity": (0.2, 0.1, -0.5, 0.3, 0.2, 0.1)}
    record = run(chain, world(SURFACES[name], friction), 1.0, start, step=step)
    assert record.finished
    assert record["skin_load"].values.min() >= 0.0
    assert record["skin_load"].values.max() > 0.0
    work = record["work"]
    friction_work = work.sel(term="contact_friction").values
    # on the step, a foot sticks in the half steps while it slides in a full step of 5 ms: the extrapolated work rises by 1.1e-6 J
    allowed = 2e-6 if (name, step) == ("step", 5e-3) else 1e-12
    assert np.diff(friction_work).max() <= allowed
    # the springs of the contacts may give back what they took, and no more
    assert work.sel(term="contact").values.max() <= 1e-6
    assert sl.metrics(record)["energy_residual_ratio"] < 0.05


def test_the_edge_of_a_block_carries_a_link_between_its_rings():
    block = sl.Block((0.02, 1.0, 0.2), (0.15, 0.0, -0.1))
    link = sl.Link(0.3, mass=MASS, section=sl.Cylinder(0.02))
    record = run(link, world(block, sl.SurfaceFriction(0.8)), 0.2, {"position": (0, 0, 0.02)})
    assert record["com_position"].values[-1, 2] == pytest.approx(0.02, abs=5e-4)
    assert record["skin_load"].values[-1, -1] == pytest.approx(MASS * 9.81, rel=0.05)  # the point of the edge


def test_a_link_inside_a_pipe_lies_at_its_bottom():
    pipe = sl.Pipe([(-1, 0, 0), (1, 0, 0)], 0.1)
    record = run(ROUND, world(pipe, sl.SurfaceFriction(0.5)), 1.0, {"position": (-0.15, 0.0, -0.04)})
    assert record["com_position"].values[-1, 2] == pytest.approx(-0.05, abs=2e-4)


def soft_snake(n_sections=2):
    section = sl.SoftSection(0.15, mass=0.12, actuator_radius=0.0125, skin_radius=0.0225, actuators=Motor(),
                             springs=sl.Spring(1900.0, 90.0))  # fmt: skip
    return sl.Robot(n_sections * [section], skin=sl.Skin(points_around=10))


@pytest.mark.parametrize(
    ("points", "spin"),
    [
        ([(0.05, 0.2, 0), (0.05, -0.2, 0)], (10, 0)),
        ([(0.05, 0, 0.2), (0.05, 0, -0.2)], (10, 0)),
        ([(0.25, 0, 0), (-0.15, 0, 0)], (0, 10)),
    ],
)
def test_a_spinning_link_keeps_its_energy_in_impacts_of_points_that_are_far_from_its_axis(points, spin):
    link = sl.Link(0.1, MASS, com=0.05, inertia=(1e-3, 1e-3, 1e-3), contact_points=points)
    place = sl.World([sl.Gravity(), sl.Contact(damping=0.0, friction=None)])
    record = run(link, place, 1.0, {"position": (0, 0, 0.35), "velocity": (0, 0, -0.5, *spin, 0)})
    energy = (record["kinetic_energy"] + record["gravity_energy"]).values
    force = np.linalg.norm(record["contact_force"].values[:, 0], axis=1)
    assert (force[1:] > force[:-1]).sum() >= 3  # impacts
    assert energy[force == 0.0] == pytest.approx(energy[0], abs=0.02 * record["kinetic_energy"].values[0])


def test_a_robot_that_starts_inside_the_ground_is_reported_how_to_get_out():
    with pytest.raises(
        sl.errors.SimulationError, match=r"link1.0 is 0.05 m deep in 'contact'; .* position=\(0, 0, 0.05\)"
    ):
        run(ROUND, world(), 0.1, {})
    assert run(ROUND, world(), 0.1, {"position": (0, 0, 0.02)}).finished


def test_neighbouring_sections_share_the_ring_between_them():
    model = sl.build_model(soft_snake(3), world())
    assert len(model.skin_names) == 31 * 10


@pytest.mark.thorough
def test_the_step_agrees_with_a_stiff_solver_on_the_same_contact():
    place = sl.World(
        [
            sl.Gravity(),
            sl.Contact(stiffness=1000.0, damping=130.0, friction=sl.SurfaceFriction(0.6, 0.2, shape="per_axis")),
        ]
    )
    model = sl.build_model(soft_snake(1), place)
    gait = sl.RollingGait(0.0147, 0.5, ramp=0.3)
    state = sl.initial_state(model, position=(0, 0, 0.0225))
    ours = sl.simulate(model, gait, 0.2, state=state, step=5e-4)
    theirs = sl.simulate(model, gait, 0.2, state=state, integrator="LSODA", tolerance=1e-5)
    moved = np.ptp(theirs["com_position"].values, axis=0).max()
    assert moved > 2e-3
    assert np.abs(ours["com_position"].values - theirs["com_position"].values).max() < 0.01 * moved


def test_in_free_flight_momentum_and_energy_stay_within_a_thousandth():
    model = sl.build_model(soft_snake(3), sl.World([sl.Gravity()]))
    q = np.array([0.01, 0.02, 0.03, 0.03, 0.01, 0.02, 0.0, 0.03, 0.015])
    state = sl.initial_state(model, q=q, velocity=(1.0, 0.5, 9.81, 3.0, -2.0, 4.0))
    record = sl.simulate(model, None, 2.0, state=state, step=1e-3)
    time, velocity = record["time"].values[:, None], record["com_velocity"].values
    momentum = velocity - velocity[0] + np.array([0.0, 0.0, 9.81]) * time
    assert np.abs(momentum).max() < 1e-3 * np.linalg.norm(velocity[0])
    assert abs(sl.metrics(record)["energy_residual"]) < 1e-3 * record["kinetic_energy"].values[0]


def test_a_recording_tells_the_surfaces_of_its_world():
    place = sl.World([sl.Gravity(), sl.Contact(sl.Pole(0.1)), sl.Contact(sl.Block((1, 2, 3), (5, 0, 0)), name="stone")])
    record = run(ROUND, place, 0.01, {"position": (1, 0, 0.05)})
    pole, stone = json.loads(record.dataset.attrs["surfaces"])
    assert (pole["kind"], pole["radius"], pole["length"]) == ("Pole", 0.1, None)
    assert (stone["name"], stone["kind"], stone["size"]) == ("stone", "Block", [1.0, 2.0, 3.0])


def test_a_wheeled_snake_on_the_ground_crawls_as_its_planar_model():
    link = sl.Link(0.11, mass=0.08, section=sl.Box(0.04, 0.03))
    parts = [link, *4 * [sl.Revolute("z"), link]]
    gait = sl.SerpenoidGait(math.pi / 4, math.pi / 2, math.pi / 4)
    planar = sl.simulate(
        sl.build_model(sl.Robot(parts, "planar"), sl.World([sl.LinkFriction(0.05, 0.56, shape="per_axis")])), gait, 8.0
    )
    ground = sl.Contact(stiffness=5e3, damping=30.0, friction=sl.SurfaceFriction(0.05, 0.56, shape="per_axis"))
    model = sl.build_model(sl.Robot(parts, skin=sl.Skin(rings_per_link=1)), sl.World([sl.Gravity(), ground]))
    q = math.pi / 4 * np.sin(math.pi / 4 * np.arange(4))
    spatial = sl.simulate(model, gait, 8.0, state=sl.initial_state(model, position=(0, 0, 0.015), q=q))
    speeds = [
        np.linalg.norm((run["com_position"].values[-1] - run["com_position"].values[0])[:2]) / 8
        for run in (planar, spatial)
    ]
    assert speeds[1] == pytest.approx(speeds[0], rel=5e-3)
    assert speeds[0] > 0.14


def test_the_lowest_point_of_a_ring_moves_along_it():
    """Rate of the velocity there against finite differences: normal, and along the axle where the ring rolls and turns."""
    radius, n, step = 0.05, np.array([0.0, 0.6, 0.8]), 1e-5
    axle, spin = np.array([0.8, 0.36, 0.48]), np.array([3.0, -1.0, 2.0])

    def velocity(time):
        turned = Rotation.from_rotvec(time * spin).apply(axle)
        below = -(n - turned @ n * turned)
        return np.cross(spin, radius * below / np.linalg.norm(below))

    material = np.cross(spin, velocity(0.0))
    expected = (velocity(step) - velocity(-step)) / (2 * step) - material
    found = contact_detection.ring_acceleration.py_func(tuple(axle), radius, tuple(n), tuple(spin))
    np.testing.assert_allclose(found, expected, atol=1e-6)


@pytest.mark.thorough
@pytest.mark.parametrize("shape", ["per_axis", "elliptic"])
def test_torques_on_anisotropic_ground_are_accurate_at_long_steps(shape):
    """Links that stick across: friction by a secant at the start of a step, in the axes there, errs by 2 % at 4 ms."""
    link = sl.Link(0.1, mass=0.1, section=sl.Box(0.04, 0.04))
    robot = sl.Robot([link, *4 * [sl.Revolute("z"), link]], base="floating", skin=sl.Skin())
    contact = sl.Contact(stiffness=1e4, friction=sl.SurfaceFriction(0.1, 0.6, shape=shape))
    model = sl.build_model(robot, sl.World([sl.Gravity(), contact]))
    state = sl.initial_state(model, position=(0, 0, 0.02 - 0.5 * 9.81 / (1e4 * len(model.skin_names))))
    gait = sl.SerpenoidGait(0.6, 4.0, 1.2, ramp=0.5)
    fine, run = (sl.simulate(model, gait, 1.0, state=state, step=step) for step in (1e-4, 4e-3))
    error = run["tau"].values[20:] - fine["tau"].values[20:]
    assert np.sqrt((error**2).mean()) < 4e-3 * np.sqrt((fine["tau"].values[20:] ** 2).mean())
    assert run["com_position"].values[-1] == pytest.approx(fine["com_position"].values[-1], abs=2e-5)

"""Wheels that spin: rolling, traction, skidding, MuJoCo's wheels, and the branches that a robot makes for them."""

import dataclasses
import math

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import RobotError
from snakelab.scenarios.class_registry import plain, yaml_text

SpinningWheel = sl.robots.SpinningWheel
G, BODY, WHEEL, RADIUS = 9.81, 0.5, 0.1, 0.03


def cart(slope=0.0, across=0.0, mu=0.8, **wheel):
    """A link on four wheels, on a plane that falls by `slope` forward and by `across` to the left."""
    wheels = [SpinningWheel((x, y, 0.0), RADIUS, WHEEL, **wheel) for x in (0.02, 0.18) for y in (0.05, -0.05)]
    robot = sl.Robot([sl.Link(0.2, BODY, section=sl.Box(0.06, 0.02), wheels=wheels)])
    gravity = (G * math.sin(slope), G * math.sin(across), -G * math.cos(slope) * math.cos(across))
    return sl.build_model(robot, sl.World([sl.Gravity(gravity), sl.Contact(friction=sl.SurfaceFriction(mu))]))


def run_of(model, duration=1.0, controller=None, **settings):
    state = sl.initial_state(model, position=(0, 0, RADIUS - 1e-4))
    return sl.simulate(model, controller, duration, state=state, **settings)


def acceleration(run, after=0.2):
    late = run["time"].values > after
    return np.polyfit(run["time"].values[late], run["base_velocity"].values[late, 0], 1)[0]


# ----------------------------------------------------------------------------------------------------------------------
# Rolling
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wheel", "spin"),
    [
        ({}, WHEEL * RADIUS**2 / 2),
        ({"inertia": (8e-5, 5e-5)}, 8e-5),
        ({"armature": 1e-4, "width": 0.02}, WHEEL * RADIUS**2 / 2 + 1e-4),
    ],
)
def test_free_wheels_roll_down_a_slope_with_their_rotary_inertia(wheel, spin):
    run = run_of(cart(slope=0.1, **wheel))
    mass = BODY + 4 * WHEEL
    assert acceleration(run) == pytest.approx(G * math.sin(0.1) * mass / (mass + 4 * spin / RADIUS**2), rel=1e-3)
    speed = run["base_velocity"].values[-1, 0]
    np.testing.assert_allclose(run["v"].values[-1] * RADIUS, speed, rtol=1e-3)
    np.testing.assert_allclose(run["q"].values[-1] * RADIUS, run["base_position"].values[-1, 0], rtol=2e-3)


def test_damping_of_the_bearings_brings_the_wheels_to_a_steady_speed():
    damping = 1e-3
    run = run_of(cart(slope=0.05, damping=damping), 3.0)
    mass = BODY + 4 * WHEEL
    # m g sin(slope) = 4 damping v / r^2
    assert run["base_velocity"].values[-1, 0] == pytest.approx(
        mass * G * math.sin(0.05) * RADIUS**2 / 4 / damping, rel=0.01
    )


def test_wheels_roll_along_and_do_not_slide_across():
    run = run_of(cart(slope=0.05, across=0.2))
    velocity = run["base_velocity"].values[-1]
    assert velocity[0] > 0.3
    assert abs(velocity[1]) < 0.5e-3  # the smoothed friction creeps at a fraction of its eps of 1 mm/s
    assert abs(velocity[5]) < 2e-3


def test_a_sliding_cart_rolls_after_the_friction_has_spun_its_wheels_up():
    model = cart(mu=0.3)
    state = sl.initial_state(model, position=(0, 0, RADIUS - 1e-4), velocity=[1.0, 0, 0, 0, 0, 0])
    run = sl.simulate(model, duration=1.0, state=state)
    # a disc that slides with v0 rolls with v0 m / (m + I / r^2)
    mass = BODY + 4 * WHEEL
    assert run["base_velocity"].values[-1, 0] == pytest.approx(mass / (mass + 2 * WHEEL), rel=5e-3)


# ----------------------------------------------------------------------------------------------------------------------
# Driven wheels
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "drive",
    [sl.robots.Prescribed(), sl.Servo(kp=0.0, kd=0.1), sl.Servo(kp=5.0, kd=0.1)],
    ids=["exact", "rate", "angle"],
)
def test_wheels_driven_at_a_speed_drive_at_omega_r(drive):
    omega = 12.0
    # the speed rises within half a second
    gait = sl.FunctionGait(lambda t: 4 * [omega * (max(t, 0.0) ** 2 if t < 0.5 else t - 0.25)])
    run = run_of(cart(actuator=drive), 2.0, gait)
    assert run["base_velocity"].values[-1, 0] == pytest.approx(omega * RADIUS, rel=2e-3)


@pytest.mark.parametrize("torque", [0.01, 0.06])
def test_torque_accelerates_the_cart_until_its_wheels_skid_at_mu_n(torque):
    mu, mass, spin = 0.5, BODY + 4 * WHEEL, WHEEL * RADIUS**2 / 2
    model = cart(mu=mu, actuator=sl.Motor())
    run = run_of(model, 1.0, sl.gaits.SteadyGait([torque] * 4), record_rate=200)
    if torque < mu * mass * G / 4 * RADIUS:
        assert acceleration(run) == pytest.approx(4 * torque / RADIUS / (mass + 4 * spin / RADIUS**2), rel=2e-3)
    else:
        assert acceleration(run) == pytest.approx(mu * G, rel=2e-3)
        rates = np.diff(run["v"].values.sum(axis=1))[50:] * 200
        assert rates.mean() == pytest.approx((4 * torque - mu * mass * G * RADIUS) / spin, rel=5e-3)
    normal, friction = run["contact_force"].values[20:], run["contact_friction_force"].values[20:]
    limit = mu * np.linalg.norm(normal, axis=2)
    assert np.all(np.linalg.norm(friction, axis=2) <= limit * (1 + 2e-3) + 1e-9)


def test_the_work_of_the_motors_is_the_kinetic_energy_and_what_friction_dissipates():
    model = cart(mu=0.5, actuator=sl.Motor())
    run = run_of(model, 0.5, sl.gaits.SteadyGait([0.06] * 4))
    balance = sl.metrics(run, ["energy_residual"])["energy_residual"]
    assert abs(balance) < 1e-3


# ----------------------------------------------------------------------------------------------------------------------
# MuJoCo's wheels, and wheels as friction
# ----------------------------------------------------------------------------------------------------------------------


def articulated(angle, drive=None):
    """Two units, each with a pair of driven wheels, at an angle to each other."""
    wheels = [SpinningWheel((0.05, y, 0.0), RADIUS, WHEEL, 0.01, actuator=drive or sl.Motor()) for y in (0.05, -0.05)]
    unit = sl.Link(0.12, BODY, section=sl.Box(0.06, 0.02), com=(0.05, 0.0, -0.01), wheels=wheels)
    robot = sl.Robot([unit, sl.Revolute("z", sl.Servo(kp=50.0, kd=1.0)), unit])
    media = [sl.Gravity(), sl.Contact(stiffness=2e4, damping=100.0, friction=sl.SurfaceFriction(0.8))]
    model = sl.build_model(robot, sl.World(media))
    return model, sl.initial_state(model, position=(0, 0, RADIUS - 1e-4), q=[angle, 0, 0, 0, 0])


def articulated_in_mujoco(angle, torque, duration, dt=5e-4):
    """The same in MuJoCo, with ellipsoids of the same radius as wheels."""
    mujoco = pytest.importorskip("mujoco")
    x, y, z = sl.Box(0.06, 0.02).inertia(BODY, 0.12)
    spin, across = WHEEL * RADIUS**2 / 2, WHEEL * (RADIUS**2 / 4 + 0.01**2 / 12)
    unit = f'<inertial pos="0.05 0 -0.01" mass="{BODY}" diaginertia="{x} {y} {z}"/>'
    for k, side in enumerate((0.05, -0.05)):
        unit += (
            f'<body name="UNIT{k}" pos="0.05 {side} 0"><joint name="jUNIT{k}" type="hinge" axis="0 1 0"/>'
            f'<inertial pos="0 0 0" mass="{WHEEL}" diaginertia="{across} {spin} {across}"/>'
            f'<geom type="ellipsoid" size="{RADIUS} 0.005 {RADIUS}" friction="0.8 0 0" condim="3" solref="0.004 1"/></body>'
        )
    motors = "".join(f'<motor joint="j{body}{k}"/>' for body in "ab" for k in (0, 1))
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><option timestep="{dt}" integrator="implicitfast" cone="elliptic" impratio="100"/><worldbody>'
        '<geom type="plane" size="10 10 1" friction="0.8 0 0" condim="3"/>'
        f'<body name="a" pos="0 0 {RADIUS}"><freejoint/>{unit.replace("UNIT", "a")}<body name="b" pos="0.12 0 0">'
        f'<joint name="bend" type="hinge" axis="0 0 1"/>{unit.replace("UNIT", "b")}</body></body></worldbody><actuator>'
        f'{motors}<general joint="bend" gainprm="50" biastype="affine" biasprm="0 -50 -1"/></actuator></mujoco>'
    )
    data = mujoco.MjData(model)
    data.joint("bend").qpos[:] = angle
    data.ctrl[:] = [torque] * 4 + [angle]
    for _ in range(round(duration / dt)):
        mujoco.mj_step(model, data)
    return data


@pytest.mark.parametrize("angle", [0.0, 0.2])
def test_an_articulated_pair_drives_the_path_and_at_the_speed_of_mujoco(angle):
    torque = 0.005
    model, state = articulated(angle)
    data = articulated_in_mujoco(angle, torque, 2.0)
    run = sl.simulate(model, sl.gaits.SteadyGait([angle, *4 * [torque]]), 2.0, state=state)
    position, speed = run["base_position"].values[-1], run["base_velocity"].values[-1]
    way = np.linalg.norm(data.qpos[:2])
    assert way > 0.6
    np.testing.assert_allclose(position[:2], data.qpos[:2], atol=0.03 * way)
    assert np.linalg.norm(speed[:2]) == pytest.approx(np.linalg.norm(data.qvel[:2]), rel=0.03)
    spins = [float(data.joint(f"j{body}{k}").qvel[0]) for body in "ab" for k in (0, 1)]
    np.testing.assert_allclose(run["v"].values[-1, 1:], spins, rtol=0.03)


def test_the_exported_world_rolls_in_mujoco_with_the_same_acceleration():
    mujoco = pytest.importorskip("mujoco")
    from snakelab.plugins.mujoco.robot_files.mjcf_export import load_mujoco, to_mjcf

    model = cart(slope=0.1)
    state = sl.initial_state(model, position=(0, 0, RADIUS - 1e-4))
    exported = to_mjcf(model, state=state, world=True)
    assert exported.left_out == (
        "the rings and rims of the skin: they touch as balls, which lie lower where they are not level",
    )  # these wheels are upright
    mj = load_mujoco(exported)
    data = mujoco.MjData(mj)
    mujoco.mj_resetDataKeyframe(mj, data, 0)
    while data.time < 1.0:
        mujoco.mj_step(mj, data)
    run = run_of(model)
    assert data.qvel[0] == pytest.approx(run["base_velocity"].values[-1, 0], rel=0.02)
    np.testing.assert_allclose(data.qvel[6:] * RADIUS, data.qvel[0], rtol=0.02)


def undulating(spinning):
    """A snake of six links on pairs of free wheels, moved by a wave of its joints."""

    def wheel(y):
        if spinning:
            return SpinningWheel((0.05, y, 0.0), 0.02, 0.02, 0.005)
        return sl.robots.Wheel((0.05, y, 0.0), 0.02, friction=0.0, mass=0.02)

    link = sl.Link(0.1, 0.2, section=sl.Box(0.04, 0.02), wheels=[wheel(y) for y in (0.03, -0.03)])
    robot = sl.Robot([part for _ in range(6) for part in (sl.Revolute("z"), link)][1:])
    model = sl.build_model(robot, sl.World([sl.Gravity(), sl.Contact(friction=sl.SurfaceFriction(0.6))]))
    gait = sl.SerpenoidGait(amplitude=0.5, angular_frequency=4.0, phase_lag=1.0)
    state = sl.initial_state(model, position=(0, 0, 0.02 - 1e-4))
    return sl.simulate(model, gait, 6.0, state=state)


@pytest.mark.thorough
def test_a_snake_on_spinning_wheels_moves_as_on_wheels_that_are_friction():
    spinning, lines = undulating(True), undulating(False)
    speeds = [sl.metrics(run, ["mean_speed"], window=(2, 6))["mean_speed"] for run in (spinning, lines)]
    assert speeds[1] > 0.1
    assert speeds[0] == pytest.approx(speeds[1], rel=0.1)


# ----------------------------------------------------------------------------------------------------------------------
# Branches of a robot
# ----------------------------------------------------------------------------------------------------------------------


def test_each_wheel_is_a_branch_with_a_joint_and_a_link_of_its_name():
    wheels = [SpinningWheel((0.05, 0.03, 0), 0.02, 0.05), SpinningWheel((0.05, -0.03, 0), 0.02, 0.05, name="right")]
    link = sl.Link(0.1, 0.2, wheels=[*wheels, sl.robots.Wheel((0.0, 0.0, -0.01), 0.005)])
    robot = sl.Robot([link, sl.Revolute("z"), sl.Link(0.1, 0.2)])
    assert robot.coordinate_names == ("joint1", "link1_wheel1", "right")
    assert robot.part_names == ("link1", "link2", "link1_wheel1", "right")
    assert robot.mass == pytest.approx(0.2 + 0.2 + 0.1)
    # the same again
    assert dataclasses.replace(robot, name="other").part_names == robot.part_names
    assert len(robot.parts[0].wheels) == 1
    poses = sl.forward_kinematics(sl.build_model(robot), sl.initial_state(sl.build_model(robot)))
    np.testing.assert_allclose(poses["link1_wheel1"][:3, 3], (0.05, 0.03, 0), atol=1e-15)
    np.testing.assert_allclose(poses["right"][:3, 0], (0, 1, 0), atol=1e-15)


@pytest.mark.parametrize("axle", ["x", "-x", "y", "-y", "z", "-z", (0.3, -0.5, 0.2), (-1.0, 1e-9, 0.0)])
@pytest.mark.parametrize("base_end", ["tail", "head"])
def test_the_body_of_a_wheel_is_along_its_axle_about_its_centre(axle, base_end):
    wheel = SpinningWheel((0.02, 0.03, -0.01), 0.02, 0.05, 0.03, axle)
    parts = [sl.Link(0.1, 0.2), sl.Revolute("y"), sl.Link(0.1, 0.2, wheels=[wheel], name="carrier")]
    model = sl.build_model(sl.Robot(parts, base_end=base_end))
    poses = sl.forward_kinematics(model, sl.initial_state(model, q=[0.4, 2.0]))
    R, p = poses["carrier"][:3, :3], poses["carrier"][:3, 3] - poses["carrier"][:3, 0] * 0.05
    np.testing.assert_allclose(poses["carrier_wheel1"][:3, 3], p + R @ [0.02, 0.03, -0.01], atol=1e-12)
    direction = sl.robots.Wheel((0, 0, 0), 0.02, axle=axle).direction()
    np.testing.assert_allclose(poses["carrier_wheel1"][:3, 0], R @ direction, atol=1e-8)


def test_wheels_on_mirrored_legs_drive_forward_at_equal_spins():
    leg = sl.Link(0.06, 0.1, wheels=[SpinningWheel((0.06, 0, 0), 0.05, 0.05, 0.01, "x")])
    legs = sl.robots.Branch(
        "link1", [leg], at=(0.0, 0.03, 0), rotation=(0, 0, math.pi / 2), name="left", mirror="right"
    )
    robot = sl.Robot([sl.Link(0.2, 0.3, section=sl.Box(0.06, 0.02))], branches=[legs])
    model = sl.build_model(robot)
    state = sl.initial_state(model, v=[1.0, 1.0])
    assert model.coordinate_names == ("left_link1_wheel1", "right_link1_wheel1")
    poses = sl.forward_kinematics(model, state)
    left, right = (poses[name][:3, 0] for name in model.coordinate_names)
    np.testing.assert_allclose(left, (0, 1, 0), atol=1e-12)
    np.testing.assert_allclose(right, (0, 1, 0), atol=1e-12)


def test_wheels_of_a_scenario_are_read_and_the_robot_is_written_with_its_branches(tmp_path):
    wheels = (
        "wheels: [{spinning_wheel: {point: [0.05, 0.03, 0], radius: 0.02, mass: 0.05, actuator: motor}}, "
        "{point: [0.05, 0, -0.01], radius: 0.01}]"
    )
    text = (
        f"name: wheels\nrobot: {{parts: [{{link: {{length: 0.1, mass: 0.2, {wheels}}}}}]}}\nworld: {{media: [gravity]}}\n"
        "duration: 0.1\n"
    )
    (tmp_path / "wheels.yaml").write_text(text)
    scenario = sl.load_scenario(tmp_path / "wheels.yaml")
    assert scenario.robot.coordinate_names == ("link1_wheel1",)
    (tmp_path / "again.yaml").write_text(
        yaml_text({"name": "again", "robot": plain(scenario.robot), "world": {"media": ["gravity"]}, "duration": 0.1})
    )
    again = sl.load_scenario(tmp_path / "again.yaml").robot
    assert again == scenario.robot


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"radius": 0.0}, "radius"),
        ({"mass": 0.0}, "mass"),
        ({"actuator": sl.robots.Follower()}, "cannot have a Follower"),
        ({"inertia": 1e-5}, r"about the axle, across it"),
        ({"inertia": (1e-3, 1e-5)}, "no body has principal inertias"),
        ({"axle": (0, 0, 0)}, "must not be zero"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(settings, message):
    with pytest.raises(RobotError, match=message):
        SpinningWheel(**({"point": (0, 0, 0), "radius": 0.02, "mass": 0.05} | settings))

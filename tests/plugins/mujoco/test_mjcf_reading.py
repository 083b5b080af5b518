"""MJCF read into a robot: MuJoCo's own model of the file moves alike."""

import sys
from pathlib import Path

import numpy as np
import pytest

import snakelab as sl
from chains import random_state
from mujoco_chains import Oracle, random_chain, relative
from optional_packages import mujoco
from snakelab.geometry.rotations import quat_to_matrix
from snakelab.plugins.mujoco.robot_files.mjcf_export import mujoco_state, to_mjcf
from snakelab.plugins.mujoco.robot_files.mjcf_import import from_mjcf

FILE = Path(__file__).parent / "files" / "capsules.xml"
BASES = ("floating", "planar", "fixed")
CLOSE = 1e-10  # of the largest value; measured: 5e-15 and better


@pytest.mark.few(10, others="slow")
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("base", BASES)
def test_a_chain_that_is_written_and_read_again_moves_alike(base, seed):
    rng = np.random.default_rng([seed, BASES.index(base), 9])
    model = random_chain(rng, base, int(rng.integers(1, 8)))
    state = random_state(model, rng, speed=2.0)
    imported = from_mjcf(to_mjcf(model).xml)
    again = sl.build_model(imported.robot, imported.world)
    assert (again.robot.base, again.coordinate_names) == (base, model.coordinate_names)
    assert again.station_names == model.station_names
    assert np.array_equal(again.arrays.gravity, model.arrays.gravity)
    place = {"position": state.base_position, "quaternion": state.base_quaternion, "velocity": state.base_velocity}
    there = sl.initial_state(again, q=state.q, v=state.v, **place)
    M = sl.mass_matrix(model, state)
    assert relative(sl.mass_matrix(again, there), M) < CLOSE
    acceleration = 5 * rng.normal(size=len(M))
    # springs, dampers, Coriolis forces and gravity too
    forces = sl.inverse_dynamics(model, state, acceleration)
    assert relative(sl.inverse_dynamics(again, there, acceleration), forces) < CLOSE
    head, head_again = (sl.forward_kinematics(m, s)["head"] for m, s in ((model, state), (again, there)))
    assert np.abs(head - head_again).max() < 1e-12


def test_an_arm_that_begins_with_a_joint_comes_back_where_it_stands():
    shoulder = sl.Revolute((0.0, 0.6, 0.8), sl.Motor(), name="shoulder")
    robot = sl.Robot([sl.Mount((0.1, 0.2, 0.3), (0.0, 0.0, 0.1)), shoulder, sl.Link(0.2, 0.1)], "fixed")
    model = sl.build_model(robot, sl.World([sl.Gravity()]))
    place = {"position": (1.0, 2.0, 3.0), "quaternion": (0.8, 0.0, 0.6, 0.0)}
    state = sl.initial_state(model, q=[0.7], **place)
    imported = from_mjcf(to_mjcf(model, state=state).xml)
    assert imported.robot.base == "fixed"
    assert imported.initial["position"] == place["position"]
    assert imported.initial["quaternion"] == pytest.approx(place["quaternion"], abs=1e-15)
    again = sl.build_model(imported.robot, imported.world)
    there = sl.initial_state(again, q=[0.7], **imported.initial)
    assert relative(sl.mass_matrix(again, there), sl.mass_matrix(model, state)) < CLOSE
    assert relative(sl.inverse_dynamics(again, there, [0.0]), sl.inverse_dynamics(model, state, [0.0])) < CLOSE


ACTUATORS = (
    sl.Passive(),
    sl.Motor(),
    sl.Motor(2.0, 0.1),
    sl.Servo(3.0),
    sl.Servo(3.0, 0.2),
    sl.Servo(3.0, 0.2, torque_limit=1.5),
    sl.Servo(3.0, 0.2, proportional_limit=0.5),
    sl.Servo(3.0, 0.2, torque_limit=1.5, proportional_limit=0.5),
)


@pytest.mark.parametrize("actuator", ACTUATORS, ids=repr)
def test_a_plain_snake_comes_back_as_it_was(actuator):
    def snake(names):
        links = [sl.Link(0.1 + 0.01 * i, 0.1, sl.Box(0.04, 0.03), name=f"{names}link{i + 1}") for i in range(3)]
        spring, limits = sl.Spring(1.5, 0.1, 0.2), sl.Limits(-1.0, np.inf)
        joints = [sl.Revolute("-y", actuator, spring, limits, name="a"), sl.Prismatic("x", actuator, name="b")]
        return sl.Robot([links[0], joints[0], links[1], joints[1], links[2]], "planar", "plain")

    imported = from_mjcf(to_mjcf(snake("")).xml)
    assert imported.robot == snake("")
    assert imported.initial == {}
    assert imported.robot != snake("other_")


def read():
    """The fixture, MuJoCo's model of it, and ours."""
    imported = from_mjcf(FILE)
    return imported, mujoco.MjModel.from_xml_path(str(FILE)), sl.build_model(imported.robot, imported.world)


def test_mujocos_model_of_a_file_has_the_same_mass_matrix_and_forces():
    imported, mj, _ = read()
    model = sl.build_model(imported.robot, sl.World(imported.world.media[:1]))  # without the floor
    rng = np.random.default_rng(5)
    state = random_state(model, rng, speed=2.0)
    data = mujoco.MjData(mj)
    data.qpos[:], data.qvel[:] = mujoco_state(model, state)
    data.qpos[7:] += mj.qpos0[7:]  # what the file calls ref
    mujoco.mj_forward(mj, data)
    M = np.zeros((mj.nv, mj.nv))
    mujoco.mj_fullM(mj, data, M)
    turn = np.eye(mj.nv)
    turn[3:6, 3:6] = np.array(quat_to_matrix(tuple(state.base_quaternion))).reshape(3, 3).T
    assert mj.dof_armature.any()
    M = turn.T @ M @ turn
    assert relative(sl.mass_matrix(model, state), M) < CLOSE
    # dry friction is a constraint there, at its limit at these rates
    rubbing = mj.dof_frictionloss * np.sign(data.qvel)
    assert rubbing.any() and np.abs(data.qvel[rubbing != 0]).min() > 0.02
    bias = turn.T @ (data.qfrc_bias - data.qfrc_passive + rubbing)
    assert relative(sl.inverse_dynamics(model, state, np.zeros(mj.nv)), bias) < CLOSE


def test_the_file_of_a_snake_is_read_as_it_stands():
    imported, mj, model = read()
    assert (imported.robot.name, imported.robot.base) == ("capsules", "floating")
    assert model.station_names == ("tail", "second", "third", "nose")
    assert model.coordinate_names == ("yaw_1", "pitch_1", "yaw_2", "slide")
    gravity, floor = imported.world.media
    assert gravity == sl.Gravity(3.7)
    assert (floor.name, floor.surface, floor.friction) == ("floor", sl.Plane(), sl.SurfaceFriction(0.6))
    assert "the plane 'floor' with friction 0.6" in imported.kept
    assert imported.initial["position"] == (0.0, 0.0, 0.1)
    assert imported.initial["quaternion"] == pytest.approx((np.cos(np.pi / 12), 0, 0, np.sin(np.pi / 12)))
    assert model.mass == pytest.approx(mj.body_subtreemass[1])
    joints = {part.name: part for part in imported.robot.parts if part.coordinates}
    assert joints["yaw_1"].actuator == sl.Servo(4.0, 0.1, torque_limit=2.0)
    assert joints["pitch_1"].actuator == sl.Motor(2.0)  # five times the range of its control
    assert joints["pitch_1"].armature == 0.001
    assert joints["pitch_1"].spring == sl.Spring(0.8, 0.05, np.radians(10))
    assert joints["yaw_2"].actuator == sl.Servo(0.0, 0.3, torque_limit=2.0)
    assert joints["yaw_2"].limits.lower == pytest.approx(np.radians(-85))
    assert joints["slide"].actuator == sl.Passive()
    assert next(link.section for link in imported.robot.parts if isinstance(link, sl.Link)) == sl.Cylinder(0.02)


SAID = (
    "kv of yaw_1",
    "the command's scale of pitch_1",
    "ref of yaw_2: here the joint counts from the pose as drawn, there that is 0.0872665",
    "actuator 'slide_brake' of slide",
    "joint limits of yaw_1, pitch_1, yaw_2, slide",
    "contact of floor: stiffness 10000 N/m and damping 50 N s/m of a point, in place of solref",
    "1 sensor",
    "shape of tail, second: a capsule",
)


@pytest.mark.parametrize("words", SAID)
def test_what_the_file_says_besides_is_listed(words):
    assert words in "\n".join(from_mjcf(FILE).left_out)


def mjcf(bodies, more="", options=""):
    return f"<mujoco>{options}<worldbody>{bodies}</worldbody>{more}</mujoco>"


BAR = '<geom type="box" size="0.05 0.02 0.01" pos="0.05 0 0"/>'
TWO = f'<body name="a">{{joints}}{BAR}<body name="b" pos="0.1 0 0"><joint name="bend"/>{BAR}</body></body>'


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (
            '<tendon><fixed><joint joint="bend" coef="1"/></fixed></tendon>',
            "tendon of tendon_1: its path contains joints",
        ),
        ("<keyframe><key/><key/></keyframe>", "2 keyframes"),
        ('<actuator><motor site="s" name="jet"/></actuator>', "actuator 'jet': it acts on no hinge or slide"),
        (
            '<actuator><motor joint="bend" name="m1"/><motor joint="bend" name="m2"/></actuator>',
            "actuator 'm2' of bend: the joint has",
        ),
        (
            '<actuator><motor joint="bend" forcelimited="true" forcerange="-1 2"/></actuator>',
            "forcerange [-1, 2] of bend: here +-2",
        ),
        (
            '<actuator><position joint="bend" kp="2" ctrlrange="-1 1"/></actuator>',
            "ctrlrange of bend: targets are not limited",
        ),
        (
            '<actuator><position joint="bend" kp="2" timeconst="0.1"/></actuator>',
            "its activation is not that of a lagging motor",
        ),
        ('<equality><weld body1="a" body2="b" active="false"/></equality>', "1 constraint that is off"),
        ('<option><flag spring="disable"/></option>', "the flag that switches spring off"),
    ],
)
def test_other_things_of_a_file_are_listed(more, words):
    joints = '<freejoint/><site name="s"/>'
    assert words in "\n".join(from_mjcf(mjcf(TWO.format(joints=joints), more)).left_out)


def test_gravity_that_is_off_is_no_gravity():
    text = mjcf(TWO.format(joints=""), '<option><flag gravity="disable"/></option>')
    assert from_mjcf(text).world == sl.World()
    assert from_mjcf(mjcf(TWO.format(joints=""), '<option gravity="1 0 -2"/>')).world.media == (
        sl.Gravity((1.0, 0.0, -2.0)),
    )


SLIDES = '<joint type="slide" axis="{x}"/><joint type="slide" axis="{y}"/><joint axis="{z}"{more}/>'


def base_of(joints, attributes=""):
    text = mjcf(TWO.format(joints=joints).replace('<body name="a"', f'<body name="a" {attributes}'))
    return from_mjcf(text)


def test_slides_and_a_hinge_in_the_plane_are_a_planar_base():
    flat = base_of(SLIDES.format(x="1 0 0", y="0 1 0", z="0 0 1", more=""), 'pos="1 2 3" euler="0 0 90"')
    assert (flat.robot.base, flat.robot.n_coordinates) == ("planar", 1)
    assert flat.initial["position"] == (1.0, 2.0, 3.0)
    assert flat.initial["quaternion"] == pytest.approx((np.sqrt(0.5), 0, 0, np.sqrt(0.5)))
    upright = base_of(SLIDES.format(x="1 0 0", y="0 0 1", z="0 1 0", more=""))
    assert (upright.robot.base, upright.robot.n_coordinates) == ("fixed", 4)
    sprung = base_of(SLIDES.format(x="1 0 0", y="0 1 0", z="0 0 1", more=' stiffness="2"'))
    assert (sprung.robot.base, sprung.robot.n_coordinates) == ("fixed", 4)


def test_a_planar_base_stands_upright_where_its_body_is_laid_down():
    tilted = base_of(SLIDES.format(x="0 0 1", y="0 1 0", z="-1 0 0", more=""), 'euler="0 90 0"')
    assert tilted.robot.base == "planar"
    assert tilted.initial == {}
    model = sl.build_model(tilted.robot)
    # The body's x points down.
    assert np.allclose(sl.forward_kinematics(model, sl.initial_state(model))["head"][:3, 3], [0, 0, -0.2])


def test_a_rigid_body_without_joints_is_a_fixed_robot():
    imported = from_mjcf(mjcf(f'<body name="post" pos="0 0 1">{BAR}</body>'))
    assert (imported.robot.base, imported.robot.n_coordinates) == ("fixed", 0)
    assert imported.robot.parts[0].length == pytest.approx(0.1)
    assert imported.initial == {"position": (0.0, 0.0, 1.0)}


def test_joints_can_be_frozen():
    side, next_ = (f'<body><joint name="{name}"/>{BAR}</body>' for name in ("wheel", "bend"))
    bodies = f'<body name="a"><freejoint/>{BAR}{side}{next_}</body>'
    bodies = bodies.replace('name="wheel"', 'name="wheel" type="ball"')
    with pytest.raises(sl.errors.RobotError, match=r"ball joint 'wheel' of body 'body_2'.*freeze="):
        from_mjcf(mjcf(bodies))
    imported = from_mjcf(mjcf(bodies), freeze=["wheel"])
    assert sl.build_model(imported.robot).coordinate_names == ("bend",)
    assert "joint 'wheel' as a joint: frozen as drawn" in imported.left_out
    with pytest.raises(sl.errors.RobotError, match="freeze 'whel' fits no joint; did you mean 'wheel'"):
        from_mjcf(mjcf(bodies), freeze=["whel"])


def test_includes_are_found_beside_the_file(tmp_path):
    (tmp_path / "body.xml").write_text(f"<mujoco><worldbody>{TWO.format(joints='')}</worldbody></mujoco>")
    (tmp_path / "main.xml").write_text('<mujoco model="whole"><include file="body.xml"/></mujoco>')
    assert from_mjcf(tmp_path / "main.xml").robot.n_coordinates == 1


REFUSED = {
    "holds 'b' in the world, and the base is floating": mjcf(
        TWO.format(joints="<freejoint/>"), '<equality><connect body1="b" anchor="0 0 0"/></equality>'
    ),
    "equality constraint 'same' (tendon) is not supported": mjcf(
        TWO.format(joints=""),
        '<tendon><fixed name="t"><joint joint="bend" coef="1"/></fixed></tendon>'
        '<equality><tendon name="same" tendon1="t"/></equality>',
    ),
    "ball joint 'neck' of body 'b'": mjcf(TWO.format(joints="").replace('name="bend"', 'name="neck" type="ball"')),
    "2 robots, the bodies 'a', 'c'": mjcf(
        TWO.format(joints="<freejoint/>") + f'<body name="c"><freejoint/>{BAR}</body>'
    ),
    "no body with mass": mjcf('<geom type="plane" size="1 1 1"/>'),
    "MuJoCo cannot read it": mjcf("<bodi/>"),
    "mass and inertia of moving bodies": mjcf("<body><freejoint/></body>"),
    "absent.stl": mjcf(
        '<body><freejoint/><geom type="mesh" mesh="m"/></body>', '<asset><mesh name="m" file="absent.stl"/></asset>'
    ),
    "got <robot>; read it with from_urdf": '<robot name="r"/>',
    "did you mean 'mujoco'": "<mujco/>",
}


@pytest.mark.parametrize("words", REFUSED)
def test_what_cannot_be_read_is_refused_with_the_reason(words):
    with pytest.raises(sl.errors.RobotError) as caught:
        from_mjcf(REFUSED[words])
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_without_mujoco_reading_says_what_to_type(monkeypatch):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    with pytest.raises(sl.errors.MissingExtraError, match=r'pip install "\.\[mujoco\]" in the folder'):
        from_mjcf(FILE)


def test_the_oracle_finds_an_imported_robot_the_same_when_written_again():
    _, _, model = read()
    state = random_state(model, np.random.default_rng(2))
    assert relative(Oracle(model, state).mass_matrix(), sl.mass_matrix(model, state)) < CLOSE


@pytest.mark.parametrize(
    "bomb",
    [
        '<body><freejoint/><geom size="1"/><replicate count="100000000" offset="1 0 0"><geom size="1"/></replicate></body>',
        '<replicate count="1000"><replicate count="1000"><body><geom size="1"/></body></replicate></replicate>',
        '<composite type="cable" count="100000 1 1" size="1"><geom size="0.1"/></composite>',
    ],
)
def test_a_few_lines_that_ask_for_millions_of_bodies_are_refused(bomb):
    with pytest.raises(sl.errors.RobotError, match=r"^the MJCF text: <\w+> makes .* copies; at most 10000"):
        from_mjcf(f"<mujoco><worldbody>{bomb}</worldbody></mujoco>")


def test_a_few_copies_are_read():
    copies = '<replicate count="5" offset="0.1 0 0"><geom size="0.04"/></replicate>'
    text = f'<mujoco><worldbody><body name="a"><freejoint/>{copies}</body></worldbody></mujoco>'
    one = from_mjcf(text.replace('count="5"', 'count="1"')).robot
    assert from_mjcf(text).robot.mass == pytest.approx(5 * one.mass)

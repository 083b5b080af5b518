"""URDF against the recursion: what is written and read again moves alike, and other readers agree."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import snakelab as sl
from chains import random_state
from mujoco_chains import random_chain, relative
from optional_packages import mujoco
from reference_models.urdf import UrdfOracle
from snakelab.geometry.rotations import quat_to_matrix
from snakelab.plugins.mujoco.robot_files.mjcf_export import to_mjcf
from snakelab.plugins.mujoco.robot_files.urdf_export import matrix_from_rpy, rpy_from_matrix, to_urdf
from snakelab.plugins.mujoco.robot_files.urdf_import import from_urdf
from snakelab.robots.library.soft_robots import silicone_chamber

FILES = Path(__file__).parents[1] / "files"
BASES = ("floating", "planar", "fixed")
CLOSE = 1e-10  # of the largest value; measured: 4e-15 and better


def without_springs(model):
    """The model as far as URDF can say it: dampers stay, springs go."""
    parts = [replace(p, spring=sl.Spring(damping=p.spring.damping)) if p.coordinates else p for p in model.robot.parts]
    return sl.build_model(replace(model.robot, parts=parts), model.world)


@pytest.fixture(params=[(base, seed) for base in BASES for seed in range(8)], ids=lambda case: f"{case[0]}-{case[1]}")
def case(request):
    """A random chain of 1 to 7 joints at a random state."""
    base, seed = request.param
    rng = np.random.default_rng([seed, BASES.index(base), 7])
    model = without_springs(random_chain(rng, base, int(rng.integers(1, 8))))
    return model, random_state(model, rng, speed=2.0), rng


def same_state(model, state):
    """The state in another model of the same coordinates."""
    place = {"position": state.base_position, "quaternion": state.base_quaternion, "velocity": state.base_velocity}
    return sl.initial_state(model, q=state.q, v=state.v, **place)


def attitude(state):
    return np.array(quat_to_matrix(tuple(state.base_quaternion))).reshape(3, 3)


@pytest.mark.few(8, others="slow")
def test_a_chain_that_is_written_and_read_again_moves_alike(case):
    model, state, rng = case
    imported = from_urdf(to_urdf(model).xml)
    again = sl.build_model(imported.robot, model.world)
    assert again.robot.base == model.robot.base
    assert again.coordinate_names == model.coordinate_names
    assert again.station_names == model.station_names
    there = same_state(again, state)
    M = sl.mass_matrix(model, state)
    assert relative(sl.mass_matrix(again, there), M) < CLOSE
    acceleration = 5 * rng.normal(size=len(M))
    forces = sl.inverse_dynamics(model, state, acceleration)
    assert relative(sl.inverse_dynamics(again, there, acceleration), forces) < CLOSE
    head, head_again = (sl.forward_kinematics(m, s)["head"] for m, s in ((model, state), (again, there)))
    assert np.abs(head[:3, 3] - head_again[:3, 3]).max() < 1e-12


def test_another_parser_finds_the_same_mass_matrix(case):
    model, state, _ = case
    xml = to_urdf(model).xml
    base_link = xml.split('<child link="')[1].split('"')[0]
    M = UrdfOracle(xml, base_link).mass_matrix(state.q, state.base_position, attitude(state))
    kept = np.concatenate([model.arrays.base, 6 + np.arange(model.n_coordinates)])
    assert relative(M[np.ix_(kept, kept)], sl.mass_matrix(model, state)) < CLOSE


def test_a_robot_from_its_head_has_its_links_behind_it():
    rng = np.random.default_rng(3)
    model = without_springs(random_chain(rng, "floating", 4, "head"))
    state = random_state(model, rng)
    xml = to_urdf(model).xml
    root = ET.fromstring(xml)
    M = UrdfOracle(xml, root.find("joint/child").get("link")).mass_matrix(state.q, state.base_position, attitude(state))
    assert relative(M, sl.mass_matrix(model, state)) < CLOSE
    head = next(joint for joint in root.iter("joint") if joint.get("name") == "head_joint")
    assert head.find("parent").get("link") == root.find("joint/child").get("link")


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("seed", range(5))
def test_mujocos_own_urdf_reader_finds_the_same_mass_matrix(base, seed):
    rng = np.random.default_rng([seed, BASES.index(base), 8])
    # Joints in a row need massless links, which MuJoCo refuses.
    chain = without_springs(random_chain(rng, base, 1))
    parts = [
        *chain.robot.parts,
        *(part for _ in range(3) for part in without_springs(random_chain(rng, base, 1)).robot.parts),
    ]
    joined = []
    for part in parts:
        if isinstance(part, sl.Link) and joined and isinstance(joined[-1], sl.Link):
            joined.append(sl.Revolute(tuple(rng.normal(size=3))))
        joined.append(part)
    model = sl.build_model(sl.Robot(joined, base), chain.world)
    state = random_state(model, rng)
    mj = mujoco.MjModel.from_xml_string(to_urdf(model, state=state if base == "fixed" else None).xml)
    data = mujoco.MjData(mj)
    turn = np.eye(mj.nv)
    place = []
    if base == "floating":
        place = [*state.base_position, *state.base_quaternion]
        turn[3:6, 3:6] = attitude(state).T
    elif base == "planar":
        place = [*state.base_position[:2], 2 * np.arctan2(state.base_quaternion[3], state.base_quaternion[0])]
    data.qpos[:] = [*place, *state.q]
    mujoco.mj_forward(mj, data)
    M = np.zeros((mj.nv, mj.nv))
    mujoco.mj_fullM(mj, data, M)
    assert relative(turn.T @ M @ turn, sl.mass_matrix(model, state)) < CLOSE


def test_a_plain_snake_comes_back_as_it_was():
    link = sl.Link(0.11, 0.08, sl.Box(0.04, 0.03))
    hinge = sl.Revolute("-y", spring=sl.Spring(damping=0.1), limits=sl.Limits(-1.0, 2.0))
    robot = sl.Robot([link, *3 * [hinge, sl.Link(0.2, 0.1, sl.Cylinder(0.02))]], "planar", "plain")
    imported = from_urdf(to_urdf(robot).xml)
    assert (
        sl.Robot([replace(part, name="") for part in imported.robot.parts], imported.robot.base, imported.robot.name)
        == robot
    )
    assert imported.initial == {}


def test_the_file_of_a_snake_is_read_as_it_stands():
    imported = from_urdf(FILES / "crawler.urdf")
    robot = imported.robot
    assert (robot.name, robot.base) == ("crawler", "floating")
    kinds = [type(part).__name__ for part in robot.parts]
    assert kinds == ["Mount", "Link", "Revolute", "Link", "Revolute", "Link", "Prismatic", "Link"]
    _, tail, yaw, module_1, pitch, module_2, stretch, snout = robot.parts
    assert (tail.length, tail.mass, tail.section) == (0.12, 0.25, sl.Cylinder(0.025))
    assert (yaw.axis, yaw.limits.upper, yaw.spring.damping) == ("z", 1.4, 0.02)
    assert (yaw.actuator.torque_limit, yaw.actuator.speed_limit) == (2.5, 6.0)
    assert (module_1.section, module_1.com) == (sl.Box(0.05, 0.04), None)
    assert (pitch.axis, pitch.limits, pitch.actuator) == ("y", sl.Revolute().limits, sl.Prescribed())
    assert module_2.mass == pytest.approx(0.23)
    assert (stretch.axis, stretch.limits.lower, stretch.limits.upper) == ("x", 0.0, 0.02)
    assert snout.length == pytest.approx(0.06)


def test_another_parser_agrees_on_the_file_of_a_snake():
    model = sl.build_model(from_urdf(FILES / "crawler.urdf").robot)
    state = random_state(model, np.random.default_rng(1))
    oracle = UrdfOracle((FILES / "crawler.urdf").read_text(), "base_link")
    M = oracle.mass_matrix(state.q, state.base_position, attitude(state))
    assert relative(M, sl.mass_matrix(model, state)) < CLOSE


SAID = (
    "how the base moves: not defined in the file",
    "body of camera: it is fixed to 'module_2', whose mass and inertia include it",
    "actuators of yaw_1, stretch: servos",
    "joint limits of yaw_1, stretch",
    "transmission 'yaw_1_transmission'",
    "mesh package://crawler/meshes/module.stl of module_2: there is no such file",
    "collision shapes",
    "colours and materials",
)


@pytest.mark.parametrize("words", SAID)
def test_what_the_file_says_besides_is_listed(words):
    assert words in "\n".join(from_urdf(FILES / "crawler.urdf").left_out)


def test_the_effort_of_the_file_limits_motors_and_servos():
    motors = from_urdf(FILES / "crawler.urdf", actuator=sl.Motor(force_limit=10.0)).robot
    assert [c.actuator.force_limit for part in motors.parts for c in part.coordinates] == [2.5, 10.0, 10.0]
    servos = from_urdf(FILES / "crawler.urdf", actuator=sl.Servo(kp=3.0)).robot
    assert [c.actuator.torque_limit for part in servos.parts for c in part.coordinates] == [2.5, np.inf, 30.0]
    assert [c.actuator.speed_limit for part in servos.parts for c in part.coordinates] == [6.0, np.inf, 0.1]


def test_limits_that_an_actuator_does_not_have_are_dropped():
    dropped = "\n".join(from_urdf(FILES / "crawler.urdf", actuator=sl.Prescribed()).dropped)
    assert "effort limits of stretch: 30 N, which a Prescribed joint has none of" in dropped
    assert "velocity limits of yaw_1: 6 rad/s" in dropped
    assert "velocity limits of yaw_1" in "\n".join(from_urdf(FILES / "crawler.urdf", actuator=sl.Motor()).dropped)


def test_the_base_can_be_chosen():
    for base in BASES:
        imported = from_urdf(FILES / "crawler.urdf", base=base)
        assert imported.robot.base == base
        assert "how the base moves" not in "\n".join(imported.left_out)


def test_the_pose_of_the_base_goes_through_the_file():
    robot = sl.Robot([sl.Link(0.1, 0.1)], "floating")
    state = sl.initial_state(sl.build_model(robot), position=(1.0, -2.0, 0.5), quaternion=(0.8, 0.0, 0.6, 0.0))
    initial = from_urdf(to_urdf(robot, state=state).xml).initial
    assert initial["position"] == (1.0, -2.0, 0.5)
    assert initial["quaternion"] == pytest.approx((0.8, 0.0, 0.6, 0.0))


def test_wheels_can_be_frozen_and_their_mass_stays():
    def link(name, mass):
        inertia = '<inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/>'
        return f'<link name="{name}"><inertial><mass value="{mass}"/>{inertia}</inertial></link>'

    def hinge(name, parent, child, xyz):
        ends = f'<parent link="{parent}"/><child link="{child}"/><origin xyz="{xyz}"/><axis xyz="0 1 0"/>'
        return f'<joint name="{name}" type="continuous">{ends}</joint>'

    text = f"""<robot name="wheeled">{link("a", 1)}{link("b", 2)}{link("left", 0.25)}{link("right", 0.25)}
    {hinge("bend", "a", "b", "0.2 0 0")}{hinge("wheel_l", "a", "left", "0.1 0.05 0")}
    {hinge("wheel_r", "a", "right", "0.1 -0.05 0")}</robot>"""
    imported = from_urdf(text, freeze=["wheel_*"])
    first = next(part for part in imported.robot.parts if isinstance(part, sl.Link))
    assert first.mass == 1.5
    # Two wheels 0.1 m before the tail's centre and 0.05 m beside it; the whole's centre is 1/30 m before that.
    assert first.inertia_matrix()[0, 0] == pytest.approx(3e-4 + 2 * 0.25 * 0.05**2)
    assert first.inertia_matrix()[1, 1] == pytest.approx(3e-4 + 1 / 30**2 + 0.5 * (0.1 - 1 / 30) ** 2)
    assert "frozen at zero are wheel_l, wheel_r" in "\n".join(imported.left_out)


def test_links_along_any_axis_get_their_length_along_x():
    model = sl.build_model(from_urdf(chain_along("0 0 0.3")).robot)
    link = next(part for part in model.robot.parts if isinstance(part, sl.Link))
    assert link.length == pytest.approx(0.3)
    T = sl.forward_kinematics(model, sl.initial_state(model))
    assert np.allclose(T["head"][:3, 3], [0, 0, 0.6])


def test_links_have_z_up_also_where_the_frames_of_the_file_roll():
    first, second = chain_along("0 0 0.3").split('<link name="b">')
    second = second.replace("0.0 0.0 0.15", "0 0.1 0.1").replace('xyz="0 0 0.3"/>', 'xyz="0 0 0.3" rpy="0 0 1.0"/>')
    text = f'{first}<link name="b">{second}'.replace('name="r">', f'name="r">{LAID}')
    imported = from_urdf(text)
    laid = sl.build_model(imported.robot)
    T = sl.forward_kinematics(laid, sl.initial_state(laid, **imported.initial))
    assert np.allclose(T["a"][:3, 0], [1, 0, 0]) and np.allclose(T["a"][:3, 2], [0, 0, 1])
    forward = np.array([1.0, np.cos(1), np.sin(1)]) / np.sqrt(2)
    upward = np.array([0, 0, 1]) - forward[2] * forward
    assert np.allclose(T["b"][:3, 0], forward)
    assert np.allclose(T["b"][:3, 2], upward / np.linalg.norm(upward))


LAID = """<link name="world"/><joint name="base" type="floating"><parent link="world"/><child link="a"/>
<origin rpy="0 1.5707963267948966 0"/></joint>"""


def test_massless_frames_along_the_chain_only_move_what_follows():
    text = (
        chain_along("0.3 0 0")
        .replace('<parent link="a"/>', '<parent link="f"/>')
        .replace(
            "</robot>",
            """<link name="f"/><joint name="flange" type="fixed"><parent link="a"/><child link="f"/>
        <origin xyz="0.1 0.2 0" rpy="0.3 0 0.4"/></joint></robot>""",
        )
    )
    imported = from_urdf(text)
    assert [(frame.name, frame.on) for frame in imported.robot.frames] == [("f", "a")]
    model = sl.build_model(imported.robot)
    state = random_state(model, np.random.default_rng(3))
    M = UrdfOracle(text, "a").mass_matrix(state.q, state.base_position, attitude(state))
    assert relative(M, sl.mass_matrix(model, state)) < CLOSE


def chain_along(xyz):
    """Two equal links without shapes, the joint at xyz, the tip as far beyond it."""
    middle = " ".join(str(float(word) / 2) for word in xyz.split())
    inertial = f"""<inertial><origin xyz="{middle}"/><mass value="1"/>
    <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>"""
    return f"""<robot name="r"><link name="a">{inertial}</link><link name="b">{inertial}</link>
    <joint name="j" type="continuous"><parent link="a"/><child link="b"/><origin xyz="{xyz}"/><axis xyz="0 1 0"/></joint>
    </robot>"""


def test_an_arm_that_begins_with_a_joint_comes_back():
    robot = sl.Robot([sl.Mount((0.1, 0.2, 0.3), (0.0, 0.0, 0.1)), sl.Revolute("y"), sl.Link(0.2, 0.1)], "fixed")
    model = sl.build_model(robot, sl.World([sl.Gravity()]))
    again = sl.build_model(from_urdf(to_urdf(model).xml).robot, model.world)
    state, there = (sl.initial_state(m, q=[0.7]) for m in (model, again))
    assert relative(sl.inverse_dynamics(again, there, [1.0]), sl.inverse_dynamics(model, state, [1.0])) < CLOSE


def test_what_urdf_cannot_say_is_listed():
    link, neck = sl.Link(0.1, 0.1), sl.Revolute("z", spring=sl.Spring(2.0), name="neck")
    joints = [
        neck,
        sl.Revolute(
            "y", sl.Servo(1.0, ki=0.2, torque_limit=3.0, proportional_limit=2.0), limits=sl.Limits(-1, 1), name="wrist"
        ),
        sl.Prismatic("x", sl.Motor(5.0, time_constant=0.1), name="slide"),
    ]
    robot = sl.Robot([link, *(part for joint in joints for part in (joint, link))])
    listed = "\n".join(to_urdf(sl.build_model(robot, sl.World([sl.Gravity()]))).left_out)
    words = (
        "springs of neck: 2 N m/rad",
        "prescribed motion of neck",
        "servos of wrist: Servo(kp=1.0",
        "joint limits of wrist",
    )
    for said in (*words, "motors of slide: the lag of 0.1 s", "Gravity 'gravity' of the world"):
        assert said in listed
    passive = sl.Robot([link, sl.Revolute("z", sl.Passive()), link])
    assert to_urdf(passive).left_out == ()


def test_names_that_urdf_needs_are_kept_free():
    parts = [sl.Link(0.1, 0.1, name="world"), sl.Revolute("z", name="head_joint"), sl.Link(0.1, 0.1, name="base_link")]
    export = to_urdf(sl.Robot(parts, "fixed"))
    assert "the link is called 'world_link'" in export.left_out[0]
    again = sl.build_model(from_urdf(export.xml).robot)
    assert again.station_names == ("world_link", "base_link")
    assert again.coordinate_names == ("head_joint",)


def test_a_link_named_head_gets_another_name():
    imported = from_urdf(chain_along("0.3 0 0").replace('"b"', '"head"'))
    assert sl.build_model(imported.robot).station_names == ("a", "head_link")
    assert "the name 'head'" in "\n".join(imported.left_out)


def test_soft_sections_and_other_things_are_refused():
    soft = sl.SoftSection(0.15, 0.12, 0.0125, 0.02, name="tail")
    with pytest.raises(sl.errors.RobotError, match="tail bends"):
        to_urdf(sl.Robot([soft, sl.Link(0.1, 0.1)]))
    with pytest.raises(sl.errors.SimulationError, match="Model or a Robot"):
        to_urdf([sl.Link(0.1, 0.1)])


@pytest.mark.parametrize("pitch", (0.3, np.pi / 2, -np.pi / 2, np.pi / 2 - 1e-9, 3.0))
def test_roll_pitch_and_yaw_give_the_rotation_back_to_rounding(pitch):
    R = matrix_from_rpy(0.4, pitch, -2.0)
    assert np.abs(matrix_from_rpy(*rpy_from_matrix(R)) - R).max() < 1e-15


def rotated(rpy: str) -> str:
    inertia = '<inertia ixx="1e-3" iyy="1e-3" izz="1e-3" ixy="0" ixz="0" iyz="0"/>'
    link = f'<link name="{{}}"><inertial><mass value="1"/>{inertia}</inertial></link>'
    ends = '<parent link="a"/><child link="b"/>'
    joint = f'<joint name="j" type="continuous">{ends}<origin xyz="0.1 0 0" rpy="{{}}"/><axis xyz="0 0 1"/></joint>'
    return f'<robot name="r">{link.format("a")}{link.format("b")}{joint.format(rpy)}</robot>'


def test_an_angle_written_with_five_digits_is_the_quarter_turn_that_it_stands_for():
    written, exact = from_urdf(rotated("0 1.5708 -3.14159")), from_urdf(rotated(f"0 {np.pi / 2!r} {-np.pi!r}"))
    assert written.robot == exact.robot
    (said,) = [sentence for sentence in written.left_out if "quarter turns" in sentence]
    assert said == "angles of joints as written, 1.5708, -3.14159: rounded to whole quarter turns"
    assert not any("quarter turns" in sentence for sentence in exact.left_out)


def test_an_angle_that_only_comes_near_a_quarter_turn_stays_as_it_is():
    near = from_urdf(rotated("0 1.5709 0"))
    assert near.robot != from_urdf(rotated("0 1.5708 0")).robot
    assert not any("quarter turns" in sentence for sentence in near.left_out)


def test_an_elastomer_and_a_pressure_are_left_out_and_reported():
    slide = sl.Prismatic("x", sl.Hydraulic(), silicone_chamber("linear", body_radius=0.045), name="tube")
    model = sl.build_model(sl.Robot([sl.Link(0.2, 0.3), slide, sl.Link(0.3, 0.2)], "fixed", name="press"))
    said = "; ".join(to_urdf(model).left_out)
    assert (
        "elastomers of tube: URDF cannot express" in said
        and "actuators of tube: URDF cannot express a pressure" in said
    )


def test_propellers_are_left_out_and_reported():
    link = sl.Link(0.2, mass=0.5)
    robot = sl.Robot([link], propellers=[sl.Propeller("link1"), sl.Propeller("link1", name="bow")])
    for write in (to_urdf, to_mjcf):
        assert "the robot's propellers: propeller1, bow" in write(sl.build_model(robot)).left_out


def test_wheels_with_a_mass_are_in_the_mass_of_their_link():
    wheels = [sl.Wheel((0.05, y, -0.03), 0.02, mass=0.1) for y in (-0.04, 0.04)]
    robot = sl.Robot([sl.Link(0.1, 0.5, wheels=wheels), sl.Revolute("z"), sl.Link(0.1, 0.5)])
    again = from_urdf(to_urdf(robot).xml).robot
    M, M_again = (
        sl.mass_matrix(model, sl.initial_state(model, q=[0.3])) for model in map(sl.build_model, (robot, again))
    )
    assert again.mass == pytest.approx(1.2)
    assert relative(M_again, M) < CLOSE

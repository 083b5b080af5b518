"""The end of an imported chain that is the head, and the axes of its joints in the body's frame."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import RobotError
from snakelab.gaits.orthogonal_gaits import NamedGait, hinges_of
from snakelab.plugins.mujoco import from_mjcf, from_urdf, to_mjcf, to_urdf

INERTIA = '<inertia ixx="{0}" ixy="0" ixz="0" iyy="{1}" iyz="0" izz="{2}"/>'


def urdf(n=9, along="y", names=None, rpy="0 0 0", axes=("0 0 1", "1 0 0"), fixed=""):
    """Chain along an axis of its links' frames, with alternating joints."""
    direction = np.eye(3)["xyz".index(along)]
    place = lambda distance: " ".join(map(str, (distance * direction).tolist()))  # noqa: E731
    turn = {"x": "0 1.5707963267948966 0", "y": "1.5707963267948966 0 0", "z": "0 0 0"}[along]
    moments = INERTIA.format(*(3e-5 if axis == along else 9.5e-5 for axis in "xyz"))
    names = names or [f"m{i}" for i in range(n)]
    links = "".join(
        f'<link name="{name}"><inertial><origin xyz="{place(0.04)}"/><mass value="0.15"/>{moments}</inertial><collision>'
        f'<origin xyz="{place(0.04)}" rpy="{turn}"/><geometry><cylinder radius="0.02" length="0.08"/></geometry>'
        "</collision></link>"
        for name in names
    )
    joints = "".join(
        f'<joint name="j{i}" type="revolute"><parent link="{names[i]}"/><child link="{names[i + 1]}"/>'
        f'<origin xyz="{place(0.08)}" rpy="{rpy}"/><axis xyz="{axes[i % len(axes)]}"/>'
        '<limit lower="-2" upper="2" effort="5" velocity="6"/></joint>'
        for i in range(n - 1)
    )
    return f'<robot name="case">{links}{joints}{fixed}</robot>'


def mjcf(names=("head", "b0", "b1", "b2"), step="-.08 0 0", camera=""):
    """Chain from its root, with the root's capsule heavier than the others."""
    text, ends = "", ""
    for i, name in enumerate(names):
        joint = "<freejoint/>" if not i else f'<joint name="j{i}" axis="0 0 1" range="-90 90"/>'
        place = f' pos="{step}"' if i else ""
        mass = 0.1 if i else 0.3
        text += f'<body name="{name}"{place}>{joint}'
        text += f'<geom type="capsule" fromto="0 0 0 {step}" size=".02" mass="{mass}"/>'
        text += camera if not i else ""
        ends += "</body>"
    return f'<mujoco><option gravity="0 0 0"/><worldbody>{text}{ends}</worldbody></mujoco>'


@pytest.mark.parametrize("gait", ["CL", "SWL", "ARL", "SRL"])
def test_a_body_along_y_of_its_base_moves_by_the_gaits_of_orthogonal_snakes(gait):
    robot = from_urdf(urdf()).robot
    assert np.abs(NamedGait(gait).reference(sl.build_model(robot)).wave[:, 0]).max() > 0.05
    hinges = hinges_of(sl.build_model(robot), gait)
    assert hinges.yaw.tolist() == [True, False] * 4
    assert hinges.spacing == pytest.approx(0.08)


@pytest.mark.parametrize(("turn", "ok"), [("1.57", True), ("1.5621", True), ("1.56", False)])
def test_rounded_quarter_turns_do_not_add_up_along_the_body(turn, ok):
    # all axes are z of their frames, each frame is turned by almost a quarter about the body
    text = urdf(12, "x", rpy=f"{turn} 0 0", axes=("0 0 1",))
    model = sl.build_model(from_urdf(text).robot)
    if not ok:
        with pytest.raises(sl.errors.GaitError, match="body's z and y only, and j0 turns about"):
            hinges_of(model, "test")
        return
    assert hinges_of(model, "test").yaw.tolist() == [i % 2 == 1 for i in range(11)]


def test_a_root_called_head_is_the_head_and_keeps_the_joints_of_the_file():
    head, tail = from_mjcf(mjcf()), from_mjcf(mjcf(), head="b2")
    assert (head.robot.base_end, tail.robot.base_end) == ("head", "tail")
    assert head.robot.part_names == ("head_link", "b0", "b1", "b2")
    assert any("that is the base 'head', by its name" in line for line in head.changed)
    motion = []
    for imported in (head, tail):
        model = sl.build_model(imported.robot, imported.world)
        state = sl.initial_state(model, q=(0.3, -0.5, 0.2), v=(1.0, -2.0, 0.5), velocity=(0.1, 0.2, 0, 0, 0, 0.7))
        motion.append(sl.simulate(model, None, 0.3, state=state).dataset)
    for name in ("com_position", "base_position", "q"):
        assert np.abs(motion[0][name].values - motion[1][name].values).max() < 1e-9
    assert motion[0]["head_position"].values[0, 0] > motion[1]["head_position"].values[0, 0]
    np.testing.assert_allclose(motion[0]["head_position"].values, motion[0]["base_position"].values, atol=1e-12)


@pytest.mark.parametrize(
    ("names", "camera", "end"),
    [
        (("head", "b0", "b1"), "", "head"),
        (("snake_head_link", "b0", "b1"), "", "head"),
        (("SnakeHead", "b0", "b1"), "", "head"),
        (("b0", "b1", "head"), "", "tail"),
        (("torso", "mid", "back"), "", "head"),
        (("tail", "b0", "b1"), "", "tail"),
        (("bulkhead", "b0", "b1"), "", "tail"),
        (("b0", "b1", "b2"), '<camera pos=".02 0 0"/>', "head"),
        (("b0", "b1", "b2"), '<camera pos="0 -3 3" mode="trackcom"/>', "tail"),
        (("b0", "b1", "b2"), '<camera pos="0 -3 3"/>', "tail"),
        (("b0", "b1", "b2"), '<site name="head"/>', "head"),
    ],
)
def test_names_and_cameras_tell_the_head_from_the_tail(names, camera, end):
    assert from_mjcf(mjcf(names, camera=camera)).robot.base_end == end


def test_an_end_without_a_name_is_stated():
    assert any("--head b0" in line for line in from_mjcf(mjcf(("b0", "b1", "b2"))).changed)
    assert not any("the head" in line for line in from_mjcf(mjcf(("b0", "b1", "b2")), head="b0").changed)


def test_a_link_in_the_middle_is_no_head():
    with pytest.raises(RobotError, match="head 'm3' is not at an end of the chain; write 'm0' or 'm8'"):
        from_urdf(urdf(), head="m3")
    with pytest.raises(RobotError, match="head 'm9' names no body or frame of the file"):
        from_urdf(urdf(), head="m9")


def test_a_camera_on_the_first_link_of_a_urdf_is_at_the_head():
    camera = (
        '<link name="camera_link"/><joint name="c" type="fixed"><parent link="m0"/><child link="camera_link"/></joint>'
    )
    assert from_urdf(urdf(fixed=camera)).robot.base_end == "head"
    assert from_urdf(urdf(fixed=camera), head="m8").robot.base_end == "tail"


@pytest.mark.parametrize("along", ["x", "y", "z"])
@pytest.mark.parametrize("base", ["floating", "planar", "fixed"])
def test_the_head_of_a_base_at_the_head_looks_along_the_body(along, base):
    axes = {"x": ("0 0 1", "0 1 0"), "y": ("0 0 1", "1 0 0"), "z": ("1 0 0", "0 1 0")}[along]
    text = urdf(5, along, axes=axes)
    head, tail = from_urdf(text, head="m0", base=base), from_urdf(text, head="m4", base=base)
    places = []
    for imported in (head, tail):
        model = sl.build_model(imported.robot)
        state = sl.initial_state(model, **imported.initial, q=(0.3, -0.4, 0.2, 0.5))
        places.append(sl.forward_kinematics(model, state))
    for name in ("m0", "m2", "m4"):
        np.testing.assert_allclose(places[0][name][:3, 3], places[1][name][:3, 3], atol=1e-12)
    outward = places[0]["head"][:3, 3] - places[0]["m0"][:3, 3]
    if base != "planar" or along == "x":
        np.testing.assert_allclose(places[0]["head"][:3, 0], outward / np.linalg.norm(outward), atol=1e-9)


@pytest.mark.parametrize("write", [to_urdf, to_mjcf])
def test_a_robot_with_its_base_at_the_head_comes_back(write):
    link = sl.Link(0.1, 0.2, section=sl.geometry.Cylinder(0.02))
    robot = sl.Robot([link, *3 * [sl.Revolute("z"), link]], base="planar", base_end="head")
    read = from_urdf if write is to_urdf else from_mjcf
    back = read(write(robot).xml).robot
    assert back.base_end == "head"
    assert [part.axis for part in back.parts if isinstance(part, sl.Revolute)] == 3 * ["z"]
    assert back.part_names == robot.part_names
    assert not any(isinstance(part, sl.Mount) for part in back.parts)


def test_a_scenario_names_the_part_at_the_head():
    link = sl.Link(0.1, 0.2, name="first")
    parts = [link, sl.Revolute("z"), sl.Link(0.1, 0.2, name="last")]
    assert sl.Robot(parts, head="first").base_end == "head"
    assert sl.Robot(parts, head="last").base_end == "tail"
    with pytest.raises(RobotError, match="'first' or 'last', got 'frist'"):
        sl.Robot(parts, head="frist")
    with pytest.raises(RobotError, match="contradicts"):
        sl.Robot(parts, head="last", base_end="head")

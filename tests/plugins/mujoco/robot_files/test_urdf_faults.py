"""URDF files that no robot can come from: each is refused in one line that names the element and what is allowed."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.files import MAX_BYTES, MAX_DEPTH, MAX_ELEMENTS
from snakelab.plugins.mujoco.robot_files.imported_robot import mass_matrix_at_zero
from snakelab.plugins.mujoco.robot_files.imported_scenario import read_robot_file
from snakelab.plugins.mujoco.robot_files.urdf_import import from_urdf

I = '<inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/>'


MASSIVE = f'<inertial><mass value="1"/>{I}</inertial>'


def link(name, inside=MASSIVE):
    return f'<link name="{name}">{inside}</link>'


def joint(name, parent, child, kind="continuous", inside='<axis xyz="0 0 1"/>'):
    ends = f'<parent link="{parent}"/><child link="{child}"/><origin xyz="0.1 0 0"/>'
    return f'<joint name="{name}" type="{kind}">{ends}{inside}</joint>'


def robot(*elements):
    return f'<robot name="r">{"".join(elements)}</robot>'


def two(inside_joint='<axis xyz="0 0 1"/>', kind="continuous", second=MASSIVE):
    return robot(link("a"), link("b", second), joint("j", "a", "b", kind, inside_joint))


def test_a_range_in_degrees_is_named_with_its_value_in_radians():
    limited = '<axis xyz="0 0 1"/><limit lower="-80" upper="80" effort="1" velocity="1"/>'
    changed = from_urdf(two(limited, "revolute")).changed
    assert any(
        "the bound 80 rad of j: beyond two turns a joint is free; if it is in degrees, write 1.396" in one
        for one in changed
    )


def test_attributes_that_are_not_read_and_angles_in_degrees_are_listed():
    limit = '<axis xyz="0 0 1"/><limit effort="1" velocity="1" acceleration="3"/><origin xyz="0.1 0 0" rpy="90 0 0"/>'
    text = (
        two(limit).replace('<origin xyz="0.1 0 0"/>', "", 1).replace("</inertial>", '<mass value="9"/></inertial>', 1)
    )
    imported = from_urdf(text)
    assert "'acceleration' in <limit> of j" in imported.dropped
    assert "another <mass> of a: the first one counts" in imported.dropped
    words = "the angle 90 rad in <origin> of j: more than a full turn; if it is in degrees, write 1.5708"
    assert words in imported.changed


def test_quaternions_and_the_namespace_of_other_tools_give_the_same_robot():
    plain = two('<axis xyz="0 0 1"/><origin xyz="0.1 0 0" rpy="0 0.6 0"/>').replace('<origin xyz="0.1 0 0"/>', "", 1)
    other = plain.replace('rpy="0 0.6 0"', 'quat_xyzw="0 0.59104041332 0 1.91067297825"')  # 2 (sin 0.3, cos 0.3)
    other = other.replace("<robot ", '<robot xmlns="http://drake.mit.edu" ')
    first, second = from_urdf(plain).robot, from_urdf(other).robot
    np.testing.assert_allclose(mass_matrix_at_zero(second), mass_matrix_at_zero(first), atol=1e-12)


MESH = '<visual><geometry><mesh filename="a.stl"/></geometry></visual>'
FAULTS = {
    "not XML": "<robot><link></robot>",
    "the root element of URDF is <robot>, got <mujoco>; read it with from_mjcf": "<mujoco/>",
    "got <robto>; did you mean 'robot'": "<robto/>",
    "expand them first: xacro": '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:include filename="a"/></robot>',
    "document type": '<!DOCTYPE robot [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><robot>&b;</robot>',
    "it has no <link>": robot(),
    "a <link> has no name": robot("<link/>"),
    "two links are named 'a'": robot(link("a"), link("a")),
    "joint 'j': its parent link 'aa' is not in the file; did you mean 'a'": robot(
        link("a"), link("b"), joint("j", "aa", "b")
    ),
    "joint 'j': its type must be one of": two(kind="revolut"),
    "did you mean 'revolute'": two(kind="revolut"),
    "link 'c' has two parent joints, 'k' and 'm': that is a loop": robot(
        link("a"), link("b"), link("c"), joint("j", "a", "b"), joint("k", "b", "c"), joint("m", "a", "c")
    ),
    "every link has a parent": robot(link("a"), link("b"), joint("j", "a", "b"), joint("k", "b", "a")),
    "'b', 'c' are connected to each other, but not to the base link 'a': their joints close a loop": robot(
        link("a"), link("b"), link("c"), joint("j", "b", "c"), joint("k", "c", "b")
    ),
    "2 links have no parent: 'a', 'b'": robot(link("a"), link("b")),
    "joint 'j': <mimic> requires the joint to copy": two("<mimic/>"),
    "joint 'j': multiplier must be a finite number, got 'two'": two('<mimic joint="k" multiplier="two"/>'),
    "joint 'j' is floating between links 'a' and 'b': only the base can be": two(kind="floating"),
    "joint 'j' is planar between links 'a' and 'b': only the base can be": two(kind="planar"),
    "its axis must not be zero": two('<axis xyz="0 0 0"/>'),
    "joint 'j': xyz must be 3 finite numbers, got '0 0'": two('<axis xyz="0 0"/>'),
    "joint 'j': xyz must be 3 finite numbers, got '0 0 nan'": two('<axis xyz="0 0 nan"/>'),
    "a revolute joint needs <limit": two(kind="revolute"),
    "a prismatic joint needs <limit": two(kind="prismatic"),
    "its limits leave no room, lower 0 and upper 0": two('<limit effort="1" velocity="1"/>', "revolute"),
    "joint 'j': effort must be a number, got 'nan'": two('<limit effort="nan" velocity="1"/>', "continuous"),
    "damping must be at least 0, got -1": two('<dynamics damping="-1"/>'),
    "link 'b': mass must be at least 0 kg, got -2": two(second=f'<inertial><mass value="-2"/>{I}</inertial>'),
    "link 'b': <inertial> needs <inertia>": two(second='<inertial><mass value="2"/></inertial>'),
    "needs the attribute 'ixy'": two(second='<inertial><mass value="2"/><inertia ixx="1"/></inertial>'),
    "body 'b': Link inertia: no body has principal inertias": two(
        second=f'<inertial><mass value="1"/>{I.replace("izz=" + chr(34) + "1e-4", "izz=" + chr(34) + "1")}</inertial>'
    ),
    "link 'b' has geometry but no <inertial>": two(second=MESH),
    "joint 'j' carries no mass: 'b' is the last link": two(second=""),
    "the size of a <box> must not be negative": robot(
        link(
            "a",
            '<inertial><mass value="1"/>' + I + '</inertial><visual><geometry><box size="-1 1 1"/></geometry></visual>',
        )
    ),
    "link 'a' is a floating base and has no mass": robot(link("a", "")),
    "joint 'j': <axis> has no 'XYZ'; did you mean 'xyz'?": two('<axis XYZ="0 0 1"/>'),
    "joint 'j': <axis> needs the attribute 'xyz'": two("<axis/>"),
    "joint 'j': <limit> has no 'uper'; did you mean 'upper'?": two('<limit lower="-1" uper="1"/>', "revolute"),
    "joint 'j': <joint> has no 'limits'; did you mean 'limit'?": two('<limits lower="-1" upper="1"/>'),
    "joint 'j': <dynamics> has no 'dampng'; did you mean 'damping'?": two('<dynamics dampng="1"/>'),
    "link 'b': <inertial> has no 'Origin'; did you mean 'origin'?": two(
        second=MASSIVE.replace("<mass", '<Origin xyz="1 0 0"/><mass')
    ),
    "link 'b': <origin> has both rpy and quat_xyzw": two(
        second=MASSIVE.replace("<mass", '<origin rpy="0 0 1" quat_xyzw="0 0 0 1"/><mass')
    ),
    "link 'b': its quaternion is zero": two(second=MASSIVE.replace("<mass", '<origin quat_xyzw="0 0 0 0"/><mass')),
    "a planar base moves in the world's x-y plane": robot(
        link("world", ""), link("a"), joint("j", "world", "a", "planar", '<axis xyz="0 1 0"/>')
    ),
}


@pytest.mark.parametrize("words", FAULTS)
def test_a_fault_is_reported_in_one_line(words):
    with pytest.raises(sl.errors.RobotError) as caught:
        from_urdf(FAULTS[words])
    assert words in str(caught.value)
    assert str(caught.value).startswith("the URDF text")
    assert "\n" not in str(caught.value)


def test_the_same_file_without_a_fault_is_read():
    assert from_urdf(two()).robot.n_coordinates == 1
    assert from_urdf(two('<limit lower="-1" upper="1"/>', "revolute")).robot.n_coordinates == 1


def test_the_massless_world_before_the_base_is_no_lost_link():
    text = robot(link("world", ""), link("a"), link("b"), joint("j", "world", "a", "fixed"), joint("k", "a", "b"))
    assert from_urdf(text).robot.n_coordinates == 1


def test_massless_links_between_joints_make_joints_in_a_row():
    text = robot(
        link("a"), link("x", ""), link("b"), joint("j", "a", "x"), joint("k", "x", "b", inside='<axis xyz="0 1 0"/>')
    )
    kinds = [type(part).__name__ for part in from_urdf(text).robot.parts]
    assert kinds[:4] == ["Link", "Revolute", "Mount", "Revolute"] and kinds[-1] == "Link"


def test_a_base_that_does_not_fit_is_refused():
    carried = robot(link("world", ""), link("a"), joint("j", "world", "a"))
    assert from_urdf(carried).robot.base == "fixed"
    with pytest.raises(sl.errors.RobotError, match="write base='fixed'"):
        from_urdf(carried, base="floating")
    with pytest.raises(sl.errors.RobotError, match="did you mean 'planar'"):
        from_urdf(two(), base="plannar")
    with pytest.raises(sl.errors.RobotError, match="actuator must be one of"):
        from_urdf(two(), actuator="motor")


@pytest.mark.thorough
def test_what_grows_without_bounds_is_refused():
    with pytest.raises(sl.errors.RobotError, match=f"more than {MAX_ELEMENTS} elements"):
        from_urdf(f"<robot>{(MAX_ELEMENTS + 1) * '<a/>'}</robot>")
    with pytest.raises(sl.errors.RobotError, match=f"more than {MAX_DEPTH} deep"):
        from_urdf((MAX_DEPTH + 1) * "<robot>")
    with pytest.raises(sl.errors.RobotError, match=f"at most {MAX_BYTES} are read"):
        from_urdf("<robot>" + MAX_BYTES * " ")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"  \n", "is empty"),
        (b"hello", "is not XML"),
        (b"\xff\xfe\x00", "is not XML"),
        (b"<?xml version='1.0' encoding='none-such'?><robot/>", "none-such"),
        (b"<sdf/>", "it has no model with joints, and none that can move"),
        (b"<html/>", r"the root element must be <robot> \(URDF\), <sdf> or <mujoco> \(MJCF\), got <html>"),
    ],
)
def test_a_file_that_is_no_robot_is_refused(tmp_path, content, words):
    path = tmp_path / "robot.urdf"
    path.write_bytes(content)
    with pytest.raises(sl.errors.RobotError, match=words) as caught:
        read_robot_file(path)
    assert str(path) in str(caught.value)


def test_a_file_that_is_not_there_is_reported(tmp_path):
    with pytest.raises(sl.errors.RobotError, match="there is no file"):
        from_urdf(tmp_path / "absent.urdf")
    with pytest.raises(sl.errors.RobotError, match="is a folder"):
        from_urdf(tmp_path)
    with pytest.raises(sl.errors.RobotError, match="must be a file or a text, got 3"):
        from_urdf(3)


def test_all_faults_of_a_file_are_reported_at_once():
    text = robot(
        link("a"),
        link("b", f'<inertial><mass value="-2"/>{I}</inertial>'),
        link(
            "c", f'<inertial><mass value="1"/>{I.replace("izz=" + chr(34) + "1e-4", "izz=" + chr(34) + "1")}</inertial>'
        ),
        link("d", MESH),
        joint("j", "a", "b", "revolute"),
        joint("k", "b", "c", inside='<axis xyz="0 0 1"/><dynamics damping="-1"/>'),
        joint("m", "c", "d"),
    )
    with pytest.raises(sl.errors.RobotError) as caught:
        from_urdf(text)
    lines = str(caught.value).splitlines()
    assert len(lines) == 5 and all(line.startswith("the URDF text: ") for line in lines)
    words = ("mass must be at least 0 kg", "needs <limit", "damping must be", "no <inertial>", "no body has principal")
    assert all(any(word in line for line in lines) for word in words)


def test_faults_that_leave_no_tree_are_reported_with_all_others():
    text = robot(
        link("a"),
        link("a"),
        link("b", "<inertial/>"),
        joint("j", "a", "bb"),
        joint("k", "a", "b", "turning"),
        joint("m", "a", "b", "revolute"),
    )
    with pytest.raises(sl.errors.RobotError) as caught:
        from_urdf(text)
    assert len(str(caught.value).splitlines()) == 5


def test_faults_of_a_joint_beside_the_chain_do_not_matter():
    ends = '<limit effort="1" velocity="1"/>'
    chain = link("a"), link("b"), link("c"), joint("j", "a", "b"), joint("k", "b", "c")
    branch = link("side"), joint("lid", "b", "side", "revolute", ends)
    imported = from_urdf(robot(*chain, *branch))
    read = imported.robot
    assert "branch at joint lid" in "\n".join(imported.changed) and "its limits leave no room" in "\n".join(
        imported.changed
    )
    assert read.n_coordinates == 2 and read.mass == 4.0


def test_many_faults_end_in_a_count():
    bad = "".join(link(f"l{i}", f'<inertial><mass value="-{1 + i}"/></inertial>') for i in range(100))
    with pytest.raises(sl.errors.RobotError, match="and 71 more faults") as caught:
        from_urdf(robot(bad))
    assert len(str(caught.value).splitlines()) == 31


def test_equal_faults_of_many_elements_are_one_line():
    bad = "".join(link(f"l{i}", '<inertial><mass value="-1"/></inertial>') for i in range(100))
    with pytest.raises(sl.errors.RobotError) as caught:
        from_urdf(robot(bad))
    first, second = str(caught.value).splitlines()
    others = "; likewise 'l1', 'l2', 'l3', 'l4', 'l5', 'l6' and 93 more"
    assert first == "the URDF text: link 'l0': mass must be at least 0 kg, got -1" + others
    assert "100 links have no parent" in second

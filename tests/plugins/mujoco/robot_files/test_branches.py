"""Trees of bodies in URDF files: the longest chain is the robot, and the mass of the branches stays with it."""

import warnings
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

import snakelab as sl
from snakelab.plugins.mujoco.robot_files.imported import mass_matrix_at_zero, placed_parts
from snakelab.plugins.mujoco.robot_files.urdf_export import numbers, origin_of, scalar
from snakelab.plugins.mujoco.robot_files.urdf_import import from_urdf

FILES = Path(__file__).parents[1] / "files" / "urdf"


def lump_of_file(path):
    """Mass, centre of mass and inertia about the origin of a whole file at zero angles, in its root's frame."""
    root = ET.parse(path).getroot()
    joints = {joint.find("child").get("link"): joint for joint in root.iter("joint") if joint.find("child") is not None}
    mass, moment, inertia = 0.0, np.zeros(3), np.zeros((3, 3))
    for link in root.iter("link"):
        if (inertial := link.find("inertial")) is None:
            continue
        p, R = origin_of(inertial, "link")
        m = scalar(inertial.find("mass"), "value", "link")
        entries = [
            float(numbers(inertial.find("inertia"), key, "link")[0])
            for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
        ]
        xx, xy, xz, yy, yz, zz = entries
        name = link.get("name")
        own = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        while name in joints:
            p_joint, R_joint = origin_of(joints[name], "joint")
            p, R = p_joint + R_joint @ p, R_joint @ R
            name = joints[name].find("parent").get("link")
        mass, moment = mass + m, moment + m * p
        inertia += R @ own @ R.T + m * (p @ p * np.eye(3) - np.outer(p, p))
    return mass, moment / mass, inertia


def lump_of_robot(robot, p_root_base, R_root_base):
    """The same of a robot at zero angles, whose base stands at (p, R) in the root's frame."""
    mass, moment, inertia = 0.0, np.zeros(3), np.zeros((3, 3))
    for placed in placed_parts(robot):
        if isinstance(placed.part, sl.Link):
            R = R_root_base @ placed.R
            p = p_root_base + R_root_base @ (placed.p + placed.R @ placed.part.com_point())
            m = placed.part.whole_mass
            mass, moment = mass + m, moment + m * p
            inertia += R @ placed.part.inertia_matrix() @ R.T + m * (p @ p * np.eye(3) - np.outer(p, p))
    return mass, moment / mass, inertia


def read(name, **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        imported = from_urdf(FILES / f"{name}.urdf", **options)
    return imported, [str(one.message) for one in caught]


@pytest.mark.parametrize("name", ["gripper", "middle", "wheeled", "camera", "footprint", "meshes"])
def test_mass_centre_and_inertia_of_the_whole_file_stay_at_zero_angles(name):
    imported, _ = read(name)
    p = np.array(imported.initial.get("position", (0.0, 0.0, 0.0)))
    mass, com, inertia = lump_of_file(FILES / f"{name}.urdf")
    lump = lump_of_robot(imported.robot, p, np.eye(3))
    assert lump[0] == pytest.approx(mass, rel=1e-12)
    assert lump[1] == pytest.approx(com, abs=1e-12)
    assert np.abs(lump[2] - inertia).max() <= 1e-12


def test_a_gripper_becomes_part_of_the_link_that_carries_it():
    imported, (warning,) = read("gripper")
    assert [part.name for part in imported.robot.parts if part.coordinates] == [f"joint_{i}" for i in range(1, 6)]
    assert "2 branches besides the longest one (finger_left_joint, finger_right_joint) are taken as fixed" in warning
    assert "0.03 kg go to the links that carry them" in warning
    text = "\n".join(imported.changed)
    assert "branch at joint finger_left_joint" in text and "branch at joint finger_right_joint" in text
    assert "0.015 kg" in text and "longest chain" in text
    assert not imported.couplings  # the finger that copies the other one is not on the chain
    assert "finger" not in "\n".join(imported.kept)


def test_a_root_in_the_middle_gives_the_chain_from_tail_to_head():
    imported, (warning,) = read("middle")
    names = [part.name for part in imported.robot.parts if part.coordinates]
    assert names == ["rear_2_joint", "rear_1_joint", "front_1_joint", "front_2_joint", "front_3_joint"]
    assert "(pan)" in warning
    assert imported.initial["position"] == pytest.approx((-0.15, 0.0, 0.0))
    assert "the base is fixed to 'rear_2'" in "\n".join(imported.changed)


def test_joints_on_the_reversed_side_keep_their_signs():
    imported, _ = read("middle")
    model = sl.build_model(imported.robot)
    state = sl.initial_state(model, q=[0.0, 0.4, 0.0, 0.0, 0.0])
    T = sl.forward_kinematics(model, state)
    # A positive angle of rear_1_joint turns rear_1 about z against base_link, whatever carries which.
    turn = np.linalg.inv(T["base_link"]) @ T["rear_1"]
    assert np.arctan2(turn[1, 0], turn[0, 0]) == pytest.approx(0.4)


def test_a_fixed_base_keeps_the_root_of_the_file():
    imported, (warning,) = read("middle", base="fixed")
    assert [part.name for part in imported.robot.parts if part.coordinates] == [f"front_{i}_joint" for i in (1, 2, 3)]
    assert "2 branches" in warning


def test_the_mass_matrix_in_plain_numpy_is_that_of_the_model():
    for name in ("camera", "telescopic", "middle"):
        robot = read(name)[0].robot
        model = sl.build_model(robot)
        M = sl.mass_matrix(model, sl.initial_state(model))
        assert np.abs(mass_matrix_at_zero(robot) - M).max() < 1e-12 * np.abs(M).max()


def test_a_freely_chosen_chain_has_no_branch_where_joints_are_frozen():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        from_urdf(FILES / "gripper.urdf", freeze=["finger_*"])


HINGE = (
    '<joint name="{0}" type="continuous"><parent link="{1}"/><child link="{2}"/><origin xyz="0.1 0 0"/><axis xyz="0 0 1"/>'
    "</joint>"
)
LINK = (
    '<link name="{0}"><inertial><mass value="{1}"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/>'
    "</inertial></link>"
)


def test_a_chain_of_two_thousand_links_with_as_many_branches_is_read_quickly():
    n = 1000
    links = [LINK.format(f"l{i}", 1) + LINK.format(f"b{i}", 0.5) for i in range(n)]
    joints = [HINGE.format(f"j{i}", f"l{i - 1}", f"l{i}") for i in range(1, n)]
    joints += [HINGE.format(f"k{i}", f"l{i}", f"b{i}") for i in range(n)]
    with pytest.warns(sl.SnakelabWarning, match=r"branches besides the longest one .* and \d+ more"):
        robot = from_urdf(f'<robot name="r">{"".join(links + joints)}</robot>').robot
    assert robot.n_coordinates == n + 1  # a branch goes on at either end
    assert robot.mass == pytest.approx(1.5 * n)

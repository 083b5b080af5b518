"""Trees of bodies in URDF files: the longest chain is the trunk, moving bodies beside it are branches."""

import warnings
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

import snakelab as sl
from snakelab.plugins.mujoco.robot_files.imported_robot import mass_matrix_at_zero, placed_parts
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


def test_a_gripper_is_two_branches_on_the_link_that_carries_it():
    imported, warned = read("gripper")
    robot = imported.robot
    assert [part.name for part in robot.trunk if part.coordinates] == [f"joint_{i}" for i in range(1, 6)]
    assert robot.coordinate_names[5:] == ("finger_left_joint", "finger_right_joint")
    assert len({branch.on for branch in robot.branches}) == 1 and not warned
    text = "\n".join(imported.kept)
    assert "branch of finger_left, finger_right" in text
    assert imported.couplings["finger_right_joint"].source == "finger_left_joint"
    assert [(gear.driven, gear.by) for gear in robot.gears] == [("finger_right_joint", "finger_left_joint")]


def test_a_root_in_the_middle_gives_the_chain_from_tail_to_head():
    imported, warned = read("middle")
    names = [part.name for part in imported.robot.trunk if part.coordinates]
    assert names == ["rear_2_joint", "rear_1_joint", "front_1_joint", "front_2_joint", "front_3_joint"]
    assert "pan" in imported.robot.coordinate_names and not warned
    assert imported.initial["position"] == pytest.approx((-0.15, 0.0, 0.0))
    assert "the base is fixed to 'rear_2'" in "\n".join(imported.changed)


def test_joints_on_the_reversed_side_keep_their_signs():
    imported, _ = read("middle")
    model = sl.build_model(imported.robot)
    q = np.zeros(model.n_coordinates)
    q[1] = 0.4
    T = sl.forward_kinematics(model, sl.initial_state(model, q=q))
    # A positive angle of rear_1_joint turns rear_1 about z against base_link, whatever carries which.
    turn = np.linalg.inv(T["base_link"]) @ T["rear_1"]
    assert np.arctan2(turn[1, 0], turn[0, 0]) == pytest.approx(0.4)


def test_a_fixed_base_keeps_the_root_of_the_file():
    imported, warned = read("middle", base="fixed")
    assert [part.name for part in imported.robot.trunk if part.coordinates] == [f"front_{i}_joint" for i in (1, 2, 3)]
    assert set(imported.robot.coordinate_names[3:]) >= {"rear_1_joint", "rear_2_joint"} and not warned


@pytest.mark.thorough
def test_the_mass_matrix_in_plain_numpy_is_that_of_the_model():
    for name in ("camera", "telescopic", "middle", "gripper"):
        robot = read(name)[0].robot
        model = sl.build_model(robot)
        M = sl.mass_matrix(model, sl.initial_state(model, q=np.zeros(model.n_coordinates)))
        assert np.abs(mass_matrix_at_zero(robot) - M).max() < 1e-12 * np.abs(M).max()


def test_frozen_joints_begin_no_branch():
    robot = from_urdf(FILES / "gripper.urdf", freeze=["finger_*"]).robot
    assert robot.branches == () and robot.n_coordinates == 5


HINGE = (
    '<joint name="{0}" type="continuous"><parent link="{1}"/><child link="{2}"/><origin xyz="0.1 0 0"/><axis xyz="0 0 1"/>'
    "</joint>"
)
LINK = (
    '<link name="{0}"><inertial><mass value="{1}"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/>'
    "</inertial></link>"
)


@pytest.mark.slow
def test_a_chain_of_two_thousand_links_with_as_many_branches_is_read_quickly():
    n = 1000
    links = [LINK.format(f"l{i}", 1) + LINK.format(f"b{i}", 0.5) for i in range(n)]
    joints = [HINGE.format(f"j{i}", f"l{i - 1}", f"l{i}") for i in range(1, n)]
    joints += [HINGE.format(f"k{i}", f"l{i}", f"b{i}") for i in range(n)]
    robot = from_urdf(f'<robot name="r">{"".join(links + joints)}</robot>').robot
    assert robot.n_coordinates == 2 * n - 1
    assert len(robot.branches) == n - 2  # a branch goes on at either end
    assert robot.mass == pytest.approx(1.5 * n)

"""Branches of a robot: names, order, and what is refused with what to write."""

from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import GaitError, RobotError, SimulationError

Branch = sl.robots.Branch
TRUNK = [sl.Link(0.1, 0.1), sl.Revolute("z"), sl.Link(0.1, 0.1), sl.Revolute("z"), sl.Link(0.1, 0.1)]
LEG = [sl.Revolute("y"), sl.Link(0.05, 0.02), sl.Revolute("z"), sl.Link(0.05, 0.02)]


def lizard(base_end="tail", **other):
    branches = [
        Branch("link1", LEG, at=(0.05, 0.02, 0.0), rotation=(0, 0, 1.57), name="left"),
        Branch("link2", LEG, at=(0.05, -0.02, 0.0), rotation=(0, 0, -1.57)),
        Branch("left_link2", LEG[:2], at=(0.05, 0.0, 0.0), name="toe"),
    ]
    return sl.Robot(TRUNK, base_end=base_end, branches=branches, **other)


def test_parts_and_joints_of_branches_are_named_after_them_and_follow_the_trunk():
    robot = lizard()
    assert robot.part_names == (
        "link1", "link2", "link3", "left_link1", "left_link2", "branch2_link1", "branch2_link2", "toe_link1",
    )  # fmt: skip
    assert robot.coordinate_names[2:] == (
        "left_joint1",
        "left_joint2",
        "branch2_joint1",
        "branch2_joint2",
        "toe_joint1",
    )
    assert robot.length == pytest.approx(0.3)
    assert robot.mass == pytest.approx(0.3 + 5 * 0.02)
    assert "3 branches" in repr(robot)
    assert [branch.name for branch in robot.branches] == ["left", "branch2", "toe"]


@pytest.mark.parametrize(("base_end", "order"), [("tail", (0, 1)), ("head", (1, 0))])
def test_the_coordinates_from_the_tail_are_those_of_the_trunk(base_end, order):
    assert lizard(base_end).coordinates_from_tail == order


def test_a_copy_keeps_its_branches_and_takes_changed_parts():
    robot = lizard()
    assert replace(robot, name="other").parts == robot.parts
    parts = [
        replace(part, mass=0.03) if isinstance(part, sl.Link) and part.mass == 0.02 else part for part in robot.parts
    ]
    heavier = replace(robot, parts=parts)
    assert heavier.mass == pytest.approx(0.3 + 5 * 0.03)
    assert heavier.branches[0].parts[1].mass == 0.03
    assert replace(robot, branches=robot.branches[:1]).n_coordinates == 4
    assert replace(robot, branches=()).parts == tuple(TRUNK)
    assert replace(robot, branches=[replace(robot.branches[0], parts=LEG[:2])]).n_coordinates == 3


FOLLOWING = [sl.Revolute("z", sl.robots.Follower(1.0)), sl.Link(0.1, 0.1)]
BAD = {
    "an unknown part": (
        lambda: [Branch("lnk2", LEG)],
        "branch 'branch1' is on 'lnk2': 'robot' has no such part before it; did you mean 'link2'",
    ),
    "itself": (lambda: [Branch("a_link1", LEG, name="a")], "'a_link1', a part of its own or of a later branch"),
    "a later branch": (
        lambda: [Branch("b_link1", LEG, name="a"), Branch("link1", LEG, name="b")],
        "change their order",
    ),
    "two names": (
        lambda: [Branch("link1", LEG, name="a"), Branch("link2", LEG, name="a")],
        "two branches are named 'a'",
    ),
    "two parts": (
        lambda: [Branch("link1", [sl.Link(0.1, 0.1, name="link2")])],
        "two parts of robot 'robot' are named 'link2'",
    ),
    "no parts": (lambda: [Branch("link1", [])], "a branch on 'link1' has no part with mass"),
    "a joint at the end": (lambda: [Branch("link1", LEG[:3])], "the last joint of a branch on 'link1' must carry mass"),
    "a follower": (lambda: [Branch("link1", FOLLOWING)], "cannot have a Follower"),
    "no branch": (lambda: [LEG], "Robot branches"),
    "no part": (lambda: [Branch("link1", ["leg"])], "Branch parts"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_wrong_branch_is_refused_with_what_to_write(case):
    make, message = BAD[case]
    with pytest.raises(RobotError) as refused:
        sl.Robot(TRUNK, branches=make())
    assert message in str(refused.value)


def test_a_socket_on_a_soft_section_is_refused():
    section = sl.SoftSection(0.15, 0.12, 0.0125, 0.02, 10)
    with pytest.raises(RobotError, match=r"'section1', which bends, and a socket is rigid; .* one of link2"):
        sl.Robot([section, sl.Link(0.1, 0.1)], branches=[Branch("section1", LEG)])


def test_the_last_follower_of_the_trunk_follows_nothing():
    trunk = [sl.Link(0.1, 0.1), sl.Revolute("z", sl.robots.Follower(1.0)), sl.Link(0.1, 0.1)]
    model = sl.build_model(sl.Robot(trunk, branches=[Branch("link1", LEG)]))
    assert model.arrays.coordinates["ahead"][0] >= model.n_coordinates


def test_a_wave_moves_the_trunk_and_a_table_moves_joints_by_name():
    model = sl.build_model(lizard())
    wave = sl.SerpenoidGait(0.5, 1.0, 0.7).reference(model).wave
    assert (wave[2:, [0, 3]] == 0).all() and (wave[:2, 0] == 0.5).all()
    table = sl.gaits.TableGait([0, 1, 2], [[0.0], [0.3], [0.0]], coordinates=["toe_joint1"])
    from snakelab.physics.command import targets_at

    targets = targets_at(table.reference(model), 1.0)[0, :7]
    assert targets.tolist() == [0, 0, 0, 0, 0, 0, pytest.approx(0.3)]
    with pytest.raises(GaitError, match="no such coordinate; did you mean 'toe_joint1'"):
        replace(table, coordinates=["toe_joint"]).reference(model)
    with pytest.raises(GaitError, match="has 1 column, and it names 2 coordinates"):
        replace(table, coordinates=["toe_joint1", "joint1"]).reference(model)
    with pytest.raises(GaitError, match="names 'joint1' twice"):
        replace(table, angles=[[0.0, 0.0]] * 3, coordinates=["joint1", "joint1"]).reference(model)
    function = sl.FunctionGait(lambda t: [0.1 * t], coordinates=["left_joint2"])
    command, _ = function.start(model, 1.0)
    assert command.target.tolist() == [0, 0, 0, pytest.approx(0.1), 0, 0, 0]


def test_gaits_and_tools_of_chains_refuse_a_tree_in_one_line():
    model = sl.build_model(lizard())
    with pytest.raises(
        GaitError, match="RollingGait moves a chain, and robot 'robot' has the branches left, branch2, toe"
    ):
        sl.RollingGait(0.01, 1.0).reference(model)
    with pytest.raises(SimulationError, match=r"supports chains only, .* branches left, branch2, toe; write Robot"):
        sl.perception.BodyKinematics(model)


def test_a_mirrored_branch_is_the_mirror_image_at_equal_coordinates():
    """Positions have the opposite y; kinetic energies and the mass matrix are equal."""
    rng = np.random.default_rng(3)
    A = rng.normal(size=(3, 3))
    odd = sl.Link(
        0.06, 0.02, com=(0.03, 0.01, -0.01), inertia=1e-5 * (np.trace(A @ A.T) * np.eye(3) - A @ A.T), name="odd"
    )
    leg = [
        sl.Revolute((0.3, -0.5, 0.8), name="hip"), sl.Mount((0.1, 0.2, -0.3), (0.01, 0.02, 0.03)), odd,
        sl.Prismatic((0.5, 0.5, -0.1)), sl.Link(0.05, 0.02),
    ]  # fmt: skip
    branch = Branch("link2", leg, at=(0.05, 0.02, 0.01), rotation=(0.3, 0.2, 1.0), name="left", mirror="right")
    robot = sl.Robot(TRUNK, branches=[branch])
    assert [one.name for one in robot.branches] == ["left", "right"]
    assert robot.coordinate_names[2:] == ("hip", "left_joint2", "right_joint1", "right_joint2")
    model = sl.build_model(robot)
    poses = sl.forward_kinematics(model, sl.initial_state(model, q=[0, 0, 0.4, 0.02, 0.4, 0.02]))
    for left, right in (("odd", "right_link1"), ("left_link2", "right_link2")):
        np.testing.assert_allclose(poses[left][:3, 3] * [1, -1, 1], poses[right][:3, 3], atol=1e-14)
    M = sl.mass_matrix(model, sl.initial_state(model, q=[0, 0, 0.4, 0.02, 0.4, 0.02]))
    np.testing.assert_allclose(M[8:10, 8:10], M[10:12, 10:12], atol=1e-16)
    with pytest.raises(RobotError, match="cannot be mirrored: a SoftSection"):
        Branch("link1", [sl.SoftSection(0.15, 0.12, 0.0125, 0.02, 10)], mirror="right")

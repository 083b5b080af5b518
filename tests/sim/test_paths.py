"""Values inside robots, worlds and controllers are read and replaced by their paths; a wrong path says what there is."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SimulationError, SnakelabError, WorldError
from snakelab.sim.interventions import replaced_at, value_at

LINK = sl.Link(0.1, mass=0.2)
ROOTS = {
    "robot": sl.Robot([LINK, sl.Revolute("z"), LINK], base="planar"),
    "world": sl.World([sl.LinkFriction(mu_tangential=0.1, mu_normal=0.5, shape="per_axis")]),
    "controller": sl.SerpenoidGait(0.5, 2.0, 0.7),
}


def test_a_replaced_value_is_a_copy():
    new = replaced_at(ROOTS, "robot.parts.2.mass", 0.3)
    assert new["robot"].parts[2].mass == 0.3 and ROOTS["robot"].parts[2].mass == 0.2
    assert new["robot"].parts[0] is ROOTS["robot"].parts[0] and new["world"] is ROOTS["world"]
    assert value_at(new, "robot.parts.2.mass") == 0.3


def test_a_number_of_an_array_is_replaced():
    link = sl.Link(0.1, mass=0.2, com=np.array([0.05, 0.0, 0.01]))
    roots = {"robot": sl.Robot([link, sl.Revolute("z"), link], base="planar")}
    new = replaced_at(roots, "robot.parts.0.com.2", 0.02)
    assert new["robot"].parts[0].com.tolist() == [0.05, 0.0, 0.02] and link.com[2] == 0.01
    with pytest.raises(SimulationError, match="items 0 to 2"):
        replaced_at(roots, "robot.parts.0.com.3", 0.02)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("controller.amplitud", "did you mean 'amplitude'?"),
        ("robot.parts.7.mass", "items 0 to 2"),
        ("robot.parts.two.mass", "items 0 to 2"),
        ("gravity", "did you mean|allowed: controller, robot, world"),
        ("controller.amplitude.x", "no parameters"),
        ("world.media.0.mu", "LinkFriction"),
        ("", "path such as"),
        (".".join(["robot"] * 50), "at most 32 steps"),
        (3, "path such as"),
    ],
)
def test_a_wrong_path_says_what_there_is(path, words):
    with pytest.raises(SimulationError, match=words):
        replaced_at(ROOTS, path, 1.0)


def test_a_wrong_value_is_refused_by_its_class():
    with pytest.raises(WorldError, match="LinkFriction mu_normal"):
        replaced_at(ROOTS, "world.media.0.mu_normal", -1.0)
    with pytest.raises(SnakelabError):
        replaced_at(ROOTS, "controller.amplitude", "much")


def test_the_type_names_of_a_scenario_file_may_stand_in_a_path():
    roots = {
        "robot": sl.Robot([sl.Link(length=0.1, mass=0.2)]),
        "controller": sl.SerpenoidGait(amplitude=0.3, angular_frequency=2.0, phase_lag=0.5),
    }
    assert value_at(roots, "controller.serpenoid_gait.amplitude") == 0.3
    changed = replaced_at(roots, "robot.parts.0.link.mass", 0.4)
    assert changed == replaced_at(roots, "robot.parts.0.mass", 0.4) and value_at(changed, "robot.parts.0.mass") == 0.4
    with pytest.raises(SimulationError, match="has no 'table_gait'"):
        value_at(roots, "controller.table_gait.amplitude")

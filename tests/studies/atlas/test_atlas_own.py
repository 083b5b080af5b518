"""The atlas of a user's own robot, gaits and worlds."""

from dataclasses import replace

import pytest

import snakelab as sl
from snakelab.errors import ScenarioError
from snakelab.robots.library import soft_pneumatic
from snakelab.studies.atlas.library.terrain import footing_of

CONFIGURATION = """
name: my_robot
robot:
  name: worm
  parts:
    - link: {length: 0.1, mass: 0.1}
    - repeat:
        times: 3
        parts:
          - revolute: {axis: z}
          - link: {length: 0.1, mass: 0.1}
          - revolute: {axis: y}
          - link: {length: 0.1, mass: 0.1}
world: {media: [gravity, contact: {friction: {mu_tangential: 0.1, mu_normal: 0.6, shape: per_axis}}]}
controller: {named_gait: {name: CL, speed: 3, ramp: 0.1}}
duration: 0.4
solver: {step: 0.004}
initial: {position: [0, 0, 0.03]}
"""
HINGE, LINK = sl.Revolute("z"), sl.Link(0.1, mass=0.1)


@pytest.fixture
def configuration(tmp_path):
    path = tmp_path / "my_robot.yaml"
    path.write_text(CONFIGURATION, encoding="utf-8")
    return path


def test_a_scenario_has_its_controller_and_its_world_before_the_ready_ones(configuration, tmp_path):
    atlas = sl.atlas_of(configuration)
    assert atlas.robot == "my_robot" and atlas.gaits[0].name == atlas.terrains[0].name == "own"
    assert {"CL", "tight helix"} <= {gait.name for gait in atlas.gaits}
    assert {"floor", "rocks", "lying pipe"} <= {terrain.name for terrain in atlas.terrains}
    assert (atlas.duration, atlas.window, atlas.base.data["solver"]["step"]) == (0.4, (0.2, 0.4), 0.004)
    result = sl.run_atlas(
        configuration, tmp_path / "out", gaits=["own", "TWL"], terrains=["own", "floor"], trials=2, workers=1
    )
    assert result.count("finished") == 8 and result.folder.name == "out"
    own = [cell for cell in result.atlas.cells if cell.terrain == cell.gait == "own"]
    assert own[0].changes["initial"]["position"] == [0, 0, 0.03]
    assert "quaternion" not in own[0].changes["initial"] and own[1].changes["initial"]["quaternion"][3] != 0
    frictions = [cell.changes["world"]["media"][1]["contact"]["friction"]["mu_normal"] for cell in own]
    assert frictions[0] == 0.6 != frictions[1]


def test_the_same_scenario_may_be_given_as_an_object_and_half_as_long(configuration):
    atlas = sl.atlas_of(sl.load_scenario(configuration), ["own"], quick=True)
    assert atlas.robot == "my_robot" and atlas.duration == 0.2


def test_gaits_and_worlds_of_ones_own_are_mappings_by_name(tmp_path):
    snake = sl.Robot([LINK, *3 * [HINGE, LINK]], base="planar", name="three hinges")
    gaits = {"mine": sl.SerpenoidGait(0.5, 3.0, 0.7), "theirs": "45 deg lag 45 deg"}
    worlds = {"mud": sl.World([sl.ViscousFriction(2.0, 9.0)]), "wheels": "wheels"}
    atlas = sl.atlas_of(snake, gaits, worlds, trials=1)
    brief = type(atlas)(atlas.robot, atlas.kit, atlas.gaits, atlas.terrains, 1, 0.2, (0.1, 0.2))
    result = sl.run_atlas(brief, tmp_path, workers=1)
    assert [(one.gait, one.terrain) for one in result.scores] == [
        ("mine", "mud"), ("45 deg lag 45 deg", "mud"), ("mine", "wheels"), ("45 deg lag 45 deg", "wheels")
    ]  # fmt: skip
    assert result.count("finished") == 4 and atlas.name == "atlas_three_hinges"


def test_a_scenario_as_a_terrain_gives_its_world_and_its_start():
    pipe = sl.load_scenario("snakesys_pipe")
    atlas = sl.atlas_of("snake_iii", ["concertina"], {"their pipe": pipe}, trials=2)
    first, second = atlas.cells
    assert first.changes["initial"] == second.changes["initial"] == {"position": [4.64, 0, -0.1]}
    assert "pipe" in first.changes["world"]["media"][1]["contact"]["surface"]


@pytest.mark.parametrize(
    ("robot", "gait", "terrain"),
    [
        (sl.Robot([LINK, HINGE, LINK], base="planar"), "30 deg lag 30 deg", "wheels"),
        (sl.Robot([LINK, HINGE, LINK]), "30 deg lag 30 deg", "floor"),
        (sl.Robot([LINK, HINGE, LINK, sl.Revolute("y"), LINK]), "CL", "floor"),
        (soft_pneumatic(2, length=0.3), "planar rolling 0.25 Hz", "grass"),
        (sl.Robot([LINK], propellers=[sl.Propeller("link1", (0, 0, 0), "x")]), "ahead", "still water"),
    ],
)
def test_joints_decide_which_gaits_and_grounds_are_ready(robot, gait, terrain):
    atlas = sl.atlas_of(robot)
    assert gait in [one.name for one in atlas.gaits] and terrain in [one.name for one in atlas.terrains]


def test_a_swimmer_is_one_whose_world_is_water():
    atlas = sl.atlas_of("eel_lateral")
    assert atlas.robot == "eel_lateral" and atlas.terrains[1].name == "still water"
    assert {"own", "lateral 20 deg lag 30 deg"} <= {gait.name for gait in atlas.gaits}


def test_a_longer_soft_section_rolls_by_as_much_of_its_length():
    (gait,) = sl.atlas_of(soft_pneumatic(2, length=0.3), ["planar rolling 0.25 Hz"]).gaits
    assert gait.controller.amplitude == pytest.approx(2 * 0.0125)


def test_the_skin_of_a_robot_without_a_kit_is_as_stiff_as_its_weight_asks_for():
    foot = footing_of(sl.Robot([sl.Link(0.1, mass=0.2, section=sl.Cylinder(0.02)), HINGE, LINK]))
    share = 0.3 * 9.81 / 4  # two rings on each link
    assert share / foot.stiffness == pytest.approx(0.006 * foot.height)
    assert foot.height == pytest.approx(0.02) or foot.height > 0.02


def test_what_makes_no_atlas_is_refused_with_what_to_write():
    with pytest.raises(ScenarioError, match=r"base of 'robot' is fixed, so it cannot move; write base: floating"):
        sl.atlas_of(sl.Robot([LINK, HINGE, LINK], base="fixed"))
    with pytest.raises(ScenarioError, match=r"'stick' has no joint that a gait could move; give it one"):
        sl.atlas_of(sl.Robot([LINK], name="stick"))
    slides = sl.Robot([LINK, sl.Prismatic("x"), LINK])
    with pytest.raises(
        ScenarioError, match=r"no ready gait is applicable to the joints of 'robot'; give one, as in gaits="
    ):
        sl.atlas_of(slides)
    with pytest.raises(
        ScenarioError, match=r"trials must be a whole number of at least 1 and at most 1000, got 100000"
    ):
        sl.atlas_of("snake_i", trials=100000)
    with pytest.raises(ScenarioError, match=r"there is no file no_such.yaml"):
        sl.atlas_of("no_such.yaml")
    with pytest.raises(
        ScenarioError, match=r"gait 'mine' must be a gait, a controller or the name of a ready one; got 3"
    ):
        sl.atlas_of("snake_i", {"mine": 3})
    with pytest.raises(ScenarioError, match=r"terrain 'mud' must be a World, a Scenario or the name of a ready one"):
        sl.atlas_of("snake_i", None, {"mud": sl.Gravity()})
    with pytest.raises(ScenarioError, match=r"a scenario has no type name for FunctionGait"):
        sl.atlas_of("snake_i", {"mine": sl.FunctionGait(lambda t: 28 * [0.0])})
    with pytest.raises(ScenarioError, match=r"atlas_of robot must be text or a path or a Robot or a Scenario; got 7"):
        sl.atlas_of(7)


def test_a_body_on_wheels_starts_above_the_floor(tmp_path):
    axle = {"point": (0.05, 0.03, -0.01), "radius": 0.02}
    wheeled = sl.Link(0.1, mass=0.1, section=sl.Cylinder(0.02), wheels=[sl.Wheel(**axle)])
    rolling = sl.Robot([wheeled, *2 * [HINGE, wheeled]])
    assert footing_of(rolling).height == pytest.approx(0.03)
    flat = sl.Link(0.1, mass=0.1, section=sl.Cylinder(0.02), wheels=[sl.Wheel(**axle, axle="z")])
    assert footing_of(sl.Robot([flat, HINGE, flat])).height == pytest.approx(0.02)
    atlas = sl.atlas_of(rolling, ["30 deg lag 30 deg"], ["floor", "slope of 10 degrees"], trials=1)
    result = sl.run_atlas(replace(atlas, duration=0.02, window=(0.0, 0.02)), tmp_path, workers=1)
    assert result.count("finished") == 2

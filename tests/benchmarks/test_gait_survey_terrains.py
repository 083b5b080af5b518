"""Terrains of the survey beyond planes, and user-defined robots, gaits and worlds."""

from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from benchmarks.gait_survey import run_survey, survey_of
from benchmarks.gait_survey.helical_start import wound
from benchmarks.gait_survey.runs import write_files
from benchmarks.gait_survey.terrains import Footing, footing_of, grounds, kerb
from snakelab.errors import GaitError, ScenarioError
from snakelab.geometry.surfaces import signed_distance
from snakelab.robots.library.orthogonal_robots import snake_i, snake_iii
from snakelab.robots.library.soft_robots import soft_pneumatic
from snakelab.scenarios.scenario import load_scenario


@pytest.fixture(scope="module")
def helix():
    """The small snake, wound."""
    foot = footing_of(snake_i())
    return wound(snake_i(), foot.link, foot.height)


def row(name):
    return next(one for one in grounds() if one.name == name)


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["grass", "rocks", "gravel", "sand"])
def test_each_trial_has_another_random_ground_alike_for_every_gait(name):
    survey = survey_of("snake_i", ["ARL", "SWL"], [name], trials=2)
    worlds = [str(cell.changes["world"]) for cell in survey.cells]
    assert worlds[0] == worlds[1] != worlds[2] == worlds[3]


@pytest.mark.slow
def test_the_skin_is_as_fine_as_the_stones_and_the_body_as_soft_as_its_weight_on_each_ring():
    large, small = (survey_of(robot, ["ARL"], ["rocks", "floor"], trials=1) for robot in ("snake_iii", "snake_i"))
    rings = {cell.terrain: cell.changes.get("robot.skin.rings_per_link") for cell in large.cells}
    assert rings == {"rocks": 4, "floor": None}  # of 0.16 m
    cell = next(cell for cell in large.cells if cell.terrain == "rocks")
    assert large.scenario(cell).robot.skin.rings_per_link == 4
    assert all("robot.skin.rings_per_link" not in cell.changes for cell in small.cells)  # its two are 38 mm apart


@pytest.mark.parametrize("robot", [snake_iii(), soft_pneumatic()])
def test_uneven_ground_lies_under_the_whole_body_and_the_start_above_it(robot):
    foot = footing_of(robot)
    world = row("rocks").world(foot, 1)
    start = row("rocks").start(robot, foot, world, 0.2)
    model = sl.build_model(robot, world)
    places = sl.forward_kinematics(model, sl.initial_state(model, **start)).values()
    ground = world.media[1].surface
    for T in places:
        assert signed_distance(ground, T[:3, 3])[0] > 0.9 * foot.height
        assert ground.origin[0] + 0.5 < T[0, 3] < -ground.origin[0] + 2 * foot.middle - 0.5


def test_every_way_out_leads_over_the_kerb():
    foot = Footing(1e4, 50.0, 0.05, link=0.1, length=2.0, from_head=True)
    ground = kerb().world(foot).media[1].surface
    height = lambda x, y: -signed_distance(ground, (x, y, 0.0))[0]  # noqa: E731
    assert height(0.0, 0.0) == height(-1.9, 0.1) == height(-2.1, -0.15) == pytest.approx(0.0, abs=1e-9)
    for x, y in ((0.3, 0.0), (-2.3, 0.0), (-1.0, 0.3), (-1.0, -0.3)):
        assert height(x, y) == pytest.approx(0.025)


def test_at_the_waters_edge_the_middle_of_the_body_is_at_the_waterline():
    foot = footing_of(snake_iii())
    beach = row("water's edge")
    world = beach.world(foot)
    start = beach.start(snake_iii(), foot, world, 0.0)
    model = sl.build_model(snake_iii(), world)
    heights = np.array([T[2, 3] for T in sl.forward_kinematics(model, sl.initial_state(model, **start)).values()])
    wet = heights - foot.height < world.media[2].surface
    assert 0.4 < wet.mean() < 0.6 and wet[-2] and not wet[0]  # from the head


def test_the_wound_body_stands_around_the_z_axis_head_up_above_the_floor(helix):
    model = sl.build_model(snake_i(), sl.World([]))
    state = sl.initial_state(model, q=helix.q, position=helix.position, quaternion=helix.quaternion)
    poses = sl.forward_kinematics(model, state)
    middles = np.array([poses[name][:3, 3] for name in model.station_names])
    radii = np.hypot(middles[:, 0], middles[:, 1])
    assert radii.mean() == pytest.approx(helix.inner) and radii.std() < 0.05 * helix.inner < 0.01
    assert np.argmax(middles[:, 2]) < 4 and np.argmin(middles[:, 2]) > 24  # from the head
    assert middles[:, 2].min() == pytest.approx(0.08)
    turned = np.unwrap(np.arctan2(middles[:, 1], middles[:, 0]))
    assert abs(turned[-1] - turned[0]) > 2 * 2 * np.pi


def test_a_robot_that_cannot_wind_itself_has_no_pole():
    with pytest.raises(GaitError):
        wound(soft_pneumatic(), 0.15, 0.0225)
    stiff = sl.Limits(-0.5, 0.5)
    parts = [sl.Link(0.1, mass=0.1)]
    for i in range(6):
        parts += [sl.Revolute("zy"[i % 2], limits=stiff), sl.Link(0.1, mass=0.1)]
    names = {terrain.name for terrain in survey_of(sl.Robot(parts), terrains="all").terrains}
    assert "lying pipe" in names and not {"pole", "standing pipe"} & names


@pytest.mark.slow
@pytest.mark.parametrize(("gait", "terrain"), [("tight helix", "pole"), ("wide helix", "standing pipe")])
def test_a_helix_that_presses_climbs_with_the_servos_of_the_source(gait, terrain, tmp_path):
    """And a gait that lets go does not, which one of the two looks at."""
    names = [gait, "CL"] if terrain == "pole" else [gait]
    survey = survey_of("snake_i", names, [terrain], trials=1)
    brief = type(survey)("snake_i", survey.kit, survey.gaits, survey.terrains, 1, 6.0, (3.0, 6.0))
    result = run_survey(brief, tmp_path, workers=1)
    speeds = {one.gait: one.speed for one in result.scores}
    assert speeds[gait] > 0.02 and abs(speeds.get("CL", 0.0)) < 0.01


def test_gaits_begin_at_once_where_the_body_begins_wound():
    survey = survey_of("snake_i", ["CL"], ["floor", "pole", "lying pipe"], trials=1)
    ramps = {cell.terrain: cell.changes["controller"]["named_gait"].get("ramp", 0.0) for cell in survey.cells}
    assert ramps == {"floor": 2.0, "lying pipe": 2.0, "pole": 0.0}


def test_what_cannot_begin_is_a_cell_with_its_reason(tmp_path):
    """A body under the ground, and a gait that asks too much of the joints; the others are run."""
    under = sl.World([sl.Gravity(), sl.Contact(sl.Plane(point=(0.0, 0.0, 1.0)))])
    gaits = {"ARL": "ARL", "curl": sl.HelixRollingGait(0.06)}
    survey = survey_of("snake_i", gaits, {"under": under, "floor": "floor"}, trials=1)
    brief = type(survey)("snake_i", survey.kit, survey.gaits, survey.terrains, 1, 0.1, (0.05, 0.1))
    result = run_survey(brief, tmp_path, workers=1)
    notes = {(one.gait, one.terrain): one.note for one in result.scores}
    assert (
        notes["ARL", "under"].startswith("refused: the robot starts inside a surface: ") and notes["ARL", "floor"] == ""
    )
    assert "HelixRollingGait bends yaw1 to" in notes["curl", "floor"]
    assert (result.count("refused"), result.count("finished"), result.count("failed")) == (3, 1, 0)
    assert np.isnan(float(result.dataset["mean_speed"].sel(gait="ARL", terrain="under")))
    text = (tmp_path / "survey.html").read_text(encoding="utf-8")
    assert "refused: the robot starts inside a surface" in text and "×" in text
    assert "refused: the robot starts" in (tmp_path / "table.csv").read_text(encoding="utf-8")


@pytest.mark.slow
def test_every_run_loads_as_a_scenario_from_its_file(tmp_path):
    """Also where the first one has a robot of its own skin."""
    survey = survey_of("snake_iii", ["ARL"], ["rocks", "lying pipe"], trials=1)
    write_files(survey, {}, tmp_path)
    rings = {path.stem: load_scenario(path).robot.skin.rings_per_link for path in (tmp_path / "trials").glob("*.yaml")}
    assert rings == {"ARL_rocks_1": 4, "ARL_lying-pipe_1": 2}


# ---- user-defined robots, gaits and worlds ----------------------------------------------------------------------
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
    survey = survey_of(configuration)
    assert survey.robot == "my_robot" and survey.gaits[0].name == survey.terrains[0].name == "own"
    assert {"CL", "tight helix"} <= {gait.name for gait in survey.gaits}
    assert {"floor", "rocks", "lying pipe"} <= {terrain.name for terrain in survey.terrains}
    assert (survey.duration, survey.window, survey.base.data["solver"]["step"]) == (0.4, (0.2, 0.4), 0.004)
    result = run_survey(
        configuration, tmp_path / "out", gaits=["own", "TWL"], terrains=["own", "floor"], trials=2, workers=1
    )
    assert result.count("finished") == 8 and result.folder.name == "out"
    own = [cell for cell in result.survey.cells if cell.terrain == cell.gait == "own"]
    assert own[0].changes["initial"]["position"] == [0, 0, 0.03]
    assert "quaternion" not in own[0].changes["initial"] and own[1].changes["initial"]["quaternion"][3] != 0
    frictions = [cell.changes["world"]["media"][1]["contact"]["friction"]["mu_normal"] for cell in own]
    assert frictions[0] == 0.6 != frictions[1]


def test_the_same_scenario_may_be_given_as_an_object_and_half_as_long(configuration):
    survey = survey_of(sl.load_scenario(configuration), ["own"], quick=True)
    assert survey.robot == "my_robot" and survey.duration == 0.2


def test_gaits_and_worlds_of_ones_own_are_mappings_by_name(tmp_path):
    snake = sl.Robot([LINK, *3 * [HINGE, LINK]], base="planar", name="three hinges")
    gaits = {"mine": sl.SerpenoidGait(0.5, 3.0, 0.7), "theirs": "45 deg lag 45 deg"}
    worlds = {"mud": sl.World([sl.ViscousFriction(2.0, 9.0)]), "wheels": "wheels"}
    survey = survey_of(snake, gaits, worlds, trials=1)
    brief = type(survey)(survey.robot, survey.kit, survey.gaits, survey.terrains, 1, 0.2, (0.1, 0.2))
    result = run_survey(brief, tmp_path, workers=1)
    assert [(one.gait, one.terrain) for one in result.scores] == [
        ("mine", "mud"), ("45 deg lag 45 deg", "mud"), ("mine", "wheels"), ("45 deg lag 45 deg", "wheels")
    ]  # fmt: skip
    assert result.count("finished") == 4 and survey.name == "survey_three_hinges"


def test_a_scenario_as_a_terrain_gives_its_world_and_its_start():
    pipe = sl.load_scenario("snakesys_pipe")
    survey = survey_of("snake_iii", ["concertina"], {"their pipe": pipe}, trials=2)
    first, second = survey.cells
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
    survey = survey_of(robot)
    assert gait in [one.name for one in survey.gaits] and terrain in [one.name for one in survey.terrains]


def test_a_swimmer_is_one_whose_world_is_water():
    survey = survey_of("eel_lateral")
    assert survey.robot == "eel_lateral" and survey.terrains[1].name == "still water"
    assert {"own", "lateral 20 deg lag 30 deg"} <= {gait.name for gait in survey.gaits}


def test_a_longer_soft_section_rolls_by_as_much_of_its_length():
    (gait,) = survey_of(soft_pneumatic(2, length=0.3), ["planar rolling 0.25 Hz"]).gaits
    assert gait.controller.amplitude == pytest.approx(2 * 0.0125)


def test_the_skin_of_a_robot_without_a_kit_is_as_stiff_as_its_weight_asks_for():
    foot = footing_of(sl.Robot([sl.Link(0.1, mass=0.2, section=sl.Cylinder(0.02)), HINGE, LINK]))
    share = 0.3 * 9.81 / 4  # two rings on each link
    assert share / foot.stiffness == pytest.approx(0.006 * foot.height)
    assert foot.height == pytest.approx(0.02) or foot.height > 0.02


def test_what_makes_no_survey_is_refused_with_what_to_write():
    with pytest.raises(ScenarioError, match=r"base of 'robot' is fixed, so it cannot move; write base: floating"):
        survey_of(sl.Robot([LINK, HINGE, LINK], base="fixed"))
    with pytest.raises(ScenarioError, match=r"'stick' has no joint that a gait could move; give it one"):
        survey_of(sl.Robot([LINK], name="stick"))
    slides = sl.Robot([LINK, sl.Prismatic("x"), LINK])
    with pytest.raises(
        ScenarioError, match=r"no ready gait is applicable to the joints of 'robot'; give one, as in gaits="
    ):
        survey_of(slides)
    with pytest.raises(
        ScenarioError, match=r"trials must be a whole number of at least 1 and at most 1000, got 100000"
    ):
        survey_of("snake_i", trials=100000)
    with pytest.raises(ScenarioError, match=r"there is no file no_such.yaml"):
        survey_of("no_such.yaml")
    with pytest.raises(
        ScenarioError, match=r"gait 'mine' must be a gait, a controller or the name of a ready one; got 3"
    ):
        survey_of("snake_i", {"mine": 3})
    with pytest.raises(ScenarioError, match=r"terrain 'mud' must be a World, a Scenario or the name of a ready one"):
        survey_of("snake_i", None, {"mud": sl.Gravity()})
    with pytest.raises(ScenarioError, match=r"a scenario has no type name for FunctionGait"):
        survey_of("snake_i", {"mine": sl.FunctionGait(lambda t: 28 * [0.0])})
    with pytest.raises(ScenarioError, match=r"survey_of robot must be text or a path or a Robot or a Scenario; got 7"):
        survey_of(7)


def test_a_body_on_wheels_starts_above_the_floor(tmp_path):
    axle = {"point": (0.05, 0.03, -0.01), "radius": 0.02}
    wheeled = sl.Link(0.1, mass=0.1, section=sl.Cylinder(0.02), wheels=[sl.Wheel(**axle)])
    rolling = sl.Robot([wheeled, *2 * [HINGE, wheeled]])
    assert footing_of(rolling).height == pytest.approx(0.03)
    flat = sl.Link(0.1, mass=0.1, section=sl.Cylinder(0.02), wheels=[sl.Wheel(**axle, axle="z")])
    assert footing_of(sl.Robot([flat, HINGE, flat])).height == pytest.approx(0.02)
    survey = survey_of(rolling, ["30 deg lag 30 deg"], ["floor", "slope of 10 degrees"], trials=1)
    result = run_survey(replace(survey, duration=0.02, window=(0.0, 0.02)), tmp_path, workers=1)
    assert result.count("finished") == 2

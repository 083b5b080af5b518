"""Terrains of the atlas beyond planes: random grounds, a kerb, a beach, a pole and pipes, with the starts that they ask for."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import GaitError
from snakelab.geometry.surfaces import signed_distance
from snakelab.robots.library import snake_i, snake_iii, soft_pneumatic
from snakelab.scenarios.scenario import load_scenario
from snakelab.studies.atlas.library.grounds import grounds, kerb
from snakelab.studies.atlas.library.helical_start import wound
from snakelab.studies.atlas.library.terrain import Footing, footing_of
from snakelab.studies.atlas.output.files import write_files


@pytest.fixture(scope="module")
def helix():
    """The small snake, wound."""
    foot = footing_of(snake_i())
    return wound(snake_i(), foot.link, foot.height)


def row(name):
    return next(one for one in grounds() if one.name == name)


@pytest.mark.parametrize("name", ["grass", "rocks", "gravel", "sand"])
def test_each_trial_has_another_random_ground_alike_for_every_gait(name):
    atlas = sl.atlas_of("snake_i", ["ARL", "SWL"], [name], trials=2)
    worlds = [str(cell.changes["world"]) for cell in atlas.cells]
    assert worlds[0] == worlds[1] != worlds[2] == worlds[3]


@pytest.mark.slow
def test_the_skin_is_as_fine_as_the_stones_and_the_body_as_soft_as_its_weight_on_each_ring():
    large, small = (sl.atlas_of(robot, ["ARL"], ["rocks", "floor"], trials=1) for robot in ("snake_iii", "snake_i"))
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
    names = {terrain.name for terrain in sl.atlas_of(sl.Robot(parts), terrains="all").terrains}
    assert "lying pipe" in names and not {"pole", "standing pipe"} & names


@pytest.mark.parametrize(("gait", "terrain"), [("tight helix", "pole"), ("wide helix", "standing pipe")])
def test_a_helix_that_presses_climbs_with_the_servos_of_the_source(gait, terrain, tmp_path):
    """And a gait that lets go does not, which one of the two looks at."""
    names = [gait, "CL"] if terrain == "pole" else [gait]
    atlas = sl.atlas_of("snake_i", names, [terrain], trials=1)
    brief = type(atlas)("snake_i", atlas.kit, atlas.gaits, atlas.terrains, 1, 3.0, (1.5, 3.0))
    result = sl.run_atlas(brief, tmp_path, workers=1)
    speeds = {one.gait: one.speed for one in result.scores}
    assert speeds[gait] > 0.02 and abs(speeds.get("CL", 0.0)) < 0.01


def test_gaits_begin_at_once_where_the_body_begins_wound():
    atlas = sl.atlas_of("snake_i", ["CL"], ["floor", "pole", "lying pipe"], trials=1)
    ramps = {cell.terrain: cell.changes["controller"]["named_gait"].get("ramp", 0.0) for cell in atlas.cells}
    assert ramps == {"floor": 2.0, "lying pipe": 2.0, "pole": 0.0}


def test_what_cannot_begin_is_a_cell_with_its_reason(tmp_path):
    """A body under the ground, and a gait that asks too much of the joints; the others are run."""
    under = sl.World([sl.Gravity(), sl.Contact(sl.Plane(point=(0.0, 0.0, 1.0)))])
    gaits = {"ARL": "ARL", "curl": sl.HelixRollingGait(0.06)}
    atlas = sl.atlas_of("snake_i", gaits, {"under": under, "floor": "floor"}, trials=1)
    brief = type(atlas)("snake_i", atlas.kit, atlas.gaits, atlas.terrains, 1, 0.1, (0.05, 0.1))
    result = sl.run_atlas(brief, tmp_path, workers=1)
    notes = {(one.gait, one.terrain): one.note for one in result.scores}
    assert (
        notes["ARL", "under"].startswith("refused: the robot starts inside a surface: ") and notes["ARL", "floor"] == ""
    )
    assert "HelixRollingGait bends yaw1 to" in notes["curl", "floor"]
    assert (result.count("refused"), result.count("finished"), result.count("failed")) == (3, 1, 0)
    assert np.isnan(float(result.dataset["mean_speed"].sel(gait="ARL", terrain="under")))
    text = (tmp_path / "atlas.html").read_text(encoding="utf-8")
    assert "refused: the robot starts inside a surface" in text and "×" in text
    assert "refused: the robot starts" in (tmp_path / "table.csv").read_text(encoding="utf-8")


def test_every_run_loads_as_a_scenario_from_its_file(tmp_path):
    """Also where the first one has a robot of its own skin."""
    atlas = sl.atlas_of("snake_iii", ["ARL"], ["rocks", "lying pipe"], trials=1)
    write_files(atlas, {}, tmp_path)
    rings = {path.stem: load_scenario(path).robot.skin.rings_per_link for path in (tmp_path / "trials").glob("*.yaml")}
    assert rings == {"ARL_rocks_1": 4, "ARL_lying-pipe_1": 2}

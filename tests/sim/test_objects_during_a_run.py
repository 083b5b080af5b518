"""Free bodies are pushed, pulled, placed and removed during a run."""

import json

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SnakelabError
from snakelab.results.recorded_objects import objects_of
from snakelab.results.recording import load
from snakelab.scenarios.scenario import scenario_of
from snakelab.scenarios.yaml_document import Document
from snakelab.sim.interventions import plain_events
from snakelab.worlds import Ball, ConvexHull, Cuboid, FreeBody

LINK = sl.Link(0.1, 0.1, section=sl.Cylinder(0.02))
BALL = FreeBody(Ball(0.03), 0.05, (0.3, 0, 0.03), name="ball")
BOX = FreeBody(Cuboid((0.1, 0.1, 0.06)), 0.2, (0.5, 0.3, 0.03), name="box")


def started(media=(), objects=(BALL, BOX)):
    model = sl.build_model(sl.Robot([LINK]), sl.World(media, objects=objects))
    return sl.Simulation(model, state=sl.initial_state(model, position=(0, 0, 0.02)))


def ground():
    return [sl.Gravity(), sl.Contact(friction=sl.SurfaceFriction(0.3))]


def test_a_push_of_a_free_body_gives_it_the_impulse_and_leaves_the_robot():
    simulation = started()
    simulation.push("ball", force=(0, 0.1, 0), duration=0.2)
    simulation.push("box", force=(1, 0, 0), torque=(0, 0, 0.01), duration=0.2)
    simulation.advance(0.2)
    # v = F t / m and, about the axis of the moment m (a^2 + b^2) / 12, w = T t / I
    expected = [[0, 0.1 * 0.2 / 0.05, 0, 0, 0, 0], [1.0 * 0.2 / 0.2, 0, 0, 0, 0, 0.01 * 0.2 / (0.2 * 0.02 / 12)]]
    np.testing.assert_allclose(simulation["object_velocity"], expected, atol=1e-12)
    assert np.abs(simulation["base_velocity"]).max() == 0.0
    run = simulation.recording()
    assert abs(sl.metrics(run, ["energy_residual_ratio"])["energy_residual_ratio"]) < 1e-5


def test_a_spring_pulls_a_free_body_to_a_point():
    simulation = started(ground())
    pull = sl.Push("box", target=(0.5, 0.6, 0.1), stiffness=40.0, damping=6.0, duration=3.0, at=0.0)
    simulation.schedule(pull)
    simulation.advance(3.0)
    # at rest the spring carries the weight: m g / K below the target
    np.testing.assert_allclose(simulation["object_position"][1], (0.5, 0.6, 0.1 - 0.2 * 9.81 / 40.0), atol=2e-3)


def test_the_place_of_a_push_is_that_of_the_body_in_each_world():
    push = sl.ExternalWrench("ball", (0, 1, 0), name="wind")
    for objects, row in (((BALL, BOX), 0), ((BOX, BALL), 1)):
        model = sl.build_model(sl.Robot([LINK]), sl.World([push], objects=objects))
        run = sl.simulate(model, None, 0.1, state=sl.initial_state(model, position=(0, 0, 0.02)))
        speeds = run["object_velocity"].values[-1, :, 1]
        assert speeds[row] == pytest.approx(2.0) and speeds[1 - row] == 0.0
    worn = sl.World([push], objects=[BALL]).media
    with pytest.raises(SnakelabError, match="ExternalWrench part must be"):
        sl.build_model(sl.Robot([LINK]), sl.World(worn))
    # a part of the robot comes first
    named = sl.Robot([sl.Link(0.1, 0.1, section=sl.Cylinder(0.02), name="ball")])
    model = sl.build_model(named, sl.World([push], objects=[BALL]))
    run = sl.simulate(model, None, 0.1, state=sl.initial_state(model, position=(0, 0, 0.02)))
    assert run["com_velocity"].values[-1, 1] == pytest.approx(1.0)


def test_a_body_that_is_placed_is_there_at_rest_and_its_energy_is_accounted_for():
    simulation = started(ground())
    simulation.advance(0.1)
    simulation.place_object("ball", (0.3, 0.0, 0.53))
    simulation.place_object("box", (0.5, 0.3, 0.08), rotation=(0, 0, np.pi / 4), velocity=(0.0, 0.2, 0.0))
    simulation.advance(0.2)
    fallen = 0.5 * 9.81 * 0.2**2
    assert simulation["object_position"][0, 2] == pytest.approx(0.53 - fallen, abs=1e-4)
    assert simulation["object_quaternion"][1, 3] == pytest.approx(np.sin(np.pi / 8), abs=5e-3)
    simulation.advance(0.3)
    run = simulation.recording()
    lifted, thrown = (event.energy for event in simulation.events)
    assert lifted == pytest.approx(0.05 * 9.81 * 0.5, rel=1e-3)
    assert thrown == pytest.approx(0.2 * 9.81 * 0.05 + 0.5 * 0.2 * 0.2**2, rel=1e-2)
    assert abs(sl.metrics(run, ["energy_residual_ratio"])["energy_residual_ratio"]) < 1e-4


def test_a_body_is_not_placed_inside_another_one_or_where_there_is_none():
    simulation = started(ground())
    simulation.advance(0.1)
    with pytest.raises(
        SnakelabError, match=r"object 'ball' would be inside a surface: .* PlaceObject\('ball', position="
    ):
        simulation.place_object("ball", (0.3, 0.0, 0.0))
    with pytest.raises(SnakelabError, match="object 'ball' would be inside 'link1'"):
        simulation.place_object("ball", (0.05, 0.0, 0.03))
    with pytest.raises(SnakelabError, match="PlaceObject name must be"):
        simulation.place_object("bal", (0.3, 0.0, 0.1))
    with pytest.raises(SnakelabError, match="the world has no free bodies"):
        started(ground(), ()).place_object("ball", (0.3, 0.0, 0.1))
    assert len(simulation.events) == 0 and simulation["object_position"][0, 0] == pytest.approx(0.3, abs=1e-4)


def test_a_scenario_with_these_events_repeats_the_run_bit_for_bit():
    simulation = started(ground())
    simulation.advance(0.05)
    simulation.push("ball", force=(0.0, 0.2, 0.0), duration=0.05)
    simulation.schedule(
        sl.Push("box", target=(0.5, 0.6, 0.1), stiffness=40.0, damping=6.0, duration=0.1, at=simulation.time)
    )
    simulation.advance(0.1)
    simulation.place_object("ball", (0.0, 0.3, 0.2), angular_velocity=(0.0, 1.0, 0.0))
    simulation.advance(0.2)
    data = {
        "name": "placed",
        "duration": simulation.time,
        "robot": {"parts": [{"link": {"length": 0.1, "mass": 0.1, "section": {"cylinder": {"radius": 0.02}}}}]},
        "world": {
            "media": ["gravity", {"contact": {"friction": {"mu_tangential": 0.3}}}],
            "objects": [
                {"name": "ball", "shape": {"ball": {"radius": 0.03}}, "mass": 0.05, "position": [0.3, 0, 0.03]},
                {
                    "name": "box",
                    "shape": {"cuboid": {"size": [0.1, 0.1, 0.06]}},
                    "mass": 0.2,
                    "position": [0.5, 0.3, 0.03],
                },
            ],
        },
        "initial": {"position": [0.0, 0.0, 0.02]},
        "events": plain_events(simulation.events),
    }
    assert [kind for event in data["events"] for kind in event if kind in ("push", "object")] == [
        "push",
        "push",
        "object",
    ]
    again = sl.run_scenario(scenario_of(Document("placed", data, {})))
    for name in ("object_position", "object_velocity", "link_position"):
        assert np.array_equal(again[name].values, simulation.recording()[name].values), name


@pytest.mark.thorough
def test_a_hull_of_a_scenario_is_recorded_and_drawn_with_its_mesh(tmp_path):
    corners = [[x, y, z] for x in (0, 0.1) for y in (0, 0.1) for z in (0, 0.05)] + [[0.05, 0.05, 0.09]]
    body = {"shape": {"convex_hull": {"points": corners}}, "mass": 0.2, "position": [0.5, 0.3, 0.05], "name": "stone"}
    data = {
        "name": "stone",
        "duration": 0.02,
        "robot": {"parts": [{"link": {"length": 0.1, "mass": 0.1, "section": {"cylinder": {"radius": 0.02}}}}]},
        "world": {"media": ["gravity", "contact"], "objects": [body]},
        "initial": {"position": [0.0, 0.0, 0.02]},
    }
    scenario = scenario_of(Document("stone", data, {}))
    (fact,) = objects_of(load(sl.run_scenario(scenario).save(tmp_path / "results.nc")))
    vertices, triangles = fact.mesh()
    assert (fact.name, fact.kind, len(vertices)) == ("stone", "ConvexHull", 9)
    np.testing.assert_allclose(fact.extents, (0.1, 0.1, 0.09))
    hull = scenario.world.objects[0].shape
    sides = vertices[triangles]
    assert np.linalg.det(sides).sum() / 6 == pytest.approx(hull.volume)  # all outward
    np.testing.assert_allclose(vertices + hull.centre, hull.polyhedron.vertices + hull.centre)


@pytest.mark.parametrize(
    "damage", [{"vertices": []}, {"triangles": [[0, 1, 99]]}, {"vertices": [[0, 0, float("nan")]]}]
)
def test_a_recording_with_a_damaged_hull_is_read_without_bodies(damage):
    hull = ConvexHull([(0, 0, 0), (0.1, 0, 0), (0, 0.1, 0), (0, 0, 0.1)])
    simulation = started(objects=[FreeBody(hull, 0.1, (1, 1, 1))])
    simulation.advance(0.01)
    recording = simulation.recording()
    facts = json.loads(recording.dataset.attrs["objects"])
    recording.dataset.attrs["objects"] = json.dumps([facts[0] | damage])
    assert objects_of(recording) == []

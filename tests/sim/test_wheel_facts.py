"""What a recording tells of the wheels of its robot."""

import json

import numpy as np

import snakelab as sl
from snakelab.geometry.rotations import rotate_by
from snakelab.results.recorded_objects import wheels_of
from snakelab.robots.library.orthogonal_robots import snake_i

RADIUS = 0.018


def run_on_wheels() -> sl.Recording:
    robot = snake_i(wheels=True)
    world = sl.World([sl.Gravity(), sl.Contact(sl.Plane())])
    model = sl.build_model(robot, world)
    return sl.simulate(model, duration=0.02, state=sl.initial_state(model, position=(0.0, 0.0, 0.05)))


def test_the_recorded_wheels_touch_where_their_contact_points_are():
    recording = run_on_wheels()
    wheels = wheels_of(recording)
    names = [str(name) for name in recording["skin"].values]
    contacts = [i for i, name in enumerate(names) if ".wheel" in name]
    assert len(wheels) == len(contacts) > 0 and all(wheel.radius == RADIUS for wheel in wheels)
    links = [wheel.link for wheel in wheels]
    turn = recording["link_quaternion"].values[-1, links]
    centre = recording["link_position"].values[-1, links] + rotate_by(turn, np.stack([w.offset for w in wheels]))
    axle = rotate_by(turn, np.stack([wheel.axle for wheel in wheels]))
    down = -np.array([0.0, 0.0, 1.0]) + axle[:, 2:] * axle
    lowest = centre + RADIUS * down / np.linalg.norm(down, axis=1)[:, None]
    order = [contacts[[names[i] for i in contacts].index(name)] for name in _names(recording, links)]
    assert np.allclose(recording["skin_position"].values[-1, order], lowest, atol=1e-9)


def _names(recording: sl.Recording, links: list[int]) -> list[str]:
    """Names of the contact points of the wheels, which are numbered on every link."""
    labels = [str(recording["link"].values[link]) for link in links]
    return [f"{label}.wheel{labels[: i + 1].count(label)}" for i, label in enumerate(labels)]


def test_damaged_and_missing_descriptions_are_no_wheels():
    recording = run_on_wheels()
    assert len(wheels_of(recording)) > 0
    for text in ("[", "3", '[{"link": "link9000"}]', json.dumps([_entry() | {"radius": float("nan")}])):
        recording.dataset.attrs["wheels"] = text
        assert wheels_of(recording) == []
    del recording.dataset.attrs["wheels"]
    assert wheels_of(recording) == []


def _entry() -> dict:
    return {"link": "head_link", "offset": [0.0, 0.0, 0.0], "axle": [0.0, 1.0, 0.0], "radius": 0.02}

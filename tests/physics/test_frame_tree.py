"""The tree of frames against the poses of the recursion."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from chains import mixed_robot, random_state
from snakelab.geometry.rotations import quat_to_matrix
from snakelab.perception.body_kinematics import BodyKinematics
from snakelab.physics import model_tables as model_frames
from snakelab.robots.link import placed, rotation_vector


@pytest.mark.parametrize("base_end", ["tail", "head"])
def test_links_and_head_stand_where_the_recursion_has_them(base_end):
    rng = np.random.default_rng(2)
    robot = replace(mixed_robot(rng), base_end=base_end)
    model = sl.build_model(robot)
    state = random_state(model, rng)
    tree, poses = sl.frame_tree(model, state), sl.forward_kinematics(model, state)
    assert_allclose(tree.T_world["head"], poses["head"], atol=1e-12)
    links = {part.name: part for part in robot.parts}
    for name in robot.part_names:
        stations = [pose for key, pose in poses.items() if key == name or key.startswith(f"{name}.")]
        part = links.get(name) or [p for p in robot.parts if p.stations][robot.part_names.index(name)]
        T = tree.T_world[name]
        if isinstance(part, sl.Link):
            assert_allclose((T @ [*part.com_point(), 1])[:3], stations[0][:3, 3], atol=1e-12)
        else:
            assert_allclose(T, stations[-1 if base_end == "head" else 0], atol=1e-12)


def test_frames_and_sensors_hang_on_their_parts():
    camera = sl.Frame("camera", "rear", (0.1, 0.02, 0.03), (0.0, 0.3, 0.0))
    parts = [sl.Link(0.2, 0.1, name="rear"), sl.Revolute("z", name="hinge"), sl.Link(0.2, 0.1, name="front")]
    robot = sl.Robot(parts, frames=[camera], sensors=[sl.Imu("front", (0.05, 0, 0), rotation=(0.1, 0, 0))])
    model = sl.build_model(robot)
    tree = sl.frame_tree(model, sl.initial_state(model, q=[0.5], position=(1, 2, 3)))
    assert tree.path("imu") == ("world", "base", "rear", "hinge", "front", "imu")
    assert_allclose(tree.transform("rear", "camera"), placed((0.1, 0.02, 0.03), (0.0, 0.3, 0.0)))
    assert_allclose(tree.T_world["camera"][:3, 3], [1.1, 2.02, 3.03])
    assert_allclose(tree.transform("camera", "front") @ tree.transform("front", "camera"), np.eye(4), atol=1e-15)
    assert_allclose(tree.T_world["tail"], tree.T_world["base"])


@dataclass(frozen=True)
class Sonar:
    """A sensor with a position and a direction."""

    on: str = "front"
    point: tuple[float, float, float] = (0.05, 0.0, 0.02)
    rotation: tuple[float, float, float] = (0.0, 0.4, 0.0)
    rate: float = 10.0
    delay: float = 0.0
    name: str = ""

    def fields(self, n_coordinates):
        return {"range": 1}

    def read(self, instant, normal):
        return normal


@pytest.mark.parametrize("base_end", ["tail", "head"])
def test_a_new_built_in_sensor_with_a_position_is_a_frame(base_end, monkeypatch):
    parts = [sl.Link(0.2, 0.1, name="rear"), sl.Revolute("z"), sl.Link(0.2, 0.1, name="front")]
    model = sl.build_model(sl.Robot(parts, base_end=base_end, sensors=[sl.Encoders(), Sonar()]))
    state = sl.initial_state(model, q=[0.5])
    assert "sonar" not in sl.frame_tree(model, state).T_world  # the Frame of a user-defined sensor is the user's
    monkeypatch.setattr(model_frames, "BUILT_IN", (*model_frames.BUILT_IN, Sonar))
    tree, body = sl.frame_tree(model, state), BodyKinematics(model)
    assert tree.parents["sonar"] == "front"
    assert_allclose(tree.transform("front", "sonar"), placed(Sonar.point, Sonar.rotation), atol=1e-15)
    place = body.place("sonar")
    assert_allclose(
        body.knots(state.q[None])[0, place.knot] @ place.offset, tree.transform("base", "sonar"), atol=1e-15
    )


def test_the_table_gives_the_frames_back(tmp_path):
    model = sl.build_model(sl.Robot([sl.Link(0.2, 0.1), sl.Revolute("z"), sl.Link(0.2, 0.1)]))
    tree = sl.frame_tree(model, sl.initial_state(model, q=[0.4], quaternion=(0.5, 0.5, -0.5, 0.5)))
    lines = tree.save(tmp_path / "frames.csv").read_text().splitlines()
    assert lines[0] == "frame,parent,x,y,z,qw,qx,qy,qz" and len(lines) == len(tree.T_world)
    T = {"world": np.eye(4)}
    for line in lines[1:]:
        name, parent, *numbers = line.split(",")
        x, y, z, *quat = map(float, numbers)
        T[name] = T[parent] @ placed((x, y, z), (0, 0, 0))
        T[name][:3, :3] = T[name][:3, :3] @ np.reshape(quat_to_matrix(tuple(quat)), (3, 3))
        assert_allclose(T[name], tree.T_world[name], atol=1e-12)


def test_a_printed_tree_has_a_line_for_each_frame_further_in_than_its_parents():
    model = sl.build_model(
        sl.Robot([sl.Link(0.2, 0.1, name="rear"), sl.Revolute("z"), sl.Link(0.3, 0.1, name="front")])
    )
    lines = str(sl.frame_tree(model, sl.initial_state(model, position=(1, 2, 3)))).splitlines()
    rear, front = (next(line for line in lines if line.split()[0] == name) for name in ("rear", "front"))
    assert [len(line) - len(line.lstrip()) for line in (lines[0], rear, front)] == [0, 4, 8]
    assert front.split()[1:] == ["1.2000", "2.0000", "3.0000"]


def test_a_recording_has_the_frames_at_its_instants():
    robot = sl.Robot(
        [sl.Link(0.2, 0.1), sl.Revolute("z"), sl.Link(0.2, 0.1)],
        "planar",
        base_end="head",
        frames=[sl.Frame("eye", "link1")],
    )
    model = sl.build_model(robot, sl.World([sl.LinkFriction(0.1, 0.5, shape="per_axis")]))
    run = sl.simulate(model, sl.SerpenoidGait(0.5, 6.0, 0.0), 0.1, record_rate=50)
    frames = sl.results.recorded_frames(model, run, ["head", "eye", "link2"])
    assert_allclose(frames["head"][:, :3, 3], run["head_position"].values, atol=1e-12)
    assert_allclose(
        frames["link2"][:, :3, 3] + 0.1 * frames["link2"][:, :3, 0], run["link_position"].values[:, 1], atol=1e-10
    )
    with pytest.raises(sl.errors.RecordingError, match="no frame 'ey'"):
        sl.results.recorded_frames(model, run, ["ey"])


@pytest.mark.parametrize("angle", [0.0, 1e-8, 0.5, 3.0, np.pi - 1e-5, np.pi])
def test_a_rotation_vector_gives_its_rotation(angle):
    axis = np.array([0.6, -0.8, 0.0])
    R = placed((0, 0, 0), tuple(angle * axis))[:3, :3]
    assert_allclose(placed((0, 0, 0), rotation_vector(R))[:3, :3], R, atol=1e-9)


def test_frames_that_cannot_be_are_refused():
    link = sl.Link(0.2, 0.1, name="one")
    for frames, words in (
        ([sl.Frame("a", "on")], "no such part.*did you mean 'one'"),
        ([sl.Frame("a"), sl.Frame("a")], "another frame has this name"),
        ([sl.Frame("head")], "another frame has this name"),
    ):
        with pytest.raises(sl.errors.RobotError, match=words):
            sl.Robot([link], frames=frames)

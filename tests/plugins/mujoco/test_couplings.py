"""Gears and loops in robot files: MuJoCo's equality constraints as a reference, mimic joints, and what a format leaves out."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from optional_packages import mujoco
from snakelab.plugins.mujoco.engine.mujoco_engine import MujocoEngine
from snakelab.plugins.mujoco.robot_files.mjcf_export import load_mujoco, to_mjcf
from snakelab.plugins.mujoco.robot_files.mjcf_import import from_mjcf
from snakelab.plugins.mujoco.robot_files.urdf_export import to_urdf
from snakelab.plugins.mujoco.robot_files.urdf_import import from_urdf

PASSIVE = sl.robots.Passive()


def bar(length, mass):
    inertia = mass * length**2 / 12
    return sl.Link(length, mass, sl.Cylinder(0.01), inertia=(1e-5, inertia, inertia))


def in_mujoco(model, state, duration, step):
    """Final coordinates of the exported document."""
    m = load_mujoco(to_mjcf(model, timestep=step, state=state))
    data = mujoco.MjData(m)
    mujoco.mj_resetDataKeyframe(m, data, 0)
    for _ in range(round(duration / step)):
        mujoco.mj_step(m, data)
    return data.qpos[-model.n_coordinates :]


@pytest.mark.parametrize("fix", ["point", "hinge"])
def test_a_four_bar_moves_as_in_mujoco(fix):
    parts = [sl.Revolute("z", PASSIVE), bar(0.3, 0.4), sl.Revolute("z", PASSIVE), bar(0.5, 0.7), sl.Revolute("z", PASSIVE),
             bar(0.3, 0.4)]  # fmt: skip
    robot = sl.Robot(parts, base="fixed", loops=[sl.robots.Loop("base", (0.5, 0, 0), "link3", (0.3, 0, 0), fix)])
    model = sl.build_model(robot, sl.World([sl.Gravity((0.0, -9.81, 0.0))]))
    state = sl.initial_state(model, q=[1.2 - np.pi / 2, np.pi / 2 - 1.2, np.pi / 2 + 1.2])
    run = sl.simulate(model, None, 0.5, state=state)
    assert_allclose(run["q"].values[-1], in_mujoco(model, state, 0.5, 2e-4), atol=1e-3)


@pytest.mark.few(1)
@pytest.mark.parametrize("fix", ["point", "hinge", "weld"])
def test_a_closed_chain_in_space_moves_as_in_mujoco(fix):
    joints = [
        sl.Revolute(("z", "y", (1.0, 1.0, 2.0))[i % 3], PASSIVE, sl.robots.Spring(0.3, 0.01, 0.2)) for i in range(8)
    ]
    parts = [bar(0.2, 0.3)] + [part for joint in joints for part in (joint, bar(0.2, 0.3))]
    loop = sl.robots.Loop("link1", (0, 0.01, 0), "link9", (0.2, 0, 0), fix, rotation=(0.0, 0.0, 0.4))
    model = sl.build_model(sl.Robot(parts, loops=[loop]))
    state = sl.initial_state(model)
    run = sl.simulate(model, None, 0.2, state=state)
    assert np.abs(run["q"].values[-1] - model.rest).max() > 0.3
    assert_allclose(run["q"].values[-1], in_mujoco(model, state, 0.2, 1e-4), atol=1e-2)


def geared():
    """Three joints, of which two follow others."""
    parts = [bar(0.1, 0.1)]
    for name in ("a", "b", "c"):
        parts += [sl.Revolute("z", sl.robots.Motor() if name == "a" else PASSIVE, name=name), bar(0.1, 0.1)]
    gears = [sl.robots.Gear("b", "a", -0.5, 0.1), sl.robots.Gear("c", "b", 2.0)]
    return sl.Robot(parts, base="fixed", gears=gears)


def test_geared_joints_move_as_in_mujoco():
    model = sl.build_model(geared(), sl.World([sl.Gravity((0.0, -9.81, 0.0))]))
    state = sl.initial_state(model)
    run = sl.simulate(model, None, 0.3, state=state)
    assert_allclose(run["q"].values[-1], in_mujoco(model, state, 0.3, 1e-4), atol=2e-3)


@pytest.mark.parametrize("language", ["mjcf", "urdf"])
def test_gears_survive_a_file(language, tmp_path):
    write, read = {"mjcf": (to_mjcf, from_mjcf), "urdf": (to_urdf, from_urdf)}[language]
    export = write(geared())
    assert not any("gear" in line.lower() for line in export.left_out)
    path = tmp_path / f"robot.{'xml' if language == 'mjcf' else 'urdf'}"
    path.write_text(export.xml)
    imported = read(path)
    found = {(gear.driven, gear.by): (gear.ratio, gear.offset) for gear in imported.robot.gears}
    assert found == {("b", "a"): (-0.5, 0.1), ("c", "b"): (2.0, 0.0)}
    assert "mimic joint" in " ".join(imported.kept)
    assert_allclose(
        sl.build_model(imported.robot).rest @ np.array([[-0.5, 0], [-1, 2], [0, -1]]), [-0.1, 0.0], atol=1e-12
    )


def test_what_a_format_cannot_express_is_listed():
    cable = sl.robots.Cable(
        [("link1", (0, 0.01, 0)), ("link2", (0.05, 0.01, 0))], actuator=sl.robots.Winch(), name="tendon"
    )
    robot = sl.Robot([bar(0.1, 0.1), sl.Revolute("z", PASSIVE), bar(0.1, 0.1)], base="fixed", cables=[cable])
    assert any("tendon" in line for line in to_mjcf(robot).left_out)
    assert any("tendon" in line for line in to_urdf(robot).left_out)
    with pytest.raises(sl.errors.SimulationError, match="does not support Cable"):
        sl.simulate(sl.build_model(robot), None, 0.1, engine=MujocoEngine())

"""The pipe snake in open water, its head swung by 1.04 sin(2.2 t): speeds that an independent program found at a step of 1 ms."""

import math

import numpy as np
import pytest

import snakelab as sl
from planar_swimmers import as_swimmer, snake_model, start, step_states
from snakelab.physics.command import wave_reference
from snakelab.plugins.lanes.model.conversion import lane_model_of
from snakelab.plugins.lanes.model.lane_model import state_row
from snakelab.robots.library.rigid_robots import light_eel, pipe_snake


class HeadWave:
    def reference(self, model):
        return wave_reference(np.outer(np.append(np.zeros(8), 1.0), [1.04, 2.2, 0.0, 0.0]))


def swim(current=None, duration=60.0, step=5e-3, integrator="extrapolated", **snake):
    model = snake_model(current=current, **snake)
    return sl.simulate(
        model, HeadWave(), duration, state=start(model), step=step, integrator=integrator, record_rate=10.0
    )


def late(recording):
    """Displacement of the centre of mass from 20 s to 60 s [m]."""
    c = recording["com_position"].values
    return (c[-1] - c[200])[:2]


@pytest.mark.parametrize("step, integrator", [(5e-3, "extrapolated"), (1e-3, "plain")])
def test_the_speed_is_that_of_the_independent_program(step, integrator):
    recording = swim(step=step, integrator=integrator)
    moved, c = late(recording), recording["com_position"].values
    assert math.hypot(*moved) / 40 == pytest.approx(0.214, abs=5e-4)
    assert moved == pytest.approx([-7.96, -3.11], abs=0.025)
    assert (c[100] - c[0])[:2] == pytest.approx([-1.874, -0.591], abs=5e-3)
    peaks = np.abs(recording["q"].values[:101]).max(axis=0)
    assert [peaks[0], peaks[-1]] == pytest.approx([0.549, 1.040], abs=3e-3)


def test_in_a_current_of_a_tenth_it_drifts_as_the_independent_program_says():
    assert late(swim(current=(-0.1, 0.0))) / 40 == pytest.approx([-0.304, -0.069], abs=5e-4)


@pytest.mark.parametrize("preset, speed", [("published", 0.003), ("swapped", 0.147)])
def test_the_other_gains_swim_as_slowly_as_found(preset, speed):
    assert math.hypot(*late(swim(preset=preset))) / 40 == pytest.approx(speed, abs=5e-4)


@pytest.mark.parametrize("dt, speed", [(0.02, 0.2145), (0.05, 0.2106), (0.1, 0.1762)])
def test_at_the_long_steps_of_prediction_lanes_are_as_slow_as_the_independent_program(dt, speed):
    model, n = snake_model(), round(20 / dt)
    rows = np.array(16 * [state_row(as_swimmer(model, start(model)), np.float64)])
    places = []
    for first, count in ((0, n), (n, 2 * n)):
        t = dt * (first + np.arange(count))
        wave = np.repeat([[1.04], [1.04 * 2.2]] * np.array([np.sin(2.2 * t), np.cos(2.2 * t)]), 16, axis=1)
        targets, rates = wave.reshape(2, count, 16)
        step_states(
            lane_model_of(model, dtype=np.float64), targets.copy(), rates.copy(), np.float64(dt), count, 2, rows
        )
        places.append(rows[0, 20:22].copy())
    assert math.dist(*places) / 40 == pytest.approx(speed, abs=1e-4)


def test_the_robot_is_the_papers():
    robot = pipe_snake()
    assert robot.parts[0] == light_eel().parts[0] and len(robot.parts) == len(light_eel().parts) == 19
    assert robot.length == pytest.approx(1.4) and robot.mass == pytest.approx(1.0)
    assert robot.parts[0].inertia_matrix()[2, 2] == pytest.approx(1.6333e-4, rel=1e-4)
    assert robot.parts[1].actuator == sl.robots.Follower(0.5, 0.15, 0.5) and robot.parts[-2].actuator == sl.Servo(
        20.0, 1.0
    )
    assert pipe_snake(preset="published", gain=0.7).parts[1].actuator == sl.robots.Follower(0.7, 1.5, 0.5)
    with pytest.raises(sl.errors.RobotError, match="published, default, swapped"):
        pipe_snake(preset="paper")
    with pytest.raises(sl.errors.RobotError, match="at least 2"):
        pipe_snake(1)

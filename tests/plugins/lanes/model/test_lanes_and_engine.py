"""The lanes that stand for a model of the engine move as the engine does; and what they cannot stand for is refused."""

import math

import numpy as np
import pytest

import snakelab as sl
from planar_swimmers import STRAIGHT, as_swimmer, snake_model, start, step_states, world
from reference_models.planar_swimmer import accelerations
from snakelab.geometry.planar_solids import HullWall, PlanarPipe
from snakelab.physics.command import constant_reference, wave_reference
from snakelab.physics.record_kernels import record_layout, record_width
from snakelab.plugins.lanes.model.contact import NO_WALL
from snakelab.plugins.lanes.model.conversion import joint_law_of, lane_model_of, surroundings_of, swimmer_of
from snakelab.plugins.lanes.model.lane_model import elliptic_swimmer, state_row
from snakelab.robots.library.rigid_robots import pipe_snake
from snakelab.sim.engine import SnakelabEngine

WIDE = np.float64
HEAD = np.append(np.zeros(8), 1.0)


class HeadWave:
    """The head joint swings; the others follow."""

    def reference(self, model):
        return wave_reference(np.outer(HEAD, [0.8, 2.2, 0.0, 0.0]))


def by_lanes(model, state, targets, rates, dt, solves=8):
    """Row of the state after some steps by lanes."""
    rows = np.array(16 * [state_row(as_swimmer(model, state), WIDE)])
    wide = [np.repeat(np.asarray(x, WIDE)[:, None], 16, axis=1) for x in (targets, rates)]
    step_states(lane_model_of(model, dtype=WIDE), *wide, WIDE(dt), len(targets), solves, rows)
    return rows[0]


def test_the_coefficients_are_those_of_the_paper():
    actual, expected = swimmer_of(snake_model()), elliptic_swimmer()
    for name in vars(expected):
        assert np.allclose(getattr(actual, name), getattr(expected, name), rtol=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_accelerations_in_a_current_are_the_engines(seed):
    """Of links and of the centre of mass, from those of the tail end and the joints."""
    rng = np.random.default_rng(seed)
    model = snake_model(current=(0.1, -0.05))
    state = start(
        model, heading=0.7, q=rng.uniform(-0.3, 0.3, 9), v=rng.normal(size=9), velocity=[0.1, -0.2, 0, 0, 0, 0.5]
    )
    snake, law, mine = swimmer_of(model), joint_law_of(model), as_swimmer(model, state)
    torque = law.proportional(mine.joints, 0.4, 0.0) - law.damping * state.v
    expected = accelerations(snake, mine, torque, surroundings_of(model))
    zeta = sl.forward_dynamics(model, state, 0.4 * HEAD)
    turning = zeta[2] + np.concatenate([[0.0], np.cumsum(zeta[3:])])
    lever = -snake.levers()[1][0]
    c, s = np.cos(mine.angle), np.sin(mine.angle)
    x = zeta[0] - lever @ (s * turning + c * mine.spin**2)
    y = zeta[1] + lever @ (c * turning - s * mine.spin**2)
    values = np.append(turning, [x, y])
    assert np.abs(values - expected).max() < 1e-9 * np.abs(expected).max()


@pytest.mark.parametrize("hull, heading, near", [(None, 3.0, False), (STRAIGHT, 3.34, True)])
@pytest.mark.parametrize("dt", [1e-3, 0.05])
def test_from_rest_one_step_of_the_lanes_is_one_plain_step_of_the_engine(hull, heading, near, dt):
    """At rest there is nothing that the two write in other coordinates; in contact without friction, deep in a wall."""
    model = snake_model(hull, friction=0.0)
    q = np.random.default_rng(1).uniform(-0.12, 0.12, 9)
    head = (-5.9 + 1.4 * math.cos(heading), -5.3 + 1.4 * math.sin(heading))
    state = start(model, head, heading, q)
    rows = np.zeros((1, record_width(model)))
    engine = SnakelabEngine(dt, "plain")
    reached = engine.advance(model, constant_reference(0.6 * HEAD), state, np.array([dt]), rows).state
    lanes, expected = by_lanes(model, state, [0.6], [0.0], dt), as_swimmer(model, reached)
    assert np.abs(lanes[10:20]).max() > 1.0
    assert np.allclose(lanes[10:20], expected.spin, rtol=1e-9, atol=1e-9)
    if near:
        loads = rows[0][record_layout(model)["skin_load"][0]]
        assert np.count_nonzero(loads) == 11


@pytest.mark.parametrize("hull", [None, STRAIGHT])
def test_two_seconds_of_swimming_come_together_as_the_step_gets_shorter(hull):
    """In open water and along a smooth wall: the difference falls with the step, so that none is left without it."""
    model = snake_model(hull, friction=0.0)
    state = start(model, (-7.0, -5.14), math.pi * 1.02)
    apart = []
    for dt in (4e-3, 2e-3, 1e-3):
        recording = sl.simulate(model, HeadWave(), 2.0, state=state, step=dt, integrator="plain", record_rate=10.0)
        t = dt * np.arange(round(2.0 / dt))
        lanes = by_lanes(model, state, 0.8 * np.sin(2.2 * t), 1.76 * np.cos(2.2 * t), dt)
        expected = as_swimmer(model, recording.state)
        apart.append([np.abs(lanes[:10] - expected.angle).max(), np.abs(lanes[20:22] - expected.position).max()])
        assert hull is None or recording["skin_load"].values.max() > 1.0
    apart = np.array(apart)
    assert np.all(apart[2] < [3e-3, 4e-4])
    assert np.allclose(apart[:-1] / apart[1:], 2.0, atol=0.1)


def test_walls_corners_and_currents_are_those_of_the_engine():
    model = snake_model(STRAIGHT, current=(0.1, 0.0))
    around = surroundings_of(model)
    assert around.distance.at(-6.0, -5.15)[0] == pytest.approx(0.05, abs=1e-9)
    assert around.law.stiffness == 500.0 and around.law.friction == 0.2 and around.law.corner_reach == 0.01
    assert np.allclose(around.corners, [[-5, -5.2], [-5, -4.8]]) or np.allclose(
        around.corners, [[-5, -4.8], [-5, -5.2]]
    )
    assert np.allclose(around.current, [0.1, 0.0])
    free = surroundings_of(model, contact=False)
    assert free.distance is None and len(free.corners) == 0


def test_a_thick_skin_moves_the_walls_inward():
    robot = pipe_snake()
    thick = sl.Robot(robot.parts, base="planar", skin=sl.Skin(joined=True, radius=0.05))
    around = surroundings_of(sl.build_model(thick, world(STRAIGHT)))
    assert around.distance.at(-6.0, -5.0)[0] == pytest.approx(0.15, abs=1e-9)
    assert around.law.corner_reach == 0.05


def test_a_current_that_differs_from_place_to_place_is_mapped():
    x = np.linspace(-1, 1, 5)
    stream = sl.worlds.CurrentMap(
        u=np.outer(x, np.ones(5)).tolist(), v=np.zeros((5, 5)).tolist(), origin=(-1, -1), spacing=0.5
    )
    media = [sl.worlds.LumpedFluid(currents=[stream])]
    around = surroundings_of(sl.build_model(pipe_snake(), sl.World(media)))
    assert np.allclose(around.current_at(0.3, 0.5), [0.5, 0.0])
    assert around.distance.values.min() == NO_WALL
    walled = surroundings_of(
        sl.build_model(pipe_snake(), sl.World([*media, *world(STRAIGHT).media[1:]])), contact=False
    )
    assert np.allclose(walled.current_at(0.3, 0.5), [0.5, 0.0]) and walled.distance.values.min() == NO_WALL


def changed(joint=None, media=(), base="planar", skin=None, **fluid):
    """A model of two links with something that may not be."""
    link = sl.Link(0.14, 0.1, sl.Ellipse(0.1, 0.06))
    parts = [link, joint or sl.Revolute(actuator=sl.Servo(20, 1)), link]
    robot = sl.Robot(parts, base=base, skin=skin or sl.Skin(joined=True, radius=0.0))
    return sl.build_model(robot, sl.World([sl.worlds.LumpedFluid(**fluid), *media]))


THIN = HullWall(PlanarPipe([(-5, -5), (-12, -5)], 0.01))
WALL = sl.geometry.Extruded([STRAIGHT], (-13, -8), (3, 3))


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: changed(base="floating"), "write base='planar'"),
        (lambda: changed(sl.Revolute("y", actuator=sl.Servo(20, 1))), "part 1 is Revolute"),
        (lambda: changed(sl.Revolute()), "Passive and Servo; joint1 has Prescribed"),
        (lambda: changed(sl.Revolute(actuator=sl.robots.Follower())), "must be a Servo"),
        (lambda: changed(sl.Revolute(actuator=sl.Servo(20, 1, ki=1))), "without limits and integral"),
        (lambda: changed(sl.Revolute(actuator=sl.Servo(20, 1, rate_feedforward=0.1))), "or feed-forward, got .*=0.1"),
        (lambda: changed(sl.Revolute(actuator=sl.Servo(20, 1, acceleration_feedforward=0.1))), "or feed-forward"),
        (lambda: changed(sl.Revolute(actuator=sl.Servo(20, 1, torque_limit=2, speed_limit=5))), "without limits"),
        (lambda: changed(sl.Revolute(actuator=sl.Servo(20), spring=sl.Spring(1.0))), "without springs and joint limits"),
        (lambda: changed(sl.Revolute(actuator=sl.Servo(20), limits=sl.Limits(-1, 1))), "without springs and joint limits"),
        (lambda: changed(form="kirchhoff"), "form='kirchhoff'"),
        (lambda: changed(media=[sl.worlds.LumpedFluid(name="more")]), "this world has 2"),
        (lambda: changed(media=[sl.ExternalWrench("link1", force=(1, 0, 0))]), "also has ExternalWrench"),
        (lambda: changed(media=[sl.Contact(sl.Pole(0.1))]), "on an Extruded; got Pole"),
        (lambda: changed(media=[sl.Contact(sl.geometry.Extruded([THIN], (-13, -8), (3, 3)))]), "is thinner than the snake"),
        (lambda: changed(media=[sl.Contact(WALL)], skin=sl.Skin()), r"skin=Skin\(joined=True\)"),
        (lambda: changed(media=[sl.Contact(WALL, friction=sl.SurfaceFriction(0.2, smoothing="sqrt"))]), "smoothed by tanh"),
        (lambda: changed(currents=[sl.Current(pulsation=(0.1, 0, 0))]), "steady currents"),
        (lambda: changed(currents=[sl.Current(gradient=[[0, 1, 0], [0, 0, 0], [0, 0, 0]])]), "needs a grid"),
    ],
)  # fmt: skip
def test_what_lanes_cannot_predict_is_refused_with_what_they_can(make, words):
    model = make()
    with pytest.raises(sl.errors.ControlError, match=words):
        lane_model_of(model)

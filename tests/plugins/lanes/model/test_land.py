"""On land, among posts or in the open, lanes move as the engine does."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.geometry.planar_solids import Post
from snakelab.physics.command import constant_reference, wave_reference
from snakelab.physics.record_kernels import record_width
from snakelab.plugins.lanes.model.conversion import ground_of, lane_model_of, links_of, swimmer_state
from snakelab.plugins.lanes.model.lane_model import state_row
from snakelab.plugins.lanes.model.step import step_driven
from snakelab.sim.engine import SnakelabEngine

N = 4
WAVE = [[0.5, 3.0, 0.9 * j, 0.0] for j in range(N - 1)]  # amplitude, angular frequency, phase, offset
DRY = {"mu_tangential": 0.1, "mu_normal": 0.5, "mu_backward": 0.3, "eps": 0.1}
WORLDS = {
    "viscous": [sl.ViscousFriction(1.0, 20.0, 4.0)],
    "per_axis": [sl.LinkFriction(**DRY, shape="per_axis")],
    "weighted": [sl.LinkFriction(**DRY, shape="weighted_slip", smoothing="sqrt", load_fraction=0.5)],
    "both": [sl.Gravity(3.7), sl.LinkFriction(**DRY, shape="elliptic"), sl.ViscousFriction(0.5, 2.0, name="oil")],
}
POSTS = sl.Contact(
    sl.geometry.Extruded(
        [Post((x, 0.125 * (-1) ** k), 0.08) for k, x in enumerate(np.arange(-0.6, 1.2, 0.12))], (-2, -2), (2, 2), 0.02
    ),
    300.0,
    3.0,
    friction=None,
)


class Wave:
    """All joints swing by a travelling wave."""

    def reference(self, model):
        return wave_reference(np.array(WAVE))


def land_model(media, skin=None):
    link = sl.Link(0.12, mass=0.1)
    joint = sl.Revolute("z", actuator=sl.Servo(kp=4.0, kd=0.2))
    robot = sl.Robot([link, *(N - 1) * [joint, link]], base="planar", skin=skin or sl.Skin(joined=True, radius=0.0))
    return sl.build_model(robot, sl.World(media))


def as_row(model, state):
    parts = (state.base_position, state.base_quaternion, state.base_velocity, state.q, state.v)
    return state_row(swimmer_state(links_of(model), *parts), np.float64)


def by_lanes(model, state, dt, n_steps):
    """Row of the state after some steps by lanes."""
    t = dt * np.arange(n_steps)[:, None]
    amplitude, speed, phase, _ = np.array(WAVE).T
    target, rate = amplitude * np.sin(speed * t + phase), amplitude * speed * np.cos(speed * t + phase)
    states = np.array(2 * [16 * [as_row(model, state)]])
    wide = [np.repeat(x[:, :, None], 16, axis=2) for x in (target, rate)]
    step_driven(lane_model_of(model, dtype=np.float64), tuple(range(N - 1)), *wide, dt, 8, 1, states)
    return states[1, 0]


@pytest.mark.slow
def test_from_rest_one_step_of_the_lanes_is_one_plain_step_of_the_engine():
    """Under viscous friction; dry friction the engine linearises at the velocity that the step reaches."""
    model, dt = land_model(WORLDS["viscous"]), 0.01
    state = sl.initial_state(model, q=[0.3, -0.2, 0.1])
    reference, rows = constant_reference(np.array([0.5, 0.2, -0.1])), np.zeros((1, record_width(model)))
    reached = SnakelabEngine(dt, "plain").advance(model, reference, state, np.array([dt]), rows).state
    states = np.array(2 * [16 * [as_row(model, state)]])
    target = np.repeat(np.array([[[0.5], [0.2], [-0.1]]]), 16, axis=2)
    step_driven(lane_model_of(model, dtype=np.float64), tuple(range(N - 1)), target, 0 * target, dt, 1, 1, states)
    assert np.abs(states[1, 0, N : 2 * N]).max() > 0.1
    assert np.allclose(states[1, 0, N : 2 * N], as_row(model, reached)[N : 2 * N], rtol=1e-9, atol=1e-9)


@pytest.mark.filterwarnings("ignore:the energy balance")
@pytest.mark.parametrize("media", [*WORLDS.values(), [*WORLDS["per_axis"], POSTS]], ids=[*WORLDS, "posts"])
def test_two_seconds_of_creeping_come_together_as_the_step_gets_shorter(media):
    """The difference falls with the step, so that none is left without it."""
    model = land_model(media)
    state = sl.initial_state(model, position=(-0.3, 0.0, 0.0))
    apart = []
    for dt in (2e-3, 1e-3, 5e-4):
        recording = sl.simulate(model, Wave(), 2.0, state=state, step=dt, integrator="plain", record_rate=50.0)
        lanes, expected = by_lanes(model, state, dt, round(2.0 / dt)), as_row(model, recording.state)
        apart.append(np.abs(lanes - expected)[[*range(N), 2 * N, 2 * N + 1]].max())
        assert POSTS not in media or recording["skin_load"].values.max() > 0.2
    assert np.abs(lanes[2 * N] - as_row(model, state)[2 * N]) > 0.02  # it moves
    assert apart[-1] < 4e-3 and np.all(np.array(apart[:-1]) / apart[1:] > 1.7)


def test_friction_is_that_of_the_engine():
    ground = ground_of(land_model(WORLDS["both"]))
    assert (ground.mu_tangential, ground.mu_backward, ground.mu_normal, ground.load_per_mass) == (0.1, 0.3, 0.5, 3.7)
    assert (ground.shape, ground.smoothing, ground.eps) == ("elliptic", "tanh", 0.1)
    assert (ground.viscous_tangential, ground.viscous_backward, ground.viscous_normal) == (0.5, 0.5, 2.0)


def test_two_grounds_of_one_kind_are_refused():
    media = [*WORLDS["per_axis"], sl.LinkFriction(0.1, name="more")]
    with pytest.raises(sl.errors.ControlError, match="one LinkFriction, this world has 2"):
        lane_model_of(land_model(media))

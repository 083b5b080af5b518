"""A lane's step on land equals the step in full matrices."""

import numpy as np
import pytest

from reference_models.planar_swimmer import implicit_step
from snakelab.errors import WorldError
from snakelab.geometry.planar_solids import Post, sample_distance
from snakelab.plugins.lanes.model.lane_model import JointLaw, PlanarSwimmer, SwimmerState, lane_model, state_row
from snakelab.plugins.lanes.model.planar_world import GroundFriction, Surroundings, WallLaw
from snakelab.plugins.lanes.model.step import step_driven
from snakelab.plugins.lanes.vector.vector_type import LANES

N = 4
LAW = JointLaw(np.zeros(N - 1), np.full(N - 1, np.inf), np.full(N - 1, 2.0), np.full(N - 1, 0.1), np.full(N - 1, 0.1))
RNG = np.random.default_rng(0)
SNAKE = PlanarSwimmer(*RNG.uniform(0.05, 0.1, (2, N)), np.full(N, 2e-4), *np.zeros((6, N)))
DRY = {"mu_tangential": 0.1, "mu_backward": 0.3, "mu_normal": 0.6, "load_per_mass": 9.81, "eps": 0.05}
VISCOUS = {"viscous_tangential": 1.0, "viscous_backward": 4.0, "viscous_normal": 20.0}
POSTS = Surroundings(
    sample_distance([Post((0.15, 0.1), 0.05), Post((-0.1, -0.12), 0.05)], (-1, -1), (1, 1), 0.02),
    law=WallLaw(friction=0.4),
)
GROUNDS = [
    GroundFriction(**VISCOUS),
    *[
        GroundFriction(**DRY, shape=shape, smoothing="tanh")
        for shape in ("per_axis", "elliptic", "along_slip", "weighted_slip")
    ],
    GroundFriction(**DRY, **VISCOUS, shape="elliptic", smoothing="sqrt"),
    GroundFriction(**DRY, shape="weighted_slip", smoothing="rational"),
]


def random_states(seed):
    """Fifteen bent snakes in motion, and one at rest."""
    rng = np.random.default_rng(seed)
    states = [
        SwimmerState(
            rng.uniform(-3, 3) + 0.6 * rng.standard_normal(N),
            0.05 * rng.standard_normal(2),
            rng.standard_normal(N),
            0.2 * rng.standard_normal(2),
        )
        for _ in range(LANES - 1)
    ]
    return [*states, SwimmerState(states[0].angle, states[0].position, np.zeros(N), np.zeros(2))]


# Viscous friction alone compiles anew, for 7 s; the last but one has it beside dry friction.
@pytest.mark.parametrize("around", [Surroundings(), POSTS], ids=["open", "posts"])
@pytest.mark.parametrize(
    "ground",
    [pytest.param(GROUNDS[0], marks=pytest.mark.slow), *GROUNDS[1:]],
    ids=lambda ground: f"{ground.kind}-{ground.dry_law}",
)
def test_on_land_a_lane_takes_the_step_of_the_matrices(ground, around):
    target, rate = np.random.default_rng(9).uniform(-1, 1, (2, 1, N - 1, LANES))
    model, dt = lane_model(SNAKE, LAW, around, np.float64, ground), 0.01
    for seed in range(3):
        states = random_states(seed)
        rows = np.array(2 * [[state_row(state, np.float64) for state in states]])
        step_driven(model, tuple(range(N - 1)), target, rate, dt, 2, 1, rows)
        for w, state in enumerate(states):
            reached = implicit_step(SNAKE, LAW, around, state, target[0, :, w], rate[0, :, w], dt, 2, ground=ground)
            assert np.allclose(rows[1, w], state_row(reached, np.float64), rtol=1e-10, atol=1e-10)


def test_a_ground_has_the_kind_of_the_laws_that_act():
    assert [GroundFriction().kind, GroundFriction(viscous_normal=1.0).kind, GROUNDS[1].kind] == [0, 1, 2]
    assert GroundFriction(mu_tangential=0.1).kind == 0  # no load
    assert len({ground.dry_law for ground in GROUNDS[1:]}) == len(GROUNDS) - 1


@pytest.mark.parametrize("wrong", [{"mu_tangential": -0.1}, {"shape": "round"}, {"smoothing": "none"}, {"eps": 0.0}])
def test_impossible_friction_is_refused(wrong):
    with pytest.raises(WorldError, match=f"GroundFriction {next(iter(wrong))}"):
        GroundFriction(**wrong)

"""A lane's step equals the step in full matrices: in open water, against walls, at corners, in a current."""

import math
import os
import re
import subprocess
import sys

import numpy as np
import pytest

from planar_swimmers import step_states
from reference_models.planar_swimmer import implicit_step, look
from snakelab.errors import ControlError, SimulationError
from snakelab.geometry.planar_solids import SignedDistanceGrid
from snakelab.plugins.lanes.model.lane_model import (
    JointLaw,
    PlanarSwimmer,
    SwimmerState,
    curvature_derivative_law,
    elliptic_swimmer,
    lane_model,
    state_row,
    straight_state,
)
from snakelab.plugins.lanes.model.planar_world import Surroundings, WallLaw
from snakelab.plugins.lanes.model.step import step_driven
from snakelab.plugins.lanes.vector.vector_type import LANES

SNAKE = elliptic_swimmer()
LAW = curvature_derivative_law(9)
WIDE, SHORT = np.float64, np.float32


def basin(**law):
    """A round basin with corners and an uneven current."""
    x = np.linspace(-1.5, 1.5, 61)
    far = np.hypot(x[None, :], x[:, None])
    rng = np.random.default_rng(5)
    corners = rng.uniform(-0.5, 0.5, (6, 2))
    current = rng.uniform(-0.2, 0.2, (61, 61, 2))
    return Surroundings(SignedDistanceGrid(0.55 - far, (-1.5, -1.5), 0.05), corners, WallLaw(**law), current)


def random_states(rng, n=10, size=0.05):
    """Sixteen bent snakes in motion about the origin."""
    return [
        SwimmerState(
            rng.uniform(-8, 8) + 0.6 * rng.standard_normal(n),
            size * rng.standard_normal(2),
            rng.standard_normal(n),
            0.2 * rng.standard_normal(2),
        )
        for _ in range(LANES)
    ]


def both(states, around, dt, kind, law=LAW, snake=SNAKE, solves=2):
    """Rows after one step by lanes and by matrices."""
    rng = np.random.default_rng(9)
    target, rate = rng.uniform(-1, 1, (2, 1, LANES)).astype(kind)
    lanes = np.array([state_row(state, kind) for state in states])
    step_states(lane_model(snake, law, around, kind), target, rate, kind(dt), 1, solves, lanes)
    dense = [
        state_row(implicit_step(snake, law, around, s, float(target[0, w]), float(rate[0, w]), dt, solves), WIDE)
        for w, s in enumerate(states)
    ]
    return lanes, np.array(dense)


@pytest.mark.parametrize("dt", [1e-4, 0.01, 0.1])
def test_in_open_water_a_lane_takes_the_step_of_the_matrices(dt):
    states = random_states(np.random.default_rng(1))
    around = Surroundings(current=np.array([0.2, -0.1]))
    lanes, dense = both(states, around, dt, WIDE)
    assert np.allclose(lanes, dense, rtol=1e-10, atol=1e-10)


@pytest.mark.few(3, others="slow")
@pytest.mark.parametrize("dt", [1e-3, 0.02, 0.1])
@pytest.mark.parametrize("law", [{}, {"along_link": True, "friction": 1.0}, {"stiffness": 2e4, "eps": 0.1}])
@pytest.mark.parametrize("solves", [1, 2])
def test_against_walls_and_corners_a_lane_takes_the_step_of_the_matrices(dt, law, solves):
    around, met = basin(**law), 0
    for seed in range(2):
        states = random_states(np.random.default_rng(seed))
        lanes, dense = both(states, around, dt, WIDE, solves=solves)
        assert np.allclose(lanes, dense, rtol=1e-10, atol=1e-10)
        free, _ = both(states, Surroundings(around.distance, current=around.current, law=WallLaw(1e-9, 0, 0)), dt, WIDE)
        met += np.count_nonzero(np.abs(free - lanes).max(axis=1) > 1e-6)
    assert met > 8  # else nothing was tested


@pytest.mark.parametrize("law", [{}, {"along_link": True, "friction": 1.0}])
def test_between_looks_walls_are_planes_and_the_current_stays(law):
    """Seven steps, a look at every third, beside the same in matrices; with a look at each step they go elsewhere."""
    around, dt, n = basin(**law), 0.02, 7
    states = random_states(np.random.default_rng(3))
    target, rate = np.random.default_rng(4).uniform(-1, 1, (2, n, 1, LANES))
    model = lane_model(SNAKE, LAW, around, WIDE)
    held, fresh = np.zeros((2, n + 1, LANES, 24))
    held[0] = fresh[0] = [state_row(state, WIDE) for state in states]
    step_driven(model, (8,), target, rate, dt, 2, 3, held)
    step_driven(model, (8,), target, rate, dt, 2, 1, fresh)
    assert np.abs(held - fresh)[-1].max() > 1e-3
    for w, state in enumerate(states):
        seen = None
        for k in range(n):
            if k % 3 == 0:
                seen = look(SNAKE, around, state)
            state = implicit_step(SNAKE, LAW, around, state, target[k, 0, w], rate[k, 0, w], dt, seen=seen)
            assert np.allclose(held[k + 1, w], state_row(state, WIDE), rtol=1e-8, atol=1e-8)


@pytest.mark.slow
def test_float32_is_the_same_step_rounded():
    """Slow, since it compiles; that roll-outs are the same in float32 is checked in `plugins/lanes/mpc/test_rollouts.py`."""
    for around in (Surroundings(), basin()):
        states = random_states(np.random.default_rng(2))
        lanes, dense = both(states, around, 0.05, SHORT)
        assert np.allclose(lanes, dense, rtol=2e-4, atol=2e-4)
        assert not np.allclose(lanes, dense, rtol=1e-9, atol=1e-9)


def test_links_may_differ():
    rng = np.random.default_rng(3)
    numbers = rng.uniform(0.05, 0.2, (9, 10))
    numbers[0] /= 2  # half lengths: the snake fits into the basin
    snake = PlanarSwimmer(*numbers, turning_momentum=True)
    states = random_states(rng)
    for around in (Surroundings(), basin()):
        lanes, dense = both(states, around, 0.05, WIDE, curvature_derivative_law(9, 2.0, 0.3, 0.4), snake)
        assert np.allclose(lanes, dense, rtol=1e-10, atol=1e-10)


@pytest.mark.slow  # each number of links is compiled; four of them meet posts in test_ground
@pytest.mark.parametrize("n", [2, 3])
def test_short_snakes_meet_walls_alike(n):
    states = random_states(np.random.default_rng(8), n, 0.45)
    snake, around = elliptic_swimmer(n), basin()
    lanes, dense = both(states, around, 0.05, WIDE, curvature_derivative_law(n - 1), snake, 1)
    assert np.allclose(lanes, dense, rtol=1e-10, atol=1e-10)
    free, _ = both(
        states, Surroundings(current=around.current[0, 0]), 0.05, WIDE, curvature_derivative_law(n - 1), snake
    )
    assert np.abs(free - lanes).max() > 1e-3


def test_more_corners_than_bits_are_met_alike():
    """Twenty-four are reported apart; those beyond share a bit."""
    around = basin()
    corners = np.random.default_rng(5).uniform(-0.6, 0.6, (60, 2))
    many = Surroundings(around.distance, corners, around.law, around.current)
    few = Surroundings(around.distance, corners[:24], around.law, around.current)
    states = random_states(np.random.default_rng(1))
    (lanes, dense), (fewer, _) = (both(states, around, 0.02, WIDE) for around in (many, few))
    assert np.allclose(lanes, dense, rtol=1e-10, atol=1e-10)
    assert np.abs(fewer - lanes).max() > 1e-4


def test_the_second_solve_of_one_lane_leaves_its_neighbours_alone():
    """Every lane alone in its block, the others far from all walls, ends as it does beside lanes that touch."""
    states, around = random_states(np.random.default_rng(4)), basin()
    together, _ = both(states, around, 0.1, SHORT)
    still = straight_state(SNAKE, (0.3, 0.0))
    for w in range(LANES):
        alone = [states[k] if k == w else still for k in range(LANES)]
        assert np.array_equal(both(alone, around, 0.1, SHORT)[0][w], together[w])


@pytest.mark.parametrize("kind, close", [(WIDE, 1e-13), (SHORT, 2e-5)])
def test_a_lane_far_from_walls_moves_alike_beside_one_that_touches(kind, close):
    x = np.linspace(-6, 6, 121)
    around = Surroundings(
        SignedDistanceGrid(5.0 - np.hypot(x[None, :], x[:, None]), (-6, -6), 0.1), np.array([[4.9, 0.0]]), WallLaw()
    )
    states = random_states(np.random.default_rng(3), size=0.3)
    touching = SwimmerState(states[0].angle, np.array([4.8, 0.1]), states[0].spin, states[0].velocity)
    far, mixed = (both([*states[:15], last], around, 0.1, kind)[0][:15] for last in (states[15], touching))
    assert np.abs(far - mixed).max() < close
    free, met = (both([touching] * 16, world, 0.1, kind)[0][0] for world in (Surroundings(), around))
    assert np.abs(free - met).max() > 1e-3


@pytest.mark.parametrize("kind, close", [(WIDE, 1e-9), (SHORT, 2e-3)])
def test_ten_seconds_of_swimming_stay_together(kind, close):
    """Displacement over ten seconds at a step of 0.05 s, beside the same by matrices."""
    dt, n = 0.05, 200
    t = dt * np.arange(n)
    target, rate = 1.04 * np.sin(2.2 * t), 2.288 * np.cos(2.2 * t)
    rows = np.array(LANES * [state_row(straight_state(SNAKE), kind)])
    wide = [np.repeat(values[:, None], LANES, axis=1).astype(kind) for values in (target, rate)]
    step_states(lane_model(SNAKE, LAW, dtype=kind), *wide, kind(dt), n, 2, rows)
    state = straight_state(SNAKE)
    for k in range(n):
        state = implicit_step(SNAKE, LAW, Surroundings(), state, target[k], rate[k], dt)
    assert np.allclose(rows, state_row(state, WIDE), rtol=0, atol=close)
    assert math.hypot(*(rows[0, -4:-2] - straight_state(SNAKE).position)) > 1.5


def test_a_diverged_lane_is_nan_and_does_not_affect_the_others():
    states = np.array([state_row(s, WIDE) for s in random_states(np.random.default_rng(6))])
    lost = states.copy()
    lost[3, 0] = np.nan
    zero = np.zeros((1, LANES))
    for rows in (states, lost):
        step_states(lane_model(SNAKE, LAW, basin(), WIDE), zero, zero, 0.05, 1, 2, rows)
    assert np.isnan(lost[3]).any()
    keep = np.arange(LANES) != 3
    assert np.array_equal(lost[keep], states[keep])


COMPILED = """
import numpy as np
from snakelab.plugins.lanes.model.lane_model import lane_model
from snakelab.plugins.lanes.model.step import step_driven
from snakelab.plugins.lanes.model.lane_model import curvature_derivative_law
from snakelab.plugins.lanes.model.lane_model import elliptic_swimmer

zero = np.zeros((1, 1, 16), np.float32)
model = lane_model(elliptic_swimmer(), curvature_derivative_law(9))
step_driven(model, (8,), zero, zero, np.float32(0.1), 2, 1, np.zeros((2, 16, 24), np.float32))
print(step_driven.inspect_asm(step_driven.signatures[0]))
"""


@pytest.mark.slow
def test_the_hot_loops_are_vector_instructions(tmp_path):
    """Most arithmetic of a compiled block works on whole registers."""
    env = os.environ | {"SNAKELAB_CACHE": str(tmp_path)}  # code from a cache cannot be read
    text = subprocess.run(
        [sys.executable, "-c", COMPILED], env=env, capture_output=True, text=True, check=True, timeout=500
    ).stdout
    if "xmm" not in text:
        pytest.skip("not an x86 machine")
    packed = len(re.findall(r"\b(?:v?mul|v?add|v?sub|vfn?m(?:add|sub)\d+)ps\b", text))
    single = len(re.findall(r"\b(?:v?mul|v?add|v?sub|vfn?m(?:add|sub)\d+)ss\b", text))
    double = len(re.findall(r"\b(?:v?mul|v?add|v?sub|vfn?m(?:add|sub)\d+)[ps]d\b", text))
    assert packed > 5 * (single + double)


def test_changing_numbers_does_not_compile_again():
    both(random_states(np.random.default_rng(1)), Surroundings(), 0.1, WIDE)
    before = len(step_driven.signatures)
    both(random_states(np.random.default_rng(1)), basin(), 0.2, WIDE, curvature_derivative_law(9, 1.5, 0.5))
    assert len(step_driven.signatures) == before


def test_what_does_not_fit_is_refused():
    with pytest.raises(SimulationError, match=r"np.float32 or np.float64"):
        lane_model(SNAKE, LAW, dtype=np.float16)
    with pytest.raises(ControlError, match="has 9 joints, the JointLaw has 5"):
        lane_model(SNAKE, curvature_derivative_law(5))


@pytest.mark.parametrize("wrong", ["x", {}, object(), int, 10**400, None, float("nan"), [[1.0]], [math.nan]])
def test_a_joint_law_is_made_of_numbers(wrong):
    one = np.ones(1)
    with pytest.raises(ControlError, match="JointLaw limit"):
        JointLaw(one, wrong, one, one, one)

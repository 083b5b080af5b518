"""Curves, oscillators, sampling controllers and the autopilot change to each other and to waves, tables and programs."""

import functools
import itertools

import numpy as np
import pytest

import snakelab as sl
from snakelab.robots.library.orthogonal_robots import snake_iii
from snakelab.robots.library.rigid_robots import eel

GOAL = (1.0, 0.8)
WAVE = sl.SerpenoidGait(0.4, 3.0, 0.7)
WINDING = sl.WindingGait(2 * np.pi / 9, 0.1, 1.4, np.pi / 2)
TIMES = np.linspace(0, 2, 21)
RATE = 200.0


class Program:
    """Controller of a user."""

    period = 0.05

    def start(self, model, now):
        return sl.Command(np.zeros(model.n_coordinates)), None

    def command(self, known, memory):
        angle = 2.0 * (known.time + self.period) + 0.7 * np.arange(len(known.q))
        return sl.Command(0.2 * np.sin(angle)), None


def distance(path):
    return ((path["com_position"][:, :2] - GOAL) ** 2).sum(axis=1)


def table(n):
    return sl.TableGait(TIMES, 0.2 * np.sin(np.pi * TIMES[:, None] + np.arange(n)), repeat=True)


def engine_mpc(gait, **ranges):
    policy = sl.control.GaitParameters(gait, ranges)
    rollouts = sl.control.EngineRollouts(policy, sl.SnakelabEngine(0.02, "plain"))
    return sl.SamplingMpc(
        rollouts, cost=distance, sampling=sl.control.Sampling(4), horizon=sl.control.Horizon(10), every=5
    )


ON_LANES = sl.SamplingMpc(
    sl.plugins.lanes.LaneRollouts(
        [f"joint{i}" for i in range(1, 10)], sl.plugins.lanes.PlannedWave((0.1, 0.7), (1.0, 4.0), (-0.25, 0.25), phase_lag=0.7)
    ),
    cost=sl.plugins.lanes.TravelCost(goal=GOAL, weights=(10.0, 10.0)), sampling=sl.control.Sampling(32, 0.5, knot_every=5),
    horizon=sl.control.Horizon(20),
)  # fmt: skip
IN_WATER = {
    "wave": WAVE,
    "table": table(9),
    "program": Program(),
    "curve": sl.CurveGait(sl.gaits.EllipticWave(0.06, 0.0, 0.7, 1.4), 0.5, tolerance=0.1),
    "lanes": ON_LANES,
    "engine": engine_mpc(WAVE, offset=(-0.3, 0.3)),
    "autopilot": sl.Autopilot(heading=0.4, steer="bend", joints=WAVE),
}
ON_GROUND = {
    "winding": WINDING,
    "table": table(8),
    "program": Program(),
    "oscillators": sl.CpgGait(WINDING, transition=0.4),
    "engine": engine_mpc(WINDING, yaw_offset=(-0.12, 0.12)),
}
# Other pairs are in test_interventions.py.
WATER_PAIRS = [
    pair for pair in itertools.permutations(IN_WATER, 2) if {"curve", "lanes", "engine", "autopilot"} & set(pair)
]
# Each controller is the first and the second of some pair; the other pairs are slow.
RING = [*itertools.pairwise([*IN_WATER, "wave"]), ("lanes", "wave"), ("wave", "autopilot"), ("curve", "table")]
WATER_PAIRS = [pair if pair in RING else pytest.param(pair, marks=pytest.mark.slow) for pair in WATER_PAIRS]
GROUND_PAIRS = [pair for pair in itertools.permutations(ON_GROUND, 2) if {"oscillators", "engine"} & set(pair)]


@functools.cache
def swimmer():
    body = eel(10, link_length=0.14, mass=0.1, half_width=0.05, half_height=0.03, joints=sl.Servo(20.0, 1.0))
    return sl.build_model(body, sl.World([sl.worlds.LumpedFluid(added_inertia=0.5)]))


@functools.cache
def crawler():
    ground = sl.Contact(sl.Plane(), stiffness=2e4, damping=400, friction=sl.SurfaceFriction(0.5, eps=5e-3))
    return sl.build_model(snake_iii(8), sl.World([sl.Gravity(), ground]))


def changed(model, old, new, state=None):
    """Targets around the change, and the run."""
    simulation = sl.Simulation(model, old, state=state, record_rate=RATE)
    simulation.advance(0.47)
    simulation.change_controller(new, transition=0.4)
    simulation.advance(0.75)
    recording = simulation.recording()
    return recording["target"].values[int(0.43 * RATE) :], recording, simulation.events


def same(a, b):
    """Equality but for the times of the cycles, and for the futures, which need a run of known length."""
    return all(
        np.array_equal(a[name].values, b[name].values, equal_nan=a[name].dtype.kind == "f")
        for name in b.dataset.data_vars
        if name != "control_cycle_time"
    )


@pytest.mark.few(2)
@pytest.mark.filterwarnings("ignore:the best shape of 'eel'")
@pytest.mark.parametrize("pair", WATER_PAIRS, ids=" to ".join)
def test_in_water_no_change_of_the_controller_lets_a_target_or_its_rate_jump(pair):
    target, recording, events = changed(swimmer(), *(IN_WATER[name] for name in pair))
    # the inputs of a plan on lanes, and so the rates of its targets, change in every period
    fastest, kink = (0.05, 8e-3) if "lanes" in pair else (0.03, 3e-3)
    assert np.abs(np.diff(target, axis=0)).max() < fastest, "value"
    assert np.abs(np.diff(target, n=2, axis=0)).max() < kink, "rate"
    repeated = sl.simulate(swimmer(), IN_WATER[pair[0]], 1.22, record_rate=RATE, events=[item.event for item in events])
    assert same(repeated, recording)


@pytest.mark.few(4)
@pytest.mark.parametrize("pair", GROUND_PAIRS, ids=" to ".join)
def test_on_the_ground_no_change_of_the_controller_lets_a_target_or_its_rate_jump(pair):
    lying = sl.initial_state(crawler(), position=(0.0, 0.0, 0.0551))
    target, *_ = changed(crawler(), *(ON_GROUND[name] for name in pair), lying)
    assert np.abs(np.diff(target, axis=0)).max() < 0.05, "value"
    assert np.abs(np.diff(target, n=2, axis=0)).max() < 3e-3, "rate"

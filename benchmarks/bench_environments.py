"""Environment steps per second with observation, reward and resets: rows in lanes and rows of the engine.

Lanes: the planar snake of six links, a period of 20 ms in four time steps, all variables observed, autoreset in the same step.
Engine: the orthogonal snake of 28 joints in contact with the ground, four plain steps of 5 ms in a period. Beside them the same
`LaneBatch` and `Batch` without observation terms, rewards and resets, interleaved; shortest of several times.
"""

import numpy as np

import snakelab as sl
from snakelab.apps.benchmarks.timing import best_of, header, verdict
from snakelab.bridges.gymnasium.registration import crawl_rows
from snakelab.robots.library.orthogonal import snake_iii

LANES, ENGINE = 16384, 64
LANE_TERMS = ("q", "v", "head_angle", "head_rate", "com_position", "com_velocity")
FLOOR, TARGET, ENGINE_TARGET = 5.0, 10.0, 0.02  # million steps per second


def lanes() -> None:
    """Rows in lanes."""
    rows = crawl_rows(
        LANES, observation=LANE_TERMS, reward={"forward_velocity": 1.0}, period=0.02, step=5e-3, autoreset="same_step"
    )
    rows.reset(seed=0)
    rows._course.steps[:] = np.random.default_rng(0).integers(0, 500, LANES)  # ends spread over time
    actions = np.random.default_rng(1).uniform(-1, 1, (LANES, 5)).astype(np.float32)
    targets = 0.8 * actions
    bare = rows._course.rows.batch
    report("lanes, 6 links", LANES, {"env": lambda: rows.step(actions), "bare": lambda: bare.step(targets)}, TARGET, 60)
    print(f"floor: {FLOOR} million steps/s")


def engine() -> None:
    """Rows of the engine on the ground."""
    robot = snake_iii(28)
    model = sl.build_model(robot, sl.World([sl.Gravity(), sl.Contact(friction=sl.SurfaceFriction(0.5))]))
    made = sl.environment(
        model,
        n=ENGINE,
        period=0.02,
        initial={"position": (0.0, 0.0, 0.055)},
        step=5e-3,
        integrator="plain",
        action={"joint_targets": 0.3},
        observation=["q", "v", "base_velocity"],
        reward={"ahead": (lambda values: values["base_velocity"][:, 0], 1.0, ("base_velocity",))},
    )
    made.reset(seed=0)
    phase = np.linspace(0, 2, made.single_action_space.shape[0])
    actions = np.tile(0.2 * np.sin(phase), (ENGINE, 1))
    report("engine, 28 joints", ENGINE, {"env": lambda: made.step(actions)}, ENGINE_TARGET, 30)


def report(name: str, n: int, works: dict, target: float, repeats: int) -> None:
    """Print the rates of one case."""
    for work in works.values():
        work()
    rates = {key: 1e-6 * n / best for key, best in best_of(works, repeats).items()}
    bare = f", without terms and resets {rates['bare']:.3g}" if "bare" in rates else ""
    met = verdict(rates["env"], target, most=False)
    print(f"{name}: {rates['env']:.3g} million environment steps/s {met} (at least {target:g}){bare}")


if __name__ == "__main__":
    print(header("numba", "gymnasium"))
    lanes()
    engine()

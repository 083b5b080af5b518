"""Rows of a planar land snake in a `LaneBatch`: environment steps per second, rows that differ, and gaits in one call.

An environment step is a period of four time steps of 5 ms with an action for each joint before it and the observations
after it; after each, one row in a hundred is reset. Beside it in the same run: our engine on one row (its plain step, one
record a second), and MuJoCo on a chain of as many links in its fluid, `mujoco.rollout` with servos held for a period, no Python
inside and nothing reset. Shortest of several interleaved times: wall time, and CPU time of one thread, which other work on the
machine disturbs less. Then 8192 gaits of a twelve-link snake over 8000 time steps, in one call.
"""

import os
import time
from collections.abc import Callable

import numpy as np

import snakelab as sl
from benchmarks.timing import best_of, header, sized, verdict
from snakelab.geometry.planar_solids import Post

ROWS, LINKS, STEP, SUBSTEPS = sized(8192, 64), 6, 5e-3, 4
STEPS, REPEATS = 2, sized(60, 1)  # environment steps for each timing, short enough to go undisturbed on a busy machine
ALIKE, DIFFERENT = "rows alike", "rows that differ"
TARGET, RATIO = (
    10.0,
    1.25,
)  # million environment steps per second, at least; rows that differ by rows that do not, at most
THREADS = os.cpu_count() or 1
FRICTION = sl.LinkFriction(0.05, 0.5, 0.1, shape="per_axis", eps=1e-2)
POSTS = [Post((0.5 * i, 0.5 * j), 0.08) for i in range(-4, 5) for j in range(-4, 5) if (i, j) != (0, 0)]
FIELD = sl.Contact(sl.geometry.Extruded(POSTS, (-2.5, -2.5), (2.5, 2.5), 0.02), 300.0, 3.0)


def land_model(n_links: int = LINKS, posts: bool = False) -> sl.Model:
    """A wheeled snake on level ground: it slides easily along its links, hardly across, and less easily backward."""
    link = sl.Link(0.1, mass=0.1)
    joint = sl.Revolute("z", actuator=sl.Servo(kp=4.0, kd=0.2))
    robot = sl.Robot([link, *(n_links - 1) * [joint, link]], base="planar", skin=sl.Skin(joined=True, radius=0.02))
    return sl.build_model(robot, sl.World([FRICTION, FIELD] if posts else [FRICTION]))


def drawn_parameters() -> dict[str, np.ndarray]:
    """Mass, friction and gains of each row."""
    rng = np.random.default_rng(0)
    around = {"mass": 0.1, "mu_tangential": 0.05, "mu_normal": 0.5, "joint_stiffness": 4.0}
    return {name: value * rng.uniform(0.8, 1.2, ROWS) for name, value in around.items()}


def environment(batch: sl.plugins.lanes.LaneBatch) -> Callable[[], object]:
    """Some environment steps of all rows, with resets."""
    actions = np.random.default_rng(1).uniform(-0.6, 0.6, (ROWS, len(batch.joints))).astype(np.float32)
    out, again = np.zeros((ROWS, len(batch.observation_names)), np.float32), np.arange(0, ROWS, 100)

    def run() -> object:
        for _ in range(STEPS):
            batch.step(actions, out)
            batch.reset(again)
        return out

    return run


def engine_steps() -> float:
    """Environment steps per second of our engine on one row."""
    gait = sl.SerpenoidGait(amplitude=0.5, angular_frequency=3.0, phase_lag=0.8)
    model = land_model()

    def run() -> object:
        return sl.simulate(model, gait, 20.0, step=STEP, integrator="plain", record_rate=1.0)

    return 20.0 / (STEP * SUBSTEPS) / best_of({"": run}, 5)[""]


def mujoco_steps(n_threads: int) -> float:
    """Environment steps per second of MuJoCo on a chain in its fluid; NaN where it is not installed."""
    try:
        import mujoco
        from mujoco import rollout
    except ImportError:
        return float("nan")
    capsule = '<geom type="capsule" fromto="0 0 0 0.1 0 0" size="0.02" mass="0.1"/>'
    body = f"<body pos='0.1 0 0'><joint name='j{LINKS - 1}' type='hinge' axis='0 0 1'/>{capsule}</body>"
    for i in range(LINKS - 2, 0, -1):
        body = f"<body pos='0.1 0 0'><joint name='j{i}' type='hinge' axis='0 0 1'/>{capsule}{body}</body>"
    base = "".join(f"<joint type='{kind}' axis='{axis}'/>" for kind, axis in
                   (("slide", "1 0 0"), ("slide", "0 1 0"), ("hinge", "0 0 1")))  # fmt: skip
    servos = "".join(f"<position joint='j{i}' kp='4' kv='0.2'/>" for i in range(1, LINKS))
    model = mujoco.MjModel.from_xml_string(
        f"<mujoco><option timestep='{STEP}' integrator='implicitfast' density='1000' viscosity='0.1' gravity='0 0 0'>"
        "<flag contact='disable' constraint='disable'/></option>"
        f"<worldbody><body>{base}{capsule}{body}</body></worldbody><actuator>{servos}</actuator></mujoco>"
    )
    n_rows, n_periods = sized(256, 4), 10
    data = [mujoco.MjData(model) for _ in range(n_threads)]
    state = np.zeros((n_rows, mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS)))
    control = np.repeat(np.random.default_rng(1).uniform(-0.6, 0.6, (n_rows, n_periods, model.nu)), SUBSTEPS, axis=1)
    with rollout.Rollout(nthread=n_threads if n_threads > 1 else 0) as pool:
        return n_rows * n_periods / best_of({"": lambda: pool.rollout(model, data, state, control)}, 5)[""]


def environments() -> None:
    """Table of environment steps per second."""
    print(f"{ROWS} rows, {LINKS} links, {SUBSTEPS} time steps of {1e3 * STEP:g} ms for each environment step")
    print(f"{'million environment steps/s':30} {'1 thread':>9} {f'{THREADS} threads':>9} {'CPU ns of one':>14}")
    cases = {
        ALIKE: (land_model(), None),
        DIFFERENT: (land_model(), drawn_parameters()),
        f"{ALIKE}, among posts": (land_model(posts=True), None),
    }
    works = {}
    for name, (model, parameters) in cases.items():
        for threads in (1, THREADS):
            batch = sl.plugins.lanes.LaneBatch(
                model, ROWS, SUBSTEPS * STEP, SUBSTEPS, parameters=parameters, threads=threads
            )
            works[name, threads] = environment(batch)
    wall = {key: best / (STEPS * ROWS) for key, best in best_of(works, REPEATS).items()}
    alone = {name: works[name, 1] for name in cases}
    spent = {name: best / (STEPS * ROWS) for name, best in best_of(alone, REPEATS, time.thread_time).items()}
    for name in cases:
        rates = (1e-6 / wall[name, 1], 1e-6 / wall[name, THREADS])
        met = f"{verdict(rates[1], TARGET, at_most=False)} (at least {TARGET:g})" if name == ALIKE else ""
        print(f"{name:30} {rates[0]:9.2f} {rates[1]:9.2f} {1e9 * spent[name]:14.0f} {met}")
    ratio = spent[DIFFERENT] / spent[ALIKE]
    print(f"{DIFFERENT} by {ALIKE}, CPU time: {ratio:.2f} {verdict(ratio, RATIO)} (at most {RATIO})")
    one = engine_steps()
    print(
        f"{'our engine, one row':30} {one / 1e6:9.3f} {'':24} lanes on one thread: {1 / wall[ALIKE, 1] / one:.0f} times"
    )
    peer = [mujoco_steps(threads) for threads in (1, THREADS)]
    ratios = " and ".join(f"{1 / wall[ALIKE, n] / rate:.0f}" for n, rate in zip((1, THREADS), peer, strict=True))
    print(f"{'MuJoCo, mujoco.rollout':30} {peer[0] / 1e6:9.3f} {peer[1] / 1e6:9.3f} {'':14} lanes: {ratios} times")


def gaits() -> None:
    """Time of many gaits over many time steps in one call."""
    n_links, n_steps = 12, sized(8000, 10)
    rng = np.random.default_rng(2)
    waves = sl.plugins.lanes.LaneWaves(
        rng.uniform(0.2, 0.8, ROWS), rng.uniform(0.3, 1.5, ROWS), rng.uniform(0.3, 1.2, ROWS)
    )
    batch = sl.plugins.lanes.LaneBatch(land_model(n_links), ROWS, STEP, 1)
    batch.roll_out(waves, 1)
    began = time.perf_counter(), time.process_time()
    batch.roll_out(waves, n_steps)
    wall, spent = time.perf_counter() - began[0], time.process_time() - began[1]
    print(
        f"{ROWS} gaits x {n_steps} time steps, {n_links} links: {wall:.2f} s on {THREADS} threads, {spent:.2f} s of CPU"
    )
    print(f"{1e9 * spent / (ROWS * n_steps):.0f} ns for a time step of a row; {batch.diverged.sum()} rows diverged")


if __name__ == "__main__":
    print(header("numba", "mujoco"))
    environments()
    gaits()

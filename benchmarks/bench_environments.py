"""Environment steps per second with observation, reward and resets, at steps whose motion is accurate.

Lanes: the planar snake of six links, a period of 20 ms, all variables observed, autoreset in the same step. Engine: the
orthogonal snake of 28 joints on the ground, a period of 20 ms. Single: the six links by the engine, beside as many single
environments. Swimmer: the file of Gymnasium's Swimmer-v5, a period of 40 ms.

Each rate is given with the error of the motion at its time step, against a step of 1/20: the end of 5 s of a gait whose targets
are the actions, over the distance of that gait, and in lanes also of random actions over the length of the path. `ACCURATE` is
2 %. Beside them, interleaved in the same run: the same `LaneBatch` without terms and resets, and MuJoCo's `rollout` of the same
models, without Python, observation, reward and resets, at the largest step that keeps the speed of its gait to 2 %. Shortest of
several times.
"""

import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

import snakelab as sl
from benchmarks.bench_batch import PERIOD, ground, mujoco_works
from benchmarks.timing import available_cores, best_of, header, sized, verdict
from snakelab.physics.command import targets_at
from snakelab.plugins.learn.environments import crawl_rows, crawler

LANES, ENGINE, ACTIONS = sized(16384, 64), sized(64, 4), sized(16, 2)
SINGLE = sized((1, 16, 64), (2,))  # numbers of rows beside single environments
LANE_TERMS = ("q", "v", "head_angle", "head_rate", "com_position", "com_velocity")
FLOOR, TARGET, ENGINE_TARGET = 5.0, 10.0, 0.02  # million steps per second
ACCURATE, FINER, SPAN = 0.02, sized(20, 2), sized(5.0, 0.2)  # of the distance; times the step; of the motion [s]
LANE_STEPS = sized((5e-3, 2.5e-3, 1e-3, 5e-4), (5e-3,))
ENGINE_STEPS = sized(
    ((5e-3, "plain"), (2e-2, "extrapolated"), (1e-2, "extrapolated"), (5e-3, "extrapolated")), ((5e-3, "plain"),)
)
CRAWL = sl.SerpenoidGait(0.6, 9.0, 1.0, ramp=0.5)
Actions = np.ndarray


# ---- lanes -----------------------------------------------------------------------------------------------------------
def lane_ends(step: float, targets: Actions) -> tuple[np.ndarray, np.ndarray]:
    """Displacement of the centre of mass of each row, and length of its path, for targets of shape (periods, rows, joints)."""
    batch = sl.plugins.lanes.LaneBatch(crawler(), targets.shape[1], PERIOD, round(PERIOD / step), dtype=np.float64)
    places = [batch.reset(None)[:, -4:-2].copy(), *(batch.step(row)[:, -4:-2].copy() for row in targets)]
    return places[-1] - places[0], np.linalg.norm(np.diff(places, axis=0), axis=2).sum(axis=0)


def lane_errors(step: float) -> tuple[float, float, float]:
    """Error of the distance and of the end point of the gait, over the distance; that of random actions, over the path."""
    model, n = crawler(), round(SPAN / PERIOD)
    reference = CRAWL.reference(model)
    gait = np.array([[targets_at(reference, PERIOD * (k + 1))[0]] for k in range(n)])
    random = np.random.default_rng(0).uniform(-0.8, 0.8, (n, 16, model.n_coordinates))
    (end, _), (exact, _) = (lane_ends(one, gait) for one in (step, step / FINER))
    distance = float(np.linalg.norm(exact))
    (ends, _), (others, paths) = (lane_ends(one, random) for one in (step, step / FINER))
    spread = float(np.mean(np.linalg.norm(ends - others, axis=1) / paths))
    shorter = abs(float(np.linalg.norm(end)) / distance - 1)
    return shorter, float(np.linalg.norm(end - exact)) / distance, spread


def lane_works(step: float) -> dict[str, Callable[[], object]]:
    """A step of the environment, and one of its `LaneBatch`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sl.SnakelabWarning)  # of random actions: the errors are printed
        rows = crawl_rows(
            LANES,
            observation=LANE_TERMS,
            reward={"forward_velocity": 1.0},
            period=PERIOD,
            step=step,
            autoreset="same_step",
        )
    rows.reset(seed=0)
    rows._course.steps[:] = np.random.default_rng(0).integers(0, 500, LANES)  # ends spread over time
    actions = np.random.default_rng(1).uniform(-1, 1, (LANES, 5)).astype(np.float32)
    targets, bare = 0.8 * actions, rows._course.rows.batch
    return {f"env {step}": lambda: rows.step(actions), f"bare {step}": lambda: bare.step(targets)}


def lanes() -> None:
    """Rows in lanes."""
    best = best_of({name: work for step in LANE_STEPS for name, work in lane_works(step).items()}, 40)
    print("lanes, 6 links: million environment steps/s; errors of distance and end of a gait, and of random actions")
    for step in LANE_STEPS:
        rate, bare = (1e-6 * LANES / best[f"{name} {step}"] for name in ("env", "bare"))
        shorter, off, spread = lane_errors(step)
        met = f"target {TARGET:g} {verdict(rate, TARGET, at_most=False)}, floor {FLOOR:g} {verdict(rate, FLOOR, at_most=False)}"
        errors = f"{100 * shorter:5.1f} % {100 * off:5.1f} % {100 * spread:5.0f} %"
        print(f"  {1e3 * step:4g} ms {rate:6.2f} (bare {bare:5.2f}) {errors}   {met}", flush=True)


# ---- engine ----------------------------------------------------------------------------------------------------------
def engine_actions(periods: int) -> Actions:
    """Targets of the sidewinding gait of `bench_batch`, one row for each period."""
    case = ground()
    reference = case.gait.reference(case.model)
    return np.array([targets_at(reference, PERIOD * (k + 1))[0] for k in range(periods)])


def engine_end(step: float, integrator: str) -> np.ndarray:
    """Displacement over 5 s of the gait."""
    case = ground()
    settings = {"step": step, "integrator": integrator, "hold": True}
    batch = sl.Batch(case.model, 1, period=PERIOD, observation=("com_position",), **settings)
    start = np.array(batch.reset(states=sl.initial_state(case.model, position=(0.0, 0.0, case.height))))[0]
    for row in engine_actions(round(SPAN / PERIOD)):
        seen = batch.step(row[None])
    return np.asarray(seen)[0] - start


def engine_work(step: float, integrator: str) -> Callable[[], object]:
    """Some steps of the environment, within the gait."""
    case = ground()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sl.SnakelabWarning)
        made = sl.environment(
            case.model,
            n=ENGINE,
            period=PERIOD,
            initial={"position": (0.0, 0.0, case.height)},
            step=step,
            integrator=integrator,
            action={"joint_targets": 1.0},
            observation=["q", "v", "base_velocity"],
            reward={"ahead": (lambda values: values["base_velocity"][:, 0], 1.0, ("base_velocity",))},
            autoreset="same_step",
        )
    made.reset(seed=0)
    rows = np.tile(engine_actions(2 * round(1.0 / PERIOD))[:, None], (1, ENGINE, 1))
    for row in rows[:-ACTIONS]:
        made.step(row)

    def work() -> None:
        for row in rows[-ACTIONS:]:
            made.step(row)

    return work


def engine() -> None:
    """Rows of the engine on the ground, beside MuJoCo."""
    case = ground()
    works: dict[object, Callable[[], object]] = {one: engine_work(*one) for one in ENGINE_STEPS}
    peers = mujoco_works(case, ENGINE)
    best = best_of(works | peers, 7)
    fastest = case.n_actions / min(best[name] for name in peers)
    print("engine, 28 joints: environment steps/s; error of the end of a gait; ratio to the fastest MuJoCo")
    for one in ENGINE_STEPS:
        step, integrator = one
        exact = engine_end(5e-3 / FINER, "extrapolated")
        off = float(np.linalg.norm(engine_end(step, integrator) - exact) / np.linalg.norm(exact))
        rate = ENGINE * ACTIONS / best[one]
        met = f"target {1e6 * ENGINE_TARGET:.0f} {verdict(rate, 1e6 * ENGINE_TARGET, at_most=False)}"
        print(
            f"  {integrator:12} {1e3 * step:4g} ms {rate:8.0f} {100 * off:5.1f} % {rate / fastest:6.2f}   {met}",
            flush=True,
        )
    for name in peers:
        print(f"  {name:30} {case.n_actions / best[name]:8.0f}")


# ---- single environments ---------------------------------------------------------------------------------------------
def single() -> None:
    """Rows in one call, beside as many single environments in Gymnasium's `SyncVectorEnv`; also on a GPU, if there is one."""
    import gymnasium

    from snakelab.plugins.cuda.devices import find_gpu

    gpu = find_gpu().name
    task = {"action": {"joint_targets": 0.5}, "period": PERIOD}
    print(f"crawler, default step and terms: environment steps/s{f'; {gpu}' if gpu else ''}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sl.SnakelabWarning)
        for n in SINGLE:
            made: dict[str, gymnasium.vector.VectorEnv] = {
                "SyncVectorEnv": gymnasium.vector.SyncVectorEnv([lambda: sl.environment(crawler(), **task)] * n),
                "one thread": sl.environment(crawler(), n=n, threads=1, **task),
                "all cores": sl.environment(crawler(), n=n, **task),
            }
            if gpu:
                made[gpu] = sl.environment(crawler(), n=n, backend="cuda", **task)
            actions = np.random.default_rng(0).uniform(-1, 1, (n, 5)).astype(np.float32)
            for rows in made.values():
                rows.reset(seed=0)
            best = best_of({name: partial(rows.step, actions) for name, rows in made.items()}, sized(20, 2))
            slowest = best["SyncVectorEnv"]
            rates = ", ".join(f"{name} {n / time:.0f} ({slowest / time:.1f})" for name, time in best.items())
            print(f"  {n:4} rows: {rates}", flush=True)


# ---- Swimmer-v5 ------------------------------------------------------------------------------------------------------
def swimmer() -> None:
    """Swimmer-v5 in our environment, and in MuJoCo's `rollout`."""
    import gymnasium
    import mujoco
    from mujoco import rollout

    from snakelab.plugins.mujoco.robot_files.mjcf_import import from_mjcf

    path = Path(gymnasium.__file__).parent / "envs/mujoco/assets/swimmer.xml"
    actual, cores, n, periods = from_mjcf(path), available_cores(), 256, 10
    made = sl.environment(
        sl.build_model(actual.robot, actual.world),
        n=n,
        period=0.04,
        duration=40.0,
        step=0.01,
        integrator="rk4",
        action="torques",
        observation=["heading", "q", "base_velocity", "v"],
        reward={"forward": (lambda v: v["base_velocity"][:, 0], 1.0, ("base_velocity",)), "action_square": -2e-4},
        autoreset="same_step",
    )
    made.reset(seed=0)
    actions = np.random.default_rng(0).uniform(-1, 1, (periods, n, 2))
    model = mujoco.MjModel.from_xml_path(str(path))
    pool, data = rollout.Rollout(nthread=cores), [mujoco.MjData(model) for _ in range(cores)]
    states = np.zeros((n, mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS)))
    controls = np.repeat(np.swapaxes(actions, 0, 1), 4, axis=1)

    def ours() -> None:
        for row in actions:
            made.step(row)

    peer = "MuJoCo's rollout"
    works: dict[str, Callable[[], object]] = {"ours": ours}
    works[peer] = lambda: pool.rollout(model, data, states, controls)
    best = best_of(works, 20)
    print("Swimmer-v5, four RK4 steps of 10 ms in each: environment steps/s")
    for name, time in best.items():
        print(f"  {name:20} {n * periods / time:8.0f}")
    print(f"  ratio {best[peer] / best['ours']:.2f}")


if __name__ == "__main__":
    print(header("numba", "gymnasium", "mujoco"))
    lanes()
    engine()
    single()
    swimmer()

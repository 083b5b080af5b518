"""Gymnasium environments of scenarios and models, and the registered environments.

In reading order: `warn_of_step`, the check of the time step; `environment`, which makes an environment; the
environments that `register` registers under the ids `snakelab/...`.
"""

import importlib
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from snakelab.control.learned_policies import SET_POINTS, ActionMap, action_map, holds_targets
from snakelab.errors import MissingExtraError, SimulationError, SnakelabError, SnakelabWarning
from snakelab.parameters.arguments import FloatArray, choice, count, is_row, number, vector
from snakelab.parameters.declarations import Choices, checked_arguments
from snakelab.physics.model import Model, build_model
from snakelab.physics.record_kernels import record_layout
from snakelab.physics.state import State
from snakelab.plugins.learn.episodes import (
    EnvironmentPlan,
    EpisodeForm,
    Episodes,
    Playback,
    observation_needs,
    rewards_of,
)
from snakelab.plugins.learn.stepping_backends import LANE_BASE, EngineRows, LaneRows, Rows, Start, start_state
from snakelab.results.recording import Recording
from snakelab.results.step_accuracy import IMBALANCE, imbalance, step_to_try
from snakelab.robots.actuators import Servo
from snakelab.robots.joints import Revolute
from snakelab.robots.library.orthogonal_robots import snake_iii
from snakelab.robots.link import Link
from snakelab.robots.robot import Robot
from snakelab.scenarios.scenario import Scenario, load_scenario
from snakelab.sim.simulation import simulate
from snakelab.system import install_line
from snakelab.worlds.contact_laws import Contact, SurfaceFriction
from snakelab.worlds.friction import LinkFriction
from snakelab.worlds.gravity import Gravity
from snakelab.worlds.world import World

# ----------------------------------------------------------------------------------------------------------------------
# Check of the time step of an environment: energy balance of a short run with random actions
# ----------------------------------------------------------------------------------------------------------------------


def warn_of_step(model: Model, actions: ActionMap, start: State, settings: dict[str, Any], lanes: bool) -> None:
    """Warn if the energy balance of a run with random actions is off by more than 5 %.

    Args:
        model: The model.
        actions: Map of actions.
        start: State to start from.
        settings: Step, integrator and tolerance, as of `simulate`.
        lanes: True if the batch model is used, so that only the step can be chosen.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SnakelabWarning)
        run = _random_run(model, actions, start, settings)
    if run is None or not (line := imbalance(run)):
        return
    step, fraction = float(settings["step"]), line.removeprefix(IMBALANCE).partition(":")[0]
    remedies = [f"step={step_to_try(run, step):.2g}"]
    if not lanes and settings["integrator"] == "plain":
        remedies.append("integrator='extrapolated'")
    warnings.warn(
        f"environment: with random actions {IMBALANCE}{fraction}: steps of {step:g} s are too long for them; try "
        f"{', '.join(remedies)}",
        SnakelabWarning,
        stacklevel=4,
    )


def _random_run(model: Model, actions: ActionMap, start: State, settings: dict[str, Any]) -> Recording | None:
    """A run with uniform actions; None if their commands are invalid for the robot."""
    random, phase = np.random.default_rng(0), np.zeros(1)
    n = int(np.clip(round(1.0 / actions.period), 2, 50))  # of a run of one second
    dtype = actions.low.dtype
    rows = random.uniform(-1.0, 1.0, (n, 1, actions.width)).astype(dtype)
    commands = [np.array(actions.commands(row, phase)[0], float) for row in rows]
    try:
        return simulate(
            model,
            Playback(start, commands, actions.period, actions.hold),
            n * actions.period,
            state=start,
            check_step="never",
            **{name: value for name, value in settings.items() if value is not None},
        )
    except SnakelabError:  # error of the actions, with the message of `step`
        return None


# ----------------------------------------------------------------------------------------------------------------------
# Environments of scenarios and models: `environment`
# ----------------------------------------------------------------------------------------------------------------------

AUTORESET = ("next_step", "same_step", "disabled")
BACKENDS = CPU, CUDA = ("cpu", "cuda")
RENDER_MODES = ("rgb_array",)
LANE_VARIABLES = ("q", "v", "head_angle", "head_rate", "com_position", "com_velocity", *LANE_BASE)
DEFAULT_OBSERVATION = ("q", "v", "heading")
LANE_OBSERVATION = ("q", "v", "head_angle")


@checked_arguments(SimulationError)
def environment(
    source: str | Path | Scenario | Model,
    *,
    observation: Sequence[str] | None = None,
    reward: Mapping[str, Any] | None = None,
    action: str | Mapping[str, Any] = "joint_targets",
    period: float = 0.05,
    duration: float = 10.0,
    goal: Sequence[float] | Sequence[Sequence[float]] | None = None,
    goal_radius: float = 0.1,
    set_point: Mapping[str, float] | None = None,
    initial: Mapping[str, Any] | None = None,
    start: Mapping[str, float] | None = None,
    randomise: Mapping[str, Sequence[float]] | None = None,
    n: int | None = None,
    lanes: bool = False,
    backend: Annotated[str, Choices(BACKENDS)] = CPU,
    dtype: Annotated[str, Choices(("float32", "float64"))] = "float32",
    autoreset: Annotated[str, Choices(AUTORESET)] = "next_step",
    render_mode: str | None = None,
    record: bool | None = None,
    copy: bool = True,
    step: float | None = None,
    integrator: str | None = None,
    threads: int | None = None,
) -> Any:
    """Return a Gymnasium environment of a scenario or model.

    Actions are numbers from -1 to 1, mapped to the ranges of `action`. Observations are 32-bit numbers.

    Args:
        source: Scenario file or name, `Scenario`, or `Model`.
        observation: Terms: variables of a recording, such as "q", "v" or "tau"; "heading" [rad], "body_velocity" [m/s,
            rad/s], "goal_in_base" [m], "goal_vector" [m], "goal_distance" [m], "depth_error" [m] and "heading_error" [rad] of
            the base from the set point, "last_action", "time_left" [-]. In lanes also "head_angle" [rad] and "head_rate"
            [rad/s], and no variables but q, v, com_position, com_velocity, base_position, base_quaternion and base_velocity.
        reward: Weight of each term: "forward_velocity", "velocity_y", "velocity_z", "lateral_velocity", "speed" [m/s],
            "turn_rate" [rad/s], "lateral_offset", "height",
            "progress", "goal_distance", "depth_offset" [m], "heading_offset" [rad], "alive", "action_square",
            "action_change" [-], "rate_square" [rad^2/s^2],
            "torque_square" [N^2 m^2], "power" [W]; or (function, weight, needed variables) under a user-defined name.
        action: "joint_targets", "torques", "gait", "gait_parameters" or "thrusts", or a mapping of them to ranges; see
            `action_map`.
        period: Control period [s].
        duration: Of an episode [s]; then it is truncated.
        goal: x and y [m], at which an episode terminates; or a list of such points to reach one after the other, of which
            observations and rewards have the next; None for none.
        goal_radius: Distance at which the goal counts as reached [m].
        set_point: "depth" below z = 0 [m] and "heading" [rad] to hold, for the terms of their errors.
        initial: Arguments of `initial_state`, such as {"position": (0, 0, 0.055)}; None for those of the scenario.
        start: Spread of starts: "q" of all coordinates and "heading" [rad], "x", "y" and "z" of the position [m], each
            uniform between minus and plus this. No "z" in lanes.
        randomise: Range (low, high) of parameters by their paths, such as "world.media.0.mu_normal"; in lanes by the names
            of `LaneBatch`. Drawn for each episode of a row.
        n: Number of rows of a vector environment [-]; None for a single environment.
        lanes: True to use the batch model for the rows instead of the engine.
        backend: "cpu", or "cuda" to simulate the rows of a vector environment on an NVIDIA GPU, by `CudaBatch`.
        dtype: Numbers of the simulation on a GPU, "float32" or "float64".
        autoreset: Of a vector environment: "next_step", "same_step" or "disabled".
        render_mode: "rgb_array" for pictures from above, or None.
        record: True to store commands for `recording`; None: for a single environment.
        copy: Whether each observation is a new array. With False each call may write into the array of the last one, which
            spares time in lanes; Gymnasium's checks and libraries that keep observations need True.
        step: Largest time step [s]; None for that of the scenario, or 2 ms, in lanes 5 ms.
        integrator: See `simulate`; None for that of the scenario, or "extrapolated". Lanes have "plain" only.
        threads: Of the rows; None for one per core.

    Returns:
        `gymnasium.Env`, or `gymnasium.vector.VectorEnv` for a number of rows. A `SnakelabWarning` is issued if the energy
        balance of a run of 1 s with random actions is off by more than 5 %, with a recommended step.

    Raises:
        SimulationError: if a term is unknown or not available, or an argument is out of range.
        MissingExtraError: if Gymnasium is not installed.
    """
    require_gymnasium()
    if render_mode is not None:
        choice(render_mode, "environment render_mode", RENDER_MODES, SimulationError)
    n_rows = 1 if n is None else count(n, "environment n", SimulationError, minimum=1, maximum=2**24)
    model, scenario_initial, defaults = _opened(source)
    if step is not None:
        number(step, "environment step", SimulationError, above=0, unit="s")
    if lanes and integrator not in (None, "plain"):
        raise SimulationError(
            f"lanes have the integrator 'plain' only, got {integrator!r}; leave out integrator, or lanes=True"
        )
    settings = defaults | {k: v for k, v in (("step", step), ("integrator", integrator)) if v is not None}
    if backend == CUDA:
        _check_cuda(n, lanes, threads, settings)
    moment = number(period, "environment period", SimulationError, above=0, maximum=100, unit="s")
    length = number(duration, "environment duration", SimulationError, minimum=moment, unit="s")
    names = tuple(observation) if observation is not None else LANE_OBSERVATION if lanes else DEFAULT_OBSERVATION
    place = None if goal is None else goals_of(goal)
    held = _set_point(set_point)
    variables = LANE_VARIABLES if lanes else tuple(record_layout(model))
    needed = observation_needs(observation if isinstance(observation, str) else names, variables)
    rewards, more = rewards_of({"forward_velocity": 1.0} if reward is None else reward, variables)
    _check_goal(names, rewards, place)
    _check_set_point(names, rewards, held)
    radius = number(goal_radius, "environment goal_radius", SimulationError, above=0, unit="m")
    needed += more + (["com_position"] if place is not None else [])
    begin = start_state(model, scenario_initial if initial is None else initial)
    begin = _on_gait(begin, model, action_map(model, action, moment))
    drawn_in_lanes = lanes and bool(randomise)  # the engine has no such parameters
    if record and drawn_in_lanes:
        raise SimulationError(
            "episodes in lanes with randomise cannot be recorded; leave out record=True, or lanes=True"
        )
    keeps = n is None and not drawn_in_lanes if record is None else record
    spread = _spread(start)
    if lanes and spread.z:
        raise SimulationError("environment start z is not available in lanes, which are planar")
    rows: Rows
    if lanes:
        lane_settings = _lane_settings(moment, settings, threads)
        rows = LaneRows(
            model, n_rows, moment, begin, lane_settings, any(name in LANE_BASE for name in needed), bool(copy)
        )
    else:
        unique = list(dict.fromkeys(needed)) or ["q"]
        hold: dict[str, Any] = {"hold": holds_targets(model)}
        cuda = backend == CUDA
        more_settings = {"dtype": dtype} if cuda else {"threads": threads}
        rows = EngineRows(model, n_rows, moment, unique, begin, settings | hold | more_settings, cuda)
    actions = action_map(model, action, moment, rows.dtype)
    ranges = {name: _range(name, given) for name, given in (randomise or {}).items()}
    for name, ends in ranges.items():
        rows.check_parameter(name, ends)
    n_steps = count(max(1, round(length / moment)), "steps of an episode", SimulationError, maximum=10**7)
    form = EpisodeForm(names, rewards, n_steps, place, radius, spread, ranges, keeps, held, bool(copy))
    course = Episodes(rows, actions, form)
    task = {
        "period": moment,
        "observation": list(names),
        "action": action if isinstance(action, str) else _plain(action),
        "goal": None if place is None else place[0].tolist() if len(place) == 1 else place.tolist(),
    }
    if place is not None and len(place) > 1:
        task["goal_radius"] = radius
    if held:
        task["set_point"] = held
    replayed = _checked_settings(moment, settings, lanes)
    plan = EnvironmentPlan(model, course, task, begin, replayed if lanes else settings)
    warn_of_step(model, actions, begin, replayed, lanes)
    if n is None:
        from snakelab.plugins.learn.gymnasium_interface import SnakeEnv

        return SnakeEnv(plan, render_mode)
    from snakelab.plugins.learn.gymnasium_interface import SnakeVectorEnv

    return SnakeVectorEnv(plan, autoreset, render_mode)


def require_gymnasium() -> None:
    """Raise MissingExtraError without Gymnasium."""
    try:
        importlib.import_module("gymnasium")
    except ImportError:
        raise MissingExtraError(f"environments need gymnasium; type: {install_line('learn')}") from None


def _opened(source: str | Path | Scenario | Model) -> tuple[Model, dict[str, Any], dict[str, Any]]:
    """Model, initial state and settings of the integration."""
    if isinstance(source, Model):
        return source, {}, {}
    scenario = source if isinstance(source, Scenario) else load_scenario(source)
    chosen = scenario.settings
    settings = {"step": chosen.step, "integrator": chosen.integrator, "tolerance": chosen.tolerance}
    return build_model(scenario.robot, scenario.world), scenario.initial, settings


def _on_gait(start: State, model: Model, actions: ActionMap) -> State:
    """Set prescribed coordinates to the start of a modulated gait."""
    if actions.modulated is None or not model.driven.any():
        return start
    return replace(start, q=np.where(model.driven, actions.modulated.start(), start.q))


def _lane_settings(period: float, settings: Mapping[str, Any], threads: int | None) -> dict[str, Any]:
    step = float(settings.get("step", 5e-3))
    return {"substeps": max(1, round(period / step)), "threads": threads}


def _check_cuda(n: int | None, lanes: bool, threads: int | None, settings: dict[str, Any]) -> None:
    """Raise SimulationError for arguments that a GPU has no use for; leave out the tolerance of fixed steps."""
    if n is None or lanes or threads is not None:
        wrong = "lanes=True" if lanes else "threads" if n is not None else "a single environment"
        raise SimulationError(
            f"backend='cuda' simulates the rows of a vector environment by the engine, without {wrong}; write "
            "environment(..., n=4096, backend='cuda')"
        )
    if settings.pop("tolerance", None) is not None:
        raise SimulationError(
            "backend='cuda' has fixed steps, and the scenario has a tolerance; leave out the tolerance"
        )


def _checked_settings(period: float, settings: Mapping[str, Any], lanes: bool) -> dict[str, Any]:
    """Settings of `simulate` for a run with the steps of the environment."""
    if lanes:
        return {"integrator": "plain", "step": period / _lane_settings(period, settings, None)["substeps"]}
    return {"step": 2e-3, "integrator": "extrapolated"} | dict(settings)  # the default of `Batch` and `simulate`


def _check_goal(names: Sequence[str], rewards: Sequence[Any], goal: Any) -> None:
    if goal is None:
        for name in (*names, *(term.name for term in rewards)):
            if name in ("goal_in_base", "goal_vector", "goal_distance", "progress"):
                raise SimulationError(f"the term {name!r} needs a goal; write environment(..., goal=(1.0, 0.0))")


def goals_of(goal: Any) -> FloatArray:
    """Return the points of a goal, shape (k, 2)."""
    several = is_row(goal) and len(goal) > 0 and is_row(goal[0])
    points = [
        vector(point, "environment goal", SimulationError, size=2, unit="m") for point in (goal if several else [goal])
    ]
    return np.array(points)


def _set_point(given: Mapping[str, float] | None) -> dict[str, float]:
    held = dict(given or {})
    for name in held:
        choice(name, "environment set_point", tuple(SET_POINTS), SimulationError)
    return {k: number(v, f"set_point {k}", SimulationError, unit=SET_POINTS[k]) for k, v in held.items()}


def _check_set_point(names: Sequence[str], rewards: Sequence[Any], held: Mapping[str, float]) -> None:
    for term in (*names, *(reward.name for reward in rewards)):
        for name in SET_POINTS:
            if term in (f"{name}_error", f"{name}_offset") and name not in held:
                raise SimulationError(
                    f"the term {term!r} needs a set point; write environment(..., set_point={{{name!r}: 1.0}})"
                )


def _range(name: str, given: Any) -> tuple[float, float]:
    low, high = vector(given, f"randomise {name}", SimulationError, size=2).tolist()
    if not low <= high:
        raise SimulationError(f"randomise {name} must be (low, high) with low <= high, got ({low:g}, {high:g})")
    return low, high


def _spread(start: Mapping[str, float] | None) -> Start:
    given = dict(start or {})
    for name in given:
        choice(name, "environment start", Start._fields, SimulationError)
    units = {"q": "rad", "heading": "rad"}
    return Start(
        **{k: number(v, f"start {k}", SimulationError, minimum=0, unit=units.get(k, "m")) for k, v in given.items()}
    )


def _plain(action: Mapping[str, Any]) -> dict[str, Any]:
    """The description of an action as data of JSON."""

    def plain(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {str(k): plain(v) for k, v in value.items()}
        return [float(v) for v in value] if isinstance(value, (tuple, list)) else value

    return {kind: plain(given) for kind, given in action.items()}


# ----------------------------------------------------------------------------------------------------------------------
# Registered environments: crawling, reaching a goal, moving on the ground
# ----------------------------------------------------------------------------------------------------------------------

# Step for an error of the energy balance below 5 % with fast, random targets of the crawler [s].
STEP, LANE_STEP = 5e-4, 1e-4  # of the engine, extrapolated; of lanes, plain


def crawler() -> Model:
    """Planar snake of six links on ground with more friction across than along."""
    link, joint = Link(0.1, mass=0.1), Revolute("z", Servo(kp=4.0, kd=0.2))
    robot = Robot([link, *(part for _ in range(5) for part in (joint, link))], base="planar")
    return build_model(robot, World([LinkFriction(0.05, 0.5, shape="per_axis", eps=1e-2)]))


def ground_snake() -> Model:
    """Orthogonal snake of 16 joints in contact with level ground."""
    world = World([Gravity(), Contact(friction=SurfaceFriction(0.5))])
    return build_model(snake_iii(16), world)


def _crawl(n: int | None = None, **settings: Any) -> Any:
    reward = {"forward_velocity": 1.0, "action_change": -0.01}
    step = LANE_STEP if settings.get("lanes") else STEP
    defaults: dict[str, Any] = {"action": {"joint_targets": 0.8}, "reward": reward, "step": step}
    return environment(crawler(), n=n, **(defaults | settings))


def crawl(**settings: Any) -> Any:
    """Crawl along x: planar snake, joint targets, by the engine."""
    return _crawl(**settings)


def crawl_rows(num_envs: int = 1, **settings: Any) -> Any:
    """The same as a vector environment: in lanes, or by the engine on a GPU."""
    return _crawl(num_envs, **({"lanes": settings.get("backend", CPU) == CPU} | settings))


def goal(num_envs: int | None = None, **settings: Any) -> Any:
    """Reach a goal with the planar snake, by the parameters of a gait."""
    defaults: dict[str, Any] = {
        "action": "gait",
        "goal": (1.5, 0.5),
        "observation": ("q", "v", "body_velocity", "goal_in_base"),
        "reward": {"progress": 10.0, "alive": -0.01},
        "duration": 30.0,
        "period": 0.1,
        "step": STEP,
    }
    return environment(crawler(), n=num_envs, **(defaults | settings))


def ground(num_envs: int | None = None, **settings: Any) -> Any:
    """Move along x with the orthogonal snake on the ground."""
    defaults: dict[str, Any] = {
        "action": {"joint_targets": 0.8},
        "observation": ("q", "v", "base_quaternion", "base_velocity"),
        "initial": {"position": (0.0, 0.0, 0.055)},  # touching the ground
    }
    return environment(ground_snake(), n=num_envs, **(defaults | settings))


# Functions of the single and the vector environment of each id.
IDS = {
    "snakelab/Crawl-v0": ("crawl", "crawl_rows"),
    "snakelab/Goal-v0": ("goal", "goal"),
    "snakelab/Ground-v0": ("ground", "ground"),
}


def register() -> None:
    """Register the environments with Gymnasium; a second call does nothing."""
    from gymnasium.envs.registration import register as add
    from gymnasium.envs.registration import registry

    for name, (single, vectorised) in IDS.items():
        if name not in registry:
            add(name, entry_point=f"{__name__}:{single}", vector_entry_point=f"{__name__}:{vectorised}")

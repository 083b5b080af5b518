"""Named terms of observations and rewards, with their units."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from snakelab.control.learned_control.observation_terms import DERIVED, SET_POINTS, ObservationTerm, flat
from snakelab.errors import SimulationError, SnakelabError, nearest
from snakelab.geometry.poses import heading_of, wrapped

GOAL_TERMS: dict[str, ObservationTerm] = {
    "goal_vector": ObservationTerm("m", ("goal", "com_position"), lambda v: v["goal"] - v["com_position"][:, :2]),
    "goal_distance": ObservationTerm(
        "m", ("goal", "com_position"), lambda v: np.hypot(*(v["goal"] - v["com_position"][:, :2]).T)
    ),
    "time_left": ObservationTerm("-", ("time_left",), lambda v: v["time_left"]),
}
OBSERVED = DERIVED | GOAL_TERMS
NUMBERS = (int, float, np.integer, np.floating)
INTERNAL = (
    "goal", "last_action", "time_left", "action", "distance_before", "distance", *(f"set_{name}" for name in SET_POINTS),
)  # fmt: skip


class RewardTerm(NamedTuple):
    """Term of a reward.

    Attributes:
        unit: Of its values.
        needs: Variables that it is computed from.
        values: Function of the variables to shape (n,).
    """

    unit: str
    needs: tuple[str, ...]
    values: Callable[[Mapping[str, Any]], Any]


def _mean_square(values: Any) -> Any:
    return np.einsum("ij,ij->i", values, values) / values.shape[1]


def _turn_rate(base_velocity: Any, rates: Any) -> Any:
    """Mean turning rate of equal links in a plane, from the tail on."""
    n = rates.shape[1]
    return base_velocity[:, 5] + rates @ (np.arange(n, 0, -1) / (n + 1))


REWARDS: dict[str, RewardTerm] = {
    "forward_velocity": RewardTerm("m/s", ("com_velocity",), lambda v: v["com_velocity"][:, 0]),
    "lateral_velocity": RewardTerm("m/s", ("com_velocity",), lambda v: np.abs(v["com_velocity"][:, 1])),
    "velocity_y": RewardTerm("m/s", ("com_velocity",), lambda v: v["com_velocity"][:, 1]),
    "velocity_z": RewardTerm("m/s", ("com_velocity",), lambda v: v["com_velocity"][:, 2]),
    "turn_rate": RewardTerm("rad/s", ("base_velocity", "v"), lambda v: _turn_rate(v["base_velocity"], v["v"])),
    "speed": RewardTerm("m/s", ("com_velocity",), lambda v: np.hypot(v["com_velocity"][:, 0], v["com_velocity"][:, 1])),
    "lateral_offset": RewardTerm("m", ("com_position",), lambda v: np.abs(v["com_position"][:, 1])),
    "height": RewardTerm("m", ("com_position",), lambda v: v["com_position"][:, 2]),
    "progress": RewardTerm("m", ("goal", "com_position"), lambda v: v["distance_before"] - v["distance"]),
    "goal_distance": RewardTerm("m", ("goal", "com_position"), lambda v: v["distance"]),
    "depth_offset": RewardTerm(
        "m", ("com_position", "set_depth"), lambda v: np.abs(v["com_position"][:, 2] + v["set_depth"])
    ),
    "heading_offset": RewardTerm(
        "rad",
        ("base_quaternion", "set_heading"),
        lambda v: np.abs(wrapped(heading_of(v["base_quaternion"]) - v["set_heading"])),
    ),
    "alive": RewardTerm("-", (), lambda v: np.ones(len(v["action"]))),
    "action_square": RewardTerm("-", ("action",), lambda v: _mean_square(v["action"])),
    "action_change": RewardTerm("-", ("action", "last_action"), lambda v: _mean_square(v["action"] - v["last_action"])),
    "rate_square": RewardTerm("rad^2/s^2", ("v",), lambda v: _mean_square(v["v"])),
    "torque_square": RewardTerm("N^2 m^2", ("tau",), lambda v: _mean_square(v["tau"])),
    "power": RewardTerm("W", ("tau", "v"), lambda v: np.abs(v["tau"] * v["v"]).sum(axis=1)),
}


class Reward(NamedTuple):
    """One term of a reward with its weight."""

    name: str
    weight: float
    values: Callable[[Mapping[str, Any]], Any]


def observation_needs(names: Any, variables: Sequence[str]) -> list[str]:
    """Return the variables that observation terms need.

    Args:
        names: Terms: those of `OBSERVED`, or variables.
        variables: Variables that exist.

    Raises:
        SimulationError: if there is no such term, with the nearest name.
    """
    if isinstance(names, str) or not names or not all(isinstance(name, str) for name in names):
        raise SimulationError(f"observation must be a list of terms, such as ['q', 'v', 'heading']; got {names!r}")
    needed: list[str] = []
    for name in names:
        if name not in OBSERVED and name not in variables:
            raise SimulationError(f"unknown observation term {name!r}{nearest(name, (*OBSERVED, *variables))}")
        needs = OBSERVED[name].needs if name in OBSERVED else (name,)
        _check_available(needs, variables, f"observation term {name!r}")
        needed += needs
    return [name for name in dict.fromkeys(needed) if name not in INTERNAL]


def rewards_of(reward: Any, variables: Sequence[str]) -> tuple[list[Reward], list[str]]:
    """Return the terms of a reward, and the variables that they need.

    Args:
        reward: Weight of each term by its name, or (function, weight, needed variables) for a user-defined term; the function
            takes the variables by name and returns one value for each row.
        variables: Variables that exist.

    Raises:
        SimulationError: if there is no such term, or a weight is no finite number.
    """
    if not isinstance(reward, Mapping) or not reward:
        raise SimulationError(f"reward must map terms to weights, such as {{'forward_velocity': 1.0}}; got {reward!r}")
    terms: list[Reward] = []
    needed: list[str] = []
    for name, given in reward.items():
        if isinstance(given, tuple) and len(given) in (2, 3) and callable(given[0]):
            more = given[2] if len(given) == 3 else ()
            needs = (more,) if isinstance(more, str) else tuple(more)
            function, weight = _checked_term(name, given[0]), given[1]
        elif name in REWARDS:
            function, weight, needs = REWARDS[name].values, given, REWARDS[name].needs
        elif callable(given):
            raise SimulationError(
                f"reward term {name!r} has no weight; write {{{name!r}: (function, 1.0, ['com_position'])}}"
            )
        else:
            raise SimulationError(
                f"unknown reward term {name!r}{nearest(str(name), tuple(REWARDS))}; a user-defined one is (function, weight, "
                "needed variables)"
            )
        if isinstance(weight, bool) or not isinstance(weight, NUMBERS) or not math.isfinite(weight):
            raise SimulationError(f"the weight of the reward term {name!r} must be a finite number, got {weight!r}")
        terms.append(Reward(name, float(weight), function))
        _check_available(needs, variables, f"reward term {name!r}")
        needed += needs
    return terms, [name for name in dict.fromkeys(needed) if name not in INTERNAL]


def _checked_term(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A user-defined term whose errors, and values of another shape than (n,) for n rows, are errors with its name."""

    def values_of(values: Mapping[str, Any]) -> Any:
        n_rows = len(next(iter(values.values())))
        try:
            reward = np.asarray(function(values), float)
        except KeyError as problem:
            raise SimulationError(
                f"reward term {name!r} reads {problem.args[0]!r}{nearest(str(problem.args[0]), values)}; name the variables "
                "that it needs, as in (function, weight, ['com_position'])"
            ) from problem
        except SnakelabError:
            raise
        except Exception as problem:  # of a user-defined function
            raise SimulationError(f"reward term {name!r} failed: {type(problem).__name__}: {problem}") from problem
        if reward.shape not in ((), (n_rows,)):
            raise SimulationError(
                f"reward term {name!r} must return one number for each of the {n_rows} rows, got shape {reward.shape}; "
                "variables have the rows as first axis, also in a single environment: values['com_position'][:, 0]"
            )
        return reward

    return values_of


def _check_available(needed: Sequence[str], variables: Sequence[str], what: str) -> None:
    for name in needed:
        if name not in INTERNAL and name not in variables:
            raise SimulationError(f"{what} needs {name!r}, which is not available here{nearest(name, variables)}")


def observed(names: Sequence[str], values: Mapping[str, Any]) -> Any:
    """Observation of all rows, shape (n, width)."""
    parts = [flat(np.asarray(OBSERVED[name].values(values) if name in OBSERVED else values[name])) for name in names]
    return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)


def check_rewards(terms: Sequence[Reward], values: Mapping[str, Any], running: Any, steps: Any) -> None:
    """Raise SimulationError that names the term, the row and the step of a reward that is not finite."""
    for term in terms:
        reward = np.broadcast_to(np.asarray(term.values(values), float), running.shape)
        wrong = running & ~np.isfinite(reward)
        if wrong.any():
            row = int(np.argmax(wrong))
            raise SimulationError(f"reward term {term.name!r} is {reward[row]} in row {row} at step {int(steps[row])}")

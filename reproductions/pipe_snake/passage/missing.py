"""Effect of the unpublished parameters, varied one at a time, on a run into the pipe that steps down."""

from dataclasses import dataclass

import numpy as np

from snakelab.results.recording import Recording
from snakelab.scenarios.scenario import load_scenario, run_scenario

# A start near the mouth and a horizon of 6 s, so that a run takes seconds.
NEAR_MOUTH = ("initial.position=[-3.2, -4.8, 0]", "duration=40", "controller.sampling_mpc.sampling.n_samples=384",
              "controller.sampling_mpc.horizon.steps=60")  # fmt: skip
CONTACT, MPC, CURRENTS = "world.media.1.contact", "controller.sampling_mpc", "world.media.0.lumped_fluid.currents"
LINKS = tuple(f"robot.parts.{2 * i}" for i in range(10))  # joints between them
GOAL, REACH = (
    (-11.0, -5.0),
    0.7,
)  # goal of the centre of mass, and the distance that counts as arrived: half the body [m]


@dataclass(frozen=True)
class Missing:
    """One unpublished parameter, and values to try in addition to the assumed one.

    Attributes:
        name: Name of the parameter.
        changes: Label of each value, and the changes of the scenario.
    """

    name: str
    changes: tuple[tuple[str, tuple[str, ...]], ...]


def _each(name: str, unit: str, key: str, *values: float) -> Missing:
    return Missing(name, tuple((f"{value:g} {unit}".strip(), (f"{key}={value:g}",)) for value in values))


def _section(width: float, height: float) -> tuple[str, ...]:
    return tuple(
        f"{link}.link.section.ellipse.{side}={size:g}"
        for link in LINKS
        for side, size in (("width", width), ("height", height))
    )


def _current(each: float) -> tuple[str, ...]:
    """Return both currents: that of the whole pipe, and the additional one of its wide part."""
    return tuple(f"{CURRENTS}.{i}.current.velocity=[{each:g}, 0, 0]" for i in range(2))


MISSING = (
    Missing("as assumed", (("", ()),)),
    _each("stiffness of the walls", "N/m", f"{CONTACT}.stiffness", 100, 2000),
    _each("damping of the walls", "N s/m", f"{CONTACT}.damping", 1, 20),
    _each("friction of the walls", "", f"{CONTACT}.friction.mu_tangential", 0, 0.5),
    _each("sigma", "rad", f"{MPC}.sampling.sigma", 0.25, 1),
    _each("lambda", "of the worst elite", f"{MPC}.weighting.elite_mean.temperature", 0.02, 2),
    Missing("section", (("30.2 x 30.2 mm", _section(0.0302, 0.0302)), ("60 x 100 mm", _section(0.06, 0.1)))),
    Missing("current, wide and narrow", (("none", _current(0)), ("0.1 and 0.05 m/s against", _current(0.05)))),
    _each("steps from knot to knot", "", f"{MPC}.sampling.knot_every", 1, 10),
    _each("fraction of the elite", "", f"{MPC}.weighting.elite_mean.elite_fraction", 0.02, 0.1),
)


@dataclass(frozen=True)
class Passed:
    """Result of one run.

    Attributes:
        name, value: The changed parameter and its value.
        entered: Time at which the head was 0.5 m inside [s]; NaN if it never entered.
        arrived: Time at which the centre of mass was near the goal [s]; NaN if it never arrived.
        load: Mean sum of all contact forces after entering [N].
    """

    name: str
    value: str
    entered: float
    arrived: float
    load: float


def passage(name: str, value: str, changes: tuple[str, ...], base: tuple[str, ...] = NEAR_MOUTH) -> Passed:
    """Run the scenario with changes."""
    run = run_scenario(load_scenario("pipe_step_in", [*base, *changes]))
    inside = run["head_position"].values[:, 0] < -5.5
    there = np.linalg.norm(run["com_position"].values[:, :2] - GOAL, axis=1) < REACH
    load = run["skin_load"].values.sum(axis=1)
    return Passed(
        name, value, _first(run, inside), _first(run, there), float(load[inside].mean() if inside.any() else 0)
    )


def _first(run: Recording, so: np.ndarray) -> float:
    return float(run["time"].values[np.argmax(so)]) if so.any() else float("nan")

"""Engines: whatever can move a state through time under a reference. Ours is one; MuJoCo, in `bridges`, another."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from snakelab.errors import SimulationError
from snakelab.physics.command import Reference
from snakelab.physics.model import Model
from snakelab.physics.state import State
from snakelab.sim.loop import DIVERGED, N_STATS, REJECTED, SMALLEST_STEP, STEP_TOO_SMALL, STEPS, UNSETTLED, advance
from snakelab.types import FloatArray, choice, number

INTEGRATORS = ("plain", "extrapolated", "rk4")


@dataclass(frozen=True)
class Outcome:
    """How far an engine got.

    Attributes:
        state: The last state reached.
        events: Events reached [-].
        problem: Empty, or why it stopped before the last event.
        steps, rejected, unsettled: Counters [-].
    """

    state: State
    events: int
    problem: str = ""
    steps: int = 0
    rejected: int = 0
    unsettled: int = 0


@runtime_checkable
class Engine(Protocol):
    """Moves a state through event times and fills a record at each."""

    def advance(self, model: Model, reference: Reference, state: State, times: FloatArray, rows: FloatArray) -> Outcome:
        """From `state` through all `times`; rows[i] is the record at times[i], see `physics.observe.record_layout`."""


@dataclass(frozen=True)
class SnakelabEngine:
    """Our own engine.

    Args:
        step: Largest step [s].
        integrator: "extrapolated" (second order, default), "plain" (first order) or "rk4" (explicit, fourth order).
        tolerance: None for fixed steps. With a tolerance, steps adapt until the difference between one full and two half
            steps is below tolerance (1 + |value|) in every number of the state, in SI units.
    """

    step: float = 2e-3
    integrator: str = "extrapolated"
    tolerance: float | None = None

    def __post_init__(self) -> None:
        number(self.step, "step", SimulationError, above=SMALLEST_STEP, unit="s")
        choice(self.integrator, "integrator", INTEGRATORS, SimulationError)
        if self.tolerance is not None:
            number(self.tolerance, "tolerance", SimulationError, above=0)
            if self.integrator != "extrapolated":
                raise SimulationError(
                    f"tolerance needs integrator='extrapolated', which has an error estimate; got {self.integrator!r}"
                )

    def advance(self, model: Model, reference: Reference, state: State, times: FloatArray, rows: FloatArray) -> Outcome:
        """See `Engine.advance`."""
        row, stats = state.row(), np.zeros(N_STATS, np.int64)
        code, events, time, step = advance(
            model.arrays, reference, INTEGRATORS.index(self.integrator), self.step, self.tolerance or 0.0,
            row, state.time, times, rows, state.step, stats,
        )  # fmt: skip
        problem = ""
        if code == DIVERGED:
            problem = f"diverged at t = {time:.6g} s"
        elif code == STEP_TOO_SMALL:
            problem = (
                f"failed: at t = {time:.6g} s the error estimate exceeds tolerance={self.tolerance:g} "
                f"even at a step of {SMALLEST_STEP:g} s"
            )
        counters = {"steps": int(stats[STEPS]), "rejected": int(stats[REJECTED]), "unsettled": int(stats[UNSETTLED])}
        return Outcome(state.at(time, row, step), events, problem, **counters)

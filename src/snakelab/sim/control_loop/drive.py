"""Drives of a run: the reference of the coordinates over the next time interval, from a gait or from a control loop."""

import math
from dataclasses import dataclass, field, replace

import numpy as np

from snakelab.gaits.gait import Gait
from snakelab.physics.command import Reference
from snakelab.physics.model import Model
from snakelab.physics.state import ControlState, State
from snakelab.sim.control_loop.control_loop import ControlLoop
from snakelab.sim.control_loop.cycle_log import Cycle
from snakelab.sim.control_loop.predictions import PredictionSnapshot
from snakelab.sim.control_loop.transitions import Motion, settling, with_rows
from snakelab.sim.engines.engine import Engine
from snakelab.sim.instants import tie
from snakelab.types import FloatArray

# Minimum number of steps over the quintic of a command that prescribes a motion.
POINTS = 8


@dataclass(frozen=True)
class Stretch:
    """Reference of the next stretch of time.

    Attributes:
        reference: Reference of all commands.
        closes: End of the stretch [s]; infinity if unlimited.
        between: Instants within the stretch at which steps must end [s].
    """

    reference: Reference
    closes: float
    between: FloatArray = field(default_factory=lambda: np.zeros(0))


@dataclass(frozen=True)
class OpenLoop:
    """Drive of a gait, which the compiled step evaluates.

    Attributes:
        gait: The gait.
        motion: References over time.
        own: Reference of the gait before any shift of its phase.
    """

    gait: Gait
    motion: Motion
    own: Reference

    @classmethod
    def of(cls, gait: Gait, model: Model) -> "OpenLoop":
        """Return the drive of a gait from the start of a run."""
        reference = gait.reference(model)
        return cls(gait, Motion((0.0,), (reference,)), reference)

    def copy(self, cycles: list[Cycle], predictions: list[PredictionSnapshot]) -> "OpenLoop":
        """Return the drive itself, which does not change."""
        return self

    def stretch(self, state: State, end: float, engine: Engine) -> tuple[State, Stretch]:
        """Return the state, unchanged, and the next stretch."""
        reference, closes = self.motion.piece(state.time)
        return state, Stretch(reference, closes)

    def onward(self, state: State, model: Model, duration: float) -> Motion:
        """Return the motion, also beyond the present, with rows for all commands."""
        pieces = tuple(with_rows(piece, model.n_commands) for piece in self.motion.references)
        return Motion(self.motion.starts, pieces)


@dataclass
class ClosedLoop:
    """Drive of a controller, called once per period.

    Attributes:
        loop: The control loop.
    """

    loop: ControlLoop

    def copy(self, cycles: list[Cycle], predictions: list[PredictionSnapshot]) -> "ClosedLoop":
        """Return a copy whose control loop does not change with this one, with separate logs."""
        return ClosedLoop(replace(self.loop, cycles=cycles, snapshots=predictions))

    def due(self, state: State, end: float) -> bool:
        """Return True at the boundary of a period."""
        return state.control is None or state.time >= state.control.until - tie(end)

    def stretch(self, state: State, end: float, engine: Engine) -> tuple[State, Stretch]:
        """Return the state with the command of this period, and the period as the next stretch."""
        control = state.control
        assert control is not None
        if self.due(state, end):
            control = self.loop.next_period(state, control)
            state = replace(state, control=control)
        return state, Stretch(control.reference, control.until, self._points(control, engine))

    def onward(self, state: State, model: Model, duration: float) -> Motion:
        """Return a motion that brings the last targets to rest."""
        assert state.control is not None
        return settling(with_rows(state.control.reference, model.n_commands), state.time, duration)

    def _points(self, control: ControlState, engine: Engine) -> FloatArray:
        """Return the instants within a control period at which steps must end.

        The quintic of a prescribed coordinate may be fast: several steps must resolve it, or the base gains spurious
        momentum.
        """
        opens = float(control.reference.knots[0])
        apart = (control.until - opens) / POINTS
        if not self.loop.model.driven.any() or apart >= getattr(engine, "step", math.inf):
            return np.zeros(0)
        return opens + apart * np.arange(1.0, POINTS)


Drive = OpenLoop | ClosedLoop

"""Fit of a gait to a curve: the shapes of a body nearest to a curve through one cycle of its motion.

The curve rotates or travels, and the tail does not roll with it, so the planes of bending rotate in the body.
The pose of the tail is free at every phase; only the shape is used.
"""

import warnings
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from snakelab.argument_names import named_arguments
from snakelab.errors import GaitError, SnakelabWarning
from snakelab.gaits import bounds
from snakelab.gaits.curve_following.curves import Curve
from snakelab.gaits.curve_following.line import Line
from snakelab.gaits.curve_following.nearest_shape import ShapeSearch
from snakelab.gaits.curve_following.neutral_axis import N_POSE
from snakelab.gaits.gait import joints_of
from snakelab.gaits.static_equilibrium import commands_for, coordinates_of, reach
from snakelab.gaits.table import TableGait
from snakelab.geometry.rotations import quat_exp, quat_multiply, quat_to_matrix
from snakelab.notebook.registry import Displayed
from snakelab.physics.kinematics.frame_tree import with_tail_at
from snakelab.physics.model import Model
from snakelab.physics.state import State
from snakelab.types import FloatArray, count, number, vector

# Number of cached fits [-].
MAX_FITS = 8


@dataclass(frozen=True)
class KeptFits:
    """Arrays of fits by their keys; the least recently used ones are dropped."""

    kept: "OrderedDict[Hashable, FloatArray]" = field(default_factory=OrderedDict)

    def rows(self, key: Hashable, fit: Callable[[], FloatArray]) -> FloatArray:
        """Return the fit with this key, of which the caller may change the values; it is computed if it is not kept."""
        rows = self.kept.pop(key, None)
        if rows is None:
            rows = fit()
        self.kept[key] = rows
        while len(self.kept) > MAX_FITS:
            self.kept.popitem(last=False)
        return rows.copy()


# Fraction of the tolerance beyond which there is a warning.
SIGNIFICANT = 0.2
# Fits of the last bodies and curves: a scenario is checked with one model and run with another, equal one.
_FITS = KeptFits()
# A search restarts if its error exceeds that of the first phase by this factor.
LOST = 2.0
# Rows of the table for each fitted phase.
FINER = 8
# Phases of a cycle: each is a fit of the whole body.
MAX_SAMPLES = 10_000
# Allowed distance of the body at the end of a cycle from that at its beginning, relative to the curve's length.
SEAM = 1e-4


@dataclass(frozen=True)
class CurveFit(Displayed):
    """Shapes that follow a curve through one cycle.

    Attributes:
        phases: Phases from 0 to 1, both included, shape (n + 1,), [-].
        coordinates: Shape of the body at each phase; the last equals the first, shape (n + 1, nv), [m or rad].
        tails: Pose of the tail in the curve's axes: position, y and z of the rotation vector, shape (n + 1, 5), [m,
            rad].
        errors: Largest distance of the neutral axis from the curve, and of its ends from those of the curve, shape
            (n + 1,), [m].
        length: Largest length of the curve [m].
    """

    phases: FloatArray
    coordinates: FloatArray
    tails: FloatArray
    errors: FloatArray
    length: float

    @property
    def error_fraction(self) -> float:
        """Largest distance from the curve as a fraction of its length [-]."""
        return float(self.errors.max() / self.length)

    def gait(self, model: Model, frequency: float, start: float = 0.0, ramp: float = 0.0) -> TableGait:
        """Return the cycle as a repeating table of actuator commands: lengths, angles, forces or pressures.

        Args:
            model: The model that was fitted.
            frequency: Cycles per second [Hz]; negative runs the cycle backward.
            start, ramp: Start and duration of the smooth start, see `TableGait` [s].
        """
        from scipy.interpolate import CubicSpline

        if bounds.frequency(frequency, "CurveFit frequency") == 0:
            raise GaitError("CurveFit frequency must not be 0; a small one is slow, and a negative one runs backward")
        low, high = np.array([reach(coordinate) for coordinate in coordinates_of(model)]).T
        spline = CubicSpline(self.phases, self.coordinates, bc_type="periodic")
        phases = np.linspace(0, 1, FINER * (len(self.phases) - 1) + 1)
        # a spline would overshoot where a coordinate reaches its bound and remains there
        rows = commands_for(model, np.clip(spline(phases), low, high), "CurveFit")
        rows[-1] = rows[0]
        times = number(start, "CurveFit start", GaitError, unit="s") + phases / abs(frequency)
        return TableGait(times, rows if frequency > 0 else rows[::-1].copy(), repeat=True, ramp=ramp)

    def state(self, model: Model, position: object = (0.0, 0.0, 0.0), rotation: object = (0.0, 0.0, 0.0)) -> State:
        """Return the state of the body at rest on the curve at phase 0.

        Args:
            model: The model that was fitted.
            position: Position of the curve's origin, world axes, shape (3,), [m].
            rotation: Rotation vector from world axes to the curve's, shape (3,), [rad].
        """
        place = vector(position, "position", GaitError, size=3, unit="m")
        x, y, z = vector(rotation, "rotation", GaitError, size=3, unit="rad")
        tail = self.tails[0]
        world, own = quat_exp((x, y, z)), quat_exp((0.0, tail[3], tail[4]))
        quaternion = quat_multiply(world, own)
        return with_tail_at(
            model, self.coordinates[0], place + np.array(quat_to_matrix(world)).reshape(3, 3) @ tail[:3], quaternion
        )


@named_arguments
def fit_curve(model: Model, curve: Curve, samples: int = 36, tolerance: float = 0.05) -> CurveFit:
    """Fit shapes of a model's body to a curve through one cycle.

    Args:
        model: Model; its soft sections, joints and mounts are used, not its world.
        curve: Curve of the neutral axis, from the tail at its beginning to the head at its end.
        samples: Number of phases in a cycle [-].
        tolerance: Largest distance from the curve, as a fraction of its length [-]; a fifth of it gives a warning.

    Returns:
        The shapes, and their distances from the curve.

    Raises:
        GaitError: if no shape is near enough to the curve, or the cycle is not closed.

    Source: the trajectories of Arachchige et al., Dynamic Modeling and Validation of Soft Robotic Snake Locomotion,
    2023: a curve rotated about the axis is sampled, and each sample is fitted by nearest points subject to 0 <= l <=
        l_max.
    """
    joints_of(model, "fit_curve")
    if isinstance(curve, type) or not hasattr(curve, "points"):
        raise GaitError(
            f"fit_curve needs a curve, got {curve!r}; write for example CircularArc(radius=0.3, length=0.47)"
        )
    count(samples, "fit_curve samples", GaitError, minimum=6, maximum=MAX_SAMPLES)
    number(tolerance, "fit_curve tolerance", GaitError, above=0, unit="of the curve's length")
    search = ShapeSearch.of(model)
    phases = np.linspace(0, 1, samples + 1)
    lines = [Line.through(curve.points(float(phase))) for phase in phases]
    judge = partial(_judge, model, search, tolerance)
    rows = _FITS.rows(
        (search.key(), *(line.key() for line in lines), tolerance), partial(_around, search, lines, judge)
    )
    errors = np.array([search.error(line, row) for line, row in zip(lines, rows, strict=True)])
    worst = int(np.argmax(errors))
    if message := judge(lines[worst], rows[worst], float(phases[worst])):
        warnings.warn(message, SnakelabWarning, stacklevel=3)
    return CurveFit(phases, rows[:, N_POSE:], rows[:, :N_POSE], errors, max(line.length for line in lines))


def _around(search: ShapeSearch, lines: list[Line], judge: Callable[[Line, FloatArray, float], str]) -> FloatArray:
    """Tail poses with coordinates at every phase, shape (n + 1, 5 + nv).

    Each search begins at the last shape; a search that diverges is restarted.
    """
    x = search.initial_guess(lines[0])
    usual = search.error(lines[0], x)
    judge(lines[0], x, 0.0)
    gap = np.inf
    for _ in range(2):  # a second cycle if the first shape is not the final one
        rows = []
        for phase, line in zip(np.linspace(0, 1, len(lines)).tolist(), lines, strict=True):
            x = search.from_start(line, x)
            if search.error(line, x) > LOST * (usual + SEAM * line.length):
                x = min((x, search.initial_guess(line)), key=partial(search.error, line))
            judge(line, x, phase)
            rows.append(x)
        gap = search.apart(rows[0], rows[-1])
        if gap < SEAM * lines[0].length:
            rows[-1] = rows[0]
            return np.array(rows)
    raise GaitError(
        f"the cycle does not close: after it the body is {gap:.3g} m from where it began; the curve at phase 1 must be that at "
        "phase 0, and near phases must be near"
    )


def _judge(model: Model, search: ShapeSearch, tolerance: float, line: Line, x: FloatArray, phase: float) -> str:
    """Raise GaitError if the best shape does not follow the curve; return a warning if it does so badly, else none."""
    error = search.error(line, x)
    fraction = error / line.length
    if fraction <= SIGNIFICANT * tolerance:
        return ""
    held = [name for name, at in zip(model.coordinate_names, search.at_bound(x[N_POSE:]), strict=True) if at]
    stuck = f"; at their limits: {', '.join(held)}" if held else ""
    message = (
        f"the best shape of {model.robot.name!r} is {1e3 * error:.3g} mm from the curve at phase {phase:.3g}, {fraction:.2%} of "
        f"its length (allowed: {tolerance:.2%}); the curve is {line.length:.4g} m long, "
        f"the straight body {search.axis.length:.4g} m{stuck}"
    )
    if fraction > tolerance:
        raise GaitError(message)
    return message

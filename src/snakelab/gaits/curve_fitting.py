"""Gaits that follow a curve: inverse kinematics by optimisation, its fit through a cycle, and the gait."""

import warnings
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, NamedTuple, get_args

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import GaitError, SnakelabWarning
from snakelab.gaits import gait as bounds
from snakelab.gaits.body_curves import N_POSE, Curve, Line, NeutralAxis
from snakelab.gaits.equilibrium import commands_for, coordinates_of, reach
from snakelab.gaits.gait import Frequency, TableGait, joints_of
from snakelab.geometry.rotations import quat_exp, quat_multiply, quat_to_matrix
from snakelab.parameters.arguments import FloatArray, count, instance, named_arguments, number, vector
from snakelab.parameters.declarations import FIXED, Ramp, Slider, Time, check_declared
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.command import Reference
from snakelab.physics.kinematics import with_tail_at
from snakelab.physics.model import Model
from snakelab.physics.state import State

# ----------------------------------------------------------------------------------------------------------------------
# Inverse kinematics by optimisation: the shape of a body whose neutral axis is nearest to a line
#
# The tail's pose and the coordinates x minimise
#
#     sum over points k of  |p_k(x) - nearest point|^2 + w^2 (position of that point - fraction_k length)^2,
#
# subject to the reach of each coordinate; the first and last point go to the ends of the line. The second term only breaks
# an ambiguity: along an arc, sections could exchange elongation.
# ----------------------------------------------------------------------------------------------------------------------


class FitSettings(NamedTuple):
    """Settings of the search.

    Attributes:
        position_weight: Weight w of the positions along the line [-].
        n_starts: Number of initial shapes [-].
        n_stages: Number of stages in which the ends of the body approach those of the line [-].
        stage_tolerance, tolerance: Relative tolerance of the minimum in the stages, and in the last [-].
        step_tolerance: Tolerance of steps and gradients [-].
        small_error: Error below which no further start is tried, fraction of the length of the line [-].
        travel: Initial range of a displacement without bounds, fraction of the length of the body in a part [-].
        angle: Initial range of an angle without bounds [rad].
        restart_ratio: A search restarts if its error exceeds that of the first phase by this factor [-].
        closing_tolerance: Allowed distance of the body at the end of a cycle from that at its beginning, fraction of the
            length of the curve [-].
        rows_per_phase: Rows of the table of a gait for each fitted phase [-].
    """

    position_weight: float = 0.05
    n_starts: int = 4
    n_stages: int = 6
    stage_tolerance: float = 1e-4
    tolerance: float = 1e-9
    step_tolerance: float = 1e-11
    small_error: float = 1e-3
    travel: float = 0.1
    angle: float = 1.0
    restart_ratio: float = 2.0
    closing_tolerance: float = 1e-4
    rows_per_phase: int = 8


SETTINGS = FitSettings()


@dataclass(frozen=True)
class ShapeSearch:
    """Search for the shapes of one body on successive lines.

    Attributes:
        axis: The body's neutral axis.
        lower, upper: Bounds of the coordinates, shape (nv,), [m or rad].
        wide: Half width of the range in which searches begin, for coordinates without bounds, shape (nv,).
    """

    axis: NeutralAxis
    lower: FloatArray
    upper: FloatArray
    wide: FloatArray

    @staticmethod
    def of(model: Model) -> "ShapeSearch":
        """Return the search for a model's body, within the reach of its coordinates."""
        coordinates, axis = coordinates_of(model), NeutralAxis.of(model)
        bounds = np.array([reach(coordinate) for coordinate in coordinates])
        travel = SETTINGS.travel * axis.length / len(model.robot.parts)
        wide = np.array([SETTINGS.angle if coordinate.unit == "rad" else travel for coordinate in coordinates])
        return ShapeSearch(axis, bounds[:, 0], bounds[:, 1], wide)

    def key(self) -> tuple[bytes, ...]:
        """Return all values on which the search depends."""
        parts, fractions = self.axis.parts, self.axis.fractions
        return tuple(array.tobytes() for array in (parts, fractions, self.lower, self.upper, self.wide))

    def initial_guess(self, line: Line) -> FloatArray:
        """Return the best of several starts: the middle of the bounds and random shapes, equal in every call.

        Each is fitted to the line from the tail on, one fraction of the body after another: in one step, a long body
        converges onto a winding line from almost no start.
        """
        rng = np.random.default_rng(0)
        low = np.where(np.isfinite(self.lower), self.lower, -self.wide)
        high = np.where(np.isfinite(self.upper), self.upper, self.wide)
        shapes = [(low + high) / 2, *rng.uniform(low, high, (SETTINGS.n_starts - 1, len(low)))]
        best, minimum = shapes[0], np.inf
        for shape in shapes:
            x = np.concatenate([_first_pose(line), shape])
            for fraction in np.linspace(0, 1, SETTINGS.n_stages + 1)[1:]:
                x = self.from_start(line, x, fraction)
            if (error := self.error(line, x)) < minimum:
                best, minimum = x, error
            if minimum < SETTINGS.small_error * line.length:
                break
        return best

    def from_start(self, line: Line, start: FloatArray, fraction: float = 1.0) -> FloatArray:
        """Return the local optimum from a start, tail's pose then coordinates, shape (5 + nv,), of a part of the body."""
        from scipy.optimize import least_squares

        free = np.full(N_POSE, np.inf)
        lower, upper = np.concatenate([-free, self.lower]), np.concatenate([free, self.upper])
        last: dict[
            bytes, tuple[FloatArray, FloatArray]
        ] = {}  # the gradients are evaluated at the point of the residuals

        def residuals(x: FloatArray) -> tuple[FloatArray, FloatArray]:
            if x.tobytes() not in last:
                last.clear()
                last[x.tobytes()] = self._residuals(line, x, fraction)
            return last[x.tobytes()]

        answer = least_squares(
            lambda x: residuals(x)[0] / line.length,
            np.clip(start, lower, upper),
            jac=lambda x: residuals(x)[1] / line.length,
            bounds=(lower, upper),
            x_scale="jac",
            ftol=SETTINGS.tolerance if fraction == 1.0 else SETTINGS.stage_tolerance,
            xtol=SETTINGS.step_tolerance,
            gtol=SETTINGS.step_tolerance,
            max_nfev=200,
        )
        return np.asarray(answer.x)

    def error(self, line: Line, x: FloatArray) -> float:
        """Largest distance of the axis from the line, and of its ends from the line's ends [m]."""
        residuals = self._residuals(line, x)[0][: 3 * len(self.axis.fractions)]
        return float(np.linalg.norm(residuals.reshape(-1, 3), axis=1).max())

    def apart(self, x: FloatArray, other: FloatArray) -> float:
        """Largest distance between two placed shapes [m]."""
        return float(np.linalg.norm(self.axis.placed(x)[0] - self.axis.placed(other)[0], axis=1).max())

    def at_bound(self, q: FloatArray) -> np.ndarray:
        """True for coordinates at the end of their reach, shape (nv,), bool."""
        near = 1e-4 * np.where(np.isfinite(self.upper - self.lower), self.upper - self.lower, 0.0)
        return (q <= self.lower + near) | (q >= self.upper - near)

    def _residuals(self, line: Line, x: FloatArray, fraction: float = 1.0) -> tuple[FloatArray, FloatArray]:
        """Distances (3 for each point), then the pulls along the line, and their derivative with respect to x.

        Residuals are zero for points beyond the given fraction of the body, from the tail.
        """
        points, moves = self.axis.placed(x)
        wanted = self.axis.fractions * line.length
        arc = line.nearest(points, wanted, SETTINGS.position_weight**2)
        arc[0], arc[-1] = 0.0, line.length
        off, slope, bend = points - line.spline(arc), line.spline(arc, 1), line.spline(arc, 2)
        # the nearest point moves by slope . dp / (slope . slope - off . bend), unless it is an end of the line
        steep = (slope**2).sum(axis=1) - (off * bend).sum(axis=1)
        inside = (arc > 0) & (arc < line.length) & (np.abs(steep) > 0.1)
        onward = np.einsum("ni,nij->nj", slope, moves) * (inside / np.where(inside, steep, 1.0))[:, None]
        n = moves.shape[2]
        residuals = np.concatenate([off.ravel(), SETTINGS.position_weight * (arc - wanted)])
        slopes = np.concatenate(
            [(moves - slope[:, :, None] * onward[:, None]).reshape(-1, n), SETTINGS.position_weight * onward]
        )
        later = self.axis.fractions > fraction
        residuals[np.concatenate([np.repeat(later, 3), later])] = 0.0
        slopes[np.concatenate([np.repeat(later, 3), later])] = 0.0
        return residuals, slopes


def _first_pose(line: Line) -> FloatArray:
    """Tail at the beginning of the line, with the shortest rotation from x to its direction."""
    forward = line.spline(0.0, 1)
    forward = forward / np.linalg.norm(forward)
    across = np.array([-forward[2], forward[1]])  # y and z of e_x x forward
    sine = np.linalg.norm(across)
    axis = across / sine if sine > 1e-12 else np.array([0.0, 1.0])
    return np.concatenate([line.spline(0.0), np.arctan2(sine, forward[0]) * axis])


# ----------------------------------------------------------------------------------------------------------------------
# Fit of a gait to a curve: the shapes of a body nearest to a curve through one cycle of its motion
#
# The curve rotates or travels, and the tail does not roll with it, so the planes of bending rotate in the body.
# The pose of the tail is free at every phase; only the shape is used.
# ----------------------------------------------------------------------------------------------------------------------


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
        while len(self.kept) > 8:
            self.kept.popitem(last=False)
        return rows.copy()


# Fits of the last bodies and curves: a scenario is checked with one model and run with another, equal one.
_FITS = KeptFits()
MAX_SAMPLES = 10_000  # phases of a cycle, each of which is a fit of the whole body


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
        phases = np.linspace(0, 1, SETTINGS.rows_per_phase * (len(self.phases) - 1) + 1)
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
            if search.error(line, x) > SETTINGS.restart_ratio * (usual + SETTINGS.closing_tolerance * line.length):
                x = min((x, search.initial_guess(line)), key=partial(search.error, line))
            judge(line, x, phase)
            rows.append(x)
        gap = search.apart(rows[0], rows[-1])
        if gap < SETTINGS.closing_tolerance * lines[0].length:
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
    if fraction <= 0.2 * tolerance:
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


# ----------------------------------------------------------------------------------------------------------------------
# Gait that follows a curve: an arc to roll, a helix to climb, a wave to sidewind
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CurveGait(Displayed):
    """Motion of the body along a curve that rotates or travels, one cycle after another.

    Args:
        curve: CircularArc, Helix, EllipticWave, DrawnCurve or FunctionCurve.
        frequency: Cycles per second [Hz]; negative for backward motion.
        start: Start time [s]; all targets are zero before it.
        ramp: Duration of the smooth start [s]; 0 for none.
        samples: Number of fitted phases of a cycle, interpolated by periodic cubic splines [-].
        tolerance: Largest distance between body and curve, as a fraction of the length of the curve [-]; a larger one
            raises a GaitError.

    A fit takes about a second for each body and curve; the last eight fits are cached. `fit_curve` returns a fit, whose
    `gait` does not repeat it.
    """

    curve: Curve
    frequency: Frequency
    start: Annotated[Time, FIXED] = 0.0
    ramp: Ramp = 0.0
    samples: Annotated[int, Ge(6), Le(MAX_SAMPLES), Slider(6, 100, 1)] = 36
    tolerance: Annotated[float, Gt(0), Slider(0.01, 0.5, 0.01), FIXED] = 0.05

    def __post_init__(self) -> None:
        instance(self.curve, "CurveGait curve", get_args(Curve), GaitError)
        check_declared(self, GaitError)
        if self.frequency == 0:
            raise GaitError("CurveGait frequency must not be 0; a negative one runs backward")

    def reference(self, model: Model) -> Reference:
        """Return the fitted cycle, repeated.

        Raises:
            GaitError: if no shape follows the curve, or a force has no spring to press on.
        """
        fit = fit_curve(model, self.curve, self.samples, self.tolerance)
        return fit.gait(model, self.frequency, self.start, self.ramp).reference(model)

"""Currents of a fluid: regions, parameters, uniform, mapped and user-defined currents, and the velocity at a point."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge

from snakelab.errors import WorldError
from snakelab.geometry.distances import surface_gap
from snakelab.geometry.spatial import ZERO, add, add_scaled, scale, sub
from snakelab.geometry.surfaces import Pipe
from snakelab.kernels.decorator import kernel
from snakelab.kernels.lazy_kernel import call_address
from snakelab.parameters.arguments import FloatArray, floats, instance, is_row, number, vector
from snakelab.parameters.declarations import (
    CHECKED_ELSEWHERE,
    INFINITE,
    Angle,
    Point,
    PositiveLength,
    Slider,
    Unit,
    UserNumbers,
    Velocity,
    check_declared,
)
from snakelab.worlds.force_law import compiled, plain_and_name, refuse_changed

# ----------------------------------------------------------------------------------------------------------------------
# Region of a fluid or a current: a box with open sides, or the inside of a pipe
# ----------------------------------------------------------------------------------------------------------------------

EVERYWHERE, BOX, INSIDE = range(3)
# Places of the parameters of a region: its kind; then lower and upper corner of a box, or the kind of a surface and its numbers.
KIND, LOWER, UPPER, SURFACE_KIND, SURFACE = 0, 1, 4, 1, 2

Corner = Annotated[tuple[float, float, float], Unit("m"), Slider(-10, 10, 0.1), INFINITE, CHECKED_ELSEWHERE]


@dataclass(frozen=True)
class Region:
    """Box in world axes, unbounded where a bound is infinite: `Region(upper=(inf, inf, 0))` is the half space below z =
    0.

    Args:
        lower: Smallest x, y, z, shape (3,), [m]; None for unbounded.
        upper: Largest x, y, z, shape (3,), [m]; None for unbounded.
    """

    lower: Corner | None = None
    upper: Corner | None = None

    def __post_init__(self) -> None:
        low, high = self.bounds()
        for axis, minimum, maximum in zip("xyz", low, high, strict=True):
            if not minimum < maximum:
                raise WorldError(f"Region lower must be less than upper, got {axis} from {minimum:g} to {maximum:g} m")

    def bounds(self) -> FloatArray:
        """Return lower and upper corner, shape (2, 3), [m]."""
        return np.array([_corner(self.lower, "lower", -math.inf), _corner(self.upper, "upper", math.inf)])


def _corner(corner: object, key: str, nothing: float) -> list[float]:
    if corner is None:
        return 3 * [nothing]
    if not is_row(corner) or len(corner) != 3:
        raise WorldError(f"Region {key} must be three numbers x, y, z in m, got {corner!r}; write (-5, -inf, -inf)")
    return [
        number(value, f"Region {key} {axis}", WorldError, unit="m", infinite=True)
        for axis, value in zip("xyz", corner, strict=True)
    ]


def region_numbers(region: Region | Pipe | None, surface: float | None = None) -> FloatArray:
    """Numbers for the compiled law; a free surface closes a box at its height."""
    if isinstance(region, Pipe):
        return np.concatenate([[INSIDE, region.kind], region.numbers()])
    if region is None and surface is None:
        return np.array([float(EVERYWHERE)])
    lower, upper = (region or Region()).bounds()
    if surface is not None:
        upper[2] = min(upper[2], surface)
    return np.concatenate([[BOX], lower, upper])


@kernel
def outside(par, a, p):
    """Distance of a point from the region whose numbers begin at a, negative inside [m]; in corners of a box, by its
    nearest face.
    """
    if par[a + KIND] == EVERYWHERE:
        return -1e30
    if par[a + KIND] == INSIDE:
        gap, _ = surface_gap(int(par[a + SURFACE_KIND]), par, a + SURFACE, p)
        return -gap
    far = -1e30
    for i in range(3):
        far = max(far, par[a + LOWER + i] - p[i], p[i] - par[a + UPPER + i])
    return far


@kernel
def boundary(par, a, p):
    """Distance of a point from a bounded region, as `outside`, and the unit normal out of its nearest face, world axes."""
    if par[a + KIND] == INSIDE:
        gap, normal = surface_gap(int(par[a + SURFACE_KIND]), par, a + SURFACE, p)
        return -gap, (-normal[0], -normal[1], -normal[2])
    far, axis, side = -1e30, 2, 1.0
    for i in range(3):
        if par[a + LOWER + i] - p[i] > far:
            far, axis, side = par[a + LOWER + i] - p[i], i, -1.0
        if p[i] - par[a + UPPER + i] > far:
            far, axis, side = p[i] - par[a + UPPER + i], i, 1.0
    return far, (side if axis == 0 else 0.0, side if axis == 1 else 0.0, side if axis == 2 else 0.0)


@kernel
def submerged(distance, radius):
    """Fraction of a disc that is inside a straight boundary, with its centre at `distance` outside [-].

    (acos h - h sqrt(1 - h^2)) / pi with h = distance / radius: a cylinder that lies in a free surface, exactly.
    """
    h = distance / radius
    if h >= 1.0:
        return 0.0
    if h <= -1.0:
        return 1.0
    return (math.acos(h) - h * math.sqrt(1.0 - h * h)) / math.pi


# ----------------------------------------------------------------------------------------------------------------------
# Indices of the parameters of a current, and the function that assembles them
# ----------------------------------------------------------------------------------------------------------------------

# Number of parameters, address of a user-defined function (0: none), velocity, gradient, origin, pulsation, angular frequency,
# phase, width of the region's edge, first index of the numbers of the region and of the user, and count of the latter.
SIZE, ADDRESS, VELOCITY, GRADIENT, ORIGIN, PULSATION, FREQUENCY, PHASE, EDGE, REGION, USER, N_USER, CURRENT_WIDTH = (
    0, 1, 2, 5, 14, 17, 20, 21, 22, 23, 24, 25, 26,
)  # fmt: skip
# Used in place of the address for a map, which has a built-in law.
CURRENT_MAP = -1.0


def parameter_row(head: FloatArray, region: FloatArray, user: FloatArray) -> FloatArray:
    """Return the row of parameters: header, region, numbers of a map or of a user-defined function."""
    head[REGION] = CURRENT_WIDTH
    head[USER], head[N_USER] = CURRENT_WIDTH + len(region), len(user)
    head[SIZE] = CURRENT_WIDTH + len(region) + len(user)
    return np.concatenate([head, region, user])


# ----------------------------------------------------------------------------------------------------------------------
# Currents: velocity of a fluid, uniform, sheared or pulsating, in a region; or given by a map
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Current:
    """Current v_c(p, t) = velocity + gradient (p - origin) + pulsation sin(angular_frequency t + phase), in world axes.

    Args:
        velocity: Uniform velocity, shape (3,), [m/s].
        gradient: Velocity gradient, shape (3, 3), row i for component i and column j for axis j, [1/s]; its trace is
            zero for incompressible flow.
        origin: Point at which the contribution of the gradient is zero, shape (3,), [m].
        pulsation: Amplitude of a uniform oscillation, shape (3,), [m/s].
        angular_frequency: Angular frequency of the oscillation [rad/s].
        phase: Phase of the oscillation [rad].
        region: Extent of the current: a Region or the inside of a Pipe; None for everywhere.
        edge: Width of the zone inside the boundary of the region in which the current increases from zero [m].
    """

    velocity: Velocity = (0.0, 0.0, 0.0)
    gradient: Sequence[Sequence[float]] | None = None
    origin: Point = (0.0, 0.0, 0.0)
    pulsation: Velocity = (0.0, 0.0, 0.0)
    angular_frequency: Annotated[float, Ge(0), Unit("rad/s"), Slider(0, 10, 0.01)] = 0.0
    phase: Angle = 0.0
    region: Region | Pipe | None = None
    edge: Annotated[PositiveLength, Slider(0.01, 0.5, 0.01)] = 0.05

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        _matrix(self.gradient)
        if self.region is not None:
            instance(self.region, "Current region", (Region, Pipe), WorldError)

    def numbers(self) -> FloatArray:
        """Numbers for the compiled law."""
        head = np.zeros(CURRENT_WIDTH)
        head[VELOCITY : VELOCITY + 3] = self.velocity
        head[GRADIENT : GRADIENT + 9] = _matrix(self.gradient).ravel()
        head[ORIGIN : ORIGIN + 3] = self.origin
        head[PULSATION : PULSATION + 3] = self.pulsation
        head[FREQUENCY], head[PHASE], head[EDGE] = self.angular_frequency, self.phase, self.edge
        return parameter_row(head, region_numbers(self.region), np.zeros(0))


@dataclass(frozen=True)
class CurrentMap:
    """Current given on a horizontal grid, with bilinear interpolation and independent of height; steady, or at several
    times, with linear interpolation between them.

    Args:
        u: Velocity along x, rows along y and columns along x, shape (n_y, n_x), [m/s]; with `times` one such table for
            each, shape (n_t, n_y, n_x).
        v: Velocity along y, likewise [m/s].
        origin: x and y of the first point, shape (2,), [m].
        spacing: Spacing [m].
        times: Times of the tables, increasing, shape (n_t,), [s]; None for a steady current. Before the first and after
            the last time the current is that of the nearest one.
        repeat: True to repeat the tables with the period from the first to the last time; the last table should be
            equal to the first.

    Outside the grid, the current is that of the nearest edge.
    """

    u: Sequence[Sequence[float]] | Sequence[Sequence[Sequence[float]]]
    v: Sequence[Sequence[float]] | Sequence[Sequence[Sequence[float]]]
    origin: Annotated[tuple[float, float], Unit("m"), Slider(-10, 10, 0.1)] = (0.0, 0.0)
    spacing: PositiveLength = 1.0
    times: Annotated[Sequence[float], Unit("s"), Slider(0, 60, 0.1)] | None = None
    repeat: bool = False

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        shapes = {key: _tables(getattr(self, key), key, self.times is not None).shape for key in ("u", "v")}
        if shapes["u"] != shapes["v"]:
            raise WorldError(f"CurrentMap u and v must be of one shape, got {shapes['u']} and {shapes['v']}")
        times = self._times()
        if len(times) != shapes["u"][0] or (np.diff(times) <= 0).any():
            raise WorldError(
                f"CurrentMap times must be {shapes['u'][0]} increasing times in s, one for each table, got {list(times)}"
            )
        if self.repeat and len(times) < 2:
            raise WorldError("CurrentMap repeat needs two times or more, got one; omit it for a steady current")

    def _times(self) -> FloatArray:
        return np.zeros(1) if self.times is None else vector(self.times, "CurrentMap times", WorldError, unit="s")

    def numbers(self) -> FloatArray:
        """Numbers for the compiled law."""
        u, v = (_tables(getattr(self, key), key, self.times is not None) for key in ("u", "v"))
        head = np.zeros(CURRENT_WIDTH)
        head[ADDRESS] = CURRENT_MAP
        times = self._times()
        size = [u.shape[2], u.shape[1], *self.origin, self.spacing, len(times), float(self.repeat)]
        both = np.stack([u, v], axis=1)  # u and v of the first time, then of the second
        return parameter_row(head, region_numbers(None), np.concatenate([size, times, both.ravel()]))


def _tables(values: object, key: str, timed: bool) -> FloatArray:
    """Return the tables of a map, shape (n_t, n_y, n_x); one for a steady current."""
    if not timed:
        return _rows(values, key)[None]
    if not isinstance(values, (Sequence, np.ndarray)) or not len(values):
        raise WorldError(f"CurrentMap {key} must be one table of rows for each time, got {values!r}")
    tables = [_rows(one, key) for one in values]
    if len({table.shape for table in tables}) > 1:
        raise WorldError(f"CurrentMap {key} must have tables of one shape, got {[table.shape for table in tables]}")
    return np.stack(tables)


def _rows(values: object, key: str) -> FloatArray:
    try:
        rows = floats(values)
    except ValueError:
        raise WorldError(f"CurrentMap {key} must be rows of numbers of equal length in m/s, got {values!r}") from None
    if rows.ndim != 2 or min(rows.shape) < 2:
        more = "; write times for several tables" if rows.ndim == 3 else ""
        raise WorldError(f"CurrentMap {key} must be at least 2 rows of 2 numbers in m/s, got shape {rows.shape}{more}")
    if not np.isfinite(rows).all():
        j, i = np.argwhere(~np.isfinite(rows))[0].tolist()
        raise WorldError(f"CurrentMap {key} must be finite numbers in m/s, got {rows[j, i]} in row {j}, column {i}")
    return rows


def _matrix(gradient: object) -> FloatArray:
    if gradient is None:
        return np.zeros((3, 3))
    try:
        matrix = floats(gradient)
    except ValueError:
        matrix = np.zeros(0)
    if matrix.shape != (3, 3) or not np.isfinite(matrix).all():
        raise WorldError(
            f"Current gradient must be three rows of three finite numbers in 1/s, got {gradient!r}; for a stream along "
            f"x that grows "
            "with z write [[0, 0, 0.1], [0, 0, 0], [0, 0, 0]]"
        )
    return matrix


# ----------------------------------------------------------------------------------------------------------------------
# Current by a user-defined function: compiled once, called by pointer inside the step
# ----------------------------------------------------------------------------------------------------------------------

ARGUMENTS = "position, time, parameters, velocity"
_SIGNATURE = "void(CPointer(float64), float64, CPointer(float64), intp, CPointer(float64))"


@dataclass(frozen=True)
class UserCurrent:
    """Current by a user-defined function, compiled once and called in the step by its pointer.

    function(position, time, parameters, velocity) writes into `velocity`, shape (3,), [m/s], which contains zeros at
    the call; position, shape (3,), is in world axes [m]; time in [s].

    Args:
        function: A function that Numba can compile.
        parameters: Numbers that are passed to the function; a change does not recompile it.

    If the function raises an exception or returns a non-finite value during a run, the run ends as diverged.

    Raises:
        WorldError: if the function cannot be compiled, or a test call of the Python function fails.
    """

    function: Callable[..., Any]
    parameters: UserNumbers = ()
    _compiled: Any = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise WorldError(f"UserCurrent function must be a function of ({ARGUMENTS}), got {self.function!r}")
        check_declared(self, WorldError)
        numbers = np.array(self.parameters, dtype=np.float64)
        object.__setattr__(self, "_compiled", compiled(self.function, _called, _SIGNATURE, "UserCurrent", ARGUMENTS))
        _try_out(self.function, numbers)

    def numbers(self) -> FloatArray:
        """Numbers for the compiled law; an address has fewer bits than the 53 of a float."""
        head = np.zeros(CURRENT_WIDTH)
        head[ADDRESS] = self._compiled.address
        return parameter_row(head, region_numbers(None), vector(self.parameters, "UserCurrent parameters", WorldError))


def _called(stream: Any) -> Callable[..., None]:
    """The function with C types as arguments."""
    from numba import carray

    def call(position, time, parameters, n_parameters, velocity):
        try:
            stream(carray(position, (3,)), time, carray(parameters, (n_parameters,)), carray(velocity, (3,)))
        except Exception:  # exceptions cannot pass through C: the run ends as diverged, with all records so far
            carray(velocity, (3,))[:] = np.nan

    return call


def _try_out(function: Callable[..., Any], parameters: FloatArray) -> None:
    """Test the Python function: compiled code checks neither indices nor results."""
    plain, name = plain_and_name(function)
    for place in (np.zeros(3), np.array([0.3, -0.2, -1.0])):
        velocity, given, numbers = np.zeros(3), place.copy(), parameters.copy()
        try:
            returned = plain(given, 0.5, numbers, velocity)
        except Exception as problem:
            raise WorldError(
                f"UserCurrent function {name!r} fails at {place.tolist()} with {len(parameters)} parameters: {problem!r}; "
                f"it must take ({ARGUMENTS})"
            ) from problem
        refuse_changed("UserCurrent", name, {"position": (place, given), "parameters": (parameters, numbers)})
        if returned is not None:
            raise WorldError(
                f"UserCurrent function {name!r} must fill velocity and return nothing, it returned {returned!r}; "
                "write velocity[:] = ..."
            )
        if not np.isfinite(velocity).all():
            raise WorldError(
                f"UserCurrent function {name!r} gives velocities that are not finite at {place.tolist()}: {velocity.tolist()}"
            )


# ----------------------------------------------------------------------------------------------------------------------
# Velocity of a fluid at a point: the sum of its currents, and its material derivative
# ----------------------------------------------------------------------------------------------------------------------

# Half the interval of the central difference for the material derivative [s]; the error is of second order in it.
DERIVATIVE_STEP = 1e-4


@kernel
def stream_velocity(par, a, n, p, t, scratch):
    """Velocity of the fluid at a point, the sum of its currents.

    Args:
        par: Numbers of all laws in a row.
        a: Index of the first number of the first current.
        n: Number of currents.
        p: Point, world axes [m].
        t: [s].
        scratch: Shape (6 or more,), for user-defined functions.

    Returns:
        World axes [m/s].
    """
    total = ZERO
    for _ in range(n):
        distance = outside(par, a + int(par[a + REGION]), p)
        if distance < 0.0:
            if par[a + ADDRESS] == CURRENT_MAP:
                flow = timed_stream(par, a + int(par[a + USER]), p, t)
            elif par[a + ADDRESS] != 0.0:
                flow = user_stream(par, a, p, t, scratch)
            else:
                flow = plain_stream(par, a, p, t)
            x = min(1.0, -distance / par[a + EDGE]) if par[a + EDGE] > 0.0 else 1.0
            total = add(total, scale(x * x * (3.0 - 2.0 * x), flow))
        a += int(par[a + SIZE])
    return total


@kernel(inline=True)
def plain_stream(par, a, p, t):
    """Velocity of a `Current` without its region."""
    s = math.sin(par[a + FREQUENCY] * t + par[a + PHASE])
    d = sub(p, (par[a + ORIGIN], par[a + ORIGIN + 1], par[a + ORIGIN + 2]))
    g = a + GRADIENT
    return (
        par[a + VELOCITY] + par[g] * d[0] + par[g + 1] * d[1] + par[g + 2] * d[2] + s * par[a + PULSATION],
        par[a + VELOCITY + 1] + par[g + 3] * d[0] + par[g + 4] * d[1] + par[g + 5] * d[2] + s * par[a + PULSATION + 1],
        par[a + VELOCITY + 2] + par[g + 6] * d[0] + par[g + 7] * d[1] + par[g + 8] * d[2] + s * par[a + PULSATION + 2],
    )


@kernel
def timed_stream(par, a, p, time):
    """Velocity of a `CurrentMap`. Numbers: n_x, n_y, x and y of the first point, spacing, n_t, whether it repeats, the times,
    and for each time u and v row by row."""
    n = int(par[a + 5])
    times, tables, size = a + 7, a + 7 + n, 2 * int(par[a]) * int(par[a + 1])
    if n == 1:
        return mapped_stream(par, a, tables, p)
    if par[a + 6] != 0.0:
        period = par[times + n - 1] - par[times]
        time = par[times] + (time - par[times]) - period * math.floor((time - par[times]) / period)
    after = 1
    while after < n - 1 and par[times + after] <= time:
        after += 1
    start, end = par[times + after - 1], par[times + after]
    s = min(max((time - start) / (end - start), 0.0), 1.0)
    before = mapped_stream(par, a, tables + (after - 1) * size, p)
    return add(scale(1.0 - s, before), scale(s, mapped_stream(par, a, tables + after * size, p)))


@kernel
def mapped_stream(par, a, u, p):
    """Velocity of one table of a `CurrentMap`, whose u begins at the index u."""
    nx, ny = int(par[a]), int(par[a + 1])
    x = min(max((p[0] - par[a + 2]) / par[a + 4], 0.0), float(nx - 1))
    y = min(max((p[1] - par[a + 3]) / par[a + 4], 0.0), float(ny - 1))
    i, j = min(math.floor(x), nx - 2), min(math.floor(y), ny - 2)
    s, t = x - float(i), y - float(j)
    u += j * nx + i
    v = u + nx * ny
    return (
        (1.0 - t) * ((1.0 - s) * par[u] + s * par[u + 1]) + t * ((1.0 - s) * par[u + nx] + s * par[u + nx + 1]),
        (1.0 - t) * ((1.0 - s) * par[v] + s * par[v + 1]) + t * ((1.0 - s) * par[v + nx] + s * par[v + nx + 1]),
        0.0,
    )


@kernel(inline=True)
def user_stream(par, a, p, t, scratch):
    """Velocity of a `UserCurrent`."""
    for i in range(3):
        scratch[i] = p[i]
        scratch[3 + i] = 0.0
    start = scratch.ctypes.data
    numbers = par[a + int(par[a + USER]) :]
    call_address(int(par[a + ADDRESS]), (start, t, numbers.ctypes.data, int(par[a + N_USER]), start + 24))
    return (scratch[3], scratch[4], scratch[5])


@kernel
def stream_acceleration(par, a, n, p, t, velocity, scratch):
    """Material derivative D v_c / D t of the stream by a central difference [m/s^2]."""
    later = stream_velocity(par, a, n, add_scaled(p, DERIVATIVE_STEP, velocity), t + DERIVATIVE_STEP, scratch)
    before = stream_velocity(par, a, n, add_scaled(p, -DERIVATIVE_STEP, velocity), t - DERIVATIVE_STEP, scratch)
    return scale(0.5 / DERIVATIVE_STEP, sub(later, before))

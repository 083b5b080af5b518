"""Currents: how the fluid itself moves: uniform, sheared, pulsating, in a region, or by a function of one's own."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numba import carray, cfunc, njit, types
from numba.core.errors import NumbaError, UnsupportedBytecodeError
from numba.extending import intrinsic

from snakelab.compiling import kernel
from snakelab.errors import WorldError
from snakelab.geometry.surfaces import Pipe
from snakelab.geometry.vectors import ZERO, add, add_scaled, scale, sub
from snakelab.types import FloatArray, instance, number, vector
from snakelab.worlds.fluid.region import Region, outside, region_numbers

# Places of a current's numbers: how many they are, address of a function of one's own (0: none), velocity, gradient, origin,
# pulsation, angular frequency, phase, width of the region's edge, where the region's numbers and the user's begin and how many.
SIZE, ADDRESS, VELOCITY, GRADIENT, ORIGIN, PULSATION, FREQUENCY, PHASE, EDGE, REGION, USER, N_USER, CURRENT_WIDTH = (
    0, 1, 2, 5, 14, 17, 20, 21, 22, 23, 24, 25, 26,
)  # fmt: skip
# Stands for the address of a map's own law; no function lives there.
MAP = -1.0
# Half the time over which the rate of a stream is taken along the path of its water [s]; the error is of second order in it.
ALONG = 1e-4
_POINTER = types.CPointer(types.float64)
_SIGNATURE = types.void(_POINTER, types.float64, _POINTER, types.intp, _POINTER)
USER_ARGUMENTS = "position, time, parameters, velocity"


@dataclass(frozen=True)
class Current:
    """A stream v_c(p, t) = velocity + gradient (p - origin) + pulsation sin(angular_frequency t + phase), in world axes.

    Args:
        velocity: Shape (3,), [m/s].
        gradient: Its change along x, y and z, shape (3, 3) with row i for component i, [1/s]; a stream that does not change its
            volume has a trace of zero.
        origin: Where the gradient counts from, shape (3,), [m].
        pulsation: Amplitude of a uniform oscillation, shape (3,), [m/s].
        angular_frequency: Of the oscillation [rad/s].
        phase: Of the oscillation [rad].
        region: Where it streams: a Region or the inside of a Pipe; None is everywhere.
        edge: Over which width it rises from zero at the region's boundary, inside it [m].
    """

    velocity: tuple[float, float, float] = (0.0, 0.0, 0.0)
    gradient: Sequence[Sequence[float]] | None = None
    origin: tuple[float, float, float] = (0.0, 0.0, 0.0)
    pulsation: tuple[float, float, float] = (0.0, 0.0, 0.0)
    angular_frequency: float = 0.0
    phase: float = 0.0
    region: Region | Pipe | None = None
    edge: float = 0.05

    def __post_init__(self) -> None:
        for key, unit in (("velocity", "m/s"), ("origin", "m"), ("pulsation", "m/s")):
            vector(getattr(self, key), f"Current {key}", WorldError, size=3, unit=unit)
        _matrix(self.gradient)
        number(self.angular_frequency, "Current angular_frequency", WorldError, least=0, unit="rad/s")
        number(self.phase, "Current phase", WorldError, unit="rad")
        number(self.edge, "Current edge", WorldError, above=0, unit="m")
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
        return _laid_out(head, region_numbers(self.region), np.zeros(0))


@dataclass(frozen=True)
class CurrentMap:
    """A stream that is known on a level grid, bilinear between its points and the same at all heights.

    Args:
        u: Velocity along x, rows along y and columns along x, shape (n_y, n_x), [m/s].
        v: Velocity along y, likewise [m/s].
        origin: x and y of the first point, shape (2,), [m].
        spacing: [m].

    Beyond the grid's edges the stream goes on as at the edge.
    """

    u: Sequence[Sequence[float]]
    v: Sequence[Sequence[float]]
    origin: tuple[float, float] = (0.0, 0.0)
    spacing: float = 1.0

    def __post_init__(self) -> None:
        vector(self.origin, "CurrentMap origin", WorldError, size=2, unit="m")
        number(self.spacing, "CurrentMap spacing", WorldError, above=0, unit="m")
        shapes = {key: _rows(getattr(self, key), key).shape for key in ("u", "v")}
        if shapes["u"] != shapes["v"]:
            raise WorldError(f"CurrentMap u and v must be of one shape, got {shapes['u']} and {shapes['v']}")

    def numbers(self) -> FloatArray:
        """Numbers for the compiled law."""
        u, v = _rows(self.u, "u"), _rows(self.v, "v")
        head = np.zeros(CURRENT_WIDTH)
        head[ADDRESS] = MAP
        size = [u.shape[1], u.shape[0], *self.origin, self.spacing]
        return _laid_out(head, region_numbers(None), np.concatenate([size, u.ravel(), v.ravel()]))


def _rows(values: object, key: str) -> FloatArray:
    try:
        rows = np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        rows = np.zeros(0)
    if rows.ndim != 2 or min(rows.shape) < 2 or not np.isfinite(rows).all():
        raise WorldError(f"CurrentMap {key} must be at least 2 rows of 2 finite numbers in m/s, got shape {rows.shape}")
    return rows


@dataclass(frozen=True)
class UserCurrent:
    """A stream by a function of your own, compiled once and called by pointer inside the step.

    function(position, time, parameters, velocity) fills `velocity`, shape (3,), [m/s], which arrives as zeros; position,
    shape (3,),
    in world axes [m]; time [s].

    Args:
        function: A function that Numba can compile.
        parameters: Your numbers; changing them does not recompile.

    Raises:
        WorldError: if the function does not compile, or a trial call of the plain function goes wrong.
    """

    function: Callable[..., Any]
    parameters: Sequence[float] = ()
    _compiled: Any = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise WorldError(f"UserCurrent function must be a function of ({USER_ARGUMENTS}), got {self.function!r}")
        numbers = vector(self.parameters, "UserCurrent parameters", WorldError)
        object.__setattr__(self, "_compiled", _compile(self.function))
        _try_out(self.function, numbers)

    def numbers(self) -> FloatArray:
        """Numbers for the compiled law; an address has fewer bits than a float's 53."""
        head = np.zeros(CURRENT_WIDTH)
        head[ADDRESS] = self._compiled.address
        return _laid_out(head, region_numbers(None), vector(self.parameters, "UserCurrent parameters", WorldError))


def _matrix(gradient: object) -> FloatArray:
    if gradient is None:
        return np.zeros((3, 3))
    try:
        matrix = np.array(gradient, dtype=np.float64)
    except (TypeError, ValueError):
        matrix = np.zeros(0)
    if matrix.shape != (3, 3) or not np.isfinite(matrix).all():
        raise WorldError(
            f"Current gradient must be three rows of three finite numbers in 1/s, got {gradient!r}; for a stream along "
            f"x that grows "
            "with z write [[0, 0, 0.1], [0, 0, 0], [0, 0, 0]]"
        )
    return matrix


def _laid_out(head: FloatArray, region: FloatArray, user: FloatArray) -> FloatArray:
    head[REGION] = CURRENT_WIDTH
    head[USER], head[N_USER] = CURRENT_WIDTH + len(region), len(user)
    head[SIZE] = CURRENT_WIDTH + len(region) + len(user)
    return np.concatenate([head, region, user])


_COMPILED: dict[Any, Any] = {}


def _compile(function: Callable[..., Any]) -> Any:
    """The function behind one fixed C signature; each function is compiled once a process."""
    if function in _COMPILED:
        return _COMPILED[function]

    def call(position, time, parameters, n_parameters, velocity):
        stream(carray(position, (3,)), time, carray(parameters, (n_parameters,)), carray(velocity, (3,)))

    name = getattr(function, "__name__", repr(function))
    try:
        stream = function if hasattr(function, "py_func") else njit(function, error_model="numpy")
        compiled = cfunc(_SIGNATURE, nopython=True)(call)
    except (NumbaError, UnsupportedBytecodeError, TypeError, AttributeError) as problem:
        reason = next((line.strip() for line in str(problem).splitlines() if line.strip()), type(problem).__name__)
        raise WorldError(
            f"UserCurrent function {name!r} does not compile with Numba; it must be a plain function of ({USER_ARGUMENTS}). "
            f"Numba says: {reason}"
        ) from None
    _COMPILED[function] = compiled
    return compiled


def _try_out(function: Callable[..., Any], parameters: FloatArray) -> None:
    """Call the plain Python function: compiled code checks neither indices nor what it returns."""
    plain = getattr(function, "py_func", function)
    name = getattr(function, "__name__", repr(function))
    for place in (np.zeros(3), np.array([0.3, -0.2, -1.0])):
        velocity = np.zeros(3)
        try:
            answer = plain(place.copy(), 0.5, parameters.copy(), velocity)
        except Exception as problem:
            raise WorldError(
                f"UserCurrent function {name!r} fails at {place.tolist()} with {len(parameters)} parameters: {problem!r}; "
                f"it must take ({USER_ARGUMENTS})"
            ) from problem
        if answer is not None:
            raise WorldError(
                f"UserCurrent function {name!r} must fill velocity and return nothing, it returned {answer!r}; "
                "write velocity[:] = ..."
            )
        if not np.isfinite(velocity).all():
            raise WorldError(
                f"UserCurrent function {name!r} gives velocities that are not finite at {place.tolist()}: {velocity.tolist()}"
            )


@intrinsic
def _call_stream(typingctx, address, position, time, parameters, n_parameters, velocity):
    """Call the C function at `address` with the pointers given as integers."""
    signature = types.void(*[types.float64 if i == 2 else types.intp for i in range(6)])

    def codegen(context, builder, sig, args):
        from llvmlite import ir

        double, pointer, size = ir.DoubleType(), ir.DoubleType().as_pointer(), context.get_value_type(types.intp)
        kind = ir.FunctionType(ir.VoidType(), [pointer, double, pointer, size, pointer])
        function = builder.inttoptr(args[0], kind.as_pointer())
        builder.call(
            function,
            [
                builder.inttoptr(args[1], pointer),
                args[2],
                builder.inttoptr(args[3], pointer),
                args[4],
                builder.inttoptr(args[5], pointer),
            ],
        )
        return context.get_dummy_value()

    return signature, codegen


@kernel
def stream_velocity(par, a, n, p, t, scratch):
    """Velocity of the fluid at a point, the sum of its currents.

    Args:
        par: Numbers of all laws in a row.
        a: Where the first current's begin.
        n: How many currents.
        p: Point, world axes [m].
        t: [s].
        scratch: Shape (6 or more,), for functions of one's own.

    Returns:
        World axes [m/s].
    """
    total = ZERO
    for _ in range(n):
        distance = outside(par, a + int(par[a + REGION]), p)
        if distance < 0.0:
            if par[a + ADDRESS] == MAP:
                flow = mapped_stream(par, a + int(par[a + USER]), p)
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
    """The stream of a `Current`, its region apart."""
    s = math.sin(par[a + FREQUENCY] * t + par[a + PHASE])
    d = sub(p, (par[a + ORIGIN], par[a + ORIGIN + 1], par[a + ORIGIN + 2]))
    g = a + GRADIENT
    return (
        par[a + VELOCITY] + par[g] * d[0] + par[g + 1] * d[1] + par[g + 2] * d[2] + s * par[a + PULSATION],
        par[a + VELOCITY + 1] + par[g + 3] * d[0] + par[g + 4] * d[1] + par[g + 5] * d[2] + s * par[a + PULSATION + 1],
        par[a + VELOCITY + 2] + par[g + 6] * d[0] + par[g + 7] * d[1] + par[g + 8] * d[2] + s * par[a + PULSATION + 2],
    )


@kernel
def mapped_stream(par, a, p):
    """The stream of a `CurrentMap`. Numbers: n_x, n_y, x and y of the first point, spacing, u and v row by row."""
    nx, ny = int(par[a]), int(par[a + 1])
    x = min(max((p[0] - par[a + 2]) / par[a + 4], 0.0), nx - 1.0)
    y = min(max((p[1] - par[a + 3]) / par[a + 4], 0.0), ny - 1.0)
    i, j = min(math.floor(x), nx - 2), min(math.floor(y), ny - 2)
    s, t = x - i, y - j
    u = a + 5 + j * nx + i
    v = u + nx * ny
    return (
        (1 - t) * ((1 - s) * par[u] + s * par[u + 1]) + t * ((1 - s) * par[u + nx] + s * par[u + nx + 1]),
        (1 - t) * ((1 - s) * par[v] + s * par[v + 1]) + t * ((1 - s) * par[v + nx] + s * par[v + nx + 1]),
        0.0,
    )


@kernel(inline=True)
def user_stream(par, a, p, t, scratch):
    """The stream of a `UserCurrent`."""
    for i in range(3):
        scratch[i] = p[i]
        scratch[3 + i] = 0.0
    start = scratch.ctypes.data
    numbers = par[a + int(par[a + USER]) :]
    _call_stream(int(par[a + ADDRESS]), start, t, numbers.ctypes.data, int(par[a + N_USER]), start + 24)
    return (scratch[3], scratch[4], scratch[5])


@kernel
def stream_acceleration(par, a, n, p, t, velocity, scratch):
    """D v_c / D t: the stream's rate along the path of its own water, by a central difference [m/s^2]."""
    later = stream_velocity(par, a, n, add_scaled(p, ALONG, velocity), t + ALONG, scratch)
    before = stream_velocity(par, a, n, add_scaled(p, -ALONG, velocity), t - ALONG, scratch)
    return scale(0.5 / ALONG, sub(later, before))

"""External wrenches on one part: constant in a time window, tabulated, a compiled function of time, or linear damping."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar

import numpy as np
from annotated_types import Ge, Gt, Len

from snakelab.errors import WorldError
from snakelab.geometry.spatial import (
    NO_INERTIA,
    NO_TWIST,
    ZERO_MAT,
    add,
    body_inertia,
    cross,
    dot,
    get9,
    inertia_add,
    inertia_dot,
    inertia_rotate,
    inertia_shift,
    mat_t_vec,
    mat_vec,
    scale,
    set_inertia,
    set_twist,
    sub,
    sym_vec,
    twist_add,
    twist_scale,
)
from snakelab.kernels.decorator import kernel
from snakelab.kernels.lazy_kernel import call_address
from snakelab.parameters.arguments import FloatArray, floats, vector
from snakelab.parameters.declarations import (
    CHECKED_ELSEWHERE,
    INFINITE,
    Choices,
    Label,
    Slider,
    TermName,
    Time,
    Unit,
    UserNumbers,
    check_declared,
)
from snakelab.worlds.force_law import (
    DAMPER,
    EXTERNAL,
    LAW_INERTIA,
    LAW_WRENCH,
    ROTATION,
    SCRATCH,
    ForceLaw,
    LawRow,
    LawTables,
    Stations,
    compiled,
    plain_and_name,
    refuse_changed,
    station_frame,
)

# ----------------------------------------------------------------------------------------------------------------------
# Places of the parameters of the compiled law of an external wrench
# ----------------------------------------------------------------------------------------------------------------------

# Index of the station; its point from the station's centre of mass (station axes); whether force and torque are in body axes;
# beginning and end of the window [s]; stiffness, damping, largest force and target of the spring; number of instants (or of a
# user's function's numbers); then the instants and six numbers (force, torque) for each.
STATION, POINT, BODY_AXES, START, END, STIFFNESS, DAMPING, MAX_FORCE, TARGET, N_GIVEN, GIVEN = (
    0,
    1,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    13,
    14,
)


# ----------------------------------------------------------------------------------------------------------------------
# External wrench in a time window or from a table, `ExternalWrench`, and as a function of time, `UserWrench`
# ----------------------------------------------------------------------------------------------------------------------

NO_TENSOR = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
WORLD_AXES, BODY = "world", "body"
AXES = (WORLD_AXES, BODY)
ARGUMENTS = "time, parameters, wrench"
_SIGNATURE = "void(float64, CPointer(float64), intp, CPointer(float64))"
Rows = Sequence[Sequence[float]]

PointOfForce = Annotated[Sequence[float], Len(3, 3), Unit("m"), Slider(-1, 1, 0.01)]


@dataclass(frozen=True)
class ExternalWrench(ForceLaw):
    """External force and torque on one part, constant within a time window or interpolated linearly in a table.

    Args:
        part: Name of the link, soft section or free body of the world; of equal names, that of the robot.
        force: Shape (3,), or (n, 3) with one row for each of `times`, [N].
        torque: Shape (3,), or (n, 3), [N m].
        point: Point of action of the force, relative to the tail end of the part and in its axes, shape (3,), [m]; of a
            free body, relative to its centre. None for the centre of mass of a link or body and the middle of a soft
            section. It is fixed to the part (in a soft section, to the nearest station).
        axes: Axes of force and torque: "world", or "body" for those of the part.
        start: Start of the time window [s].
        end: End of the time window [s].
        times: Instants of the table, increasing, shape (n,), [s]; None for a constant wrench. Within the time window,
            the wrench is constant before the first and after the last instant.
        name: Name of the force, `<name>_force`, and of its work in recordings.
        target: Point of the world, shape (3,), [m], to which a spring and a damper at the point of action pull the part within
            the time window, besides force and torque: K (target - p) - D v with the position p and the velocity v of the
            point of action; None for none. Both are implicit in the step, so that a stiff spring needs no small steps.
        stiffness: K [N/m].
        damping: D [N s/m].
        max_force: Largest force of spring and damper [N]; beyond it, both are reduced by the same factor.

    In a step that contains the start or end of the window, the wrench acts for the corresponding fraction of the step,
    so the impulse is exact. With "rk4" and the integrators of SciPy, let the window start and end at multiples of the
    step, or use a table that rises over several steps.

    Raises:
        WorldError: if a size, a value or the order of the instants is wrong.
    """

    part: Label
    force: Annotated[Sequence[float], Len(3, 3), Unit("N"), Slider(-10, 10, 0.1), CHECKED_ELSEWHERE] | Rows = (
        0.0,
        0.0,
        0.0,
    )
    torque: Annotated[Sequence[float], Len(3, 3), Unit("N m"), Slider(-5, 5, 0.05), CHECKED_ELSEWHERE] | Rows = (
        0.0,
        0.0,
        0.0,
    )
    point: PointOfForce | None = None
    axes: Annotated[str, Choices(AXES)] = WORLD_AXES
    start: Annotated[Time, INFINITE] = -math.inf
    end: Annotated[Time, INFINITE] = math.inf
    times: Sequence[float] | None = None
    name: TermName = "external"
    target: Annotated[Sequence[float], Len(3, 3), Unit("m"), Slider(-10, 10, 0.1)] | None = None
    stiffness: Annotated[float, Ge(0), Unit("N/m"), Slider(0, 1e4, 10)] = 0.0
    damping: Annotated[float, Ge(0), Unit("N s/m"), Slider(0, 500, 1)] = 0.0
    max_force: Annotated[float, Gt(0), Unit("N"), Slider(1, 1000, 1), INFINITE] = math.inf

    # Number of the free body with the name of the part, counted from the last one; 0 if the world has none.
    _from_last: ClassVar[int] = 0

    def __post_init__(self) -> None:
        _check_place(self, "ExternalWrench")
        self.table()
        if self.target is None and (self.stiffness or self.damping):
            raise WorldError(
                f"ExternalWrench has a stiffness of {self.stiffness:g} N/m and a damping of {self.damping:g} N s/m but no "
                "target; add the point to which it pulls, target=(1.0, 0.0, 0.5)"
            )

    def table(self) -> tuple[FloatArray, FloatArray]:
        """Instants, shape (n,), [s], and force and torque at each, shape (n, 6), [N, N m]."""
        if self.times is None:
            force = vector(self.force, "ExternalWrench force", WorldError, size=3, unit="N")
            torque = vector(self.torque, "ExternalWrench torque", WorldError, size=3, unit="N m")
            return np.zeros(1), np.concatenate([force, torque])[None]
        times = vector(self.times, "ExternalWrench times", WorldError, unit="s")
        if not len(times) or (np.diff(times) <= 0).any():
            raise WorldError(f"ExternalWrench times must increase, got {list(self.times)!r}")
        n = len(times)
        rows = (_rows(self.force, n, "force", "N"), _rows(self.torque, n, "torque", "N m"))
        return times, np.hstack(rows)

    def numbers(self, station_number: int, offset: FloatArray) -> FloatArray:
        """Numbers for the compiled law.

        Args:
            station_number: The station on which it acts.
            offset: Its point, from that station's centre of mass, shape (3,), [m].
        """
        times, wrenches = self.table()
        head = _head(self, station_number, offset, len(times))
        if self.target is not None:
            head[STIFFNESS], head[DAMPING], head[MAX_FORCE] = self.stiffness, self.damping, self.max_force
            head[TARGET : TARGET + 3] = self.target
        return np.concatenate([head, times, wrenches.ravel()])

    def tables(self, stations: Stations) -> LawTables:
        """Row of the law."""
        try:
            place = stations.nearest(self.part, self.point, "ExternalWrench")
        except WorldError:
            if not self._from_last:
                raise
            # stations of free bodies are the last ones, at their centres
            offset = np.zeros(3) if self.point is None else np.array(self.point, dtype=np.float64)
            place = len(stations.masses) - self._from_last, offset
        return LawTables((LawRow(EXTERNAL),), self.numbers(*place))

    def in_world(self, names: Sequence[str]) -> "ExternalWrench":
        """Return the wrench in a world with free bodies of these names."""
        from_last = len(names) - list(names).index(self.part) if self.part in names else 0
        if from_last == self._from_last:
            return self
        own = replace(self)
        object.__setattr__(own, "_from_last", from_last)
        return own


@dataclass(frozen=True)
class UserWrench(ForceLaw):
    """External force and torque on one part by a user-defined function of time, compiled once and called in the step by
    its pointer.

    function(time, parameters, wrench) writes force and torque into `wrench`, shape (6,), [N, N m], which contains zeros
    at the call.

    Args:
        part: Name of the link or soft section.
        function: A function that Numba can compile.
        parameters: Numbers that are passed to the function; a change does not recompile it.
        point, axes, start, end, name: As in `ExternalWrench`.

    If the function raises an exception or returns a non-finite value during a run, the run ends as diverged.

    Raises:
        WorldError: if the function cannot be compiled, or a test call of the Python function fails.
    """

    part: Label
    function: Callable[..., Any]
    parameters: UserNumbers = ()
    point: PointOfForce | None = None
    axes: Annotated[str, Choices(AXES)] = WORLD_AXES
    start: Annotated[Time, INFINITE] = -math.inf
    end: Annotated[Time, INFINITE] = math.inf
    name: TermName = "external"
    _compiled: Any = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise WorldError(f"UserWrench function must be a function of ({ARGUMENTS}), got {self.function!r}")
        _check_place(self, "UserWrench")
        numbers = np.array(self.parameters, dtype=np.float64)
        object.__setattr__(self, "_compiled", compiled(self.function, _called, _SIGNATURE, "UserWrench", ARGUMENTS))
        _try_out(self.function, numbers)

    @property
    def address(self) -> int:
        """Address of the compiled function."""
        return int(self._compiled.address)

    def numbers(self, station_number: int, offset: FloatArray) -> FloatArray:
        """Numbers for the compiled law; arguments as `ExternalWrench.numbers`."""
        user_values = vector(self.parameters, "UserWrench parameters", WorldError)
        return np.concatenate([_head(self, station_number, offset, len(user_values)), user_values])

    def tables(self, stations: Stations) -> LawTables:
        """Row of the law, with the address of the function."""
        numbers = self.numbers(*stations.nearest(self.part, self.point, "UserWrench"))
        return LawTables((LawRow(EXTERNAL, address=self.address),), numbers)


def _check_place(wrench: ExternalWrench | UserWrench, kind: str) -> None:
    """Raise WorldError unless the declared arguments are valid, a part is named, and the window has a length."""
    check_declared(wrench, WorldError)
    if not wrench.part:
        raise WorldError(f"{kind} part must be the name of a part such as 'link1', got ''")
    if not wrench.start < wrench.end:
        raise WorldError(f"{kind} end must be later than its start of {wrench.start:g} s, got {wrench.end:g} s")


def _rows(values: object, n: int, key: str, unit: str) -> FloatArray:
    """One row of three numbers for each instant; a single triple is used for all."""
    try:
        rows = floats(values)
    except ValueError:
        rows = np.zeros(0)
    if rows.shape == (3,):
        rows = np.tile(rows, (n, 1))
    if rows.shape != (n, 3) or not np.isfinite(rows).all():
        raise WorldError(
            f"ExternalWrench {key} must be three finite numbers in {unit}, or {n} rows of three, one for each of times; "
            f"got {values!r}"
        )
    return rows


def _head(wrench: ExternalWrench | UserWrench, station_number: int, offset: FloatArray, n_given: int) -> FloatArray:
    head = np.zeros(GIVEN)
    head[STATION], head[POINT : POINT + 3] = station_number, offset
    head[BODY_AXES], head[START], head[END], head[N_GIVEN] = wrench.axes == BODY, wrench.start, wrench.end, n_given
    return head


def _called(law: Any) -> Callable[..., None]:
    """The function with C types as arguments."""
    from numba import carray

    def call(time, parameters, n_parameters, wrench):
        try:
            law(time, carray(parameters, (n_parameters,)), carray(wrench, (6,)))
        except Exception:  # exceptions cannot pass through C: the run ends as diverged, with all records so far
            carray(wrench, (6,))[:] = np.nan

    return call


def _try_out(function: Callable[..., Any], parameters: FloatArray) -> None:
    """Test the Python function: compiled code checks neither indices nor results."""
    plain, name = plain_and_name(function)
    for time in (0.0, 1.0):
        wrench, numbers = np.zeros(6), parameters.copy()
        try:
            returned = plain(time, numbers, wrench)
        except Exception as problem:
            raise WorldError(
                f"UserWrench function {name!r} fails at {time:g} s with {len(parameters)} parameters: {problem!r}; "
                f"it must take ({ARGUMENTS})"
            ) from problem
        refuse_changed("UserWrench", name, {"parameters": (parameters, numbers)})
        if returned is not None:
            raise WorldError(
                f"UserWrench function {name!r} must fill wrench and return nothing, it returned {returned!r}; "
                "write wrench[:] = ..."
            )
        if not np.isfinite(wrench).all():
            raise WorldError(
                f"UserWrench function {name!r} returns {wrench.tolist()} at {time:g} s, which is not finite"
            )


# ----------------------------------------------------------------------------------------------------------------------
# Compiled law: external force and torque on one station. See `ExternalWrench` and `UserWrench` above
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inner=True)
def external_wrench_on_station(model, law, k, row, t, dt, ws):
    """Wrench on station k over the step that ends at t, written to its row: zero on all other stations.

    Args:
        model: ModelArrays.
        law: The law.
        k: The station.
        row: Of the law and the station.
        t: End of the step [s].
        dt: Step [s]; 0 for the instantaneous wrench.
        ws: Workspace.
    """
    par = model.law_parameters
    a = model.laws[law].first
    if int(par[a + STATION]) != k:
        set_twist(ws.laws, row, LAW_WRENCH, NO_TWIST)
        set_inertia(ws.laws, row, LAW_INERTIA, NO_INERTIA)
        return
    begin, end = max(t - dt, par[a + START]), min(t, par[a + END])
    fraction = max(end - begin, 0.0) / dt if dt > 0.0 else (1.0 if par[a + START] <= t < par[a + END] else 0.0)
    if fraction == 0.0:
        set_twist(ws.laws, row, LAW_WRENCH, NO_TWIST)
        set_inertia(ws.laws, row, LAW_INERTIA, NO_INERTIA)
        return
    x = ws.body[0, SCRATCH:]
    given_wrench(par, a, model.laws[law].address, 0.5 * (begin + end) if dt > 0.0 else t, x)
    force = scale(fraction, (x[0], x[1], x[2]))
    torque = scale(fraction, (x[3], x[4], x[5]))
    if par[a + BODY_AXES] == 0.0:
        r = get9(ws.stations, k, ROTATION)
        force, torque = mat_t_vec(r, force), mat_t_vec(r, torque)
    point = (par[a + POINT], par[a + POINT + 1], par[a + POINT + 2])
    coefficient = 0.0
    if par[a + STIFFNESS] > 0.0 or par[a + DAMPING] > 0.0:
        pull, coefficient = spring(par, a, k, point, dt, ws)
        force, coefficient = add(force, scale(fraction, pull)), fraction * coefficient
    set_twist(ws.laws, row, LAW_WRENCH, (force, add(torque, cross(point, force))))
    set_inertia(ws.laws, row, LAW_INERTIA, body_inertia(coefficient, NO_TENSOR, point))


@kernel
def spring(par, a, k, point, dt, ws):
    """Force of spring and damper on a point of station k, station axes, and its coefficient dt D + dt^2 K.

    The force is K (target - p - dt u) - D u with the velocity u of the point; beyond the largest force, K and D are reduced.
    """
    r, p, twist = station_frame(ws.stations, k)
    u = add(twist[0], cross(twist[1], point))
    place = add(p, mat_vec(r, point))
    target = (par[a + TARGET], par[a + TARGET + 1], par[a + TARGET + 2])
    away = mat_t_vec(r, (target[0] - place[0], target[1] - place[1], target[2] - place[2]))
    stiffness, damping = par[a + STIFFNESS], par[a + DAMPING] + dt * par[a + STIFFNESS]
    force = sub(scale(stiffness, away), scale(damping, u))
    factor = 1.0
    size = math.sqrt(dot(force, force))
    if size > par[a + MAX_FORCE]:
        factor = par[a + MAX_FORCE] / size
    return scale(factor, force), factor * dt * damping


@kernel(inline=True)
def user_wrench_at(par, a, address, t, x):
    """Write the force and torque of a user's function at t to the first six numbers of x."""
    for i in range(6):
        x[i] = 0.0
    numbers = par[a + GIVEN :]
    call_address(address, (t, numbers.ctypes.data, int(par[a + N_GIVEN]), x.ctypes.data))


@kernel
def given_wrench(par, a, address, t, x):
    """Write force and torque at t, in their given axes, to the first six numbers of x."""
    n = int(par[a + N_GIVEN])
    if address != 0:
        user_wrench_at(par, a, address, t, x)
        return
    times, rows = a + GIVEN, a + GIVEN + n
    last = 0  # instants at or before t
    while last < n and par[times + last] <= t:
        last += 1
    before, after = max(last - 1, 0), min(last, n - 1)
    part = 0.0
    if after > before:
        part = (t - par[times + before]) / (par[times + after] - par[times + before])
    for i in range(6):
        x[i] = (1.0 - part) * par[rows + 6 * before + i] + part * par[rows + 6 * after + i]


# ----------------------------------------------------------------------------------------------------------------------
# Linear damper between a part and the world
# ----------------------------------------------------------------------------------------------------------------------

Damping = Annotated[Sequence[float], Len(3, 3), Ge(0), Slider(0, 10, 0.01)]
Inertance = Annotated[Sequence[float], Len(3, 3), Ge(0), Slider(0, 1, 0.001)]


@dataclass(frozen=True)
class Damper(ForceLaw):
    """Linear damper and inertance between a point of a part and the world, in world axes: force -D v - M v', torque -E w - J w'.

    The inertance is that of rotors which drive a slide or a hinge between the base and the world: it has no weight.

    Args:
        part: Name of the link or soft section.
        translation: Coefficients D along the world's axes, shape (3,), [N s/m].
        rotation: Coefficients E about the world's axes, shape (3,), [N m s/rad].
        point: Point of action, relative to the tail end of the part and in its axes, shape (3,), [m]; None for the
            centre of mass of a link and the middle of a soft section.
        name: Name of the force in recordings.
        mass: Inertances M along the world's axes, shape (3,), [kg].
        inertia: Inertances J about the world's axes, shape (3,), [kg m^2].

    Raises:
        WorldError: if a coefficient is negative.
    """

    part: Label
    translation: Annotated[Damping, Unit("N s/m")] = (0.0, 0.0, 0.0)
    rotation: Annotated[Damping, Unit("N m s/rad")] = (0.0, 0.0, 0.0)
    point: PointOfForce | None = None
    name: TermName = "damper"
    mass: Annotated[Inertance, Unit("kg")] = (0.0, 0.0, 0.0)
    inertia: Annotated[Inertance, Unit("kg m^2")] = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        check_declared(self, WorldError)

    def tables(self, stations: Stations) -> LawTables:
        """Row of the law."""
        station, offset = stations.nearest(self.part, self.point, "Damper")
        numbers = np.concatenate([[station], offset, self.translation, self.rotation, self.mass, self.inertia])
        return LawTables((LawRow(DAMPER),), numbers)


@kernel(inline=True)
def diagonal_blocks(par, first):
    """Block of three coefficients of translation and three of rotation, from place `first` on."""
    return (
        (par[first], 0.0, 0.0, par[first + 1], 0.0, par[first + 2]),
        ZERO_MAT,
        (par[first + 3], 0.0, 0.0, par[first + 4], 0.0, par[first + 5]),
    )


@kernel(inner=True)
def damper_on_station(model, law, k, row, dt, ws):
    """Wrench and added inertia of a damper on station k, written to its row: zero on all other stations."""
    par = model.law_parameters
    a = model.laws[law].first
    if int(par[a]) != k:
        set_twist(ws.laws, row, LAW_WRENCH, NO_TWIST)
        set_inertia(ws.laws, row, LAW_INERTIA, NO_INERTIA)
        return
    r, _, twist = station_frame(ws.stations, k)
    into = (r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8])  # from world axes to those of the station
    point = (par[a + 1], par[a + 2], par[a + 3])
    damping = inertia_shift(inertia_rotate(diagonal_blocks(par, a + 4), into), point)
    own = inertia_rotate(diagonal_blocks(par, a + 10), into)
    # the centripetal acceleration of the point, which that of the station does not contain
    pull = sym_vec(own[0], cross(twist[1], cross(twist[1], point)))
    wrench = twist_add(inertia_dot(damping, twist), (pull, cross(point, pull)))
    set_twist(ws.laws, row, LAW_WRENCH, twist_scale(-1.0, wrench))
    m, c, j = damping
    step = (
        (dt * m[0], dt * m[1], dt * m[2], dt * m[3], dt * m[4], dt * m[5]),
        (dt * c[0], dt * c[1], dt * c[2], dt * c[3], dt * c[4], dt * c[5], dt * c[6], dt * c[7], dt * c[8]),
        (dt * j[0], dt * j[1], dt * j[2], dt * j[3], dt * j[4], dt * j[5]),
    )
    step = inertia_add(step, inertia_shift(own, point))
    set_inertia(ws.laws, row, LAW_INERTIA, step)

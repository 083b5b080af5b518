"""Force laws of a world: interface of all media, compilation of user-defined functions, and `UserLaw`."""

import inspect
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np

from snakelab.errors import SnakelabWarning, WorldError
from snakelab.geometry.cross_sections import Hull
from snakelab.geometry.spatial import get3, get9, get_twist
from snakelab.kernels.decorator import kernel
from snakelab.kernels.lazy_kernel import require_compiler
from snakelab.parameters.arguments import FloatArray, vector
from snakelab.parameters.declarations import TermName, UserNumbers, check_declared
from snakelab.parameters.display_registry import Displayed

# ----------------------------------------------------------------------------------------------------------------------
# Interface of compiled force laws: the code of each, and the rows that a law reads and writes on a station
#
# A law acts on one station of a part. It reads the station's row (frame, twist) and writes its own row: a wrench in station axes
# at the centre of mass, and the inertia that its damping and stiffness add to the station in an implicit step.
# ----------------------------------------------------------------------------------------------------------------------

# Codes of the laws in the tables of a model.
VISCOUS, COULOMB, USER, CONTACT, CONTACT_FRICTION, FLUID, FLUID_DRAG, FLUID_BUOYANCY, EXTERNAL, INERTIA_BOX = range(10)
GRANULAR, ELLIPSOID, DAMPER = 10, 11, 12
# Couplings of the robot: their forces on the links and their work are recorded like those of a medium.
COUPLING_LAW = 13
# Contact of the robot with itself, normal force and friction: like that of contacts, it has no wrench on a station of its own.
SELF_CONTACT_LAW = CONTACT_FRICTION
# station rows: frame at the centre of mass, bias wrench of mass and media, acceleration, drift inside a soft section
ROTATION, POSITION, TWIST, WRENCH, ACCELERATION, DRIFT, STATION_WIDTH = 0, 9, 12, 18, 24, 30, 36
# law rows, one for each law and station: wrench, added inertia, applied force in world axes;
# of Coulomb friction the velocity of the linearisation, the force applied in the full step, and the change
# of velocity of a free station under all other forces
LAW_WRENCH, LAW_INERTIA, LAW_APPLIED, LAW_POINT, LAW_FULL, LAW_VELOCITY_CHANGE, LAW_WIDTH = 0, 6, 27, 30, 33, 36, 39
# the one body row: frame of the head as in a station row, articulated inertia and bias at the base, its acceleration, scratch
BASE_INERTIA, BASE_WRENCH, BASE_ACCELERATION, SCRATCH, BODY_WIDTH = 18, 39, 45, 51, 147


@kernel(inline=True)
def station_frame(ws_stations, k):
    """Rotation, position and twist of station k."""
    return get9(ws_stations, k, ROTATION), get3(ws_stations, k, POSITION), get_twist(ws_stations, k, TWIST)


@kernel(inline=True)
def gravity_of(model):
    """Gravity in world axes [m/s^2]."""
    g = model.gravity
    return (g[0], g[1], g[2])


# ----------------------------------------------------------------------------------------------------------------------
# Interface of media: their rows in the table of laws of a model, and the parameters of their compiled laws
# ----------------------------------------------------------------------------------------------------------------------


class Stations(Protocol):
    """Stations of a robot in its world, from which a medium computes its parameters."""

    @property
    def robot(self) -> str:
        """Name of the robot, for messages."""

    @property
    def base(self) -> str:
        """Base of the robot: "floating", "planar" or "fixed"."""

    @property
    def gravity(self) -> float:
        """Component of the world's gravity toward level ground [m/s^2]."""

    @property
    def masses(self) -> FloatArray:
        """Masses, shape (n,), [kg]."""

    @property
    def inertias(self) -> Sequence[FloatArray]:
        """Inertia of each about its centre of mass, shape (3, 3), [kg m^2]."""

    @property
    def hulls(self) -> tuple[Hull, ...]:
        """Hull of each."""

    @property
    def head(self) -> int:
        """Index of the station at the end of the head."""

    def nearest(self, part: str, point: Sequence[float] | None, medium: str) -> tuple[int, FloatArray]:
        """Index of the station nearest to a point of a part, and the point from its centre of mass, shape (3,), [m].

        Args:
            part: Name of the part.
            point: Point from the tail end of the part, shape (3,), [m]; None for the middle.
            medium: Class of the medium, for messages.
        """


class LawRow(NamedTuple):
    """Row of the table of laws: one force, recorded under the name of the medium and the suffix.

    Attributes:
        code: Code of the compiled law.
        suffix: Suffix of the name.
        address: Address of a user-defined function; 0 for laws of the package.
        first: Index of its first parameter among those of the medium.
        size: Number of its parameters; None for all from `first`.
    """

    code: int
    suffix: str = ""
    address: int = 0
    first: int = 0
    size: int | None = None


class LawTables(NamedTuple):
    """Rows of a medium in the table of laws, and its parameters in the order in which its kernel reads them."""

    rows: tuple[LawRow, ...]
    parameters: Sequence[float] | FloatArray = ()


class ForceLaw(Displayed, ABC):
    """Base class of all media."""

    @abstractmethod
    def tables(self, stations: Stations) -> LawTables:
        """Rows and parameters of the medium for a robot; no rows for a medium that does not act on stations."""


# ----------------------------------------------------------------------------------------------------------------------
# User-defined functions behind a fixed C signature: compiled once per process, with readable errors if compilation fails
# ----------------------------------------------------------------------------------------------------------------------

_COMPILED: dict[Any, Any] = {}


def compiled(
    function: Callable[..., Any],
    called: Callable[[Any], Callable[..., None]],
    signature: str,
    what: str,
    arguments: str,
) -> Any:
    """Compile a function with a fixed C signature; return it with its address.

    Args:
        function: A plain Python function, or one that Numba has compiled.
        called: Returns, for the compiled function, a function with C types that calls it.
        signature: Signature of the latter, in Numba's notation.
        what: Owner of the function, for messages.
        arguments: Its arguments, for messages.

    Raises:
        WorldError: if it does not compile.
    """
    require_compiler()
    from numba import cfunc, njit
    from numba.core.errors import NumbaError, UnsupportedBytecodeError

    if (what, function) in _COMPILED:
        return _COMPILED[what, function]
    plain, name = plain_and_name(function)
    _check_arguments(plain, f"{what} function {name!r}", arguments)
    try:
        inner = function if hasattr(function, "py_func") else njit(function, error_model="numpy")
        callback = cfunc(signature, nopython=True)(called(inner))
    except (NumbaError, UnsupportedBytecodeError, TypeError, AttributeError) as problem:
        raise WorldError(
            f"{what} function {name!r} does not compile with Numba; it must be a plain function of ({arguments}). "
            f"Message of Numba: {_reason(problem)}"
        ) from None  # Numba's traceback is many pages long
    _COMPILED[what, function] = callback
    return callback


def _check_arguments(function: Callable[..., Any], what: str, arguments: str) -> None:
    """Raise WorldError for a function whose number of arguments is not that of `arguments`; those in brackets are optional."""
    try:
        own = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # not a Python function; Numba says what it is
        return
    required = [one for one in own if one.default is one.empty]
    least, most = arguments.split("[")[0].count(",") + 1, arguments.count(",") + 1
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if all(one.kind in kinds for one in own) and (len(own) < least or len(required) > most):
        given = ", ".join(one.name for one in own)
        raise WorldError(
            f"{what} takes {len(own)} argument{'' if len(own) == 1 else 's'}, ({given}); write ({arguments})"
        )


def plain_and_name(function: Callable[..., Any]) -> tuple[Callable[..., Any], str]:
    """The Python function, for a trial call, and its name."""
    return getattr(function, "py_func", function), getattr(function, "__name__", repr(function))


def refuse_changed(what: str, name: str, inputs: dict[str, tuple[FloatArray, FloatArray]]) -> None:
    """Raise WorldError if a trial call modified its inputs: numbers of the model would change during a run.

    Args:
        what: Owner of the function.
        name: Of the function.
        inputs: Each argument before and after the call.
    """
    for argument, (before, after) in inputs.items():
        if not np.array_equal(before, after, equal_nan=True):
            raise WorldError(
                f"{what} function {name!r} must not write to {argument}, and changes it from {before.tolist()} to "
                f"{after.tolist()}; write to a copy: {argument}.copy()"
            )


def _reason(problem: Exception) -> str:
    """The relevant lines of a compiler message, up to the first that ends a sentence."""
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    relevant = [
        line
        for line in lines
        if not line.startswith(("Failed in", "During:", "- During", ">>>", "- Of which", "There are"))
    ]
    kept: list[str] = []
    for line in (relevant or lines or [type(problem).__name__])[:3]:
        kept.append(line)
        if not line.endswith(":"):
            break
    return " ".join(kept)


# ----------------------------------------------------------------------------------------------------------------------
# User-defined force law: one function, compiled once, called by pointer inside the step
# ----------------------------------------------------------------------------------------------------------------------

ARGUMENTS = "pose, twist, load, parameters, wrench, damping, stiffness"
# Places of the arrays of a call in `scratch`, one after the other; in rows of six numbers those of the matrices.
POSE, VELOCITY, FORCE, DAMPING, STIFFNESS, END = 0, 12, 18, 24, 60, 96
_DAMPING_ROW, _STIFFNESS_ROW, _END_ROW = DAMPING // 6, STIFFNESS // 6, END // 6
# scratch, load, parameters and their number, time, q followed by v and the number of coordinates, station
_SIGNATURE = "void(CPointer(float64), float64, CPointer(float64), intp, float64, CPointer(float64), intp, intp)"
# Twists of the test calls.
_TEST_TWISTS = (np.zeros(6), np.array([0.1, -0.2, 0.3, -0.4, 0.5, -0.6]))


class LawState(NamedTuple):
    """Time and joint coordinates, for a law that takes `state`.

    Attributes:
        time: At the end of the step [s].
        q: Coordinates of the joints and soft sections at the start of the step, shape (n_coordinates,), [rad or m].
        v: Their rates, shape (n_coordinates,), [rad/s or m/s].
        station: Index of the station on which the law acts, counted from the base [-].
    """

    time: float
    q: FloatArray
    v: FloatArray
    station: int


@dataclass(frozen=True)
class UserLaw(ForceLaw):
    """Force by a user-defined function on every station or at every contact point; implicit in the step if the function
    gives its derivatives.

    function(pose, twist, load, parameters, wrench, damping, stiffness) writes into its last three arguments, which
    contain zeros at the call: the wrench in the axes of the frame (linear, angular), shape (6,), and the positive
    semi-definite matrices D and K with d wrench = -D d twist - K d displacement, shape (6, 6). Friction that decreases
    with speed has a negative derivative: give the secant D = -wrench / twist instead. Without D and K the law is
    explicit, so that a stiff law requires small steps. With an additional last argument `state`, the function can also
    use state.time [s], the coordinates state.q and state.v, and the index state.station of the station.

    In `World([UserLaw(f)])` the frame is that of a station, and the load its weight. In `Contact(friction=UserLaw(f))`
    the frame is at a contact point, with x along the body in the tangent plane and z along the normal of the surface,
    and the load is the normal force at that point as applied by the contact.

    Args:
        function: A function that Numba can compile. `pose` is the world pose [R | p] of the frame, shape (3, 4);
            `twist` the velocity of the body at its origin, in its axes, shape (6,); `load` the weight or the normal
            force [N]; `parameters` the numbers below.
        parameters: Numbers that are passed to the function; a change does not recompile it.
        name: Name of the force in recordings; friction of a contact has the name of the contact.

    Raises:
        WorldError: if the function cannot be compiled, or a test call of the Python function fails.
    """

    function: Callable[..., Any]
    parameters: UserNumbers = ()
    name: TermName = "user"
    _compiled: Any = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise WorldError(f"UserLaw function must be a function of ({ARGUMENTS}[, state]), got {self.function!r}")
        check_declared(self, WorldError)
        called = _called_with_state if self.takes_state else _called
        law = compiled(self.function, called, _SIGNATURE, "UserLaw", f"{ARGUMENTS}[, state]")
        object.__setattr__(self, "_compiled", law)
        if not self.takes_state:
            self.try_out(0)

    @property
    def takes_state(self) -> bool:
        """True if the function has an argument `state`."""
        plain, _ = plain_and_name(self.function)
        try:
            return len(inspect.signature(plain).parameters) == len(ARGUMENTS.split()) + 1
        except (TypeError, ValueError):
            return False

    def try_out(self, n_coordinates: int) -> None:
        """Call the Python function twice as a test: compiled code checks neither indices nor returned values.

        Args:
            n_coordinates: Coordinates of the robot; laws that do not take `state` have been tried when they were made [-].

        A warning is issued for a force of the velocity alone that acts along it, such as friction with a wrong sign.

        Raises:
            WorldError: if a call goes wrong.
        """
        still, moving = (_trial(self, twist, 1.0, n_coordinates) for twist in _TEST_TWISTS)
        power = float(moving @ _TEST_TWISTS[1])
        if not still.any() and power > 1e-9 * float(np.abs(moving) @ np.abs(_TEST_TWISTS[1])):
            warnings.warn(
                f"UserLaw {self.name!r} drives the body: its function, called with twist = {_TEST_TWISTS[1].tolist()} as a test, "
                f"gives a wrench along it, with a power of {power:.3g} W, and none at rest; friction and drag act against "
                "the velocity, so check the sign of wrench, such as wrench[:] = -c * twist",
                SnakelabWarning,
                stacklevel=4,
            )

    def depends_on_load(self, n_coordinates: int) -> bool:
        """True if the wrench of a test call depends on the load."""
        slow, fast = (_trial(self, _TEST_TWISTS[1], load, n_coordinates) for load in (1.0, 2.0))
        return not np.array_equal(slow, fast)

    @property
    def address(self) -> int:
        """Address of the compiled function."""
        return int(self._compiled.address)

    def values(self) -> FloatArray:
        """The parameters as an array."""
        return vector(self.parameters, "UserLaw parameters", WorldError)

    def tables(self, stations: Stations) -> LawTables:
        """Row of the law, with the address of the function."""
        return LawTables((LawRow(USER, address=self.address),), self.values())


def _called(law: Any) -> Callable[..., None]:
    """The function with C types as arguments."""
    from numba import carray

    def call(scratch, load, parameters, n_parameters, time, coordinates, n_coordinates, k):
        x, rows = carray(scratch, (END,)), carray(scratch, (_END_ROW, 6))
        try:
            law(
                carray(scratch, (3, 4)),
                x[VELOCITY:FORCE],
                load,
                carray(parameters, (n_parameters,)),
                x[FORCE:DAMPING],
                rows[_DAMPING_ROW:_STIFFNESS_ROW],
                rows[_STIFFNESS_ROW:_END_ROW],
            )
        except Exception:  # exceptions cannot pass through C: the run ends as diverged, with all records so far
            x[FORCE:DAMPING] = np.nan

    return call


def _called_with_state(law: Any) -> Callable[..., None]:
    """The function with `state`, with C types as arguments."""
    from numba import carray

    def call(scratch, load, parameters, n_parameters, time, coordinates, n_coordinates, k):
        x, rows, motion = (
            carray(scratch, (END,)),
            carray(scratch, (_END_ROW, 6)),
            carray(coordinates, (2, n_coordinates)),
        )
        try:
            law(
                carray(scratch, (3, 4)),
                x[VELOCITY:FORCE],
                load,
                carray(parameters, (n_parameters,)),
                x[FORCE:DAMPING],
                rows[_DAMPING_ROW:_STIFFNESS_ROW],
                rows[_STIFFNESS_ROW:_END_ROW],
                LawState(time, motion[0], motion[1], k),
            )
        except Exception:
            x[FORCE:DAMPING] = np.nan

    return call


def _trial(law: UserLaw, twist: FloatArray, load: float, n_coordinates: int) -> FloatArray:
    """Checked wrench of one call of the Python function at the origin."""
    plain, name = plain_and_name(law.function)
    parameters = law.values()
    wrench, damping, stiffness = np.zeros(6), np.zeros((6, 6)), np.zeros((6, 6))
    place, still = np.hstack([np.eye(3), 0.1 * np.ones((3, 1))]), np.zeros(n_coordinates)
    pose, moving, numbers, q, v = place.copy(), twist.copy(), parameters.copy(), still.copy(), still.copy()
    state = (LawState(0.0, q, v, 0),) if law.takes_state else ()
    try:
        returned = plain(pose, moving, load, numbers, wrench, damping, stiffness, *state)
    except Exception as problem:
        of = f" of a robot with {n_coordinates} coordinates" if state else ""
        raise WorldError(
            f"UserLaw function {name!r} fails at the origin{of} with {len(parameters)} parameters: {problem!r}; "
            f"it must take ({ARGUMENTS}[, state])"
        ) from problem
    inputs = {"pose": (place, pose), "twist": (twist, moving), "parameters": (parameters, numbers)}
    refuse_changed("UserLaw", name, inputs | {"state.q": (still, q), "state.v": (still, v)})
    if returned is not None:
        raise WorldError(
            f"UserLaw function {name!r} must fill wrench and return nothing, it returned {returned!r}; write wrench[:] = ..."
        )
    for what, matrix in (("damping", damping), ("stiffness", stiffness)):
        if np.isfinite(matrix).all() and np.linalg.eigvalsh(matrix + matrix.T)[0] < -1e-9 * (1 + np.abs(matrix).max()):
            advice = {
                "damping": "it is -d wrench / d twist; for friction that decreases with speed write the secant, "
                "-wrench / twist, in place of the derivative",
                "stiffness": "it is -d wrench / d displacement; leave it 0 for a force that increases with the displacement",
            }[what]
            raise WorldError(f"UserLaw function {name!r} fills {what} with a negative matrix; {advice}")
    if not (np.isfinite(wrench).all() and np.isfinite(damping).all() and np.isfinite(stiffness).all()):
        raise WorldError(
            f"UserLaw function {name!r} gives values that are not finite near the origin: wrench {wrench.tolist()}"
        )
    return wrench

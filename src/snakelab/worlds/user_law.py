"""A force law of one's own: one function, compiled once, called by pointer inside the step."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from numba import carray, cfunc, njit, types
from numba.core.errors import NumbaError

from snakelab.errors import WorldError
from snakelab.types import FloatArray, term_name, vector

ARGUMENTS = "pose, twist, load, parameters, wrench, damping, stiffness"
_POINTER = types.CPointer(types.float64)
_SIGNATURE = types.void(_POINTER, _POINTER, types.float64, _POINTER, types.intp, _POINTER, _POINTER, _POINTER)


@dataclass(frozen=True)
class UserLaw:
    """A force on every slice by a function of your own, implicit in the step where it says how.

    function(pose, twist, load, parameters, wrench, damping, stiffness) fills its last three arguments, which arrive as
    zeros: the wrench on the slice in its own axes (linear, angular), shape (6,), and the positive semi-definite matrices
    D and K with d wrench = -D d twist - K d displacement, shape (6, 6). Without D and K the law is explicit: correct, but
    stiff laws then need small steps.

    Args:
        function: A function that Numba can compile. `pose` is the world pose [R | p] of the slice, shape (3, 4); `twist`
            its velocity in its own axes, shape (6,); `load` its weight [N]; `parameters` your numbers.
        parameters: Your numbers; changing them does not recompile.
        name: Names the force in recordings.

    Raises:
        WorldError: if the function does not compile.
    """

    function: Callable[..., Any]
    parameters: Sequence[float] = ()
    name: str = "user"
    _compiled: Any = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise WorldError(f"UserLaw function must be a function of ({ARGUMENTS}), got {self.function!r}")
        term_name(self.name, "UserLaw name", WorldError)
        vector(self.parameters, "UserLaw parameters", WorldError)
        object.__setattr__(self, "_compiled", _compile(self.function))

    @property
    def address(self) -> int:
        """Address of the compiled function."""
        return int(self._compiled.address)

    def values(self) -> FloatArray:
        """The parameters as an array."""
        return vector(self.parameters, "UserLaw parameters", WorldError)


_COMPILED: dict[Any, Any] = {}


def _compile(function: Callable[..., Any]) -> Any:
    """The function behind one fixed C signature; each function is compiled once a process."""
    if function in _COMPILED:
        return _COMPILED[function]

    def call(pose, twist, load, parameters, n_parameters, wrench, damping, stiffness):
        law(
            carray(pose, (3, 4)),
            carray(twist, (6,)),
            load,
            carray(parameters, (n_parameters,)),
            carray(wrench, (6,)),
            carray(damping, (6, 6)),
            carray(stiffness, (6, 6)),
        )

    try:
        law = function if hasattr(function, "py_func") else njit(function, error_model="numpy")
        compiled = cfunc(_SIGNATURE, nopython=True)(call)
    except (NumbaError, TypeError, AttributeError) as problem:
        name = getattr(function, "__name__", repr(function))
        raise WorldError(
            f"UserLaw function {name!r} does not compile with Numba; it must be a plain function of ({ARGUMENTS}). "
            f"Numba says: {_reason(problem)}"
        ) from problem
    _COMPILED[function] = compiled
    return compiled


def _reason(problem: Exception) -> str:
    """The line of a compiler's message that says what is wrong."""
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(("Failed in", "During:", "- During"))]
    return next(iter(telling or lines), type(problem).__name__)

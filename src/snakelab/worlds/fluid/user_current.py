"""Current by a user-defined function: compiled once, called by pointer inside the step."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snakelab.errors import WorldError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.quantities import UserNumbers
from snakelab.types import FloatArray, vector
from snakelab.worlds.fluid.current_numbers import ADDRESS, CURRENT_WIDTH, laid_out
from snakelab.worlds.fluid.region import region_numbers
from snakelab.worlds.user_functions.compiled_function import compiled, plain_and_name, refuse_changed

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
        return laid_out(head, region_numbers(None), vector(self.parameters, "UserCurrent parameters", WorldError))


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

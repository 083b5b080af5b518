"""A force law of one's own: one function, compiled once, called by pointer inside the step."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numba import carray, types

from snakelab.errors import WorldError
from snakelab.types import FloatArray, term_name, vector
from snakelab.worlds.own_function import compiled, plain_and_name, refuse_changed

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
        WorldError: if the function does not compile, or a trial call of the plain function goes wrong.
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
        object.__setattr__(self, "_compiled", compiled(self.function, _called, _SIGNATURE, "UserLaw", ARGUMENTS))
        _try_out(self.function, self.values())

    @property
    def address(self) -> int:
        """Address of the compiled function."""
        return int(self._compiled.address)

    def values(self) -> FloatArray:
        """The parameters as an array."""
        return vector(self.parameters, "UserLaw parameters", WorldError)


def _called(law: Any) -> Callable[..., None]:
    """The function behind C's types."""

    def call(pose, twist, load, parameters, n_parameters, wrench, damping, stiffness):
        try:
            law(
                carray(pose, (3, 4)),
                carray(twist, (6,)),
                load,
                carray(parameters, (n_parameters,)),
                carray(wrench, (6,)),
                carray(damping, (6, 6)),
                carray(stiffness, (6, 6)),
            )
        except Exception:  # what C calls cannot raise: the run ends as diverged, with all that it has
            carray(wrench, (6,))[:] = np.nan

    return call


def _try_out(function: Callable[..., Any], parameters: FloatArray) -> None:
    """Call the plain Python function twice: compiled code checks neither indices nor what it returns."""
    plain, name = plain_and_name(function)
    for twist in (np.zeros(6), np.array([0.1, -0.2, 0.3, -0.4, 0.5, -0.6])):
        wrench, damping, stiffness = np.zeros(6), np.zeros((6, 6)), np.zeros((6, 6))
        place = np.hstack([np.eye(3), 0.1 * np.ones((3, 1))])
        pose, moving, numbers = place.copy(), twist.copy(), parameters.copy()
        try:
            answer = plain(pose, moving, 1.0, numbers, wrench, damping, stiffness)
        except Exception as problem:
            raise WorldError(
                f"UserLaw function {name!r} fails at the origin with {len(parameters)} parameters: {problem!r}; "
                f"it must take ({ARGUMENTS})"
            ) from problem
        inputs = {"pose": (place, pose), "twist": (twist, moving), "parameters": (parameters, numbers)}
        refuse_changed("UserLaw", name, inputs)
        if answer is not None:
            raise WorldError(
                f"UserLaw function {name!r} must fill wrench and return nothing, it returned {answer!r}; write wrench[:] = ..."
            )
        for what, matrix in (("damping", damping), ("stiffness", stiffness)):
            if np.isfinite(matrix).all() and np.linalg.eigvalsh(matrix + matrix.T)[0] < -1e-9 * (
                1 + np.abs(matrix).max()
            ):
                raise WorldError(
                    f"UserLaw function {name!r} fills {what} with a negative matrix; it is -d wrench / d twist or displacement"
                )
        if not (np.isfinite(wrench).all() and np.isfinite(damping).all() and np.isfinite(stiffness).all()):
            raise WorldError(
                f"UserLaw function {name!r} gives values that are not finite near the origin: wrench {wrench.tolist()}"
            )

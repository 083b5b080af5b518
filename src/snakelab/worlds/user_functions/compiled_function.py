"""User-defined functions behind a fixed C signature: compiled once per process, with readable errors if compilation
fails."""

from collections.abc import Callable
from typing import Any

import numpy as np

from snakelab.compiling import require_compiler
from snakelab.errors import WorldError
from snakelab.types import FloatArray

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
    name = getattr(function, "__name__", repr(function))
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

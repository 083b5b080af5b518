"""Decorator of kernels, and its compiler options."""

import functools
from collections.abc import Callable
from typing import Any

from snakelab.compiling.environment import require_compiler
from snakelab.compiling.lazy_kernel import LazyKernel

# Without `nnan` and `ninf`, which would allow the compiler to remove the checks for divergence.
FASTMATH = {"contract", "reassoc", "nsz", "arcp", "afn"}


def kernel(
    function: Callable[..., Any] | None = None,
    *,
    inline: bool = False,
    allocates: bool = False,
    inner: bool = False,
    stage: bool = False,
    ordered: bool = False,
    exact: bool = False,
    interpretable: bool = False,
) -> Any:
    """Compile a hot function: scalar loops, no allocation, no Python inside.

    Args:
        function: The Python function.
        inline: Force the compiler to inline it: for the small algebra of vectors and blocks.
        allocates: The function creates arrays. Others need no reference counting, which would cost a short chain more than its
            physics: half of every step.
        inner: Only other kernels call it, never Python. Inlined.
        stage: Likewise, but a large one, which is cached on disk for other kernels that call it. A call would pass
            every array of the model and the scratch, number by number.
        ordered: Sums are evaluated in the order in which they are written: late terms can be added last, without waiting.
        exact: Every operation is rounded as written, so that results equal those of NumPy bit for bit.
        interpretable: The arguments are numbers and plain arrays, so that Python can also run the function; see `interpreted`.
            True for inlined ones.
    """
    if function is None:
        return functools.partial(
            kernel,
            inline=inline,
            allocates=allocates,
            inner=inner,
            stage=stage,
            ordered=ordered,
            exact=exact,
            interpretable=interpretable,
        )
    small = inline or inner
    options: dict[str, Any] = {
        "fastmath": False if exact else FASTMATH - {"reassoc"} if ordered else FASTMATH,
        "error_model": "numpy",
        "nogil": True,
        "forceinline": small or stage,
        "no_cfunc_wrapper": True,
    }

    def dispatcher(function: Callable[..., Any], part: bool) -> Any:
        numba, own_code, no_counting, keep = _compiler()
        counting = {} if allocates else no_counting
        compiled = numba.njit(**options, no_cpython_wrapper=part, **own_code, **counting)(function)
        if not small:
            keep(compiled, lazy, part)
            _share_between_constants(compiled)
        return compiled

    flags = {
        "inline": inline,
        "allocates": allocates,
        "inner": inner,
        "stage": stage,
        "ordered": ordered,
        "exact": exact,
    }
    lazy = LazyKernel(function, dispatcher, interpretable or inline, tuple(name for name in flags if flags[name]))
    return lazy


def _share_between_constants(compiled: Any) -> None:
    """Use the code of calls with a variable for calls with a constant; Numba would compile one for each value.

    Args:
        compiled: Dispatcher of Numba.
    """
    from numba import types

    compiled_for = compiled.compile
    compiled.compile = lambda signature: compiled_for(tuple(types.unliteral(kind) for kind in signature))


@functools.cache
def _compiler() -> tuple[Any, dict[str, Any], dict[str, Any], Callable[[Any, Any, bool], None]]:
    """Numba, and objects that depend on its private interfaces, empty if this version does not have them."""
    require_compiler()  # before anything else imports Numba
    import numba

    from snakelab.compiling.hooks import compiler_options, disk_cache, without_counting

    return numba, compiler_options(), without_counting(), disk_cache()

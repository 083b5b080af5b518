"""The decorator of every hot function, and the compiler's options that it chooses."""

import functools
from collections.abc import Callable
from typing import Any

from snakelab.compiling.cache.digest import source_state
from snakelab.compiling.environment import require_compiler
from snakelab.compiling.lazy_kernel import LazyKernel

# Without `nnan` and `ninf`: they would let the compiler delete the checks that detect divergence.
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
        allocates: The function makes arrays. Others need no reference counting, which would cost a short chain more than its
            physics: half of every step.
        inner: Only other kernels call it, never Python. Inlined.
        stage: Likewise, but a large one, which is kept on disk for the next kernel that calls it. A call would hand over
            every array of the model and the scratch, number by number.
        ordered: Sums keep the order in which they are written: what comes late can be added last, and nothing waits for it.
        exact: Every operation is rounded as written, so that results equal those of NumPy bit for bit.
        interpretable: The arguments are numbers and plain arrays, so that Python can run the function, too; see `interpreted`.
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
    state = source_state(function.__code__.co_filename)

    def dispatcher(function: Callable[..., Any], part: bool) -> Any:
        numba, own_code, no_counting, keep = _compiler()
        counting = {} if allocates else no_counting
        compiled = numba.njit(**options, no_cpython_wrapper=part, **own_code, **counting)(function)
        if not small:
            keep(compiled, state, part)
            _share_between_constants(compiled)
        return compiled

    return LazyKernel(function, dispatcher, interpretable or inline)


def _share_between_constants(compiled: Any) -> None:
    """Let calls with a constant share the code of calls with a variable; Numba would compile one for each value.

    Args:
        compiled: Dispatcher of Numba.
    """
    from numba import types

    compiled_for = compiled.compile
    compiled.compile = lambda signature: compiled_for(tuple(types.unliteral(kind) for kind in signature))


@functools.cache
def _compiler() -> tuple[Any, dict[str, Any], dict[str, Any], Callable[[Any, Any, bool], None]]:
    """Numba, and what depends on its private interfaces: empty where this version lacks them."""
    require_compiler()  # before anything else imports Numba
    import numba

    from snakelab.compiling.hooks import compiler_options, disk_cache, without_counting

    return numba, compiler_options(), without_counting(), disk_cache()

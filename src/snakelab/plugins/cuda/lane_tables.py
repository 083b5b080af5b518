"""Tables of robots in the memory of a GPU: blocks of 32 robots, in which equal elements of the robots follow each other.

An array has the shape (blocks, numbers, 32). A table of one robot is a view of such an array, whose strides the compiler knows:
the threads of a warp then read consecutive numbers, and no address is computed by a product of two variables.
"""

import functools
import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

ROBOTS = 32  # of a block: as many as the threads of a warp


def blocks_of(n: int) -> int:
    """Number of blocks for n robots."""
    return -(-n // ROBOTS)


def to_blocks(rows: np.ndarray) -> np.ndarray:
    """Numbers of n robots, shape (n, ...), as blocks, shape (blocks, numbers, 32); zeros for robots that fill up the last."""
    n = len(rows)
    full = np.zeros((blocks_of(n) * ROBOTS, int(np.prod(rows.shape[1:], dtype=int))), rows.dtype)
    full[:n] = rows.reshape(n, -1)
    return np.ascontiguousarray(full.reshape(-1, ROBOTS, full.shape[1]).swapaxes(1, 2))


def from_blocks(blocked: np.ndarray, n: int) -> np.ndarray:
    """Numbers of n robots, shape (n, numbers), from blocks."""
    return np.ascontiguousarray(blocked.swapaxes(1, 2).reshape(-1, blocked.shape[1])[:n])


class Constant(NamedTuple):
    """Placeholder of a constant of device code in the source of a kernel.

    Attributes:
        name: Its name in `KernelCopies`.
    """

    name: str


class View(NamedTuple):
    """Placeholder of an intrinsic in the source of a kernel: it returns the view of a table of one robot.

    Its arguments are the array of blocks, the block, the robot in the block, the place of the table among the numbers of a robot,
    and the lengths of all axes but the last.

    Attributes:
        width: Length of the last axis, or its name in `KernelCopies`; 0 for a row of numbers.
        axes: Number of the other axes.
    """

    width: int | str
    axes: int = 1

    def __call__(self, *arguments: Any) -> Any:
        """Raise TypeError: only device code can call it."""
        raise TypeError("a view of a table exists in device code only")


@functools.cache
def view_intrinsic(width: int, axes: int) -> Any:
    """Intrinsic of a `View`."""
    from llvmlite import ir
    from numba.cuda import types
    from numba.cuda.extending import intrinsic
    from numba.cuda.np.arrayobj import populate_array

    def view(array: Any, arguments: tuple[Any, ...]) -> Any:
        kind = types.Array(array.dtype, axes + (width > 0), "A")

        def codegen(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            word = ir.IntType(64)
            whole = context.make_array(signature.args[0])(context, builder, given[0])
            size = context.get_abi_sizeof(context.get_data_type(array.dtype))
            block, robot, first, *lengths = (
                context.cast(builder, value, argument, types.intp)
                for value, argument in zip(given[1:], signature.args[1:], strict=True)
            )
            numbers = builder.extract_value(whole.shape, 1)
            place = builder.mul(builder.add(builder.mul(block, numbers), first), ir.Constant(word, ROBOTS))
            place = builder.add(place, robot)
            shape = [*lengths, ir.Constant(word, width)] if width else lengths
            strides = [ir.Constant(word, size * ROBOTS)]
            for length in reversed(shape[1:]):
                strides.insert(0, builder.mul(strides[0], length))
            one = context.make_array(kind)(context, builder)
            populate_array(
                one,
                data=builder.gep(whole.data, [place]),
                shape=shape,
                strides=strides,
                itemsize=ir.Constant(word, size),
                meminfo=None,
            )
            return one._getvalue()

        return kind(array, *arguments), codegen

    if axes == 1:

        @intrinsic
        def table(typingctx: Any, array: Any, block: Any, robot: Any, first: Any, rows: Any) -> Any:
            return view(array, (block, robot, first, rows))

        return table

    @intrinsic
    def cube(typingctx: Any, array: Any, block: Any, robot: Any, first: Any, layers: Any, rows: Any) -> Any:
        return view(array, (block, robot, first, layers, rows))

    return cube


@contextmanager
def plain_indices() -> Iterator[None]:
    """Context in which compiled code takes no negative indices, except for constants.

    A negative index of Python counts from the end. The kernels use none that is variable, and a test of each costs a fifth of the
    instructions.
    """
    try:
        arrays: Any = importlib.import_module("numba.cuda.np.arrayobj")
    except ImportError:  # Numba's simulator, which compiles nothing
        yield
        return
    with_wrap = arrays.fix_integer_index

    def plain(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        from llvmlite import ir

        if isinstance(index, ir.Constant):
            return with_wrap(context, builder, kind, index, size)
        return context.cast(builder, index, kind, arrays.types.intp if kind.signed else arrays.types.uintp)

    arrays.fix_integer_index = plain
    try:
        yield
    finally:
        arrays.fix_integer_index = with_wrap

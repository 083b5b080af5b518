"""Numba type of a lane value, and LLVM helpers that the operations on it share.

On a GPU, where each lane is a thread, the same value is a single number: same types, same operations, no vector.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import models, register_model

from snakelab.compiling.vector.lane_columns import LANES


def on_gpu(context: Any) -> bool:
    """Return whether a typing or code context of the compiler is that of a GPU."""
    return type(context).__module__.startswith("numba.cuda.")


def lanes_of(typingctx: Any) -> int:
    """Number of lanes of a value on the target: sixteen on a processor, one in a thread of a GPU."""
    return 1 if on_gpu(typingctx) else LANES


class LaneVector(types.Type):
    """Vector of `count` numbers of one dtype; of booleans, a mask."""

    def __init__(self, dtype: Any, count: int = LANES) -> None:
        self.dtype, self.count = dtype, count
        super().__init__(f"lanes({dtype} x {count})")

    def of(self, dtype: Any) -> "LaneVector":
        """Vector of the same length and another dtype."""
        return LaneVector(dtype, self.count)


@register_model(LaneVector)
class LaneVectorModel(models.PrimitiveModel):
    """Data model: one vector register."""

    def __init__(self, manager: Any, dtype: Any) -> None:
        super().__init__(manager, dtype, vector_type(dtype.dtype, dtype.count))


def element_type(dtype: Any) -> Any:
    """LLVM type of one number."""
    if dtype == types.boolean:
        return ir.IntType(1)
    if isinstance(dtype, types.Float):
        return ir.DoubleType() if dtype.bitwidth == 64 else ir.FloatType()
    return ir.IntType(dtype.bitwidth)


def vector_type(dtype: Any, count: int) -> Any:
    """LLVM type of `count` numbers of a Numba type."""
    return vector_of(element_type(dtype), count)


def vector_of(element: Any, count: int) -> Any:
    """LLVM vector type; the element type itself for a count of one."""
    return element if count == 1 else ir.VectorType(element, count)


def constant(dtype: Any, value: float) -> Any:
    """Constant with the same number in all lanes."""
    return ir.Constant(dtype, dtype.count * [value] if isinstance(dtype, ir.VectorType) else value)


def splat(builder: Any, value: Any, count: int) -> Any:
    """Broadcast a scalar to all lanes."""
    if count == 1:
        return value
    dtype = ir.VectorType(value.type, LANES)
    first = builder.insert_element(ir.Constant(dtype, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(first, ir.Constant(dtype, ir.Undefined), zeros)


def as_vector(context: Any, builder: Any, lanes: LaneVector, given: Any, value: Any) -> Any:
    """Return a vector unchanged; cast and broadcast a scalar."""
    if isinstance(given, LaneVector):
        return value
    return splat(builder, context.cast(builder, value, given, lanes.dtype), lanes.count)


def common_lanes(a: Any, b: Any) -> LaneVector | None:
    """Vector type of an operation with at least one vector operand, or None if the operands do not match."""
    vectors = [x for x in (a, b) if isinstance(x, LaneVector)]
    scalars = [x for x in (a, b) if not isinstance(x, LaneVector)]
    if not vectors or any(not isinstance(x, (types.Number, types.Boolean)) for x in scalars):
        return None
    return vectors[0] if all(v == vectors[0] for v in vectors) else None


def short_name(dtype: Any) -> str:
    """Abbreviation of an LLVM type in the names of intrinsics."""
    if isinstance(dtype, ir.VectorType):
        return f"v{dtype.count}{short_name(dtype.element)}"
    if isinstance(dtype, ir.IntType):
        return f"i{dtype.width}"
    return "f64" if isinstance(dtype, ir.DoubleType) else "f32"


def call_external(builder: Any, name: str, result: Any, args: list) -> Any:
    """Call an LLVM intrinsic or a function of a device library."""
    dtype = ir.FunctionType(result, [arg.type for arg in args])
    known = builder.module.globals.get(name)
    return builder.call(ir.Function(builder.module, dtype, name) if known is None else known, args)

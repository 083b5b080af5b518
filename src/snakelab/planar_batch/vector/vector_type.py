"""The compiler's idea of sixteen numbers as one value, and what the operations on it share.

On a GPU, where a thread stands for each lane, the same value is one number: same kinds, same operations, no vector.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import models, register_model

LANES = 16  # one AVX-512 register of float32, two of AVX2


def on_gpu(context: Any) -> bool:
    """Whether a context of the compiler, of typing or of code, is that of a GPU."""
    return type(context).__module__.startswith("numba.cuda.")


def lanes_of(typingctx: Any) -> int:
    """How many lanes a value has where the code will run: a thread of a GPU is a lane of its own."""
    return 1 if on_gpu(typingctx) else LANES


class LaneVector(types.Type):
    """Sixteen numbers of one kind, or `count`; of boolean, a mask."""

    def __init__(self, kind: Any, count: int = LANES) -> None:
        self.kind, self.count = kind, count
        super().__init__(f"lanes({kind} x {count})")

    def of(self, kind: Any) -> "LaneVector":
        """As many numbers of another kind."""
        return LaneVector(kind, self.count)


@register_model(LaneVector)
class LaneVectorModel(models.PrimitiveModel):
    """In a vector register."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, vector_type(kind.kind, kind.count))


def element_type(kind: Any) -> Any:
    """LLVM's type of one number."""
    if kind == types.boolean:
        return ir.IntType(1)
    if isinstance(kind, types.Float):
        return ir.DoubleType() if kind.bitwidth == 64 else ir.FloatType()
    return ir.IntType(kind.bitwidth)


def vector_type(kind: Any, count: int) -> Any:
    """LLVM's type of so many numbers."""
    return wide(element_type(kind), count)


def wide(element: Any, count: int) -> Any:
    """LLVM's type of so many of its elements; one is no vector."""
    return element if count == 1 else ir.VectorType(element, count)


def constant(kind: Any, value: float) -> Any:
    """The same number in all lanes of LLVM's type."""
    return ir.Constant(kind, kind.count * [value] if isinstance(kind, ir.VectorType) else value)


def spread(builder: Any, value: Any, count: int) -> Any:
    """A scalar in all lanes."""
    if count == 1:
        return value
    kind = ir.VectorType(value.type, LANES)
    first = builder.insert_element(ir.Constant(kind, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(first, ir.Constant(kind, ir.Undefined), zeros)


def lifted(context: Any, builder: Any, lanes: LaneVector, given: Any, value: Any) -> Any:
    """A vector as it is; a scalar in all lanes, of the vector's kind."""
    if isinstance(given, LaneVector):
        return value
    return spread(builder, context.cast(builder, value, given, lanes.kind), lanes.count)


def common_lanes(a: Any, b: Any) -> LaneVector | None:
    """What an operation on at least one vector works on, or None."""
    vectors = [x for x in (a, b) if isinstance(x, LaneVector)]
    scalars = [x for x in (a, b) if not isinstance(x, LaneVector)]
    if not vectors or any(not isinstance(x, (types.Number, types.Boolean)) for x in scalars):
        return None
    return vectors[0] if all(v == vectors[0] for v in vectors) else None


def short_name(kind: Any) -> str:
    """How LLVM writes a type in a name."""
    if isinstance(kind, ir.VectorType):
        return f"v{kind.count}{short_name(kind.element)}"
    if isinstance(kind, ir.IntType):
        return f"i{kind.width}"
    return "f64" if isinstance(kind, ir.DoubleType) else "f32"


def call_outside(builder: Any, name: str, result: Any, args: list) -> Any:
    """Call a function that LLVM knows."""
    kind = ir.FunctionType(result, [arg.type for arg in args])
    known = builder.module.globals.get(name)
    return builder.call(ir.Function(builder.module, kind, name) if known is None else known, args)

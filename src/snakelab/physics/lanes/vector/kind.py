"""The compiler's idea of sixteen numbers as one value, and what the operations on it share."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import models, register_model

LANES = 16  # one AVX-512 register of float32, two of AVX2


class LaneVector(types.Type):
    """Sixteen numbers of one kind; of boolean, a mask."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        super().__init__(f"lanes({kind})")


@register_model(LaneVector)
class LaneVectorModel(models.PrimitiveModel):
    """In a vector register."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, vector_type(kind.kind))


def element_type(kind: Any) -> Any:
    """LLVM's type of one number."""
    if kind == types.boolean:
        return ir.IntType(1)
    if isinstance(kind, types.Float):
        return ir.DoubleType() if kind.bitwidth == 64 else ir.FloatType()
    return ir.IntType(kind.bitwidth)


def vector_type(kind: Any) -> Any:
    """LLVM's type of sixteen numbers."""
    return ir.VectorType(element_type(kind), LANES)


def spread(builder: Any, value: Any) -> Any:
    """A scalar in all lanes."""
    kind = ir.VectorType(value.type, LANES)
    first = builder.insert_element(ir.Constant(kind, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(first, ir.Constant(kind, ir.Undefined), zeros)


def lifted(context: Any, builder: Any, kind: Any, given: Any, value: Any) -> Any:
    """A vector as it is; a scalar in all lanes, of the vector's kind."""
    if isinstance(given, LaneVector):
        return value
    return spread(builder, context.cast(builder, value, given, kind))


def common_kind(a: Any, b: Any) -> Any:
    """Kind of numbers of an operation on at least one vector, or None."""
    vectors = [x for x in (a, b) if isinstance(x, LaneVector)]
    scalars = [x for x in (a, b) if not isinstance(x, LaneVector)]
    if not vectors or any(not isinstance(x, (types.Number, types.Boolean)) for x in scalars):
        return None
    return vectors[0].kind if all(v.kind == vectors[0].kind for v in vectors) else None


def short_name(vector: Any) -> str:
    """How LLVM writes a vector's type in a name."""
    element = vector.element
    if isinstance(element, ir.IntType):
        return f"v{LANES}i{element.width}"
    return f"v{LANES}{'f64' if isinstance(element, ir.DoubleType) else 'f32'}"


def call_outside(builder: Any, name: str, result: Any, args: list) -> Any:
    """Call a function that LLVM knows."""
    kind = ir.FunctionType(result, [arg.type for arg in args])
    known = builder.module.globals.get(name)
    return builder.call(ir.Function(builder.module, kind, name) if known is None else known, args)

"""Selection, construction and conversion of lane values."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from snakelab.compiling.vector.vector_type import (
    LaneVector,
    as_vector,
    common_lanes,
    constant,
    lanes_of,
    splat,
    vector_of,
    vector_type,
)


@intrinsic
def where(typingctx: Any, mask: Any, a: Any, b: Any) -> Any:
    """Select a in the lanes of the mask, b in the others; one of them may be a scalar."""
    lanes = common_lanes(a, b)
    assert lanes is not None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        chosen = (as_vector(context, builder, lanes, g, v) for g, v in zip(sig.args[1:], args[1:], strict=True))
        return builder.select(args[0], *chosen)

    return lanes(mask, a, b), codegen


@intrinsic
def any_lane(typingctx: Any, mask: Any) -> Any:
    """Return whether the mask is true in any lane."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        bits = builder.bitcast(args[0], ir.IntType(mask.count))
        return builder.icmp_unsigned("!=", bits, ir.Constant(ir.IntType(mask.count), 0))

    return types.boolean(mask), codegen


@intrinsic
def broadcast(typingctx: Any, value: Any) -> Any:
    """Broadcast a scalar to all lanes, in its own dtype."""
    lanes = LaneVector(value, lanes_of(typingctx))
    return lanes(value), lambda context, builder, sig, args: splat(builder, args[0], lanes.count)


@intrinsic
def zeros(typingctx: Any, x: Any) -> Any:
    """Zero in all lanes, of the scalar's dtype."""
    lanes = LaneVector(x, lanes_of(typingctx))
    return lanes(x), lambda context, builder, sig, args: constant(vector_type(x, lanes.count), 0)


@intrinsic
def consecutive(typingctx: Any, first: Any) -> Any:
    """Consecutive whole numbers: first, first + 1, ..., of its dtype."""
    lanes = LaneVector(first, lanes_of(typingctx))

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if lanes.count == 1:
            return args[0]
        steps = ir.Constant(vector_type(first, lanes.count), list(range(lanes.count)))
        return builder.add(splat(builder, args[0], lanes.count), steps)

    return lanes(first), codegen


@intrinsic
def convert(typingctx: Any, a: Any, scalar: Any) -> Any:
    """Convert to the dtype of the scalar; fractions are truncated."""
    old, new = a.dtype, scalar

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        target = vector_type(new, a.count)
        if isinstance(old, types.Float) and isinstance(new, types.Float):
            if old.bitwidth == new.bitwidth:
                return args[0]
            return (builder.fpext if new.bitwidth > old.bitwidth else builder.fptrunc)(args[0], target)
        if isinstance(new, types.Float):
            return (builder.sitofp if old.signed else builder.uitofp)(args[0], target)
        if isinstance(old, types.Float):
            return builder.fptosi(args[0], target)
        if old.bitwidth == new.bitwidth:
            return args[0]
        if new.bitwidth < old.bitwidth:
            return builder.trunc(args[0], target)
        return (builder.sext if old.signed else builder.zext)(args[0], target)

    return a.of(new)(a, scalar), codegen


@intrinsic
def bitcast(typingctx: Any, a: Any, scalar: Any) -> Any:
    """Reinterpret the bits as numbers of the scalar's dtype, which has the same width."""
    lanes = a.of(scalar)
    return lanes(a, scalar), lambda context, builder, sig, args: builder.bitcast(args[0], vector_type(scalar, a.count))


@intrinsic
def power_of_two(typingctx: Any, power: Any, scalar: Any) -> Any:
    """2 to integer powers, int32, in the scalar's dtype, assembled from bits; overflow is not checked."""
    bits, bias, shift = (64, 1023, 52) if scalar == types.float64 else (32, 127, 23)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        whole = vector_of(ir.IntType(bits), power.count)
        powers = builder.sext(args[0], whole) if bits == 64 else args[0]
        raised = builder.shl(builder.add(powers, constant(whole, bias)), constant(whole, shift))
        return builder.bitcast(raised, vector_type(scalar, power.count))

    return power.of(scalar)(power, scalar), codegen


@intrinsic
def is_float64(typingctx: Any, a: Any) -> Any:
    """Return whether a vector holds float64; a compile-time constant, so that the other branch is removed."""
    double = a.dtype == types.float64
    return types.boolean(a), lambda context, builder, sig, args: context.get_constant(types.boolean, double)

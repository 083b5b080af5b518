"""Choosing between lanes, filling them, and turning one kind of number into another."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from snakelab.planar_batch.vector.vector_type import (
    LaneVector,
    common_lanes,
    constant,
    lanes_of,
    lifted,
    spread,
    vector_type,
    wide,
)


@intrinsic
def where(typingctx: Any, mask: Any, a: Any, b: Any) -> Any:
    """a in the lanes of the mask, b in the others; one of them may be a scalar."""
    lanes = common_lanes(a, b)
    assert lanes is not None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        chosen = (lifted(context, builder, lanes, g, v) for g, v in zip(sig.args[1:], args[1:], strict=True))
        return builder.select(args[0], *chosen)

    return lanes(mask, a, b), codegen


@intrinsic
def any_lane(typingctx: Any, mask: Any) -> Any:
    """Whether the mask holds in any lane."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        bits = builder.bitcast(args[0], ir.IntType(mask.count))
        return builder.icmp_unsigned("!=", bits, ir.Constant(ir.IntType(mask.count), 0))

    return types.boolean(mask), codegen


@intrinsic
def every(typingctx: Any, value: Any) -> Any:
    """A scalar in all lanes, of its own kind."""
    lanes = LaneVector(value, lanes_of(typingctx))
    return lanes(value), lambda context, builder, sig, args: spread(builder, args[0], lanes.count)


@intrinsic
def zeros(typingctx: Any, x: Any) -> Any:
    """Nothing in all lanes, of the scalar's kind."""
    lanes = LaneVector(x, lanes_of(typingctx))
    return lanes(x), lambda context, builder, sig, args: constant(vector_type(x, lanes.count), 0)


@intrinsic
def numbers_from(typingctx: Any, first: Any) -> Any:
    """first, first + 1, ... of a whole number's kind."""
    lanes = LaneVector(first, lanes_of(typingctx))

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if lanes.count == 1:
            return args[0]
        steps = ir.Constant(vector_type(first, lanes.count), list(range(lanes.count)))
        return builder.add(spread(builder, args[0], lanes.count), steps)

    return lanes(first), codegen


@intrinsic
def convert(typingctx: Any, a: Any, kind: Any) -> Any:
    """The same numbers in the kind of the scalar `kind`; decimals are cut off."""
    old, new = a.kind, kind

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

    return a.of(new)(a, kind), codegen


@intrinsic
def same_bits(typingctx: Any, a: Any, kind: Any) -> Any:
    """The same bits read as numbers of the scalar's kind, which is as wide."""
    lanes = a.of(kind)
    return lanes(a, kind), lambda context, builder, sig, args: builder.bitcast(args[0], vector_type(kind, a.count))


@intrinsic
def two_to_the(typingctx: Any, power: Any, kind: Any) -> Any:
    """2 to whole powers, int32, in the scalar's kind, put together from bits; no check for overflow."""
    bits, bias, shift = (64, 1023, 52) if kind == types.float64 else (32, 127, 23)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        whole = wide(ir.IntType(bits), power.count)
        powers = builder.sext(args[0], whole) if bits == 64 else args[0]
        raised = builder.shl(builder.add(powers, constant(whole, bias)), constant(whole, shift))
        return builder.bitcast(raised, vector_type(kind, power.count))

    return power.of(kind)(power, kind), codegen


@intrinsic
def is_wide(typingctx: Any, a: Any) -> Any:
    """Whether a vector holds float64; the compiler then drops the other branch."""
    wide = a.kind == types.float64
    return types.boolean(a), lambda context, builder, sig, args: context.get_constant(types.boolean, wide)

"""Operators on sixteen numbers: + - * / and comparisons, on bits and shifts, abs, floor and root."""

import operator
from collections.abc import Callable
from typing import Any

from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin

from snakelab.planar_batch.vector.vector_type import (
    LaneVector,
    call_outside,
    common_lanes,
    constant,
    lifted,
    on_gpu,
    short_name,
)


def _emit(name: str, kind: Any) -> Callable[[Any, Any, Any], Any]:
    """How an operation is written in LLVM's language."""
    decimal = isinstance(kind, types.Float)
    signed = isinstance(kind, types.Integer) and kind.signed
    plain = {"add": "add", "sub": "sub", "mul": "mul", "truediv": "div"}
    compared = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}
    if name in plain:
        return lambda builder, a, b: getattr(builder, ("f" if decimal else "") + plain[name])(a, b)
    if name in compared:
        if decimal:  # what is no number differs from all, and compares false otherwise
            compare = "fcmp_unordered" if name == "ne" else "fcmp_ordered"
        else:
            compare = "icmp_signed" if signed else "icmp_unsigned"
        return lambda builder, a, b: getattr(builder, compare)(compared[name], a, b)
    bitwise = {"and_": "and_", "or_": "or_", "xor": "xor", "lshift": "shl", "rshift": "ashr" if signed else "lshr"}
    return lambda builder, a, b: getattr(builder, bitwise[name])(a, b)


def _binary(name: str, *symbols: Any, mask: bool = False) -> None:
    """Teach the compiler an operation on two vectors, or on a vector and a scalar."""

    class Typing(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            lanes = common_lanes(*args) if len(args) == 2 else None
            return None if lanes is None else signature(lanes.of(types.boolean) if mask else lanes, *args)

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        lanes = common_lanes(*sig.args)
        assert lanes is not None
        a, b = (lifted(context, builder, lanes, given, value) for given, value in zip(sig.args, args, strict=True))
        return _emit(name, lanes.kind)(builder, a, b)

    for symbol in symbols:
        infer_global(symbol)(Typing)
        for pair in ((LaneVector, LaneVector), (LaneVector, types.Any), (types.Any, LaneVector)):
            lower_builtin(symbol, *pair)(lower)


for _name in ("add", "sub", "mul", "truediv", "and_", "or_", "xor", "lshift", "rshift"):
    _binary(_name, getattr(operator, _name), getattr(operator, "i" + _name.rstrip("_")))
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    _binary(_name, getattr(operator, _name), mask=True)


def _unary(symbol: Any, emit: Callable[[Any, Any, Any, Any], Any]) -> None:
    """Teach the compiler an operation on one vector."""

    class Typing(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            return signature(args[0], args[0]) if len(args) == 1 and isinstance(args[0], LaneVector) else None

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return emit(context, builder, sig.args[0].kind, args[0])

    infer_global(symbol)(Typing)
    lower_builtin(symbol, LaneVector)(lower)


def named(name: str) -> Callable[[Any, Any, Any, Any], Any]:
    """An operation that LLVM has by name; NVIDIA's compiler takes it from its own library instead."""

    def emit(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        outside = f"llvm.{name}.{short_name(value.type)}"
        if on_gpu(context):
            outside = f"__nv_{name}" if kind == types.float64 else f"__nv_{name}f"
        return call_outside(builder, outside, value.type, [value])

    return emit


def _negated(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if not isinstance(kind, types.Float):
        return builder.neg(value)
    return builder.fsub(constant(value.type, -0.0), value)  # the same as `fneg`, which compilers for GPUs do not know


_unary(operator.neg, _negated)
_unary(abs, named("fabs"))


@intrinsic
def floor(typingctx: Any, a: Any) -> Any:
    """The next whole number below, lane by lane."""
    return a(a), lambda context, builder, sig, args: named("floor")(context, builder, a.kind, args[0])


@intrinsic
def root(typingctx: Any, a: Any) -> Any:
    """The square root, lane by lane."""
    return a(a), lambda context, builder, sig, args: named("sqrt")(context, builder, a.kind, args[0])

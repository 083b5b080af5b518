"""Operators on sixteen numbers: + - * / and comparisons, on bits and shifts, abs, floor and root."""

import operator
from collections.abc import Callable
from typing import Any

from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin

from snakelab.physics.lanes.vector.kind import LaneVector, call_outside, common_kind, lifted, short_name


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
            kind = common_kind(*args) if len(args) == 2 else None
            return None if kind is None else signature(LaneVector(types.boolean if mask else kind), *args)

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = common_kind(*sig.args)
        a, b = (lifted(context, builder, kind, given, value) for given, value in zip(sig.args, args, strict=True))
        return _emit(name, kind)(builder, a, b)

    for symbol in symbols:
        infer_global(symbol)(Typing)
        for pair in ((LaneVector, LaneVector), (LaneVector, types.Any), (types.Any, LaneVector)):
            lower_builtin(symbol, *pair)(lower)


for _name in ("add", "sub", "mul", "truediv", "and_", "or_", "xor", "lshift", "rshift"):
    _binary(_name, getattr(operator, _name), getattr(operator, "i" + _name.rstrip("_")))
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    _binary(_name, getattr(operator, _name), mask=True)


def _unary(symbol: Any, emit: Callable[[Any, Any, Any], Any]) -> None:
    """Teach the compiler an operation on one vector."""

    class Typing(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            return signature(args[0], args[0]) if len(args) == 1 and isinstance(args[0], LaneVector) else None

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return emit(builder, sig.args[0].kind, args[0])

    infer_global(symbol)(Typing)
    lower_builtin(symbol, LaneVector)(lower)


def named(name: str) -> Callable[[Any, Any, Any], Any]:
    """An operation that LLVM has by name."""

    def emit(builder: Any, kind: Any, value: Any) -> Any:
        return call_outside(builder, f"llvm.{name}.{short_name(value.type)}", value.type, [value])

    return emit


def _negated(builder: Any, kind: Any, value: Any) -> Any:
    return builder.fneg(value) if isinstance(kind, types.Float) else builder.neg(value)


_unary(operator.neg, _negated)
_unary(abs, named("fabs"))


@intrinsic
def floor(typingctx: Any, a: Any) -> Any:
    """The next whole number below, lane by lane."""
    return a(a), lambda context, builder, sig, args: named("floor")(builder, a.kind, args[0])


@intrinsic
def root(typingctx: Any, a: Any) -> Any:
    """The square root, lane by lane."""
    return a(a), lambda context, builder, sig, args: named("sqrt")(builder, a.kind, args[0])

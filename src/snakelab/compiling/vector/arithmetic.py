"""Operators on lane values: arithmetic, comparisons, bitwise operations and shifts, abs, floor and sqrt."""

import operator
from collections.abc import Callable
from typing import Any

from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin

from snakelab.compiling.vector.vector_type import (
    LaneVector,
    as_vector,
    call_external,
    common_lanes,
    constant,
    on_gpu,
    short_name,
)


def _emit(name: str, dtype: Any) -> Callable[[Any, Any, Any], Any]:
    """Function that emits the LLVM instruction of an operation."""
    decimal = isinstance(dtype, types.Float)
    signed = isinstance(dtype, types.Integer) and dtype.signed
    plain = {"add": "add", "sub": "sub", "mul": "mul", "truediv": "div"}
    compared = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}
    if name in plain:
        return lambda builder, a, b: getattr(builder, ("f" if decimal else "") + plain[name])(a, b)
    if name in compared:
        if decimal:  # NaN differs from every number, and compares false otherwise
            compare = "fcmp_unordered" if name == "ne" else "fcmp_ordered"
        else:
            compare = "icmp_signed" if signed else "icmp_unsigned"
        return lambda builder, a, b: getattr(builder, compare)(compared[name], a, b)
    bitwise = {"and_": "and_", "or_": "or_", "xor": "xor", "lshift": "shl", "rshift": "ashr" if signed else "lshr"}
    return lambda builder, a, b: getattr(builder, bitwise[name])(a, b)


def _binary(name: str, *symbols: Any, mask: bool = False) -> None:
    """Register an operation on two vectors, or on a vector and a scalar, with the compiler."""

    class Typing(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            lanes = common_lanes(*args) if len(args) == 2 else None
            return None if lanes is None else signature(lanes.of(types.boolean) if mask else lanes, *args)

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        lanes = common_lanes(*sig.args)
        assert lanes is not None
        a, b = (as_vector(context, builder, lanes, given, value) for given, value in zip(sig.args, args, strict=True))
        return _emit(name, lanes.dtype)(builder, a, b)

    for symbol in symbols:
        infer_global(symbol)(Typing)
        for pair in ((LaneVector, LaneVector), (LaneVector, types.Any), (types.Any, LaneVector)):
            lower_builtin(symbol, *pair)(lower)


for _name in ("add", "sub", "mul", "truediv", "and_", "or_", "xor", "lshift", "rshift"):
    _binary(_name, getattr(operator, _name), getattr(operator, "i" + _name.rstrip("_")))
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    _binary(_name, getattr(operator, _name), mask=True)


def _unary(symbol: Any, emit: Callable[[Any, Any, Any, Any], Any]) -> None:
    """Register an operation on one vector with the compiler."""

    class Typing(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            return signature(args[0], args[0]) if len(args) == 1 and isinstance(args[0], LaneVector) else None

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return emit(context, builder, sig.args[0].dtype, args[0])

    infer_global(symbol)(Typing)
    lower_builtin(symbol, LaneVector)(lower)


def llvm_function(name: str) -> Callable[[Any, Any, Any, Any], Any]:
    """Function that calls an LLVM intrinsic by name; for a GPU, the function of NVIDIA's device library."""

    def emit(context: Any, builder: Any, dtype: Any, value: Any) -> Any:
        outside = f"llvm.{name}.{short_name(value.type)}"
        if on_gpu(context):
            outside = f"__nv_{name}" if dtype == types.float64 else f"__nv_{name}f"
        return call_external(builder, outside, value.type, [value])

    return emit


def _negated(context: Any, builder: Any, dtype: Any, value: Any) -> Any:
    if not isinstance(dtype, types.Float):
        return builder.neg(value)
    return builder.fsub(constant(value.type, -0.0), value)  # the same as `fneg`, which compilers for GPUs do not know


_unary(operator.neg, _negated)
_unary(abs, llvm_function("fabs"))


@intrinsic
def floor(typingctx: Any, a: Any) -> Any:
    """Largest whole number not above each lane."""
    return a(a), lambda context, builder, sig, args: llvm_function("floor")(context, builder, a.dtype, args[0])


@intrinsic
def sqrt(typingctx: Any, a: Any) -> Any:
    """Square root of each lane."""
    return a(a), lambda context, builder, sig, args: llvm_function("sqrt")(context, builder, a.dtype, args[0])

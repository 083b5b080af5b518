"""Vector type of lane values: the type for Numba, its operators, and the construction and conversion of values.

In reading order: `LANES` and `LaneColumns`; `LaneVector`, the type; operators; `where`, `broadcast`, `convert` and
other operations on values.
"""

import operator
from collections.abc import Callable
from typing import Any, NamedTuple

from llvmlite import ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

# ----------------------------------------------------------------------------------------------------------------------
# Number of lanes, and parameters that differ from lane to lane, as arrays; a kernel reads them as a `LaneTable`
# ----------------------------------------------------------------------------------------------------------------------

LANES = 16  # one AVX-512 register of float32, two of AVX2
MAX_COLUMNS = 16


class LaneColumns(NamedTuple):
    """Parameters of all blocks: column c of block b begins at `offsets[c] + b strides[c]` and has sixteen lanes in each row."""

    values: Any  # flat
    offsets: Any  # (16,) int64
    strides: Any  # (16,) int64; 0 where all blocks have the column in common


# ----------------------------------------------------------------------------------------------------------------------
# Numba type of a lane value, and LLVM helpers that the operations on it share
#
# On a GPU, where each lane is a thread, the same value is a single number: same types, same operations, no vector.
# ----------------------------------------------------------------------------------------------------------------------


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


# ----------------------------------------------------------------------------------------------------------------------
# Operators on lane values: arithmetic, comparisons, bitwise operations and shifts, abs, floor and sqrt
# ----------------------------------------------------------------------------------------------------------------------


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


# ----------------------------------------------------------------------------------------------------------------------
# Selection, construction and conversion of lane values
# ----------------------------------------------------------------------------------------------------------------------


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


@intrinsic
def several_lanes(typingctx: Any, x: Any) -> Any:
    """Return whether a value is several numbers; a compile-time constant, false in a thread of a GPU."""
    several = lanes_of(typingctx) > 1
    return types.boolean(x), lambda context, builder, sig, args: context.get_constant(types.boolean, several)

"""Sixteen numbers as one value: what a loop over lanes would do, said to the compiler as vector instructions.

Compilers often turn loops over lanes into vector instructions, but not always, and they unroll short ones into single numbers.
Here a row of lanes is a value of its own: `a * b + 0.5` works on all sixteen, a comparison gives a mask, `where` selects.
A scalar beside such a value counts as sixteen equal numbers of its kind, so that constants are written plainly.
"""

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model
from numba.np.arrayobj import populate_array

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
        super().__init__(manager, kind, _vector(kind.kind))


def _element(kind: Any) -> Any:
    if kind == types.boolean:
        return ir.IntType(1)
    if isinstance(kind, types.Float):
        return ir.DoubleType() if kind.bitwidth == 64 else ir.FloatType()
    return ir.IntType(kind.bitwidth)


def _vector(kind: Any) -> Any:
    return ir.VectorType(_element(kind), LANES)


def _spread(builder: Any, value: Any) -> Any:
    """A scalar in all lanes."""
    kind = ir.VectorType(value.type, LANES)
    first = builder.insert_element(ir.Constant(kind, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(first, ir.Constant(kind, ir.Undefined), zeros)


def _lifted(context: Any, builder: Any, kind: Any, given: Any, value: Any) -> Any:
    """A vector as it is; a scalar in all lanes, of the vector's kind."""
    if isinstance(given, LaneVector):
        return value
    return _spread(builder, context.cast(builder, value, given, kind))


def _common(a: Any, b: Any) -> Any:
    """Kind of numbers of an operation on at least one vector, or None."""
    vectors = [x for x in (a, b) if isinstance(x, LaneVector)]
    scalars = [x for x in (a, b) if not isinstance(x, LaneVector)]
    if not vectors or any(not isinstance(x, (types.Number, types.Boolean)) for x in scalars):
        return None
    return vectors[0].kind if all(v.kind == vectors[0].kind for v in vectors) else None


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
            kind = _common(*args) if len(args) == 2 else None
            return None if kind is None else signature(LaneVector(types.boolean if mask else kind), *args)

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = _common(*sig.args)
        a, b = (_lifted(context, builder, kind, given, value) for given, value in zip(sig.args, args, strict=True))
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


def _call(name: str) -> Callable[[Any, Any, Any], Any]:
    """An operation that LLVM has by name."""

    def emit(builder: Any, kind: Any, value: Any) -> Any:
        return _outside(builder, f"llvm.{name}.{_short(value.type)}", value.type, [value])

    return emit


def _short(vector: Any) -> str:
    """How LLVM writes a vector's type in a name."""
    element = vector.element
    if isinstance(element, ir.IntType):
        return f"v{LANES}i{element.width}"
    return f"v{LANES}{'f64' if isinstance(element, ir.DoubleType) else 'f32'}"


def _outside(builder: Any, name: str, result: Any, args: list) -> Any:
    """Call a function that LLVM knows."""
    kind = ir.FunctionType(result, [arg.type for arg in args])
    known = builder.module.globals.get(name)
    return builder.call(ir.Function(builder.module, kind, name) if known is None else known, args)


def _negated(builder: Any, kind: Any, value: Any) -> Any:
    return builder.fneg(value) if isinstance(kind, types.Float) else builder.neg(value)


_unary(operator.neg, _negated)
_unary(abs, _call("fabs"))


@intrinsic
def floor(typingctx: Any, a: Any) -> Any:
    """The next whole number below, lane by lane."""
    return a(a), lambda context, builder, sig, args: _call("floor")(builder, a.kind, args[0])


@intrinsic
def root(typingctx: Any, a: Any) -> Any:
    """The square root, lane by lane."""
    return a(a), lambda context, builder, sig, args: _call("sqrt")(builder, a.kind, args[0])


@intrinsic
def where(typingctx: Any, mask: Any, a: Any, b: Any) -> Any:
    """a in the lanes of the mask, b in the others; one of them may be a scalar."""
    kind = _common(a, b)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        chosen = (_lifted(context, builder, kind, g, v) for g, v in zip(sig.args[1:], args[1:], strict=True))
        return builder.select(args[0], *chosen)

    return LaneVector(kind)(mask, a, b), codegen


@intrinsic
def any_lane(typingctx: Any, mask: Any) -> Any:
    """Whether the mask holds in any lane."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        bits = builder.bitcast(args[0], ir.IntType(LANES))
        return builder.icmp_unsigned("!=", bits, ir.Constant(ir.IntType(LANES), 0))

    return types.boolean(mask), codegen


@intrinsic
def every(typingctx: Any, value: Any) -> Any:
    """A scalar in all lanes, of its own kind."""
    return LaneVector(value)(value), lambda context, builder, sig, args: _spread(builder, args[0])


@intrinsic
def zeros(typingctx: Any, x: Any) -> Any:
    """Nothing in all lanes, of the scalar's kind."""
    return LaneVector(x)(x), lambda context, builder, sig, args: ir.Constant(_vector(x), [0] * LANES)


@intrinsic
def numbers_from(typingctx: Any, first: Any) -> Any:
    """first, first + 1, ... of a whole number's kind."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.add(_spread(builder, args[0]), ir.Constant(_vector(first), list(range(LANES))))

    return LaneVector(first)(first), codegen


@intrinsic
def convert(typingctx: Any, a: Any, kind: Any) -> Any:
    """The same numbers in the kind of the scalar `kind`; decimals are cut off."""
    old, new = a.kind, kind

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        target = _vector(new)
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

    return LaneVector(new)(a, kind), codegen


@intrinsic
def same_bits(typingctx: Any, a: Any, kind: Any) -> Any:
    """The same bits read as numbers of the scalar's kind, which is as wide."""
    return LaneVector(kind)(a, kind), lambda context, builder, sig, args: builder.bitcast(args[0], _vector(kind))


@intrinsic
def two_to_the(typingctx: Any, power: Any, kind: Any) -> Any:
    """2 to whole powers, int32, in the scalar's kind, put together from bits; no check for overflow."""
    bits, bias, shift = (64, 1023, 52) if kind == types.float64 else (32, 127, 23)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        whole = ir.VectorType(ir.IntType(bits), LANES)
        powers = builder.sext(args[0], whole) if bits == 64 else args[0]
        raised = builder.shl(
            builder.add(powers, ir.Constant(whole, [bias] * LANES)), ir.Constant(whole, [shift] * LANES)
        )
        return builder.bitcast(raised, _vector(kind))

    return LaneVector(kind)(power, kind), codegen


@intrinsic
def is_wide(typingctx: Any, a: Any) -> Any:
    """Whether a vector holds float64; the compiler then drops the other branch."""
    wide = a.kind == types.float64
    return types.boolean(a), lambda context, builder, sig, args: context.get_constant(types.boolean, wide)


def _place(context: Any, builder: Any, array: Any, value: Any, index: Any) -> Any:
    """Pointer to a row of an array of rows, as a vector."""
    made = context.make_array(array)(context, builder, value)
    start = builder.gep(made.data, [builder.mul(index, ir.Constant(index.type, LANES))])
    return builder.bitcast(start, _vector(array.dtype).as_pointer())


@intrinsic
def load(typingctx: Any, array: Any, row: Any) -> Any:
    """A row of an array that `rows` made."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        index = context.cast(builder, args[1], sig.args[1], types.intp)
        return builder.load(_place(context, builder, array, args[0], index), align=64)

    return LaneVector(array.dtype)(array, row), codegen


@intrinsic
def store(typingctx: Any, array: Any, row: Any, value: Any) -> Any:
    """Write a row of an array that `rows` made; a scalar goes into all lanes."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        index = context.cast(builder, args[1], sig.args[1], types.intp)
        lifted = _lifted(context, builder, array.dtype, sig.args[2], args[2])
        builder.store(lifted, _place(context, builder, array, args[0], index), align=64)
        return context.get_dummy_value()

    return types.none(array, row, value), codegen


@intrinsic
def gather(typingctx: Any, array: Any, index: Any) -> Any:
    """Elements of a flat array at the places in a vector of int32; no check of bounds."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        made = context.make_array(array)(context, builder, args[0])
        places = _places(builder, made.data, args[1])
        return _gathered(builder, places, _vector(array.dtype), array.dtype.bitwidth // 8)

    return LaneVector(array.dtype)(array, index), codegen


@intrinsic
def gather_pair(typingctx: Any, array: Any, index: Any) -> Any:
    """Elements at the places in a vector of int32, and those right behind them; of float32 both come by one access."""
    kind = LaneVector(array.dtype)
    result = types.UniTuple(kind, 2)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        made = context.make_array(array)(context, builder, args[0])
        places = _places(builder, made.data, args[1])
        if array.dtype.bitwidth == 64:
            behind = _places(builder, builder.gep(made.data, [ir.Constant(ir.IntType(64), 1)]), args[1])
            pair = [_gathered(builder, p, _vector(array.dtype), 8) for p in (places, behind)]
        else:
            whole = ir.VectorType(ir.IntType(64), LANES)
            # LLVM before 17 tells pointers to different things apart
            places = builder.bitcast(places, ir.VectorType(whole.element.as_pointer(), LANES))
            both = _gathered(builder, places, whole, 4)
            short = _vector(types.int32)
            halves = (both, builder.lshr(both, ir.Constant(whole, [32] * LANES)))
            pair = [builder.bitcast(builder.trunc(half, short), _vector(array.dtype)) for half in halves]
        return context.make_tuple(builder, result, pair)

    return result(array, index), codegen


class _Places(ir.instructions.Instruction):
    """Pointers to elements of an array at a vector of places; llvmlite itself writes this for one place only."""

    def __init__(self, parent: Any, start: Any, index: Any, name: str) -> None:
        super().__init__(parent, ir.VectorType(start.type, LANES), "getelementptr", [start, index], name=name)

    def descr(self, buf: Any) -> None:
        start, index = self.operands
        buf.append(f"getelementptr {start.type.pointee}, {start.type} {start.get_reference()}, ")
        buf.append(f"{index.type} {index.get_reference()}\n")


def _places(builder: Any, start: Any, index: Any) -> Any:
    """Pointers to elements of an array."""
    pointers = _Places(builder.block, start, index, "")
    builder._insert(pointers)
    return pointers


def _gathered(builder: Any, places: Any, vector: Any, align: int) -> Any:
    """What lies at a vector of pointers."""
    on = ir.Constant(ir.VectorType(ir.IntType(1), LANES), [1] * LANES)
    width = ir.Constant(ir.IntType(32), align)
    args = [places, width, on, ir.Constant(vector, ir.Undefined)]
    return _outside(builder, f"llvm.masked.gather.{_short(vector)}.v{LANES}p0", vector, args)


@intrinsic
def rows(typingctx: Any, x: Any, each: Any) -> Any:
    """An array of len(each) + 1 rows of lanes on the stack, of x's kind, not filled."""
    shape = (each.count + 1, LANES)
    array = types.Array(x, 2, "C")

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = context.get_value_type(signature.args[0])
        with builder.goto_entry_block():
            pointer = builder.alloca(ir.ArrayType(kind, shape[0] * shape[1]))
            pointer.align = 64
        size = context.get_abi_sizeof(kind)
        made = context.make_array(array)(context, builder)
        populate_array(
            made,
            data=builder.bitcast(pointer, kind.as_pointer()),
            shape=[context.get_constant(types.intp, extent) for extent in shape],
            strides=[context.get_constant(types.intp, extent * size) for extent in (LANES, 1)],
            itemsize=context.get_constant(types.intp, size),
            meminfo=None,
        )
        return made._getvalue()

    return array(x, each), codegen

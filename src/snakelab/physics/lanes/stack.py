"""Small arrays on the stack, and constants in the kind of number at hand."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

LANES = 16  # roll-outs to a block: one AVX-512 register of float32, two of AVX2


@intrinsic
def like(typingctx: Any, x: Any, value: Any) -> Any:
    """`value` as a number of x's kind: a literal alone would turn float32 into float64."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, args[1], signature.args[1], signature.args[0])

    return x(x, value), codegen


@intrinsic
def is_wide(typingctx: Any, x: Any) -> Any:
    """Whether x is float64; the compiler then drops the other branch."""
    wide = x == types.float64

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.get_constant(types.boolean, wide)

    return types.boolean(x), codegen


@intrinsic
def two_to_the(typingctx: Any, x: Any, power: Any) -> Any:
    """2 to a whole power in x's kind of number, put together from bits; no check for overflow."""
    bits, bias, shift = (64, 1023, 52) if x == types.float64 else (32, 127, 23)
    whole = ir.IntType(bits)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        power = builder.sext(args[1], whole) if bits == 64 else args[1]
        raised = builder.shl(builder.add(power, ir.Constant(whole, bias)), ir.Constant(whole, shift))
        return builder.bitcast(raised, context.get_value_type(signature.args[0]))

    return x(x, types.int32), codegen


@intrinsic
def bits_of(typingctx: Any, x: Any) -> Any:
    """The bits of a float32."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.IntType(32))

    return types.uint32(types.float32), codegen


@intrinsic
def float_of(typingctx: Any, bits: Any) -> Any:
    """The float32 with these bits."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.FloatType())

    return types.float32(types.uint32), codegen


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

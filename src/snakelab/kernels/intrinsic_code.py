"""Code of the intrinsics: call of a compiled function by its address, and memory that another thread writes."""

from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic
def call_address(typingctx: Any, address: Any, arguments: Any) -> Any:
    """Call the C function `void f(...)` at an address.

    Args:
        address: Of the function, an integer.
        arguments: A tuple. A float is passed as double; an integer as a size or as a pointer, which have the same width
            and the same kind of register on every platform that Numba compiles for.
    """
    kinds = [types.float64 if isinstance(kind, types.Float) else types.intp for kind in arguments.types]

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        values = [
            context.cast(builder, value, given, kind)
            for value, given, kind in zip(cgutils.unpack_tuple(builder, args[1]), arguments.types, kinds, strict=True)
        ]
        called = ir.FunctionType(ir.VoidType(), [context.get_value_type(kind) for kind in kinds])
        builder.call(builder.inttoptr(args[0], called.as_pointer()), values)
        return context.get_dummy_value()

    return types.void(types.intp, arguments), codegen


@intrinsic
def read_shared(typingctx: Any, array: Any, place: Any) -> Any:
    """array[place] of an int64 array that another thread may have changed: the compiler must not cache an old value."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.load_atomic(builder.gep(data, [args[1]]), "acquire", 8)

    return numba.int64(array, numba.int64), codegen

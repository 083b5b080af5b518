"""Memory that one thread reads while another writes it."""

from typing import Any

import numba
from numba.extending import intrinsic


@intrinsic
def read_shared(typingctx: Any, array: Any, place: Any) -> Any:
    """array[place] of an int64 array as another thread may have changed it: the compiler may not keep an old value."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.load_atomic(builder.gep(data, [args[1]]), "acquire", 8)

    return numba.int64(array, numba.int64), codegen

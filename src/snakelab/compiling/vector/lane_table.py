"""Tables of parameters that differ from lane to lane, read like an array of scalars.

`table[i, column]` of a NumPy array is a number common to all lanes; of a `LaneTable` it is a row of lanes. A
kernel written for the one works for the other, and is compiled for each.

Columns that do not differ are stored once for all blocks, so that a step reads little apart from those that differ.
"""

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from snakelab.compiling.vector.lane_columns import LANES, MAX_COLUMNS
from snakelab.compiling.vector.vector_type import LaneVector, vector_type


class LaneTable(types.Type):
    """View of one block of LaneColumns."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(f"lane_table({dtype})")


@register_model(LaneTable)
class LaneTableModel(models.StructModel):
    """Data model: pointer to the values, and to the offset of each column in them."""

    def __init__(self, manager: Any, table: Any) -> None:
        fields = [("data", types.CPointer(table.dtype)), ("offsets", types.CPointer(types.int64))]
        super().__init__(manager, table, fields)


@intrinsic
def parameters_of_block(typingctx: Any, given: Any, block: Any) -> Any:
    """Parameters of one block: of LaneColumns a LaneTable; an array, which all lanes have in common, unchanged.

    Offsets are on the stack of the calling kernel: a kernel that is inlined into another must not return a table.
    """
    if isinstance(given, types.Array):
        return given(given, block), lambda context, builder, sig, args: args[0]
    array = given.types[0]
    table = LaneTable(array.dtype)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        values, offsets, strides = (
            context.make_array(kind)(context, builder, builder.extract_value(args[0], k)).data
            for k, kind in enumerate(given.types)
        )
        number = context.cast(builder, args[1], sig.args[1], types.int64)
        with builder.goto_entry_block():
            places = builder.alloca(ir.ArrayType(ir.IntType(64), MAX_COLUMNS))
        first = builder.bitcast(places, ir.IntType(64).as_pointer())
        for column in range(MAX_COLUMNS):
            k = [ir.Constant(ir.IntType(64), column)]
            offset = builder.load(builder.gep(offsets, k))
            displacement = builder.mul(number, builder.load(builder.gep(strides, k)))
            builder.store(builder.add(offset, displacement), builder.gep(first, k))
        view = _struct(context, builder, table)
        view.data, view.offsets = values, first
        return view._getvalue()

    return table(given, block), codegen


def _struct(context: Any, builder: Any, table: Any, value: Any = None) -> Any:
    """Access to the fields of a table."""
    from numba.core import cgutils

    return cgutils.create_struct_proxy(table)(context, builder, value)


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    """Typing of `table[column]`, of the only row, and `table[row, column]`."""

    def generic(self, args: Any, kws: Any) -> Any:
        table, index = args
        return signature(LaneVector(table.dtype), table, index) if isinstance(table, LaneTable) else None


def _load(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Load the row of lanes at an index."""
    table, index = sig.args
    view = _struct(context, builder, table, args[0])
    if isinstance(index, types.BaseTuple):
        row, column = (
            context.cast(builder, builder.extract_value(args[1], k), index.types[k], types.intp) for k in range(2)
        )
    else:
        row, column = ir.Constant(ir.IntType(64), 0), context.cast(builder, args[1], index, types.intp)
    offset = builder.load(builder.gep(view.offsets, [column]))
    place = builder.add(offset, builder.mul(row, ir.Constant(row.type, LANES)))
    row_pointer = builder.bitcast(builder.gep(view.data, [place]), vector_type(table.dtype, LANES).as_pointer())
    return builder.load(row_pointer, align=table.dtype.bitwidth // 8)


lower_builtin(operator.getitem, LaneTable, types.Integer)(_load)
lower_builtin(operator.getitem, LaneTable, types.BaseTuple)(_load)

"""Tables of parameters that differ from lane to lane, read like an array of scalars.

`table[i, column]` of a NumPy array is a number that all lanes have in common; of a `LaneTable` it is a row of lanes. A
kernel written for the one works for the other, and is compiled for each.
"""

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from snakelab.compiling.vector.vector_type import LANES, LaneVector, vector_type

# Dimensions of an array [block, ..., lane] beyond those of the table of one block.
EXTRA = 2


class LaneTable(types.Type):
    """View of one block of an array [block, ..., lane], with one index or two."""

    def __init__(self, dtype: Any, ndim: int) -> None:
        self.dtype, self.ndim = dtype, ndim
        super().__init__(f"lane_table({dtype}, {ndim})")


@register_model(LaneTable)
class LaneTableModel(models.StructModel):
    """Data model: pointer to the first number, and the number of columns."""

    def __init__(self, manager: Any, table: Any) -> None:
        super().__init__(manager, table, [("data", types.CPointer(table.dtype)), ("columns", types.intp)])


@intrinsic
def parameters_of_block(typingctx: Any, array: Any, block: Any) -> Any:
    """Parameters of one block: of an array [block, ..., lane], with 3 or 4 dimensions, a LaneTable; another unchanged."""
    if array.ndim <= EXTRA:
        return array(array, block), lambda context, builder, sig, args: args[0]
    table = LaneTable(array.dtype, array.ndim - EXTRA)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        made = context.make_array(array)(context, builder, args[0])
        extents = [builder.extract_value(made.shape, axis) for axis in range(1, array.ndim)]
        offset = context.cast(builder, args[1], sig.args[1], types.intp)
        for extent in extents:
            offset = builder.mul(offset, extent)
        view = _struct(context, builder, table)
        view.data = builder.gep(made.data, [offset])
        view.columns = extents[-2]
        return view._getvalue()

    return table(array, block), codegen


def _struct(context: Any, builder: Any, table: Any, value: Any = None) -> Any:
    """Access to the fields of a table."""
    from numba.core import cgutils

    return cgutils.create_struct_proxy(table)(context, builder, value)


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    """Typing of `table[column]` and `table[row, column]`."""

    def generic(self, args: Any, kws: Any) -> Any:
        table, index = args
        if not isinstance(table, LaneTable):
            return None
        given = len(index.types) if isinstance(index, types.BaseTuple) else 1
        return signature(LaneVector(table.dtype), table, index) if given == table.ndim else None


def _load(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Load the row of lanes at an index."""
    table, index = sig.args
    view, place = _struct(context, builder, table, args[0]), args[1]
    if isinstance(index, types.BaseTuple):
        row, column = (
            context.cast(builder, builder.extract_value(place, k), index.types[k], types.intp) for k in range(2)
        )
        place = builder.add(builder.mul(row, view.columns), column)
    else:
        place = context.cast(builder, place, index, types.intp)
    start = builder.gep(view.data, [builder.mul(place, ir.Constant(place.type, LANES))])
    row_pointer = builder.bitcast(start, vector_type(table.dtype, LANES).as_pointer())
    return builder.load(row_pointer, align=table.dtype.bitwidth // 8)


lower_builtin(operator.getitem, LaneTable, types.Integer)(_load)
lower_builtin(operator.getitem, LaneTable, types.BaseTuple)(_load)

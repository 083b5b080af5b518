"""Memory access of lane values: arrays on the stack, gathers, and tables of parameters that differ by lane."""

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from snakelab.kernels.decorator import populate_array
from snakelab.plugins.lanes.vector.vector_type import (
    LANES,
    MAX_COLUMNS,
    LaneVector,
    as_vector,
    call_external,
    lanes_of,
    short_name,
    vector_type,
)

# ----------------------------------------------------------------------------------------------------------------------
# Arrays of rows on the stack, and gathers from tables
# ----------------------------------------------------------------------------------------------------------------------


@intrinsic
def rows(typingctx: Any, x: Any, per_link: Any) -> Any:
    """Uninitialised array of len(per_link) + 1 rows of lanes on the stack, of x's dtype.

    Its lifetime is that of the calling kernel: a kernel that is inlined into another must not return it.
    """
    shape = (per_link.count + 1, lanes_of(typingctx))
    array = types.Array(x, 2, "C")
    return array(x, per_link), lambda context, builder, sig, args: _new_rows(context, builder, array, shape)


def rows_named(record: Any) -> Any:
    """Return an intrinsic that returns a named tuple of arrays as from `rows`, but with at least four rows.

    The arrays are on the stack of the caller, and their lifetime is that of the caller.
    """

    @intrinsic
    def named_rows(typingctx: Any, x: Any, per_link: Any) -> Any:
        shape = (max(per_link.count + 1, 4), lanes_of(typingctx))
        array = types.Array(x, 2, "C")
        result = types.NamedUniTuple(array, len(record._fields), record)

        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            made = [_new_rows(context, builder, array, shape) for _ in record._fields]
            return context.make_tuple(builder, result, made)

        return result(x, per_link), codegen

    return named_rows


def _new_rows(context: Any, builder: Any, array: Any, shape: tuple[int, int]) -> Any:
    """Allocate an array on the stack."""
    dtype = context.get_value_type(array.dtype)
    with builder.goto_entry_block():
        pointer = builder.alloca(ir.ArrayType(dtype, shape[0] * shape[1]))
        pointer.align = 64 if shape[1] > 1 else 8
    size = context.get_abi_sizeof(dtype)
    made = context.make_array(array)(context, builder)
    populate_array(
        made,
        data=builder.bitcast(pointer, dtype.as_pointer()),
        shape=[context.get_constant(types.intp, extent) for extent in shape],
        strides=[context.get_constant(types.intp, extent * size) for extent in (shape[1], 1)],
        itemsize=context.get_constant(types.intp, size),
        meminfo=None,
    )
    return made._getvalue()


def _row_pointer(context: Any, builder: Any, array: Any, value: Any, index: Any, lanes: LaneVector) -> Any:
    """Pointer to a row of an array, as a vector."""
    made = context.make_array(array)(context, builder, value)
    if lanes.count == 1:  # of a GPU, where rows may lie apart, see `thread_kernel`
        first = builder.bitcast(made.data, ir.IntType(8).as_pointer())
        place = builder.gep(first, [builder.mul(index, builder.extract_value(made.strides, 0))])
        return builder.bitcast(place, made.data.type)
    start = builder.gep(made.data, [builder.mul(index, ir.Constant(index.type, lanes.count))])
    return builder.bitcast(start, vector_type(lanes.dtype, lanes.count).as_pointer())


def _alignment(lanes: LaneVector) -> dict[str, int]:
    """Alignment of a row, for loads and stores of whole vectors."""
    return {"align": 64} if lanes.count > 1 else {}


@intrinsic
def load(typingctx: Any, array: Any, row: Any) -> Any:
    """Load a row of an array from `rows`."""
    lanes = LaneVector(array.dtype, lanes_of(typingctx))

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        index = context.cast(builder, args[1], sig.args[1], types.intp)
        return builder.load(_row_pointer(context, builder, array, args[0], index, lanes), **_alignment(lanes))

    return lanes(array, row), codegen


@intrinsic
def store(typingctx: Any, array: Any, row: Any, value: Any) -> Any:
    """Store a row of an array from `rows`; a scalar is broadcast."""
    lanes = LaneVector(array.dtype, lanes_of(typingctx))

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        index = context.cast(builder, args[1], sig.args[1], types.intp)
        row = as_vector(context, builder, lanes, sig.args[2], args[2])
        builder.store(row, _row_pointer(context, builder, array, args[0], index, lanes), **_alignment(lanes))
        return context.get_dummy_value()

    return types.none(array, row, value), codegen


@intrinsic
def gather(typingctx: Any, array: Any, index: Any) -> Any:
    """Gather elements of a flat array at a vector of int32 indices; bounds are not checked."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data = context.make_array(array)(context, builder, args[0]).data
        if index.count == 1:
            return builder.load(builder.gep(data, [args[1]]))
        return _masked_gather(
            builder, _pointers(builder, data, args[1]), vector_type(array.dtype, LANES), array.dtype.bitwidth // 8
        )

    return index.of(array.dtype)(array, index), codegen


@intrinsic
def gather_pair(typingctx: Any, array: Any, index: Any) -> Any:
    """Gather pairs of adjacent elements, the first at a vector of int32 indices: one access for one lane."""
    return _neighbours(array, index, 2)


@intrinsic
def gather_four(typingctx: Any, array: Any, index: Any) -> Any:
    """Gather groups of four adjacent elements, the first at a vector of int32 indices: one access for one lane."""
    return _neighbours(array, index, 4)


def _neighbours(array: Any, index: Any, n: int) -> Any:
    """Typing and code generation of `gather_pair` and `gather_four`.

    A hardware gather needs the time of a plain load for each number; here one load reads the n numbers of a lane, and shuffles
    sort them into vectors. A thread of a GPU loads its n numbers one by one.
    """
    result = types.UniTuple(index.of(array.dtype), n)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data = context.make_array(array)(context, builder, args[0]).data
        if index.count == 1:
            steps = [ir.Constant(ir.IntType(64), k) for k in range(n)]
            elements = [builder.load(builder.gep(builder.gep(data, [step]), [args[1]])) for step in steps]
            return context.make_tuple(builder, result, elements)
        piece = ir.VectorType(data.type.pointee, n).as_pointer()
        pieces = []
        for place in _elements(builder, args[1]):
            at = builder.bitcast(builder.gep(data, [builder.sext(place, ir.IntType(64))]), piece)
            pieces.append(builder.load(at, align=array.dtype.bitwidth // 8))
        return context.make_tuple(
            builder, result, _deinterleaved_four(builder, pieces) if n == 4 else _deinterleaved_two(builder, pieces)
        )

    return result(array, index), codegen


def _elements(builder: Any, vector: Any) -> list:
    """Elements of a vector, read through memory: a load is three times as fast as an extraction from a register."""
    with builder.goto_entry_block():
        slot = builder.alloca(vector.type)
        slot.align = 64
    builder.store(vector, slot, align=64)
    first = builder.bitcast(slot, vector.type.element.as_pointer())
    return [_volatile_load(builder, builder.gep(first, [ir.Constant(ir.IntType(64), lane)])) for lane in range(LANES)]


class _VolatileLoad(ir.instructions.LoadInstr):
    """Volatile load: prevents the compiler from extracting the number from the register instead."""

    def descr(self, buf: Any) -> None:
        plain: list[str] = []
        super().descr(plain)
        buf.append("".join(plain).replace("load ", "load volatile ", 1))


def _volatile_load(builder: Any, place: Any) -> Any:
    """Value of a volatile load."""
    load = _VolatileLoad(builder.block, place, "")
    builder._insert(load)
    return load


def _deinterleaved_four(builder: Any, pieces: list) -> list:
    """Vectors of the first, second, third and fourth numbers of sixteen groups of four.

    A group fills a quarter of a register, and is placed in the quarter of its numbers: shuffles within
    quarters are faster than across.
    """
    a, b, c, d = (_concatenated(builder, pieces[k::4]) for k in range(4))
    low, high = ((0, 16, 1, 17), (2, 18, 3, 19)), ((0, 1, 16, 17), (2, 3, 18, 19))
    (a, c), (b, d) = ([_shuffled_quarters(builder, x, y, order) for order in low] for x, y in ((a, b), (c, d)))
    return [_shuffled_quarters(builder, x, y, order) for x, y in ((a, b), (c, d)) for order in high]


def _deinterleaved_two(builder: Any, pieces: list) -> list:
    """Vectors of the first and of the second numbers of sixteen groups of two."""
    halves = [_shuffled(builder, a, b, range(4)) for a, b in _pairs(pieces)]
    a, b = (_concatenated(builder, halves[k::2]) for k in range(2))
    return [_shuffled_quarters(builder, a, b, order) for order in ((0, 2, 16, 18), (1, 3, 17, 19))]


def _concatenated(builder: Any, quarters: list) -> Any:
    """Concatenate four quarters of a register."""
    a, b = (_shuffled(builder, x, y, range(8)) for x, y in _pairs(quarters))
    return _shuffled(builder, a, b, range(16))


def _shuffled_quarters(builder: Any, a: Any, b: Any, order: tuple[int, ...]) -> Any:
    """Shuffle two registers by the same order in all quarters."""
    return _shuffled(builder, a, b, [4 * quarter + k for quarter in range(4) for k in order])


def _pairs(vectors: list) -> Any:
    """Consecutive pairs of a list."""
    return zip(vectors[::2], vectors[1::2], strict=True)


def _shuffled(builder: Any, a: Any, b: Any, chosen: Any) -> Any:
    """Shuffle two vectors by an order of indices into both."""
    order = list(chosen)
    return builder.shuffle_vector(a, b, ir.Constant(ir.VectorType(ir.IntType(32), len(order)), order))


class _PointerVector(ir.instructions.Instruction):
    """Vector of pointers to array elements at a vector of indices; llvmlite supports a single index only."""

    def __init__(self, parent: Any, start: Any, index: Any, name: str) -> None:
        super().__init__(parent, ir.VectorType(start.type, LANES), "getelementptr", [start, index], name=name)

    def descr(self, buf: Any) -> None:
        start, index = self.operands
        buf.append(f"getelementptr {start.type.pointee}, {start.type} {start.get_reference()}, ")
        buf.append(f"{index.type} {index.get_reference()}\n")


def _pointers(builder: Any, start: Any, index: Any) -> Any:
    """Vector of pointers to array elements."""
    pointers = _PointerVector(builder.block, start, index, "")
    builder._insert(pointers)
    return pointers


def _masked_gather(builder: Any, places: Any, vector: Any, align: int) -> Any:
    """Masked gather from a vector of pointers, all lanes active."""
    on = ir.Constant(ir.VectorType(ir.IntType(1), LANES), [1] * LANES)
    width = ir.Constant(ir.IntType(32), align)
    args = [places, width, on, ir.Constant(vector, ir.Undefined)]
    return call_external(builder, f"llvm.masked.gather.{short_name(vector)}.v{LANES}p0", vector, args)


# ----------------------------------------------------------------------------------------------------------------------
# Tables of parameters that differ from lane to lane, read like an array of scalars
#
# `table[i, column]` of a NumPy array is a number common to all lanes; of a `LaneTable` it is a row of lanes. A
# kernel written for the one works for the other, and is compiled for each.
#
# Columns that do not differ are stored once for all blocks, so that a step reads little apart from those that differ.
# ----------------------------------------------------------------------------------------------------------------------


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

"""Rows of lanes on the stack, and tables that lanes gather from."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from snakelab.planar_batch.vector.vector_type import (
    LANES,
    LaneVector,
    call_outside,
    lanes_of,
    lifted,
    short_name,
    vector_type,
)


@intrinsic
def rows(typingctx: Any, x: Any, each: Any) -> Any:
    """An array of len(each) + 1 rows of lanes on the stack, of x's kind, not filled.

    It lives as long as the kernel that calls this: one that is inlined into another must not return it.
    """
    shape = (each.count + 1, lanes_of(typingctx))
    array = types.Array(x, 2, "C")
    return array(x, each), lambda context, builder, sig, args: _new_rows(context, builder, array, shape)


def rows_named(record: Any) -> Any:
    """A function for kernels that makes a named tuple of arrays, each as `rows` does, but of at least four rows.

    The stack is that of the caller, for whom it lives; a kernel's own rows end with it.
    """

    @intrinsic
    def named_rows(typingctx: Any, x: Any, each: Any) -> Any:
        shape = (max(each.count + 1, 4), lanes_of(typingctx))
        array = types.Array(x, 2, "C")
        result = types.NamedUniTuple(array, len(record._fields), record)

        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            made = [_new_rows(context, builder, array, shape) for _ in record._fields]
            return context.make_tuple(builder, result, made)

        return result(x, each), codegen

    return named_rows


def _new_rows(context: Any, builder: Any, array: Any, shape: tuple[int, int]) -> Any:
    """An array on the stack."""
    kind = context.get_value_type(array.dtype)
    with builder.goto_entry_block():
        pointer = builder.alloca(ir.ArrayType(kind, shape[0] * shape[1]))
        pointer.align = 64 if shape[1] > 1 else 8
    size = context.get_abi_sizeof(kind)
    made = context.make_array(array)(context, builder)
    populate_array(
        made,
        data=builder.bitcast(pointer, kind.as_pointer()),
        shape=[context.get_constant(types.intp, extent) for extent in shape],
        strides=[context.get_constant(types.intp, extent * size) for extent in (shape[1], 1)],
        itemsize=context.get_constant(types.intp, size),
        meminfo=None,
    )
    return made._getvalue()


def _place(context: Any, builder: Any, array: Any, value: Any, index: Any, lanes: LaneVector) -> Any:
    """Pointer to a row of an array of rows, as a vector."""
    made = context.make_array(array)(context, builder, value)
    start = builder.gep(made.data, [builder.mul(index, ir.Constant(index.type, lanes.count))])
    return builder.bitcast(start, vector_type(lanes.kind, lanes.count).as_pointer())


def _aligned(lanes: LaneVector) -> dict[str, int]:
    """Rows of vectors begin where vectors may."""
    return {"align": 64} if lanes.count > 1 else {}


@intrinsic
def load(typingctx: Any, array: Any, row: Any) -> Any:
    """A row of an array that `rows` made."""
    lanes = LaneVector(array.dtype, lanes_of(typingctx))

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        index = context.cast(builder, args[1], sig.args[1], types.intp)
        return builder.load(_place(context, builder, array, args[0], index, lanes), **_aligned(lanes))

    return lanes(array, row), codegen


@intrinsic
def store(typingctx: Any, array: Any, row: Any, value: Any) -> Any:
    """Write a row of an array that `rows` made; a scalar goes into all lanes."""
    lanes = LaneVector(array.dtype, lanes_of(typingctx))

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        index = context.cast(builder, args[1], sig.args[1], types.intp)
        row = lifted(context, builder, lanes, sig.args[2], args[2])
        builder.store(row, _place(context, builder, array, args[0], index, lanes), **_aligned(lanes))
        return context.get_dummy_value()

    return types.none(array, row, value), codegen


@intrinsic
def gather(typingctx: Any, array: Any, index: Any) -> Any:
    """Elements of a flat array at the places in a vector of int32; no check of bounds."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data = context.make_array(array)(context, builder, args[0]).data
        if index.count == 1:
            return builder.load(builder.gep(data, [args[1]]))
        return _gathered(
            builder, _places(builder, data, args[1]), vector_type(array.dtype, LANES), array.dtype.bitwidth // 8
        )

    return index.of(array.dtype)(array, index), codegen


@intrinsic
def gather_pair(typingctx: Any, array: Any, index: Any) -> Any:
    """Elements at the places in a vector of int32, and those right behind them: both of a lane by one access."""
    return _neighbours(array, index, 2)


@intrinsic
def gather_four(typingctx: Any, array: Any, index: Any) -> Any:
    """Four neighbours each, the first at the places in a vector of int32: all of a lane by one access."""
    return _neighbours(array, index, 4)


def _neighbours(array: Any, index: Any, n: int) -> Any:
    """Typing and code of `gather_pair` and `gather_four`.

    A processor's own gather takes as long for each number as a plain load does; here one load brings a lane's n numbers,
    and shuffles sort them. A thread of a GPU loads its n numbers one by one.
    """
    result = types.UniTuple(index.of(array.dtype), n)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data = context.make_array(array)(context, builder, args[0]).data
        if index.count == 1:
            steps = [ir.Constant(ir.IntType(64), k) for k in range(n)]
            found = [builder.load(builder.gep(builder.gep(data, [step]), [args[1]])) for step in steps]
            return context.make_tuple(builder, result, found)
        piece = ir.VectorType(data.type.pointee, n).as_pointer()
        pieces = []
        for place in _one_by_one(builder, args[1]):
            at = builder.bitcast(builder.gep(data, [builder.sext(place, ir.IntType(64))]), piece)
            pieces.append(builder.load(at, align=array.dtype.bitwidth // 8))
        return context.make_tuple(
            builder, result, _sorted_four(builder, pieces) if n == 4 else _sorted_two(builder, pieces)
        )

    return result(array, index), codegen


def _one_by_one(builder: Any, vector: Any) -> list:
    """The numbers of a vector by way of memory: a load takes a third of what taking one out of a register does."""
    with builder.goto_entry_block():
        slot = builder.alloca(vector.type)
        slot.align = 64
    builder.store(vector, slot, align=64)
    first = builder.bitcast(slot, vector.type.element.as_pointer())
    return [_loaded(builder, builder.gep(first, [ir.Constant(ir.IntType(64), lane)])) for lane in range(LANES)]


class _VolatileLoad(ir.instructions.LoadInstr):
    """A load that stays one: the compiler does not take the number from the register after all."""

    def descr(self, buf: Any) -> None:
        plain: list[str] = []
        super().descr(plain)
        buf.append("".join(plain).replace("load ", "load volatile ", 1))


def _loaded(builder: Any, place: Any) -> Any:
    """What lies at a place in memory, fetched from there."""
    load = _VolatileLoad(builder.block, place, "")
    builder._insert(load)
    return load


def _sorted_four(builder: Any, pieces: list) -> list:
    """The first, second, third and fourth numbers of sixteen pieces of four.

    Each lane's piece is a quarter of a register, and goes to that quarter where its numbers shall be: processors shuffle within
    quarters faster than across.
    """
    a, b, c, d = (_row(builder, pieces[k::4]) for k in range(4))
    low, high = ((0, 16, 1, 17), (2, 18, 3, 19)), ((0, 1, 16, 17), (2, 3, 18, 19))
    (a, c), (b, d) = ([_by_quarters(builder, x, y, order) for order in low] for x, y in ((a, b), (c, d)))
    return [_by_quarters(builder, x, y, order) for x, y in ((a, b), (c, d)) for order in high]


def _sorted_two(builder: Any, pieces: list) -> list:
    """The first and the second numbers of sixteen pieces of two."""
    halves = [_joined(builder, a, b, range(4)) for a, b in _pairs(pieces)]
    a, b = (_row(builder, halves[k::2]) for k in range(2))
    return [_by_quarters(builder, a, b, order) for order in ((0, 2, 16, 18), (1, 3, 17, 19))]


def _row(builder: Any, quarters: list) -> Any:
    """Four quarters of a register in a row."""
    a, b = (_joined(builder, x, y, range(8)) for x, y in _pairs(quarters))
    return _joined(builder, a, b, range(16))


def _by_quarters(builder: Any, a: Any, b: Any, order: tuple[int, ...]) -> Any:
    """Chosen numbers of two registers in a row, the same choice in each quarter."""
    return _joined(builder, a, b, [4 * quarter + k for quarter in range(4) for k in order])


def _pairs(vectors: list) -> Any:
    """Neighbours two by two."""
    return zip(vectors[::2], vectors[1::2], strict=True)


def _joined(builder: Any, a: Any, b: Any, chosen: Any) -> Any:
    """Chosen numbers of two vectors in a row."""
    order = list(chosen)
    return builder.shuffle_vector(a, b, ir.Constant(ir.VectorType(ir.IntType(32), len(order)), order))


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
    return call_outside(builder, f"llvm.masked.gather.{short_name(vector)}.v{LANES}p0", vector, args)

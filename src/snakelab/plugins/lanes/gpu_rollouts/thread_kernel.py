"""Roll-out kernel of a thread of a GPU, compiled for the structure of a task: number of links, and the terms that it has.

The kernels are those of the CPU, copied by `KernelCopies`. What depends on the structure is a constant of the code, so that
absent terms (walls, corners, a current, further solves, a wave, a ramp) leave none. Three properties make it fast:

- the rows of a lane are in shared memory, one column for each thread of a block, and those which are used within one link only
  are in registers;
- loops over links are not unrolled: a GPU reads an instruction from memory again if the code exceeds its caches;
- the numbers of robot, world and cost are copied to shared memory once.

In reading order: `Structure` and `structure_of`; the arguments of a launch, `Arguments`; views and rows in shared memory;
`roll_samples`, the kernel, and `kernel_of`.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import cuda, types
from numba.extending import intrinsic

from snakelab.kernels.decorator import populate_array
from snakelab.kernels.digest import kernel_digest
from snakelab.plugins.cuda.devices import code_digest
from snakelab.plugins.cuda.kernel_copies import KernelCopies
from snakelab.plugins.cuda.lane_tables import Constant
from snakelab.plugins.lanes.model import lane_model
from snakelab.plugins.lanes.model.lane_model import JointInputs, LaneModel, Lanes
from snakelab.plugins.lanes.mpc.kernels import RolloutTask, roll
from snakelab.plugins.lanes.mpc.settings import Draw
from snakelab.plugins.lanes.vector.lane_value import consecutive, rows, store

THREADS = (
    64,
    32,
)  # of a block: few, so that few samples still reach all multiprocessors; as many as shared memory admits
MAX_SHARED = 48 * 1024  # shared memory of a block [bytes]; beyond, rows are in local memory

# ----------------------------------------------------------------------------------------------------------------------
# Structure of a task: what is compiled in
# ----------------------------------------------------------------------------------------------------------------------


class Structure(NamedTuple):
    """Properties of a roll-out that are compiled in.

    Attributes:
        dtype: "float32" or "float64".
        n_links: Number of links.
        ground: Length of `LaneModel.ground_kind`.
        dry_law: Of the model; 0 without dry friction.
        walls: True if the world has walls.
        corners: True if they have corners.
        current: True for a current that differs from place to place.
        n_inputs: Number of inputs.
        n_joints: Number of steered joints.
        wave: True if the inputs are the parameters of a wave.
        ramp: True if inputs change linearly over a period.
        solves: Solves of a step near walls.
        substeps: Time steps of a period.
        query_interval: Time steps between queries.
        knot_every: Periods between knots of the random numbers.
        antithetic: True for pairs of opposite samples.
        table: True for a low-discrepancy sequence.
    """

    dtype: str
    n_links: int
    ground: int
    dry_law: int
    walls: bool
    corners: bool
    current: bool
    n_inputs: int
    n_joints: int
    wave: bool
    ramp: bool
    solves: int
    substeps: int
    query_interval: int
    knot_every: int
    antithetic: bool
    table: bool


def structure_of(model: LaneModel, draw: Draw, task: RolloutTask) -> Structure:
    """Structure of a roll-out."""
    walls, wave = model.distances.size > 0, task.wave.size > 0
    return Structure(
        dtype=model.links.dtype.name,
        n_links=len(model.per_link),
        ground=len(model.ground_kind),
        dry_law=int(model.dry_law),
        walls=walls,
        corners=walls and len(model.corners) > 0,
        current=model.current.size > 0,
        n_inputs=len(task.nominal),
        n_joints=len(task.joints),
        wave=wave,
        ramp=bool(task.ramp) and not wave,
        solves=int(task.solves) if walls else 1,
        substeps=int(task.substeps),
        query_interval=int(task.query_interval),
        knot_every=int(draw.knot_every),
        antithetic=bool(draw.antithetic),
        table=draw.table.size > 0,
    )


# ----------------------------------------------------------------------------------------------------------------------
# Arguments of a launch: numbers that are copied to shared memory, sequences of inputs, and integers
# ----------------------------------------------------------------------------------------------------------------------

# Lengths of rows in shared memory; powers of two where four numbers are loaded at once.
LINK_WIDTH, JOINT_WIDTH, WORLD_WIDTH, COST_WIDTH, GROUND_WIDTH = 16, 8, 16, 8, 7
# Places in the integers; the steered joints follow.
N_LINKS, KEY, CYCLE, COLUMNS, ROWS, N_KNOTS, TABLE_COLUMNS, JOINTS = 0, 1, 3, 4, 5, 6, 7, 8


class Numbers(NamedTuple):
    """Places of the parts of the numbers: robot, world, cost and state; `end` is their total."""

    links: int
    joints: int
    world: int
    cost: int
    row: int
    last: int
    limit: int
    dt: int
    wave: int
    rotations: int
    ground: int
    end: int


def numbers_of(s: Structure) -> Numbers:
    """Places of the numbers for a structure."""
    n, waves = s.n_links, int(s.wave)
    sizes = (
        LINK_WIDTH * n,
        JOINT_WIDTH * n,
        WORLD_WIDTH,
        COST_WIDTH,
        2 * n + 4,
        s.n_inputs,
        s.n_inputs,
        1,
        7 * waves,
        2 * s.n_joints * waves,
        GROUND_WIDTH * n * (s.ground > 0),
    )
    return Numbers(*np.cumsum((0, *sizes)).tolist())


class Arguments:
    """Arguments of a launch, in flat arrays that later launches use again.

    Args:
        structure: Of the roll-outs.
        numbers: Space for the numbers, see `Numbers`.
        sequences: For the nominal inputs, then their deviations.
        whole: For integers.
        words: For `Draw.table`.
    """

    def __init__(self, structure: Structure, numbers: Any, sequences: Any, whole: Any, words: Any):
        self.numbers, self.sequences, self.whole, self.words = numbers, sequences, whole, words
        self._at = numbers_of(structure)
        self._ground = structure.ground > 0

    @staticmethod
    def lengths(structure: Structure, draw: Draw, task: RolloutTask) -> tuple[int, int, int, int]:
        """Lengths of numbers, sequences, integers and words."""
        return numbers_of(structure).end, 2 * task.nominal.size, JOINTS + len(task.joints), draw.table.size

    def set_model(self, model: LaneModel) -> None:
        """Copy the numbers of robot and world."""
        at = self._at
        self.numbers[...] = 0
        self._set(at.links, model.links, LINK_WIDTH)
        self._set(at.joints, model.joints, JOINT_WIDTH)
        self._set(at.world, model.world[None], WORLD_WIDTH)
        if self._ground:
            self._set(at.ground, model.ground, GROUND_WIDTH)
        self.whole[N_LINKS], self.whole[COLUMNS], self.whole[ROWS] = len(model.per_link), model.columns, model.rows

    def set_task(self, draw: Draw, task: RolloutTask) -> None:
        """Copy what may differ from call to call."""
        at = self._at
        self._set(at.cost, task.cost[None], COST_WIDTH)
        self._set(at.rotations, task.phase_rotations, 2)
        for first, values in ((at.row, task.row), (at.last, task.last), (at.limit, draw.limit), (at.wave, task.wave)):
            self.numbers[first : first + len(values)] = values
        self.numbers[at.dt] = task.dt
        n = task.nominal.size
        self.sequences[:n], self.sequences[n:] = task.nominal.ravel(), draw.sigma.ravel()
        self.whole[KEY : KEY + 2] = draw.key
        self.whole[CYCLE], self.whole[N_KNOTS], self.whole[TABLE_COLUMNS] = draw.cycle, draw.n_knots, draw.columns
        self.whole[JOINTS:] = task.joints
        self.words[...] = draw.table

    def _set(self, first: int, table: Any, width: int) -> None:
        """Copy a table into rows of a width."""
        part = self.numbers[first : first + width * len(table)]
        part.reshape(len(table), width)[:, : table.shape[1]] = table


# ----------------------------------------------------------------------------------------------------------------------
# Arrays of a thread: views of an array, whose shapes are constants, and rows in shared memory or in registers
# ----------------------------------------------------------------------------------------------------------------------


@intrinsic
def vector_at(typingctx: Any, array: Any, first: Any, length: Any) -> Any:
    """View of consecutive elements of a flat array."""
    kind = types.Array(array.dtype, 1, "C")

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _view(context, builder, sig, args, kind)

    return kind(array, first, length), codegen


@intrinsic
def matrix_at(typingctx: Any, array: Any, first: Any, length: Any, width: Any) -> Any:
    """View of consecutive rows of elements of a flat array, shape (length, width)."""
    kind = types.Array(array.dtype, 2, "C")

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _view(context, builder, sig, args, kind)

    return kind(array, first, length, width), codegen


def _view(context: Any, builder: Any, sig: Any, args: Any, kind: Any) -> Any:
    """View of an array from an element, of given lengths."""
    data = context.make_array(sig.args[0])(context, builder, args[0]).data
    first, *shape = (
        context.cast(builder, value, given, types.intp) for value, given in zip(args[1:], sig.args[1:], strict=True)
    )
    return _array(context, builder, kind, builder.gep(data, [first]), shape)


def _array(context: Any, builder: Any, kind: Any, data: Any, shape: Any, strides: Any = None) -> Any:
    """Array of a Numba type, in C order without strides."""
    size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    if strides is None:
        strides = [size]
        for length in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], length))
    made = context.make_array(kind)(context, builder)
    populate_array(made, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None)
    return made._getvalue()


class Layout(NamedTuple):
    """Places of the numbers and of the rows of a lane.

    Attributes:
        threads: Threads of a block.
        n_rows: Rows of a field in local memory.
        first: Place of row 0 of the fields of `Lanes` and `JointInputs` in shared memory. The others have local memory, which is
            also used where shared memory is too small.
        single: Fields of which one row is kept, in a register: that of the present link or end, or the same for all.
        end: Size of the shared memory of a block, in numbers.
    """

    threads: int
    n_rows: int
    first: dict[str, int]
    single: tuple[str, ...]
    end: int


# Fields with a row for each end; changes of velocities, which a first solve knows for the last ends only; contact at an end.
PLANES, CHANGES = ("plane_x", "plane_y", "plane_offset"), ("delta_omega", "delta_vx", "delta_vy")
AT_END = ("normal_x", "normal_y", "contact_velocity", "contact_damping")


def layout_of(s: Structure) -> Layout:
    """Layout of numbers and rows for a structure."""
    several, n = s.solves > 1, s.n_links
    absent = (
        *(() if s.current else ("current_x", "current_y")),
        *(() if several else AT_END),
        *(() if s.walls else (*PLANES, *CHANGES)),
        *(() if s.corners else ("corner_bits",)),
        *(() if s.ramp or s.wave else ("rate",)),
    )
    names = [name for name in (*Lanes._fields, *JointInputs._fields) if name not in (*absent, "body")]
    start = -(-numbers_of(s).end // 32) * 32
    for threads in THREADS:
        first, place = {}, start
        for name in names:
            begin = n - 2 if name in CHANGES and not several else 0  # of the rows that are used
            first[name] = place - threads * begin
            place += threads * (n + (name in (*PLANES, *CHANGES, *AT_END)) - begin)
        if place * np.dtype(s.dtype).itemsize <= MAX_SHARED:
            return Layout(threads, n + 1, first, absent, place)
    return Layout(THREADS[-1], n + 1, {}, absent, start)


@functools.cache
def shared_numbers_of(count: int) -> Any:
    """Intrinsic that returns uninitialised shared memory of a block for as many numbers, of the dtype of an array."""

    @intrinsic
    def shared_numbers(typingctx: Any, array: Any) -> Any:
        kind = types.Array(array.dtype, 1, "C")

        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            element = context.get_data_type(array.dtype)
            whole = ir.ArrayType(element, count)
            memory = ir.GlobalVariable(builder.module, whole, "shared_numbers", addrspace=3)
            memory.linkage, memory.align, memory.initializer = "internal", 128, ir.Constant(whole, ir.Undefined)
            generic = builder.addrspacecast(memory, ir.PointerType(ir.IntType(8)), "generic")
            data = builder.bitcast(generic, element.as_pointer())
            return _array(context, builder, kind, data, [context.get_constant(types.intp, count)])

        return kind(array), codegen

    return shared_numbers


def _thread(builder: Any) -> Any:
    """Index of the thread in its block, 64 bits."""
    name, word = "llvm.nvvm.read.ptx.sreg.tid.x", ir.IntType(32)
    known = builder.module.globals.get(name)
    function = known or ir.Function(builder.module, ir.FunctionType(word, []), name)
    return builder.zext(builder.call(function, []), ir.IntType(64))


def rows_of(layout: Layout, record: Any) -> Any:
    """Intrinsic in place of `rows_named(record)`; in place of the items for the links it takes a view of the shared memory."""

    @intrinsic
    def rows_of_thread(typingctx: Any, x: Any, shared: Any) -> Any:
        kind = types.Array(x, 2, "C")
        result = types.NamedUniTuple(kind, len(record._fields), record)

        def array(context: Any, builder: Any, start: Any, name: str) -> Any:
            element, number = context.get_data_type(x), functools.partial(context.get_constant, types.intp)
            size = context.get_abi_sizeof(element)
            n_rows, step = 4 if name == "body" else layout.n_rows, size
            if name in layout.first:
                data, step = builder.gep(start, [number(layout.first[name])]), size * layout.threads
            else:
                n_rows, step = (1, 0) if name in layout.single else (n_rows, size)
                with builder.goto_entry_block():
                    place = builder.alloca(ir.ArrayType(element, n_rows))
                data = builder.bitcast(place, element.as_pointer())
            return _array(context, builder, kind, data, [number(n_rows), number(1)], [number(step), number(size)])

        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            start = context.make_array(sig.args[1])(context, builder, args[1]).data
            own = builder.gep(start, [_thread(builder)])
            return context.make_tuple(builder, result, [array(context, builder, own, name) for name in record._fields])

        return result(x, shared), codegen

    return rows_of_thread


# ----------------------------------------------------------------------------------------------------------------------
# Kernel
# ----------------------------------------------------------------------------------------------------------------------

# Constants of the code of one structure: `Numbers`, `Structure`, tuples of which the lengths matter, and an intrinsic.
AT: Any = Constant("at")
STRUCTURE: Any = Constant("structure")
PER_INPUT: Any = Constant("per_input")
GROUND_KIND: Any = Constant("ground_kind")
shared_numbers: Any = Constant("shared_numbers")


def roll_samples(numbers, sequences, whole, distances, corners, current, words, costs):
    """Compute the cost of one sample.

    Args:
        numbers, sequences, whole: Of `Arguments`.
        distances, corners, current: Of the LaneModel.
        words: Likewise.
        costs: Shape (n_samples,), to fill.
    """
    sample = cuda.grid(1)
    if sample >= len(costs):
        return
    held = shared_numbers(numbers)
    for i in range(AT.end):  # each thread writes all, so that it need not wait for others
        held[i] = numbers[i]
    n, m = STRUCTURE.n_links, STRUCTURE.n_inputs
    world = vector_at(held, AT.world, WORLD_WIDTH)
    n_steps = len(sequences) // (2 * m)
    model = LaneModel(
        # the shared memory for rows; its length is not a constant, so that loops over links are not unrolled
        vector_at(held, 0, whole[N_LINKS]),
        matrix_at(held, AT.links, n, LINK_WIDTH),
        matrix_at(held, AT.joints, n, JOINT_WIDTH),
        world,
        world,
        vector_at(distances, 0, len(distances) if STRUCTURE.walls else 0),
        whole[COLUMNS],
        whole[ROWS],
        matrix_at(corners, 0, len(corners) // 2 if STRUCTURE.corners else 0, 2),
        vector_at(current, 0, len(current) if STRUCTURE.current else 0),
        GROUND_KIND,
        STRUCTURE.dry_law,
        matrix_at(held, AT.ground, n, GROUND_WIDTH),
    )
    draw = Draw(
        matrix_at(sequences, m * n_steps, m, n_steps),
        vector_at(held, AT.limit, m),
        STRUCTURE.knot_every,
        STRUCTURE.antithetic,
        vector_at(whole, KEY, 2),
        whole[CYCLE],
        vector_at(words, 0, len(words) if STRUCTURE.table else 0),
        whole[TABLE_COLUMNS],
        whole[N_KNOTS],
    )
    task = RolloutTask(
        PER_INPUT,
        vector_at(held, AT.row, 2 * n + 4),
        vector_at(whole, JOINTS, STRUCTURE.n_joints),
        vector_at(held, AT.wave, 7 if STRUCTURE.wave else 0),
        matrix_at(held, AT.rotations, STRUCTURE.n_joints, 2),
        matrix_at(sequences, 0, m, n_steps),
        vector_at(held, AT.last, m),
        vector_at(held, AT.cost, COST_WIDTH),
        held[AT.dt],
        STRUCTURE.substeps,
        STRUCTURE.ramp,
        STRUCTURE.solves,
        STRUCTURE.query_interval,
    )
    out = rows(costs[0], (0,))
    store(out, 0, roll(model, draw, task, consecutive(np.uint32(sample))))
    costs[sample] = out[0, 0]


class CompiledKernel(NamedTuple):
    """Kernel for a structure, not compiled yet.

    Attributes:
        entry: Copy of `roll_samples`.
        digest: Of all that its code depends on.
        threads: Threads of a block.
    """

    entry: Callable[..., None]
    digest: str
    threads: int


@functools.cache
def kernel_of(s: Structure) -> CompiledKernel:
    """Kernel of a structure, for Numba's compiler for GPUs."""
    layout = layout_of(s)
    constants = {
        "at": numbers_of(s),
        "structure": s,
        "per_input": (0,) * s.n_inputs,
        "ground_kind": (0,) * s.ground,
        "shared_numbers": shared_numbers_of(layout.end),
    }
    replaced = {
        lane_model.new_lanes: rows_of(layout, Lanes),
        lane_model.new_inputs: rows_of(layout, JointInputs),
    }
    copies = KernelCopies(replaced, s.dtype, constants, while_loops=True)
    digest = code_digest(s, layout, kernel_digest(roll_samples))
    return CompiledKernel(copies.copy(roll_samples), digest, layout.threads)

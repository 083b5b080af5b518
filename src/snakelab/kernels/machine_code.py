"""Machine code of each kernel, independent of other kernels that were compiled or loaded before.

Numba copies into the code of a function all functions that it calls, optimises the copies once more, and gives copies of one
function the same name in the process. Copies are not identical: each was optimised with its caller, and they differ in the
last bits. So results would differ in the last bits in the process that compiled, or after another kernel was loaded, and a
function below ten others would be optimised ten times. Here each function is optimised once:

- A piece is a kernel that is always inlined. Its code is only simplified, and linked into the kernels that call it before
  those are optimised.
- Any other kernel is optimised with its pieces. Up to `MAX_COPIED` instructions, its callers get a copy that they may inline,
  as they get pieces.
- A larger one is finished: its callers are optimised with its declaration alone, and its body is linked to theirs just before
  machine code is generated.

Only kernels that Python calls have machine code. In it, the names of all other functions are local.

At the end stand the intrinsics: calls of a compiled function and of a kernel by their addresses, and memory that another
thread writes.
"""

from collections.abc import Iterable
from functools import cache, reduce
from types import BuiltinFunctionType
from typing import Any

import numba
from llvmlite import ir
from llvmlite.binding import Linkage, parse_bitcode
from numba import types
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.environment import lookup_environment
from numba.core.ir import Assign, Expr, FreeVar, Global
from numba.core.typed_passes import NopythonRewrites
from numba.core.typing.context import Context
from numba.core.untyped_passes import InlineClosureLikes
from numba.extending import intrinsic, overload

from snakelab.kernels.lazy_kernel import OTHER, PIECE, STAGE
from snakelab.system import held_interrupts

ENVIRONMENT = "_ZN08NumbaEnv"
# Largest number of instructions of a function that LLVM may inline although it is not forced to.
MAX_COPIED = 300

Modules = dict[Any, None]  # of LLVM, in the order of its keys: each after those that it calls


class OwnCodeLibrary(JITCodeLibrary):
    """Code of a function as modules of LLVM, and its machine code if Python calls it.

    Attributes:
        is_part: True if only other kernels contain its code, so that it needs no machine code.
        role: PIECE, STAGE or OTHER.
        pieces: Modules that are linked into a caller before it is optimised; None if they are not known apart.
        bodies: Modules that are linked to a caller after it is optimised.
    """

    is_part = False
    role = OTHER
    pieces: Modules | None = None
    bodies: Modules | None = None
    _final_module: Any
    _shared_module: Any

    @property
    def codegen(self) -> Any:
        """Generator of machine code. There is no memory for the environment of a part."""
        return WithoutEnvironments if self.is_part else self._codegen

    def _optimize_functions(self, ll_module: Any) -> None:
        """Simplify each function by itself, with one set of passes for all."""
        ll_module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager(loop_vectorize=False, slp_vectorize=False)
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def finalize(self) -> None:
        """Optimise the function, and generate its machine code if Python calls it."""
        self._raise_if_finalized()
        libraries = dict.fromkeys(self._linking_libraries)
        for library in libraries:
            self._reload_init.update(library._reload_init)
        pieces, bodies = _merged(map(_pieces_of, libraries)), _merged(map(_bodies_of, libraries))
        own = [function.name for function in self._final_module.functions if _is_offered(function)]
        if self.role == PIECE:
            self._share(own, pieces, bodies)
            return
        _link(self._final_module, pieces)
        if self.role == STAGE:
            passes, builder = self._codegen._module_pass_manager(
                opt=0, loop_vectorize=False, slp_vectorize=False, cost="cheap"
            )
            passes.add_global_dead_code_eliminate_pass()  # addresses of this process, which must not be stored
            passes.run(self._final_module, builder)
        else:
            self._optimize_final_module()
        if not self.is_part:
            _link(self._final_module, bodies)
        _make_local(self._final_module, own)
        self._final_module.verify()
        if self.is_part:
            self._share(own, {}, bodies)
        else:
            self._finalize_final_module()

    def _share(self, own: Iterable[str], pieces: Modules, bodies: Modules) -> None:
        """Offer the module to callers, as a piece or as a finished body."""
        for name in own:
            self._final_module.get_function(name).linkage = Linkage.linkonce_odr
        self._finalize_dynamic_globals()
        module = {self._final_module: None}
        if self.role == OTHER and _has_more_instructions(self._final_module, own, MAX_COPIED):
            self.pieces, self.bodies = pieces, bodies | module
        else:
            self.pieces, self.bodies = pieces | module, bodies
        self._finalized = True

    def _finalize_final_module(self) -> None:
        """Generate machine code, and give the functions in it their environments.

        Ctrl-C waits, for seconds at most: LLVM hands the machine code over through a callback, in which it would be lost
        together with the code.
        """
        with held_interrupts("SIGINT"):
            JITCodeLibrary._finalize_final_module(self)
        for variable in self._final_module.global_variables:
            if variable.name.startswith(ENVIRONMENT) and (environment := lookup_environment(variable.name)) is not None:
                self._codegen.set_env(variable.name, environment)

    def _get_module_for_linking(self) -> Any:
        """All code in one module, for callers that Numba itself compiles."""
        self._ensure_finalized()
        if self._shared_module is None:
            self._shared_module = self._final_module.clone()
            if self.is_part:
                _link(self._shared_module, (self.pieces or {}) | (self.bodies or {}))
            for function in self._shared_module.functions:
                if _is_offered(function):
                    function.linkage = Linkage.linkonce_odr
        return self._shared_module

    def serialize_using_object_code(self) -> Any:
        """Machine code and the module, for a file; the modules of a part are stored by `KernelFiles`."""
        return self.name if self.is_part else JITCodeLibrary.serialize_using_object_code(self)


class WithoutEnvironments:
    """Generator of machine code for functions that have none: environments have no address to which they could be written."""

    @staticmethod
    def set_env(name: str, environment: Any) -> None:
        """Do nothing."""


def _pieces_of(library: Any) -> Modules:
    """Modules of a library to optimise with its callers; of one that Numba made or loaded, all in one module."""
    pieces = getattr(library, "pieces", None)
    return {library._get_module_for_linking(): None} if pieces is None else pieces


def _bodies_of(library: Any) -> Modules:
    """Modules of a library to link after its callers are optimised."""
    return getattr(library, "bodies", None) or {}


def _merged(several: Iterable[Modules]) -> Modules:
    """Union, each module still after those that it calls."""
    merged: Modules = {}
    for modules in several:
        merged |= modules
    return merged


def _link(module: Any, others: Modules) -> None:
    """Link others to a module, callers first: LLVM takes a function only if it is called by what was linked before."""
    for other in reversed(others):
        module.link_in(other, preserve=True)


def _is_offered(function: Any) -> bool:
    """True for a function of a module that its callers call by its name."""
    return not function.is_declaration and bool(function.linkage == Linkage.external)


def _make_local(module: Any, own: Iterable[str]) -> None:
    """Make all functions but some local, and rename them.

    A local function may be optimised for its calls: it drops arguments that are equal in all. In memory, LLVM would take it for
    the function of the same name in code that Numba compiles.
    """
    names = set(own)
    for function in module.functions:
        if function.linkage == Linkage.linkonce_odr and not function.is_declaration and function.name not in names:
            function.linkage = Linkage.internal
            function.name = f"local.{function.name}"


def _has_more_instructions(module: Any, names: Iterable[str], limit: int) -> bool:
    """True if the functions of these names have more instructions than that together."""
    n = 0
    for name in names:
        for block in module.get_function(name).blocks:
            n += sum(1 for _ in block.instructions)
            if n > limit:
                return True
    return False


# ---- parts on the disk ----------------------------------------------------------------------------------------------
class PartLoader:
    """Target context of Numba for `CompileResult._rebuild`, with the code of a part in place of machine code.

    Args:
        context: Target context.
        pieces, bodies: Modules of the part as bitcode.
    """

    def __init__(self, context: Any, pieces: Iterable[bytes], bodies: Iterable[bytes]):
        self._context, self._pieces, self._bodies = context, pieces, bodies

    def codegen(self) -> "PartLoader":
        """The object with the method `unserialize_library`."""
        return self

    def unserialize_library(self, name: str) -> OwnCodeLibrary:
        """The library of that name."""
        library = OwnCodeLibrary(self._context.codegen(), name)
        library.is_part = True
        library.pieces, library.bodies = (
            {parse_bitcode(each): None for each in modules} for modules in (self._pieces, self._bodies)
        )
        library._final_module = [*library.bodies, *library.pieces][-1]
        library._finalized = True
        return library

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)


# ----------------------------------------------------------------------------------------------------------------------
# Compiler: Numba's passes, without what does nothing for kernels
# ----------------------------------------------------------------------------------------------------------------------


@cache
def own_code_compiler(role: str) -> type[CompilerBase]:
    """Numba's compiler with `OwnCodeLibrary` for its results.

    Args:
        role: PIECE, STAGE or OTHER, of a kernel that other kernels call; for Python, it is compiled as any other.
    """

    class OwnCodeCompiler(CompilerBase):
        """Compiler of one function."""

        def define_pipelines(self) -> list[Any]:
            """Return the default passes with those of `PASSES`, which fill the given library."""
            if self.state.library is None:
                library = OwnCodeLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
                library.enable_object_caching()
                library.is_part = self.state.flags.no_cpython_wrapper
                library.role = role if library.is_part else OTHER
                self.state.library = library
            self.state.typingctx = remembering(self.state.typingctx)
            standard = DefaultPassBuilder.define_nopython_pipeline(self.state)
            passes = PassManager(standard.pipeline_name)
            for each, name in standard.passes:
                passes.add_pass(PASSES.get(each, each), name)
            passes.finalize()
            return [passes]

    return OwnCodeCompiler


@register_pass(mutates_CFG=True, analysis_only=False)
class InlineClosuresIfAny(FunctionPass):
    """Numba's pass `InlineClosureLikes`, which analyses every function, for those with inner functions or lists only."""

    _name = "snakelab_inline_closures_if_any"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Run the pass; return True if the function may have changed."""
        values = [each.value for block in state.func_ir.blocks.values() for each in block.find_insts(Assign)]
        if any(
            value.op in ("make_function", "build_list")
            if isinstance(value, Expr)
            else isinstance(value, Global | FreeVar) and value.value is reduce
            for value in values
        ):
            return bool(InlineClosureLikes().run_pass(state))
        return False


@register_pass(mutates_CFG=True, analysis_only=False)
class RewriteArraysIfAny(FunctionPass):
    """Numba's pass `NopythonRewrites`, for functions with arithmetic of whole arrays, new arrays or names of fields only."""

    _name = "snakelab_rewrite_arrays_if_any"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Run the pass; return True if the function may have changed."""
        kinds = state.typemap
        if any(isinstance(kind, types.StringLiteral) for kind in kinds.values()) or any(
            isinstance(kinds.get(each.target.name), types.Array)
            and isinstance(each.value, Expr)
            and each.value.op in ("unary", "binop", "inplace_binop", "call")
            for block in state.func_ir.blocks.values()
            for each in block.find_insts(Assign)
        ):
            return bool(NopythonRewrites().run_pass(state))
        return False


PASSES = {InlineClosureLikes: InlineClosuresIfAny, NopythonRewrites: RewriteArraysIfAny}


# ---- types of arithmetic ----------------------------------------------------------------------------------------------
class RememberingContext(Context):
    """Numba's typing context, which finds the type of an operation with numbers once and not at each use.

    It has the attributes of another context: both are views of the same declarations.
    """

    def resolve_function_type(self, func: Any, args: Any, kws: Any) -> Any:
        """Return the signature of a call; see the base class."""
        is_number = isinstance(func, types.Function | BuiltinFunctionType) and not kws
        if not (is_number and all(isinstance(each, NUMBERS) for each in args)):
            return Context.resolve_function_type(self, func, args, kws)
        key = func, tuple(args)
        if key not in _SIGNATURES:
            signature = Context.resolve_function_type(self, func, args, kws)
            if signature is None:
                return None
            _SIGNATURES[key] = signature
        return _SIGNATURES[key]


NUMBERS = (types.Float, types.Integer, types.Boolean)
_SIGNATURES: dict[Any, Any] = {}


def remembering(context: Any) -> Any:
    """The view of a typing context that remembers; other than Numba's own, such as those of GPUs, unchanged."""
    if type(context) is not Context:
        return context
    view = RememberingContext.__new__(RememberingContext)
    view.__dict__ = context.__dict__
    return view


# ----------------------------------------------------------------------------------------------------------------------
# Intrinsics, which write machine code of their own
# ----------------------------------------------------------------------------------------------------------------------


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
def call_kernel(typingctx: Any, address: Any, arguments: Any) -> Any:
    """Call a compiled kernel without result at an address, as Numba calls it; see `kernel_address`.

    The caller contains no copy of it: what only some models need is compiled for them alone.

    Args:
        address: Of the kernel, an integer.
        arguments: A tuple, of the types for which the kernel was compiled.
    """
    kinds = tuple(types.unliteral(kind) for kind in arguments.types)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        values = [
            context.cast(builder, value, given, kind)
            for value, given, kind in zip(cgutils.unpack_tuple(builder, args[1]), arguments.types, kinds, strict=True)
        ]
        called = context.call_conv.get_function_type(types.none, kinds)
        callee = builder.inttoptr(args[0], called.as_pointer())
        context.call_conv.call_function(builder, callee, types.none, kinds, values)
        return context.get_dummy_value()

    return types.void(types.intp, arguments), codegen


def kernel_address(compiled: Any, arguments: tuple[Any, ...]) -> int:
    """Address of the code of a kernel without result for arguments of these types, for `call_kernel`.

    Args:
        compiled: Dispatcher of the kernel for calls from Python, which must live as long as the address is used.
        arguments: Example arguments.
    """
    signature = tuple(numba.typeof(argument) for argument in arguments)
    compiled.compile(signature)
    code = compiled.overloads[signature]
    return int(code.library.get_pointer_to_function(code.fndesc.llvm_func_name))


def tables_at(tables: Any, i: int) -> Any:
    """A named tuple of the i-th of each of the stacked arrays in one; None for None.

    The type of the result follows from that of the argument: a kernel that asks for None would return an optional tuple.
    """
    return None if tables is None else type(tables)(*(table[i] for table in tables))


@overload(tables_at, strict=False)
def _tables_at(tables: Any, i: Any) -> Any:
    if isinstance(tables, types.NoneType):
        return lambda tables, i: None
    make = tables.instance_class
    return lambda tables, i: make(tables[0][i], tables[1][i], tables[2][i])


@intrinsic
def unwrapped(typingctx: Any, value: Any) -> Any:
    """The value of an optional one that is present; any other value unchanged, None included.

    Numba gives a function that returns None in one branch an optional type, also where the types of its arguments exclude that
    branch. All that takes its result would be compiled once for the optional type and once more for the type itself.
    """
    kind = value.type if isinstance(value, types.Optional) else value

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        present = context.cast(builder, args[0], sig.args[0], sig.return_type)
        if context.enable_nrt:  # a new reference
            context.nrt.incref(builder, sig.return_type, present)
        return present

    return kind(value), codegen


@intrinsic
def read_shared(typingctx: Any, array: Any, place: Any) -> Any:
    """array[place] of an int64 array that another thread may have changed: the compiler must not cache an old value."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.load_atomic(builder.gep(data, [args[1]]), "acquire", 8)

    return numba.int64(array, numba.int64), codegen

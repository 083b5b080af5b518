"""Machine code of each kernel, independent of other kernels that were compiled or loaded before.

The code of a kernel contains copies of the functions that it calls. Numba gives copies of one function the same name in the
process, and all kernels use the first one. But copies are not identical: each was optimised with its caller, and they
differ in the last bits. So results differed in the last bits in the process that compiled, or after another kernel was
loaded. Here the name of a copy is local to its kernel.

At the end stand the intrinsics: calls of a compiled function and of a kernel by their addresses, and memory that another
thread writes.
"""

from typing import Any

import numba
from llvmlite import ir
from llvmlite.binding import Linkage, parse_assembly
from numba import types
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.extending import intrinsic, overload

from snakelab.system import held_interrupts

ENVIRONMENT = "_ZN08NumbaEnv"


class OwnCodeLibrary(JITCodeLibrary):
    """Compiled code that other code may copy, but not call into.

    Attributes:
        is_part: True if it is only copied into other code, so that it needs no separate machine code.
    """

    is_part = False
    _final_module: Any

    def _finalize_final_module(self) -> None:
        """Make the copies local at the last moment, after optimisation and before generation of machine code.

        The code from which other kernels take copies is unchanged: there they must have their common names, or two callees
        would each add a copy of their common callees.

        Ctrl-C waits, for seconds at most: LLVM hands the machine code over through a callback, in which it would be lost
        together with the code.
        """
        self._shared_module = _for_callers(self._final_module)
        if self.is_part:
            self._final_module = _environments(self._final_module)
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr and not function.is_declaration:
                function.linkage = Linkage.internal
        with held_interrupts("SIGINT"):
            JITCodeLibrary._finalize_final_module(self)


def _for_callers(module: Any) -> Any:
    """A copy of a module of LLVM that can be linked many times into another."""
    shared = module.clone()
    for function in shared.functions:
        if function.linkage == Linkage.external and not function.is_declaration:
            function.linkage = Linkage.linkonce_odr
    return shared


def _environments(module: Any) -> Any:
    """A module with the environments of another one, the only objects in it that Numba accesses by their address."""
    names = [variable.name for variable in module.global_variables if variable.name.startswith(ENVIRONMENT)]
    lines = [f'target triple = "{module.triple}"', *(f'@"{name}" = common global ptr null' for name in names)]
    made = parse_assembly("\n".join(lines))
    made.name, made.data_layout = module.name, module.data_layout
    return made


class OwnCodeCompiler(CompilerBase):
    """Numba's compiler with `OwnCodeLibrary` for its results. Code from the disk is as it was stored."""

    def define_pipelines(self) -> list[Any]:
        """Return the default passes, which fill the given library."""
        if self.state.library is None:
            self.state.library = OwnCodeLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
            self.state.library.enable_object_caching()
            self.state.library.is_part = self.state.flags.no_cpython_wrapper
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


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

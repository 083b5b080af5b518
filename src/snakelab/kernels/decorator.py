"""Decorator of kernels, and the private interfaces of Numba and llvmlite that it uses."""

import functools
import importlib
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

from snakelab.errors import SnakelabWarning
from snakelab.kernels.lazy_kernel import OTHER, PIECE, STAGE, LazyKernel, require_compiler

# ----------------------------------------------------------------------------------------------------------------------
# Private interfaces of Numba and llvmlite that snakelab uses, with fallbacks for versions without them
#
# No public documentation promises these names, so the versions of both packages are capped in pyproject.toml. A missing hook
# costs speed or a first compilation, never a result: kernels then compile with Numba's own settings, in every process anew.
# ----------------------------------------------------------------------------------------------------------------------


class Hook(NamedTuple):
    """One private name.

    Attributes:
        module: Where it is defined.
        name: Attribute of the module, or of a class in it.
        use: Use in snakelab.
    """

    module: str
    name: str
    use: str


CODE = "a kernel's machine code keeps its own copies of what it calls, so that results are equal in every process"
FILES = "compiled code is kept on disk"
COUNTING = "kernels count no references, which takes half of every step"
CALLS = "user-defined laws are called by their address"
LANES = "sixteen numbers are one value in kernels over lanes"
HOOKS = (
    Hook("numba.core.options", "DefaultOptions._nrt", COUNTING),
    Hook("numba.core.codegen", "CPUCodegen._function_pass_manager", CODE),
    Hook("numba.core.codegen", "CPUCodegen._module_pass_manager", CODE),
    Hook("numba.core.codegen", "JITCodeLibrary._finalize_dynamic_globals", CODE),
    Hook("numba.core.codegen", "JITCodeLibrary._finalize_final_module", CODE),
    Hook("numba.core.codegen", "JITCodeLibrary._finalize_specific", CODE),
    Hook("numba.core.codegen", "JITCodeLibrary._get_module_for_linking", CODE),
    Hook("numba.core.codegen", "JITCodeLibrary._optimize_final_module", CODE),
    Hook("numba.core.codegen", "JITCodeLibrary._optimize_functions", CODE),
    Hook("numba.core.codegen", "JITCodeLibrary.enable_object_caching", CODE),
    Hook("numba.core.codegen", "JITCodeLibrary.serialize_using_object_code", CODE),
    Hook("numba.core.codegen", "JITCPUCodegen.set_env", CODE),
    Hook("numba.core.compiler", "CompilerBase", CODE),
    Hook("numba.core.compiler", "DefaultPassBuilder.define_nopython_pipeline", CODE),
    Hook("numba.core.compiler_machinery", "FunctionPass", CODE),
    Hook("numba.core.compiler_machinery", "PassManager.add_pass", CODE),
    Hook("numba.core.compiler_machinery", "register_pass", CODE),
    Hook("numba.core.environment", "lookup_environment", CODE),
    Hook("numba.core.ir", "Block.find_insts", CODE),
    Hook("numba.core.typed_passes", "NopythonRewrites", CODE),
    Hook("numba.core.typing.context", "Context.resolve_function_type", CODE),
    Hook("numba.core.untyped_passes", "InlineClosureLikes", CODE),
    Hook("llvmlite.binding", "Linkage.linkonce_odr", CODE),
    Hook("llvmlite.binding.newpassmanagers", "ModulePassManager.add_global_dead_code_eliminate_pass", CODE),
    Hook("llvmlite.binding.value", "ValueRef.name", CODE),
    Hook("numba.core.caching", "FunctionCache.load_overload", FILES),
    Hook("numba.core.caching", "FunctionCache.save_overload", FILES),
    Hook("numba.core.caching", "FunctionCache._index_key", FILES),
    Hook("numba.core.caching", "CompileResultCacheImpl.rebuild", FILES),
    Hook("numba.core.caching", "CompileResultCacheImpl.reduce", FILES),
    Hook("numba.core.compiler", "CompileResult._rebuild", FILES),
    Hook("numba.core.compiler_lock", "global_compiler_lock", FILES),
    Hook("numba.core.runtime.nrt", "rtsys.initialize", FILES),
    Hook("numba.core.serialize", "dumps", FILES),
    Hook("numba.core.cgutils", "unpack_tuple", CALLS),
    Hook("numba.np.arrayobj", "populate_array", LANES),
    Hook("numba.core.typing.templates", "AbstractTemplate", LANES),
    Hook("numba.core.typing.templates", "infer_global", LANES),
    Hook("numba.core.typing.templates", "signature", LANES),
    Hook("numba.extending", "lower_builtin", LANES),
    Hook("llvmlite.ir", "VectorType", LANES),
    Hook("llvmlite.ir", "IRBuilder.shuffle_vector", LANES),
    Hook("llvmlite.ir.instructions", "LoadInstr.descr", LANES),
)


def missing(use: str = "") -> tuple[Hook, ...]:
    """Hooks that the installed versions lack; of one use, or of all."""
    return tuple(hook for hook in HOOKS if use in ("", hook.use) and not _exists(hook))


def _exists(hook: Hook) -> bool:
    try:
        value: Any = importlib.import_module(hook.module)
        for part in hook.name.split("."):
            value = getattr(value, part)
    except (ImportError, AttributeError):
        return False
    return True


def available(use: str) -> bool:
    """Return True if all hooks of a use exist; else warn with the first that does not."""
    if not (lacking := missing(use)):
        return True
    name = f"{lacking[0].module}.{lacking[0].name}"
    warnings.warn(
        f"the installed Numba has no {name}, so this is left out: {use}. Results stay right; install the versions that "
        "snakelab asks for, see pyproject.toml",
        SnakelabWarning,
        stacklevel=2,
    )
    return False


def compiler_options() -> dict[str, dict[str, Any]]:
    """Options of `numba.njit` that give each kernel separate machine code, by its role; none if Numba does not have the hooks."""
    if not available(CODE):
        return {}
    from snakelab.kernels.machine_code import own_code_compiler

    return {role: {"pipeline_class": own_code_compiler(role)} for role in (PIECE, STAGE, OTHER)}


def disk_cache() -> Callable[[Any, Any, bool], None]:
    """Function that caches on disk the code compiled by a dispatcher; without effect if Numba does not have the hooks.

    Numba's own cache is not a substitute: it does not detect edits of other functions.
    """
    if not available(FILES):
        return lambda compiled, kernel, part: None
    from snakelab.kernels.code_files import keep

    return keep


def without_counting() -> dict[str, Any]:
    """Options of `numba.njit` for a kernel that creates no arrays; none if Numba does not have the hook."""
    return {} if missing(COUNTING) else {"_nrt": False}


def populate_array(made: Any, **fields: Any) -> None:
    """Fill the structure of an array in compiled code.

    Args:
        made: From `context.make_array(kind)(context, builder)`.
        fields: `data`, `shape`, `strides`, `itemsize` and `meminfo`, as for Numba's function of this name.
    """
    try:
        from numba.np.arrayobj import populate_array as fill
    except ImportError:
        _populate_array(made, **fields)
    else:
        fill(made, **fields)


def _populate_array(made: Any, data: Any, shape: Any, strides: Any, itemsize: Any, meminfo: Any = None) -> None:
    """The same, field by field; these arrays own no memory."""
    from llvmlite import ir

    builder, model = made._builder, made._datamodel
    number = shape[0].type

    def packed(values: Any) -> Any:
        row = ir.Constant(ir.ArrayType(number, len(values)), ir.Undefined)
        for i, value in enumerate(values):
            row = builder.insert_value(row, value, i)
        return row

    nitems = ir.Constant(number, 1)
    for extent in shape:
        nitems = builder.mul(nitems, extent)
    made.data, made.itemsize, made.nitems = data, itemsize, nitems
    made.shape, made.strides = packed(shape), packed(strides)
    for name in ("meminfo", "parent"):
        setattr(made, name, ir.Constant(made._context.get_value_type(model.get_type(name)), None))


# ----------------------------------------------------------------------------------------------------------------------
# Decorator of kernels, and its compiler options
# ----------------------------------------------------------------------------------------------------------------------

# Without `nnan` and `ninf`, which would allow the compiler to remove the checks for divergence.
FASTMATH = {"contract", "reassoc", "nsz", "arcp", "afn"}


def kernel(
    function: Callable[..., Any] | None = None,
    *,
    inline: bool = False,
    allocates: bool = False,
    inner: bool = False,
    stage: bool = False,
    ordered: bool = False,
    exact: bool = False,
    interpretable: bool = False,
) -> Any:
    """Compile a hot function: scalar loops, no allocation, no Python inside.

    Args:
        function: The Python function.
        inline: Force the compiler to inline it: for the small algebra of vectors and blocks.
        allocates: The function creates arrays. Others need no reference counting, which would cost a short chain more than its
            physics: half of every step.
        inner: Only other kernels call it, never Python. Inlined.
        stage: Likewise, but a large one, which is cached on disk for other kernels that call it. A call would pass
            every array of the model and the scratch, number by number.
        ordered: Sums are evaluated in the order in which they are written: late terms can be added last, without waiting.
        exact: Every operation is rounded as written, so that results equal those of NumPy bit for bit.
        interpretable: The arguments are numbers and plain arrays, so that Python can also run the function; see `interpreted`.
            True for inlined ones.
    """
    if function is None:
        return functools.partial(
            kernel,
            inline=inline,
            allocates=allocates,
            inner=inner,
            stage=stage,
            ordered=ordered,
            exact=exact,
            interpretable=interpretable,
        )
    small = inline or inner
    role = PIECE if small else STAGE if stage else OTHER
    options: dict[str, Any] = {
        "fastmath": False if exact else FASTMATH - {"reassoc"} if ordered else FASTMATH,
        "error_model": "numpy",
        "nogil": True,
        "forceinline": small or stage,
        "no_cfunc_wrapper": True,
    }

    def dispatcher(function: Callable[..., Any], part: bool) -> Any:
        numba, own_code, no_counting, keep = _compiler()
        counting = {} if allocates else no_counting
        compiled = numba.njit(**options, no_cpython_wrapper=part, **own_code.get(role, {}), **counting)(function)
        if not small:
            keep(compiled, lazy, part)
        _share_between_constants(compiled)
        return compiled

    flags = {
        "inline": inline,
        "allocates": allocates,
        "inner": inner,
        "stage": stage,
        "ordered": ordered,
        "exact": exact,
    }
    lazy = LazyKernel(function, dispatcher, interpretable or inline, tuple(name for name in flags if flags[name]))
    return lazy


def _share_between_constants(compiled: Any) -> None:
    """Use the code of calls with a variable for calls with a constant; Numba would compile one for each value.

    Args:
        compiled: Dispatcher of Numba.
    """
    from numba import types

    compiled_for = compiled.compile
    compiled.compile = lambda signature: compiled_for(tuple(types.unliteral(kind) for kind in signature))


@functools.cache
def _compiler() -> tuple[Any, dict[str, dict[str, Any]], dict[str, Any], Callable[[Any, Any, bool], None]]:
    """Numba, and objects that depend on its private interfaces, empty if this version does not have them."""
    require_compiler()  # before anything else imports Numba
    import numba

    return numba, compiler_options(), without_counting(), disk_cache()

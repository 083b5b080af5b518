"""Digest of a kernel: a text that changes with everything on which its compiled code depends, and with nothing else.

A kernel contains copies of the kernels that it calls, and its globals are constants. Numba's own cache, which depends on one
function only, would load outdated code after an edit of another one. The digest covers the bytecode, the constants and the
compiler options of a kernel and of all that it calls, the values of the global names that they read, and the fields of named
tuples. It is computed from the functions in memory and not from their files, so that code is never stored under the digest of a
text from which it was not compiled. Comments, docstrings, line numbers and other functions of the same file have no effect.

Sources that control or extend the compiler are digested as text: the cache folder is named by those of `snakelab.kernels`, and
an intrinsic or a type of values has those in its folder.
"""

import dis
import enum
import functools
import hashlib
import sys
import types
from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from snakelab.kernels.lazy_kernel import LazyIntrinsic, LazyKernel, folder_digest, package_folder

LOAD_GLOBAL = dis.opmap["LOAD_GLOBAL"]
# Modules of which the version is in the digest, so that their contents need not be.
VERSIONED = {*sys.stdlib_module_names, "llvmlite", "numba", "numpy"}


# ---- kernels --------------------------------------------------------------------------------------------------------
def kernel_digest(*kernels: Any) -> str:
    """Hexadecimal digest of one or several kernels.

    Args:
        kernels: Results of the decorator `kernel`, or Python functions that are compiled.
    """
    return _combined(*(_Digests(_KNOWN).of(each) for each in kernels))


def current_kernel_digest(of: Any) -> str:
    """Digest of a kernel, computed again: a global may have been assigned since `kernel_digest` was called."""
    return _combined(_Digests({}).of(of))


_KNOWN: MutableMapping[Any, str] = WeakKeyDictionary()


def _combined(*texts: str) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


class _Digests:
    """Digests of kernels, by a depth-first walk over those that they call.

    Args:
        known: Digests of kernels that were visited before; new ones are added.
    """

    def __init__(self, known: MutableMapping[Any, str]):
        self._known = known
        self._path: list[Any] = []  # functions between the first one and the current one
        self._recursion = 0  # lowest index in the path to which a call leads back

    def of(self, kernel: Any) -> str:
        """Digest of a kernel, a dispatcher of Numba or a Python function."""
        if kernel in self._known:
            return self._known[kernel]
        function = getattr(kernel, "py_func", kernel)
        place = len(self._path)
        if function in self._path:
            index = self._path.index(function)
            self._recursion = min(self._recursion, index)
            return f"recursion, {place - index} calls up"
        outer, self._recursion = self._recursion, place
        self._path.append(function)
        digest = hashlib.sha256(repr(self._description(kernel, function)).encode()).hexdigest()
        self._path.pop()
        if self._recursion >= place:  # else it is relative to a function further up
            self._known[kernel] = digest
        self._recursion = min(outer, self._recursion)
        return digest

    def _description(self, kernel: Any, function: Any) -> tuple[Any, ...]:
        """All that the compiled code of a function depends on."""
        options = (
            kernel.options if isinstance(kernel, LazyKernel) else self._value(getattr(kernel, "targetoptions", None))
        )
        return (
            function.__module__,  # compiled code imports the module when it is loaded
            function.__qualname__,
            options,
            self._code(function.__code__, function.__doc__),
            [(name, self._global(function, name)) for name in sorted(set(global_names(function.__code__)))],
            [self._value(cell.cell_contents) for cell in function.__closure__ or ()],
            self._value(function.__defaults__),
            self._value(function.__kwdefaults__),
        )

    def _code(self, code: types.CodeType, doc: str | None = None) -> tuple[Any, ...]:
        """Description of bytecode without line numbers and docstring."""
        constants = list(code.co_consts)
        if constants and isinstance(constants[0], str) and constants[0] == doc:
            constants[0] = None
        return (
            code.co_code,
            code.co_exceptiontable,
            [self._code(each) if isinstance(each, types.CodeType) else self._value(each) for each in constants],
            (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars),
            (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags),
        )

    def _global(self, function: Any, name: str) -> Any:
        """Description of the value of a global name in a function."""
        names, builtins = function.__globals__, function.__builtins__
        value = names.get(name, builtins.get(name))
        return self._module(value, _attributes(function.__code__)) if _is_module(value) else self._value(value)

    def _module(self, module: Any, names: set[str], above: tuple[Any, ...] = ()) -> Any:
        """Description of the attributes of a module that a function may read."""
        if _is_versioned(module.__name__) or module in above:
            return module.__name__
        found = [(name, vars(module)[name]) for name in sorted(names) if name in vars(module)]
        above = (*above, module)
        return module.__name__, [
            (name, self._module(value, names, above) if _is_module(value) else self._value(value))
            for name, value in found
        ]

    def _value(self, value: Any) -> Any:
        """Description of a constant, or of a function that may be called."""
        if _is_of_numba(value):
            value = getattr(value, "placeholder", value)
        kind = type(value)
        if value is None or kind in (bool, int, float, complex, str, bytes):
            return kind.__name__, repr(value)
        if isinstance(value, LazyIntrinsic):
            return value.name, self._value(value.arguments), folder_digest(value.folder)
        if isinstance(value, LazyKernel) or (_is_of_numba(value) and hasattr(value, "py_func")):
            return self.of(value)
        if isinstance(value, types.FunctionType):
            return _label(value) if _is_versioned(value.__module__) else self.of(value)
        if _is_of_numba(value):
            inner = getattr(value, "_defn", None) or getattr(value, "_dispatcher", None)  # of an intrinsic, of a ufunc
            return (_label(kind), str(value)) if inner is None else self.of(inner)
        if isinstance(value, type):
            return self._class(value)
        if isinstance(value, enum.Enum):
            return _label(kind), value.name, self._value(value.value)
        if isinstance(value, np.ndarray | np.generic):
            layout = (str(value.dtype), value.shape, value.strides)
            return _label(kind), layout, b"" if value.dtype.hasobject else value.tobytes()
        if isinstance(value, tuple | list):
            return self._class(kind), [self._value(each) for each in value]
        if isinstance(value, set | frozenset):
            return _label(kind), sorted(repr(self._value(each)) for each in value)
        if isinstance(value, Mapping):
            pairs = ((repr(self._value(key)), self._value(each)) for key, each in value.items())
            return _label(kind), sorted(pairs, key=lambda pair: pair[0])
        if isinstance(value, int | float | complex | str | bytes | range | slice | np.dtype):
            return _label(kind), repr(value)
        return _label(kind), _label(value)

    def _class(self, kind: type) -> Any:
        """Description of a class: fields of a named tuple, members of an enumeration."""
        if issubclass(kind, enum.Enum):
            return _label(kind), [(name, self._value(member.value)) for name, member in kind.__members__.items()]
        if fields := getattr(kind, "_fields", ()):
            return _label(kind), fields, self._value(getattr(kind, "_field_defaults", {}))
        return _label(kind)


def global_names(code: types.CodeType) -> Iterator[str]:
    """Global names that bytecode reads, also in functions within the function.

    `dis` would need a hundred times as long as this search for one instruction.
    """
    steps = code.co_code
    place = steps.find(LOAD_GLOBAL)
    while place >= 0:
        if place % 2 == 0:
            index, shift, before = steps[place + 1], 8, place - 2
            while before >= 0 and steps[before] == dis.EXTENDED_ARG:
                index, shift, before = index | steps[before + 1] << shift, shift + 8, before - 2
            yield code.co_names[index >> 1]  # the lowest bit is not part of the index
        place = steps.find(LOAD_GLOBAL, place + 1)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from global_names(constant)


def _attributes(code: types.CodeType) -> set[str]:
    """Names in bytecode, those of attributes among them."""
    return {*code.co_names}.union(*(_attributes(each) for each in code.co_consts if isinstance(each, types.CodeType)))


def _is_module(value: Any) -> bool:
    return isinstance(value, types.ModuleType)


def _is_of_numba(value: Any) -> bool:
    return type(value).__module__.startswith("numba.")


def _is_versioned(module: str | None) -> bool:
    """True for a module whose version is in the digest."""
    return (module or "").partition(".")[0] in VERSIONED


def _label(value: Any) -> str:
    """Module and name of a class or of a built-in function."""
    return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', getattr(value, '__name__', ''))}"


# ---- types of arguments ---------------------------------------------------------------------------------------------
def layout(signature: tuple[Any, ...]) -> tuple[Any, ...]:
    """Properties of the types of arguments that the types do not compare: field names of named tuples, sources of own types.

    Args:
        signature: Types of Numba.
    """
    return tuple(sorted(set().union(*(_layouts(each) for each in signature))))


@functools.cache
def _layouts(kind: Any) -> frozenset[Any]:
    from numba import types as numba_types

    found: set[Any] = set()
    record = getattr(kind, "instance_class", None)
    if record is not None:
        found.add((_label(record), getattr(record, "_fields", ())))
    if not _is_versioned(module := type(kind).__module__):
        found.add((_label(type(kind)), folder_digest(package_folder(module.rpartition(".")[0] or module))))
    for part in (*getattr(kind, "types", ()), getattr(kind, "dtype", None), getattr(kind, "type", None)):
        if isinstance(part, numba_types.Type):
            found |= _layouts(part)
    return frozenset(found)

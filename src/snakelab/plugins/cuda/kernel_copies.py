"""Copies of kernels as functions for a GPU, from the same source.

Each kernel is copied with its own code and its own globals. A copy calls copies, so that the kernels of the CPU remain as they
are. Copies differ from the original in three ways:

- kernels and intrinsics may be replaced by others;
- for float32, literals and constants are float32, so that no operation is in double precision;
- powers with a constant exponent are products, since a GPU would call a function for them.
"""

import ast
import inspect
import math
import textwrap
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from snakelab.kernels.lazy_kernel import LazyIntrinsic, LazyKernel
from snakelab.plugins.cuda.lane_tables import Constant, View, view_intrinsic


class KernelCopies:
    """Copies of kernels, and of all functions that they call, for a GPU.

    Args:
        replaced: Functions, by the Python functions, kernels and intrinsics that they replace; an intrinsic may be replaced by
            another one.
        dtype: float32 or float64, of all numbers but times.
        constants: Values of the placeholders `View` and `Constant`.
        while_loops: True to compile a loop over a range as a loop with one comparison and one sum. Numba counts the remaining
            passes beside the index, and tests them for each of the two.
    """

    def __init__(self, replaced: dict[Any, Any], dtype: Any, constants: dict[str, Any], while_loops: bool = False):
        self.dtype, self._replaced, self._constants = np.dtype(dtype), replaced, constants
        self._while_loops = while_loops
        self._device: dict[Any, Any] = {}

    def copy(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Copy of a Python function or kernel whose globals are the device functions of its callees."""
        source = getattr(function, "py_func", function)
        names: dict[str, Any] = {"__name__": source.__module__}
        code = _rewritten(source, self._while_loops)
        if SQUARE in code.co_names:
            names[SQUARE] = self._function(_square)
        if self.dtype == np.float32:
            code = _narrowed_code(code)
            names["float"] = np.float32
        copied = FunctionType(code, names, source.__name__, source.__defaults__)
        copied.__qualname__, copied.__module__ = source.__qualname__, source.__module__
        for name in _names_of(code):
            if name in source.__globals__:
                names[name] = self._value(source.__globals__[name])
        return copied

    def _value(self, value: Any) -> Any:
        """Value of a global name in a copy."""
        if isinstance(value, View):
            width = value.width if isinstance(value.width, int) else self._constants[value.width]
            return view_intrinsic(width, value.axes)
        if isinstance(value, Constant):
            return self._constants[value.name]
        if isinstance(value, LazyIntrinsic):
            replacement = self._replaced.get(value)
            if isinstance(replacement, FunctionType | LazyKernel):
                return self._function(replacement)
            return value.made if replacement is None else replacement
        if isinstance(value, LazyKernel) or hasattr(value, "py_func"):
            return self._function(value)
        if isinstance(value, FunctionType) and value.__module__.startswith("snakelab."):
            return self._function(value)
        return _narrowed(value) if self.dtype == np.float32 else value

    def _function(self, function: Any) -> Any:
        """Device function of a kernel."""
        from numba import cuda

        source = getattr(function, "py_func", function)
        if source not in self._device:
            source_used = self._replaced.get(source, source)
            self._device[source] = cuda.jit(device=True)(self.copy(source_used))
        return self._device[source]


def _square(x):
    return x * x


def _names_of(code: CodeType) -> set[str]:
    """Global names in a function and in the functions within it."""
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return {*code.co_names}.union(*(_names_of(one) for one in inner))


SQUARE = "_squared"


class _Rewriting(ast.NodeTransformer):
    """Replaces squares and cubes by products, and constants of modules, such as `math.inf`, by literals.

    `math.floor` and `math.ceil` return floats on a GPU, and are converted to integers.

    Args:
        while_loops: True to replace loops over ranges of one or two arguments.
    """

    def __init__(self, while_loops: bool):
        self.changed, self._while_loops, self._loops = False, while_loops, 0

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        each = node.iter
        if not (self._while_loops and isinstance(each, ast.Call) and isinstance(node.target, ast.Name)):
            return node
        if not (isinstance(each.func, ast.Name) and each.func.id == "range" and len(each.args) < 3):
            return node
        self.changed = True
        self._loops += 1
        following, end = f"_next{self._loops}", f"_end{self._loops}"
        start = each.args[0] if len(each.args) == 2 else ast.Constant(0)
        index = node.target.id
        loop = ast.parse(
            f"{following} = 0\n{end} = 0\nwhile {following} < {end}:\n    {index} = {following}\n    {following} += 1"
        )
        first, last, repeat = loop.body
        assert isinstance(first, ast.Assign) and isinstance(last, ast.Assign) and isinstance(repeat, ast.While)
        first.value, last.value = start, each.args[-1]
        repeat.body += node.body
        return [ast.copy_location(statement, node) for statement in (first, last, repeat)]

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Pow) and isinstance(node.right, ast.Constant) and node.right.value in (2, 3):
            squared = ast.Call(ast.Name(SQUARE, ast.Load()), [node.left], [])
            self.changed = True
            product = squared if node.right.value == 2 else ast.BinOp(squared, ast.Mult(), node.left)
            return ast.copy_location(product, node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("floor", "ceil"):
            self.changed = True
            return ast.copy_location(ast.Call(ast.Name("int", ast.Load()), [node], []), node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id in ("math", "np") and node.attr in ("inf", "nan", "pi"):
            self.changed = True
            return ast.copy_location(ast.Constant(getattr(math, node.attr)), node)
        return node


def _rewritten(function: Callable[..., Any], while_loops: bool) -> CodeType:
    """Code of a function, with products in place of powers with the exponents 2 and 3, and literals of constants."""
    source = _source(function)
    wanted = ("**", ".inf", ".nan", ".pi", ".floor", ".ceil", *(("in range(",) if while_loops else ()))
    if not any(text in source for text in wanted):
        return function.__code__
    tree = ast.parse(textwrap.dedent(source))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    rewriting = _Rewriting(while_loops)
    ast.increment_lineno(ast.fix_missing_locations(rewriting.visit(tree)), function.__code__.co_firstlineno - 1)
    if not rewriting.changed:
        return function.__code__
    module = compile(tree, function.__code__.co_filename, "exec")
    return next(constant for constant in module.co_consts if isinstance(constant, CodeType))


def _source(function: Callable[..., Any]) -> str:
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):  # of a function that `exec` made
        return ""


def _narrowed_code(code: CodeType) -> CodeType:
    """Code whose literals are float32 instead of float64."""
    return code.replace(co_consts=tuple(_narrowed(constant) for constant in code.co_consts))


def _narrowed(value: Any) -> Any:
    """A constant with float32 in place of float."""
    if type(value) is float:
        return np.float32(value)
    if type(value) is tuple:
        return tuple(_narrowed(item) for item in value)
    return value

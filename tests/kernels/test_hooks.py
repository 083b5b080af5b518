"""Private interfaces of Numba: the installed version has each of them, and without one results stay right."""

import pytest

from fresh_process import run_and_listen
from snakelab.kernels import decorator as hooks
from snakelab.kernels.decorator import CODE, FILES, HOOKS, Hook, missing


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: f"{hook.module}.{hook.name}")
def test_the_installed_numba_has_the_hook(hook):
    assert hook not in missing(), f"Numba or llvmlite dropped {hook.module}.{hook.name}: {hook.use}; lower the cap"


def test_a_hook_that_is_gone_is_named_with_its_use(monkeypatch):
    gone = (Hook("numba.core.codegen", "NoSuchClass.method", CODE), Hook("numba.no_such_module", "name", FILES))
    monkeypatch.setattr(hooks, "HOOKS", (*HOOKS, *gone))
    assert missing() == gone and missing(FILES) == gone[1:]
    with pytest.warns(
        UserWarning, match=r"no numba\.core\.codegen\.NoSuchClass\.method, so this is left out: .*own copies"
    ):
        assert hooks.compiler_options() == {}


GONE = """
import json, warnings
import numba.core.{module} as module
del module.{name}
warnings.simplefilter("always")
from snakelab.kernels.cache import cache_folder
from snakelab.kernels.decorator import kernel

@kernel
def doubled(x):
    return 2.0 * x

print(json.dumps([doubled(21.0), sorted(p.name for p in cache_folder().rglob("*doubled*"))]))
"""


@pytest.mark.parametrize(
    ("module", "name", "use"),
    [
        ("options", "DefaultOptions", ""),
        ("codegen", "JITCodeLibrary", "keeps its own copies"),
        ("caching", "CompileResultCacheImpl", "kept on disk"),
    ],
)
def test_a_kernel_is_right_without_a_hook(module, name, use, tmp_path):
    (value, _), heard = run_and_listen(GONE.format(module=module, name=name), SNAKELAB_CACHE=str(tmp_path))
    assert value == 42.0 and use in heard
    assert not list(tmp_path.rglob("*.nbc"))  # a program given as text has no source to file by


FILLED = """
import json, sys
import numpy as np
import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from snakelab.kernels import decorator as hooks

fill = {fill}

@intrinsic
def stacked(typingctx, x):
    array = types.Array(x, 2, "C")
    def codegen(context, builder, sig, args):
        kind = context.get_value_type(x)
        pointer = builder.alloca(ir.ArrayType(kind, 6))
        made = context.make_array(array)(context, builder)
        size = context.get_abi_sizeof(kind)
        number = lambda value: context.get_constant(types.intp, value)
        fill(made, data=builder.bitcast(pointer, kind.as_pointer()), shape=[number(2), number(3)],
             strides=[number(3 * size), number(size)], itemsize=number(size), meminfo=None)
        return made._getvalue()
    return array(x), codegen

@numba.njit
def sums(x):
    rows = stacked(x)
    for i in range(2):
        for j in range(3):
            rows[i, j] = 10 * i + j
    return rows[1, 2] + rows[:, 1].sum(), rows.size, rows.shape[1], rows.itemsize

print(json.dumps(sums(1.0)))
"""


@pytest.mark.parametrize("fill", ["hooks.populate_array", "hooks._populate_array"])
def test_an_array_on_the_stack_is_filled_by_numba_or_field_by_field(fill):
    actual, _ = run_and_listen(FILLED.format(fill=fill))
    assert actual == [24.0, 6, 3, 8]

"""A kernel as plain Python, as Numba's simulator of CUDA runs it: the same functions, with other words for lanes.

The simulator runs no compiled code. So each stage is taken with its own code, and what it calls is exchanged: another stage by
that stage in plain Python, a word for lanes by the word for one number.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any

from snakelab.bridges.cuda import one_lane
from snakelab.planar_batch import vector
from snakelab.planar_batch.dynamics import lane_model

WORDS = {id(getattr(vector, name)): getattr(one_lane, name) for name in vector.__all__ if hasattr(one_lane, name)}
WORDS[id(lane_model.new_lanes)] = one_lane.rows_named(lane_model.Lanes)


def in_plain_python(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function with all that it calls, uncompiled and for one lane.

    Args:
        function: A Python function or a kernel.
    """
    return _plain(function, {})


def _plain(function: Any, done: dict[int, Any]) -> Any:
    source = getattr(function, "py_func", function)
    if id(source) not in done:
        around: dict[str, Any] = {}
        done[id(source)] = FunctionType(source.__code__, around, source.__name__, source.__defaults__)
        used = {name: source.__globals__[name] for name in source.__code__.co_names if name in source.__globals__}
        around |= {name: _exchanged(value, done) for name, value in used.items()}
    return done[id(source)]


def _exchanged(value: Any, done: dict[int, Any]) -> Any:
    """What stands for a value that a stage uses."""
    if id(value) in WORDS:
        return WORDS[id(value)]
    return _plain(value, done) if hasattr(value, "py_func") else value

"""A state as text, and back, bit for bit: Python's text of a float is read back exactly."""

import json
from dataclasses import fields, replace
from typing import Any

import numpy as np

from snakelab.errors import RecordingError
from snakelab.physics.command import Reference
from snakelab.physics.state import ControlState, SensorState, State

ARRAY, TUPLE = "__array__", "__tuple__"
WIDEST = 1024  # a damaged type could require more memory than available [bytes]


def state_to_text(state: State) -> str:
    """The state as JSON. The memory of a controller may contain numbers, text, None, lists, tuples, dicts and arrays.

    Raises:
        RecordingError: if the memory contains anything else.
    """
    content = {f.name: getattr(state, f.name) for f in fields(state) if f.name not in ("control", "sensing")}
    if state.control is not None:
        control = {f.name: getattr(state.control, f.name) for f in fields(state.control)}
        content["control"] = control | {"reference": control["reference"]._asdict()}
    if state.sensing is not None:
        content["sensing"] = {f.name: getattr(state.sensing, f.name) for f in fields(state.sensing)}
    try:
        return json.dumps(_encode(content))
    except TypeError as problem:
        raise RecordingError(
            f"the controller's memory cannot be written to a file: {problem}; keep numbers, text, lists, tuples, dicts or arrays"
        ) from problem


def state_from_text(text: str) -> State:
    """The state that `state_to_text` wrote."""
    content = _decode(json.loads(text))
    control, sensing = content.pop("control", None), content.pop("sensing", None)
    state = State(**content, sensing=sensing and SensorState(**sensing))
    if control is None:
        return state
    return replace(state, control=ControlState(**control | {"reference": Reference(**control["reference"])}))


def _encode(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return {ARRAY: value.tolist(), "dtype": str(value.dtype), "shape": value.shape}
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, tuple):
        return {TUPLE: [_encode(item) for item in value]}
    if isinstance(value, list):
        return [_encode(item) for item in value]
    if isinstance(value, dict):
        return {key: _encode(item) for key, item in value.items()}
    return value


def _decode(value: Any) -> Any:
    if isinstance(value, list):
        return [_decode(item) for item in value]
    if isinstance(value, dict):
        if ARRAY in value:
            return _array(value[ARRAY], np.dtype(value["dtype"])).reshape(value["shape"])
        if TUPLE in value:
            return tuple(_decode(item) for item in value[TUPLE])
        return {key: _decode(item) for key, item in value.items()}
    return value


def _array(values: Any, kind: np.dtype) -> np.ndarray:
    """Return the values as an array; raise an error if their type is wider than needed."""
    if kind.kind not in "fiub" and kind.itemsize > max(WIDEST, np.array(values).dtype.itemsize):
        raise ValueError(f"an array of {kind} is too wide for its values")
    return np.array(values, dtype=kind)

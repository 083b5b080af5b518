"""Networks of policies: NumPy weights of a multilayer perceptron, or ONNX. Files hold numbers only; no code is run."""

import importlib
import io
import json
import math
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import ControlError, MissingExtraError
from snakelab.files import MEBIBYTE, check_file, reason
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import checked_arguments
from snakelab.system import install_line

ACTIVATIONS: dict[str, Callable[[Any], Any]] = {
    "tanh": np.tanh,
    "relu": lambda x: np.maximum(x, 0.0),
    "identity": lambda x: x,
}


@dataclass(frozen=True, eq=False)
class Network:
    """Function from observations to actions.

    Attributes:
        weights: Weight matrices, each of shape (inputs, outputs); empty for ONNX.
        biases: Bias of each layer.
        activation: Between layers: "tanh", "relu" or "identity".
        mean, scale: Observations enter as (observation - mean) / scale, clipped to +-10; shape (n,).
        task: What the policy was trained on: period, observation, action and goal.
        session: Session of ONNX Runtime; None for weights.
    """

    weights: tuple[FloatArray, ...]
    biases: tuple[FloatArray, ...]
    activation: str
    mean: FloatArray
    scale: FloatArray
    task: dict[str, Any]
    session: Any = field(default=None, repr=False)

    def __call__(self, observation: FloatArray) -> FloatArray:
        """Return the action of an observation, shape (k,)."""
        if self.session is not None:
            name = self.session.get_inputs()[0].name
            answer = self.session.run(None, {name: np.asarray(observation, np.float32)[None]})[0]
            return np.asarray(answer, np.float64).reshape(-1)
        x = np.clip((observation - self.mean) / self.scale, -10.0, 10.0)
        between = ACTIVATIONS[self.activation]
        for i, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            x = x @ weight + bias
            if i + 1 < len(self.weights):
                x = between(x)
        return np.asarray(x, np.float64)


@checked_arguments(ControlError)
def save_network(
    path: str | Path,
    weights: Sequence[Any],
    biases: Sequence[Any],
    task: Mapping[str, Any],
    activation: str = "tanh",
    mean: Any = None,
    scale: Any = None,
) -> Path:
    """Write a multilayer perceptron as an .npz file of numbers and text.

    Args:
        path: File; the ending .npz is added.
        weights: Weight matrices, each of shape (inputs, outputs).
        biases: Bias of each layer.
        task: `environment.task` of the environment that it was trained in.
        activation: "tanh", "relu" or "identity", between the layers.
        mean, scale: Normalisation of observations; None for no normalisation.

    Returns:
        Path of the file.

    Raises:
        ControlError: if shapes do not fit, or the path is not that of a file.
    """
    if not Path(path).name:
        raise ControlError(f"save_network path must name a file, such as policy.npz; got {str(path)!r}")
    file = Path(path).with_suffix(".npz")
    try:
        n = len(np.atleast_2d(weights[0])) if len(weights) else 0
        arrays: dict[str, Any] = {
            "mean": np.zeros(n) if mean is None else np.asarray(mean, float),
            "scale": np.ones(n) if scale is None else np.asarray(scale, float),
            "activation": np.array(activation),
            "task": np.array(json.dumps(dict(task), allow_nan=False)),
        }
        for i, (weight, bias) in enumerate(zip(weights, biases, strict=True)):
            arrays[f"w{i}"], arrays[f"b{i}"] = np.asarray(weight, float), np.asarray(bias, float)
    except (TypeError, ValueError, OverflowError) as problem:
        raise ControlError(f"save_network takes arrays of numbers and a task of plain data: {problem}") from None
    _network(arrays, str(file))
    try:
        np.savez(file, **arrays)
    except (OSError, ValueError) as problem:
        raise ControlError(f"cannot write the policy {str(file)!r}: {problem}") from None
    return file


def load_network(path: str | Path) -> Network:
    """Read a policy from an .npz file of `save_network`, or an .onnx file with the metadata `task`.

    Raises:
        ControlError: if the file cannot be read or is not a policy.
        MissingExtraError: for an .onnx file without ONNX Runtime.
    """
    file = Path(path)
    try:
        check_file(file, 64 * MEBIBYTE)
    except OSError as problem:
        place = "" if file.is_absolute() else f"; the path is relative to the working directory, {Path.cwd()}"
        raise ControlError(f"cannot read the policy {file}: {reason(problem)}{place}") from None
    if file.suffix == ".onnx":
        return _onnx(file)
    try:
        arrays = _arrays(file)
    # a damaged archive can raise any of these
    except (ValueError, OSError, EOFError, RuntimeError, KeyError, zipfile.BadZipFile, zlib.error):
        raise ControlError(f"{file} is no policy: it must be an .npz file of save_network or an .onnx file") from None
    return _network(arrays, str(file))


def _arrays(file: Path) -> dict[str, np.ndarray]:
    """Return the arrays of an .npz file, whose sizes are checked before they are decompressed."""
    arrays = {}
    with zipfile.ZipFile(file) as archive:
        size = sum(entry.file_size for entry in archive.infolist())
        if size > MAX_WEIGHTS:
            raise ControlError(
                f"{file} declares {size} bytes of weights, at most {MAX_WEIGHTS} are read; save a smaller network"
            )
        for entry in archive.infolist():
            if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise ValueError("NumPy writes no such compression, and its size is not bounded")
            with archive.open(entry) as file_:
                # no more than is declared: the whole of an entry is decompressed before its size is compared
                arrays[entry.filename.removesuffix(".npy")] = _array(file_.read(entry.file_size))
    return arrays


def _array(content: bytes) -> np.ndarray:
    """Return the array of an .npy file; its header must agree with its size."""
    stream = io.BytesIO(content)
    readers = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
    shape, fortran, kind = readers[np.lib.format.read_magic(stream)](stream)
    if kind.hasobject or math.prod(shape) * kind.itemsize != len(content) - stream.tell():
        raise ValueError("its header does not agree with its size")
    values = np.frombuffer(content, kind, math.prod(shape), stream.tell())
    return values.reshape(shape, order="F" if fortran else "C")


# Largest size of the arrays of a policy [bytes].
MAX_WEIGHTS = 256 * MEBIBYTE


def _network(arrays: Mapping[str, Any], file: str) -> Network:
    """Network of the arrays of a file, checked."""
    n_layers = sum(name.startswith("w") for name in arrays)
    if not {"activation", "task", "mean", "scale"} <= set(arrays) or not 1 <= n_layers <= 64:
        raise ControlError(f"{file} is no policy: it needs task, activation, mean, scale and w0, b0, w1, ...")
    try:
        weights = tuple(np.asarray(arrays[f"w{i}"], np.float64) for i in range(n_layers))
        biases = tuple(np.asarray(arrays[f"b{i}"], np.float64) for i in range(n_layers))
        mean, scale = (np.asarray(arrays[name], np.float64) for name in ("mean", "scale"))
    except (KeyError, TypeError, ValueError):
        raise ControlError(f"{file} is no policy: its weights must be numbers named w0, b0, w1, b1, ...") from None
    width = len(mean) if mean.ndim == 1 else -1
    for i, (weight, bias) in enumerate(zip(weights, biases, strict=True)):
        if weight.ndim != 2 or len(weight) != width or bias.shape != weight.shape[1:]:
            raise ControlError(
                f"{file}: layer {i} has weights {weight.shape} and biases {bias.shape} for {width} inputs"
            )
        width = len(bias)
    if scale.shape != mean.shape or not (scale > 0).all():
        raise ControlError(f"{file}: scale must be positive, with one number for each of {len(mean)} observations")
    if not all(np.isfinite(array).all() for array in (*weights, *biases, mean, scale)):
        raise ControlError(f"{file} contains weights that are not finite")
    activation = str(arrays["activation"])
    if activation not in ACTIVATIONS:
        raise ControlError(f"{file}: activation must be one of {', '.join(ACTIVATIONS)}, got {activation!r}")
    return Network(weights, biases, activation, mean, scale, _task(str(arrays["task"]), file))


def _onnx(file: Path) -> Network:
    try:
        runtime = importlib.import_module("onnxruntime")
    except ImportError:
        raise MissingExtraError(f"policies in ONNX need onnxruntime; type: {install_line('onnx')}") from None
    content = file.read_bytes()
    try:
        _check_sizes(runtime, content, file)
        session = runtime.InferenceSession(content, providers=["CPUExecutionProvider"])
    except ControlError:
        raise
    except Exception as problem:  # built-in types
        raise ControlError(f"{file} is no ONNX model: {str(problem).splitlines()[0]}") from None
    metadata = session.get_modelmeta().custom_metadata_map
    if "task" not in metadata:
        raise ControlError(f"{file} has no metadata 'task'; write json.dumps(environment.task) into it")
    return Network((), (), "identity", np.zeros(0), np.ones(0), _task(metadata["task"], str(file)), session)


# Bounds of the memory and the time of one evaluation of an ONNX model: elements of all its weights, and of all results.
MAX_ELEMENTS, MAX_RESULTS = 2**25, 2**22
# Operators whose time or memory no shape bounds, and numbers of fields in the messages of ONNX (protocol buffers).
UNBOUNDED = {b"Loop", b"Scan", b"If", b"SequenceMap"}
GRAPH, FUNCTIONS, NODE, INITIALISER, SPARSE, OUTPUT = 7, 25, 1, 5, 15, 12


def _check_sizes(runtime: Any, content: bytes, file: Path) -> None:
    """Check the sizes of the weights and of the results of all nodes of an ONNX model, which is not run.

    The shapes of the results are those that ONNX Runtime infers, with a batch of one: the check gives it the model with all
    results as outputs, and no optimisation, which would compute constants.

    Raises:
        ControlError: if one is too large, or has no fixed size.
        ValueError, IndexError: if the file is damaged.
    """
    fields = list(_fields(content))
    graph = b"".join(value for number, value in fields if number == GRAPH and isinstance(value, bytes))
    parts = [(number, value) for number, value in _fields(graph) if isinstance(value, bytes)]
    nodes = [list(_fields(value)) for number, value in parts if number == NODE]
    forbidden = sorted({value for node in nodes for number, value in node if number == 4 and value in UNBOUNDED})
    if forbidden or any(number in (FUNCTIONS,) for number, _ in fields) or any(number == SPARSE for number, _ in parts):
        what = forbidden[0].decode() if forbidden else "functions or sparse weights"
        raise ControlError(
            f"{file} is refused: it contains {what}, whose time and memory are not bounded; export a plain network"
        )
    n_weights = sum(_elements(value, file) for number, value in parts if number == INITIALISER)
    n_weights += sum(_elements(value, file) for node in nodes for value in _constants(node))
    if n_weights > MAX_ELEMENTS:
        raise ControlError(f"{file} is refused: it declares {n_weights} weights, at most {MAX_ELEMENTS} are read")
    given = {_text(value) for number, value in parts if number == OUTPUT}
    results = (
        {value for node in nodes for number, value in node if number == 2 and isinstance(value, bytes)} - given - {b""}
    )
    more = b"".join(_message(OUTPUT, _message(1, name)) for name in sorted(results))
    settings = runtime.SessionOptions()
    settings.graph_optimization_level = runtime.GraphOptimizationLevel.ORT_DISABLE_ALL
    settings.log_severity_level = 4
    plain = runtime.InferenceSession(content, settings, providers=["CPUExecutionProvider"])
    for size in {size for one in plain.get_inputs() for size in one.shape if isinstance(size, str)}:
        settings.add_free_dimension_override_by_name(size, 1)
    session = runtime.InferenceSession(content + _message(GRAPH, more), settings, providers=["CPUExecutionProvider"])
    n_results = 0
    for one in (*session.get_inputs(), *session.get_outputs()):
        sizes = [1 if size is None and i == 0 else size for i, size in enumerate(one.shape)]
        if not all(isinstance(size, int) for size in sizes):
            raise ControlError(
                f"{file} is refused: the size of its result {one.name!r} is not fixed; export it with fixed sizes but the batch"
            )
        n_results += math.prod(sizes)
    if n_results > MAX_RESULTS:
        raise ControlError(
            f"{file} is refused: one evaluation computes {n_results} values, at most {MAX_RESULTS} are allowed"
        )


def _fields(content: bytes) -> Iterator[tuple[int, bytes | int]]:
    """Iterate over numbers and values of the fields of a message of protocol buffers; numbers of fixed size are bytes."""
    at = 0
    while at < len(content):
        key, at = _varint(content, at)
        match key & 7:
            case 0:
                value, at = _varint(content, at)
                yield key >> 3, value
            case 2:
                size, at = _varint(content, at)
                if at + size > len(content):
                    raise ValueError("a field is longer than its message")
                yield key >> 3, content[at : at + size]
                at += size
            case 1 | 5 as kind:
                size = 8 if kind == 1 else 4
                yield key >> 3, content[at : at + size]
                at += size
            case _:
                raise ValueError("a field has an unknown type")


def _varint(content: bytes, at: int) -> tuple[int, int]:
    """Return the whole number at a place, and the place after it."""
    value = shift = 0
    while True:
        byte = content[at]
        value, at, shift = value | (byte & 127) << shift, at + 1, shift + 7
        if byte < 128:
            return value, at
        if shift > 63:
            raise ValueError("a number is longer than 64 bits")


def _message(number: int, value: bytes) -> bytes:
    """Return a field of bytes."""
    out = b""
    for each in (number << 3 | 2, len(value)):
        while each > 127:
            out, each = out + bytes((each & 127 | 128,)), each >> 7
        out += bytes((each,))
    return out + value


def _text(value: bytes) -> bytes:
    """Return the name of a value of a graph."""
    return next((name for number, name in _fields(value) if number == 1 and isinstance(name, bytes)), b"")


def _elements(tensor: bytes, file: Path) -> int:
    """Return the number of elements that a tensor declares; its data must be in the same file."""
    count = 1
    for number, value in _fields(tensor):
        if number == 14 and value:
            raise ControlError(f"{file} is refused: its weights are in another file; export them into the model")
        if number == 1:
            at = 0
            while isinstance(value, bytes) and at < len(value):  # packed
                size, at = _varint(value, at)
                count *= size
            count *= value if isinstance(value, int) else 1
    return count


def _constants(node: list[tuple[int, bytes | int]]) -> Iterator[bytes]:
    """Iterate over the tensors among the attributes of a node."""
    for number, value in node:
        if number == 5 and isinstance(value, bytes):
            yield from (part for kind, part in _fields(value) if kind in (5, 10) and isinstance(part, bytes))


def _task(text: str, file: str) -> dict[str, Any]:
    try:
        task = json.loads(text)
    except ValueError:
        task = None
    if not isinstance(task, dict) or not {"period", "observation", "action"} <= set(task):
        raise ControlError(f"{file}: its task must be a mapping with period, observation and action")
    return task

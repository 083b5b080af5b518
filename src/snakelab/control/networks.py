"""Networks of policies: NumPy weights of a multilayer perceptron, or ONNX. Files hold numbers only; no code is run."""

import importlib
import io
import json
import math
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import ControlError, MissingExtraError, install_line
from snakelab.files import MEBIBYTE, check_file, reason
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import checked_arguments

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
    try:
        session = runtime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    except Exception as problem:  # built-in types
        raise ControlError(f"{file} is no ONNX model: {str(problem).splitlines()[0]}") from None
    metadata = session.get_modelmeta().custom_metadata_map
    if "task" not in metadata:
        raise ControlError(f"{file} has no metadata 'task'; write json.dumps(environment.task) into it")
    return Network((), (), "identity", np.zeros(0), np.ones(0), _task(metadata["task"], str(file)), session)


def _task(text: str, file: str) -> dict[str, Any]:
    try:
        task = json.loads(text)
    except ValueError:
        task = None
    if not isinstance(task, dict) or not {"period", "observation", "action"} <= set(task):
        raise ControlError(f"{file}: its task must be a mapping with period, observation and action")
    return task

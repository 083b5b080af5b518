"""Required form of a recording: dimensions and data type of each name, so that damaged files raise an error."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.results.status import StatusKind

if TYPE_CHECKING:
    import xarray


# Dimensions after time of the recorded variables; the table of the simulation adds units and descriptions.
DIMENSIONS: dict[str, tuple[str, ...]] = {
    "error_estimate": (),
    "unconverged": (),
    "base_position": ("axis",),
    "base_quaternion": ("quaternion",),
    "base_velocity": ("twist",),
    "q": ("coordinate",),
    "v": ("coordinate",),
    "z": ("coordinate",),
    "propeller_command": ("propeller",),
    "propeller_thrust": ("propeller",),
    "current": ("axis",),
    "work": ("term",),
    "tau": ("coordinate",),
    "target": ("coordinate",),
    "spring_torque": ("coordinate",),
    "damper_torque": ("coordinate",),
    "joint_limit_torque": ("coordinate",),
    "joint_friction_torque": ("coordinate",),
    "actuator_limit": ("coordinate",),
    "com_position": ("axis",),
    "com_velocity": ("axis",),
    "head_position": ("axis",),
    "head_quaternion": ("quaternion",),
    "head_velocity": ("twist",),
    "kinetic_energy": (),
    "gravity_energy": (),
    "elastic_energy": (),
    "link_position": ("link", "axis"),
    "link_quaternion": ("link", "quaternion"),
    "skin_gap": ("skin",),
    "skin_load": ("skin",),
    "skin_slip": ("skin",),
    "skin_position": ("skin", "axis"),
    "skin_force": ("skin", "axis"),
    "measured_q": ("coordinate",),
    "measured_v": ("coordinate",),
    "measured_tau": ("coordinate",),
    "measured_base_position": ("axis",),
    "measured_base_quaternion": ("quaternion",),
    "measured_base_velocity": ("twist",),
    "measured_head_position": ("axis",),
    "measured_head_quaternion": ("quaternion",),
    "measured_head_velocity": ("twist",),
    "measured_specific_force": ("axis",),
    "measured_angular_rate": ("axis",),
    "measured_attitude": ("quaternion",),
    "measured_depth": (),
}
SPECIFIC_FORCE, SPECIFIC_FORCE_DIMENSIONS = "_specific_force", ("axis",)  # of an accelerometer with a name
FORCE, FORCE_DIMENSIONS = "_force", ("link", "axis")  # of any medium of the world
THOUGHT, THOUGHT_TIME = (
    "control_",
    "control_time",
)  # cycle log of a controller; each number of a list has a place
FUTURES: dict[str, tuple[str, ...]] = {  # prediction snapshots of a controller
    "futures_head": ("futures_time", "future", "futures_ahead", "axis"),
    "futures_cost": ("futures_time", "future"),
    "futures_elite": ("futures_time",),
}
SIZES = {"axis": 3, "quaternion": 4, "twist": 6}
LABELS = ("axis", "quaternion", "twist", "coordinate", "link", "term", "skin", "propeller")
# Properties of every coordinate and link: dimension, and True for a number.
FACTS = {
    "coordinate_unit": ("coordinate", False),
    "coordinate_rest_length": ("coordinate", True),
    "coordinate_actuator_radius": ("coordinate", True),
    "link_mass": ("link", True),
    "link_length": ("link", True),
    "link_com": ("link", True),
    "link_section": ("link", False),
    "link_width": ("link", True),
    "link_height": ("link", True),
}
NUMBERS = ("status_time", "mass", "seed", "wall_time", "real_time_factor", "control_period", "control_cycles", "control_overruns",
           "longest_cycle")  # fmt: skip
TEXTS = ("status", "status_kind", "status_reason", "robot", "base", "base_end", "scenario", "settings", "host",
         "snakelab_version", "reference_values", "surfaces", "fluids", "propellers",
         "wheels", "cameras", "imus", "gravity", "scenery", "notes")  # fmt: skip


def damages(dataset: "xarray.Dataset") -> Iterator[str]:
    """Return faults in the form of a recording, one sentence each; empty for a valid one.

    A name that the file lacks is no damage; but every recording has a status and a time. Values of a run that diverged may
    be infinite.
    """
    yield from undecodable(dataset)
    if "status" not in dataset.attrs:
        yield "it has no status"
    if "time" not in dataset.variables:
        yield "it has no time"
    else:
        yield from _time(dataset)
    yield from _sizes(dataset)
    for name, dims in _expected(dataset):
        yield from _number(dataset, name, dims)
    for name in LABELS:
        if name in dataset.variables:
            yield from _text(dataset, name, name)
    for name, (dim, numeric) in FACTS.items():
        if name in dataset.variables:
            yield from _number(dataset, name, (dim,), finite=True) if numeric else _text(dataset, name, dim)
    yield from _masses(dataset)
    yield from _attributes(dataset.attrs)


def _masses(dataset: "xarray.Dataset") -> Iterator[str]:
    """Check the masses: a robot without mass has no heading and no centre of mass."""
    mass = dataset["link_mass"].values if "link_mass" in dataset.variables else np.ones(1)
    if mass.dtype.kind in "fiu" and mass.size and not ((mass >= 0).all() and mass.sum() > 0):
        yield "link_mass must not be negative, and must not be 0 for all links"


def _expected(dataset: "xarray.Dataset") -> Iterator[tuple[str, tuple[str, ...]]]:
    """Return the recorded variables, known or not, each with its required dimensions."""
    for word, array in dataset.data_vars.items():
        name = str(word)
        if name in DIMENSIONS:
            yield name, ("time", *DIMENSIONS[name])
        elif name.startswith(THOUGHT) and THOUGHT_TIME in dataset.dims:
            yield name, (THOUGHT_TIME, f"{name}_place")[: max(1, array.ndim)]
        elif name in FUTURES:
            yield name, FUTURES[name]
        elif name.endswith(SPECIFIC_FORCE):
            yield name, ("time", *SPECIFIC_FORCE_DIMENSIONS)
        elif name.endswith(FORCE):
            yield name, ("time", *FORCE_DIMENSIONS)
        elif array.dims[:1] == ("time",):
            yield name, tuple(map(str, array.dims))


def _time(dataset: "xarray.Dataset") -> Iterator[str]:
    faults = list(_number(dataset, "time", ("time",), finite=True))
    yield from faults
    if not faults and not (np.diff(dataset["time"].values) >= 0).all():
        yield "time must not decrease"


def _sizes(dataset: "xarray.Dataset") -> Iterator[str]:
    for dim, size in SIZES.items():
        have = dataset.sizes.get(dim, size)
        if have != size:
            yield f"{dim} must have size {size}, got {have}"
    if dataset.sizes.get("link", 1) < 1:
        yield "it has no link"


def _number(dataset: "xarray.Dataset", name: str, dims: tuple[str, ...], *, finite: bool = False) -> Iterator[str]:
    array = dataset[name]
    if array.dims != dims:
        yield f"{name} must be {_by(dims)}, got {_by(array.dims)}"
    elif array.dtype.kind not in "fiu":
        yield f"{name} must be numbers, got {array.dtype}"
    elif finite and not np.isfinite(array.values).all():
        yield f"{name} must be finite"


def _text(dataset: "xarray.Dataset", name: str, dim: str) -> Iterator[str]:
    array = dataset[name]
    if array.dims != (dim,):
        yield f"{name} must be one text for each {dim}, got {_by(array.dims)}"
    elif not all(isinstance(value, str) for value in array.values.tolist()):
        yield f"{name} must be text, got {array.dtype}"


def _attributes(attrs: dict[str, Any]) -> Iterator[str]:
    for name in NUMBERS:
        if name in attrs and not _is_number(attrs[name]):
            yield f"{name} must be a number, got {_shown(attrs[name])}"
    for name in TEXTS:
        if name in attrs and not isinstance(attrs[name], str):
            yield f"{name} must be text, got {_shown(attrs[name])}"
    kind = attrs.get("status_kind", StatusKind.UNKNOWN)
    if isinstance(kind, str) and kind not in {*StatusKind}:
        yield f"status_kind must be one of {', '.join(StatusKind)}, got {_shown(kind)}"


def _is_number(value: object) -> bool:
    """Return True for one real number; NaN is valid, for a run without a duration."""
    if isinstance(value, (bool, np.bool_)) or np.ndim(value):  # type: ignore[arg-type]
        return False
    return isinstance(value, (int, float, np.integer, np.floating))


def _by(dims: tuple[Any, ...]) -> str:
    return " x ".join(map(str, dims)) or "one value"


def _shown(value: object, maximum: int = 40) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= maximum else f"{text[:maximum]} ..."


def undecodable(dataset: "xarray.Dataset") -> Iterator[str]:
    """Return names, attributes and values whose bytes are not UTF-8, one sentence each."""
    for place, value in _texts(dataset):
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:  # the HDF5 reader converts such bytes to surrogates
            yield f"{place} is not UTF-8 text"


def _texts(dataset: "xarray.Dataset") -> Iterator[tuple[str, str]]:
    """Yield every text with a description of its location."""
    for dim in dataset.sizes:
        yield f"the dimension {str(dim)!a}", str(dim)
    yield from _attribute_texts("", dataset.attrs)
    for name, array in dataset.variables.items():
        place = ascii(str(name))
        yield f"the name {place}", str(name)
        yield from _attribute_texts(f"{place} ", array.attrs)
        if array.dtype.kind in "OU":
            yield from _value_texts(place, array.values)


def _attribute_texts(owner: str, attrs: dict) -> Iterator[tuple[str, str]]:
    for name, value in attrs.items():
        place = f"{owner}attribute {str(name)!a}"
        yield place, str(name)
        yield from _value_texts(place, value)


def _value_texts(place: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, (list, np.ndarray)):
        yield from ((place, one) for one in np.asarray(value, dtype=object).ravel() if isinstance(one, str))

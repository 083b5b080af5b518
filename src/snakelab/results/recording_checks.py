"""Checks of the file of a recording: required form, declared sizes, checksum, and messages on other files."""

import hashlib
import math
import mmap
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from snakelab.results.run_status import StatusKind
from snakelab.system import install_line, machine_memory

if TYPE_CHECKING:
    import h5py
    import xarray


# ----------------------------------------------------------------------------------------------------------------------
# Required form of a recording: dimensions and data type of each name, so that damaged files raise an error
# ----------------------------------------------------------------------------------------------------------------------

# Recorded variables: dimensions after time, unit, and description.
VARIABLES: dict[str, tuple[tuple[str, ...], str, str]] = {
    "error_estimate": ((), "1", "largest error estimate since the last record, over the tolerance (1 for fixed steps)"),
    "unconverged": ((), "1", "coordinates for which contact, saturation or viscous force had not converged"),
    "base_position": (("axis",), "m", "position of the base (tail end, or head end, depending on base_end)"),
    "base_quaternion": (("quaternion",), "1", "attitude of the base, wxyz"),
    "base_velocity": (("twist",), "m/s, rad/s", "linear and angular velocity of the base, world axes"),
    "q": (("coordinate",), "rad or m", "coordinates"),
    "v": (("coordinate",), "rad/s or m/s", "rates of the coordinates"),
    "z": (("coordinate",), "mixed", "actuator memory"),
    "propeller_command": (("propeller",), "mixed", "commands of the propellers behind their lags"),
    "propeller_thrust": (("propeller",), "N", "thrust of each propeller, as applied"),
    "current": (("axis",), "m/s", "velocity of the fluid where the centre of mass is, world axes"),
    "work": (("term",), "J", "work done by each term since the start"),
    "tau": (("coordinate",), "N m or N", "generalised force of the actuators: torque of angles, force of displacements"),
    "target": (("coordinate",), "rad or m", "what servos and prescribed coordinates should follow; NaN of others"),
    "spring_torque": (("coordinate",), "N m or N", "force of the spring"),
    "damper_torque": (("coordinate",), "N m or N", "force of the damper"),
    "joint_limit_torque": (("coordinate",), "N m or N", "force of the joint limits"),
    "joint_friction_torque": (("coordinate",), "N m or N", "dry friction in the joint"),
    "actuator_limit": (
        ("coordinate",), "1",
        "limit that the actuator is at: 0 none, 1 torque limit, 2 torque limit that decreases with speed; "
        "with the sign of tau",
    ),
    "com_position": (("axis",), "m", "centre of mass of the robot"),
    "com_velocity": (("axis",), "m/s", "velocity of the centre of mass"),
    "head_position": (("axis",), "m", "position of the head end"),
    "head_quaternion": (("quaternion",), "1", "attitude of the head end, wxyz"),
    "head_velocity": (("twist",), "m/s, rad/s", "linear and angular velocity of the head end, world axes"),
    "kinetic_energy": ((), "J", "kinetic energy"),
    "gravity_energy": ((), "J", "potential energy of gravity"),
    "elastic_energy": ((), "J", "energy of the joint springs"),
    "base_position_error": (("axis",), "m", "estimated error that the steps since the last record add"),
    "q_error": (("coordinate",), "rad or m", "estimated error that the steps since the last record add"),
    "coupling_load": (
        ("coupling",), "N or N m",
        "torque of a gear on its driven coordinate; magnitude of the force of a loop, of its moment if it "
        "holds rotations only; tension of a cable at its first guide",
    ),
    "coupling_gap": (("coupling",), "m or rad", "remaining gap of a gear or loop; elongation of a cable, negative if slack"),
    "self_contact_points": ((), "1", "points at which parts of the robot touch each other"),
    "self_contact_fast": ((), "1", "approaches of parts by more than half of their diameter within a step since the last record"),
    "self_contact_gap": (
        ("link",), "m",
        "smallest distance from parts that are near, negative for an overlap; NaN if none is near",
    ),
    "object_contact_points": ((), "1", "points at which free bodies touch the robot or each other"),
    "object_contact_fast": (
        (), "1",
        "approaches of free bodies by more than half of their diameter within a step since the last record",
    ),
    "object_contact_gap": (("link",), "m", "smallest distance from free bodies that are near; NaN if none is near"),
    "object_position": (("object", "axis"), "m", "centre of each free body"),
    "object_quaternion": (("object", "quaternion"), "1", "attitude of each free body, wxyz"),
    "object_velocity": (("object", "twist"), "m/s, rad/s", "linear and angular velocity of each free body, world axes"),
    "object_force": (("object", "axis"), "N", "sum of the forces of contacts and media on each free body, world axes"),
    "skin_gap": (("skin",), "m", "smallest distance of each skin point from a surface, negative inside"),
    "skin_load": (("skin",), "N", "normal force on each skin point, as applied"),
    "skin_slip": (("skin",), "m/s", "speed at which each touching skin point slides"),
    "skin_position": (("skin", "axis"), "m", "where each skin point is; of a round ring, its lowest point"),
    "skin_force": (("skin", "axis"), "N", "normal force and friction on each skin point, as applied, world axes"),
    "link_position": (("link", "axis"), "m", "centre of mass of each link or station"),
    "link_quaternion": (("link", "quaternion"), "1", "attitude of each link or station, wxyz"),
}  # fmt: skip
# Their dimensions after time, and those of measured variables.
DIMENSIONS = {name: dims for name, (dims, _, _) in VARIABLES.items()} | {
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
NOTE_PREFIX, NOTE_TIME = "control_", "control_time"  # cycle log of a controller
FUTURES: dict[str, tuple[str, ...]] = {  # prediction snapshots of a controller
    "futures_head": ("futures_time", "future", "futures_ahead", "axis"),
    "futures_cost": ("futures_time", "future"),
    "futures_elite": ("futures_time",),
}
MAX_NORM_ERROR = 1e-3  # of a quaternion, also of one in single precision or of a log in four digits [-]
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
         "branches", "objects", "wheels", "meshes", "cameras", "imus", "gravity", "scenery", "notes", "step_check")  # fmt: skip


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
        yield from _checked_number(dataset, name, dims)
    for name in LABELS:
        if name in dataset.variables:
            yield from _text(dataset, name, name)
    for name, (dim, numeric) in FACTS.items():
        if name in dataset.variables:
            yield from _checked_number(dataset, name, (dim,), finite=True) if numeric else _text(dataset, name, dim)
    yield from _masses(dataset)
    yield from _turns(dataset)
    yield from _attributes(dataset.attrs)


def _masses(dataset: "xarray.Dataset") -> Iterator[str]:
    """Check the masses: a robot without mass has no heading and no centre of mass."""
    mass = dataset["link_mass"].values if "link_mass" in dataset.variables else np.ones(1)
    if mass.dtype.kind in "fiu" and mass.size and not ((mass >= 0).all() and mass.sum() > 0):
        yield "link_mass must not be negative, and must not be 0 for all links"


def _turns(dataset: "xarray.Dataset") -> Iterator[str]:
    """Check the norms of quaternions, but of those that are not measured, or belong to a run that diverged."""
    if dataset.attrs.get("status_kind") in (StatusKind.DIVERGED, StatusKind.FAILED):
        return
    for word, array in dataset.data_vars.items():
        if array.dims[-1:] != ("quaternion",) or array.dtype.kind not in "fiu" or array.sizes["quaternion"] != 4:
            continue
        values = np.asarray(array.values, dtype=np.float64).reshape(-1, 4)
        with np.errstate(over="ignore", invalid="ignore"):
            norms = np.sqrt(np.einsum("ij,ij->i", values, values))
        wrong = np.isfinite(values).all(axis=1) & ~(np.abs(norms - 1.0) <= MAX_NORM_ERROR)
        if wrong.any():
            k = int(np.argmax(wrong))
            row = k * array.sizes.get("time", 1) // max(len(values), 1)
            yield f"{word} must have quaternions of norm 1, got {norms[k]:.4g} in row {row}"


def _expected(dataset: "xarray.Dataset") -> Iterator[tuple[str, tuple[str, ...]]]:
    """Return the recorded variables, known or not, each with its required dimensions."""
    for word, array in dataset.data_vars.items():
        name = str(word)
        if name in DIMENSIONS:
            yield name, ("time", *DIMENSIONS[name])
        elif name.startswith(NOTE_PREFIX) and NOTE_TIME in dataset.dims:
            yield name, (NOTE_TIME, f"{name}_place")[: max(1, array.ndim)]
        elif name in FUTURES:
            yield name, FUTURES[name]
        elif name.endswith(SPECIFIC_FORCE):
            yield name, ("time", *SPECIFIC_FORCE_DIMENSIONS)
        elif name.endswith(FORCE):
            yield name, ("time", *FORCE_DIMENSIONS)
        elif array.dims[:1] == ("time",):
            yield name, tuple(map(str, array.dims))


def _time(dataset: "xarray.Dataset") -> Iterator[str]:
    faults = list(_checked_number(dataset, "time", ("time",), finite=True))
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


def _checked_number(
    dataset: "xarray.Dataset", name: str, dims: tuple[str, ...], *, finite: bool = False
) -> Iterator[str]:
    array = dataset[name]
    if array.dims != dims:
        yield f"{name} must be {_size_text(dims)}, got {_size_text(array.dims)}"
    elif array.dtype.kind not in "fiu":
        yield f"{name} must be numbers, got {array.dtype}"
    elif finite and not np.isfinite(array.values).all():
        yield f"{name} must be finite"


def _text(dataset: "xarray.Dataset", name: str, dim: str) -> Iterator[str]:
    array = dataset[name]
    if array.dims != (dim,):
        yield f"{name} must be one text for each {dim}, got {_size_text(array.dims)}"
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


def _size_text(dims: tuple[Any, ...]) -> str:
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


# ----------------------------------------------------------------------------------------------------------------------
# Checks of a NetCDF-4 file before its variables are read: the sizes that it declares, and its collections of texts
#
# A file can declare more than fits into memory, and a damaged collection of texts may cause an endless loop in the HDF5 library.
#
# Layout of a collection: HDF5 file format specification 3.0, section III.E. "GCOL", version 1, three bytes 0, size of the
# collection in eight bytes; then objects, each with a header of 16 bytes whose last eight are its size. The object of
# index 0 is the free space, whose size counts its header.
# ----------------------------------------------------------------------------------------------------------------------

COLLECTION = b"GCOL\x01\x00\x00\x00"
HEADER = 16  # of a collection, and of each object in it [bytes]


def excess(path: Path) -> str:
    """Return the reason for which a file must not be read into memory; "" if there is none.

    It declares more than a file of its size can contain, or parts of it are in other files.

    Args:
        path: An existing file; h5py raises an error if it is no HDF5 file.
    """
    import h5py

    size, total, maximum = path.stat().st_size, 0, most_declared(path)
    with h5py.File(path, "r") as file:
        for name in file:
            if not isinstance(file.get(name, getlink=True), h5py.HardLink):
                return f"{name!a} is a link to another location"
            if not isinstance(file[name], h5py.Dataset):
                continue
            if fault := layout_fault(file[name], size):
                return f"{name!a} {fault}"
            total += declared(file[name])
            if total > maximum:
                return (
                    f"up to {name!a}, it declares {total:.3g} bytes in a file of {size}; decompress it with nccopy -d 0"
                )
    return ""


def layout_fault(dataset: "h5py.Dataset", size: int) -> str:
    """Fault in the storage layout of a dataset, in a file of that size."""
    if dataset.is_virtual or dataset.external:
        return "takes its values from another file"
    if dataset.chunks is not None:
        chunks = math.prod(-(-n // maximum) for n, maximum in zip(dataset.shape, dataset.chunks, strict=True))
        if chunks * 8 > max(size, 1024):  # minimum size of an entry in the index of chunks [bytes]
            return f"declares {chunks} chunks in a file of {size} bytes"
    return ""


def most_declared(path: Path) -> float:
    """Return the most memory that the arrays of a file may declare [bytes]."""
    # size in memory over size of the file, for files that another program has compressed
    return min(100 * path.stat().st_size, machine_memory())


def declared(dataset: "h5py.Dataset") -> int:
    """Minimum memory that a dataset and its attributes require [bytes]."""
    amount = _extent(dataset.shape, dataset.dtype)
    if dataset.chunks is not None:
        amount += _extent(dataset.chunks, dataset.dtype)
    return amount


def _extent(shape: tuple[int, ...] | None, dtype: Any) -> int:
    return math.prod(shape or ()) * max(dtype.itemsize, 8)  # overhead of a text in addition to its characters [bytes]


def heap_damage(path: Path) -> str:
    """Return the reason for which a collection cannot be traversed to its end; "" if all can."""
    if path.stat().st_size < HEADER:
        return ""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        at = content.find(COLLECTION)
        while at >= 0:
            if not _ends(content, at):
                return "a collection of its texts is damaged"
            at = content.find(COLLECTION, at + 1)
    return ""


def _ends(content: mmap.mmap, at: int) -> bool:
    """Return True if the objects of the collection at an address lead to its end."""
    end = at + _little_endian(content, at + 8)
    if end > len(content):
        return False
    at += HEADER
    while end - at >= HEADER:
        index, size = content[at : at + 2], _little_endian(content, at + 8)
        if index == b"\x00\x00":
            return HEADER <= size <= end - at
        at += HEADER + (size + 7) // 8 * 8
    return at <= end


def _little_endian(content: mmap.mmap, at: int) -> int:
    return int.from_bytes(content[at : at + 8], "little")


# ----------------------------------------------------------------------------------------------------------------------
# Checksum of a recording's file: a last line of text after the NetCDF-4 content, over all bytes before it
#
# Programs that read NetCDF-4 or HDF5 ignore what follows the end of the content; those that change the file remove it. A
# file without the line, such as one written by another program, has no checksum.
# ----------------------------------------------------------------------------------------------------------------------

LOGS = (".csv", ".txt", ".tsv")  # suffixes of tables that are logs
HDF5 = b"\x89HDF\r\n\x1a\n"  # the first bytes of every NetCDF-4 file
LABEL = b"\nsha256 of the bytes before this line: "
LENGTH = len(LABEL) + 64 + 1
LINE = re.compile(re.escape(LABEL) + rb"([0-9a-f]{64})\n")
# Position of the end-of-file address in the superblock of each version (HDF5 file format specification 3.0, section
# II.A), [bytes].
END_ADDRESS = {0: 40, 1: 44, 2: 28, 3: 28}


def with_checksum(content: bytes) -> bytes:
    """Return the content of a file followed by the line that contains its checksum."""
    return b"%b%b%b\n" % (content, LABEL, hashlib.sha256(content).hexdigest().encode())


def damage(path: Path) -> str:
    """Return the reason why the content of a file does not match its checksum; "" if it matches.

    Raises:
        OSError: if the file cannot be read.
    """
    size = path.stat().st_size
    with path.open("rb") as file:
        head = file.read(64)
        file.seek(max(0, size - LENGTH))
        line = LINE.fullmatch(file.read(LENGTH))
        if line:
            file.seek(0)
            return "" if _sha256(file, size - LENGTH) == line[1] else "its content does not agree with its checksum"
    end = _end_of_content(head)
    if end is None or size == end:
        return ""
    if size < end:
        return f"{end - size} of {end} bytes are missing"
    return "its checksum is damaged"


def _sha256(file: BinaryIO, length: int) -> bytes:
    digest = hashlib.sha256()
    while length > 0 and (block := file.read(min(1 << 20, length))):
        digest.update(block)
        length -= len(block)
    return digest.hexdigest().encode()


def _end_of_content(head: bytes) -> int | None:
    """Size of an HDF5 file according to its first bytes; None if they do not contain it."""
    if len(head) < 64 or not head.startswith(HDF5) or head[8] not in END_ADDRESS:
        return None
    at = END_ADDRESS[head[8]]
    return int.from_bytes(head[at : at + 8], "little")


# ----------------------------------------------------------------------------------------------------------------------
# Messages on files that are not recordings: the actual content, and the line to type
# ----------------------------------------------------------------------------------------------------------------------

SHOWN = 6  # files of a folder that a message names


def why_absent(path: Path) -> str:
    """Message for a path at which there is no file."""
    near = sorted(other.name for other in path.parent.glob("*.nc")) if path.parent.is_dir() else []
    folder = "the current folder" if path.parent == Path() else str(path.parent)
    hint = f"; {folder} contains {_some(near)}" if near else ""
    return f"there is no recording at {path}{hint}"


def why_empty_handed(folder: Path) -> str:
    """Message for a folder without `results.nc`."""
    files = sorted(f"{item.name}/" if item.is_dir() else item.name for item in folder.iterdir())
    recordings = [name for name in files if name.endswith(".nc")]
    if recordings:
        return f"there is no recording at {folder / 'results.nc'}; give a file of that folder: {_some(recordings)}"
    inside = [f"{item.name}/" for item in sorted(folder.iterdir()) if (item / "results.nc").is_file()]
    if inside:
        return f"there is no recording at {folder / 'results.nc'}; give one of its folders: {_some(inside)}"
    content = f"that folder contains {_some(files)}" if files else "that folder is empty"
    return (
        f"there is no recording at {folder / 'results.nc'}; {content}; write one with snakelab run NAME --out {folder}"
    )


def why_unreadable(path: Path, problem: Exception | str) -> str:
    """Message for a file that cannot be read as NetCDF-4, from its first bytes and a reason."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            begin = file.read(64)
    except OSError as fault:
        return f"cannot read {path}: {fault.strerror or fault}"
    words = f"{path} is not a readable NetCDF-4 file"
    if size == 0:
        return f"{words}: it is empty (0 bytes); write it again with snakelab run"
    if begin.startswith(HDF5):
        return f"{words}: it is truncated or damaged ({size} bytes): {_line(problem)}; write it again with snakelab run"
    if begin.startswith(b"CDF"):
        return f"{words}: it is NetCDF-3; convert it with nccopy -k nc4 {path} new.nc"
    text = _as_text(begin)
    if text is None:
        return f"{words}: it begins with the bytes {begin[:8]!r}, an HDF5 file with {HDF5!r}"
    hint = f"; to simulate a scenario, type snakelab run {path}" if path.suffix in (".yaml", ".yml") else ""
    if path.suffix.lower() in LOGS:
        hint = f"; to read a log, type snakelab import {path} --map MAP.yaml (docs/logs.md)"
    return f"{words}: it is text that begins with {text[:30]!r}{hint}"


def why_not_ours(path: Path, found_format: object, expected: str, version: object) -> str:
    """Message for a NetCDF file with another `format` than that of this version.

    Args:
        path: The file.
        found_format: Its attribute `format`, None if it has none.
        expected: The format that this version reads, a name that ends in its number.
        version: The file's attribute `snakelab_version`, None if it has none.
    """
    family, _, number = expected.rpartition("-")
    name, _, other = str(found_format).rpartition("-")
    if name == family and other.isdecimal() and int(other) > int(number):
        by = f"snakelab {version}" if isinstance(version, str) and version else "snakelab"
        return (
            f"{path} was written by a newer {by} (format {found_format!r}, this version reads {expected!r}); "
            f"get its sources, then: {install_line()}"
        )
    shown = " ".join(repr(found_format).split())[:200]  # it may be an array
    return f"{path} is not a snakelab recording (format {shown}, expected {expected!r})"


def _line(problem: Exception | str, maximum: int = 200) -> str:
    """Return a reason as one line that any output can show; that of a damaged file may contain bytes that are not UTF-8."""
    # the text of a KeyError is in quotation marks
    reason = problem.args[0] if isinstance(problem, KeyError) and problem.args else problem
    text = " ".join(str(reason).split()).encode("utf-8", "backslashreplace").decode("utf-8")
    return text if len(text) <= maximum else f"{text[:maximum]} ..."


def _some(names: list[str]) -> str:
    rest = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + rest


def _as_text(content: bytes) -> str | None:
    """Return the bytes as text, None if they are not UTF-8; the last character may be cut."""
    try:
        text = content.decode("utf-8", errors="strict") if len(content) < 64 else content[:-3].decode(errors="ignore")
    except UnicodeDecodeError:
        return None
    return text if all(c.isprintable() or c in "\t\r\n" for c in text) else None

"""Replay of a run in 3-D, as data of the report page: the shapes of the body, its poses over time, and the world around it.

The contents of the world are in `scene_data`.
"""

import itertools
from typing import Any

import numpy as np

from snakelab.figures.picture_geometry import body_pieces, fluids_of
from snakelab.geometry.rotations import rotation_matrices
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.studio.page.scene_data import (
    Packer,
    cables,
    currents,
    link_forces,
    mapping,
    propellers,
    surface_things,
    touching,
    water_things,
)
from snakelab.results.metrics.motion import fixed
from snakelab.results.motor_signals import futures_in
from snakelab.results.recorded_objects import ObjectFacts, branches_of, meshes_of, objects_of, wheels_of
from snakelab.results.recording import Recording

DRAWN_DISTANCE = 1e6  # distance beyond which bodies are not drawn [m]
RELATIVE_TOLERANCE = 2e-5  # tolerance of a position, relative to the body's length, and of a quaternion's component
GROUNDS = ("plane", "slope", "heights")  # surfaces that form the ground


def drawable_rows(recording: Recording) -> int:
    """Number of rows from the start with finite poses, none farther away than 1000 km."""
    position, quaternion = recording["link_position"].values, recording["link_quaternion"].values
    good = (np.abs(position) < DRAWN_DISTANCE).all(axis=(1, 2)) & np.isfinite(quaternion).all(axis=(1, 2))
    return len(good) if good.all() else int(np.argmin(good))


def frame_rows(time: FloatArray, n_links: int) -> np.ndarray:
    """Rows to draw, at equal strides and with the last one: at most 30 a second and 150 000 poses."""
    n_rows = len(time)
    if n_rows < 3 or time[-1] <= time[0]:
        return np.arange(n_rows)
    # the browser interpolates between frames; a long run has fewer
    maximum = min((time[-1] - time[0]) * 30.0, 150_000 / max(n_links, 1))
    stride = max(1, int(np.ceil((n_rows - 1) / max(maximum, 1.0) - 1e-6)))
    return np.unique(np.append(np.arange(0, n_rows, stride), n_rows - 1))


def with_poses(recording: Recording) -> Recording:
    """Return a recording with poses for the page: a measured one that lacks them gets unknown ones, NaN.

    Its robot is not drawn; its curves are in the plots.
    """
    variables = recording.dataset.data_vars
    if "link_position" in variables and "link_quaternion" in variables:
        return recording
    n_rows, n_links = len(recording["time"]), recording.dataset.sizes.get("link", 0)
    shapes = {
        "link_position": (("time", "link", "axis"), (n_rows, n_links, 3)),
        "link_quaternion": (("time", "link", "quaternion"), (n_rows, n_links, 4)),
        **{f"{name}_position": (("time", "axis"), (n_rows, 3)) for name in ("com", "head", "base")},
    }
    unknown = {name: (dims, np.full(shape, np.nan)) for name, (dims, shape) in shapes.items() if name not in variables}
    return Recording(recording.dataset.assign(unknown), recording.status)


def replay(recording: Recording, packer: Packer) -> dict[str, Any]:
    """Return shapes and poses of a run for the page; see `payload` for the format."""
    n_rows = drawable_rows(recording)
    time = recording["time"].values[:n_rows]
    links = _links(recording)
    rows = frame_rows(time, len(links))
    com, head = (recording[f"{name}_position"].values[rows] for name in ("com", "head"))
    com = np.where(np.abs(com) < DRAWN_DISTANCE, com, 0.0)
    position = recording["link_position"].values[rows] - com[:, None]
    quaternion = _continuous(recording["link_quaternion"].values[rows])
    parts = _parts(recording, links)
    efforts, meshes, n_robot = _efforts(recording, parts), _meshes(recording), len(links)
    if objects := objects_of(recording):  # drawn like further links, by their meshes
        position = np.concatenate((position, recording["object_position"].values[rows] - com[:, None]), axis=1)
        turns = _continuous(recording["object_quaternion"].values[rows])
        quaternion = np.concatenate((quaternion, turns), axis=1)
        meshes = _with_objects(meshes, objects, n_robot)
        links = [*links, *map(_object_link, objects)]
        parts = [*parts, *({"kind": "link", "first": i, "last": i} for i in range(n_robot, len(links)))]
        if efforts is not None:
            efforts["coordinates"] += [[] for _ in objects]
    base = recording["base_position"].values[rows]
    fine = RELATIVE_TOLERANCE * sum(link["length"] for link in links[:n_robot])
    return {
        "times": packer.times(time[rows]),
        "com": packer.curves(com.T, fine),
        "positions": packer.curves(position.reshape(len(rows), 3 * len(links)).T, fine),
        "turns": packer.curves(quaternion.reshape(len(rows), 4 * len(links)).T, RELATIVE_TOLERANCE),
        "links": links,
        "parts": parts,
        "head": _head(recording, rows, head),
        "base": base[0].tolist() if fixed(recording) and len(rows) and np.isfinite(base[0]).all() else None,
        "efforts": efforts,
        "planar": recording.dataset.attrs.get("base") == "planar",
        "touching": touching(recording, rows, packer),
        "propellers": propellers(recording, rows, packer),
        "cables": cables(recording, rows, packer),
        "wheels": _wheels(recording),
        "meshes": meshes,
        "current": currents(recording, rows, packer),
        "futures": future_paths(recording, packer),
        "forces": link_forces(recording, rows, packer),
        "map": mapping(recording, rows, packer),
    }


def scene(recordings: list[Recording]) -> list[dict[str, Any]]:
    """Return the static objects of the world: surfaces that robots contact, ends of fluids, and a ground.

    Where no surface is one, that is the plane on which robots in the plane lie, or a grid for orientation below all
    that moves: robots in a fluid have no ground. Objects that not all runs have contain the numbers of their runs.
    """
    surfaces, n = _with_owners(recordings), len(recordings)
    grounds = [thing for thing in surfaces if thing["kind"] in GROUNDS]
    without = [i for i in range(n) if not any(i in ground.get("runs", range(n)) for ground in grounds)]
    if not without:
        return surfaces
    rest = [recordings[i] for i in without]
    planar = all(recording.dataset.attrs.get("base") == "planar" and not fluids_of(recording) for recording in rest)
    height = min((low for low in map(_lowest, rest) if np.isfinite(low)), default=0.0)
    ground: dict[str, Any] = {"kind": "plane" if planar else "grid", "height": height}
    return [ground if len(without) == n else ground | {"runs": without}, *surfaces]


def _with_owners(recordings: list[Recording]) -> list[dict[str, Any]]:
    """Return the surfaces and fluids of all runs, with the numbers of their runs if not all have them."""
    each = [[*surface_things([one], recordings), *water_things([one], recordings)] for one in recordings]
    things: list[dict[str, Any]] = []
    for thing in itertools.chain.from_iterable(each):
        if thing not in things:
            things.append(thing)
    # as in the page of one run, surfaces are before fluids
    things.sort(key=lambda thing: thing["kind"] in ("water", "submerged"))
    owners = [[i for i, own in enumerate(each) if thing in own] for thing in things]
    n = len(recordings)
    return [thing if len(own) == n else thing | {"runs": own} for thing, own in zip(things, owners, strict=True)]


def opening_time(recording: Recording) -> float:
    """Return the time that the page shows first [s]: the start, or where the body is half inside what it reaches later.

    That is where a robot that touches nothing at the start, such as a swimmer, has moved by half its length beyond its
    first contact.
    """
    time = recording["time"].values
    if not drawable_rows(recording):
        return float(time[0]) if len(time) else 0.0
    start = float(time[0])
    if "skin_load" not in recording or "com_position" not in recording or not time[-1] > time[0]:
        return start
    touching = np.asarray((recording["skin_load"].values > 0).any(axis=1))
    early = time <= start + 0.05 * (time[-1] - start)  # a robot that is set down on its ground touches it at once
    if touching[early].any() or not touching.any():
        return start
    first = int(np.argmax(touching))
    moved = np.linalg.norm(recording["com_position"].values - recording["com_position"].values[first], axis=1)
    beyond = (np.arange(len(time)) >= first) & (moved >= 0.5 * float(np.nansum(recording["link_length"].values)))
    return float(time[int(np.argmax(beyond)) if beyond.any() else first])


def _lowest(recording: Recording) -> float:
    """Height of the lowest point of the body over the run [m]; infinite if there are no poses."""
    rows = drawable_rows(recording)
    links = _links(recording)
    reach = np.array([max(link["width"], link["height"]) / 2 for link in links])
    if recording.dataset.attrs.get("base") == "planar":
        return float(-max((link["height"] / 2 for link in links), default=0.0))
    if not rows or not links:
        return float("inf")
    # Half the length as well: the frame of a link may be at its centre.
    half = np.array([link["length"] / 2 for link in links])
    return float((recording["link_position"].values[:rows, :, 2].min(axis=0) - np.maximum(reach, half)).min())


def _links(recording: Recording) -> list[dict[str, Any]]:
    """Name, cross-section and extents of every link or station; slim cylinders if the recording lacks them."""
    lengths, coms = (np.nan_to_num(recording[name].values).astype(float) for name in ("link_length", "link_com"))
    if _knows_sections(recording):
        kinds = [str(kind) for kind in recording["link_section"].values]
        widths, heights = (
            np.nan_to_num(recording[f"link_{name}"].values).astype(float) for name in ("width", "height")
        )
    else:
        longest = max((float(lengths[part].sum()) for part in _slices(recording)), default=0.0)
        kinds = len(lengths) * ["cylinder"]
        widths = heights = np.full(len(lengths), min(0.04 * float(lengths.sum()), 0.4 * longest))
    columns = zip(recording["link"].values, kinds, lengths, coms, widths, heights, strict=True)
    return [
        {"name": str(name), "section": kind} | {"length": length, "com": com, "width": width, "height": height}
        for name, kind, length, com, width, height in (
            (name, kind, *map(float, numbers)) for name, kind, *numbers in columns
        )
    ]


def _wheels(recording: Recording) -> list[dict[str, Any]]:
    """Link, centre, axle and radius of every wheel, and whether it spins, as the page needs them."""
    return [
        {
            "link": one.link,
            "offset": one.offset.tolist(),
            "axle": one.axle.tolist(),
            "radius": one.radius,
            "spins": one.spins,
        }
        for one in wheels_of(recording)
    ]


def _meshes(recording: Recording) -> dict[str, Any] | None:
    """Meshes of the links, as the page needs them; None for a robot without."""
    meshes = meshes_of(recording)
    if not meshes:
        return None
    shapes = {one.shape: one for one in meshes}
    numbers = list(shapes)
    return {
        "shapes": [
            {"vertices": one.vertices.ravel().tolist(), "triangles": one.triangles.ravel().tolist()}
            for one in shapes.values()
        ],
        "places": [
            {
                "link": one.link,
                "shape": numbers.index(one.shape),
                "offset": one.offset.tolist(),
                "turn": one.turn.tolist(),
            }
            for one in meshes
        ],
    }


def _object_link(one: ObjectFacts) -> dict[str, Any]:
    """Return a free body as a link of the page."""
    length, width, height = map(float, one.extents)
    section = "cylinder" if one.kind in ("Ball", "Capsule") else "box"
    return {
        "name": one.name,
        "free": True,
        "section": section,
        "length": length,
        "com": length / 2,
        "width": width,
        "height": height,
    }


def _with_objects(meshes: dict[str, Any] | None, objects: list[ObjectFacts], first: int) -> dict[str, Any]:
    """Return the meshes of the links with those of free bodies, which are links from the number `first` on."""
    shapes, places = ([*meshes["shapes"]], [*meshes["places"]]) if meshes else ([], [])
    for i, one in enumerate(objects):
        vertices, triangles = one.mesh()
        places.append(
            {"link": first + i, "shape": len(shapes), "offset": [0.0, 0.0, 0.0], "turn": [1.0, 0.0, 0.0, 0.0]}
        )
        shapes.append({"vertices": np.round(vertices, 6).ravel().tolist(), "triangles": triangles.ravel().tolist()})
    return {"shapes": shapes, "places": places}


def _knows_sections(recording: Recording) -> bool:
    return {"link_section", "link_width", "link_height"} <= set(map(str, recording.dataset.coords))


def _slices(recording: Recording) -> list[slice]:
    """Indices of each part of a recording without cross-sections, from the line of the body."""
    first = Recording(recording.dataset.isel(time=slice(0, 1)), recording.status)
    counts = [1 if piece.shape[1] == 2 else piece.shape[1] for piece in body_pieces(first)]
    ends = np.cumsum(counts, dtype=int)
    return [slice(int(end - count), int(end)) for count, end in zip(counts, ends, strict=True)]


def _parts(recording: Recording, links: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return each link, and each run of stations that is one soft section, as `{"kind", "first", "last"}`."""
    if _knows_sections(recording):
        groups = [
            list(group) for _, group in itertools.groupby(range(len(links)), lambda i: _section_name(links[i], i))
        ]
        parts = [slice(group[0], group[-1] + 1) for group in groups]
    else:
        parts = _slices(recording)
    return [
        {"kind": "link" if part.stop - part.start == 1 else "tube", "first": part.start, "last": part.stop - 1}
        for part in parts
    ]


def _section_name(link: dict[str, Any], i_link: int) -> str | int:
    """Common part of the names of the stations of one soft section; for a link its own index."""
    label, _, number = link["name"].rpartition(".")
    return label if link["section"] == "skin" and number.isdigit() else i_link


def _head(recording: Recording, rows: np.ndarray, head: FloatArray) -> dict[str, int] | None:
    """Return the link or station at the head, and the end: +1 in the direction of its x axis, -1 at the other."""
    if not len(rows) or not np.isfinite(head[0]).all():
        return None
    position = recording["link_position"].values[rows[0]]
    forward = rotation_matrices(recording["link_quaternion"].values[rows[0]])[..., 0]
    i_link = int(np.argmin(np.linalg.norm(position - head[0], axis=1)))
    along = float(forward[i_link] @ (head[0] - position[i_link]))
    last = len(position) - 1
    return {"link": i_link, "end": 1 if along > 1e-9 or (abs(along) <= 1e-9 and i_link == last) else -1}


def _efforts(recording: Recording, parts: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Coordinates adjacent to each part, by the part's index; None if the recording lacks the data.

    A recording has no map from coordinates to links. It is inferred if joints are evenly distributed over a rigid chain, and
    from the names of soft sections.
    """
    units = [str(unit) for unit in recording["coordinate_unit"].values]
    n_parts, n_coordinates = len(parts), len(units)
    if not units or not parts or branches_of(recording):
        return None
    if all(part["kind"] == "link" for part in parts) and set(units) == {"rad"}:
        before = fixed(recording) and _rotates(recording)
        gaps = n_parts if before else n_parts - 1
        if not gaps or n_coordinates % gaps:
            return None
        each = n_coordinates // gaps
        joints = [list(range(i * each, (i + 1) * each)) for i in range(gaps)]
        around = [*joints, []] if before else [[], *joints, []]
        return {"unit": "N m", "coordinates": [[*a, *b] for a, b in itertools.pairwise(around)]}
    if all(part["kind"] == "tube" for part in parts) and set(units) == {"m"}:
        label = [str(name).rpartition(".")[0] for name in recording["coordinate"].values]
        of_part = [str(recording["link"].values[part["first"]]).rpartition(".")[0] for part in parts]
        return {"unit": "N", "coordinates": [[i for i, name in enumerate(label) if name == own] for own in of_part]}
    return None


def _rotates(recording: Recording) -> bool:
    """Return True if the first link of a robot with a fixed base rotates, so that there is a joint before it."""
    quaternion = recording["link_quaternion"].values[: drawable_rows(recording), 0]
    return bool(len(quaternion) and (np.abs(quaternion @ quaternion[0]) < 1 - 1e-9).any())


def _continuous(quaternion: FloatArray) -> FloatArray:
    """Choose the signs of quaternions so that neighbours in time are close, shape (n_rows, n_links, 4)."""
    flips = np.sign(np.einsum("tla,tla->tl", quaternion[1:], quaternion[:-1]))
    flips[flips == 0] = 1.0
    signs = np.cumprod(np.concatenate((np.ones((min(1, len(quaternion)), quaternion.shape[1])), flips)), axis=0)
    return np.asarray(quaternion * signs[..., None], dtype=np.float64)


def future_paths(recording: Recording, packer: Packer) -> dict[str, Any] | None:
    """Return the moments, and the paths of the head from each; None for a run without futures. See `payload`.

    Args:
        recording: The run.
        packer: Destination of the arrays.
    """
    futures = [future for future in futures_in(recording) if len(future.head)]
    if not futures:
        return None
    n_places = len(futures[0].time)
    heads = np.concatenate([future.head for future in futures])  # (n_ways, n_places, 3)
    span = float(np.ptp(heads, axis=1).max(initial=0.0))
    return {
        "moments": [future.moment for future in futures],
        "ahead": float(futures[0].time[-1]),
        "counts": [len(future.head) for future in futures],
        "elite": [future.n_elite for future in futures],
        # relative to the longest path of a future
        "ways": packer.curves(heads.transpose(0, 2, 1).reshape(-1, n_places), max(1e-3 * span, 1e-6)),
    }

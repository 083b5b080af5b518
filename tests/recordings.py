"""Recordings made by hand, with closed forms to compare with: planar chains whose links move as prescribed."""

from typing import Any

import numpy as np
import xarray as xr
from scipy.spatial.transform import Rotation

from snakelab.results.recording import FORMAT, Recording

TERMS = ("gravity", "spring", "damper", "end_stop", "actuator", "drive", "correction", "friction")


def planar_recording(
    times: np.ndarray,
    angles: np.ndarray,
    base: np.ndarray,
    *,
    length: float = 0.1,
    mass: float = 0.2,
    tau: np.ndarray | None = None,
    units: tuple[str, ...] | None = None,
    status: str = "finished",
    **attributes: Any,
) -> Recording:
    """A chain of equal links with a joint between neighbours.

    Args:
        times: Shape (k,), [s].
        angles: Absolute angle of each link, tail first, shape (k, n), [rad].
        base: Tail end of the first link, shape (k, 2), [m].
        tau: Effort of each joint, shape (k, n - 1), [N m]; default zero.
        units: Of the coordinates; default all "rad".
    """
    k, n = angles.shape
    e = np.stack((np.cos(angles), np.sin(angles), np.zeros((k, n))), axis=-1)
    tails = np.concatenate((base, np.zeros((k, 1))), axis=1)[:, None] + length * (np.cumsum(e, axis=1) - e)
    centres, q = tails + length / 2 * e, np.diff(angles, axis=1)
    com, force, zero = centres.mean(axis=1), np.zeros((k, n, 3)), np.zeros((k, n - 1))
    quaternions = np.stack((np.cos(angles / 2), 0 * angles, 0 * angles, np.sin(angles / 2)), axis=-1)
    spin, link_velocity = rate(angles, times), rate(centres, times)
    twist = np.concatenate((rate(tails[:, 0], times), np.zeros((k, 2)), spin[:, :1]), axis=1)
    kinetic = mass / 2 * ((link_velocity**2).sum((1, 2)) + length**2 / 12 * (spin**2).sum(1))
    variables: dict[str, tuple[str, np.ndarray, str]] = {
        "base_position": ("time axis", tails[:, 0], "m"),
        "base_quaternion": ("time quaternion", quaternions[:, 0], "-"),
        "base_velocity": ("time twist", twist, "m/s, rad/s"),
        "com_position": ("time axis", com, "m"),
        "com_velocity": ("time axis", rate(com, times), "m/s"),
        "head_position": ("time axis", tails[:, -1] + length * e[:, -1], "m"),
        "link_position": ("time link axis", centres, "m"),
        "link_quaternion": ("time link quaternion", quaternions, "-"),
        "q": ("time coordinate", q, "rad"),
        "v": ("time coordinate", rate(q, times), "rad/s"),
        "tau": ("time coordinate", zero if tau is None else tau, "N m"),
        "spring_torque": ("time coordinate", zero, "N m"),
        "damper_torque": ("time coordinate", zero, "N m"),
        "joint_limit_torque": ("time coordinate", zero, "N m"),
        "friction_force": ("time link axis", force, "N"),
        "kinetic_energy": ("time", kinetic, "J"),
        "gravity_energy": ("time", np.zeros(k), "J"),
        "elastic_energy": ("time", np.zeros(k), "J"),
        "work": ("time term", np.zeros((k, len(TERMS))), "J"),
        "error_estimate": ("time", np.zeros(k), "-"),
    }
    coordinates = {
        "time": ("time", np.asarray(times, dtype=float), {"units": "s"}),
        "coordinate": [f"joint{i + 1}" for i in range(n - 1)],
        "link": [f"link{i + 1}" for i in range(n)],
        "axis": list("xyz"),
        "twist": ["vx", "vy", "vz", "wx", "wy", "wz"],
        "quaternion": list("wxyz"),
        "term": list(TERMS),
        "coordinate_unit": ("coordinate", np.array(units if units is not None else ["rad"] * (n - 1), dtype=object)),
        "link_mass": ("link", np.full(n, mass), {"units": "kg"}),
        "link_length": ("link", np.full(n, length), {"units": "m"}),
        "link_com": ("link", np.full(n, length / 2), {"units": "m"}),
        "link_section": ("link", np.array(["box"] * n)),
        "link_width": ("link", np.full(n, 0.04), {"units": "m"}),
        "link_height": ("link", np.full(n, 0.03), {"units": "m"}),
    }
    attrs = {
        "format": FORMAT,
        "status": status,
        "scenario": "{}",
        "settings": "{}",
        "snakelab_version": "0.1.0",
        "seed": 0,
        "host": "bench",
        "robot": "five_links",
        "mass": n * mass,
        "wall_time": 0.5,
        "real_time_factor": 20.0,
    }
    arrays = {name: (dims.split(), values, {"units": unit}) for name, (dims, values, unit) in variables.items()}
    return Recording(xr.Dataset(arrays, coordinates, attrs | attributes), status)


def straight_recording(speed: float = 0.2, duration: float = 2.0, n_links: int = 3, n_rows: int = 201) -> Recording:
    """A straight chain that glides along x."""
    times = np.linspace(0.0, duration, n_rows)
    return planar_recording(times, np.zeros((n_rows, n_links)), np.outer(speed * times, (1.0, 0.0)))


def circle_recording(radius: float = 0.5, turn: float = np.pi, duration: float = 4.0, n_rows: int = 2001) -> Recording:
    """One link, its centre on a circle about the origin, its heading along the path, to the left."""
    times = np.linspace(0.0, duration, n_rows)
    angle = turn * times / duration
    centre = radius * np.stack((np.sin(angle), -np.cos(angle)), axis=1)
    base = centre - 0.05 * np.stack((np.cos(angle), np.sin(angle)), axis=1)
    return planar_recording(times, angle[:, None], base)


def serpenoid_recording(
    duration: float = 10.0, n_links: int = 5, n_rows: int = 401, status: str = "finished", **attributes: Any
) -> Recording:
    """A serpenoid wave on a chain that advances aslant as a snake does, with torques of the prototype's size."""
    times = np.linspace(0.0, duration, n_rows)
    phase = 1.57 * times[:, None] + 0.785 * np.arange(n_links - 1)
    swing = np.cumsum(0.785 * np.sin(phase), axis=1)
    angles = 0.9 + np.concatenate((np.zeros((n_rows, 1)), swing), axis=1)
    angles -= (angles - 0.9).mean(axis=1, keepdims=True)
    base = np.outer(0.15 * times, (np.cos(0.9), np.sin(0.9)))
    tau = 0.08 * np.cos(phase) + 0.01 * np.cos(3 * phase)
    return planar_recording(times, angles, base, tau=tau, status=status, **attributes)


def hanging_recording(duration: float = 4.0, n_links: int = 3, n_rows: int = 201) -> Recording:
    """An arm that hangs from a fixed base at the origin and swings between x and z."""
    times = np.linspace(0.0, duration, n_rows)
    angles = np.outer(np.sin(2.0 * times), np.linspace(0.2, 0.6, n_links))
    tau = np.outer(np.cos(2.0 * times), np.linspace(0.3, 0.1, n_links - 1))
    flat = planar_recording(times, angles, np.zeros((n_rows, 2)), tau=tau)
    hang = Rotation.from_matrix([[0, 1, 0], [0, 0, -1], [-1, 0, 0]])  # x goes to -z, y to x
    turned = {}
    for name in ("base_position", "com_position", "com_velocity", "head_position", "link_position"):
        turned[name] = hang.apply(flat[name].values.reshape(-1, 3)).reshape(flat[name].shape)
    for name in ("base_quaternion", "link_quaternion"):
        poses = hang * Rotation.from_quat(flat[name].values.reshape(-1, 4), scalar_first=True)
        turned[name] = poses.as_quat(scalar_first=True).reshape(flat[name].shape)
    return Recording(changed(flat, **turned).dataset.assign_attrs(base="fixed"), flat.status)


def soft_recording(n_steps: int = 6, length: float = 0.3, radius: float = 0.25, n_rows: int = 21) -> Recording:
    """One link and a soft section that bends to a radius, both in x-y, with a station at the ends of every step."""
    times, step = np.linspace(0.0, 1.0, n_rows), length / n_steps
    share, bend = np.linspace(0.0, 1.0, n_steps + 1), np.maximum(times / radius, 1e-9)[:, None]
    along = bend * length * share  # angle of the axis at each station
    stations = np.stack((0.1 + np.sin(along) / bend, (1 - np.cos(along)) / bend, 0 * along), axis=-1)
    flat = planar_recording(times, np.concatenate((0 * bend, along), axis=1), np.zeros((n_rows, 2)))
    centres = np.concatenate((np.tile([[[0.05, 0.0, 0.0]]], (n_rows, 1, 1)), stations), axis=1)
    weights = np.array([1, *[4, 2] * (n_steps // 2 - 1), 4, 1]) / (3 * n_steps)
    coordinates = {
        "link": ["root", *[f"arm.{k}" for k in range(n_steps + 1)]],
        "link_mass": ("link", [0.2, *0.1 * weights]),
        "link_length": ("link", [0.1, *(n_steps + 1) * [step]]),
        "link_com": ("link", [0.05, *(n_steps + 1) * [step / 2]]),
    }
    shaped = changed(flat, link_position=centres, head_position=stations[:, -1])
    return Recording(shaped.dataset.assign_coords(coordinates), "finished")


def changed(recording: Recording, **variables: np.ndarray) -> Recording:
    """The recording with other values in the named variables."""
    dataset = recording.dataset.assign({name: recording[name].copy(data=values) for name, values in variables.items()})
    return Recording(dataset, recording.status)


def first_rows(recording: Recording, n_rows: int) -> Recording:
    """The recording as it would be had it stopped early."""
    return Recording(recording.dataset.isel(time=slice(0, n_rows)), recording.status)


def rate(values: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Time derivative by second-order differences; zero for a single row."""
    return np.gradient(values, times, axis=0, edge_order=2) if len(times) > 2 else np.zeros_like(values)

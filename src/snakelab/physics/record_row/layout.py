"""The names of the places of a record."""

import numpy as np

from snakelab.physics.model import Model
from snakelab.physics.model_tables.tables import MOTOR, SERVO
from snakelab.physics.state import work_names


def record_layout(model: Model) -> dict[str, tuple[slice, tuple[int, ...]]]:
    """Place of each variable in a record, and its shape. The order is that of `observe`."""
    nv, n, laws = model.n_coordinates, model.n_stations, model.law_names
    n_propellers = len(model.arrays.propellers)
    shapes: dict[str, tuple[int, ...]] = {
        "time": (),
        "error_estimate": (),
        "unconverged": (),
        "base_position": (3,),
        "base_quaternion": (4,),
        "base_velocity": (6,),
        "q": (nv,),
        "v": (nv,),
        "z": (nv,),
        **({"propeller_command": (n_propellers,)} if n_propellers else {}),
        "work": (len(work_names(model)),),
        "tau": (nv,),
        **({"target": (nv,)} if has_servo(model) else {}),
        "spring_torque": (nv,),
        "damper_torque": (nv,),
        "joint_limit_torque": (nv,),
        "com_position": (3,),
        "com_velocity": (3,),
        "head_position": (3,),
        "head_quaternion": (4,),
        "head_velocity": (6,),
        "kinetic_energy": (),
        "gravity_energy": (),
        "elastic_energy": (),
        "link_position": (n, 3),
        "link_quaternion": (n, 4),
        **{f"{law}_force": (n, 3) for law in laws},
    }
    if n_propellers:
        shapes["propeller_thrust"] = (n_propellers,)
    if limited_coordinates(model).any():
        shapes["actuator_limit"] = (nv,)
    if has_dry_friction(model):
        shapes["joint_friction_torque"] = (nv,)
    if model.skin_names:
        m = len(model.skin_names)
        shapes |= {
            "skin_gap": (m,),
            "skin_load": (m,),
            "skin_slip": (m,),
            "skin_position": (m, 3),
            "skin_force": (m, 3),
        }
    layout, at = {}, 0
    for name, shape in shapes.items():
        size = 1
        for length in shape:
            size *= length
        layout[name] = (slice(at, at + size), shape)
        at += size
    return layout


def record_width(model: Model) -> int:
    """Numbers in one record."""
    return max(place.stop for place, _ in record_layout(model).values())


def has_servo(model: Model) -> bool:
    """Return True if a coordinate has a servo, so that its target and its value differ."""
    return bool((model.arrays.coordinates["actuator"] == SERVO).any())


def has_dry_friction(model: Model) -> bool:
    """Return True if a joint has dry friction."""
    return bool((model.arrays.coordinates["dry_friction"] > 0.0).any())


def limited_coordinates(model: Model) -> np.ndarray:
    """Mask of the coordinates for which `has_ceiling` holds, shape (nv,), bool."""
    table = model.arrays.coordinates
    code, motor = table["actuator"], table["force_floor"] < 0.0
    limited: np.ndarray = ((code == SERVO) | ((code == MOTOR) & motor)) & np.isfinite(table["force_limit"])
    return limited

"""What one record holds: a row of numbers, and the names of its places."""

import numpy as np

from snakelab.compiling import kernel
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.geometry.spatial import get_twist, twist_out
from snakelab.geometry.vectors import add, dot, get3, get9, mat_vec, sym_vec
from snakelab.physics.layout.skin import FIXED_POINTS
from snakelab.physics.layout.tables import MOTOR, SERVO
from snakelab.physics.model import Model
from snakelab.physics.records import gravity_of, inertia_of
from snakelab.physics.recursion.contacts.find import find_contacts
from snakelab.physics.recursion.coordinate_forces import apply_coordinate_forces, has_ceiling
from snakelab.physics.recursion.outward import outward, slice_frame
from snakelab.physics.recursion.slice_forces import apply_slice_forces
from snakelab.physics.recursion.solve import solve
from snakelab.physics.references import references
from snakelab.physics.state import Q, work_names
from snakelab.physics.workspace import (
    ACTUATOR,
    CONTACT_FORCE,
    CONTACT_OFFSET,
    DAMPER,
    DRY,
    FORCE,
    GAP,
    LAW_APPLIED,
    LIMITED,
    NORMAL_FORCE,
    POSITION,
    ROTATION,
    SLIP,
    SPRING,
    STOP,
    TARGET,
    TAU,
    TWIST,
)
from snakelab.robots.materials.elastomer import elastic_energy
from snakelab.robots.materials.places import NO_MATERIAL


def record_layout(model: Model) -> dict[str, tuple[slice, tuple[int, ...]]]:
    """Where each variable stands in a record, and its shape. The order is that of `observe`."""
    nv, n, laws = model.n_coordinates, model.n_slices, model.law_names
    n_propellers = len(model.arrays.propellers)
    shapes: dict[str, tuple[int, ...]] = {
        "time": (),
        "error_estimate": (),
        "unsettled": (),
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
        "end_stop_torque": (nv,),
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


def has_servo(model: Model) -> bool:
    """Whether a coordinate has a servo, so that targets and what became of them are two things."""
    return bool((model.arrays.coordinates["actuator"] == SERVO).any())


def limited_coordinates(model: Model) -> np.ndarray:
    """Which coordinates `has_ceiling` holds for, shape (nv,), bool."""
    table = model.arrays.coordinates
    code, motor = table["actuator"], table["force_floor"] < 0.0
    found: np.ndarray = ((code == SERVO) | ((code == MOTOR) & motor)) & np.isfinite(table["force_limit"])
    return found


def has_dry_friction(model: Model) -> bool:
    """Whether a joint has dry friction."""
    return bool((model.arrays.coordinates["dry_friction"] > 0.0).any())


def record_width(model: Model) -> int:
    """Numbers in one record."""
    return max(place.stop for place, _ in record_layout(model).values())


@kernel
def start_record(model, reference, y, t, ws):
    """Forces at the very start, where no step has applied any: those of the state itself."""
    outward(model, y, ws)
    solve(model, reference, y, t, 0.0, ws)
    apply_slice_forces(model, 0.0, y, 0.0, ws)
    apply_coordinate_forces(model, y, 0.0, y, 0.0, ws)


@kernel
def observe(model, reference, y, t, error, unsettled, out, ws):
    """Fill one record: state, forces as last applied, forces of driven coordinates by inverse dynamics, energies.

    Args:
        model: ModelArrays.
        reference: What the coordinates should do.
        y: State row.
        t: [s].
        error: Largest error estimate over tolerance since the last record [-].
        unsettled: Coordinates that had not settled in a set since the last record [-].
        out: Shape (record width,), filled.
        ws: Workspace.
    """
    nv, n = len(model.coordinates), len(model.slices)
    out[0], out[1], out[2] = t, error, unsettled
    at = 3
    for i in range(len(y)):
        out[at + i] = y[i]
    at += len(y)
    outward(model, y, ws)
    driven = False
    for j in range(nv):
        driven = driven or model.coordinates[j].driven != 0
    if driven:
        solve(model, reference, y, t, 0.0, ws)
    served = False
    for j in range(nv):
        row = ws.coordinates[j]
        out[at + j] = row[TAU] if model.coordinates[j].driven != 0 else row[ACTUATOR]
        served = served or model.coordinates[j].actuator == SERVO
    at += nv
    if served:
        references(reference, t, ws.coordinates)
        for j in range(nv):
            out[at + j] = ws.coordinates[j, TARGET]
        at += nv
    for j in range(nv):
        row = ws.coordinates[j]
        out[at + j] = row[SPRING]
        out[at + nv + j] = row[DAMPER]
        out[at + 2 * nv + j] = row[STOP]
    at += 3 * nv
    at = body_totals(model, y, out, at, ws)
    for k in range(n):
        r, p, _ = slice_frame(ws.slices, k)
        quat = matrix_to_quat(r)
        for i in range(3):
            out[at + 3 * k + i] = p[i]
        for i in range(4):
            out[at + 3 * n + 4 * k + i] = quat[i]
    at += 7 * n
    for row in range(len(ws.laws)):
        for i in range(3):
            out[at + 3 * row + i] = ws.laws[row, LAW_APPLIED + i]
    at += 3 * len(ws.laws)
    for i in range(len(model.propellers)):
        out[at + i] = ws.coordinates[nv + i, FORCE]
    at += len(model.propellers)
    limited = False
    for j in range(nv):
        limited = limited or has_ceiling(model.coordinates[j])
    if limited:
        for j in range(nv):
            out[at + j] = ws.coordinates[j, LIMITED]
        at += nv
    rubbed = False
    for j in range(nv):
        rubbed = rubbed or model.coordinates[j].dry_friction > 0.0
    if rubbed:
        for j in range(nv):
            out[at + j] = ws.coordinates[j, DRY]
        at += nv
    observe_skin(model, out, at, ws)


@kernel
def observe_skin(model, out, at, ws):
    """Of every skin point: its smallest gap to a surface, the loads and forces of all surfaces, slip, position."""
    m = len(model.points)
    if m == 0:
        return
    find_contacts(model, 0.0, ws)
    for i in range(9 * m):
        out[at + i] = 0.0
    for row in range(len(ws.contacts)):
        i = row % m
        gap = ws.contacts[row, GAP]
        if row < m or gap < out[at + i]:
            out[at + i] = gap
        out[at + m + i] += ws.contacts[row, NORMAL_FORCE]
        out[at + 2 * m + i] = max(out[at + 2 * m + i], ws.contacts[row, SLIP])
        for j in range(3):
            out[at + 6 * m + 3 * i + j] += ws.contacts[row, CONTACT_FORCE + j]
    for i in range(len(model.rings)):
        ring = model.rings[i]
        r, p, _ = slice_frame(ws.slices, ring.slice)
        for k in range(ring.n_points):
            point = ring.first + k
            offset = get3(ws.contacts, point, CONTACT_OFFSET)
            if ring.kind == FIXED_POINTS:
                offset = (
                    ring.offset[0],
                    ring.offset[1] + model.points[point, 0],
                    ring.offset[2] + model.points[point, 1],
                )
            place = add(p, mat_vec(r, offset))
            for j in range(3):
                out[at + 3 * m + 3 * point + j] = place[j]


@kernel
def body_totals(model, y, out, at, ws):
    """Centre of mass, its velocity, head, energies: 22 numbers from place `at`; returns the next place."""
    mass, kinetic, height = 0.0, 0.0, 0.0
    g = gravity_of(model)
    for i in range(9):
        out[at + i] = 0.0
    for k in range(len(model.slices)):
        r, p, twist = slice_frame(ws.slices, k)
        m = model.slices[k].mass
        velocity, _ = twist_out(twist, r)
        mass += m
        kinetic += 0.5 * (m * dot(twist[0], twist[0]) + dot(twist[1], sym_vec(inertia_of(model.slices, k), twist[1])))
        height -= m * dot(g, p)
        for i in range(3):
            out[at + i] += m * p[i]
            out[at + 3 + i] += m * velocity[i]
    for i in range(6):
        out[at + i] /= mass
    head_turn = get9(ws.body, 0, ROTATION)
    head, quat = get3(ws.body, 0, POSITION), matrix_to_quat(head_turn)
    linear, angular = twist_out(get_twist(ws.body, 0, TWIST), head_turn)
    for i in range(3):
        out[at + 6 + i] = head[i]
        out[at + 13 + i] = linear[i]
        out[at + 16 + i] = angular[i]
    for i in range(4):
        out[at + 9 + i] = quat[i]
    elastic = 0.0
    for j in range(len(model.coordinates)):
        c = model.coordinates[j]
        elastic += 0.5 * c.stiffness * (y[Q + j] - c.rest) ** 2
        if c.material != NO_MATERIAL:
            elastic += elastic_energy(c.material, c.numbers, y[Q + j])
    out[at + 19], out[at + 20], out[at + 21] = kinetic, height, elastic
    return at + 22

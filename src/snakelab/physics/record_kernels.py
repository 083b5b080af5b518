"""Record of a run at one instant: the place of each variable in its row, and the kernels that fill the row."""

import numpy as np

from snakelab.geometry.rotations import matrix_to_quat
from snakelab.geometry.spatial import add, dot, get3, get9, get_twist, mat_vec, sym_vec, twist_out
from snakelab.kernels.decorator import kernel
from snakelab.physics.articulated_body import solve
from snakelab.physics.columns import (
    ACTUATOR,
    CONTACT_FORCE,
    CONTACT_OFFSET,
    COUPLING_GAP,
    COUPLING_LOAD,
    COUPLING_WIDTH,
    DAMPER,
    DRY,
    FORCE,
    GAP,
    GUIDE,
    LIMITED,
    MOTOR,
    NORMAL_FORCE,
    SELF_CONTACT,
    SERVO,
    SLIP,
    SPRING,
    STOP,
    TARGET,
    TAU,
    P,
    Q,
    inertia_of,
    n_bodies,
)
from snakelab.physics.command import references
from snakelab.physics.contact_detection import find_contacts
from snakelab.physics.contact_points import FAST, N_TOUCHING
from snakelab.physics.coordinate_forces import apply_coordinate_forces, has_ceiling
from snakelab.physics.model import Model
from snakelab.physics.outward_pass import outward
from snakelab.physics.rod_recursion import rod_energy
from snakelab.physics.skin_tables import FIXED_POINTS
from snakelab.physics.state import work_names
from snakelab.physics.station_forces import apply_station_forces
from snakelab.robots.materials import NO_MATERIAL, elastic_energy
from snakelab.worlds.force_law import LAW_APPLIED, POSITION, ROTATION, TWIST, gravity_of, station_frame
from snakelab.worlds.friction import ONLY_STEP

# ----------------------------------------------------------------------------------------------------------------------
# Layout of a record: place, shape and presence of each variable
# ----------------------------------------------------------------------------------------------------------------------


def record_layout(model: Model) -> dict[str, tuple[slice, tuple[int, ...]]]:
    """Place of each variable in a record, and its shape. The order is that of `observe`.

    Numbers of links and skin points are those of the robot; those of free bodies follow them, without a name.
    """
    return _layout_and_width(model)[0]


def _layout_and_width(model: Model) -> tuple[dict[str, tuple[slice, tuple[int, ...]]], int]:
    """Place and shape of each variable in a record, and how many numbers it has."""
    nv, n, laws = model.n_coordinates, model.n_stations, model.law_names
    n_propellers, n_objects = len(model.arrays.propellers), len(model.world.objects)
    objects = {
        "object_position": (n_objects, 3),
        "object_quaternion": (n_objects, 4),
        "object_velocity": (n_objects, 6),
    }
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
        **(objects if n_objects else {}),
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
    shapes |= {"base_position_error": (3,), "q_error": (nv,)}
    if n_couplings := int((model.arrays.couplings["kind"] < GUIDE).sum()):
        shapes |= {"coupling_load": (n_couplings,), "coupling_gap": (n_couplings,)}
    if (model.arrays.couplings["kind"] == SELF_CONTACT).any():
        own = "object_contact" if model.world.self_contact is None else "self_contact"
        shapes |= {f"{own}_points": (), f"{own}_fast": (), f"{own}_gap": (n,)}
    if m := len(model.skin_names):
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
        further = (
            n_objects if name in ("link_position", "link_quaternion") or name.endswith(("_force", "contact_gap")) else 0
        )
        further = len(model.arrays.points) - len(model.skin_names) if name.startswith("skin_") else further
        at += size + further * (size // shape[0] if further else 0)
    return layout, at


def record_width(model: Model) -> int:
    """Numbers in one record."""
    return _layout_and_width(model)[1]


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


# ----------------------------------------------------------------------------------------------------------------------
# Content of a record: one row of numbers
# ----------------------------------------------------------------------------------------------------------------------


@kernel
def start_record(model, reference, y, t, ws):
    """Forces at the start, before the first step: those of the state itself."""
    outward(model, y, ws)
    solve(model, reference, y, t, 0.0, ONLY_STEP, ws)
    apply_station_forces(model, 0.0, y, 0.0, ws)
    apply_coordinate_forces(model, y, 0.0, y, 0.0, ws)
    if len(model.couplings) > 0:
        last = model.couplings[len(model.couplings) - 1]
        if last.kind == SELF_CONTACT:  # approaches of an earlier run
            ws.coupling[len(ws.coupling) - len(model.couplings) - last.n_terms, FAST] = 0.0


@kernel
def observe(model, reference, y, t, quality, errors, out, ws):
    """Fill one record: state, forces as last applied, forces of driven coordinates by inverse dynamics, energies.

    Args:
        model: ModelArrays.
        reference: Targets of the coordinates.
        y: State row.
        t: [s].
        quality: Since the last record: largest error estimate over tolerance, number of coordinates with unconverged sets [-].
        errors: Estimated errors that the steps since the last record add, in the places of a state row: of pose and coordinates.
        out: Shape (record width,), filled.
        ws: Workspace.
    """
    out[0], out[1], out[2] = t, quality[0], quality[1]
    at = 3
    for i in range(len(y)):
        out[at + i] = y[i]
    at += len(y)
    outward(model, y, ws)
    at = _efforts(model, reference, y, t, out, at, ws)
    at = _passive_forces(model, out, at, ws)
    at = body_totals(model, y, out, at, ws)
    at = _poses(model, out, at, ws)
    at = _outer_forces(model, out, at, ws)
    at = _ceilings(model, out, at, ws)
    at = _dry_friction(model, out, at, ws)
    for i in range(3):
        out[at + i] = errors[P + i]
    for j in range(len(model.coordinates)):
        out[at + 3 + j] = errors[Q + j]
    at += 3 + len(model.coordinates)
    if len(model.couplings) > 0:
        at = _couplings(model, out, at, ws)
    observe_skin(model, out, at, ws)


@kernel(inner=True)
def _efforts(model, reference, y, t, out, at, ws):
    """Forces of the coordinates, of driven ones by inverse dynamics, and the targets of a robot with servos."""
    nv = len(model.coordinates)
    driven, served = False, False
    for j in range(nv):
        driven = driven or model.coordinates[j].driven != 0
        served = served or model.coordinates[j].actuator == SERVO
    if driven:
        solve(model, reference, y, t, 0.0, ONLY_STEP, ws)
    for j in range(nv):
        row = ws.coordinates[j]
        out[at + j] = row[TAU] if model.coordinates[j].driven != 0 else row[ACTUATOR]
    at += nv
    if served:
        references(reference, t, ws.coordinates)
        for j in range(nv):
            out[at + j] = ws.coordinates[j, TARGET]
        at += nv
    return at


@kernel(inner=True)
def _passive_forces(model, out, at, ws):
    """Forces of springs, dampers and joint limits of the coordinates."""
    nv = len(model.coordinates)
    for j in range(nv):
        row = ws.coordinates[j]
        out[at + j] = row[SPRING]
        out[at + nv + j] = row[DAMPER]
        out[at + 2 * nv + j] = row[STOP]
    return at + 3 * nv


@kernel(inner=True)
def _poses(model, out, at, ws):
    """Position and quaternion of every station."""
    n = len(model.stations)
    for k in range(n):
        r, p, _ = station_frame(ws.stations, k)
        quat = matrix_to_quat(r)
        for i in range(3):
            out[at + 3 * k + i] = p[i]
        for i in range(4):
            out[at + 3 * n + 4 * k + i] = quat[i]
    return at + 7 * n


@kernel(inner=True)
def _outer_forces(model, out, at, ws):
    """Forces of the world's laws on every station, and thrusts."""
    for row in range(len(ws.laws)):
        for i in range(3):
            out[at + 3 * row + i] = ws.laws[row, LAW_APPLIED + i]
    at += 3 * len(ws.laws)
    for i in range(len(model.propellers)):
        out[at + i] = ws.coordinates[len(model.coordinates) + i, FORCE]
    return at + len(model.propellers)


@kernel(inner=True)
def _ceilings(model, out, at, ws):
    """Active actuator limits of the coordinates that have one."""
    nv = len(model.coordinates)
    limited = False
    for j in range(nv):
        limited = limited or has_ceiling(model.coordinates[j])
    if not limited:
        return at
    for j in range(nv):
        out[at + j] = ws.coordinates[j, LIMITED]
    return at + nv


@kernel(inner=True)
def _dry_friction(model, out, at, ws):
    """Dry friction of the coordinates that have it."""
    nv = len(model.coordinates)
    has_friction = False
    for j in range(nv):
        has_friction = has_friction or model.coordinates[j].dry_friction > 0.0
    if not has_friction:
        return at
    for j in range(nv):
        out[at + j] = ws.coordinates[j, DRY]
    return at + nv


@kernel(inner=True)
def _couplings(model, out, at, ws):
    """Force and gap of every coupling; of the contact with itself its touching points, fast approaches and gaps."""
    results, n = len(ws.coupling) - len(model.couplings), 0
    for i in range(len(model.couplings)):
        n += model.couplings[i].kind < GUIDE
    for i in range(n):
        out[at + i] = ws.coupling[results + i, COUPLING_LOAD]
        out[at + n + i] = ws.coupling[results + i, COUPLING_GAP]
    at += 2 * n
    last = model.couplings[len(model.couplings) - 1]
    if last.kind == SELF_CONTACT:
        head = results - last.n_terms
        out[at], out[at + 1] = ws.coupling[head, N_TOUCHING], ws.coupling[head, FAST]
        ws.coupling[head, FAST] = 0.0
        for k in range(len(model.stations)):
            gap = ws.coupling[head + 1 + k // COUPLING_WIDTH, k % COUPLING_WIDTH]
            out[at + 2 + k] = gap if gap < np.inf else np.nan
        at += 2 + len(model.stations)
    return at


@kernel
def observe_skin(model, out, at, ws):
    """Smallest gap of every skin point to a surface, loads and forces of all surfaces, slip, position."""
    m = len(model.points)
    if m == 0:
        return
    find_contacts(model, 0.0, ONLY_STEP, ws)
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
        r, p, _ = station_frame(ws.stations, ring.station)
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
    n_robot = len(model.stations) - n_bodies(model.parts)
    for k in range(len(model.stations)):
        r, p, twist = station_frame(ws.stations, k)
        m = model.stations[k].mass
        velocity, _ = twist_out(twist, r)
        kinetic += 0.5 * (m * dot(twist[0], twist[0]) + dot(twist[1], sym_vec(inertia_of(model.stations, k), twist[1])))
        height -= m * dot(g, p)
        if k >= n_robot:  # a free body
            continue
        mass += m
        for i in range(3):
            out[at + i] += m * p[i]
            out[at + 3 + i] += m * velocity[i]
    for i in range(6):
        out[at + i] /= mass
    R_world_head = get9(ws.body, 0, ROTATION)
    head, quat = get3(ws.body, 0, POSITION), matrix_to_quat(R_world_head)
    linear, angular = twist_out(get_twist(ws.body, 0, TWIST), R_world_head)
    for i in range(3):
        out[at + 6 + i] = head[i]
        out[at + 13 + i] = linear[i]
        out[at + 16 + i] = angular[i]
    for i in range(4):
        out[at + 9 + i] = quat[i]
    elastic = 0.0
    nv = len(model.coordinates)
    for j in range(nv):
        c = model.coordinates[j]
        elastic += 0.5 * c.stiffness * (y[Q + j] - c.rest) ** 2
        kinetic += 0.5 * c.armature * y[Q + nv + j] ** 2
        if c.material != NO_MATERIAL:
            elastic += elastic_energy(c.material, c.numbers, y[Q + j])
    elastic += rod_energy(model.rods, model, y, ws)
    out[at + 19], out[at + 20], out[at + 21] = kinetic, height, elastic
    return at + 22

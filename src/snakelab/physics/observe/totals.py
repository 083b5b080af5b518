"""Variables of the whole body in a record: centre of mass, head, energies."""

from snakelab.compiling import kernel
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.geometry.spatial import get_twist, twist_out
from snakelab.geometry.vectors import dot, get3, get9, sym_vec
from snakelab.physics.layout.records import gravity_of, inertia_of
from snakelab.physics.layout.workspace import (
    POSITION,
    ROTATION,
    TWIST,
)
from snakelab.physics.recursion.outward import station_frame
from snakelab.physics.state import Q
from snakelab.robots.materials.elastomer import elastic_energy
from snakelab.robots.materials.places import NO_MATERIAL


@kernel
def body_totals(model, y, out, at, ws):
    """Centre of mass, its velocity, head, energies: 22 numbers from place `at`; returns the next place."""
    mass, kinetic, height = 0.0, 0.0, 0.0
    g = gravity_of(model)
    for i in range(9):
        out[at + i] = 0.0
    for k in range(len(model.stations)):
        r, p, twist = station_frame(ws.stations, k)
        m = model.stations[k].mass
        velocity, _ = twist_out(twist, r)
        mass += m
        kinetic += 0.5 * (m * dot(twist[0], twist[0]) + dot(twist[1], sym_vec(inertia_of(model.stations, k), twist[1])))
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
    nv = len(model.coordinates)
    for j in range(nv):
        c = model.coordinates[j]
        elastic += 0.5 * c.stiffness * (y[Q + j] - c.rest) ** 2
        kinetic += 0.5 * c.armature * y[Q + nv + j] ** 2
        if c.material != NO_MATERIAL:
            elastic += elastic_energy(c.material, c.numbers, y[Q + j])
    out[at + 19], out[at + 20], out[at + 21] = kinetic, height, elastic
    return at + 22

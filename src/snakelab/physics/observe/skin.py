"""Variables of every skin point in a record."""

from snakelab.compiling import kernel
from snakelab.geometry.vectors import add, get3, mat_vec
from snakelab.physics.layout.skin import FIXED_POINTS
from snakelab.physics.layout.workspace import (
    CONTACT_FORCE,
    CONTACT_OFFSET,
    GAP,
    NORMAL_FORCE,
    SLIP,
)
from snakelab.physics.recursion.contacts.find import find_contacts
from snakelab.physics.recursion.outward import station_frame


@kernel
def observe_skin(model, out, at, ws):
    """Smallest gap of every skin point to a surface, loads and forces of all surfaces, slip, position."""
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

"""Vectors from the tables of a model, as tuples."""

from snakelab.compiling import kernel


@kernel(inline=True)
def axis_of(parts, i):
    """Unit axis of the joint i."""
    a = parts[i].axis
    return (a[0], a[1], a[2])


@kernel(inline=True)
def offset_of(parts, i):
    """Offset of the mount i [m]."""
    a = parts[i].offset
    return (a[0], a[1], a[2])


@kernel(inline=True)
def rotation_of(parts, i):
    """Fixed rotation of the mount i, nine numbers."""
    m = parts[i].rotation
    return (m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8])


@kernel(inline=True)
def column_of(parts, i, k):
    """Strain (linear, angular) that coordinate k adds to the soft section i."""
    c = parts[i].columns[k]
    return ((c[0], c[1], c[2]), (c[3], c[4], c[5]))


@kernel(inline=True)
def com_of(stations, k):
    """Centre of mass of station k in its part's axes [m]."""
    a = stations[k].offset
    return (a[0], a[1], a[2])


@kernel(inline=True)
def inertia_of(stations, k):
    """Inertia of station k about its centre of mass: (xx, xy, xz, yy, yz, zz) [kg m^2]."""
    j = stations[k].inertia
    return (j[0], j[1], j[2], j[3], j[4], j[5])

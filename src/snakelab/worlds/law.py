"""Interface of compiled force laws: the code of each, and the rows that a law reads and writes on a station.

A law acts on one station of a part. It reads the station's row (frame, twist) and writes its own row: a wrench in station axes
at the centre of mass, and the inertia that its damping and stiffness add to the station in an implicit step.
"""

from snakelab.compiling import kernel
from snakelab.geometry.spatial import get_twist
from snakelab.geometry.vectors import get3, get9

# Codes of the laws in the tables of a model.
VISCOUS, COULOMB, USER, CONTACT, CONTACT_FRICTION, FLUID, FLUID_DRAG, FLUID_BUOYANCY, EXTERNAL, INERTIA_BOX = range(10)
GRANULAR = 10
# station rows: frame at the centre of mass, bias wrench of mass and media, acceleration, drift inside a soft section
ROTATION, POSITION, TWIST, WRENCH, ACCELERATION, DRIFT, STATION_WIDTH = 0, 9, 12, 18, 24, 30, 36
# law rows, one for each law and station: wrench, added inertia, applied force in world axes;
# of Coulomb friction the velocity of the linearisation, the force applied in the full step, and the change
# of velocity of a free station under all other forces
LAW_WRENCH, LAW_INERTIA, LAW_APPLIED, LAW_POINT, LAW_FULL, LAW_VELOCITY_CHANGE, LAW_WIDTH = 0, 6, 27, 30, 33, 36, 39
# the one body row: frame of the head as in a station row, articulated inertia and bias at the base, its acceleration, scratch
BASE_INERTIA, BASE_WRENCH, BASE_ACCELERATION, SCRATCH, BODY_WIDTH = 18, 39, 45, 51, 147


@kernel(inline=True)
def station_frame(ws_stations, k):
    """Rotation, position and twist of station k."""
    return get9(ws_stations, k, ROTATION), get3(ws_stations, k, POSITION), get_twist(ws_stations, k, TWIST)


@kernel(inline=True)
def gravity_of(model):
    """Gravity in world axes [m/s^2]."""
    g = model.gravity
    return (g[0], g[1], g[2])

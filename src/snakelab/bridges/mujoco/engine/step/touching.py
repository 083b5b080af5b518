"""Where every skin point stands to every surface, as in a step of our own engine."""

from snakelab.compiling import kernel
from snakelab.physics.recursion.contacts.find import find_contacts
from snakelab.physics.recursion.outward import outward


@kernel
def touching(model, y, dt, ws):
    """Gaps, points and normals of all contacts in a state.

    Args:
        model: ModelArrays.
        y: State row.
        dt: Step ahead, which bounds what is near [s].
        ws: Workspace: fills slices, contacts and near.
    """
    outward(model, y, ws)
    find_contacts(model, dt, ws)

"""Shape of the soft body: thickness of its neutral axis about the plane that fits it best."""

import numpy as np

from snakelab.parameters.arguments import FloatArray
from snakelab.results.recording import Recording


def plane_thickness(points: FloatArray) -> float:
    """Extent of points perpendicular to their best plane [m]: 0 for a planar curve."""
    centred = points - points.mean(axis=0)
    normal = np.linalg.svd(centred, full_matrices=False)[2][2]
    return float(np.ptp(centred @ normal))


def thickness(recording: Recording, since: float) -> float:
    """Mean thickness of the neutral axis from a time on [m]."""
    late = recording["link_position"].values[recording["time"].values >= since]
    return float(np.mean([plane_thickness(points) for points in late[:: max(1, len(late) // 40)]]))

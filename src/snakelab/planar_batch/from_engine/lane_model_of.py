"""The lanes' arrays of a model of the engine."""

import numpy as np

from snakelab.physics.model import Model
from snakelab.planar_batch.dynamics.lane_model import LaneModel, lane_model
from snakelab.planar_batch.from_engine.robot import joint_law_of, swimmer_of
from snakelab.planar_batch.from_engine.world import surroundings_of


def lane_model_of(model: Model, contact: bool = True, kind: type = np.float32, corner_reach: float = 0.01) -> LaneModel:
    """The arrays of a planar underwater robot and its world, so that roll-outs predict what the engine will do.

    In open water a lane moves as the engine does, but for the error of its longer steps. At walls it rubs along the link where
    the engine rubs along the wall, and takes a corner's push at the link's centre.

    Args:
        model: From `build_model`: links of any kind joined by hinges about z, followers and a servo at the head, in one
            `LumpedFluid`, with at most one `Contact` on an `Extruded`, and steady currents.
        contact: False leaves the walls out.
        kind: np.float32 or np.float64.
        corner_reach: Half the thickness that corners see of a snake whose skin has no radius [m].

    Raises:
        ControlError: if the model holds what lanes cannot predict.
    """
    return lane_model(swimmer_of(model), joint_law_of(model), surroundings_of(model, contact, corner_reach), kind)

"""Interventions: dated changes of a run, such as another gait, another friction coefficient, or a push."""

from snakelab.sim.interventions.interventions import (
    AddPayload,
    ChangeController,
    Intervention,
    PlaceObstacle,
    Push,
    SetParameter,
)
from snakelab.sim.interventions.paths import replaced_at, value_at

__all__ = [
    "AddPayload",
    "ChangeController",
    "Intervention",
    "PlaceObstacle",
    "Push",
    "SetParameter",
    "replaced_at",
    "value_at",
]

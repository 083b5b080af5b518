"""Public names of the package, imported at their first use."""

from .batch import Batch as Batch
from .recording_assembly import VARIABLES as VARIABLES
from .engine import LiveEngine as LiveEngine, SnakelabEngine as SnakelabEngine
from .interventions import (
    AddPayload as AddPayload,
    ChangeController as ChangeController,
    Intervention as Intervention,
    PlaceObject as PlaceObject,
    PlaceObstacle as PlaceObstacle,
    Push as Push,
    SetParameter as SetParameter,
    replaced_at as replaced_at,
    value_at as value_at,
)
from .live_run import Pace as Pace, Record as Record, Subscription as Subscription
from .parallel_runs import simulate_batch as simulate_batch
from .precompilation import warmup as warmup
from .run_integration import GoalReached as GoalReached, StopWhen as StopWhen
from .sensing import Sensing as Sensing, sensing_of as sensing_of
from .simulation import Progress as Progress, Simulation as Simulation, simulate as simulate

__all__ = [
    "AddPayload",
    "Batch",
    "ChangeController",
    "GoalReached",
    "LiveEngine",
    "PlaceObject",
    "PlaceObstacle",
    "Push",
    "Record",
    "SetParameter",
    "Simulation",
    "SnakelabEngine",
    "StopWhen",
    "Subscription",
    "simulate",
    "simulate_batch",
    "warmup",
]

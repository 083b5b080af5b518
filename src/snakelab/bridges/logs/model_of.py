"""Model of a recorded run, from its recorded scenario."""

from snakelab.errors import SnakelabError
from snakelab.physics.model import Model, build_model
from snakelab.results.recording import Recording

# Keys of a scenario that describe the robot in its world.
NEEDED = ("name", "robot", "world", "duration")


def model_of(recording: Recording) -> Model | None:
    """Return the model of a recorded run; None if its scenario is not recorded, or describes another robot."""
    from snakelab.scenarios.reading.document import Document
    from snakelab.scenarios.scenario import scenario_of

    try:
        data = {key: value for key, value in recording.scenario.items() if key in NEEDED}
        if "robot" not in data:
            return None
        scenario = scenario_of(Document("the recorded scenario", data, {}))
        model = build_model(scenario.robot, scenario.world)
    except SnakelabError:
        return None
    names = tuple(str(name) for name in recording["coordinate"].values) if "coordinate" in recording else ()
    return model if model.coordinate_names == names else None

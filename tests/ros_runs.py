"""Short runs for the tests of ROS messages and logs."""

import functools

import snakelab as sl


@functools.cache
def run(name: str, duration: float = 0.3, *changes: str) -> tuple[sl.Model, sl.Recording]:
    """Model and recording of a scenario of the library; not to be changed."""
    scenario = sl.load_scenario(name, [f"duration={duration}", *changes])
    return sl.build_model(scenario.robot, scenario.world), sl.run_scenario(scenario)


def series_of(recording: sl.Recording) -> dict:
    """Recorded variables by name."""
    data = recording.dataset
    return {str(name): data[name].values for name in data.data_vars if data[name].dims[:1] == ("time",)}

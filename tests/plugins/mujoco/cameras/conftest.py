"""A run that stands still before a wall, and a skip where there is no OpenGL."""

import pytest

import snakelab as sl
from optional_packages import require_opengl


@pytest.fixture(scope="module", autouse=True)
def opengl(request):
    if request.module.__name__.endswith(("test_calibration", "test_encoding")):
        return
    require_opengl()


@pytest.fixture(scope="session")
def still() -> sl.Recording:
    """A link 0.2 m long at rest, whose head is at (0.2, 0, 0.5), above a level floor, before a wall at x = 2."""
    wall = sl.Contact(sl.Block((0.2, 20.0, 20.0), centre=(2.1, 0.0, 0.0)))
    robot = sl.Robot([sl.Link(0.2, 1.0, name="nose")], base="fixed", frames=[sl.Frame("eye", point=(0.0, 0.0, 0.1))])
    model = sl.build_model(robot, sl.World([sl.Contact(), wall]))
    return sl.simulate(model, None, 0.2, state=sl.initial_state(model, position=(0.0, 0.0, 0.5)), record_rate=50)


@pytest.fixture(scope="session")
def moving() -> sl.Recording:
    """A snake in the plane that moves and carries a stereo camera."""
    camera = sl.StereoCamera(point=(0.0, 0.03, 0.05), lens=sl.robots.Lens(64, 40), rate=10)
    parts = [sl.Link(0.2, 0.5), sl.Revolute("z"), sl.Link(0.2, 0.5), sl.Revolute("z"), sl.Link(0.2, 0.5)]
    robot = sl.Robot(parts, base="planar", cameras=[camera])
    world = sl.World([sl.ViscousFriction(0.1, 5.0)], scenery=sl.worlds.Scenery(room=(4.0, 4.0, 1.0)))
    gait = sl.SerpenoidGait(amplitude=0.5, angular_frequency=3.0, phase_lag=1.0)
    return sl.simulate(sl.build_model(robot, world), gait, 0.5, record_rate=200)

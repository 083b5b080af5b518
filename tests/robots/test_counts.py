"""Counts of parts, stations, fittings, media and skin points are bounded, and work is in proportion to them."""

import pytest

import snakelab as sl
from snakelab.errors import RobotError, WorldError
from snakelab.parameters.arguments import repeated
from snakelab.physics import skin_tables as skin
from snakelab.robots import robot as robots
from snakelab.worlds import world as worlds

LINK = sl.Link(0.1, 0.1)


@pytest.mark.parametrize(
    ("limit", "make", "message"),
    [
        ("MAX_PARTS", lambda: sl.Robot(4 * [LINK]), "Robot parts must be at most 3, got 4"),
        (
            "MAX_STATIONS",
            lambda: sl.Robot([sl.SoftSection(0.1, 0.1, 0.01, 0.02)]),
            r"stations, .* must be at most 3, got 11; w",
        ),
        ("MAX_FITTINGS", lambda: sl.Robot([LINK], frames=4 * ["x"]), "Robot frames must be at most 3, got 4"),
        ("MAX_FITTINGS", lambda: sl.Robot([LINK], sensors=4 * [sl.Encoders()]), "Robot sensors must be at most 3"),
    ],
)
def test_a_robot_of_too_many_pieces_is_refused_with_their_number_and_the_limit(monkeypatch, limit, make, message):
    monkeypatch.setattr(robots, limit, 3)
    with pytest.raises(RobotError, match=message):
        make()


def test_fifty_thousand_parts_are_refused():
    with pytest.raises(RobotError, match="Robot parts must be at most 10000, got 50000"):
        sl.Robot(50_000 * [LINK])


def test_a_world_of_too_many_media_is_refused(monkeypatch):
    monkeypatch.setattr(worlds, "MAX_MEDIA", 1)
    with pytest.raises(WorldError, match="World media must be at most 1, got 2"):
        sl.World([sl.Gravity(), sl.Contact()])


def test_a_skin_of_too_many_points_is_refused(monkeypatch):
    monkeypatch.setattr(skin, "MAX_POINTS", 100)
    with pytest.raises(RobotError, match=r"points of the skin must be at most 100, got .*; lower Skin points_around"):
        sl.build_model(sl.Robot([LINK], skin=sl.Skin(points_around=60)), sl.World([sl.Contact()]))


def test_a_name_that_comes_twice_is_found_in_one_pass():
    assert repeated(["a", "b", "c", "b", "a"]) == "a" and repeated(map(str, range(200_000))) is None

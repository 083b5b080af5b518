"""Viewers of the studio: control, the rate of their messages, and the frames of a slow one."""

import json

import pytest

from optional_packages import starlette
from snakelab.parameters.arguments import json_data
from snakelab.plugins.studio.server.viewers import MAX_VIEWERS, Viewer, Viewers

assert starlette


@pytest.fixture
def three():
    viewers = Viewers()
    for _ in range(3):
        viewers.join(Viewer())
    return viewers, list(viewers)


def last_role(viewer):
    texts = []
    while not viewer.texts.empty():
        texts.append(json.loads(viewer.texts.get_nowait()))
    return texts[-1]


def test_the_first_viewer_has_control_until_another_takes_it(three):
    viewers, (first, second, _) = three
    assert viewers.pilot is first
    viewers.take_control(second)
    assert viewers.pilot is second
    assert last_role(second) == {"kind": "role", "pilot": True, "viewers": 3, "taken": True}
    assert last_role(first)["pilot"] is False


def test_control_passes_on_when_it_is_given_or_its_viewer_leaves(three):
    viewers, (first, second, third) = three
    viewers.give_control(first)
    assert viewers.pilot is second
    assert not viewers.leave(third)
    assert viewers.leave(second)
    assert viewers.pilot is first and len(viewers) == 1
    viewers.give_control(first)
    assert viewers.pilot is first
    assert viewers.leave(first) and viewers.pilot is None


def test_the_number_of_viewers_is_limited(three):
    viewers, _ = three
    while not viewers.full:
        viewers.join(Viewer())
    assert len(viewers) == MAX_VIEWERS


def test_a_camera_is_watched_while_any_viewer_watches_it(three):
    viewers, (first, second, _) = three
    first.cameras, second.cameras = frozenset({"eye.rgb"}), frozenset({"eye.depth", "eye.rgb"})
    assert viewers.cameras() == {"eye.rgb", "eye.depth"}
    viewers.leave(second)
    assert viewers.cameras() == {"eye.rgb"}


def test_a_slow_viewer_loses_the_oldest_frames():
    viewer = Viewer()
    for data in (b"1", b"2", b"3"):
        viewer.show(data)
    assert [viewer.frames.get_nowait(), viewer.frames.get_nowait()] == [b"2", b"3"]


def test_surplus_messages_are_reported_once():
    viewer = Viewer()
    viewer.refuse_surplus()
    viewer.refuse_surplus()
    assert viewer.texts.qsize() == 1 and "dropped" in viewer.texts.get_nowait()


def test_numbers_that_json_lacks_become_null():
    assert json_data({"a": (1.5, float("nan")), "b": [float("inf"), True]}) == {"a": [1.5, None], "b": [None, True]}

"""Messages of the page are checked before anything is done."""

import json

import pytest

from snakelab.apps.studio.messages import MOST_BYTES, Drag, SetValue, message_of
from snakelab.errors import SimulationError


def test_messages_are_read_with_whole_numbers_as_javascript_writes_them():
    message = message_of('{"do": "set", "path": "controller.amplitude", "value": 1}')
    assert isinstance(message, SetValue) and message.value == 1.0 and message.restart is False
    assert isinstance(message_of('{"do": "drag", "part": "link1", "target": [0, 1, 2.5]}'), Drag)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "3",
        "{}",
        '{"do": "erase"}',
        '{"do": "set"}',
        '{"do": "set", "path": "a", "value": NaN}',
        '{"do": "set", "path": "a", "value": Infinity}',
        '{"do": "set", "path": "a", "value": 1e999}',
        '{"do": "set", "path": "a", "value": {"b": 1}}',
        '{"do": "set", "path": 3, "value": 1}',
        '{"do": "pace", "value": 100}',
        '{"do": "drag", "part": "link1", "target": [0, 1]}',
        '{"do": "play", "more": 1}',
        '{"do": "hello", "token": ["a"]}',
        "[" * 100_000,
        '{"do": "pace", "value": 1' + 400 * "0" + "}",
        '{"do": "place", "kind": "post", "point": [1e300, 0, 0]}',
        "",
        json.dumps({"do": "open", "name": "x" * MOST_BYTES}),
        json.dumps({"do": "open", "name": "x" * 1000}),
        '{"do": "watch", "variables": ' + json.dumps(["q.0"] * 50) + "}",
    ],
)
def test_what_is_no_message_is_refused_in_one_short_line(text):
    with pytest.raises(SimulationError) as problem:
        message_of(text)
    assert "\n" not in str(problem.value) and len(str(problem.value)) < 300

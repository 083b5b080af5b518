"""Messages of the page are checked before anything is done."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from snakelab.errors import SimulationError
from snakelab.plugins.studio.server.messages import MAX_BYTES, Drag, Message, SetValue, message_of


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
        json.dumps({"do": "open", "name": "x" * MAX_BYTES}),
        json.dumps({"do": "open", "name": "x" * 1000}),
        '{"do": "watch", "variables": ' + json.dumps(["q.0"] * 100) + "}",
    ],
)
def test_what_is_no_message_is_refused_in_one_short_line(text):
    with pytest.raises(SimulationError) as problem:
        message_of(text)
    assert "\n" not in str(problem.value) and len(str(problem.value)) < 300


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (json.dumps({"do": "values", "values": {f"a{k}": 1 for k in range(2001)}}), "at most 2000 entries, got more"),
        ('{"do": "open", "name": "\\ud800"}', "open name must be text of whole characters"),
        ('{"do": "play", "\\u0007\\u202e": 1}', r"play \x07\u202e is not a key of this request"),
    ],
)
def test_a_refusal_is_legible(text, expected):
    with pytest.raises(SimulationError) as problem:
        message_of(text)
    assert expected in str(problem.value) and str(problem.value).isprintable()


def test_the_documentation_names_every_message_with_its_keys():
    page = (Path(__file__).parents[4] / "docs/studio_protocol.md").read_text("utf-8")
    rows = [row.split("|") for row in page.partition("| `do` |")[2].split("\n\n")[0].splitlines()[2:]]
    named = {word for row in rows for word in re.findall(r"`(\w+)`", row[1])}
    keys = {word: row[2] for row in rows for word in re.findall(r"`(\w+)`", row[1])}
    for message in get_args(Message):
        for word in get_args(message.model_fields["do"].annotation):
            assert word in named
            assert all(f"`{key}`" in keys[word] for key in message.model_fields if key != "do")
        named -= set(get_args(message.model_fields["do"].annotation))
    assert not named

"""`--set key=value`."""

import pytest

from snakelab.errors import ScenarioError
from snakelab.scenarios.document import Document, parse
from snakelab.scenarios.overrides import with_overrides


def document():
    text = "a: 1\nb: {c: 2}\nitems:\n  - link: {mass: 3}\n  - passive\nempty:\n"
    return Document("a.yaml", *parse(text, "a.yaml"))


def test_values_are_put_in_and_the_document_stays_as_it_was():
    before = document()
    after = with_overrides(before, ["a=pi/4", "b.c=[1, 2]", "items.0.link.mass=4", "empty.x=5", "new.y=6", "a=7"])
    assert after.data == {
        "a": 7,
        "b": {"c": [1, 2]},
        "items": [{"link": {"mass": 4}}, "passive"],
        "empty": {"x": 5},
        "new": {"y": 6},
    }
    assert before.data == document().data


def test_errors_name_the_override_that_a_value_came_from():
    after = with_overrides(document(), ["b={d: 1}"])
    assert after.complaint(("b", "d"), "is wrong") == "--set b={d: 1}: b.d: is wrong"
    assert after.complaint(("b",), "is wrong") == "--set b={d: 1}: is wrong"
    assert after.complaint(("items", 0, "link"), "is wrong") == "a.yaml:4: items.0.link: is wrong"


def test_keys_above_a_value_that_had_to_be_made_come_from_the_override_too():
    after = with_overrides(document(), ["controler.x.y=1", "b.other.z=2"])
    assert after.complaint(("controler",), "is unknown") == "--set controler.x.y=1: controler: is unknown"
    assert after.complaint(("controler", "x"), "is unknown") == "--set controler.x.y=1: controler.x: is unknown"
    assert after.complaint(("b", "other"), "is unknown") == "--set b.other.z=2: b.other: is unknown"
    assert after.complaint(("b",), "is wrong") == "a.yaml:2: b: is wrong"


@pytest.mark.parametrize(
    ("override", "words"),
    [
        ("a", "write key=value"),
        ("=1", "write key=value"),
        ("a..b=1", "write key=value"),
        ("a.b=1", "a is 1, which holds no 'b'"),
        ("items.2=1", "an index from 0 to 1, got '2'"),
        ("items.-1=1", "an index from 0 to 1, got '-1'"),
        ("items.link.mass=1", "did you mean items.0.link?"),
        ("items.passive.x=1", "did you mean items.1.passive?"),
        ("a=[1", "broken YAML"),
    ],
)
def test_overrides_that_have_no_place_are_refused(override, words):
    with pytest.raises(ScenarioError) as caught:
        with_overrides(document(), [override])
    assert words in str(caught.value)
    assert str(caught.value).startswith(f"--set {override}")

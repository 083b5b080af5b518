"""`--set key=value`."""

import pytest

from snakelab.errors import ScenarioError
from snakelab.scenarios.overrides import with_overrides
from snakelab.scenarios.scenario import load_scenario
from snakelab.scenarios.yaml_document import Document, parse


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


def test_an_item_is_found_by_its_name():
    changed = load_scenario("box_pushing", ["world.objects.box.mass=3"])
    assert changed.world.objects[0].mass == 3
    with pytest.raises(ScenarioError, match=r"takes an index .* got 'ball'; its items are named box"):
        load_scenario("box_pushing", ["world.objects.ball.mass=3"])


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
        ("a.b=1", "a is 1, which has no key 'b'"),
        ("items.2=1", "items is a list and takes an index from 0 to 1, or -1 for the last, got '2'"),
        ("items.-3=1", "an index from 0 to 1, or -1 for the last, got '-3'"),
        ("items.0.repeat.times=1", "items.0 is no repeat, or a change before this one wrote it out, item by item"),
        ("items.link.mass=1", "did you mean items.0.link?"),
        ("items.passive.x=1", "did you mean items.1.passive?"),
        ("a=[1", "invalid YAML"),
    ],
)
def test_overrides_that_have_no_place_are_refused(override, words):
    with pytest.raises(ScenarioError) as caught:
        with_overrides(document(), [override])
    assert words in str(caught.value)
    assert str(caught.value).startswith(f"--set {override}")


SNAKE = """\
parts:
  - link: {mass: 1}
  - repeat:
      times: 2
      parts:
        - revolute: {axis: z}
        - repeat: {times: 2, parts: [mount, {link: {mass: 2}}]}
  - link: {mass: 3}
"""


def snake():
    return Document("s.yaml", *parse(SNAKE, "s.yaml"))


def masses(document):
    """The mass of each part in the list, None where it is no link."""
    return [part["link"]["mass"] if "link" in part else None for part in document.data["parts"]]


def test_an_index_from_the_end_counts_the_items_that_are_there_and_reaches_one_of_them():
    after = with_overrides(snake(), ["parts.-1.link.mass=9"])
    n = None
    assert masses(after) == [1, n, n, 2, n, 2, n, n, 2, n, 2, 9]
    assert masses(with_overrides(snake(), ["parts.-2.link.mass=9"])) == [1, n, n, 2, n, 2, n, n, 2, n, 9, 3]


def test_an_index_into_or_beyond_a_repeat_counts_its_items_one_by_one():
    n = None
    assert masses(with_overrides(snake(), ["parts.3.link.mass=9"])) == [1, n, n, 9, n, 2, n, n, 2, n, 2, 3]
    assert masses(with_overrides(snake(), ["parts.11.link.mass=9"])) == [1, n, n, 2, n, 2, n, n, 2, n, 2, 9]
    assert with_overrides(snake(), ["parts.1.revolute.axis=y"]).data["parts"][6] == {"revolute": {"axis": "z"}}


def test_an_index_before_a_repeat_or_through_it_leaves_the_repeat_as_it_is():
    after = with_overrides(snake(), ["parts.0.link.mass=9", "parts.1.repeat.parts.1.repeat.times=5"])
    assert len(after.data["parts"]) == 3
    assert after.data["parts"][1]["repeat"]["parts"][1]["repeat"]["times"] == 5


def test_a_list_inside_a_repeat_takes_indices_of_its_own():
    after = with_overrides(snake(), ["parts.1.repeat.parts.-1.link.mass=9"])
    assert after.data["parts"][1]["repeat"]["parts"] == [
        {"revolute": {"axis": "z"}},
        "mount",
        {"link": {"mass": 2}},
        "mount",
        {"link": {"mass": 9}},
    ]
    assert len(after.data["parts"]) == 3


def test_items_that_are_written_out_keep_their_origins_and_the_changed_one_has_its_own():
    after = with_overrides(snake(), ["parts.3.link.mass=9"])
    assert after.complaint(("parts", 6, "revolute", "axis"), "is wrong") == "s.yaml:6: parts.6.revolute.axis: is wrong"
    assert after.complaint(("parts", 5, "link", "mass"), "is wrong").startswith("s.yaml:7: ")
    assert after.complaint(("parts", 11, "link"), "is wrong").startswith("s.yaml:8: ")
    assert after.complaint(("parts", 3, "link", "mass"), "is wrong") == "--set parts.3.link.mass=9: is wrong"
    assert snake().data == Document("s.yaml", *parse(SNAKE, "s.yaml")).data


@pytest.mark.parametrize(
    ("override", "words"),
    [
        ("parts.12=1", "parts is a list and takes an index from 0 to 11, or -1 for the last, got '12'"),
        ("parts.0.repeat.times=1", "parts.0 is no repeat; allowed: parts.1.repeat"),
        ("parts.-1.repeat.times=1", "parts.-1 is no repeat; allowed: parts.1.repeat"),
    ],
)
def test_an_index_that_is_wrong_in_a_list_with_repeats_is_reported_what_there_is(override, words):
    with pytest.raises(ScenarioError) as caught:
        with_overrides(snake(), [override])
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("repeat", "words"),
    [
        ("{times: x, parts: [mount]}", "parts.0 needs `times`, a whole number, and one list; got "),
        ("{times: 2}", "parts.0 needs `times`"),
        ("{times: true, parts: [mount]}", "parts.0 needs `times`"),
        ("{times: -1, parts: [mount]}", "parts.0 needs `times`"),
        ("{times: 2, parts: [mount], media: []}", "parts.0 needs `times`"),
        ("{times: 2, parts: mount}", "parts.0 needs `times`"),
        ("{times: 99999999, parts: [mount]}", "parts.0 makes 99999999 items; at most 10000"),
    ],
)
def test_a_repeat_that_cannot_be_written_out_says_why(repeat, words):
    broken = Document("b.yaml", *parse(f"parts: [repeat: {repeat}]", "b.yaml"))
    with pytest.raises(ScenarioError) as caught:
        with_overrides(broken, ["parts.-1=mount"])
    assert str(caught.value).startswith("--set parts.-1=mount: ") and words in str(caught.value)


def test_a_place_of_too_many_levels_is_refused():
    with pytest.raises(ScenarioError, match=r"b\.c\.c\.\.\. has 501 levels; at most 64 are allowed"):
        with_overrides(document(), ["b" + 500 * ".c" + "=1"])


@pytest.mark.parametrize(
    ("override", "place", "value"),
    [
        ("controller.amplitude=0.4", ("controller", "serpenoid_gait", "amplitude"), 0.4),
        ("robot.parts.0.mass=0.2", ("robot", "parts", 0, "link", "mass"), 0.2),
        ("world.media.0.normal=9", ("world", "media", 0, "viscous_friction", "normal"), 9),
    ],
)
def test_a_type_name_may_be_left_out(override, place, value):
    data = {
        "robot": {"parts": [{"link": {"length": 0.1, "mass": 0.1}}, {"revolute": {"axis": "yaw"}}], "base": "planar"},
        "world": {"media": [{"viscous_friction": {"normal": 5, "tangential": 1}}, "gravity"]},
        "controller": {"serpenoid_gait": {"amplitude": 0.1}},
    }
    found = with_overrides(Document("f", data, {}), [override])
    holder = found.data
    for key in place:
        holder = holder[key]
    assert holder == value and found.origins[place] == f"--set {override}"


def test_a_misspelt_key_below_a_type_that_was_left_out_gets_the_nearest_name():
    with pytest.raises(
        ScenarioError, match=r"controller\.serpenoid_gait.*unknown key 'amplitud'; did you mean 'amplitude'"
    ):
        load_scenario("planar_viscous", ["controller.amplitud=0.4"])


def test_another_type_and_an_argument_of_the_holder_are_no_keys_of_the_type_given():
    data = {"controller": {"serpenoid_gait": {}}, "world": {"media": [{"link_friction": {"gravity": {}}}]}}
    changed = with_overrides(
        Document("f", data, {}), ["controller.table_gait={}", "world.media.0.link_friction.mu_normal=1"]
    )
    assert set(changed.data["controller"]) == {"serpenoid_gait", "table_gait"}  # an error of the check that follows
    assert changed.data["world"]["media"][0]["link_friction"] == {"gravity": {}, "mu_normal": 1}


def test_a_key_that_no_type_has_is_refused_with_the_arguments_of_the_type_given():
    with pytest.raises(ScenarioError, match=r"controller.serpenoid_gait.foo: unknown key 'foo'; allowed: amplitude, "):
        load_scenario("planar_viscous", ["controller.foo=1"])
    with pytest.raises(ScenarioError, match="unknown controller 'steady_gate'; did you mean 'steady_gait'"):
        load_scenario("planar_viscous", ["controller.steady_gate=1"])

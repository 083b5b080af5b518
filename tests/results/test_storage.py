"""Claims that travel with a recording: written, read again, judged; and what is reported where they are damaged."""

import json

import pytest

from recordings import straight_recording
from snakelab.errors import RecordingError
from snakelab.results.recording import load
from snakelab.results.reference_values import (
    ReferenceKind,
    ReferenceValue,
    Unchecked,
    Verdict,
    judged,
    reference_values_attribute,
    reference_values_of,
)

REFERENCE_VALUES = (
    ReferenceValue(
        "us",
        case="in words: déjà vu",
        metric="mean_speed",
        value=0.1 + 0.2,
        tolerance=1e-5,
        explained="because",
        explained_up_to=0.2,
        kind=ReferenceKind.PUBLISHED,
    ),
    ReferenceValue("us", metric="mean_speed", window=(0.5, 1.0), above=0.0),
    ReferenceValue("us", variable="q.joint1", time=0.0, above=-1.0, below=2.0),
    ReferenceValue("us", variable="q.joint1", value=0.0, tolerance=0.0),
)
UNCHECKED = (Unchecked("alike", "no numbers", "the paper"),)
WHOLE = {"source": "us", "metric": "mean_speed", "value": 1, "tolerance": 0.1}


def carrying(text):
    recording = straight_recording(speed=0.2)
    recording.dataset.attrs["reference_values"] = text
    return recording


def test_reference_values_are_loaded_to_the_last_digit(tmp_path):
    recording = straight_recording()
    recording.dataset.attrs |= reference_values_attribute(REFERENCE_VALUES, UNCHECKED)
    assert reference_values_of(load(recording.save(tmp_path / "results.nc"))) == (REFERENCE_VALUES, UNCHECKED)


def test_the_attribute_is_json_in_the_words_of_a_scenario():
    held = json.loads(reference_values_attribute(REFERENCE_VALUES, UNCHECKED)["reference_values"])
    assert held["reference_values"][1] == {"source": "us", "metric": "mean_speed", "window": [0.5, 1.0], "above": 0.0,
                                            "kind": "regression"}  # fmt: skip
    assert held["reference_values"][2]["time"] == 0.0
    assert held["unchecked"] == [{"claim": "alike", "reason": "no numbers", "source": "the paper"}]


def test_without_reference_values_there_is_no_attribute():
    assert reference_values_attribute((), ()) == {}
    assert reference_values_of(straight_recording()) == ((), ()) and judged(straight_recording()) == ()
    assert reference_values_attribute((), UNCHECKED) != {}


def test_a_recording_is_judged_by_what_it_carries():
    recording = straight_recording(speed=0.2)
    recording.dataset.attrs |= reference_values_attribute(REFERENCE_VALUES, UNCHECKED)
    verdicts = [judgement.verdict for judgement in judged(recording)]
    assert verdicts == [Verdict.EXPLAINED, *3 * [Verdict.AGREES], Verdict.UNCHECKED]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "7",
        "[]",
        "{}",
        '{"reference_values": [], "unchecked": 3}',
        "[" * 100_000,
        *(
            json.dumps({"reference_values": [held], "unchecked": []})
            for held in (
                "text",
                {},
                {**WHOLE, "value": "a lot"},
                {**WHOLE, "value": True},
                {**WHOLE, "value": 10**400},
                {**WHOLE, "value": float("nan")},
                {**WHOLE, "source": 3},
                {**WHOLE, "source": "\ud800"},
                {**WHOLE, "colour": "red"},
                {**WHOLE, "window": [1]},
                {**WHOLE, "window": 1},
                {**WHOLE, "variable": "q.joint1"},
                {"source": "us", "value": 1, "tolerance": 1},
                {"source": "us", "metric": "mean_speed", "value": 1},
            )
        ),
        json.dumps({"reference_values": [], "unchecked": [{"claim": "a", "reason": "b", "source": None}]}),
        json.dumps({"reference_values": [], "unchecked": [{"claim": "a"}]}),
    ],
)  # fmt: skip
def test_damaged_reference_values_are_an_error_and_a_verdict_that_states_it(text):
    with pytest.raises(RecordingError, match="the recording's reference values are damaged"):
        reference_values_of(carrying(text))
    (judgement,) = judged(carrying(text))
    assert judgement.verdict is Verdict.NO_RESULT and "damaged" in judgement.reason


def test_an_attribute_that_is_no_text_is_damaged():
    with pytest.raises(RecordingError, match="damaged"):
        reference_values_of(carrying(3.0))

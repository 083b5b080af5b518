"""The page as a file: whole, small, the same each time, and safe whatever names it holds."""

import base64
import hashlib
import json
import re

import numpy as np
import pytest

from recordings import changed, hanging_recording, serpenoid_recording, soft_recording
from snakelab.errors import RecordingError
from snakelab.plugins.studio.page.report_page import page_html
from snakelab.results.recording import Recording

from .unpacking import page_payload

HOSTILE = "</script><script>alert(1)</script><!-- \"'&@@payload@@ é蛇"


def test_equal_recordings_give_equal_bytes():
    assert page_html([serpenoid_recording()]) == page_html([serpenoid_recording()]) == page_html(serpenoid_recording())
    assert page_html([serpenoid_recording()]) != page_html([serpenoid_recording(n_links=4)])


@pytest.mark.parametrize(
    "recording", [serpenoid_recording(), hanging_recording(), soft_recording()], ids=["snake", "arm", "soft"]
)
def test_payload_names_every_run(recording):
    head, _ = page_payload(page_html([recording, recording], ["a", "b"], title="t"))
    assert [run["name"] for run in head["runs"]] == ["a", "b"] and head["title"] == "t"
    assert head["format"] == "snakelab-page-1" and len(head["metrics"][0]["values"]) == 2


@pytest.mark.thorough
def test_runs_without_names_are_called_after_scenario_or_robot_and_no_two_alike():
    named = serpenoid_recording(scenario=json.dumps({"name": "wave", "title": "A wave"}))
    head, _ = page_payload(page_html([named, serpenoid_recording(), named]))
    assert [run["name"] for run in head["runs"]] == ["wave", "five_links", "wave (2)"]
    assert head["title"] == "wave, five_links and wave (2)"
    assert page_payload(page_html([named]))[0]["title"] == "A wave"


@pytest.mark.thorough
def test_minute_of_thirty_links_stays_below_three_megabytes():
    noise = np.random.default_rng(0).normal(size=(6001, 29))
    recording = serpenoid_recording(duration=60.0, n_links=30, n_rows=6001)
    shaken = changed(recording, tau=recording["tau"].values + 1e-3 * noise)
    assert len(page_html([shaken])) < 3e6


def test_hostile_names_stay_inside_the_packed_data():
    recording = serpenoid_recording(robot=HOSTILE, status=HOSTILE)
    page = page_html([recording], [HOSTILE], title=HOSTILE).decode()
    assert "alert(1)" not in re.sub(r"&lt;script&gt;alert\(1\)", "", page)
    assert page.count("<script") == page.count("</script>") == 2
    assert page_payload(page.encode())[0]["runs"][0]["name"] == HOSTILE


def test_policy_allows_the_own_script_and_style_only():
    page = page_html([serpenoid_recording()]).decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
    for tag, word in (("script", "script-src"), ("style", "style-src")):
        content = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content[-1].encode()).digest()).decode()
        assert len(content) == 1 and f"{word} 'sha256-{digest}'" in policy


def test_page_refers_to_no_other_file():
    page = page_html([serpenoid_recording()]).decode()
    outside = re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL)
    assert (
        not re.search(r"\b(src|href)=", outside)
        and "url(" not in re.search(r"<style>(.*?)</style>", page, re.DOTALL)[1]
    )


def test_licences_travel_with_every_page():
    page = page_html([serpenoid_recording()]).decode()
    assert "three.js authors" in page and "Leon Sorokin" in page and page.count("Permission is hereby granted") == 2


def test_diverged_runs_have_a_page_and_raise_no_warning(recwarn):
    recording = serpenoid_recording()
    wild = {}
    for name in ("link_position", "com_position", "com_velocity", "q", "tau", "kinetic_energy", "work"):
        values = recording[name].values.copy()
        values[380:] = 1e300
        values[390:] = np.nan
        values[395:] = np.inf
        wild[name] = values
    head, _ = page_payload(page_html([Recording(changed(recording, **wild).dataset, "diverged at t = 9.75 s")]))
    assert head["runs"][0]["finished"] is False and head["runs"][0]["status"] == "diverged at t = 9.75 s"
    assert not [warning for warning in recwarn if issubclass(warning.category, RuntimeWarning)]


def test_numbers_of_names_and_recordings_must_match():
    with pytest.raises(RecordingError, match=r"1 recordings need as many names, got 2: a, b"):
        page_html([serpenoid_recording()], ["a", "b"])
    with pytest.raises(RecordingError, match=r"at least one recording"):
        page_html([])
    with pytest.raises(RecordingError, match=r"got a str; write page_html\(\[load\("):
        page_html(["results.nc"])

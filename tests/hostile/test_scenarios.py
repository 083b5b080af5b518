"""Hostile scenario files: the command answers with a message, never with a traceback, in 20 s and 2 GB at most."""

import warnings

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import snakelab as sl
from hostile.bounds import bounded
from hostile.scenario_documents import changed_document, drawn_document, predicts, yaml_text
from snakelab.cli.main import app

RANDOM = st.randoms(use_true_random=True)  # whose seed Hypothesis draws
SHORT, LONG = 25, 1000
QUICK = {"suppress_health_check": list(HealthCheck), "database": None}


def check(data, folder):
    """Whether `snakelab check` takes a document; anything but its own answers is a fault."""
    path = folder / "hostile.yaml"
    path.write_text(yaml_text(data), encoding="ascii")
    with bounded(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        done = CliRunner().invoke(app, ["check", str(path)])
    assert done.exit_code in (0, 2) and (done.exception is None or isinstance(done.exception, SystemExit)), (
        done.exception
    )
    assert "Traceback" not in done.output
    assert not any(line.strip() in ("error:", "warning:") for line in done.output.splitlines())
    return done.exit_code == 0


def run(path):
    """Run the file for a short while: what finishes holds numbers, and what does not says why."""
    with bounded(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            scenario = sl.load_scenario(path, ["duration=0.02"])
            recording = sl.run_scenario(scenario)
        except sl.SnakelabError:
            return
    if recording.status == "finished":
        for name in ("q", "v", "tau", "com_position", "kinetic_energy"):
            assert np.isfinite(recording[name].values).all(), name
    else:
        assert recording.status.startswith(("diverged", "stopped", "failed"))


def check_drawn(random, folder):
    check(drawn_document(random), folder)


def check_and_run_changed(random, folder):
    data = changed_document(random)
    if check(data, folder) and not predicts(data):
        run(folder / "hostile.yaml")


@pytest.fixture(scope="module", autouse=True)
def compiled():
    sl.warmup()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("scenarios")


@given(random=RANDOM)
@settings(max_examples=SHORT, **QUICK)
def test_documents_of_the_schema_are_checked_without_a_traceback(random, folder):
    check_drawn(random, folder)


@given(random=RANDOM)
@settings(max_examples=SHORT, **QUICK)
def test_changed_scenarios_of_the_library_are_checked_and_run_without_a_traceback(random, folder):
    check_and_run_changed(random, folder)


@pytest.mark.slow
@given(random=RANDOM)
@settings(max_examples=LONG, **QUICK)
def test_a_thousand_documents_of_the_schema_are_checked_without_a_traceback(random, folder):
    check_drawn(random, folder)


@pytest.mark.slow
@given(random=RANDOM)
@settings(max_examples=LONG, **QUICK)
def test_a_thousand_changed_scenarios_are_checked_and_run_without_a_traceback(random, folder):
    check_and_run_changed(random, folder)

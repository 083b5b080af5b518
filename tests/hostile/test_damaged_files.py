"""A damaged file is read, or refused with an error of the project's tree; no other error, in 20 s and 2 GB at most."""

import contextlib
import warnings
from importlib.util import find_spec

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import snakelab as sl
from hostile.bounds import bounded
from hostile.damaged_files import KINDS, damaged

RANDOM = st.randoms(use_true_random=True)  # whose seed Hypothesis draws
needs_mujoco = pytest.mark.skipif(find_spec("mujoco") is None, reason="mujoco is not installed")
READ_HERE = [pytest.param(kind, marks=needs_mujoco) if kind == "xml" else kind for kind in KINDS]
SHORT, LONG = 8, 286
QUICK = {"suppress_health_check": list(HealthCheck), "database": None}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder, the name and the bytes of a file of each kind."""
    by_name = {}
    for kind, (content, _) in KINDS.items():
        folder = tmp_path_factory.mktemp(kind)
        by_name[kind] = folder / ("results_log.sqlite" if kind == "sqlite" else f"file.{kind}"), content(folder)
    return by_name


def check(kind, whole, random):
    path, content = whole[kind]
    path.write_bytes(damaged(content, random))
    with bounded(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with contextlib.suppress(sl.SnakelabError):
            KINDS[kind][1](path)


@pytest.mark.parametrize("kind", READ_HERE)
@given(random=RANDOM)
@settings(max_examples=SHORT, **QUICK)
def test_a_damaged_file_is_refused_without_a_traceback(kind, whole, random):
    check(kind, whole, random)


@pytest.mark.slow
@pytest.mark.parametrize("kind", READ_HERE)
@given(random=RANDOM)
@settings(max_examples=LONG, **QUICK)
def test_two_thousand_damaged_files_are_refused_without_a_traceback(kind, whole, random):
    check(kind, whole, random)


@pytest.mark.parametrize("kind", READ_HERE)
def test_the_undamaged_file_is_read(kind, whole):
    path, content = whole[kind]
    path.write_bytes(content)
    KINDS[kind][1](path)

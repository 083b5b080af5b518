"""Hostile input for every surface is accepted, or refused with an error of the project's tree, in 20 s and 2 GB at most.

The number is an option: `pytest tests/hostile/test_hostile_inputs.py --hostile 2000 --seed 1`.
"""

import warnings
from random import Random

import pytest

import snakelab as sl
from hostile.bounds import bounded
from optional_packages import rosbags  # noqa: F401

pytest.importorskip("mujoco", reason="mujoco is not installed")
pytest.importorskip("cv2", reason="opencv is not installed")
pytest.importorskip("cryptography", reason="it makes keys: pip install '.[bus]'")
from hostile.hostile_inputs import SURFACES


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compile the engine outside the bounds of a case."""
    sl.warmup()


def pytest_generate_tests(metafunc):
    if "surface" in metafunc.fixturenames:
        metafunc.parametrize("surface", list(SURFACES))


def test_hostile_input_is_refused_without_a_traceback(surface, request, tmp_path):
    total, seed = request.config.getoption("--hostile"), request.config.getoption("--seed")
    for k in range(-(-total // len(SURFACES))):
        with bounded(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                SURFACES[surface](tmp_path, Random(f"{surface} {seed} {k}"))
            except BaseException as problem:
                problem.add_note(f"surface {surface}, seed {seed}, number {k}")
                raise

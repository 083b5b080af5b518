"""The words by which the command line names an actuator."""

import pytest

import snakelab as sl
from snakelab.errors import RobotError, SnakelabWarning
from snakelab.plugins.mujoco.robot_files.imported_scenario import actuator_of


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("prescribed", sl.Prescribed()),
        ("passive", sl.Passive()),
        ("motor", sl.Motor()),
        ("motor=2.5", sl.Motor(2.5)),
        (" servo = 10, 0.5 ", sl.Servo(10.0, 0.5)),
    ],
)
def test_a_word_names_an_actuator(text, wanted):
    assert actuator_of(text) == wanted


def test_a_servo_without_damping_is_warned_of():
    with pytest.warns(SnakelabWarning, match="servo=10 has no damping, kd = 0; write servo=10,KD"):
        assert actuator_of("servo=10") == sl.Servo(10.0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("prescribd", "did you mean 'prescribed'"),
        ("servo", "servo does not take 0 numbers"),
        ("motor=1,2", "motor does not take 2 numbers"),
        ("passive=1", "passive does not take 1 numbers"),
        ("servo=hard", "'hard' is no number; write prescribed, passive, motor"),
        ("motor=-1", "-1"),
    ],
)
def test_a_wrong_word_is_reported_with_what_is_allowed(text, words):
    with pytest.raises(RobotError, match=words):
        actuator_of(text)

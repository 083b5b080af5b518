"""Registers: values and bytes in all number formats."""

import numpy as np
import pytest

from snakelab.errors import HardwareError
from snakelab.plugins.hardware.bus import Register, decoded_block, encoded_block, span
from snakelab.plugins.hardware.feetech import COUNT
from snakelab.plugins.hardware.feetech import FEETECH_TABLE as TABLE


@pytest.mark.parametrize("name", sorted(TABLE))
def test_values_come_back_from_their_bytes(name):
    item = TABLE[name]
    values = item.scale * (np.array([0, 1, 5]))
    assert item.decode(item.encode(values)) == pytest.approx(values, abs=1e-12)


def test_negative_values_have_the_format_of_the_servo():
    speed, load = TABLE["present_speed"], TABLE["present_load"]
    assert speed.encode(np.array([-100 * COUNT])).tolist() == [[100, 0x80]]
    assert load.encode(np.array([-0.5])).tolist() == [[0xF4, 0x05]]
    word = Register(0, 2, two_complement=True)
    assert word.encode(np.array([-2.0])).tolist() == [[0xFE, 0xFF]]
    assert word.decode(np.array([[0xFE, 0xFF]])) == [-2.0]


def test_values_outside_of_the_range_become_its_ends():
    assert TABLE["torque_limit"].decode(TABLE["torque_limit"].encode(np.array([1e9])))[0] == 65.535
    assert TABLE["return_delay"].counts(np.array([-1.0, 1.0])).tolist() == [0, 255]


def test_a_block_holds_adjacent_registers_of_several_servos():
    names = ("present_position", "present_speed", "present_load")
    assert span(TABLE, names) == (56, 6)
    start, data = encoded_block(
        TABLE, ("goal_position", "goal_time", "goal_speed"), np.array([[0.5, 0, 1], [-0.5, 0, 2]])
    )
    assert start == 42 and data.shape == (2, 6)
    assert decoded_block(TABLE, ("goal_position",), 42, data)[:, 0] == pytest.approx([0.5, -0.5], abs=COUNT)
    with pytest.raises(HardwareError, match="adjacent"):
        encoded_block(TABLE, ("goal_position", "goal_speed"), np.zeros((1, 2)))
    with pytest.raises(HardwareError, match="did you mean 'goal_speed'"):
        span(TABLE, ("goal_sped",))
    with pytest.raises(HardwareError, match="measured by the servo"):
        encoded_block(TABLE, ("present_load",), np.zeros((1, 1)))

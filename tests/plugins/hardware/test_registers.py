"""Registers: values and bytes in all number formats."""

import numpy as np
import pytest

from snakelab.errors import HardwareError
from snakelab.plugins.hardware.bus import Register, block, writable_block
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
    assert TABLE["return_delay"].encode(np.array([-1.0, 1.0])).tolist() == [[0], [255]]


def test_a_block_holds_adjacent_registers_of_several_servos():
    names = ("present_position", "present_speed", "present_load")
    asked = block(TABLE, names)
    assert (asked.start, asked.size) == (56, 6)
    goal = writable_block(TABLE, ("goal_position", "goal_time", "goal_speed"))
    data = goal.encode(np.array([[0.5, 0, 1], [-0.5, 0, 2]]))
    assert goal.start == 42 and data.shape == (2, 6)
    assert block(TABLE, ("goal_position",)).decode(data[:, :2])[:, 0] == pytest.approx([0.5, -0.5], abs=COUNT)
    assert goal.decode(data) == pytest.approx(np.array([[0.5, 0, 1], [-0.5, 0, 2]]), abs=COUNT)
    with pytest.raises(HardwareError, match="adjacent"):
        writable_block(TABLE, ("goal_position", "goal_speed"))
    with pytest.raises(HardwareError, match="did you mean 'goal_speed'"):
        block(TABLE, ("goal_sped",))
    with pytest.raises(HardwareError, match="measured by the servo"):
        writable_block(TABLE, ("present_load",))


def test_a_block_with_gaps_and_all_formats_is_the_sum_of_its_registers():
    table = {
        "signed": Register(4, 2, 0.5, two_complement=True),
        "plain": Register(0, 1, zero=3),
        "sign_bit": Register(9, 4, 1e-3, sign_bit=20),
    }
    values = np.array([[-3.0, 7.0, -0.5], [1e9, -1e9, 1e9], [-1e9, 1e9, -1e9], [4.5, 0.0, 0.25]])
    whole = block(table, tuple(table))
    memory = np.full((4, whole.size), 170, np.uint8)
    memory[:, whole.places] = whole.encode(values)
    for i, item in enumerate(table.values()):
        assert memory[:, item.address : item.end].tolist() == item.encode(values[:, i]).tolist()
        assert whole.decode(memory)[:, i].tolist() == item.decode(memory[:, item.address : item.end]).tolist()
    assert set(memory[:, [1, 2, 3, 6, 7, 8]].ravel()) == {170}

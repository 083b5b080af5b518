"""Registers: values and bytes in all number formats."""

import numpy as np
import pytest

from snakelab.errors import HardwareError
from snakelab.plugins.hardware.servo_registers import COUNT, DYNAMIXEL_TABLE, Register, block, writable_block
from snakelab.plugins.hardware.servo_registers import FEETECH_TABLE as TABLE


@pytest.mark.parametrize("name", sorted(TABLE))
def test_values_come_back_from_their_bytes(name):
    item = TABLE[name]
    values = item.scale * (np.array([0, 1, 5]))
    assert item.decode(item.saturated(values)) == pytest.approx(values, abs=1e-12)


def test_negative_values_have_the_format_of_the_servo():
    speed, load = TABLE["present_speed"], TABLE["present_load"]
    assert speed.encode(np.array([-100 * COUNT])).tolist() == [[100, 0x80]]
    assert load.encode(np.array([-0.5])).tolist() == [[0xF4, 0x05]]
    word = Register(0, 2, two_complement=True)
    assert word.encode(np.array([-2.0])).tolist() == [[0xFE, 0xFF]]
    assert word.decode(np.array([[0xFE, 0xFF]])) == [-2.0]


@pytest.mark.parametrize("table", [TABLE, DYNAMIXEL_TABLE], ids=["feetech", "dynamixel"])
def test_every_register_that_can_be_written_has_the_range_of_its_maker_and_sends_no_other_value(table):
    for name, item in table.items():
        if not item.writable:
            continue
        assert item.counts or item.choices, name
        low, high = item.range
        assert item.decode(item.encode(np.array([low, high]))) == pytest.approx([low, high], abs=1e-9)
        for wrong in (low - 0.6 * item.scale, high + 0.6 * item.scale, 1e9, -1e9, np.nan, np.inf, -np.inf):
            with pytest.raises(HardwareError, match=f"^{name} must be .*, got") as caught:
                item.check(name, wrong)
            assert "\n" not in str(caught.value)
            if not item.choices:
                with pytest.raises(HardwareError, match=f"^{name} must be .*, got"):
                    writable_block(table, (name,)).encode(np.array([[low], [wrong]]))


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("torque_limit", 3.0, "torque_limit must be 0 to 1, got 3"),
        ("upper_limit", 90.0, r"must be -3.14159 to 3.14006 rad, got 90; degrees\? 90 degrees are 1.5708 rad"),
        ("lower_limit", -90.0, r"must be -3.14159 to 3.13852 rad, got -90; degrees\? -90 degrees are -1.5708 rad"),
        ("mode", 0.4, "mode must be a whole number from 0 to 3, got 0.4"),
        ("torque_enable", 128.0, "torque_enable must be a whole number from 0 to 2, got 128"),
        ("return_delay", 1.0, "must be 0 to 0.000508 s, got 1"),
    ],
)
def test_a_refusal_names_the_value_the_range_and_the_unit(name, value, words):
    with pytest.raises(HardwareError, match=words):
        TABLE[name].check(name, value)
    with pytest.raises(HardwareError, match="mode must be one of 0, 1, 3, 4, 5, 16, got 2"):
        DYNAMIXEL_TABLE["mode"].check("mode", 2.0)


def test_a_sensor_shows_the_end_of_its_range_beyond_it():
    load, delay = TABLE["present_load"], TABLE["return_delay"]
    assert load.decode(load.saturated(np.array([1e9, -1e9]))) == pytest.approx([1.023, -1.023])
    assert delay.saturated(np.array([-1.0, 1.0])).tolist() == [[0], [255]]


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
    memory[:, whole.places] = whole.saturated(values)
    for i, item in enumerate(table.values()):
        assert memory[:, item.address : item.end].tolist() == item.saturated(values[:, i]).tolist()
        assert whole.decode(memory)[:, i].tolist() == item.decode(memory[:, item.address : item.end]).tolist()
    assert set(memory[:, [1, 2, 3, 6, 7, 8]].ravel()) == {170}

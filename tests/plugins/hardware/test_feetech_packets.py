"""Packets of FEETECH servos: encoding, and a parser that survives noise, partial and damaged packets."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from snakelab.plugins.hardware.feetech_protocol import Code, Packet, Parser, sync_read_packet, sync_write_packets

PACKETS = st.builds(Packet, st.integers(0, 253), st.integers(0, 255), st.binary(max_size=30))


def test_packets_are_those_of_the_manual():
    assert Packet(1, Code.PING).encoded() == bytes.fromhex("ff ff 01 02 01 fb")
    assert Packet(1, Code.READ, bytes((0x38, 8))).encoded() == bytes.fromhex("ff ff 01 04 02 38 08 b8")
    assert sync_read_packet(0x38, 8, (1, 2)) == bytes.fromhex("ff ff fe 06 82 38 08 01 02 36")


@given(st.lists(PACKETS, max_size=5), st.integers(1, 7))
def test_packets_arrive_in_pieces_of_any_size(packets, size):
    stream = b"".join(packet.encoded() for packet in packets)
    parser = Parser()
    values = [packet for at in range(0, len(stream), size) for packet in parser.feed(stream[at : at + size])]
    assert values == packets and parser.bad == 0


@given(st.binary(max_size=20).filter(lambda noise: b"\xff" not in noise), PACKETS)
def test_a_packet_is_found_after_noise(noise, packet):
    assert Parser().feed(noise + packet.encoded()) == [packet]


@given(st.binary(max_size=400))
def test_noise_alone_raises_nothing(noise):
    Parser().feed(noise)


def test_a_damaged_packet_is_counted_and_the_next_one_found():
    damaged, good = bytearray(Packet(3, 0, b"\x01\x02").encoded()), Packet(4, 0, b"\x05")
    damaged[5] ^= 0x10
    parser = Parser()
    assert parser.feed(bytes(damaged) + good.encoded()) == [good] and parser.bad == 1


def test_a_write_to_many_servos_is_split_where_the_length_byte_ends():
    packets = sync_write_packets(42, range(1, 60), np.zeros((59, 6), dtype=np.uint8))
    assert len(packets) == 2 and all(len(packet) <= 4 + 253 for packet in packets)
    assert sum((len(packet) - 8) // 7 for packet in packets) == 59

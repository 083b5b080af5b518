"""Emulated line with one fault: lost, late, damaged and foreign answers, echoes, and servos with a fault."""

import random
from dataclasses import dataclass, field

import numpy as np

from servo_terminal import status_packet
from snakelab.plugins.hardware.dynamixel import DynamixelBus
from snakelab.plugins.hardware.dynamixel_protocol import HEADER, DynamixelServos, Instruction
from snakelab.plugins.hardware.emulated_servos import EmulatedLine, FreeShafts
from snakelab.plugins.hardware.feetech import FeetechBus
from snakelab.plugins.hardware.feetech_protocol import Code, FeetechServos, Packet
from snakelab.plugins.hardware.robot_file import LineSettings

TORQUE = 40  # address
SERVOS = {"feetech": FeetechServos, "dynamixel": DynamixelServos}
BUSES = {"feetech": FeetechBus, "dynamixel": DynamixelBus}
# Numbers of bytes of a memory that a deaf servo keeps: its registers up to the measured ones.
KEPT = {"feetech": 56, "dynamixel": 122}


WRITES = (Code.WRITE, Code.SYNC_WRITE)


@dataclass
class FaultyLine:
    """Line to emulated servos with a fault; see `Transport`.

    Attributes:
        line: Line without a fault.
        lose, damage, foreign: Numbers of the answers, counted from the start, that are lost, damaged, or preceded by an answer
            of another servo.
        late: Delay of answers by their number [s]; the delay of all other answers has the key None.
        split: Time between the two halves of each answer, as of an adapter that passes bytes on in packets [s].
        echo: True to return all sent bytes.
        silent_after: Number of packets after which a servo does not answer any more, by id.
        deaf: Ids of servos that acknowledge writes and ignore them.
        twice: Ids that two servos have, of which the second one answers after the first.
        at: Action by the time from which it is carried out, once [s].
        answers, packets: Numbers so far.
        travel: Largest distance of each shaft from its angle at the start, shape (n,), [rad].
    """

    line: EmulatedLine
    lose: frozenset[int] = frozenset()
    damage: frozenset[int] = frozenset()
    foreign: frozenset[int] = frozenset()
    late: dict[int | None, float] = field(default_factory=dict)
    split: float = 0.0
    echo: bool = False
    silent_after: dict[int, int] = field(default_factory=dict)
    deaf: frozenset[int] = frozenset()
    twice: frozenset[int] = frozenset()
    at: list[tuple[float, object]] = field(default_factory=list)
    answers: int = 0
    packets: int = 0

    def __post_init__(self) -> None:
        self._last = 0.0
        self.protocol = "dynamixel" if isinstance(self.line.servos, DynamixelServos) else "feetech"
        self.start = self.bank.plant.angles().copy()
        self.travel = np.zeros(len(self.start))

    @property
    def bank(self):
        return self.line.servos.bank

    @property
    def clock(self):
        return self.line.clock

    @property
    def baud(self):
        return self.line.baud

    @property
    def file(self):
        return None

    def set_baud(self, baud):
        self.line.set_baud(baud)

    def write(self, data):
        """Send bytes, and apply the faults to the answers that they bring."""
        self.packets += 1
        for time, action in [one for one in self.at if one[0] <= self.clock.time]:
            self.at.remove((time, action))
            action(self)
        queue = self.line._queue
        before = [] if not queue else list(queue)
        queue.clear()
        kept = self.bank.memory.copy() if self.deaf else None
        self.line.write(data)
        wrote = (
            data[7] in (Instruction.WRITE, Instruction.SYNC_WRITE)
            if self.protocol == "dynamixel"
            else data[4] in WRITES
        )
        if kept is not None and wrote:
            for ident in self.deaf:
                for i in self.bank.rows(ident):
                    self.bank.memory[i, : KEPT[self.protocol]] = kept[i, : KEPT[self.protocol]]
        new = [answer for time, packet in queue for answer in self._changed(time, packet)]
        if self.split:  # in order, so that a part that is late delays the next ones
            times = np.maximum.accumulate([self._last, *(time for time, _ in new)]).tolist()
            self._last = times[-1]
            new = [(time, part) for time, (_, part) in zip(times[1:], new, strict=True)]
        echo = [(self.clock.time, data)] if self.echo else []
        queue.clear()
        queue.extend(sorted([*before, *echo, *new], key=lambda one: one[0]))
        self._measure()

    def _changed(self, time, packet):
        """Yield what arrives in place of an answer."""
        self.answers += 1
        number, ident = self.answers, packet[4] if packet.startswith(HEADER) else packet[2]
        if number in self.lose or self.packets > self.silent_after.get(ident, 1 << 30):
            return
        if number in self.foreign:
            other = ident % 250 + 1
            if self.protocol == "dynamixel":
                yield time, status_packet(other, 0, bytes(len(packet) - 11))
            else:
                yield time, Packet(other, 0, bytes(len(packet) - 6)).encoded()
        if number in self.damage:
            packet = packet[:-2] + bytes((packet[-2] ^ 0x15, packet[-1]))
        time += self.late.get(number, self.late.get(None, 0.0))
        half = len(packet) // 2 if self.split else len(packet)
        yield time, packet[:half]
        if half < len(packet):
            yield time + self.split, packet[half:]
        if ident in self.twice:
            yield time + 1e-5, packet

    def waiting(self):
        return self.line.waiting()

    def collect(self, size, each, patience, end):
        return self.line.collect(size, each, patience, end)

    def settle(self):
        self.line.settle()
        self._measure()

    def close(self):
        self.line.close()

    def _measure(self):
        self.travel = np.maximum(self.travel, np.abs(self.bank.plant.angles() - self.start))


def line_of(idents, angles=None, protocol="feetech", **faults):
    """Return a line with emulated servos at servo angles [rad]."""
    plant = FreeShafts(np.zeros(len(idents)) if angles is None else np.asarray(angles, dtype=float))
    servos = SERVOS[protocol](idents, plant)
    return FaultyLine(EmulatedLine(servos, LineSettings()), **faults)


def put(name, value, ident):
    """Return an action that sets a register of a servo."""

    def act(line):
        for i in line.bank.rows(ident):
            line.bank.put(i, name, np.array([value]))

    return act


def fault(bits, ident):
    """Return an action that makes a servo report faults."""

    def act(line):
        for i in line.bank.rows(ident):
            line.bank.faults[i] = bits

    return act


def restart(ident):
    """Return an action that restarts a servo, which loses its torque."""

    def act(line):
        for i in line.bank.rows(ident):
            line.bank.restart(i)

    return act


def cut(line):
    """Pull the cable."""
    line.line.cut = line.clock.time


def random_line(seed, n=28, protocol="feetech"):
    """Return the name of a fault, a line of n servos with it, and the ids of the robot's servos."""
    rng = random.Random(seed)
    ident, number = rng.randint(1, n), rng.randint(1, 8 * n)
    when = rng.choice((0.0, rng.uniform(0.02, 0.15), rng.uniform(0.15, 0.9)))
    angles = np.array([rng.uniform(-1.0, 1.0) for _ in range(n)])
    idents, faults, actions = list(range(1, n + 1)), {}, []
    kind = rng.choice(KINDS)
    match kind:
        case "lost answer":
            faults["lose"] = frozenset({number})
        case "lost answers":
            faults["lose"] = frozenset(rng.sample(range(1, 8 * n), 20))
        case "late answer":
            faults["late"] = {number: rng.uniform(2e-3, 0.05)}
        case "slow line":
            faults["late"] = {None: rng.choice((3e-3, 8e-3, 0.02))}
        case "split answers":
            faults["split"] = rng.choice((2e-3, 0.01, 0.016))
        case "foreign answer":
            faults["foreign"] = frozenset({number})
        case "damaged answer":
            faults["damage"] = frozenset({number})
        case "echo":
            faults["echo"] = True
        case "no acknowledgement":
            actions = [(0.0, put("answer_level", 0, k)) for k in rng.choice((idents, [ident]))]
        case "same id":
            idents.append(ident)
            angles = np.append(angles, angles[ident - 1] + rng.choice((0.0, 0.3)))
        case "wheel mode":
            actions = [
                (0.0, put("mode", rng.choice((1, 2, 3) if protocol == "feetech" else (0, 1, 16)), ident)),
                (0.0, put("goal_speed", 3.0, ident)),
            ]
        case "narrow limits":
            actions = [(0.0, put("lower_limit", -0.2, ident)), (0.0, put("upper_limit", 0.2, ident))]
        case "outside limits":
            angles[ident - 1] = rng.choice((-1, 1)) * rng.uniform(1.6, 3.0)
        case "restart":
            actions = [(when, restart(ident))]
        case "fault":
            actions = [(when, fault(1 << rng.randrange(6), ident))]
        case "voltage":
            actions = [
                (when, lambda line: line.bank.overrides.update({(ident, "present_voltage"): rng.choice((0.0, 3.0))}))
            ]
        case "silent":
            faults["silent_after"] = {ident: rng.choice((0, rng.randint(1, 80)))}
        case "all silent":
            faults["silent_after"] = dict.fromkeys(idents, rng.randint(0, 80))
        case "deaf":
            faults["deaf"] = frozenset({ident})
        case "cut":
            actions = [(when, cut)]
        case "other servo":
            idents.append(200)
            angles = np.append(angles, 0.9)
            actions = [(0.0, put("goal_position", -0.9, 200))]
        case "left with torque":
            actions = [(0.0, put("torque_enable", 1, k)) for k in idents]
    return kind, line_of(idents, angles, protocol, at=actions, **faults), tuple(range(1, n + 1))


KINDS = (
    "lost answer", "lost answers", "late answer", "slow line", "split answers", "foreign answer", "damaged answer", "echo",
    "no acknowledgement", "same id", "wheel mode", "narrow limits", "outside limits", "restart", "fault", "voltage",
    "silent", "all silent", "deaf", "cut", "other servo", "left with torque",
)  # fmt: skip

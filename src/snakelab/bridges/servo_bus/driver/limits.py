"""Safety limits of a robot, and their supervision."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from snakelab.bridges.servo_bus.driver.interface import Reading
from snakelab.errors import HardwareError
from snakelab.types import FloatArray


class SafetyError(HardwareError):
    """A limit that ended the motion; commands are refused until a new start."""


@dataclass(frozen=True)
class Safety:
    """Limits of the motion; see `robot_file.SafetyForm` for the meaning and the units."""

    soft_start: float = 2.0
    speed: float = 4.0
    torque: float = 1.0
    hold_after: float = 0.3
    limp_after: float = 5.0
    lost_after: float = 0.5
    temperature_warning: float = 60.0
    temperature_stop: float = 70.0
    voltage_warning: float | None = None
    voltage_stop: float | None = None
    load_warning: float = 0.8
    load_stop: float = 0.95
    load_time: float = 0.5
    at_end: str = "limp"
    at_stop: str = "limp"


@dataclass
class Supervision:
    """Comparison of every reading with the limits.

    Args:
        safety: Limits.
        ids: Ids of the servos, for messages.
        on_warning: Called with each warning.

    Attributes:
        warnings: Warnings so far, each once per servo and limit.
    """

    safety: Safety
    ids: tuple[int, ...]
    on_warning: Callable[[str], object] = lambda text: None
    warnings: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._since = {"warning": np.full(len(self.ids), np.inf), "stop": np.full(len(self.ids), np.inf)}
        self._warned: set[tuple[int, str]] = set()

    def check(self, reading: Reading) -> None:
        """Note warnings.

        Raises:
            SafetyError: if a limit is exceeded.
        """
        safety = self.safety
        load = np.abs(reading.load)
        self._compare(
            "temperature", reading.temperature, safety.temperature_warning, safety.temperature_stop, "degC",
            "let it cool down",
        )  # fmt: skip
        self._compare(
            "voltage", -reading.voltage, _negative(safety.voltage_warning), _negative(safety.voltage_stop), "V",
            "charge the battery or check the supply",
        )  # fmt: skip
        for kind, limit in (("warning", safety.load_warning), ("stop", safety.load_stop)):
            above = load > limit
            self._since[kind] = np.where(above, np.minimum(self._since[kind], reading.time), np.inf)
        lasting = {kind: reading.time - since >= safety.load_time - 1e-9 for kind, since in self._since.items()}
        advice = "free the robot, or lower amplitude and speed of the gait"
        self._compare(
            "load", np.where(lasting["warning"], load, 0.0), safety.load_warning, None, "of the stall torque", advice
        )
        self._compare(
            "load", np.where(lasting["stop"], load, 0.0), None, safety.load_stop, "of the stall torque", advice
        )

    def warn(self, ident: int, kind: str, text: str) -> None:
        """Note a warning once for each servo and kind."""
        if (ident, kind) not in self._warned:
            self._warned.add((ident, kind))
            self.warnings.append(text)
            self.on_warning(text)

    def _compare(
        self, name: str, values: FloatArray, warning: float | None, stop: float | None, unit: str, advice: str
    ) -> None:
        for limit, final in ((stop, True), (warning, False)):
            if limit is None:
                continue
            for i in np.flatnonzero(values > limit).tolist():
                text = f"servo {self.ids[i]}: {name} {abs(values[i]):.3g} {unit}, limit {abs(limit):g}"
                if final:
                    raise SafetyError(f"{text}; {advice}, then start again")
                self.warn(self.ids[i], name, text)


def _negative(value: float | None) -> float | None:
    return None if value is None else -value

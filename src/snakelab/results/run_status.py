"""Status of a run: kind, time and reason of its end, as one text with declared fields."""

import math
import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Self

from snakelab.errors import RecordingError
from snakelab.files import visible


class StatusKind(StrEnum):
    """Kind of the end of a run."""

    FINISHED = "finished"
    STOPPED = "stopped"
    DIVERGED = "diverged"
    INTERRUPTED = "interrupted"
    FAILED = "failed"
    REFUSED = "refused"
    UNKNOWN = "unknown"


# Default reasons, for kinds without a reason in their text.
REASONS = {
    StatusKind.FINISHED: "the duration has passed",
    StatusKind.DIVERGED: "a position or a velocity is not finite or exceeds every plausible bound",
    StatusKind.INTERRUPTED: "keyboard interrupt",
}
_TIME = r" ?at t = (?P<time>[-+.0-9e]+|inf|nan) s"
_ERRORS = (StatusKind.DIVERGED, StatusKind.FAILED)


class RunStatus(str):
    """Status of a run: its text, such as "stopped: goal reached at t = 0.34 s", with the kind, the time and the
    reason as attributes.

    It is a `str` and compares, prints and is written as its text. Code should test `status.kind is
    StatusKind.DIVERGED`, not the text. `RunStatus(text)` parses a text; the status of a recording is one already.

    Attributes:
        kind: How the run ended; `UNKNOWN` if the text has no known format.
        time: Simulated time at the end [s]; NaN where the text does not state it.
        reason: Why it ended, without the time where the text repeats it.
    """

    __slots__ = ("kind", "reason", "time")
    kind: StatusKind
    time: float
    reason: str

    def __new__(cls, text: str) -> Self:
        """Parse a text; the only parser of status texts.

        Raises:
            RecordingError: if it is not a text.
        """
        if isinstance(text, cls):
            return text
        if not isinstance(text, str):
            raise RecordingError(f"a status is a text such as 'stopped: goal reached at t = 0.34 s', got {text!r}")
        word, _, rest = text.partition(":")
        word = word.split(" at t = ")[0]
        if word not in {*StatusKind} - {StatusKind.UNKNOWN}:
            return cls._of(text, StatusKind.UNKNOWN, math.nan, text)
        kind, rest = StatusKind(word), rest.strip()
        match = (re.search(_TIME, rest) if kind is StatusKind.FAILED else re.search(f"{_TIME}$", text)) or None
        reason = REASONS.get(kind, rest)
        if match and kind is StatusKind.STOPPED:
            reason = rest.removesuffix(match[0].strip()).strip()
        return cls._of(text, kind, _number(match["time"]) if match else math.nan, reason)

    @classmethod
    def _of(cls, text: str, kind: StatusKind, time: float, reason: str) -> Self:
        status = str.__new__(cls, text)
        status.kind, status.time, status.reason = kind, time, reason
        return status

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the text with its attributes, for other processes."""
        return RunStatus._of, (str(self), self.kind, self.time, self.reason)

    @classmethod
    def finished(cls, time: float) -> Self:
        """Status of a run that reached its end at a time [s]."""
        return cls._of("finished", StatusKind.FINISHED, time, REASONS[StatusKind.FINISHED])

    @classmethod
    def stopped(cls, reason: str, time: float) -> Self:
        """Status of a run that a stop condition ended at a time [s]."""
        return cls._of(f"stopped: {reason} at t = {time:.6g} s", StatusKind.STOPPED, time, reason)

    @classmethod
    def diverged(cls, time: float) -> Self:
        """Status of a run that diverged at a time [s]."""
        return cls._of(f"diverged at t = {time:.6g} s", StatusKind.DIVERGED, time, REASONS[StatusKind.DIVERGED])

    @classmethod
    def interrupted(cls, time: float) -> Self:
        """Status of a run that Ctrl-C ended at a time [s]."""
        return cls._of(
            f"interrupted at t = {time:.6g} s", StatusKind.INTERRUPTED, time, REASONS[StatusKind.INTERRUPTED]
        )

    @classmethod
    def failed(cls, reason: str, time: float = math.nan) -> Self:
        """Status of a run that an error ended; a reason that states the time is unchanged."""
        return cls._of(f"failed: {reason}", StatusKind.FAILED, time, reason)

    @classmethod
    def refused(cls, reason: str) -> Self:
        """Status of a run that could not begin."""
        return cls._of(f"refused: {reason}", StatusKind.REFUSED, math.nan, reason)

    @classmethod
    def from_attributes(cls, attributes: Mapping[str, Any], end: float = math.nan) -> Self:
        """Read the status of a recording; without a declared kind its text is parsed.

        Args:
            attributes: Attributes of the recording.
            end: Time of the last record [s], the end of a finished run.
        """
        text = visible(str(attributes["status"]))
        if "status_kind" not in attributes:
            status = cls(text)
            time = end if status.kind is StatusKind.FINISHED else status.time
            return cls._of(text, status.kind, time, status.reason)
        kind, reason = StatusKind(str(attributes["status_kind"])), visible(str(attributes.get("status_reason", "")))
        return cls._of(text, kind, float(attributes.get("status_time", math.nan)), reason)

    @property
    def attributes(self) -> dict[str, Any]:
        """Attributes of a recording: `status`, `status_kind`, `status_time` [s] and `status_reason`."""
        return {
            "status": str(self),
            "status_kind": str(self.kind),
            "status_time": float(self.time),
            "status_reason": self.reason,
        }

    @property
    def completed(self) -> bool:
        """Return True if the run reached its end or a stop condition."""
        return self.kind in (StatusKind.FINISHED, StatusKind.STOPPED)

    @property
    def is_error(self) -> bool:
        """Return True if the run diverged or failed."""
        return self.kind in _ERRORS


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan

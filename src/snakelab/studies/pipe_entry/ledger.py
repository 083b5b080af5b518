"""A file of outcomes, one line of JSON for each finished trial: what a study that was cut off goes on from."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from snakelab.errors import SimulationError
from snakelab.studies.pipe_entry.case import Case, Outcome, Setting, settings_of


@dataclass(frozen=True)
class Ledger:
    """Outcomes of trials with one setting, in a file that may hold those of other settings too.

    A line is appended in one write. Of a process that was killed in the middle of it, the torn line is passed over.

    Args:
        path: Of the file, which need not exist.
        setting: Of the trials.
    """

    path: Path
    setting: Setting

    def outcomes(self) -> dict[Case, Outcome]:
        """Finished trials.

        Raises:
            SimulationError: if the file cannot be read, or a whole line is not an outcome.
        """
        try:
            text = Path(self.path).read_bytes().decode("utf-8", errors="replace") if Path(self.path).exists() else ""
        except OSError as problem:
            raise SimulationError(f"cannot read {self.path}: {problem.strerror}") from problem
        found = {}
        for i, line in enumerate(text.split("\n"), 1):
            try:
                data = json.loads(line)
            except json.JSONDecodeError:  # empty, or torn by a kill
                continue
            try:
                if data.pop("setting") == settings_of(self.setting):
                    case = Case(**data.pop("case"))
                    found[case] = Outcome(case, **data)
            except (AttributeError, KeyError, TypeError) as problem:
                raise SimulationError(
                    f"{self.path}:{i}: this is no outcome of a trial: {line[:80]}; give another file with --out"
                ) from problem
        return found

    def append(self, outcome: Outcome) -> None:
        """Add one outcome, in one write that is on the disk when this returns.

        Raises:
            SimulationError: if the file cannot be written.
        """
        line = json.dumps({"setting": settings_of(self.setting), **asdict(outcome)}) + "\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            torn = self.path.exists() and self.path.stat().st_size and not self.path.read_bytes().endswith(b"\n")
            with self.path.open("ab", buffering=0) as file:
                file.write((b"\n" if torn else b"") + line.encode())
                os.fsync(file.fileno())
        except OSError as problem:
            raise SimulationError(f"cannot write {self.path}: {problem.strerror}; give another folder") from problem

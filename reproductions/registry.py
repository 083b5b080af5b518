"""Registry of the reproductions: the figures and tables of each paper, each with a command, computed numbers and a verdict."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from math import inf
from pathlib import Path

AGREES, DIFFERS, NOT_PRINTED = "agrees", "differs", "cannot be checked"
VERDICTS = (AGREES, DIFFERS, NOT_PRINTED)
# Items that take longer are run on request only [s of CPU].
CHEAP = 30.0
FOLDERS = ("hybrid_snake", "soft_snake", "planar_snake", "pipe_snake", "snakesys", "eel")

# Program of an item: writes its files to a folder, and returns the computed numbers by the names of `Value`.
Program = Callable[[Path], Mapping[str, float]]


@dataclass(frozen=True)
class Value:
    """One number of a figure or table.

    Attributes:
        name: Quantity with its unit; the key of the program's result.
        printed: Number or statement in the paper; empty if none.
        ours: Computed number.
        tolerance: Largest deviation of a later run from `ours`; 0 for the last digits of another processor.
        most: Bound stated in the paper; a result beyond it deviates, regardless of its difference from `ours`.
    """

    name: str
    printed: str
    ours: float
    tolerance: float = 0.0
    most: float = inf

    def repeats(self, number: float) -> bool:
        """Return True if a run reproduces the declared number."""
        return number <= self.most and abs(number - self.ours) <= max(self.tolerance, 0.006 * abs(self.ours), 1e-9)


@dataclass(frozen=True)
class Item:
    """One figure or table of a paper, or one of its cases.

    Attributes:
        key: Name on the command line.
        title: Name in the paper.
        content: Content, in one line.
        program: Module and function, "module:function", see `Program`.
        seconds: CPU time of the command, order of magnitude [s].
        verdict: One of `VERDICTS`.
        reason: Reason of the verdict.
        pictures: Names of the PNG files that the program writes.
        committed: True if the pictures are stored next to the page.
        values: Numbers.
    """

    key: str
    title: str
    content: str
    program: str
    seconds: float
    verdict: str
    reason: str
    pictures: tuple[str, ...] = ()
    committed: bool = True
    values: tuple[Value, ...] = ()

    @property
    def cheap(self) -> bool:
        """Return True if the item is run without being requested by name."""
        return self.seconds <= CHEAP

    def load(self) -> Program:
        """Import the program."""
        module, _, name = self.program.partition(":")
        program: Program = getattr(import_module(module), name)
        return program


@dataclass(frozen=True)
class Paper:
    """A paper and its items.

    Attributes:
        name: Name of its folder.
        reference: Authors, title, journal and year.
        introduction: Summary of the reproduced results, in a few sentences.
        items: In the order of the paper.
        scenarios: Patterns of the scenarios of the library that belong to it.
        programs: Commands of longer studies, each with a description.
        excluded: Numbered figures and tables without an item, with the reason.
    """

    name: str
    reference: str
    introduction: str
    items: tuple[Item, ...]
    scenarios: tuple[str, ...] = ()
    programs: tuple[tuple[str, str], ...] = ()
    excluded: tuple[tuple[str, str], ...] = ()

    def item(self, key: str) -> Item:
        """Return the item with a key.

        Raises:
            KeyError: if there is no such item.
        """
        return next(item for item in self.items if item.key == key)


def papers() -> dict[str, Paper]:
    """All papers by the names of their folders."""
    return {name: import_module(f"reproductions.{name}.paper").PAPER for name in FOLDERS}

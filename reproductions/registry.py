"""Registry of the reproductions: items of each paper, the statements of the paper that each item checks, and their verdicts.

No verdict is written down: it follows from the numbers of a run and from what the paper prints (`Item.verdict`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from math import inf, nan
from pathlib import Path

# Items that take longer are run on request only [s of CPU].
CHEAP = 120.0
FOLDERS = ("hybrid_snake", "soft_snake", "planar_snake", "pipe_snake", "snakesys", "eel")
# Largest relative difference from a published number with which a result agrees, of every number of every paper. The models
# and the prototypes of the papers themselves differ by 4 to 9 % (Table I of the soft snake). The same part of a reference length,
# speed or time is what "none" or "almost none" in words admits.
PUBLISHED_TOLERANCE = 0.05
# "Follows its command": amplitude within 3 dB, the definition of the bandwidth of a servo [-].
FOLLOWS = 2**-0.5
# "Straight", "fixed", "coincide", "one plane": within the width of a drawn line, of the length of an axis: 1 pt of 200 pt.
LINE = 0.005
# "Decays": to less than this part, after one time constant [-].
DECAYED = 0.368

# Program of an item: writes its files to a folder, and returns the computed numbers by the quantities of its checks.
Program = Callable[[Path], Mapping[str, float]]


class Kind(StrEnum):
    """Origin of the value with which a result is compared."""

    NUMBER = "published number"  # a result
    PARAMETER = "published parameter"  # an input of the model, or arithmetic of printed numbers: it confirms no result
    STATEMENT = "statement in words"
    INDEPENDENT = (
        "independent calculation"  # of the published equations, by a program that shares no code with the package
    )
    OWN = "not published"  # nothing to compare with


class Verdict(StrEnum):
    """Verdict on a check or an item."""

    AGREES = "agrees"
    ASSUMED = "agrees under an assumption"
    PART = "agrees in part"
    DIFFERS = "differs"
    UNCHECKED = "cannot be checked"
    MISSING = "missing"
    HARDWARE = "needs the hardware"
    PICTURE = "drawing or photograph"


@dataclass(frozen=True)
class Check:
    """One quantity of an item and, unless it is not published, what the paper states about it.

    Attributes:
        quantity: Quantity with its unit; the key of the program's result.
        kind: Origin of the value.
        place: Figure, table, equation or section of the paper.
        printed: Printed number or words; empty if the paper prints nothing.
        value, tolerance: The result agrees from value - tolerance to value + tolerance; or
        above, below: It agrees between these bounds.
        basis: Reason for a bound that the words do not contain; empty for bounds of 0 and 1, such as of a ratio.
        assuming: Assumption without which the result does not agree; the verdict then states it.
        spread: Largest deviation of a later run from the stored result; 0 for the last digits of another processor.
    """

    quantity: str
    kind: Kind
    place: str = ""
    printed: str = ""
    value: float = nan
    tolerance: float = nan
    above: float = -inf
    below: float = inf
    basis: str = ""
    assuming: str = ""
    spread: float = 0.0

    def verdict(self, result: float) -> Verdict:
        """Compare a result with the paper."""
        if self.kind is Kind.OWN or result != result:
            return Verdict.UNCHECKED
        low, high = self.above, self.below
        if self.value == self.value:
            low, high = max(low, self.value - self.tolerance), min(high, self.value + self.tolerance)
        if not low <= result <= high:
            return Verdict.DIFFERS
        return Verdict.ASSUMED if self.assuming else Verdict.AGREES

    @property
    def criterion(self) -> str:
        """Range within which a result agrees, with the reason for its bounds."""
        if self.kind is Kind.OWN:
            return ""
        if self.value == self.value:
            part = self.kind in (Kind.NUMBER, Kind.PARAMETER) and self.value != 0
            return f"within {PUBLISHED_TOLERANCE:.0%}" if part else f"within {self.tolerance:.2g}"
        if self.above > -inf and self.below < inf:
            words = f"{self.above:.4g} to {self.below:.4g}"
        else:
            words = f"above {self.above:.4g}" if self.above > -inf else f"below {self.below:.4g}"
        return f"{words}: {self.basis}" if self.basis else words

    def repeats(self, result: float, stored: float) -> bool:
        """Return True if a run reproduces the stored result."""
        same = result == stored or (result != result and stored != stored)
        return same or abs(result - stored) <= max(self.spread, 0.006 * abs(stored), 1e-9)


def number(quantity: str, value: float, place: str, *, assuming: str = "", spread: float = 0.0) -> Check:
    """Check of a published number, with `PUBLISHED_TOLERANCE`."""
    allowed = PUBLISHED_TOLERANCE * abs(value)
    return Check(quantity, Kind.NUMBER, place, f"{value:g}", value, allowed, assuming=assuming, spread=spread)


def given(quantity: str, value: float, place: str) -> Check:
    """Check of a published parameter, see `Kind.PARAMETER`."""
    return Check(quantity, Kind.PARAMETER, place, f"{value:g}", value, PUBLISHED_TOLERANCE * abs(value))


def states(
    quantity: str,
    words: str,
    place: str,
    *,
    above: float = -inf,
    below: float = inf,
    basis: str = "",
    assuming: str = "",
    spread: float = 0.0,
) -> Check:
    """Check of a statement in words, as bounds of a quantity, with the reason for bounds other than 0 and 1."""
    return Check(
        quantity, Kind.STATEMENT, place, words, above=above, below=below, basis=basis, assuming=assuming, spread=spread
    )  # fmt: skip


def independent(quantity: str, value: float, tolerance: float, place: str, *, spread: float = 0.0) -> Check:
    """Check of the published equations against an independent calculation."""
    return Check(quantity, Kind.INDEPENDENT, place, f"{value:.7g}", value, tolerance, spread=spread)


def own(quantity: str, *, spread: float = 0.0) -> Check:
    """Quantity of which the paper prints nothing."""
    return Check(quantity, Kind.OWN, spread=spread)


@dataclass(frozen=True)
class Item:
    """One figure, table, group of equations, case or claim of a paper.

    Attributes:
        key: Name on the command line.
        title: Name in the paper.
        content: Content, in one line.
        program: Module and function, "module:function", see `Program`; empty if there is nothing to compute.
        seconds: CPU time of the command, order of magnitude [s].
        checks: Quantities, with the statements of the paper.
        remark: Explanation of the result; one or two sentences.
        unknown: What the paper leaves out or the software lacks, and what was tried; one line. With it the verdict is at
            most "agrees in part".
        measured: For an item that was not run, because it takes too long or needs a GPU: an earlier measurement with its
            date and place. Its numbers are not those of the present state, and have no verdict.
        without: Verdict of an item without a program: MISSING, HARDWARE or PICTURE.
        pictures: Names of the PNG files that the program writes.
        committed: True if the pictures are stored next to the page.
    """

    key: str
    title: str
    content: str
    program: str = ""
    seconds: float = 1.0
    checks: tuple[Check, ...] = ()
    remark: str = ""
    unknown: str = ""
    measured: str = ""
    without: Verdict = Verdict.MISSING
    pictures: tuple[str, ...] = ()
    committed: bool = True

    @property
    def cheap(self) -> bool:
        """Return True if the item is run without being requested by name."""
        return bool(self.program) and self.seconds <= CHEAP

    def load(self) -> Program:
        """Import the program."""
        module, _, name = self.program.partition(":")
        program: Program = getattr(import_module(module), name)
        return program

    def verdict(self, results: Mapping[str, float]) -> Verdict:
        """Verdict that follows from the results of a run.

        All checks that compare with something agree: AGREES, or PART if something is unknown or assumed. Some: PART.
        None: DIFFERS.
        No such check, or no result: UNCHECKED.
        """
        if not self.program:
            return self.without
        verdicts = [check.verdict(results.get(check.quantity, nan)) for check in self.checks]
        compared = [one for one in verdicts if one is not Verdict.UNCHECKED]
        agreed = sum(one in (Verdict.AGREES, Verdict.ASSUMED) for one in compared)
        expected = sum(check.kind is not Kind.OWN for check in self.checks)
        if not compared:
            return Verdict.UNCHECKED
        if agreed == 0:
            return Verdict.DIFFERS
        complete = agreed == expected and not self.unknown and Verdict.ASSUMED not in compared
        return Verdict.AGREES if complete else Verdict.PART


def drawing(key: str, title: str, content: str, remark: str = "") -> Item:
    """Figure without a result: a schematic drawing or a photograph."""
    return Item(key, title, content, remark=remark, without=Verdict.PICTURE)


def hardware(key: str, title: str, content: str, remark: str = "") -> Item:
    """Item that only the physical robot can repeat."""
    return Item(key, title, content, remark=remark, without=Verdict.HARDWARE)


def missing(key: str, title: str, content: str, unknown: str) -> Item:
    """Item that software could repeat and that the package does not contain."""
    return Item(key, title, content, unknown=unknown, without=Verdict.MISSING)


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
    """

    name: str
    reference: str
    introduction: str
    items: tuple[Item, ...]
    scenarios: tuple[str, ...] = ()
    programs: tuple[tuple[str, str], ...] = ()

    def item(self, key: str) -> Item:
        """Return the item with a key.

        Raises:
            KeyError: if there is no such item.
        """
        found = [item for item in self.items if item.key == key]
        if not found:
            raise KeyError(
                f"{self.name} has no item {key!r}; its items are {', '.join(item.key for item in self.items)}"
            )
        return found[0]


def papers() -> dict[str, Paper]:
    """All papers by the names of their folders."""
    return {name: import_module(f"reproductions.{name}.paper").PAPER for name in FOLDERS}

"""Choice of the scenarios of a validation."""

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from snakelab.errors import ScenarioError, nearest
from snakelab.scenarios import Scenario, library, load_scenario


def chosen(names: Iterable[str | Path] | None = None, only: Sequence[str] = ()) -> dict[str, Scenario]:
    """Return the scenarios to run, by the given names.

    Args:
        names: Names in the library, or files; None for all of the library that have something to judge.
        only: Names or patterns (`planar_*`) that pick among them; none for all. A file is known by its name
            without .yaml, too.

    Raises:
        ScenarioError: if a scenario is unknown or wrong (every error of every file is reported), has no reference
            values, or a word of `only` matches none.
    """
    if isinstance(names, (str, Path)):
        names = [names]
    given = list(dict.fromkeys(library() if names is None else map(str, names)))
    scenarios = _loaded(_picked(given, only))
    empty = [name for name, scenario in scenarios.items() if not scenario.reference_values and not scenario.unchecked]
    if names is None and not only:
        return {name: scenario for name, scenario in scenarios.items() if name not in empty}
    if empty:
        raise ScenarioError(
            "\n".join(f"{name} has no reference values; add `reference_values:` to it" for name in empty)
        )
    if not scenarios:
        raise ScenarioError("there is nothing to validate; name a scenario, such as planar_prototype")
    return scenarios


def _picked(names: list[str], only: Sequence[str]) -> list[str]:
    """Return the names that match any pattern of `only`, in their order."""
    if not only:
        return names
    matches = {word: [name for name in names if _matches(name, word)] for word in only}
    faults = [
        f"no scenario matches {word!r}{nearest(word, names)}" for word, matching in matches.items() if not matching
    ]
    if faults:
        raise ScenarioError("\n".join(faults))
    return [name for name in names if any(name in matching for matching in matches.values())]


def _matches(name: str, word: str) -> bool:
    return name == word or fnmatchcase(name, word) or fnmatchcase(Path(name).stem, word)


def _loaded(names: list[str]) -> dict[str, Scenario]:
    """Return all scenarios, or raise an error with every fault of every file."""
    scenarios, faults = {}, []
    for name in names:
        try:
            scenarios[name] = load_scenario(name)
        except ScenarioError as problem:
            faults.append(str(problem))
    if faults:
        raise ScenarioError("\n".join(faults))
    return scenarios

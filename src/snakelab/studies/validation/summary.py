"""Summary of a validation in two sentences, for the terminal and the page."""

from snakelab.results.reference_values import Verdict
from snakelab.studies.validation.trials import Validation


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: "1 scenario", "2 scenarios"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def extent(validation: Validation) -> str:
    """Return the counts: "66 statements in 14 scenarios, from 9 sources: 50 values, 12 bounds, 4 that cannot be checked"."""
    n_statements, n_trials = len(validation.judgements), len(validation.trials)
    kinds = validation.kinds
    parts = [counted(kinds[kind], kind) for kind in ("value", "bound") if kinds[kind]]
    parts += [f"{kinds['uncheckable']} that cannot be checked"] if kinds["uncheckable"] else []
    text = f"{counted(n_statements, 'statement')} in {counted(n_trials, 'scenario')}"
    return f"{text}, from {counted(len(validation.sources), 'source')}: {', '.join(parts)}" if parts else text


def meaning(validation: Validation) -> str:
    """Return a remark on the meaning of a pass; empty if the validation does not pass, or without explained differences."""
    explained = validation.counts[Verdict.EXPLAINED]
    if not validation.passed or not explained:
        return ""
    reasons = (
        f"{counted(explained, 'difference')} with a stated reason {'counts' if explained == 1 else 'count'} as passed"
    )
    return f"Passed: nothing differs without a reason; {reasons}."

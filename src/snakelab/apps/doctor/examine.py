"""All checks, in the order in which they are told."""

from typing import Any

from snakelab.apps.doctor.check import PROBLEM, Check, guarded
from snakelab.apps.doctor.hardware import hardware_checks
from snakelab.apps.doctor.requirements import requirements
from snakelab.apps.doctor.self_test import SECTION as SELF_TEST
from snakelab.apps.doctor.self_test import self_test_checks
from snakelab.apps.doctor.software import DEVELOPERS, extra_checks, software_checks, start
from snakelab.apps.doctor.storage import cache_checks, folder_checks
from snakelab.apps.progress import TellItems

FORMAT = "snakelab-doctor-1"
ITEMS = 4
# Packages without which no compiled code can run.
COMPILER = ("numpy", "llvmlite", "numba")


def examine(tell: TellItems) -> list[Check]:
    """Look at everything; never raises on a broken machine.

    Args:
        tell: Called with how many of the `ITEMS` are done and the name of the one that begins.
    """
    tell(0, "packages")
    started = start(_modules())
    found = guarded("software", lambda: software_checks(started))
    found += guarded("extras", lambda: extra_checks(started))
    tell(1, "machine")
    llvmlite = started.get("llvmlite")
    found += guarded("machine", lambda: hardware_checks(llvmlite.features if llvmlite else ()))
    tell(2, "storage")
    broken = [name for name in COMPILER if name not in started or started[name].error]
    if broken:  # a package that ends the process must not end this one
        text = f"not looked at, because {', '.join(broken)} does not start"
        found += [Check("storage", "cache", PROBLEM, text), *guarded("storage", folder_checks)]
        return [*found, Check(SELF_TEST, "recursion", PROBLEM, text)]
    found += guarded("storage", cache_checks) + guarded("storage", folder_checks)
    tell(3, "self test")
    hint = {} if usable(found) else {"hint": "mend what stands above first"}
    found += guarded(SELF_TEST, lambda: self_test_checks(**hint))
    tell(ITEMS)
    return found


def _modules() -> list[str]:
    """What to import: the compiler's packages first, then all that snakelab needs, and the extras."""
    from importlib.metadata import PackageNotFoundError, distribution

    modules = list(COMPILER)
    try:
        needs = requirements()
    except PackageNotFoundError:
        return modules
    for need in needs:
        try:
            distribution(need.name)
        except PackageNotFoundError:
            continue
        if need.extra not in DEVELOPERS and need.module not in modules:
            modules.append(need.module)
    return modules


def usable(checks: list[Check]) -> bool:
    """Whether nothing is broken."""
    return all(check.level != PROBLEM for check in checks)


def doctor_document(checks: list[Check]) -> dict[str, Any]:
    """The checks as plain data."""
    return {
        "format": FORMAT,
        "usable": usable(checks),
        "checks": [
            {
                "section": check.section,
                "name": check.name,
                "level": check.level,
                "text": check.text,
                "hint": check.hint or None,
            }
            for check in checks
        ],
    }

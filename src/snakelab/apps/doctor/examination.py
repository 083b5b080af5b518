"""Sequence of all checks, and the self-test: the recursion compared with the closed form of a double pendulum."""

import json
import math
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

from snakelab.apps.doctor import OK, PROBLEM, Check, guarded
from snakelab.apps.doctor.machine import cache_checks, folder_checks, hardware_checks
from snakelab.apps.doctor.software import DEVELOPERS, extra_checks, requirements, software_checks, start
from snakelab.apps.terminal.progress import ItemProgress

FORMAT = "snakelab-doctor-1"
ITEMS = 4
# Packages without which no compiled code can run.
COMPILER = ("numpy", "llvmlite", "numba")


def examine(advance: ItemProgress) -> list[Check]:
    """Run all checks; never raises on a broken machine.

    Args:
        advance: Callback with the number of `ITEMS` done and the name of the next one.
    """
    advance(0, "packages")
    started = start(_modules())
    checks = guarded("software", lambda: software_checks(started))
    checks += guarded("extras", lambda: extra_checks(started))
    advance(1, "machine")
    llvmlite = started.get("llvmlite")
    checks += guarded("machine", lambda: hardware_checks(llvmlite.features if llvmlite else ()))
    advance(2, "storage")
    broken = [name for name in COMPILER if name not in started or started[name].error]
    if broken:  # a package that ends its process must not end this one
        text = f"not examined, because {', '.join(broken)} cannot be imported"
        checks += [Check("storage", "cache", PROBLEM, text), *guarded("storage", folder_checks)]
        return [*checks, Check(SELF_TEST, "recursion", PROBLEM, text)]
    checks += guarded("storage", cache_checks) + guarded("storage", folder_checks)
    advance(3, "self test")
    hint = {} if usable(checks) else {"hint": "fix the problems above first"}
    checks += guarded(SELF_TEST, lambda: self_test_checks(**hint))
    advance(ITEMS)
    return checks


def _modules() -> list[str]:
    """Return the modules to import: those of the compiler, then the required ones, and the extras."""
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
    """Return True if no check is a PROBLEM."""
    return all(check.level != PROBLEM for check in checks)


def doctor_document(checks: list[Check]) -> dict[str, Any]:
    """Return the checks as plain data."""
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


SELF_TEST = "self test"
CLOSE = 1e-10  # of the largest torque
PATIENCE = 300.0  # a slow machine compiles for minutes [s]
LENGTHS, MASSES, INERTIAS = (0.3, 0.2), (0.5, 0.4), (0.004, 0.002)  # [m], [kg], [kg m^2]
Q, V, A = (0.7, -0.4), (1.3, -2.1), (-3.0, 5.0)  # [rad], [rad/s], [rad/s^2]


def pendulum_torques() -> tuple[float, float]:
    """Return the joint torques of the double pendulum for the accelerations A, from Lagrange's equations [N m].

    With absolute angles a = (q1, q1 + q2) downward from the horizontal, c the half lengths and h = m2 l1 c2:
    (I1 + m1 c1^2 + m2 l1^2) a1'' + h cos(a1 - a2) a2'' + h sin(a1 - a2) a2'^2 - (m1 c1 + m2 l1) g cos a1 = Q1,
    (I2 + m2 c2^2) a2'' + h cos(a1 - a2) a1'' - h sin(a1 - a2) a1'^2 - m2 c2 g cos a2 = Q2, torques (Q1 + Q2, Q2).
    """
    (l1, l2), (m1, m2), (I1, I2), g = LENGTHS, MASSES, INERTIAS, 9.81
    c1, c2 = l1 / 2, l2 / 2
    angle1, angle2 = Q[0], Q[0] + Q[1]
    rate1, rate2, acc1, acc2 = V[0], V[0] + V[1], A[0], A[0] + A[1]
    h, cos, sin = m2 * l1 * c2, math.cos(angle1 - angle2), math.sin(angle1 - angle2)
    first = (I1 + m1 * c1**2 + m2 * l1**2) * acc1 + h * cos * acc2 + h * sin * rate2**2
    first -= (m1 * c1 + m2 * l1) * g * math.cos(angle1)
    second = (I2 + m2 * c2**2) * acc2 + h * cos * acc1 - h * sin * rate1**2 - m2 * c2 * g * math.cos(angle2)
    return first + second, second


def measure() -> dict[str, float]:
    """Return the error of the recursion, relative to the largest torque [-], and the time of one call [s].

    Does not call `simulate`, which would compile more, and mark an incomplete cache as complete.
    """
    import numpy as np

    import snakelab as sl

    bodies = zip(LENGTHS, MASSES, INERTIAS, strict=True)
    links = [sl.Link(length, mass, inertia=(1e-4, I, I)) for length, mass, I in bodies]
    joint = sl.Revolute("y", sl.Passive())
    model = sl.build_model(sl.Robot([joint, links[0], joint, links[1]], base="fixed"), sl.World([sl.Gravity()]))
    state = sl.initial_state(model, q=Q, v=V)
    wanted, calls = np.array(pendulum_torques()), 200
    error = np.abs(sl.inverse_dynamics(model, state, A) - wanted).max() / np.abs(wanted).max()
    began = time.perf_counter()
    for _ in range(calls):
        sl.inverse_dynamics(model, state, A)
    return {"error": float(error), "call": (time.perf_counter() - began) / calls}


def self_test_checks(hint: str = "snakelab warmup --clear, then snakelab doctor again") -> Iterator[Check]:
    """Run the self-test in a separate process, which a damaged cache may terminate.

    Args:
        hint: Hint for a failure.
    """
    began = time.perf_counter()
    command = [sys.executable, "-P", "-m", "snakelab.apps.doctor.examination"]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, encoding="utf-8", errors="replace"
        )
    except subprocess.TimeoutExpired:
        yield Check(SELF_TEST, "recursion", PROBLEM, f"did not finish within {PATIENCE:g} s", hint)
        return
    try:
        answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        error, call = float(answer["error"]), float(answer["call"])
    except (IndexError, ValueError, KeyError, TypeError):
        last = done.stderr.strip().splitlines()[-1:] or [f"Python ended with code {done.returncode}"]
        yield Check(SELF_TEST, "recursion", PROBLEM, f"did not run: {last[0]}", hint)
        return
    text = f"double pendulum compared with its closed form: error of {error:.0e} of the torque"
    if not error <= CLOSE:
        yield Check(SELF_TEST, "recursion", PROBLEM, f"{text}, at most {CLOSE:.0e} is right", hint)
        return
    yield Check(
        SELF_TEST,
        "recursion",
        OK,
        f"{text}; {1e6 * call:.0f} us a call from Python; {time.perf_counter() - began:.1f} s in all",
    )


if __name__ == "__main__":
    print(json.dumps(measure()))

"""The library: its scenarios load, and published reference values are the numbers that the papers print."""

import csv
import math
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from snakelab.results.reference_values import ReferenceKind
from snakelab.scenarios.catalogue import find, library
from snakelab.scenarios.forms import Form, read_form
from snakelab.scenarios.overrides import read_scenario
from snakelab.scenarios.scenario import load_scenario
from snakelab.scenarios.scenario_form import ScenarioForm

PRINTED = Path(__file__).parents[2] / "reproductions" / "printed_numbers.csv"
SCALES = {"m/s": 1.0, "cm/s": 0.01}
pytestmark = pytest.mark.filterwarnings("ignore::snakelab.errors.SnakelabWarning")


@pytest.fixture(scope="module")
def scenarios():
    """The library, which takes seconds to load."""
    return {name: load_scenario(name) for name in library()}


class ReferenceForm(Form):
    """The reference values of a scenario alone, as in its own form."""

    reference_values: ScenarioForm.__annotations__["reference_values"] = ()


@pytest.fixture(scope="module")
def references():
    """Data of the file and reference value, of every one of the library; its robots and worlds are not made."""
    found = []
    for name in library():
        document = read_scenario(find(name))
        data = document.data.get("reference_values", ())
        form = read_form(ReferenceForm, replace(document, data={"reference_values": data}))
        found += [(name, each, reference) for each, reference in zip(data, form.reference_values, strict=True)]
    return found


def printed_numbers():
    """Printed numbers of each paper in SI units, and the speeds of which they are the components x and y."""
    with PRINTED.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    numbers: dict[str, list[float]] = {}
    for row in rows:
        numbers.setdefault(row["paper"], []).append(float(row["printed"]) * SCALES[row["unit"]])
    by_name = {row["quantity"]: float(row["printed"]) * SCALES[row["unit"]] for row in rows}
    for row in rows:
        case, _, axis = row["quantity"].rpartition(", ")
        if axis == "x":
            numbers[row["paper"]].append(math.hypot(by_name[f"{case}, x"], by_name[f"{case}, y"]))
    return numbers


@pytest.mark.thorough
def test_every_scenario_of_the_library_loads_under_its_name_with_title_and_source(scenarios):
    authors = (
        "Bamshad",
        "Arachchige",
        "Zhang",
        "Kelasidi",
        "Liu",
        "Transeth",
        "Maladen",
        "Gazzola",
        "Renda",
        "Ijspeert",
        "Todorov",
        "Hirose",
        "Tesch",
        "Pieranski",
        "Marvi",
        "Lighthill",
    )
    for name, title in library().items():
        scenario = scenarios[name]
        assert (scenario.name, scenario.title) == (name, title)
        assert any(author in scenario.source for author in authors), name


def test_every_reference_value_of_the_library_states_its_kind(references):
    assert [(name, reference.quantity) for name, data, reference in references if "kind" not in data] == []
    assert {reference.kind for _, _, reference in references} == set(ReferenceKind)


def test_every_published_value_is_a_number_that_its_paper_prints(references):
    numbers = printed_numbers()
    published = [(name, one) for name, _, one in references if one.kind is ReferenceKind.PUBLISHED]
    assert len(published) > 15
    for name, one in published:
        (paper,) = (paper for paper in numbers if one.source.startswith(paper))
        # A speed from its components is rounded to the digits of the file.
        assert min(abs(one.value - number) for number in numbers[paper]) <= 5.1e-5, (name, one.quantity, one.value)
        assert one.value in [pytest.approx(number, rel=1e-3) for number in numbers[paper]]


def test_the_paper_counts_the_values_by_their_kind(references):
    """With an explanation a value differs, without one it agrees; `test_validate_library` checks both."""
    kinds = Counter((one.kind, bool(one.explained)) for _, _, one in references)
    text = " ".join((PRINTED.parents[1] / "paper" / "paper.md").read_text(encoding="utf-8").split())
    independent, closed, words, own = (
        kinds[kind, False]
        for kind in (
            ReferenceKind.INDEPENDENT, ReferenceKind.CLOSED_FORM, ReferenceKind.STATEMENT, ReferenceKind.REGRESSION
        )
    )  # fmt: skip
    assert (
        f"{independent} are results of independent programs, {closed} closed forms, {words} statements in words" in text
    )
    assert f"{own} earlier results of the package itself" in text
    assert kinds[ReferenceKind.PUBLISHED, False] == 0
    assert (
        f"None of the {kinds[ReferenceKind.PUBLISHED, True]} numbers printed in a paper is met to its last digit"
        in text
    )


def test_an_explained_difference_is_no_licence_for_any_number(references):
    explained = [(name, one) for name, _, one in references if one.explained]
    assert len(explained) > 30
    for name, one in explained:
        assert one.explained_up_to is not None and one.explained_up_to > 0, name
        size = abs(one.value or one.above or one.below or 1.0)
        assert one.explained_up_to <= 30 * size or size < 1e-8, (name, one.quantity)


def test_energy_balances_are_bounded_near_their_residuals(references):
    bounds = [one.below for _, _, one in references if one.metric == "energy_residual_ratio"]
    assert len(bounds) > 50 and sorted(bounds)[len(bounds) // 2] <= 1e-3 and max(bounds) <= 0.1

"""The registry of the papers: its commands exist, its pages are written from it, and the cheap items repeat their numbers."""

import pytest

from reproductions.__main__ import HERE, main, pages, reproduce
from reproductions.pages import anchor, paper_page
from reproductions.registry import CHEAP, NOT_PRINTED, VERDICTS, Value, papers
from snakelab.scenarios.catalogue import library

PAPERS = papers()
ITEMS = [(paper, item) for paper in PAPERS.values() for item in paper.items]
QUICK = 1.5  # the items that run with every test [s]


# Numbered figures, tables and cases with results, as the sheets of the papers list them.
NUMBERED = {
    "hybrid_snake": ("Table 1", "Table 2", "Figure 8", "Figure 10", "Figure 11", "Figure 12", "Figure 13", "Figure A2"),
    "soft_snake": ("Table I", "Figure 5"),
    "planar_snake": ("Figure 6", "Figure 13"),
    "pipe_snake": (
        "Table 1", "Table 2", "Table 3", "Scenario 1a", "Scenario 1b", "Scenario 2a", "Scenario 2b", "Scenario 3",
        "Scenario 4", "Scenario 5",
    ),
    "snakesys": ("Figure 14", "Figure 16", "Figure 18"),
}  # fmt: skip


@pytest.mark.parametrize("name", NUMBERED)
def test_every_numbered_figure_and_table_has_an_item_or_a_reason(name):
    paper = PAPERS[name]
    listed = {item.title for item in paper.items} | {title for title, _ in paper.excluded}
    assert set(NUMBERED[name]) <= listed
    page = paper_page(paper)
    assert all(f"| {title} | {reason} |" in page for title, reason in paper.excluded)


def test_a_bound_of_the_paper_counts_however_wide_the_tolerance():
    value = Value("time [ms]", "below 100", 40.0, 100.0, most=100.0)
    assert value.repeats(99.0) and not value.repeats(101.0)


@pytest.mark.parametrize(("paper", "item"), ITEMS, ids=[f"{paper.name}-{item.key}" for paper, item in ITEMS])
def test_every_item_has_a_program_a_verdict_and_its_pictures(paper, item):
    assert callable(item.load())
    assert item.verdict in VERDICTS and item.reason.endswith(".")
    assert paper.item(item.key) is item
    for name in item.pictures:
        assert (HERE / paper.name / "pictures" / name).exists() == item.committed


def test_no_picture_is_left_over_and_each_is_small():
    for paper in PAPERS.values():
        files = list((HERE / paper.name / "pictures").glob("*"))
        assert {file.name for file in files} == {
            name for item in paper.items if item.committed for name in item.pictures
        }
        assert all(file.stat().st_size < 120_000 for file in files)


def test_the_pages_are_those_of_the_registry():
    """To write them anew: python -m reproductions --pages"""
    for path, text in pages().items():
        assert path.read_text(encoding="utf-8") == text, path


def test_every_scenario_of_a_paper_is_in_the_library():
    for paper in PAPERS.values():
        for pattern in paper.scenarios:
            assert any(name.startswith(pattern.rstrip("*")) for name in library())


@pytest.mark.parametrize(
    ("paper", "item"),
    [pytest.param(*one, marks=() if one[1].seconds <= QUICK else pytest.mark.slow) for one in ITEMS if one[1].cheap],
    ids=[f"{paper.name}-{item.key}" for paper, item in ITEMS if item.cheap],
)
def test_a_cheap_item_repeats_its_numbers(paper, item, tmp_path, capsys):
    runs = reproduce(paper, [item], tmp_path)
    assert all(value.repeats(runs[item.key][value.name]) for value in item.values), runs
    assert {file.name for file in tmp_path.glob("*.png")} == set(item.pictures)
    page = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "this run" in page or not item.values
    assert "deviates" not in capsys.readouterr().out


def test_the_command_lists_the_papers_and_names_unknown_ones(capsys):
    assert main([]) == 0
    listed = capsys.readouterr().out
    assert all(f"{name}: " in listed for name in PAPERS) and all(item.key in listed for _, item in ITEMS)
    assert main(["planar"]) == 2 and main(["planar_snake", "figure_99"]) == 2
    text = capsys.readouterr().err
    assert "there is no paper 'planar'" in text and "has no item 'figure_99'" in text


def test_a_page_compares_a_run_with_the_declared_numbers():
    paper = PAPERS["planar_snake"]
    page = paper_page(paper, {"motors": {"largest torque [N m]": 0.2}}, "")
    assert "| 0.2 (deviates) |" in page and "![angle, rate" in page
    assert f"#{anchor('Figure 13')}" == "#figure-13"
    assert Value("x", "", 2.0, 0.1).repeats(2.05) and not Value("x", "", 2.0, 0.1).repeats(2.2)
    assert CHEAP == 30.0 and NOT_PRINTED in VERDICTS

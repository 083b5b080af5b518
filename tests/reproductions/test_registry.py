"""The registry of the papers: verdicts follow from numbers, pages from stored results, and cheap items repeat their numbers."""

import ast
import json
import math
import re
from dataclasses import replace

import pytest

from reproductions import sources
from reproductions.__main__ import HERE, main, pages, reproduce
from reproductions.pages import (
    OLD,
    ResultsError,
    count_lines,
    counts,
    item_tables,
    outdated,
    paper_page,
    records,
    store,
    stored,
)
from reproductions.registry import (
    PUBLISHED_TOLERANCE,
    Item,
    Kind,
    Verdict,
    drawing,
    independent,
    number,
    own,
    papers,
    states,
)
from snakelab.errors import HardwareError
from snakelab.scenarios.catalogue import library

PAPERS = papers()
ITEMS = [(paper, item) for paper in PAPERS.values() for item in paper.items]
RUN = [(paper, item) for paper, item in ITEMS if item.program]
REPEATED = [(paper, item) for paper, item in RUN if item.cheap and item.key in stored()[paper.name]]
QUICK = 1.5  # the items that run with every test [s]

# Numbered figures and tables, as the sheets of the papers list them, by the words in the title of an item.
NUMBERED = {
    "hybrid_snake": (
        "Figure 1", "Figures 2 and 3", "Figure 6", "Figure 7", "Figure 8", "Figure 9", "Figure 10", "Figure 11", "Figure 12",
        "Figure 13", "Figure A1", "Figure A2", "Tables 1 and 2",
    ),
    "soft_snake": (
        "Figures 4 and 5", "Figure 7", "Figure 8", "Figure 9", "Figure 10", "Figure 11", "Figure 12", "Table I",
    ),
    "planar_snake": ("Figures 3 to 5", "Figure 6", "Figures 8 to 12", "Figure 13"),
    "pipe_snake": (
        "Figures 1 and 2", "Figure 5", "Figure 6 a", "Figure 6 b", "Figure 7 a", "Figure 7 b", "Figure 8", "Figure 9",
        "Figures 10 and 11", "Tables 1 and 2", "Table 3",
    ),
    "snakesys": (
        "Figure 1", "Table 1", "Tables 2 to 5", "Figure 4", "Figures 5 and 6", "Figures 7 to 9", "Figures 10 and 11",
        *(f"Figure {k}" for k in range(12, 20)),
    ),
}  # fmt: skip


# --- verdicts ----------------------------------------------------------------------------------------------------------


def test_a_check_compares_a_result_with_its_range():
    printed = number("speed [m/s]", 0.2, "Table 1")
    assert printed.verdict(0.209) is Verdict.AGREES and printed.verdict(0.211) is Verdict.DIFFERS
    words = states("ratio", "faster", "Figure 2", above=1.0)
    assert words.verdict(1.1) is Verdict.AGREES and words.verdict(0.9) is Verdict.DIFFERS
    assert words.verdict(float("nan")) is Verdict.UNCHECKED and own("x").verdict(3.0) is Verdict.UNCHECKED
    assert independent("x", 2.0, 1e-3, "equation 1").verdict(2.0005) is Verdict.AGREES
    assumed = replace(words, assuming="stiff servos")
    assert assumed.verdict(1.1) is Verdict.ASSUMED and assumed.verdict(0.9) is Verdict.DIFFERS
    assert words.repeats(1.005, 1.0) and not words.repeats(1.02, 1.0)
    nan, inf = math.nan, math.inf  # not measured; never arrived
    assert words.repeats(nan, nan) and not words.repeats(nan, 1.0) and not words.repeats(1.0, nan)
    assert (
        words.repeats(inf, inf) and states("time [s]", "arrives", "Figure 6", below=9).verdict(inf) is Verdict.DIFFERS
    )


def test_the_verdict_of_an_item_follows_from_its_checks():
    one, other = states("a", "large", "Figure 1", above=1.0), states("b", "small", "Figure 1", below=1.0)
    item = Item("key", "Figure 1", "content", "module:function", checks=(one, other, own("c")))
    assert item.verdict({"a": 2.0, "b": 0.5, "c": 7.0}) is Verdict.AGREES
    assert item.verdict({"a": 2.0, "b": 1.5}) is Verdict.PART
    assert item.verdict({"a": 2.0}) is Verdict.PART
    assert item.verdict({"a": 0.5, "b": 1.5}) is Verdict.DIFFERS
    assert item.verdict({}) is Verdict.UNCHECKED
    assumed = replace(item, checks=(replace(one, assuming="stiff servos"), other))
    assert assumed.verdict({"a": 2.0, "b": 0.5}) is Verdict.PART
    assert replace(item, unknown="the start.").verdict({"a": 2.0, "b": 0.5}) is Verdict.PART
    assert replace(item, checks=(own("c"),)).verdict({"c": 1.0}) is Verdict.UNCHECKED
    assert drawing("figure_1", "Figure 1", "frames").verdict({}) is Verdict.PICTURE


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("name", "key"), [("snakesys", "figure_16"), ("soft_snake", "errors"), ("hybrid_snake", "tables")]
)
def test_a_changed_printed_number_changes_the_verdict(name, key):
    paper, results = PAPERS[name], stored()
    item = paper.item(key)
    good = (Verdict.AGREES, Verdict.ASSUMED)
    agreed = [check for check in item.checks if check.verdict(results[name][key][check.quantity]) in good]
    wrong = replace(agreed[0], value=1.5 * agreed[0].value)
    changed = replace(item, checks=tuple(wrong if check is agreed[0] else check for check in item.checks))
    other = replace(paper, items=tuple(changed if one is item else one for one in paper.items))
    assert wrong.verdict(results[name][key][wrong.quantity]) is Verdict.DIFFERS
    before, after = (counts([one], results)[1] for one in (paper, other))
    assert after[wrong.kind, Verdict.DIFFERS] == before[wrong.kind, Verdict.DIFFERS] + 1
    assert paper_page(other, results[name]) != paper_page(paper, results[name])
    if len(agreed) == sum(check.kind is not Kind.OWN for check in item.checks) and not item.unknown:
        assert (item.verdict(results[name][key]), changed.verdict(results[name][key])) == (Verdict.AGREES, Verdict.PART)


# --- the papers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NUMBERED)
def test_every_numbered_figure_and_table_has_an_item(name):
    titles = ", ".join(item.title for item in PAPERS[name].items)
    assert [place for place in NUMBERED[name] if place not in titles] == []


@pytest.mark.parametrize(("paper", "item"), ITEMS, ids=[f"{paper.name}-{item.key}" for paper, item in ITEMS])
def test_every_item_has_a_program_with_stored_results_or_a_reason(paper, item):
    assert paper.item(item.key) is item
    if item.program:
        assert callable(item.load()) and item.checks
        results = stored()[paper.name].get(item.key, {})
        if item.cheap and (results or not item.measured):
            assert {check.quantity for check in item.checks} <= set(results)
    else:
        assert item.without in (Verdict.PICTURE, Verdict.HARDWARE, Verdict.MISSING, Verdict.UNCHECKED)
        assert item.unknown or item.without in (Verdict.PICTURE, Verdict.HARDWARE)
    for check in item.checks:
        assert bool(check.printed and check.place) == (check.kind is not Kind.OWN), check
        if check.kind in (Kind.NUMBER, Kind.PARAMETER):  # one rule for every published number
            assert check.tolerance == pytest.approx(PUBLISHED_TOLERANCE * abs(check.value), rel=1e-12)
    for name in item.pictures:
        assert (HERE / paper.name / "pictures" / name).exists() == item.committed


def test_every_bound_other_than_0_and_1_states_its_basis():
    for paper, item in ITEMS:
        for check in item.checks:
            if check.kind is Kind.STATEMENT:
                ratio = re.search(r"\[(?!-\])", check.quantity) is None  # 1 is the bound of a ratio, not of 1 m
                bounds = {check.above, check.below} - {-math.inf, math.inf, 0.0, 1.0 if ratio else 0.0}
                assert check.basis or not bounds, (paper.name, item.key, check.quantity)
                assert bounds or math.isfinite(check.above) or math.isfinite(check.below), "a check that cannot fail"


def test_an_item_in_part_names_what_is_unknown_or_what_differs():
    for paper, item in ITEMS:
        results = stored()[paper.name].get(item.key, {})
        if item.verdict(results) is Verdict.PART:
            differs = [
                check for check in item.checks if check.verdict(results.get(check.quantity, 0.0)) is Verdict.DIFFERS
            ]
            assumed = [check for check in item.checks if check.assuming]
            assert item.unknown or ((differs or assumed) and item.remark), (paper.name, item.key)


def test_no_picture_is_left_over_and_each_is_small():
    for paper in PAPERS.values():
        files = list((HERE / paper.name / "pictures").glob("*"))
        assert {file.name for file in files} == {
            name for item in paper.items if item.committed for name in item.pictures
        }
        assert all(file.stat().st_size < 120_000 for file in files)


@pytest.mark.slow
def test_the_pages_are_those_of_the_registry_and_the_stored_results():
    """To write them anew: python -m reproductions --pages"""
    for path, text in pages().items():
        assert path.read_text(encoding="utf-8") == text, path


def test_stored_results_belong_to_items_and_were_written_by_their_commands():
    for name, kept in records().items():
        for key, record in kept.items():
            assert {check.quantity for check in PAPERS[name].item(key).checks} <= set(record["numbers"]), (name, key)
            assert record["command"] == f"python -m reproductions {name} {key}"
            assert re.fullmatch(r"20\d\d-\d\d-\d\d", record["date"]) and record["wall_time"] >= 0
            assert re.fullmatch(r"[0-9a-f]{16}", record["sources"])


def test_an_item_without_a_stored_result_has_no_verdict_and_says_so():
    paper = PAPERS["pipe_snake"]
    numbers = {f"{n} samples, with walls, GPU [ms]": 2.0 for n in (2880, 5760, 8640)}
    gpu = replace(paper.item("table_3_gpu"), unknown="")
    assert gpu.verdict({}) is Verdict.UNCHECKED and gpu.verdict(numbers) is Verdict.AGREES
    section = paper_page(paper, {}).split("## Table 3, GPU")[1].split("\n## ")[0]
    assert "Not run in this state; measured with an earlier version" in section and "Cannot be checked." in section
    rows = [row for row in section.splitlines() if "| Table 3 |" in row]
    assert len(rows) == 3 and all(row.endswith("| not run | cannot be checked |") for row in rows)


def test_a_result_that_no_run_wrote_is_refused(tmp_path, monkeypatch):
    path, paper = tmp_path / "results.json", PAPERS["eel"]
    monkeypatch.setattr("reproductions.pages.RESULTS", path)
    path.write_text(json.dumps({"eel": {"trends": {"best phase lag [deg]": 20.0}}}), encoding="utf-8")
    with pytest.raises(ResultsError, match="python -m reproductions eel trends --keep"):
        stored()
    path.write_text("{}", encoding="utf-8")
    store(paper, paper.item("trends"), {"best phase lag [deg]": 20.0}, 8.0)
    assert stored() == {"eel": {"trends": {"best phase lag [deg]": 20.0}}}
    path.write_text(path.read_text(encoding="utf-8").replace("20.0", "30.0"), encoding="utf-8")
    with pytest.raises(ResultsError, match="was not written by a run, or was changed"):
        stored()


def test_the_digest_of_an_item_changes_with_its_program_and_scenarios_alone(monkeypatch):
    program = "reproductions.hybrid_snake.figures:figure_12"
    content, top_level, before = sources.content, sources._top_level, sources.digest(program)
    assert before == sources.digest(program) != sources.digest("reproductions.hybrid_snake.figures:figure_11")

    def changed(name, **keys):
        return lambda case: [content(case)[0] | keys, *content(case)[1:]] if case == name else content(case)

    monkeypatch.setattr(sources, "content", changed("hybrid_spiral", duration=1))
    assert sources.digest(program) == before  # not one that it names
    monkeypatch.setattr(sources, "content", changed("hybrid_pitch", duration=1))
    assert sources.digest(program) != before
    monkeypatch.setattr(sources, "content", content)

    def with_definition(module, text):
        definition = ast.parse(text).body
        return lambda name: top_level(name) | ({"metric": definition} if name == module else {})

    monkeypatch.setattr(sources, "_top_level", with_definition("reproductions.drawing", "def metric(): return 1"))
    assert sources.digest(program) != before  # a function that the program uses
    monkeypatch.setattr(sources, "_top_level", with_definition("reproductions.eel.figures", "def metric(): return 1"))
    assert sources.digest(program) == before


def test_the_content_of_a_scenario_is_that_of_its_bases_without_its_texts():
    own, base = sources.content("hybrid_pitch")
    assert set(own) == {"base", "controller"} and "robot" in base and "title" not in base


def test_comments_and_docstrings_do_not_change_the_digest():
    def plain(text):
        return sources.plain(sources.without_docstrings(ast.parse(text)))

    assert plain('def f(x):\n    """Text."""\n    return x + 1\n') == plain("def f(x):  # comment\n    return (x+1)\n")
    assert plain("def f(x):\n    return x + 1\n") != plain("def f(x):\n    return x + 2\n")


def test_an_item_whose_program_or_scenarios_changed_is_marked(monkeypatch):
    paper = PAPERS["eel"]
    results, row = (
        stored(),
        "| [Speed and power](#speed-and-power-speed-and-power-over-amplitude-frequency-and-phase-lag) |",
    )
    assert "trends" not in outdated(paper) and f"({OLD})" not in paper_page(paper, results["eel"])
    monkeypatch.setattr("reproductions.pages.digest", lambda program: "changed")
    assert outdated(paper) == {"trends", "mamba"}
    page = paper_page(paper, results["eel"])
    (line,) = (line for line in page.splitlines() if line.startswith(row))
    assert line.endswith(f"({OLD}) |") and f"s of wall time, {OLD}" in page
    assert f"({OLD}) |" in item_tables([paper], results)


def test_every_scenario_of_a_paper_is_in_the_library():
    for paper in PAPERS.values():
        for pattern in paper.scenarios:
            assert any(name.startswith(pattern.rstrip("*")) for name in library())


@pytest.mark.few(5)
@pytest.mark.parametrize(
    ("paper", "item"),
    [pytest.param(*one, marks=() if one[1].seconds <= QUICK else pytest.mark.slow) for one in REPEATED],
    ids=[f"{paper.name}-{item.key}" for paper, item in REPEATED],
)
@pytest.mark.filterwarnings("ignore::snakelab.errors.SnakelabWarning")
def test_a_cheap_item_repeats_its_numbers(paper, item, tmp_path, capsys):
    runs = reproduce(paper, [item], tmp_path)
    kept = stored()[paper.name][item.key]
    off = {
        check.quantity: (runs[item.key][check.quantity], kept[check.quantity])
        for check in item.checks
        if not check.repeats(runs[item.key][check.quantity], kept[check.quantity])
    }
    assert off == {}
    assert {file.name for file in tmp_path.glob("*.png")} >= set(item.pictures)
    assert item.title in (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "(stored: " not in capsys.readouterr().out


# --- the command -------------------------------------------------------------------------------------------------------


def test_the_command_lists_the_papers_and_names_unknown_ones(capsys):
    assert main(["--list"]) == 0
    listed = capsys.readouterr().out
    assert all(f"{name}: " in listed for name in PAPERS) and all(item.key in listed for _, item in ITEMS)
    assert main(["planar"]) == 2 and main(["planar_snake", "figure_99"]) == 2
    text = capsys.readouterr().err
    assert "there is no paper 'planar'" in text and "has no item 'figure_99'" in text


def test_an_item_that_cannot_be_run_is_named_and_the_others_are_run(tmp_path, capsys, monkeypatch):
    one = PAPERS["soft_snake"]

    def fails(folder):
        raise HardwareError("there is no GPU")

    load = Item.load
    monkeypatch.setattr(Item, "load", lambda item: fails if item.key == "robot" else load(item))
    monkeypatch.setattr(
        "reproductions.__main__.papers",
        lambda: {"soft_snake": replace(one, items=(one.item("robot"), one.item("errors")))},
    )
    assert main(["soft_snake", "--out", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert "Section II-A: not run: there is no GPU" in said.err and "Table I, errors: agrees" in said.out


def test_a_run_ends_with_the_numbers_by_verdict_and_by_kind(tmp_path, capsys, monkeypatch):
    one = PAPERS["soft_snake"]
    monkeypatch.setattr(
        "reproductions.__main__.papers", lambda: {"soft_snake": replace(one, items=(one.item("errors"),))}
    )
    assert main(["soft_snake", "--out", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "| checks by kind | agrees | agrees under an assumption | differs | cannot be checked |" in lines
    assert "| published parameter | 4 | 0 | 0 | 0 |" in lines and "| published number | 0 | 0 | 0 | 0 |" in lines


def test_counts_and_tables_hold_every_item():
    known, results = list(PAPERS.values()), stored()
    items, checks = counts(known, results)
    assert sum(items.values()) == len(ITEMS) and sum(checks.values()) == sum(len(item.checks) for _, item in ITEMS)
    assert count_lines(known, results)[-1].startswith(f"| {Kind.OWN} | 0 | 0 | 0 |")
    table = item_tables(known, results)
    assert table.count("\n| ") >= len(ITEMS)
    assert all(f"| {item.title} | {item.content} |" in table for _, item in ITEMS)


def test_a_kept_number_has_nine_digits(tmp_path, monkeypatch):
    path = tmp_path / "results.json"
    path.write_text("{}", encoding="utf-8")
    monkeypatch.setattr("reproductions.pages.RESULTS", path)
    store(PAPERS["eel"], PAPERS["eel"].item("trends"), {"a": 1.23456789012, "b": math.nan}, 8.0)
    assert stored()["eel"]["trends"]["a"] == 1.23456789 and math.isnan(stored()["eel"]["trends"]["b"])
    assert "NaN" not in path.read_text(encoding="utf-8")

"""Metadata of the package: one version in all files, classifiers of what is tested, complete archives, citations."""

import importlib.util
import json
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet
from packaging.version import Version
from ruamel.yaml import YAML

from snakelab.parameters.display_registry import CORE_DISPLAYS

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = ROOT / ".github" / "workflows"


def read_yaml(path: Path):
    """Return a document."""
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def check_tag():
    """The program that compares a tag with the files."""
    spec = importlib.util.spec_from_file_location("check_tag", ROOT / ".github" / "check_tag.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_all_files_state_one_version(check_tag):
    versions = check_tag.versions()
    assert len(versions) == 4 and set(versions.values()) == {PROJECT["version"]}, versions


def test_a_tag_needs_the_version_of_the_files_and_entries_in_the_changelog(check_tag, capsys, monkeypatch):
    assert "pyproject.toml states" in check_tag.main("v0.0.1")
    monkeypatch.setattr(check_tag, "notes", lambda version, changelog: f"entries of {version}")
    assert check_tag.main(f"v{PROJECT['version']}", "--notes") == ""
    assert capsys.readouterr().out == f"entries of {PROJECT['version']}\n"
    monkeypatch.setattr(check_tag, "notes", lambda version, changelog: "")
    assert "CHANGELOG.md has no entries" in check_tag.main(f"v{PROJECT['version']}")


def test_the_notes_of_a_release_are_its_entries(check_tag):
    changelog = "## Unreleased\n\n## 1.1.0 - 2030-02-03\n\n### Added\n\n- New.\n\n## 1.0.0 - 2030-01-01\n\n- Old.\n"
    assert check_tag.notes("1.1.0", changelog) == "### Added\n\n- New."
    assert check_tag.notes("1.0.0", changelog) == "- Old."
    assert check_tag.notes("1.1", changelog) == check_tag.notes("2.0.0", changelog) == ""


def test_the_changelog_has_unreleased_entries_on_top():
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d", heading) for heading in headings[1:])


def test_no_entry_says_that_nothing_is_released(check_tag):
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = changelog.replace("## Unreleased\n", "## Unreleased\n\n## 99.0.0 - 2030-01-01\n", 1)
    assert "### Added" in check_tag.notes("99.0.0", released)
    assert "released yet" not in check_tag.notes("99.0.0", released)


def test_the_licences_of_bundled_scripts_are_among_those_of_the_package():
    assets = ROOT / "src" / "snakelab" / "plugins" / "studio" / "assets"
    files = {path for pattern in PROJECT["license-files"] for path in ROOT.glob(pattern)}
    assert files == {ROOT / "LICENSE", *assets.glob("LICENSE.*.txt")} and len(files) == 3


def test_classifiers_name_the_pythons_that_the_workflows_require():
    named = {word.rsplit(" ", 1)[1] for word in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", word)}
    jobs = read_yaml(WORKFLOWS / "ci.yml")["jobs"]
    tried = jobs["test"]["strategy"]["matrix"]["python"]
    assert jobs["test"]["continue-on-error"].count("==") == 1
    optional = set(re.findall(r"'(3\.\d+)'", jobs["test"]["continue-on-error"]))
    assert (
        named
        == set(tried) - optional
        == set(read_yaml(WORKFLOWS / "release.yml")["jobs"]["test"]["strategy"]["matrix"]["python"])
    )
    assert all(Version(python) in SpecifierSet(PROJECT["requires-python"]) for python in tried)
    assert min(named, key=Version) == PROJECT["requires-python"].removeprefix(">=")


def test_classifiers_name_no_system_whose_job_is_not_required():
    systems = {word.split(" :: ")[1] for word in PROJECT["classifiers"] if word.startswith("Operating System")}
    assert systems == {"POSIX"} and read_yaml(WORKFLOWS / "ci.yml")["jobs"]["systems"]["continue-on-error"] is True


def test_the_makefile_tries_the_pythons_of_the_classifiers():
    pythons = re.search(r"^PYTHONS \?= (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)[1].split()
    assert {f"Programming Language :: Python :: {name.removeprefix('python')}" for name in pythons} <= set(
        PROJECT["classifiers"]
    )


def test_every_target_of_make_in_the_workflows_exists():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for path in WORKFLOWS.glob("*.yml"):
        for job in read_yaml(path)["jobs"].values():
            lines = [line for step in job["steps"] for line in step.get("run", "").splitlines()]
            assert {word for line in lines for word in re.findall(r"^make ([a-z-]+)", line)} <= targets, path


def test_the_source_archive_holds_what_the_repository_tracks():
    """Except for the settings of git and of editors."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=500
    )
    if listed.returncode:
        pytest.skip("no git repository here")
    tops = {name.split("/")[0] for name in listed.stdout.splitlines()}
    document = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = {name.strip("/") for name in document["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]}
    always = {"pyproject.toml", "README.md", "LICENSE", ".gitignore"}
    assert tops - included - always == {".gitattributes", ".pre-commit-config.yaml"}


def test_the_citations_agree():
    citation, zenodo = read_yaml(ROOT / "CITATION.cff"), json.loads((ROOT / ".zenodo.json").read_text(encoding="utf-8"))
    assert citation["cff-version"] == "1.2.0" and citation["license"] == zenodo["license"] == PROJECT["license"]
    names = [author["name"] for author in citation["authors"]]
    assert (
        names == [author["name"] for author in zenodo["creators"]] == [author["name"] for author in PROJECT["authors"]]
    )
    assert citation["keywords"] == zenodo["keywords"]
    assert all(author in (ROOT / "paper" / "paper.md").read_text(encoding="utf-8") for author in names)


def test_the_paper_has_the_length_and_the_parts_that_joss_asks_for():
    text = (ROOT / "paper" / "paper.md").read_text(encoding="utf-8")
    head, body = text.split("---\n", 2)[1:]
    assert {"title", "tags", "authors", "affiliations", "date", "bibliography"} <= set(YAML(typ="safe").load(head))
    words = len(re.findall(r"\S+", re.sub(r"\|.*\|", "", body)))
    assert 750 <= words <= 1750
    sections = re.findall(r"^# (.*)$", body, re.MULTILINE)
    assert {"Summary", "Statement of need", "State of the field", "References"} <= set(sections)


def test_the_paper_counts_the_scenarios_and_values_of_the_validation_page():
    page = (ROOT / "docs" / "validation.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `\w+` \| (\d+) \| (\d+) \| (\d+) \|$", page, re.MULTILINE)
    agree, differ, unchecked = (sum(map(int, column)) for column in zip(*rows, strict=True))
    paper = " ".join((ROOT / "paper" / "paper.md").read_text(encoding="utf-8").split())
    assert f"contains {len(rows)} scenarios" in paper
    assert f"{agree} values that agree" in paper
    assert f"{differ} that differ for a stated reason, and {unchecked} statements" in paper


def test_every_source_of_the_paper_is_in_its_bibliography_and_cited():
    text = (ROOT / "paper" / "paper.md").read_text(encoding="utf-8")
    cited = set(re.findall(r"(?<![\w.])@([A-Za-z][\w-]*)", text.split("---\n", 2)[2]))
    listed = re.findall(r"^@\w+\{([\w-]+),", (ROOT / "paper" / "paper.bib").read_text(encoding="utf-8"), re.MULTILINE)
    assert cited == set(listed) and len(listed) == len(set(listed))


@pytest.mark.slow
def test_both_archives_pass_twine_and_the_source_archive_builds_the_same_wheel(tmp_path):
    for name in ("build", "twine"):
        pytest.importorskip(name, reason=f"{name} is not installed")
    run = [sys.executable, "-m"]
    subprocess.run([*run, "build", "--outdir", tmp_path, ROOT], check=True, capture_output=True, timeout=500)
    archives = sorted(tmp_path.iterdir())
    assert [path.name.split("-")[1].removesuffix(".tar.gz") for path in archives] == [PROJECT["version"]] * 2
    with zipfile.ZipFile(
        next(path for path in archives if path.suffix == ".whl")
    ) as wheel:  # the library, and nothing else
        tops = {name.split("/")[0] for name in wheel.namelist()}
    assert tops == {"snakelab", f"snakelab-{PROJECT['version']}.dist-info"}
    run_result = subprocess.run(
        [*run, "twine", "check", "--strict", *archives], capture_output=True, text=True, encoding="utf-8", timeout=500
    )
    assert run_result.returncode == 0, run_result.stdout


def test_the_source_archive_leaves_out_what_a_nested_gitignore_ignores():
    """Hatchling reads the .gitignore of the root only."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    ignored = [line.strip("/") for line in (ROOT / "web" / ".gitignore").read_text(encoding="utf-8").split()]
    assert ignored and {f"/web/{name}" for name in ignored} <= set(settings["sdist"]["exclude"])


def test_the_modules_of_entry_points_exist():
    groups = PROJECT["entry-points"]
    assert CORE_DISPLAYS in groups["snakelab.display"].values()
    for target in (target for group in groups.values() for target in group.values()):
        assert importlib.util.find_spec(target.partition(":")[0]) is not None, target

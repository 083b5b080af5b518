"""The generated pages are up to date, and hold what they are for."""

import json
import posixpath
import re

import pytest

from generated_pages import DOCS, generated_pages

REFERENCE = DOCS / "reference"
STORED = sorted(
    path.relative_to(REFERENCE).as_posix() for path in REFERENCE.rglob("*") if path.suffix in (".md", ".json")
)


def test_every_generated_file_is_stored_and_no_other():
    assert STORED == sorted(generated_pages()), "run: python docs/generate.py"


@pytest.mark.parametrize("name", STORED)
def test_a_generated_file_is_up_to_date(name):
    stored = (REFERENCE / name).read_text(encoding="utf-8")
    assert stored == generated_pages()[name], f"docs/reference/{name} is out of date; run: python docs/generate.py"


def scenario_pages() -> dict[str, str]:
    """The pages on the keys of a scenario."""
    return {
        name: text for name, text in generated_pages().items() if name.startswith("scenario") and name.endswith(".md")
    }


def test_the_keys_of_a_scenario_are_on_a_page_for_each_group_and_none_is_long():
    pages = scenario_pages()
    assert {"scenario.md", "scenario/controllers.md", "scenario/media.md", "scenario/parts.md"} <= set(pages)
    assert all(len(text.splitlines()) < 700 and text.count("\n# ") == 1 for text in pages.values())


def test_every_key_of_the_schema_stands_on_a_page():
    page = "\n".join(scenario_pages().values())
    definitions = json.loads(generated_pages()["scenario.schema.json"])["$defs"]
    for name, definition in definitions.items():
        if not name.endswith("_change") and not name.startswith("repeat_"):
            for key in definition.get("properties", {}):
                assert f"| `{key}` |" in page, (name, key)
    assert "| `mass` | number, greater than 0 and at most 1e+09 | kg | required | Mass. |" in page
    assert "| `torque_limit` | number, greater than 0 | N m or N | `.inf` | Limit of the total torque. |" in page


def test_no_key_repeats_the_description_of_its_type():
    definitions = json.loads(generated_pages()["scenario.schema.json"])["$defs"]
    described = {name: item for name, item in definitions.items() if len(item.get("description", "")) > 40}
    repeated = [
        (name, key)
        for name, definition in described.items()
        for key, item in definition.get("properties", {}).items()
        if item.get("description", "").startswith(definition["description"][:40])
    ]
    assert len(described) > 50 and not repeated


def headings(page: str) -> set[str]:
    """Anchors of the headings of a page."""
    lines = [line for line in page.splitlines() if line.startswith("#")]
    return {line.lstrip("# ").lower().replace(",", "").replace(" ", "-") for line in lines}


def test_every_link_of_a_page_leads_to_a_heading():
    pages, n_links = scenario_pages(), 0
    for name, text in pages.items():
        for file, anchor in re.findall(r"\]\(([\w/.]*\.md|)#?([\w-]*)\)", text):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), file)) if file else name
            if target != "../scenarios.md":
                n_links += 1
                assert not anchor or anchor in headings(pages[target]), (name, file, anchor)
    assert n_links > 50


def test_every_command_stands_on_the_page_with_its_options_and_the_exit_codes():
    page = generated_pages()["cli.md"]
    for words in ("## snakelab run", "snakelab check NAME-or-FILE... [options]", "| `--set KEY=VALUE` |", "| 130 |"):
        assert words in page


def test_the_start_page_leads_to_both():
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    assert "(reference/scenario.md)" in index and "(reference/cli.md)" in index

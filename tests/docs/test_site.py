"""The site: every page is in its navigation, internal links are valid, and the gallery holds every scenario and example."""

import json
import re
import sys
from fnmatch import fnmatch
from pathlib import Path
from types import SimpleNamespace

import pytest

import snakelab as sl
from recordings import serpenoid_recording
from snakelab.public_names import public_api

DOCS = Path(__file__).parents[2] / "docs"
ROOT = DOCS.parent
AT_REST = {"soft_drop"}


@pytest.fixture(scope="module", autouse=True)
def modules_of_the_site():
    before = list(sys.path)
    sys.path[:0] = [str(DOCS), str(DOCS / "extensions")]
    yield
    sys.path[:] = before


def pages() -> set[str]:
    """Sources of the site below docs, without what a build writes."""
    made = ("_build", "_replays", "gallery")
    paths = [path.relative_to(DOCS) for path in DOCS.rglob("*.md")]
    return {path.with_suffix("").as_posix() for path in paths if path.parts[0] not in made}


def test_every_page_stands_in_one_group_of_the_navigation():
    pytest.importorskip("sphinx", reason="sphinx is not installed")
    from contents import GROUPS, groups

    page_groups = groups((DOCS / "index.md").read_text(encoding="utf-8"))
    listed = [page for members in page_groups.values() for page in members]
    assert tuple(page_groups) == GROUPS and len(listed) == len(set(listed))
    below = {page for page in pages() if page.startswith(("reference/python/", "reference/scenario/", "notebooks/"))}
    assert set(listed) == pages() - below - {"index", "gallery"}


def test_the_page_of_each_published_robot_names_its_commands_and_all_of_its_scenarios():
    from reproductions.registry import papers

    for name in papers():
        text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
        headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
        assert headings[:2] == ["Run", "Equations"], name
        assert f"python -m reproductions {name} " in text, name
        families = re.findall(r"--only '([\w*]+)'", text)
        scenarios = {
            scenario for scenario in sl.scenarios.library() for family in families if fnmatch(scenario, family)
        }
        assert scenarios and scenarios <= set(re.findall(r"`(\w+)`", text)), name


def slug(heading):
    """Anchor of a heading, as MyST and GitHub make it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def test_every_link_between_pages_leads_to_a_file_and_a_heading():
    for path in [*(DOCS / f"{page}.md" for page in pages()), ROOT / "README.md"]:
        text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        for target, anchor in re.findall(r"\]\(([\w./-]*)#?([\w-]*)\)", text):
            file = (path.parent / target) if target else path
            assert file.exists(), (path.name, target)
            if anchor and file.suffix == ".md":
                headings = re.findall(r"^#{1,3} (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
                slugs = {slug(re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line).replace("`", "")) for line in headings}
                assert re.sub(r"-\d$", "", anchor) in slugs or anchor in slugs, (path.name, target, anchor)


def test_broken_links_of_a_built_site_are_found(tmp_path):
    from check_links import broken_links

    (tmp_path / "a.html").write_text('<a href="b.html#here">b</a><a href="c.html">c</a><a href="#no">no</a>')
    (tmp_path / "b.html").write_text('<h1 id="here">b</h1><a href="https://example.org">far</a>')
    assert broken_links(tmp_path) == ["a.html -> #no", "a.html -> c.html"]


def test_the_gallery_holds_every_scenario_and_every_example():
    from gallery_entries import EXAMPLES, entries

    names = {entry.name for entry in entries() if not entry.is_example}
    assert names == set(sl.scenarios.library())
    assert {entry.source for entry in entries() if entry.is_example} == set(EXAMPLES.glob("*/*.py"))


def test_the_stored_page_of_the_gallery_is_up_to_date_and_links_every_file():
    """To write it anew: python docs/generate.py"""
    from gallery_cards import source_cards, with_cards
    from gallery_entries import entries

    text = (DOCS / "gallery.md").read_text(encoding="utf-8")
    assert text == with_cards(text, source_cards), "docs/gallery.md is out of date; run: python docs/generate.py"
    for entry in entries():
        assert f"](../{entry.source.relative_to(ROOT).as_posix()})" in text
        assert entry.thumbnail.exists() == (f"](images/gallery/{entry.thumbnail.name})" in text)
    assert text.count("<br>[`") + text.count("| [`") == len(entries())


def test_every_entry_of_the_gallery_has_a_thumbnail():
    """To draw those that are missing: python docs/moving_thumbnails.py"""
    from gallery_entries import THUMBNAILS, entries

    assert {path.stem for path in THUMBNAILS.glob("*.webp")} == {entry.name for entry in entries()}


def test_thumbnails_made_from_replays_replace_the_stored_ones_in_a_build(tmp_path, monkeypatch):
    pytest.importorskip("sphinx", reason="sphinx is not installed")
    import gallery
    import moving_thumbnails
    import replays

    monkeypatch.setattr(replays, "FOLDER", tmp_path / "made")
    (tmp_path / "made").mkdir()
    (tmp_path / "site" / "_images").mkdir(parents=True)
    (tmp_path / "made" / "planar_viscous.html").write_text("page")
    assert [entry.name for entry in moving_thumbnails.missing_in_site()] == ["planar_viscous"]
    (tmp_path / "made" / "planar_viscous.webp").write_text("picture")
    assert moving_thumbnails.missing_in_site() == []
    gallery.copy_replays(SimpleNamespace(outdir=tmp_path / "site", builder=SimpleNamespace(format="html")), None)
    assert (tmp_path / "site" / "_images" / "planar_viscous.webp").read_text() == "picture"
    assert (tmp_path / "site" / "replays" / "planar_viscous.html").read_text() == "page"


def test_a_build_replaces_the_cards_of_the_gallery_by_links_to_its_pages():
    from gallery_cards import END, site_cards, with_cards
    from gallery_entries import entries

    text = with_cards((DOCS / "gallery.md").read_text(encoding="utf-8") + "after\n", site_cards)
    assert text.startswith("# Gallery") and text.endswith(f"{END}\nafter\n") and "<br>" not in text
    assert all(text.count(f"](gallery/{entry.name}.md)") == 1 for entry in entries())


def test_the_page_of_an_entry_has_at_most_3_mb_and_a_heavy_one_is_made_lighter(tmp_path):
    from replays import MAX_BYTES, light_page

    run = serpenoid_recording(duration=60.0, n_links=12, n_rows=3001)
    whole = light_page(run)
    assert len(whole) < MAX_BYTES == 3_000_000
    light = light_page(run, maximum=len(whole) - 20_000)
    assert len(light) < len(whole) - 20_000 and b"page" in light


def test_a_thumbnail_is_small_and_moves_and_all_of_them_take_at_most_5_mb():
    from gallery_entries import THUMBNAILS
    from PIL import Image

    files = sorted(THUMBNAILS.glob("*.webp"))
    assert sum(path.stat().st_size for path in files) < 5_000_000
    for path in files:
        assert path.stat().st_size <= 60_000, path.name
        with Image.open(path) as picture:
            assert picture.n_frames > 1 or path.stem in AT_REST, path.name


def test_a_page_of_the_gallery_shows_the_source_the_numbers_and_links_to_descriptions(tmp_path, monkeypatch):
    pytest.importorskip("sphinx", reason="sphinx is not installed")
    import replays
    from gallery import page
    from gallery_entries import entries

    monkeypatch.setattr(replays, "FOLDER", tmp_path)
    row = {"figure": "mean_speed", "case": "a|b", "unit": "m/s", "computed": "1", "range": "2", "share": "50 %"}
    row |= {"verdict": "differs", "remark": "known", "source": "paper"}
    (tmp_path / "planar_viscous.json").write_text(json.dumps({"expected": [row]}))
    (entry,) = (entry for entry in entries() if entry.name == "planar_viscous")
    text = page(entry)
    assert "| `mean_speed`, a\\|b | 1 m/s | 2 m/s | 50 % | differs: known | paper |" in text
    assert "scenarios/library/planar_viscous.yaml" in text and "(../planar_snake.md#" in text
    assert "snakelab run planar_viscous" in text


# Records and arguments of the batch model and of single controllers, whose docstrings explain them.
WITHOUT_PLACES = {
    "Bearing", "Estimate", "GroundFriction", "Lamp", "PipeCurrent", "PlanarWorld", "StatusKind", "UniformCurrent",
    "curvature_derivative_law", "elliptic_swimmer", "fit_pipe", "roll_out", "shape_loop_page", "straight_state",
    "thrusters_of", "warmup",
}  # fmt: skip


def test_a_public_name_is_linked_to_programs_scenarios_descriptions_or_calls_that_return_it():
    pytest.importorskip("sphinx", reason="sphinx is not installed")
    from cross_links import descriptions, users
    from usages import makers, programs, scenarios

    without = {
        name
        for name in public_api()
        if not (users(name) or programs().get(name) or scenarios(name) or makers(name) or descriptions(name))
    }
    assert without <= WITHOUT_PLACES
    assert "pipe_step_in" in scenarios("Follower") and "load" in makers("Recording")
    assert "queries" in {place.page for place in programs()["mass_matrix"]}
    assert "scenarios" in {place.page for place in descriptions("PumpDrive")}


def test_files_scenarios_and_names_in_inline_code_are_resolved():
    pytest.importorskip("sphinx", reason="sphinx is not installed")
    from cross_links import gallery_pages, public_name, source_of, users
    from mentions import file_of, mentions

    assert file_of("link.py", "robots/").name == "link.py" and file_of("robots/none.py") is None
    assert public_name("sl.simulate(model, gait)", anywhere=False) == "simulate"
    assert public_name("report", anywhere=False) == "" and public_name("Robot", anywhere=False) == "Robot"
    assert source_of("Robot")[0].startswith("robots/") and source_of("Robot")[1] > 1
    assert "examples/01_first/01_first_snake.py" in users("SerpenoidGait")
    assert gallery_pages()["planar_viscous"] == "gallery/planar_viscous"
    assert "theory" in {place.page for place in mentions()["src/snakelab/robots/link.py"]}


def test_the_source_of_an_example_is_no_page_in_a_clone_that_has_the_name_of_the_package(monkeypatch):
    pytest.importorskip("sphinx", reason="sphinx is not installed")
    import cross_links

    monkeypatch.setattr(cross_links, "file_of", lambda text, folder: Path("/home/me/snakelab/examples/my_snake.py"))
    targets = cross_links.Targets.__new__(cross_links.Targets)
    targets.folder = ""
    assert targets.uri("examples/my_snake.py") == ""


def test_formulas_keep_fractions_indices_of_accented_letters_and_bars():
    pytest.importorskip("sphinx", reason="sphinx is not installed")
    from mathml import markup

    assert "<mn>1</mn><mn>2</mn></mfrac><mi>ρ</mi>" in re.sub(r"\s", "", markup(r"\tfrac12\rho"))
    indexed = re.sub(r"\s", "", markup(r"\dot V_c"))
    assert "<msub><mover" in indexed and indexed.endswith("</mover><mi>c</mi></msub></math>")
    assert markup("|u|").count('lspace="0"') == 2
    texts = [path.read_text(encoding="utf-8") for path in (*DOCS.glob("*.md"), *DOCS.glob("notebooks/*.md"))]
    prose = re.sub(r"^```.*?^```|`[^`\n]*`", "", "\n".join(texts), flags=re.MULTILINE | re.DOTALL)
    for block, line in re.findall(r"\$\$(.+?)\$\$|\$([^$]+?)\$", prose, re.DOTALL):
        assert markup((block or line).strip(), block=bool(block)).startswith("<math")
    assert "<munderover>" in markup(r"\sum_{i=1}^n i", block=True)


PROGRAM = '<div class="highlight"><pre><span></span>{}\n</pre></div>'


def test_a_long_line_of_a_program_hangs_behind_its_indent_and_its_text_is_unchanged():
    pytest.importorskip("sphinx", reason="sphinx is not installed")
    from code_lines import with_hanging_lines

    long = (
        '    <span class="n">gait</span> <span class="o">=</span> sl.SerpenoidGait(amplitude=0.5, name=&quot;a&quot;)'
    )
    page = PROGRAM.format(f"import snakelab\n\n{long}\nshort")
    made = with_hanging_lines(page)
    assert made.count('class="hanging"') == 1 and 'style="--indent: 4ch">    <span class="n">gait' in made
    assert re.sub(r"<[^>]*>", "", made) == re.sub(r"<[^>]*>", "", page)
    assert with_hanging_lines("<p>a long line of a text that is no program at all, and stays</p>").count("<") == 2


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("ChangeController(controller)", "ChangeController(|controller)"),
        ("physics/model_tables.py", "physics/|model_|tables.py"),
        ("sl.short", "sl.short"),
        ("name=&quot;robot.yaml&quot;", "name=&quot;robot.|yaml&quot;"),
    ],
)
def test_a_long_name_in_a_text_breaks_between_its_parts(code, shown):
    pytest.importorskip("sphinx", reason="sphinx is not installed")
    from code_lines import with_breaks

    assert with_breaks(f'<span class="pre">{code}</span>') == f'<span class="pre">{shown.replace("|", "<wbr>")}</span>'

"""The page around replay and plots: themes, sizes, tables, several runs, hostile names, no WebGL."""

import json

import pytest

from recordings import changed, serpenoid_recording, straight_recording
from snakelab.results.recording import Recording
from snakelab.results.reference_values import ReferenceValue, Unchecked, reference_values_attribute

from .opened import different

pytestmark = pytest.mark.browser
HOSTILE = '</script><script>window.hacked = 1</script>"\'&<img src=x onerror="window.hacked = 2">é蛇'


def paper(opened) -> tuple[int, ...]:
    return tuple(opened.picture("h1")[2, 2])


def test_theme_follows_the_system_and_the_button(open_page):
    light, dark = (open_page([serpenoid_recording()], theme=theme, scale=1) for theme in ("light", "dark"))
    assert min(paper(light)) > 200 and max(paper(dark)) < 60
    for opened, bright in ((light, False), (dark, True)):
        before = opened.picture()
        opened.page.click("#theme")
        opened.settle()
        assert (min(paper(opened)) > 200) == bright
        assert different(before, opened.picture()) > 0.5  # the replay changes too


def test_without_webgl_a_message_stands_for_the_view_and_all_else_works(open_page):
    opened = open_page([serpenoid_recording()], draws=False)
    assert "WebGL" in opened.page.text_content("#no-view")
    opened.drag('[data-chart="q.rad"] .u-over', (0.5, 0.5), (0.5, 0.5))
    assert opened.time() == pytest.approx(5.0, abs=0.03)
    opened.page.keyboard.press("ArrowRight")
    opened.page.keyboard.press("f")
    opened.page.keyboard.press("1")
    assert opened.time() > 5.0
    assert opened.page.locator("#metrics tbody tr").count() > 8
    assert len({tuple(pixel) for pixel in opened.picture('[data-chart="q.rad"] canvas').reshape(-1, 3)}) > 20


def test_in_a_frame_of_another_page_the_replay_alone_starts_by_itself(open_page):
    opened = open_page([serpenoid_recording()])
    page = opened.page
    page.goto(page.url + "#embedded")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert not page.is_visible("h1") and not page.is_visible(".plots-bar") and page.is_visible(".transport")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    opened.wait_until(lambda: opened.time() > 0.05)
    opened.requests[:] = opened.requests[:1]  # it was opened again


def test_page_fits_every_width(open_page):
    opened = open_page([serpenoid_recording(n_links=12, scenario=json.dumps({"name": "s" * 60}))], width=380)
    for width, height in ((380, 800), (768, 1024), (1200, 800), (2200, 1200)):
        opened.page.set_viewport_size({"width": width, "height": height})
        opened.settle()
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
        assert opened.page.locator("#view canvas").bounding_box()["height"] > 200
        box = opened.page.locator("#play").bounding_box()
        assert box["y"] + box["height"] <= height  # the time bar is in reach


def test_two_runs_lie_over_each_other(open_page):
    runs = [serpenoid_recording(), straight_recording(n_links=5, duration=10.0, n_rows=401)]
    opened = open_page(runs, ["wave", "straight"])
    assert opened.page.locator(".runs .chip").all_text_contents() == ["wave", "straight"]
    heads = opened.page.locator("#metrics thead th").all_text_contents()
    assert heads[1:3] == ["wave", "straight"]
    opened.page.click("#plots-motion")
    opened.settle()
    both, plots = opened.picture(), opened.picture('[data-chart="speed"] .plot')
    opened.page.locator(".runs .chip").nth(1).click()
    opened.settle()
    assert different(both, opened.picture()) > 0.005
    assert different(plots, opened.picture('[data-chart="speed"] .plot')) > 0.001
    opened.seek(4.0)
    assert "0.2" in opened.page.text_content('[data-chart="speed"] .legend .chip:nth-child(2)')


def test_runs_of_different_lengths_share_one_clock(open_page):
    opened = open_page([serpenoid_recording(duration=10.0), serpenoid_recording(duration=4.0, n_rows=100)])
    opened.page.keyboard.press("End")
    assert opened.time() == 10.0


def test_hostile_names_are_only_text(open_page):
    recording = serpenoid_recording(robot=HOSTILE, status=f"stopped: {HOSTILE}", host=HOSTILE)
    recording.dataset.attrs["scenario"] = json.dumps({"name": HOSTILE, "title": HOSTILE, "source": HOSTILE})
    named = changed(recording).dataset.assign_coords(coordinate=[HOSTILE + str(i) for i in range(4)])
    opened = open_page([Recording(named, recording.status), serpenoid_recording()], [HOSTILE, "plain"])
    opened.page.wait_for_timeout(300)
    assert opened.page.evaluate("window.hacked") is None
    assert opened.page.locator("img").count() == 0
    assert HOSTILE in opened.page.text_content("h1")
    assert HOSTILE in opened.page.title()
    assert HOSTILE in opened.page.text_content(".banner")
    assert opened.page.locator(".runs .chip").first.text_content() == HOSTILE


def test_reference_values_are_compared_with_the_source(open_page):
    reference_values = [
        ReferenceValue("a paper", metric="mean_speed", window=(2.0, 8.0), value=0.15, tolerance=0.05),
        ReferenceValue(
            "a paper", metric="peak_torque", value=5.0, tolerance=0.1, explained="it counts gears", explained_up_to=5.0
        ),
        ReferenceValue("a paper", variable="tau.joint1", time=2.0, above=-1.0, case=HOSTILE),
        ReferenceValue("a paper", metric="path_length", value=99.0, tolerance=0.1),
    ]
    carried = reference_values_attribute(reference_values, [Unchecked("it is quick", "no number", HOSTILE)])
    opened = open_page([serpenoid_recording(**carried)])
    words = ["✓ agrees", "≈ differs, explained", "✓ agrees", "✗ differs, unexplained"]
    assert opened.page.locator(".verdict").all_text_contents() == words
    rows = [" ".join(text.split()) for text in opened.page.locator("#comparison tbody tr").all_inner_texts()]
    assert rows[0].startswith("mean speed from 2 to 8 s 0.15") and " 0.15 ± 0.05 " in rows[0]
    assert rows[2].startswith("tau.joint1 at 2 s") and " > \u22121 " in rows[2] and HOSTILE in rows[2]
    assert "it counts gears" in rows[1] and "no reason is stated" in rows[3]
    assert "it is quick" in opened.page.text_content("#comparison .claims")
    assert opened.page.evaluate("window.hacked") is None


def test_scenario_opens_and_is_copied(open_page):
    opened = open_page([serpenoid_recording(scenario=json.dumps({"name": "mine", "duration": 10}))])
    opened.page.click("details:has(pre) > summary")
    assert opened.page.locator("pre").text_content() == "name: mine\nduration: 10\n"
    opened.page.get_by_text("Copy", exact=True).click()
    answers = ("Copied", "Selected: press Ctrl+C")
    opened.wait_until(lambda: opened.page.locator(".code .chip").text_content() in answers)


def test_run_from_python_says_so(open_page):
    opened = open_page([serpenoid_recording()])
    assert "Created in Python" in opened.page.text_content(".origin")
    assert opened.page.locator("pre").count() == 0 and opened.page.locator("#comparison").count() == 0

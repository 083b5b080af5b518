"""The parts of the 3-D view at every width: none lies over another, and nothing is wider than the page."""

import itertools

import pytest

from figures.skins import rolling_recording
from recordings import serpenoid_recording, soft_recording
from swimmers import propeller, swimming_recording

pytestmark = pytest.mark.browser

SIDES = (propeller("left", "link1", offset=[0.0, 0.05, 0.0]), propeller("right", "link1", offset=[0.0, -0.05, 0.0]))
PAGES = {
    "snake": lambda: [serpenoid_recording()],
    "contact": lambda: [rolling_recording()],
    "swimmer": lambda: [swimming_recording(current=(0.3, 0.0, 0.0), propellers=SIDES, thrust=(2.0, 2.0))],
    "compared": lambda: [rolling_recording(), rolling_recording(turns=2.0), serpenoid_recording()],
}
PARTS = ".view-buttons > *, .legends > :not([hidden]), .scale:not(:empty), .compass, .transport, .runs > *, #time"


def boxes(opened, selector: str) -> dict[str, tuple[float, float, float, float]]:
    """Left, top, right and bottom of every visible part."""
    return opened.page.evaluate(
        """(selector) => Object.fromEntries([...document.querySelectorAll(selector)].map((node, i) => {
          const { left, top, right, bottom } = node.getBoundingClientRect();
          return [`${i} ${node.id || node.className.baseVal || node.className || node.tagName}`, [left, top, right, bottom]];
        }).filter(([, [left, , right]]) => right > left))""",
        selector,
    )


def overlap(a: tuple, b: tuple) -> bool:
    return min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1


@pytest.mark.parametrize("kind", PAGES)
def test_no_part_of_the_view_lies_over_another_at_any_width(open_page, kind):
    opened = open_page(PAGES[kind](), width=390, height=844)
    if opened.page.locator("#colour-by option[value=speed]").count():
        opened.page.select_option("#colour-by", "speed")
    for width in (390, 768, 1080, 1280):
        opened.page.set_viewport_size({"width": width, "height": 844})
        opened.settle()
        by_name = {
            name: box for name, box in boxes(opened, PARTS).items() if "transport" not in name and "time" not in name
        }
        assert len(by_name) > 6
        hit = [(a, b) for a, b in itertools.combinations(by_name, 2) if overlap(by_name[a], by_name[b])]
        assert hit == [], width
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= width


def test_on_a_phone_nothing_but_scale_and_axes_lies_over_the_picture(open_page):
    opened = open_page([rolling_recording()], width=390, height=844)
    (picture,) = boxes(opened, "#view canvas").values()
    over = [name for name, box in boxes(opened, ".view-buttons > *, .legends > *").items() if overlap(box, picture)]
    assert over == [] and picture[3] - picture[1] >= 260


def test_metrics_are_grouped(open_page):
    opened = open_page([soft_recording()])
    heads = opened.page.locator("#metrics tbody tr.group").all_text_contents()
    assert heads[0] == "Motion" and heads[-1] == "Numerics" and "Energy" in heads
    assert "mean speed" in opened.page.text_content("#metrics tbody[data-group=motion]")


def test_metrics_of_two_runs_have_the_same_groups(open_page):
    opened = open_page([serpenoid_recording(), soft_recording()])
    assert opened.page.locator("#metrics tbody[data-group=energy]").count() == 1

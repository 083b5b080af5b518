"""The plots: they show the numbers, move the replay and move with it, and zoom together."""

import numpy as np
import pytest

from recordings import serpenoid_recording

from .opened import different, swipe

pytestmark = pytest.mark.browser
ANGLES, TORQUES = '[data-chart="q.rad"]', '[data-chart="tau.rad"]'


@pytest.fixture(scope="module")
def page(open_shared_page):
    """The page of a snake."""
    return open_shared_page([serpenoid_recording()])


@pytest.fixture
def opened(page):
    """That page at its start, with the plots of the joints."""
    page.page.click("#plots-joints")
    page.page.keyboard.press("Home")
    page.settle()
    return page


def chip_value(opened, chart: str, i: int) -> float:
    return float(opened.page.locator(f"{chart} .legend .value").nth(i).text_content().replace("−", "-"))


def axis_labels_picture(opened, chart: str) -> np.ndarray:
    return opened.picture(f"{chart} .plot")


def test_many_joints_are_a_map_that_moves_the_replay_and_can_be_lines(open_page):
    opened = open_page([serpenoid_recording(n_links=10)])
    state = f"""() => ['.plot:not(.map)', '.plot.map', '.legend'].map((name) => {{
        return document.querySelector('{ANGLES} ' + name).hidden; }})"""
    assert opened.page.evaluate(state) == [True, False, True]
    opened.drag(f"{ANGLES} .heat", (0.3, 0.5), (0.6, 0.5))
    assert 4.0 < opened.time() < 7.0
    opened.page.hover(f"{ANGLES} .heat", position={"x": 200, "y": 10})
    assert opened.page.text_content(f"{ANGLES} .strip-value").startswith("joint9 ")
    colours = opened.picture(f"{ANGLES} .heat")
    assert np.ptp(colours[..., 0] - colours[..., 2]) > 200, "blue and red"
    opened.page.click(f"{ANGLES} .form")
    opened.settle()
    assert opened.page.evaluate(state) == [False, True, False]
    assert opened.page.locator(f"{ANGLES} .uplot canvas").bounding_box()["width"] > 100


def test_every_plot_has_a_title_and_a_unit(opened):
    opened.page.click("#plots-all")
    opened.settle()
    charts = opened.page.eval_on_selector_all(".chart", "nodes => nodes.map((node) => node.dataset.chart)")
    assert {"q.rad", "v.rad", "tau.rad", "speed", "position", "energy"} <= set(charts)
    assert opened.page.locator(".chart canvas").count() == len(charts)


def test_legend_shows_the_values_of_the_recording_at_the_time(opened):
    recording = serpenoid_recording()
    for time in (0.0, 3.3, 7.7):
        opened.seek(time)
        for i in range(4):
            expected = np.interp(time, recording["time"].values, recording["q"].values[:, i])
            assert chip_value(opened, ANGLES, i) == pytest.approx(expected, rel=6e-3, abs=6e-4)


def test_click_and_drag_in_a_plot_move_the_replay(opened):
    opened.drag(f"{ANGLES} .u-over", (0.25, 0.5), (0.25, 0.5))
    assert opened.time() == pytest.approx(2.5, abs=0.03)
    opened.drag(f"{ANGLES} .u-over", (0.25, 0.5), (0.8, 0.5))
    assert opened.time() == pytest.approx(8.0, abs=0.03)


@pytest.mark.parametrize("shape", ["lines", "map"])
def test_a_finger_that_scrolls_the_page_does_not_move_the_replay(open_page, shape):
    plot, n_links = (".u-over", 4) if shape == "lines" else (".heat", 10)
    page = open_page([serpenoid_recording(n_links=n_links)]).page
    phone = page.context.browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone.goto(page.url)
    phone.wait_for_selector(f"{ANGLES} {plot}")
    phone.locator(ANGLES).evaluate("node => window.scrollTo(0, node.getBoundingClientRect().top + scrollY - 100)")
    time = lambda: float(phone.text_content("#time .now"))  # noqa: E731
    place = phone.locator(f"{ANGLES} {plot}").bounding_box()
    middle = (place["x"] + 0.5 * place["width"], place["y"] + 0.8 * place["height"])
    before = phone.evaluate("scrollY")
    swipe(phone, middle, (middle[0] + 2, middle[1] - 150))
    assert phone.evaluate("scrollY") > before + 50 and time() == 0
    place = phone.locator(f"{ANGLES} {plot}").bounding_box()
    middle = (place["x"] + 0.5 * place["width"], place["y"] + 0.8 * place["height"])
    swipe(phone, middle, (middle[0] + 80, middle[1] + 1))
    dragged = time()
    assert dragged > 5.0
    phone.touchscreen.tap(*middle)
    phone.wait_for_timeout(200)
    assert 3.0 < time() < dragged - 1.0
    phone.close()


def test_ticks_that_are_close_together_have_different_numbers(open_page):
    recording = serpenoid_recording()
    recording.dataset["q"].values[:] = 12.34 + np.linspace(0, 1e-3, recording.dataset["q"].size).reshape(
        recording.dataset["q"].shape
    )
    page = open_page([recording]).page
    page.evaluate(
        "() => { window.texts = []; const { prototype } = CanvasRenderingContext2D; const own = prototype.fillText;"
        " prototype.fillText = function (text, ...more) { window.texts.push(text); own.call(this, text, ...more); } }"
    )
    page.click("#theme")
    page.wait_for_timeout(300)
    labels = [text for text in page.evaluate("window.texts") if text.startswith("12.34")]
    assert len(set(labels)) > 2
    assert len(labels) % len(set(labels)) == 0  # every plot is drawn as often, and no number stands twice at an axis


def test_no_legend_of_a_few_curves_is_cut_on_a_phone(open_page):
    opened = open_page([serpenoid_recording(), serpenoid_recording()], ["one", "two"], width=390, height=844)
    legend = f"{TORQUES} .legend"
    assert opened.page.locator(legend).evaluate("node => node.scrollHeight <= node.clientHeight + 1")


def test_line_at_the_time_moves_in_all_plots(opened):
    opened.page.set_viewport_size({"width": 1200, "height": 2600})
    opened.settle()
    opened.page.click("#plots-all")
    opened.seek(5.0)
    shares = opened.page.eval_on_selector_all(
        ".u-over",
        "nodes => nodes.map((over) => { const box = over.getBoundingClientRect();"
        " const line = over.querySelector('.now-line').getBoundingClientRect();"
        " return (line.left + line.width / 2 - box.left) / box.width; })",
    )
    assert len(shares) > 5 and np.allclose(shares, 0.5, atol=0.01)


def test_zoom_is_common_and_a_double_click_ends_it(opened):
    opened.page.set_viewport_size({"width": 1200, "height": 2600})
    opened.settle()
    before = [axis_labels_picture(opened, chart) for chart in (ANGLES, TORQUES)]
    opened.page.keyboard.down("Shift")
    opened.drag(f"{ANGLES} .u-over", (0.2, 0.5), (0.4, 0.5))
    opened.page.keyboard.up("Shift")
    assert opened.time() == 0.0  # a zoom leaves the replay where it is
    for picture, chart in zip(before, (ANGLES, TORQUES), strict=True):
        assert different(picture, axis_labels_picture(opened, chart)) > 0.01
    opened.drag(f"{TORQUES} .u-over", (0.5, 0.5), (0.5, 0.5))
    assert opened.time() == pytest.approx(3.0, abs=0.02)  # in the middle of 2 s to 4 s
    opened.page.locator(f"{TORQUES} .u-over").dblclick(position={"x": 60, "y": 40})
    opened.page.keyboard.press("Home")
    opened.settle()
    opened.page.mouse.move(2, 2)
    opened.settle()
    for picture, chart in zip(before, (ANGLES, TORQUES), strict=True):
        assert different(picture, axis_labels_picture(opened, chart)) < 0.002


def test_zoom_button_makes_a_drag_zoom_and_the_reset_button_shows_all_again(opened):
    assert opened.page.is_hidden("#zoom-reset")
    opened.page.click("#zoom-mode")
    opened.drag(f"{ANGLES} .u-over", (0.5, 0.5), (0.7, 0.5))
    assert opened.time() == 0.0 and opened.page.is_visible("#zoom-reset")
    opened.page.click("#zoom-reset")
    assert opened.page.is_hidden("#zoom-reset")
    opened.page.click("#zoom-mode")


def test_legend_hides_and_shows_a_curve(opened):
    first = opened.picture(f"{ANGLES} .plot")
    chip = opened.page.locator(f"{ANGLES} .legend .chip").first
    for pressed, least, most in (("false", 0.005, 1.0), ("true", 0.0, 0.002)):
        chip.click()
        opened.page.mouse.move(2, 2)
        opened.settle()
        assert chip.get_attribute("aria-pressed") == pressed
        assert least <= different(first, opened.picture(f"{ANGLES} .plot")) <= most


def test_of_many_curves_a_few_are_shown_first(open_page):
    opened = open_page([serpenoid_recording(n_links=30)])
    opened.page.click(f"{ANGLES} .form")  # lines in place of the map
    chips = opened.page.locator(f"{ANGLES} .legend .chip[aria-pressed]")
    assert chips.count() == 29
    assert opened.page.locator(f"{ANGLES} .legend .chip[aria-pressed=true]").count() == 5
    opened.page.locator(f"{ANGLES} .legend").get_by_text("all", exact=True).click()
    assert opened.page.locator(f"{ANGLES} .legend .chip[aria-pressed=true]").count() == 29


def test_reference_of_the_torque_is_drawn_and_can_be_hidden(open_page):
    opened = open_page([serpenoid_recording(torque_reference=0.3)])
    chip = opened.page.locator(f"{TORQUES} .legend .chip", has_text="reference 0.3")
    before = opened.picture(f"{TORQUES} .plot")
    chip.click()
    opened.settle()
    assert different(before, opened.picture(f"{TORQUES} .plot")) > 0.01


def test_menu_shows_any_other_variable(open_page):
    opened = open_page([serpenoid_recording()])
    opened.page.click("#plots-more")
    words = opened.page.locator("#more option").all_text_contents()
    assert "Head_position" in words or any("head" in word.lower() for word in words)
    opened.page.select_option("#more", label=next(word for word in words if "head" in word.lower()))
    opened.settle()
    names = opened.page.locator('.more [data-chart="head_position"] .legend .name').all_text_contents()
    assert names == ["x", "y", "z"]


def shown_charts(opened) -> list[str]:
    nodes = opened.page.locator(".chart:visible")
    return [nodes.nth(i).get_attribute("data-chart") for i in range(nodes.count())]


def test_tabs_show_the_plots_of_one_topic(opened):
    assert shown_charts(opened) == ["q.rad", "v.rad", "tau.rad"]
    opened.page.click("#plots-motion")
    assert {"speed", "position"} <= set(shown_charts(opened)) and "q.rad" not in shown_charts(opened)
    opened.settle()
    assert opened.page.locator('[data-chart="speed"] canvas').count() == 1


def test_search_finds_plots_of_all_topics_and_further_variables(opened):
    opened.page.fill("#find-plot", "speed centre")
    assert shown_charts(opened) == ["speed"]
    opened.page.fill("#find-plot", "head_position")
    assert shown_charts(opened) == ["head_position"]
    opened.page.fill("#find-plot", "no such thing")
    assert shown_charts(opened) == [] and opened.page.is_visible("text=No plot matches this search.")
    opened.page.fill("#find-plot", "")
    assert shown_charts(opened) == ["q.rad", "v.rad", "tau.rad"]


def test_neighbours_among_many_curves_of_one_run_have_different_dashes(open_page):
    swatches = f"{ANGLES} .legend .chip .swatch"
    read = "nodes => nodes.map((node) => node.dataset.dash)"
    few, many = (open_page([serpenoid_recording(n_links=n)]) for n in (5, 11))
    assert many.page.eval_on_selector_all(swatches, read) == 5 * ["0", "1"]
    assert few.page.eval_on_selector_all(swatches, read) == 4 * ["0"]

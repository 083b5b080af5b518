"""The studio's page as a whole: it fits its window, all panels are within reach on a phone, and the trail is a broad line."""

import pytest

pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
from .opened import swipe
from .test_studio import Served, hold, leave, play, shown, wait_until

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    made = Served("planar_viscous", tmp_path_factory.mktemp("studio"))
    yield made
    made.close()


@pytest.fixture
def opened(browsers, served):
    pages = []

    def open_it(width, height):
        page = browsers[True].new_page(viewport={"width": width, "height": height}, device_scale_factor=0.5)
        page.goto(served.address)
        page.wait_for_selector("html[data-ready=yes]")
        pages.append(page)
        return page

    yield open_it
    leave(served, *pages)


def box(page, selector):
    return page.locator(selector).bounding_box()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1600, 900)])
def test_the_page_fits_its_window_and_its_bars_have_one_row(opened, width, height):
    page = opened(width, height)
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    assert box(page, ".view-buttons")["height"] < 50
    assert box(page, ".live-transport")["height"] < 70
    plots, panel = box(page, ".strip:last-child"), box(page, ".strips-holder")
    assert plots["y"] + plots["height"] > panel["y"] + 0.8 * panel["height"]
    for name in ("scenarios", "parameters", "events"):
        tab, side = box(page, f"#tab-{name}"), box(page, ".sidebar")
        assert tab["x"] + tab["width"] <= side["x"] + side["width"]


def test_on_a_phone_one_panel_has_the_tabs_of_both(opened):
    page = opened(390, 844)
    assert page.locator("[role=tablist]:visible").count() == 1
    page.click("#tab-scenarios")
    assert page.locator(".scenario").first.is_visible()
    page.click("#tab-plots")
    assert page.locator(".strip").first.is_visible() and not page.locator(".scenario").first.is_visible()
    assert page.get_attribute("#tab-scenarios", "aria-selected") == "false"
    page.eval_on_selector("#tab-drive", "node => node.click()")
    tab, bar = box(page, "#tab-drive"), box(page, ".live-transport")
    assert tab["x"] + tab["width"] <= 390 and bar["y"] + bar["height"] == 844
    page.click("#tab-plots")
    page.set_viewport_size({"width": 1280, "height": 800})
    wait_until(lambda: page.locator("[role=tablist]:visible").count() == 2)
    assert page.locator(".strip").first.is_visible() and page.locator(".scenario").first.is_visible()


def overlap(one, other):
    axes = (("x", "width"), ("y", "height"))
    return all(one[x] < other[x] + other[size] and other[x] < one[x] + one[size] for x, size in axes)


@pytest.fixture
def phone(browsers, served):
    page = browsers[True].new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.goto(served.address)
    page.wait_for_selector("html[data-ready=yes]")
    yield page
    leave(served, page)


@pytest.mark.parametrize(("width", "height"), [(844, 390), (667, 375)])
def test_a_phone_on_its_side_shows_stick_tools_and_buttons_above_the_bar(phone, width, height):
    phone.set_viewport_size({"width": width, "height": height})
    phone.wait_for_timeout(300)
    phone.evaluate("document.querySelector('.live-message').hidden = true")
    parts = {name: box(phone, name) for name in ("#stick", ".live-tools", ".view-buttons")}
    for name, place in parts.items():
        assert place["y"] + place["height"] <= box(phone, ".live-transport")["y"], name
        assert place["x"] >= 0 and place["x"] + place["width"] <= width, name
        assert not [other for other in parts if other != name and overlap(place, parts[other])], name


def test_the_first_view_fits_a_narrow_picture_and_one_that_is_turned(phone):
    distance = """(() => { const { camera, controls } = snakelabStudio.live.view.stage;
        return camera.position.distanceTo(controls.target); })()"""
    first = phone.evaluate(distance)
    phone.tap("[aria-label='Reset the view (r)']")
    phone.wait_for_timeout(500)
    assert first == pytest.approx(phone.evaluate(distance), rel=0.02)
    phone.set_viewport_size({"width": 844, "height": 390})
    wait_until(lambda: phone.evaluate(distance) < 0.95 * first)
    phone.set_viewport_size({"width": 390, "height": 844})
    wait_until(lambda: phone.evaluate(distance) == pytest.approx(first, rel=1e-6))


def test_the_bar_of_a_phone_keeps_its_height_while_it_records(phone):
    before = box(phone, ".live-transport")
    phone.tap("#record")
    phone.wait_for_selector("#record[aria-pressed=true]")
    assert box(phone, ".live-transport") == before
    assert phone.get_attribute("#record", "aria-label") == "Stop and save"
    phone.tap("#record")
    phone.wait_for_selector("#record[aria-pressed=false]")


def test_lists_in_the_menus_of_a_phone_show_their_value(phone):
    phone.tap("#layers summary")
    trail = phone.locator("#layers .menu-row select")
    wide = trail.evaluate(
        "node => { const one = document.createElement('canvas').getContext('2d'); one.font = getComputedStyle(node).font;"
        " return one.measureText(node.selectedOptions[0].textContent).width; }"
    )
    assert trail.bounding_box()["width"] > wide + 10


def test_a_phone_does_not_enlarge_the_page_for_a_field(phone):
    sizes = phone.eval_on_selector_all(
        "input:not([type=range], [type=checkbox])",
        "nodes => nodes.map((node) => parseFloat(getComputedStyle(node).fontSize))",
    )
    assert len(sizes) > 5 and min(sizes) >= 16


def test_a_finger_that_scrolls_over_a_slider_changes_nothing(phone, served):
    slider = "input[type=range][aria-label=amplitude]"
    amplitude = lambda: served.studio.session.simulation.controller.amplitude  # noqa: E731
    first = amplitude()
    phone.locator(slider).evaluate("node => window.scrollTo(0, node.getBoundingClientRect().top + scrollY - 500)")
    place, before = box(phone, slider), phone.evaluate("scrollY")
    start = (place["x"] + 0.2 * place["width"], place["y"] + 0.5 * place["height"])
    swipe(phone, start, (start[0] + 3, start[1] + 200))
    assert phone.evaluate("scrollY") < before - 50
    assert float(phone.input_value(slider)) == pytest.approx(first, abs=0.01)
    phone.wait_for_timeout(300)
    assert amplitude() == first and served.studio.session.simulation.events == ()
    place = box(phone, slider)
    start = (place["x"] + 0.5 * place["width"], place["y"] + 0.5 * place["height"])
    swipe(phone, start, (start[0] + 60, start[1] + 2))  # sideways
    wait_until(lambda: amplitude() != first)
    moved = amplitude()
    place = box(phone, slider)  # the line that counts the changes has appeared above
    phone.touchscreen.tap(place["x"] + 0.25 * place["width"], place["y"] + 0.5 * place["height"])
    wait_until(lambda: amplitude() not in (first, moved))


def test_sentences_after_a_formula_are_text(opened, served):
    page, scenario = opened(1280, 800), served.studio.session.scenario
    play(page)
    group = page.locator(".form-group").first
    hold(page, "ArrowUp", lambda: group.locator("summary").first.text_content().startswith("Teleop"))
    page.keyboard.up("ArrowUp")
    about = group.locator(".documentation").first
    names = about.locator(".formula i").all_text_contents()
    assert "forward" in names and "d" in names and not {"difference", "between", "gait at"} & set(names)
    assert "the difference between the gait at full turn and the gait" in about.locator(".formula").text_content()
    assert about.locator("p").last.text_content().startswith("The inputs pass")
    page.click("#play")
    served.studio.session.order(
        lambda: served.studio.session.begin(scenario), pytest.fail
    )  # with its gait, not the keys
    wait_until(lambda: not hasattr(served.studio.session.simulation.controller, "forward"))


def test_every_picture_of_the_library_has_a_ground(opened):
    page = opened(1280, 800)
    page.click("#tab-scenarios")
    grounds = page.eval_on_selector_all(
        ".thumbnail", "nodes => nodes.map((node) => getComputedStyle(node).backgroundImage)"
    )
    assert len(grounds) > 80 and all(ground.startswith("linear-gradient") for ground in grounds)


def test_the_trail_grows_while_the_robot_moves(opened):
    page = opened(1280, 800)
    play(page)
    wait_until(lambda: shown(page) > 0.5)
    segments = "snakelabStudio.live.trail.geometry.instanceCount"
    wait_until(lambda: page.evaluate(segments) > 5)
    ends = page.evaluate(
        "(() => { const { trail } = snakelabStudio.live; const { array } = trail.geometry.attributes.instanceStart.data;"
        " const n = trail.geometry.instanceCount; return Array.from(array.slice(0, 6 * n)); })()"
    )
    assert ends[3:6] == ends[6:9]  # each segment begins where the last one ends
    page.click("#play")


def test_a_thumbnail_moves_under_the_pointer_only(opened):
    page = opened(1280, 800)
    page.click("#tab-scenarios")
    body = page.locator(".scenario[data-name=snakesys_field_swl1] .thumbnail-body")
    still = body.get_attribute("d")
    page.hover(".scenario[data-name=snakesys_field_swl1]")
    wait_until(lambda: body.get_attribute("d") != still)
    page.hover("#find-scenario")
    wait_until(lambda: body.get_attribute("d") == still)
    page.wait_for_timeout(300)
    assert body.get_attribute("d") == still
    calm = page.context.browser.new_page(reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    calm.goto(page.url)
    calm.wait_for_selector("html[data-ready=yes]")
    calm.click("#tab-scenarios")
    calm.hover(".scenario[data-name=snakesys_field_swl1]")
    calm.wait_for_timeout(400)
    assert calm.locator(".scenario[data-name=snakesys_field_swl1] .thumbnail-body").get_attribute("d") == still
    calm.close()

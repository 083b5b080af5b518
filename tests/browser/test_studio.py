"""The studio in a headless Chromium, against the real server: play, change, drive, pull, record, come back."""

import math
import threading
import time

import pytest

import snakelab as sl
from snakelab.errors import SimulationError

pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
import uvicorn

from snakelab.plugins.studio.server.launch import free_socket
from snakelab.plugins.studio.server.server import Access, Studio

pytestmark = pytest.mark.browser


class Served:
    """A studio and its server, which can be stopped and started again on the same port."""

    def __init__(self, scenario, folder):
        self.bound = free_socket(18800)
        port = self.bound.getsockname()[1]
        self.studio = Studio(sl.load_scenario(scenario), folder, Access((f"127.0.0.1:{port}",)))
        self.address = f"http://127.0.0.1:{port}/#{self.studio.token}"
        config = uvicorn.Config(self.studio.app(), log_level="error", ws="websockets-sansio", ws_max_size=65536)
        self.server = uvicorn.Server(config)
        self.server.install_signal_handlers = lambda: None
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.bound]})
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def close(self):
        self.server.should_exit = True
        self.thread.join(30)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    made = Served("snakesys_creeping", tmp_path_factory.mktemp("studio"))
    yield made
    made.close()


@pytest.fixture
def page(browsers, served):
    opened = browsers[True].new_page(viewport={"width": 1440, "height": 860}, device_scale_factor=0.5)
    errors = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    opened.goto(served.address)
    opened.wait_for_selector("html[data-ready=yes]")
    yield opened
    leave(served, opened)
    assert errors == []


def box(page, selector):
    """Place of a part of the page [px]."""
    return page.locator(selector).first.bounding_box()


def shown(page):
    return float(page.evaluate("document.documentElement.dataset.shown ?? 0"))


def press_and_hold(page, selector):
    """Press the mouse on an element, again if it moved away in between: the layout changes when the run starts."""

    def pressed():
        page.mouse.up()
        page.hover(selector)
        page.mouse.down()
        page.wait_for_timeout(100)
        return page.evaluate("name => document.querySelector(name).matches(':active')", selector)

    wait_until(pressed)


def wait_until(condition, seconds=600.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "this took too long"
        time.sleep(0.02)


def eventually(condition, seconds):
    """Whether a condition comes true within a time."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


def leave(served, *pages):
    """Close pages, and wait until the server has noticed: the end of the pilot's page would pause the run of the next test."""
    for page in pages:
        page.close()
    wait_until(lambda: not any(True for _ in served.studio.viewers))


def hold(page, key, condition):
    """Hold a key until `condition()`, and repeat it as a keyboard does: a page that loses the focus forgets what is pressed."""

    def held():
        page.keyboard.down(key)
        return eventually(condition, 2.0)

    wait_until(held)


def drag_link(page, link, along, gripped):
    """Press the mouse on a link and drag it by (across, down) [px]; again if the robot moved away in between.

    `gripped()` tells that the page has the link; the mouse stays down.
    """

    def tried():
        page.mouse.up()
        x, y = place_of_link(page, link)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + along[0], y + along[1], steps=5)
        return eventually(gripped, 5.0)

    wait_until(tried)


def click_link(page, link, done):
    """Click on a link until `done()`: again if the robot moved away in between."""

    def tried():
        page.mouse.click(*place_of_link(page, link))
        return eventually(done, 15.0)

    wait_until(tried)


def play(page):
    if page.get_attribute("html", "data-playing") != "true":
        page.click("#play")
    page.wait_for_selector("html[data-playing=true]")


def test_it_plays_pauses_steps_and_goes_back(page):
    play(page)
    start = shown(page)
    wait_until(lambda: shown(page) > start + 1.2)
    page.click("#play")
    page.wait_for_selector("html[data-playing=false]")
    wait_until(lambda: page.evaluate("snakelabStudio.controls.now.textContent") != "")
    before = shown(page)
    page.click("#step")
    wait_until(lambda: shown(page) > before)
    page.evaluate(
        "(() => { const past = document.getElementById('past'); past.value = 0.5; past.dispatchEvent(new Event('change')); })()"
    )
    wait_until(lambda: abs(shown(page) - 0.5) < 0.05)


@pytest.mark.thorough
def test_slow_motion_shows_poses_between_the_records(page, served):
    play(page)
    page.select_option("#pace", "0.1")
    apart = served.studio.session.simulation.period
    record = f"Number(document.documentElement.dataset.drawn) / {apart}"
    between = f"Math.abs({record} - Math.round({record})) > 0.1"
    try:
        wait_until(lambda: page.evaluate(between))
        page.click("#play")
        page.wait_for_selector("html[data-playing=false]")
        wait_until(
            lambda: (
                page.evaluate("document.documentElement.dataset.drawn") == str(page.get_attribute("html", "data-shown"))
            )
        )
    finally:
        page.select_option("#pace", "1")


def test_a_slider_changes_the_run_and_undo_takes_it_back(page, served):
    play(page)
    page.click("#tab-parameters")
    number = page.locator("[data-path='controller.gait.speed'] input.number")
    number.fill("0.5")
    number.dispatch_event("change")
    wait_until(lambda: served.studio.session.simulation.controller.gait.speed == 0.5)
    page.click("#undo")
    wait_until(lambda: served.studio.session.simulation.controller.gait.speed == 1.0)


@pytest.mark.thorough
def test_plots_ask_to_press_play_while_there_is_nothing_to_draw(page):
    if page.get_attribute("html", "data-playing") == "true":
        page.click("#play")
    page.wait_for_selector("html[data-playing=false]")
    page.click("#reset")
    page.wait_for_selector(".strip[data-empty=true]")
    asked = page.evaluate("getComputedStyle(document.querySelector('.strip .plot'), '::after').content")
    assert asked == '"Press play"'
    assert "at a time" in page.get_attribute("#role", "title") and "Data received" in page.get_attribute(
        "#traffic", "title"
    )
    play(page)
    page.wait_for_selector(".strip[data-empty=false]")


@pytest.mark.thorough
def test_plots_have_units(page):
    page.click("#tab-plots")
    for plot, unit in {"commanded": "rad", "tau": "N m", "com_velocity": "m/s"}.items():
        shown = page.inner_text(f".strip[data-plot='{plot}'] h3 small").strip()
        assert shown.replace("\u00a0", " ") == unit


@pytest.mark.thorough
def test_a_property_of_many_parts_is_one_entry_that_can_be_reset(page, served):
    session = served.studio.session
    gains = lambda: {p.actuator.kp for p in session.simulation.model.robot.parts if hasattr(p, "actuator")}  # noqa: E731
    page.click("#tab-parameters")
    before = gains()
    page.fill("#find-parameter", "actuator.kp")
    entry = page.locator(".field[data-path='robot.parts.1.actuator.kp']:visible")
    assert entry.count() == 1  # for all 28 joints
    entry.locator(".number").fill("30")
    entry.locator(".number").dispatch_event("change")
    wait_until(lambda: page.inner_text("#form-changed span") == "28 values changed")
    page.click("#play") if not session.playing else None
    wait_until(lambda: gains() == {30.0})
    page.click("#reset-parameters")
    wait_until(lambda: gains() == before)
    wait_until(lambda: not page.locator("#form-changed").is_visible())
    page.click("#play")
    page.fill("#find-parameter", "")


@pytest.mark.thorough
def test_numbers_that_are_not_given_can_be_given(page, served):
    session = served.studio.session
    scenario = session.scenario
    page.click("#tab-parameters")
    page.fill("#find-parameter", "parts.0.buoyancy")
    field = page.locator("[data-path='robot.parts.0.buoyancy'] input")
    assert field.input_value() == "" and field.get_attribute("placeholder") == "not given"
    field.fill("0, zero, 0")
    field.dispatch_event("change")
    assert not field.evaluate("node => node.checkValidity()")
    field.fill("0, 0, 0.01")
    field.dispatch_event("change")
    try:
        wait_until(lambda: session.simulation.model.robot.parts[0].buoyancy is not None)
        assert list(session.simulation.model.robot.parts[0].buoyancy) == [0.0, 0.0, 0.01]
    finally:
        session.order(lambda: session.begin(scenario), pytest.fail)
        wait_until(lambda: session.simulation.model.robot.parts[0].buoyancy is None)


def test_the_gait_changes_by_its_name(page, served):
    play(page)
    page.select_option("[data-path='controller.gait.name'] select", "SWL")
    wait_until(lambda: served.studio.session.simulation.controller.gait.name == "SWL")
    page.click("#tab-events")
    wait_until(lambda: "SWL" in page.inner_text(".event-list"))


@pytest.mark.thorough
def test_a_parameter_is_found_by_its_name(page):
    page.click("#tab-parameters")
    page.fill("#find-parameter", "mu_tangential")
    assert page.locator(".field:visible").count() >= 1
    assert page.locator("[data-path='controller.gait.speed']:visible").count() == 0
    page.fill("#find-parameter", "")


def test_shift_and_drag_pulls_a_link(page, served):
    page.click("#reset")
    play(page)
    page.keyboard.down("Shift")
    drag_link(page, 14, (120, -60), lambda: served.studio.session.run.pulling.pull is not None)
    page.mouse.up()
    page.keyboard.up("Shift")
    wait_until(lambda: served.studio.session.run.pulling.pull is None)
    assert any("push" in event for event in served.studio.session.state()["events"])


def place_of_link(page, link):
    """Where a link is seen, in pixels of the page."""
    return page.evaluate(
        """(link) => {
          const { stage, tracks } = snakelabStudio.live.view;
          const point = tracks[0].positionInto(link, stage.camera.position.clone()).project(stage.camera);
          const { left, top, width, height } = stage.canvas.getBoundingClientRect();
          return [left + ((point.x + 1) / 2) * width, top + ((1 - point.y) / 2) * height];
        }""",
        link,
    )


def test_a_click_pushes_a_link_and_a_drag_gives_the_push_its_direction(page, served):
    page.click("#reset")
    play(page)
    page.click("#look-top")
    page.click("#tool-push")
    page.wait_for_timeout(300)
    weight = served.studio.session.simulation.model.mass * 9.81

    def pushes():
        events = [applied.event for applied in served.studio.session.simulation.events]
        return [event.force for event in events if isinstance(event, sl.Push)]

    click_link(page, 14, pushes)
    assert math.hypot(*pushes()[0]) == pytest.approx(0.3 * weight, rel=1e-4)
    page.click("#look-top")  # a click beside the robot may have turned the camera
    before = len(pushes())
    drag_link(page, 14, (100, 0), lambda: "times the robot's weight" in page.text_content(".tool-hint"))
    page.mouse.up()
    wait_until(lambda: len(pushes()) > before)
    fx, fy, fz = pushes()[-1]
    assert fx > 0.5 * weight and abs(fy) < 0.5 * fx and fz == 0.0
    page.click("#tool-look")


def test_keys_and_a_gamepad_drive_and_the_dead_man_button_stops(page, served):
    page.click("#reset")
    play(page)
    hold(page, "ArrowUp", lambda: getattr(served.studio.session.simulation.controller, "forward", 0) == 1.0)
    page.keyboard.up("ArrowUp")
    wait_until(lambda: served.studio.session.simulation.controller.forward == 0.0)
    page.evaluate(
        "(() => { const buttons = Array.from({length: 8}, () => ({pressed: false}));"
        " window.pad = {id: 'Test pad', axes: [0, -0.5, 0, 0], buttons};"
        " navigator.getGamepads = () => [window.pad]; })()"
    )
    time.sleep(0.4)
    assert served.studio.session.simulation.controller.forward == 0.0
    page.evaluate("window.pad.buttons[4].pressed = true")
    wait_until(lambda: abs(served.studio.session.simulation.controller.forward - 0.5) < 0.02)
    page.evaluate("window.pad.buttons[4].pressed = false")
    wait_until(lambda: served.studio.session.simulation.controller.forward == 0.0)


def test_a_gamepad_stops_the_robot_without_the_dead_man_button(page, served):
    page.click("#reset")
    play(page)
    page.evaluate(
        "(() => { const buttons = Array.from({length: 8}, (_, i) => ({pressed: i === 1}));"
        " navigator.getGamepads = () => [null, {id: 'Test pad', axes: [0, 0, 0, 0], buttons}]; })()"
    )
    wait_until(lambda: not served.studio.session.playing)
    page.evaluate("navigator.getGamepads = () => []")


@pytest.mark.thorough
def test_gaits_change_by_buttons_of_page_and_gamepad(page, served):
    page.click("#reset")
    play(page)
    name = lambda: getattr(served.studio.session.simulation.controller.gait, "name", "")  # noqa: E731
    page.click("#tab-drive")
    page.click("#gait-SWL")
    wait_until(lambda: name() == "SWL")
    page.wait_for_selector("#gait-SWL[aria-pressed=true]")
    page.evaluate(
        "(() => { const buttons = Array.from({length: 17}, (_, i) => ({pressed: i === 15}));"
        " window.pad = {id: 'Test pad', axes: [0, 0, 0, 0], buttons}; navigator.getGamepads = () => [window.pad]; })()"
    )
    time.sleep(0.3)
    assert name() == "SWL", "without the dead-man button nothing changes"
    page.evaluate("window.pad.buttons[4].pressed = true")
    # a slow page may take the button for one that changes the gait of an earlier scene: it is then pressed again
    while not eventually(lambda: name() != "SWL", 20.0):
        page.evaluate("window.pad.buttons[15].pressed = false")
        time.sleep(1.0)
        page.evaluate("window.pad.buttons[15].pressed = true")
    assert name() == "ARL"
    page.evaluate("navigator.getGamepads = () => []")


@pytest.mark.thorough
def test_another_ground_is_chosen_with_a_new_start(page, served):
    page.click("#tab-parameters")
    page.fill("#find-parameter", "ground")
    page.select_option("[data-path='world.ground'] select", "gravel")
    wait_until(lambda: served.studio.session.simulation.model.world.media[1].name == "gravel")
    wait_until(
        lambda: page.evaluate("document.querySelector('[data-path=\"world.ground\"] select')?.value") == "gravel"
    )
    page.fill("#find-parameter", "")
    page.click("#tab-scenarios")
    page.fill("#find-scenario", "snakesys_creeping")
    page.click("[data-name='snakesys_creeping'] .scenario-open")
    wait_until(lambda: served.studio.session.simulation.model.world.media[1].name != "gravel")


def test_a_second_viewer_watches_and_takes_over(browsers, page, served):
    second = browsers[True].new_page(viewport={"width": 900, "height": 700}, device_scale_factor=0.5)
    second.goto(served.address)
    second.wait_for_selector("html[data-pilot=false]")
    assert second.inner_text("#role") == "Watching: take control"
    second.click("#step")
    wait_until(lambda: "another viewer has control" in second.inner_text(".live-message"))
    second.click("#role")
    second.wait_for_selector("html[data-pilot=true]")
    page.wait_for_selector("html[data-pilot=false]")
    second.close()
    page.wait_for_selector("html[data-pilot=true]")


@pytest.mark.thorough
def test_a_key_is_mapped_anew_and_the_browser_keeps_it(page, served):
    page.click("#reset")
    play(page)
    page.click("#tab-drive")
    page.click("#key-forward")
    page.keyboard.press("i")
    assert page.inner_text("#key-forward") == "i"
    page.reload()
    page.wait_for_selector("html[data-ready=yes]")
    hold(page, "i", lambda: getattr(served.studio.session.simulation.controller, "forward", 0) == 1.0)
    page.keyboard.up("i")
    page.click("#tab-drive")
    page.click("#mapping-reset")
    assert page.inner_text("#key-forward") == "\u2191"


def test_a_post_is_placed_by_a_click_and_dragged(page, served):
    page.click("#reset")
    if page.get_attribute("html", "data-playing") == "true":
        page.click("#play")
    page.wait_for_selector("html[data-playing=false]")
    page.click("#look-top")
    page.wait_for_timeout(600)
    box = page.locator("#view canvas").bounding_box()
    page.click("#tool-post")
    page.mouse.click(box["x"] + 0.6 * box["width"], box["y"] + 0.8 * box["height"])
    placed = lambda: served.studio.session.state()["obstacles"]  # noqa: E731
    wait_until(lambda: len(placed()) == 1)
    page.click("#tool-look")
    before = placed()[0]["centre"]
    x, y = seen(page, placed)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 20, steps=4)
    page.mouse.up()
    wait_until(lambda: placed()[0]["centre"] != before)
    page.click("#tool-remove")
    page.mouse.click(*seen(page, placed))
    wait_until(lambda: placed() == [])


def seen(page, placed):
    """Where an obstacle is seen in the page, as soon as it is drawn at its last place."""
    find = (
        "(() => { const {live} = snakelabStudio, [mesh] = live.obstacles.group.children; if (!mesh) return null;"
        " const {canvas, camera} = live.view.stage, box = canvas.getBoundingClientRect();"
        " const at = mesh.position.clone().project(camera);"
        " return [...mesh.position.toArray(), box.left + (at.x + 1) / 2 * box.width, box.top + (1 - at.y) / 2 * box.height]; })()"
    )
    place = lambda: page.evaluate(find)  # noqa: E731

    def drawn():
        (x, y, _), at = placed()[0]["centre"], place()
        return at and abs(at[0] - x) + abs(at[1] - y) < 1e-4

    wait_until(drawn)
    page.wait_for_timeout(300)
    wait_until(drawn)
    return place()[3:]


def test_a_free_body_is_dragged_removed_and_placed(browsers, tmp_path):
    served = Served("box_pushing", tmp_path)
    page = browsers[True].new_page(viewport={"width": 1440, "height": 860}, device_scale_factor=0.5)
    try:
        page.goto(served.address)
        page.wait_for_selector("html[data-ready=yes]")
        session = served.studio.session
        assert page.locator("#tool-ball:visible").count() == page.locator("#tool-remove:visible").count() == 1
        page.click("#look-top")
        page.wait_for_timeout(800)
        play(page)
        n = len(session.simulation.model.station_names)  # the box is the link after those of the robot
        pulled = lambda: getattr(session.run.pulling.pull, "part", None) == "box"  # noqa: E731
        drag_link(page, n, (40, -80), pulled)
        wait_until(lambda: session.simulation["object_position"][0, 1] > 0.1 or session.simulation.status is not None)
        page.mouse.up()
        wait_until(lambda: session.run.pulling.pull is None)
        assert session.simulation["object_position"][0, 1] > 0.1
        if page.get_attribute("html", "data-playing") == "true":
            page.click("#play")
        page.wait_for_selector("html[data-playing=false]")
        page.click("#reset")
        wait_until(lambda: session.simulation.time == 0.0)
        page.wait_for_timeout(500)
        page.click("#tool-remove")
        click_link(page, n, lambda: session.state()["bodies"] == [])
        page.click("#tool-ball")  # there is no ball yet: the run starts again with some
        wait_until(lambda: session.state()["spare"]["ball"] == 3)
        page.wait_for_selector("#tool-ball:not(.restarts)")
        page.wait_for_selector("html[data-ready=yes]")
        wait_until(lambda: page.evaluate("snakelabStudio.live.parts.length") == 12)
        page.click("#tool-ball")
        box = page.locator("#view canvas").bounding_box()
        page.mouse.click(box["x"] + 0.5 * box["width"], box["y"] + 0.75 * box["height"])
        wait_until(lambda: session.state()["bodies"] == ["box", "ball_1"])
        page.click("#tab-events")
        wait_until(lambda: "ball_1 placed" in page.inner_text(".event-list"))
    finally:
        page.close()
        served.close()


@pytest.mark.thorough
def test_plots_and_metrics_are_chosen_by_name(page):
    play(page)
    page.click("#tab-plots")
    page.select_option("#add-plot", "phase")
    page.wait_for_selector("[data-plot=phase] canvas")
    page.select_option("[data-plot=phase] select >> nth=1", "4")
    page.wait_for_selector("#add-plot option[value='metric:mean_speed']", state="attached")
    page.select_option("#add-plot", "metric:mean_speed")
    wait_until(lambda: len(page.inner_text("[data-plot='metric:mean_speed'] .strip-values")) > 4)
    page.click("#tab-metrics")
    assert page.locator("#live-metrics .metric").count() > 5
    assert page.locator("#energy-warning").is_hidden()


@pytest.mark.thorough
def test_plots_hold_all_frames_also_those_that_a_slow_page_does_not_draw(page):
    page.evaluate(
        "window.requestAnimationFrame = (draw) => setTimeout(() => draw?.call?.(window, performance.now()), 1500)"
    )
    play(page)
    rows = lambda: int(page.get_attribute("[data-plot]", "data-rows") or 0)  # noqa: E731
    wait_until(lambda: rows() > 2)
    before, began = rows(), shown(page)
    wait_until(lambda: shown(page) > began)
    assert rows() - before > 10  # between two pictures


@pytest.mark.thorough
def test_all_joints_are_a_heat_map_that_is_remembered_for_the_robot(page, served):
    page.select_option("#add-plot", "heat:q")
    play(page)
    drawn = (
        "(() => { const canvas = document.querySelector('.heat'); return canvas.width > 100 &&"
        " canvas.getContext('2d').getImageData(0.5 * canvas.width, 0.5 * canvas.height, 1, 1).data[3] })()"
    )
    wait_until(lambda: page.evaluate(drawn) == 255)
    assert page.inner_text("[data-plot='heat:q'] .heat-legend").endswith("rad")
    page.locator(".heat").scroll_into_view_if_needed()
    place = box(page, ".heat")
    page.mouse.move(place["x"] + 0.9 * place["width"], place["y"] + 0.5 * place["height"])
    wait_until(lambda: " s" in page.inner_text("[data-plot='heat:q'] .strip-value"))
    kept = page.evaluate("localStorage.getItem('snakelab-studio-plots:snake_iii')")
    assert "heat:q" in kept
    page.click("[data-plot='heat:q'] .strip-close")


@pytest.mark.thorough
def test_the_panels_can_be_resized(page):
    before = box(page, ".sidebar")["width"]
    bar = box(page, ".panel-bar >> nth=0")
    page.mouse.move(bar["x"] + 6, bar["y"] + 300)
    page.mouse.down()
    page.mouse.move(bar["x"] + 86, bar["y"] + 300)
    page.mouse.up()
    assert box(page, ".sidebar")["width"] == pytest.approx(before + 80, abs=10)
    page.dblclick(".panel-bar >> nth=0")
    assert box(page, ".sidebar")["width"] == pytest.approx(before, abs=1)


@pytest.mark.thorough
def test_forces_and_torques_are_streamed_while_they_are_shown(page, served):
    page.click("#reset")
    play(page)
    watched = lambda: [(one.watched.forces, one.watched.contacts, one.watched.colour) for one in served.studio.viewers]  # noqa: E731
    wait_until(lambda: (False, True, "") in watched())
    assert page.is_hidden("#force-legend")
    page.click("#layers summary")
    page.click("#show-forces")
    page.wait_for_selector("#force-legend:visible")
    assert "friction: longest arrow" in page.text_content("#force-legend")
    page.select_option("#colour-by", "effort")
    wait_until(lambda: (True, True, "effort") in watched())
    wait_until(lambda: "|torque| at the joints of each link" in page.inner_text(".colour-legend >> nth=0"))
    page.click("#show-contact")
    wait_until(lambda: (True, False, "effort") in watched())
    assert page.is_hidden("#load-legend")
    page.click("#show-contact")
    page.click("#show-forces")
    page.select_option("#colour-by", "")
    wait_until(lambda: (False, True, "") in watched())


def test_a_recording_is_saved_and_confirmed_as_a_success(page, served):
    play(page)
    page.click("#record")
    page.wait_for_selector("#record[aria-pressed=true]")
    wait_until(lambda: "recording to" in page.inner_text(".live-message.success"))
    time.sleep(0.3)
    page.click("#record")
    wait_until(lambda: any(served.studio.session.folder.glob("*/results.nc")))
    wait_until(lambda: "saved" in page.inner_text(".live-message.success"))
    colours = "getComputedStyle(document.querySelector('.live-message')).borderLeftColor"
    good = "getComputedStyle(document.documentElement).getPropertyValue('--good')"
    shown, wanted = page.evaluate(colours), page.evaluate(good).strip().lstrip("#")
    assert [int(n) for n in shown.strip("rgb()").split(",")] == [int(wanted[k : k + 2], 16) for k in (0, 2, 4)]


def test_the_space_bar_plays_after_a_click_on_a_tab(page, served):
    session = served.studio.session
    page.click("#tab-metrics")
    before = session.playing
    page.keyboard.press("Space")
    wait_until(lambda: session.playing != before)
    page.click("#tab-plots")
    page.keyboard.press("Space")
    wait_until(lambda: session.playing == before)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "way",
    [
        "#view canvas",
        "#tab-parameters",
        "[data-path] input[type=range]",
        "[data-path] input[type=number]",
        "#save summary",
    ],
)
def test_the_keys_drive_wherever_the_mouse_was_pressed(page, served, way):
    """A click gives an element the focus; the space bar and the arrows belong to the page again after it."""
    session = served.studio.session
    page.click("#tab-parameters")
    at = page.locator(f"{way} >> visible=true").first
    at.scroll_into_view_if_needed()
    if way.endswith("[type=number]"):
        value = at.input_value()
        at.fill(value)
        at.press("Enter")
    else:
        at.click()
    wait_until(lambda: page.get_attribute("html", "data-playing") == str(session.playing).lower())
    before = session.playing
    page.keyboard.press("Space")
    wait_until(lambda: session.playing != before)
    page.wait_for_selector(f"html[data-playing={'false' if before else 'true'}]")
    play(page)
    hold(page, "ArrowUp", lambda: getattr(session.simulation.controller, "forward", 0) == 1.0)
    page.keyboard.up("ArrowUp")
    wait_until(lambda: session.simulation.controller.forward == 0.0)


@pytest.mark.thorough
def test_a_held_gamepad_drives_on_while_the_page_stands_still(page, served):
    page.click("#reset")
    play(page)
    page.evaluate(
        "(() => { const buttons = Array.from({length: 8}, (_, i) => ({pressed: i === 4}));"
        " navigator.getGamepads = () => [{id: 'Test pad', axes: [0, -0.5, 0, 0], buttons}]; })()"
    )
    forward = lambda: getattr(served.studio.session.simulation.controller, "forward", 0)  # noqa: E731
    wait_until(lambda: abs(forward() - 0.5) < 0.02)
    seen = []
    watching = threading.Event()

    def watch():
        while not watching.is_set():
            seen.append(forward())
            time.sleep(0.02)

    thread = threading.Thread(target=watch)
    thread.start()
    for _ in range(3):  # frames of more than a second, as on a slow machine
        page.evaluate("(() => { const end = performance.now() + 1200; while (performance.now() < end); })()")
        page.wait_for_timeout(150)
    watching.set()
    thread.join(60.0)
    page.evaluate("navigator.getGamepads = () => []")
    assert len(seen) > 50 and min(seen) > 0.4


def test_another_scenario_opens_in_the_same_page(page, served):
    page.click("#tab-scenarios")
    fast = page.locator("[data-name='planar_viscous_fast']")
    assert (
        not fast.is_visible() and page.locator("[data-name='planar_viscous']").is_visible()
    )  # folded among the variants
    page.fill("#find-scenario", "planar_viscous_fast")
    assert fast.is_visible()
    page.click("[data-name='planar_viscous_fast'] .scenario-open")
    wait_until(lambda: served.studio.session.scenario.name == "planar_viscous_fast")
    wait_until(lambda: shown(page) < 30 and page.evaluate("snakelabStudio.live.replay.links.length") == 5)
    gait = page.locator(
        ".form-group"
    ).first  # it begins with the name and the formula of the gait, and its own arguments
    assert gait.locator("summary").first.text_content().startswith("Serpenoid gait")
    assert gait.locator(".formula").text_content().startswith("\u03c6i = s(t)")
    assert [name.split()[0] for name in gait.locator(".field-name").all_text_contents()][:2] == ["amplitude", "angular"]
    page.fill("#find-scenario", "snakesys_creeping")
    page.click("[data-name='snakesys_creeping'] .scenario-open")
    wait_until(lambda: page.evaluate("snakelabStudio.live.replay.links.length") == 29)


def test_a_phone_shows_all_without_scrolling_sideways(browsers, served):
    phone = browsers[True].new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    phone.goto(served.address)
    phone.wait_for_selector("html[data-ready=yes]")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert phone.locator("#stick").is_visible() and phone.locator("#play").is_visible()
    tabs = phone.locator("[role=tab] >> visible=true")
    assert tabs.count() >= 6
    for tab in tabs.all():
        place = tab.bounding_box()
        assert place["x"] >= 0 and place["x"] + place["width"] <= 390, tab.text_content()
        assert tab.evaluate("node => node.scrollWidth <= node.clientWidth + 1"), tab.text_content()
        assert place["height"] >= 30
    stick = phone.locator("#stick").bounding_box()
    view = phone.locator("#view").bounding_box()
    assert stick["y"] + stick["height"] <= view["y"] + view["height"]
    phone.click("#role") if phone.get_attribute("html", "data-pilot") == "false" else None
    play(phone)
    assert not phone.locator("#estop").is_visible()  # there is no robot
    phone.tap("#play")
    wait_until(lambda: not served.studio.session.playing)
    leave(served, phone)


@pytest.mark.thorough
def test_a_swimmer_dives_while_the_button_on_the_screen_is_held(browsers, tmp_path):
    swimming = Served("pilot_depth_heading", tmp_path)
    phone = browsers[True].new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    try:
        phone.goto(swimming.address)
        phone.wait_for_selector("html[data-ready=yes]")
        phone.click("#play")
        depth = lambda: swimming.studio.session.simulation.controller.depth  # noqa: E731
        before = depth()
        press_and_hold(phone, "#rise-down")
        wait_until(lambda: depth() > before + 0.05)
        phone.mouse.up()
        after = depth()
        phone.wait_for_timeout(400)
        assert depth() <= after + 0.04
    finally:
        phone.close()
        swimming.close()


def test_a_page_without_the_token_says_what_to_open(browsers, served):
    page = browsers[True].new_page(device_scale_factor=0.5)
    page.goto(served.address.split("#")[0])
    page.wait_for_selector(".live-message:visible")
    wait_until(lambda: "no valid token" in page.inner_text(".live-message"))
    page.close()


@pytest.mark.thorough
def test_the_futures_of_a_controller_are_drawn_until_they_are_switched_off(browsers, tmp_path):
    steered = Served("pipe_step_in", tmp_path)
    opened = browsers[True].new_page(viewport={"width": 1440, "height": 860}, device_scale_factor=0.5)
    errors = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    try:
        opened.goto(steered.address)
        opened.wait_for_selector("html[data-ready=yes]")
        opened.click("#play")
        wait_until(lambda: opened.evaluate("Number(document.getElementById('view').dataset.futures) > 2"))
        assert opened.is_visible("#futures-legend")
        opened.click("#layers summary")
        opened.click("#show-futures")
        wait_until(lambda: opened.evaluate("document.getElementById('view').dataset.futures === '0'"))
        before = float(opened.get_attribute("html", "data-shown"))
        wait_until(lambda: shown(opened) > before + 0.2)
    finally:
        opened.close()
        steered.close()
    assert errors == []


@pytest.mark.thorough
def test_a_video_is_the_film_of_snakelab_movie_or_says_why_not(browsers, served, monkeypatch, tmp_path):
    opened = browsers[True].new_page(viewport={"width": 1440, "height": 860}, device_scale_factor=0.5)
    opened.goto(served.address)
    opened.wait_for_selector("html[data-ready=yes]")
    asked = []

    def film(begin, end, view, size, file):
        asked.append((begin, end, view, size))
        if len(asked) > 1:
            raise SimulationError("movies need MuJoCo; type: pip install snakelab[mujoco]")
        file.write_bytes(b"\0\0\0\x20ftyp of the server")

    monkeypatch.setattr(served.studio.session, "film", film)

    def video():
        opened.click("#reset")
        play(opened)
        opened.click("#save summary")
        opened.click("#save-video")
        opened.wait_for_timeout(1500)
        with opened.expect_download() as waiting:
            opened.click("#save-video")
        path = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(path)
        return path

    first = video()
    assert first.suffix == ".mp4" and first.read_bytes().endswith(b"ftyp of the server")
    begin, end, view, size = asked[0]
    assert 0.2 < end - begin < 10.0 and view == "follow" and size == (1280, 720)
    opened.keyboard.press("Escape")
    opened.reload()
    opened.wait_for_selector("html[data-ready=yes]")
    second = video()
    assert len(asked) == 2 and b"ftyp of the server" not in second.read_bytes()
    assert "no film could be made: movies need MuJoCo" in opened.inner_text("#video-note")
    opened.click("#play")
    leave(served, opened)

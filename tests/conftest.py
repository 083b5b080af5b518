"""Settings and fixtures of all tests."""

import functools
import gc
import os
import signal
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer.main
import typer.testing
from hypothesis import settings

TESTS = Path(__file__).parent
# No deadline: the first example may compile. Half of the usual number of examples, which are the same in every run: a red test
# means that the code changed.
settings.register_profile("snakelab", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("snakelab")
# Typer derives all commands from their signatures whenever one is invoked, 10 ms each time.
typer.testing._get_command = functools.cache(typer.main.get_command)
# Thousands of tests are collected and stay: garbage among them is not looked for, a quarter of that time.
gc.disable()


# Files and folders that compile most come first, each where no other worker compiles the same, or it would wait: of the tests of
# `make test` the loop of the engine, meanwhile the lanes and bodies in contact, then what compiles nothing of the engine. Of the
# thorough tests the loop with rods, then other lanes and emulated GPUs. The last is the longest file of the tests in a browser.
FIRST = (
    "sim/test_simulation.py",
    "physics/test_rod_recursion.py",
    "plugins/lanes/model/test_lane_step.py",
    "plugins/lanes/mpc/test_rollouts.py",
    "cli/test_exchange.py",
    "kernels/test_digest.py",
    "geometry",
    "parameters",
    "scenarios/test_hostile_pipes.py",
    "plugins/hardware/test_servo_driver.py",
    "plugins/hardware/test_endings.py",
    "plugins/hardware/test_feetech_bus.py",
    "gaits/test_named_gait.py",
    "robots/test_materials.py",
    "worlds/test_natural_grounds_in_files.py",
    "kernels/test_hooks.py",
    "gaits/test_curve_fitting.py",
    "worlds/test_user_law.py",
    "plugins/lanes/model/test_ground.py",
    "plugins/lanes/mpc/test_joints.py",
    "plugins/lanes/vector/test_elementary.py",
    "plugins/slam/test_slam.py",
    "plugins/lanes/test_lane_batch.py",
    "plugins/lanes/vector/test_vector.py",
    "plugins/lanes/mpc/test_wave.py",
    "plugins/lanes/gpu_rollouts/test_cuda_lanes.py",
    "browser/test_studio.py",
)

# Folders and files of the thorough tests, which need no marker: `make test` does not even read them, which takes its time.
THOROUGH = (
    # pages, programs, examples, and the package as it is built
    "benchmarks",
    "docs",
    "packaging",
    "reproductions",
    "test_examples.py",
    "test_other_systems.py",
    "test_plugins.py",
    "test_readme.py",
    "plugins/mujoco/test_engines_page.py",
    "plugins/mujoco/test_exchange_page.py",
    # random input, attacks, faults one by one, and processes that end at any moment
    "hostile",
    "kernels/test_environment.py",
    "kernels/test_hooks.py",
    "kernels/test_machine_code.py",
    "kernels/test_sharing.py",
    "parameters/test_messages.py",
    "plugins/hardware/test_link_attacks.py",
    "plugins/hardware/test_network.py",
    "plugins/hardware/test_real_time.py",
    "plugins/hardware/test_start.py",
    "plugins/ros/test_bag_sizes.py",
    "plugins/ros/test_killed_log.py",
    "plugins/studies/test_task_execution.py",
    # published cases and the scenarios of the library, run
    "cli/test_validate_library.py",
    "gaits/test_curve_fitting.py",
    "gaits/test_moving.py",
    "physics/test_soft_snake.py",
    "physics/test_swimming.py",
    "scenarios/test_bodies_in_contact.py",
    "scenarios/test_goals.py",
    "scenarios/test_hybrid_cases.py",
    "scenarios/test_matrix_references.py",
    "scenarios/test_reference.py",
    "scenarios/test_snakesys_cases.py",
    "scenarios/test_stepwise_runs.py",
    "scenarios/test_swimming_references.py",
    "scenarios/test_terrain_cases.py",
    "sim/test_controllers_in_turn.py",
    # servers, networks, clusters and commands as processes of their own
    "cli/test_cluster.py",
    "cli/test_end_of_studio.py",
    "cli/test_loops_command.py",
    "cli/test_slam.py",
    "cli/test_streams.py",
    "plugins/hardware/test_feetech_sdk.py",
    "plugins/ros/test_cyclone.py",
    "plugins/ros/test_foxglove.py",
    "plugins/ros/test_hardware_node.py",
    "plugins/ros/test_hardware_peer.py",
    "plugins/ros/test_peer.py",
    "sim/test_processes_of_a_batch.py",
    "sim/test_separate_process.py",
    # what is drawn of worlds and robots, picture by picture
    "browser/test_at_rest.py",
    "browser/test_camera.py",
    "browser/test_camera_images.py",
    "browser/test_contact.py",
    "browser/test_futures.py",
    "browser/test_layers.py",
    "browser/test_layout.py",
    "browser/test_studio_look.py",
    "browser/test_studio_sources.py",
    "browser/test_surroundings.py",
    "browser/test_swimming.py",
    # what compiles or draws for long: loops of robots with rods and of fourth order, lanes but roll-outs, emulated GPUs, images,
    # SLAM, training, the algebra of vectors function by function, laws of the user
    "geometry/test_spatial.py",
    "geometry/test_vectors.py",
    "gaits/geometric/test_height_functions.py",
    "figures/test_shape_loop_page.py",
    "worlds/test_user_friction.py",
    "worlds/test_user_law_state.py",
    "physics/test_fourth_order.py",
    "physics/test_rod_recursion.py",
    "physics/test_rod_impacts.py",
    "physics/test_rods_in_worlds.py",
    "cli/test_movie.py",
    "cli/test_render.py",
    "plugins/cuda",
    "plugins/lanes/gpu_rollouts",
    "plugins/lanes/model/test_ground.py",
    "plugins/lanes/model/test_land.py",
    "plugins/lanes/model/test_lane_step.py",
    "plugins/lanes/model/test_speeds_in_the_engine.py",
    "plugins/lanes/mpc/test_joints.py",
    "plugins/lanes/mpc/test_planned_wave.py",
    "plugins/lanes/mpc/test_prediction.py",
    "plugins/lanes/mpc/test_steered_joints.py",
    "plugins/lanes/mpc/test_wave.py",
    "plugins/lanes/test_lane_batch.py",
    "plugins/lanes/vector",
    "plugins/learn/test_training.py",
    "plugins/learn/test_vector.py",
    "plugins/mujoco/cameras",
    "plugins/mujoco/engine/test_objects.py",
    "plugins/mujoco/engine/test_trees.py",
    "plugins/slam",
    "plugins/studio/server/test_map_feed.py",
    "plugins/studio/test_cameras.py",
)


@functools.cache
def place_of(path: Path) -> int:
    """Place in the order of the list; all other files come last."""
    return min((FIRST.index(name) for name in FIRST if TESTS / name in {path, *path.parents}), default=len(FIRST))


@functools.cache
def is_thorough(path: Path) -> bool:
    """Return True for a folder or file of the list, and for what is below it."""
    places = {path, *path.parents}
    return any(TESTS / name in places for name in THOROUGH)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what would be deselected: to search a file for a marker takes far less time than to import it."""
    expression, path = config.option.markexpr, collection_path
    if "not thorough" in expression and is_thorough(path):
        return True
    if "not browser" in expression and path == TESTS / "browser":
        return True
    tier = expression.partition(" ")[0]
    if tier in ("thorough", "slow") and path.match("test_*.py") and not (tier == "thorough" and is_thorough(path)):
        text = path.read_text(encoding="utf-8")
        return None if any(word in text for word in (f"mark.{tier}", "mark.few", "pytestmark")) else True
    return None


def pytest_configure(config: pytest.Config) -> None:
    """Run the thorough tests of files and folders that are named, and let each worker begin to collect elsewhere.

    Python and pytest compile what is collected for the first time, and store it: workers in step would all compile the same.
    """
    if [Path(word).resolve() for word in config.args] != [TESTS]:
        config.option.markexpr = config.option.markexpr.removeprefix("not thorough and ")
        return
    worker, n_workers = (os.environ.get(f"PYTEST_XDIST_WORKER{end}", "") for end in ("", "_COUNT"))
    if worker:
        folders = [path for path in TESTS.iterdir() if path.is_dir() and path.name not in ("plugins", "__pycache__")]
        folders += [path for path in (TESTS / "plugins").iterdir() if path.is_dir() and path.name != "__pycache__"]
        found = sorted({*folders, *TESTS.glob("test_*.py"), *TESTS.glob("plugins/test_*.py")})
        found = [path for path in found if not pytest_ignore_collect(path, config)]
        first = len(found) * int(worker.removeprefix("gw")) // int(n_workers)
        config.args[:] = map(str, found[first:] + found[:first])


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the tests with random input: their number, and their seed."""
    parser.addoption("--hostile", type=int, default=64, help="number of hostile inputs over all surfaces")
    parser.addoption("--messages", type=int, default=150, help="number of random messages to the studio")
    parser.addoption("--endings", type=int, default=3, help="number of processes that are ended at random moments")
    parser.addoption("--seed", type=int, default=0, help="seed of the random endings and of hostile input")


@pytest.hookimpl(tryfirst=True)  # before tests are left out by their markers
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the thorough tests and the further cases of tests with few, and sort the files, those of the list to the front.

    Workers must agree about the order of all.
    """
    cases: dict[tuple[str, bool], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if is_thorough(item.path):
            item.add_marker("thorough")
        if item.get_closest_marker("few") and not item.get_closest_marker("slow"):
            cases[item.nodeid.partition("[")[0], item.get_closest_marker("thorough") is not None].append(item)
    for (_, thorough), alike in cases.items():
        few = next(alike[0].iter_markers("few"))
        n, others = few.args[0], few.kwargs.get("others", "slow" if thorough else "thorough")
        kept = {round(i * (len(alike) - 1) / max(n - 1, 1)) for i in range(n)}
        for i, item in enumerate(alike):
            if i not in kept:
                item.add_marker(others)
    items.sort(key=lambda item: (place_of(item.path), item.path))


def pytest_collection_finish() -> None:
    """Leave what was collected out of all later searches for garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)  # of 700 new objects by default: the search takes 3 % of the time
    gc.enable()


@pytest.fixture
def default_interrupt() -> Iterator[None]:
    """Python's default response to SIGINT, in this process and in those that it starts.

    Processes started by `nohup`, by a script in the background or by some CI systems ignore SIGINT, and so do their children.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def undrawn_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports whose pictures are empty, for tests that read other files: drawing takes more than a second each time."""
    from undrawn import leave_pictures_empty

    leave_pictures_empty(monkeypatch)


@pytest.fixture
def undrawn_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sweeps and searches whose pages are empty, for tests that read other files: plots take most of the time of short trials."""
    monkeypatch.setattr("snakelab.plugins.studies.sweeps.sweep_run.sweep_plots", lambda *of: {})
    monkeypatch.setattr("snakelab.plugins.studies.sweeps.sweep_run.sweep_page", lambda *of: "")
    monkeypatch.setattr("snakelab.plugins.studies.scenario_optimisation.optimum_page", lambda *of: "")
    monkeypatch.setattr(
        "snakelab.plugins.studies.scenario_optimisation.progress_plot",
        lambda points, goal: SimpleNamespace(figure=None),
    )
    monkeypatch.setattr(
        "snakelab.figures.style.figure_files", lambda figure, kinds, dpi=None: dict.fromkeys(kinds, b"")
    )

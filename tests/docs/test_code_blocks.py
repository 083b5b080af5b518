"""Every Python block of every page runs; files that a block reads are made first."""

import re
import sys
import warnings
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SnakelabWarning

DOCS = Path(__file__).parents[2] / "docs"
# Pages whose blocks run in tests of their own, which also check what they print.
ELSEWHERE = {"tutorial", "stepwise", "lanes", "extending", "engines", "exchange", "cameras", "studio_protocol"}
MADE = ("_build", "_replays", "gallery")
NEEDED = {
    "learning": "gymnasium",
    "logs": "rosbags",
    "own_snake": "mujoco",
    "slam": "gtsam",
    "studio": "starlette",
    "sweeps": "cma",
}
SLOW = {"gait_survey"}
# It follows topics until it is stopped.
LIVE = """backend = make_backend("auto", RosNetwork())
RosStereo(backend, "/stereo/left/image_rect", "/stereo/right/image_rect", "/imu").follow(slam, print)
"""
# It trains with a package that is too large for the tests; where it is installed, fewer steps are run.
TRAINED = """from snakelab.plugins.learn.training import train_ppo, vec_env

made = sl.environment("planar_viscous", n=64, autoreset="same_step")
rows = vec_env(made)                                    # for any algorithm of the library
trained = train_ppo(made, "out/ppo", steps=200_000)     # PPO; the same call resumes an interrupted training run
run = sl.simulate(made.model, sl.control.Policy(str(trained.policy)), 10.0)
"""
FEWER_STEPS = TRAINED.replace("n=64", "n=2").replace("steps=200_000", "steps=256").replace("10.0)", "0.1)")
# They need a GPU.
ON_GPU = """batch = sl.plugins.cuda.CudaBatch(model, 65536, period=0.05, step=5e-3, integrator="plain")
observations = batch.step(np.zeros((65536, model.n_commands)))  # shape (width, 65536), on the GPU
"""
ROWS_ON_GPU = """rows = sl.environment("planar_viscous", n=4096, backend="cuda", observation=["q", "v", "com_velocity"])
observation, info = rows.reset(seed=0)                  # NumPy, shape (4096, width)
tensor = torch.from_dlpack(rows.on_device)              # on the GPU, overwritten by the next call
"""
# What the program of a page is cut down by: text of the page, and its replacement.
SHORTER = {
    "body_pose": [('"duration=8"', '"duration=0.4"'), ("between(6.0, 6.5)", "between(0.2, 0.3)")],
    "learning": [
        (TRAINED, FEWER_STEPS if find_spec("stable_baselines3") else ""),
        (ROWS_ON_GPU, ""),
        ('"crawl.npz"), 10.0', '"crawl.npz"), 0.2'),
    ],
    "own_snake": [("duration=8.0", "duration=0.3"), ("gaits, 4.0", "gaits, 0.3")],
    "slam": [(LIVE, "")],
    "gpu": [(ON_GPU, "")],
    "gait_survey": [('    terrains={"mud"', '    quick=True, workers=1,\n    terrains={"mud"')],
    "sweeps": [
        ("trials=200", "trials=4"),
        ('"cost_of_transport < 0.08"', '"cost_of_transport < 10"'),
        ("duration=5.0)", "duration=0.1, generations=1, population=4)"),
        ("optimum.gait, 5.0)", "optimum.gait, 0.2)"),
    ],
    "hardware": [
        ('sl.load_scenario("snakesys_sidewinding")', 'sl.load_scenario("snakesys_sidewinding", ["duration=0.1"])')
    ],
}


def blocks(page: str, language: str) -> list[str]:
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def pages_with_blocks() -> list[str]:
    paths = [path.relative_to(DOCS) for path in sorted(DOCS.rglob("*.md"))]
    names = [path.with_suffix("").as_posix() for path in paths if path.parts[0] not in MADE]
    return [name for name in names if name not in ELSEWHERE and blocks(name, "python")]


def first_snake():
    robot = sl.Robot([sl.Link(0.11, mass=0.08), *4 * [sl.Revolute("z"), sl.Link(0.11, mass=0.08)]], base="planar")
    model = sl.build_model(robot, sl.World([sl.LinkFriction(mu_tangential=0.05, mu_normal=0.56, shape="per_axis")]))
    return model, sl.SerpenoidGait(amplitude=0.785, angular_frequency=1.57, phase_lag=0.785)


def first_snake_of_the_library():
    scenario = sl.load_scenario("planar_viscous")
    return sl.build_model(scenario.robot, scenario.world)


def prepare_gait_survey() -> dict:
    return {"sl": sl, "robot": "snake_iii"}


def prepare_conventions() -> dict:
    model, gait = first_snake()
    sl.simulate(model, gait, duration=1.0).save("out/first_snake/results.nc")
    return {"sl": sl, "model": model, "gait": gait, "T_world_head": np.eye(4), "T_head_tip": np.eye(4)}


def prepare_hardware() -> dict:
    Path("robot.yaml").write_text("port: emulated\nids: 1-28\n", encoding="utf-8")
    return {}


def prepare_identification() -> dict:
    Path("fit.yaml").write_text(blocks("identification", "yaml")[0] + "starts: 1\n", encoding="utf-8")
    for name in ("run1.nc", "run2.nc"):
        sl.run_scenario(sl.load_scenario("planar_prototype", ["duration=0.5"])).save(name)
    return {}


def prepare_learning() -> dict:
    rng, model = np.random.default_rng(0), first_snake_of_the_library()
    n_inputs = 2 * model.n_coordinates + 1 + model.n_coordinates  # q, v, heading and the last action
    weights, biases = [0.1 * rng.standard_normal((n_inputs, model.n_coordinates))], [np.zeros(model.n_coordinates)]
    return {
        "model": model,
        "weights": weights,
        "biases": biases,
        "mean": np.zeros(n_inputs),
        "scale": np.ones(n_inputs),
    }


def prepare_slam() -> dict:
    from box_room_frames import drawn, room
    from sequence_files import write_euroc

    made, frames = room(n=16), drawn(16)
    write_euroc(made, frames, Path("out/courses/creeping_0"))
    return {
        "model": made.model,
        "imu_noise": made.imu_noise,
        "samples": made.imu,
        "frame": frames[0],
        "sequence": made,
        "T": np.eye(4),
        "covariance": 1e-4 * np.eye(6),
    }


def prepare_sweeps() -> dict:
    text = blocks("sweeps", "yaml")[0].replace("duration: 10", "duration: 0.2").replace("count: 6", "count: 2")
    Path("waves.yaml").write_text(text.replace("count: 3", "count: 2"), encoding="utf-8")
    sl.run_sweep({**read(text), "seeds": [0, 1]}, "out/waves", workers=1)
    model, gait = first_snake()
    return {"model": model, "gait": gait}


def read(text: str) -> dict:
    from ruamel.yaml import YAML

    data = YAML(typ="safe").load(text)
    data["parameters"] = {key: [0.3, 0.6] for key in data["parameters"]}
    return data


def prepare_validation() -> dict:
    sl.run_scenario(sl.load_scenario("planar_viscous")).save("out/planar_viscous/results.nc")
    return {}


PREPARED = {name.removeprefix("prepare_"): value for name, value in globals().items() if name.startswith("prepare_")}


def test_the_pages_with_programs_are_found():
    assert len(pages_with_blocks()) > 10
    assert all((DOCS / f"{name}.md").exists() for name in ELSEWHERE)


@pytest.mark.filterwarnings("ignore::snakelab.errors.SnakelabWarning")
@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=pytest.mark.slow if page in SLOW else ()) for page in pages_with_blocks()]
)
def test_the_python_blocks_of_a_page_run(page, tmp_path, monkeypatch, request):
    if page in NEEDED:
        pytest.importorskip(NEEDED[page], reason=f"{NEEDED[page]} is not installed")
    if page != "index":
        request.getfixturevalue("undrawn_reports")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    (tmp_path / "out").mkdir()
    names = {"__name__": "__main__", **PREPARED.get(page, dict)()}
    program = "\n".join(blocks(page, "python"))
    for text, shorter in SHORTER.get(page, ()):
        assert text in program, (page, text)
        program = program.replace(text, shorter)
    printed: dict[int, str] = {}
    names["print"] = lambda *values: printed.__setitem__(sys._getframe(1).f_lineno, " ".join(map(str, values)))
    exec(compile(program, f"{page}.md", "exec"), names)
    for line, text in enumerate(program.splitlines(), 1):
        if shape := re.match(r"(\w+) = .*# (\([\d, ]+\))", text):
            assert str(np.shape(names[shape[1]])) == shape[2], (page, text)
        if line in printed and "  # " in text:
            check_comment(text.rpartition("  # ")[2], printed[line])


def check_comment(comment: str, printed: str) -> None:
    """The start of an error, a number, and names with a number such as `joint1`, as the comment of a line states them."""
    if re.match(r"\w+Error ", comment):
        assert printed.startswith(comment.removesuffix(" ...")), (comment, printed)
    elif number := re.match(r"-?\d+\.\d+", comment):
        assert float(printed.split()[0]) == pytest.approx(float(number[0]), rel=5e-3), (comment, printed)
    else:
        named = re.findall(r"[A-Za-z_][\w.]*\d\w*", comment)
        words = re.findall(r"[A-Za-z_][\w.]*\d\w*", printed)
        assert [word for word in words if word in named] == named, (comment, printed)


def test_a_comment_that_differs_from_the_output_is_found():
    for comment, printed in (
        ("joint1, joint3", "('joint1', 'joint2')"),
        ("0.15 m", "0.16"),
        ("AnError a ...", "AnError b"),
    ):
        with pytest.raises(AssertionError):
            check_comment(comment, printed)
    check_comment("joint1 ... joint3, ...", "('joint1', 'joint2', 'joint3', 'joint4')")


def test_the_program_of_your_own_snake_has_at_most_forty_lines():
    assert len(blocks("own_snake", "python")[0].splitlines()) <= 40


def test_the_program_of_your_own_snake_prints_the_stated_numbers(tmp_path, monkeypatch, capsys):
    """Each number within 0.5 % of the page: the motion must not depend on rounding errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sl, "report", lambda *_: None)
    monkeypatch.setattr(sl, "movie", lambda *_: None)
    with warnings.catch_warnings():
        warnings.simplefilter("error", SnakelabWarning)  # the error of every run is small
        exec(compile(blocks("own_snake", "python")[0], "own_snake.md", "exec"), {"__name__": "__main__"})
    number = re.compile(r"\d+(?:\.\d+)?")
    stated, printed = blocks("own_snake", "text")[0], capsys.readouterr().out
    assert number.sub("#", printed).split() == number.sub("#", stated).split()
    wanted = np.array(number.findall(stated), dtype=float)
    np.testing.assert_allclose(np.array(number.findall(printed), dtype=float), wanted, rtol=5e-3, atol=0)

"""Policies from files as controllers: weights, ONNX, refusals."""

import json
import struct
import tracemalloc
import zipfile

import numpy as np
import pytest

import snakelab as sl
from snakelab.control.policy_networks import load_network
from snakelab.errors import ControlError
from snakelab.physics.command import Measurement

LINK = sl.Link(0.1, mass=0.1)
TASK = {"period": 0.05, "observation": ["q", "v", "heading", "last_action"], "action": {"joint_targets": 0.5}}
N_SEEN = 2 + 2 + 1 + 2


@pytest.fixture(scope="module")
def model():
    joint = sl.Revolute("z", sl.Servo(kp=2.0, kd=0.1))
    robot = sl.Robot([LINK, joint, LINK, joint, LINK], base="planar")
    return sl.build_model(robot, sl.World([sl.ViscousFriction(1.0, 10.0)]))


def weights(n_seen=N_SEEN, n_actions=2):
    draw = np.random.default_rng(0)
    first, second = draw.normal(size=(n_seen, 8)), draw.normal(size=(8, n_actions))
    return [0.2 * first, 0.2 * second], [0.2 * draw.normal(size=8), 0.2 * draw.normal(size=n_actions)]


def test_a_policy_of_numpy_weights_runs_as_in_its_environment(model, tmp_path):
    pytest.importorskip("gymnasium", reason="no environments: pip install '.[learn]'")
    path = sl.control.save_network(tmp_path / "mine.npz", *weights(), TASK)
    run = sl.simulate(model, sl.control.Policy(str(path)), 1.0, record_rate=20)
    made = sl.environment(model, observation=TASK["observation"], action=TASK["action"], period=0.05)
    observation, _ = made.reset(seed=0)
    (first, second), (one, two) = weights()
    for _ in range(20):
        action = np.tanh(observation @ first + one) @ second + two
        observation, *_ = made.step(np.clip(action, -1, 1))
    assert run["q"].values[-1] == pytest.approx(observation[:2], abs=1e-4)
    assert np.abs(observation[:2]).max() > 0.01


def test_a_policy_turns_to_its_next_goal_where_the_centre_of_mass_reaches_one(model, tmp_path):
    """The first joint target is a tenth of the way ahead to the goal; the straight robot's centre of mass is 0.15 m ahead."""
    task = {"period": 0.05, "observation": ["goal_in_base"], "action": {"joint_targets": 1.0}}
    task |= {"goal": [[1.0, 0.0], [3.0, 0.0]], "goal_radius": 0.2}
    path = sl.control.save_network(tmp_path / "mine.npz", [0.1 * np.eye(2)], [np.zeros(2)], task, activation="identity")
    controller = sl.control.Policy(str(path)).for_model(model)
    zero, memory, seen = np.zeros(2), controller.start(model, 0.0)[1], []
    for x, turned in ((0.0, 0), (0.7, 1), (0.7, 0), (0.0, 0)):
        quaternion = np.array([1.0 - turned, 0, 0, turned])
        known = Measurement(0.0, zero, zero, zero, np.array([x, 0, 0]), quaternion, np.zeros(6))
        command, memory = controller.command(known, memory)
        seen.append(10 * command.target[0])
    assert seen == pytest.approx([1.0, -0.3, 2.3, 3.0], abs=1e-9)


def test_a_scenario_names_a_policy(model, tmp_path):
    path = sl.control.save_network(tmp_path / "mine.npz", *weights(4 + 4, 4), TASK | {"observation": ["q", "v"]})
    file = tmp_path / "run.yaml"
    file.write_text(
        f"base: planar_viscous\nset:\n  duration: 0.2\n  controller: {{policy: {{path: {path}}}}}\n", encoding="utf-8"
    )
    recording = sl.run_scenario(sl.load_scenario(file))
    assert recording.status.kind.value == "finished" or str(recording.status).startswith("finished")


@pytest.mark.parametrize(
    "change, message",
    [
        ({"observation": ["q", "com_position"]}, "which a robot does not measure"),
        ({"observation": ["q"]}, "does not fit robot"),
        ({"action": "torques"}, "needs joints with a Motor"),
        ({"action": {"gait": {"amplitude": 1.0}}}, "does not fit|gives 2 actions"),
        ({"action": {"joint_targets": 0.5, "gait": {"amplitude": 1.0}}}, "move the same joints"),
    ],
)
def test_a_policy_of_another_task_is_refused(model, tmp_path, change, message):
    path = sl.control.save_network(tmp_path / "mine.npz", *weights(), TASK | change)
    with pytest.raises(sl.errors.ControlError, match=message):
        sl.simulate(model, sl.control.Policy(str(path)), 0.1)


def test_a_file_with_pickled_objects_is_no_policy(model, tmp_path):
    path = tmp_path / "bad.npz"
    np.savez(path, w0=np.array([object()]), b0=np.zeros(1), mean=0, scale=1, activation="tanh", task="{}")
    with pytest.raises(sl.errors.ControlError, match="is no policy"):
        sl.simulate(model, sl.control.Policy(str(path)), 0.1)


@pytest.mark.parametrize("content", [b"", b"not a policy", b"PK\x03\x04broken"])
def test_a_damaged_file_is_no_policy(model, tmp_path, content):
    path = tmp_path / "bad.npz"
    path.write_bytes(content)
    with pytest.raises(sl.errors.ControlError, match="is no policy"):
        sl.simulate(model, sl.control.Policy(str(path)), 0.1)


def test_a_missing_file_is_named(model):
    with pytest.raises(
        sl.errors.ControlError,
        match=r"cannot read the policy nothing.npz: .*; the path is relative to the working directory",
    ):
        sl.simulate(model, sl.control.Policy("nothing.npz"), 0.1)


def test_weights_that_do_not_fit_are_refused(tmp_path):
    with pytest.raises(sl.errors.ControlError, match="layer 1 has weights"):
        sl.control.save_network(
            tmp_path / "bad", [np.zeros((3, 4)), np.zeros((5, 2))], [np.zeros(4), np.zeros(2)], TASK
        )
    with pytest.raises(sl.errors.ControlError, match="save_network takes arrays of numbers"):
        sl.control.save_network(tmp_path / "bad", *weights(), TASK, scale=10**400)


# ---- a model in ONNX, written field by field ---------------------------------------------------------------------------
def _varint(value):
    out = b""
    while value > 127:
        out, value = out + bytes([value & 127 | 128]), value >> 7
    return out + bytes([value])


def _field(number, content):
    if isinstance(content, int):
        return _varint(number << 3) + _varint(content)
    content = content.encode() if isinstance(content, str) else content
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _tensor(name, values):
    shape = b"".join(_field(1, size) for size in values.shape)
    data = struct.pack(f"<{values.size}f", *values.ravel())
    return shape + _field(2, 1) + _field(8, name) + _field(9, data)


def _value(name, *sizes):
    shape = b"".join(_field(1, _field(1, size)) for size in sizes)
    return _field(1, name) + _field(2, _field(1, _field(1, 1) + _field(2, shape)))


def linear_onnx(weight, bias, task):
    """Model y = x weight + bias, with the metadata `task`."""
    node = _field(1, "x") + _field(1, "w") + _field(1, "b") + _field(2, "y") + _field(4, "Gemm")
    graph = _field(1, node) + _field(2, "g") + _field(5, _tensor("w", weight)) + _field(5, _tensor("b", bias))
    graph += _field(11, _value("x", 1, len(weight))) + _field(12, _value("y", 1, len(bias)))
    metadata = _field(1, "task") + _field(2, json.dumps(task))
    return _field(1, 8) + _field(8, _field(1, "") + _field(2, 13)) + _field(7, graph) + _field(14, metadata)


def test_a_policy_in_onnx_equals_one_of_weights(model, tmp_path):
    pytest.importorskip("onnxruntime", reason="no policies in ONNX: pip install '.[onnx]'")
    draw = np.random.default_rng(1)
    weight, bias = 0.1 * draw.normal(size=(N_SEEN, 2)), 0.1 * draw.normal(size=2)
    (tmp_path / "mine.onnx").write_bytes(linear_onnx(weight, bias, TASK))
    plain = sl.control.save_network(tmp_path / "mine.npz", [weight], [bias], TASK)
    runs = [sl.simulate(model, sl.control.Policy(str(path)), 0.5) for path in (plain, tmp_path / "mine.onnx")]
    assert runs[0]["q"].values[-1] == pytest.approx(runs[1]["q"].values[-1], abs=1e-4)


def test_a_damaged_onnx_file_is_refused(model, tmp_path):
    pytest.importorskip("onnxruntime", reason="no policies in ONNX: pip install '.[onnx]'")
    (tmp_path / "bad.onnx").write_bytes(b"nothing")
    with pytest.raises(sl.errors.ControlError, match="is no ONNX model"):
        sl.simulate(model, sl.control.Policy(str(tmp_path / "bad.onnx")), 0.1)


@pytest.mark.thorough
def test_a_small_file_that_declares_gigabytes_is_refused_before_it_is_decompressed(tmp_path):
    path = tmp_path / "bomb.npz"
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive,
        archive.open("w0.npy", "w") as entry,
    ):
        np.lib.format.write_array_header_1_0(
            entry, {"shape": (2**13, 2**13 * 8), "fortran_order": False, "descr": "<f8"}
        )
        for _ in range(300):
            entry.write(bytes(2**20))
    assert path.stat().st_size < 2**20
    with pytest.raises(ControlError, match="declares 314572928 bytes of weights"):
        load_network(path)


@pytest.mark.thorough
@pytest.mark.parametrize("compression", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_file_with_more_than_it_declares_is_not_decompressed_further(tmp_path, compression):
    path = tmp_path / "bomb.npz"
    with zipfile.ZipFile(path, "w", compression) as archive, archive.open("w0.npy", "w") as entry:
        for _ in range(40):
            entry.write(bytes(2**20))
    content = bytearray(path.read_bytes())
    for mark, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        at = content.index(mark) + offset
        content[at : at + 4] = struct.pack("<I", 1000)
    path.write_bytes(content)
    tracemalloc.start()
    try:
        with pytest.raises(ControlError, match="is no policy"):
            load_network(path)
        assert tracemalloc.get_traced_memory()[1] < 20e6
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("shape", [(2**40,), (2**20, 2**20), (1,), (0,)])
def test_an_array_whose_header_disagrees_with_its_size_is_refused(tmp_path, shape):
    path = tmp_path / "wrong.npz"
    with zipfile.ZipFile(path, "w") as archive, archive.open("w0.npy", "w") as entry:
        np.lib.format.write_array_header_1_0(entry, {"shape": shape, "fortran_order": False, "descr": "<f8"})
        entry.write(bytes(64))
    with pytest.raises(ControlError, match="is no policy"):
        load_network(path)


def other_onnx(nodes, tensors=(), inputs=("N", N_SEEN), more=b""):
    """Model of nodes (operator, inputs, outputs, attributes), whose first input is x and whose last output is y."""
    graph = b""
    for kind, ins, outs, attributes in nodes:
        node = b"".join(_field(1, name) for name in ins) + b"".join(_field(2, name) for name in outs)
        graph += _field(1, node + _field(4, kind) + b"".join(_field(5, one) for one in attributes))
    graph += _field(2, "g") + b"".join(_field(5, one) for one in tensors)
    sizes = b"".join(_field(1, _field(2, n) if isinstance(n, str) else _field(1, n)) for n in inputs)
    graph += _field(11, _field(1, "x") + _field(2, _field(1, _field(1, 1) + _field(2, sizes)))) + _field(
        12, _field(1, "y")
    )
    metadata = _field(1, "task") + _field(2, json.dumps(TASK))
    return _field(1, 8) + _field(8, _field(1, "") + _field(2, 13)) + _field(7, graph) + more + _field(14, metadata)


def int64(name, *values):
    return _field(1, len(values)) + _field(2, 7) + _field(8, name) + _field(9, struct.pack(f"<{len(values)}q", *values))


ONES = _tensor("w", np.ones((N_SEEN, 2)))
COLUMN = _tensor("c", np.ones((3000, 1)))
LARGE = {
    "expand": (other_onnx([("Expand", ["w", "s"], ["y"], [])], [ONES, int64("s", 1_000_000, N_SEEN, 2)]), "computes"),
    "product": (other_onnx([("Mul", ["c", "r"], ["y"], [])], [COLUMN, _tensor("r", np.ones((1, 3000)))]), "computes"),
    "constant": (
        other_onnx(
            [("ConstantOfShape", ["s"], ["z"], []), ("ReduceSum", ["z"], ["y"], [])], [int64("s", 60000, 60000)]
        ),
        "computes",
    ),
    "declared": (other_onnx([("MatMul", ["x", "w"], ["y"], [])], [_field(1, 1 << 24) + ONES]), "declares"),
    "loop": (other_onnx([("Loop", ["n"], ["y"], [])], [int64("n", 1 << 40)]), "contains Loop"),
    "unknown": (other_onnx([("NonZero", ["x"], ["y"], [])]), "is not fixed"),
    "elsewhere": (other_onnx([("MatMul", ["x", "w"], ["y"], [])], [ONES + _field(14, 1)]), "in another file"),
}


@pytest.mark.parametrize("name", LARGE)
def test_an_onnx_model_without_bounds_is_refused_before_it_runs(tmp_path, name):
    pytest.importorskip("onnxruntime", reason="no policies in ONNX: pip install '.[onnx]'")
    content, reason = LARGE[name]
    (tmp_path / "large.onnx").write_bytes(content)
    with pytest.raises(sl.errors.ControlError, match=f"is refused: .*{reason}") as refused:
        load_network(tmp_path / "large.onnx")
    assert "\n" not in str(refused.value)


def test_an_onnx_model_with_a_batch_of_any_size_is_read(tmp_path):
    pytest.importorskip("onnxruntime", reason="no policies in ONNX: pip install '.[onnx]'")
    nodes = [("MatMul", ["x", "w"], ["h"], []), ("Tanh", ["h"], ["y"], [])]
    (tmp_path / "mine.onnx").write_bytes(other_onnx(nodes, [ONES]))
    np.testing.assert_allclose(
        load_network(tmp_path / "mine.onnx")(np.full(N_SEEN, 0.1)), np.tanh(0.1 * N_SEEN), rtol=1e-6
    )

"""The file of images: read image by image, refused where damaged, and a sequence for SLAM."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import snakelab as sl
from snakelab.geometry.rotations import quat_to_matrix
from snakelab.perception.camera_models import ImuNoise, StereoSequence
from snakelab.plugins.mujoco.cameras.camera_motion import CarrierMotion


@pytest.fixture(scope="module")
def file(moving, tmp_path_factory):
    path = tmp_path_factory.mktemp("images") / "images.h5"
    sl.plugins.mujoco.render_cameras(moving, path).close()
    return path


def test_a_sequence_has_pairs_calibration_inertial_samples_and_truth(moving, file):
    sequence = sl.plugins.mujoco.load_sequence(file.parent)
    assert isinstance(sequence, StereoSequence)
    frames = list(sequence.frames())
    assert len(frames) == len(sequence) == 6
    assert_allclose([frame.time for frame in frames], np.arange(6) / 10)
    assert frames[0].left.shape == (40, 64) and (frames[0].left != frames[0].right).any()
    assert (sequence.model.left.fx, sequence.model.baseline) == (pytest.approx(32.0), pytest.approx(0.12))
    head = moving.dataset.sel(time=sequence.truth.time, method="nearest")
    R = np.array([np.reshape(quat_to_matrix(tuple(q)), (3, 3)) for q in head["head_quaternion"].values])
    expected = head["head_position"].values + R @ [0.0, 0.03, 0.05]
    assert_allclose(sequence.truth.position, expected, atol=1e-9)
    ahead = np.array([np.reshape(quat_to_matrix(tuple(q)), (3, 3))[:, 2] for q in sequence.truth.quaternion])
    assert_allclose(ahead, R[:, :, 0], atol=1e-9)


def test_computed_inertial_samples_are_those_of_an_imu(moving, file):
    samples = sl.plugins.mujoco.load_sequence(file).imu
    rate = moving["head_velocity"].values[:, 5]
    inner = slice(5, -5)
    assert_allclose(samples.angular_rate[inner, 2], np.interp(samples.time, moving["time"], rate)[inner], atol=2e-3)
    assert_allclose(samples.specific_force[inner, 2], 0.0, atol=1e-9)  # a world without gravity


def test_inertial_samples_of_a_uniform_turn_have_closed_forms():
    time, w = np.arange(0, 2, 0.01), 1.5
    quaternion = np.stack((np.cos(w * time / 2), 0 * time, 0 * time, np.sin(w * time / 2)), axis=1)
    motion = CarrierMotion(time, np.zeros((len(time), 3)), quaternion)
    T = np.eye(4)
    T[:3, 3] = [0.2, 0.0, 0.0]
    samples = motion.imu(np.array([0.5, 1.0]), T, np.array([0.0, 0.0, -9.81]))
    assert_allclose(samples.angular_rate, [[0, 0, w]] * 2, atol=1e-6)
    assert_allclose(samples.specific_force, [[-0.2 * w * w, 0, 9.81]] * 2, atol=1e-4)


@pytest.mark.parametrize("on, point", [("link1", 0.1), ("head", -0.1)])  # fixed to each other
def test_samples_of_the_robots_own_imu_are_used(tmp_path, on, point):
    imu = sl.Imu(on=on, point=(point, 0.0, 0.0), rate=100, gyroscope_noise=0.01)
    camera = sl.StereoCamera(on="link1", lens=sl.robots.Lens(16, 8), rate=10)
    robot = sl.Robot([sl.Link(0.2, 1.0)], cameras=[camera], sensors=[imu])
    world = sl.World([sl.Gravity()], scenery=sl.worlds.Scenery(room=(4.0, 4.0, 2.0)))
    run = sl.simulate(sl.build_model(robot, world), None, 0.2, record_rate=100)
    sequence = sl.plugins.mujoco.load_sequence(sl.plugins.mujoco.render_cameras(run, tmp_path / "images.h5").path)
    assert len(sequence.imu.time) == 21
    assert 0.003 < sequence.imu.angular_rate.std() < 0.03
    assert_allclose(sequence.model.T_body_left[:3, 3], [-0.1, 0, 0], atol=1e-12)


def test_a_sequence_has_the_noise_densities_that_the_imu_declares(tmp_path):
    noisy = sl.Imu(accelerometer_noise=0.05, gyroscope_noise=0.004, rate=400)
    plain = sl.Imu(gyroscope_noise=0.004, rate=100)
    for imu, densities in ((noisy, (2e-4, 2.5e-3)), (plain, (4e-4, ImuNoise().accelerometer))):
        robot = sl.Robot(
            [sl.Link(0.2, 1.0)], base="fixed", sensors=[imu], cameras=[sl.StereoCamera(lens=sl.robots.Lens(32, 20))]
        )
        model = sl.build_model(robot, sl.World(scenery=sl.worlds.Scenery(room=(4.0, 4.0, 2.0))))
        with sl.plugins.mujoco.render_cameras(
            sl.simulate(model, None, 0.02, record_rate=400), tmp_path / f"{imu.rate}.h5"
        ):
            noise = sl.plugins.mujoco.load_sequence(tmp_path / f"{imu.rate}.h5").imu_noise
        assert (noise.gyroscope, noise.accelerometer) == pytest.approx(densities)
        assert noise.gyroscope_walk == ImuNoise().gyroscope_walk


def test_a_recording_keeps_its_cameras_and_scenery_in_its_file(moving, file, tmp_path):
    again = sl.load(moving.save(tmp_path / "run.nc"))
    with (
        sl.plugins.mujoco.render_cameras(again, tmp_path / "images.h5", begin=0.1, end=0.1) as images,
        sl.results.load_images(file) as whole,
    ):
        assert_array_equal(images.camera("stereo").image(0, "right"), whole.camera("stereo").image(1, "right"))


def test_images_of_a_run_under_way_are_those_of_its_recording(moving, file):
    robot = sl.Robot(
        [sl.Link(0.2, 0.5), sl.Revolute("z"), sl.Link(0.2, 0.5), sl.Revolute("z"), sl.Link(0.2, 0.5)],
        base="planar",
        cameras=[sl.StereoCamera(point=(0.0, 0.03, 0.05), lens=sl.robots.Lens(64, 40), rate=10)],
    )
    world = sl.World([sl.ViscousFriction(0.1, 5.0)], scenery=sl.worlds.Scenery(room=(4.0, 4.0, 1.0)))
    gait = sl.SerpenoidGait(amplitude=0.5, angular_frequency=3.0, phase_lag=1.0)
    simulation = sl.Simulation(sl.build_model(robot, world), gait, record_rate=200)
    simulation.advance(0.3)
    with sl.plugins.mujoco.LiveCameras(simulation) as cameras, sl.results.load_images(file) as images:
        live = cameras.images("stereo")["left"]
        stored = images.camera().image(3, "left")
    assert (np.abs(live.astype(int) - stored) <= 2).mean() > 0.98


def test_vivid_images_are_coloured_with_a_sky_and_green_grass():
    camera = sl.StereoCamera(point=(0.2, 0.0, 0.1), lens=sl.robots.Lens(64, 40), rate=10)
    robot = sl.Robot([sl.Link(0.2, 0.5), sl.Revolute("z"), sl.Link(0.2, 0.5)], cameras=[camera])
    world = sl.World([sl.Gravity(), sl.Contact(friction=sl.SurfaceFriction(0.5), name="grass")])
    model = sl.build_model(robot, world)
    simulation = sl.Simulation(model, state=sl.initial_state(model, position=(0, 0, 0.03)))
    with sl.plugins.mujoco.LiveCameras(simulation, vivid=True) as cameras:
        vivid = cameras.images("stereo")["left"].astype(float)
    with sl.plugins.mujoco.LiveCameras(simulation) as cameras:
        assert cameras.images("stereo")["left"].ndim == 2
    assert vivid.shape == (40, 64, 3)
    sky, ground = vivid[:8].mean(axis=(0, 1)), vivid[-8:].mean(axis=(0, 1))
    assert sky[2] > sky[0] + 5 and ground[1] > ground[2] + 20


@pytest.mark.parametrize(
    "call", [lambda s: sl.plugins.mujoco.LiveCameras(s), lambda s: sl.plugins.mujoco.LiveCameras(s, ["left"])]
)
def test_a_robot_without_the_camera_is_refused(call):
    simulation = sl.Simulation(sl.build_model(sl.Robot([sl.Link(0.2, 1.0)])))
    with pytest.raises(sl.errors.SimulationError, match="has no camera"):
        call(simulation)


def test_images_are_refused_by_number_and_by_stream(file):
    with sl.results.load_images(file) as images:
        with pytest.raises(sl.errors.RecordingError, match="has images 0 to 5, got 6"):
            images.camera().image(6)
        with pytest.raises(sl.errors.RecordingError, match="no images 'lfet'; did you mean 'left'"):
            images.camera().image(0, "lfet")
        with pytest.raises(sl.errors.RecordingError, match="has no camera 'stero'; did you mean 'stereo'"):
            images.camera("stero")


def test_damaged_files_are_refused_with_one_line(file, tmp_path):
    content = file.read_bytes()
    rng = np.random.default_rng(3)
    refused = 0
    for case in range(40):
        damaged = bytearray(content)
        if case % 4 == 0:
            damaged = damaged[: int(rng.integers(len(damaged)))]
        else:
            for place in rng.integers(len(damaged), size=30):
                damaged[place] ^= 1 << int(rng.integers(8))
        path = tmp_path / "damaged.h5"
        path.write_bytes(damaged)
        try:
            with sl.results.load_images(path) as images:
                for camera in images.cameras.values():
                    for stream in camera.streams:
                        list(camera.images(stream))
        except sl.errors.RecordingError as problem:
            refused += 1
            assert "\n" not in str(problem) and "damaged" in str(problem)
    assert refused >= 35


def replaced(file, path, name, shape, chunks):
    """A copy of an image file in which one array of the camera declares another shape, without content."""
    h5py = pytest.importorskip("h5py")
    path.write_bytes(file.read_bytes())
    with h5py.File(path, "r+") as opened:
        group = opened[next(iter(opened))]
        kind = group[name].dtype
        del group[name]
        group.create_dataset(name, shape, kind, chunks=chunks, compression="gzip")
    return path


@pytest.mark.parametrize(
    ("name", "shape", "chunks"),
    [
        ("time", (500_000_000,), (500_000_000,)),
        ("left", (6, 40, 64, 1_000_000), (1, 1, 1, 1_000_000)),
        ("left", (6, 8192, 8192), (6, 8192, 8192)),
    ],
)
def test_small_files_that_declare_large_arrays_are_refused(file, tmp_path, name, shape, chunks):
    path = replaced(file, tmp_path / "images.h5", name, shape, chunks)
    with pytest.raises(sl.errors.RecordingError, match="damaged image file"):
        sl.results.load_images(path)


def test_files_of_another_kind_are_refused(moving, tmp_path):
    with pytest.raises(sl.errors.RecordingError, match="no image file of snakelab"):
        sl.results.load_images(moving.save(tmp_path / "images.h5"))
    (tmp_path / "images.h5").write_text("no images")
    with pytest.raises(sl.errors.RecordingError, match="cannot be read as an image file"):
        sl.results.load_images(tmp_path)
    with pytest.raises(sl.errors.RecordingError, match="there is no"):
        sl.results.load_images(tmp_path / "nowhere.h5")


def test_an_interrupted_rendering_leaves_no_file(moving, tmp_path):
    def stop(fraction, time):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sl.plugins.mujoco.render_cameras(moving, tmp_path / "images.h5", progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_a_sequence_needs_a_stereo_camera(moving, tmp_path):
    path = tmp_path / "images.h5"
    sl.plugins.mujoco.render_cameras(moving, path, sl.Camera(lens=sl.robots.Lens(16, 8)), begin=0.0, end=0.0).close()
    with pytest.raises(sl.errors.RecordingError, match="no images of a StereoCamera, but of camera"):
        sl.plugins.mujoco.load_sequence(path)
    with pytest.raises(sl.errors.RecordingError, match="is a Camera; a sequence needs a StereoCamera"):
        sl.plugins.mujoco.load_sequence(path, "camera")


def test_slam_opens_the_images_of_a_run(moving, tmp_path):
    pytest.importorskip("cv2", reason="opencv-python-headless is not installed")
    pytest.importorskip("gtsam", reason="gtsam is not installed")
    from snakelab.plugins.slam.ros_sequences import open_sequence

    sl.plugins.mujoco.render_cameras(moving, tmp_path / "images.h5").close()
    for path in (tmp_path, tmp_path / "images.h5"):
        sequence = open_sequence(path)
        times = [frame.time for frame in sequence.frames()]
        assert np.allclose(times, 0.1 * np.arange(6)) and len(sequence.truth) >= 6

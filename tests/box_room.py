"""Stereo pairs and IMU samples in a textured box, drawn with NumPy alone: small sequences whose truth is known."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from snakelab.geometry.rotations import quaternion_of, rotation_exp, transforms_of
from snakelab.perception.camera_models import ImuNoise, ImuSamples, PinholeModel, StereoFrame, StereoModel
from snakelab.perception.trajectories import Trajectory

WIDTH, HEIGHT, FOCAL, BASELINE = 320, 200, 200.0, 0.12
HALF = np.array([2.0, 1.6, 1.2])  # of the box [m]


def texture(seed: int, size: int = 256) -> np.ndarray:
    """Return a square of random blocks of several sizes, uint8."""
    rng = np.random.default_rng(seed)
    image = np.zeros((size, size))
    for k in (8, 16, 32, 64):
        image += np.kron(rng.random((k, k)), np.ones((size // k, size // k)))
    return (255 * (image - image.min()) / np.ptp(image)).astype(np.uint8)


def draw(T_world_camera: np.ndarray, textures: list[np.ndarray], model: PinholeModel) -> np.ndarray:
    """Return the grey image of a camera in the box, with bilinear interpolation of the textures."""
    v, u = np.mgrid[: model.height, : model.width]
    rays = np.stack([(u - model.cx) / model.fx, (v - model.cy) / model.fy, np.ones(u.shape)], -1)
    rays = rays @ T_world_camera[:3, :3].T
    origin = T_world_camera[:3, 3]
    with np.errstate(divide="ignore"):
        reach = (np.where(rays > 0, HALF, -HALF) - origin) / rays
    axis = reach.argmin(-1)
    hit = origin + rays * reach.min(-1)[..., None]
    image = np.zeros(u.shape)
    for a in range(3):
        for side in (0, 1):
            mine = (axis == a) & ((rays[..., a] > 0) == bool(side))
            others = [i for i in range(3) if i != a]
            x, y = (((hit[mine][:, i] + HALF[i]) * 100.0) % 255.0 for i in others)
            i, j = x.astype(int), y.astype(int)
            fx, fy = x - i, y - j
            t = textures[2 * a + side].astype(np.float64)
            image[mine] = (
                t[j, i] * (1 - fx) * (1 - fy) + t[j, i + 1] * fx * (1 - fy)
                + t[j + 1, i] * (1 - fx) * fy + t[j + 1, i + 1] * fx * fy
            )  # fmt: skip
    return image.astype(np.uint8)


def sway(time: float) -> np.ndarray:
    """Pose of the left camera (x right, y down, z ahead) that looks along world x, sways and advances."""
    ahead = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])
    ramp = 1.0 - np.exp(-((time / 0.4) ** 2))
    turn = ramp * np.array([0.05 * np.sin(5.0 * time), 0.25 * np.sin(3.0 * time), 0.05 * np.sin(4.0 * time)])
    place = np.array(
        [-0.8 + 0.15 * ramp * time, 0.2 * ramp * np.sin(2.0 * time), -0.2 + 0.05 * ramp * np.sin(3.0 * time)]
    )
    return transforms_of(ahead @ rotation_exp(turn), place)


@dataclass(eq=False)
class BoxRoom:
    """Stereo-inertial sequence in the box (a `StereoSequence`).

    Args:
        n: Number of image pairs.
        rate: Image pairs per second.
        pose: Pose of the left camera over time.
        seed: Of textures and noise.
        change: Function of (number, frame) that returns the frame to give, or None to drop it.
        imu_delay: Added to the stamps of the IMU [s].
        with_imu: False for no IMU.
    """

    n: int = 40
    rate: float = 20.0
    pose: Callable[[float], np.ndarray] = sway
    seed: int = 0
    change: Callable[[int, StereoFrame], StereoFrame | None] = lambda k, frame: frame
    imu_delay: float = 0.0
    with_imu: bool = True
    imu_noise: ImuNoise = field(default_factory=ImuNoise)
    model: StereoModel = field(init=False)
    imu: ImuSamples | None = field(init=False, default=None)
    truth: Trajectory = field(init=False)

    def __post_init__(self) -> None:
        camera = PinholeModel(WIDTH, HEIGHT, FOCAL, FOCAL, (WIDTH - 1) / 2, (HEIGHT - 1) / 2)
        self.model = StereoModel(camera, camera, transforms_of(np.eye(3), np.array([BASELINE, 0.0, 0.0])))
        self._textures = [texture(10 * self.seed + k) for k in range(6)]
        times = np.arange(self.n) / self.rate
        poses = np.array([self.pose(t) for t in times])
        self.truth = Trajectory(times, poses[:, :3, 3], quaternion_of(poses[:, :3, :3]))
        if self.with_imu:
            self.imu = self._measure()

    def __len__(self) -> int:
        return self.n

    def frames(self) -> Iterator[StereoFrame]:
        """Draw the pairs one by one."""
        for k, time in enumerate(self.truth.time):
            T = self.pose(float(time))
            pair = [draw(T @ M, self._textures, self.model.left) for M in (np.eye(4), self.model.T_left_right)]
            frame = self.change(k, StereoFrame(float(time), pair[0], pair[1]))
            if frame is not None:
                yield frame

    def _measure(self) -> ImuSamples:
        """Samples at 200 Hz in the left camera's axes, from central differences of the pose."""
        rng = np.random.default_rng(self.seed)
        h = 1e-3
        times = np.arange(0.0, self.n / self.rate + 0.3, 0.005)
        rates, forces = [], []
        for t in times:
            A, B, C = self.pose(t - h), self.pose(t), self.pose(t + h)
            W = B[:3, :3].T @ (C[:3, :3] - A[:3, :3]) / (2 * h)
            acceleration = (A[:3, 3] - 2 * B[:3, 3] + C[:3, 3]) / h**2
            rates.append([W[2, 1], W[0, 2], W[1, 0]])
            forces.append(B[:3, :3].T @ (acceleration + np.array([0.0, 0.0, 9.81])))
        noise = rng.normal(size=(2, len(times), 3)) * np.sqrt(200.0)
        return ImuSamples(
            times + self.imu_delay,
            np.array(rates) + self.imu_noise.gyroscope * noise[0],
            np.array(forces) + self.imu_noise.accelerometer * noise[1],
        )

"""Image pairs of an image file as a `StereoSequence`."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.bridges.rendering.camera_motion.mounted_cameras import mounted_camera
from snakelab.bridges.rendering.image_formation.projection import pinhole_model
from snakelab.errors import RecordingError
from snakelab.perception.camera_imu.pinhole import StereoModel
from snakelab.perception.camera_imu.sequence import ImuNoise, ImuSamples, StereoFrame
from snakelab.perception.trajectories.trajectory import Trajectory
from snakelab.results.camera_images import CameraImages, ImageFile, load_images
from snakelab.robots.cameras import StereoCamera


class RenderedSequence:
    """Image pairs of a rendered run with calibration, samples of the inertial unit and the true trajectory of the left camera.

    Args:
        images: An image file, open as long as the sequence is read.
        camera: Name of a stereo camera; empty for the first.

    Attributes:
        model: Calibration; T_body_left is the pose of the left camera in the axes of the inertial unit.
        imu: Samples.
        imu_noise: Noise densities that the `Imu` of the robot declares; the default ones where it declares none.
        truth: True trajectory of the left camera's optical axes.

    Raises:
        RecordingError: if the file has no such stereo camera, or its description is damaged.
    """

    def __init__(self, images: ImageFile, camera: str = "") -> None:
        recorded = self._images = _pair(images, camera)
        try:
            mounted = mounted_camera(recorded.facts)
            T_carrier_imu = np.asarray(recorded.facts["T_carrier_imu"], dtype=np.float64).reshape(4, 4)
            stereo = mounted.camera
            if not isinstance(stereo, StereoCamera):
                raise ValueError(f"{recorded.name} is no stereo camera")
            self.imu_noise = ImuNoise(**recorded.facts.get("imu_noise", {}))
            T_body_left = np.linalg.inv(T_carrier_imu) @ mounted.T_carrier_camera
        except Exception as problem:  # a damaged description can raise any exception
            raise RecordingError(f"{images.path} is damaged: camera {recorded.name!r}: {problem}") from problem
        T_left_right = np.eye(4)
        T_left_right[0, 3] = stereo.baseline
        lens = pinhole_model(stereo.lens)
        self.model = StereoModel(lens, lens, T_left_right, T_body_left)
        self.imu = _samples(recorded)
        self.truth: Trajectory | None = Trajectory(recorded.time, recorded.position, recorded.quaternion)

    def __len__(self) -> int:
        return len(self._images)

    def frames(self) -> Iterator[StereoFrame]:
        """Yield the image pairs, each read on access."""
        for i, time in enumerate(self._images.time.tolist()):
            yield StereoFrame(time, self._images.image(i, "left"), self._images.image(i, "right"))


@checked_arguments(RecordingError)
def load_sequence(path: str | Path, camera: str = "") -> RenderedSequence:
    """Open the image pairs of a rendered run.

    Args:
        path: An image file, or a folder that contains `images.h5`.
        camera: Name of a stereo camera; empty for the first.

    Raises:
        RecordingError: if the file is missing, damaged, or has no such stereo camera.
    """
    return RenderedSequence(load_images(path), camera)


def _pair(images: ImageFile, camera: str) -> CameraImages:
    pairs = [name for name, one in images.cameras.items() if one.kind == "StereoCamera"]
    if camera:
        recorded = images.camera(camera)
    elif pairs:
        recorded = images.camera(pairs[0])
    else:
        raise RecordingError(
            f"{images.path} has no images of a StereoCamera, but of {', '.join(images.cameras) or 'none'}"
        )
    if recorded.kind != "StereoCamera":
        raise RecordingError(f"camera {recorded.name!r} is a {recorded.kind}; a sequence needs a StereoCamera")
    return recorded


def _samples(images: CameraImages) -> ImuSamples | None:
    time, rate, force = (images.array(f"imu_{what}") for what in ("time", "angular_rate", "specific_force"))
    if time is None or rate is None or force is None or not len(time):
        return None
    return ImuSamples(time, rate, force)

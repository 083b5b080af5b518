"""A user-defined sensor: a camera on the head measures the bearing of a lamp, and a controller steers toward it.

Ideas: Any class with the attributes of `sl.robots.Sensor` is a sensor. Its samples are in `Measurement.readings`, and in the
recording under their names, with `units`. Noise is computed from the normal random numbers that the run provides, so that it is
repeatable with a seed.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

import snakelab as sl

LAMP = np.array([1.0, 0.8, 0.0])


@dataclass(frozen=True)
class Camera:
    """Bearing of the lamp in the plane of the head."""

    noise: float = 0.0  # [rad]
    rate: float = 30.0
    delay: float = 0.0
    name: str = "camera"
    on: str = "head"
    units: ClassVar = {"bearing": "rad"}

    def fields(self, n_coordinates):
        return {"bearing": 1}

    def read(self, instant, normal):
        """Return the direction of the lamp in the axes of the head, plus noise."""
        x, y, _ = instant.motion.rotation.T @ (LAMP - instant.motion.position)
        return np.array([np.arctan2(y, x)]) + self.noise * normal


class Seeker:
    """A serpenoid wave whose mean joint angle follows the mean bearing."""

    period = 0.02

    def start(self, model, time):
        return sl.Command(np.zeros(model.n_coordinates)), 0.0

    def command(self, measurement, mean):
        mean += self.period / 2.0 * (measurement.readings["camera_bearing"] - mean)
        wave = min(1.0, measurement.time) * 0.5 * np.sin(3.0 * measurement.time + 0.8 * np.arange(7))
        return sl.Command(wave + np.clip(0.25 * mean, -0.2, 0.2)), mean


print("noise [rad]  delay [s]   nearest to the lamp [m]")
for camera in (Camera(), Camera(noise=0.3), Camera(delay=1.0)):
    parts = [sl.Link(0.1, mass=0.1), *7 * [sl.Revolute("z"), sl.Link(0.1, mass=0.1)]]
    robot = sl.Robot(parts, base="planar", sensors=[camera])
    model = sl.build_model(robot, sl.World([sl.LinkFriction(mu_tangential=0.05, mu_normal=0.6, shape="per_axis")]))
    run = sl.simulate(model, Seeker(), duration=20.0, seed=1)
    nearest = np.linalg.norm(run["head_position"].values - LAMP, axis=1).min()
    print(f"{camera.noise:11.1f} {camera.delay:10.1f} {nearest:20.2f}")

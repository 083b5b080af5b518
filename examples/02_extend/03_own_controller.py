"""A user-defined controller: track a heading by offsetting the gait.

Once per `period` a controller receives a `Measurement` and returns a `Command`, the joint angles to reach by the end of the
period. This one generates a serpenoid wave and adds to every joint the same offset, which is proportional to the heading error.

Ideas: A controller is any class with `period`, `start` and `command`. It has no internal state: the state between calls (here
the phase of the wave) is returned as `memory` and passed to the next call, so that a run can be saved and continued exactly.
"""

from dataclasses import dataclass

import numpy as np

import snakelab as sl

N_JOINTS = 7


@dataclass(frozen=True)
class HeadingController:
    """Serpenoid wave with offset = gain (target heading - mean heading of the links), limited."""

    wanted: float  # [rad]
    gain: float = 0.3
    most: float = 0.25  # [rad]
    period: float = 0.02  # [s]

    def start(self, model: sl.Model, time: float) -> tuple[sl.Command, float]:
        """Return the command of the straight body at rest, and the initial phase zero."""
        return sl.Command(np.zeros(model.n_coordinates)), 0.0

    def command(self, measurement: sl.Measurement, memory: float) -> tuple[sl.Command, float]:
        """Return the next angles, and the phase for the next call."""
        phase = memory + 4.0 * self.period
        w, _, _, z = measurement.base_quaternion
        links = 2 * np.arctan2(z, w) + np.concatenate([[0.0], np.cumsum(measurement.q)])
        error = (self.wanted - links.mean() + np.pi) % (2 * np.pi) - np.pi
        offset = np.clip(self.gain * error, -self.most, self.most)
        ramp = min(1.0, (measurement.time + self.period) / 2.0)
        angles = ramp * (offset + 0.5 * np.sin(phase + 0.8 * np.arange(N_JOINTS)))
        return sl.Command(angles), phase


robot = sl.Robot([sl.Link(0.1, mass=0.1), *N_JOINTS * [sl.Revolute("z"), sl.Link(0.1, mass=0.1)]], base="planar")
model = sl.build_model(robot, sl.World([sl.LinkFriction(mu_tangential=0.05, mu_normal=0.6, shape="per_axis")]))

print("wanted [deg]   travels toward [deg]   after 20 s at x, y [m]")
for wanted_deg in (-60, 0, 45, 120):
    recording = sl.simulate(model, HeadingController(np.deg2rad(wanted_deg)), duration=20.0)
    x, y, _ = recording["com_position"].values.T
    late = len(x) // 2
    toward = np.rad2deg(np.arctan2(y[-1] - y[late], x[-1] - x[late]))
    print(f"{wanted_deg:12} {toward:22.0f} {x[-1]:15.2f} {y[-1]:7.2f}")

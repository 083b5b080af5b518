"""Sensors: effects of noise, resolution and delay of the encoders on a control loop.

Motors in damped joints track a wave by the torque kp (target - q). The first robot has no sensors: its controller receives the
exact state without delay. The others have encoders. A delay d adds the torque kp d q', which reduces the damping: at 10 ms it
cancels the damping of the joints, and with it their lag; at 20 ms the loop is unstable.

Ideas: With sensors, the `Measurement` contains only their samples, with rate, delay and noise; `seed` makes the noise
repeatable; the recording contains both the measured and the true values, `measured_q` and `q`.
"""

from dataclasses import dataclass

import numpy as np

import snakelab as sl

N_JOINTS = 7


@dataclass(frozen=True)
class Tracker:
    """Torques that make every joint follow amplitude sin(3 t + 0.8 i)."""

    kp: float = 5.0  # [N m/rad]
    period: float = 0.005  # [s]

    def start(self, model: sl.Model, time: float) -> tuple[sl.Command, None]:
        """Return zero torques."""
        return sl.Command(np.zeros(model.n_coordinates)), None

    def command(self, measurement: sl.Measurement, memory: None) -> tuple[sl.Command, None]:
        """Return the torques for this period."""
        return sl.Command(np.clip(self.kp * (wanted(measurement.time) - measurement.q), -2.0, 2.0)), None


def wanted(time: float) -> np.ndarray:
    """A wave that grows during the first second [rad]."""
    return min(1.0, time) * 0.5 * np.sin(3.0 * time + 0.8 * np.arange(N_JOINTS))


CASES = {
    "none: exact": (),
    "12 bits": (sl.Encoders(resolution=2 * np.pi / 4096, rate=200),),
    "noise of 0.01 rad": (sl.Encoders(noise=0.01, rate=200),),
    "10 ms late": (sl.Encoders(rate=200, delay=0.010),),
    "20 ms late": (sl.Encoders(rate=200, delay=0.020),),
}
joint = sl.Revolute("z", sl.Motor(force_limit=2.0), sl.Spring(damping=0.05))
print("encoders               error [deg]   torque [N m]   way in 6 s [m]")
for name, sensors in CASES.items():
    robot = sl.Robot([sl.Link(0.1, mass=0.1), *N_JOINTS * [joint, sl.Link(0.1, mass=0.1)]], "planar", sensors=sensors)
    model = sl.build_model(robot, sl.World([sl.LinkFriction(mu_tangential=0.05, mu_normal=0.6, shape="per_axis")]))
    run = sl.simulate(model, Tracker(), duration=6.0, seed=1)
    error = np.rad2deg(run["q"].values - [wanted(t) for t in run["time"].values])[200:].std()
    torque, way = run["tau"].values[200:].std(), np.linalg.norm(run["com_position"][-1] - run["com_position"][0])
    print(f"{name:22} {error:11.2f} {torque:14.3f} {way:16.2f}")

"""Two thousand wheeled snakes in a field of posts: waves that pass the obstacles.

Passive wheels let a link roll along its axis and resist lateral motion, which is directional friction. Each row of a
`LaneBatch` is an independent snake with its own wave and wheels; compiled code advances all of them together on all cores.

Ideas: `LaneBatch` with different parameters in each row; `LaneWaves`; a field of `Post`s as one `Contact`; single steps with
actions and observations, and a reset of selected rows; a recording of the best row.
"""

import dataclasses

import numpy as np

import snakelab as sl
from snakelab.geometry.planar_solids import Post

link = sl.Link(0.1, mass=0.1)
joint = sl.Revolute("z", actuator=sl.Servo(kp=4.0, kd=0.2))
robot = sl.Robot([link, *7 * [joint, link]], base="planar", skin=sl.Skin(joined=True, radius=0.02))
posts = [Post((0.9 + 0.4 * i, 0.4 * j + 0.2 * (i % 2)), 0.06) for i in range(5) for j in range(-5, 6)]
world = sl.World([
    sl.LinkFriction(mu_tangential=0.03, mu_normal=0.4, mu_backward=0.1, shape="per_axis", eps=5e-3),
    sl.Contact(sl.geometry.Extruded(posts, (-2.0, -3.0), (4.0, 3.0), 0.02), stiffness=300.0, damping=3.0),
])  # fmt: skip
model = sl.build_model(robot, world)

rng, n = np.random.default_rng(0), 2048
grip = rng.uniform(0.2, 0.6, n)
waves = sl.plugins.lanes.LaneWaves(rng.uniform(0.2, 0.7, n), rng.uniform(0.4, 1.2, n), rng.uniform(0.4, 1.2, n))
batch = sl.plugins.lanes.LaneBatch(model, n, period=0.02, substeps=4, parameters={"mu_normal": grip})
seen = batch.roll_out(waves, n_periods=1000)

x = seen[:, batch.observation_names.index("x")]
best = int(np.argmax(np.where(batch.diverged, -np.inf, x)))
print(f"{n} snakes in 20 s: {np.mean(x > 2.5):.0%} are past the third row of posts, median x = {np.median(x):.2f} m")
print(
    f"the farthest, x = {x[best]:.2f} m: amplitude {waves.amplitude[best]:.2f} rad, {waves.frequency[best]:.2f} Hz, "
    f"lag {waves.lag[best]:.2f} rad, friction across {grip[best]:.2f}"
)

# The same wave and wheels on one robot, with all outputs of a recording.
wheels = dataclasses.replace(world.media[0], mu_normal=grip[best])
wave = sl.SerpenoidGait(waves.amplitude[best], 2 * np.pi * waves.frequency[best], waves.lag[best])
farthest = sl.simulate(sl.build_model(robot, sl.World([wheels, world.media[1]])), wave, duration=20.0)
alone = float(farthest["head_position"][-1, 0])
print(f"simulated alone with the default step of 2 ms instead of 5 ms: x = {alone:.2f} m")

stuck = x < np.median(x)
batch.reset(stuck)
for _ in range(100):  # the other rows are commanded to straighten
    seen = batch.step(np.zeros((n, len(batch.joints))))
print(
    f"straightened: joints within {np.abs(seen[~stuck, :7]).max():.3f} rad; {batch.diverged.sum()} rows without a finite state"
)

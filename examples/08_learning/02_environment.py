"""An environment for reinforcement learning, a small search for a policy, and the policy as a controller.

The environment implements the interface of Gymnasium; observation, reward and action are described by names. Thirty-two rows
are advanced by one call. A linear policy is improved by random search; the weights of the best policy of all generations are
saved in a file, which any run can use as its controller.

Ideas: `environment`; vector environments; `save_network` and `Policy`; an episode as a recording.
"""

import numpy as np

import snakelab as sl

link, joint = sl.Link(0.1, mass=0.1), sl.Revolute("z", sl.Servo(kp=4.0, kd=0.2))
robot = sl.Robot([link, *5 * [joint, link]], base="planar")
model = sl.build_model(robot, sl.World([sl.LinkFriction(0.05, 0.5, shape="per_axis", eps=1e-2)]))

task = {
    "observation": ["heading", "body_velocity"],
    "reward": {"forward_velocity": 1.0, "lateral_velocity": -0.2},
    "action": {"gait": {"amplitude": (0.0, 0.8), "frequency": (0.0, 1.5), "offset": (-0.3, 0.3)}},
    "period": 0.1,
    "duration": 4.0,
}
rows = sl.environment(model, n=32, start={"heading": 0.3}, **task)
random = np.random.default_rng(0)
mean, spread = np.zeros((5, 3)), 1.0  # weights of four observations, and a bias
best, best_reward = mean, -np.inf
for generation in range(6):
    weights = mean + spread * random.standard_normal((32, 5, 3))
    weights[0] = mean  # the first row tries the mean itself
    observation, _ = rows.reset(seed=0)
    total = np.zeros(32)
    for _ in range(40):
        actions = np.einsum("ni,nij->nj", observation, weights[:, :4]) + weights[:, 4]
        observation, reward, *_ = rows.step(np.clip(actions, -1, 1))
        total += reward / 40
    if total.max() > best_reward:
        best, best_reward = weights[np.argmax(total)], total.max()
    print(f"generation {generation + 1}: reward of the mean {total[0]:.3f}, best {total.max():.3f}")
    mean, spread = weights[np.argsort(total)[-5:]].mean(axis=0), 0.7 * spread

path = sl.control.save_network("crawl.npz", [best[:4]], [best[4]], rows.task)
print(f"crawl.npz is the best of all {6 * 32} policies, with a reward of {best_reward:.3f}")
run = sl.simulate(model, sl.control.Policy(str(path)), 10.0)
print(f"this policy as a controller: {sl.metrics(run)['mean_speed']:.3f} m/s")

"""PPO learns to crawl and to swim: `python benchmarks/ppo/train.py crawl|swimmer SEED FOLDER [STEPS]`, or `compare`.

Crawling: the planar snake of `snakelab/Crawl-v0` in lanes with steps of 0.1 ms. Swimmer: the file of Gymnasium's Swimmer-v5
through our import of MuJoCo's files, with its inertia-box fluid and the armature of its joints; that of the base, 0.1 kg of
107 kg, is left out.
The reward is that of Swimmer-v5, with the velocity at the end of a period for its mean. `compare` runs the committed policy
in our environment and in the original, which needs imageio.
"""

import sys
from pathlib import Path

import gymnasium
import numpy as np

import snakelab as sl
from snakelab.control.policy_networks import load_network
from snakelab.plugins.learn.environments import crawl_rows
from snakelab.plugins.learn.training import train_ppo
from snakelab.plugins.mujoco.robot_files.mjcf_import import from_mjcf

HERE = Path(__file__).parent
STEPS = 1_000_000
N_STEPS = 1000  # of an episode of Swimmer-v5
# A long horizon: with the usual discount of 0.99 the swimmer stays at a return near 40.
SWIMMER_SETTINGS = {"gamma": 0.9999, "gae_lambda": 0.98, "n_steps": 512, "batch_size": 256, "learning_rate": 6e-4}


def crawler(n=64):
    """Rows of the crawling snake."""
    return crawl_rows(
        n,
        autoreset="same_step",
        observation=("q", "v", "heading", "last_action"),
        start={"q": 0.1, "heading": 0.2},
        period=0.1,
        threads=1,
    )


def swimmer(n=16, **settings):
    """Rows of the swimmer of Swimmer-v5 in our engine."""
    actual = from_mjcf(Path(gymnasium.__file__).parent / "envs/mujoco/assets/swimmer.xml")
    return sl.environment(
        sl.build_model(actual.robot, actual.world),
        n=n,
        period=0.04,
        duration=40.0,
        step=0.01,
        integrator="rk4",
        action="torques",
        observation=["heading", "q", "base_velocity", "v"],
        reward={"forward": (lambda v: v["base_velocity"][:, 0], 1.0, ("base_velocity",)), "action_square": -2e-4},
        start={"q": 0.1, "heading": 0.1},
        autoreset="same_step",
        threads=1,
        **settings,
    )


def train(name: str, seed: int, folder: str, steps: int = STEPS) -> None:
    """Train, or continue an interrupted training."""
    import torch

    torch.set_num_threads(1)
    made, settings = (crawler(), {}) if name == "crawl" else (swimmer(), SWIMMER_SETTINGS)
    print(train_ppo(made, folder, steps=steps, seed=seed, settings=settings))


def returns_of_ours(network, n: int) -> list[float]:
    """Returns of n episodes in our environment."""
    made = swimmer(n)
    seen, _ = made.reset(seed=0)
    total = np.zeros(n)
    for _ in range(N_STEPS):
        seen, reward, *_ = made.step(np.array([network(one) for one in seen]))
        total += reward
    return total.tolist()


def returns_of_the_original(network, n: int) -> list[float]:
    """Returns of n episodes in Swimmer-v5."""
    made, totals = gymnasium.make("Swimmer-v5"), []
    for seed in range(n):
        seen, _ = made.reset(seed=seed)
        total = 0.0
        for _ in range(N_STEPS):
            seen, reward, *_ = made.step(np.clip(network(ours(seen)), -1, 1).astype(np.float32))
            total += float(reward)
        totals.append(total)
    return totals


def ours(seen):
    """Observation of Swimmer-v5 as ours: angle, joints, velocity of the base in six columns, rates."""
    angle, q1, q2, vx, vy, turning, v1, v2 = seen
    return np.array([np.angle(np.exp(1j * angle)), q1, q2, vx, vy, 0, 0, 0, turning, v1, v2])


def open_loop(n: int = 50) -> float:
    """Largest difference of the position of the torso from the original over n periods of equal torques [m]."""
    original, made = gymnasium.make("Swimmer-v5").unwrapped, swimmer(1)
    original.reset(seed=0)
    original.set_state(np.zeros(5), np.zeros(5))
    made.reset(seed=0)
    made._course.rows.batch.reset()
    worst = 0.0
    for k in range(n):
        action = 0.5 * np.sin(0.3 * k + np.array([0.0, 1.5]))
        original.step(action)
        made.step(action[None])
        place = made._course.rows.batch.state(0).base_position
        worst = max(worst, float(np.abs(place[:2] - original.data.qpos[:2]).max()))
    return worst


def compare(n: int = 4) -> None:
    """Run the committed policy in both environments."""
    network = load_network(HERE / "swimmer.npz")
    for name, value in (("ours", returns_of_ours(network, n)), ("Swimmer-v5", returns_of_the_original(network, n))):
        print(f"{name}: return {np.mean(value):.1f}, {min(value):.1f} to {max(value):.1f} in {n} episodes")
    print(f"equal torques for 2 s: positions differ by at most {open_loop():.2g} m")


def picture(path: str) -> None:
    """Draw the committed curves."""
    import csv

    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    for axis, name, title in zip(
        axes, ("crawl", "swimmer"), ("Crawling, 100 steps", "Swimmer, 1000 steps"), strict=True
    ):
        for file in sorted((HERE / "curves").glob(f"{name}_*.csv")):
            with file.open() as text:
                rows = list(csv.DictReader(text))
            steps = [int(row["steps"]) / 1e6 for row in rows]
            axis.plot(steps, [float(row["mean_return"]) for row in rows], label=f"seed {file.stem[-1]}")
        axis.set(title=title, xlabel="environment steps [million]", ylabel="mean return of 100 episodes")
        axis.legend(frameon=False)
        axis.grid(alpha=0.3)
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[:1] == ["compare"]:
        compare()
    elif words[:1] == ["picture"]:
        picture(words[1])
    elif len(words) in (3, 4) and words[0] in ("crawl", "swimmer"):
        train(words[0], int(words[1]), words[2], int(words[3]) if len(words) == 4 else STEPS)
    else:
        print(__doc__)

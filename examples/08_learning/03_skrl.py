"""Train a policy with PPO from skrl, and use it as a controller.

skrl accepts vector environments of Gymnasium directly. The weights of the actor are saved in a file without pickled objects,
which any run can use as its controller. Requires `pip install skrl torch`.

Ideas: another library for learning; vector environments; `save_network` and `Policy`.
"""

import torch
from skrl.agents.torch.ppo import PPO
from skrl.envs.wrappers.torch import wrap_env
from skrl.memories.torch import RandomMemory
from skrl.models.torch import DeterministicMixin, GaussianMixin, Model
from skrl.trainers.torch import SequentialTrainer
from skrl.utils import set_seed

import snakelab as sl
from snakelab.plugins.learn.environments import crawler


class Actor(GaussianMixin, Model):
    def __init__(self, **spaces):
        Model.__init__(self, **spaces)
        GaussianMixin.__init__(self)
        self.layer = torch.nn.Linear(self.num_observations, self.num_actions)
        self.log_std = torch.nn.Parameter(torch.full((self.num_actions,), -0.5))

    def compute(self, inputs, role):
        return self.layer(inputs["observations"]), {"log_std": self.log_std}


class Critic(DeterministicMixin, Model):
    def __init__(self, **spaces):
        Model.__init__(self, **spaces)
        DeterministicMixin.__init__(self)
        self.layer = torch.nn.Linear(self.num_observations, 1)

    def compute(self, inputs, role):
        return self.layer(inputs["observations"]), {}


set_seed(0)
task = {"observation": ["heading", "body_velocity"], "start": {"heading": 0.3}, "duration": 4.0, "period": 0.1}
action = {"gait": {"amplitude": (0.0, 0.8), "frequency": (0.0, 1.5), "offset": (-0.3, 0.3)}}
made = sl.environment(crawler(), n=32, action=action, **task)
rows = wrap_env(made, wrapper="gymnasium", verbose=False)
spaces = {"observation_space": rows.observation_space, "action_space": rows.action_space, "device": "cpu"}
actor, memory = Actor(**spaces), RandomMemory(memory_size=40, num_envs=32, device="cpu")
quiet = {"write_interval": 0, "checkpoint_interval": 0}
settings = {"rollouts": 40, "mini_batches": 4, "learning_rate": 1e-2, "experiment": quiet}
agent = PPO(models={"policy": actor, "value": Critic(**spaces)}, memory=memory, cfg=settings, **spaces)
for steps in (0, 600):
    SequentialTrainer(env=rows, agents=agent, cfg={"timesteps": steps, "headless": True, "disable_progressbar": True,
                                                   "close_environment_at_exit": False}).train()  # fmt: skip
    weights, biases = actor.layer.weight.detach().numpy().T, actor.layer.bias.detach().numpy()
    file = sl.control.save_network("crawl.npz", [weights], [biases], made.task)
    run = sl.simulate(made.model, sl.control.Policy(str(file)), 10.0)
    print(f"after {32 * steps} environment steps: {sl.metrics(run)['mean_velocity_x']:.4f} m/s")
print("the policy is in crawl.npz")

"""Learned control: actions of a policy, networks from files, and policies as controllers."""

from snakelab.control.learned_control.actions import ActionMap, action_map
from snakelab.control.learned_control.network import Network, load_network, save_network
from snakelab.control.learned_control.policy import Policy

__all__ = ["ActionMap", "Network", "Policy", "action_map", "load_network", "save_network"]

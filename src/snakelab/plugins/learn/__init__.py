"""Environments of Gymnasium: any scenario or model, single or in batches, by the engine or in lanes; training of policies.

`gymnasium.make("snakelab.plugins.learn:snakelab/Crawl-v0")` registers and makes the environments by their ids.
"""

from snakelab.plugins.learn.environments import IDS, environment, register

__all__ = ["IDS", "environment", "register"]

try:
    import gymnasium  # noqa: F401
except ImportError:  # `environment` names the extra
    pass
else:
    register()

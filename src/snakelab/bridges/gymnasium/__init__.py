"""Environments of Gymnasium: any scenario or model, single or in batches, by the engine or in lanes.

`gymnasium.make("snakelab.bridges.gymnasium:snakelab/Crawl-v0")` registers and makes the environments by their ids.
"""

from snakelab.bridges.gymnasium.environment import environment
from snakelab.bridges.gymnasium.registration import IDS, register

__all__ = ["IDS", "environment", "register"]

try:
    import gymnasium  # noqa: F401
except ImportError:  # `environment` names the extra
    pass
else:
    register()

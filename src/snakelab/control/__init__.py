"""Controllers: from Measurement to Command, once per control period; thrust allocation; the autopilot.

Names are imported when first used: a scenario of one gait needs no planner.
"""

import lazy_loader

from snakelab.deprecation import is_renamed, renamed

_public_name, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    if is_renamed(__name__, name):
        return renamed(__name__, name)
    return _public_name(name)

"""Gaits: targets as functions of time, each a small set of parameters evaluated as a `Reference`.

Names are imported when first used.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

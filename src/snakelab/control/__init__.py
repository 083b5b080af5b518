"""Controllers: from Measurement to Command, once per control period; thrust allocation; the autopilot.

Names are imported when first used: a scenario of one gait needs no planner.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

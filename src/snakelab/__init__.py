"""snakelab: describe a snake robot once, then model, simulate and control it.

    import snakelab as sl

    robot = sl.Robot([sl.Link(0.11, mass=0.08), *4 * [sl.Revolute("z"), sl.Link(0.11, mass=0.08)]], base="planar")
    world = sl.World([sl.LinkFriction(mu_tangential=0.05, mu_normal=0.56, shape="per_axis")])
    gait = sl.SerpenoidGait(amplitude=0.785, angular_frequency=1.57, phase_lag=0.785)
    recording = sl.simulate(sl.build_model(robot, world), gait, duration=10.0)

Names are imported when first used, so that `import snakelab` is quick.
"""

from snakelab.public_names import public_names

_public_name, __dir__, __all__ = public_names(__name__, __file__)


def __getattr__(name: str) -> object:
    if name == "__version__":
        from snakelab.system import package_version

        return package_version()
    return _public_name(name)

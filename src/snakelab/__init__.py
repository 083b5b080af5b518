"""snakelab: describe a snake robot once, then model, simulate and control it.

    import snakelab as sl

    robot = sl.Robot([sl.Link(0.11, mass=0.08), *4 * [sl.Revolute("z"), sl.Link(0.11, mass=0.08)]], base="planar")
    world = sl.World([sl.LinkFriction(mu_tangential=0.05, mu_normal=0.56, shape="per_axis")])
    gait = sl.SerpenoidGait(amplitude=0.785, angular_frequency=1.57, phase_lag=0.785)
    recording = sl.simulate(sl.build_model(robot, world), gait, duration=10.0)

Names are imported when first used, so that `import snakelab` is quick.
"""

import lazy_loader

try:
    _public_name, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
except ValueError:  # no stub on the disk: a zip archive, in which nothing can be compiled and a command says so
    _public_name, __dir__, __all__ = lazy_loader.attach(__name__)


def __getattr__(name: str) -> object:
    if name in __all__:
        from snakelab.parameters.arguments import name_arguments

        name_arguments(found := _public_name(name))
        return found
    if name == "__version__":
        from snakelab.errors import package_version

        return package_version()
    if name.startswith("__"):  # looked for by tools that inspect modules, which no name of ours resembles
        raise AttributeError(name)
    from snakelab.entry_points import submodule
    from snakelab.errors import nearest

    if (module := submodule("snakelab", name)) is not None:
        return module
    # With a name and no object Python adds no "Did you mean" of its own.
    raise AttributeError(f"snakelab has no {name!r}{nearest(name, __all__)}", name=name)

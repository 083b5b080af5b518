"""Robot, world, model and controller after an intervention, and the check that it keeps the structure of the model."""

from dataclasses import replace
from typing import Any

from snakelab.errors import SimulationError, nearest
from snakelab.physics.model import Model, build_model
from snakelab.physics.record_row import record_layout
from snakelab.robots.parts import Link
from snakelab.robots.robot import Robot
from snakelab.sim.control_loop.sources import Source
from snakelab.sim.interventions.interventions import (
    AddPayload,
    ChangeController,
    Intervention,
    PlaceObstacle,
    Push,
    SetParameter,
)
from snakelab.sim.interventions.obstacles import check_edges, check_skin, obstructed
from snakelab.sim.interventions.paths import check_live, replaced_at
from snakelab.worlds import ExternalWrench, World


def after_event(model: Model, controller: Source, event: Intervention) -> tuple[Model, Source]:
    """Return model and controller after an intervention, to check it before a run.

    Raises:
        SnakelabError: if the intervention does not fit them.
    """
    if isinstance(event, ChangeController):
        return model, event.controller
    if isinstance(event, SetParameter) and event.path.split(".")[0] == "controller":
        return model, changed_roots({"controller": controller}, event)["controller"]
    if isinstance(event, Push):
        build_model(model.robot, pushed(model.world, event.wrench(event.at), len(model.world.media), event.at))
        return model, controller
    if isinstance(event, PlaceObstacle):
        check_skin(model)
        new = build_model(model.robot, obstructed(model.world, event.contact))
        check_edges(model, new)
    else:
        new = build_model(*changed_objects(model, event))
    check_structure(model, new)
    return new, controller


def changed_objects(model: Model, event: SetParameter | AddPayload) -> tuple[Robot, World]:
    """Return robot and world after a change of one of their values."""
    if isinstance(event, AddPayload):
        links = [i for i, part in enumerate(model.robot.parts) if isinstance(part, Link)]
        names = dict(zip(_link_names(model.robot), links, strict=True))
        if event.part not in names:
            raise SimulationError(
                f"AddPayload part {event.part!r}: {model.robot.name!r} has no such link{nearest(event.part, names)}"
            )
        i = names[event.part]
        link = model.robot.parts[i]
        assert isinstance(link, Link)
        parts = (*model.robot.parts[:i], event.loaded(link), *model.robot.parts[i + 1 :])
        return replace(model.robot, parts=parts), model.world
    roots = changed_roots({"robot": model.robot, "world": model.world}, event)
    for name, kind in (("robot", Robot), ("world", World)):
        if not isinstance(roots[name], kind):
            raise SimulationError(f"{event.path} must be a {kind.__name__}, got {roots[name]!r}")
    return roots["robot"], roots["world"]


def changed_roots(roots: dict[str, Any], event: SetParameter) -> dict[str, Any]:
    """Return robot and world, or the controller, with another value of a parameter.

    Raises:
        SnakelabError: if there is no such parameter, its class does not allow the value, or it is declared as fixed.
    """
    new = replaced_at(roots, event.path, event.value)
    check_live(roots, event.path)
    return new


def pushed(world: World, wrench: ExternalWrench, n_media: int, time: float) -> World:
    """Return a world with a wrench, in the place of an earlier push that has ended, or as another medium."""
    media = list(world.media)
    for i in range(n_media, len(media)):
        old = media[i]
        if isinstance(old, ExternalWrench) and (old.end <= time or old.part == wrench.part):
            media[i] = wrench
            return replace(world, media=media)
    return replace(world, media=[*media, wrench])


def check_structure(old: Model, new: Model) -> None:
    """Raise SimulationError unless a model differs from another one in values only, or in further media at its end."""
    n = len(old.law_names)
    named = {
        "coordinates": (old.coordinate_names, new.coordinate_names),
        "links": (old.station_names, new.station_names),
        "skin points": (old.skin_names, new.skin_names),
        "media": (old.law_names, new.law_names[:n]),
        "propellers": (old.robot.propeller_names, new.robot.propeller_names),
        "base": (old.robot.base, new.robot.base),
        "base_end": (old.robot.base_end, new.robot.base_end),
        "recorded variables": (_variables(old, n), _variables(new, n)),
    }
    for what, (before, after) in named.items():
        if before != after:
            raise SimulationError(
                f"this changes the structure of the model (its {what}), which cannot change during a run; start a new run"
            )


def _variables(model: Model, n_laws: int) -> tuple[Any, ...]:
    """Names and shapes of the recorded variables, without those of media beyond the first n."""
    further = {f"{law}_force" for law in model.law_names[n_laws:]}
    return tuple(
        (name, shape) for name, (_, shape) in record_layout(model).items() if name not in further and name != "work"
    )


def _link_names(robot: Robot) -> list[str]:
    """Return the names of the links, in order."""
    heavy = [part for part in robot.parts if part.stations()]
    return [name for name, part in zip(robot.part_names, heavy, strict=True) if isinstance(part, Link)]

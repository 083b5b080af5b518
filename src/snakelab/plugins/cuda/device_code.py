"""Device code: the kernels of the engine that a model uses, for a GPU.

Kernels of laws and parts that a model does not have are replaced by functions that do nothing, which the compiler removes; see
`kernel_copies`.
"""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

import numpy as np

from snakelab.errors import SimulationError
from snakelab.geometry import distances
from snakelab.kernels.lazy_kernel import call_kernel
from snakelab.physics import (
    contact_detection,
    contacts,
    coordinate_forces,
    section_recursion,
    station_forces,
    user_laws,
)
from snakelab.physics.columns import SELF_CONTACT, SOFT
from snakelab.physics.contacts import SURFACE
from snakelab.physics.coupling_solve import coupling_stage
from snakelab.physics.model import Model
from snakelab.physics.self_contact import contact_stage
from snakelab.plugins.cuda.kernel_copies import KernelCopies
from snakelab.robots.materials import NO_MATERIAL
from snakelab.worlds import currents, external_wrench, fluid, friction, granular, implicit_friction, lumped_fluid
from snakelab.worlds.external_wrench import UserWrench, damper_on_station
from snakelab.worlds.force_law import (
    CONTACT,
    CONTACT_FRICTION,
    COULOMB,
    DAMPER,
    ELLIPSOID,
    EXTERNAL,
    FLUID,
    GRANULAR,
    INERTIA_BOX,
    USER,
    VISCOUS,
    UserLaw,
)

# ----------------------------------------------------------------------------------------------------------------------
# Features of a model: they decide which kernels its device code contains
# ----------------------------------------------------------------------------------------------------------------------


class Features(NamedTuple):
    """Properties of a model that decide which kernels its device code contains.

    Attributes:
        laws: Codes of the laws, ascending.
        surfaces: Kinds of the surfaces, ascending.
        soft: True for a robot with soft sections.
        rods: True for a robot with rods.
        lines: True if actuators of soft sections have coordinates of their own.
        propellers: True for a robot with propellers.
        materials: True if a coordinate has an elastomer.
        dry_joints: True if a coordinate has dry friction.
        branches: True for a robot with branches.
        couplings: Kind of the couplings: "none", "couplings" or "self_contact".
    """

    laws: tuple[int, ...]
    surfaces: tuple[int, ...]
    soft: bool
    rods: bool
    lines: bool
    propellers: bool
    materials: bool
    dry_joints: bool
    branches: bool
    couplings: str


def features_of(model: Model) -> Features:
    """Return the features of a model.

    Raises:
        SimulationError: if it calls functions of the user.
    """
    check_built_in(model)
    arrays = model.arrays
    kinds = arrays.couplings["kind"]
    return Features(
        laws=tuple(sorted({int(code) for code in arrays.laws["code"]})),
        surfaces=_surfaces(model),
        soft=bool((arrays.parts["kind"] == SOFT).any()),
        rods=arrays.rods is not None,
        lines=bool((arrays.coordinates["section"] >= 0).any()),
        propellers=len(arrays.propellers) > 0,
        materials=bool((arrays.coordinates["material"] != NO_MATERIAL).any()),
        dry_joints=bool((arrays.coordinates["dry_friction"] > 0.0).any()),
        branches=bool((arrays.stations["socket"] > 0).any()),
        couplings="none" if len(kinds) == 0 else "self_contact" if kinds[-1] == SELF_CONTACT else "couplings",
    )


def _surfaces(model: Model) -> tuple[int, ...]:
    """Kinds of the surfaces of contacts, and of the regions of fluids, of which any kind is possible."""
    laws, numbers = model.arrays.laws, model.arrays.law_parameters
    if FLUID in laws["code"]:
        return tuple(range(5))
    return tuple(sorted({int(numbers[law["first"] + SURFACE]) for law in laws if law["code"] == CONTACT}))


def check_built_in(model: Model) -> None:
    """Raise SimulationError if bodies touch each other, or the model calls functions of the user, which run on the CPU only."""
    if model.world.objects:
        raise SimulationError(
            f"CudaBatch cannot simulate free bodies, and the world has {len(model.world.objects)}; use simulate, or omit objects"
        )
    if model.world.self_contact is not None:
        raise SimulationError("CudaBatch cannot simulate SelfContact; use Batch, or leave it out of the world")
    codes = model.arrays.laws
    called = codes["address"][np.isin(codes["code"], (USER, EXTERNAL, CONTACT_FRICTION))]
    found = next(_instances(model.world.media, (UserLaw, UserWrench, currents.UserCurrent)), None)
    if found is not None or called.any():
        name = "a friction that differs from place to place" if found is None else type(found).__name__
        raise SimulationError(
            f"CudaBatch cannot simulate {name}: functions of the user, and laws built on them, run on the CPU only; use Batch"
        )


def _instances(value: object, kinds: tuple[type, ...]) -> Iterator[object]:
    """Objects of some classes within dataclasses, lists and tuples."""
    if isinstance(value, kinds):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _instances(item, kinds)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _instances(getattr(value, field.name), kinds)


# ----------------------------------------------------------------------------------------------------------------------
# Replacements: the kernels that a model does not use, each with the result of the function that replaces it
# ----------------------------------------------------------------------------------------------------------------------

ZERO = "0.0 * ws.body[0, 0]"  # a zero of the type of the scratch
ZERO3 = f"({ZERO}, {ZERO}, {ZERO})"


def unused(features: Features) -> dict[Any, str]:
    """Kernels that a model with these features does not need, and the expressions that replace their results."""
    laws = features.laws
    found: dict[Any, str] = {
        user_laws.user_law_on_station: "None",
        contacts.user_friction: "None",
        contacts.check_user_friction: "0",
        contacts.applied_user_friction: f"({ZERO3}, {ZERO3})",
        contacts.call_contact_law: "None",
        external_wrench.user_wrench_at: "None",
        currents.user_stream: "(0.0, 0.0, 0.0)",
    }
    if not features.soft:
        found[section_recursion.soft_outward] = "frame"
        found[section_recursion.soft_inward] = "(inertia, bias)"
        found[section_recursion.soft_accelerations] = "acc"
    if not features.lines:
        found |= {section_recursion.follow_section: "None", section_recursion.project_targets: "None"}
        found |= {section_recursion.line_outcome: "None", section_recursion.has_lines: "False"}
    if not features.propellers:
        found |= {station_forces.thrusts: "None", station_forces.add_thrusts: "None"}
        found |= {station_forces.apply_thrusts: "None", station_forces.advance_thrust: "None"}
    if not features.materials:
        found |= {coordinate_forces.start_materials: "None", coordinate_forces.check_materials: "(0, 0)"}
    if not features.dry_joints:
        found |= {coordinate_forces.start_dry_joints: "0", coordinate_forces.check_dry_joints: "0"}
    if not features.branches:
        found[station_forces.add_branches] = "(inertia, bias)"
    by_law = {
        COULOMB: (implicit_friction.coulomb_on_station, implicit_friction.start_friction),
        VISCOUS: (friction.viscous_on_station,),
        FLUID: (fluid.fluid_on_station,),
        EXTERNAL: (external_wrench.external_wrench_on_station,),
        INERTIA_BOX: (lumped_fluid.inertia_box_on_station,),
        ELLIPSOID: (lumped_fluid.ellipsoids_on_station,),
        DAMPER: (damper_on_station,),
        GRANULAR: (granular.granular_on_station, granular.start_granular),
    }
    for code, kernels in by_law.items():
        if code not in laws:
            found |= dict.fromkeys(kernels, "None")
    if COULOMB not in laws:
        found |= {implicit_friction.check_friction: "0", implicit_friction.friction_differs: "(0.0, 0.0)"}
    if GRANULAR not in laws:
        found[granular.check_granular] = "0"
    if CONTACT not in laws:
        found |= {
            contact_detection.find_contacts: "None",
            contacts.contact_forces: "None",
            contacts.apply_contacts: "None",
        }
        found |= {contacts.check_contacts: f"(0, {ZERO}, 0)", contacts.contacts_differ: "(0.0, 0.0)"}
        found[contacts.impact_of_step] = "(dt, 0.0)"
    found[contacts.impact_on_bodies] = "(dt, 0.0)"
    by_surface = {
        distances.HEIGHT_FIELD: distances.height_field_gap,
        distances.BLOCK: distances.block_gap,
        distances.EXTRUDED: distances.extruded_gap,
        distances.REVOLVED: distances.revolved_gap,
    }
    for kind, gap in by_surface.items():
        if kind not in features.surfaces:
            found[gap] = "(par[a], (par[a], par[a], par[a]))"
    return found


def _stub(function: Callable[..., Any], result: str) -> Callable[..., Any]:
    """Function with the arguments of another one that only returns an expression of them."""
    names: dict[str, Any] = {}
    exec(f"def stub({', '.join(inspect.signature(function).parameters)}):\n    return {result}", names)
    stub: Callable[..., Any] = names["stub"]
    return stub


# ----------------------------------------------------------------------------------------------------------------------
# Copies of the kernels that a model uses
# ----------------------------------------------------------------------------------------------------------------------


def robot_code(
    features: Features, dtype: Any, also: dict[Any, Callable[..., Any]], constants: dict[str, Any]
) -> KernelCopies:
    """Copies of kernels, and of all functions that they call, for models with the same features.

    Args:
        features: From `features_of`.
        dtype: float32 or float64, of all numbers but times.
        also: Further replacements: functions by the kernels and intrinsics that they replace.
        constants: Values of the placeholders `View` and `Constant`.
    """
    replaced: dict[Any, Any] = {
        kernel.py_func: _stub(kernel.py_func, result) for kernel, result in unused(features).items()
    }
    for kernel, function in also.items():
        replaced[getattr(kernel, "py_func", kernel)] = function
    replaced[call_kernel] = _coupling_call(features.couplings)
    return KernelCopies(replaced, dtype, constants)


def _coupling_call(kind: str) -> Callable[..., Any]:
    """Function that calls the stage of couplings itself, in place of its address; without couplings it does nothing."""
    return {"none": _no_call, "couplings": _call_couplings, "self_contact": _call_self_contact}[kind]


def _no_call(address, given):
    return None


def _call_couplings(address, given):
    coupling_stage(*given)


def _call_self_contact(address, given):
    contact_stage(*given)


# ----------------------------------------------------------------------------------------------------------------------
# Tables in float32: the numbers of a model for a GPU
# ----------------------------------------------------------------------------------------------------------------------

NARROW = {np.dtype("f8"): np.dtype("f4"), np.dtype("i8"): np.dtype("i4")}


def narrow_dtype(dtype: Any) -> Any:
    """Dtype of a table in which all numbers have four bytes."""
    if dtype.names is not None:
        return np.dtype([(name, narrow_dtype(dtype[name])) for name in dtype.names], align=True)
    base, shape = dtype.subdtype or (dtype, ())
    return np.dtype((NARROW.get(base, base), shape))


def narrow_table(table: np.ndarray) -> np.ndarray:
    """A table with numbers of four bytes; addresses, which a GPU does not use, become zero."""
    out = np.zeros(table.shape, narrow_dtype(table.dtype))
    with np.errstate(over="ignore"):
        if table.dtype.names is None:
            out[...] = table
        else:
            for name in table.dtype.names:
                values = table[name]
                out[name] = np.where(np.abs(values) < 2**31, values, 0) if name == "address" else values
    return out

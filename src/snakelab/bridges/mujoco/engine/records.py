"""Records: motion and energies by the package's kinematics, forces as MuJoCo applied them."""

import numpy as np

from snakelab.bridges.mujoco.engine.compiled_model import CompiledModel
from snakelab.bridges.mujoco.engine.forces import along_rows, contact_forces, dry_forces, joint_forces, touches
from snakelab.bridges.mujoco.engine.step.drives import at_ceilings
from snakelab.bridges.mujoco.engine.step.ground import Ground
from snakelab.physics.command import Reference
from snakelab.physics.record_row import has_dry_friction, limited_coordinates, record_layout
from snakelab.physics.terms import GRAVITY_WORK, SPRING_WORK
from snakelab.sim.engines.state_rows import record_states
from snakelab.types import FloatArray


def applied(compiled: CompiledModel, ground: Ground) -> dict[str, FloatArray]:
    """Forces as applied in the last step, by their names in a record."""
    model = compiled.model
    tau, stops = joint_forces(compiled)
    values = {"tau": tau, "joint_limit_torque": stops}
    if limited_coordinates(model).any():
        values["actuator_limit"] = at_ceilings(compiled) * limited_coordinates(model)
    if has_dry_friction(model):
        values["joint_friction_torque"] = dry_forces(compiled)
    values |= {f"{law}_force": np.zeros((model.n_stations, 3)) for law in model.law_names}
    values |= {f"{model.law_names[law]}_force": of for law, of in zip(ground.laws, ground.forces, strict=True)}
    if not model.skin_names:
        return values
    m = len(model.skin_names)
    values |= {"skin_load": np.zeros(m), "skin_slip": np.zeros(m), "skin_force": np.zeros((m, 3))}
    if compiled.d.ncon == 0:
        return values
    touch = touches(compiled)
    normal, friction = contact_forces(compiled, touch)
    for law in np.unique(touch.law):
        of = touch.law == law
        np.add.at(values[f"{model.law_names[law]}_force"], touch.link[of], normal[of])
        np.add.at(values[f"{model.law_names[law + 1]}_force"], touch.link[of], friction[of])
    np.add.at(values["skin_load"], touch.point, compiled.d.efc_force[touch.rows])
    np.add.at(values["skin_force"], touch.point, normal + friction)
    rates = along_rows(compiled, compiled.d.qvel)
    rows, points = touch.rows[touch.rubbing], touch.point[touch.rubbing]
    np.maximum.at(values["skin_slip"], points, np.hypot(rates[rows + 1], rates[rows + 2]))
    return values


def fill_rows(
    compiled: CompiledModel,
    reference: Reference,
    times: FloatArray,
    states: list[FloatArray],
    forces: list[dict[str, FloatArray]],
    start: FloatArray,
    rows: FloatArray,
) -> None:
    """Fill one record for each state, and the work of gravity and springs in the state rows themselves.

    Args:
        compiled: The compiled model.
        reference: Reference of the coordinates.
        times: Times of the records [s].
        states: State rows, whose work lacks that of gravity and springs since `start`.
        forces: Of each, see `applied`.
        start: State row at the start of the call.
        rows: Filled.
    """
    if not states:
        return
    model, layout = compiled.model, record_layout(compiled.model)
    # not set to their targets: a record contains MuJoCo's joint positions
    coordinates = model.arrays.coordinates.copy()
    coordinates["driven"] = 0
    free = model.arrays._replace(coordinates=coordinates)
    wide = np.zeros((len(states) + 1, rows.shape[1]))
    record_states(free, reference, np.concatenate([times[:1], times]), np.array([start, *states]), wide)
    work, state_work = layout["work"][0].start, len(start) - (layout["work"][0].stop - layout["work"][0].start)
    for place, energy in ((GRAVITY_WORK, "gravity_energy"), (SPRING_WORK, "elastic_energy")):
        at = layout[energy][0].start
        wide[1:, work + place] = start[state_work + place] + wide[0, at] - wide[1:, at]
        for state, row in zip(states, wide[1:], strict=True):
            state[state_work + place] = row[work + place]
    rows[:] = wide[1:]
    for row, known in zip(rows, forces, strict=False):
        for name, value in known.items():
            row[layout[name][0]] = value.ravel()

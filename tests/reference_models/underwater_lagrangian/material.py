"""What the material of a joint resists with: linear or Yeoh's elasticity, a ring of fabric, power-law viscosity."""

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq

from reference_models.complex_step import Array
from reference_models.quadrature import gauss
from reference_models.underwater_lagrangian.joint import HydraulicJoint
from snakelab.errors import RobotError
from snakelab.parameters.arguments import vector

# Strains between which a static solution is sought: above the lower one the material area of either law is positive.
MIN_STRAIN, MAX_STRAIN = -0.4, 20.0


def material_area(joint: HydraulicJoint, strain: ArrayLike) -> Array:
    """A_s of one actuator [m^2]: a third of the filler, the fabric's matrix and the silicone tube; eq. 21 with r_a h_c [R]."""
    r, h_c, h_s = joint.r_a, joint.h_c, joint.h_s
    filler = math.pi * joint.R_s**2 / 3 - math.pi * (r + h_s + h_c) ** 2
    walls = 2 * math.pi * ((r + h_c) * h_s + r * h_c) * _silicone_share(joint, strain)
    return joint.filler * filler + walls


def _silicone_share(joint: HydraulicJoint, strain: ArrayLike) -> Array:
    """V_m = (eps + V_m0) / (1 + eps): the fibres do not stretch."""
    strain = np.asarray(strain, float)
    return (strain + joint.V_m0) / (1 + strain)


def yeoh_energy(joint: HydraulicJoint, strain: ArrayLike) -> Array:
    """U = sum_i C_i0 (I1 - 3)^i per volume [J/m^3], I1 = lambda^2 + 2 / lambda, lambda = 1 + strain; eq. 22, 23."""
    stretch = 1 + np.asarray(strain, float)
    I = stretch**2 + 2 / stretch - 3
    return joint.C10 * I + joint.C20 * I**2 + joint.C30 * I**3


def yeoh_stress(joint: HydraulicJoint, strain: ArrayLike) -> Array:
    """P = dU/dlambda: force per area at rest [Pa]. The energy itself is no stress [R]."""
    stretch = 1 + np.asarray(strain, float)
    I = stretch**2 + 2 / stretch - 3
    return 2 * (stretch - stretch**-2) * (joint.C10 + 2 * joint.C20 * I + 3 * joint.C30 * I**2)


def elastic_force(joint: HydraulicJoint, q: ArrayLike) -> Array:
    """f_el = A_s P of each actuator, or A_s E_m eps, and the fabric ring's E_m / V_m eps [N]; eq. 19, 20 [R]."""
    strain = np.asarray(q) / joint.L0
    stress = joint.E_m * strain if joint.law == "linear" else yeoh_stress(joint, strain)
    force = material_area(joint, strain) * stress
    if joint.ring:
        inner = joint.r_a + joint.h_c
        area = math.pi * ((inner + joint.h_s) ** 2 - inner**2)
        force += area * joint.E_m / _silicone_share(joint, strain) * strain
    return force


def viscous_force(joint: HydraulicJoint, q: ArrayLike, qd: ArrayLike) -> Array:
    """f_v = A_s eta0 epsd (epsd^2 + d^2)^((k - 1)/2) of each actuator [N]: a dissipative force, no potential [R]; eq. 24-26."""
    rate = np.asarray(qd) / joint.L0
    viscosity = joint.eta0 * (rate**2 + joint.d**2) ** ((joint.k - 1) / 2)
    return material_area(joint, np.asarray(q) / joint.L0) * viscosity * rate


def elastic_energy(joint: HydraulicJoint, q: ArrayLike) -> float:
    """Integral of f_el from rest, all actuators together [J]."""
    shares, weights = gauss(20)
    q = np.asarray(q)
    return float(np.sum(weights[:, None] * elastic_force(joint, np.multiply.outer(shares, q.ravel())) * q.ravel()))


def static_elongations(joint: HydraulicJoint, u: ArrayLike) -> Array:
    """Elongations in quiet under pressures u [MPa]: f_el(q) = K u, without weight, shape of u, [m].

    Raises:
        RobotError: if a pressure is beyond what the material balances.
    """
    pressures = vector(np.ravel(u), "pressures u", RobotError, unit="MPa")
    return np.array([_static(joint, p) for p in pressures]).reshape(np.shape(u))


def _static(joint: HydraulicJoint, pressure: float) -> float:
    def missing(q: float) -> float:
        return float(elastic_force(joint, q) - joint.K * pressure)

    least, most = MIN_STRAIN * joint.L0, MAX_STRAIN * joint.L0
    if missing(least) * missing(most) > 0:
        held = " to ".join(f"{float(elastic_force(joint, q)) / joint.K:.3g}" for q in (least, most))
        raise RobotError(f"pressure u = {pressure:g} MPa is beyond this material, which balances {held} MPa")
    return float(brentq(missing, least, most, xtol=1e-15))

"""Drag of a station's inertia box. The law is described in `worlds.fluid.inertia_box`."""

from snakelab.compiling import kernel
from snakelab.geometry.spatial import inertia_dot, inertia_rotate, set_inertia, set_twist, twist_into, twist_scale
from snakelab.geometry.vectors import ZERO_MAT, mat_t_vec, sub
from snakelab.physics.force_kernels.fluid import scaled_inertia
from snakelab.worlds.fluid.box_numbers import (
    AXES,
    BOX_WIDTH,
    BOXES,
    LINEAR,
    LINEAR_MOMENT,
    QUADRATIC,
    QUADRATIC_MOMENT,
    WIND,
)
from snakelab.worlds.law import LAW_INERTIA, LAW_WRENCH, station_frame


@kernel
def inertia_box_on_station(model, law, k, row, dt, ws):
    """Wrench -C (u, w) and added inertia dt C of one station, written to its row; C by its secant, linear and quadratic."""
    par = model.law_parameters
    a = model.laws[law].first
    r, _, twist = station_frame(ws.stations, k)
    wind = mat_t_vec(r, (par[a + WIND], par[a + WIND + 1], par[a + WIND + 2]))
    against = (sub(twist[0], wind), twist[1])
    at = a + BOXES + k * BOX_WIDTH
    q = at + AXES
    axes = (
        par[q], par[q + 1], par[q + 2], par[q + 3], par[q + 4], par[q + 5], par[q + 6], par[q + 7], par[q + 8],
    )  # fmt: skip
    u, w = twist_into(against, axes)
    m = (
        par[at + LINEAR] + par[at + QUADRATIC] * abs(u[0]), 0.0, 0.0,
        par[at + LINEAR] + par[at + QUADRATIC + 1] * abs(u[1]), 0.0,
        par[at + LINEAR] + par[at + QUADRATIC + 2] * abs(u[2]),
    )  # fmt: skip
    j = (
        par[at + LINEAR_MOMENT] + par[at + QUADRATIC_MOMENT] * abs(w[0]), 0.0, 0.0,
        par[at + LINEAR_MOMENT] + par[at + QUADRATIC_MOMENT + 1] * abs(w[1]), 0.0,
        par[at + LINEAR_MOMENT] + par[at + QUADRATIC_MOMENT + 2] * abs(w[2]),
    )  # fmt: skip
    damping = inertia_rotate((m, ZERO_MAT, j), axes)
    set_twist(ws.laws, row, LAW_WRENCH, twist_scale(-1.0, inertia_dot(damping, against)))
    set_inertia(ws.laws, row, LAW_INERTIA, scaled_inertia(dt, damping))

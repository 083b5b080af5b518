"""The 28 oscillators of the snake of Liu, Zang and Gao, from the head, shared by the tests of the networks."""

import numpy as np

import snakelab as sl
from snakelab.gaits.cpg import laplacian
from snakelab.gaits.cpg_integration import N_SCRATCH, advance

YAW = np.arange(1, 29) % 2 == 1
BLOCK = (np.arange(1, 29) + 1) // 2
SPARK = np.deg2rad(0.1)


CREEPING_DEG = 100 * np.sin(2 * np.pi / 14)  # radius of a yaw


def creeping_circles(yaw_deg=CREEPING_DEG, pitch_deg=0.1):
    """Radius, phase and centre of creeping, shape (3, 28), [rad]."""
    phase = -(BLOCK - 1) * 4 * np.pi / 14 - np.where(YAW, 0.0, np.pi / 2)
    return np.array([np.deg2rad(np.where(YAW, yaw_deg, pitch_deg)), phase, np.zeros(28)])


def oscillate(z, duration, circles, net=None, omega=np.pi / 5, tolerance=1e-10):
    """u, v, u', u'' after one interval on circles that rest, shape (4, 28), and the steps that it took."""
    net = net or sl.gaits.HopfNetwork()
    matrix = net.coupling * laplacian(net.weight_matrix(YAW, BLOCK))
    D, c = np.sqrt(net.sigma) * circles[0] * np.exp(1j * circles[1]), circles[2]
    y = (z[0] - c + 1j * z[1]) / D
    laid = np.array([D.real, D.imag, c, *np.zeros((6, 28))])
    numbers = np.array(
        [net.growth, net.sigma, net.steepness, net.bounded_contraction, tolerance, omega, 0.0, omega * duration]
    )
    out = np.empty((6, 28))
    steps = advance(matrix, numbers, laid, np.array([y.real, y.imag]), duration, np.empty((N_SCRATCH, 28)), out)
    return out[:4], steps
